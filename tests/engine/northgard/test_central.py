"""The Central tiles of Uncharted Horizons (UH-CTR-*)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from lawspeaker_engine import agenda
from lawspeaker_engine.content import BadContent
from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.games.northgard.actions.move import MoveUnits
from lawspeaker_engine.games.northgard.board import lay_start
from lawspeaker_engine.games.northgard.modules.creature_part import CREATURES, Creatures, mark
from lawspeaker_engine.games.northgard.modules.lands import CENTRAL, FEATURES, area_numbers, den, free_den
from lawspeaker_engine.games.northgard.options import Figure, Opponent, Tile
from lawspeaker_engine.games.northgard.phases import harvest
from lawspeaker_engine.games.northgard.settings import read_settings
from lawspeaker_engine.games.northgard.state import FOOD, RESERVE, State
from lawspeaker_engine.games.northgard.tiles import START, START_FIVE, TILE_NUMBER, TILES
from lawspeaker_engine.model import PUBLIC, BadSetup, Chance
from lawspeaker_engine.setups import make_setup

from .positions import (
    answer,
    chance,
    code,
    decision,
    draw,
    inline_tile,
    occupy,
    offered,
    playing_clans,
    push_phase,
    roll,
    run,
    special,
    territory_at,
    tiles_map,
)

GAME = GAMES["northgard"]
RED, BLUE, GREEN = range(3)
NAMES = ("standard", "yggdrasil", "great_lake", "volcano", "wyverns_den")
OF_MODULE = {number for number, tile in enumerate(TILES) if tile.module == "central"}


def centre(name: str, *clans: str, players: int = 2, **settings: Any) -> tuple[State, list[int]]:
    """An empty state with this Central tile alone on the table, and what is behind its N, E, S and W."""
    state = playing_clans(*clans, players=players, central=name, **settings)
    lay_start(state.board, [CENTRAL[name][0]])
    return state, [territory_at(state.board, 0, 0, side) for side in "NESW"]


def middle(state: State) -> int:
    """The territory in the middle of the tile in the centre."""
    return len(TILES[state.board.laid[0][0]].areas) - 1


def phase(state: State, name: str) -> None:
    """Begin this phase of the year."""
    push_phase(state, name, tuple(state.turn_order()))


def until(state: State, prompt: str) -> None:
    """Give default answers until this is asked."""
    dice = Dice(match_seed(bytes(32), "central"))
    while True:
        question = run(state)
        assert question, f"{prompt} is never asked"
        if isinstance(question, Chance):
            if question.prompt == prompt:
                return
            agenda.apply(state, (dice.answer(question),))
        else:
            if question[0].prompt == prompt:
                return
            agenda.apply(state, [each.default for each in question])


# --- setup ---


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("name", NAMES)
def test_UH_CTR_01_AMB_H45_AMB_R59_it_replaces_the_starting_tile_and_has_its_companion_for_five(name, players):
    state = GAME.setup(make_setup(GAME, players, {"central": name, "creatures": "base"}))
    tile, companion = CENTRAL[name]
    on_table = [tile, companion] if players == 5 else [tile]
    assert state.board.laid == [(each, x, 0, 0) for x, each in enumerate(on_table)]
    assert not set(state.pile) & ({START, *OF_MODULE} | set(on_table))
    assert (START_FIVE in state.pile) == (START_FIVE not in on_table)
    assert TILES[tile].id == {"standard": TILES[START].id}.get(name, name.replace("_", "-"))
    assert TILES[companion].id == {
        "standard": TILES[START_FIVE].id, "yggdrasil": "central-5", "wyverns_den": "central-5",
    }.get(name, "central-5-wall")


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("name", NAMES)
def test_UH_CTR_01_it_may_be_drawn_and_the_others_stay_in_the_box(name, players):
    state = GAME.setup(make_setup(GAME, players, {"central": "random", "creatures": "base"}))
    until(state, "setup.central")
    asked = chance(state)
    assert (asked.count, asked.stream, asked.seen_by) == (1, "setup/central", PUBLIC)
    assert asked.options == [Tile(CENTRAL[each][0]) for each in NAMES]
    assert state.board.laid == []
    draw(state, Tile(CENTRAL[name][0]))
    run(state)
    tile, companion = CENTRAL[name]
    on_table = [tile, companion] if players == 5 else [tile]
    assert state.board.laid == [(each, x, 0, 0) for x, each in enumerate(on_table)]
    assert not set(state.pile) & {START, *OF_MODULE, *on_table}
    until(state, "setup.tile")
    assert all(abs(place.x) + abs(place.y) == 1 or (players == 5 and abs(place.x - 1) + abs(place.y) == 1)
               for place in offered(state))


def test_UH_CTR_WYV_01_AMB_H35_the_den_needs_creatures():
    with pytest.raises(BadSetup, match=r"^central wyverns_den of northgard needs creatures"):
        read_settings(make_setup(GAME, 2, {"central": "wyverns_den"}))
    state = GAME.setup(make_setup(GAME, 2, {"central": "random"}))
    until(state, "setup.central")
    assert [option.tile for option in offered(state)] == [CENTRAL[each][0] for each in NAMES[:-1]]
    assert [TILES[number].id for number in range(len(TILES)) if "den" in TILES[number].id] == ["wyverns-den"]


def test_a_feature_names_a_tile_and_its_areas():
    lake = next(row for row in FEATURES if row.id == "great_lake")
    assert area_numbers(lake) == (0, 1, 2, 3)
    with pytest.raises(BadContent, match=r"^feature great_lake: there is no tile lake$"):
        area_numbers(replace(lake, tile="lake"))
    with pytest.raises(BadContent, match=r"^feature great_lake: areas of tile great-lake are n, e, s, w$"):
        area_numbers(replace(lake, areas=("c",)))


def test_AMB_H32_yggdrasil_is_no_environment_tile():
    yggdrasil = TILE_NUMBER["yggdrasil"]
    assert TILES[yggdrasil].module == "central"
    state = GAME.setup(make_setup(GAME, 2, {"environment": True}))
    assert "yggdrasil" not in [FEATURES[rule.feature].id for rule in state.table.rules]


# --- Yggdrasil and Wyvern's Den ---


def fame(state: State) -> list[int]:
    """Return what each player gains in step A of this year's Harvest."""
    before = [player.fame for player in state.players]
    phase(state, "harvest")
    while run(state):
        answer(state)
    return [player.fame - old for player, old in zip(state.players, before, strict=True)]


def test_UH_CTR_YGG_AMB_H01_who_controls_the_middle_gains_five_fame_at_every_harvest():
    """The middle is closed, and of one tile, which gives one more."""
    state, _ = centre("yggdrasil")
    occupy(state, BLUE, middle(state))
    assert [fame(state) for _ in range(2)] == [[0, 5 + 1], [0, 5 + 1]]
    assert [player.resources for player in state.players] == [[0, 0, 0], [0, 0, 0]]


def test_UH_CTR_YGG_neither_the_territories_around_nor_an_empty_middle_give_any():
    state, around = centre("yggdrasil")
    for territory in around:
        occupy(state, RED, territory)
    assert fame(state) == [0, 0]
    state, (north, *_) = centre("great_lake")
    occupy(state, RED, north)
    assert fame(state) == [0, 0]


@pytest.mark.parametrize(("name", "left"), [("kobold", 0), ("wolf", 3), ("draugr", 9)])
def test_UH_CTR_YGG_a_creature_that_leaves_no_fame_leaves_none_of_the_five(name, left):
    """UH-CRE-KOBOLD-01; the Wolf leaves what the Altar gives."""
    state, _ = centre("yggdrasil", creatures="horizons")
    at = middle(state)
    occupy(state, RED, at)
    state.board.buildings[at] = (code("altar_of_kings"),)
    kind = next(number for number, row in enumerate(CREATURES) if row.id == name)
    state.part(Creatures).place(kind, at)
    mark(state)
    assert harvest.harvest_fame(state, RED) == left


def start_of(state: State, year: int) -> None:
    """Play the start of this year, as far as no cards are drawn."""
    state.year = year
    steps = state.table.phase("start").steps
    names = [step.name for step in steps]
    for step in reversed(steps[:names.index("draw")]):
        state.push(step.make(tuple(state.turn_order())))


def test_UH_CTR_WYV_02_in_the_third_year_the_wyvern_comes_before_cards_are_drawn():
    state, _ = centre("wyverns_den", creatures="base")
    seen = []
    for year in range(1, 6):
        start_of(state, year)
        assert run(state) == ()
        seen.append([(beast.row.id, beast.territory) for beast in state.part(Creatures).line])
    there = [("wyvern", middle(state))]
    assert seen == [[], [], there, there, there]


def test_UH_CTR_WYV_03_AMB_H01_the_den_gives_two_fame_at_harvest_once_the_wyvern_is_beaten():
    state, (north, *_) = centre("wyverns_den", creatures="base")
    at = den(state)
    assert at == middle(state)
    occupy(state, RED, at)
    occupy(state, BLUE, north)
    assert harvest.harvest_fame(state, RED) == 1
    free_den(state)
    assert [harvest.harvest_fame(state, seat) for seat in (RED, BLUE)] == [1 + 2, 0]
    state.take_figures(at, 1)
    occupy(state, BLUE, at)
    assert [harvest.harvest_fame(state, seat) for seat in (RED, BLUE)] == [0, 1 + 2]


# --- Great Lake ---


def test_UH_CTR_LAKE_01_nobody_enters_or_crosses_it():
    state, (north, east, south, west) = centre("great_lake")
    occupy(state, RED, north, 3)
    state.push(MoveUnits(RED, 6))
    assert {option.target for option in offered(state)} == {east, west}
    assert state.board.territories == sorted({north, east, south, west})


@pytest.mark.parametrize(("units", "food"), [
    ({RED: (2, 0, 1, 0), BLUE: (0, 2, 0, 0)}, [2, 0, 0]),
    ({RED: (1, 0, 1, 0), BLUE: (0, 2, 0, 0), GREEN: (0, 0, 0, 1)}, [1, 1, 0]),
    ({RED: (1, 0, 0, 0), BLUE: (0, 1, 0, 0), GREEN: (0, 0, 0, 1)}, [1, 1, 1]),
    ({RED: (0, 0, 0, 0)}, [0, 0, 0]),
])
def test_UH_CTR_LAKE_02_AMB_H33_who_has_most_units_around_gains_two_food_and_those_tied_one(units, food):
    state, around = centre("great_lake", players=3)
    for seat, counts in units.items():
        for territory, count in zip(around, counts, strict=True):
            if count:
                occupy(state, seat, territory, count)
    phase(state, "harvest")
    assert run(state) == ()
    assert [player.resources for player in state.players] == [[each, 0, 0] for each in food]


def test_UH_CTR_LAKE_02_comes_once_a_harvest_and_before_anybody_trades():
    state, (north, *_) = centre("great_lake")
    occupy(state, BLUE, north)
    state.players[RED].resources = [3, 0, 0]
    state.players[BLUE].resources = [1, 0, 0]
    phase(state, "harvest")
    assert (decision(state).prompt, decision(state).seat) == ("harvest.trade", RED)
    assert state.players[BLUE].resources[FOOD] == 3
    answer(state)
    assert (decision(state).prompt, decision(state).seat) == ("harvest.trade", BLUE)
    answer(state)
    assert run(state) == ()
    assert state.players[BLUE].resources[FOOD] == 3


def test_AMB_H33_special_figures_count():
    state, (north, east, *_) = centre("great_lake", "bear")
    occupy(state, RED, north, 1, kaija=True)
    occupy(state, BLUE, east)
    phase(state, "harvest")
    assert run(state) == ()
    assert [player.resources[FOOD] for player in state.players] == [2, 0]


def test_AMB_H33_a_territory_that_meets_the_lake_twice_counts_once():
    """Tiles round a hole join what is east and what is south of the lake."""
    state, _ = centre("great_lake")
    plain = inline_tile("plain", {"all": "NESW"})
    ring = ((1, 0), (0, -1), (2, 0), (2, -1), (2, -2), (1, -2), (0, -2))
    state.board = tiles_map([("great-lake", 0, 0, 0), *((plain, x, y, 0) for x, y in ring)])
    north, east, south, west = (territory_at(state.board, 0, 0, side) for side in "NESW")
    assert east == south
    occupy(state, RED, east, 2)
    occupy(state, BLUE, north, 2)
    occupy(state, BLUE, west, 1)
    phase(state, "harvest")
    assert run(state) == ()
    assert [player.resources[FOOD] for player in state.players] == [0, 2]


# --- Volcano ---


def volcano(*clans: str, players: int = 2, first: int = RED, **settings: Any) -> tuple[State, list[int]]:
    """The Volcano in the centre, in the third year; nobody is on the map."""
    state, around = centre("volcano", *clans, players=players, **settings)
    state.first = first
    start_of(state, 3)
    return state, around


def test_UH_CTR_VOLC_01_the_first_player_points_at_somebody_and_rolls():
    state, _ = volcano(players=3, first=BLUE)
    asked = decision(state)
    assert (asked.seat, asked.prompt, asked.least, asked.most, asked.default, asked.seen_by) == (
        BLUE, "volcano.target", 1, 1, (BLUE,), PUBLIC)
    assert asked.options == [Opponent(RED), Opponent(BLUE), Opponent(GREEN)]
    answer(state, Opponent(GREEN))
    rolled = chance(state)
    assert (rolled.prompt, rolled.stream, rolled.count, rolled.seen_by) == ("volcano.roll", "volcano/3", 1, PUBLIC)


def test_UH_CTR_VOLC_01_the_first_player_may_point_at_itself():
    state, _ = volcano(first=BLUE)
    answer(state, Opponent(BLUE))
    roll(state, "2C")
    assert [player.fame for player in state.players] == [0, 2]


@pytest.mark.parametrize("options", [{}, {"events": "all"}, {"clan_pool": "all"}])
def test_AMB_H34_it_is_the_first_thing_of_every_year(options):
    state = GAME.setup(make_setup(GAME, 2, {"central": "volcano", **options}))
    years = []
    for _ in range(3):
        until(state, "volcano.target")
        assert state.phase == "start"
        assert not any(player.hand for player in state.players)
        years.append(state.year)
        answer(state, 0)
    assert years == [1, 2, 3]


def test_UH_CTR_VOLC_01_nothing_erupts_while_another_tile_is_in_the_centre():
    state = playing_clans(central="random")
    lay_start(state.board, [CENTRAL["great_lake"][0]])
    start_of(state, 3)
    assert run(state) == ()


@pytest.mark.parametrize(("face", "points", "lost"), [
    ("2C", 2, 0), ("3C", 3, 0), ("2C1K", 2, 1), ("2K", 0, 2), ("1C1K", 1, 1), ("C/K", 1, 1),
])
def test_TC_VOLC_01_UH_CTR_VOLC_02_UH_CTR_VOLC_03_UH_CTR_VOLC_04_fame_a_point_a_unit_a_casualty(face, points, lost):
    """A die that shows either gives both."""
    state, (north, *_) = volcano()
    occupy(state, BLUE, north, 3)
    answer(state, Opponent(BLUE))
    roll(state, face)
    assert run(state) == ()
    assert [player.fame for player in state.players] == [0, points]
    assert (state.board.units[north], state.players[BLUE].reserve) == (3 - lost, 11 + lost)


def test_UH_CTR_VOLC_03_the_target_chooses_each_unit():
    state, (north, east, south, west) = volcano()
    occupy(state, BLUE, north, 1)
    occupy(state, BLUE, south, 2)
    occupy(state, RED, east, 2)
    answer(state, Opponent(BLUE))
    roll(state, "2K")
    asked = decision(state)
    assert (asked.seat, asked.prompt, asked.least, asked.most, asked.default, asked.seen_by) == (
        BLUE, "volcano.loss", 1, 1, (0,), PUBLIC)
    assert asked.options == [Figure(north, kaija=False), Figure(south, kaija=False)]
    answer(state, Figure(north, kaija=False))
    assert run(state) == ()
    assert [state.board.units[each] for each in (north, east, south, west)] == [0, 2, 1, 0]
    assert state.board.owner[north] == -1
    assert state.players[BLUE].reserve == 14 - 1


def test_AMB_H34_who_has_no_figures_loses_none():
    state, (north, *_) = volcano()
    occupy(state, RED, north)
    answer(state, Opponent(BLUE))
    roll(state, "2K")
    assert run(state) == ()
    assert (state.players[BLUE].reserve, state.players[BLUE].fame, state.board.units[north]) == (14, 0, 1)


def test_AMB_H34_AMB_H55_any_figure_may_be_lost_warchiefs_too():
    state, (north, east, *_) = volcano("bear", warchiefs=True)
    warchief = next(each.figure for each in state.figures if each.seat == RED and each.figure != special("kaija"))
    state.move_special((warchief,), north)
    occupy(state, RED, north)
    occupy(state, RED, east, 0, kaija=True)
    answer(state, Opponent(RED))
    roll(state, "2K")
    assert offered(state) == [
        Figure(north, kaija=False), Figure(north, kaija=False, figure=warchief), Figure(east, kaija=True)]
    answer(state, Figure(north, kaija=False, figure=warchief))
    answer(state, Figure(east, kaija=True))
    assert run(state) == ()
    assert (state.where(warchief), state.where(special("kaija"))) == (RESERVE, RESERVE)
    assert (state.board.owner[east], state.board.units[north], state.players[RED].reserve) == (-1, 1, 13)
