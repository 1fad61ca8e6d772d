"""Creatures in plain English."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lawspeaker_engine.games.northgard import options
from lawspeaker_engine.games.northgard.modules.creature_part import CREATURES, Creature
from lawspeaker_engine.games.northgard.table import Table
from lawspeaker_engine.games.northgard.text.module_text import ModuleText
from lawspeaker_engine.games.northgard.view import View
from lawspeaker_engine.guide import ComponentTable, make_table


def _name(number: int, view: View) -> str:
    line = view.creatures.line if view.creatures is not None else ()
    return next((f"the {CREATURES[each.creature].name}" for each in line if each.number == number), "")


def _view(view: View) -> Iterator[str]:
    creatures = view.creatures
    if creatures is None:
        return
    for each in creatures.line:
        row = CREATURES[each.creature]
        worth = f"{row.points} points, {row.fame} fame"
        yield f"{row.name} {each.number} in territory {each.territory}, {worth}: {row.text}"
    yield f"Creatures in the pile: {creatures.top_left + creatures.rest_left}; defeated: {len(creatures.defeated)}."


def _walks(before: View, after: View) -> Iterator[str]:
    """Yield where creatures went in their phase."""
    if before.phase != "creatures" or before.creatures is None or after.creatures is None:
        return
    was_at = {each.number: each.territory for each in before.creatures.line}
    for each in after.creatures.line:
        source = was_at.get(each.number, each.territory)
        if source != each.territory:
            yield f"The {CREATURES[each.creature].name} goes from territory {source} to {each.territory}"


def _creature(option: options.Hunt, view: View | None) -> str:
    return _name(option.creature, view) or "a creature" if view else f"creature {option.creature}"


def _components(table: Table) -> Iterator[ComponentTable]:
    rows = [row for row in table.rows if isinstance(row, Creature)]
    if rows:
        yield make_table("Creatures", "creature, copies, points, fame, moves by, what it does", (
            (row.name, row.copies, row.points, row.fame, ", ".join(row.priorities), row.text) for row in rows),
            "{0} (x{1}, {2} points, {3} fame; moves by {4}): {5}")


TEXT: Final = ModuleText(view=_view, changes=_walks, fighter=_name, components=_components, pieces={
    "creature": _creature,
    "creature_card": lambda option, _: f"{CREATURES[option.action].name}. {CREATURES[option.action].text}",
})
