"""Answers that are not the bot's own, as it says: counted, kept in the record, and from a share on the seat is lost."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from lawspeaker.v1.match_pb2 import AnswerOrigin, Fault
from lawspeaker_referee.config.fault_policies import DEFAULT_POLICY, policy_message, policy_of, policy_table
from lawspeaker_referee.config.fault_policies import parse_policy as policy
from lawspeaker_referee.match.events import Answered, Left, Tick
from lawspeaker_referee.record.verify.replay import verify
from lawspeaker_referee.record.verify.seat_report import known_policy, seat_reports
from tests.referee.match.match_driver import Drive, by_decision
from tests.referee.match.test_faults import record_of

PROVIDER_FAILURE = AnswerOrigin.ANSWER_ORIGIN_PROVIDER_FAILURE


def played(players: int, origins: dict[int, Sequence[int]], *, silent: Sequence[int] = (), **table) -> Drive:
    """A match to its end in which seats give these origins in turn, and `silent` ones answer every other time."""
    drive = Drive(players, policy=policy(table), rounds=3)
    given = dict.fromkeys(range(players), 0)
    while drive.ended is None:
        skipped = False
        for each in drive.match.open_decisions.waiting:
            seat = each.decision.seat
            given[seat] += 1
            if seat in silent and given[seat] % 2:
                skipped = True
                continue
            turn = origins.get(seat, [0])
            drive.tell(Answered(seat, each.decision_id, by_decision(seat, drive.request(seat)),
                                origin=turn[(given[seat] - 1) % len(turn)]))
        drive.tell(Tick(), after=2.0 if skipped else 0.0)
    return drive


def ranks_by_rules(drive: Drive) -> Sequence[int]:
    outcome = drive.match.game.outcome(drive.match._run.state)
    assert outcome is not None
    return outcome.ranks


def test_the_origin_of_an_answer_is_kept_beside_it_and_no_digest_depends_on_it():
    own, mixed = played(2, {}), played(2, {0: [0, AnswerOrigin.ANSWER_ORIGIN_REFUSAL, 0]})
    record = record_of(mixed)
    origins = [timing.origin for step in record.iter_steps()
               for act, timing in zip(step.acts, step.timing, strict=False) if act.seat == 0]
    assert AnswerOrigin.ANSWER_ORIGIN_REFUSAL in origins and set(origins) <= {0, AnswerOrigin.ANSWER_ORIGIN_REFUSAL}
    assert mixed.ended.footer.digest == own.ended.footer.digest
    assert verify(record).ok


def test_an_origin_that_is_not_known_here_is_no_answer_of_the_bots_own():
    drive = played(2, {1: [77]})
    timing = [step.timing[at] for step in drive.steps() for at, act in enumerate(step.acts) if act.seat == 1]
    assert {each.origin for each in timing} == {AnswerOrigin.ANSWER_ORIGIN_OTHER}


@pytest.mark.parametrize(("players", "lost_seat"), [(2, "forfeit"), (2, "last"), (3, "forfeit"), (3, "last")])
def test_a_seat_of_nothing_but_stand_ins_is_last_whatever_it_has_reached(players, lost_seat):
    for seat in range(players):
        drive = played(players, {seat: [PROVIDER_FAILURE]}, lost_seat=lost_seat)
        assert drive.ended.outcome.ranks[seat] == players
        assert list(drive.ended.footer.stood_in) == [seat]
        assert not drive.ended.footer.substituted and not drive.ended.footer.forfeits
        assert drive.match.faults[seat] == {}, "its answers were taken"
        assert verify(record_of(drive)).ok
    assert any(ranks_by_rules(played(players, {}))[seat] < players for seat in range(players))


def test_half_of_the_decisions_may_be_stand_ins_and_no_more():
    half, more = played(2, {0: [0, PROVIDER_FAILURE]}), played(2, {0: [PROVIDER_FAILURE, 0]}, stand_in_rate=0.4)
    (count, _), (count_of_more, _) = half.match.fault_counts, more.match.fault_counts
    assert 2 * count.stand_ins <= count.decisions and list(half.ended.footer.stood_in) == []
    assert half.ended.outcome.ranks == ranks_by_rules(half)
    assert 5 * count_of_more.stand_ins > 2 * count_of_more.decisions and list(more.ended.footer.stood_in) == [0]


def test_faults_count_beside_stand_ins_but_alone_they_lose_nothing_by_this_rule():
    table = {"disqualify_rate": 0, "disqualify_after": 0, "stand_in_rate": 0.6, "lost_seat": "last"}
    silent = played(2, {}, silent=[0], **table)
    both = played(2, {0: [PROVIDER_FAILURE]}, silent=[0], **table)
    assert silent.match.fault_counts[0].counts[Fault.FAULT_TIMEOUT] and list(silent.ended.footer.stood_in) == []
    assert list(both.ended.footer.stood_in) == [0] and both.match.fault_counts[0].stand_ins
    assert verify(record_of(both)).ok


@pytest.mark.parametrize("table", [{"stand_in_rate": 0}, {"lost_seat": "game"}])
def test_a_policy_may_let_stand_ins_count_for_their_place(table):
    drive = played(2, {0: [PROVIDER_FAILURE], 1: [0]}, **table)
    assert drive.ended.outcome.ranks == ranks_by_rules(drive)
    assert list(drive.ended.footer.stood_in) == ([0] if "lost_seat" in table else [])
    assert verify(record_of(drive)).ok


def test_a_seat_of_stand_ins_gains_nothing_by_the_forfeit_of_the_other():
    drive = Drive(2, rounds=3)
    drive.tell(Answered(0, drive.request(0).decision_id, (0,), origin=PROVIDER_FAILURE))
    drive.answer(1, 0)
    drive.tell(Left(1, Fault.FAULT_CRASHED, "exit code 1"))
    assert [each.seat for each in drive.ended.footer.forfeits] == [1]
    assert list(drive.ended.outcome.ranks) == [1, 1] and list(drive.ended.footer.stood_in) == [0]
    assert verify(record_of(drive)).ok


@pytest.mark.parametrize(("change", "line"), [
    (lambda record: record.footer.ClearField("stood_in"), "are lost by their stand-ins are [], should be [0]"),
    (lambda record: record.footer.stood_in.append(1), "are lost by their stand-ins are [0, 1], should be [0]"),
    (lambda record: setattr(record.header.policy, "stand_in_permille", 0), "lost by their stand-ins are [0], should"),
])
def test_verify_counts_the_stand_ins_again(change, line):
    record = record_of(played(2, {0: [PROVIDER_FAILURE]}))
    change(record)
    found = verify(record)
    assert not found.ok and line in found.first_difference


def test_the_policy_is_a_key_of_the_table_and_stands_in_the_record():
    assert DEFAULT_POLICY.stand_in_permille == 500 and policy({"stand_in_rate": 0.25}).stand_in_permille == 250
    assert policy_table(policy({"stand_in_rate": 0.25}))["stand_in_rate"] == 0.25
    header = record_of(played(2, {}, stand_in_rate=0.25)).header
    assert policy_of(header).stand_in_permille == policy_message(policy_of(header)).stand_in_permille == 250


def test_the_report_of_a_seat_says_how_many_answers_were_its_own_and_why_the_others_were_not():
    record = record_of(played(2, {0: [0, PROVIDER_FAILURE, AnswerOrigin.ANSWER_ORIGIN_UNPARSABLE]}))
    report = seat_reports(record, known_policy(record))[0]
    assert report.own + report.origins.total() == len(report.think_us) == report.faults.decisions
    assert set(report.origins) == {PROVIDER_FAILURE, AnswerOrigin.ANSWER_ORIGIN_UNPARSABLE}
