"""Rules of thumb for Warchiefs and other special figures: they come first, and go where units go that fight."""

from __future__ import annotations

from typing import Any

from lawspeaker_bots.greedy.northgard import moves
from lawspeaker_bots.greedy.northgard.situation import Situation


def bonus(s: Situation, figures: Any) -> int:
    """Return what these figures are worth more than as many units: their points, and food that winter does not ask."""
    rows = [s.catalogue.figures[figure] for figure in figures]
    return int(sum(100 * (row.points - 1) + 100 * (not row.winter) for row in rows))


def goes_along(s: Situation, option: Any) -> int:
    """Score that a special figure goes with the group that moves.

    The group is not in the view: it is the one of the best move from there, and whether this is better with the figure
    was counted then. A retreat takes all along.
    """
    if s.view.combat is not None or s.least:
        return 100
    best = moves.best_from(s, option.territory)
    return 100 if best is not None and best.figures else -100
