"""The places of seats that lost their bots: in a match, in its record, and by `verify`."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.record_pb2 import Forfeit
from lawspeaker_engine.games import find_game
from lawspeaker_engine.model import Outcome
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.config.fault_policies import DEFAULT_POLICY, FORFEIT_MATCH, parse_policy
from lawspeaker_referee.match.events import Away, Left, Returned, Tick
from lawspeaker_referee.match.places import LostSeats, Places
from lawspeaker_referee.record.file import Record
from lawspeaker_referee.record.verify.replay import verify
from tests.games.parley import PARLEY
from tests.referee.match.match_driver import Drive, by_decision
from tests.referee.match.test_faults import record_of, silent

CRASHED = Fault.FAULT_CRASHED
LAST = parse_policy({"lost_seat": "last"})


def places(players: int, policy=DEFAULT_POLICY) -> Places:
    return Places.of(policy, PARLEY, make_setup(PARLEY, players))


def forfeits(*seats: int) -> list[Forfeit]:
    return [Forfeit(seat=seat, fault=CRASHED) for seat in seats]


def lost_bots(*seats: int) -> LostSeats:
    return LostSeats(frozenset(seats), frozenset())


def ranks_of(drive: Drive) -> Sequence[int]:
    assert drive.ended is not None and drive.ended.outcome is not None
    return drive.ended.outcome.ranks


def crashes(players: int, *seats: int, policy=DEFAULT_POLICY, rounds: int = 3) -> Drive:
    """A match to its end in which the bots of these seats crash at their first decisions."""
    drive = Drive(players, policy=policy, rounds=rounds)
    for seat in seats:
        drive.tell(Left(seat, CRASHED, "exit code 1"))
    return drive.play(by_decision)


# --- the laws of places ---


@given(st.integers(2, 4).flatmap(lambda n: st.tuples(
    st.lists(st.integers(0, 5), min_size=n, max_size=n), st.sets(st.integers(0, n - 1)))))
def test_lost_seats_come_after_the_others_and_each_kind_keeps_the_order_of_the_game(drawn):
    points, lost = drawn
    game = Outcome(tuple(1 + sum(other > own for other in points) for own in points), tuple(points), "points")
    final = places(len(points), LAST).finished(game, LostSeats(frozenset(lost), frozenset()))
    assert (final.scores, final.reason) == (game.scores, game.reason)
    seats = range(len(points))
    for one in seats:
        assert final.ranks[one] == 1 + sum(final.ranks[other] < final.ranks[one] for other in seats)
        for other in seats:
            if (one in lost) == (other in lost):
                assert (final.ranks[one] < final.ranks[other]) == (game.ranks[one] < game.ranks[other])
            elif other in lost:
                assert final.ranks[one] < final.ranks[other]


def test_a_team_is_lost_with_one_of_its_seats():
    game = find_game("northgard")
    found = Places.of(DEFAULT_POLICY, game, make_setup(game, 4, {"teams": True}))
    assert found.sides == (0, 1, 0, 1)
    assert found.forfeited(forfeits(2), lost_bots()).ranks == (3, 1, 3, 1)
    assert found.finished(Outcome((1, 3, 1, 3), (9, 2, 9, 2), "fame"), lost_bots(0)).ranks == (3, 1, 3, 1)
    assert {found.policy.action(fault) for fault in (CRASHED, Fault.FAULT_DISQUALIFIED)} == {FORFEIT_MATCH}


def test_who_lost_its_bot_before_a_forfeit_shares_the_last_place_with_who_forfeited():
    assert places(4).forfeited(forfeits(0), lost_bots(2)).ranks == (3, 1, 3, 1)
    assert places(4, parse_policy({"lost_seat": "game"})).forfeited(forfeits(0), lost_bots(2)).ranks == (4, 1, 1, 1)


# --- matches of two ---


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("fault", [CRASHED, Fault.FAULT_DISCONNECTED])
@pytest.mark.parametrize("policy", [{}, {"crashed": "random", "disconnected": "random"}])
def test_of_two_a_bot_that_is_gone_forfeits(seat, fault, policy):
    drive = Drive(2, policy=parse_policy(policy))
    drive.tell(Left(seat, fault, "gone"))
    assert ranks_of(drive) == ((2, 1) if seat == 0 else (1, 2))
    assert [(each.seat, each.fault, each.evidence) for each in drive.ended.footer.forfeits] == [(seat, fault, "gone")]
    assert not drive.ended.footer.substituted, "no substitute has played"
    assert verify(record_of(drive)).ok


def test_of_two_a_bot_that_is_disqualified_forfeits():
    drive = silent(Drive(2, rounds=3, policy=parse_policy({"disqualify_after": 2, "disqualified": "random"})))
    assert ranks_of(drive) == (1, 2)
    assert drive.ended.footer.forfeits[0].fault == Fault.FAULT_DISQUALIFIED
    assert verify(record_of(drive)).ok


def test_a_policy_that_voids_the_match_of_a_crash_still_does():
    drive = Drive(2, policy=parse_policy({"crashed": "void"}))
    drive.tell(Left(1, CRASHED))
    assert drive.ended is not None and drive.ended.outcome is None


def test_a_bot_that_comes_back_in_time_has_lost_nothing_but_what_it_missed():
    drive = Drive(2, rounds=1)
    drive.answer(0, 0)
    drive.tell(Away(1))
    drive.tell(Tick(), after=2.0)
    assert drive.step().acts[1].fault == Fault.FAULT_NETWORK
    drive.tell(Returned(1, drive.match._seats.states[1].bot))
    drive.play(by_decision)
    assert drive.ended.footer.forfeits == [] and drive.ended.footer.substituted == []
    assert ranks_of(drive) == drive.match.game.outcome(drive.match._run.state).ranks


def test_where_nobody_forfeits_by_it_a_lost_seat_of_two_is_last_all_the_same():
    drive = crashes(2, 0, policy=LAST)
    assert ranks_of(drive) == (2, 1)
    assert list(drive.ended.footer.substituted) == [0]
    assert verify(record_of(drive)).ok


# --- matches of three and more ---


def test_of_three_a_substitute_plays_on_for_a_crashed_bot_which_comes_last():
    with_defaults = [crashes(3, seat, rounds=rounds) for seat in range(3) for rounds in (1, 2, 3)]
    by_game = [drive.match.game.outcome(drive.match._run.state).ranks for drive in with_defaults]
    for number, drive in enumerate(with_defaults):
        seat = number // 3
        assert drive.match.faults[seat]["crashed"] >= 1
        assert ranks_of(drive)[seat] == 3 and list(drive.ended.footer.substituted) == [seat]
        assert drive.sent[(seat + 1) % 3][-1].match_over.outcome.ranks == list(ranks_of(drive))
        assert verify(record_of(drive)).ok
    assert any(ranks[number // 3] < 3 for number, ranks in enumerate(by_game)), "it would have beaten somebody"


def test_where_all_are_lost_the_places_are_those_of_the_game():
    drive = crashes(3, 0, 1, 2)
    assert ranks_of(drive) == drive.match.game.outcome(drive.match._run.state).ranks
    assert list(drive.ended.footer.substituted) == [0, 1, 2]
    assert verify(record_of(drive)).ok


def test_a_bot_that_leaves_after_its_last_decision_has_finished_by_itself():
    whole = Drive(3, rounds=1).play(by_decision)
    last = max(step for step, each in enumerate(whole.steps()) if any(act.seat == 1 for act in each.acts))
    drive = Drive(3, rounds=1)
    while drive.ended is None:
        waiting = drive.match.open_decisions.waiting
        seat = waiting[0].decision.seat
        drive.answer(seat, *by_decision(seat, drive.request(seat)))
        if len(drive.steps()) == last + 1:
            drive.tell(Left(1, CRASHED))
    assert ranks_of(drive) == ranks_of(whole) and not drive.ended.footer.substituted


# --- records ---


def _swap(record: Record) -> None:
    assert record.footer is not None
    ranks = record.footer.outcome.ranks
    lost = record.footer.substituted[0]
    best = next(seat for seat in range(3) if ranks[seat] == 1)
    ranks[lost], ranks[best] = ranks[best], ranks[lost]


@pytest.mark.parametrize(("change", "said"), [
    (_swap, "footer: outcome is"),
    (lambda record: record.footer.ClearField("substituted"),
     "footer: the seats that a substitute played to the end are [], should be [1]"),
    (lambda record: record.footer.substituted.append(2), "are [1, 2], should be [1]"),
    (lambda record: setattr(record.header.policy, "lost_seat", 1), "footer: outcome is"),
])
def test_a_record_that_lies_about_a_substitute_is_found(change, said):
    record = record_of(next(drive for rounds in (1, 2, 3) if (drive := crashes(3, 1, rounds=rounds))
                            .match.game.outcome(drive.match._run.state).ranks[1] < 3))
    assert verify(record).ok
    change(record)
    found = verify(record).first_difference
    assert found is not None and said in found and "\n" not in found
