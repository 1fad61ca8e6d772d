"""How the greedy bot plays Herring: large nets for large shoals."""

from __future__ import annotations

from typing import Any


def scores(decision: Any) -> list[float]:
    """Return a score for each net: the closer its rank among the own nets is to the shoal's among all, the better."""
    view, shoals = decision.view, decision.catalogue.shoals
    worth = shoals[view.shoal].herring
    better = sum(shoals[shoal].herring > worth for shoal in view.left)
    wanted = max(0, len(decision.options) - 1 - better)
    return [1 / (1 + abs(rank - wanted)) for rank in range(len(decision.options))]
