"""The territories that unfinished work names: no tile takes their numbers away (NG-EXP-*, AMB-H54)."""

from __future__ import annotations

import importlib
import pkgutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from random import Random
from typing import Any

import pytest

from lawspeaker_engine.agenda import Frame
from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.games import GAMES, northgard
from lawspeaker_engine.games.northgard.actions.explore import Explore
from lawspeaker_engine.games.northgard.board import starting_board
from lawspeaker_engine.games.northgard.cards.resolving import CARDS
from lawspeaker_engine.games.northgard.composition import CARD_EFFECTS
from lawspeaker_engine.games.northgard.modules.automa_criteria import CARD, EXPLORE
from lawspeaker_engine.games.northgard.modules.automa_setup import LayAutomaTile
from lawspeaker_engine.games.northgard.modules.ox import AncestralEquipment
from lawspeaker_engine.games.northgard.phases.end import NewLand
from lawspeaker_engine.games.northgard.phases.setup import LayFirstTile
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.games.northgard.tiles import START, START_FIVE, TILES
from lawspeaker_engine.setups import make_setup
from tests.sample_sizes import first_quick

from .card_play import play_card
from .positions import occupy, playing_clans
from .test_conservation import random_answer

GAME = GAMES["northgard"]
LAYS_TILES = (Explore, NewLand, LayFirstTile, LayAutomaTile)

ALL_MODULES = {
    "clan_pool": "all", "warchiefs": True, "warchief_cards": True, "more_cards": "printed", "more_tiles": True,
    "events": "all", "victory": "jarl", "victory_cards": "all",
    "creatures": "horizons", "more_creatures": True, "environment": True, "central": "random",
    "sea": True, "raid_deck": 24,
}

NAMES: dict[str, tuple[str, ...]] = {
    "BuildInNew": ("before",),
    "PlaceBuilding": ("among",),
    "PlaceBuildingOf": ("among",),
    "RazeBuilding": ("territories",),
    "RazeForPower": ("territories",),
    "Combat": ("territory",),
    "PushFigure": ("territory", "target"),
    "Retreat": ("territory", "went", "group"),
    "MoveUnits": ("group", "entered"),
    "Reinforce": ("territory", "source"),
    "March": ("source", "target"),
    "BribeFigures": ("source", "group"),
    "PlaceGroups": ("territories",),
    "RecruitUnits": ("quotas", "placed", "camps"),
    "CollectOne": ("territory",),
    "ShootAt": ("territory",),
    "LoseFigures": ("territory",),
    "UseTowers": ("used",),
    "PlaceHere": ("territory",),
    "BringUnit": ("territory",),
    "MoveWithCard": ("group",),
    "PlaceEquipment": ("spaces",),
    "LoseInOne": ("territories",),
    "LoseBuildings": ("hit",),
    "YieldOrFigure": ("territories",),
    "PickDoubled": ("territories",),
    "Walk": ("source",),
    "LoseFigure": ("territory",),
    "DeclareHunts": ("territory", "entered"),
    "ChooseSent": ("source",),
    "Lead": ("source",),
    "AutomaMoveUnit": ("source",),
    "AutomaTie": ("tied",),
    "PlaceLeader": ("territories",),
    "GoInland": ("source", "target"),
}
"""By class of frame: its fields that hold numbers of territories."""

NO_TERRITORIES = {
    ("March", "group"), ("PushFigure", "special"), *((name, "order") for name in (
        "HarvestPhase", "WinterPhase", "SecondChances", "ActionsPhase", "DrawHands", "EventMoment",
    )),
    ("Explore", "drawn"), ("ExploreForLore", "drawn"), ("DrawVictoryCards", "replaced"), ("TakeStored", "resources"),
    ("ChooseCollected", "resources"), ("Played", "asked"), ("RollForFirst", "seats"), ("RollForFirst", "points"),
    ("ShuffleEnvironment", "tiles"), ("DrawCentral", "tiles"), ("AddTile", "drawn"),
    ("RaidPhase", "done"), ("RaidPhase", "order"), ("PickRaid", "drawn"), ("StartOfYear", "order"),
    ("CreaturePhase", "left"), ("CreaturePhase", "order"),
    ("UseTowers", "done"), ("ChooseEffect", "done"), ("LayFirstTile", "only"), ("AutomaExplore", "drawn"),
}
"""Other fields that hold several numbers: seats, tiles, cards, resources, counts."""


def named(frame: Frame[Any]) -> list[int]:
    """Return the territories that a frame names."""
    found: list[int] = []
    for name in NAMES.get(type(frame).__name__, ()):
        value = getattr(frame, name)
        if name == "spaces":
            found += [space >> 2 for space in value]
        elif name == "tied":
            found += value if getattr(frame, "prompt", "") not in (CARD, EXPLORE) else ()
        elif name == "quotas":
            found += [territory for territory, _ in value]
        elif name == "group":
            found += value[:1 if type(frame).__name__ in ("Retreat", "BribeFigures") else 2]
        else:
            found += value or () if isinstance(value, tuple) or value is None else (value,)
    return [territory for territory in found if territory >= 0]


def judge(state: State, seen: Counter[str]) -> None:
    """Fail if unfinished work names a territory that is none, or would have to outlast a tile that is being laid."""
    territories = set(state.board.territories)
    assert {battle.territory for battle in state.battles} <= territories
    laying = bool(state.agenda) and isinstance(state.agenda[-1], LAYS_TILES)
    assert not (laying and state.battles)
    for frame in state.agenda:
        names = named(frame)
        seen[type(frame).__name__] += bool(names)
        assert set(names) <= territories, frame
        assert not (laying and names), f"{frame} waits while {state.agenda[-1]} may merge territories"
    seen["laying"] += laying


def play_on(state: State, random: Random, dice: Dice, seen: Counter[str]) -> None:
    """Answer at random to the end, and judge after every frame that worked."""
    while True:
        for _ in GAME.work(state):
            judge(state, seen)
        question = GAME.pending(state)
        if not question:
            return
        GAME.apply(state, random_answer(random, dice, question))
        judge(state, seen)


def kinds_of_frames(kind: type[Frame[Any]] = Frame) -> Iterator[type[Frame[Any]]]:
    """Yield every class of frame of Northgard."""
    for each in kind.__subclasses__():
        if each.__module__.startswith(northgard.__name__ + "."):
            yield each
        yield from kinds_of_frames(each)


def test_every_field_that_may_hold_territories_is_known_to_these_tests():
    for module in pkgutil.walk_packages(northgard.__path__, northgard.__name__ + "."):
        importlib.import_module(module.name)
    found = {
        (kind.__name__, field.name) for kind in kinds_of_frames() for field in fields(kind)  # type: ignore[arg-type]
        if field.name in {"territory", "source", "target"}
        or str(field.type).startswith(("tuple[int, ...]", "tuple[tuple[int"))
    }
    assert found == {(kind, name) for kind, names in NAMES.items() for name in names} | NO_TERRITORIES


@pytest.mark.parametrize(("players", "options"), first_quick(1, [
    (2, ALL_MODULES), (5, ALL_MODULES), (4, {**ALL_MODULES, "teams": True}), (3, {"clan_pool": "horizons"}),
    (3, {"edition": "prototype", "warchiefs": True}), (2, {"automa": 2, "events": "all", "clan_pool": "all"}),
]))
def test_in_whole_games_no_territory_that_unfinished_work_names_is_merged_away(players, options):
    seen: Counter[str] = Counter()
    for seed in range(3):
        state = GAME.setup(make_setup(GAME, players, options))
        play_on(state, Random(seed), Dice(match_seed(bytes(32), f"pending-{seed}")), seen)
        assert state.outcome
    assert min(seen[name] for name in ("laying", "PlaceGroups", "Combat", "Retreat")) > 0


EXPLORING = [card.id for card, effects in zip(CARDS, CARD_EFFECTS, strict=True)
             if "ExploreEffect(" in repr(effects) and card.module != "prototype"]


@pytest.mark.parametrize("card", EXPLORING)
def test_AMB_H54_with_every_card_that_explores_what_was_begun_is_finished_before_the_next_tile(card):
    """Ox plays them, as its tokens are what an Explore action leaves to be placed; few are left in half of the runs."""
    seen: Counter[str] = Counter()
    for seed in range(20):
        random, dice = Random(seed), Dice(match_seed(bytes(32), f"exploring-{seed}"))
        state = playing_clans("ox", "wolf")
        state.board = starting_board([START])
        occupy(state, 0, state.board.territories[0], 3)
        state.pile = [number for number in range(len(TILES)) if number not in (START, START_FIVE)]
        state.part(AncestralEquipment).next = 7 if seed % 2 else 1
        state.players[0].resources = [5, 5, 5]
        play_card(state, card)
        play_on(state, random, dice, seen)
    assert seen["laying"] > 0
    assert seen["PlaceEquipment"] > 0
