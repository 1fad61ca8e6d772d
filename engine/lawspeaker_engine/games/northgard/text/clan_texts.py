"""The powers of the clans in plain English; their numbers come from the clans' rows and the editions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from lawspeaker_engine.games.northgard.clans import CLANS
from lawspeaker_engine.games.northgard.editions import edition
from lawspeaker_engine.template import Fact, Template

_TEXTS: Final = {
    "bear": "Kaija, a unit worth {kaija_points point} in combat, who costs nothing in winter{!kaija_enters} but may "
            "not enter enemy land{/}.",
    "boar": "{lore} lore whenever its exploring closes no territory.",
    "goat": "{small_food} food whenever it builds something small, {large_food} for something large.",
    "raven": "Territories that it closes by exploring are harvested at once, without fame.",
    "snake": "Scorched Earth goes into enemy land beside its own before each of its clan cards: {points point} in "
             "combats there, and it may take one resource of that land's harvest.",
    "stag": "{fame} fame for each territory it conquers, and each that it closes by exploring.",
    "wolf": "{food} food for each combat won as attacker.",
    "dragon": "Enemy units that it kills go on its Pyre, which holds {holds} and begins with one of its own; at "
              "harvest it sacrifices one or puts one of its own there and collects 1 food or wood more; if it can "
              "do neither, it has no harvest.",
    "kraken": "Before each of its clan cards one of its {tokens} High Tide tokens may go into one of its "
              "territories: {casualties} casualty more in combats there.",
    "squirrel": "After winter {amount} more {among}, if it has some left.",
    "lynx": "Brundr and Kaelinn, a figure that costs nothing in winter, may cross a border before or after each of "
            "its clan cards, with any units beside it.",
    "ox": "Small spaces of tiles that it explores get equipment, which bars building there until the Ox takes it "
          "before a clan card; each token helps in one combat a year.",
    "prototype_bear": "Kaija, a unit worth {kaija_points point} in combat, who costs nothing in winter; her "
                      "territory yields {food} food more, and where she defends {casualties} casualty does not "
                      "count.",
    "prototype_goat": "{food} food at harvest for each closed territory with a building, {most} at most.",
    "prototype_raven": "Territories that it closes by exploring are harvested at once, without fame.",
    "prototype_stag": "{small} fame more at harvest for each of its closed territories.",
    "prototype_wolf": "{food} food for each combat won as attacker.",
}
"""By the clan's id; marks are fields of the clan's power."""


def _facts(power: Mapping[str, Any], edition_of: str) -> dict[str, Fact]:
    told = {name: " or ".join(value) if isinstance(value, list) else value for name, value in power.items()}
    numbers = edition(edition_of)
    return {**told, "kaija_points": numbers.kaija_points, "kaija_enters": numbers.kaija_enters}


POWERS: Final = {
    row.id: Template(_TEXTS[row.id]).fill(_facts(row.power.fields, row.edition)).strip() for row in CLANS}
"""By the clan's id."""
