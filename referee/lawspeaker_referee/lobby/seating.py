"""Who plays next, and on which seats: a lobby asks, and tells what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from lawspeaker_referee.network.stream import BotStream, one_seat_each
from lawspeaker_referee.room.room import MatchEnd, Room


class Seating(Protocol):
    """Decides who plays; all calls are made on the loop of the lobby."""

    def attach(self, look: Callable[[], None]) -> None:
        """Told once: what makes the lobby ask again, for whenever the answer may be another one by itself."""

    def present(self, waiting: Iterable[BotStream]) -> tuple[list[BotStream], list[BotStream]]:
        """Of the bots that are connected those who can sit down now, and those who have no place left at the moment.

        Who may not play at all is in neither. The order stays: who has waited longest comes first.
        """

    def choose(self, free: Sequence[BotStream], busy: Sequence[BotStream], number: int) -> list[BotStream]:
        """By seat, who plays match `number` of those that are free; empty if nobody does for now."""

    def began(self, room: Room) -> None:
        """A match of these bots runs from now on: a new one, one played again, or one that goes on."""

    def ended(self, room: Room, end: MatchEnd) -> None:
        """It does not run any more."""

    def complete(self, match_id: str) -> None:
        """The record of a match is complete and in its place."""


class ByTurns:
    """Whoever has waited longest plays; the seats rotate from match to match."""

    def __init__(self, players: int) -> None:
        self._players = players

    def attach(self, look: Callable[[], None]) -> None:
        """Nothing changes by itself."""

    def present(self, waiting: Iterable[BotStream]) -> tuple[list[BotStream], list[BotStream]]:
        """All bots."""
        return places(waiting)

    def choose(self, free: Sequence[BotStream], busy: Sequence[BotStream], number: int) -> list[BotStream]:  # noqa: ARG002 - they do not matter
        """The first so many, each token once."""
        seated = one_seat_each(free)[:self._players]
        first = (number - 1) % self._players
        return [*seated[first:], *seated[:first]] if len(seated) == self._players else []

    def began(self, room: Room) -> None:
        """Nothing follows."""

    def ended(self, room: Room, end: MatchEnd) -> None:
        """Nothing follows."""

    def complete(self, match_id: str) -> None:
        """Nothing follows."""


def places(waiting: Iterable[BotStream]) -> tuple[list[BotStream], list[BotStream]]:
    """The bots that play fewer matches than they may at once, and the others; none that are about to go."""
    free, busy = list[BotStream](), list[BotStream]()
    for stream in waiting:
        if not stream.leaving:
            (free if len(stream.seats) < stream.hello.max_matches else busy).append(stream)
    return free, busy
