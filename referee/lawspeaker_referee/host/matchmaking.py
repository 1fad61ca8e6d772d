"""Who plays next, and on which seats: a queue asks, and tells what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from lawspeaker_referee.server.connection import BotConnection, one_seat_each
from lawspeaker_referee.server.match_runner import MatchEnd, MatchRunner


class Matchmaking(Protocol):
    """Decides who plays; all calls are made on the loop of the queue."""

    def attach(self, look: Callable[[], None]) -> None:
        """Told once: what makes the queue ask again, for whenever the answer may be another one by itself."""

    def present(self, waiting: Iterable[BotConnection]) -> tuple[list[BotConnection], list[BotConnection]]:
        """Of the bots that are connected those who can sit down now, and those who have no place left at the moment.

        Who may not play at all is in neither. The order stays: who has waited longest comes first.
        """

    def choose(self, free: Sequence[BotConnection], busy: Sequence[BotConnection], number: int) -> list[BotConnection]:
        """By seat, who plays match `number` of those that are free; empty if nobody does for now."""

    def began(self, runner: MatchRunner) -> None:
        """A match of these bots runs from now on: a new one, one played again, or one that goes on."""

    def ended(self, runner: MatchRunner, end: MatchEnd) -> None:
        """It does not run any more."""

    def complete(self, match_id: str) -> None:
        """The record of a match is complete and in its place."""


class FifoMatchmaking:
    """Whoever has waited longest plays; the seats rotate from match to match."""

    def __init__(self, players: int) -> None:
        self._players = players

    def attach(self, look: Callable[[], None]) -> None:
        """Nothing changes by itself."""

    def present(self, waiting: Iterable[BotConnection]) -> tuple[list[BotConnection], list[BotConnection]]:
        """All bots."""
        return places(waiting)

    def choose(self, free: Sequence[BotConnection], busy: Sequence[BotConnection], number: int) -> list[BotConnection]:  # noqa: ARG002 - they do not matter
        """The first so many, each token once."""
        seated = one_seat_each(free)[:self._players]
        first = (number - 1) % self._players
        return [*seated[first:], *seated[:first]] if len(seated) == self._players else []

    def began(self, runner: MatchRunner) -> None:
        """Nothing follows."""

    def ended(self, runner: MatchRunner, end: MatchEnd) -> None:
        """Nothing follows."""

    def complete(self, match_id: str) -> None:
        """Nothing follows."""


def places(waiting: Iterable[BotConnection]) -> tuple[list[BotConnection], list[BotConnection]]:
    """The bots that play fewer matches than they may at once, and the others; none that are about to go."""
    free, busy = list[BotConnection](), list[BotConnection]()
    for stream in waiting:
        if not stream.leaving:
            (free if len(stream.seats) < stream.hello.max_matches else busy).append(stream)
    return free, busy
