"""A ranking that does not assume a line: Nash averaging (Balduzzi and others 2018).

Two players each choose a bot, and the payoff is the score of the one's bot against the other's. The equilibrium says
how often a player who cannot be exploited chooses each bot. Of all equilibria it is the one of maximum entropy, so
equal bots have equal weights, and copies of a bot share its weight and change nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy.special import logsumexp

from lawspeaker_referee.competition.ratings.games import Floats

MOST_RANKED: Final = 100
_DIGITS: Final = 6


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """The equilibrium of a game in which two players each choose a bot."""

    weights: Floats
    """By bot: how often it is chosen. They sum to 1."""
    scores: Floats
    """By bot: its score less 1/2 against a bot that is chosen so; never above 0."""


def equilibrium(payoffs: Floats) -> Equilibrium:
    """Return the equilibrium of maximum entropy.

    `payoffs` is bots x bots: the score of the row's bot against the column's, less 1/2; it is antisymmetric. Raises
    ArithmeticError if the solvers fail.
    """
    chosen = _support(payoffs)
    weights = np.zeros(len(payoffs))
    weights[chosen] = _most_even(payoffs[:, chosen], chosen)
    return Equilibrium(weights.round(_DIGITS), (payoffs @ weights).round(_DIGITS) + 0.0)  # no -0


def _support(payoffs: Floats) -> Floats:
    """Return by bot whether any equilibrium chooses it.

    An equilibrium is weights against which nothing has a positive payoff. So is any multiple, and any sum of two. The
    linear program looks for one in which as many weights as possible are at least 1.
    """
    from scipy.optimize import linprog  # slow to import, and seldom needed

    count = len(payoffs)
    below = np.block([[payoffs, np.zeros((count, count))], [-np.eye(count), np.eye(count)]])
    found = linprog(np.repeat([0.0, -1.0], count), A_ub=below, b_ub=np.zeros(2 * count),
                    bounds=[(0, None)] * count + [(0, 1)] * count, method="highs")
    if not found.success:
        raise ArithmeticError(f"the equilibrium was not found: {found.message}")
    return np.asarray(found.x[count:] > 0.5)


def _most_even(payoffs: Floats, chosen: Floats) -> Floats:
    """Return the weights of maximum entropy of the chosen bots, which are the columns of the payoffs.

    They are exp(-multipliers @ payoffs), up to a factor, where the multipliers minimise its logarithm. A multiplier
    has any sign for a chosen bot, whose payoff is 0 in all equilibria, and is not negative for others.
    """
    from scipy.optimize import minimize

    def dual(multipliers: Floats) -> tuple[float, Floats]:
        exponents = -multipliers @ payoffs
        total = logsumexp(exponents)
        return float(total), -payoffs @ np.exp(exponents - total)

    found = minimize(dual, np.zeros(len(payoffs)), jac=True, method="L-BFGS-B",
                     bounds=[(None, None) if each else (0, None) for each in chosen],
                     options={"maxiter": 5_000, "maxfun": 20_000, "ftol": 1e-16, "gtol": 1e-9})
    exponents = -found.x @ payoffs
    return np.asarray(np.exp(exponents - logsumexp(exponents)), dtype=np.float64)
