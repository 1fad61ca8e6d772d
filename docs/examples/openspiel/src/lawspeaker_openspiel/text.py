"""Games of OpenSpiel in words: OpenSpiel's own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from lawspeaker_engine.text import BriefText, GameText, PromptText, StoryText, joined_by_and


def _view(view: Any) -> Iterator[str]:
    if view.seat >= 0:
        yield f"You are seat {view.seat}."
    if view.to_move:
        yield f"To move: {joined_by_and([f'seat {seat}' for seat in view.to_move])}."
    for text in dict.fromkeys((view.information, view.observation, view.position)):
        yield from text.splitlines()


def _option(option: Any, _view: Any) -> str:
    return f"seat {option.seat} is to move" if hasattr(option, "seat") else option.name or str(option.action)


def _notes(_setup: Any) -> Iterator[str]:
    yield "The rules are those of OpenSpiel, and so are the words for positions and moves."


TEXT: Final = GameText(
    {"move": PromptText("What do you do?", "{what}")}, _view, _option,
    story=StoryText({"chance": "Chance: {what}.", "turn": "Now {what}."}),
    brief=BriefText(_notes, _view),
)
