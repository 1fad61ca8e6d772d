"""Tests of the Raid cards: what they bring, and what their actions do (UH-SEA-10, UH-SEA-11)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from lawspeaker_engine.content import BadContent, parse_row
from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.games.northgard.buildings import BUILDINGS as BUILDING_ROWS
from lawspeaker_engine.games.northgard.cards.resolving import UNREST
from lawspeaker_engine.games.northgard.grid import position
from lawspeaker_engine.games.northgard.modules.raid_gains import Gains, TakeGains
from lawspeaker_engine.games.northgard.modules.raid_rows import RAIDS, VERBS, Raid
from lawspeaker_engine.games.northgard.options import Build, Collect, Fight, Figure, Pay, Territory, Trade
from lawspeaker_engine.games.northgard.state import FOOD, LORE, WOOD
from lawspeaker_engine.games.northgard.tiles import ROUGH
from lawspeaker_engine.model import Chance
from tests.engine.northgard.card_play import BLUE, GREEN, RED, cards, done, explorer, ids, laid, march, option, unit
from tests.engine.northgard.conservation import census
from tests.engine.northgard.positions import (
    BUILDINGS,
    answer,
    code,
    decision,
    draw,
    empty_state,
    give_figure,
    give_kaija,
    graph,
    kaija_stands_in,
    offered,
    roll,
    run,
    special,
    territory_at,
)
from tests.engine.northgard.test_conservation import GAME, random_answer, random_game
from tests.engine.northgard.test_victory import counting, tokens

BY_ID = {raid.id: raid for raid in RAIDS}


def effect_of(raid, years):
    """The action of a Raid after one year or two."""
    return BY_ID[raid].one_action if years == 1 else BY_ID[raid].two_action


def playable(state, raid, years, seat=RED):
    """Return whether the seat could do the action now."""
    return effect_of(raid, years).playable(state, seat)


def act(state, raid, years, seat=RED):
    """The seat does the action of a Raid; fails if it may not."""
    assert playable(state, raid, years, seat)
    effect_of(raid, years).begin(state, seat, -1)
    run(state)


def building(name, territory, *, carved=False):
    """A building as an option."""
    return Build(BUILDINGS.index(name), territory, carved)


def built(state, territory):
    """The ids of the buildings of a territory."""
    return [BUILDING_ROWS[each >> 2].id for each in state.board.buildings[territory]]


def has(state, food=0, wood=0, lore=0, fame=0, seat=RED):
    """Return whether the seat has exactly so much."""
    player = state.players[seat]
    return (player.resources, player.fame) == ([food, wood, lore], fame)


# The rows.


def test_there_are_24_raids_and_the_smaller_deck_has_the_20_with_two_actions():
    assert len({raid.id for raid in RAIDS}) == len(RAIDS) == 24
    assert [raid.id for raid in RAIDS if not raid.wip] == [
        "woodland_bounty", "ancient_wisdom", "valors_reward", "bounty_of_the_harvest"]
    assert [raid.id for raid in RAIDS if raid.two_action is None] == [raid.id for raid in RAIDS if not raid.wip]
    assert all(raid.one_action and raid.text and raid.name for raid in RAIDS)


GAINS = {
    "calm_the_storm": (Gains(wood=1), Gains(wood=4)),
    "raiders_reward": (Gains(fame=1), Gains(fame=4)),
    "outpost_establishment": (Gains(any=1), Gains(1, 1, 1, 1)),
    "uncharted_journey": (Gains(fame=1), Gains(lore=1, fame=4)),
    "bold_maneuver": (Gains(wood=1), Gains(wood=3, fame=3)),
    "clear_the_frontlines": (Gains(fame=1), Gains(fame=4)),
    "trade_and_triumph": (Gains(food=1), Gains(food=2, wood=1, fame=2)),
    "conquerors_tribute": (Gains(any=1), Gains(1, 1, 1, 1)),
    "frontline_reinforcements": (Gains(food=1), Gains(food=2, fame=2)),
    "elders_wisdom": (Gains(lore=1), Gains(lore=2, fame=3)),
    "infiltrate_and_conquer": (Gains(wood=1), Gains(wood=2, fame=2)),
    "renewal_ritual": (Gains(lore=1), Gains(lore=2, fame=2)),
    "heroic_homestead": (Gains(wood=1), Gains(wood=2, fame=2)),
    "predators_pride": (Gains(fame=1), Gains(fame=4)),
    "raze_and_conquer": (Gains(lore=1), Gains(lore=2, fame=2)),
    "warlords_tribute": (Gains(any=1), Gains(1, 1, 1, 1)),
    "glory_of_the_homeland": (Gains(food=1), Gains(food=2, fame=3)),
    "brotherhood_of_arms": (Gains(fame=1), Gains(fame=4)),
    "fame_for_fortune": (Gains(food=1), Gains(food=4)),
    "sacred_stones": (Gains(lore=1), Gains(lore=3)),
    "woodland_bounty": (Gains(wood=2), Gains(wood=7)),
    "ancient_wisdom": (Gains(lore=2), Gains(lore=5)),
    "valors_reward": (Gains(fame=2), Gains(fame=6)),
    "bounty_of_the_harvest": (Gains(food=2), Gains(food=7)),
}


def test_UH_SEA_10_what_each_raid_brings():
    assert {raid.id: (raid.one_each, raid.two) for raid in RAIDS} == GAINS


def test_UH_SEA_11_actions_that_wait_for_harvest_or_the_start_of_a_year():
    assert {raid.id: (raid.one_at, raid.two_at) for raid in RAIDS if raid.one_at or raid.two_at} == {
        "raiders_reward": ("harvest", "harvest"), "trade_and_triumph": ("harvest", "harvest"),
        "conquerors_tribute": ("harvest", "harvest"), "elders_wisdom": ("start", ""),
        "warlords_tribute": ("harvest", "harvest"), "fame_for_fortune": ("harvest", "harvest"),
    }


@pytest.mark.parametrize("wrong", [
    {"one_at": "winter"}, {"two_at": "winter"}, {"one_action": {"verb": "raze", "where": "closed"}},
    {"one_action": {"verb": "levy", "each": True, "all": True}},
    {"one_action": {"verb": "exchange", "give": 1}},
])
def test_a_row_with_an_unknown_moment_or_an_impossible_action_is_refused(wrong):
    row = {"id": "new", "name": "New", "text": "New.", "one_each": {}, "two": {}, **wrong}
    with pytest.raises((ValueError, BadContent)):
        parse_row(Raid, row, "new", VERBS)


# What they bring.


def test_gains_for_each_unit_are_taken_so_many_times_without_a_question():
    state = empty_state()
    state.push(TakeGains(RED, Gains(1, 2, 3, 4), 2))
    assert done(state)
    assert has(state, 2, 4, 6, 8)


def test_gains_are_taken_once_and_what_a_row_does_not_name_is_none():
    state = empty_state()
    state.push(TakeGains(RED, Gains(food=1)))
    assert done(state)
    assert has(state, food=1)


def test_resources_of_choice_are_asked_for_one_by_one():
    state = empty_state()
    state.push(TakeGains(RED, Gains(fame=1, any=1), 2))
    assert decision(state).prompt == "raid.any"
    assert offered(state) == [Collect(FOOD), Collect(WOOD), Collect(LORE)]
    assert state.players[RED].fame == 2
    answer(state, Collect(LORE))
    assert (decision(state).seat, decision(state).most) == (RED, 1)
    answer(state, Collect(WOOD))
    assert done(state)
    assert has(state, 0, 1, 1, 2)


# Calm the Storm, Renewal Ritual: cards leave the game.


@pytest.mark.parametrize("raid", ["calm_the_storm", "renewal_ritual"])
def test_a_discarded_card_leaves_the_game_but_never_unrest(raid):
    state = empty_state()
    player = state.players[RED]
    player.discard = [*cards("move", "build", "build"), UNREST]
    player.draw = cards("explore")
    act(state, raid, 1)
    assert decision(state).prompt == "raid.box"
    assert offered(state) == sorted([option("move"), option("build")], key=lambda each: each.card)
    answer(state, option("build"))
    assert done(state)
    assert ids(player.boxed) == ["build"]
    assert sorted(player.discard) == sorted([*cards("build", "move"), UNREST])
    assert ids(player.draw) == ["explore"]
    player.discard = [UNREST]
    assert not playable(state, raid, 1)


def test_of_equal_discarded_cards_one_leaves_the_game_without_a_question():
    state = empty_state()
    state.players[RED].discard = cards("move", "move")
    act(state, "calm_the_storm", 1)
    assert done(state)
    assert (ids(state.players[RED].discard), ids(state.players[RED].boxed)) == (["move"], ["move"])


def test_calm_the_storm_takes_an_unrest_out_of_the_piles_and_makes_one_of_them():
    state = empty_state()
    player = state.players[RED]
    player.discard, player.draw, player.top = [*cards("move"), UNREST], cards("explore"), cards("build")
    act(state, "calm_the_storm", 2)
    assert done(state)
    assert ids(player.boxed) == ["unrest"]
    assert player.draw == cards("move", "explore", "build")
    assert (player.top, player.discard) == ([], [])


def test_calm_the_storm_leaves_an_unrest_in_the_hand():
    state = empty_state()
    player = state.players[RED]
    player.hand, player.discard = [UNREST], cards("move")
    act(state, "calm_the_storm", 2)
    assert done(state)
    assert (ids(player.hand), player.boxed, ids(player.draw)) == (["unrest"], [], ["move"])
    player.hand = []
    assert not playable(state, "calm_the_storm", 2)


def test_renewal_ritual_takes_two_cards_out_of_both_piles_and_makes_one_of_them():
    state = empty_state()
    player = state.players[RED]
    player.discard, player.draw, player.top = [*cards("move"), UNREST], cards("explore", "explore"), cards("build")
    act(state, "renewal_ritual", 2)
    assert [each.card for each in offered(state)] == cards("move", "explore", "build")
    answer(state, option("explore"))
    answer(state, option("build"))
    assert done(state)
    assert player.boxed == [option("explore").card, option("build").card]
    assert player.draw == sorted([*cards("move", "explore"), UNREST])
    assert (player.top, player.discard) == ([], [])


def test_renewal_ritual_asks_even_where_all_cards_are_the_same():
    state = empty_state()
    player = state.players[RED]
    player.draw = cards("explore", "explore", "explore")
    act(state, "renewal_ritual", 2)
    assert offered(state) == [option("explore")]
    assert (decision(state).least, decision(state).most) == (1, 1)
    answer(state, option("explore"))
    answer(state, option("explore"))
    assert done(state)
    assert ids(player.draw) == ["explore"]
    assert playable(state, "renewal_ritual", 2)
    player.draw = []
    assert not playable(state, "renewal_ritual", 2)


@pytest.mark.parametrize(("raid", "years"), [("calm_the_storm", 1), ("renewal_ritual", 2), ("elders_wisdom", 2)])
def test_refinement_counts_each_card_that_a_raid_removes_or_upgrades(raid, years):
    state = counting("refinement", 0)
    player = state.players[RED]
    player.discard, player.upgrades = cards("move", "move"), cards("feast")
    act(state, raid, years)
    while not done(state):
        answer(state, 0)
    assert tokens(state) == [2 if raid == "renewal_ritual" else 1]


# Raider's Reward, Warlord's Tribute: resources of enemy territories.


def realm(**more):
    """Red in A, beside B of Blue; C of Blue and D of Green lie apart, C closed; E is neutral."""
    state = empty_state(3)
    t = graph(state, {
        "A": {"own": RED, "u": 1, "food": 9}, "B": {"own": BLUE, "u": 1, "food": 1, "lore": 1},
        "C": {"own": BLUE, "u": 1, "food": 1, "wood": 2, "open": 0, "size": 3, "b": ["altar_of_kings"]},
        "D": {"own": GREEN, "u": 1, "wood": 1}, "E": {"lore": 5}, **more,
    }, [("A", "B", "rough"), ("B", "C", "regular")])
    return state, t


def test_raiders_reward_collects_one_resource_of_an_adjacent_enemy_territory():
    state, t = realm()
    act(state, "raiders_reward", 1)
    assert decision(state).prompt == "card.collect"  # B is the only one
    assert offered(state) == [Collect(FOOD), Collect(LORE)]
    answer(state, Collect(LORE))
    assert done(state)
    assert has(state, lore=1)
    state.board.neighbours[t["C"]] = ((t["A"], ROUGH),)
    act(state, "raiders_reward", 1)
    assert offered(state) == [Territory(t["B"]), Territory(t["C"])]


def test_raiders_reward_collects_all_that_any_enemy_territory_gives_and_its_owner_loses_nothing():
    state, t = realm()
    state.players[BLUE].resources = [4, 4, 4]
    act(state, "raiders_reward", 2)
    question = decision(state)
    assert (question.prompt, question.default) == ("raid.levy", (1,))
    assert offered(state) == [Territory(t["B"]), Territory(t["C"]), Territory(t["D"])]
    answer(state, Territory(t["C"]))
    assert done(state)
    assert has(state, food=1, wood=2, fame=2 + 3)  # closed of three tiles, and the Altar
    assert has(state, 4, 4, 4, seat=BLUE)


def test_warlords_tribute_collects_one_resource_of_an_open_enemy_territory():
    state, t = realm()
    act(state, "warlords_tribute", 1)
    assert offered(state) == [Territory(t["B"]), Territory(t["D"])]
    answer(state, Territory(t["D"]))
    assert done(state)
    assert has(state, wood=1)


def test_warlords_tribute_collects_one_resource_of_each_open_enemy_territory():
    state, _ = realm(F={"own": GREEN, "u": 1})
    act(state, "warlords_tribute", 2)
    assert offered(state) == [Collect(FOOD), Collect(LORE)]
    answer(state, Collect(FOOD))
    assert done(state)
    assert has(state, food=1, wood=1)


def test_a_teammates_territory_is_not_levied():
    state = empty_state(4, teams=True)
    graph(state, {
        "A": {"own": RED, "u": 1}, "B": {"own": GREEN, "u": 1, "food": 1}, "C": {"own": 3, "u": 1, "wood": 1},
    }, [("A", "B", "regular"), ("A", "C", "regular")])
    act(state, "raiders_reward", 1)
    assert done(state)
    assert has(state, wood=1)


# Outpost Establishment.


def outpost():
    """B and C are neutral, B with three small spaces, one of them for a Carved Stone."""
    state = empty_state()
    t = graph(state, {
        "A": {"own": RED, "u": 1, "small": 3}, "B": {"small": 2, "carved": 1, "large": 1}, "C": {},
        "D": {"own": BLUE, "u": 1},
    })
    return state, t


def test_outpost_establishment_adds_a_unit_and_one_small_building():
    state, t = outpost()
    act(state, "outpost_establishment", 1)
    assert decision(state).prompt == "raid.settle"
    assert offered(state) == [unit(t["B"]), unit(t["C"])]
    answer(state, unit(t["B"]))
    assert decision(state).prompt == "build.place"
    assert {each.territory for each in offered(state)} == {t["B"]}
    assert not any(BUILDING_ROWS[each.building].large for each in offered(state))
    answer(state, building("food_silo", t["B"]))
    assert done(state)
    assert (built(state, t["B"]), state.board.small[t["B"]]) == (["food_silo"], 1)
    assert (state.board.owner[t["B"]], state.board.units[t["B"]], state.players[RED].reserve) == (RED, 1, 12)


def test_outpost_establishment_fills_all_small_spaces_with_different_buildings():
    state, t = outpost()
    act(state, "outpost_establishment", 2)
    answer(state, unit(t["B"]))
    answer(state, building("defense_tower", t["B"]))
    assert building("defense_tower", t["B"]) not in offered(state)
    answer(state, building("carved_stone", t["B"], carved=True))
    answer(state, building("food_silo", t["B"]))
    assert done(state)
    assert built(state, t["B"]) == ["food_silo", "carved_stone", "defense_tower"]
    assert (state.board.small[t["B"]], state.board.carved[t["B"]], state.board.large[t["B"]]) == (0, 0, 1)


def test_outpost_establishment_needs_a_unit_and_a_neutral_territory():
    state, t = outpost()
    state.players[RED].reserve = 0
    assert not playable(state, "outpost_establishment", 1)
    state.players[RED].reserve = 1
    state.board.owner[t["B"]] = state.board.owner[t["C"]] = BLUE
    assert not playable(state, "outpost_establishment", 2)


def test_outpost_establishment_gets_a_unit_only_where_nothing_can_be_built():
    state, t = outpost()
    act(state, "outpost_establishment", 2)
    answer(state, unit(t["C"]))
    assert done(state)
    assert state.board.units[t["C"]] == 1


# Uncharted Journey.


def cells_offered(state):
    """The cells on which a tile can be laid now."""
    return {(each.x, each.y) for each in offered(state)}


def cells_beside(state, seat):
    """The cells beside open territories of a seat, or of nobody with -1."""
    return {position(cell) for cell in state.board.cells_at(seat)}


def test_uncharted_journey_explores_from_own_and_neutral_territories():
    state = explorer("06")
    assert cells_beside(state, RED) == {(0, 1)}
    act(state, "uncharted_journey", 1)
    assert cells_offered(state) == {(0, 1), (1, 0), (0, -1), (-1, 0)}
    answer(state, next(each for each in offered(state) if each.x == 1))
    assert done(state)
    assert laid(state) == ["start", "06"]


def test_uncharted_journey_does_not_explore_from_enemy_territories():
    state = explorer("06")
    south = territory_at(state.board, 0, 0, "S")
    for territory in state.board.territories:
        state.board.owner[territory] = BLUE
    assert not playable(state, "uncharted_journey", 1)
    state.board.owner[south] = -1
    act(state, "uncharted_journey", 1)
    assert cells_offered(state) == cells_beside(state, -1) < cells_beside(state, -1) | cells_beside(state, BLUE)


def test_uncharted_journey_does_not_explore_from_a_neutral_territory_that_a_creature_pins():
    state = explorer("06")
    state.board.pinned = (territory_at(state.board, 0, 0, "S"),)
    act(state, "uncharted_journey", 1)
    assert (0, -1) not in cells_offered(state)


def test_uncharted_journey_explores_three_times_after_two_years():
    state = explorer("02", "03", "04", "05", "06")
    act(state, "uncharted_journey", 2)
    while question := run(state):
        if isinstance(question, Chance):
            draw(state, 0)
        else:
            answer(state, 0)
    assert (len(laid(state)), len(state.pile)) == (4, 2)


# Bold Maneuver.


def test_bold_maneuver_crosses_a_rough_border_and_gives_fame_for_a_win():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 4}, "B": {"own": BLUE, "u": 1}}, [("A", "B", "rough")])
    act(state, "bold_maneuver", 1)
    answer(state, march(t["A"], t["B"], 3))
    roll(state, "3C")
    roll(state, "2C")
    assert done(state)
    assert (state.board.owner[t["B"]], state.players[RED].fame) == (RED, 2)


def test_bold_maneuver_gives_no_fame_for_a_combat_lost():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 2}, "B": {"own": BLUE, "u": 4}}, [("A", "B", "regular")])
    act(state, "bold_maneuver", 1)
    answer(state, march(t["A"], t["B"], 1))
    roll(state, "2C")
    roll(state, "3C")
    assert done(state)
    assert (state.board.owner[t["B"]], state.players[RED].fame, state.players[BLUE].fame) == (BLUE, 0, 0)


def test_bold_maneuver_moves_three_and_counts_every_win():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 9}, "B": {"own": BLUE, "u": 1}, "C": {"own": BLUE, "u": 1}, "D": {}},
              [("A", "B", "rough"), ("A", "C", "rough"), ("A", "D", "rough")])
    act(state, "bold_maneuver", 2)
    for goal in "BCD":
        answer(state, march(t["A"], t[goal], 2))
    answer(state, Fight(t["B"]))
    for _ in range(2):
        roll(state, "3C")
        roll(state, "2C")
    assert done(state)
    assert state.players[RED].fame == 4
    assert [state.board.owner[t[name]] for name in "BCD"] == [RED] * 3


# Clear the Frontlines.


def frontline():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {"own": BLUE, "u": 2}, "C": {"own": BLUE, "u": 2, "open": 0},
                      "D": {"own": BLUE, "u": 1}})
    return state, t


def test_clear_the_frontlines_removes_a_unit_from_an_open_territory_anywhere():
    state, t = frontline()
    act(state, "clear_the_frontlines", 1)
    assert offered(state) == [Figure(t["B"], kaija=False), Figure(t["D"], kaija=False)]
    answer(state, Figure(t["D"], kaija=False))
    assert done(state)
    assert (state.board.owner[t["D"]], state.board.units[t["B"]], state.players[BLUE].reserve) == (-1, 2, 10)


def test_clear_the_frontlines_removes_two_after_two_years():
    state, t = frontline()
    act(state, "clear_the_frontlines", 2)
    answer(state, Figure(t["D"], kaija=False))
    assert done(state)  # B alone is left
    assert (state.board.units[t["B"]], state.players[BLUE].reserve) == (1, 11)


# Trade and Triumph, Fame for Fortune: exchanges.


@pytest.mark.parametrize("raid", ["trade_and_triumph", "fame_for_fortune"])
def test_one_resource_is_exchanged_once(raid):
    state = empty_state()
    state.players[RED].resources = [2, 0, 0]
    act(state, raid, 1)
    assert offered(state) == [Trade(1, 0, 0, WOOD), Trade(1, 0, 0, LORE)]
    answer(state, Trade(1, 0, 0, LORE))
    assert done(state)
    assert has(state, food=1, lore=1)


def test_trade_and_triumph_gives_fame_for_as_many_exchanges_as_there_were_resources():
    state = empty_state()
    state.players[RED].resources = [2, 0, 0]
    act(state, "trade_and_triumph", 2)
    answer(state, Trade(1, 0, 0, WOOD))
    assert state.players[RED].fame == 1
    answer(state, Trade(1, 0, 0, LORE))
    assert done(state)
    assert has(state, wood=1, lore=1, fame=2)


def test_trade_and_triumph_ends_when_the_player_stops():
    state = empty_state()
    state.players[RED].resources = [5, 0, 0]
    act(state, "trade_and_triumph", 2)
    answer(state)
    assert done(state)
    assert has(state, food=5)


def test_fame_for_fortune_turns_resources_into_fame():
    state = empty_state()
    state.players[RED].resources = [2, 0, 3]
    act(state, "fame_for_fortune", 2)
    question = decision(state)
    assert (question.prompt, question.default) == ("raid.sell", ())
    assert offered(state) == [Pay(1, 0, 0), Pay(2, 0, 0)]
    answer(state)
    assert offered(state) == [Pay(0, 0, 1), Pay(0, 0, 2), Pay(0, 0, 3)]
    answer(state, Pay(0, 0, 2))
    assert done(state)
    assert has(state, food=2, lore=1, fame=2)


# Conqueror's Tribute, Predator's Pride, Glory of the Homeland, Valor's Reward: fame.


def test_conquerors_tribute_gives_fame_for_open_enemy_territories():
    state = empty_state(3)
    graph(state, {"A": {"own": RED}, "B": {"own": BLUE}, "C": {"own": GREEN}, "D": {"own": BLUE, "open": 0}, "E": {}})
    act(state, "conquerors_tribute", 1)
    assert has(state, fame=2)
    act(state, "conquerors_tribute", 2)
    assert has(state, fame=6)


def test_conquerors_tribute_gives_at_most_ten():
    state = empty_state()
    graph(state, {name: {"own": BLUE} for name in "ABCDEFG"})
    act(state, "conquerors_tribute", 2)
    assert has(state, fame=10)


def test_predators_pride_gives_fame_for_own_lairs():
    state = empty_state()
    graph(state, {"A": {"own": RED, "lairs": 2}, "B": {"own": RED, "lairs": 1}, "C": {"own": BLUE, "lairs": 4}})
    act(state, "predators_pride", 1)
    assert has(state, fame=3)
    act(state, "predators_pride", 2)
    assert has(state, fame=9)


def test_glory_of_the_homeland_gives_fame_for_territories_of_one_or_two_tiles():
    state = empty_state()
    graph(state, {"A": {"own": RED, "size": 1}, "B": {"own": RED, "size": 2, "open": 0}, "C": {"own": RED, "size": 3},
                  "D": {"own": BLUE}})
    act(state, "glory_of_the_homeland", 1)
    assert has(state, fame=2)


def parading():
    """Red has A, closed, and B and C; D is neutral, E Blue's."""
    state = empty_state()
    t = graph(state, {
        "A": {"own": RED, "u": 3, "open": 0, "size": 3}, "B": {"own": RED, "u": 1, "b": ["altar_of_kings"]},
        "C": {"own": RED, "u": 1}, "D": {}, "E": {"own": BLUE, "u": 1, "open": 0},
    })
    act(state, "glory_of_the_homeland", 2)
    return state, t


def test_glory_of_the_homeland_gives_the_fame_of_harvest_and_arranges_units():
    state, t = parading()
    assert has(state, fame=2 + 3)
    question = decision(state)
    assert (question.prompt, question.least, question.most, question.default) == ("raid.arrange", 0, 1, ())
    assert {each.target for each in offered(state)} == {t["A"], t["B"], t["C"]}
    answer(state, march(t["A"], t["C"], 2))
    answer(state, march(t["B"], t["A"], 1))
    assert done(state)  # three territories: two shifts
    assert [state.board.units[t[name]] for name in "ABC"] == [2, 0, 3]
    assert state.board.owner[t["B"]] == -1


def test_glory_of_the_homeland_arranges_nothing_if_the_player_stops():
    state, t = parading()
    answer(state)
    assert done(state)
    assert state.board.units[t["A"]] == 3


def test_valors_reward_gives_fame_for_own_large_buildings():
    state = empty_state()
    graph(state, {"A": {"own": RED, "b": ["forge", "fortress", "food_silo"]}, "B": {"own": BLUE, "b": ["forge"]}})
    act(state, "valors_reward", 1)
    assert has(state, fame=4)


# Frontline Reinforcements, Brotherhood of Arms: new units.


def test_frontline_reinforcements_recruits_one_in_an_own_territory():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {"own": RED, "u": 1}, "C": {}})
    act(state, "frontline_reinforcements", 1)
    assert offered(state) == [unit(t["A"]), unit(t["B"])]
    answer(state, unit(t["B"]))
    assert done(state)
    assert state.board.units[t["B"]] == 2


def test_frontline_reinforcements_recruits_one_in_each_of_five_open_territories():
    state = empty_state()
    t = graph(state, {**{name: {"own": RED, "u": 1} for name in "ABCDEF"}, "G": {"own": RED, "u": 1, "open": 0}})
    act(state, "frontline_reinforcements", 2)
    assert offered(state) == [unit(t[name]) for name in "ABCDEF"]
    for name in "ABCDE":
        answer(state, unit(t[name]))
    assert done(state)
    assert [state.board.units[t[name]] for name in "ABCDEFG"] == [2, 2, 2, 2, 2, 1, 1]


def test_brotherhood_of_arms_recruits_in_a_neutral_territory():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {}, "C": {"own": BLUE, "u": 1}})
    act(state, "brotherhood_of_arms", 1)
    assert offered(state) == [unit(t["B"])]
    answer(state, unit(t["B"]))
    assert done(state)
    assert state.board.units[t["B"]] == 1


def test_brotherhood_of_arms_recruits_three_in_neutral_territories_after_two_years():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {}, "C": {}})
    act(state, "brotherhood_of_arms", 2)
    answer(state, unit(t["B"]))
    answer(state, unit(t["C"]))
    answer(state, unit(t["B"]))
    assert done(state)
    assert [state.board.units[t[name]] for name in "ABC"] == [1, 2, 1]


# Elder's Wisdom.


def test_elders_wisdom_draws_a_card():
    state = empty_state()
    player = state.players[RED]
    player.draw = cards("move")
    act(state, "elders_wisdom", 1)
    assert done(state)
    assert ids(player.hand) == ["move"]


def test_elders_wisdom_upgrades_a_discarded_card_onto_the_draw_pile():
    state = empty_state()
    player = state.players[RED]
    upgrades = cards("protector_of_the_land", "the_bear_awakens")
    player.upgrades = upgrades[:]
    player.discard = [*cards("move", "build"), UNREST]
    act(state, "elders_wisdom", 2)
    assert decision(state).prompt == "raid.box"
    answer(state, option("build"))
    assert decision(state).prompt == "raid.upgrade"
    assert [each.card for each in offered(state)] == upgrades
    answer(state, offered(state)[1])
    assert done(state)
    assert (player.top, player.upgrades, ids(player.boxed)) == (upgrades[1:], upgrades[:1], ["build"])
    assert sorted(player.discard) == sorted([*cards("move"), UNREST])


def test_elders_wisdom_needs_a_card_and_an_upgrade():
    state = empty_state()
    player = state.players[RED]
    player.upgrades, player.discard = cards("feast"), [UNREST]
    assert not playable(state, "elders_wisdom", 2)
    player.upgrades, player.discard = [], cards("move")
    assert not playable(state, "elders_wisdom", 2)


# Infiltrate and Conquer.


def inland():
    """Red in A with four and in B with one; C and D are neutral, E Blue's."""
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 4}, "B": {"own": RED, "u": 1}, "C": {}, "D": {"open": 0},
                      "E": {"own": BLUE, "u": 1}})
    return state, t


def test_infiltrate_and_conquer_brings_one_unit_to_a_neutral_territory():
    state, t = inland()
    act(state, "infiltrate_and_conquer", 1)
    assert decision(state).prompt == "card.from"
    assert offered(state) == [Territory(t["A"]), Territory(t["B"])]
    answer(state, Territory(t["A"]))
    assert decision(state).prompt == "card.to"
    assert offered(state) == [Territory(t["C"]), Territory(t["D"])]
    answer(state, Territory(t["D"]))
    assert done(state)
    assert [state.board.units[t[name]] for name in "ABCD"] == [3, 1, 0, 1]


def test_infiltrate_and_conquer_brings_any_number_of_units_after_two_years():
    state, t = inland()
    act(state, "infiltrate_and_conquer", 2)
    answer(state, Territory(t["A"]))
    answer(state, Territory(t["C"]))
    assert decision(state).prompt == "card.march"
    assert offered(state) == [march(t["A"], t["C"], count) for count in (1, 2, 3, 4)]
    assert decision(state).default == (3,)
    answer(state, march(t["A"], t["C"], 3))
    assert done(state)
    assert [state.board.units[t[name]] for name in "ABCD"] == [1, 1, 3, 0]


def test_infiltrate_and_conquer_needs_a_neutral_territory():
    state = empty_state()
    graph(state, {"A": {"own": RED, "u": 4}, "B": {"own": BLUE, "u": 1}})
    assert not playable(state, "infiltrate_and_conquer", 2)


def test_infiltrate_and_conquer_brings_units_into_the_first_territory_too():
    state = empty_state()
    t = graph(state, {"A": {}, "B": {"own": RED, "u": 2}})
    act(state, "infiltrate_and_conquer", 1)
    assert done(state)
    assert [state.board.units[t[name]] for name in "AB"] == [1, 1]


def test_from_a_territory_with_no_figure_but_a_warchief_nobody_is_sent_or_arranged():
    state = empty_state()
    t = graph(state, {"A": {"u": 0}, "B": {}, "C": {"own": RED, "u": 1}})
    give_figure(state, RED, "warchief_bear", t["A"])
    effect_of("glory_of_the_homeland", 2).begin(state, RED, -1)
    assert {each.source for each in offered(state)} == {t["C"]}
    answer(state)
    act(state, "infiltrate_and_conquer", 2)
    assert done(state)  # C is the one source
    assert [state.board.units[t[name]] for name in "BC"] == [1, 0]
    assert not playable(state, "infiltrate_and_conquer", 2, BLUE)


def test_kaija_goes_as_a_unit_and_other_special_figures_stay():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {}})
    give_kaija(state, RED, t["A"])
    give_figure(state, RED, "warchief_bear", t["A"])
    act(state, "infiltrate_and_conquer", 1)
    assert offered(state) == [march(t["A"], t["B"], 0, kaija=True), march(t["A"], t["B"], 1)]
    answer(state, march(t["A"], t["B"], 0, kaija=True))
    assert done(state)
    assert kaija_stands_in(state, t["B"])
    assert state.special_figures(RED, t["A"]) == (special("warchief_bear"),)


# Heroic Homestead, Sacred Stones and the Builds of the four other cards.


def homestead(**more):
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1, "small": 1, "carved": 1, "large": 1}, **more})
    return state, t


@pytest.mark.parametrize(("years", "large"), [(1, False), (2, True)])
def test_heroic_homestead_builds_small_or_large_for_nothing(years, large):
    state, t = homestead()
    act(state, "heroic_homestead", years)
    assert decision(state).prompt == "build.place"
    assert {BUILDING_ROWS[each.building].large for each in offered(state)} == {large}
    answer(state, offered(state)[0])
    assert done(state)
    assert len(built(state, t["A"])) == 1
    state.board.large[t["A"]] = state.board.small[t["A"]] = state.board.carved[t["A"]] = 0
    assert not playable(state, "heroic_homestead", years)


@pytest.mark.parametrize(("raid", "name"), [
    ("woodland_bounty", "woodcutter_lodge"), ("bounty_of_the_harvest", "food_silo"), ("ancient_wisdom", "carved_stone"),
])
def test_a_building_of_one_kind_is_built_for_nothing(raid, name):
    state, t = homestead()
    act(state, raid, 1)
    if name != "carved_stone":  # which has one space
        assert offered(state) == [building(name, t["A"]), building(name, t["A"], carved=True)]
        answer(state, building(name, t["A"]))
    assert done(state)
    assert built(state, t["A"]) == [name]


def test_ancient_wisdom_needs_a_space_with_the_symbol():
    state, t = homestead()
    state.board.carved[t["A"]] = 0
    assert not playable(state, "ancient_wisdom", 1)


def test_sacred_stones_builds_a_carved_stone_on_any_small_space():
    state, t = homestead()
    act(state, "sacred_stones", 1)
    assert offered(state) == [building("carved_stone", t["A"]), building("carved_stone", t["A"], carved=True)]
    answer(state, building("carved_stone", t["A"]))
    assert done(state)
    assert (built(state, t["A"]), state.board.small[t["A"]], state.board.carved[t["A"]]) == (["carved_stone"], 0, 1)


def test_sacred_stones_puts_stones_without_a_space_into_two_territories():
    state, t = homestead(B={"own": RED, "u": 1}, C={"own": RED, "u": 1}, D={"own": BLUE, "u": 1})
    act(state, "sacred_stones", 2)
    assert offered(state) == [building("carved_stone", t[name]) for name in "ABC"]
    answer(state, building("carved_stone", t["B"]))
    assert offered(state) == [building("carved_stone", t[name]) for name in "AC"]
    answer(state, building("carved_stone", t["A"]))
    assert done(state)
    assert [built(state, t[name]) for name in "ABC"] == [["carved_stone"], ["carved_stone"], []]
    assert (state.board.small[t["A"]], state.board.carved[t["A"]]) == (1, 1)


# Raze and Conquer.


def razing():
    state = empty_state()
    t = graph(state, {
        "A": {"own": RED, "u": 1, "b": ["food_silo"]}, "B": {"own": BLUE, "u": 1, "b": ["food_silo", "forge"]},
        "C": {"own": BLUE, "u": 1, "b": ["carved_stone"], "open": 0},
        "D": {"own": BLUE, "u": 1, "b": ["defense_tower"]},
    })
    return state, t


def test_raze_and_conquer_removes_a_small_building_of_an_open_enemy_territory():
    state, t = razing()
    act(state, "raze_and_conquer", 1)
    assert decision(state).prompt == "raid.raze"
    assert offered(state) == [building("food_silo", t["B"]), building("defense_tower", t["D"])]
    stock = state.stock[BUILDINGS.index("food_silo")]
    answer(state, building("food_silo", t["B"]))
    assert done(state)
    assert (built(state, t["B"]), state.board.small[t["B"]]) == (["forge"], 1)
    assert state.stock[BUILDINGS.index("food_silo")] == stock + 1


def test_raze_and_conquer_removes_any_building_of_an_enemy_after_two_years():
    state, t = razing()
    act(state, "raze_and_conquer", 2)
    assert offered(state) == [
        building("food_silo", t["B"]), building("forge", t["B"]), building("carved_stone", t["C"], carved=True),
        building("defense_tower", t["D"])]
    answer(state, building("forge", t["B"]))
    assert done(state)
    assert (built(state, t["B"]), state.board.large[t["B"]]) == (["food_silo"], 1)


def test_raze_and_conquer_needs_such_a_building():
    state, t = razing()
    state.board.buildings[t["B"]] = (code("forge"),)
    state.board.buildings[t["D"]] = ()
    assert not playable(state, "raze_and_conquer", 1)
    assert playable(state, "raze_and_conquer", 2)


# All of them, anywhere.


@pytest.mark.parametrize("raid", RAIDS, ids=[raid.id for raid in RAIDS])
def test_an_action_that_is_begun_where_nothing_can_be_done_does_nothing(raid):
    for effect in (raid.one_action, raid.two_action):
        state = empty_state()
        state.players[RED].reserve = 0
        if effect is not None:
            effect.begin(state, RED, -1)
        assert done(state)
        assert has(state)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "options"), [
    (2, {"clan_pool": "horizons"}),
    (3, {"clan_pool": "all", "warchiefs": True, "events": "all", "creatures": "horizons", "environment": True}),
    (4, {"teams": True, "victory": "thane", "central": "random"}),
])
def test_in_any_position_every_action_comes_to_an_end_and_loses_nothing(players, options):
    begun: Counter[tuple[str, int]] = Counter()
    for number, position_of_game in enumerate(
            (random_game(players, 7, **options) + random_game(players, 8, **options))[::2]):
        if not position_of_game.year or position_of_game.battles:
            continue
        random, dice = Random(number), Dice(match_seed(bytes(32), f"raid-{number}"))
        for raid in RAIDS:
            for years, effect in ((1, raid.one_action), (2, raid.two_action)):
                state = position_of_game.copy()
                state.agenda, state.question, state.outcome = [], None, None
                seat = random.randrange(players)
                if effect is None or not effect.playable(state, seat):
                    continue
                before = census(state)
                effect.begin(state, seat, -1)
                for _ in range(500):
                    if not (question := run(state)):
                        break
                    GAME.apply(state, random_answer(random, dice, question))
                assert run(state) == (), raid.id
                assert census(state) == before, raid.id
                begun[raid.id, years] += 1
    assert len(begun) == 2 * len(RAIDS) - 4
