"""`lawspeaker tournament matches`."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from lawspeaker_bot.printable import printable
from lawspeaker_engine.suggestions import did_you_mean
from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.cli.output_files import check_new_output
from lawspeaker_referee.competition.results import faults_in_words
from lawspeaker_referee.config.formatting import format_count, format_names
from lawspeaker_referee.config.tournament import COPY
from lawspeaker_referee.record.whole_file import whole_file

if TYPE_CHECKING:
    from lawspeaker_referee.competition.ledger import CountedMatch, LedgerQueries

LAST: Final = 20
"""Matches that are shown as text unless --last says otherwise."""
STDOUT: Final = Path("-")


@dataclass(frozen=True, slots=True)
class MatchOptions:
    """The options of the command."""

    bots: tuple[str, ...]
    rounds: tuple[int, ...]
    faults: bool
    won_by: str
    last: int
    """0 for the usual number."""
    form: str
    """A format of `match_list.WRITERS`; empty for text."""
    output: Path | None
    force: bool
    inputs: Sequence[Path] = ()
    """Files in whose place nothing is written."""


def check_bots(ledger: LedgerQueries, name: str, bots: Iterable[str]) -> None:
    """Raise WrongInput if one of these is no entrant of the tournament, nor a copy of one."""
    from lawspeaker_referee.competition.tournament.setup import known

    terms = known(ledger, name)
    there = sorted({*terms.names, *ledger.bot_sums(name), *filter(None, [terms.automa])})
    for bot in bots:
        if bot not in there and bot.partition(COPY)[0] not in there:
            meant = did_you_mean(bot, there) or f"; it has {format_names(there)}"
            raise WrongInput(f"{name} has no bot {bot!r}{meant}")


def list_matches(ledger: LedgerQueries, name: str, options: MatchOptions) -> None:
    """Print or write the counted matches that are meant. Raises WrongInput, BadLedger and OSError."""
    from lawspeaker_referee.competition import match_list

    check_bots(ledger, name, [*options.bots, *filter(None, [options.won_by])])
    wanted = match_list.MatchFilter(options.bots, options.rounds, faults=options.faults, won_by=options.won_by)
    found: Iterator[CountedMatch] = match_list.matches(ledger, name, wanted)
    last = options.last or (0 if options.form else LAST)
    if last:
        found = iter(deque(found, last))
    if not options.form:
        _list(found)
        return
    rows = (row for each in found for row in match_list.seat_rows(each))
    output = options.output or Path(f"{name}-matches.{options.form}")
    if output == STDOUT and options.form == "parquet":
        raise WrongInput("parquet is no text for stdout; give an --output FILE")
    if output == STDOUT:
        match_list.WRITERS[options.form](rows, sys.stdout.buffer)
        return
    check_new_output("--output", output, options.inputs, force=options.force)
    with whole_file(output) as file:
        number = match_list.WRITERS[options.form](rows, file)
    click.echo(f"wrote {output}: {format_count(number, 'row')}, one for each seat of a match", err=True)


def _list(found: Iterable[CountedMatch]) -> None:
    lines = map(_line, found)
    first = next(lines, None)
    if first is None:
        click.echo("lawspeaker: no counted match is such a one", err=True)
        return
    for line in chain([first], lines):
        click.echo(printable(line))


def _line(each: CountedMatch) -> str:
    played = each.played
    seats = each.details.seats
    result = ", ".join(
        f"{played.ranks[seat]}. {played.seats[seat]} {played.scores[seat]}"
        f"{f' (forfeit: {kind})' if (kind := seats[seat].forfeit) else each.details.marks.text(seat)}"
        for seat in played.order)
    told = faults_in_words(sum(played.faults), sum(seat.refused for seat in seats),
                           sum(sum(seat.stand_ins.values()) for seat in seats))
    return "; ".join(filter(None, (f"{played.match_id}: {result}", told)))
