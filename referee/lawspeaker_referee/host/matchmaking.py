"""Choose who plays next, and on which seats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from lawspeaker_engine.model import Setup
from lawspeaker_referee.match.events import BotInfo
from lawspeaker_referee.server.connection import BotConnection, BotHello, one_seat_each
from lawspeaker_referee.server.match_runner import MatchEnd, MatchRunner


@dataclass(frozen=True, slots=True)
class AskedMatch:
    """A match that somebody has asked for, beside those that the matchmaking chooses itself."""

    streams: tuple[BotConnection, ...]
    """By seat, of the seats that bots play."""
    setup: Setup
    challenger: str
    """The name of the token that asked for it."""
    begun: Callable[[str, Sequence[BotInfo]], None]
    """Called with the match's id and its bots by seat once it has begun."""


class Matchmaking(Protocol):
    """Decides who plays; all calls are made on the loop of the queue."""

    def attach(self, look: Callable[[], None], streams: Callable[[], Iterable[BotConnection]]) -> None:
        """Get the callback that makes the queue ask again, for a matchmaking whose answer changes by itself; and one
        that returns the connected bots.
        """

    def refusal(self, hello: BotHello) -> str:
        """Return the line with which a bot is not admitted; empty if it is."""

    def present(self, waiting: Iterable[BotConnection]) -> tuple[list[BotConnection], list[BotConnection]]:
        """Split connected bots into those that can start a match now, and those that play as many as they may.

        Who may not play at all is in neither. The order stays: who has waited longest comes first.
        """

    def choose(self, free: Sequence[BotConnection], busy: Sequence[BotConnection], number: int) -> list[BotConnection]:
        """Return the bots of match `number` by seat, chosen from `free`; empty if no match can start now."""

    def asked(self, free: Sequence[BotConnection], busy: Sequence[BotConnection],
              most: float) -> tuple[AskedMatch | None, list[BotConnection]]:
        """Return the match that begins before one is chosen, if there is one; else the free bots to choose from.

        `most` matches may run at once.
        """

    def drained(self) -> None:
        """Note that no match begins any more."""

    def began(self, runner: MatchRunner) -> None:
        """Note that a match runs: a new one, a rerun, or a resumed one."""

    def ended(self, runner: MatchRunner, end: MatchEnd) -> None:
        """Note that a match no longer runs."""

    def complete(self, match_id: str) -> None:
        """Note that the record of a match is complete and in its place."""


class FifoMatchmaking:
    """Lets those bots play that have waited longest; the seats rotate from match to match."""

    def __init__(self, players: int) -> None:
        self._players = players

    def attach(self, look: Callable[[], None], streams: Callable[[], Iterable[BotConnection]]) -> None:
        """Do nothing: the answer never changes by itself."""

    def refusal(self, hello: BotHello) -> str:
        """Return an empty text."""
        return ""

    def present(self, waiting: Iterable[BotConnection]) -> tuple[list[BotConnection], list[BotConnection]]:
        """Return all bots, free and busy ones."""
        return places(waiting)

    def choose(self, free: Sequence[BotConnection], busy: Sequence[BotConnection], number: int) -> list[BotConnection]:
        """Return those that have waited longest, each token once."""
        seated = one_seat_each(free)[:self._players]
        first = (number - 1) % self._players
        return [*seated[first:], *seated[:first]] if len(seated) == self._players else []

    def asked(self, free: Sequence[BotConnection], busy: Sequence[BotConnection],
              most: float) -> tuple[AskedMatch | None, list[BotConnection]]:
        """Return no match: nobody can ask for one."""
        return None, list(free)

    def drained(self) -> None:
        """Do nothing."""

    def began(self, runner: MatchRunner) -> None:
        """Do nothing."""

    def ended(self, runner: MatchRunner, end: MatchEnd) -> None:
        """Do nothing."""

    def complete(self, match_id: str) -> None:
        """Do nothing."""


def places(waiting: Iterable[BotConnection]) -> tuple[list[BotConnection], list[BotConnection]]:
    """Return the bots that can play another match at once, and those that cannot; leave out those about to go."""
    free, busy = list[BotConnection](), list[BotConnection]()
    for stream in waiting:
        if not stream.leaving:
            # Who still waits for the seats of its matches has no room for others yet.
            room = not stream.restoring and len(stream.seats) < stream.hello.max_matches
            (free if room else busy).append(stream)
    return free, busy
