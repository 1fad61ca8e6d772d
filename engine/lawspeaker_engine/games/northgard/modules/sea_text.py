"""Ports and Raids in plain English."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lawspeaker_engine.games.northgard.modules.raid_rows import RAIDS, Raid
from lawspeaker_engine.games.northgard.modules.raids import DRAWN, MOST_UNITS
from lawspeaker_engine.games.northgard.table import Table
from lawspeaker_engine.games.northgard.text.module_text import ModuleText
from lawspeaker_engine.games.northgard.view import View
from lawspeaker_engine.guide import ComponentTable, make_table
from lawspeaker_engine.template import Fact
from lawspeaker_engine.text import counted

_ENDS: Final = ("the Raid is over", "the Raid goes on for a second year")
_KEPT: Final = ("the card stays", "the card goes under the deck")
_REWARDS: Final = ("what the card gains", "the action of the card")
"""By Action at `raid.resolve`, `raid.inherit` and `raid.reward`."""


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


def _components(table: Table) -> Iterator[ComponentTable]:
    rows = [row for row in table.rows if isinstance(row, Raid)]
    if rows:
        yield make_table("Raids", "raid, what it brings", ((row.name, row.text) for row in rows), "{0}: {1}")


def _facts(_table: Table) -> dict[str, Fact]:
    return {"raid_units": MOST_UNITS, "raids_drawn": DRAWN}


TEXT: Final = ModuleText(view=_view, components=_components, facts=_facts, pieces={
    "raid_end": lambda option, _: _ENDS[option.action],
    "raid_kept": lambda option, _: _KEPT[option.action],
    "raid_reward": lambda option, _: _REWARDS[option.action],
    "raid": lambda option, _: f"{RAIDS[option.raid].name}: {RAIDS[option.raid].text}",
})
