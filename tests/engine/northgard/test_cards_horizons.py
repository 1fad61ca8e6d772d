"""Tests of the Development cards and Achievements of Uncharted Horizons."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games import GAMES
from lawspeaker_engine.games.northgard.actions.build import Build as BuildVerb
from lawspeaker_engine.games.northgard.actions.combat import FACES, Combat
from lawspeaker_engine.games.northgard.actions.explore import ExploreEffect
from lawspeaker_engine.games.northgard.buildings import DEFENSE_TOWER, FOOD_SILO, TRAINING_CAMP
from lawspeaker_engine.games.northgard.cards.paying import PayEach
from lawspeaker_engine.games.northgard.cards.resolving import CARDS, Draw, cards_of, number_of
from lawspeaker_engine.games.northgard.cards.trading import ExchangeResources
from lawspeaker_engine.games.northgard.options import (
    Accept,
    Build,
    Collect,
    Figure,
    Pay,
    PlaceTile,
    Territory,
    Tile,
    Trade,
)
from lawspeaker_engine.games.northgard.phases import scoring
from lawspeaker_engine.games.northgard.state import FOOD, LORE, WOOD
from lawspeaker_engine.games.northgard.text.views import card_name
from lawspeaker_engine.games.northgard.tiles import TILE_NUMBER, TILES
from lawspeaker_engine.model import PUBLIC
from lawspeaker_engine.setups import make_setup
from tests.engine.northgard.card_play import (
    BLUE,
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
)
from tests.engine.northgard.positions import (
    Effect,
    answer,
    chance,
    code,
    decision,
    draw,
    empty_state,
    graph,
    offered,
    roll,
    run,
)

MODULE = ("horizons_cards",)


def brought(kind: str) -> set[str]:
    """The ids of the cards of a set that only the module has."""
    return set(ids(cards_of(kind, MODULE))) - set(ids(cards_of(kind)))


def draws_with_card(state, name: str) -> None:
    """Red has been offered the card's draw, takes it, and gets the only card of its draw pile."""
    assert decision(state).prompt == "card.may"
    answer(state, Accept())
    assert done(state)
    assert ids(state.players[RED].hand) == [name]


# The rows.


def test_the_module_brings_eleven_developments_and_two_achievements():
    assert brought("early") == {"explorer_march", "simple_trading", "healer", "house", "emissary"}
    assert brought("advanced") == {
        "local_trading", "archery_range", "silent_watchers", "fateful_gifts", "brewer", "fleeting_prosperity",
        "forged_for_war"}
    assert brought("achievement") == {"mountaineer", "sailor"}


def test_eight_developments_and_both_achievements_belong_to_the_smaller_choice():
    assert {card.id for card in CARDS if card.wip} == {
        "simple_trading", "healer", "local_trading", "archery_range", "silent_watchers", "fateful_gifts", "brewer",
        "forged_for_war", "mountaineer", "sailor"}


def test_developments_are_worth_up_to_two_fame():
    fame = {card.id: card.fame for card in CARDS if card.module in MODULE and card.fame != 1}
    assert fame == {"silent_watchers": 2, "fateful_gifts": 2, "brewer": 2, "forged_for_war": 0, "mountaineer": 0,
                    "sailor": 0}


def test_a_card_of_a_module_is_told_from_one_of_the_base_game_with_its_name():
    assert card_name(number_of("explorer")) == "Explorer"
    assert card_name(number_of("explorer_march")) == "Explorer (early)"


# Explorer.


def marching(**target):
    """Red may march from A to B with the card, and has one card to draw."""
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 3}, "B": target, "C": {}},
              [("A", "B", "regular"), ("B", "C", "regular")])
    state.players[RED].draw = cards("build")
    play_card(state, "explorer_march")
    return state, t


def test_explorer_moves_two_and_draws_after_a_move_without_combat():
    state, t = marching()
    answer(state, march(t["A"], t["B"], 2))
    answer(state, march(t["B"], t["C"], 1))
    assert [state.board.units[t[name]] for name in "ABC"] == [1, 1, 1]
    draws_with_card(state, "build")


def test_explorer_draws_also_if_nobody_moves_and_the_draw_may_be_left_out():
    state, _ = marching()
    answer(state)
    assert (decision(state).prompt, decision(state).default) == ("card.may", ())
    answer(state)
    assert done(state)
    assert state.players[RED].hand == []


@pytest.mark.parametrize("faces", [("3C", "2C"), ("2C", "3C")])
def test_explorer_does_not_draw_after_a_combat_won_or_lost(faces):
    state, t = marching(own=BLUE, u=2)
    answer(state, march(t["A"], t["B"], 2))
    answer(state)
    for face in faces:
        roll(state, face)
    while run(state):
        assert decision(state).prompt in ("combat.retreat", "combat.casualties")
        answer(state, 0)
    assert state.players[RED].hand == []
    assert state.board.owner[t["B"]] == (RED if faces[0] == "3C" else BLUE)


def test_explorer_cannot_offer_a_draw_without_cards():
    state, t = marching()
    state.players[RED].draw = []
    answer(state, march(t["A"], t["B"], 2))
    answer(state)
    assert done(state)


# Simple Trading, Local Trading.


def test_simple_trading_exchanges_one_resource_for_one_of_another_kind_once():
    state = empty_state()
    state.players[RED].resources = [2, 0, 1]
    state.players[RED].draw = cards("build")
    play_card(state, "simple_trading")
    assert offered(state) == [Trade(1, 0, 0, WOOD), Trade(1, 0, 0, LORE), Trade(0, 0, 1, FOOD), Trade(0, 0, 1, WOOD)]
    answer(state, Trade(1, 0, 0, WOOD))
    assert state.players[RED].resources == [1, 1, 1]
    draws_with_card(state, "build")


def test_simple_trading_may_be_played_without_trading_or_anything_to_trade():
    state = empty_state()
    state.players[RED].draw = cards("build")
    state.players[RED].resources = [1, 0, 0]
    play_card(state, "simple_trading")
    assert (decision(state).prompt, decision(state).default, decision(state).seen_by) == ("card.exchange", (), PUBLIC)
    answer(state)
    assert state.players[RED].resources == [1, 0, 0]
    answer(state)
    assert done(state)
    play_card(state, "simple_trading")
    state.players[RED].resources = [0, 0, 0]
    draws_with_card(state, "build")


def test_local_trading_exchanges_two_for_one_until_the_seat_stops():
    state = empty_state()
    state.players[RED].resources = [5, 1, 0]
    state.players[RED].draw = cards("build")
    play_card(state, "local_trading")
    assert offered(state) == [Trade(2, 0, 0, WOOD), Trade(2, 0, 0, LORE), Trade(1, 1, 0, LORE)]
    answer(state, Trade(1, 1, 0, LORE))
    answer(state, Trade(2, 0, 0, LORE))
    assert state.players[RED].resources == [2, 0, 2]
    answer(state)
    draws_with_card(state, "build")


def test_local_trading_ends_when_one_resource_is_left():
    state = empty_state()
    state.players[RED].resources = [3, 0, 0]
    play_card(state, "local_trading")
    answer(state, Trade(2, 0, 0, WOOD))
    answer(state, Trade(1, 1, 0, LORE))
    assert done(state)
    assert state.players[RED].resources == [0, 0, 1]


@pytest.mark.parametrize("fields", [{"give": 1}, {"give": 0}, {"give": 0, "times": 1}])
def test_an_exchange_that_would_never_end_is_refused(fields):
    with pytest.raises(ValueError, match="never end"):
        ExchangeResources(**fields)


# Archery Range.


def shooting(tower: str = "", **target):
    """Red holds A beside Blue's B, and C, which is not beside it; a Defense Tower stands in `tower`."""
    state = empty_state()
    t = graph(
        state, {
            "A": {"own": RED, "u": 1, "b": ["defense_tower"] * (tower == "A")}, "B": {"own": BLUE, "u": 4, **target},
            "C": {"own": RED, "u": 1, "b": ["defense_tower"] * (tower == "C")},
            "D": {"own": BLUE, "u": 1}, "E": {"own": BLUE, "u": 1}, "F": {"b": ["defense_tower"]},
        },
        [("A", "B", "rough"), ("C", "D", "impassable"), ("E", "B", "regular"), ("F", "B", "regular")],
    )
    play_card(state, "archery_range")
    assert decision(state).prompt == "card.target"
    assert offered(state) == [Territory(t["B"]), Territory(t["D"])]
    answer(state, Territory(t["B"]))
    return state, t


@pytest.mark.parametrize(("face", "lost"), [("2C", 0), ("3C", 0), ("C/K", 1), ("2C1K", 1), ("2K", 2), ("1C1K", 1)])
def test_archery_range_takes_a_unit_for_each_casualty_of_the_die(face, lost):
    state, t = shooting()
    asked = chance(state)
    assert (asked.prompt, asked.count, asked.stream, asked.seen_by) == ("card.shoot", 1, "shoot/1", PUBLIC)
    assert list(asked.options) == list(FACES)
    reserve = state.players[BLUE].reserve
    roll(state, face)
    assert done(state)
    assert state.board.units[t["B"]] == 4 - lost
    assert state.players[BLUE].reserve == reserve + lost


@pytest.mark.parametrize(("tower", "lost"), [("A", 1), ("C", 0)])
def test_archery_range_takes_one_more_if_an_own_defense_tower_is_adjacent_to_the_target(tower, lost):
    state, t = shooting(tower)
    roll(state, "2C")
    assert done(state)
    assert state.board.units[t["B"]] == 4 - lost


def test_archery_range_leaves_a_territory_without_figures_neutral_and_not_conquered():
    state, t = shooting("A", u=2)
    roll(state, "2K")
    assert done(state)
    assert (state.board.owner[t["B"]], state.board.units[t["B"]]) == (-1, 0)
    assert state.players[RED].fame == 0


def test_archery_range_lets_the_owner_pick_who_is_lost():
    state, t = shooting(u=2, kaija=True)
    roll(state, "C/K")
    asked = decision(state)
    assert (asked.seat, asked.prompt, asked.default, asked.reaction) == (BLUE, "card.remove", (0,), True)
    assert asked.options == [Figure(t["B"], kaija=False), Figure(t["B"], kaija=True)]
    answer(state, Figure(t["B"], kaija=True))
    assert done(state)
    assert (state.board.units[t["B"]], state.figure_count(t["B"])) == (2, 2)


def test_archery_range_asks_nobody_when_all_figures_are_lost():
    state, t = shooting(u=1, kaija=True)
    roll(state, "2K")
    assert done(state)
    assert state.figure_count(t["B"]) == 0


def test_archery_range_does_nothing_without_an_enemy_nearby():
    state = empty_state()
    graph(state, {"A": {"own": RED, "u": 1}, "B": {}, "C": {"own": BLUE, "u": 1}}, [("A", "B", "regular")])
    play_card(state, "archery_range")
    assert done(state)


# Silent Watchers.


def watching(a: int = 1, b: int = 1, *, drawable: bool = True):
    """Red has so many Defense Towers in A, which yields wood, and in B, which yields food and wood; others lie by."""
    state = empty_state()
    spaceless = code("defense_tower", spaceless=True)
    t = graph(state, {
        "A": {"own": RED, "u": 1, "wood": 1, "b": [spaceless] * a},
        "B": {"own": RED, "u": 1, "food": 1, "wood": 2, "b": [spaceless] * b},
        "C": {"own": RED, "u": 1, "lore": 1, "b": ["food_silo"]}, "D": {"own": BLUE, "u": 1, "b": ["defense_tower"]},
        "E": {"b": ["defense_tower"]},
    })
    state.players[RED].draw = cards("build") if drawable else []
    play_card(state, "silent_watchers")
    return state, t


def test_silent_watchers_do_a_different_thing_for_each_of_three_towers():
    state, t = watching(2, 2)
    assert (decision(state).prompt, decision(state).default) == ("card.mode", (0,))
    assert offered(state) == [Effect(0), Effect(1), Effect(2)]
    answer(state, Effect(0))
    assert decision(state).prompt == "card.territory"
    answer(state, Territory(t["A"]))
    answer(state, unit(t["A"]))
    assert state.board.units[t["A"]] == 2
    assert offered(state) == [Effect(1), Effect(2)]
    answer(state, Effect(2))
    answer(state, Effect(1))
    answer(state, Territory(t["B"]))
    answer(state, Collect(WOOD))
    assert done(state)
    assert state.players[RED].resources == [0, 1, 0]
    assert ids(state.players[RED].hand) == ["build"]


def test_silent_watchers_use_each_tower_once():
    state, t = watching(1, 1, drawable=False)
    answer(state, Effect(0))
    answer(state, Territory(t["B"]))
    answer(state, unit(t["B"]))
    answer(state, Effect(1))
    assert done(state), "A is the only place left, and it yields only wood"
    assert state.players[RED].resources == [0, 1, 0]


def test_two_towers_in_one_territory_count_twice():
    state, t = watching(0, 2, drawable=False)
    answer(state, Effect(0))
    answer(state, unit(t["B"]))
    answer(state, Effect(1))
    answer(state, Collect(FOOD))
    assert done(state)
    assert (state.board.units[t["B"]], state.players[RED].resources) == (2, [1, 0, 0])


def test_one_tower_gives_one_thing_and_nothing_need_be_taken():
    state, _ = watching(1, 0)
    answer(state, Effect(2))
    assert done(state)
    assert ids(state.players[RED].hand) == ["build"]
    state, _ = watching(1, 1)
    answer(state)
    assert done(state)


def test_silent_watchers_without_tower_do_nothing():
    state, _ = watching(0, 0)
    assert done(state)


def test_silent_watchers_offer_only_what_is_possible():
    state, t = watching(1, 0, drawable=False)
    state.players[RED].reserve = 0
    state.board.wood[t["A"]] = 0
    assert done(state)


def test_a_training_camp_adds_its_unit_where_a_watcher_recruits():
    state, t = watching(1, 0)
    state.board.buildings[t["A"]] = (code("defense_tower"), code("training_camp"))
    answer(state, Effect(0))
    answer(state, unit(t["A"]))
    assert done(state)
    assert state.board.units[t["A"]] == 3


# Fateful Gifts, Brewer.


def test_fateful_gifts_collect_one_of_each_resource_that_a_closed_territory_lacks():
    state = empty_state()
    t = graph(state, {
        "A": {"own": RED, "u": 1, "open": 0, "food": 2, "b": ["carved_stone"]},
        "B": {"own": RED, "u": 1, "open": 0, "lore": 1},
        "C": {"own": RED, "u": 1, "open": 0, "food": 1, "wood": 1, "lore": 1},
        "D": {"own": RED, "u": 1}, "E": {"own": BLUE, "u": 1, "open": 0}, "F": {"open": 0},
    })
    play_card(state, "fateful_gifts")
    assert (decision(state).prompt, decision(state).seen_by) == ("card.territory", PUBLIC)
    assert offered(state) == [Territory(t["A"]), Territory(t["B"])]
    assert decision(state).default == (1,), "B lacks more"
    answer(state, Territory(t["A"]))
    assert done(state)
    assert state.players[RED].resources == [0, 1, 0]


def test_fateful_gifts_give_nothing_without_a_closed_territory():
    state = empty_state()
    graph(state, {"A": {"own": RED, "u": 1}})
    play_card(state, "fateful_gifts")
    assert done(state)
    assert state.players[RED].resources == [0, 0, 0]


def test_brewer_collects_all_that_one_own_territory_yields_but_no_fame():
    state = empty_state()
    t = graph(state, {
        "A": {"own": RED, "u": 1, "food": 1}, "B": {"own": RED, "u": 1},
        "C": {"own": RED, "u": 1, "open": 0, "wood": 2, "b": ["food_silo", "altar_of_kings"]},
        "D": {"own": BLUE, "u": 1, "food": 5}, "E": {"lore": 5},
    })
    play_card(state, "brewer")
    assert offered(state) == [Territory(t["A"]), Territory(t["C"])]
    assert decision(state).default == (1,)
    answer(state, Territory(t["C"]))
    assert done(state)
    assert (state.players[RED].resources, state.players[RED].fame) == ([1, 2, 0], 0)


# Healer, House, Emissary.


def test_healer_recruits_one_and_may_draw():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}})
    state.players[RED].draw = cards("build")
    play_card(state, "healer")
    answer(state, unit(t["A"]))
    assert state.board.units[t["A"]] == 2
    draws_with_card(state, "build")


def test_house_builds_and_may_draw():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1, "small": 1}})
    assert not playable(state, "house"), "nothing can be paid for"
    state.players[RED].resources = [0, 9, 0]
    state.players[RED].draw = cards("move")
    play_card(state, "house")
    answer(state, Build(FOOD_SILO, t["A"], carved=False))
    assert state.board.has(t["A"], FOOD_SILO)
    draws_with_card(state, "move")


def test_emissary_explores_and_may_draw():
    state = explorer(TILES[-1].id)
    state.players[RED].draw = cards("move")
    play_card(state, "emissary")
    places = [option for option in offered(state) if isinstance(option, PlaceTile)]
    answer(state, places[0])
    assert len(laid(state)) == 2
    draws_with_card(state, "move")


# Fleeting Prosperity.


def test_fleeting_prosperity_collects_three_times_what_a_building_yields_and_frees_its_space():
    state = empty_state()
    t = graph(state, {
        "A": {"own": RED, "u": 1, "food": 4, "b": ["food_silo", "defense_tower", "fortress"]},
        "B": {"own": RED, "u": 1, "b": ["carved_stone", code("woodcutter_lodge", carved=True)]},
        "C": {"own": BLUE, "u": 1, "b": ["food_silo"]}, "D": {"b": ["food_silo"]},
    })
    stock = list(state.stock)
    play_card(state, "fleeting_prosperity")
    assert (decision(state).prompt, decision(state).seen_by) == ("card.use_up", PUBLIC)
    assert offered(state) == [Build(0, t["A"], carved=False), Build(1, t["B"], carved=True),
                              Build(2, t["B"], carved=True)]
    answer(state, Build(0, t["A"], carved=False))
    assert done(state)
    assert state.players[RED].resources == [3, 0, 0]
    assert state.board.buildings[t["A"]] == (code("defense_tower"), code("fortress"))
    assert (state.board.small[t["A"]], state.board.carved[t["A"]]) == (1, 0)
    assert state.stock[FOOD_SILO] == stock[FOOD_SILO] + 1


def test_a_space_with_the_carved_stone_symbol_is_freed_as_such():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1, "b": ["carved_stone"]}})
    play_card(state, "fleeting_prosperity")
    assert done(state), "there is one building"
    assert state.players[RED].resources == [0, 0, 3]
    assert (state.board.small[t["A"]], state.board.carved[t["A"]]) == (0, 1)


def test_of_two_equal_buildings_the_one_on_a_space_goes():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1, "b": ["food_silo", code("food_silo", spaceless=True)]}})
    play_card(state, "fleeting_prosperity")
    assert done(state)
    assert state.board.buildings[t["A"]] == (code("food_silo", spaceless=True),)
    assert state.board.small[t["A"]] == 1
    play_card(state, "fleeting_prosperity")
    assert done(state)
    assert state.board.buildings[t["A"]] == ()
    assert state.board.small[t["A"]] == 1


@pytest.mark.parametrize(("reserve", "come"), [(5, 3), (2, 2), (0, 0)])
def test_a_training_camp_that_is_used_up_brings_three_units_of_the_reserve(reserve, come):
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1, "b": ["training_camp"]}})
    state.players[RED].reserve = reserve
    play_card(state, "fleeting_prosperity")
    assert done(state)
    assert (state.board.units[t["A"]], state.players[RED].reserve) == (1 + come, reserve - come)
    assert not state.board.has(t["A"], TRAINING_CAMP)


def test_a_defense_tower_cannot_be_used_up():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1, "b": ["defense_tower"]}})
    play_card(state, "fleeting_prosperity")
    assert done(state)
    assert state.board.has(t["A"], DEFENSE_TOWER)


# Achievements.


def test_mountaineer_counts_own_territories_with_a_rough_border():
    state = empty_state()
    graph(
        state, {"A": {"own": RED, "u": 1}, "B": {"own": RED, "u": 1}, "C": {"own": RED, "u": 1},
                "D": {"own": BLUE, "u": 1}, "E": {}},
        [("A", "D", "rough"), ("A", "E", "rough"), ("B", "A", "rough"), ("C", "E", "regular"),
         ("C", "D", "impassable")],
    )
    counts = CARDS[number_of("mountaineer")].counts
    assert [scoring.achievement_fame(state, seat, counts) for seat in (RED, BLUE)] == [4, 2]


def test_sailor_counts_own_open_territories():
    state = empty_state()
    graph(state, {"A": {"own": RED, "u": 1}, "B": {"own": RED, "u": 1, "open": 3}, "C": {"own": RED, "u": 1, "open": 0},
                  "D": {"own": BLUE, "u": 1, "open": 0}, "E": {}})
    counts = CARDS[number_of("sailor")].counts
    assert [scoring.achievement_fame(state, seat, counts) for seat in (RED, BLUE)] == [4, 0]


@pytest.mark.parametrize("name", ["mountaineer", "sailor"])
def test_an_achievement_of_the_module_counts_from_the_deck(name):
    state = empty_state()
    graph(state, {"A": {"own": RED, "u": 1}, "B": {}}, [("A", "B", "rough")])
    state.players[RED].top = cards(name)
    assert sum(scoring.card_fame(state, RED)) == 2


# Fields of verbs that cards of the new clans use.


def warcraft(*pile: str):
    """Red explores with these tiles in the pile; lore of the tile gives 1 lore, else it may Explore again."""
    state = explorer(*pile)
    verb = ExploreEffect(then_lore=1, else_again=True)
    assert verb.playable(state, RED)
    verb.begin(state, RED, number_of("explore"))
    return state


WITHOUT_LORE_AND_WITH = ["02", "06"]
WITH_LORE = next(tile.id for tile in TILES if sum(area.lore for area in tile.areas) == 1)


def test_lore_printed_on_the_explored_tile_gives_one_lore_and_no_second_explore():
    state = warcraft(WITH_LORE)
    answer(state, 0)
    assert done(state)
    assert laid(state)[1:] == [WITH_LORE]
    assert state.players[RED].resources == [0, 0, 1]


def test_a_tile_without_lore_lets_the_seat_explore_once_more():
    state = warcraft(*WITHOUT_LORE_AND_WITH)
    draw(state, Tile(TILE_NUMBER[WITHOUT_LORE_AND_WITH[0]]))
    answer(state, 0)
    assert (decision(state).prompt, decision(state).default) == ("card.may", ())
    answer(state, Accept())
    answer(state, 0)
    assert done(state), "the second Explore is a plain one, which gives no lore"
    assert laid(state)[1:] == WITHOUT_LORE_AND_WITH
    assert state.players[RED].resources == [0, 0, 0]


def test_the_second_explore_may_be_left_out_and_needs_tiles():
    state = warcraft(*WITHOUT_LORE_AND_WITH)
    draw(state, Tile(TILE_NUMBER[WITHOUT_LORE_AND_WITH[0]]))
    answer(state, 0)
    answer(state)
    assert done(state)
    assert len(laid(state)) == 2
    state = warcraft(WITHOUT_LORE_AND_WITH[0])
    answer(state, 0)
    assert done(state)


def test_a_build_of_one_kind_offers_no_other_and_keeps_to_its_terms():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1, "small": 1, "b": ["food_silo"]}, "B": {"own": RED, "u": 1, "large": 1}})
    verb = BuildVerb(free=True, only="food_silo", duplicate=True)
    assert verb.playable(state, RED)
    verb.begin(state, RED, 0)
    assert done(state), "there is one way"
    assert state.board.buildings[t["A"]] == (code("food_silo"), code("food_silo"))
    assert not verb.playable(state, RED), "no space is left"
    state.board.small[t["B"]] = state.board.small[t["A"]] = 1
    assert not BuildVerb(only="food_silo").playable(state, RED), "nothing can be paid"
    verb.begin(state, RED, 0)
    assert offered(state) == [Build(FOOD_SILO, t["A"], carved=False), Build(FOOD_SILO, t["B"], carved=False)]


def test_a_build_of_an_unknown_kind_is_refused():
    with pytest.raises(ValueError, match="food_silo"):
        BuildVerb(only="food_silos")


def poaching(*names: str, hand: tuple[str, ...] = ()):
    """Red draws two of these cards, and one more if it shows one with Flash."""
    state = empty_state()
    player = state.players[RED]
    player.draw, player.hand = cards(*names), cards(*hand)
    verb = Draw(2, more_if_flash=1)
    assert verb.playable(state, RED)
    verb.begin(state, RED, number_of("explore"))
    return state, player


def test_a_drawn_card_with_flash_is_shown_to_all_to_draw_one_more():
    state, player = poaching("scouts", "move", "build", hand=("town_hall",))
    draw(state, option("scouts"), option("move"))
    asked = decision(state)
    assert (asked.prompt, asked.options, asked.default, asked.seen_by) == ("draw.show", [option("scouts")], (), PUBLIC)
    answer(state, option("scouts"))
    assert done(state)
    assert sorted(ids(player.hand)) == ["build", "move", "scouts", "town_hall"]
    assert player.drawn == []


def test_a_card_with_flash_need_not_be_shown():
    state, player = poaching("scouts", "move", "build")
    draw(state, option("scouts"), option("move"))
    answer(state)
    assert done(state)
    assert sorted(ids(player.hand)) == ["move", "scouts"]


def test_who_has_drawn_no_flash_is_asked_too_so_that_nobody_can_tell():
    state, player = poaching("feast", "move", "build", hand=("scouts",))
    draw(state, option("feast"), option("move"))
    assert (decision(state).options, decision(state).most) == ([], 0)
    answer(state)
    assert done(state)
    assert sorted(ids(player.hand)) == ["feast", "move", "scouts"]


def test_nobody_is_asked_to_show_a_card_if_no_more_can_be_drawn():
    state, player = poaching("scouts", "move")
    assert done(state)
    assert sorted(ids(player.hand)) == ["move", "scouts"]


@pytest.mark.parametrize("fields", [{"discard": 1}, {"top": 1}])
def test_a_draw_that_shows_flash_keeps_all_cards(fields):
    with pytest.raises(ValueError, match="more_if_flash"):
        Draw(1, more_if_flash=1, **fields)


def economics(food: int, *draws: str):
    """Red may pay up to two food, and draws a card for each."""
    state = empty_state()
    state.players[RED].resources = [food, 3, 3]
    state.players[RED].draw = cards(*draws)
    PayEach("food", 2, Draw(1)).begin(state, RED, number_of("explore"))
    return state, state.players[RED]


def test_each_payment_of_one_food_draws_a_card_but_two_at_most():
    state, player = economics(3, "move", "build", "feast")
    asked = decision(state)
    assert (asked.prompt, asked.options, asked.default, asked.seen_by) == ("card.pay", [Pay(1, 0, 0)], (), PUBLIC)
    answer(state, Pay(1, 0, 0))
    draw(state, option("move"))
    answer(state, Pay(1, 0, 0))
    draw(state, option("feast"))
    assert done(state)
    assert (player.resources, sorted(ids(player.hand))) == ([1, 3, 3], ["feast", "move"])


def test_payments_stop_when_the_seat_declines_has_no_more_or_cannot_draw():
    state, player = economics(2, "move", "build")
    answer(state)
    assert done(state)
    assert player.resources == [2, 3, 3]
    for food, draws in ((1, ("move", "build")), (2, ("move",))):
        state, player = economics(food, *draws)
        answer(state, Pay(1, 0, 0))
        if len(draws) > 1:
            draw(state, option("move"))
        assert done(state)
        assert (player.resources, ids(player.hand)) == ([food - 1, 3, 3], ["move"])
    state, player = economics(0, "move")
    assert done(state)


def test_an_unknown_resource_is_refused():
    with pytest.raises(ValueError, match="food, wood, lore"):
        PayEach("foods", 1, Draw(1))


def test_UH_CARD_02_AMB_H46_four_more_tiles_are_in_the_pile():
    def pile(**options) -> list[str]:
        state = GAMES["northgard"].setup(make_setup(GAMES["northgard"], 2, options))
        return [TILES[tile].id for tile in state.pile]

    assert set(pile(more_tiles=True)) - set(pile()) == {f"horizon-{number}" for number in (1, 2, 3, 4)}
    assert set(pile()) <= set(pile(more_tiles=True))


@pytest.mark.parametrize(("choice", "early", "advanced", "achievements"), [
    ("none", 16, 36, 7), ("wip", 18, 42, 9), ("printed", 21, 43, 9),
])
def test_UH_CARD_01_the_pool_grows_and_as_many_cards_are_drawn(choice, early, advanced, achievements):
    table = empty_state(3, more_cards=choice).table
    assert [(part.kind, len(part.cards), part.count) for part in table.decks] == [
        ("early", early, 6), ("advanced", advanced, 12)]
    assert len(table.achievements) == achievements


@pytest.mark.parametrize(("own", "points"), [(["A"], 3), (["A", "B"], 4), (["A", "B", "C"], 5)])
def test_forged_for_war_adds_a_point_for_each_own_territory_next_to_the_combat(own, points):
    state = empty_state()
    t = graph(
        state, {"A": {"own": RED, "u": 3}, "T": {"own": BLUE, "u": 1}, "B": {}, "C": {}, "D": {"own": RED, "u": 1}},
        [("A", "T", "regular"), ("T", "B", "rough"), ("T", "C", "impassable"), ("A", "D", "regular")],
    )
    for name in own[1:]:
        state.add_figures(RED, t[name], 1)
    play_card(state, "forged_for_war")
    answer(state, march(t["A"], t["T"], 2))
    answer(state)
    run(state)
    assert next(frame for frame in state.agenda if isinstance(frame, Combat)).points == (points, 1)
