"""Numbers as reports spell them."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any, Final

from lawspeaker_referee.competition.formats.standings import KnockoutTable
from lawspeaker_referee.competition.ratings.rating import Spread
from lawspeaker_referee.competition.report.facts import Facts
from lawspeaker_referee.config.formatting import format_count, format_elo, format_elo_interval, format_percent

FAR: Final = 1000.0
"""Points of Elo, odds of 316 to 1: an end further off than that says nothing."""


def ends(spread: Spread) -> tuple[float, float]:
    """Of the interval; infinite if open, or so far off that it might as well be."""
    return (spread.low if spread.low >= spread.elo - FAR else -inf,
            spread.high if spread.high <= spread.elo + FAR else inf)


def interval(spread: Spread, *, signed: bool = False) -> str:
    """Its ends, of which one may be open; unknown if both are."""
    return format_elo_interval(*ends(spread), signed=signed)


def likely(share: float) -> str:
    """The chance of something that a bootstrap drew always or never: that makes it likely, not certain."""
    return format_percent(min(max(share, 1e-4), 1 - 1e-4))


def winner(facts: Facts) -> str:
    """Who has won by the format's own order, and how a tie was settled; empty while nobody has."""
    return next((f"{each.name} ({each.told})" if each.told else each.name for each in facts.standings if each.won), "")


def blocks_of(facts: Facts) -> str:
    """How many seed blocks, and how many of them are whole."""
    told = format_count(facts.blocks, "seed block")
    return told if facts.whole_blocks == facts.blocks else f"{told}, {facts.whole_blocks} of them whole"


def table_text(table: KnockoutTable) -> str:
    """Who sat at a table, with points once it is decided."""
    if not table.points:
        return ", ".join(table.bots)
    return ", ".join(f"{bot} {format_elo(points, signed=True)}"
                     for bot, points in zip(table.bots, table.points, strict=True))


def winners_text(table: KnockoutTable) -> str:
    """Who goes on, and whether a tie was settled by the file."""
    if not table.through:
        return "not decided"
    return ", ".join(table.through) + (" (tied; by the order of the file)" if table.tied else "")


def silent_note(bot: str) -> str:
    """Of a bot that did not play itself."""
    return f"{bot} answered nothing itself: the referee took all its decisions, and its rating is that of such play"


def pairs(values: Mapping[str, Any]) -> str:
    """Plain data in one line."""
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
