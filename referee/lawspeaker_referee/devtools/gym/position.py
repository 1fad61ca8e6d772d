"""A running game in this process: chance is drawn, and seats that are asked together answer one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from lawspeaker_engine.dice import Dice
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Chance, Decision, Outcome, Picks, Seat, Setup
from lawspeaker_engine.playing import check


class RunningGame:
    """A game that waits for the decision of one seat.

    Of several sealed decisions each is shown as it was before the first was answered: the state moves on only when all
    are in, so that nobody's view can depend on what the others took.
    """

    __slots__ = ("_decisions", "_dice", "_sealed", "_state", "game")

    def __init__(self, game: Game[Any], setup: Setup, seed: bytes) -> None:
        self.game = game
        self._state: Any = game.setup(setup)
        self._dice = Dice(seed)
        self._sealed: list[Picks] = []
        self._decisions = self._wait()

    @property
    def decision(self) -> Decision | None:
        """Return the open decision; None once the game is over."""
        return self._decisions[len(self._sealed)] if self._decisions else None

    @property
    def outcome(self) -> Outcome | None:
        """Return the outcome of the game; None while it goes on."""
        return self.game.outcome(self._state)

    @property
    def true_state(self) -> Any:
        """Return the game's own state, with every secret and not to be changed: for who shows a seat's part of it."""
        return self._state

    def answer(self, picks: Sequence[int]) -> None:
        """Answer the decision by indices of its options. Raises IllegalAnswer, and ValueError once the game is over."""
        decision = self.decision
        if decision is None:
            raise ValueError("the game is over: nothing is asked")
        self.take(check(decision, picks))

    def take(self, picks: Picks) -> None:
        """Answer the decision by picks as `check` returns them, which are not checked again."""
        sealed = self._sealed
        sealed.append(picks)
        if len(sealed) == len(self._decisions):
            self.game.apply(self._state, tuple(sealed))
            sealed.clear()
            self._decisions = self._wait()

    def view(self, seat: Seat | None) -> Any:
        """Return what a seat may know, or a spectator for None; use it before the next answer."""
        return self.game.view(self._state, seat)

    def full_view(self) -> Any:
        """Return the whole state with every secret, as a view of the same type."""
        return self.game.full_view(self._state)

    def true_copy(self, seed: bytes | None = None) -> RunningGame:
        """Return an independent copy with every secret, which draws the same chance, or, with a seed, other chance."""
        return self._with(self.game.copy(self._state), self._dice.copy() if seed is None else Dice(seed), self._sealed)

    def dealt_anew(self, seat: Seat, seed: bytes) -> RunningGame:
        """Return an independent copy in which all that the seat may not know is drawn afresh.

        That is the state, chance to come, and what others have sealed. The same seed gives equal copies of positions
        that look the same to the seat.
        """
        random = Random(int.from_bytes(seed, "big"))
        state = self.game.deal_anew(self._state, seat, random)
        asked = self.game.pending(state)
        assert not isinstance(asked, Chance)
        sealed = [picks if decision.seat == seat else any_answer(decision, random)
                  for decision, picks in zip(asked, self._sealed, strict=False)]
        return self._with(state, Dice(seed), sealed)

    def _with(self, state: Any, dice: Dice, sealed: Sequence[Picks]) -> RunningGame:
        other = object.__new__(RunningGame)
        other.game, other._state, other._dice, other._sealed = self.game, state, dice, list(sealed)
        other._decisions = other._wait()
        return other

    def _wait(self) -> tuple[Decision, ...]:
        """Draw chance until a seat is asked, and return the decisions; () when the game is over."""
        state, pending = self._state, self.game.pending
        while isinstance(question := pending(state), Chance):
            self.game.apply(state, (self._dice.answer(question),))
        return question


def any_answer(decision: Decision, random: Random) -> Picks:
    """Return a legal answer; each number of picks is equally likely."""
    return check(decision, random.sample(range(len(decision.options)), random.randint(decision.least, decision.most)))


class IllegalAction(ValueError):
    """An action that the mask does not allow; the message says why."""


@dataclass(slots=True)
class PartialAnswer:
    """A decision, and the options taken so far."""

    decision: Decision
    picks: list[int] = field(default_factory=list)
    """Indices of options, in the order in which they were taken."""

    @property
    def whole(self) -> Picks:
        """Return the picks as they are applied, once they are complete."""
        picks = self.picks
        return tuple(picks) if self.decision.ordered or len(picks) < 2 else tuple(sorted(picks))

    @property
    def may_stop(self) -> bool:
        """Return whether enough options are taken."""
        return len(self.picks) >= self.decision.least

    @property
    def left_count(self) -> int:
        """Return how many options can be taken next."""
        taken = len(self.picks)
        return 0 if taken == self.decision.most else len(self.decision.options) - taken

    @property
    def left(self) -> list[int]:
        """Return the options that can be taken next."""
        if len(self.picks) == self.decision.most:
            return []
        return [index for index in range(len(self.decision.options)) if index not in self.picks]

    def take(self, action: int, stop: int) -> bool:
        """Take an option or stop; return whether the answer is complete. Raises IllegalAction."""
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
        """Return the whole answer if no remaining choice makes a difference, else None."""
        decision, taken = self.decision, len(self.picks)
        left = 0 if taken == decision.most else len(decision.options) - taken  # `left_count`, for this is asked often
        if not left:
            return self.picks
        needed = decision.least - taken
        if needed == left and (needed == 1 or not decision.ordered):
            return self.picks + self.left
        return None
