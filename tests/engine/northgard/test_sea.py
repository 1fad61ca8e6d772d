"""Beaches, Ports and Raids (UH-SEA-*)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.games.northgard.actions.combat import Combat
from lawspeaker_engine.games.northgard.actions.explore import Explore, lay, placements
from lawspeaker_engine.games.northgard.actions.move import Move, MoveUnits
from lawspeaker_engine.games.northgard.actions.terms import PLAIN
from lawspeaker_engine.games.northgard.board import Board
from lawspeaker_engine.games.northgard.grid import SIDE_STEPS, cell_at
from lawspeaker_engine.games.northgard.modules.creature_part import amount
from lawspeaker_engine.games.northgard.modules.raid_gains import Gains, TakeGains
from lawspeaker_engine.games.northgard.modules.raid_rows import RAIDS
from lawspeaker_engine.games.northgard.modules.raids import RaidPhase, ShuffleRaids, StartOfYear
from lawspeaker_engine.games.northgard.modules.sea_part import BEACHES, NO_RAID, Port, Sea, controller
from lawspeaker_engine.games.northgard.modules.victory import COUNTS
from lawspeaker_engine.games.northgard.options import Accept, Action, Collect, PlaceTile, Raid, Raiders
from lawspeaker_engine.games.northgard.options import Move as Step
from lawspeaker_engine.games.northgard.phases import scoring
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.games.northgard.tiles import SEA, TILES
from lawspeaker_engine.games.northgard.view import make_full_view, make_view
from lawspeaker_engine.laws import positions
from lawspeaker_engine.model import PUBLIC, BadSetup, Chance, Decision
from lawspeaker_engine.setups import make_setup

from .naive_map import NaiveMap, printed_rows
from .positions import (
    answer,
    attack_of,
    chance,
    code,
    decision,
    draw,
    graph,
    inline_tile,
    number_of,
    occupy,
    offered,
    playing_clans,
    push_phase,
    run,
    territory_at,
    tiles_map,
)

GAME = GAMES["northgard"]
RED, BLUE = 0, 1
PLAIN_TILE = inline_tile("plain", {"all": "NESW"})


def coast(units: int = 3, *, blue: int = 2, **settings: Any) -> tuple[State, dict[str, int]]:
    """Red holds the Port P, Blue the Port Q; L lies beside both. The deck has cards 0 to 3."""
    state = playing_clans("wolf", "goat", sea=True, **settings)
    t = graph(state, {"P": {"own": RED, "u": units}, "L": {}, "Q": {"own": BLUE, "u": blue}},
              [("P", "L", "regular"), ("L", "Q", "regular")])
    state.board.first_area = [t["P"], t["Q"]]
    part(state).ports = [Port(0, -1), Port(1, -1)]
    part(state).deck = [0, 1, 2, 3]
    return state, t


def part(state: State) -> Sea:
    return state.part(Sea)


def raiding(state: State, card: int, units: int, year: int = 1, number: int = 0, seat: int = RED) -> Port:
    """So many units of a Port's territory are on a Raid with this card."""
    port = part(state).ports[number]
    port.card, port.seat, port.units, port.year = card, seat, units, year
    state.take_figures(port.territory(state), units)
    return port


def phase(state: State) -> None:
    state.push(RaidPhase((RED, BLUE)))


# --- Beaches ---


def test_UH_SEA_01_the_raid_cards_lie_face_down():
    for deck in (20, 24):
        state = playing_clans("wolf", "goat", sea=True, raid_deck=deck)
        state.push(ShuffleRaids())
        run(state)
        assert len(part(state).deck) == deck
    assert sum(row.wip for row in RAIDS) == 20


def beaches(state: State) -> list[tuple[int, int, int]]:
    return [(x, y, rotation) for tile, x, y, rotation in state.board.laid if tile in BEACHES]


@pytest.mark.parametrize(("first", "beach"), [
    ((0, 1), (0, 3, 2)), ((1, 0), (3, 0, 3)), ((0, -1), (0, -3, 0)), ((-1, 0), (-3, 0, 1)),
])
def test_UH_SEA_02_AMB_H14_a_beach_lies_outward_from_the_first_tile_with_one_cell_between(first, beach):
    """Its land looks towards the map, and no tile is ever laid beyond its other sides."""
    state = playing_clans("wolf", "goat", sea=True)
    state.phase, state.year = "setup", 0
    state.board = tiles_map([(PLAIN_TILE, 0, 0, 0)], PLAIN_TILE)
    state.board.printed = (*TILES, PLAIN_TILE)
    lay(state, len(TILES), *first, 0, RED)
    run(state)
    assert beaches(state) == [beach]
    x, y, rotation = beach
    inward = rotation
    blocked = {cell_at(x, y) + step for side, step in enumerate(SIDE_STEPS) if side != inward}
    assert set(state.board.sea) == blocked
    assert not blocked & set(state.board.edge)
    assert cell_at(x, y) + SIDE_STEPS[inward] in state.board.edge, "between the first tile and the Beach"


def test_AMB_H14_without_room_it_lies_farther_out():
    state = playing_clans("wolf", "goat", sea=True)
    state.phase, state.year = "setup", 0
    state.board = tiles_map([(PLAIN_TILE, x, y, 0) for x, y in ((0, 0), (-1, 0), (-1, 1), (-1, 2), (-1, 3))])
    state.board.printed = (*TILES, PLAIN_TILE)
    lay(state, len(TILES), 0, 1, 0, RED)
    run(state)
    assert beaches(state) == [(0, 4, 2)], "at 0, 3 there is land beside it"


@pytest.mark.parametrize(("counts", "buildings"), [(True, 2), (False, 1)])
def test_AMB_H48_a_port_is_a_building_of_who_controls_it_where_buildings_are_counted(counts, buildings):
    state, t = coast(port_is_building=counts)
    state.board.buildings[t["P"]] = (code("food_silo"),)
    assert scoring.building_count(state, t["P"]) == buildings
    assert scoring.standing(state, (RED,))[3] == buildings
    assert COUNTS["buildings"](state, RED) == buildings
    assert amount(state, t["P"], "buildings") == 1, "it is neither small nor large"


def test_UH_SEA_03_AMB_H48_a_beach_is_one_open_territory_with_a_port_that_is_no_token():
    state = playing_clans("wolf", "goat", sea=True)
    state.board = tiles_map([(PLAIN_TILE, 0, 0, 0)], PLAIN_TILE)
    beach = state.board.lay(BEACHES[0], 0, 2, 2).territories
    assert [state.board.open_sides[each] for each in beach] == [1]
    assert state.board.buildings[beach[0]] == ()
    assert TILES[BEACHES[0]].sides == (0, SEA, SEA, SEA)


SHORE = inline_tile("shore", {"n": "N", "rest": "ESW"}, regular="n-rest")
REACH = inline_tile("reach", {"ns": "NS", "e": "E", "w": "W"}, regular="ns-e ns-w")


def bay(*, sea_closes: bool, beach_first: bool = True) -> Board:
    """A Beach at 0, 2 whose land looks south; the northern area of the shore at 1, 1 faces the sea at 1, 2."""
    board = tiles_map([(PLAIN_TILE, 0, 0, 0), (PLAIN_TILE, 1, 0, 0)], SHORE, REACH)
    board.sea_closes = sea_closes
    steps = [(BEACHES[0], 0, 2, 2), (number_of(board, "shore"), 1, 1, 0)]
    for step in steps if beach_first else steps[::-1]:
        board.lay(*step)
    return board


@pytest.mark.parametrize("beach_first", [True, False])
def test_AMB_H65_land_that_faces_the_sea_never_closes_unless_an_option_says_that_the_sea_closes_it(beach_first):
    """Whichever of the two was laid first; the land of a Beach itself goes on being open towards the map."""
    for sea_closes in (False, True):
        board = bay(sea_closes=sea_closes, beach_first=beach_first)
        assert board.closed(territory_at(board, 1, 1, "N")) == sea_closes
        assert not board.closed(territory_at(board, 1, 1, "W"))
        assert not board.closed(territory_at(board, 0, 2, "S"))


def test_AMB_H65_a_beach_that_closes_land_says_so():
    board = tiles_map([(PLAIN_TILE, 0, 0, 0), (PLAIN_TILE, 1, 0, 0), (SHORE, 1, 1, 0)])
    board.sea_closes = True
    north = territory_at(board, 1, 1, "N")
    assert board.lay(BEACHES[0], 0, 2, 2).closed == (north,)


@pytest.mark.parametrize("sea_closes", [False, True])
def test_AMB_H65_who_explores_up_to_the_sea_has_the_fame_of_a_closed_territory_where_the_sea_closes(sea_closes):
    state = playing_clans("wolf", "goat", sea=True, sea_closes=sea_closes)
    state.board = tiles_map([(SHORE, 1, 0, 0), (PLAIN_TILE, 0, 0, 0)], REACH)
    state.board.sea_closes = sea_closes
    state.board.lay(BEACHES[0], 0, 2, 2)
    occupy(state, RED, territory_at(state.board, 1, 0, "N"))
    state.pile = [number_of(state.board, "reach")]
    state.push(Explore(RED))
    answer(state, PlaceTile(number_of(state.board, "reach"), 1, 1, 0))
    assert run(state) == ()
    assert state.board.closed(territory_at(state.board, 1, 1, "N")) == sea_closes
    assert state.players[RED].fame == (2 if sea_closes else 0)


@pytest.mark.parametrize("sea_closes", [False, True])
@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 20), marks=pytest.mark.slow)])
def test_AMB_H65_open_sides_on_a_map_with_beaches_are_those_of_the_slow_map(sea_closes, seeds):
    rows = printed_rows()
    ids, facing = list(rows), 0
    for seed in seeds:
        for state, _question, _answers in positions(GAME, 3, seed, {"sea": True, "sea_closes": sea_closes}):
            board = state.board
        naive = NaiveMap({(x, y): (rows[ids[tile]], rotation) for tile, x, y, rotation in board.laid})
        for number, (tile, x, y, _) in enumerate(board.laid):
            for area, row in enumerate(TILES[tile].areas):
                cells = naive.open_sides(naive.territory((x, y, row.name)))
                sea = sum(naive.beyond_sea(*cell) for cell in cells)
                facing += sea
                counted = len(cells) - (sea if sea_closes else 0)
                assert board.open_sides[board.territory_of[board.first_area[number] + area]] == counted
    assert facing


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seeds", [range(10), pytest.param(range(10, 50), marks=pytest.mark.slow)])
def test_every_player_gets_a_beach_and_no_tile_lies_beyond_a_sea_side(players, seeds):
    """Whole random games; what may be laid beside a Beach is counted again by hand."""
    for seed in seeds:
        random, dice = Random(seed), Dice(match_seed(bytes(32), f"sea/{players}/{seed}"))
        state = GAME.setup(make_setup(GAME, players, {"sea": True}))
        while question := GAME.pending(state):
            if isinstance(question, Chance):
                GAME.apply(state, (dice.answer(question),))
                continue
            GAME.apply(state, [_random(random, each) for each in question])
            if state.year == 1 and len(state.board.laid) > 2 * players + 2:
                break
        lands = {(x, y): (tile, rotation) for tile, x, y, rotation in state.board.laid}
        assert len(beaches(state)) == players == len(part(state).ports)
        for x, y, rotation in beaches(state):
            for side, (dx, dy) in enumerate(((0, 1), (1, 0), (0, -1), (-1, 0))):
                beside = lands.get((x + dx, y + dy))
                assert side == rotation or beside is None or beside[0] in BEACHES
                assert cell_at(x + dx, y + dy) not in state.board.edge or side == rotation


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seeds", [range(3), pytest.param(range(3, 30), marks=pytest.mark.slow)])
def test_placements_on_a_map_with_beaches_are_those_of_the_slow_map(players, seeds):
    """At the end of the setup, with everybody's groups on the map: next to the Beaches too."""
    rows, beside = printed_rows(), 0
    ids = list(rows)
    for seed in seeds:
        random, dice = Random(seed), Dice(match_seed(bytes(32), f"sea/map/{players}/{seed}"))
        state = GAME.setup(make_setup(GAME, players, {"sea": True}))
        while not state.year:
            question = GAME.pending(state)
            if isinstance(question, Chance):
                GAME.apply(state, (dice.answer(question),))
            else:
                GAME.apply(state, [_random(random, each) for each in question])
        board = state.board
        naive = NaiveMap({(x, y): (rows[ids[tile]], rotation) for tile, x, y, rotation in board.laid})
        for number, (tile, x, y, _) in enumerate(board.laid):
            for area, row in enumerate(TILES[tile].areas):
                if (owner := board.owner[board.territory_of[board.first_area[number] + area]]) >= 0:
                    naive.figures[x, y, row.name] = Counter({owner: 1})
        gaps = {(x + dx, y + dy) for x, y, rotation in beaches(state)
                for dx, dy in [((0, 1), (1, 0), (0, -1), (-1, 0))[rotation]]}
        for tile in random.sample(state.pile, 3):
            places = [(place.x, place.y, place.rotation) for place in placements(board, [tile], board.cells_touching())]
            assert places == naive.placements(rows[ids[tile]])
            beside += sum((x, y) in gaps for x, y, _ in places)
    assert beside


def _random(random: Random, asked: Decision) -> tuple[int, ...]:
    picks = random.sample(range(len(asked.options)), random.randint(asked.least, asked.most))
    return tuple(picks if asked.ordered else sorted(picks))


# --- Ports ---


def steps_from(state: State, source: int) -> set[int]:
    return {option.target for option in offered(state) if isinstance(option, Step) and option.source == source}


def test_UH_SEA_04_AMB_H21_units_go_from_port_to_port_with_a_whole_move_action_of_two_moves_or_more():
    for moves, reached in ((1, False), (2, True), (3, True)):
        state, t = coast()
        Move(moves=moves).begin(state, RED, -1)
        assert (t["Q"] in steps_from(state, t["P"])) == reached
    answer(state, Step(t["P"], t["Q"], 2, kaija=False))
    run(state)
    assert any(isinstance(frame, Combat) for frame in state.agenda), "no move was left"
    state, t = coast()
    Move(moves=3).begin(state, RED, -1)
    answer(state, Step(t["P"], t["L"], 1, kaija=False))
    assert t["Q"] not in steps_from(state, t["P"]), "nothing else may be moved by it"


def test_AMB_H21_whether_a_port_may_be_attacked_over_water_is_an_option():
    state, t = coast(port_travel_attacks=False)
    state.push(MoveUnits(RED, 2))
    assert t["Q"] not in steps_from(state, t["P"])
    state.board.owner[t["Q"]], state.board.units[t["Q"]] = -1, 0
    state.question = None
    assert t["Q"] in steps_from(state, t["P"])


@pytest.mark.parametrize("points", [2, 1])
def test_UH_SEA_05_AMB_H22_who_defends_a_port_has_more_points(points):
    for attacked, more in (("Q", points), ("L", 0)):
        state, t = coast(port_points=points)
        if attacked == "L":
            state.put_figures(BLUE, t["L"], 2)
        else:
            state.board.neighbours[t["P"]] = ((t["Q"], 1),)
        attack_of(state, RED, t["P"], t[attacked], 2)
        run(state)
        fight = next(frame for frame in state.agenda if isinstance(frame, Combat))
        assert fight.points == (2, 2 + more)


# --- Raids ---


def test_UH_SEA_06_UH_SEA_08_each_controlled_port_is_used_once_in_turn_order_after_the_actions():
    state, t = coast()
    names = [each.name for each in state.table.phases]
    assert names.index("raids") == names.index("actions") + 1
    state.push(RaidPhase((BLUE, RED)))
    assert (decision(state).seat, decision(state).prompt) == (BLUE, "raid.launch")
    answer(state)
    assert decision(state).seat == RED
    answer(state)
    run(state)
    assert state.agenda == []
    state.board.owner[t["P"]] = BLUE
    phase(state)
    assert decision(state).seat == BLUE, "a conquered Port is usable at once"


def test_UH_SEA_15_two_cards_are_drawn_unseen_by_others_one_is_kept_and_the_other_goes_under_the_deck():
    state, t = coast()
    phase(state)
    answer(state, Accept())
    asked = chance(state)
    assert (asked.prompt, asked.count, asked.seen_by, asked.stream) == ("raids.draw", 2, (RED,), "raids")
    draw(state, Raid(3), Raid(1))
    picked = decision(state)
    assert (picked.prompt, picked.options, picked.seen_by) == ("raid.pick", [Raid(1), Raid(3)], PUBLIC)
    answer(state, Raid(3))
    assert (part(state).deck, part(state).bottom, part(state).ports[0].card) == ([0, 2], [1], 3)
    assert offered(state) == [Raiders(1), Raiders(2)]
    answer(state, Raiders(2))
    port = part(state).ports[0]
    assert (port.seat, port.units, port.year, state.board.units[t["P"]]) == (RED, 2, 1, 1)
    assert state.players[RED].reserve == 11, "raiders are not in the reserve"


def test_nobody_sees_which_cards_lie_under_the_deck():
    state, _ = coast()
    part(state).bottom = [2]
    for view in (make_view(state, RED), make_view(state, -1), make_full_view(state)):
        assert view.sea is not None
        assert view.sea.raids_left == 5
        assert not hasattr(view.sea, "bottom")


def test_AMB_H23_AMB_H49_one_unit_must_stay_unless_the_option_says_otherwise():
    state, t = coast(1)
    phase(state)
    run(state)
    assert decision(state).seat == BLUE, "Red is not asked"
    state, t = coast(1, raid_last_unit=True)
    phase(state)
    answer(state, Accept())
    draw(state, Raid(0), Raid(1))
    answer(state, Raid(0))
    run(state)
    port = part(state).ports[0]
    assert (port.units, state.board.owner[t["P"]], controller(state, port)) == (1, -1, RED)
    state.put_figures(BLUE, t["P"], 1)
    assert (port.units, controller(state, port), state.players[RED].reserve) == (0, BLUE, 14)


def test_UH_SEA_09_UH_SEA_14_with_two_units_it_may_go_on_for_a_second_year_once():
    state, _ = coast()
    port = raiding(state, 0, 2)
    phase(state)
    assert offered(state) == [Action(0), Action(1)]
    answer(state, Action(1))
    assert (port.year, port.units) == (2, 2)
    assert decision(state).seat == BLUE
    state, _ = coast()
    port = raiding(state, 0, 2, year=2)
    phase(state)
    run(state)
    assert (port.year, state.players[RED].resources) == (0, [0, 4, 0]), "it was completed without a question"


def test_UH_SEA_10_after_one_year_the_gain_is_for_each_unit_and_after_two_once():
    for units, year, wood in ((1, 1, 1), (2, 1, 2), (2, 2, 4)):
        state, _ = coast()
        raiding(state, 0, units, year)
        phase(state)
        while decision(state).prompt != "raid.launch":
            answer(state, Action(0))
        assert state.players[RED].resources == [0, wood, 0], "Calm the Storm"


def test_a_gain_of_choice_is_chosen_one_by_one():
    state, _ = coast()
    state.push(TakeGains(RED, Gains(any=1, fame=1), 2))
    answer(state, Collect(2))
    answer(state, Collect(0))
    run(state)
    assert (state.players[RED].resources, state.players[RED].fame) == ([1, 0, 1], 2)


def raid(name: str) -> int:
    return [row.id for row in RAIDS].index(name)


@pytest.mark.parametrize(("name", "when"), [("elders_wisdom", "start"), ("trade_and_triumph", "harvest")])
def test_UH_SEA_11_an_action_of_the_harvest_or_the_start_of_a_year_is_kept_until_then(name, when):
    state, t = coast()
    state.players[RED].draw, state.players[RED].resources = [0, 1, 2], [1, 0, 0]
    raiding(state, raid(name), 1)
    phase(state)
    answer(state, Action(1))
    run(state)
    assert [(each.seat, each.card, each.second) for each in part(state).kept] == [(RED, raid(name), False)]
    assert (part(state).ports[0].card, part(state).bottom, state.board.units[t["P"]]) == (NO_RAID, [], 3)
    for seat in (RED, BLUE):
        assert [each.kept_raids for each in make_view(state, seat).players] == [[raid(name)], []]
    state.agenda.clear()
    state.question = None
    if when == "harvest":
        push_phase(state, "harvest", (RED, BLUE))
        assert decision(state).prompt == "card.exchange"
    else:
        assert "kept_raids" in [step.name for step in state.table.phase("start").steps]
        state.push(StartOfYear((BLUE, RED)))
        assert (chance(state).prompt, chance(state).count) == ("deck.draw", 1)
    assert (part(state).kept, part(state).bottom) == ([], [raid(name)])


@pytest.mark.parametrize(("year", "home", "reserve"), [(1, 2, 11), (2, 1, 12)])
def test_UH_SEA_12_UH_SEA_13_the_units_come_home_and_the_card_goes_under_the_deck(year, home, reserve):
    state, t = coast()
    raiding(state, 0, 2, year)
    phase(state)
    while decision(state).prompt != "raid.launch":
        answer(state, Action(0))
    assert (state.board.units[t["P"]], state.players[RED].reserve) == (1 + home, reserve)
    assert (part(state).ports[0].card, part(state).bottom) == (NO_RAID, [0])


def test_UH_SEA_07_UH_SEA_16_a_finished_raid_makes_room_for_a_new_one_in_the_same_step_with_the_same_units():
    state, t = coast(2)
    part(state).deck = [1, 2, 3]
    raiding(state, 0, 1)
    phase(state)
    while decision(state).prompt != "raid.launch":
        answer(state, Action(0))
    answer(state, Accept())
    draw(state, Raid(1), Raid(2))
    answer(state, Raid(2))
    run(state)
    assert (part(state).ports[0].card, part(state).ports[0].units, state.board.units[t["P"]]) == (2, 1, 1)


def test_UH_SEA_17_UH_SEA_18_AMB_H26_raiders_do_not_travel_and_count_for_winter():
    state, t = coast(3)
    raiding(state, 0, 2)
    assert state.units_on_map(RED) == 3
    state.push(MoveUnits(RED, 2, PLAIN))
    assert {option.units for option in offered(state) if isinstance(option, Step) and option.source == t["P"]} == {1}


def test_UH_SEA_19_AMB_H27_who_loses_the_port_gets_the_raiders_back_and_the_new_one_keeps_or_replaces_the_card():
    for replaces in (False, True):
        state, t = coast()
        port = raiding(state, 3, 2)
        state.take_figures(t["P"], 1)
        state.players[RED].reserve += 1
        assert (port.card, port.units, state.players[RED].reserve) == (3, 0, 14)
        state.put_figures(BLUE, t["P"], 2)
        state.push(RaidPhase((BLUE,)))
        asked = decision(state)
        assert (asked.seat, asked.prompt, asked.default) == (BLUE, "raid.inherit", (0,))
        answer(state, Action(int(replaces)))
        if replaces:
            assert (decision(state).prompt, part(state).bottom) == ("raid.launch", [3])
        else:
            run(state)
            assert (port.units, port.seat, port.year) == (1, BLUE, 1), "in the same step"


def test_UH_SEA_19_AMB_H49_a_port_that_a_raid_keeps_is_lost_to_who_stands_in_a_territory_that_is_joined_to_it():
    state = playing_clans("wolf", "goat", sea=True, raid_last_unit=True)
    split = inline_tile("split", {"west": "W", "rest": "NES"}, "west-rest")
    state.board = tiles_map([(PLAIN_TILE, 0, 0, 0), (PLAIN_TILE, 0, 1, 0), (split, 1, 0, 0)])
    first, second = territory_at(state.board, 0, 0, "W"), territory_at(state.board, 1, 0, "E")
    part(state).ports = [Port(0, -1)]
    state.players[RED].reserve -= 2
    state.put_figures(RED, first, 2)
    port = raiding(state, 3, 2)
    state.players[BLUE].reserve -= 1
    state.put_figures(BLUE, second, 1)
    lay(state, len(TILES), 1, 1, 0, RED)
    assert controller(state, port) == BLUE
    assert (port.seat, port.units, port.card) == (-1, 0, 3)
    assert (state.players[RED].reserve, state.players[BLUE].reserve) == (14, 13)


def test_TC_RAID_01_a_raid_of_two_years_and_one_of_one_unit():
    state, t = coast(3)
    phase(state)
    answer(state, Accept())
    draw(state, Raid(0), Raid(1))
    answer(state, Raid(0))
    answer(state, Raiders(2))
    answer(state)
    run(state)
    phase(state)
    answer(state, Action(1))
    answer(state)
    run(state)
    phase(state)
    while decision(state).prompt != "raid.launch":
        answer(state, Action(0))
    assert state.players[RED].resources == [0, 4, 0]
    assert (state.board.units[t["P"]], state.players[RED].reserve, part(state).bottom) == (2, 12, [1, 0])
    answer(state, Accept())
    answer(state, Raid(2))
    run(state)
    assert part(state).ports[0].units == 1, "one of two units stays"
    answer(state)
    run(state)
    phase(state)
    assert decision(state).prompt == "raid.reward", "with one unit it must be completed"


def test_the_automa_does_not_go_to_sea():
    with pytest.raises(BadSetup, match="the Automa of northgard does not go with sea"):
        GAME.setup(make_setup(GAME, 2, {"automa": 1, "sea": True}))
