"""The equipment of the Ox in plain English."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lawspeaker_engine.games.northgard.clans import CLANS
from lawspeaker_engine.games.northgard.table import Table
from lawspeaker_engine.games.northgard.text.module_text import ModuleText
from lawspeaker_engine.guide import ComponentTable, make_table

EQUIPMENT_TEXTS: Final = {
    1: "1 point if you spend food", 2: "1 point", 3: "roll your die again", 4: "2 points", 5: "2 points a food",
    6: "1 casualty", 7: "1 casualty of yours does not count",
}
"""By token."""


def _components(table: Table) -> Iterator[ComponentTable]:
    if any(CLANS[clan].id == "ox" for clan in table.clans):
        yield make_table("Equipment of the Ox", "token, what it does", EQUIPMENT_TEXTS.items(), "{0}: {1}")


TEXT: Final = ModuleText(components=_components, pieces={
    "equipment": lambda option, _: EQUIPMENT_TEXTS[option.number],
})
