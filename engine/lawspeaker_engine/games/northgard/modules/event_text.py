"""Events in plain English."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lawspeaker_engine.games.northgard import options
from lawspeaker_engine.games.northgard.modules.events import EVENTS
from lawspeaker_engine.games.northgard.settings import Settings
from lawspeaker_engine.games.northgard.text.module_text import ModuleText
from lawspeaker_engine.games.northgard.text.prompts import option_line
from lawspeaker_engine.games.northgard.text.story import UNREST_ZONES
from lawspeaker_engine.games.northgard.view import View
from lawspeaker_engine.guide import ComponentTable, make_table


def _view(view: View) -> Iterator[str]:
    if view.events is not None:
        for what, event in (("This year", view.events.now), ("Next year", view.events.next)):
            if event >= 0:
                yield f"{what}: {EVENTS[event].name}. {EVENTS[event].text}"


def _choice(option: options.Action | options.Territory, view: View | None) -> str:
    if isinstance(option, options.Action):
        return f"effect {option.action + 1} of the event, in the order of its text"
    return option_line(option, view)


def _components(settings: Settings | None) -> Iterator[ComponentTable]:
    if settings is None or settings.events != "none":
        yield make_table("Events (option `events`)", "event, acts, harms, in wip, what it does", (
            (row.name, row.when, row.negative, row.wip, row.text) for row in EVENTS))


TEXT: Final = ModuleText(view=_view, components=_components, options_of={
    "events.draw": lambda option, _: f"{EVENTS[option.action].name}. {EVENTS[option.action].text}",
    "event.choose": _choice,
    "event.unrest": lambda option, _: f"an Unrest card of {UNREST_ZONES[option.action]}",
})
