"""The enums of the games' protos name the numbers of the engine."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest

from lawspeaker.clansmen.v1 import clansmen_pb2 as clansmen
from lawspeaker.northgard.v1 import northgard_pb2 as northgard
from lawspeaker.pax_viking.v1 import pax_viking_pb2 as pax_viking
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.games.clansmen import season
from lawspeaker_engine.games.clansmen import state as clansmen_state
from lawspeaker_engine.games.northgard import board as northgard_board
from lawspeaker_engine.games.northgard import combat, tiles, tokens, view_text
from lawspeaker_engine.games.northgard.settings import read_settings
from lawspeaker_engine.games.northgard.tables import lay_table
from lawspeaker_engine.games.pax_viking import board, promises, rows
from lawspeaker_engine.games.pax_viking import state as pax_viking_state
from lawspeaker_engine.setups import make_setup


def words(enum: Any) -> list[str]:
    """Return the names of an enum's values, without its own name and in lower case."""
    prefix = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", enum.DESCRIPTOR.name).upper() + "_"
    return [name.removeprefix(prefix).lower() for name, _ in enum.items()]


def northgard_phases() -> list[str]:
    """Return the phases of a year with all modules that have a phase of their own."""
    setup = make_setup(GAMES["northgard"], 4, {"sea": True, "creatures": "base"})
    return [phase.name for phase in lay_table(read_settings(setup)).phases]


@pytest.mark.parametrize(("enum", "engine"), [
    (northgard.Resource, (*view_text.RESOURCES, "fame")),
    (northgard.BorderKind, ("unspecified", *tiles.KINDS[1:])),
    (northgard.CombatStep, combat.STAGES),
    (northgard.Phase, ("unspecified", "setup", *northgard_phases(), "over")),
    (clansmen.Resource, clansmen_state.STOCK),
    (clansmen.Population, clansmen_state.KINDS),
    (clansmen.Season, clansmen_state.SEASONS),
    (clansmen.Phase, ("unspecified", "setup", *(phase.name for phase in season.PHASES), "over")),
    (pax_viking.InfluenceType, rows.TYPES),
    (pax_viking.SagaTileKind, (*rows.KINDS, "any")),
    (pax_viking.Wind, board.WINDS),
    (pax_viking.LongshipKind, pax_viking_state.SHIP_KINDS),
    (pax_viking.PromiseKind, promises.KINDS),
    (pax_viking.PromiseResult, promises.RESULTS),
], ids=lambda value: value.DESCRIPTOR.full_name if hasattr(value, "DESCRIPTOR") else "")
def test_values_have_the_names_and_numbers_of_the_engine(enum: Any, engine: Sequence[str]) -> None:
    assert words(enum) == list(engine)
    assert enum.values() == list(range(len(engine)))


def test_numbers_without_names_in_the_engine_are_those_of_its_constants() -> None:
    spaces = northgard.SpaceKind
    assert (spaces.SPACE_KIND_SMALL, spaces.SPACE_KIND_CARVED, spaces.SPACE_KIND_LARGE, spaces.SPACE_KIND_NONE) == (
        northgard_board.SMALL_SPACE, northgard_board.CARVED_SPACE, northgard_board.LARGE_SPACE,
        northgard_board.NO_SPACE)
    kinds = northgard.TokenKind.values()
    catalogue: Any = GAMES["northgard"].catalogue
    equipment = [tokens.EQUIPMENT + each.number for each in catalogue.equipment]
    assert kinds == [tokens.SCORCHED_EARTH, tokens.HIGH_TIDE, *equipment]


def test_sides_of_the_combat_die_say_what_the_engine_rolls() -> None:
    amounts = {"two": 2, "three": 3, "point": 1, "points": 1, "casualty": 1, "casualties": 1}
    for side, word in enumerate(words(northgard.DieSide)[1:]):
        face = combat.FACES[side]
        points = [part for part in re.split(r"_(?:or|and)_", word) if "point" in part]
        casualties = [part for part in re.split(r"_(?:or|and)_", word) if "casual" in part]
        counted = [max(amounts[each] for each in part.split("_")) for part in points + casualties]
        assert counted == [number for number in (face.points, face.casualties) if number], word
        assert face.either == ("_or_" in word)
