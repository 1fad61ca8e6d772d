"""A record proves itself: whatever is changed in what was decided is found."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.record_pb2 import RecordEntry, RecordFooter, RecordHeader
from lawspeaker_engine.dice import commitment
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import BadSetup
from lawspeaker_referee.codec.encoder import varint
from lawspeaker_referee.match.digest_chain import first_link
from lawspeaker_referee.match.events import Left, Tick
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.file import Record, read_record
from lawspeaker_referee.record.verify.replay import VerifyResult, replay, verify
from lawspeaker_referee.version import RELEASE, build_version
from tests.games.later_parley import LATER_PARLEY
from tests.games.loaded_parley import LOADED_PARLEY
from tests.games.parley import PARLEY
from tests.referee.match.match_driver import Drive, by_decision
from tests.sample_sizes import examples


def played(players: int = 3) -> Drive:
    """A match in which a bot left and time ran out too."""
    drive = Drive(players, rounds=2)
    drive.answer(0, 1, annotation="well")
    drive.answer(1, 9)
    drive.answer(1, 2)
    drive.tell(Tick(), after=2.0)
    drive.tell(Left(players - 1))
    return drive.play(by_decision)


DRIVE = played()


def entries_of(drive: Drive) -> list[RecordEntry]:
    assert drive.ended is not None and drive.ended.footer is not None
    return [*drive.entries, RecordEntry(footer=drive.ended.footer)]


def record_of(entries: list[RecordEntry]) -> Record:
    copies = [RecordEntry.FromString(entry.SerializeToString()) for entry in entries]
    footers = [entry.footer for entry in copies if entry.HasField("footer")]
    steps = [entry.step for entry in copies if entry.HasField("step")]
    return Record(copies[0].header, steps, footers[0] if footers else None)


def fresh() -> Record:
    return record_of(entries_of(DRIVE))


def raw_of(drive: Drive) -> bytes:
    parts = [entry.SerializeToString(deterministic=True) for entry in entries_of(drive)]
    return b"".join(varint(len(part)) + part for part in parts)


RAW = raw_of(DRIVE)


def decided(record: Record) -> tuple[object, ...]:
    """The deterministic part: everything but who played, how fast, and why a default was taken."""
    header, footer = RecordHeader(), RecordFooter()
    header.CopyFrom(record.header)
    footer.CopyFrom(record.footer or RecordFooter())
    for name in ("seats", "move_time_ms", "started_unix_ms", "clock", "policy", "build", "challenger"):
        header.ClearField(name)
    footer.ClearField("ended_unix_ms")
    steps = []
    for step in record.steps:
        acts = [(act.seat, act.prompt, act.stream, act.hidden, tuple(act.picks), act.chosen.SerializeToString())
                for act in step.acts]
        steps.append((tuple(acts), step.digest))
    return header.SerializeToString(), tuple(steps), footer.SerializeToString()


def judged(data: bytes, folder: Path) -> tuple[Record | None, VerifyResult | None]:
    """(the record if it can be read, the verdict if there is one)."""
    path = folder / "changed.lsr"
    path.write_bytes(data)
    try:
        record = read_record(path)
    except RecordError:
        return None, None
    try:
        return record, verify(record)
    except RecordError:
        return record, None


def test_an_untouched_record_is_right(tmp_path):
    record, verdict = judged(RAW, tmp_path)
    assert record is not None and DRIVE.ended is not None and DRIVE.ended.footer is not None
    assert verdict == VerifyResult(ok=True, digest=DRIVE.ended.footer.digest, steps=len(record.steps),
                              first_difference=None)


@pytest.mark.parametrize("players", PARLEY.players)
def test_every_number_of_players_is_verified(players):
    assert verify(record_of(entries_of(played(players)))).ok


@settings(max_examples=examples(600), deadline=None)
@given(at=st.integers(0, len(RAW) - 1), mask=st.integers(1, 255))
def test_any_byte_changed_in_what_was_decided_is_found(at, mask, tmp_path_factory):
    changed = bytearray(RAW)
    changed[at] ^= mask
    record, verdict = judged(bytes(changed), tmp_path_factory.getbasetemp())
    if verdict is not None and verdict.ok:
        assert record is not None
        assert decided(record) == decided(fresh())


@pytest.mark.slow
def test_any_byte_changed_in_the_last_step_and_the_footer_is_found(tmp_path):
    tail = sum(len(entry.SerializeToString()) + 1 for entry in entries_of(DRIVE)[-2:])
    passed = 0
    for at in range(len(RAW) - tail, len(RAW)):
        changed = bytearray(RAW)
        changed[at] ^= 1
        record, verdict = judged(bytes(changed), tmp_path)
        if verdict is not None and verdict.ok:
            assert record is not None
            assert decided(record) == decided(fresh())
            passed += 1
    assert 0 < passed < tail / 4, "only times and faults may change unseen"


def _set(path: str, value: object) -> Callable[[Record], None]:
    """Sets a field such as `header.setup.players`."""
    def change(record: Record) -> None:
        *way, name = path.split(".")
        place: object = record
        for part in way:
            place = place[int(part)] if part.lstrip("-").isdecimal() else getattr(place, part)  # type: ignore[index]
        if isinstance(value, list):
            field = getattr(place, name)
            del field[:]
            field.extend(value)
        else:
            setattr(place, name, value)

    return change


def _repeat_step(record: Record) -> None:
    record.steps.insert(3, record.steps[3])


def _double_act(record: Record) -> None:
    record.steps[0].acts.append(record.steps[0].acts[0])


@pytest.mark.parametrize(("change", "said"), [
    (_set("header.match_id", "parley-2"), "header: digest"),
    (_set("header.engine_version", "9"), "header: digest"),
    (_set("header.seed_commitment", bytes(32)), "footer: the seed is not the one that the header promised"),
    (_set("footer.seed", bytes(32)), "footer: the seed is not the one"),
    (_set("footer.seed", b""), "footer: the seed is not the one"),
    (_set("header.setup.players", 2), "header: digest"),
    (_set("header.digest", b""), "header: digest is '', should be"),
    (_set("steps.0.acts.0.seat", 0), "step 1: seat is 0, should be -1"),
    (_set("steps.0.acts.0.prompt", "draw"), "step 1: prompt is 'draw', should be 'deal'"),
    (_set("steps.0.acts.0.picks", [0, 1, 2]), "step 1: picks is [0, 1, 2], should be"),
    (_set("steps.0.acts.0.hidden", True), "step 1: hidden is True, should be False"),
    (_set("steps.0.acts.0.stream", "deck/9"), "step 1: stream is 'deck/9', should be 'deck'"),
    (_set("steps.4.acts.0.stream", "deck"), "step 5: stream is 'deck', should be ''"),
    (_set("steps.0.acts.0.chosen.value", b""), "step 1: the options of seat -1 at deal are not those"),
    (_set("steps.0.acts.0.chosen.type_url", "x/y"), "step 1: the options of seat -1"),
    (_set("steps.0.acts.0.fault", Fault.FAULT_TIMEOUT), "step 1: deal cannot have the fault 1"),
    (_set("steps.4.acts.0.fault", 99), "step 5: round.bid cannot have the fault 99"),
    (_set("steps.4.acts.0.fault", Fault.FAULT_TIMEOUT), "step 5: picks after a fault at round.bid"),
    (_set("steps.4.acts.0.picks", [0]), "step 5: the options of seat 0 at round.bid are not those its picks name"),
    (_set("steps.4.acts.0.picks", [3]), "step 5: round.bid has options 0 to 2, not 3"),
    (_set("steps.4.acts.0.picks", []), "step 5: round.bid takes 1 pick, not 0"),
    (_set("steps.2.digest", bytes(16)), "step 3: digest is"),
    (_set("steps.-1.digest", bytes(16)), "digest is '00000000000000000000000000000000'"),
    (_set("footer.digest", bytes(16)), "footer: digest is"),
    (_set("footer.steps", 3), "footer: steps is 3, should be"),
    (_set("footer.outcome.ranks", [1, 1, 1]), "footer: outcome is"),
    (_set("footer.outcome.scores", [1]), "footer: outcome is"),
    (_set("footer.outcome.reason", "luck"), "footer: outcome is"),
    (lambda record: record.steps.pop(), "missing; the game goes on with"),
    (lambda record: record.steps.append(record.steps[-1]), "the game was over after step"),
    (lambda record: record.steps.pop(0), "step 1"),
    (_repeat_step, "step 5"),
    (_double_act, "step 1: number of acts is 2, should be 1"),
])
def test_a_changed_field_is_found_where_it_is(change, said):
    record = fresh()
    change(record)
    verdict = verify(record)
    assert not verdict.ok
    assert verdict.digest == b""
    assert verdict.first_difference is not None
    assert said in verdict.first_difference
    assert "\n" not in verdict.first_difference


def test_the_steps_before_the_first_difference_are_counted():
    record = fresh()
    record.steps[4].digest = bytes(16)
    assert verify(record).steps == 4


def test_dice_that_were_chosen_are_found_even_if_every_digest_was_made_anew():
    """A forger who draws better cards and writes a whole new chain has no seed to go with it."""
    forged = record_of(entries_of(Drive(3, rounds=2, draws={"deck": [(15, 14, 13)]}).play(by_decision)))
    verdict = verify(forged)
    assert verdict.first_difference is not None
    assert verdict.first_difference.startswith("step 1: picks is [15, 14, 13], should be")


def test_who_played_and_when_and_how_fast_is_not_part_of_the_chain():
    record = fresh()
    record.header.seats[0].bot = "somebody else"
    record.header.started_unix_ms = 1
    record.header.move_time_ms = 7
    record.header.build = "another one"
    assert record.footer is not None
    record.footer.ended_unix_ms = 2
    for step in record.steps:
        del step.timing[:]
    assert verify(record).digest == verify(fresh()).digest
    assert first_link(record.header) == first_link(fresh().header)


@pytest.mark.parametrize(("change", "said"), [
    (_set("header.setup.game", "parlay"), "no game 'parlay'"),
    (_set("header.setup.game_version", 7),
     "this record is of parley 7; here is parley 1 (lawspeaker 1.2.3 played it, here is "),
    (_set("header.setup.content_hash", "other"), "other cards or tiles of parley"),
    (_set("header.setup.players", 12), "not 12"),
    (_set("header.setup.options.0.value", "17"), "option rounds of parley cannot be '17'"),
    (_set("header.setup.options.0.name", "round"), "no option 'round' (did you mean 'rounds'?)"),
])
def test_a_game_that_is_not_played_here_is_refused_and_not_called_wrong(change, said):
    record = fresh()
    change(record)
    with pytest.raises(RecordError) as error:
        verify(record)
    assert said in str(error.value)


@pytest.mark.parametrize(("release", "build", "said"), [
    ("0.0.9", "", " (lawspeaker 0.0.9 played it, here is {here})"),
    ("0.0.9", "0.0.9+g0123456789ab", " (lawspeaker 0.0.9+g0123456789ab played it, here is {here})"),
    (RELEASE, f"{RELEASE}+g0123456789ab", f" (lawspeaker {RELEASE}+g0123456789ab played it, here is {{here}})"),
    (RELEASE, "{here}", ""),
    (RELEASE, "", ""),
])
@pytest.mark.parametrize(("change", "differs"), [
    (_set("header.setup.game_version", 7), "this record is of parley 7; here is parley 1"),
    (_set("header.setup.content_hash", "other"),
     "it was played with other cards or tiles of parley: their hash is 'other'; here it is 'parley-1'"),
])
def test_what_is_not_played_here_names_the_builds_only_if_they_are_two(release, build, said, change, differs):
    record, here = fresh(), build_version()
    record.header.engine_version, record.header.build = release, build.format(here=here)
    change(record)
    with pytest.raises(RecordError) as error:
        verify(record)
    assert str(error.value) == f"match parley-1: {differs}{said.format(here=here)}"


@pytest.mark.parametrize("players", PARLEY.players)
def test_a_record_from_before_an_option_a_field_and_rows_came_verifies(players, monkeypatch, tmp_path):
    by_columns, by_steps = played(players).record(tmp_path), record_of(entries_of(played(players)))
    before = verify(by_columns)
    assert before.ok
    monkeypatch.setitem(GAMES, PARLEY.name, LATER_PARLEY)
    assert verify(by_columns) == verify(by_steps) == before
    assert [step.digest[:2] for step in replay(by_steps)] == [step.digest for step in by_steps.steps]


def test_what_came_later_counts_where_it_is_used(monkeypatch):
    monkeypatch.setitem(GAMES, PARLEY.name, LATER_PARLEY)
    record = fresh()
    usual, high = (record_of(entries_of(Drive(3, game=LATER_PARLEY, rounds=2, stakes=stakes).play(by_decision)))
                   for stakes in (1, 2))
    assert verify(usual).ok
    assert verify(high).ok
    assert usual.header.setup.content_hash == record.header.setup.content_hash != high.header.setup.content_hash
    record.header.setup.options.append(high.header.setup.options[-1])
    with pytest.raises(RecordError, match="other cards or tiles of parley"):
        verify(record)
    record.header.setup.content_hash = high.header.setup.content_hash
    assert "header: digest is" in (verify(record).first_difference or "")


def test_a_setup_that_only_the_game_itself_refuses_is_refused_too(monkeypatch):
    def setup(self, setup):
        raise BadSetup("teams need exactly 4 players")

    monkeypatch.setattr(type(PARLEY), "setup", setup)
    for read in (verify, lambda record: list(replay(record))):
        with pytest.raises(RecordError, match="parley-1: teams need exactly 4 players"):
            read(fresh())


def test_a_match_that_was_not_finished_cannot_be_verified_but_replayed():
    record = record_of(DRIVE.entries)
    with pytest.raises(RecordError, match=r"parley-1 was not finished: after \d+ steps there is no footer"):
        verify(record)
    assert [step.number for step in replay(record)] == list(range(1, len(record.steps) + 1))


def test_replay_yields_the_state_after_each_step():
    hands = [len(step.state.hands[0]) for step in replay(fresh())]
    assert hands[:4] == [3, 3, 3, 3]
    assert hands[4] == 2
    assert [step.digest[:2] for step in replay(fresh())] == [step.digest for step in fresh().steps]


def test_the_commitment_is_that_of_the_seed():
    record = fresh()
    assert record.footer is not None
    assert record.header.seed_commitment == commitment(record.footer.seed)


@pytest.mark.slow
def test_the_digest_is_the_same_under_every_hash_seed():
    script = ("from tests.referee.record.test_replay import played, entries_of\n"
              "print(entries_of(played())[-1].footer.digest.hex())")
    digests = {
        subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True,
                       cwd=Path(__file__).parents[3], env=os.environ | {"PYTHONHASHSEED": seed}).stdout
        for seed in ("0", "1", "77")
    }
    assert digests == {f"{verify(fresh()).digest.hex()}\n"}


def test_a_compressed_record_is_as_good_as_a_raw_one(tmp_path):
    _, verdict = judged(gzip.compress(RAW), tmp_path)
    assert verdict is not None and verdict.ok


def test_chance_with_weights_is_recorded_and_verified_by_them(monkeypatch, tmp_path):
    drive = Drive(2, rounds=3, game=LOADED_PARLEY).play(by_decision)
    by_columns, by_steps = drive.record(tmp_path), record_of(entries_of(drive))
    rolls = [act.picks[0] for step in by_steps.steps for act in step.acts if act.prompt == "round.roll"]
    assert rolls == [5, 5, 5]
    assert "picks is [5], should be" in str(verify(by_columns).first_difference)  # by faces that are equally likely
    monkeypatch.setitem(GAMES, PARLEY.name, LOADED_PARLEY)
    assert verify(by_columns) == verify(by_steps)
    assert verify(by_steps).ok
