"""The path of a decision without gRPC: bytes of an answer, match machine, record, bytes of the next request.

As many matches are played in turns as a referee would have at once, so that a match finds as little of its data in the
processor's caches as there.
"""

from __future__ import annotations

from collections import deque
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic, process_time
from typing import Any, Final

from lawspeaker.v1.record_pb2 import RecordFooter
from lawspeaker.v1.referee_service_pb2 import PlayRequest
from lawspeaker_engine.dice import match_seed
from lawspeaker_engine.game import Game
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.devtools.bench.throughput_bots import answer_to
from lawspeaker_referee.match.events import Answered, BotInfo, Ended, Event, Joined, Store, Tick, ToSeat, Written
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.record.writer import RecordWriter
from lawspeaker_referee.version import RELEASE

_CLOCK: Final = Clock(3600.0)
_BOT: Final = BotInfo("bench")


def path_us(game: Game[Any], players: int, matches: int, seconds: float) -> float:
    """Return the CPU microseconds that an answer takes on this path while so many matches are played in turns, measured
    over so many seconds of CPU.
    """
    with TemporaryDirectory() as place:
        running = [_RandomMatch(game, players, Path(place) / str(number), number) for number in range(matches)]
        for each in running:  # to the first question, which is no answer's work
            each.turn()
        spent, answers, begun = 0.0, 0, matches
        while spent < seconds:
            for number, each in enumerate(running):
                spent += each.turn()
                answers += 1
                if each.match.over:
                    running[number] = _RandomMatch(game, players, Path(place) / str(begun), begun)
                    running[number].turn()
                    begun += 1
        for each in running:
            each.record.discard()
    return spent / answers * 1e6


class _RandomMatch:
    """A match with bots that answer at random."""

    def __init__(self, game: Game[Any], players: int, path: Path, number: int) -> None:
        match_id = f"path/{number}"
        self.match = Match(game, make_setup(game, players), match_id, match_seed(bytes(32), match_id), _CLOCK,
                           engine_version=RELEASE, started_unix_ms=0)
        self.record = RecordWriter(path)
        self._random = Random(number)
        self._answers = deque[tuple[int, bytes]]()
        """Seats, and what their bots have sent."""

    def turn(self) -> float:
        """Hand the next answer to the match, or its seats if it has not begun; return the seconds of CPU until the next
        question.
        """
        start = process_time()
        if self._answers:
            seat, data = self._answers.popleft()
            answer = PlayRequest.FromString(data).answer
            sends = self._handle(Answered(seat, answer.decision_id, answer.picks))
        else:
            sends = [send for seat in self.match.manned for send in self._handle(Joined(seat, _BOT))]
        while not (self.match.over or self._answers or any(send.decision_id for send in sends)):
            sends += self._handle(Tick())
        spent = process_time() - start
        for send in sends:
            message = send.message
            if message.HasField("decision_request"):
                request = PlayRequest(answer=answer_to(message.decision_request, self._random))
                self._answers.append((send.seat, request.SerializeToString()))
        return spent

    def _handle(self, event: Event) -> list[ToSeat]:
        """Let the match take an event, and what follows from its sends; return those to seats."""
        found = []
        for send in self.match.handle(event, monotonic()):
            match send:
                case Store():
                    self.record.store(send)
                case Ended(footer=RecordFooter() as footer):
                    self.record.finish(footer)
                case ToSeat():
                    found.append(send)
                    if send.decision_id:
                        found += self._handle(Written(send.seat, send.decision_id))
        return found
