"""What a record may hold at most, and which of its parts must fit together.

A stranger's file of some hundred kilobytes may stand for millions of messages. So every entry is small, which bounds
what is built of it, and it is looked at before the next one is built: at any time only what a match could have written
is in memory.
"""

from __future__ import annotations

from typing import Final

from lawspeaker.v1.record_pb2 import RecordFooter, RecordHeader, RecordStep
from lawspeaker_engine.model import CHANCE

MOST_BYTES: Final = 1 << 24
"""The size of an uncompressed record. The longest known games make 130 kB; remarks make that five times as much."""
MOST_STEPS: Final = 1 << 15
"""The longest games that are known have a thousand."""
MOST_ENTRY_BYTES: Final = 1 << 16
"""The size of one entry. The largest known ones have 2 kB, and another one for remarks."""
MOST_SEATS: Final = 16
LAST_MOMENT: Final = 253_402_300_799_999
"""The last millisecond that has a date, of the year 9999."""


class RecordError(ValueError):
    """A record that cannot be read here; one line that says why."""


def too_large() -> RecordError:
    """What is said of a file that no record can be."""
    return RecordError(f"is larger than {MOST_BYTES >> 20} MiB, which no record is")


def foreign() -> RecordError:
    """What is said of a file of something else."""
    return RecordError("is not a Lawspeaker record")


def check_size(number: int, size: int) -> None:
    """Bound an entry before it is read or written, by its number and its bytes. Raises RecordError."""
    if size > MOST_ENTRY_BYTES:
        raise foreign() if number == 0 else RecordError(
            f"is damaged: entry {number} would have {size} bytes, at most are {MOST_ENTRY_BYTES}")
    if number > MOST_STEPS + 1:
        raise RecordError(f"has more than {MOST_STEPS} steps, which no record has")


def check_header(header: RecordHeader) -> None:
    """Raises RecordError for seats that are not as many as the players, and for a time that no clock shows."""
    players, seats = header.setup.players, len(header.seats)
    if not 0 < players <= MOST_SEATS:
        raise RecordError(f"is damaged: its header has {players} players, should be 1 to {MOST_SEATS}")
    if seats != players:
        raise RecordError(f"is damaged: its header names {seats} seats, should be {players}, one a player")
    _check_moment("header", "the match began", header.started_unix_ms)


def check_step(number: int, step: RecordStep, players: int) -> None:
    """Raises RecordError for a step that cannot be one of a match of so many players."""
    acts, timings = len(step.acts), len(step.timing)
    if not 0 < acts <= players:
        raise RecordError(f"is damaged: step {number} has {acts} acts, should be 1 to {players}")
    by_seats = sum(act.seat != CHANCE for act in step.acts)
    if timings not in {0, by_seats}:
        raise RecordError(f"is damaged: step {number} tells how {timings} answers came about, should be {by_seats}")


def check_footer(footer: RecordFooter, players: int) -> None:
    """Raises RecordError for places, points or forfeits of other seats than there are, and for a time as above."""
    outcome = footer.outcome
    for what, found in (("ranks", len(outcome.ranks)), ("scores", len(outcome.scores))):
        if found != players:
            raise RecordError(f"is damaged: its footer has {found} {what}, should be {players}, one a player")
    seats = [each.seat for each in footer.forfeits]
    if len(seats) > players or any(seat >= players for seat in seats):
        raise RecordError(f"is damaged: its footer names a forfeit of a seat that is not there; there are {players}")
    _check_moment("footer", "the match ended", footer.ended_unix_ms)


def _check_moment(part: str, what: str, unix_ms: int) -> None:
    if not 0 <= unix_ms <= LAST_MOMENT:
        raise RecordError(f"is damaged: by its {part} {what} at {unix_ms} ms, should be 0 to {LAST_MOMENT}, "
                          "the end of the year 9999")
