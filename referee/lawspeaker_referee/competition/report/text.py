"""Numbers and lines as all reports write them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lawspeaker_referee.competition.formats.standings import KnockoutTable
from lawspeaker_referee.competition.report.facts import Facts
from lawspeaker_referee.config.formatting import format_count, format_percent


def likely(share: float) -> str:
    """Return a probability as text, never 0 or 100 %: what is hardly likely is not impossible."""
    return format_percent(min(max(share, 1e-4), 1 - 1e-4))


def points_text(points: float) -> str:
    """Return a sum of points with one digit."""
    return f"{points:.1f}"


def winner(facts: Facts) -> str:
    """Return the winner by the format's own order and how a tie was settled; empty while there is none."""
    return next((f"{each.name} ({each.told})" if each.told else each.name for each in facts.standings if each.won), "")


def blocks_of(facts: Facts) -> str:
    """Return how many seed blocks there are, and how many of them are whole."""
    blocks = format_count(facts.blocks, "seed block")
    return blocks if facts.whole_blocks == facts.blocks else f"{blocks}, {facts.whole_blocks} of them whole"


def table_text(table: KnockoutTable) -> str:
    """Return the bots of a table, with points once it is decided."""
    if not table.points:
        return ", ".join(table.bots)
    return ", ".join(f"{bot} {points_text(points)}"
                     for bot, points in zip(table.bots, table.points, strict=True))


def winners_text(table: KnockoutTable) -> str:
    """Return the bots that go on from a table, and whether the file's order settled a tie."""
    if not table.through:
        return "not decided"
    return ", ".join(table.through) + (" (tied; by the order of the file)" if table.tied else "")


def pairs(values: Mapping[str, Any]) -> str:
    """Return plain data in one line."""
    return ", ".join(f"{key} {_plain(value)}" for key, value in values.items())


def _plain(value: Any) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:.4g}"
        case Mapping():
            return pairs(value) or "none"
        case list() | tuple():
            return " ".join(map(_plain, value)) or "none"
        case _:
            return str(value)
