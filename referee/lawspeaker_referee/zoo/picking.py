"""An answer in the making: one option an action, until no more may be taken or the seat says that is all."""

from __future__ import annotations

from dataclasses import dataclass, field

from lawspeaker_engine.model import Decision


class IllegalAction(ValueError):
    """An action that the mask does not allow; says why."""


@dataclass(slots=True)
class Picking:
    """A decision, and what has been taken so far."""

    decision: Decision
    picks: list[int] = field(default_factory=list)
    """Indices of options, in the order in which they were taken."""

    @property
    def may_stop(self) -> bool:
        """Whether what has been taken is enough."""
        return len(self.picks) >= self.decision.least

    @property
    def left(self) -> list[int]:
        """The options that can be taken next."""
        if len(self.picks) == self.decision.most:
            return []
        return [index for index in range(len(self.decision.options)) if index not in self.picks]

    def take(self, action: int, stop: int) -> bool:
        """Take an option, or say that is all; whether the answer is complete. Raises IllegalAction."""
        if action == stop:
            if not self.may_stop:
                raise IllegalAction(f"{self.decision.prompt} takes at least {self.decision.least}, and so far "
                                    f"{len(self.picks)} of them are taken: action {stop} is not allowed yet")
            return True
        if action in self.picks:
            raise IllegalAction(f"option {action} of {self.decision.prompt} is taken already; the action mask says "
                                f"what is left")
        if not 0 <= action < len(self.decision.options) or len(self.picks) == self.decision.most:
            raise IllegalAction(f"{self.decision.prompt} has no option {action}; the action mask says what is allowed")
        self.picks.append(action)
        return len(self.picks) == self.decision.most

    @property
    def forced(self) -> list[int] | None:
        """The whole answer, if no choice is left that would make a difference; else None."""
        decision, left = self.decision, self.left
        if not left:
            return self.picks
        needed = decision.least - len(self.picks)
        if needed == len(left) and (needed == 1 or not decision.ordered):
            return self.picks + left
        return None
