"""The special figures in plain English, with the power of each Warchief in the combats that it fights in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from lawspeaker_engine.games.northgard.figures import FIGURES
from lawspeaker_engine.games.northgard.modules.warchiefs import (
    WARCHIEFS,
    Cancel,
    DieCasualties,
    FillDie,
    FoodBefore,
    PointsForFlash,
    Reinforce,
    Reroll,
    ScorchHere,
    Worth,
)
from lawspeaker_engine.games.northgard.table import Table
from lawspeaker_engine.games.northgard.text.module_text import ModuleText
from lawspeaker_engine.template import Fact
from lawspeaker_engine.text import counted

_WHEN: Final = {
    "always": "", "attacking": " when attacking", "defending": " when defending", "open": " in an open territory",
    "open_or_wood": " in a territory that is open or has a printed wood symbol",
}
"""By the word of a condition."""
_OTHERS: Final = {
    "unit": "", "kaija": "The clan's power tells about her.",
    "brundr_and_kaelinn": "The clan's power tells about them.",
    "warchief_ox": "Its side may use two tokens of equipment in a combat instead of one.",
    "automa_leader_1": "The Automa moves it by cards of its own; it comes back by its moves.",
    "automa_leader_2": "The Automa moves it by cards of its own; it comes back by its moves.",
}
"""By figure without a row of a power."""


def figure_text(figure: str, *, prototype: bool = False) -> str:
    """Return what a figure can do, by its id, in a sentence; nothing for a unit and in an edition without it."""
    row = next((row for row in WARCHIEFS if row.id == figure), None)
    if row is None:
        return _OTHERS[figure]
    power = row.prototype if prototype else row.power
    return f"{_POWERS[type(power)](power)}{_WHEN[power.when]}." if power is not None else ""


_POWERS: Final[dict[type, Callable[[Any], str]]] = {
    Worth: lambda power: f"It is worth {counted(power.points, 'point')}",
    Cancel: lambda power: f"{power.casualties} casualty of its side does not count",
    Reroll: lambda _: "Its side may roll its die again, and the second roll counts",
    ScorchHere: lambda _: "Scorched Earth may be put into the territory of the combat first",
    Reinforce: lambda _: "One unit of an adjacent territory may join the combat, over rough borders too",
    FillDie: lambda power: (
        f"A die of its side without points gains {counted(power.points, 'point')}, one without casualties "
        f"{power.casualties} casualty"),
    DieCasualties: lambda power: f"The die of its side inflicts {power.casualties} casualty more",
    PointsForFlash: lambda power: (
        f"Its side has {counted(power.points, 'point')} more if a Flash card lies in its owner's active area"),
    FoodBefore: lambda power: f"Its owner gains {power.food} food before the combat, and may spend it there",
}
"""By class of a power: its words without its condition."""


def _facts(table: Table) -> dict[str, Fact]:
    worth = {table.points[number] for number, row in enumerate(FIGURES) if row.module == "warchiefs"}
    return {"warchief_points": worth.pop()}


def _figure(figure: str, table: Table) -> str:
    return figure_text(figure, prototype=table.numbers.id == "prototype")


TEXT: Final = ModuleText(facts=_facts, figure=_figure)
