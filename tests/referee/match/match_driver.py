"""Drives a match, of the tests' game or another one, by hand: every time is invented, every draw can be named."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from lawspeaker.v1.record_pb2 import RecordEntry
from lawspeaker.v1.referee_service_pb2 import DecisionRequest, PlayResponse
from lawspeaker_engine.dice import Dice
from lawspeaker_engine.game import Game
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.fault_policies import DEFAULT_POLICY, LOST_SEAT_GAME, Policy, reject_name
from lawspeaker_referee.match.events import Answered, BotInfo, Ended, Event, Joined, Send, Store, Tick, ToSeat, Written
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.record.file import Record, read_record
from lawspeaker_referee.record.writer import RecordWriter
from tests.games.parley import PARLEY

SEED = bytes(range(32))
PLAYED_ON = replace(DEFAULT_POLICY, lost_seat=LOST_SEAT_GAME)
"""By it a substitute plays on for a lost seat also where two play, and its place is what the game says."""

Chooser = Callable[[int, DecisionRequest], Sequence[int]]


class LoadedDice(Dice):
    """Yields the named draws of a stream first, then what the seed says."""

    def __init__(self, seed: bytes, draws: dict[str, list[tuple[int, ...]]]) -> None:
        super().__init__(seed)
        self.draws = {stream: list(each) for stream, each in draws.items()}

    def draw(self, stream: str, n: int, count: int, weights: Sequence[int] = ()) -> tuple[int, ...]:
        drawn = super().draw(stream, n, count, weights)
        return self.draws[stream].pop(0) if self.draws.get(stream) else drawn


class Drive:
    """A match, what it sent, and to whom."""

    def __init__(
        self, players: int = 2, *, move_time: float | None = 2.0, seed: bytes = SEED, match_id: str = "parley-1",
        draws: dict[str, list[tuple[int, ...]]] | None = None, start: bool = True, game: Game[Any] = PARLEY,
        clock: Clock | None = None, policy: Policy = DEFAULT_POLICY, written: bool = True,
        own_clocks: Mapping[int, Clock] = MappingProxyType({}),
        **options: bool | int | str,
    ) -> None:
        """If not `written`, requests wait until the test says that they have left."""
        setup = make_setup(game, players, options)
        self.match = Match(game, setup, match_id, seed, clock or Clock(move_time), engine_version="1.2.3",
                           started_unix_ms=1_700_000_000_000, policy=policy, own_clocks=own_clocks,
                           dice=LoadedDice(seed, draws) if draws else None)
        self._watch(100.0)
        self.written = written
        if start:
            for seat in self.match.manned:
                self.tell(Joined(seat, BotInfo(f"bot {seat}", "1", "test")))

    @classmethod
    def of(cls, match: Match, now: float) -> Drive:
        """Drives a match that was made elsewhere."""
        drive = cls.__new__(cls)
        drive.match = match
        drive._watch(now)
        return drive

    def _watch(self, now: float) -> None:
        self.now, self.written = now, True
        self.sent: dict[int, list[PlayResponse]] = defaultdict(list)
        self.entries: list[RecordEntry] = []
        self.ended: Ended | None = None
        self.order: list[Send] = []

    def tell(self, event: Event, after: float = 0.0) -> list[Send]:
        """Hand over an event some seconds later."""
        self.now += after
        sends = self.match.handle(event, self.now)
        self.order += sends
        for send in sends:
            match send:
                case ToSeat():
                    self.sent[send.seat].append(send.message)
                    if send.decision_id and self.written:
                        assert self.match.handle(Written(send.seat, send.decision_id), self.now) == []
                case Store():
                    self.entries.append(send.entry)
                case Ended():
                    self.ended = send
        return sends

    @property
    def open_decisions(self) -> int:
        """Decisions that wait for a bot."""
        return len(self.match.open_decisions.waiting)

    def answer(self, seat: int, *picks: int, after: float = 0.0, annotation: str = "") -> list[Send]:
        """Answer the seat's latest decision."""
        return self.tell(Answered(seat, self.request(seat).decision_id, picks, annotation), after)

    def resign(self, seat: int, after: float = 0.0) -> list[Send]:
        """Resign in answer to the seat's latest decision."""
        return self.tell(Answered(seat, self.request(seat).decision_id, (), resign=True), after)

    def request(self, seat: int) -> DecisionRequest:
        """The latest decision asked of a seat."""
        return next(each for each in reversed(self.requests(seat)))

    def requests(self, seat: int) -> list[DecisionRequest]:
        """Every decision asked of a seat."""
        return [each.decision_request for each in self.sent[seat] if each.HasField("decision_request")]

    def rejections(self, seat: int) -> list[str]:
        """The reasons why answers of a seat were refused."""
        found = [each.answer_rejected for each in self.sent[seat] if each.HasField("answer_rejected")]
        return [reject_name(each.reason) for each in found]

    def steps(self):
        """The steps stored so far."""
        return [entry.step for entry in self.entries if entry.HasField("step")]

    def step(self, prompt: str = "round.bid"):
        """The last step of that prompt."""
        return next(step for step in reversed(self.steps()) if step.acts[0].prompt == prompt)

    def play(self, choose: Chooser | None = None, steps: float = math.inf) -> Drive:
        """Let every bot answer at once, with the default if nothing is said, to the end or for so many steps."""
        last = self.match.steps + steps
        while self.ended is None and self.match.steps < last:
            if self.match.deadline == -math.inf:
                self.tell(Tick())
            opened = self.match.open_decisions.waiting
            if not opened and self.match.steps:
                continue
            assert opened, "nobody is asked, but the match goes on"
            for each in opened:
                request = self.request(each.decision.seat)
                picks = choose(each.decision.seat, request) if choose else tuple(request.default_picks)
                self.answer(each.decision.seat, *picks, after=0.01)
        return self

    def record(self, folder: Path, name: str = "match.lsr") -> Record:
        """The finished match as a record, written and read."""
        writer = RecordWriter(folder / name)
        for entry in self.entries:
            writer.write(entry)
        assert self.ended is not None and self.ended.footer is not None
        writer.finish(self.ended.footer)
        return read_record(folder / name)


def by_decision(seat: int, request: DecisionRequest) -> list[int]:
    """A choice that varies: as many picks as allowed, from a place that turns with the decision's id."""
    count = request.most if (request.decision_id + seat) % 2 else request.least
    return [(request.decision_id + seat + i) % request.option_count for i in range(count)]
