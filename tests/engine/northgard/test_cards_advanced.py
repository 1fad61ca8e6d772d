"""The Advanced Development cards that act on the own side, each played in a position of its own."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.northgard.buildings import (
    ALTAR_OF_KINGS,
    CARVED_STONE,
    DEFENSE_TOWER,
    FOOD_SILO,
    FORTRESS,
    TRAINING_CAMP,
    WOODCUTTER_LODGE,
)
from lawspeaker_engine.games.northgard.cards.resolving import CARDS, cards_of
from lawspeaker_engine.games.northgard.clans import CLANS
from lawspeaker_engine.games.northgard.composition import CARD_EFFECTS
from lawspeaker_engine.games.northgard.figures import to_reserve
from lawspeaker_engine.games.northgard.options import Accept, Build, DieFace, ReplaceBuilding, Territory
from lawspeaker_engine.games.northgard.state import LORE, WOOD
from tests.engine.northgard.card_play import (
    BLUE,
    RED,
    attack,
    cards,
    done,
    explorer,
    ids,
    laid,
    march,
    option,
    play_card,
    playable,
    unit,
    with_kaija,
)
from tests.engine.northgard.positions import (
    answer,
    chance,
    code,
    decision,
    draw,
    empty_state,
    graph,
    occupy,
    offered,
    roll,
    territory_at,
)

FLASH = {
    "fishing", "lore_mastery", "conqueror", "upgraded_market_place", "upgraded_town_hall", "wood_monopoly", "bribery",
    "legendary_heroes", "capture",
}
FAME = {
    1: {
        "hunters", "woodcutters", "loremasters", "outpost", "upgraded_market_place", "rangers", "upgraded_town_hall",
        "trading_post", "allies_from_the_wild", "cunning_merchant", "veiled_threats",
    },
    2: {
        "spy", "fishing", "lore_mastery", "carpentry_mastery", "conqueror", "ancestral_curse", "amenities",
        "wood_monopoly", "legendary_heroes",
    },
    3: {"industrious_villagers", "defensive_strategy", "huginn_and_muninn", "bribery", "capture"},
}


def test_NG_COMP_04_thirty_six_advanced_cards_with_their_flash_marks_and_fame():
    advanced = [CARDS[card] for card in cards_of("advanced")]
    assert len(advanced) == 36
    assert {card.id for card in advanced if card.flash} == FLASH
    for fame, names in FAME.items():
        assert {card.id for card in advanced if card.fame == fame} == names
    assert sum(card.fame == 0 for card in advanced) == 36 - sum(map(len, FAME.values()))


# Resources.


@pytest.mark.parametrize(("name", "resources"), [
    ("fishing", [3, 0, 0]), ("lore_mastery", [0, 0, 2]), ("wood_monopoly", [0, 3, 0]),
])
def test_NG_SPEC_01_fishing_lore_mastery_and_wood_monopoly_collect_from_the_bank(name, resources):
    state = empty_state()
    play_card(state, name)
    assert done(state)
    assert state.players[RED].resources == resources


# Drawing.


def test_upgraded_market_place_draws_two():
    state = empty_state()
    state.players[RED].draw = cards("recruit", "move", "build")
    play_card(state, "upgraded_market_place")
    draw(state, option("move"), option("build"))
    assert done(state)
    assert ids(state.players[RED].hand) == ["move", "build"]


def drawing(name: str):
    """Red draws recruit, move and build with the card."""
    state = empty_state()
    player = state.players[RED]
    player.draw = cards("recruit", "move", "build", "explore")
    play_card(state, name)
    draw(state, option("recruit"), option("move"), option("build"))
    return state, player


def test_upgraded_trading_post_draws_three_keeps_two_and_discards_one():
    state, player = drawing("upgraded_trading_post")
    answer(state, option("move"))
    assert done(state)
    assert (ids(player.hand), ids(player.discard), player.top) == (["recruit", "build"], ["move"], [])


def test_greater_trade_routes_draw_three_keep_two_and_put_one_on_top():
    state, player = drawing("greater_trade_routes")
    answer(state, option("recruit"))
    assert done(state)
    assert (ids(player.hand), player.discard, ids(player.top)) == (["move", "build"], [], ["recruit"])


def test_trading_post_draws_three_keeps_one_discards_one_and_puts_one_on_top():
    state, player = drawing("trading_post")
    answer(state, option("recruit"))
    answer(state, option("build"))
    assert done(state)
    assert (ids(player.hand), ids(player.discard), ids(player.top)) == (["move"], ["recruit"], ["build"])


def test_cunning_merchant_draws_three_keeps_one_and_puts_two_on_top():
    state, player = drawing("cunning_merchant")
    answer(state, option("build"), option("recruit"))
    assert done(state)
    assert (ids(player.hand), player.discard, ids(player.top)) == (["move"], [], ["build", "recruit"])


# Recruiting.


def test_upgraded_town_hall_recruits_two():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {"own": RED, "u": 1}})
    play_card(state, "upgraded_town_hall")
    answer(state, unit(t["A"]))
    answer(state, unit(t["B"]))
    assert done(state)
    assert [state.board.units[t[name]] for name in "AB"] == [2, 2]


@pytest.mark.parametrize(("name", "resource", "building"), [
    ("hunters", "food", "food_silo"), ("woodcutters", "wood", "woodcutter_lodge"),
    ("loremasters", "lore", "carved_stone"),
])
def test_NG_SPEC_01_hunters_woodcutters_and_loremasters_recruit_for_each_resource_buildings_included(
    name, resource, building,
):
    state = empty_state()
    t = graph(state, {
        "A": {"own": RED, "u": 1, resource: 1, "b": [building]}, "B": {"own": RED, "u": 1, "b": [building]},
        "C": {"own": RED, "u": 1}, "D": {"own": BLUE, "u": 1, resource: 2},
    })
    play_card(state, name)
    assert offered(state) == [unit(t["A"]), unit(t["B"])]
    answer(state, unit(t["A"]))
    answer(state, unit(t["A"]))
    assert offered(state) == [unit(t["B"])]
    answer(state, unit(t["B"]))
    assert done(state)
    assert [state.board.units[t[name]] for name in "ABCD"] == [3, 2, 1, 1]


def test_NG_SPEC_01_hunters_have_the_units_of_training_camps_come_too():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1, "food": 1, "b": ["training_camp"]}})
    play_card(state, "hunters")
    answer(state, unit(t["A"]))
    assert done(state)
    assert state.board.units[t["A"]] == 3


def test_outpost_recruits_two_in_one_own_or_neutral_territory():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {}, "C": {"own": BLUE, "u": 1}})
    play_card(state, "outpost")
    assert offered(state) == [unit(t["A"]), unit(t["B"])]
    answer(state, unit(t["B"]))
    assert offered(state) == [unit(t["B"])]
    answer(state, unit(t["B"]))
    assert done(state)
    assert state.board.units[t["B"]] == 2


def test_allies_from_the_wild_recruit_three_in_neutral_territories_only():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {}, "C": {}, "D": {"own": BLUE, "u": 1}})
    play_card(state, "allies_from_the_wild")
    assert offered(state) == [unit(t["B"]), unit(t["C"])]
    answer(state, unit(t["B"]))
    answer(state, unit(t["C"]))
    answer(state, unit(t["B"]))
    assert done(state)
    assert [state.board.units[t[name]] for name in "ABCD"] == [1, 2, 1, 1]


# Building.


def builder(wood: int, **territory: object):
    state = empty_state()
    state.players[RED].resources[WOOD] = wood
    return state, graph(state, {"A": {"own": RED, "u": 1, **territory}})["A"]


def test_NG_SPEC_01_industrious_villagers_build_then_may_exchange_a_building_for_one_of_the_same_size():
    state, a = builder(1, small=1, b=["fortress", "woodcutter_lodge"])
    play_card(state, "industrious_villagers")
    answer(state, Build(FOOD_SILO, a, carved=False))
    assert decision(state).least == 0
    assert ReplaceBuilding(a, FORTRESS, carved=False, new=FOOD_SILO) not in offered(state)
    answer(state, ReplaceBuilding(a, WOODCUTTER_LODGE, carved=False, new=FOOD_SILO))
    assert done(state)
    assert state.board.buildings[a] == (code("food_silo"), code("food_silo"), code("fortress"))
    assert (state.stock[FOOD_SILO], state.stock[WOODCUTTER_LODGE]) == (5, 7)


def test_NG_SPEC_01_industrious_villagers_cannot_be_played_without_a_legal_build():
    state, _ = builder(0, small=1, b=["fortress"])
    assert not playable(state, "industrious_villagers")


@pytest.mark.parametrize("order", [(DEFENSE_TOWER, ALTAR_OF_KINGS), (ALTAR_OF_KINGS, DEFENSE_TOWER)])
def test_AMB_R60_carpentry_mastery_builds_a_small_and_a_large_one_in_either_order(order):
    state, a = builder(4, small=1, large=1)
    play_card(state, "carpentry_mastery")
    for building in order:
        assert decision(state).prompt == "build.place"
        answer(state, Build(building, a, carved=False))
    assert done(state)
    assert state.board.buildings[a] == (code("defense_tower"), code("altar_of_kings"))
    assert state.players[RED].resources[WOOD] == 0


def test_AMB_R60_carpentry_mastery_never_builds_two_large_ones():
    state, a = builder(7, small=1, large=2)
    play_card(state, "carpentry_mastery")
    answer(state, Build(ALTAR_OF_KINGS, a, carved=False))
    assert {option.building for option in offered(state)} == {FOOD_SILO, WOODCUTTER_LODGE, DEFENSE_TOWER, TRAINING_CAMP}
    state, a = builder(7, large=2)
    play_card(state, "carpentry_mastery")
    answer(state, Build(ALTAR_OF_KINGS, a, carved=False))
    assert done(state)
    assert state.board.buildings[a] == (code("altar_of_kings"),)


@pytest.mark.parametrize("first", [DEFENSE_TOWER, ALTAR_OF_KINGS])
def test_AMB_R60_carpentry_mastery_may_stop_after_one_but_not_before(first):
    state, a = builder(7, small=2, large=1)
    play_card(state, "carpentry_mastery")
    assert (decision(state).least, decision(state).most) == (1, 1)
    answer(state, Build(first, a, carved=False))
    assert (decision(state).least, decision(state).most, decision(state).default) == (0, 1, ())
    answer(state)
    assert done(state)
    assert len(state.board.buildings[a]) == 1


def test_AMB_R60_carpentry_mastery_asks_for_the_second_one_even_where_there_is_only_one_way():
    state, a = builder(4, small=0, large=1, carved=1, b=["food_silo", "woodcutter_lodge", "training_camp"])
    state.stock[DEFENSE_TOWER] = 0
    play_card(state, "carpentry_mastery")
    answer(state, Build(ALTAR_OF_KINGS, a, carved=False))
    assert offered(state) == [Build(CARVED_STONE, a, carved=True)]
    answer(state)
    assert done(state)
    assert state.players[RED].resources[WOOD] == 1


def test_AMB_R60_NG_CLAN_GOAT_01_both_builds_of_carpentry_mastery_are_build_actions():
    state, a = builder(4, small=1, large=1)
    state.players[RED].clan = [clan.id for clan in CLANS].index("goat")
    play_card(state, "carpentry_mastery")
    answer(state, Build(ALTAR_OF_KINGS, a, carved=False))
    answer(state, Build(DEFENSE_TOWER, a, carved=False))
    assert done(state)
    assert state.players[RED].resources == [3, 0, 0]


def test_carpentry_mastery_may_build_two_small_ones_and_ends_when_nothing_more_can_be_built():
    state, a = builder(2, small=2)
    play_card(state, "carpentry_mastery")
    answer(state, Build(DEFENSE_TOWER, a, carved=False))
    answer(state, Build(FOOD_SILO, a, carved=False))
    assert done(state)
    state, a = builder(1, small=2)
    play_card(state, "carpentry_mastery")
    answer(state, Build(DEFENSE_TOWER, a, carved=False))
    assert done(state)


def test_amenities_build_a_small_building_that_takes_no_space():
    state, a = builder(1, small=0)
    play_card(state, "amenities")
    answer(state, Build(FOOD_SILO, a, carved=False))
    assert done(state)
    assert state.board.buildings[a] == (code("food_silo", spaceless=True),)


def test_amenities_leave_the_free_small_space_free():
    state, a = builder(1, carved=1)
    play_card(state, "amenities")
    answer(state, Build(CARVED_STONE, a, carved=False))
    assert done(state)
    assert state.board.carved[a] == 1


# Exploring.


def test_huginn_and_muninn_explore_from_any_open_territory_of_the_map():
    state = explorer("02")
    to_reserve(state, RED, territory_at(state.board, 0, 0, "N"), 1)
    occupy(state, BLUE, territory_at(state.board, 0, 0, "S"))
    assert not playable(state, "explore")
    play_card(state, "huginn_and_muninn")
    assert {(place.x, place.y) for place in offered(state)} == {(0, 1), (1, 0), (0, -1), (-1, 0)}
    answer(state, 0)
    assert done(state)
    assert laid(state) == ["start", "02"]


def test_NG_SPEC_01_rangers_explore_and_may_explore_again():
    state = explorer("02", "06")
    play_card(state, "rangers")
    draw(state, 0)
    answer(state, 0)
    assert decision(state).prompt == "card.may"
    answer(state, Accept())
    answer(state, 0)
    assert done(state)
    assert laid(state) == ["start", "02", "06"]


def test_NG_SPEC_01_rangers_may_leave_it_at_one_tile():
    state = explorer("02", "06")
    play_card(state, "rangers")
    draw(state, 0)
    answer(state, 0)
    answer(state)
    assert done(state)
    assert laid(state) == ["start", "02"]


# Moving.


def test_infiltration_moves_three_and_goes_on_through_enemy_territories():
    state = empty_state()
    t = graph(
        state, {"A": {"own": RED, "u": 2}, "B": {"own": BLUE, "u": 3}, "C": {}, "D": {}},
        [("A", "B", "regular"), ("B", "C", "regular"), ("C", "D", "regular")],
    )
    play_card(state, "infiltration")
    answer(state, march(t["A"], t["B"], 2))
    answer(state, march(t["B"], t["C"], 2))
    answer(state, march(t["C"], t["D"], 1))
    assert done(state)
    assert [state.board.units[t[name]] for name in "ABCD"] == [0, 3, 1, 1]
    assert [state.board.owner[t[name]] for name in "ABCD"] == [-1, BLUE, RED, RED]


def test_incursion_makes_four_moves():
    state = empty_state()
    t = graph(
        state, {name: {"own": RED, "u": 1} if name == "A" else {} for name in "ABCDEF"},
        [(a, b, "regular") for a, b in ("AB", "BC", "CD", "DE", "EF")],
    )
    play_card(state, "incursion")
    for a, b in ("AB", "BC", "CD", "DE"):
        answer(state, march(t[a], t[b], 1))
    assert done(state)
    assert state.board.owner[t["E"]] == RED


@pytest.mark.parametrize(("name", "moves", "points"), [
    ("warriors", 2, 1), ("heroic_charge", 3, 1), ("grizzled_warriors", 2, 2), ("bodyguard", 1, 1), ("militia", 2, 0),
    ("incursion", 4, 0),
])
def test_warriors_heroic_charge_and_grizzled_warriors_have_moves_and_points_of_their_own(name, moves, points):
    (effect,) = CARD_EFFECTS[cards(name)[0]]
    assert (effect.moves, effect.points) == (moves, points)
    state, _ = attack(name, 2, 2 + points)
    roll(state, "2C")
    roll(state, "2C")
    assert (decision(state).prompt, decision(state).seat) == ("combat.retreat", RED), "a tie is the defender's"
    if points:
        state, t = attack(name, 2, 1 + points)
        roll(state, "2C")
        roll(state, "2C")
        assert done(state)
        assert state.board.owner[t["B"]] == RED


def test_heroic_charge_makes_three_moves():
    state = empty_state()
    t = graph(
        state, {name: {"own": RED, "u": 1} if name == "A" else {} for name in "ABCDE"},
        [(a, b, "regular") for a, b in ("AB", "BC", "CD", "DE")],
    )
    play_card(state, "heroic_charge")
    for a, b in ("AB", "BC", "CD"):
        answer(state, march(t[a], t[b], 1))
    assert done(state)


POINT, CASUALTY = DieFace(1, 0, either=False), DieFace(0, 1, either=False)


@pytest.mark.parametrize(("part", "units"), [(POINT, 2), (CASUALTY, 1)])
def test_axe_throwers_choose_a_point_or_a_casualty_after_their_roll_and_before_the_defenders(part, units):
    state, t = attack("axe_throwers", 3, 2)
    roll(state, "3C")
    assert (decision(state).prompt, offered(state)) == ("combat.die", [POINT, CASUALTY])
    answer(state, part)
    assert chance(state).prompt == "combat.roll"
    roll(state, "2C")
    assert done(state)
    assert (state.board.owner[t["B"]], state.board.units[t["C"]]) == (RED, units)


def test_NG_SPEC_01_conqueror_ignores_enemy_towers_and_fortresses_this_year():
    state = empty_state()
    play_card(state, "conqueror")
    assert done(state)
    assert state.players[RED].conqueror
    t = graph(
        state, {"A": {"own": RED, "u": 2}, "B": {"own": BLUE, "u": 1, "b": ["fortress", "defense_tower"]}, "C": {}},
        [("A", "B", "regular"), ("B", "C", "regular")],
    )
    play_card(state, "move")
    answer(state, march(t["A"], t["B"], 2))
    roll(state, "2C")
    roll(state, "2C")
    answer(state, march(t["B"], t["C"], 1))
    assert done(state)
    assert (state.board.owner[t["B"]], state.board.units[t["B"]]) == (RED, 2)


# Hidden Ways.


def test_NG_SPEC_01_hidden_ways_move_units_of_one_territory_to_any_open_one():
    state = empty_state()
    t = graph(state, {
        "A": {"own": RED, "u": 3, "open": 0}, "B": {}, "C": {"open": 0}, "D": {"own": BLUE, "u": 1},
    })
    play_card(state, "hidden_ways")
    assert offered(state) == [Territory(t["A"])]
    answer(state, Territory(t["A"]))
    assert offered(state) == [Territory(t["B"]), Territory(t["D"])]
    answer(state, Territory(t["B"]))
    assert offered(state) == [march(t["A"], t["B"], units) for units in (1, 2, 3)]
    answer(state, march(t["A"], t["B"], 2))
    assert done(state)
    assert [state.board.units[t[name]] for name in "ABCD"] == [1, 2, 0, 1]


def test_NG_SPEC_01_hidden_ways_fight_in_an_enemy_territory():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 3}, "D": {"own": BLUE, "u": 1}})
    play_card(state, "hidden_ways")
    answer(state, Territory(t["A"]))
    answer(state, Territory(t["D"]))
    answer(state, march(t["A"], t["D"], 3))
    roll(state, "3C")
    roll(state, "2C")
    assert done(state)
    assert (state.board.owner[t["D"]], state.board.owner[t["A"]]) == (RED, -1)


def test_NG_SPEC_01_hidden_ways_may_be_declined():
    state = empty_state()
    graph(state, {"A": {"own": RED, "u": 1}, "B": {}})
    play_card(state, "hidden_ways")
    answer(state)
    assert done(state)


def test_NG_SPEC_01_hidden_ways_take_kaija_to_an_enemy_only_when_she_is_awakened():
    for awakened in (False, True):
        state = empty_state()
        with_kaija(state)
        state.players[RED].awakened = awakened
        t = graph(state, {"A": {"own": RED, "u": 1, "kaija": True}, "D": {"own": BLUE, "u": 1}})
        play_card(state, "hidden_ways")
        answer(state, Territory(t["A"]))
        answer(state, Territory(t["D"]))
        assert (march(t["A"], t["D"], 1, kaija=True) in offered(state)) == awakened


def test_NG_SPEC_01_hidden_ways_do_not_lead_into_a_teammates_territory():
    state = empty_state(4, teams=True)
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {"own": 2, "u": 1}, "C": {"own": BLUE, "u": 1}})
    play_card(state, "hidden_ways")
    answer(state, Territory(t["A"]))
    assert offered(state) == [Territory(t["C"])]


def test_NG_SPEC_01_lore_mastery_is_worth_two_lore_and_no_more():
    state = empty_state()
    state.players[RED].resources[LORE] = 1
    play_card(state, "lore_mastery")
    assert done(state)
    assert state.players[RED].resources[LORE] == 3
