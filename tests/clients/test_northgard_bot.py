"""The greedy bot's rules of thumb for Northgard: positions in which they must know what the rules cost and bring."""

from __future__ import annotations

import pytest

from lawspeaker.northgard.v1 import northgard_pb2 as pb
from lawspeaker_bots.greedy.northgard.kinds import KIND, MODES
from lawspeaker_bots.greedy.northgard.map import winter_cost, winter_is_paid
from lawspeaker_engine.games.northgard.actions.build import Build
from lawspeaker_engine.games.northgard.actions.explore import ExploreEffect
from lawspeaker_engine.games.northgard.actions.move import Move
from lawspeaker_engine.games.northgard.actions.recruit import Recruit
from lawspeaker_engine.games.northgard.buildings import BUILDINGS
from lawspeaker_engine.games.northgard.composition import CARD_EFFECTS
from lawspeaker_engine.games.northgard.editions import edition
from lawspeaker_engine.games.northgard.phases import winter
from tests.clients.northgard_positions import ALTAR, BEAR, CAMP, FORGE, OTHER, OWN, SILO, STONE, THIRD, number, picked

# Winter.

def trades(food, wood, lore):
    return [
        pb.Option(trade=pb.Trade(food=f, wood=w, lore=3 - f - w, resource=resource))
        for f in range(min(food, 3) + 1) for w in range(min(wood, 3 - f) + 1) if 3 - f - w <= lore
        for resource in range(3)
    ]


def traded(food, wood, lore, *, on_map, **others):
    """(food, wood, lore given, resource taken), or None."""
    chosen = picked("harvest.trade", trades(food, wood, lore), units=(on_map, 0, 0),
                    me={"food": food, "wood": wood, "lore": lore}, **others)
    return next(((o.trade.food, o.trade.wood, o.trade.lore, o.trade.resource) for o in chosen), None)


def test_winter_costs_what_the_rules_say():
    assert [winter_cost(units) for units in range(15)] == [winter.cost(edition("retail"), units) for units in range(15)]


def test_three_resources_are_traded_for_the_food_that_winter_lacks():
    assert traded(1, 0, 3, on_map=7) == (0, 0, 3, 0)


def test_three_resources_are_traded_for_the_wood_that_winter_lacks():
    assert traded(6, 0, 0, on_map=10) == (3, 0, 0, 1)


def test_lore_is_given_before_wood():
    assert traded(1, 3, 3, on_map=7) == (0, 0, 3, 0)


def test_nothing_is_traded_when_winter_is_paid():
    assert traded(2, 3, 3, on_map=7) is None


def test_nothing_is_traded_when_unrest_comes_all_the_same():
    assert traded(0, 0, 5, on_map=9) is None


def test_two_trades_are_begun_when_two_save_the_seat():
    assert traded(0, 0, 6, on_map=9) == (0, 0, 3, 0)


def test_nothing_is_traded_once_there_is_no_unrest_left():
    assert traded(1, 0, 3, on_map=7, unrest=0) is None


@pytest.mark.parametrize(("have", "paid"), [
    ((3, 1, 0), True), ((2, 1, 2), False), ((2, 1, 3), True), ((2, 3, 1), True), ((2, 0, 5), False), ((2, 0, 6), True),
])
def test_three_to_spare_make_up_for_one_that_winter_lacks(have, paid):
    assert winter_is_paid(10, *have) == paid


def plays(name, **position):
    """Return whether the card is played rather than passed."""
    options = [pb.Option(play_card=pb.PlayCard(card=number(name))), pb.Option(**{"pass": pb.Pass()})]
    return picked("turn.action", options, least=1, **position)[0].HasField("play_card")


def test_no_unit_is_recruited_for_whom_winter_lacks_wood():
    assert plays("recruit", units=(9, 0, 0), me={"food": 3, "wood": 1})
    assert not plays("recruit", units=(9, 0, 0), me={"food": 3, "wood": 0})


def test_not_in_the_last_year_either():
    assert not plays("recruit", units=(6, 0, 0), me={"food": 1}, year=7)


def test_kaija_is_recruited_where_winter_would_lack_food_for_a_unit():
    assert plays("recruit", units=(6, 0, 0), me={"food": 1, "clan": BEAR}, kaija=-1)
    assert not plays("recruit", units=(6, 0, 0), me={"food": 1, "clan": BEAR}, kaija=OWN)


# Setup, and the Automa.

def test_the_first_groups_settle_in_the_largest_territory():
    options = [pb.Option(place_group=pb.PlaceGroup(territory=territory)) for territory in (OWN, THIRD)]
    nobodys = {"owners": (-1, -1, -1), "year": 0, "least": 1}
    assert picked("setup.group", options, wood=(1, 0, 0), **nobodys)[0].place_group.territory == OWN
    assert picked("setup.group", options, wood=(1, 0, 0), sizes=(1, 1, 2), **nobodys)[0].place_group.territory == THIRD


def test_a_tile_with_a_lair_is_worth_less_where_creatures_come():
    options = [pb.Option(place_tile=pb.PlaceTile(tile=tile, x=1)) for tile in (0, 1)]
    first = {"owners": (-1, -1, -1), "year": 0, "least": 1}
    assert picked("setup.tile", options, **first)[0].place_tile.tile == 1
    assert picked("setup.tile", options, **first, modules=["creatures"])[0].place_tile.tile == 0


def test_the_automa_gets_the_worst_of_what_it_is_tied_between():
    options = [pb.Option(territory=pb.Territory(territory=territory)) for territory in (OTHER, THIRD)]
    tied = {"owners": (0, -1, -1), "units": (3, 0, 0), "wood": (0, 1, 0), "least": 1}
    assert picked("automa.enter", options, **tied)[0].territory.territory == THIRD
    assert picked("card.any", options, **tied)[0].territory.territory == OTHER


# Buildings.

def exchanged(old, carved=False, year=1):
    news = [new for new in range(8) if new != old and BUILDINGS[new].large == BUILDINGS[old].large]
    options = [
        pb.Option(replace_building=pb.ReplaceBuilding(territory=OWN, old=old, carved=carved, new=new))
        for new in news if carved or new != STONE
    ]
    chosen = picked("build.replace", options, units=(1, 0, 0), year=year)
    return next((o.replace_building.new for o in chosen), None)


def test_a_building_is_exchanged_for_the_one_that_brings_most():
    assert exchanged(FORGE) == ALTAR
    assert exchanged(STONE, carved=True) == SILO
    assert exchanged(CAMP, year=7) == SILO


def test_the_best_building_is_not_exchanged():
    assert exchanged(ALTAR) is None
    assert exchanged(SILO, carved=True) is None


# Cards.

def cards(*names):
    return [pb.Option(card=pb.Card(card=number(name))) for name in names]


@pytest.mark.parametrize("prompt", ["draw.discard", "draw.top", "card.discard"])
def test_the_card_given_up_is_the_one_least_worth_playing(prompt):
    given = picked(prompt, cards("market_place", "build", "fishing"), units=(1, 0, 0), least=1)
    assert given == cards("build")


def test_unrest_is_discarded_first_and_laid_on_top_last():
    assert picked("draw.discard", cards("build", "unrest"), units=(1, 0, 0), least=1) == cards("unrest")
    assert picked("draw.top", cards("unrest", "build"), units=(1, 0, 0), least=1) == cards("build")


def test_a_card_for_anything_is_used_for_what_is_best():
    feast = {"units": (3, 0, 0), "me": {"active": [number("feast")], "food": 3, "wood": 3}, "least": 1}
    options = [pb.Option(action=pb.Action(action=action)) for action in range(4)]
    assert picked("card.mode", options, large=(1, 0, 0), **feast)[0].action.action == MODES.index("build")
    assert picked("card.mode", options, **feast)[0].action.action == MODES.index("recruit")
    besieged = {"units": (1, 9, 0), "me": {"active": [number("feast")], "reserve": 0}, "least": 1}
    assert picked("card.mode", options, **besieged)[0].action.action == MODES.index("explore")


@pytest.mark.parametrize("name", [name for name, kind in KIND.items() if kind == "any"])
def test_what_a_card_for_anything_offers_is_numbered_as_on_the_card(name):
    verbs = {Recruit: "recruit", Move: "move", ExploreEffect: "explore", Build: "build"}
    effect, = CARD_EFFECTS[number(name)]
    assert tuple(verbs[type(each)] for each in effect.among) == MODES
