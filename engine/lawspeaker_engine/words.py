"""How a game is told in plain words, to people and language models: what a game may supply besides its messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Option


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one game: pure functions of what a seat is shown, and of what is printed."""

    questions: Mapping[str, str]
    """By prompt: what is asked, in a sentence or two."""
    view: Callable[[Any], Iterable[str]]
    """A seat's view, line by line."""
    option: Callable[[Option, Any], str]
    """An option in one line that no other option of the same decision has.

    Comes with the view in which it is offered; with None where it was taken at some other time, and is only named.
    """
    changes: Callable[[Any, Any], Iterable[str]] | None = None
    """What came of the answers, line by line: losses, and how a fight ended.

    Comes with two views of the same seat, or of a spectator: before and after one piece of the game's work.
    """


def changes_of(game: Game[Any], state: Any, before: Any) -> Iterator[str]:
    """What came of the answers just applied, as spectators may know it; works off what needs no answer.

    `before` is a spectator's view of a copy of the state before the answers. A game with an agenda is looked at after
    each frame, so that what one frame does is told before another one hides it.
    """
    words = words_of(game)
    if words is None or words.changes is None:
        return
    work: Callable[[Any], Iterable[object]] = getattr(game, "work", lambda state: (game.pending(state),))
    for _ in chain((None,), work(state)):
        after = game.view(game.copy(state), None)
        yield from words.changes(before, after)
        before = after


def words_of(game: Game[Any]) -> Words | None:
    """The game's own words, its `words`; None for a game that is told by the names of its fields."""
    words: Words | None = getattr(game, "words", None)
    return words


def counted(number: int, noun: str) -> str:
    """`1 unit`, `2 units`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def amounts(numbers: Sequence[int], nouns: Sequence[str]) -> str:
    """`2 food, 1 wood`: what is not 0; `nothing` if all is."""
    return ", ".join(f"{number} {noun}" for number, noun in zip(numbers, nouns, strict=True) if number) or "nothing"
