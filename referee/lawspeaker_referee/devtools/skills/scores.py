"""How many positions a bot answers well, by skill, with intervals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.model import Picks
from lawspeaker_referee.config.intervals import wilson
from lawspeaker_referee.devtools.skills.choosing import SkillPosition
from lawspeaker_referee.devtools.skills.labels import SKILLS

ALL: Final = "all"


@dataclass(slots=True)
class Score:
    """The score of a bot in positions of one skill."""

    positions: int = 0
    right: int = 0
    """Positions in which it gave the best answer."""
    unanswered: int = 0
    """Positions to which it gave no answer; these are not right."""
    loss: float = 0.0
    """The chance to win that its other answers lose in all."""

    def add(self, position: SkillPosition, picks: Picks | None) -> None:
        """Count an answer; None if there was none."""
        self.positions += 1
        if picks is None:
            self.unanswered += 1
        else:
            self.right += picks == position.best
            self.loss += position.loss(picks)

    @property
    def share(self) -> float:
        """Return the share of best answers."""
        return self.right / self.positions

    @property
    def interval(self) -> tuple[float, float]:
        """Return the 95 % interval of the share."""
        return wilson(self.share, self.positions)

    @property
    def mean_loss(self) -> float | None:
        """Return what an answer loses on the average; None if there was none."""
        answered = self.positions - self.unanswered
        return self.loss / answered if answered else None


def scores(answers: Iterable[tuple[SkillPosition, Picks | None]]) -> dict[str, Score]:
    """Return the scores by skill, in the order of SKILLS, and of ALL."""
    found = {skill: Score() for skill in (*SKILLS, ALL)}
    for position, picks in answers:
        found[position.skill].add(position, picks)
        found[ALL].add(position, picks)
    return {skill: score for skill, score in found.items() if score.positions}
