"""Herring in plain English."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lawspeaker_engine.text import BriefText, GameText, PromptText, StoryText, counted


def _view(view: Any) -> Iterator[str]:
    from lawspeaker_tinygame.game import SHOALS  # which has this text as an attribute of its game

    yield f"Herring, round {view.round} of {view.rounds}. You are seat {view.seat}."
    if view.shoal >= 0:
        yield f"The shoal: {SHOALS[view.shoal].name}, {SHOALS[view.shoal].herring} herring."
    for boat in view.boats:
        who = "You" if boat.seat == view.seat else f"Seat {boat.seat}"
        yield f"{who}: {boat.herring} herring; nets {' '.join(map(str, boat.nets)) or 'none'}."
    yield f"Shoals that may still come: {', '.join(SHOALS[shoal].name for shoal in view.left)}."


def _option(option: Any, _view: Any) -> str:
    from lawspeaker_tinygame.game import SHOALS

    if hasattr(option, "size"):
        return f"a net of size {option.size}"
    return f"{SHOALS[option.shoal].name} ({counted(SHOALS[option.shoal].herring, 'herring').removesuffix('s')})"


def _notes(_setup: Any) -> Iterator[str]:
    yield "Each round a shoal comes, and all boats cast a net at once. The largest net that nobody else cast takes it."
    yield "Nets are used once. After the last round most herring win."


TEXT = GameText(
    {"net.cast": PromptText("Which net do you cast for the shoal?", "casts {what}", "casts nothing")}, _view, _option,
    story=StoryText({"shoal.come": "A shoal comes: {what}."}),
    brief=BriefText(_notes, _view),
)
