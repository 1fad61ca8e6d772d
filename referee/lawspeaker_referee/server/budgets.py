"""What one token may cost the referee: CPU time of its own beyond the game, and a rate of returns.

Returns, texts, positions and refusals are charged with the CPU time of this thread that they took; answers to open
questions are free. A token that has used up its budget waits: its bots get their seats back later, and what follows a
refused answer is read later. Clocks know nothing of this: that of a bot that waits runs on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, thread_time
from typing import TYPE_CHECKING, Final

from lawspeaker_referee.config.limits import Limits
from lawspeaker_referee.server.metrics import LabelledCounter, Metrics

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

LOG_EVERY: Final = 60.0
"""Seconds between two lines of the log about the same token."""
_ROUNDING: Final = 1e-9
CPU, RETURNS, REFUSALS = "cpu", "returns", "refusals"
"""Why a bot is slowed: its token's CPU time is used up, it comes back too often, or answers of its were refused."""


class TokenBudget:
    """The budget of one token, which all its streams share. Without a token there is nothing to come back to."""

    def __init__(self, budgets: Budgets, identity: str) -> None:
        self._budgets, self._identity = budgets, identity
        limits, self._at = budgets.limits, budgets.clock()
        self._cpu, self._returns = limits.cpu_burst, float(limits.return_burst)
        """Seconds of CPU time, and returns, that it may use at once."""
        self._measuring = False
        self._told_at: float | None = None
        self._untold = 0
        """Waits since the last line of the log."""

    @property
    def limited(self) -> bool:
        """Return True if CPU time is counted."""
        return bool(self._identity) and self._budgets.limits.cpu_share > 0.0

    def cpu(self) -> float:
        """Return the CPU time of this thread in seconds."""
        return self._budgets.cpu()

    def charge(self, seconds: float, *, into_debt: bool = True) -> None:
        """Take CPU time; what makes no debt uses up no more than there is."""
        if self.limited:
            self._fill()
            # A debt has a bound, so that nobody waits for longer than the whole budget takes to fill.
            least = -self._budgets.limits.cpu_burst if into_debt else min(0.0, self._cpu)
            self._cpu = max(least, self._cpu - seconds)

    @contextmanager
    def charged(self) -> Iterator[None]:
        """Charge the CPU time that the block takes; blocks within such a block are charged once."""
        if self._measuring or not self.limited:
            yield
            return
        began, self._measuring = self.cpu(), True
        try:
            yield
        finally:
            self._measuring = False
            self.charge(self.cpu() - began)

    def refused(self, began: float) -> float:
        """Charge a refusal that began at that CPU time; return the seconds that the next message must wait for it."""
        if not self.limited:
            return 0.0
        spent = self.cpu() - began
        self.charge(spent)
        # Not for the whole debt: a bot whose matches come back slowly shall not be deaf besides.
        return min(self.wait(), spent / self._budgets.limits.cpu_share)

    def wait(self) -> float:
        """Return the seconds until there is CPU time again; 0 if there is some."""
        if not self.limited:
            return 0.0
        self._fill()
        return -self._cpu / self._budgets.limits.cpu_share if self._cpu < -_ROUNDING else 0.0

    def take_return(self) -> float:
        """Take a return and return 0, or the seconds until there will be one."""
        rate = self._budgets.limits.return_rate
        if not self._identity or rate <= 0.0:
            return 0.0
        self._fill()
        if self._returns < 1.0 - _ROUNDING:
            return (1.0 - self._returns) / rate
        self._returns -= 1.0
        return 0.0

    def slowed(self, reason: str, label: str, seconds: float) -> None:
        """Count a wait of this token, and tell of it unless the log told of the token shortly before."""
        budgets, now = self._budgets, self._budgets.clock()
        budgets.metrics.count(budgets.metrics.slowed_bot(label, reason))
        self._untold += 1
        if self._told_at is None or now - self._told_at >= LOG_EVERY:
            budgets.log.warning("bot slowed", identity=self._identity, why=reason, wait=round(seconds, 3),
                                waits=self._untold)
            self._told_at, self._untold = now, 0

    def refusal_slowed(self, label: str) -> LabelledCounter:
        """Return the counter of waits after refusals, which counts with the match's next step."""
        return self._budgets.metrics.slowed_bot(label, REFUSALS)

    def _fill(self) -> None:
        limits, now = self._budgets.limits, self._budgets.clock()
        passed, self._at = now - self._at, now
        self._cpu = min(limits.cpu_burst, self._cpu + passed * limits.cpu_share)
        self._returns = min(float(limits.return_burst), self._returns + passed * limits.return_rate)


class Budgets:
    """The budgets of all tokens of a server; there are as many as tokens that have come."""

    def __init__(self, limits: Limits, metrics: Metrics, log: FilteringBoundLogger, *,
                 clock: Callable[[], float] = monotonic, cpu: Callable[[], float] = thread_time) -> None:
        self.limits, self.metrics, self.log, self.clock, self.cpu = limits, metrics, log, clock, cpu
        self._tokens: dict[str, TokenBudget] = {}

    def of(self, identity: str) -> TokenBudget:
        """Return the budget of a token by its name; that of bots without a token is never used up."""
        if not identity:
            return TokenBudget(self, "")
        return self._tokens.setdefault(identity, TokenBudget(self, identity))
