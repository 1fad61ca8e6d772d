"""The number of examples that a law tries: few in `make test`, all in `make test-slow`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from hypothesis import settings

QUICK, FULL = "quick", "full"
"""Profiles of Hypothesis; without `--hypothesis-profile` it is the quick one."""


def seeds(few: int, all_of_them: int) -> pytest.MarkDecorator:
    """Parametrise a test by `seeds`: the first `few` seeds in `make test`, the others in `make test-slow`."""
    return pytest.mark.parametrize("seeds", [
        pytest.param(range(few), id="few-seeds"),
        pytest.param(range(few, all_of_them), id="all-other-seeds", marks=pytest.mark.slow),
    ])


def examples(full: int) -> int:
    """Return how many examples Hypothesis tries where the full profile tries `full`: a fifth in the quick one."""
    return full if settings.get_current_profile_name() == FULL else max(full // 5, 1)


def ends_quick(cases: Sequence[Any]) -> list[Any]:
    """Return the cases of a parametrised test, such as numbers of players: the first and the last for `make test`, the
    others for `make test-slow`.
    """
    return [cases[0], *(pytest.param(case, marks=pytest.mark.slow) for case in cases[1:-1]), cases[-1]]


def first_quick(quick: int, cases: Iterable[Any]) -> list[Any]:
    """Return the cases of a parametrised test: the first `quick` for `make test`, the others for `make test-slow`.

    A case that is a tuple holds a value for each of several parameters, as in `pytest.mark.parametrize`.
    """
    chosen = list(cases)
    return chosen[:quick] + [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow) for case in chosen[quick:]
    ]
