"""Helpers of the ladder's tests: a store in memory, made-up results, and bots that keep coming back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from lawspeaker_referee.competition.ladder.ladder import Ladder
from lawspeaker_referee.competition.ladder.results import Verified
from lawspeaker_referee.competition.ladder.standings import Standings
from lawspeaker_referee.competition.results import MatchDetails, PlayedMatch, SeatDetails
from tests.referee.server.live_server import Faithful

TOKENS = {"ann": "a" * 20, "bob": "b" * 20, "cy": "c" * 20, "dan": "d" * 20}
EMPTY = Standings("parley", "parley", 2, "", "none", 0, 0, 0, "", 0, (), ())
MATCH = ("ann", "bob")


class Books:
    """A ladder's store that keeps everything in memory."""

    def __init__(self) -> None:
        self.added: list[str] = []
        self.decided: list[tuple[str, dict[str, Any]]] = []

    def add(self, match_id: str) -> None:
        self.added.append(match_id)

    def decide(self, what: str, payload: dict[str, Any]) -> None:
        self.decided.append((what, payload))


def played(match_id: str, seats: tuple[str, ...] = MATCH, ranks: tuple[int, ...] = (1, 2)) -> PlayedMatch:
    """Return a made-up result."""
    return PlayedMatch(match_id, match_id, 1, seats, ranks, (0,) * len(seats), (), (0,) * len(seats), "")


def verified(match_id: str, *broken: str, seats: tuple[str, ...] = MATCH, began: float = 0.0) -> Verified:
    """Return a match that began so many seconds after 1970, in which the processes of the bots in `broken` crashed."""
    each = [SeatDetails(2, 1, {"crashed": 1} if bot in broken else {}, 0, 0, False, "", 0, 0, 0, {}, 0)
            for bot in seats]
    return Verified(played(match_id, seats), MatchDetails(9, "fame", round(began * 1000), 0, tuple(each)),
                    f"{match_id}.lsr")


def states(ladder: Ladder) -> dict[str, str]:
    """Return the state of each bot in the standings."""
    return {row.bot: row.state for row in ladder.standings(EMPTY).rows}


@asynccontextmanager
async def faithful(address: str, *names: str, matches: int = 1) -> AsyncIterator[list[Faithful]]:
    """Run bots with these tokens that play until the block is left."""
    bots = [Faithful(address, TOKENS[name], matches) for name in names]
    tasks = [asyncio.create_task(bot.play()) for bot in bots]
    try:
        yield bots
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
