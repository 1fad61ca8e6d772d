"""The greedy bot's rules of thumb for Northgard: positions in which they must know what the rules cost and bring."""

from __future__ import annotations

import pytest
from google.protobuf.any_pb2 import Any

from lawspeaker.northgard.v1 import northgard_pb2 as pb
from lawspeaker.v1.match_pb2 import GameSetup
from lawspeaker.v1.referee_service_pb2 import DecisionRequest, MatchStarted
from lawspeaker_bot import Decision, Match
from lawspeaker_bot.bots import make
from lawspeaker_bot.bots.northgard import KIND, MODES, attacker_wins
from lawspeaker_bot.bots.northgard_map import KAIJA_POINTS, winter_cost, winter_is_paid
from lawspeaker_engine.games.northgard import winter
from lawspeaker_engine.games.northgard.build import Build
from lawspeaker_engine.games.northgard.buildings import BUILDINGS
from lawspeaker_engine.games.northgard.cards import CARDS
from lawspeaker_engine.games.northgard.combat import FACES
from lawspeaker_engine.games.northgard.editions import edition
from lawspeaker_engine.games.northgard.explore import ExploreEffect
from lawspeaker_engine.games.northgard.modules.creature_part import CREATURES
from lawspeaker_engine.games.northgard.move import Move
from lawspeaker_engine.games.northgard.recruit import Recruit

SILO, LODGE, STONE, TOWER, CAMP, FORTRESS, FORGE, ALTAR = range(8)
BEAR, GOAT = 0, 1
OWN, OTHER, THIRD = 1, 2, 3
"""Territories in a row, with regular borders."""


def packed(message):
    out = Any()
    out.Pack(message)
    return out


def number(name):
    return next(i for i, card in enumerate(CARDS) if card.id == name)


CATALOGUE = pb.Catalogue(
    cards=[pb.CardInfo(id=card.id, set=card.set, flash=card.flash, fame=card.fame) for card in CARDS],
    buildings=[pb.BuildingInfo(id=row.id, large=row.large, wood=row.cost) for row in BUILDINGS],
    clans=[pb.ClanInfo(id="bear"), pb.ClanInfo(id="goat")],
    creatures=[pb.CreatureInfo(id=row.id, points=row.points, fame=row.fame) for row in CREATURES],
)


def picked(prompt, options, *, owners=(0, 1, -1), units=(0, 0, 0), large=(0, 0, 0), wood=(0, 0, 0), me=None,
           enemy=None, least=0, year=1, unrest=10, kaija=-2, battles=(), buildings=(), creatures=(), combat=None):
    """Return what the bot picks of these options on seat 0; buildings stand in the second of three territories."""
    zeros = [0, 0, 0]
    view = pb.View(
        seat=0, year=year, years=7, unrest_left=unrest, kaija=kaija, battles=battles, combat=combat,
        creatures=pb.CreaturesView(line=creatures),
        players=[pb.PlayerView(seat=0, **({"clan": GOAT, "reserve": 14 - units[0]} | (me or {}))),
                 pb.PlayerView(seat=1, clan=GOAT, **(enemy or {}))],
        layout=pb.Layout(
            territory=[OWN, OTHER, THIRD], food=zeros, wood=wood, lore=zeros, lairs=zeros, size=[1, 1, 1],
            open_sides=[1, 1, 1], border_from=[OWN, OTHER, OTHER, THIRD], border_to=[OTHER, OWN, THIRD, OTHER],
            border_kind=[1, 1, 1, 1],
        ),
        board=pb.BoardView(
            owner=owners, units=units, small=zeros, carved=zeros, large=large, building=buildings,
            building_territory=[OTHER] * len(buildings), building_space=[2] * len(buildings),
        ),
    )
    request = DecisionRequest(
        match_id="m", prompt=prompt, options=packed(pb.Options(options=options)), option_count=len(options),
        least=least, most=1, view=packed(view),
    )
    started = MatchStarted(match_id="m", setup=GameSetup(game="northgard", players=2), catalogue=packed(CATALOGUE))
    return [options[pick] for pick in make("greedy").decide(Decision(request, Match(started)))]


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


# Kaija.

def test_kaija_counts_what_the_rules_say():
    assert edition("retail").kaija_points == KAIJA_POINTS


def test_kaija_is_recruited_where_winter_would_lack_food_for_a_unit():
    assert plays("recruit", units=(6, 0, 0), me={"food": 1, "clan": BEAR}, kaija=-1)
    assert not plays("recruit", units=(6, 0, 0), me={"food": 1, "clan": BEAR}, kaija=OWN)


def moved(counts, *, who=(False,), **position):
    """(units, Kaija) that move from the first territory to the second, or None."""
    options = [
        pb.Option(move=pb.Move(source=OWN, target=OTHER, units=units, kaija=kaija)) for units in counts for kaija in who
    ]
    chosen = picked("move.step", options, **position)
    return next(((o.move.units, o.move.kaija) for o in chosen), None)


def test_the_last_unit_leaves_land_that_kaija_holds():
    free = {"owners": (0, -1, -1), "units": (1, 0, 0), "wood": (1, 1, 0)}
    assert moved([1], kaija=OWN, **free) == (1, False)
    assert moved([1], kaija=-2, **free) is None


def test_kaija_fights_for_two():
    fight = {"units": (3, 3, 0), "large": (0, 1, 0)}
    assert moved([3], who=(True,), kaija=OWN, **fight) == (3, True)
    assert moved([3], **fight) is None


def test_an_army_does_not_attack_kaija_as_if_she_were_not_there():
    assert moved([4], units=(5, 2, 0)) == (4, False)
    assert moved([4], units=(5, 2, 0), kaija=OTHER) is None


def test_kaija_is_removed_rather_than_a_unit():
    options = [pb.Option(figure=pb.Figure(territory=OTHER, kaija=kaija)) for kaija in (False, True)]
    assert picked("card.remove", options, units=(1, 1, 0), kaija=OTHER, least=1)[0].figure.kaija


# Attacks.

def test_nine_do_not_attack_two():
    assert moved(range(1, 10), units=(9, 2, 0)) == (5, False)


def test_food_stands_in_for_units_on_both_sides():
    assert moved(range(1, 10), units=(9, 2, 0), me={"food": 3}) == (3, False)
    assert moved(range(1, 10), units=(9, 2, 0), enemy={"food": 2}) == (7, False)


def test_none_follow_an_attack_that_is_strong_enough():
    there = [pb.BattleView(territory=OTHER, attacker=0, defender=1, units=5)]
    assert moved(range(1, 5), units=(4, 2, 0), battles=there) is None


def test_some_follow_an_attack_that_is_too_weak():
    there = [pb.BattleView(territory=OTHER, attacker=0, defender=1, units=2)]
    assert moved(range(1, 5), units=(4, 2, 0), battles=there) == (3, False)


def test_towers_and_fortresses_do_not_matter_to_a_conqueror():
    held = {"units": (9, 2, 0), "buildings": [FORTRESS, TOWER]}
    assert moved(range(1, 10), **held) == (8, False)
    assert moved(range(1, 10), me={"conqueror": True}, **held) == (5, False)


def test_an_attackers_chances_are_those_of_the_dice():
    def best(face):
        return 1 if face.either else face.points

    throws = [best(attack) - best(defence) for attack in FACES for defence in FACES]
    for lead in range(-6, 7):
        assert attacker_wins(lead) == sum(lead + throw > 0 for throw in throws)


# Creatures.

WOLF, BROWN_BEAR = (next(i for i, row in enumerate(CREATURES) if row.id == name) for name in ("wolf", "brown_bear"))


def hunted(*kinds, prompt="combat.hunt", **position):
    """Return the creature that is attacked, of those of these kinds in the own territory; None if none is."""
    line = [pb.CreatureView(number=i, creature=kind, territory=OWN) for i, kind in enumerate(kinds, 1)]
    options = [pb.Option(hunt=pb.Hunt(creature=each.number, territory=OWN)) for each in line]
    chosen = picked(prompt, options, creatures=line, **position)
    return next((kinds[o.hunt.creature - 1] for o in chosen), None)


def test_a_creature_is_attacked_only_where_the_chances_are_good():
    assert hunted(WOLF, units=(5, 0, 0)) == WOLF
    assert hunted(WOLF, units=(4, 0, 0)) is None


def test_food_helps_to_attack_a_creature():
    assert hunted(WOLF, units=(4, 0, 0), me={"food": 1}) == WOLF
    assert hunted(WOLF, units=(2, 0, 0), me={"food": 9}) is None


def test_kaija_helps_to_attack_a_creature():
    assert hunted(WOLF, units=(3, 0, 0), kaija=OWN) == WOLF


def test_of_two_creatures_the_one_is_attacked_that_promises_more_fame():
    assert hunted(WOLF, BROWN_BEAR, units=(6, 0, 0)) == WOLF
    assert hunted(WOLF, BROWN_BEAR, units=(9, 0, 0)) == BROWN_BEAR


def test_a_creature_that_a_card_leads_away_need_not_be_beaten():
    assert hunted(BROWN_BEAR, prompt="card.lead", units=(1, 0, 0), least=1) == BROWN_BEAR


@pytest.mark.parametrize(("attacks", "food"), [(True, 3), (False, 1)])
def test_food_is_spent_for_the_own_side_in_a_combat_with_a_creature(attacks, food):
    combat = pb.CombatView(territory=OWN, creature=1, creature_attacks=attacks, attacker_points=5, defender_points=4)
    options = [pb.Option(spend_food=pb.SpendFood(food=food)) for food in range(5)]
    assert picked("combat.food", options, units=(4, 0, 0), combat=combat, least=1)[0].spend_food.food == food


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
    assert exchanged(SILO, carved=True) == STONE
    assert exchanged(CAMP, year=7) == SILO


def test_the_best_building_is_not_exchanged():
    assert exchanged(ALTAR) is None
    assert exchanged(STONE, carved=True) is None


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
    assert picked("card.mode", options, **feast)[0].action.action == MODES.index("explore")


@pytest.mark.parametrize("name", [name for name, kind in KIND.items() if kind == "any"])
def test_what_a_card_for_anything_offers_is_numbered_as_on_the_card(name):
    verbs = {Recruit: "recruit", Move: "move", ExploreEffect: "explore", Build: "build"}
    effect, = CARDS[number(name)].effects
    assert tuple(verbs[type(each)] for each in effect.among) == MODES
