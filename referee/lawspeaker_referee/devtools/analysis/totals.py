"""What was lost in an analysis: by seat and bot, by kind of prompt, and by phase of the game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from lawspeaker_referee.devtools.analysis.judgement import Judgement


@dataclass(slots=True)
class Total:
    """What several decisions have lost, in chances to win from 0 to 1."""

    decisions: int = 0
    mistakes: int = 0
    loss: float = 0.0
    _variance: float = 0.0

    def add(self, judgement: Judgement) -> None:
        """Count a decision."""
        self.decisions += 1
        self.mistakes += judgement.is_mistake
        self.loss += judgement.loss
        self._variance += judgement.error ** 2

    @property
    def mean(self) -> float:
        """Return the loss of a decision on the average."""
        return self.loss / self.decisions

    @property
    def mean_error(self) -> float:
        """Return the standard error of `mean` as the judging explains it; how decisions differ is not in it."""
        return sqrt(self._variance) / self.decisions


@dataclass(frozen=True, slots=True)
class Totals:
    """The totals of one or several records."""

    by_seat: dict[str, Total]
    """The keys are `seat N (bot)` for a single match, and else the names of bots."""
    by_prompt: dict[str, Total]
    """What lost most in all comes first."""
    by_phase: dict[str, Total]
    """In the order of the game."""


def totals(decisions: Iterable[tuple[str, Judgement]]) -> Totals:
    """Return the totals of decisions, each with the name of who decided."""
    by_seat, by_prompt, by_phase = dict[str, Total](), dict[str, Total](), dict[str, Total]()
    for who, each in decisions:
        for found, key in ((by_seat, who), (by_prompt, each.prompt), (by_phase, each.phase)):
            found.setdefault(key, Total()).add(each)
    return Totals(dict(sorted(by_seat.items())),
                  dict(sorted(by_prompt.items(), key=lambda item: (-item[1].loss, item[0]))), by_phase)
