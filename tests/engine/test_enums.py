"""The enums of the games name what the engine takes from its rows or says in other words.

Constants of the engine that are made of the enums need no test.
"""

from __future__ import annotations

import re
from enum import IntEnum
from typing import Any

import pytest

from lawspeaker_engine.games import GAMES
from lawspeaker_engine.games.clansmen import enums as clansmen
from lawspeaker_engine.games.clansmen.phases import season
from lawspeaker_engine.games.northgard import enums as northgard
from lawspeaker_engine.games.northgard import tokens
from lawspeaker_engine.games.northgard.actions import combat
from lawspeaker_engine.games.northgard.composition import lay_table
from lawspeaker_engine.games.northgard.settings import read_settings
from lawspeaker_engine.setups import make_setup
from lawspeaker_engine.text import words


def northgard_phases() -> list[str]:
    """Return the phases of a year with all modules that have a phase of their own."""
    setup = make_setup(GAMES["northgard"], 4, {"sea": True, "creatures": "base"})
    return [phase.name for phase in lay_table(read_settings(setup)).phases]


@pytest.mark.parametrize(("enum", "phases"), [
    (northgard.Phase, northgard_phases()), (clansmen.Phase, [phase.name for phase in season.PHASES]),
], ids=["northgard", "clansmen"])
def test_phases_have_the_names_of_the_engine_in_its_order(enum: type[IntEnum], phases: list[str]) -> None:
    assert words(enum) == ("unspecified", "setup", *phases, "over")
    assert list(enum) == list(range(len(enum)))


def test_tokens_of_equipment_are_those_of_the_catalogue() -> None:
    catalogue: Any = GAMES["northgard"].catalogue
    equipment = [tokens.EQUIPMENT + each.number for each in catalogue.equipment]
    assert list(northgard.TokenKind) == [tokens.SCORCHED_EARTH, tokens.HIGH_TIDE, *equipment]


def test_sides_of_the_combat_die_say_what_the_engine_rolls() -> None:
    amounts = {"two": 2, "three": 3, "point": 1, "points": 1, "casualty": 1, "casualties": 1}
    for side, word in enumerate(words(northgard.DieSide)[1:]):
        face = combat.FACES[side]
        points = [part for part in re.split(r"_(?:or|and)_", word) if "point" in part]
        casualties = [part for part in re.split(r"_(?:or|and)_", word) if "casual" in part]
        counted = [max(amounts[each] for each in part.split("_")) for part in points + casualties]
        assert counted == [number for number in (face.points, face.casualties) if number], word
        assert face.either == ("_or_" in word)
