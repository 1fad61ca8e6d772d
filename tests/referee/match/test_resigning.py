"""Bots that resign: of two the match ends, of more a substitute goes on, and it is no fault of theirs."""

from __future__ import annotations

import pytest

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker_engine.games import find_game
from lawspeaker_engine.model import Outcome
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.config.fault_policies import DEFAULT_POLICY, parse_policy, policy_message, policy_table
from lawspeaker_referee.host.resume import resume
from lawspeaker_referee.match.events import Answered, BotInfo, Left, Returned
from lawspeaker_referee.match.places import LostSeats, Places, resigned_in
from lawspeaker_referee.record.file import Record
from lawspeaker_referee.record.verify.replay import verify
from lawspeaker_referee.record.verify.seat_report import known_policy, seat_reports
from tests.referee.match.match_driver import SEED, Drive, by_decision
from tests.referee.match.test_faults import record_of
from tests.referee.match.test_stand_ins import ranks_by_rules

REFUSED = parse_policy({"resign": "refuse"})


def of_more(policy=DEFAULT_POLICY, seat: int = 1) -> Drive:
    """A match of four to its end in which a seat resigns at its second decision."""
    drive = Drive(4, rounds=3, policy=policy).play(by_decision, 6)
    drive.resign(seat)
    return drive.play(by_decision)


def test_of_two_the_match_ends_at_once_and_who_resigned_is_last():
    drive = Drive(2)
    drive.resign(0)
    assert drive.ended is not None and drive.ended.outcome == Outcome((2, 1), (0, 0), "resignation")
    footer = drive.ended.footer
    assert (resigned_in(footer), list(footer.resigned)) == ([0], [])
    assert [drive.sent[seat][-1].match_over.outcome.reason for seat in range(2)] == ["resignation"] * 2
    assert verify(record_of(drive)).ok


def test_of_two_teams_the_match_ends_and_the_mate_is_last_too_whatever_becomes_of_other_lost_seats():
    game = find_game("northgard")
    drive = Drive(4, game=game, policy=parse_policy({"lost_seat": "game"}), teams=True)
    asked = drive.match.open_decisions.waiting[0].decision.seat
    drive.resign(asked)
    assert drive.ended is not None and drive.ended.outcome is not None
    teams = game.teams(make_setup(game, 4, {"teams": True}))
    assert drive.ended.outcome.ranks == tuple(3 if team == teams[asked] else 1 for team in teams)
    assert verify(record_of(drive)).ok


@pytest.mark.parametrize("lost_seat", ["forfeit", "last", "game"])
def test_of_more_a_substitute_goes_on_and_the_seat_is_after_all_who_finished(lost_seat):
    drive = of_more(parse_policy({"lost_seat": lost_seat}))
    assert drive.ended is not None and drive.ended.outcome is not None and drive.ended.footer is not None
    assert (list(drive.ended.footer.resigned), list(drive.ended.footer.substituted)) == ([1], [])
    assert drive.ended.outcome.ranks[1] == 4
    others = [rank for seat, rank in enumerate(ranks_by_rules(drive)) if seat != 1]
    assert [rank for seat, rank in enumerate(drive.ended.outcome.ranks) if seat != 1] == [
        1 + sum(other < rank for other in others) for rank in others]
    assert drive.sent[1][-1].HasField("match_over"), "it is told the end, too"
    assert verify(record_of(drive)).ok


def test_it_counts_as_no_fault_and_its_later_decisions_are_nobodys():
    drive = of_more()
    assert drive.match.faults == ({}, {}, {}, {})
    record = record_of(drive)
    by_seat = seat_reports(record, known_policy(record))
    assert by_seat[1].faults.strikes == 0
    assert by_seat[1].faults.decisions == by_seat[1].own < by_seat[0].faults.decisions
    assert by_seat[1].resigned_at is not None and not by_seat[1].reasons


def test_a_bot_that_has_resigned_and_then_leaves_or_answers_changes_nothing():
    drive = Drive(3, rounds=3)
    decision = drive.request(1).decision_id
    drive.resign(1)
    drive.tell(Answered(1, decision, (0,)))
    assert drive.sent[1][-1].answer_rejected.message == "you have resigned"
    drive.tell(Left(1, Fault.FAULT_CRASHED, "exit code 1"))
    drive.play(by_decision)
    acts = [act for step in drive.steps() for act in step.acts if act.seat == 1]
    assert {act.fault for act in acts} == {Fault.FAULT_RESIGNED}
    assert drive.match.faults[1] == {} and verify(record_of(drive)).ok


def test_a_sealed_resignation_is_told_nobody_before_the_step_is_closed():
    drive = Drive(3)
    before = {seat: len(drive.sent[seat]) for seat in (0, 2)}
    drive.resign(1)
    assert {seat: len(drive.sent[seat]) for seat in (0, 2)} == before and not drive.steps()[-1].timing


def test_where_it_is_not_allowed_it_is_an_illegal_answer_and_the_decision_stays_open():
    drive = Drive(2, policy=REFUSED)
    drive.resign(0)
    assert drive.rejections(0) == ["wrong_count"]
    assert drive.sent[0][-1].answer_rejected.message == "this match does not allow bots to resign; take options"
    drive.play(by_decision)
    assert drive.ended is not None and drive.ended.footer is not None and not resigned_in(drive.ended.footer)
    assert sum(timing.rejections for step in drive.steps() for timing in step.timing) == 1


def test_it_is_allowed_unless_the_policy_refuses_it():
    assert policy_table(DEFAULT_POLICY)["resign"] == "allow" and parse_policy({}).resign
    assert not parse_policy({"resign": "refuse"}).resign


def test_a_match_goes_on_after_its_referee_without_who_has_resigned():
    drive = of_more()
    steps = next(at for at, step in enumerate(drive.steps(), 1)
                 if any(act.fault == Fault.FAULT_RESIGNED for act in step.acts))
    record = record_of(drive)
    again = Drive.of(resume(Record(record.header, list(record.iter_steps())[:steps], None), SEED, 500.0, 0), 500.0)
    for seat in (0, 2, 3):
        again.tell(Returned(seat, BotInfo(f"bot {seat}")))
    again.play(by_decision)
    assert again.ended is not None and again.ended.footer is not None
    assert again.ended.footer.digest == record.footer.digest
    assert list(again.ended.footer.resigned) == [1]


def test_all_who_resigned_keep_the_order_of_the_game_behind_the_others():
    places = Places.of(DEFAULT_POLICY, find_game("northgard"), make_setup(find_game("northgard"), 4))
    lost = LostSeats(frozenset({3}), frozenset(), frozenset({0, 1}))
    assert places.finished(Outcome((1, 2, 3, 4), (9, 8, 7, 6), "fame"), lost).ranks == (2, 3, 1, 4)


def _resigned_elsewhere(record):
    record.footer.resigned[:] = [2]


@pytest.mark.parametrize(("change", "said"), [
    (lambda record: record.footer.ClearField("resigned"), "footer: the seats that have resigned are [], should be [1]"),
    (_resigned_elsewhere, "footer: the seats that have resigned are [2], should be [1]"),
    (lambda record: record.header.policy.CopyFrom(policy_message(REFUSED)),
     "has the fault resigned, which its policy does not allow"),
])
def test_a_record_that_says_something_else_of_who_resigned_differs(change, said):
    record = record_of(of_more())
    change(record)
    found = verify(record)
    assert not found.ok and said in (found.first_difference or "")


def test_a_match_that_ended_by_a_resignation_that_its_policy_refuses_differs():
    drive = Drive(2)
    drive.resign(0)
    record = record_of(drive)
    record.header.policy.CopyFrom(policy_message(REFUSED))
    assert verify(record).first_difference == "footer: seat 0 cannot have forfeited this match"
