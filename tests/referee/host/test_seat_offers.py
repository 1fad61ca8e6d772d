"""How seats are given back: in turns, no faster than the token's budget allows, by clocks that the test moves."""

from __future__ import annotations

import asyncio
import io
from types import SimpleNamespace

import pytest

from lawspeaker_referee.config.limits import Limits
from lawspeaker_referee.host.matchmaking import places
from lawspeaker_referee.host.seat_offers import TURN, SeatOffers
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.server.budgets import Budgets
from lawspeaker_referee.server.metrics import Metrics

COST = TURN / 4
"""Seconds of CPU time of a seat."""
SEATS = 100


class Table:
    """A token with seats that wait, and what the event loop was asked to do later."""

    def __init__(self, limits: Limits) -> None:
        self.now = self.spent = 0.0
        self.log, self.metrics = io.StringIO(), Metrics()
        self.budgets = Budgets(limits, self.metrics, make_log(self.log), clock=lambda: self.now,
                               cpu=lambda: self.spent)
        self.away = list(range(SEATS))
        self.given: list[tuple[float, int]] = []
        self.restored: list[object] = []
        self.later: list[list] = []
        self.offers = SeatOffers(self.waiting, self.restored.append)

    def stream(self) -> SimpleNamespace:
        return StreamStub(budget=self.budgets.of("ann"), label="ann", restoring=False, leaving=False, seats={},
                          hello=SimpleNamespace(max_matches=SEATS + 1))

    def waiting(self, stream):
        for seat in list(self.away):
            if stream.leaving:
                return
            if seat in self.away:
                yield self, seat

    def returned(self, seat: int, _: object) -> None:
        """The runner of a match: a bot has its seat again."""
        self.away.remove(seat)
        self.spent += COST
        self.given.append((self.now, seat))

    def call_later(self, wait, then):
        """The event loop."""
        entry = [self.now + wait, then]
        self.later.append(entry)
        return SimpleNamespace(cancel=lambda: self.later.remove(entry))

    def step(self) -> None:
        """Let the next thing happen that was planned."""
        entry = min(self.later, key=lambda each: each[0])
        self.later.remove(entry)
        self.now = max(self.now, entry[0])
        entry[1]()

    def run(self, until: float = 1e9) -> None:
        while self.later and min(entry[0] for entry in self.later) <= until:
            self.step()

    def slowed(self, reason: str) -> float:
        return self.metrics.registry.get_sample_value(
            "lawspeaker_bots_slowed_total", {"bot": "ann", "reason": reason}) or 0.0


class StreamStub(SimpleNamespace):
    __hash__ = object.__hash__


@pytest.fixture
def table(monkeypatch):
    def made(**limits) -> Table:
        found = Table(Limits(**limits))
        monkeypatch.setattr(asyncio, "get_running_loop", lambda: found)
        return found

    return made


def test_a_bot_gets_its_seats_in_turns_between_which_others_are_served(table):
    one = table()
    stream = one.stream()
    one.offers.offer(stream)
    assert 0 < len(one.given) <= TURN / COST + 1
    assert stream.restoring
    one.run()
    assert ([seat for _, seat in one.given], one.now) == (list(range(SEATS)), 0.0)
    assert (stream.restoring, one.restored, one.log.getvalue()) == (False, [stream], "")


def test_a_few_seats_are_given_at_once(table):
    one = table()
    one.away = [1, 2]
    stream = one.stream()
    one.offers.offer(stream)
    assert (len(one.given), one.later, one.restored, stream.restoring) == (2, [], [], False)


def test_who_has_used_up_its_budget_gets_seats_as_its_share_pays_for_them(table):
    one = table(cpu_share=0.1, cpu_burst=10 * COST)
    one.offers.offer(one.stream())
    one.run()
    assert len(one.given) == SEATS
    assert one.now == pytest.approx((SEATS - 10 - 1) * COST / 0.1, abs=2 * COST / 0.1)
    assert one.slowed("cpu") == 1, "once a stream, however often it waits"
    assert one.log.getvalue().count('"bot slowed"') == 1


def test_to_reconnect_does_not_make_it_faster(table):
    """Whoever leaves and comes back every second uses no more CPU time than its share and what it had saved."""
    share, burst = 0.1, 20 * COST
    one = table(cpu_share=share, cpu_burst=burst, return_rate=0.0)
    for second in range(60):
        stream = one.stream()
        one.now = max(one.now, float(second))
        one.offers.offer(stream)
        one.run(until=second + 1.0)
        stream.leaving = True
        one.offers.forget(stream)
        one.away = list(range(SEATS))
        assert one.spent <= burst + share * (one.now + 1.0) + 2 * COST


def test_who_comes_back_too_often_waits_for_a_return(table):
    one = table(return_rate=0.5, return_burst=1)
    one.away = [1]
    one.offers.offer(one.stream())
    one.away = [1]
    again = one.stream()
    one.offers.offer(again)
    assert (len(one.given), again.restoring) == (1, True)
    one.run()
    assert one.given[-1] == (2.0, 1)
    assert (one.slowed("returns"), one.restored) == (1, [again])


def test_a_stream_without_seats_that_wait_is_no_return(table):
    one = table(return_rate=0.5, return_burst=1)
    one.away = []
    for _ in range(10):
        one.offers.offer(one.stream())
    one.away = [1]
    one.offers.offer(one.stream())
    assert one.given == [(0.0, 1)]


def test_a_stream_that_is_gone_gets_nothing_more(table):
    one = table()
    stream = one.stream()
    one.offers.offer(stream)
    given = len(one.given)
    one.offers.forget(stream)
    assert (one.later, len(one.given)) == ([], given)


def test_seats_that_become_free_meanwhile_are_given_too(table):
    one = table()
    stream = one.stream()
    one.offers.offer(stream)
    one.away.append(SEATS)
    one.offers.offer(stream)
    one.run()
    assert one.given[-1][1] == SEATS
    assert (one.away, stream.restoring) == ([], False)


def test_who_waits_for_seats_begins_no_other_match(table):
    stream = table().stream()
    assert places([stream]) == ([stream], [])
    stream.restoring = True
    assert places([stream]) == ([], [stream])
