"""End of the year, second chances, both victories and their ties."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.northgard.actions import explore
from lawspeaker_engine.games.northgard.cards.resolving import CARDS
from lawspeaker_engine.games.northgard.figures import KAIJA
from lawspeaker_engine.games.northgard.options import Accept, PlaceGroup, PlaceTile, Tile
from lawspeaker_engine.games.northgard.phases.end import TERRITORIES, SecondChance
from lawspeaker_engine.model import PUBLIC, Chance
from tests.engine.northgard.positions import give_kaija, push_phase

from .positions import (
    answer,
    chance,
    decision,
    draw,
    empty_state,
    graph,
    inline_tile,
    number_of,
    occupy,
    offered,
    run,
    tiles_map,
)

VALUED = next(number for number, card in enumerate(CARDS) if card.fame == 3)
LARGE = ("fortress", "forge", "altar_of_kings")


def castles(seat: int, count: int, **more):
    """So many closed territories of a seat with a large building each."""
    return {
        f"{seat}-{i}": {"own": seat, "u": 1, "open": 0, "b": [LARGE[i % 3]], **more} for i in range(count)
    }


def end_year(players: int, territories, year: int = 3, **settings):
    state = empty_state(players, **settings)
    state.year = year
    graph(state, territories)
    push_phase(state, "end", tuple(range(players)))
    return state


def test_NG_EOY_01_NG_END_01_three_closed_territories_with_large_buildings_win_in_any_year():
    state = end_year(2, {**castles(0, 2), **castles(1, 3)}, year=1)
    state.players[0].fame = 99
    assert run(state) == ()
    assert state.outcome.reason == "territories"
    assert state.outcome.ranks == (2, 1)
    assert state.outcome.scores == (99, 0)
    assert state.phase == "over"


def test_NG_EOY_01_NG_GOAL_01_two_are_not_enough():
    state = end_year(2, {**castles(0, 2), **castles(1, 2)})
    assert run(state) == ()
    assert state.outcome is None


def test_NG_EOY_02_NG_GOAL_02_after_year_7_most_fame_wins():
    state = end_year(3, {**castles(0, 2), **castles(1, 1), **castles(2, 1)}, year=7)
    for seat, fame in enumerate((5, 9, 7)):
        state.players[seat].fame = fame
    assert run(state) == ()
    assert state.outcome.reason == "fame"
    assert state.outcome.ranks == (3, 1, 2)
    assert state.outcome.scores == (5, 9, 7)


@pytest.mark.parametrize("year", range(1, 7))
def test_NG_EOY_02_NG_EOY_05_before_it_the_year_token_moves_on(year):
    state = end_year(2, {**castles(0, 1), **castles(1, 1)}, year=year)
    assert run(state) == ()
    assert state.outcome is None
    assert state.year == year + 1


def test_NG_END_05_territories_win_over_fame_in_the_last_year_too():
    state = end_year(2, {**castles(0, 3), **castles(1, 1)}, year=7)
    state.players[1].fame = 50
    run(state)
    assert state.outcome.reason == "territories"
    assert state.outcome.ranks == (1, 2)


def test_NG_VAR_01_NG_VAR_03_the_long_game_has_ten_years_and_no_victory_by_territories():
    for year in (3, 7):
        state = end_year(2, {**castles(0, 4), **castles(1, 1)}, year=year, years=10)
        assert run(state) == ()
        assert state.outcome is None
    state = end_year(2, {**castles(0, 4), **castles(1, 1)}, year=10, years=10)
    state.players[1].fame = 3
    run(state)
    assert state.outcome.reason == "fame"
    assert state.outcome.ranks == (2, 1)


def test_NG_END_02_AMB_R33_tied_territory_winners_compare_the_full_count_first():
    state = end_year(2, {**castles(0, 3), **castles(1, 3), "1-more": {"own": 1, "u": 5}}, year=2)
    state.players[0].draw = [VALUED]
    state.players[1].resources = [3, 3, 0]
    run(state)
    assert state.outcome.ranks == (1, 2)
    assert state.outcome.scores == (3, 2)


@pytest.mark.parametrize("year", [2, 7])
@pytest.mark.parametrize("second", [
    {"1-more": {"own": 1, "u": 1}},
    {"1-0": {"own": 1, "u": 2, "open": 0, "b": ["forge"]}},
    {"1-0": {"own": 1, "u": 1, "open": 0, "b": ["forge", "food_silo"]}},
])
def test_NG_END_02_NG_END_04_then_territories_then_units_then_buildings(second, year):
    count = 3 if year == 2 else 2
    state = end_year(2, {**castles(0, count), **castles(1, count), **second}, year=year)
    run(state)
    assert state.outcome.ranks == (2, 1)


@pytest.mark.parametrize(("fame", "first", "second"), [
    ((0, 1), {"0-more": {"own": 0, "u": 9, "b": ["forge"]}}, {}),
    ((0, 1), castles(0, 4), {}),  # a castle more is no fame
    ((0, 0), {"0-0": {"own": 0, "u": 9, "open": 0, "b": ["forge", "food_silo"]}}, {"1-more": {"own": 1, "u": 1}}),
    ((0, 0), {"0-0": {"own": 0, "u": 9, "open": 0, "b": ["forge", "food_silo"]}},
     {"1-more": {"own": 1, "u": 1, "open": 0}}),
    ((0, 0), {"0-0": {"own": 0, "u": 3, "open": 0, "b": ["forge", "food_silo"]}},
     {"1-0": {"own": 1, "u": 2, "open": 0, "b": ["forge"]}, "1-1": {"own": 1, "u": 3, "open": 0, "b": ["forge"]}}),
    ((0, 0), {"0-0": {"own": 0, "u": 1, "open": 0, "b": ["forge", "food_silo"]}},
     {"1-0": {"own": 1, "u": 1, "open": 0, "b": ["forge"], "kaija": True}}),
    ((0, 0), {}, {"1-0": {"own": 1, "u": 1, "open": 0, "b": ["forge", "food_silo"]}, "nobody": {"b": ["forge"]}}),
])
def test_NG_END_02_fame_then_territories_then_units_then_buildings_each_outweigh_all_that_follow(fame, first, second):
    state = end_year(3, {**castles(0, 3), **castles(1, 3), **first, **second}, year=2)
    state.players[0].fame, state.players[1].fame = fame
    state.players[2].fame = 99  # who has not won is not compared
    assert TERRITORIES.winners(state) == [(1,)]
    assert run(state) == ()
    assert state.outcome.ranks == (3, 1, 2)


def test_NG_END_04_more_territories_beat_more_units_and_buildings():
    first = {"a": {"own": 0, "u": 9, "b": ["food_silo", "forge"]}}
    state = end_year(2, {**first, "b": {"own": 1, "u": 1}, "c": {"own": 1, "u": 1}}, year=7)
    run(state)
    assert state.outcome.ranks == (2, 1)


@pytest.mark.parametrize(("year", "count"), [(2, 3), (7, 1)])
def test_AMB_R35_a_tie_after_all_ties_is_a_shared_victory(year, count):
    state = end_year(3, {**castles(0, count), **castles(1, count), "c": {"own": 2, "u": 1}}, year=year)
    run(state)
    assert state.outcome.ranks == (1, 1, 3)


def test_NG_END_03_places_after_the_first_are_shared_too():
    state = end_year(4, {str(seat): {"own": seat, "u": 1} for seat in range(4)}, year=7)
    for seat, fame in enumerate((4, 9, 4, 1)):
        state.players[seat].fame = fame
    run(state)
    assert state.outcome.ranks == (2, 1, 2, 4)


def test_NG_END_01_the_others_are_ranked_by_fame_when_somebody_wins_by_territories():
    state = end_year(4, {**castles(2, 3), **{str(seat): {"own": seat, "u": 1} for seat in (0, 1, 3)}}, year=4)
    for seat, fame in enumerate((4, 9, 0, 6)):
        state.players[seat].fame = fame
    run(state)
    assert state.outcome.ranks == (4, 2, 1, 3)


def test_NG_VAR_09_AMB_R43_a_team_needs_five_in_any_split():
    four = end_year(4, {**castles(0, 4), **castles(1, 1), **castles(3, 1)}, teams=True)
    four.players[2].reserve = 13
    assert TERRITORIES.winners(four) == []
    five = end_year(4, {**castles(1, 4), **castles(3, 1), **castles(0, 1), **castles(2, 1)}, teams=True)
    run(five)
    assert five.outcome.ranks == (3, 1, 3, 1)
    assert five.outcome.reason == "territories"


def test_NG_VAR_08_teams_win_and_break_ties_by_their_sums():
    state = end_year(4, {str(seat): {"own": seat, "u": 1 + (seat == 3)} for seat in range(4)}, year=7, teams=True)
    for seat, fame in enumerate((10, 6, 2, 6)):
        state.players[seat].fame = fame
    run(state)
    assert state.outcome.scores == (12, 12, 12, 12)
    assert state.outcome.ranks == (3, 1, 3, 1)


def land(seat: int, count: int, units: int = 1, **more):
    """So many open territories of a seat, each with so many units."""
    return {f"{seat}:{i}": {"own": seat, "u": units, **more} for i in range(count)}


@pytest.mark.parametrize(("year", "castle"), [(2, {**castles(0, 3), **castles(1, 3), **castles(2, 2), **castles(3, 2)}),
                                              (7, {})])
@pytest.mark.parametrize(("fame", "extra"), [
    ((9, 5, 0, 5), {**land(0, 3, 3, b=["forge"]), **land(2, 1), **land(1, 1), **land(3, 1)}),
    ((0, 0, 0, 0), {**land(0, 4, 2, b=["forge"]), **land(2, 1), **land(1, 3), **land(3, 3)}),
    ((0, 0, 0, 0), {**land(0, 1, 6, b=["forge"]), **land(2, 1), **land(1, 1, 4), **land(3, 1, 4)}),
    ((0, 0, 0, 0), {
        **land(0, 1, b=["forge", "food_silo", "food_silo"]), **land(2, 1),
        **land(1, 1, b=["forge", "food_silo"]), **land(3, 1, b=["forge", "food_silo"]),
    }),
])
@pytest.mark.parametrize("strong", [0, 2])
def test_NG_VAR_08_every_tie_breaker_sums_both_members_so_the_best_single_player_may_lose(
    year, castle, fame, extra, strong,
):
    seats = (strong, 1, 2 - strong, 3)
    territories = {name: {**row, "own": seats[row["own"]]} for name, row in {**castle, **extra}.items()}
    state = end_year(4, territories, year=year, teams=True)
    for seat, tokens in zip(seats, fame, strict=True):
        state.players[seat].fame = tokens
    assert TERRITORIES.winners(state) == ([(1, 3)] if castle else [])
    assert run(state) == ()
    assert state.outcome.reason == ("territories" if castle else "fame")
    assert state.outcome.ranks == (3, 1, 3, 1)
    assert state.outcome.scores == (sum(fame[::2]), sum(fame[1::2])) * 2


def test_NG_VAR_08_NG_VAR_09_three_and_two_make_five_and_four_are_not_enough():
    state = end_year(4, {**castles(0, 3), **castles(2, 1), **castles(1, 2), **castles(3, 2)}, teams=True)
    assert TERRITORIES.winners(state) == []
    state = end_year(4, {**castles(0, 3), **castles(2, 2), **castles(1, 2), **castles(3, 2)}, teams=True)
    assert TERRITORIES.winners(state) == [(0, 2)]


def chance_position(**settings):
    """Seat 0 has nothing on the map; territories 1 and 3 are neutral."""
    state = empty_state(2, **settings)
    graph(state, {"A": {"own": 1, "u": 3}, "B": {}, "C": {"own": 1, "u": 1}, "D": {"b": ["fortress"]}})
    return state


def test_NG_EOY_03_a_player_without_figures_places_three_units_in_neutral_land():
    state = chance_position()
    state.players[0].fame, state.players[0].resources, state.players[0].draw = 8, [1, 2, 3], [4, 5]
    push_phase(state, "end", (0, 1))
    asked = decision(state)
    assert (asked.prompt, asked.seat, asked.least, asked.most) == ("second_chance.group", 0, 0, 1)
    assert (asked.default, asked.seen_by) == ((0,), PUBLIC)
    assert offered(state) == [PlaceGroup(1, kaija=False), PlaceGroup(3, kaija=False)]
    answer(state, PlaceGroup(3, kaija=False))
    assert run(state) == ()
    assert (state.board.owner[3], state.board.units[3], state.players[0].reserve) == (0, 3, 11)
    player = state.players[0]
    assert (player.fame, player.resources, player.draw) == (8, [1, 2, 3], [4, 5])


def test_NG_EOY_03_it_may_be_declined():
    state = chance_position()
    push_phase(state, "end", (0, 1))
    answer(state)
    assert run(state) == ()
    assert state.players[0].reserve == 14


def test_NG_EOY_03_not_when_the_game_ends():
    state = chance_position()
    state.year = 7
    push_phase(state, "end", (0, 1))
    assert run(state) == ()
    assert state.outcome is not None


def test_AMB_R32_several_players_place_in_turn_order_each_seeing_the_one_before():
    state = empty_state(3)
    graph(state, {"A": {}, "B": {"own": 1, "u": 1}, "C": {}})
    push_phase(state, "end", (2, 0, 1))
    assert decision(state).seat == 2
    answer(state, PlaceGroup(0, kaija=False))
    assert decision(state).seat == 0
    assert offered(state) == [PlaceGroup(2, kaija=False)]


def test_NG_CLAN_BEAR_01_AMB_R32_kaija_may_be_one_of_the_three():
    state = chance_position()
    give_kaija(state, 0)
    state.push(SecondChance(0))
    answer(state, PlaceGroup(1, kaija=True))
    assert (state.board.units[1], state.where(KAIJA), state.players[0].reserve) == (2, 1, 12)


def test_NG_CLAN_BEAR_01_AMB_R23_kaija_alone_on_the_map_means_no_second_chance():
    state = empty_state()
    graph(state, {"A": {"own": 0, "u": 0, "kaija": True}, "B": {"own": 1, "u": 1}, "C": {}})
    state.push(SecondChance(0))
    assert run(state) == ()


def full_map():
    """The starting tile with seat 1 everywhere, and nothing of seat 0."""
    state = empty_state()
    state.board = tiles_map([("start", 0, 0, 0)])
    for territory in state.board.territories:
        occupy(state, 1, territory)
    state.push(SecondChance(0))
    return state


def test_NG_EOY_04_without_neutral_land_a_tile_may_be_drawn_and_laid_to_make_some():
    state = full_map()
    fitting = number_of(state.board, "04")
    state.pile = [fitting, number_of(state.board, "05")]
    asked = decision(state)
    assert (asked.prompt, asked.least, asked.default) == ("second_chance.draw", 0, (0,))
    answer(state, Accept())
    assert (chance(state).prompt, chance(state).stream, chance(state).count) == ("tiles.draw", "tiles", 1)
    assert chance(state).seen_by is None
    draw(state, Tile(fitting))
    asked = decision(state)
    assert (asked.prompt, asked.least) == ("second_chance.tile", 1)
    assert {(place.x, place.y) for place in asked.options} == {(0, 1), (1, 0), (0, -1), (-1, 0)}
    answer(state, 0)
    assert len(state.board.laid) == 2
    assert decision(state).prompt == "second_chance.group"
    answer(state, 0)
    assert run(state) == ()
    assert state.units_on_map(0) == 3
    assert (state.players[0].fame, state.players[1].fame) == (0, 0)


def test_NG_EOY_04_the_draw_may_be_declined():
    state = full_map()
    state.pile = [3, 4]
    answer(state)
    assert run(state) == ()
    assert state.pile == [3, 4]


def test_AMB_R31_a_tile_that_leaves_no_neutral_land_goes_under_the_pile():
    state = full_map()
    useless, useful = number_of(state.board, "13"), number_of(state.board, "05")
    state.pile = [useless, useful]
    answer(state, Accept())
    draw(state, Tile(useless))
    assert decision(state).prompt == "second_chance.tile"
    assert {place.tile for place in decision(state).options} == {useful}
    assert (state.pile, state.bottom) == ([], [useless])


def test_AMB_R31_each_tile_is_tried_once_and_then_there_is_no_second_chance():
    state = full_map()
    state.pile, state.bottom = [number_of(state.board, "13")], []
    answer(state, Accept())
    assert run(state) == ()
    assert state.agenda == []
    assert state.bottom == [number_of(state.board, "13")]
    assert state.units_on_map(0) == 0


def test_AMB_R31_two_useless_tiles_are_both_tried_and_stay_under_the_pile():
    state = full_map()
    state.board.printed = (*state.board.printed, inline_tile("plain", {"all": "NESW"}))
    tiles = [number_of(state.board, "13"), number_of(state.board, "plain")]
    state.pile = tiles[:]
    answer(state, Accept())
    draw(state, Tile(tiles[1]))
    assert run(state) == ()
    assert (state.pile, state.bottom) == ([], tiles[::-1])


def test_NG_EOY_04_the_only_place_for_the_tile_is_not_asked_for(monkeypatch):
    place = PlaceTile(number_of(full_map().board, "05"), 1, 0, 0)
    monkeypatch.setattr(explore, "placements", lambda *_, **__: [place])
    state = full_map()
    state.pile = [place.tile]
    answer(state, Accept())
    assert decision(state).prompt == "second_chance.group"
    assert state.board.laid[-1] == (place.tile, 1, 0, 0)


def test_AMB_R31_an_empty_pile_means_no_second_chance():
    state = full_map()
    assert run(state) == ()


def test_AMB_R31_tiles_under_the_pile_are_drawn_in_their_order():
    state = full_map()
    state.bottom = [number_of(state.board, "05"), number_of(state.board, "04")]
    answer(state, Accept())
    assert not isinstance(run(state), Chance)
    assert {place.tile for place in decision(state).options} == {number_of(state.board, "05")}


def test_AMB_R31_an_area_enclosed_in_the_tile_is_neutral_land():
    state = full_map()
    inner = inline_tile("inner", {"round": "NESW", "core": ""}, regular="round-core")
    state.board.printed = (*state.board.printed, inner)
    state.pile = [number_of(state.board, "inner")]
    answer(state, Accept())
    if run(state) and decision(state).prompt == "second_chance.tile":
        answer(state, 0)
    assert decision(state).prompt == "second_chance.group"
