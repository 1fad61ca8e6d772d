"""The clan cards, each played in a position of its own."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.northgard.buildings import FOOD_SILO, FORTRESS, WOODCUTTER_LODGE
from lawspeaker_engine.games.northgard.cards.resolving import CARDS, number_of
from lawspeaker_engine.games.northgard.clans import CLANS, scorched
from lawspeaker_engine.games.northgard.figures import KAIJA
from lawspeaker_engine.games.northgard.options import Accept, Build, Collect, Figure, Pay, Recruit, Territory
from lawspeaker_engine.games.northgard.state import FOOD, LORE, RESERVE, UNITS, WOOD
from tests.engine.northgard.card_play import (
    BLUE,
    GREEN,
    RED,
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
    Effect,
    answer,
    chance,
    decision,
    draw,
    empty_state,
    give_token,
    graph,
    occupy,
    offered,
    roll,
    territory_at,
)


def clan(name: str) -> int:
    return [row.id for row in CLANS].index(name)


def test_NG_CLAN_01_every_clan_has_one_initial_card_and_two_upgrades():
    for number in empty_state().table.clans:
        of_clan = [card for card in CARDS if card.clan == CLANS[number].id and not card.module]
        assert [card.upgrade for card in of_clan] == [False, True, True]
        assert not any(card.fame for card in of_clan)


# Bear.


def test_bear_initial_collects_food_and_wood_where_kaija_leaves():
    state = empty_state()
    t = graph(
        state, {"A": {"own": RED, "u": 1, "kaija": True, "food": 1, "lore": 1, "b": ["woodcutter_lodge"]}, "B": {}},
        [("A", "B", "regular")],
    )
    play_card(state, "bear_initial")
    answer(state, march(t["A"], t["B"], 1, kaija=True))
    assert done(state)
    assert state.players[RED].resources == [1, 1, 0]
    assert state.where(KAIJA) == t["B"]


def test_bear_initial_collects_nothing_when_kaija_stays():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1, "kaija": True, "food": 1}, "B": {}}, [("A", "B", "regular")])
    play_card(state, "bear_initial")
    answer(state, march(t["A"], t["B"], 1))
    assert done(state)
    assert state.players[RED].resources == [0, 0, 0]


def test_NG_SPEC_01_the_bear_awakens_recruits_two_and_lets_kaija_enter_enemy_territories_this_year():
    state = empty_state()
    t = graph(
        state, {"A": {"own": RED, "u": 1, "kaija": True}, "B": {"own": BLUE, "u": 1}}, [("A", "B", "regular")],
    )
    play_card(state, "move")
    assert march(t["A"], t["B"], 1, kaija=True) not in offered(state)
    answer(state)
    play_card(state, "the_bear_awakens")
    answer(state, unit(t["A"]))
    answer(state, unit(t["A"]))
    assert done(state)
    assert state.players[RED].awakened
    play_card(state, "move")
    answer(state, march(t["A"], t["B"], 3, kaija=True))
    assert chance(state).prompt == "combat.roll"
    assert state.where(KAIJA) == t["B"]


def test_NG_SPEC_01_protector_of_the_land_draws_a_card_for_each_closed_territory_of_three_tiles():
    state = empty_state()
    graph(state, {
        "A": {"own": RED, "u": 1, "size": 3, "open": 0}, "B": {"own": RED, "u": 1, "size": 4, "open": 0},
        "C": {"own": RED, "u": 1, "size": 2, "open": 0}, "D": {"own": RED, "u": 1, "size": 3},
        "E": {"own": BLUE, "u": 1, "size": 3, "open": 0},
    })
    state.players[RED].draw = cards("recruit", "move", "build")
    play_card(state, "protector_of_the_land")
    draw(state, option("move"), option("recruit"))
    assert done(state)
    assert ids(state.players[RED].hand) == ["recruit", "move"]


def test_NG_SPEC_01_protector_of_the_land_may_not_be_played_without_cards_enough():
    state = empty_state()
    graph(state, {"A": {"own": RED, "u": 1, "size": 3, "open": 0}})
    assert not playable(state, "protector_of_the_land")
    state.players[RED].discard = cards("recruit")
    assert playable(state, "protector_of_the_land")


# Boar.


@pytest.mark.parametrize("name", ["boar_initial", "simple_living"])
def test_boar_initial_and_simple_living_build_for_one_wood_less(name):
    state = empty_state()
    state.players[RED].resources[WOOD] = 2
    t = graph(state, {"A": {"own": RED, "u": 1, "small": 1, "large": 1}})
    play_card(state, name)
    assert Build(FOOD_SILO, t["A"], carved=False) in offered(state)
    answer(state, Build(FORTRESS, t["A"], carved=False))
    assert done(state)
    assert state.players[RED].resources[WOOD] == 0


def test_boar_initial_builds_small_ones_free():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1, "small": 1, "large": 1}})
    play_card(state, "boar_initial")
    assert Build(FORTRESS, t["A"], carved=False) not in offered(state)
    answer(state, Build(FOOD_SILO, t["A"], carved=False))
    assert done(state)


def test_NG_SPEC_01_osmosis_recruits_in_up_to_three_territories_that_are_open_or_have_printed_wood():
    state = empty_state()
    t = graph(state, {
        "A": {"own": RED, "u": 1, "open": 0, "wood": 1},
        "B": {"own": RED, "u": 1, "open": 0, "b": ["woodcutter_lodge"]},
        "C": {"own": RED, "u": 1}, "D": {"own": RED, "u": 1}, "E": {"own": RED, "u": 1}, "F": {"own": BLUE, "u": 1},
    })
    play_card(state, "osmosis")
    assert offered(state) == [unit(t[name]) for name in "ACDE"]
    answer(state, unit(t["D"]))
    assert offered(state) == [unit(t[name]) for name in "ACE"]
    answer(state, unit(t["A"]))
    answer(state, unit(t["E"]))
    assert done(state)
    assert [state.board.units[t[name]] for name in "ABCDEF"] == [2, 1, 1, 2, 2, 1]


def test_lay_of_the_land_collects_the_resources_printed_on_the_one_of_three_tiles_it_places():
    state = explorer("02", "06", "09", "11")
    play_card(state, "lay_of_the_land")
    assert (chance(state).prompt, chance(state).count) == ("tiles.draw", 3)
    tiles = offered(state)
    draw(state, tiles[3], tiles[0], tiles[1])
    places = [place for place in offered(state) if place.tile == tiles[1].tile]
    answer(state, places[0])
    assert done(state)
    assert laid(state) == ["start", "06"]
    assert state.players[RED].resources == [0, 1, 1]
    assert state.bottom == [tiles[3].tile, tiles[0].tile]
    assert state.pile == [tiles[2].tile]


# Goat.


def test_goat_initial_may_build_a_type_that_the_territory_has():
    state = empty_state()
    state.players[RED].resources[WOOD] = 1
    t = graph(state, {"A": {"own": RED, "u": 1, "small": 1, "b": ["food_silo"]}})
    play_card(state, "build")
    assert Build(FOOD_SILO, t["A"], carved=False) not in offered(state)
    answer(state, Build(WOODCUTTER_LODGE, t["A"], carved=False))
    state.players[RED].resources[WOOD] = 1
    state.board.small[t["A"]] = 1
    play_card(state, "goat_initial")
    answer(state, Build(FOOD_SILO, t["A"], carved=False))
    assert done(state)
    assert state.board.has(t["A"], FOOD_SILO) == 2


def test_NG_SPEC_01_teamwork_does_two_different_actions_in_any_order():
    state = explorer("02", units=2)
    state.players[RED].resources[WOOD] = 1
    state.board.small[0] = 1
    play_card(state, "teamwork")
    assert offered(state) == [Effect(0), Effect(1), Effect(2), Effect(3)]
    answer(state, Effect(3))
    answer(state, Build(FOOD_SILO, 0, carved=False))
    assert offered(state) == [Effect(0), Effect(1), Effect(2)]
    answer(state, Effect(0))
    answer(state, unit(0))
    assert done(state)
    assert state.board.units[0] == 3


def test_NG_SPEC_01_teamwork_leaves_out_what_cannot_be_done():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1, "open": 0}})
    play_card(state, "teamwork")
    answer(state, Effect(1))
    answer(state, unit(t["A"]))
    assert done(state)


def resourceful():
    state = empty_state()
    state.players[RED].top = [*cards("recruit"), *cards("move"), *cards("build")]
    state.players[RED].resources = [1, 2, 1]
    return state


def test_NG_SPEC_01_resourceful_people_may_pay_any_three_resources_for_a_third_card():
    state = resourceful()
    play_card(state, "resourceful_people")
    assert decision(state).prompt == "card.pay"
    assert ids(state.players[RED].hand) == ["move", "build"]
    assert offered(state) == [Pay(1, 2, 0), Pay(1, 1, 1), Pay(0, 2, 1)]
    answer(state, Pay(0, 2, 1))
    assert done(state)
    assert state.players[RED].resources == [1, 0, 0]
    assert ids(state.players[RED].hand) == ["recruit", "move", "build"]


def test_NG_SPEC_01_resourceful_people_need_not_pay_and_cannot_for_a_card_that_is_not_there():
    state = resourceful()
    play_card(state, "resourceful_people")
    answer(state)
    assert done(state)
    assert len(state.players[RED].hand) == 2
    state = resourceful()
    del state.players[RED].top[0]
    play_card(state, "resourceful_people")
    assert done(state)
    assert state.players[RED].resources == [1, 2, 1]


# Raven.


@pytest.mark.parametrize("name", ["raven_initial", "upgraded_scout_camp"])
def test_raven_initial_and_upgraded_scout_camp_draw_two_tiles_and_place_one(name):
    state = explorer("02", "06", "09")
    play_card(state, name)
    tiles = offered(state)
    assert chance(state).count == 2
    draw(state, tiles[2], tiles[0])
    assert {place.tile for place in offered(state)} == {tiles[0].tile, tiles[2].tile}
    answer(state, next(place for place in offered(state) if place.tile == tiles[0].tile))
    assert done(state)
    assert laid(state) == ["start", "02"]
    assert (state.pile, state.bottom) == ([tiles[1].tile], [tiles[2].tile])


def test_raiding_party_removes_an_enemy_unit_anywhere_and_collects_a_resource_shown_there():
    state = empty_state(3)
    t = graph(state, {
        "A": {"own": RED, "u": 1}, "B": {"own": BLUE, "u": 2, "food": 1, "wood": 1},
        "C": {"own": GREEN, "u": 1, "lore": 1},
    })
    play_card(state, "raiding_party")
    assert offered(state) == [Figure(t["B"], kaija=False), Figure(t["C"], kaija=False)]
    answer(state, Figure(t["B"], kaija=False))
    assert offered(state) == [Collect(FOOD), Collect(WOOD)]
    answer(state, Collect(WOOD))
    assert done(state)
    assert (state.board.units[t["B"]], state.players[BLUE].reserve) == (1, UNITS - 1)
    assert state.players[RED].resources == [0, 1, 0]


@pytest.mark.parametrize("units", [2, 1])
def test_NG_SPEC_01_raiding_party_counts_the_buildings_of_the_territory_too(units):
    """Also where the removed unit was the last one: the buildings stay."""
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {"own": BLUE, "u": units, "food": 1, "b": ["carved_stone"]}})
    play_card(state, "raiding_party")
    assert decision(state).prompt == "card.collect"
    assert offered(state) == [Collect(FOOD), Collect(LORE)]
    answer(state, Collect(LORE))
    assert done(state)
    assert (state.board.units[t["B"]], state.players[RED].resources) == (units - 1, [0, 0, 1])


def test_NG_SPEC_01_raiding_party_collects_what_a_building_alone_yields_and_nothing_where_nothing_is_shown():
    state = empty_state()
    graph(state, {"A": {"own": RED, "u": 1}, "B": {"own": BLUE, "u": 2, "b": ["woodcutter_lodge", "forge"]}})
    play_card(state, "raiding_party")
    assert done(state)
    assert state.players[RED].resources == [0, 1, 0]
    state = empty_state()
    graph(state, {"A": {"own": RED, "u": 1}, "B": {"own": BLUE, "u": 2, "b": ["forge"]}})
    play_card(state, "raiding_party")
    assert done(state)
    assert state.players[RED].resources == [0, 0, 0]


def test_raiding_party_may_remove_kaija_and_makes_an_emptied_territory_neutral():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {"own": BLUE, "u": 0, "kaija": True}})
    play_card(state, "raiding_party")
    assert done(state)
    assert (state.where(KAIJA), state.board.owner[t["B"]], state.players[BLUE].reserve) == (RESERVE, -1, UNITS)


def test_raven_mercenaries_recruit_two_in_one_neutral_territory():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {}, "C": {}, "D": {"own": BLUE, "u": 1}})
    play_card(state, "raven_mercenaries")
    assert offered(state) == [unit(t["B"]), unit(t["C"])]
    answer(state, unit(t["C"]))
    answer(state, unit(t["C"]))
    assert done(state)
    assert state.board.units[t["C"]] == 2


def mercenaries(reserve: int = UNITS - 1, **territory: object):
    """Red has three resources; two units have come to B, as far as there are so many."""
    state = empty_state()
    state.players[RED].resources = [1, 0, 2]
    t = graph(state, {"A": {"own": RED, "u": UNITS - reserve}, "B": territory, "C": {}})
    play_card(state, "raven_mercenaries")
    for _ in range(min(reserve, 2)):
        answer(state, unit(t["B"]))
    return state, t


def test_AMB_R62_raven_mercenaries_may_pay_two_resources_for_a_third_unit_where_the_two_have_come():
    state, t = mercenaries()
    assert (decision(state).prompt, decision(state).least, decision(state).default) == ("card.pay", 0, ())
    assert offered(state) == [Pay(1, 0, 1), Pay(0, 0, 2)]
    answer(state, Pay(1, 0, 1))
    assert done(state)
    assert (state.board.units[t["B"]], state.players[RED].resources) == (3, [0, 0, 1])


def test_AMB_R62_raven_mercenaries_need_not_pay():
    state, t = mercenaries()
    answer(state)
    assert done(state)
    assert (state.board.units[t["B"]], state.players[RED].resources) == (2, [1, 0, 2])


@pytest.mark.parametrize("reserve", [0, 1, 2])
def test_AMB_R62_raven_mercenaries_take_no_payment_for_a_unit_that_is_not_in_the_reserve(reserve):
    state, t = mercenaries(reserve)
    assert done(state)
    assert (state.board.units[t["B"]], state.players[RED].resources) == (reserve, [1, 0, 2])


def test_AMB_R62_raven_mercenaries_take_no_payment_without_neutral_land_nor_from_who_has_stopped_before():
    state = empty_state()
    state.players[RED].resources = [1, 0, 2]
    graph(state, {"A": {"own": RED, "u": 1}, "B": {"own": BLUE, "u": 1}})
    play_card(state, "raven_mercenaries")
    assert done(state)
    assert state.players[RED].resources == [1, 0, 2]
    state = empty_state()
    state.players[RED].resources = [1, 0, 2]
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {}})
    play_card(state, "raven_mercenaries")
    answer(state, unit(t["B"]))
    answer(state)
    assert done(state)
    assert (state.board.units[t["B"]], state.players[RED].resources) == (1, [1, 0, 2])


@pytest.mark.parametrize(("reserve", "units"), [(5, 4), (3, 3)])
def test_AMB_R62_the_paid_unit_belongs_to_the_same_recruit_action_and_comes_before_those_of_camps(reserve, units):
    state, t = mercenaries(reserve, b=["training_camp"])
    answer(state, Pay(0, 0, 2))
    assert done(state)
    assert state.board.units[t["B"]] == units


def test_AMB_R62_NG_CLAN_BEAR_02_the_paid_unit_may_be_kaija_where_bear_copies_the_card():
    state = empty_state()
    with_kaija(state)
    state.players[RED].resources = [2, 0, 0]
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {}})
    play_card(state, "raven_mercenaries")
    for _ in range(2):
        answer(state, unit(t["B"]))
    answer(state, Pay(2, 0, 0))
    assert (decision(state).prompt, decision(state).least) == ("recruit.place", 1)
    answer(state, Recruit(t["B"], kaija=True))
    assert done(state)
    assert (state.board.units[t["B"]], state.where(KAIJA)) == (2, t["B"])


# Snake.


def snake(*active: str):
    """Red is Snake; B and C are Blue's beside Red's A."""
    state = empty_state()
    give_token(state, RED, RESERVE)
    state.players[RED].clan = clan("snake")
    state.players[BLUE].active = [number_of(name) for name in active]
    t = graph(
        state, {"A": {"own": RED, "u": 2}, "B": {"own": BLUE, "u": 1}, "C": {"own": BLUE, "u": 1}, "D": {}},
        [("A", "B", "regular"), ("A", "C", "rough"), ("A", "D", "regular")],
    )
    return state, t


def test_NG_SPEC_01_TC_SNAKE_01_NG_CLAN_SNAKE_02_snake_initial_offers_the_token_before_and_after_its_move():
    state, t = snake()
    play_card(state, "snake_initial")
    assert decision(state).prompt == "snake.token"
    answer(state, Territory(t["B"]))
    assert decision(state).prompt == "move.step"
    answer(state, march(t["A"], t["D"], 1))
    assert decision(state).prompt == "snake.token"
    assert scorched(state) == t["B"]
    answer(state, Territory(t["C"]))
    assert done(state)
    assert scorched(state) == t["C"]


def test_TC_SNAKE_01_each_placement_may_be_declined():
    state, _ = snake()
    play_card(state, "snake_initial")
    for prompt in ("snake.token", "move.step", "snake.token"):
        assert decision(state).prompt == prompt
        answer(state)
    assert done(state)
    assert scorched(state) == RESERVE


def test_NG_CLAN_SNAKE_02_the_second_placement_comes_after_the_combats_of_the_move():
    state, t = snake()
    play_card(state, "snake_initial")
    answer(state)
    answer(state, march(t["A"], t["B"], 1))
    roll(state, "2K")
    roll(state, "2C")
    assert decision(state).prompt == "snake.token"
    assert state.board.owner[t["B"]] == RED


@pytest.mark.parametrize(("resources", "seen_by"), [([2, 0, 0], (RED, BLUE)), ([1, 0, 0], None)])
def test_NG_SPEC_01_rapacious_exploitation_shows_others_the_card_only_when_it_cannot_be_ransomed(resources, seen_by):
    state, _ = snake()
    state.players[BLUE].hand = cards("recruit", "warriors", "warriors")
    state.players[BLUE].resources = resources
    play_card(state, "rapacious_exploitation")
    answer(state)  # the token
    asked = decision(state)
    assert (asked.prompt, asked.seat, asked.seen_by) == ("card.pick", RED, seen_by)
    assert offered(state) == [option("recruit"), option("warriors")]


def exploited(*resources: int):
    state, _ = snake()
    state.players[BLUE].hand = cards("recruit", "warriors")
    state.players[BLUE].resources = list(resources)
    play_card(state, "rapacious_exploitation")
    answer(state)
    answer(state, option("warriors"))
    return state


def test_NG_SPEC_01_rapacious_exploitation_makes_the_victim_discard_the_card_or_give_two_resources():
    state = exploited(2, 0, 1)
    asked = decision(state)
    assert (asked.prompt, asked.seat, asked.seen_by) == ("card.ransom", BLUE, None)
    assert offered(state) == [option("warriors"), Pay(2, 0, 0), Pay(1, 0, 1)]
    answer(state, Pay(1, 0, 1))
    assert done(state)
    assert state.players[RED].resources == [1, 0, 1]
    assert state.players[BLUE].resources == [1, 0, 0]
    assert ids(state.players[BLUE].hand) == ["recruit", "warriors"]


def test_NG_SPEC_01_rapacious_exploitation_the_chosen_card_goes_to_the_discard_pile():
    state = exploited(2, 0, 1)
    answer(state, option("warriors"))
    assert done(state)
    assert ids(state.players[BLUE].hand) == ["recruit"]
    assert ids(state.players[BLUE].discard) == ["warriors"]
    assert state.players[RED].resources == [0, 0, 0]


def test_NG_SPEC_01_rapacious_exploitation_leaves_no_choice_to_who_has_not_two_resources():
    state = exploited(1, 0, 0)
    assert done(state)
    assert ids(state.players[BLUE].discard) == ["warriors"]


@pytest.mark.parametrize(("resources", "shown"), [([2, 0, 0], True), ([1, 0, 0], False)])
def test_NG_SPEC_01_rapacious_exploitation_shows_even_a_hand_of_one_card_before_it_is_ransomed(resources, shown):
    state, _ = snake()
    state.players[BLUE].hand = cards("warriors")
    state.players[BLUE].resources = resources
    play_card(state, "rapacious_exploitation")
    answer(state)  # the token
    assert done(state) is not shown
    if shown:
        asked = decision(state)
        assert (asked.prompt, asked.seat, asked.seen_by) == ("card.pick", RED, (RED, BLUE))
        answer(state, option("warriors"))
        answer(state, Pay(2, 0, 0))
        assert done(state)
    assert ids(state.players[BLUE].hand) == (["warriors"] if shown else [])


def test_NG_SPEC_01_stolen_lore_resolves_a_card_of_the_player_whose_territory_is_scorched():
    state, t = snake("recruit", "warriors")
    play_card(state, "stolen_lore")
    answer(state, Territory(t["B"]))
    assert decision(state).prompt == "card.copy"
    assert offered(state) == [option("recruit"), option("warriors")]
    answer(state, option("recruit"))
    answer(state, unit(t["A"]))
    assert done(state)
    assert state.board.units[t["A"]] == 3
    assert ids(state.players[BLUE].active) == ["recruit", "warriors"]


def test_NG_SPEC_01_stolen_lore_does_nothing_without_the_token_in_an_enemy_territory():
    state, _ = snake("recruit")
    play_card(state, "stolen_lore")
    answer(state)
    assert done(state)


def test_NG_SPEC_01_stolen_lore_never_copies_a_card_that_copies():
    state, t = snake("legendary_heroes", "enemy_secrets", "town_hall")
    play_card(state, "stolen_lore")
    answer(state, Territory(t["B"]))
    assert decision(state).prompt == "recruit.place"


# Stag.


def test_stag_initial_recruits_one_and_may_bring_one_unit_there_over_a_rough_border():
    state = empty_state()
    t = graph(
        state, {"A": {"own": RED, "u": 1}, "B": {"own": RED, "u": 2}, "C": {"own": RED, "u": 1}},
        [("A", "B", "rough")],
    )
    play_card(state, "stag_initial")
    answer(state, unit(t["A"]))
    assert offered(state) == [march(t["B"], t["A"], 1)]
    answer(state, march(t["B"], t["A"], 1))
    assert done(state)
    assert [state.board.units[t[name]] for name in "ABC"] == [3, 1, 1]


def test_stag_initial_brings_nobody_where_nobody_was_recruited():
    state = empty_state()
    graph(state, {"A": {"own": RED, "u": 1}, "B": {"own": RED, "u": 2}}, [("A", "B", "regular")])
    play_card(state, "stag_initial")
    answer(state)
    assert done(state)


def test_glory_of_the_clan_builds_and_collects_what_the_territory_then_yields():
    state = empty_state()
    state.players[RED].resources[WOOD] = 1
    t = graph(state, {"A": {"own": RED, "u": 1, "small": 1, "lore": 1}, "B": {"own": RED, "u": 1, "wood": 1}})
    play_card(state, "glory_of_the_clan")
    answer(state, Build(FOOD_SILO, t["A"], carved=False))
    assert done(state)
    assert state.players[RED].resources == [1, 0, 1]


def test_glory_of_the_clan_may_collect_first_to_pay_for_the_building():
    state = empty_state()
    state.players[RED].resources[WOOD] = 2
    t = graph(state, {"A": {"own": RED, "u": 1, "large": 1, "wood": 1, "food": 1}})
    assert playable(state, "glory_of_the_clan")
    play_card(state, "glory_of_the_clan")
    answer(state, Build(FORTRESS, t["A"], carved=False))
    assert done(state)
    assert state.players[RED].resources == [1, 0, 0]


def test_NG_SPEC_01_annexation_may_explore_before_its_move():
    state = explorer("02", units=2)
    play_card(state, "annexation")
    assert decision(state).prompt == "card.before"
    answer(state, Accept())
    answer(state, offered(state)[0])
    assert laid(state) == ["start", "02"]
    answer(state, march(0, territory_at(state.board, 0, 0, "E"), 1))
    assert done(state)


def test_NG_SPEC_01_annexation_may_explore_after_its_move_but_not_twice():
    state = explorer("02", "06", units=2)
    play_card(state, "annexation")
    answer(state)
    answer(state, march(0, territory_at(state.board, 0, 0, "E"), 1))
    assert decision(state).prompt == "card.may"
    answer(state, Accept())
    draw(state, 0)
    answer(state, offered(state)[0])
    assert done(state)
    assert laid(state) == ["start", "02"]


def test_NG_SPEC_01_annexation_explores_after_a_move_that_made_it_possible():
    state = explorer("02")
    occupy(state, BLUE, territory_at(state.board, 0, 0, "W"))
    state.board.open_sides[0] = 0
    play_card(state, "annexation")
    assert decision(state).prompt == "move.step"
    answer(state, march(0, territory_at(state.board, 0, 0, "E"), 1))
    answer(state)
    assert done(state)
    assert laid(state) == ["start"]


# Wolf.


def test_wolf_initial_NG_DECK_06_NG_DECK_07_its_text_beats_the_rule_that_a_rough_border_costs_two_moves():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {}}, [("A", "B", "rough")])
    play_card(state, "wolf_initial")
    answer(state, march(t["A"], t["B"], 1))
    assert done(state)
    assert state.board.owner[t["B"]] == RED


def test_wolf_initial_retreats_over_a_rough_border():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 2}, "B": {"own": BLUE, "u": 3}}, [("A", "B", "rough")])
    play_card(state, "wolf_initial")
    answer(state, march(t["A"], t["B"], 2))
    roll(state, "2C")
    roll(state, "3C")
    assert done(state)
    assert (state.board.owner[t["A"]], state.board.units[t["A"]]) == (RED, 2)


def test_plunder_removes_a_unit_of_an_adjacent_enemy_territory_and_draws_one():
    state = empty_state()
    state.players[RED].draw = cards("recruit")
    t = graph(
        state, {"A": {"own": RED, "u": 1}, "B": {"own": BLUE, "u": 2}, "C": {"own": BLUE, "u": 1}},
        [("A", "B", "rough"), ("B", "C", "regular")],
    )
    play_card(state, "plunder")
    assert done(state)
    assert [state.board.units[t[name]] for name in "ABC"] == [1, 1, 1]
    assert ids(state.players[RED].hand) == ["recruit"]


def test_AMB_R63_plunder_removes_a_unit_to_draw_and_may_not_be_played_without_one():
    state = empty_state(4, teams=True)
    state.players[RED].draw = cards("recruit")
    t = graph(
        state, {"A": {"own": RED, "u": 1}, "B": {"own": BLUE, "u": 2}, "C": {"own": GREEN, "u": 1}, "D": {}},
        [("A", "C", "regular"), ("A", "D", "regular"), ("B", "D", "regular")],
    )
    assert not playable(state, "plunder")  # beside A there are a teammate and nobody
    state.board.neighbours[t["A"]] = ((t["B"], 2),)
    state.board.neighbours[t["B"]] = ((t["A"], 2),)
    assert playable(state, "plunder")


def test_AMB_R63_NG_DRAW_05_plunder_may_not_be_played_without_a_card_to_draw():
    state = empty_state()
    graph(state, {"A": {"own": RED, "u": 1}, "B": {"own": BLUE, "u": 2}}, [("A", "B", "regular")])
    assert not playable(state, "plunder")
    state.players[RED].discard = cards("recruit")
    assert playable(state, "plunder")


def test_AMB_R63_plunder_is_not_copied_without_a_unit_to_remove():
    state = empty_state()
    state.players[RED].draw = cards("recruit")
    state.players[RED].played = [number_of("plunder")]
    graph(state, {"A": {"own": RED, "u": 1}, "B": {"own": BLUE, "u": 2}})
    play_card(state, "legendary_heroes")
    assert done(state)
    assert (state.players[RED].hand, ids(state.players[RED].draw)) == ([], ["recruit"])


def test_NG_SPEC_01_call_to_war_recruits_one_in_each_territory_beside_an_enemy():
    state = empty_state()
    t = graph(
        state,
        {"A": {"own": RED, "u": 1}, "B": {"own": RED, "u": 1}, "C": {"own": RED, "u": 1}, "D": {"own": BLUE, "u": 1}},
        [("A", "D", "regular"), ("B", "D", "rough"), ("A", "C", "regular")],
    )
    play_card(state, "call_to_war")
    assert offered(state) == [unit(t["A"]), unit(t["B"])]
    answer(state, unit(t["B"]))
    answer(state, unit(t["A"]))
    assert done(state)
    assert [state.board.units[t[name]] for name in "ABC"] == [2, 2, 1]


def test_NG_SPEC_01_call_to_war_may_place_kaija_as_one_of_the_units():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}, "D": {"own": BLUE, "u": 1}}, [("A", "D", "regular")])
    with_kaija(state)
    play_card(state, "call_to_war")
    answer(state, Recruit(t["A"], kaija=True))
    assert done(state)
    assert (state.where(KAIJA), state.board.units[t["A"]]) == (t["A"], 1)
