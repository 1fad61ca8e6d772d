"""How long the bot thinks about one decision, and the budget that counts it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import Final

from lawspeaker_bot import Decision

SHARE: Final = 0.4
"""The share of a decision's free time that is used; the rest is for the network and for a busy machine."""
DECISIONS: Final = 80
"""About as many decisions of a seat are worth a thought in a match; a bank is spread over them."""
OF_WHAT_IS_LEFT: Final = 0.5
"""A decision never takes more than this share of the time that is left for it."""
WITHOUT_LIMIT: Final = 0.1
"""Seconds for a decision without a limit."""
MOST: Final = 2.0
"""Seconds, the most by itself; more time is only taken on request."""

_FORM: Final = re.compile(r"(\d+(?:\.\d+)?)(ms|s|playouts)")


class Budget:
    """The budget of one decision: seconds by a clock, and a number of playouts, 0 for any number.

    It begins at `started` by the clock, or now.
    """

    def __init__(
        self, seconds: float = inf, playouts: int = 0, clock: Callable[[], float] = monotonic,
        started: float | None = None,
    ) -> None:
        self._seconds, self._playouts, self._clock = seconds, playouts, clock
        self._started = clock() if started is None else started
        self._played = 0

    def count(self) -> None:
        """Note a playout."""
        self._played += 1

    @property
    def used(self) -> float:
        """The share of the budget that is used; from 1 on it is over."""
        if self._seconds <= 0:
            return 1.0
        of_time = (self._clock() - self._started) / self._seconds
        return max(of_time, self._played / self._playouts) if self._playouts else of_time


@dataclass(frozen=True, slots=True)
class ThinkingTime:
    """The time asked for: so many seconds or playouts for a decision; neither means a share of the clock."""

    seconds: float = 0.0
    playouts: int = 0

    @classmethod
    def parse(cls, text: str) -> ThinkingTime:
        """Return the thinking time of `100ms`, `1s`, `200playouts` or an empty text. Raises ValueError."""
        if not text:
            return cls()
        form = _FORM.fullmatch(text)
        if form is None or not float(form[1]) or (form[2] == "playouts" and "." in form[1]):
            raise ValueError(f"search cannot think {text!r}; write a time or a number of playouts, such as "
                             "search:100ms, search:1s or search:200playouts")
        if form[2] == "playouts":
            return cls(playouts=int(form[1]))
        return cls(seconds=float(form[1]) / (1000 if form[2] == "ms" else 1))

    def budget(self, decision: Decision, clock: Callable[[], float], started: float) -> Budget:
        """Return the budget of a decision that came at `started`; `clock` returns seconds.

        Whatever was asked for, it takes at most half of the time that is left for the decision.
        """
        seconds = self.seconds or (inf if self.playouts else _share(decision))
        if decision.time_left is not None:
            seconds = min(seconds, OF_WHAT_IS_LEFT * decision.time_left)
        return Budget(seconds, self.playouts, clock, started)


def _share(decision: Decision) -> float:
    """Return the seconds that a decision is worth by the match's clock: a share of its free time and of the bank."""
    if decision.time_left is None:
        return WITHOUT_LIMIT
    free = max(0.0, decision.time_left - decision.bank_left)
    bank = decision.bank_left / DECISIONS + decision.match.clock.increment / 2
    return min(MOST, SHARE * free + bank)
