"""Finds a bot's last matches with faults or refused answers, and the output of its process, for its author.

Nothing of other bots is in it but their names, so it can be handed to the author.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lawspeaker_referee.competition.ledger.facts import CountedMatch
from lawspeaker_referee.competition.ledger.queries import LedgerQueries
from lawspeaker_referee.competition.ledger.sums import BotSums
from lawspeaker_referee.config.fault_policies import Policy, fault_name
from lawspeaker_referee.config.tournament import COPY
from lawspeaker_referee.match.places import forfeits_by_fault
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.file import Record, read_record
from lawspeaker_referee.record.verify.seat_report import SeatReport, known_policy, seat_reports

OUTPUTS: Final = ".stderr"


@dataclass(frozen=True, slots=True)
class FaultyMatch:
    """A match in which a bot had faults or refused answers, or which it forfeited."""

    counted: CountedMatch
    seats: tuple[int, ...]
    """The seats of the bot and its copies."""
    record: Record | None
    policy: Policy | None
    reports: tuple[SeatReport, ...]
    """The reports of these seats; empty if the record cannot be read or has no times."""
    problem: str
    """Why the record cannot be read; empty if it can."""
    outputs: tuple[Path, ...]
    """The files of what the processes of the bot printed that name this match among their last ones."""

    @property
    def endings(self) -> Iterator[str]:
        """Yield a line for each seat that forfeited, was lost by stand-ins, or that a substitute played to the end."""
        footer = self.record.footer if self.record is not None else None
        if footer is None:
            return
        for each in forfeits_by_fault(footer):
            if each.seat in self.seats:
                yield f"seat {each.seat} forfeited the match: {fault_name(each.fault)}, {each.evidence}"
        for seat in footer.substituted:
            if seat in self.seats:
                yield f"seat {seat} lost its bot, so a substitute played it to the end"
        for seat in footer.stood_in:
            if seat in self.seats:
                yield f"seat {seat} is lost, as too many of its answers were stand-ins"


def faulty_matches(ledger: LedgerQueries, name: str, bot: str, most: int, folder: Path) -> Iterator[FaultyMatch]:
    """Yield at most so many of a bot's last matches with faults or refused answers, the newest first.

    Matches with refused answers and no fault are found among the bot's last MOST_RECENT ones only.

    `folder` holds the records and what the bots printed. Raises BadLedger.
    """
    sums = ledger.bot_sums(name, [bot]).get(bot)
    numbers = _numbers(ledger, name, bot, sums)[-most:] if sums is not None else []
    printed = _first_lines(folder, bot)
    known = ledger.counted_entries(name, numbers)
    for number in reversed(numbers):
        yield _faulty(known[number], bot, printed)


def _numbers(ledger: LedgerQueries, name: str, bot: str, sums: BotSums) -> list[int]:
    """Return the entries of a bot's matches with faults or refused answers, in the order in which they were counted."""
    recent = ledger.counted_entries(name, sums.recent) if sums.refused else {}
    refused = {number for number, each in recent.items()
               if any(seat.refused for seat, who in zip(each.details.seats, each.played.seats, strict=True)
                      if who.partition(COPY)[0] == bot)}
    last = [number for number in sums.recent if number in refused or number in set(sums.faulty)]
    return [*(number for number in sums.faulty if number not in set(sums.recent)), *last]


def _faulty(counted: CountedMatch, bot: str, printed: dict[Path, str]) -> FaultyMatch:
    played = counted.played
    seats = tuple(seat for seat, who in enumerate(played.seats) if who.partition(COPY)[0] == bot)
    outputs = tuple(path for path, line in printed.items() if played.entry.attempt_id in line.split())
    try:
        record = read_record(Path(counted.record_path))
        policy = known_policy(record)
        reports = tuple(report for report in seat_reports(record, policy) if report.seat in seats)
    except (RecordError, OSError) as error:
        where = Path(counted.record_path)
        return FaultyMatch(counted, seats, None, None, (), str(error).replace(str(where), where.name), outputs)
    return FaultyMatch(counted, seats, record, policy, reports, "", outputs)


def _first_lines(folder: Path, bot: str) -> dict[Path, str]:
    """Return the first line of each output of a bot, which names its last matches, with blanks for commas."""
    found = {}
    for path in sorted(folder.glob(f"*{OUTPUTS}")):
        if path.name.startswith((f"{bot}.", f"{bot}{COPY}")):
            with path.open(encoding="utf-8", errors="replace") as file:
                found[path] = file.readline().replace(",", " ")
    return found
