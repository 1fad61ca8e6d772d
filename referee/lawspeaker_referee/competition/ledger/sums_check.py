"""Compare the sums that a ledger keeps with those that follow from its results, and name what differs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Table, Text, select, type_coerce

from lawspeaker_referee.competition.ledger import rows
from lawspeaker_referee.competition.ledger.schema import bot_sums, computed, pair_sums, results
from lawspeaker_referee.competition.ledger.sums import OF_ALL, AllSums, BotSums, PairSums, Sums
from lawspeaker_referee.competition.result_comparison import shown
from lawspeaker_referee.competition.results import MatchDetails
from lawspeaker_referee.config.formatting import format_count

MOST_NAMED: Final = 5
"""Differences of one row that are named."""
_DETAILS: Final = msgspec.json.Decoder(MatchDetails, strict=False)


@dataclass(frozen=True, slots=True)
class SumsVerdict:
    """The result of comparing stored sums with the results of matches."""

    results: int
    """Rows of results, whatever the sums say."""
    rows: int
    """Rows of sums that are stored or should be."""
    wrong: int
    """Those of them that are not what the results give."""
    differences: tuple[str, ...]
    """A line for each value or result that differs; empty if all sums follow from the results."""
    readable: bool = True
    """False if a result is no result at all, so that neither sums nor anything else can be made of them."""


def check_sums(connection: Connection, tournament: int) -> SumsVerdict:
    """Return how the sums of a tournament compare with its results, in a transaction that sees one moment."""
    known, lines = AllSums(), list[str]()
    number, readable = _recompute(connection, tournament, known, lines)
    number_of_rows = wrong = 0
    for where, differences in _compared(connection, tournament, known):
        found = [f"{where}: {line}" for line in differences]
        number_of_rows, wrong = number_of_rows + 1, wrong + bool(found)
        lines += found
    return SumsVerdict(number, number_of_rows, wrong, tuple(lines), readable)


def _recompute(connection: Connection, tournament: int, known: AllSums, lines: list[str]) -> tuple[int, bool]:
    """Add all results to empty sums, and lines about those that cannot count.

    Return how many results there are, and whether all could be read.
    """
    counted, read = set[str](), 0
    text = type_coerce(results.c.details, Text).label("text")
    query = rows.counted_after(tournament, 0, text, results.c.entry_id).execution_options(yield_per=rows.AT_ONCE)
    try:
        with connection.execute(query) as found:
            for row in found:
                known.add(row.entry_id, rows.played_of(row), _DETAILS.decode(row.text))
                if row.match_id in counted:
                    lines.append(f"results: {row.match_id} is counted twice")
                counted.add(row.match_id)
                read += 1
    except (ValueError, TypeError, IndexError) as error:  # only who writes a chain anew can put in such a row
        lines.append(f"results: the one after {format_count(read, 'other')} cannot be read: {error}")
        return rows.number_counted(connection, tournament), False
    if strange := (number := rows.number_counted(connection, tournament)) - read:
        lines.append(f"results: {strange} of {number} are of matches that are not in the schedule")
    return number, True


def _compared(connection: Connection, tournament: int, known: AllSums) -> Iterator[tuple[str, Iterator[str]]]:
    """Yield each row of sums in words, and in what it differs."""
    value = type_coerce(computed.c.value, Text)
    yield from _rows(connection, bot_sums, tournament, (bot_sums.c.bot,), (bot_sums.c.sums,), BotSums,
                     {(bot,): sums for bot, sums in known.bots.items()})
    yield from _rows(connection, pair_sums, tournament, (pair_sums.c.bot, pair_sums.c.opponent),
                     (pair_sums.c.matches, pair_sums.c.won, pair_sums.c.drawn), PairSums, known.pairs)
    yield from _rows(connection, computed, tournament, (computed.c.what,), (value,), Sums,
                     {(OF_ALL,): known.all} if known.all.matches else {}, only=OF_ALL)


def _rows(connection: Connection, table: Table, tournament: int, key: Sequence[Any], columns: Sequence[Any],
          kind: type[Any], right: Mapping[Any, Any], only: str = "") -> Iterator[tuple[str, Iterator[str]]]:
    """Yield each row of a table, and each that it should have, in words and in what it differs.

    `right` holds what should be stored, by the rows' keys. `only` is the first key of the rows that are looked at.
    """
    query, left = select(*key, *columns).where(table.c.tournament_id == tournament).order_by(*key), dict(right)
    for row in connection.execute(query.where(key[0] == only) if only else query):
        own, values = tuple(row[:len(key)]), row[len(key):]
        yield f"{table.name}: {' against '.join(map(str, own))}", _differences(kind, values, left.pop(own, None))
    for missing, sums in left.items():
        yield f"{table.name}: {' against '.join(missing)}", iter([
            f"nothing is stored, and {format_count(sums.matches, 'match')} should be in it"])


def _read(kind: type[Any], values: tuple[Any, ...]) -> Any:
    """Return the sums of a row; None if they cannot be read."""
    try:
        if len(values) > 1:
            return kind(*values)
        return msgspec.json.decode(values[0], type=kind, strict=False)
    except (ValueError, TypeError):
        return None


def _differences(kind: type[Any], values: tuple[Any, ...], wanted: Any) -> Iterator[str]:
    """Yield in what the stored values of a row differ from the sums that are wanted; None if there should be none."""
    stored = _read(kind, values)
    if wanted is None or stored is None:
        yield "it is stored, and no result is of it" if wanted is None else "what is stored cannot be read"
        return
    if stored == wanted:
        return
    was, now = dict(_flat(msgspec.to_builtins(stored))), dict(_flat(msgspec.to_builtins(wanted)))
    different = [name for name in dict.fromkeys([*now, *was]) if was.get(name) != now.get(name)]
    for name in different[:MOST_NAMED]:
        yield f"{name} is {both(was.get(name), now.get(name))}"
    if len(different) > MOST_NAMED:
        yield f"and so on, {format_count(len(different), 'value')} in all"


def _flat(values: Mapping[Any, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Yield each value with its name; those of a table have its name before them."""
    for name, value in values.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{before}{name} ")
        else:
            yield f"{before}{name}", value


def both(stored: Any, right: Any) -> str:
    """Return a stored value and the one that the results give as they are shown of a difference; None is no value."""
    was, now = ("nothing" if each is None else shown(each) for each in (stored, right))
    return f"{was} as stored, {now} by the results"
