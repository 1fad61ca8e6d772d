"""The actions of a decision: indices of its options, or ids of the parts of an option."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from lawspeaker_referee.devtools.gym.action_ids import STOP, ActionIds
from lawspeaker_referee.devtools.gym.position import IllegalAction, PartialAnswer


class Choice(Protocol):
    """A decision while its agent acts."""

    answer: PartialAnswer

    @property
    def allowed(self) -> list[int]:
        """Return the actions that can be taken next."""

    @property
    def named(self) -> list[int]:
        """Return the ids that are named of the next option."""

    def take(self, action: int) -> bool:
        """Take an action; return whether the answer is complete. Raises IllegalAction, and then changes nothing."""

    def at(self, answer: PartialAnswer) -> Choice:
        """Return the same choice for an equal answer."""


@dataclass(slots=True)
class IndexChoice:
    """An action takes the option of that index, or ends the answer."""

    answer: PartialAnswer
    stop: int
    """The action that ends the answer."""

    @property
    def allowed(self) -> list[int]:
        """Return the actions that can be taken next."""
        return self.answer.left + [self.stop] * self.answer.may_stop

    @property
    def named(self) -> list[int]:
        """Return []: an action names a whole option."""
        return []

    def take(self, action: int) -> bool:
        """Take an option or stop; return whether the answer is complete. Raises IllegalAction."""
        return self.answer.take(action, self.stop)

    def at(self, answer: PartialAnswer) -> IndexChoice:
        """Return the same choice for an equal answer."""
        return IndexChoice(answer, self.stop)


@dataclass(slots=True)
class IdChoice:
    """An action names the next part of an option by its id. Parts that all that is left has in common are skipped."""

    answer: PartialAnswer
    ids: ActionIds
    named: list[int] = field(default_factory=list)
    _left: list[int] = field(default_factory=list)
    """The options that begin so."""
    _begun: bool = False
    """True if an action has named a part, so that the option must be named to its end."""

    def __post_init__(self) -> None:
        if not self._left:
            self._begin()

    def _parts(self, index: int) -> tuple[int, ...]:
        return self.ids.parts(self.answer.decision.options[index])

    def _begin(self) -> None:
        """Begin another option, up to the first part of which there are several, or to the last part."""
        self._begun, self.named, self._left = False, [], self.answer.left
        while len(following := self._following()) == 1 and not self._completes(following):
            self.named += following

    def _following(self) -> set[int]:
        place = len(self.named)
        return {self._parts(index)[place] for index in self._left}

    def _completes(self, following: set[int]) -> bool:
        place = len(self.named)
        return any(parts[place] in following and len(parts) == place + 1 for parts in map(self._parts, self._left))

    @property
    def allowed(self) -> list[int]:
        """Return the ids that can be named next."""
        return [STOP] * (self.answer.may_stop and not self._begun) + sorted(self._following())

    def take(self, action: int) -> bool:
        """Name a part, or stop; return whether the answer is complete. Raises IllegalAction."""
        if action not in self.allowed:
            name = self.ids.names[action] if 0 <= action < len(self.ids.names) else "no part of any option"
            raise IllegalAction(f"{self.answer.decision.prompt} cannot be answered with id {action} ({name}) now; the "
                                f"action mask says what is allowed")
        if action == STOP:
            return True
        self._begun = True
        following = {action}
        while len(following) == 1:
            [part] = following
            place = len(self.named)
            self._left = [index for index in self._left if self._parts(index)[place] == part]
            self.named.append(part)
            if len(self._parts(self._left[0])) == len(self.named):
                self.answer.picks.append(self._left[0])
                if len(self.answer.picks) == self.answer.decision.most:
                    return True
                self._begin()
                return False
            following = self._following()
        return False

    def at(self, answer: PartialAnswer) -> IdChoice:
        """Return the same choice for an equal answer."""
        return IdChoice(answer, self.ids, self.named[:], self._left[:], self._begun)
