"""Building (NG-BUILD-*, NG-BLDG-*): what may stand where, what it costs, and what cards change."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.northgard import buildings, clans
from lawspeaker_engine.games.northgard.actions.build import Build as BuildVerb
from lawspeaker_engine.games.northgard.actions.build import ExchangeBuilding, PlaceBuilding
from lawspeaker_engine.games.northgard.board import NO_SPACE
from lawspeaker_engine.games.northgard.buildings import (
    ALTAR_OF_KINGS,
    BUILDINGS,
    CARVED_STONE,
    DEFENSE_TOWER,
    FOOD_SILO,
    FORGE,
    FORTRESS,
    TRAINING_CAMP,
    WOODCUTTER_LODGE,
)
from lawspeaker_engine.games.northgard.options import Build, ReplaceBuilding
from lawspeaker_engine.games.northgard.state import FOOD, LORE, WOOD
from tests.engine.northgard.positions import answer, code, decision, empty_state, graph, offered, run

RED, BLUE = 0, 1
SMALL = (FOOD_SILO, WOODCUTTER_LODGE, DEFENSE_TOWER, TRAINING_CAMP)
LARGE = (FORTRESS, FORGE, ALTAR_OF_KINGS)


def with_wood(wood, territories, **settings):
    state = empty_state(**settings)
    state.players[RED].resources[WOOD] = wood
    return state, graph(state, territories)


def wood(state):
    return state.players[RED].resources[WOOD]


def built(state, territory):
    return [c >> 2 for c in state.board.buildings[territory]]


def start(state, **terms):
    state.push(PlaceBuilding(RED, **terms))


def test_TC_BUILD_01_two_wood_allow_nine_small_builds_and_no_large_one():
    state, t = with_wood(2, {
        "A": {"own": RED, "u": 1, "small": 1}, "B": {"own": RED, "u": 1, "carved": 1},
        "C": {"own": RED, "u": 1, "large": 1},
    })
    start(state)
    expected = [Build(CARVED_STONE, t["B"], carved=True)]
    for building in SMALL:
        expected += [Build(building, t["A"], carved=False), Build(building, t["B"], carved=True)]
    assert len(expected) == 9
    assert offered(state) == sorted(expected, key=lambda b: (b.building, b.territory, b.carved))
    answer(state, Build(CARVED_STONE, t["B"], carved=True))
    assert run(state) == ()
    assert (wood(state), state.board.carved[t["B"]], state.stock[CARVED_STONE]) == (1, 0, 6)
    assert state.board.buildings[t["B"]] == (code("carved_stone"),)


def test_TC_BUILD_01_variant_three_wood_allow_the_large_ones_too():
    state, t = with_wood(3, {
        "A": {"own": RED, "u": 1, "small": 1}, "B": {"own": RED, "u": 1, "carved": 1},
        "C": {"own": RED, "u": 1, "large": 1},
    })
    start(state)
    large = [Build(building, t["C"], carved=False) for building in LARGE]
    assert len(offered(state)) == 12
    assert offered(state)[-3:] == large
    answer(state, large[0])
    assert (wood(state), state.board.large[t["C"]]) == (0, 0)


def test_NG_BUILD_01_only_in_controlled_territories_with_a_free_space():
    state, t = with_wood(1, {
        "A": {"own": RED, "u": 1}, "B": {"own": BLUE, "u": 1, "small": 2}, "C": {"small": 2},
        "D": {"own": RED, "u": 1, "small": 1},
    })
    start(state)
    assert {option.territory for option in offered(state)} == {t["D"]}
    assert (decision(state).prompt, decision(state).least, decision(state).most) == ("build.place", 1, 1)


@pytest.mark.parametrize(("have", "possible"), [(0, set()), (1, {False}), (2, {False}), (3, {False, True})])
def test_NG_BUILD_02_small_ones_cost_one_wood_and_large_ones_three(have, possible):
    state, _ = with_wood(have, {"A": {"own": RED, "u": 1, "small": 1, "large": 1}})
    found = {BUILDINGS[option.building].large for option in PlaceBuilding(RED).builds(state)}
    assert found == possible


@pytest.mark.parametrize(("spaces", "large"), [({"small": 1}, False), ({"large": 1}, True)])
def test_NG_BUILD_03_every_size_needs_its_own_space(spaces, large):
    state, _ = with_wood(5, {"A": {"own": RED, "u": 1, **spaces}})
    start(state)
    assert all(BUILDINGS[option.building].large == large for option in offered(state))


def test_NG_BUILD_04_a_carved_stone_needs_the_symbol_that_others_may_use_too():
    state, t = with_wood(1, {"A": {"own": RED, "u": 1, "small": 1, "carved": 1}})
    start(state)
    assert [o.carved for o in offered(state) if o.building == CARVED_STONE] == [True]
    assert [o.carved for o in offered(state) if o.building == FOOD_SILO] == [False, True]
    answer(state, Build(FOOD_SILO, t["A"], carved=True))
    assert (state.board.small[t["A"]], state.board.carved[t["A"]]) == (1, 0)
    assert state.board.buildings[t["A"]] == (code("food_silo", carved=True),)


def test_NG_BUILD_05_a_type_is_built_once_a_territory():
    state, t = with_wood(1, {"A": {"own": RED, "u": 1, "small": 2, "b": ["food_silo", "food_silo"]}})
    start(state)
    assert offered(state) == [Build(building, t["A"], carved=False) for building in SMALL if building != FOOD_SILO]


def test_NG_BUILD_06_NG_COMP_02_a_type_without_token_in_the_bank_cannot_be_built():
    state, t = with_wood(1, {"A": {"own": RED, "u": 1, "small": 1}})
    assert state.stock == [7] * 8
    state.stock[FOOD_SILO] = 0
    start(state)
    assert offered(state) == [Build(building, t["A"], carved=False) for building in SMALL if building != FOOD_SILO]


def test_a_single_possible_build_is_not_asked():
    standing = ["food_silo", "defense_tower", "training_camp"]
    state, t = with_wood(1, {"A": {"own": RED, "u": 1, "small": 1, "b": standing}})
    start(state)
    assert run(state) == ()
    assert (built(state, t["A"]), wood(state)) == ([0, 1, 3, 4], 0)


def test_AMB_R50_a_build_card_needs_something_to_build():
    state, _ = with_wood(0, {"A": {"own": RED, "u": 1, "small": 1}})
    assert not BuildVerb().playable(state, RED)
    assert BuildVerb(discount=1).playable(state, RED)
    start(state)
    assert run(state) == ()
    state.players[RED].resources[WOOD] = 1
    assert BuildVerb().playable(state, RED)


@pytest.mark.parametrize(("number", "name", "large", "does"), [
    (0, "food_silo", False, {"food": 1}), (1, "woodcutter_lodge", False, {"wood": 1}),
    (2, "carved_stone", False, {"lore": 1}), (3, "defense_tower", False, {"casualties": 1}),
    (4, "training_camp", False, {"recruits": 1}), (5, "fortress", True, {"points": 2}),
    (6, "forge", True, {"cards": 1}), (7, "altar_of_kings", True, {"fame": 3}),
])
def test_NG_BLDG_01_to_NG_BLDG_09_the_eight_types_have_their_numbers(number, name, large, does):
    row = BUILDINGS[number]
    effects = ("food", "wood", "lore", "fame", "points", "casualties", "recruits", "cards")
    assert (row.id, row.large, row.cost) == (name, large, 3 if large else 1)
    assert {effect: getattr(row, effect) for effect in effects if getattr(row, effect)} == does


def test_NG_BLDG_01_NG_BLDG_02_NG_BLDG_03_AMB_R48_buildings_add_to_what_is_printed():
    state = empty_state()
    t = graph(state, {"A": {"food": 1, "lore": 2, "b": ["food_silo", "food_silo", "woodcutter_lodge", "carved_stone"]}})
    assert buildings.produced(state.board, t["A"]) == (3, 1, 3)


def test_a_discount_makes_small_ones_free_and_large_ones_cheaper():
    state, t = with_wood(2, {"A": {"own": RED, "u": 1, "small": 1, "large": 1}})
    start(state, discount=1)
    answer(state, Build(FORGE, t["A"], carved=False))
    assert wood(state) == 0
    start(state, discount=1)
    answer(state, Build(FOOD_SILO, t["A"], carved=False))
    assert (wood(state), built(state, t["A"])) == (0, [FOOD_SILO, FORGE])


def test_a_discount_never_pays_out():
    state, t = with_wood(0, {"A": {"own": RED, "u": 1, "small": 1}})
    start(state, discount=2)
    answer(state, Build(FOOD_SILO, t["A"], carved=False))
    assert wood(state) == 0


def test_a_free_build_costs_nothing():
    state, t = with_wood(0, {"A": {"own": RED, "u": 1, "large": 1}})
    start(state, free=True)
    answer(state, Build(FORTRESS, t["A"], carved=False))
    assert wood(state) == 0


def test_a_card_may_allow_a_type_twice_in_a_territory():
    state, t = with_wood(1, {"A": {"own": RED, "u": 1, "small": 1, "b": ["food_silo"]}})
    start(state, duplicate=True)
    answer(state, Build(FOOD_SILO, t["A"], carved=False))
    assert built(state, t["A"]) == [FOOD_SILO, FOOD_SILO]


def test_a_small_building_that_takes_no_space_needs_none_but_a_large_one_does():
    state, t = with_wood(4, {"A": {"own": RED, "u": 1, "small": 1}, "B": {"own": RED, "u": 1, "large": 1}})
    start(state, spaceless_small=True)
    assert [o.territory for o in offered(state) if o.building == CARVED_STONE] == [t["A"], t["B"]]
    assert [o.territory for o in offered(state) if o.building == FORGE] == [t["B"]]
    answer(state, Build(CARVED_STONE, t["A"], carved=False))
    assert state.board.small[t["A"]] == 1
    assert state.board.buildings[t["A"]] == (code("carved_stone", spaceless=True),)
    view = state.board.view()
    assert (view.building, view.building_territory, view.building_space) == (
        (CARVED_STONE,), (t["A"],), (NO_SPACE,))


def test_where_only_small_buildings_may_follow_no_large_one_is_offered():
    state, _ = with_wood(3, {"A": {"own": RED, "u": 1, "small": 1, "large": 1}})
    start(state, small_only=True)
    assert {option.building for option in offered(state)} == set(SMALL)


def test_a_card_that_collects_lets_the_territory_pay_for_its_own_building():
    state, t = with_wood(2, {
        "A": {"own": RED, "u": 1, "wood": 1, "food": 1, "large": 1}, "B": {"own": RED, "u": 1, "large": 1},
    })
    start(state, collect=True)
    assert {option.territory for option in offered(state)} == {t["A"]}
    answer(state, Build(FORGE, t["A"], carved=False))
    assert state.players[RED].resources == [1, 0, 0]


def test_a_card_that_collects_to_pay_does_not_count_the_new_building():
    state, t = with_wood(0, {"A": {"own": RED, "u": 1, "wood": 1, "small": 1}})
    start(state, collect=True)
    answer(state, Build(WOODCUTTER_LODGE, t["A"], carved=False))
    assert wood(state) == 0


def test_a_card_that_collects_counts_the_new_building_if_the_wood_was_there_before():
    state, t = with_wood(1, {"A": {"own": RED, "u": 1, "wood": 1, "carved": 1}})
    start(state, collect=True)
    answer(state, Build(CARVED_STONE, t["A"], carved=True))
    assert state.players[RED].resources == [0, 1, 1]


@pytest.mark.parametrize(("building", "food"), [(FOOD_SILO, 1), (FORGE, 2)])
def test_NG_CLAN_GOAT_01_every_build_tells_the_clan_its_building(building, food):
    state, t = with_wood(3, {"A": {"own": RED, "u": 1, "small": 1, "large": 1}})
    state.players[RED].clan = [clan.id for clan in clans.CLANS].index("goat")
    start(state)
    answer(state, Build(building, t["A"], carved=False))
    assert state.players[RED].resources[FOOD] == food


def test_a_building_may_be_exchanged_for_another_of_its_size_even_a_duplicate():
    state, t = with_wood(0, {
        "A": {"own": RED, "u": 1, "b": ["food_silo", "defense_tower", "fortress"]},
        "B": {"own": BLUE, "u": 1, "b": ["food_silo"]},
    })
    ExchangeBuilding().begin(state, RED, 0)
    assert decision(state).least == 0
    choices = offered(state)
    assert {choice.territory for choice in choices} == {t["A"]}
    assert all(BUILDINGS[c.old].large == BUILDINGS[c.new].large and c.old != c.new for c in choices)
    assert not any(choice.new == CARVED_STONE for choice in choices)
    answer(state, ReplaceBuilding(t["A"], DEFENSE_TOWER, carved=False, new=FOOD_SILO))
    assert run(state) == ()
    assert built(state, t["A"]) == [FOOD_SILO, FOOD_SILO, FORTRESS]
    assert (state.stock[FOOD_SILO], state.stock[DEFENSE_TOWER]) == (4, 7)


def test_only_a_building_on_a_carved_space_is_exchanged_for_a_carved_stone():
    state, t = with_wood(0, {"A": {"own": RED, "u": 1, "b": [code("food_silo", carved=True), "food_silo"]}})
    ExchangeBuilding().begin(state, RED, 0)
    stones = [choice for choice in offered(state) if choice.new == CARVED_STONE]
    assert stones == [ReplaceBuilding(t["A"], FOOD_SILO, carved=True, new=CARVED_STONE)]
    answer(state, stones[0])
    assert state.board.buildings[t["A"]] == (code("food_silo"), code("carved_stone"))


def test_an_exchange_needs_a_token_in_the_bank_and_may_be_declined():
    state, t = with_wood(0, {"A": {"own": RED, "u": 1, "b": ["forge"]}})
    state.stock[FORTRESS] = 0
    ExchangeBuilding().begin(state, RED, 0)
    assert offered(state) == [ReplaceBuilding(t["A"], FORGE, carved=False, new=ALTAR_OF_KINGS)]
    answer(state)
    assert run(state) == ()
    assert built(state, t["A"]) == [FORGE]


def test_collecting_gains_printed_and_produced_resources():
    state, t = with_wood(1, {"A": {"own": RED, "u": 1, "lore": 1, "small": 1}})
    start(state, collect=True)
    answer(state, Build(FOOD_SILO, t["A"], carved=False))
    assert state.players[RED].resources[LORE] == 1
    assert state.players[RED].resources[FOOD] == 1
