"""Looking ahead as a library: playouts by a policy, to a horizon, judged by values; and what `search` would answer.

It needs neither gRPC nor a referee, but positions (`lawspeaker_engine.position`), which it leaves as they are.
docs/forward-model.md explains it.
"""

from __future__ import annotations

from lawspeaker_bots.search.horizon import AS_SEARCH, TO_THE_END, Horizon
from lawspeaker_bots.search.judge import Judge, Weights, read_weights
from lawspeaker_bots.search.lookahead import Found, TriedAnswer, best_answer
from lawspeaker_bots.search.playouts import Playouts, Policy, Sums
from lawspeaker_bots.search.thinking_time import Budget

__all__ = [
    "AS_SEARCH", "TO_THE_END", "Budget", "Found", "Horizon", "Judge", "Playouts", "Policy", "Sums", "TriedAnswer",
    "Weights", "best_answer", "read_weights",
]
