"""The greedy bot's rules of thumb for the fights of Northgard: positions in which the chances of dice decide."""

from __future__ import annotations

import pytest

from lawspeaker.northgard.v1 import northgard_pb2 as pb
from lawspeaker_bots.greedy.northgard.fights import UNHARMED, wins
from lawspeaker_engine.games.northgard.actions.combat import FACES
from lawspeaker_engine.games.northgard.figures import FIGURES
from lawspeaker_engine.games.northgard.modules.creature_part import CREATURES
from tests.clients.northgard_positions import FORTRESS, OTHER, OWN, THIRD, TOWER, picked

# Kaija.

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
    assert moved(range(1, 10), units=(9, 2, 0)) == (4, False)


def test_food_stands_in_for_units_on_both_sides():
    assert moved(range(1, 10), units=(9, 2, 0), me={"food": 3}) == (3, False)
    assert moved(range(1, 10), units=(9, 2, 0), enemy={"food": 2}) == (6, False)


def test_none_follow_an_attack_that_is_strong_enough():
    there = [pb.BattleView(territory=OTHER, attacker=0, defender=1, units=5)]
    assert moved(range(1, 5), units=(4, 2, 0), battles=there) is None


def test_some_follow_an_attack_that_is_too_weak():
    there = [pb.BattleView(territory=OTHER, attacker=0, defender=1, units=2)]
    assert moved(range(1, 5), units=(4, 2, 0), battles=there) == (2, False)


def test_towers_and_fortresses_do_not_matter_to_a_conqueror():
    held = {"units": (9, 2, 0), "buildings": [FORTRESS, TOWER]}
    assert moved(range(1, 10), **held) == (7, False)
    assert moved(range(1, 10), me={"conqueror": True}, **held) == (5, False)


def test_special_figures_of_an_enemy_fight_too():
    leader = next(number for number, row in enumerate(FIGURES) if row.id == "automa_leader_1")
    standing = [pb.FigureView(figure=leader, seat=1, territory=OTHER)]
    assert moved(range(1, 10), units=(9, 1, 0)) == (3, False)
    assert moved(range(1, 10), units=(9, 1, 0), figures=standing) == (4, False)


def settled(enemies):
    """Return how many units of four move into free land beside so many enemies."""
    options = [pb.Option(move=pb.Move(source=OWN, target=THIRD, units=units)) for units in (1, 2, 3)]
    chosen = picked("move.step", options, units=(4, enemies, 0), wood=(0, 0, 2))
    return chosen[0].move.units if chosen else 0


def test_land_beside_an_enemy_is_settled_by_as_many_as_can_hold_it():
    assert settled(1) == 2
    assert settled(2) == 3
    assert settled(9) == 1  # none of them can hold it


def test_recruits_go_where_the_enemy_may_come():
    options = [pb.Option(recruit=pb.Recruit(territory=territory)) for territory in (THIRD, OWN)]
    borders = {"owners": (0, 1, 0)}
    assert picked("recruit.place", options, units=(2, 2, 9), **borders)[0].recruit.territory == OWN
    assert picked("recruit.place", options, units=(9, 2, 2), **borders)[0].recruit.territory == THIRD


def test_who_retreats_goes_where_he_is_needed():
    options = [pb.Option(move=pb.Move(source=OTHER, target=target, units=2)) for target in (OWN, THIRD)]
    assert picked("combat.retreat", options, owners=(0, 1, 0), units=(5, 4, 2), least=1)[0].move.target == THIRD


def spent(food, *, units=(3, 2, 0), **fight):
    """Return the food that is spent in a combat for the second territory."""
    combat = pb.CombatView(territory=OTHER, **fight)
    options = [pb.Option(spend_food=pb.SpendFood(food=each)) for each in range(food + 1)]
    return picked("combat.food", options, units=units, combat=combat, least=1, me={"food": food}, wood=(0, 5, 0),
                  owners=(0, fight["defender"], -1))[0].spend_food.food


def test_food_is_spent_in_a_combat_as_far_as_it_helps():
    assert spent(3, attacker=0, defender=1, attacker_points=3, defender_points=3) == 2
    assert spent(3, attacker=0, defender=1, attacker_points=3, defender_points=1) == 0
    assert spent(3, attacker=1, defender=0, attacker_points=3, defender_points=3) == 2
    assert spent(3, attacker=1, defender=0, attacker_points=6, defender_points=1) == 0


def test_food_that_winter_needs_is_not_spent():
    fight = {"attacker": 0, "defender": 1, "attacker_points": 2, "defender_points": 2}
    assert spent(2, **fight) == 2
    assert spent(2, **fight, units=(7, 2, 0)) == 0


def test_a_casualty_is_chosen_that_leaves_no_defender():
    options = [pb.Option(die_face=pb.DieFace(points=points, casualties=1 - points)) for points in (1, 0)]
    fight = pb.CombatView(territory=OTHER, attacker=0, defender=1, attacker_points=3, defender_points=3)
    assert picked("combat.die", options, units=(3, 1, 0), combat=fight, least=1)[0].die_face.casualties
    assert picked("combat.die", options, units=(3, 2, 0), combat=fight, least=1)[0].die_face.points


def throws(of_attacker, of_defender):
    """Return all 36 throws, for each side (points, casualties); what each takes of the face with both is given."""
    def taken(face, part):
        return part if face.either else (face.points, face.casualties)

    return [(taken(attack, of_attacker), taken(defence, of_defender)) for attack in FACES for defence in FACES]


@pytest.mark.parametrize("lead", range(-6, 7))
def test_an_attackers_chances_are_those_of_the_dice(lead):
    count = sum(lead + attack[0] > defence[0] for attack, defence in throws((1, 0), (1, 0)))
    assert wins(lead, 9, 9) == wins(lead, 9, UNHARMED) == count


def test_who_loses_all_figures_has_lost():
    assert wins(-9, 9, 1) == sum(attack[1] >= 1 for attack, _ in throws((0, 1), (1, 0)))
    assert wins(-9, 9, 2) == sum(attack[1] >= 2 for attack, _ in throws((1, 0), (1, 0)))
    assert wins(9, 1, 9) == sum(defence[1] < 1 for _, defence in throws((1, 0), (0, 1)))


def test_if_both_lose_all_figures_the_attacker_has_not_won():
    assert wins(0, 1, 1) == sum(not defence[1] and (attack[1] > 0 or attack[0] > defence[0])
                                for attack, defence in throws((0, 1), (0, 1)))


def test_casualties_besides_the_dice_count():
    assert wins(9, 2, 9, 1) == wins(9, 1, 9)
    assert wins(9, 1, 9, 1) == 0


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
