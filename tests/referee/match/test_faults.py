"""Faults and what follows from them, as data and in a match; and `verify` finds what does not follow."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.record_pb2 import Forfeit, RecordEntry, RecordHeader
from lawspeaker_engine.dice import Dice
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import Decision, Outcome
from lawspeaker_engine.playing import check
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.fault_policies import DEFAULT_POLICY, BadPolicy, parse_policy, policy_message, policy_of
from lawspeaker_referee.match.events import Answered, BotInfo, Ended, Faulty, Joined, Left, Tick
from lawspeaker_referee.match.faults import substitute
from lawspeaker_referee.match.places import LostSeats, Places
from lawspeaker_referee.record.file import Record
from lawspeaker_referee.record.verify.replay import verify
from tests.games.parley import PARLEY
from tests.referee.match.match_driver import PLAYED_ON, Drive, by_decision


def record_of(drive: Drive) -> Record:
    assert drive.ended is not None and drive.ended.footer is not None
    entries = [RecordEntry.FromString(entry.SerializeToString()) for entry in drive.entries]
    return Record(entries[0].header, [entry.step for entry in entries[1:]], drive.ended.footer)


NOBODY = LostSeats(frozenset(), frozenset())


def forfeit_outcome(players: int, losers: list[int]) -> Outcome:
    return Places.of(DEFAULT_POLICY, PARLEY, make_setup(PARLEY, players)).forfeited(
        [Forfeit(seat=seat, fault=Fault.FAULT_CRASHED) for seat in losers], NOBODY)


def silent(drive: Drive, seat: int = 1) -> Drive:
    """To the end; one seat never says a word."""
    while drive.ended is None:
        others = [each for each in drive.match.open_decisions.waiting if each.decision.seat != seat]
        if others:
            number = others[0].decision.seat
            drive.answer(number, *by_decision(number, drive.request(number)), after=0.01)
        else:
            drive.tell(Tick(), after=max(0.0, (drive.match.deadline or 0.0) - drive.now))
    return drive


def faults_of(drive: Drive, seat: int) -> list[int]:
    return [act.fault for step in drive.steps() for act in step.acts if act.seat == seat]


# --- as data ---


def test_an_empty_table_is_the_default_policy():
    assert parse_policy({}) == DEFAULT_POLICY


def test_a_policy_is_the_same_after_a_record():
    policy = parse_policy({
        "timeout": "random", "crashed": "forfeit-match", "malformed": "forfeit-seat", "network": "void",
        "disqualified": "random", "disqualify_after": 3, "disqualify_rate": 0.25, "disqualify_minimum": 4,
        "most_refusals": 2, "strikes": {"illegal": 2, "timeout": 0},
    })
    header = RecordHeader(policy=policy_message(policy))
    assert policy_message(policy_of(header)) == header.policy
    assert (policy.disqualify_permille, policy.strikes[Fault.FAULT_ILLEGAL]) == (250, 2)


def test_a_record_without_a_policy_or_the_place_of_lost_seats_is_refused():
    with pytest.raises(BadPolicy, match="does not say once for each fault what follows from it"):
        policy_of(RecordHeader())
    message = policy_message(DEFAULT_POLICY)
    message.ClearField("lost_seat")
    with pytest.raises(BadPolicy, match="says 0 for the place of a lost seat"):
        policy_of(RecordHeader(policy=message))


@pytest.mark.parametrize(("table", "said"), [
    ({"timeuot": "default"}, "there is no 'timeuot' (did you mean 'timeout'?)"),
    ({"timeout": "retry"}, "timeout is 'retry'; it is one of default, random, forfeit-seat, forfeit-match, void"),
    ({"timeout": "radnom"}, "did you mean 'random'?"), ({"timeout": 3}, "timeout is 3; it is one of"),
    ({"referee": "default"}, "referee is 'default'; it is one of void"),
    ({"disqualified": "forfeit-seat"}, "it is one of default, random, forfeit-match"),
    ({"disqualify_after": -1}, "disqualify_after is -1; it is a whole number from 0"),
    ({"disqualify_after": True}, "disqualify_after is True"), ({"disqualify_rate": 50}, "a share from 0 to 1"),
    ({"most_refusals": 0}, "most_refusals is 0; it is a whole number from 1 to 1000"),
    ({"strikes": 3}, "strikes is 3; it is a table such as { illegal = 2 }"),
    ({"strikes": {"ilegal": 2}}, "strikes: there is no 'ilegal' (did you mean 'illegal'?)"),
    ({"strikes": {"illegal": -2}}, "strikes: illegal is -2"),
])
def test_a_table_that_is_no_policy_is_refused_with_what_would_be_right(table, said):
    with pytest.raises(BadPolicy) as error:
        parse_policy(table)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


@given(st.integers(1, 9), st.data())
def test_random_substitutes_are_legal_and_come_from_a_stream_of_their_own(total, data):
    least = data.draw(st.integers(0, total))
    most = data.draw(st.integers(least, total + 3))
    ordered = data.draw(st.booleans())
    decision = Decision(2, "q", list(range(total)), least, most, tuple(range(least)), None, ordered=ordered)
    seed = data.draw(st.binary(min_size=16, max_size=16))
    dice, untouched = Dice(seed), Dice(seed)
    picks = substitute(parse_policy({"timeout": "random"}), Fault.FAULT_TIMEOUT, decision, dice)
    assert check(decision, picks) == picks
    assert dice.draw("deck", 50, 5) == untouched.draw("deck", 50, 5)
    assert set(dice._counters) <= {"deck", "substitute/2"}


@pytest.mark.parametrize(("players", "losers", "ranks"), [
    (2, [1], (1, 2)), (4, [0], (4, 1, 1, 1)), (4, [0, 2], (3, 1, 3, 1)), (2, [0, 1], (1, 1)),
])
def test_who_forfeits_is_last_and_the_others_share_the_first_place(players, losers, ranks):
    outcome = forfeit_outcome(players, losers)
    assert (outcome.ranks, outcome.scores, outcome.reason) == (ranks, (0,) * players, "forfeit")


# --- in a match ---


def test_time_that_runs_out_may_be_answered_at_random_and_verify_draws_the_same():
    drive = silent(Drive(3, rounds=3, policy=parse_policy({"timeout": "random"}), seed=bytes(32)))
    picks = [tuple(act.picks) for step in drive.steps() for act in step.acts
             if act.fault == Fault.FAULT_TIMEOUT and act.prompt == "round.bid"]
    assert len(picks) == 3 and set(picks) != {(0,)}, "not the defaults"
    assert verify(record_of(drive)).ok


def test_a_random_substitute_that_was_chosen_is_found():
    record = record_of(silent(Drive(3, rounds=3, policy=parse_policy({"timeout": "random"}))))
    record.header.policy.CopyFrom(policy_message(DEFAULT_POLICY))
    said = verify(record).first_difference
    assert said is not None and "picks after a fault at round." in said


def test_a_random_substitute_moves_no_dice():
    """The same match, with defaults: every draw of chance is the same."""
    rolls = []
    for action in ("default", "random"):
        drive = silent(Drive(3, rounds=3, policy=parse_policy({"timeout": action})))
        rolls.append([tuple(act.picks) for step in drive.steps() for act in step.acts if act.seat < 0])
    assert rolls[0] == rolls[1]


@pytest.mark.parametrize(("table", "refusals"), [
    ({"illegal": "default"}, 1), ({"illegal": "random"}, 1), ({"most_refusals": 3}, 3),
])
def test_a_policy_says_how_often_an_illegal_answer_may_be_repeated(table, refusals):
    drive = Drive(2, policy=parse_policy(table))
    for _ in range(refusals):
        assert drive.open_decisions == 2
        drive.answer(0, 9)
    assert drive.open_decisions == 1
    drive.answer(1, 0)
    assert drive.step().acts[0].fault == Fault.FAULT_ILLEGAL
    assert drive.step().timing[0].evidence == f"{refusals} refused, the last: out_of_range"
    assert drive.step().timing[0].rejections == refusals


def test_a_message_that_is_no_answer_counts_as_a_refused_one():
    drive = Drive(2, policy=parse_policy({"most_refusals": 3}))
    drive.answer(0, 9)
    drive.tell(Faulty(0))
    drive.tell(Faulty(0, Fault.FAULT_OVERSIZED, "70000 bytes"))
    drive.answer(1, 0)
    assert drive.step().acts[0].fault == Fault.FAULT_OVERSIZED
    assert drive.step().timing[0].evidence == "3 refused, the last: 70000 bytes"
    assert drive.tell(Faulty(1)) == [] or drive.open_decisions


def test_a_crash_stands_in_the_record_with_its_evidence():
    drive = Drive(2, policy=PLAYED_ON)
    drive.tell(Left(0, Fault.FAULT_CRASHED, "exit code 139" + "x" * 500))
    drive.answer(1, 0)
    assert drive.step().acts[0].fault == Fault.FAULT_CRASHED
    assert drive.step().timing[0].evidence.startswith("exit code 139")
    assert len(drive.step().timing[0].evidence) == 128


def test_a_seat_with_enough_strikes_is_out_and_its_substitute_plays_on():
    drive = silent(Drive(2, rounds=3, policy=parse_policy({"disqualify_after": 2, "lost_seat": "game"})))
    faults = faults_of(drive, 1)
    assert faults[:2] == [Fault.FAULT_TIMEOUT] * 2
    assert set(faults[2:]) == {Fault.FAULT_DISQUALIFIED}
    assert drive.rejections(1) == ["disqualified"]
    assert drive.sent[1][-1].HasField("match_over"), "it still learns how the match ended"
    evidence = [timing.evidence for step in drive.steps() for act, timing in zip(step.acts, step.timing, strict=False)
                if act.fault == Fault.FAULT_DISQUALIFIED]
    assert set(evidence) == {"2 strikes: timeout 2"}
    assert verify(record_of(drive)).ok


def test_a_seat_that_is_out_is_told_so_when_it_answers():
    drive = Drive(2, rounds=3, policy=parse_policy({"timeout": "forfeit-seat", "lost_seat": "last"}))
    drive.answer(0, 0)
    drive.tell(Tick(), after=2.0)
    drive.tell(Answered(1, 2, (0,)))
    assert drive.rejections(1) == ["disqualified", "disqualified"]
    assert [each.decision.seat for each in drive.match.open_decisions.waiting] == [0]


def test_a_seat_is_out_by_its_rate_after_the_least_number_of_decisions():
    table = {"disqualify_after": 0, "disqualify_rate": 0.4, "disqualify_minimum": 3, "lost_seat": "last"}
    faults = faults_of(silent(Drive(2, rounds=3, policy=parse_policy(table))), 1)
    assert faults[:3] == [Fault.FAULT_TIMEOUT] * 3
    assert faults[3:] and set(faults[3:]) == {Fault.FAULT_DISQUALIFIED}
    table["disqualify_rate"] = 1.0
    assert Fault.FAULT_DISQUALIFIED not in faults_of(silent(Drive(2, rounds=3, policy=parse_policy(table))), 1)


def test_strikes_are_counted_by_weight():
    table = {"disqualify_after": 4, "strikes": {"timeout": 2}, "lost_seat": "last"}
    assert faults_of(silent(Drive(2, rounds=3, policy=parse_policy(table))), 1)[:3] == [1, 1, Fault.FAULT_DISQUALIFIED]
    table = {"disqualify_after": 1, "strikes": {"timeout": 0}}
    assert Fault.FAULT_DISQUALIFIED not in faults_of(silent(Drive(2, policy=parse_policy(table))), 1)


def test_a_forfeited_match_ends_at_once_and_can_be_verified():
    drive = Drive(3, policy=parse_policy({"crashed": "forfeit-match"}))
    drive.answer(0, 0)
    drive.tell(Left(1, Fault.FAULT_CRASHED, "signal 9"))
    assert drive.ended is not None and drive.ended.outcome == forfeit_outcome(3, [1])
    assert [(each.seat, each.fault, each.evidence) for each in drive.ended.footer.forfeits] == [
        (1, Fault.FAULT_CRASHED, "signal 9")]
    assert drive.sent[0][-1].match_over.outcome.reason == "forfeit"
    assert drive.sent[2][-1].match_over.outcome.ranks == [1, 3, 1]
    assert verify(record_of(drive)).ok


def test_two_who_forfeit_in_the_same_moment_are_both_last():
    drive = Drive(3, policy=parse_policy({"timeout": "forfeit-match"}))
    drive.answer(1, 0)
    drive.tell(Tick(), after=2.0)
    assert drive.ended is not None and drive.ended.outcome is not None
    assert drive.ended.outcome.ranks == (2, 1, 2)
    assert verify(record_of(drive)).ok


def test_who_leaves_when_it_is_not_asked_forfeits_only_when_it_is():
    drive = Drive(2, policy=parse_policy({"disconnected": "forfeit-match"}),
                  draws={"deck": [(15, 14, 13), (0, 1, 2)]})
    drive.answer(0, 0)
    drive.answer(1, 0)
    assert drive.request(0).prompt == "round.steal"
    drive.tell(Left(1))
    assert drive.ended is None
    drive.answer(0)
    assert drive.ended is not None and drive.ended.outcome == forfeit_outcome(2, [1])


def test_a_match_is_forfeited_by_who_never_came():
    drive = Drive(2, start=False, clock=Clock(2.0, connect=5.0), policy=parse_policy({"disconnected": "forfeit-match"}))
    drive.tell(Joined(0, BotInfo("a")))
    assert drive.match.deadline == drive.now + 5.0
    drive.tell(Tick(), after=5.0)
    assert drive.ended is not None and drive.ended.outcome == forfeit_outcome(2, [1])
    assert not drive.requests(0), "nothing is asked of the other one any more"
    assert verify(record_of(drive)).ok


def absent(*seats: int) -> Drive:
    """A match of Northgard, which asks one seat after the other, to which these never came."""
    drive = Drive(2, start=False, game=GAMES["northgard"])
    for seat in seats:
        drive.tell(Left(seat, evidence="it did not come", bot=BotInfo(f"bot {seat}")))
    for seat in {0, 1}.difference(seats):
        drive.tell(Joined(seat, BotInfo(f"bot {seat}")))
    return drive


def test_of_two_who_never_came_neither_wins():
    drive = absent(0, 1)
    assert drive.ended is not None and drive.ended.outcome.ranks == (1, 1)
    assert [(each.seat, each.fault, each.evidence) for each in drive.ended.footer.forfeits] == [
        (seat, Fault.FAULT_DISCONNECTED, "it did not come") for seat in (0, 1)]
    assert [each.bot for each in record_of(drive).header.seats] == ["bot 0", "bot 1"]
    assert verify(record_of(drive)).ok


def test_who_never_came_does_not_win_against_who_crashes_when_it_is_asked():
    drive = absent(1)
    assert drive.ended is None and drive.requests(0)
    drive.tell(Left(0, Fault.FAULT_CRASHED, "signal 9"))
    assert drive.ended.outcome.ranks == (1, 1)
    record = record_of(drive)
    assert verify(record).ok
    losers = [*record.footer.forfeits]
    for left, said in ((losers[1:], "no seat that was asked has forfeited"), (losers[:1], "outcome is")):
        del record.footer.forfeits[:]
        record.footer.forfeits.extend(left)
        assert said in verify(record).first_difference


def test_who_has_answered_and_is_gone_then_wins_against_who_forfeits_the_same_question():
    drive = Drive(2, policy=parse_policy({"timeout": "forfeit-match"}))
    drive.answer(1, 0)
    drive.tell(Left(1, Fault.FAULT_CRASHED, "signal 9"))
    drive.tell(Tick(), after=2.0)
    assert drive.ended is not None and drive.ended.outcome.ranks == (2, 1)
    assert verify(record_of(drive)).ok


def test_a_disqualification_may_end_the_match_after_its_step():
    drive = silent(Drive(2, rounds=3, policy=parse_policy({"disqualify_after": 2, "disqualified": "forfeit-match"})))
    assert drive.ended is not None and drive.ended.outcome == forfeit_outcome(2, [1])
    assert faults_of(drive, 1) == [Fault.FAULT_TIMEOUT] * 2
    assert verify(record_of(drive)).ok


@pytest.mark.parametrize("event", [Left(1, Fault.FAULT_REFEREE), Left(1, Fault.FAULT_CRASHED)])
def test_a_fault_may_void_the_match_and_the_referees_own_always_does(event):
    drive = Drive(2, policy=parse_policy({"crashed": "void"}))
    drive.tell(event)
    assert isinstance(drive.ended, Ended) and drive.ended.outcome is None and drive.ended.footer is None
    assert "seat 1" in drive.sent[0][-1].match_over.void_reason


# --- what does not follow is found ---


def forfeited() -> Record:
    drive = Drive(3, policy=parse_policy({"crashed": "forfeit-match"}))
    drive.tell(Left(1, Fault.FAULT_CRASHED))
    return record_of(drive)


def _other_seat(record):
    record.footer.forfeits[0].seat = 2
    record.footer.outcome.ranks[:] = [1, 1, 3]


@pytest.mark.parametrize(("change", "said"), [
    (lambda record: record.footer.ClearField("forfeits"), "missing; the game goes on with round.bid"),
    (_other_seat, "footer: digest is"),
    (lambda record: setattr(record.footer.forfeits[0], "seat", 7), "footer: seat 7 cannot have forfeited this match"),
    (lambda record: setattr(record.footer.forfeits[0], "fault", 1), "footer: seat 1 cannot have forfeited"),
    (lambda record: setattr(record.footer.forfeits[0], "fault", 9), "footer: seat 1 cannot have forfeited"),
    (lambda record: record.footer.forfeits.append(record.footer.forfeits[0]), "footer: seat 1 cannot have forfeited"),
    (lambda record: record.header.policy.CopyFrom(policy_message(DEFAULT_POLICY)),
     "footer: seat 1 cannot have forfeited"),
    (lambda record: setattr(record.footer.outcome, "reason", "points"), "footer: outcome is"),
])
def test_a_forfeit_that_does_not_follow_is_found(change, said):
    record = forfeited()
    change(record)
    found = verify(record).first_difference
    assert found is not None and said in found and "\n" not in found


def test_a_game_that_is_over_cannot_be_forfeited():
    record = record_of(Drive(3, policy=parse_policy({"crashed": "forfeit-match"})).play())
    record.footer.forfeits.add(seat=1, fault=Fault.FAULT_CRASHED)
    assert verify(record).first_difference == "footer: a forfeit, but the game was over"


@pytest.mark.parametrize(("fault", "said"), [
    (0, "of seat 1 has the fault none, should have disqualified: it answers no more"),
    (1, "of seat 1 has the fault timeout, should have disqualified"),
])
def test_an_answer_of_a_seat_that_is_out_is_found(fault, said):
    record = record_of(silent(Drive(2, rounds=3, policy=parse_policy({"disqualify_after": 2, "lost_seat": "last"}))))
    act = next(act for step in record.steps for act in step.acts if act.fault == Fault.FAULT_DISQUALIFIED)
    act.fault = fault
    found = verify(record).first_difference
    assert found is not None and said in found


def test_a_seat_that_was_put_out_for_nothing_is_found():
    record = record_of(silent(Drive(2, rounds=3)))
    act = next(act for step in record.steps for act in step.acts if act.fault)
    act.fault = Fault.FAULT_DISQUALIFIED
    found = verify(record).first_difference
    assert found is not None and "has the fault disqualified, but the seat is not out" in found
