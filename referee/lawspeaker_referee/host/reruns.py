"""Reruns of matches that were voided by a failure: the same bots play again on the same seats.

A seat whose bot had a token waits for a bot of that token. Without tokens nobody is known again: then a bot that is
still connected keeps its seat, and whoever waits takes that of one who has gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Setup
from lawspeaker_engine.setups import manned
from lawspeaker_referee.host.storage import Attempt, MatchNumbers
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.file import read_header
from lawspeaker_referee.server.connection import BotConnection, one_seat_each
from lawspeaker_referee.server.match_runner import MatchRunner, Player

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

MOST_ATTEMPTS: Final = 3
"""A match that was voided so often is given up. A record that could not be written is no fault of the match, and does
not count."""


class GivenUp(OSError):
    """Matches could not be finished; the log says why."""


@dataclass(frozen=True, slots=True)
class RerunSeat:
    """The owner of a seat in a rerun."""

    identity: str
    """The name of its token, if it has one."""
    player: Player | None = None
    """The bot that had the seat, if it is known."""


@dataclass(frozen=True, slots=True)
class Rerun:
    """A match to be played again."""

    first: int
    """The number of the first attempt."""
    nth: int
    """Number of the next attempt."""
    seats: tuple[RerunSeat, ...]

    def attempt(self, number: int) -> Attempt:
        """Return the attempt that has this number."""
        return Attempt(number, self.nth, self.first)

    def seated(self, free: Sequence[BotConnection], busy: Sequence[BotConnection]) -> list[BotConnection] | None:
        """Return the bots by seat, busy ones included; None as long as a bot is missing."""
        here = [*free, *busy]
        found: list[BotConnection | None] = [_same(rerun_seat, here) for rerun_seat in self.seats]
        taken = {stream.hello.identity for stream in found if stream is not None} - {""}
        others = iter(one_seat_each([stream for stream in free if stream not in found
                                     and stream.hello.identity not in taken]))
        for seat, rerun_seat in enumerate(self.seats):
            if found[seat] is None and not rerun_seat.identity:
                found[seat] = next(others, None)
        seated = [stream for stream in found if stream is not None]
        return seated if len(seated) == len(self.seats) else None


def _same(rerun_seat: RerunSeat, streams: Iterable[BotConnection]) -> BotConnection | None:
    """Return the bot that had the seat, or one of its token; None if neither is here."""
    for stream in streams:
        if stream is rerun_seat.player or (rerun_seat.identity and stream.hello.identity == rerun_seat.identity):
            return stream
    return None


class Reruns:
    """The matches that are to be played again, in the order in which they were voided."""

    def __init__(self, log: FilteringBoundLogger) -> None:
        self._log = log
        self._due: list[Rerun] = []
        self.given_up: list[str] = []
        """The ids of the last attempts at matches that are not played again."""

    def __len__(self) -> int:
        return len(self._due)

    def look_up(self, numbers: MatchNumbers, game: Game[Any], setup: Setup) -> None:
        """Plan reruns of matches that an earlier referee has left voided. Raises OSError."""
        for attempt, path in numbers.voided():
            try:
                header = read_header(path)
            except RecordError as error:
                self._log.warning("voided match is not played again", why=str(error))
                continue
            if (header.setup.game, len(header.seats)) != (game.name, setup.players):
                self._log.warning("voided match is not played again", record=str(path),
                                  why=f"it is {header.setup.game} with {len(header.seats)} players")
                continue
            seats = [RerunSeat(header.seats[seat].identity) for seat in manned(game, setup)]
            self._again(attempt, header.match_id, seats)

    def voided(self, attempt: Attempt, runner: MatchRunner, *, counts: bool) -> bool:
        """Plan a rerun; return False if the match is given up, after the last attempt that `counts`."""
        seats = [RerunSeat(runner.infos[seat].identity, runner.players[seat]) for seat in runner.match.manned]
        return self._again(attempt, runner.match.match_id, seats, counts=counts)

    def _again(self, attempt: Attempt, match_id: str, seats: Sequence[RerunSeat], *, counts: bool = True) -> bool:
        if counts and attempt.nth >= MOST_ATTEMPTS:
            self.given_up.append(match_id)
            self._log.error("match given up", match=match_id, attempts=attempt.nth)
            return False
        rerun = Rerun(attempt.first, attempt.nth + counts, tuple(seats))
        self._due.append(rerun)
        self._log.info("match is played again", match=match_id, attempt=rerun.nth,
                       bots=[rerun_seat.identity for rerun_seat in seats])
        return True

    def begun(self, rerun: Rerun) -> None:
        """Remove a rerun that has started."""
        self._due.remove(rerun)

    def next(self, free: Sequence[BotConnection], busy: Sequence[BotConnection]) -> tuple[Rerun | None,
                                                                                          list[BotConnection]]:
        """Return the first rerun that can start, and its bots; else None, and the free bots that may play a new match.

        A bot that is free and would be seated if others were free too begins nothing new: else they might never be
        free at the same time.
        """
        left = list(free)
        for rerun in self._due:
            seated = rerun.seated(left, [stream for stream in [*free, *busy] if stream not in left])
            if seated is not None and all(stream in left for stream in seated):
                return rerun, seated
            left = [stream for stream in left if stream not in (seated or ())]
        return None, left
