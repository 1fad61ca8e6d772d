"""Bots for the other seats of a trial's match. They answer in this process, at once, with reproducible random picks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from lawspeaker.v1.referee_service_pb2 import Answer, PlayResponse
from lawspeaker_bot.chance import Chance
from lawspeaker_engine.model import Seat
from lawspeaker_referee.match.events import BotInfo
from lawspeaker_referee.server.lateness.running_time import running_time
from lawspeaker_referee.server.match_runner import MatchRunner

OPPONENT_NAME: Final = "rival"


def random_picks(line: str, seat: Seat, decision_id: int, least: int, most: int, count: int) -> list[int]:
    """Return a legal answer, drawn as the SDKs' random bots do. It depends on the arguments alone."""
    chance = Chance(f"0/{line}/{seat}/{decision_id}")
    return chance.distinct(count, least + chance.below(most - least + 1))


class Opponent:
    """A seat's bot in this process."""

    def __init__(self, line: str, until: int = 0, hand_over: Callable[[MatchRunner, Seat], None] = lambda _,
                 __: None) -> None:
        """Derive all picks from `line`. At the decision `until` it does not answer, but hands its seat over."""
        self.info, self.label, self.heard = BotInfo(OPPONENT_NAME, "1"), OPPONENT_NAME, 0
        self._line, self._until, self._hand_over = line, until, hand_over

    def enter(self, runner: MatchRunner, seat: Seat) -> None:
        """Do nothing: an opponent keeps no list of its matches."""

    def leave(self, runner: MatchRunner) -> None:
        """Do nothing: an opponent keeps no list of its matches."""

    def charge(self, seconds: float) -> None:
        """Do nothing: an opponent has no budget."""

    def send(self, data: bytes, runner: MatchRunner | None = None, seat: Seat = 0, decision_id: int = 0) -> None:
        """Answer a request, or hand the seat over, in the next turn of the event loop."""
        if runner is None or not decision_id:
            return
        loop = asyncio.get_running_loop()
        if decision_id == self._until:
            loop.call_soon(self._hand_over, runner, seat)
        else:
            loop.call_soon(self._answer, data, runner, seat)

    def _answer(self, data: bytes, runner: MatchRunner, seat: Seat) -> None:
        asked = PlayResponse.FromString(data).decision_request
        picks = random_picks(self._line, seat, asked.decision_id, asked.least, asked.most, asked.option_count)
        answer = Answer(match_id=asked.match_id, decision_id=asked.decision_id, picks=picks)
        runner.answered(seat, answer, running_time())

    def unread_since(self, _: float) -> None:
        """Return None: an opponent leaves nothing unread."""

    def said_by(self, _: float, __: int) -> bool:
        """Return True: an opponent's answers are never on their way."""
        return True
