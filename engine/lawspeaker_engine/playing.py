"""Playing a game to its end, and what is told of it; derived from the functions of any game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import index
from typing import Any, Generic, TypeVar

from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Chance, Decision, IllegalAnswer, Picks, Question

__all__ = ["Chooser", "Drawer", "Step", "check", "play", "playout"]

State = TypeVar("State")
Chooser = Callable[[Decision], Picks]
Drawer = Callable[[Chance], Picks]


def check(decision: Decision, picks: Sequence[int]) -> Picks:
    """Return the picks as they will be applied: legal, and ascending unless order matters. Raises IllegalAnswer."""
    count = len(picks)
    if not decision.least <= count <= decision.most:
        wanted = str(decision.least) if decision.least == decision.most else f"{decision.least} to {decision.most}"
        picked = "pick" if wanted == "1" else "picks"
        raise IllegalAnswer("wrong_count", f"{decision.prompt} takes {wanted} {picked}, not {count}")
    total = len(decision.options)
    try:
        whole = tuple(map(index, picks))
    except TypeError:
        raise IllegalAnswer("out_of_range", f"{decision.prompt} takes whole numbers from 0 to {total - 1}, not "
                                            f"{picks!r:.200}") from None
    for pick in whole:
        if not 0 <= pick < total:
            raise IllegalAnswer("out_of_range", f"{decision.prompt} has options 0 to {total - 1}, not {pick}")
    if len(set(whole)) != count:
        raise IllegalAnswer("duplicate_pick", f"{decision.prompt} takes distinct options")
    return whole if decision.ordered else tuple(sorted(whole))


@dataclass(frozen=True, slots=True)
class Step(Generic[State]):
    """One question and its answers, as it happened."""

    question: Question
    answers: tuple[Picks, ...]


def play(game: Game[State], state: State, choose: Chooser, draw: Drawer) -> Iterator[Step[State]]:
    """Play a state to its end; yield every step after it was applied."""
    while question := game.pending(state):
        if isinstance(question, Chance):
            answers: tuple[Picks, ...] = (draw(question),)
        else:
            answers = tuple(check(decision, choose(decision)) for decision in question)
        game.apply(state, answers)
        yield Step(question, answers)


def playout(game: Game[State], state: State, choose: Chooser, draw: Drawer) -> int:
    """Play a state to its end and return the number of decisions."""
    decisions = 0
    pending, apply = game.pending, game.apply
    while question := pending(state):
        if isinstance(question, Chance):
            apply(state, (draw(question),))
        elif len(question) == 1:
            decisions += 1
            apply(state, (choose(question[0]),))
        else:
            decisions += len(question)
            apply(state, tuple(map(choose, question)))
    return decisions


def changes_of(game: Game[State], state: State, before: Any) -> Iterator[str]:
    """Yield what came of the answers just applied, as spectators may know it; works off what needs no answer.

    `before` is a spectator's view of a copy of the state before the answers. The state is looked at after each piece
    of the game's work, so that what one piece does is told before another one hides it.
    """
    if game.text is None or game.text.changes is None:
        return
    for _ in chain((None,), game.work(state)):
        after = game.view(game.copy(state), None)
        yield from game.text.changes(before, after)
        before = after
