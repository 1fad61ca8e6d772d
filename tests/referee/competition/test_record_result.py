"""A result is what its record shows, played again; a record of anything else has no result."""

from __future__ import annotations

import gzip
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from lawspeaker.v1.record_pb2 import RecordEntry
from lawspeaker_engine.dice import commitment
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.codec.encoder import varint
from lawspeaker_referee.competition.results import MatchDetails, ScheduledMatch
from lawspeaker_referee.competition.tournament.record_result import MatchAgreement, played_of
from lawspeaker_referee.config.clocks import clock_of, parse_clock
from lawspeaker_referee.config.fault_policies import parse_policy, policy_of
from lawspeaker_referee.match.events import BotInfo, Joined, Tick
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.file import parse, read_record
from lawspeaker_referee.record.verify.replay import open_record, verify
from lawspeaker_referee.record.writer import RecordWriter
from tests.games.later_parley import LATER_PARLEY, LaterParley
from tests.games.parley import PARLEY, Parley
from tests.referee.match.match_driver import SEED, Drive, by_decision
from tests.sample_sizes import first_quick

GOLDEN = Path(__file__).parents[2] / "golden"
CLOCK = parse_clock("2s+5s,reaction=1s")
ENTRY = ScheduledMatch("cup/b7/2", "b7", 3, ("bot 0", "bot 1"))
AGREED = MatchAgreement(PARLEY, make_setup(PARLEY, 2), CLOCK, parse_policy({}), commitment(SEED))


def drive(*, policy=AGREED.policy, clock=CLOCK, start=True, match_id=ENTRY.match_id, seed=SEED, **options) -> Drive:
    return Drive(2, match_id=match_id, clock=clock, policy=policy, start=start, seed=seed, **options)


def record(folder: Path, driven: Drive) -> Path:
    """The file of a match that has ended."""
    driven.record(folder)
    return folder / "match.lsr"


def refused(path: Path, entry: ScheduledMatch = ENTRY, agreed: MatchAgreement = AGREED) -> str:
    """Return why the record has no result; one line that begins with the file's name."""
    with pytest.raises(RecordError) as error:
        played_of(path, entry, agreed)
    message = str(error.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message.removeprefix(f"{path}: ")


def test_the_result_of_a_match_is_that_of_its_record(tmp_path):
    path = record(tmp_path, drive().play(by_decision))
    played, _ = played_of(path, ENTRY, AGREED)
    footer = read_record(path).footer
    assert (played.match_id, played.block, played.round, played.seats) == ("cup/b7/2", "b7", 3, ("bot 0", "bot 1"))
    assert (played.ranks, played.scores) == (tuple(footer.outcome.ranks), tuple(footer.outcome.scores))
    assert (played.teams, played.faults, played.digest) == ((), (0, 0), footer.digest.hex())


def test_a_record_counts_only_if_each_bot_had_its_own_clock(tmp_path):
    own = parse_clock("1s")
    path = record(tmp_path, drive(own_clocks={1: own}).play(by_decision))
    played_of(path, ENTRY, replace(AGREED, own_clocks={"bot 1": own}))
    assert refused(path) == ("does not count as cup/b7/2: clock of seat 1 is '1s', should be '2s,bank=5s,reaction=1s'")
    assert "clock of seat 0" in refused(path, agreed=replace(AGREED, own_clocks={"bot 0": own, "bot 1": own}))


def test_people_may_have_any_clock_and_the_bots_beside_them_only_theirs(tmp_path):
    own = parse_clock("2m")
    driven = drive(start=False, own_clocks={0: own})
    for seat in (0, 1):
        driven.tell(Joined(seat, BotInfo(f"bot {seat}", identity=f"bot {seat}", person=seat == 0)))
    path = record(tmp_path, driven.play(by_decision))
    assert played_of(path, ENTRY, AGREED)[0].seats == ("bot 0", "bot 1")
    assert "clock of seat 1 is" in refused(path, agreed=replace(AGREED, own_clocks={"bot 1": own}))


def test_details_tell_times_faults_and_charges_and_survive_the_ledger(tmp_path):
    driven = drive()
    while driven.ended is None:
        waiting = {each.decision.seat for each in driven.match.open_decisions.waiting}
        if 0 in waiting:
            driven.answer(0, *driven.request(0).default_picks, after=0.02)
        elif 1 in waiting:
            driven.answer(1, 99)  # refused, and then time runs out
            driven.tell(Tick(), after=driven.match.deadline - driven.now)
        else:
            driven.tell(Tick())
    played, details = played_of(record(tmp_path, driven), ENTRY, AGREED)
    good, late = details.seats
    assert played.faults == (0, late.decisions)
    assert late.decisions > 0
    assert (good.answered, good.decisions, good.faults) == (good.decisions, good.decisions, {})
    assert good.histogram == {30_000: good.answered}
    assert good.slowest_us == 20_000
    assert (late.answered, late.histogram, late.slowest_us) == (0, {}, 0)
    assert sum(late.faults.values()) == late.decisions
    assert late.faults["timeout"] >= 1
    assert late.refused >= 1
    assert late.charged_us >= 2_000_000
    assert (details.reason, details.steps) == ("points", len(driven.steps()))
    assert details.started_unix_ms < details.ended_unix_ms
    assert MatchDetails.from_dict(details.as_dict()) == details


def test_a_forfeit_counts_as_it_ended_even_before_anything_was_answered(tmp_path):
    policy = parse_policy({"timeout": "forfeit-match"})
    driven = drive(policy=policy)
    while driven.ended is None:
        for each in driven.match.open_decisions.waiting:
            if each.decision.seat == 0:
                driven.answer(0, *driven.request(0).default_picks)
        driven.tell(Tick(), after=max(0.0, driven.match.deadline - driven.now))
    played, details = played_of(record(tmp_path, driven), ENTRY, replace(AGREED, policy=policy))
    assert (played.ranks, played.scores, played.faults) == ((1, 2), (0, 0), (0, 0))
    assert [seat.forfeit for seat in details.seats] == ["", "timeout"]
    assert details.reason == "forfeit"


def test_a_bot_is_known_by_its_token_whatever_it_calls_itself(tmp_path):
    driven = drive(start=False)
    for seat in (0, 1):
        driven.tell(Joined(seat, BotInfo(f"bot {1 - seat}", "1", "test", f"bot {seat}")))
    assert played_of(record(tmp_path, driven.play(by_decision)), ENTRY, AGREED)[0].seats == ("bot 0", "bot 1")


@pytest.mark.parametrize("name", first_quick(1, [
    "northgard-4-teams", "northgard-3", "clansmen-5"]))
def test_results_of_real_games_are_those_of_their_records_with_their_teams(name):
    path = GOLDEN / f"{name}.lsr"
    known = read_record(path)
    game, setup = open_record(known)
    header = known.header
    seats = tuple(seat.bot for seat in header.seats)
    agreed = MatchAgreement(game, setup, clock_of(header), policy_of(header), header.seed_commitment)
    played, details = played_of(path, ScheduledMatch(header.match_id, "b", 1, seats), agreed)
    assert played.teams == ((0, 1, 0, 1) if "teams" in name else ())
    assert played.digest == verify(known).digest.hex()
    assert len(played.ranks) == len(played.scores) == len(details.seats) == len(seats)
    assert sum(seat.decisions for seat in details.seats) > 100


@pytest.mark.parametrize(("entry", "agreed", "wrong"), [
    (replace(ENTRY, match_id="cup/b7/1"), AGREED, "match is 'cup/b7/2', should be 'cup/b7/1'"),
    (replace(ENTRY, seats=("bot 1", "bot 0")), AGREED,
     "the bots by seat is ['bot 0', 'bot 1'], should be ['bot 1', 'bot 0']"),
    (replace(ENTRY, seats=("bot 0", "bot 1", "bot 2")), AGREED,
     "the bots by seat is ['bot 0', 'bot 1'], should be ['bot 0', 'bot 1', 'bot 2']"),
    (ENTRY, replace(AGREED, game=GAMES["clansmen"], setup=make_setup(GAMES["clansmen"], 2)),
     "game is 'parley', should be 'clansmen'"),
    (ENTRY, replace(AGREED, setup=make_setup(PARLEY, 3)), "number of seats is 2, should be 3"),
    (ENTRY, replace(AGREED, setup=make_setup(PARLEY, 2, {"rounds": 3})), "option is 'rounds=2', should be 'rounds=3'"),
    (ENTRY, replace(AGREED, clock=parse_clock("2s")), "clock is '2s,bank=5s,reaction=1s', should be '2s'"),
    (ENTRY, replace(AGREED, policy=parse_policy({"timeout": "random"})),
     "what follows from timeout is 'default, strikes 1', should be 'random, strikes 1'"),
    (ENTRY, replace(AGREED, policy=parse_policy({"strikes": {"illegal": 2}})),
     "what follows from illegal is 'retry, strikes 1', should be 'retry, strikes 2'"),
    (ENTRY, replace(AGREED, policy=parse_policy({"disqualify_after": 3})), "policy for faults is 'most_refusals 8, "),
    (ENTRY, replace(AGREED, seed_commitment=commitment(bytes(32))),
     f"seed commitment is '{commitment(SEED).hex()}', should be '{commitment(bytes(32)).hex()}'"),
])
def test_a_record_of_anything_else_than_was_agreed_does_not_count(tmp_path, entry, agreed, wrong):
    path = record(tmp_path, drive().play(by_decision))
    assert refused(path, entry, agreed).startswith(f"does not count as {entry.match_id}: {wrong}")


def test_a_record_of_other_rules_does_not_count(tmp_path, monkeypatch):
    path = record(tmp_path, drive().play(by_decision))
    monkeypatch.setattr(type(PARLEY), "version", 2)
    assert refused(path).endswith("rules version is 1, should be 2")
    monkeypatch.setattr(type(PARLEY), "version", 1)
    monkeypatch.setattr(type(PARLEY), "content", lambda _game, setup: f"parley-{setup.players}")
    assert refused(path).endswith("content is 'parley-1', should be 'parley-2'")


def test_a_record_from_before_an_option_came_counts_where_that_has_its_default(tmp_path, monkeypatch):
    path = record(tmp_path, drive().play(by_decision))
    digest = played_of(path, ENTRY, AGREED)[0].digest
    monkeypatch.setitem(GAMES, PARLEY.name, LATER_PARLEY)
    later = replace(AGREED, game=LATER_PARLEY, setup=make_setup(LATER_PARLEY, 2))
    assert played_of(path, ENTRY, later)[0].digest == digest
    monkeypatch.setattr(LaterParley, "content", Parley.content)
    high = replace(AGREED, game=LATER_PARLEY, setup=make_setup(LATER_PARLEY, 2, {"stakes": 2}))
    assert refused(path, ENTRY, high).endswith("option is 'stakes=1', should be 'stakes=2'")


def test_what_a_stranger_calls_itself_cannot_move_the_cursor(tmp_path):
    driven = drive(start=False)
    for seat in (0, 1):
        driven.tell(Joined(seat, BotInfo(f"bot\x1b[2J\n{seat}")))
    assert r"'bot\x1b[2J\n0'" in refused(record(tmp_path, driven.play(by_decision)))


def test_a_match_that_has_not_ended_has_no_result(tmp_path):
    driven = drive().play(by_decision, steps=3)
    writer = RecordWriter(tmp_path / "match.lsr")
    for entry in driven.entries:
        writer.write(entry)
    writer.leave()
    assert "was not finished" in refused(writer.part)
    assert "No such file" in refused(tmp_path / "nothing.lsr")


def changed(path: Path, change) -> Path:
    """The record with something else in it, otherwise well-formed."""
    found = parse(gzip.decompress(path.read_bytes()))
    change(found)
    entries = [RecordEntry(header=found.header), *(RecordEntry(step=step) for step in found.steps),
               RecordEntry(footer=found.footer)]
    other = path.with_name("changed.lsr")
    other.write_bytes(b"".join(varint(len(data)) + data for data in (each.SerializeToString() for each in entries)))
    return other


def swap_ranks(found):
    ranks = list(found.footer.outcome.ranks)
    found.footer.outcome.ranks[:] = ranks[::-1] if ranks[0] != ranks[1] else [1, 2]


def swap_score(found):
    found.footer.outcome.scores[0] += 1


def drop_step(found):
    del found.steps[-1]


def other_draw(found):
    act = next(act for step in found.steps for act in step.acts if act.seat == -1)
    act.picks[0] += 1


@pytest.mark.parametrize("change", [swap_ranks, swap_score, drop_step, other_draw])
def test_a_record_that_does_not_verify_has_no_result(tmp_path, change):
    path = record(tmp_path, drive().play(by_decision))
    assert refused(changed(path, change)).startswith("does not verify: ")
    assert played_of(changed(path, lambda found: None), ENTRY, AGREED) == played_of(path, ENTRY, AGREED)


def test_a_torn_record_has_no_result(tmp_path):
    path = record(tmp_path, drive().play(by_decision))
    torn = tmp_path / "torn.lsr"
    shutil.copy(path, torn)
    torn.write_bytes(path.read_bytes()[:-20])
    assert refused(torn) == "is truncated: its compressed data ends too early"
