"""The seven clan powers, each in a small position; closing by exploring is shown with real tiles."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.northgard import clans, figures, moments
from lawspeaker_engine.games.northgard.actions.build import PlaceBuilding
from lawspeaker_engine.games.northgard.actions.combat import Combat
from lawspeaker_engine.games.northgard.actions.explore import Explore
from lawspeaker_engine.games.northgard.actions.groups import PlaceGroups
from lawspeaker_engine.games.northgard.actions.terms import PLAIN
from lawspeaker_engine.games.northgard.cards.resolving import CARDS
from lawspeaker_engine.games.northgard.clans import scorched
from lawspeaker_engine.games.northgard.figures import KAIJA
from lawspeaker_engine.games.northgard.options import Build, PlaceGroup, PlaceTile, Territory, Tile
from lawspeaker_engine.games.northgard.phases import end, scoring, setup, winter
from lawspeaker_engine.games.northgard.state import FOOD, LORE, NOT_IN_PLAY, RESERVE, WOOD, State
from lawspeaker_engine.model import PUBLIC
from tests.engine.northgard.positions import bear, give_token, snake

from .positions import (
    answer,
    decision,
    draw,
    empty_state,
    graph,
    inline_tile,
    number_of,
    occupy,
    offered,
    run,
    territory_at,
    tiles_map,
)

BEAR, BOAR, GOAT, RAVEN, SNAKE, STAG, WOLF = range(7)


def playing(state: State, seat: int, clan: int) -> None:
    state.players[seat].clan = clan
    setup.take_pieces(state, seat)


def test_NG_CLAN_01_each_clan_is_a_power_an_initial_card_and_two_upgrades():
    table = empty_state().table
    names = ["bear", "boar", "goat", "raven", "snake", "stag", "wolf"]
    assert [clans.CLANS[number].id for number in table.clans] == names
    for number in table.clans:
        clan, initial, upgrades = clans.CLANS[number], table.initial[number], table.upgrades[number]
        assert (CARDS[initial].clan, CARDS[initial].upgrade) == (clan.id, False)
        assert len(upgrades) == 2
        assert all(CARDS[card].clan == clan.id and CARDS[card].upgrade for card in upgrades)


@pytest.mark.parametrize("clan", range(7))
def test_NG_CLAN_BEAR_01_NG_COMP_07_only_bear_and_snake_have_tokens(clan):
    state = empty_state()
    playing(state, 1, clan)
    assert (bear(state), state.where(KAIJA)) == ((1, RESERVE) if clan == BEAR else (-1, NOT_IN_PLAY))
    assert (snake(state), scorched(state)) == ((1, RESERVE) if clan == SNAKE else (-1, NOT_IN_PLAY))


def test_NG_CLAN_BEAR_01_NG_CLAN_BEAR_02_kaija_may_be_one_of_a_placed_group():
    state = empty_state()
    playing(state, 0, BEAR)
    where = graph(state, {"A": {}, "B": {}})
    state.push(PlaceGroups(0, "setup.group", (where["A"], where["B"])))
    assert offered(state) == [PlaceGroup(t, kaija) for t in where.values() for kaija in (False, True)]
    answer(state, PlaceGroup(where["B"], kaija=True))
    assert state.board.units[where["B"]] == 2
    assert state.where(KAIJA) == where["B"]
    assert state.players[0].reserve == 12
    assert state.figure_count(where["B"]) == 3


def test_NG_CLAN_BEAR_01_kaija_is_a_unit_wherever_units_are_counted():
    state = empty_state()
    playing(state, 0, BEAR)
    t = graph(state, {"A": {"own": 0, "u": 1, "kaija": True}, "B": {"own": 1, "u": 2}})
    assert (state.figure_count(t["A"]), state.units_on_map(0), state.units_on_map(1)) == (2, 2, 2)
    assert scoring.standing(state, (0,)) == scoring.standing(state, (1,)) == (0, 1, 2, 0)
    warlord = next(card for card in CARDS if card.id == "warlord")
    assert [scoring.achievement_fame(state, seat, warlord.counts) for seat in (0, 1)] == [2, 2]
    figures.to_reserve(state, 0, t["A"], 1)
    assert (state.controlled(0), state.units_on_map(0)) == ([t["A"]], 1)
    figures.to_reserve(state, 0, t["A"], 0, (KAIJA,))
    assert (state.controlled(0), state.units_on_map(0), state.where(KAIJA)) == ([], 0, RESERVE)


def test_NG_CLAN_BEAR_03_kaija_is_worth_two_points():
    assert empty_state().table.points[KAIJA] == 2


def test_NG_CLAN_BEAR_05_NG_WINT_05_kaija_costs_nothing_in_winter():
    state = empty_state()
    playing(state, 0, BEAR)
    graph(state, {"A": {"own": 0, "u": 6, "kaija": True}})
    state.players[0].resources = [5, 5, 5]
    winter.pay(state, 0)
    assert state.players[0].resources == [4, 5, 5]


BAY_EAST = inline_tile("bay-east", {"main": "NSW", "bay": "E"}, regular="main-bay", bay={"food": 1})
CHANNEL = inline_tile(
    "channel", {"north": "N", "middle": "EW", "south": "S"}, regular="north-middle middle-south",
    middle={"wood": 1, "lore": 1},
)
BAY_WEST = inline_tile("bay-west", {"main": "NES", "bay": "W"}, regular="main-bay", bay={"food": 2})


def closing_position(clan: int, owner: int, explorer: int) -> tuple[State, int]:
    """TC-EXP-01: the bay and the channel are one territory of `owner`; `explorer` lives north of it, about to close."""
    state = empty_state()
    state.board = tiles_map([(BAY_EAST, 0, 0, 0), (CHANNEL, 1, 0, 0)])
    state.board.printed = (*state.board.printed, BAY_WEST)
    channel = territory_at(state.board, 1, 0, "E")
    occupy(state, owner, channel)
    occupy(state, 1 - owner, territory_at(state.board, 1, 0, "N"))
    playing(state, explorer, clan)
    state.pile = [number_of(state.board, "bay-west")]
    state.push(Explore(explorer, from_any=True))
    answer(state, PlaceTile(state.pile[0] if state.pile else number_of(state.board, "bay-west"), 2, 0, 0))
    assert run(state) == ()
    return state, channel


CLOSED = [(clan, fame, [0, 0, 0]) for clan, fame in ((BEAR, 3), (BOAR, 3), (GOAT, 3), (SNAKE, 3), (STAG, 4), (WOLF, 3))]


@pytest.mark.parametrize(("clan", "fame", "resources"), [*CLOSED, (RAVEN, 3, [3, 1, 1])])
def test_TC_EXP_01_AMB_R54_NG_CLAN_RAVEN_01_NG_CLAN_STAG_01_case_2_the_owner_closes_it(clan, fame, resources):
    """Stag gets one more (NG-CLAN-STAG-01, AMB-R54), Raven all resources (NG-CLAN-RAVEN-01, AMB-R47), Boar no lore."""
    state, channel = closing_position(clan, owner=0, explorer=0)
    assert state.board.closed(channel)
    assert state.board.size[channel] == 3
    assert state.players[0].fame == fame
    assert state.players[0].resources == resources
    assert state.players[1].fame == 0


@pytest.mark.parametrize("clan", range(7))
def test_TC_EXP_01_case_1_another_player_closes_it(clan):
    """Nobody gets anything: not Stag, not Raven, and Boar no lore since a territory was closed (NG-CLAN-BOAR-01)."""
    state, channel = closing_position(clan, owner=1, explorer=0)
    assert state.board.closed(channel)
    for player in state.players:
        assert player.fame == 0
        assert player.resources == [0, 0, 0]


def test_NG_CLAN_RAVEN_01_AMB_R16_AMB_R47_raven_collects_what_buildings_make_and_each_territory_once():
    state = empty_state()
    state.board = tiles_map([(BAY_EAST, 0, 0, 0), (CHANNEL, 1, 0, 0)])
    state.board.printed = (*state.board.printed, BAY_WEST)
    channel = territory_at(state.board, 1, 0, "E")
    occupy(state, 0, channel)
    state.board.buildings[channel] = (0,)
    playing(state, 0, RAVEN)
    state.pile = [number_of(state.board, "bay-west")]
    state.push(Explore(0))
    if run(state):
        answer(state, PlaceTile(number_of(state.board, "bay-west"), 2, 0, 0))
    assert state.players[0].resources == [4, 1, 1]
    assert state.players[0].fame == 3


@pytest.mark.parametrize(("clan", "lore"), [(BOAR, 1), (RAVEN, 0), (STAG, 0)])
def test_NG_CLAN_BOAR_01_exploring_without_closing_gives_lore(clan, lore):
    state = empty_state()
    state.board = tiles_map([("start", 0, 0, 0)])
    occupy(state, 0, territory_at(state.board, 0, 0, "N"))
    playing(state, 0, clan)
    state.pile = [number_of(state.board, "12"), number_of(state.board, "13")]
    state.push(Explore(0))
    draw(state, Tile(number_of(state.board, "12")))
    answer(state, PlaceTile(number_of(state.board, "12"), 0, 1, 1))
    assert run(state) == ()
    assert state.players[0].resources == [0, 0, lore]


def test_AMB_R15_an_area_enclosed_in_the_new_tile_does_not_cost_boar_its_lore():
    state = empty_state()
    inner = inline_tile("inner", {"round": "NESW", "core": ""}, regular="round-core")
    state.board = tiles_map([("start", 0, 0, 0)])
    state.board.printed = (*state.board.printed, inner)
    occupy(state, 0, territory_at(state.board, 0, 0, "N"))
    playing(state, 0, BOAR)
    state.pile = [number_of(state.board, "inner")]
    state.push(Explore(0))
    if run(state):
        answer(state, 0)
    assert len(state.board.laid) == 2
    assert state.players[0].resources == [0, 0, 1]


@pytest.mark.parametrize(("building", "food"), [(1, 1), (5, 2)])
def test_NG_CLAN_GOAT_01_building_gives_food_by_size(building, food):
    state = empty_state()
    playing(state, 0, GOAT)
    where = graph(state, {"A": {"own": 0, "u": 1, "small": 1, "large": 1}})
    state.players[0].resources = [0, 3, 0]
    state.push(PlaceBuilding(0))
    answer(state, Build(building, where["A"], carved=False))
    assert run(state) == ()
    assert state.players[0].resources[FOOD] == food


SNAKE_MAP = {
    "home": {"own": 0, "u": 1}, "near": {"own": 1, "u": 1}, "rough": {"own": 1, "u": 1}, "wall": {"own": 1, "u": 1},
    "far": {"own": 1, "u": 1}, "empty": {},
}
SNAKE_BORDERS = [
    ("home", "near", "regular"), ("home", "rough", "rough"), ("home", "wall", "impassable"), ("near", "far", "regular"),
    ("home", "empty", "regular"),
]


@pytest.mark.parametrize(("over", "places"), [(True, ["near", "rough", "wall"]), (False, ["near", "rough"])])
def test_NG_CLAN_SNAKE_01_AMB_R25_the_token_goes_to_enemy_land_next_to_own(over, places):
    state = empty_state(snake_over_impassable=over)
    playing(state, 0, SNAKE)
    where = graph(state, SNAKE_MAP, SNAKE_BORDERS)
    moments.before_card(state, 0, state.table.initial[SNAKE])
    asked = decision(state)
    assert (asked.seat, asked.prompt, asked.least, asked.most, asked.default) == (0, "snake.token", 0, 1, ())
    assert asked.seen_by is PUBLIC
    assert offered(state) == [Territory(where[name]) for name in places]
    answer(state)
    assert run(state) == ()
    assert scorched(state) == RESERVE


def test_NG_CLAN_SNAKE_03_there_is_one_token_which_leaves_its_old_place():
    state = empty_state()
    playing(state, 0, SNAKE)
    where = graph(state, SNAKE_MAP, SNAKE_BORDERS)
    give_token(state, 0, where["near"])
    moments.before_card(state, 0, state.table.initial[SNAKE])
    assert Territory(where["near"]) not in offered(state)
    answer(state, Territory(where["rough"]))
    assert scorched(state) == where["rough"]


@pytest.mark.parametrize("clan", [BEAR, BOAR, GOAT, RAVEN, STAG, WOLF, -1])
def test_NG_CLAN_SNAKE_01_other_clans_place_nothing_before_their_cards(clan):
    state = empty_state()
    state.players[0].clan = clan
    graph(state, SNAKE_MAP, SNAKE_BORDERS)
    moments.before_card(state, 0, 0)
    assert state.agenda == []


def test_NG_CLAN_SNAKE_01_without_a_place_for_the_token_nothing_is_asked():
    state = empty_state()
    playing(state, 0, SNAKE)
    graph(state, {"home": {"own": 0, "u": 1}, "empty": {}}, [("home", "empty", "regular")])
    moments.before_card(state, 0, state.table.initial[SNAKE])
    assert run(state) == ()


@pytest.mark.parametrize("attacking", [True, False])
def test_NG_CLAN_SNAKE_04_AMB_R26_the_token_is_worth_a_point_to_snake_whoever_holds_the_territory(attacking):
    state = empty_state()
    playing(state, 0, SNAKE)
    where = graph(state, {"A": {"own": 0 if not attacking else 1, "u": 1, "snake": True}, "B": {"own": 1, "u": 1}})
    seats, points = ((0, 1), (1, 0)) if attacking else ((1, 0), (0, 1))
    assert moments.combat_points(state, Combat(where["A"], *seats, PLAIN)) == points
    assert moments.combat_points(state, Combat(where["B"], *seats, PLAIN)) == (0, 0)


@pytest.mark.parametrize(("clan", "fame", "food"), [
    (BEAR, 0, 0), (BOAR, 0, 0), (GOAT, 0, 0), (RAVEN, 0, 0), (SNAKE, 0, 0), (STAG, 1, 0), (WOLF, 0, 1),
])
def test_NG_CLAN_STAG_01_NG_CLAN_WOLF_01_AMB_R27_winning_as_attacker_pays(clan, fame, food):
    state = empty_state()
    playing(state, 0, clan)
    where = graph(state, {"A": {"own": 0, "u": 1}})
    moments.attack_won(state, 0, where["A"])
    assert state.players[0].fame == fame
    assert state.players[0].resources == [food, 0, 0]


def test_NG_SETUP_20_laying_a_tile_outside_an_explore_action_triggers_no_power():
    """The second chance lays tiles as setup does; both go through `explore.lay`, which gives nothing."""
    state = empty_state()
    state.board = tiles_map([("start", 0, 0, 0)])
    for territory in state.board.territories:
        occupy(state, 1, territory)
    playing(state, 0, BOAR)
    state.pile = [number_of(state.board, "12")]
    state.push(end.SecondChance(0))
    answer(state, 0)
    answer(state, 0)
    assert len(state.board.laid) == 2
    assert state.players[0].resources[LORE] == 0
    assert state.players[0].resources[WOOD] == 0
    assert state.players[0].fame == 0


