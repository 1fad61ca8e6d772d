"""The decisions of one record as rows, for any format."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Generic, Protocol, TypeVar

from lawspeaker.v1.record_pb2 import RecordHeader, RecordSeat
from lawspeaker_engine.model import Seat
from lawspeaker_referee.codec.option_text import names_of, option_text
from lawspeaker_referee.config.fault_policies import fault_name, origin_name
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.file import Record, read_record
from lawspeaker_referee.record.verify.decisions import RecordedDecision, recorded_decisions
from lawspeaker_referee.record.verify.replay import open_record, verify

__all__ = [
    "CannotExport", "DecisionsOfRecord", "ExportFormat", "ExportedRecord", "Selection", "Writer", "export_record",
    "name_of",
]

Rows = TypeVar("Rows")
"""The decisions of one record in the form that a format's writer takes."""
Rows_contra = TypeVar("Rows_contra", contravariant=True)
"""The same, of a writer."""


class CannotExport(ValueError):
    """Decisions that do not go together, or too large ones; the text is one line that says what to do."""


class Writer(Protocol[Rows_contra]):
    """Writes rows to a file, record by record."""

    def add(self, rows: Rows_contra) -> None:
        """Append the decisions of a record. Raises CannotExport and OSError."""

    def finish(self) -> None:
        """Write what is left, after the last record. Raises OSError."""

    def close(self) -> None:
        """Give back what it holds, whether it has finished or not. Raises OSError."""


class ExportFormat(Protocol[Rows]):
    """A format of files; it may be sent to another process."""

    @property
    def is_text(self) -> bool:
        """Return whether its files are text, which may go to stdout."""

    def rows(self, decisions: DecisionsOfRecord) -> Rows | None:
        """Return the decisions of a record; None if there are none. Raises CannotExport."""

    def writer(self, file: BinaryIO) -> Writer[Rows]:
        """Return a writer to a file that was opened."""


def name_of(seat: RecordSeat) -> str:
    """Return the name of a bot: that of its token, or else the one that it gave itself."""
    return seat.identity or seat.bot


@dataclass(frozen=True, slots=True)
class Selection:
    """Which decisions are wanted; an empty tuple is no condition."""

    games: tuple[str, ...] = ()
    players: tuple[int, ...] = ()
    seats: tuple[Seat, ...] = ()
    bots: tuple[str, ...] = ()
    people: bool = False
    """True for decisions of people alone."""

    def wants_match(self, header: RecordHeader) -> bool:
        """Return whether decisions of a match may be wanted."""
        setup = header.setup
        return ((not self.games or setup.game in self.games) and (not self.players or setup.players in self.players)
                and any(self.wants_seat(header, seat) for seat in range(setup.players)))

    def wants_seat(self, header: RecordHeader, seat: Seat) -> bool:
        """Return whether the decisions of a seat are wanted."""
        who = header.seats[seat]
        return ((not self.seats or seat in self.seats) and (not self.bots or name_of(who) in self.bots)
                and (who.person or not self.people))

    def has(self, header: RecordHeader) -> Iterator[tuple[str, str]]:
        """Yield what a match has of the kinds that are conditions, such as `("bots", "greedy")`."""
        setup = header.setup
        if self.games:
            yield "games", setup.game
        if self.players:
            yield "numbers of players", str(setup.players)
        if self.seats:
            yield from (("seats", str(seat)) for seat in range(setup.players))
        if self.bots:
            yield from (("bots", name_of(who)) for who in header.seats)
        if self.people:
            yield from (("seats of people", str(seat)) for seat, who in enumerate(header.seats) if who.person)


class DecisionsOfRecord:
    """The wanted decisions of a record that verifies, and the columns that are the same in all formats."""

    def __init__(self, path: Path, record: Record, selection: Selection) -> None:
        self.record, self._selection = record, selection
        self.game, _ = open_record(record)
        self._names = names_of(self.game.catalogue)
        header, footer = record.header, record.footer
        assert footer is not None, "a record that verifies has its footer"
        self._outcome = footer.outcome
        self._bots = [name_of(seat) for seat in header.seats]
        self.count = 0
        """The number of decisions that were yielded; a format that leaves some out sets it to those in its rows."""
        self._match = {"record": str(path), "match": header.match_id, "game": header.setup.game,
                       "game_version": header.setup.game_version, "players": header.setup.players}

    def __iter__(self) -> Iterator[RecordedDecision]:
        """Yield the decisions in order; use each before the next one."""
        for found in recorded_decisions(self.record, self.wants_seat):
            self.count += 1
            yield found

    def wants_seat(self, seat: Seat) -> bool:
        """Return whether the decisions of a seat are wanted."""
        return self._selection.wants_seat(self.record.header, seat)

    def question(self, found: RecordedDecision) -> dict[str, Any]:
        """Return the columns up to the question."""
        asked = found.decision
        return self._match | {
            "step": found.step, "decision": found.decision_id, "seat": asked.seat, "bot": self._bots[asked.seat],
            "person": self.record.header.seats[asked.seat].person, "bots": self._bots, "prompt": asked.prompt,
            "least": asked.least, "most": asked.most, "ordered": asked.ordered, "reaction": asked.reaction,
        }

    def answer(self, found: RecordedDecision) -> dict[str, Any]:
        """Return the columns from the answer on."""
        seat, taken = found.decision.seat, [found.decision.options[pick] for pick in found.picks]
        return {
            "picks": found.picks, "picked": [option_text(option, self._names) for option in taken],
            "picked_kinds": [type(option).__name__ for option in taken],
            "rank": self._outcome.ranks[seat], "score": self._outcome.scores[seat], "reason": self._outcome.reason,
            "fault": fault_name(found.fault) if found.fault else None,
            "origin": origin_name(found.origin) if found.origin else None, "annotation": found.annotation,
            "input_tokens": found.tokens[0], "output_tokens": found.tokens[1], "think_us": found.think_us,
        }


@dataclass(frozen=True, slots=True)
class ExportedRecord(Generic[Rows]):
    """The result of exporting a record."""

    rows: Rows | None = None
    """Its decisions; None if none is wanted."""
    count: int = 0
    """The number of these decisions."""
    problem: str = ""
    """Why it cannot be exported, in one line that names it; empty if nothing is wrong."""
    differs: bool = False
    """True if the problem is that it does not verify."""
    has: tuple[tuple[str, str], ...] = ()
    """Kinds and names, such as `("bots", "greedy")`, of a match that is not wanted."""


def export_record(path: Path, exported: ExportFormat[Rows], selection: Selection,
                  names: Mapping[Path, Path] | None = None) -> ExportedRecord[Rows]:
    """Return the wanted decisions of a record, or why it has none. The record is verified before.

    `names` says how folders are called in rows and errors, if not as they are.
    """
    shown = names[path.parent] / path.name if names and path.parent in names else path
    try:
        record = read_record(path)
        if not selection.wants_match(record.header):
            return ExportedRecord(has=tuple(selection.has(record.header)))
        result = verify(record)
        if not result.ok:
            return ExportedRecord(problem=f"{shown}: {result.first_difference}", differs=True)
        decisions = DecisionsOfRecord(shown, record, selection)
        return ExportedRecord(exported.rows(decisions), decisions.count)
    except (RecordError, CannotExport) as error:
        text = str(error).replace(str(path), str(shown))
        return ExportedRecord(problem=text if str(shown) in text else f"{shown}: {text}")
