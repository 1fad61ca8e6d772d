"""A match cut off after any step goes on to the very end that it would have had."""

from __future__ import annotations

import pytest

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.record_pb2 import RecordEntry
from lawspeaker_engine.games.clansmen.game import Clansmen
from lawspeaker_engine.games.northgard.game import Northgard
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.fault_policies import parse_policy
from lawspeaker_referee.host.resume import resume
from lawspeaker_referee.match.events import Away, BotInfo, Joined, Left, Returned, Tick
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.file import Record
from lawspeaker_referee.record.verify.fault_audit import RecordDiffers
from lawspeaker_referee.record.verify.replay import verify
from tests.games.parley import PARLEY
from tests.referee.match.match_driver import PLAYED_ON, SEED, Drive, by_decision
from tests.sample_sizes import first_quick

RANDOM = parse_policy({"timeout": "random", "disqualified": "random", "disqualify_after": 2})
PARTS = 4
BANKED = Clock(2.0, bank=5.0, increment=0.5, first_move=4.0)


def cut_off(drive: Drive, steps: int) -> Record:
    """Return what the referee had written when it died."""
    header, *rest = [RecordEntry.FromString(entry.SerializeToString()) for entry in drive.entries]
    return Record(header.header, [entry.step for entry in rest[:steps]], None)


def resumed(drive: Drive, steps: int, *, text: bool = False) -> Drive:
    """The same match in another process, all its bots back."""
    again = Drive.of(resume(cut_off(drive, steps), SEED, now=7000.0, unix_ms=1_800_000_000_000), now=7000.0)
    for seat in drive.match.manned:
        again.tell(Returned(seat, BotInfo(f"bot {seat}", "1", "test", text=text)))
    return again


def whole(before: Drive, steps: int, after: Drive) -> Record:
    """The record as it stands when the match is over at last."""
    start = cut_off(before, steps)
    assert after.ended is not None
    return Record(start.header, [*start.steps, *after.steps()], after.ended.footer)


def footer(drive: Drive):
    assert drive.ended is not None and drive.ended.footer is not None
    return drive.ended.footer


@pytest.mark.parametrize(("game", "players", "options", "part"), [
    (PARLEY, 4, {}, 0), *first_quick(0, ((Northgard(), 2, {}, part) for part in range(PARTS))),
    *first_quick(0, ((Clansmen(), 2, {}, part) for part in range(PARTS))),
], ids=lambda value: getattr(value, "name", None) or str(value))
def test_cut_off_after_any_step_a_match_ends_as_if_nothing_had_happened(game, players, options, part):
    """Every step; the long games in parts. What lies far from the end is compared for a while, the rest to the end."""
    undisturbed = Drive(players, game=game, match_id="m-1", clock=BANKED, **options).play(by_decision)
    total = len(undisturbed.steps())
    assert total == undisturbed.match.steps
    for steps in range(total + 1) if game is PARLEY else range(part, total + 1, PARTS):
        again = resumed(undisturbed, steps)
        if again.ended is None:
            first = again.match.decisions
            assert min(each.decision_id for each in again.match.open_decisions.waiting) <= first
            if steps < total - 12:
                again.play(by_decision, steps=6)
                assert [each.digest for each in again.steps()] == [
                    each.digest for each in undisturbed.steps()[steps:steps + len(again.steps())]]
                continue
            again.play(by_decision)
        assert footer(again).digest == footer(undisturbed).digest
        assert footer(again).outcome == footer(undisturbed).outcome
        assert verify(whole(undisturbed, steps, again)).ok


def go_on(drive: Drive) -> Drive:
    """To the end: seat 1 is there, but silent; seat 0 is refused now and then; the others answer, each in its time."""
    while drive.ended is None:
        waiting = {each.decision.seat: each for each in drive.match.open_decisions.waiting}
        deadline = drive.match.deadline
        if waiting.keys() - {1}:
            seat = min(waiting.keys() - {1})
            request = drive.request(seat)
            if not seat and request.decision_id % 2:
                drive.answer(0, 99)
            drive.answer(seat, *by_decision(seat, request), after=0.3 + seat)
        else:
            drive.tell(Tick(), after=max(0.0, (deadline or 0.0) - drive.now) if waiting else 0.0)
    return drive


def disturbed() -> Drive:
    """Everything at once: refusals, time that ran out, random substitutes, a seat that is put out, a bot that left."""
    drive = Drive(4, rounds=3, clock=BANKED, policy=RANDOM, start=False)
    drive.tell(Left(3, Fault.FAULT_CRASHED, "exit code 1"))
    for seat in range(3):
        drive.tell(Joined(seat, BotInfo(f"bot {seat}")))
    return go_on(drive)


def test_a_seat_with_a_clock_of_its_own_goes_on_with_it():
    drive = Drive(2, clock=BANKED, own_clocks={1: Clock(0.5, bank=9.0)}).play(by_decision, 3)
    again = Drive.of(resume(cut_off(drive, len(drive.steps())), SEED, now=500.0, unix_ms=0), now=500.0)
    assert again.match.clocks == (BANKED, Clock(0.5, bank=9.0))
    banks = [[seat.bank_us for seat in each.match._seats.states] for each in (again, drive)]
    assert banks[0] == banks[1]


def test_banks_charges_faults_and_substitutes_go_on_as_they_were_at_every_step():
    drive = disturbed()
    assert [set(each) for each in drive.match.faults] == [set(), {"timeout", "disqualified"}, set(), {"crashed"}]
    for steps in range(len(drive.steps()) + 1):
        again = Drive.of(resume(cut_off(drive, steps), SEED, now=500.0, unix_ms=0), now=500.0)
        again.tell(Left(3, Fault.FAULT_CRASHED, "exit code 1"))
        for seat in range(3):
            again.tell(Returned(seat, BotInfo(f"bot {seat}")))
        go_on(again)
        assert footer(again).digest == footer(drive).digest
        assert again.match.faults == drive.match.faults
        banks = [[seat.bank_us for seat in each.match._seats.states] for each in (again, drive)]
        assert banks[0] == banks[1]
        assert again.steps() == drive.steps()[steps:], "acts, faults, charges and evidence are the same too"
        assert verify(whole(drive, steps, again)).ok


def test_nothing_is_asked_before_every_bot_is_back_and_then_the_clock_starts_anew():
    drive = Drive(2, clock=BANKED).play(by_decision)
    again = Drive.of(resume(cut_off(drive, 3), SEED, now=50.0, unix_ms=0), now=50.0)
    assert again.match.deadline == 50.0 + BANKED.reconnect
    again.tell(Returned(0, BotInfo("bot 0")), after=20.0)
    assert [each.WhichOneof("message") for each in again.sent[0]] == ["match_started"]
    again.tell(Returned(1, BotInfo("bot 1")), after=5.0)
    assert again.request(0).decision_id == 1
    assert again.request(0).time_left_ms == 9000
    assert again.match.deadline == 75.0 + 9.0


def test_who_does_not_come_back_in_time_has_its_clock_running():
    drive = Drive(2, clock=BANKED).play(by_decision)
    again = Drive.of(resume(cut_off(drive, 3), SEED, now=0.0, unix_ms=0), now=0.0)
    again.tell(Returned(0, BotInfo("bot 0")), after=1.0)
    again.tell(Tick(), after=BANKED.reconnect - 1.0)
    assert again.open_decisions == 2
    again.answer(0, 0)
    again.tell(Tick(), after=9.0)
    assert again.step().acts[1].fault == Fault.FAULT_NETWORK


def test_who_does_not_come_back_to_a_match_without_limits_is_gone():
    drive = Drive(2, move_time=None, policy=PLAYED_ON).play(by_decision)
    again = Drive.of(resume(cut_off(drive, 3), SEED, now=0.0, unix_ms=0), now=0.0)
    again.tell(Returned(0, BotInfo("bot 0")))
    again.tell(Tick(), after=60.0)
    again.answer(0, 0)
    assert again.step().acts[1].fault == Fault.FAULT_DISCONNECTED
    assert again.step().timing[1].evidence == "did not come back within 1m"


@pytest.mark.parametrize("move_time", [None, 2.0])
def test_a_match_to_which_no_bot_comes_back_is_void_as_the_referee_was_to_blame(move_time):
    drive = Drive(2, move_time=move_time).play(by_decision)
    again = Drive.of(resume(cut_off(drive, 3), SEED, now=0.0, unix_ms=0), now=0.0)
    again.tell(Tick(), after=60.0)
    assert again.ended is not None and again.ended.outcome is None and again.ended.voided_by is None
    assert again.ended.void_reason == "no bot came back after the referee was started again"


def test_a_bot_hears_again_what_it_missed_and_no_more():
    """Its next request tells everything since its last own answer, as it would have without the interruption."""
    drive = Drive(2, rounds=3)
    for _ in range(2):
        drive.answer(0, 0)
        drive.answer(1, 0)
        while drive.request(0).prompt != "round.bid" or drive.open_decisions < 2:
            seat = drive.match.open_decisions.waiting[0].decision.seat
            drive.answer(seat, *drive.request(seat).default_picks)
    again = resumed(drive, len(drive.steps()))
    for seat in range(2):
        assert again.request(seat) == drive.request(seat)


def test_a_bot_that_was_away_before_the_interruption_is_waited_for_too():
    drive = Drive(2, clock=BANKED)
    drive.tell(Away(1))
    again = Drive.of(resume(cut_off(drive, 3), SEED, now=0.0, unix_ms=0), now=0.0)
    again.tell(Returned(0, BotInfo("bot 0")))
    assert again.requests(0) == []
    again.tell(Returned(1, BotInfo("bot 1")))
    assert again.requests(0) and again.requests(1)


def test_the_end_is_dated_by_the_time_of_the_resuming_referee():
    drive = Drive(2).play(by_decision)
    again = resumed(drive, len(drive.steps()))
    assert footer(again).ended_unix_ms == 1_800_000_000_000


@pytest.mark.parametrize(("change", "error", "said"), [
    (lambda record: record.steps[3].timing.pop(), RecordDiffers,
     "step 4: it tells how 1 answers came about, should be 2"),
    (lambda record: setattr(record.steps[2], "digest", bytes(16)), RecordDiffers, "step 3: digest is"),
    (lambda record: record.steps[0].acts[0].picks.append(0), RecordDiffers, "step 1: picks is"),
    (lambda record: record.header.seats.pop(), RecordError, "names 1 bots for 2 seats"),
    (lambda record: record.header.policy.rules.pop(), RecordError, "the policy of its header does not say once"),
    (lambda record: setattr(record.header, "seed_commitment", bytes(32)), RecordError, "was begun with another seed"),
])
def test_a_record_that_was_tampered_with_is_not_resumed(change, error, said):
    record = cut_off(Drive(2, rounds=3).play(by_decision), 6)
    change(record)
    with pytest.raises(error) as raised:
        resume(record, SEED, now=0.0, unix_ms=0)
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_finished_match_is_not_resumed():
    drive = Drive(2).play(by_decision)
    with pytest.raises(RecordError, match="parley-1 has ended; there is nothing to resume"):
        resume(whole(drive, 0, drive), SEED, now=0.0, unix_ms=0)


@pytest.mark.slow
def test_a_match_against_the_automa_goes_on_when_its_one_bot_is_back():
    before = Drive(2, game=Northgard(), automa=2).play(by_decision)
    steps = len(before.steps())
    for cut in (0, 1, 30, steps // 2, steps - 1):
        after = resumed(before, cut).play(by_decision)
        assert footer(after).digest == footer(before).digest
        assert verify(whole(before, cut, after)).ok
    assert before.match.names == ("bot 0", "automa")


def test_words_tell_what_the_automa_did_before_the_referee_came_back():
    before = Drive(2, start=False, game=Northgard(), automa=2)
    before.tell(Joined(0, BotInfo("bot 0", "1", "test", text=True)))
    while "The Automa's figures" not in str(before.request(0).text.events):
        before.play(by_decision, steps=1)
    after = resumed(before, len(before.steps()), text=True)
    assert after.request(0).text == before.request(0).text
