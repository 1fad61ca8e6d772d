"""Ports and Raids in plain English."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lawspeaker_engine.games.northgard import options
from lawspeaker_engine.games.northgard.modules.raid_rows import RAIDS
from lawspeaker_engine.games.northgard.settings import Settings
from lawspeaker_engine.games.northgard.text.module_text import ModuleText
from lawspeaker_engine.games.northgard.view import View
from lawspeaker_engine.guide import ComponentTable, make_table
from lawspeaker_engine.text import counted


def _view(view: View) -> Iterator[str]:
    if view.sea is None:
        return
    for port in view.sea.ports:
        raid = ""
        if port.card >= 0:
            raid = f", with the Raid {RAIDS[port.card].name}: {RAIDS[port.card].text}"
        if port.units:
            raid += f" On it: {counted(port.units, 'unit')} of seat {port.seat}, year {port.year}."
        yield f"Port in territory {port.territory}{raid}"
    yield f"Raids left: {view.sea.raids_left}."


def _components(settings: Settings | None) -> Iterator[ComponentTable]:
    if settings is None or settings.sea:
        yield make_table("Raids (option `sea`)", "raid, in the deck of 20, what it brings", (
            (row.name, row.wip, row.text) for row in RAIDS))


TEXT: Final = ModuleText(view=_view, components=_components, options={
    options.Raid: lambda option, _: f"{RAIDS[option.raid].name}: {RAIDS[option.raid].text}",
})
