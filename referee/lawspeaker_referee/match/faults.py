"""Faults in a match: how they are counted, and what replaces an answer.

The policy that says what follows from a fault is data, in `config/fault_policies.py`; `places.py` says what becomes of
the places.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from lawspeaker_engine.dice import Dice
from lawspeaker_engine.model import Decision, Picks
from lawspeaker_engine.playing import check
from lawspeaker_referee.config.fault_policies import (
    DEFAULT,
    DISQUALIFIED,
    FORFEIT_SEAT,
    LEAVING,
    RESIGNED,
    Policy,
    fault_name,
)

EVIDENCE_BYTES: Final = 128
"""The longest evidence of a fault in a record."""


@dataclass(slots=True)
class FaultCount:
    """The faults of a seat so far; all of it follows from the acts in the record."""

    decisions: int = 0
    faulty: int = 0
    stand_ins: int = 0
    """Decisions that the bot answered by a stand-in, as it says."""
    strikes: int = 0
    gone: int = 0
    """The fault with which it left, or that it has resigned; 0 if neither."""
    out: bool = False
    """True if the seat is disqualified."""
    counts: Counter[int] = field(default_factory=Counter)
    """Fault -> decisions that had it."""

    @property
    def absence(self) -> int:
        """Return the fault that all decisions of the seat have from now on; 0 if it plays."""
        return DISQUALIFIED if self.out else self.gone

    def mostly_stood_in(self, policy: Policy) -> bool:
        """Return True if stand-ins and faults together are more of its decisions than the policy allows.

        A seat without stand-ins has faults only, of which `add` says when they disqualify it.
        """
        share, not_own = policy.stand_in_permille, self.stand_ins + self.counts.total()
        return share > 0 and self.stand_ins > 0 and not_own * 1000 > share * self.decisions

    def add(self, policy: Policy, fault: int, origin: int = 0) -> bool:
        """Count a decision, its fault and its origin, 0 for none; return True if the seat is disqualified by it.

        What is decided for a bot that has resigned is neither its decision nor its fault.
        """
        if fault == RESIGNED:
            self.gone = RESIGNED
            return False
        self.decisions += 1
        if not fault:
            self.stand_ins += origin != 0
            return False
        self.counts[fault] += 1
        left_before = self.gone != 0
        if fault in LEAVING:
            self.gone = fault
        if self.out or left_before:
            return False
        self.faulty += 1
        self.strikes += policy.strikes.get(fault, 1)
        share, least = policy.disqualify_permille, policy.disqualify_minimum
        self.out = (
            policy.actions[fault] == FORFEIT_SEAT
            or 0 < policy.disqualify_after <= self.strikes
            or (share > 0 and self.decisions >= least and self.faulty * 1000 > share * self.decisions)
        )
        return self.out

    def evidence(self) -> str:
        """Return the faults that disqualified the seat, as text for the record."""
        return f"{self.strikes} strikes: " + ", ".join(
            f"{fault_name(fault)} {number}" for fault, number in sorted(self.counts.items()) if fault != DISQUALIFIED)


def substitute(policy: Policy, fault: int, decision: Decision, dice: Dice) -> Picks:
    """Return the picks that replace an answer: the default, or legal picks drawn from the match's seed."""
    if policy.substitute(fault) == DEFAULT:
        return check(decision, decision.default)
    stream, total = f"substitute/{decision.seat}", len(decision.options)
    span = min(decision.most, total) - decision.least + 1
    count = decision.least + dice.draw(stream, span, 1)[0]
    return check(decision, dice.draw(stream, total, count))


def cut(text: str, size: int) -> str:
    """Return as much of a text as fits into `size` bytes of UTF-8, without breaking a character."""
    return text.encode(errors="replace")[:size].decode(errors="ignore")
