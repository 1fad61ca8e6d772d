"""The Environment tiles of Uncharted Horizons (UH-ENV-*)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from lawspeaker_engine import agenda
from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.games.northgard.actions.combat import Combat
from lawspeaker_engine.games.northgard.actions.explore import Explore, can_explore, lay
from lawspeaker_engine.games.northgard.actions.move import MoveUnits
from lawspeaker_engine.games.northgard.modules.creature_part import CREATURES, Creatures, mark
from lawspeaker_engine.games.northgard.modules.land_features import FAME, Land
from lawspeaker_engine.games.northgard.modules.lands import EFFECTS, FEATURES, area_numbers
from lawspeaker_engine.games.northgard.options import Accept, ExchangeOne, Fight, Move, PlaceTile, Tile
from lawspeaker_engine.games.northgard.phases.end import NewLand
from lawspeaker_engine.games.northgard.phases.harvest import HarvestPhase
from lawspeaker_engine.games.northgard.settings import read_settings
from lawspeaker_engine.games.northgard.state import FOOD, LORE, WOOD, State
from lawspeaker_engine.games.northgard.tiles import TILES
from lawspeaker_engine.games.northgard.tiles import Tile as Printed
from lawspeaker_engine.games.northgard.view import make_view
from lawspeaker_engine.model import PUBLIC, BadSetup, Chance
from lawspeaker_engine.setups import make_setup

from .positions import (
    answer,
    attack_of,
    chance,
    decision,
    draw,
    inline_tile,
    number_of,
    occupy,
    offered,
    playing_clans,
    push_phase,
    roll,
    run,
    territory_at,
    tiles_map,
)

GAME = GAMES["northgard"]
RED, BLUE, GREEN = range(3)
ENVIRONMENT = [number for number, tile in enumerate(TILES) if tile.module == "environment"]
PLAIN = inline_tile("plain", {"all": "NESW"})
LAIR = inline_tile("lair", {"all": "NESW"}, all={"lairs": 1})
HALF = inline_tile("half", {"n": "N", "rest": "ESW"}, regular="n-rest")
RICH = inline_tile("rich", {"n": "N", "rest": "ESW"}, regular="n-rest", n={"food": 1, "small": 1})
CROSS = inline_tile("cross", {"n": "N", "e": "E", "s": "S", "w": "W"}, regular="n-e e-s s-w n-w")
FRONT = inline_tile("front", {"w": "W", "rest": "NES"}, regular="w-rest")
RING = [
    (PLAIN, 1, 0, 0), (PLAIN, 0, -1, 0), (PLAIN, 2, 0, 0), (PLAIN, 2, -1, 0), (PLAIN, 2, -2, 0), (PLAIN, 1, -2, 0),
    (PLAIN, 0, -2, 0),
]
"""Laid round a hole, they join what is east and what is south of the tile at 0, 0."""


def land(*clans: str, players: int = 2, **settings: Any) -> State:
    """An empty state with the Environment tiles."""
    return playing_clans(*clans, players=players, environment=True, **settings)


def laid(state: State, tile: str, *entries: tuple[str | Printed, int, int, int]) -> list[int]:
    """Lay an Environment tile in the centre and others around; returns what is behind N, E, S and W of the first."""
    state.board = tiles_map([(tile, 0, 0, 0), *entries], PLAIN, LAIR, HALF, RICH, CROSS, FRONT)
    return [territory_at(state.board, 0, 0, side) for side in "NESW"]


def setup_of(players: int, **options: Any) -> Iterator[State]:
    """Yield a game at each of its questions until its first year has begun; all answers are the default ones."""
    state = GAME.setup(make_setup(GAME, players, {"environment": True, **options}))
    dice = Dice(match_seed(bytes(32), "environment"))
    while not state.year:
        question = run(state)
        yield state
        if isinstance(question, Chance):
            agenda.apply(state, (dice.answer(question),))
        else:
            agenda.apply(state, [each.default for each in question])


# --- setup ---


@pytest.mark.parametrize(("players", "more_tiles"), [(2, False), (5, True)])
def test_UH_ENV_01_AMB_H46_they_are_shuffled_in_when_the_first_tiles_lie(players, more_tiles):
    """Regular tiles of Uncharted Horizons are in the pile from the beginning."""
    regular = {number for number, tile in enumerate(TILES) if tile.module == "more_tiles" and more_tiles}
    for state in setup_of(players, more_tiles=more_tiles):
        hands = [tile for player in state.players for tile in player.tiles]
        tiles = {*state.pile, *state.bottom, *hands, *(tile for tile, *_ in state.board.laid)}
        assert regular <= tiles
        if not state.year:
            assert not tiles & set(ENVIRONMENT)
    assert state.year == 1
    assert set(ENVIRONMENT) <= set(state.pile)
    assert len(state.board.laid) == (2 if players == 5 else 1) + 2 * players


def test_UH_ENV_01_without_the_option_they_stay_in_the_box():
    state = GAME.setup(make_setup(GAME, 2, {}))
    assert not set(ENVIRONMENT) & {*state.pile, *state.table.tiles}
    assert not any(step.name == "environment" for step in state.table.setup)


def test_UH_ENV_02_four_tiles_are_fewer_than_the_recommended_twelve():
    assert {TILES[number].id for number in ENVIRONMENT} == {"kobold-camp", "thors-wrath", "nastrond", "vedrfolnir"}
    assert len(ENVIRONMENT) <= 12


def test_UH_ENV_03_each_acts_in_its_phase():
    state = land()
    moments = {
        FEATURES[rule.feature].id: {name for name, methods in state.table.rules_at.items()
                                    if rule in [method.__self__ for method in methods]}
        for rule in EFFECTS if rule in state.table.rules
    }
    assert moments == {
        "kobold_camp": {"collect"}, "thors_wrath": {"combat_points"}, "nastrond": {"tile_laid", "owner_changed"},
        "vedrfolnir": set(),
    }
    assert [step.name for step in state.table.phase("harvest").steps] == ["vedrfolnir", "players"]


@pytest.mark.parametrize("options", [
    {}, {"years": 10}, {"teams": True}, {"creatures": "base"}, {"central": "volcano"}, {"clan_pool": "horizons"},
])
def test_UH_ENV_03_they_go_with_every_game_of_the_box(options):
    players = (4,) if "teams" in options else (2, 3, 4, 5)
    for count in players:
        state = GAME.setup(make_setup(GAME, count, {"environment": True, **options}))
        assert "environment" in state.table.modules
    with pytest.raises(BadSetup, match=r"environment"):
        read_settings(make_setup(GAME, 2, {"environment": True, "edition": "prototype"}))


# --- Kobold Camp ---


def camp(red: tuple[int, int, int], **settings: Any) -> tuple[State, list[int]]:
    """The Camp with neutral land around; Red has these resources."""
    state = land(**settings)
    around = laid(state, "kobold-camp", (CROSS, -1, 0, 0))
    state.players[RED].resources = list(red)
    return state, around


def harvest(state: State) -> None:
    """Let both players harvest."""
    state.push(HarvestPhase((RED, BLUE)))


def test_UH_ENV_KOBOLD_once_for_each_own_territory_beside_the_camp():
    state, (north, _, south, west) = camp((2, 0, 0))
    occupy(state, RED, north)
    occupy(state, RED, west)
    occupy(state, BLUE, south)
    occupy(state, RED, territory_at(state.board, -1, 0, "N"))  # not beside it
    state.players[BLUE].resources = [0, 1, 0]
    harvest(state)
    asked = decision(state)
    assert (asked.seat, asked.prompt, asked.least, asked.seen_by) == (RED, "harvest.camp", 0, PUBLIC)
    fame = state.players[RED].fame
    answer(state, ExchangeOne(FOOD, FAME))
    answer(state, ExchangeOne(FOOD, WOOD))
    assert (state.players[RED].resources, state.players[RED].fame) == ([0, 1, 0], fame + 1)
    asked = decision(state)
    assert (asked.seat, asked.prompt) == (BLUE, "harvest.camp")
    answer(state, ExchangeOne(WOOD, FOOD))
    assert run(state) == ()
    assert state.players[BLUE].resources == [1, 0, 0]


def test_UH_ENV_KOBOLD_is_declined_for_the_rest_of_the_harvest_and_comes_before_trades():
    state, (north, _, south, _) = camp((3, 0, 0))
    occupy(state, RED, north)
    occupy(state, RED, south)
    harvest(state)
    assert decision(state).prompt == "harvest.camp"
    answer(state)
    assert decision(state).prompt == "harvest.trade"
    assert state.players[RED].resources == [3, 0, 0]


def test_UH_ENV_KOBOLD_what_was_taken_may_be_given_again():
    state, (north, _, south, _) = camp((0, 1, 0))
    occupy(state, RED, north)
    occupy(state, RED, south)
    harvest(state)
    answer(state, ExchangeOne(WOOD, FOOD))
    assert offered(state) == [ExchangeOne(FOOD, WOOD), ExchangeOne(FOOD, FAME)]


def test_UH_ENV_KOBOLD_a_territory_that_meets_the_camp_twice_counts_once():
    state = land()
    north, east, south, _ = laid(state, "kobold-camp", *RING)
    assert north == east == south
    occupy(state, RED, north)
    state.players[RED].resources = [2, 0, 0]
    harvest(state)
    answer(state, ExchangeOne(FOOD, FAME))
    assert run(state) == ()
    assert state.players[RED].resources == [1, 0, 0]


def test_UH_ENV_KOBOLD_asks_nobody_without_food_or_wood_and_nobody_while_it_is_not_laid():
    state, (north, *_) = camp((0, 0, 2))
    occupy(state, RED, north)
    harvest(state)
    assert run(state) == ()
    state = land()
    state.board = tiles_map([(PLAIN, 0, 0, 0)])
    occupy(state, RED, 0)
    state.players[RED].resources = [1, 1, 0]
    harvest(state)
    assert run(state) == ()


@pytest.mark.parametrize(("camp_fame", "third"), [("fame", FAME), ("lore", LORE)])
def test_AMB_H01_AMB_H53_for_the_other_resource_or_what_the_sign_is_read_as(camp_fame, third):
    """The same kind is not given for itself."""
    state, (north, *_) = camp((1, 1, 0), camp_fame=camp_fame)
    occupy(state, RED, north)
    harvest(state)
    assert offered(state) == [
        ExchangeOne(FOOD, WOOD), ExchangeOne(FOOD, third), ExchangeOne(WOOD, FOOD), ExchangeOne(WOOD, third)]
    answer(state, ExchangeOne(WOOD, third))
    assert state.players[RED].resources == [1, 0, int(camp_fame == "lore")]
    assert state.players[RED].fame == int(camp_fame == "fame")


@pytest.mark.parametrize(("tile", "areas"), [("kobold-camp", 3), ("nastrond", 4)])
def test_AMB_H28_camp_and_nastrond_are_no_territories_themselves(tile, areas):
    state = land()
    around = laid(state, tile)
    assert len(state.board.territories) == len(set(around)) == areas
    feature = next(each for each in FEATURES if each.tile == tile)
    assert feature.core
    assert sorted(area_numbers(feature)) == list(range(areas))


# --- Thor's Wrath ---


def wrath(**settings: Any) -> tuple[State, list[int], list[int]]:
    """Thor's Wrath in the south of its tile; two fields of battle, one beside it, one far off."""
    state = land(**settings)
    _, _, south, _ = laid(state, "thors-wrath", (CROSS, 0, -1, 0), (CROSS, 0, 1, 0))
    near = [territory_at(state.board, 0, -1, side) for side in "NESW"]
    far = [territory_at(state.board, 0, 1, side) for side in "NESW"]
    assert near[0] == south
    return state, near, far


def points_when_dice_roll(state: State) -> tuple[int, int]:
    """The attacker's and the defender's points when the first die is rolled."""
    assert chance(state).options
    return next(frame for frame in state.agenda if isinstance(frame, Combat)).points


@pytest.mark.parametrize(("holder", "points"), [(RED, (3, 1)), (BLUE, (2, 2)), (GREEN, (2, 1)), (-1, (2, 1))])
def test_UH_ENV_THOR_who_controls_its_territory_has_a_point_more_in_combats_anywhere(holder, points):
    state, near, far = wrath(players=3)
    occupy(state, RED, far[0], 3)
    occupy(state, BLUE, far[1], 1)
    if holder >= 0:
        occupy(state, holder, near[0])
    attack_of(state, RED, far[0], far[1], 2)
    assert points_when_dice_roll(state) == points


def test_UH_ENV_THOR_the_other_territory_of_its_tile_gives_nothing():
    state, near, far = wrath()
    occupy(state, RED, far[2], 3)
    assert far[2] == territory_at(state.board, 0, 0, "N") != near[0]
    occupy(state, BLUE, far[1], 1)
    attack_of(state, RED, far[2], far[1], 2)
    assert points_when_dice_roll(state) == (2, 1)


def test_UH_ENV_THOR_helps_against_creatures_too():
    state, near, far = wrath(creatures="base")
    occupy(state, RED, near[0])
    occupy(state, RED, far[0], 2)
    wolf = next(number for number, row in enumerate(CREATURES) if row.id == "wolf")
    beast = state.part(Creatures).place(wolf, far[0])
    state.push(MoveUnits(RED, 0))
    answer(state, 0)
    assert points_when_dice_roll(state) == (3, beast.row.points)


def test_AMB_H31_the_defender_of_its_territory_has_it_until_that_combat_is_over():
    state, near, _ = wrath()
    occupy(state, BLUE, near[0], 1)
    occupy(state, RED, near[1], 5)
    occupy(state, BLUE, near[2], 1)
    state.push(MoveUnits(RED, 2))
    answer(state, Move(near[1], near[0], 2, kaija=False))
    answer(state, Move(near[1], near[2], 2, kaija=False))
    answer(state, Fight(near[0]))
    assert points_when_dice_roll(state) == (2, 2)
    roll(state, "3C")
    roll(state, "2C")
    assert points_when_dice_roll(state) == (3, 1)
    assert state.board.owner[near[0]] == RED


# --- Naströnd ---


def thorns(players: int = 3, **settings: Any) -> tuple[State, int]:
    """A plain tile, with Naströnd still to be laid; returns its number too."""
    state = land(players=players, **settings)
    state.board = tiles_map([(CROSS, 0, 0, 0)], PLAIN, HALF)
    return state, number_of(state.board, "nastrond")


def wood(state: State) -> list[int]:
    """The players' wood."""
    return [player.resources[WOOD] for player in state.players]


def test_UH_ENV_NASTROND_01_two_wood_lie_on_it_when_it_is_laid():
    state, nastrond = thorns()
    state.pile = [nastrond]
    occupy(state, RED, territory_at(state.board, 0, 0, "N"))
    state.push(NewLand(BLUE, 1))
    answer(state, PlaceTile(nastrond, 1, 0, 0))
    run(state)
    assert state.part(Land).wood == 2
    assert [(FEATURES[each.feature].id, each.wood) for each in make_view(state, BLUE).features] == [("nastrond", 2)]
    assert wood(state) == [0, 0, 0]


def test_UH_ENV_NASTROND_01_no_other_tile_brings_wood():
    state, nastrond = thorns()
    lay(state, nastrond, 1, 0, 0, RED)
    state.part(Land).wood = 0
    lay(state, number_of(state.board, "plain"), 2, 0, 0, RED)
    assert state.part(Land).wood == 0


def test_UH_ENV_NASTROND_02_who_first_controls_a_territory_beside_it_takes_them_at_once():
    state, nastrond = thorns()
    lay(state, nastrond, 1, 0, 0, RED)
    occupy(state, BLUE, territory_at(state.board, 0, 0, "W"), 2)
    assert (wood(state), state.part(Land).wood) == ([0, 0, 0], 2)
    north = territory_at(state.board, 0, 0, "N")
    occupy(state, GREEN, north, 2)
    state.push(MoveUnits(GREEN, 1))
    answer(state, Move(north, territory_at(state.board, 1, 0, "W"), 1, kaija=False))
    assert (wood(state), state.part(Land).wood) == ([0, 0, 2], 0)
    occupy(state, BLUE, territory_at(state.board, 1, 0, "S"))
    assert wood(state) == [0, 0, 2]


def test_UH_ENV_NASTROND_02_a_tile_may_give_somebody_a_territory_beside_it():
    state, nastrond = thorns()
    state.board = tiles_map([
        (CROSS, 0, 0, 0), (PLAIN, 0, 1, 0), (PLAIN, 0, 2, 0), (PLAIN, 1, 2, 0), (PLAIN, 2, 2, 0), (PLAIN, 2, 1, 0)])
    lay(state, nastrond, 1, 0, 0, RED)
    occupy(state, BLUE, territory_at(state.board, 2, 1, "N"))
    assert wood(state) == [0, 0, 0]
    lay(state, number_of(state.board, "plain"), 2, 0, 0, RED)
    assert (wood(state), state.part(Land).wood) == ([0, 2, 0], 0)


@pytest.mark.parametrize(("explorer", "takes"), [(RED, RED), (BLUE, BLUE), (GREEN, RED)])
def test_AMB_H29_of_several_the_explorer_is_first_then_those_who_follow(explorer, takes):
    state, nastrond = thorns()
    state.board = tiles_map([(CROSS, 0, 0, 0), (CROSS, 0, 1, 0), (CROSS, 1, 1, 0)], PLAIN)
    occupy(state, RED, territory_at(state.board, 1, 1, "S"))
    occupy(state, BLUE, territory_at(state.board, 0, 0, "E"))
    occupy(state, GREEN, territory_at(state.board, 0, 0, "S"))
    state.pile = [nastrond]
    state.push(Explore(explorer, from_any=True))
    answer(state, PlaceTile(nastrond, 1, 0, 0))
    run(state)
    assert wood(state) == [2 * (seat == takes) for seat in range(3)]


def test_AMB_H29_later_the_first_event_that_gives_control_decides():
    state, nastrond = thorns()
    lay(state, nastrond, 1, 0, 0, GREEN)
    occupy(state, BLUE, territory_at(state.board, 1, 0, "N"))
    occupy(state, GREEN, territory_at(state.board, 1, 0, "S"))
    assert wood(state) == [0, 2, 0]


def test_UH_ENV_NASTROND_03_nobody_enters_or_crosses_it():
    state = land()
    north, east, south, west = laid(state, "nastrond")
    occupy(state, RED, north, 3)
    state.push(MoveUnits(RED, 6))
    assert {option.target for option in offered(state)} == {east, west}
    assert set(state.board.territories) == {north, east, south, west}


# --- Vedrfolnir ---


def bird(*pile: Printed, controller: int = RED, clan: str = "", **settings: Any) -> tuple[State, list[int]]:
    """Vedrfolnir in the south of its tile, which somebody controls; north of it a tile of two territories."""
    state = land(clan, **settings)
    around = laid(state, "vedrfolnir", (FRONT, 0, 1, 0))
    state.pile = sorted(number_of(state.board, tile.id) for tile in pile)
    if controller >= 0:
        occupy(state, controller, around[2])
    return state, around


def before_harvest(state: State) -> None:
    """Begin the step before Harvest."""
    step = state.table.phase("harvest").steps[0]
    state.push(step.make((RED, BLUE)))


def cells(state: State) -> set[tuple[int, int]]:
    """Return the cells on which the pending tile may lie."""
    return {(option.x, option.y) for option in offered(state)}


def test_UH_ENV_VEDR_01_before_harvest_its_controller_may_lay_the_top_tile_beside_any_open_territory():
    state, _ = bird(PLAIN, HALF)
    occupy(state, BLUE, territory_at(state.board, 0, 1, "N"))
    state.year = 4
    state.players[RED].resources = [3, 0, 0]
    push_phase(state, "harvest", (BLUE, RED))
    asked = decision(state)
    assert (asked.seat, asked.prompt, asked.options, asked.least, asked.default, asked.seen_by) == (
        RED, "vedrfolnir.draw", [Accept()], 0, (), PUBLIC)
    answer(state, Accept())
    plain = number_of(state.board, "plain")
    drawn = chance(state)
    assert (drawn.prompt, drawn.stream, drawn.count, drawn.seen_by) == ("tiles.draw", "vedrfolnir/4", 1, PUBLIC)
    draw(state, Tile(plain))
    asked = decision(state)
    assert (asked.seat, asked.prompt, asked.least) == (RED, "vedrfolnir.tile", 1)
    everywhere = {(0, 2), (1, 1), (-1, 1), (1, 0), (-1, 0), (0, -1)}  # beside Red's, Blue's and neutral land
    assert cells(state) == everywhere
    answer(state, PlaceTile(plain, 0, 2, 0))
    assert decision(state).prompt == "harvest.trade"
    assert state.board.laid[-1] == (plain, 0, 2, 0)
    assert state.pile == [number_of(state.board, "half")]


def test_UH_ENV_VEDR_01_it_may_be_declined():
    state, _ = bird(PLAIN)
    push_phase(state, "harvest", (RED, BLUE))
    answer(state)
    assert run(state) == ()
    assert (len(state.board.laid), len(state.pile)) == (2, 1)


@pytest.mark.parametrize("absent", ["controller", "tile", "pile", "other half"])
def test_UH_ENV_VEDR_01_nobody_is_asked_without_control_of_its_territory_or_without_tiles(absent):
    state, around = bird(*[] if absent == "pile" else [PLAIN], controller=RED if absent == "pile" else -1)
    if absent == "other half":
        occupy(state, RED, around[0])
    elif absent == "tile":
        state.board = tiles_map([(PLAIN, 0, 0, 0)])
        occupy(state, RED, 0)
    push_phase(state, "harvest", (RED, BLUE))
    assert run(state) == ()
    assert len(state.board.laid) == (1 if absent == "tile" else 2)


def test_UH_ENV_VEDR_02_borders_go_on_and_no_players_come_together():
    state = land()
    north, _, south, _ = laid(state, "vedrfolnir", (CROSS, 1, 0, 0), (CROSS, 1, -1, 0), (PLAIN, 1, 1, 0))
    plain, beyond = number_of(state.board, "plain"), territory_at(state.board, 1, -1, "W")
    occupy(state, RED, south)
    state.pile = [plain]
    before_harvest(state)
    answer(state, Accept())
    assert (0, 1) not in cells(state), "the border that ends at its corner would stop"
    assert (0, -1) in cells(state)
    state.question = None
    occupy(state, BLUE, beyond)
    assert cells(state) == {(-1, 0), (2, 0), (2, -1), (1, -2), (2, 1), (1, 2)}
    assert north in state.neutral()


@pytest.mark.parametrize(("clan", "rotation", "explored"), [
    ("boar", 1, ([0, 0, 1], 0, 1)), ("raven", 0, ([1, 0, 0], 2, 1)), ("stag", 0, ([0, 0, 0], 3, 1)),
    ("ox", 0, ([0, 0, 0], 2, 0)),
])
def test_UH_ENV_VEDR_02_it_is_no_explore_action_so_that_no_clan_acts(clan, rotation, explored):
    """The same tile laid by an Explore action, lets the clan act; turned so it closes Red's territory, or not."""
    found = []
    for start in (lambda state: state.push(Explore(RED)), before_harvest):
        state, _ = bird(RICH, clan=clan, vedrfolnir_fame=False)
        start(state)
        if decision(state).prompt == "vedrfolnir.draw":
            answer(state, Accept())
        answer(state, PlaceTile(number_of(state.board, "rich"), 0, -1, rotation))
        assert run(state) == ()
        player = state.players[RED]
        found.append((player.resources, player.fame, sum(state.board.small)))  # Ox's tokens lie on small spaces
    assert found == [explored, ([0, 0, 0], 0, 1)]


def test_UH_ENV_VEDR_02_what_lives_on_the_tile_comes_and_does_nothing():
    state, (_, _, south, _) = bird(LAIR, creatures="base")
    state.part(Creatures).shuffle([number for number, row in enumerate(CREATURES) if row.id == "draugr"], top=0)
    before_harvest(state)
    answer(state, Accept())
    answer(state, PlaceTile(number_of(state.board, "lair"), 0, -1, 0))
    assert run(state) == ()
    assert [beast.territory for beast in state.part(Creatures).line] == [south]
    assert state.board.units[south] == 1


def test_UH_ENV_VEDR_02_no_bear_stops_it_anywhere():
    state, (_, _, south, _) = bird(PLAIN, creatures="base")
    bear = next(number for number, row in enumerate(CREATURES) if row.pins)
    for number, territory in enumerate(state.board.territories):
        state.part(Creatures).place(bear, territory)
        mark(state)
        assert (number == len(state.board.territories) - 1) == (not can_explore(state, RED, from_any=True))
    before_harvest(state)
    answer(state, Accept())
    assert cells(state) == {(0, 2), (1, 1), (-1, 1), (1, 0), (-1, 0), (0, -1)}
    assert state.board.owner[south] == RED


@pytest.mark.parametrize("fame", [True, False])
def test_AMB_H30_closing_own_territories_gives_fame_if_the_option_says_so(fame):
    state, _ = bird(HALF, vedrfolnir_fame=fame)
    before_harvest(state)
    answer(state, Accept())
    answer(state, PlaceTile(number_of(state.board, "half"), 0, -1, 0))
    run(state)
    assert [player.fame for player in state.players] == [2 * fame, 0]


def test_AMB_H30_closing_anothers_territory_gives_nobody_fame():
    state, _ = bird(HALF)
    north = territory_at(state.board, 0, 1, "W")
    occupy(state, BLUE, north)
    before_harvest(state)
    answer(state, Accept())
    answer(state, PlaceTile(number_of(state.board, "half"), -1, 1, 1))
    run(state)
    assert state.board.closed(north)
    assert [player.fame for player in state.players] == [0, 0]
