"""The messages to a seat do not depend on anything that it may not know: byte for byte the same messages.

And while a question is sealed, nothing that can be seen from outside tells who has answered it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import generate_latest

from lawspeaker.v1.referee_service_pb2 import Answer, DecisionRequest
from lawspeaker_engine.game import Game
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.fault_policies import MALFORMED
from lawspeaker_referee.config.limits import Limits
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.match.events import Answered, BotInfo, Left, Tick
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.record.writer import RecordWriter
from lawspeaker_referee.server.lateness.running_time import running_time
from lawspeaker_referee.server.match_runner import MatchRunner
from lawspeaker_referee.server.metrics import Metrics
from tests.games.parley import PARLEY
from tests.games.parley_pb2 import Options
from tests.referee.match.match_driver import Drive
from tests.referee.server.live_server import bots, queue_server
from tests.sample_sizes import first_quick

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
    for each in drive.match.open_decisions.open:
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


# --- what can be seen from outside ---

MOST_DECISIONS = 400
OPEN_GAMES = ("northgard", "pax_viking")
"""Games that ask several seats at once in no question of their default options."""


class Listener:
    """A seat's bot that keeps what it is sent."""

    heard = 0

    def __init__(self, seat: int) -> None:
        self.info, self.label = BotInfo(f"bot {seat}", identity=f"token-{seat}"), f"token-{seat}"
        self.sent: list[bytes] = []

    def enter(self, runner: MatchRunner, seat: int) -> None:
        """It sits."""

    def leave(self, runner: MatchRunner) -> None:
        """It gets up."""

    def charge(self, seconds: float) -> None:
        """It has no budget."""

    def send(self, data: bytes, runner: MatchRunner | None = None, seat: int = 0, decision_id: int = 0) -> None:
        """At once."""
        self.sent.append(data)
        if runner is not None and decision_id:
            runner.written(seat, decision_id, running_time())

    def unread_since(self, _: float) -> None:
        """It reads."""

    def said_by(self, _: float, __: int) -> bool:
        """All."""
        return True


class Watched:
    """A match in its runner, and all that somebody could look at who is not the seat that answers."""

    def __init__(self, game: Game[Any], players: int, folder: Path) -> None:
        match = Match(game, make_setup(game, players, {}), f"{game.name}-1", bytes(32), Clock(None),
                      engine_version="1", started_unix_ms=0)
        self.metrics, self.log, self.progress = Metrics(), StringIO(), list[int]()
        self.seats = [Listener(seat) for seat in range(players)]
        self.record = RecordWriter(folder / "match.lsr")
        self.runner = MatchRunner(match, self.seats, self.record, metrics=self.metrics, log=make_log(self.log),
                         on_step=lambda told: self.progress.append(told.steps))
        self.runner.start()

    @property
    def open(self) -> list[Any]:
        return self.runner.match.open_decisions.open

    def seen_by_others(self, seat: int) -> tuple[Any, ...]:
        part = self.record.part.stat()
        return (generate_latest(self.metrics.registry), self.record.part.read_bytes(), part.st_size, part.st_mtime_ns,
                sorted(path.name for path in self.record.part.parent.iterdir()), self.log.getvalue(),
                list(self.progress), [each.sent[:] for number, each in enumerate(self.seats) if number != seat])

    def answer(self, seat: int, decision_id: int, picks: Sequence[int]) -> None:
        self.runner.answered(seat, Answer(match_id=self.runner.match.match_id, decision_id=decision_id, picks=picks),
                           running_time())

    def say_everything(self, seat: int, decision_id: int, picks: Sequence[int]) -> None:
        """Return what is no answer, one that is refused, the answer, and the same again."""
        before = self.seen_by_others(seat)
        self.runner.faulty(seat, MALFORMED, "nonsense")
        assert self.seen_by_others(seat) == before
        for answer in ([9999], picks, picks):
            self.answer(seat, decision_id, answer)
            assert self.seen_by_others(seat) == before

    def refused(self, seat: int) -> float:
        """Answers of a seat that came twice, as far as they are counted."""
        return self.metrics.registry.get_sample_value(
            "lawspeaker_answers_refused_total", {"bot": f"token-{seat}", "reason": "stale"}) or 0.0


@pytest.mark.parametrize("game", first_quick(1, [PARLEY, *GAMES.values()]), ids=lambda game: game.name)
def test_nothing_outside_tells_who_has_answered_a_sealed_question(tmp_path, game):
    async def test() -> int:
        watched, sealed = Watched(game, 3, tmp_path), 0
        while not watched.runner.match.over and watched.runner.match.decisions < MOST_DECISIONS:
            asked = [each for each in watched.open if each.picks is None]
            if not asked:
                await asyncio.sleep(0)
                continue
            *early, last = asked if sealed % 2 else reversed(asked)
            sealed += bool(early)
            for each in early:
                watched.say_everything(each.decision.seat, each.decision_id, each.decision.default)
            before = watched.seen_by_others(last.decision.seat)
            refused = [watched.refused(each.decision.seat) for each in early]
            watched.answer(last.decision.seat, last.decision_id, last.decision.default)
            assert watched.seen_by_others(last.decision.seat) != before, "now it may be seen"
            assert [watched.refused(each.decision.seat) for each in early] == [number + 1 for number in refused]
        watched.runner.void("the test is over")
        await watched.runner.ended
        return sealed

    sealed = asyncio.run(test())
    assert sealed or game.name in OPEN_GAMES, "there is something that this is about"


def test_no_metric_tells_what_a_stream_says_to_a_sealed_question(tmp_path):
    """This counts answers that are refused before they come to a match, and messages beyond the rate."""
    async def test() -> None:
        limits = Limits(message_rate=1000.0, message_burst=2)
        async with queue_server(tmp_path, players=2, limits=limits) as place, bots(place.address, 2,
                                                                                   version="1") as (one, two):
            asked = await one.next("decision_request")
            await two.next("decision_request")

            def scraped() -> list[str]:
                text = generate_latest(place.metrics.registry).decode()
                return [line for line in text.splitlines()
                        if "loop_lag" not in line and not line.startswith("lawspeaker_connections ")]  # sampled

            before = scraped()
            for _ in range(5):
                await one.send(b"\xff\xff")
                await one.next("answer_rejected")
            await one.answer(asked, *asked.default_picks)
            await one.answer(asked, *asked.default_picks)
            assert (await one.next("answer_rejected")).decision_id == asked.decision_id
            assert scraped() == before

    asyncio.run(test())
