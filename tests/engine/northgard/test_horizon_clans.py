"""Which clans are played with the clans of Uncharted Horizons; Squirrel; whole games with them."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from lawspeaker_engine import canon
from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.games.northgard.actions.move import MoveUnits
from lawspeaker_engine.games.northgard.buildings import FOOD_SILO, FORTRESS
from lawspeaker_engine.games.northgard.cards.resolving import CARDS
from lawspeaker_engine.games.northgard.clans import CLANS
from lawspeaker_engine.games.northgard.composition import CLAN_POWERS
from lawspeaker_engine.games.northgard.modules.dragon import Pyre
from lawspeaker_engine.games.northgard.modules.kraken import tides
from lawspeaker_engine.games.northgard.options import Accept, Build, Collect, Move, Pay, SpendFood
from lawspeaker_engine.games.northgard.phases.winter import WinterPhase
from lawspeaker_engine.games.northgard.state import FOOD, UNITS, WOOD, State
from lawspeaker_engine.games.northgard.tokens import HIGH_TIDE
from lawspeaker_engine.model import PUBLIC, Chance
from lawspeaker_engine.setups import make_setup
from tests.engine.northgard.card_play import cards, done, play_card, unit
from tests.engine.northgard.positions import (
    Effect,
    answer,
    code,
    decision,
    draw,
    empty_state,
    graph,
    offered,
    playing_clans,
    roll,
    run,
    special,
)
from tests.engine.northgard.test_conservation import random_answer, units_of
from tests.sample_sizes import first_quick

BASE = ["bear", "boar", "goat", "raven", "snake", "stag", "wolf"]
SQUIRREL, OTHER = 0, 1


def ids(state: State) -> list[str]:
    """The clans that can be played."""
    return [CLANS[number].id for number in state.table.clans]


def test_UH_CLAN_00_option_clan_pool_says_which_clans_are_played():
    horizons = [clan.id for clan in CLANS if clan.module == "horizons"]
    assert {"dragon", "kraken", "squirrel"} <= set(horizons)
    assert ids(empty_state()) == BASE
    assert ids(empty_state(clan_pool="all")) == BASE + horizons
    assert ids(empty_state(clan_pool="horizons")) == horizons


@pytest.mark.parametrize("name", ["dragon", "kraken", "squirrel"])
def test_UH_CLAN_00_each_has_a_power_an_initial_card_and_two_upgrades_like_any_clan(name):
    for pool in ("all", "horizons"):
        table = empty_state(clan_pool=pool).table
        number = [clan.id for clan in CLANS].index(name)
        own = {table.initial[number], *table.upgrades[number]}
        assert table.own_cards[number] == own
        assert [CARDS[card].upgrade for card in sorted(own)] == [False, True, True]
        assert {CARDS[card].clan for card in own} == {name}
        assert table.powers[number] == (CLAN_POWERS[number],)
        assert table.figures[number] == []
    assert empty_state(clan_pool=pool, warchiefs=True).table.figures[number] == [special(f"warchief_{name}")]


def test_UH_CLAN_00_clans_that_are_not_played_leave_nothing_on_the_table():
    table = empty_state(clan_pool="horizons", warchiefs=True).table
    played = set(table.clans)
    assert set(table.initial) == set(table.upgrades) == set(table.figures) == played
    assert set(table.powers) == set(table.own_cards) == {-1, *played}
    assert empty_state().table.parts == []


# Squirrel.


@pytest.mark.parametrize(("has", "offer"), [
    ([2, 3, 1], [FOOD, WOOD]), ([2, 0, 1], [FOOD]), ([0, 3, 1], [WOOD]), ([0, 0, 5], []),
])
def test_UH_CLAN_SQUIRREL_01_after_winter_it_takes_a_food_or_a_wood_of_what_it_has_left(has, offer):
    state = playing_clans("squirrel")
    graph(state, {"A": {"own": SQUIRREL, "u": 1}})
    state.players[SQUIRREL].resources = has[:]
    state.push(WinterPhase((SQUIRREL,)))
    if offer:
        asked = decision(state)
        assert (asked.seat, asked.prompt, asked.least, asked.most, asked.default) == (
            SQUIRREL, "winter.store", 0, 1, (0,))
        assert asked.seen_by is PUBLIC
        assert asked.options == [Collect(resource) for resource in offer]
        answer(state, Collect(offer[-1]))
        has[offer[-1]] += 1
    assert done(state)
    assert state.players[SQUIRREL].resources == has


def test_UH_CLAN_SQUIRREL_01_nothing_need_be_taken():
    state = playing_clans("squirrel")
    graph(state, {"A": {"own": SQUIRREL, "u": 1}})
    state.players[SQUIRREL].resources = [1, 1, 0]
    state.push(WinterPhase((SQUIRREL,)))
    answer(state)
    assert done(state)
    assert state.players[SQUIRREL].resources == [1, 1, 0]


def test_UH_CLAN_SQUIRREL_01_AMB_H05_it_is_asked_after_paying_also_when_not_all_was_paid():
    """And before the next player pays; eleven figures cost 3 food and 1 wood."""
    state = playing_clans("squirrel")
    graph(state, {"A": {"own": SQUIRREL, "u": 11}, "B": {"own": OTHER, "u": 11}})
    state.players[SQUIRREL].resources = [9, 0, 0]
    state.players[OTHER].resources = [9, 9, 9]
    unrest = state.unrest
    state.push(WinterPhase((SQUIRREL, OTHER)))
    assert offered(state) == [Collect(FOOD)]
    assert (state.unrest, state.players[SQUIRREL].resources) == (unrest - 1, [6, 0, 0])
    assert state.players[OTHER].resources == [9, 9, 9]
    answer(state, Collect(FOOD))
    assert done(state)
    assert [player.resources for player in state.players] == [[7, 0, 0], [6, 8, 9]]


def test_UH_CLAN_SQUIRREL_01_other_clans_store_nothing():
    state = playing_clans("kraken", "dragon")
    for player in state.players:
        player.resources = [3, 3, 3]
    state.push(WinterPhase((0, 1)))
    assert done(state)


@pytest.mark.parametrize(("there", "defending", "food"), [(True, True, 1), (False, True, 0), (True, False, 0)])
def test_UH_WAR_SQUIRREL_andhrimnir_brings_food_before_a_combat_in_which_he_defends(there, defending, food):
    state = playing_clans("squirrel", warchiefs=True)
    attacker, defender = (OTHER, SQUIRREL) if defending else (SQUIRREL, OTHER)
    t = graph(state, {"A": {"own": attacker, "u": 3}, "T": {"own": defender, "u": 3}, "H": {}}, [("A", "T", "regular")])
    where = "H" if not there else "T" if defending else "A"
    state.add_figures(SQUIRREL, t[where], 0, (special("warchief_squirrel"),))
    state.push(MoveUnits(attacker, 1))
    answer(state, Move(t["A"], t["T"], 3, kaija=False))
    if not defending:
        answer(state, 0)
    run(state)
    assert state.players[SQUIRREL].resources == [food, 0, 0]
    if food:  # it can be spent in this combat
        assert (decision(state).prompt, decision(state).seat) == ("combat.food", SQUIRREL)
        answer(state, SpendFood(1))
        assert state.players[SQUIRREL].resources == [0, 0, 0]
    roll(state, "2C")
    roll(state, "2C")


@pytest.mark.parametrize(("units", "times"), [(2, 0), (3, 1), (6, 1), (7, 2)])
@pytest.mark.parametrize("mode", [0, 1])
def test_squirrel_initial_recruits_then_gives_food_or_fame_for_every_four_units(units, times, mode):
    """The recruited one counts too."""
    state = playing_clans("squirrel")
    t = graph(state, {
        "A": {"own": SQUIRREL, "u": units - 1}, "B": {"own": SQUIRREL, "u": 1}, "E": {"own": OTHER, "u": 9},
    })
    play_card(state, "squirrel_initial")
    answer(state, unit(t["B"]))
    assert (decision(state).prompt, offered(state)) == ("card.mode", [Effect(0), Effect(1)])
    answer(state, Effect(mode))
    assert done(state)
    player = state.players[SQUIRREL]
    assert (player.resources, player.fame) == (([times, 0, 0], 0) if mode == 0 else ([0, 0, 0], times))


def test_squirrel_initial_counts_its_warchief_as_a_unit():
    state = playing_clans("squirrel", warchiefs=True)
    t = graph(state, {"A": {"own": SQUIRREL, "u": 3}})
    state.add_figures(SQUIRREL, t["A"], 0, (special("warchief_squirrel"),))
    play_card(state, "squirrel_initial")
    answer(state)
    answer(state, Effect(1))
    assert state.players[SQUIRREL].fame == 1


def test_cooking_mastery_builds_then_may_put_up_a_food_silo_for_nothing_beside_another():
    state = playing_clans("squirrel")
    t = graph(state, {
        "A": {"own": SQUIRREL, "u": 1, "small": 2, "b": ["food_silo"]}, "B": {"own": SQUIRREL, "u": 1, "large": 1},
        "E": {"own": OTHER, "u": 1, "small": 1},
    })
    state.players[SQUIRREL].resources = [0, 3, 0]
    play_card(state, "cooking_mastery")
    assert Build(FOOD_SILO, t["A"], carved=False) not in offered(state)
    answer(state, Build(FORTRESS, t["B"], carved=False))
    assert (decision(state).prompt, offered(state)) == ("card.may", [Accept()])
    answer(state, Accept())
    assert done(state)  # there is one place for it
    assert state.board.buildings[t["A"]] == (code("food_silo"), code("food_silo"))
    assert (state.board.small[t["A"]], state.players[SQUIRREL].resources) == (1, [0, 0, 0])


def test_cooking_mastery_offers_no_silo_without_a_space():
    state = playing_clans("squirrel")
    t = graph(state, {"A": {"own": SQUIRREL, "u": 1, "small": 1}})
    state.players[SQUIRREL].resources = [0, 1, 0]
    play_card(state, "cooking_mastery")
    answer(state, Build(FOOD_SILO, t["A"], carved=False))
    assert done(state)


@pytest.mark.parametrize(("food", "paid"), [(0, 0), (1, 1), (3, 2)])
def test_economics_draws_one_card_and_one_more_for_each_of_two_food(food, paid):
    state = playing_clans("squirrel")
    player = state.players[SQUIRREL]
    player.resources, player.draw = [food, 5, 5], cards("feast", "scouts", "merchant", "militia")
    play_card(state, "economics")
    draw(state, 0)
    for _ in range(paid):
        asked = decision(state)
        assert (asked.prompt, asked.least, asked.most, asked.default) == ("card.pay", 0, 1, ())
        assert asked.options == [Pay(1, 0, 0)]
        answer(state, Pay(1, 0, 0))
        while isinstance(run(state), Chance):
            draw(state, 0)
    assert done(state)
    assert (player.resources, len(player.hand)) == ([food - paid, 5, 5], 1 + paid)


def test_economics_is_not_offered_for_cards_that_do_not_exist():
    state = playing_clans("squirrel")
    player = state.players[SQUIRREL]
    player.resources, player.draw = [2, 0, 0], cards("feast")
    play_card(state, "economics")
    assert done(state)
    assert (player.resources, player.hand) == ([2, 0, 0], cards("feast"))


# Whole games.


@pytest.mark.parametrize(("players", "options"), first_quick(1, [
    (2, {"clan_pool": "horizons", "warchiefs": True}), (3, {"clan_pool": "horizons"}),
    (5, {"clan_pool": "all", "warchiefs": True, "dragon_bonus_needs_yield": False}),
    (4, {"clan_pool": "all", "teams": True}),
]))
def test_UH_CLAN_DRAGON_02_UH_CLAN_KRAKEN_03_units_and_tokens_are_conserved_in_whole_games(players, options):
    """And every position has its forms for digests, and a copy of its own."""
    game = GAMES["northgard"]
    seen: Counter[str] = Counter()
    for seed in range(3):
        random, dice = Random(seed), Dice(match_seed(bytes(32), f"clans-{seed}"))
        state = game.setup(make_setup(game, players, options))
        step = 0
        while question := game.pending(state):
            if not isinstance(question, Chance):
                seen.update(each.prompt for each in question)
            step += 1
            if step % 7 == 0:
                hold_together(state)
            game.apply(state, random_answer(random, dice, question))
        assert state.outcome
    assert seen["dragon.pyre"] + seen["winter.store"] + seen["kraken.token"] > 0


def hold_together(state: State) -> None:
    """Fail if a unit or a token is lost or there twice, or if the state has no forms or no copy."""
    pyre = state.part(Pyre)
    assert len(pyre.units) <= max(pyre.holds, 0)
    for seat, player in enumerate(state.players):
        assert player.away == pyre.units.count(seat)
        assert units_of(state, seat) + player.reserve + player.away == UNITS
        there = tides(state, seat)
        assert len(set(there)) == len(there) <= 2
        assert all(state.board.owner[each] == seat for each in there)
    assert sum(token.token == HIGH_TIDE for token in state.tokens) in (0, 2)
    canon.check(pyre)
    other = state.copy()
    assert canon.digest(other) == canon.digest(state)
    other.part(Pyre).units.append(0)
    assert canon.digest(other) != canon.digest(state)
