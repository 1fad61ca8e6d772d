"""A game in plain English, for people and language models: what a game may supply besides its messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lawspeaker_engine.model import Option


@dataclass(frozen=True, slots=True)
class GameText:
    """The sentences of one game: pure functions of what a seat is shown and of what is printed."""

    questions: Mapping[str, str]
    """Prompt -> the question, in a sentence or two."""
    view: Callable[[Any], Iterable[str]]
    """A seat's view, line by line."""
    option: Callable[[Option, Any], str]
    """An option in one line that no other option of the same decision has.

    It is called with the view in which the option is offered, or with None where the option was taken at some other
    time and is only named.
    """
    changes: Callable[[Any, Any], Iterable[str]] | None = None
    """The effects of the answers, line by line: losses, and the result of a fight.

    It is called with two views of the same seat, or of a spectator: before and after one piece of the game's work.
    """


def counted(number: int, noun: str) -> str:
    """Return `1 unit`, `2 units`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def amounts(numbers: Sequence[int], nouns: Sequence[str]) -> str:
    """Return `2 food, 1 wood`: what is not 0; `nothing` if all is."""
    return ", ".join(f"{number} {noun}" for number, noun in zip(numbers, nouns, strict=True) if number) or "nothing"
