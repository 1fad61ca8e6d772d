"""The worth of Warchiefs and other special figures of Northgard above that of units."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from lawspeaker_engine.games.northgard.editions import RETAIL
from lawspeaker_engine.games.northgard.modules.warchiefs import WARCHIEFS, Worth


def bonus(catalogue: Any, figures: Iterable[int]) -> int:
    """Return what these figures are worth more than as many units: their points, and food that winter does not ask."""
    rows = [catalogue.figures[figure] for figure in figures]
    return int(sum(100 * (row.points - 1) + 100 * (not row.winter) for row in rows))


@cache
def powers(edition_name: str, *, attacking: bool) -> dict[str, int]:
    """Return the points of the Warchiefs that are worth other points than their rows say, by the ids of their figures.

    A power that depends on the territory counts everywhere.
    """
    rows = {row.id: row.power if edition_name == RETAIL else row.prototype for row in WARCHIEFS}
    other = "defending" if attacking else "attacking"
    return {name: power.points for name, power in rows.items() if isinstance(power, Worth) and power.when != other}
