"""Events in plain English."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lawspeaker_engine.games.northgard.modules.events import EVENTS, Event
from lawspeaker_engine.games.northgard.table import Table
from lawspeaker_engine.games.northgard.text.module_text import ModuleText
from lawspeaker_engine.games.northgard.view import View
from lawspeaker_engine.guide import ComponentTable, make_table

_UNREST_ZONES: Final = ("the top of the draw pile", "the draw pile", "the discard pile", "the hand")
"""By Action at `event.unrest`: where an Unrest card may be."""


def _view(view: View) -> Iterator[str]:
    if view.events is not None:
        for what, event in (("This year", view.events.now), ("Next year", view.events.next)):
            if event >= 0:
                yield f"{what}: {EVENTS[event].name}. {EVENTS[event].text}"


def _components(table: Table) -> Iterator[ComponentTable]:
    rows = [row for row in table.rows if isinstance(row, Event)]
    if rows:
        yield make_table("Events", "event, acts, what it does", (
            (row.name, row.when, row.text) for row in rows), "{0} ({1}): {2}")


TEXT: Final = ModuleText(view=_view, components=_components, pieces={
    "event": lambda option, _: f"{EVENTS[option.action].name}. {EVENTS[option.action].text}",
    "unrest_zone": lambda option, _: _UNREST_ZONES[option.action],
})
