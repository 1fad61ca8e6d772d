"""The state machine under every fault, with invented times."""

from __future__ import annotations

import pytest

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.referee_service_pb2 import PlayResponse
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import IllegalAnswer
from lawspeaker_referee.config.fault_policies import MOST_REFUSALS
from lawspeaker_referee.match.events import Answered, BotInfo, Ended, Joined, Left, Store, Tick, ToSeat, Voided, Written
from tests.games.parley_pb2 import Options
from tests.referee.match.match_driver import PLAYED_ON, Drive, by_decision

DEALT = {"deck": [(15, 14, 13), (0, 1, 2), (0, 1, 2)]}
"""Seat 0 holds 16, 15 and 14 and wins every bid; the others hold the lowest left."""


def prompts(drive: Drive) -> list[str]:
    return [act.prompt for step in drive.steps() for act in step.acts]


def test_a_match_starts_when_the_last_seat_is_taken():
    drive = Drive(3, start=False)
    drive.tell(Joined(1, BotInfo("b")))
    drive.tell(Joined(0, BotInfo("a")))
    assert not drive.sent and not drive.entries
    drive.tell(Joined(2, BotInfo("c")))
    assert [list(drive.sent[seat][0].match_started.bots) for seat in range(3)] == [["a", "b", "c"]] * 3
    assert [drive.sent[seat][0].match_started.seat for seat in range(3)] == [0, 1, 2]


def test_a_match_starts_with_an_empty_seat_if_its_bot_left_before():
    drive = Drive(2, start=False, policy=PLAYED_ON)
    drive.tell(Left(1))
    drive.tell(Joined(0, BotInfo("a")))
    assert drive.request(0).prompt == "round.bid"
    drive.answer(0, 0)
    assert drive.step().acts[1].fault == Fault.FAULT_DISCONNECTED


def test_every_step_is_stored_before_the_next_one_is_asked():
    drive = Drive(2, draws=DEALT).play(by_decision)
    asked, stored = 0, 0
    for send in drive.order:
        if isinstance(send, Store) and send.entry.HasField("step"):
            stored += sum(act.seat >= 0 for act in send.entry.step.acts)
        elif isinstance(send, ToSeat) and send.decision_id:
            sealed = send.message.decision_request.prompt == "round.bid"
            assert asked - stored in ({0, 1} if sealed else {0})
            asked += 1
    assert asked == stored == drive.match.decisions
    assert isinstance(drive.order[-1], Ended)


def test_a_request_says_everything_about_its_decision():
    drive = Drive(2, draws=DEALT)
    request = drive.request(0)
    assert (request.match_id, request.decision_id, request.prompt) == ("parley-1", 1, "round.bid")
    assert (request.least, request.most, request.ordered, request.option_count) == (1, 1, False, 3)
    assert list(request.default_picks) == [0]
    assert request.time_left_ms == 2000
    assert request.view.type_url.endswith("/lawspeaker.parley.v1.View")
    assert request.options.type_url.endswith("/lawspeaker.parley.v1.Options")


def test_sealed_answers_are_kept_until_all_are_in_whatever_their_order():
    first, second = Drive(3, draws=DEALT), Drive(3, draws=DEALT)
    for drive, order in ((first, (0, 1, 2)), (second, (2, 0, 1))):
        for seat in order[:2]:
            assert drive.answer(seat, 1) == []
        assert prompts(drive)[-1] == "round.roll"
        drive.answer(order[2], 1)
    assert [step.digest for step in first.steps()] == [step.digest for step in second.steps()]
    assert [list(act.picks) for act in first.steps()[-1].acts] == [[1], [1], [1]]


def test_a_seat_may_not_answer_a_sealed_decision_twice():
    drive = Drive(2)
    drive.answer(0, 1)
    drive.answer(0, 2)
    assert drive.rejections(0) == ["stale"]
    drive.answer(1, 0)
    assert list(drive.step().acts[0].picks) == [1]


@pytest.mark.parametrize(("picks", "reason"), [
    ((), "wrong_count"), ((0, 1), "wrong_count"), ((3,), "out_of_range"), ((4_000_000_000,), "out_of_range"),
])
def test_an_illegal_answer_is_refused_with_its_reason_and_the_decision_stays_open(picks, reason):
    drive = Drive(2)
    drive.answer(0, *picks)
    assert drive.rejections(0) == [reason]
    assert drive.sent[0][-1].answer_rejected.decision_id == 1
    assert not drive.sent[1][2:], "nobody else hears of it"
    drive.answer(0, 2)
    drive.answer(1, 0)
    step = drive.step()
    assert (list(step.acts[0].picks), step.acts[0].fault, step.timing[0].rejections) == ([2], 0, 1)


def test_a_pick_that_stands_twice_is_refused():
    drive = Drive(2, draws=DEALT)
    drive.answer(0, 0)
    drive.answer(1, 0)
    assert drive.request(0).prompt == "round.steal"
    drive.answer(0, 1, 1)
    assert drive.rejections(0) == ["duplicate_pick"]


def test_refused_answers_do_not_move_the_clock():
    drive = Drive(2)
    drive.answer(0, 9, after=1.9)
    drive.tell(Tick(), after=0.1)
    assert drive.step().acts[0].fault == Fault.FAULT_TIMEOUT


def test_too_many_refused_answers_take_the_default_even_without_a_clock():
    drive = Drive(2, move_time=None)
    for _ in range(MOST_REFUSALS):
        drive.answer(0, 9)
    drive.answer(1, 0)
    act = drive.step().acts[0]
    assert (act.fault, list(act.picks)) == (Fault.FAULT_ILLEGAL, [0])
    assert drive.rejections(0) == ["out_of_range"] * MOST_REFUSALS
    assert drive.match.faults == ({"illegal": 1}, {})


@pytest.mark.parametrize(("decision_id", "reason"), [
    (0, "unknown_decision"), (2, "unknown_decision"), (3, "unknown_decision"), (1 << 63, "unknown_decision"),
])
def test_an_answer_to_what_was_never_asked_of_the_seat_is_refused(decision_id, reason):
    drive = Drive(2)
    drive.tell(Answered(0, decision_id, (0,)))
    assert drive.rejections(0) == [reason]
    assert drive.open_decisions == 2


def test_an_answer_that_comes_after_its_default_is_stale_and_changes_nothing():
    drive = Drive(2)
    drive.answer(1, 0)
    drive.tell(Tick(), after=2.0)
    before = [step.digest for step in drive.steps()]
    drive.tell(Answered(0, 1, (2,)))
    assert drive.rejections(0) == ["stale"]
    assert why_refused(drive, 0) == "the time for this decision was up, so it was decided without its answer"
    assert [step.digest for step in drive.steps()] == before


def why_refused(drive, seat):
    """The words of the last refusal that a seat was told."""
    return [each.answer_rejected.message for each in drive.sent[seat] if each.HasField("answer_rejected")][-1]


def test_a_late_answer_is_told_that_its_time_was_up_while_others_are_still_asked():
    drive = Drive(2, written=False)
    drive.tell(Written(0, 1))
    drive.tell(Tick(), after=2.5)
    assert drive.open_decisions == 1
    drive.tell(Answered(0, 1, (2,)))
    assert why_refused(drive, 0) == "the time for this decision was up, so it was decided without its answer"


def test_an_answer_that_follows_too_many_refused_ones_is_told_so():
    drive = Drive(2)
    for _ in range(8):
        drive.tell(Answered(0, 1, (99,)))
    drive.tell(Answered(0, 1, (0,)))
    assert why_refused(drive, 0) == "too many answers to this decision were refused, so it was decided without one"
    drive.answer(1, 0)
    drive.tell(Answered(1, 2, (0,)))
    assert why_refused(drive, 1) == "this decision was answered already"


def test_when_time_is_up_the_default_is_taken_and_the_bot_learns_of_it():
    drive = Drive(2, draws=DEALT)
    drive.answer(1, 1, after=0.5)
    assert drive.match.deadline == 102.0
    drive.tell(Tick(), after=1.5)
    step = drive.step()
    assert [act.fault for act in step.acts] == [Fault.FAULT_TIMEOUT, 0]
    assert list(step.acts[0].picks) == [0]
    own = drive.request(0).events[0]
    assert (own.seat, own.prompt, list(own.picks), own.fault) == (0, "round.bid", [0], Fault.FAULT_TIMEOUT)
    assert drive.match.faults == ({"timeout": 1}, {})


def test_a_tick_before_time_is_up_changes_nothing():
    drive = Drive(2)
    assert drive.tell(Tick(), after=1.99) == []
    assert drive.open_decisions == 2


def test_each_seat_of_a_sealed_decision_has_its_own_clock():
    drive = Drive(2, written=False)
    drive.tell(Written(0, 1))
    drive.tell(Written(1, 2), after=0.5)
    drive.tell(Tick(), after=1.5)
    assert drive.open_decisions == 1
    drive.answer(1, 1, after=0.4)
    assert [act.fault for act in drive.step().acts] == [Fault.FAULT_TIMEOUT, 0]


def test_thinking_is_measured_from_the_moment_the_request_was_written():
    drive = Drive(2, draws=DEALT, written=False)
    drive.tell(Written(0, 1), after=0.3)
    drive.answer(0, 0, after=0.25)
    drive.answer(1, 0)
    assert [timing.think_us for timing in drive.step().timing] == [250_000, 550_000]
    assert drive.request(0).last_charged_us == 250_000


def test_a_request_written_after_its_answer_came_changes_nothing():
    drive = Drive(2, written=False)
    drive.answer(0, 0, after=0.1)
    assert drive.tell(Written(0, 1)) == []
    drive.answer(1, 0)
    assert drive.step().timing[0].think_us == 100_000


def test_an_answer_that_comes_before_anybody_noticed_its_deadline_is_taken():
    drive = Drive(2)
    drive.answer(0, 2, after=2.5)
    drive.answer(1, 0)
    assert list(drive.step().acts[0].picks) == [2]


def test_without_a_limit_there_is_no_deadline():
    drive = Drive(2, move_time=None)
    assert drive.match.deadline is None
    assert drive.request(0).time_left_ms == 0
    assert drive.tell(Tick(), after=1e6) == []


def test_a_seat_whose_bot_left_gets_its_defaults_at_once_and_the_others_play_on():
    drive = Drive(3, draws=DEALT)
    drive.tell(Left(2))
    assert drive.open_decisions == 2, "the others are still waited for"
    drive.play(by_decision)
    assert drive.ended is not None and drive.ended.outcome is not None
    faults = [act.fault for step in drive.steps() for act in step.acts if act.seat == 2]
    assert faults and set(faults) == {Fault.FAULT_DISCONNECTED}
    assert drive.sent[0][-1].HasField("match_over") and drive.sent[1][-1].HasField("match_over")
    assert not any(each.HasField("match_over") for each in drive.sent[2])


def test_a_sealed_answer_counts_although_its_bot_left_afterwards():
    drive = Drive(2)
    drive.answer(0, 2)
    drive.tell(Left(0))
    drive.answer(1, 0)
    act = drive.step().acts[0]
    assert (list(act.picks), act.fault) == ([2], 0)


def test_a_match_that_everybody_left_still_comes_to_its_end():
    drive = Drive(4, rounds=3)
    for seat in range(4):
        drive.tell(Left(seat))
    assert drive.ended is not None and drive.ended.outcome is not None
    assert {act.fault for step in drive.steps() for act in step.acts if act.seat >= 0} == {Fault.FAULT_DISCONNECTED}


def test_work_without_bots_is_cut_into_slices(monkeypatch):
    monkeypatch.setattr("lawspeaker_referee.match.match.STEPS_AT_ONCE", 2)
    drive = Drive(4)
    assert len(drive.steps()) == 2
    assert drive.match.deadline == float("-inf")
    drive.tell(Tick())
    drive.tell(Tick())
    assert drive.request(0).prompt == "round.bid"
    assert drive.match.deadline == drive.now + 2.0


def test_the_same_picks_give_the_same_digests_whoever_made_them_and_however_slowly():
    fast, slow = (Drive(2, draws=DEALT, policy=PLAYED_ON, move_time=limit) for limit in (2.0, 9.0))
    fast.play()
    slow.tell(Left(1))
    while slow.ended is None:
        slow.tell(Tick(), after=9.0)
    assert fast.ended is not None and fast.ended.footer is not None
    assert slow.ended.footer is not None
    assert fast.ended.footer.digest == slow.ended.footer.digest
    assert slow.match.faults[0]["timeout"] > 0 and slow.match.faults[1]["disconnected"] > 0


def test_the_end_tells_everybody_the_outcome_the_seed_and_the_digest():
    drive = Drive(2, draws=DEALT).play()
    assert drive.ended is not None and drive.ended.footer is not None and drive.ended.outcome is not None
    for seat in range(2):
        over = drive.sent[seat][-1].match_over
        assert tuple(over.outcome.ranks) == drive.ended.outcome.ranks
        assert over.digest == drive.ended.footer.digest
        assert over.seed == bytes(range(32))
    assert drive.ended.footer.steps == len(drive.steps()) == drive.match.steps


def test_a_match_that_is_over_ignores_everything():
    drive = Drive(2).play()
    for event in (Tick(), Left(0), Answered(0, 1, (0,)), Voided("late"), Joined(0, BotInfo("x")), Written(0, 1)):
        assert drive.tell(event, after=100.0) == []


def test_a_voided_match_says_why_and_has_no_outcome():
    drive = Drive(2)
    drive.tell(Voided("the power failed"))
    assert drive.ended == Ended(None, None, "the power failed")
    assert drive.sent[1][-1].match_over.void_reason == "the power failed"
    assert not drive.sent[1][-1].match_over.HasField("outcome")


def test_an_end_that_cannot_be_written_down_is_revoked():
    drive = Drive(2).play()
    *messages, end = drive.match.revoke("no space left")
    assert end == Ended(None, None, "no space left")
    told = [PlayResponse.FromString(each.data).match_over for each in messages]
    assert [(each.void_reason, each.HasField("outcome")) for each in told] == [("no space left", False)] * 2
    assert drive.tell(Tick(), after=1.0) == []


def test_a_match_that_is_suspended_ignores_everything():
    drive = Drive(2)
    drive.match.suspend()
    assert drive.match.over
    assert drive.tell(Answered(0, 1, (0,))) == []


def test_a_remark_is_cut_to_4096_bytes_without_breaking_a_character():
    drive = Drive(2)
    drive.answer(0, 0, annotation="x" + "ø" * 3000)
    drive.answer(1, 0, annotation="short")
    remarks = [timing.annotation for timing in drive.step().timing]
    assert remarks == ["x" + "ø" * 2047, "short"]


def test_remarks_of_a_seat_are_cut_short_after_half_a_mebibyte():
    drive = Drive(2, game=GAMES["clansmen"])
    while drive.ended is None:
        for each in drive.match.open_decisions.waiting:
            picks = by_decision(each.decision.seat, drive.request(each.decision.seat))
            drive.answer(each.decision.seat, *picks, annotation="x" * 20_000)
        drive.tell(Tick())
    sizes = [[len(timing.annotation) for step in drive.steps() for act, timing in zip(
        step.acts, step.timing, strict=False) if act.seat == seat] for seat in (0, 1)]
    assert max(map(len, sizes)) > 128
    for size in sizes:
        assert size[:128] == [4096] * min(128, len(size))
        assert set(size[128:]) <= {256}


def test_tokens_are_recorded_as_the_bot_says_within_bounds():
    drive = Drive(2)
    for seat, tokens in ((0, (1200, 34)), (1, (4_000_000_000, 0))):
        drive.tell(Answered(seat, drive.request(seat).decision_id, (0,), tokens=tokens))
    timing = drive.step().timing
    assert [(each.input_tokens, each.output_tokens) for each in timing] == [(1200, 34), (100_000_000, 0)]


def test_an_unordered_answer_is_kept_ascending_and_an_ordered_one_as_it_came():
    drive = Drive(3, draws=DEALT)
    for seat in range(3):
        drive.answer(seat, 0)
    drive.answer(0, 3, 1)
    assert list(drive.step("round.steal").acts[0].picks) == [1, 3]
    assert drive.request(1).prompt == "round.order"
    drive.answer(1, 1, 0)
    assert list(drive.step("round.order").acts[0].picks) == [1, 0]


def test_an_illegal_default_of_a_game_is_our_bug_and_raised(monkeypatch):
    drive = Drive(2)
    drive.match.open_decisions.open[0].decision.default = (7,)
    with pytest.raises(IllegalAnswer, match="options 0 to 2"):
        drive.tell(Tick(), after=2.0)


def test_options_stand_in_the_record():
    drive = Drive(2, draws=DEALT)
    drive.answer(0, 1)
    drive.answer(1, 2)
    chosen = [Options.FromString(act.chosen.value).options[0].bid.card for act in drive.step().acts]
    assert chosen == [15, 3]
