"""The largest sizes in a record, and which of its parts must fit together.

A file of some hundred kilobytes, from a stranger, may unpack to millions of messages. So the size of every entry is
limited, and an entry is checked before the next one is parsed: memory never holds more than a match could have written.
"""

from __future__ import annotations

from typing import Final

from lawspeaker.v1.record_pb2 import RecordFooter, RecordHeader, RecordStep
from lawspeaker_engine.model import CHANCE

MOST_BYTES: Final = 1 << 24
"""The size of an uncompressed record. The longest known games take 130 kB; remarks add 512 kB a seat at most, and
256 bytes for each answer after these.
"""
MOST_STEPS: Final = 1 << 15
"""The longest known games have a thousand."""
MOST_ENTRY_BYTES: Final = 1 << 17
"""The size of one entry. The largest known ones have 2 kB, and may have 4 kB more for the remark of each seat."""
MOST_LENGTH_BYTES: Final = 5
"""The length prefix of an entry, in bytes."""
MOST_SEATS: Final = 16
MOST_QUESTIONS: Final = 1 << 15
"""Different questions of a record. The longest known games have 200."""
MOST_VALUES: Final = 1 << 19
"""Values of a column: an act of every seat in every step. The longest known games have 2,000."""
LAST_MOMENT: Final = 253_402_300_799_999
"""The last millisecond of the year 9999, in milliseconds since 1970."""


class RecordError(ValueError):
    """A record cannot be read here; the text is one line that says why."""


def too_large() -> RecordError:
    """Return the error for a file that is too large for a record."""
    return RecordError(f"is larger than {MOST_BYTES >> 20} MiB, which no record is")


def foreign() -> RecordError:
    """Return the error for a file that is something else."""
    return RecordError("is not a Lawspeaker record")


def check_size(number: int, size: int) -> None:
    """Check the number of an entry and its size in bytes before it is read or written. Raises RecordError."""
    if size > MOST_ENTRY_BYTES:
        raise foreign() if number == 0 else RecordError(
            f"is damaged: entry {number} would have {size} bytes, at most are {MOST_ENTRY_BYTES}")
    if number > MOST_STEPS + 1:
        raise RecordError(f"has more than {MOST_STEPS} steps, which no record has")


def check_header(header: RecordHeader) -> None:
    """Raise RecordError if there are not as many seats as players, or the time cannot be."""
    players, seats = header.setup.players, len(header.seats)
    if not 0 < players <= MOST_SEATS:
        raise RecordError(f"is damaged: its header has {players} players, should be 1 to {MOST_SEATS}")
    if seats != players:
        raise RecordError(f"is damaged: its header names {seats} seats, should be {players}, one a player")
    _check_moment("header", "the match began", header.started_unix_ms)


def check_step(number: int, step: RecordStep, players: int) -> None:
    """Raise RecordError if a match of so many players cannot have this step."""
    acts, timings = len(step.acts), len(step.timing)
    if not 0 < acts <= players:
        raise RecordError(f"is damaged: step {number} has {acts} acts, should be 1 to {players}")
    by_seats = sum(act.seat != CHANCE for act in step.acts)
    if timings not in {0, by_seats}:
        raise RecordError(f"is damaged: step {number} tells how {timings} answers came about, should be {by_seats}")


def check_footer(footer: RecordFooter, players: int) -> None:
    """Raise RecordError for ranks, scores, forfeits or substitutes of other seats than there are, and for a time that
    cannot be.
    """
    outcome = footer.outcome
    for what, found in (("ranks", len(outcome.ranks)), ("scores", len(outcome.scores))):
        if found != players:
            raise RecordError(f"is damaged: its footer has {found} {what}, should be {players}, one a player")
    seats = [each.seat for each in footer.forfeits]
    if len(seats) > players or any(seat >= players for seat in seats):
        raise RecordError(f"is damaged: its footer names a forfeit of a seat that is not there; there are {players}")
    if len(footer.substituted) > players or any(seat >= players for seat in footer.substituted):
        raise RecordError(f"is damaged: its footer names a substitute of a seat that is not there; there are {players}")
    if len(footer.resigned) > players or any(seat >= players for seat in footer.resigned):
        raise RecordError(f"is damaged: its footer names a seat that resigned and is not there; there are {players}")
    if len(footer.stood_in) > players or any(seat >= players for seat in footer.stood_in):
        raise RecordError(f"is damaged: its footer names stand-ins of a seat that is not there; there are {players}")
    _check_moment("footer", "the match ended", footer.ended_unix_ms)


def _check_moment(part: str, what: str, unix_ms: int) -> None:
    if not 0 <= unix_ms <= LAST_MOMENT:
        raise RecordError(f"is damaged: by its {part} {what} at {unix_ms} ms, should be 0 to {LAST_MOMENT}, "
                          "the end of the year 9999")
