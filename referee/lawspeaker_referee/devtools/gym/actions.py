"""The actions of a decision: indices of its options, or ids of the parts of an option."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from lawspeaker_referee.devtools.gym.action_ids import STOP, ActionIds
from lawspeaker_referee.devtools.gym.position import IllegalAction, PartialAnswer

Mask = NDArray[np.int8]


class Choice(Protocol):
    """A decision while its agent acts."""

    answer: PartialAnswer

    def mask(self, actions: int) -> Mask:
        """Return the mask of so many actions, with 1 for each that can be taken next; to be copied, not written."""

    @property
    def named(self) -> list[int]:
        """Return the ids that are named of the next option."""

    def take(self, action: int) -> bool:
        """Take an action; return whether the answer is complete. Raises IllegalAction, and then changes nothing."""

    def at(self, answer: PartialAnswer) -> Choice:
        """Return the same choice for an equal answer."""


@cache
def _mask(actions: int, options: int, stop: int | None) -> Mask:
    """Return the mask, which cannot be written, of the first options and perhaps the end."""
    mask = np.zeros(actions, np.int8)
    mask[:options] = 1
    if stop is not None:
        mask[stop] = 1
    mask.flags.writeable = False
    return mask


@dataclass(slots=True)
class IndexChoice:
    """An action takes the option of that index, or ends the answer."""

    answer: PartialAnswer
    stop: int
    """The action that ends the answer."""

    def mask(self, actions: int) -> Mask:
        """Return the mask of so many actions, with 1 for each that can be taken next; to be copied, not written."""
        answer = self.answer
        picks, decision = answer.picks, answer.decision
        if not picks:
            return _mask(actions, len(decision.options) if decision.most else 0, None if decision.least else self.stop)
        mask = _mask(actions, len(decision.options) if answer.left_count else 0,
                     self.stop if answer.may_stop else None).copy()
        mask[picks] = 0
        return mask

    @property
    def named(self) -> list[int]:
        """Return []: an action names a whole option."""
        return []

    def take(self, action: int) -> bool:
        """Take an option or stop; return whether the answer is complete. Raises IllegalAction."""
        return self.answer.take(action, self.stop)

    def at(self, answer: PartialAnswer) -> IndexChoice:
        """Return the same choice for an equal answer."""
        return type(self)(answer, self.stop)


class FirstOptions(IndexChoice):
    """A choice among more options than have room: the first ones can be taken, as many as there are actions."""

    __slots__ = ()

    def mask(self, actions: int) -> Mask:
        """Return the mask of so many actions, with 1 for each that can be taken next."""
        mask = super().mask(actions).copy()
        mask[self.stop] = self.answer.may_stop
        return mask

    def take(self, action: int) -> bool:
        """Take an option or stop; return whether the answer is complete. Raises IllegalAction."""
        picks, decision = self.answer.picks, self.answer.decision
        if action > self.stop:
            raise IllegalAction(f"option {action} of {decision.prompt} has no room: only the first {self.stop} of "
                                f"{len(decision.options)} can be taken; give the environment wider sizes")
        complete = self.answer.take(action, self.stop)
        if not complete and len(picks) == self.stop < decision.least:
            picks += range(self.stop, decision.least)  # what can be taken is not enough: the next ones go with it
            return True
        return complete


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
    _parts: list[tuple[int, ...]] = field(init=False)
    """By option: its ids."""
    _following: set[int] = field(init=False)
    """The parts that options begun so can go on with."""

    def __post_init__(self) -> None:
        self._parts = [*map(self.ids.parts, self.answer.decision.options)]
        if self._left:
            self._look_on()
        else:
            self._begin()

    def _begin(self) -> None:
        """Begin another option, up to the first part of which there are several, or to the last part."""
        self._begun, self.named, self._left = False, [], self.answer.left
        self._look_on()
        while len(self._following) == 1 and not self._completes():
            self.named += self._following
            self._look_on()

    def _look_on(self) -> None:
        place, parts = len(self.named), self._parts
        self._following = {parts[index][place] for index in self._left}

    def _completes(self) -> bool:
        """Return whether the part that follows, if it is but one, is the last one of an option."""
        parts, ids = self._parts, len(self.named) + 1
        return any(len(parts[index]) == ids for index in self._left)

    @property
    def _may_stop(self) -> bool:
        return self.answer.may_stop and not self._begun

    def mask(self, actions: int) -> Mask:
        """Return the mask of so many actions, with 1 for each id that can be named next; to be copied, not written."""
        mask = np.zeros(actions, np.int8)
        mask[list(self._following)] = 1
        if self._may_stop:
            mask[STOP] = 1
        return mask

    def take(self, action: int) -> bool:
        """Name a part, or stop; return whether the answer is complete. Raises IllegalAction."""
        if action == STOP and self._may_stop:
            return True
        if action not in self._following:
            name = self.ids.names[action] if 0 <= action < len(self.ids.names) else "no part of any option"
            raise IllegalAction(f"{self.answer.decision.prompt} cannot be answered with id {action} ({name}) now; the "
                                f"action mask says what is allowed")
        self._begun = True
        while True:
            place, parts = len(self.named), self._parts
            self._left = [index for index in self._left if parts[index][place] == action]
            self.named.append(action)
            if len(parts[self._left[0]]) == len(self.named):
                return self._complete(self._left[0])
            self._look_on()
            if len(self._following) > 1:
                return False
            [action] = self._following

    def _complete(self, option: int) -> bool:
        """Take the option that is named; return whether it was the last one."""
        self.answer.picks.append(option)
        if len(self.answer.picks) == self.answer.decision.most:
            return True
        self._begin()
        return False

    def at(self, answer: PartialAnswer) -> IdChoice:
        """Return the same choice for an equal answer."""
        return IdChoice(answer, self.ids, self.named[:], self._left[:], self._begun)
