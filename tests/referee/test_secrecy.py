"""What a seat is sent does not depend on anything that it may not know: byte for byte the same messages."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from lawspeaker.v1.referee_service_pb2 import DecisionRequest
from lawspeaker_referee.match.events import Answered, Left, Tick
from tests.games.parley_pb2 import Options
from tests.referee.driving import Drive

OWN = (15, 14, 13)
"""Seat 0 draws the cards 16, 15 and 14: it wins every bid, whatever the others hold."""


def match(hidden: Sequence[tuple[int, ...]], **options: int) -> Drive:
    """A match of three in which the others draw these places of what is left of the deck."""
    return Drive(3, draws={"deck": [OWN, *hidden], "die/1": [(3,)], "die/2": [(5,)]}, rounds=2, **options)


def before_the_end(drive: Drive, seat: int = 0) -> list[bytes]:
    """Everything a seat was sent while the match ran."""
    return [each.SerializeToString(deterministic=True) for each in drive.sent[seat] if not each.HasField("match_over")]


def test_hidden_hands_change_no_byte_of_another_seats_messages():
    one, other = match([(0, 1, 2), (3, 4, 5)]), match([(6, 8, 7), (9, 5, 0)])
    for drive in (one, other):
        drive.answer(1, 0)
        drive.answer(2, 0)
        drive.answer(0, 0, after=0.5)
    assert before_the_end(one) == before_the_end(other)
    assert len(one.requests(0)) == 2
    assert before_the_end(one, 1) != before_the_end(other, 1), "but the hands do differ"


def test_what_the_others_bid_when_and_why_changes_no_byte():
    """Other picks, another order of arrival, other times, a refused answer, and a default after a time-out."""
    one = match([(0, 1, 2), (7, 8, 9)])
    one.answer(2, 1)
    one.answer(1, 2)
    one.answer(0, 0, after=0.5)
    other = match([(0, 1, 2), (7, 8, 9)])
    other.answer(0, 0, after=0.5)
    other.answer(1, 3)
    other.answer(1, 0, after=0.2)
    assert before_the_end(one)[:2] == before_the_end(other)
    other.tell(Tick(), after=1.3)
    assert [act.fault for act in other.step().acts] == [0, 0, 1]
    assert before_the_end(one) == before_the_end(other)


def test_nobody_can_see_who_has_answered_a_sealed_decision():
    drive = match([(0, 1, 2), (3, 4, 5)])
    before = {seat: len(drive.sent[seat]) for seat in range(3)}
    drive.answer(1, 1)
    drive.answer(2, 1, 1)
    drive.tell(Answered(2, 3, (9,)))
    assert {seat: len(drive.sent[seat]) - before[seat] for seat in (0, 1)} == {0: 0, 1: 0}


def test_a_neighbour_that_left_is_not_told_apart_from_one_that_bids_its_default():
    """Its bid is secret for ever, so that it was the default must be too."""
    one, other = match([(0, 1, 2), (3, 4, 5)]), match([(0, 1, 2), (3, 4, 5)])
    for seat in (1, 2):
        one.answer(seat, 0)
    one.answer(0, 0, after=0.1)
    other.answer(1, 0)
    other.tell(Left(2))
    other.answer(0, 0, after=0.1)
    assert before_the_end(one) == before_the_end(other)


def events(request: DecisionRequest) -> list[tuple[int, str, bool]]:
    return [(act.seat, act.prompt, act.hidden) for act in request.events]


def test_each_seat_gets_the_events_that_it_may_know_since_its_last_decision():
    drive = match([(0, 1, 2), (3, 4, 5)])
    assert events(drive.request(0)) == [
        (-1, "deal", False), (-1, "deal", True), (-1, "deal", True), (-1, "round.roll", False)]
    assert events(drive.request(1)) == [
        (-1, "deal", True), (-1, "deal", False), (-1, "deal", True), (-1, "round.roll", False)]
    for seat in range(3):
        drive.answer(seat, 0)
    assert events(drive.request(0)) == [
        (0, "round.bid", False), (1, "round.bid", True), (2, "round.bid", True)]
    drive.answer(0, 1)
    request = drive.request(1)
    assert request.prompt == "round.order"
    assert events(request)[-1] == (0, "round.steal", False)
    steal = request.events[-1]
    assert not steal.picks, "indices are the business of the seat that had the options"
    assert Options.FromString(steal.chosen.value).options[0].steal.victim == 1


def test_the_seat_itself_sees_its_own_picks_even_where_it_is_not_in_the_audience(monkeypatch):
    drive = match([(0, 1, 2), (3, 4, 5)])
    for each in drive.match._docket.open:
        each.decision.seen_by = ()
    for seat in range(3):
        drive.answer(seat, 1)
    own = drive.request(0).events[0]
    assert (own.seat, list(own.picks), own.hidden) == (0, [1], False)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_seed_and_the_digests_are_not_sent_before_the_end(seat):
    drive = match([(0, 1, 2), (3, 4, 5)])
    for bidder in range(3):
        drive.answer(bidder, 0)
    sent = b"".join(before_the_end(drive, seat))
    assert bytes(range(32)) not in sent
    assert not any(step.digest in sent for step in drive.steps())
