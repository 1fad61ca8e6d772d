"""A raid is fought: placing, rolling, rerolling and what comes of it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lawspeaker_engine.games.clansmen.options import Face, Raider, RerollDie, RerollRaider, Tile, TurnDie
from lawspeaker_engine.games.clansmen.view import make_view
from lawspeaker_engine.model import PUBLIC, Chance

from .positions import (
    A,
    B,
    C,
    answer,
    build,
    card,
    chance,
    decision,
    done,
    draw,
    hand,
    home,
    kinds,
    offered,
    put,
    roll,
    run,
    stock,
)
from .raids import attack, commit, fight, raid_state, waits


def respect(state):
    """By seat."""
    return [player.respect for player in state.players]


def placed(state):
    """By Raider: the tiles of the dice on it, ascending."""
    return [
        sorted(die.tile for die in state.raid.dice if die.raider == raider)
        for raider in range(len(state.raid.raiders))
    ]


def shown(state):
    """By tile: the pips of its die."""
    return {die.tile: die.pips for die in state.raid.dice}


def to_the_roll(state):
    """Take the default for every die that is left to place, until the Raiders roll."""
    while not isinstance(run(state), Chance):
        answer(state, *decision(state).default)


# Dice and their placing.

def test_CL_RAID_05_each_defender_has_a_six_sided_die_like_each_raider():
    state = raid_state()
    tiles = [put(state, A, "farmer"), put(state, A, "warrior"), put(state, B, "laborer")]
    attack(state, 2)
    commit(state, {A: tiles[:2], B: tiles[2:]})
    to_the_roll(state)
    dice = []
    while run(state):
        asked = chance(state)
        assert asked.options == [Face(pips) for pips in range(1, 7)]
        assert (asked.count, asked.seen_by) == (1, PUBLIC)
        dice.append(asked.prompt)
        roll(state, 2)
    assert dice == ["raid.raider"] * 2 + ["raid.die"] * 3


def test_CL_T59_CL_RAID_06_CL_RAID_07_AMB_CL_34_even_dice_are_dealt_and_the_last_one_is_placed_by_its_owner():
    state = raid_state(4)
    f1, w1 = put(state, A, "farmer"), put(state, A, "warrior")
    f2, f3 = sorted([put(state, B, "farmer"), put(state, B, "farmer")])
    w2 = put(state, C, "warrior")
    attack(state, 2)
    commit(state, {A: [w1, f1], B: [f2, f3], C: [w2]})
    assert waits(state) == (B, "raid.place")
    assert offered(state) == [Raider(0), Raider(1)]
    asked = decision(state)
    assert (asked.least, asked.most, asked.default, asked.seen_by) == (1, 1, (0,), PUBLIC)
    assert placed(state) == [sorted([w1, f1]), sorted([w2, f2])]
    answer(state, Raider(1))
    run(state)
    assert placed(state) == [sorted([w1, f1]), sorted([w2, f2, f3])]


def test_CL_RAID_06_AMB_CL_34_warriors_are_split_first_then_clansmen_separately_from_the_start_token_on():
    state = raid_state(3)
    state.start = C
    w0, w1 = sorted([put(state, A, "warrior"), put(state, A, "warrior")])
    f0, f1, f2 = sorted([put(state, A, "farmer"), put(state, A, "laborer"), put(state, A, "craftsman")])
    w2, f3 = put(state, C, "warrior"), put(state, C, "farmer")
    attack(state, 2)
    commit(state, {A: [w0, w1, f0, f1, f2], C: [w2, f3]})
    run(state)
    # Warriors are dealt w2 w0 | w1, Clansmen f3 f0 f1 f2: the second half of the Warriors does not tip the Clansmen.
    assert placed(state) == [sorted([w2, f3, f1]), sorted([w0, f0, f2])]
    assert waits(state) == (A, "raid.place")
    assert [die.tile for die in state.raid.dice if die.raider < 0] == [w1]


def test_CL_RAID_06_AMB_CL_34_each_player_in_turn_gives_one_die_as_named_a_weakened_warrior_among_the_warriors():
    state = raid_state()
    first, second = (put(state, A, "warrior") for _ in range(2))
    third, fourth = put(state, B, "warrior", weakened=True), put(state, B, "warrior")
    more = [put(state, A, "farmer") for _ in range(4)]
    attack(state, 4)
    commit(state, {A: [second, first, *reversed(more)], B: [fourth, third]})
    run(state)
    rounds = [[second, more[3]], [fourth, more[2]], [first, more[1]], [third, more[0]]]
    assert placed(state) == [sorted(row) for row in rounds]
    assert [die.tile for die in state.raid.dice] == [second, fourth, first, third, *reversed(more)]


def test_CL_RAID_06_with_twice_as_many_warriors_as_raiders_each_raider_faces_two_of_them():
    state = raid_state()
    warriors = [put(state, A, "warrior") for _ in range(4)]
    attack(state, 2)
    commit(state, {A: warriors})
    run(state)
    assert placed(state) == [sorted(warriors[::2]), sorted(warriors[1::2])]


def test_CL_RAID_06_CL_RAID_07_of_the_dice_left_over_the_warriors_are_placed_before_the_clansmen():
    state = raid_state()
    state.start = B
    warrior, farmer = put(state, A, "warrior"), put(state, B, "farmer")
    attack(state, 2)
    commit(state, {A: [warrior], B: [farmer]})
    assert waits(state) == (A, "raid.place")
    assert [die.tile for die in state.raid.dice] == [warrior, farmer]
    answer(state, Raider(0))
    assert waits(state) == (B, "raid.place")


@pytest.mark.parametrize("turned", [False, True])
def test_CL_RAID_07_AMB_CL_34_who_is_named_last_is_dealt_last_and_so_left_over(turned):
    state = raid_state()
    low, middle, high = sorted(put(state, A, "farmer") for _ in range(3))
    attack(state, 2)
    assert all(each.ordered for each in run(state))
    named = [high, middle, low] if turned else [low, middle, high]
    commit(state, {A: named})
    assert waits(state) == (A, "raid.place")
    assert [die.tile for die in state.raid.dice] == named
    assert [die.tile for die in state.raid.dice if die.raider < 0] == named[2:]
    assert make_view(state, B).raid.committed == named


def test_CL_T60_CL_RAID_07_a_lone_die_goes_to_any_raider_and_the_others_are_unopposed():
    for raider in range(3):
        state = raid_state()
        farmer = put(state, A, "farmer")
        attack(state, 3)
        commit(state, {A: [farmer]})
        assert offered(state) == [Raider(0), Raider(1), Raider(2)]
        answer(state, Raider(raider))
        stock(state, B, goods=9)
        roll(state, 1, 1, 1, 2)
        assert done(state)
        assert respect(state) == [1, 0]
        assert state.players[B].stock[3] == 7  # the other two Raiders plunder: first B, who did not defend


def test_CL_RAID_07_AMB_CL_34_owners_place_in_the_order_of_the_deal_and_the_default_is_the_raider_with_fewest_dice():
    state = raid_state(3)
    state.start = B
    tiles = [put(state, seat, "farmer") for seat in (A, B)]
    warrior = put(state, C, "warrior")
    attack(state, 4)
    commit(state, {A: tiles[:1], B: tiles[1:], C: [warrior]})
    asked = []
    while not isinstance(run(state), Chance):
        asked.append((decision(state).seat, *decision(state).default))
        answer(state, Raider(0))
    assert asked == [(C, 0), (B, 1), (A, 1)]  # the Warrior first, then from the Start token
    assert placed(state)[0] == sorted([*tiles, warrior])


def test_CL_RAID_07_with_one_raider_there_is_nothing_to_choose():
    state = raid_state()
    tiles = [put(state, A, "farmer"), put(state, A, "warrior")]
    attack(state)
    commit(state, {A: tiles})
    assert isinstance(run(state), Chance)
    assert placed(state) == [sorted(tiles)]


# Who beats whom.

@pytest.mark.parametrize(("buildings", "after"), [
    ((), (["farmer*"], 0, 0)), (("wooden_palisade",), (["farmer"], 0, 0)), (("stone_walls",), (["farmer"], 1, 1)),
])
def test_CL_T61_CL_RAID_08_CL_RAID_11_CL_RAID_12_CL_BUILD_04_CL_BUILD_14_AMB_CL_20_ties(buildings, after):
    state = raid_state()
    farmer = put(state, A, "farmer")
    stock(state, A, goods=1)
    build(state, A, *buildings)
    fight(state, {A: [farmer]}, 4, 4)
    assert done(state)
    assert (kinds(state, A), state.players[A].stock[3], state.players[A].respect) == after


@pytest.mark.parametrize(("buildings", "pips", "alive"), [
    ((), 4, False), (("wooden_palisade",), 4, True), (("wooden_palisade",), 3, False), (("stone_walls",), 3, False),
])
def test_AMB_CL_20_a_wound_is_to_be_weakened_or_removed_if_weakened_already(buildings, pips, alive):
    state = raid_state()
    ill = put(state, A, "farmer", weakened=True)
    build(state, A, *buildings)
    fight(state, {A: [ill]}, 4, pips)
    assert done(state)
    assert kinds(state, A) == (["farmer*"] if alive else [])


def test_CL_BUILD_04_CL_BUILD_14_palisade_and_walls_help_their_owner_only():
    state = raid_state(3)
    tiles = [put(state, seat, "farmer") for seat in (A, B, C)]
    build(state, A, "wooden_palisade")
    build(state, B, "stone_walls")
    fight(state, {seat: [tile] for seat, tile in enumerate(tiles)}, 3, 3, 3, 3)
    assert done(state)
    assert [kinds(state, seat) for seat in (A, B, C)] == [["farmer"], ["farmer"], ["farmer*"]]
    assert respect(state) == [1, 1, 1]


@pytest.mark.parametrize(("kind", "defeated"), [
    ("warrior", True), ("farmer", False), ("laborer", False), ("craftsman", False),
])
def test_CL_T62_CL_POP_05_CL_POP_06_CL_RAID_05_a_warrior_adds_one_and_all_others_are_clansmen(kind, defeated):
    for terrain in ("lowlands", "mountain", "lake"):
        state = raid_state()
        fight(state, {A: [put(state, A, kind, terrain)]}, 5, 5)
        assert done(state)
        assert respect(state) == [int(defeated), 0]
        assert kinds(state, A) == [kind if defeated else f"{kind}*"]


def test_CL_POP_06_in_the_placing_too_everybody_but_warriors_is_a_clansman():
    state = raid_state()
    tiles = [put(state, A, kind) for kind in ("farmer", "laborer", "craftsman", "warrior")]
    attack(state)
    commit(state, {A: tiles})
    run(state)
    assert [(die.tile, die.warrior) for die in state.raid.dice] == [
        (tiles[3], True), *((tile, False) for tile in tiles[:3]),
    ]


@pytest.mark.parametrize(("halls", "farmer"), [((), "farmer*"), (("healing_hall",), "farmer")])
def test_CL_T63_CL_RAID_09_CL_RAID_10_CL_RAID_11_CL_BUILD_18_AMB_CL_30_one_die_that_beats_is_enough(halls, farmer):
    state = raid_state()
    tiles = {seat: [put(state, seat, "farmer")] for seat in (A, B)}
    build(state, B, *halls)
    stock(state, A, goods=1)
    fight(state, tiles, 3, 5, 2)
    assert done(state)
    assert respect(state) == [1, 1]
    assert state.players[A].stock[3] == 1
    assert (kinds(state, A), kinds(state, B)) == (["farmer"], [farmer])


def test_CL_T64_CL_RAID_10_CL_GOAL_04_a_defeated_raider_gives_each_defending_player_one_respect():
    state = raid_state()
    farmers = [put(state, A, "farmer"), put(state, A, "farmer")]
    fight(state, {A: farmers}, 2, 4, 5)
    assert done(state)
    assert respect(state) == [1, 0]


def test_CL_RAID_10_CL_GOAL_04_respect_is_given_for_each_raider_and_only_to_those_who_faced_it():
    state = raid_state(3)
    tiles = {A: [put(state, A, "farmer"), put(state, A, "farmer")], B: [put(state, B, "farmer")]}
    attack(state, 2)
    commit(state, tiles)
    answer(state, Raider(0))  # A's second die beside its first
    roll(state, 1, 6, 5, 6, 2)
    assert done(state)
    assert respect(state) == [1, 0, 0]
    assert kinds(state, B) == ["farmer*"]
    state = raid_state(3)
    tiles = {A: [put(state, A, "farmer"), put(state, A, "farmer")]}
    fight(state, tiles, 1, 1, 2, 2, raiders=2)
    assert done(state)
    assert respect(state) == [2, 0, 0]


def test_CL_T65_CL_RAID_11_CL_POP_10_a_weakened_population_that_fails_is_removed():
    state = raid_state()
    laborer = put(state, A, "laborer", weakened=True)
    stock(state, A, goods=2)
    fight(state, {A: [laborer]}, 6, 3)
    assert done(state)
    assert kinds(state, A) == []
    assert state.players[A].stock[3] == 1


def test_CL_RAID_12_AMB_CL_31_an_undefeated_raider_plunders_once_however_many_dice_failed():
    state = raid_state()
    farmers = [put(state, A, "farmer") for _ in range(3)]
    stock(state, A, goods=9)
    fight(state, {A: farmers}, 6, 1, 2, 3)
    assert done(state)
    assert kinds(state, A) == ["farmer*"] * 3
    assert state.players[A].stock[3] == 8


def test_CL_T66_CL_BUILD_18_a_healing_hall_helps_only_in_victory():
    state = raid_state()
    farmer = put(state, A, "farmer")
    build(state, A, "healing_hall")
    stock(state, A, goods=1)
    fight(state, {A: [farmer]}, 5, 2)
    assert done(state)
    assert kinds(state, A) == ["farmer*"]
    assert state.players[A].stock[3] == 0


@pytest.mark.parametrize(("healing", "last", "after"), [
    ("raider", 6, ["craftsman*", "farmer", "laborer"]), ("raid", 6, ["craftsman*", "farmer*", "laborer"]),
    ("raider", 1, ["craftsman", "farmer", "laborer"]), ("raid", 1, ["craftsman", "farmer", "laborer"]),
])
def test_AMB_CL_32_a_victory_is_against_one_raider_or_in_the_whole_raid(healing, last, after):
    state = raid_state(healing=healing)
    build(state, A, "healing_hall")
    tiles = sorted(home(state, A))[:3]
    for tile, kind in zip(tiles, ("farmer", "craftsman", "laborer"), strict=True):
        put(state, A, kind, tile=tile)
    attack(state, 2)
    commit(state, {A: tiles})
    answer(state, Raider(0))  # the Laborer beside the Farmer, the Craftsman alone on the second Raider
    roll(state, 3, last, 2, 3, 5)
    assert done(state)
    assert kinds(state, A) == after


# Rerolls.

def test_CL_T67_CL_BUILD_03_CL_RAID_13_a_watchtower_rerolls_one_own_die_once_a_raid():
    state = raid_state()
    farmer, other = put(state, A, "farmer"), put(state, B, "farmer")
    build(state, A, "watchtower")
    fight(state, {A: [farmer], B: [other]}, 3, 1, 1)
    assert waits(state) == (A, "raid.reroll")
    assert offered(state) == [RerollDie(farmer, blessing=False)]
    asked = decision(state)
    assert (asked.least, asked.most, asked.default, asked.seen_by) == (0, 1, (), PUBLIC)
    answer(state, RerollDie(farmer, blessing=False))
    assert chance(state).stream == "raid/1/summer/1/reroll/0"
    roll(state, 6)
    assert done(state)  # no second reroll in this raid
    assert respect(state) == [1, 1]
    assert (kinds(state, A), kinds(state, B)) == (["farmer"], ["farmer*"])
    fight(state, {A: [farmer]}, 3, 1)
    assert waits(state) == (A, "raid.reroll")  # in the next raid it helps again


def test_CL_T68_CL_BUILD_13_CL_BLESS_04_a_raider_die_by_the_signal_tower_and_any_die_by_a_blessing():
    state = raid_state()
    farmer = put(state, A, "farmer")
    build(state, A, "watchtower", "signal_tower")
    state.players[A].blessings = 1
    fight(state, {A: [farmer]}, 6, 3)
    assert offered(state) == [
        RerollDie(farmer, blessing=False), RerollRaider(0, blessing=False),
        RerollDie(farmer, blessing=True), RerollRaider(0, blessing=True),
    ]
    answer(state, RerollRaider(0, blessing=False))
    roll(state, 3)
    assert state.raid.raiders == [3]
    assert RerollRaider(0, blessing=False) not in offered(state)
    answer(state, RerollDie(farmer, blessing=True))
    roll(state, 5)
    assert state.players[A].blessings == 0
    assert offered(state) == [RerollDie(farmer, blessing=False)]
    answer(state)
    assert done(state)
    assert respect(state) == [1, 0]


def test_CL_BLESS_04_CL_RAID_13_the_new_result_stands_and_every_blessing_rerolls_once_more():
    state = raid_state()
    farmer = put(state, A, "farmer")
    state.players[A].blessings = 2
    fight(state, {A: [farmer]}, 4, 5)
    answer(state, RerollDie(farmer, blessing=True))
    roll(state, 2)
    answer(state, RerollDie(farmer, blessing=True))
    roll(state, 4)
    assert done(state)
    assert (kinds(state, A), state.players[A].blessings) == (["farmer*"], 0)


@pytest.mark.parametrize("die", ["any", "own"])
def test_AMB_CL_19_a_blessing_rerolls_own_dice_and_perhaps_raiders_ones_but_never_another_players(die):
    state = raid_state(blessing_die=die)
    tiles = [put(state, seat, "farmer") for seat in (A, B)]
    state.players[A].blessings = 1
    attack(state, 3)
    commit(state, {A: tiles[:1], B: tiles[1:]})
    answer(state, Raider(1))
    answer(state, Raider(2))
    roll(state, 3, 3, 3, 2, 2)
    own, faced = [RerollDie(tiles[0], blessing=True)], [RerollRaider(1, blessing=True), RerollRaider(2, blessing=True)]
    assert offered(state) == (own + faced if die == "any" else own)  # nobody faces the first Raider


def test_CL_RAID_13_rerolls_go_round_in_turn_order_until_all_have_passed_in_succession():
    state = raid_state(3)
    state.start = B
    tiles = {seat: [put(state, seat, "farmer")] for seat in (A, B, C)}
    for seat, blessings in ((A, 1), (B, 2), (C, 1)):
        state.players[seat].blessings = blessings
    fight(state, tiles, 3, 1, 1, 1)
    asked = []
    for reroll in (True, False, False, True, False, False):
        asked.append(waits(state)[0])
        if reroll:
            answer(state, RerollDie(*tiles[asked[-1]], blessing=True))
            roll(state, 1)
        else:
            answer(state)
    assert asked == [B, C, A, B, C, A]
    assert done(state)
    assert [player.blessings for player in state.players] == [1, 0, 1]


def test_CL_RAID_13_who_has_no_reroll_is_not_asked_and_a_bystander_may_reroll_raiders():
    state = raid_state(3)
    farmer = put(state, A, "farmer")
    build(state, B, "watchtower", "signal_tower")
    fight(state, {A: [farmer]}, 5, 5)
    assert waits(state) == (B, "raid.reroll")
    assert offered(state) == [RerollRaider(0, blessing=False)]
    answer(state, RerollRaider(0, blessing=False))
    roll(state, 4)
    assert done(state)
    assert respect(state) == [1, 0, 0]


# Valor.

@pytest.mark.parametrize(("kind", "defeated"), [("farmer", False), ("warrior", True)])
def test_CL_T69_CL_TALES_05_AMB_CL_35_valor_shows_six_without_rolling(kind, defeated):
    state = raid_state()
    tile = put(state, A, kind)
    hand(state, A, "valor")
    state.players[A].blessings = 1
    attack(state)
    commit(state, {A: [tile]}, {A: [tile]})
    roll(state, 6)
    run(state)
    assert shown(state) == {tile: 6}
    assert offered(state) == [RerollRaider(0, blessing=True)]  # the die that was set is not rolled again
    answer(state)
    assert done(state)
    assert respect(state) == [int(defeated), 0]
    assert (state.players[A].hand, state.discard) == ([], [card("valor")])


def test_AMB_CL_35_valor_may_be_played_after_the_roll_and_all_who_may_hold_it_are_asked():
    state = raid_state(3, valor="roll")
    tiles = {seat: [put(state, seat, "farmer")] for seat in (A, B, C)}
    hand(state, A, "cats")
    hand(state, B, "valor", "cats")
    fight(state, tiles, 5, 1, 2, 3)
    assert waits(state) == (A, "raid.reroll")
    assert offered(state) == []
    assert make_view(state, B).raid.opened
    answer(state)
    assert offered(state) == [TurnDie(card("valor"), tiles[B][0])]
    answer(state, TurnDie(card("valor"), tiles[B][0]))
    assert waits(state) == (A, "raid.reroll")  # C has no cards; B's only die is set now
    assert shown(state)[tiles[B][0]] == 6
    assert make_view(state, A).raid.valor == tiles[B]
    answer(state)
    assert done(state)
    assert respect(state) == [1, 1, 1]
    assert (state.players[B].hand, state.discard) == ([card("cats")], [card("valor")])


def test_AMB_CL_35_after_the_roll_who_has_no_die_in_play_or_when_all_copies_lie_open_nobody_is_asked():
    state = raid_state(valor="roll")
    farmer = put(state, A, "farmer")
    hand(state, A, "cats")
    hand(state, B, "valor")
    state.discard = [card("valor")] * 3
    fight(state, {A: [farmer]}, 5, 1)
    assert waits(state) == (A, "raid.reroll")
    answer(state)
    assert done(state)
    hand(state, B, "cats")
    state.discard = [card("valor")] * 4
    fight(state, {A: [farmer]}, 5, 1)
    assert done(state)


def test_AMB_CL_35_a_card_that_was_not_committed_cannot_be_played_after_the_roll():
    state = raid_state()
    farmer = put(state, A, "farmer")
    hand(state, A, "valor")
    attack(state)
    commit(state, {A: [farmer]})
    roll(state, 6, 1)
    assert done(state)
    assert state.players[A].hand == [card("valor")]


def test_AMB_CL_35_in_that_reading_no_card_is_asked_for_with_the_commitment():
    state = raid_state(valor="roll")
    farmer = put(state, A, "farmer")
    hand(state, A, "valor")
    attack(state)
    assert run(state)[A].options == [Tile(farmer)]
    commit(state, {A: [farmer]})
    assert isinstance(run(state), Chance)


# Stables.

def test_CL_T70_CL_BUILD_19_CL_RAID_14_AMB_CL_33_others_on_a_raider_beaten_in_front_stay_unhurt_and_share_respect():
    state = raid_state()
    tiles = {A: [put(state, A, "warrior")], B: [put(state, B, "farmer")]}
    build(state, A, "stables")
    fight(state, tiles, 4, 4)
    assert done(state)
    assert respect(state) == [1, 1]
    assert (kinds(state, A), kinds(state, B)) == (["warrior"], ["farmer"])


def test_CL_T71_CL_BUILD_19_AMB_CL_33_if_they_fail_the_others_fight_the_same_roll_of_the_raider():
    state = raid_state()
    tiles = {A: [put(state, A, "warrior")], B: [put(state, B, "farmer")]}
    build(state, A, "stables")
    stock(state, A, goods=1)
    fight(state, tiles, 4, 3, 6)
    assert done(state)
    assert respect(state) == [1, 1]
    assert (kinds(state, A), kinds(state, B)) == (["warrior*"], ["farmer"])
    assert state.players[A].stock[3] == 1


def test_CL_BUILD_19_AMB_CL_33_warriors_of_all_stables_go_together_and_other_warriors_with_the_clansmen():
    state = raid_state(4)
    rows = {seat: [put(state, seat, "warrior")] for seat in range(4)}
    rows[B].append(put(state, B, "farmer"))
    for seat in (B, C):
        build(state, seat, "stables")
    attack(state)
    commit(state, rows)
    roll(state, 6, 5, 5)
    assert chance(state).stream == f"raid/1/summer/1/defender/0/{rows[A][0]}"
    dice = shown(state)
    assert [dice[rows[seat][0]] for seat in range(4)] == [0, 5, 5, 0]
    assert dice[rows[B][1]] == 0
    roll(state, 1, 1, 1)
    assert done(state)
    assert [kinds(state, seat) for seat in range(4)] == [
        ["warrior*"], ["farmer*", "warrior*"], ["warrior*"], ["warrior*"],
    ]


def test_CL_RAID_14_CL_RAID_13_each_round_has_its_rerolls_and_what_is_settled_stays():
    state = raid_state()
    tiles = {A: [put(state, A, "warrior")], B: [put(state, B, "farmer")]}
    build(state, A, "stables")
    build(state, B, "watchtower", "signal_tower")
    state.players[A].blessings = 1
    fight(state, tiles, 4, 2)
    warrior, farmer = tiles[A][0], tiles[B][0]
    assert waits(state) == (A, "raid.reroll")
    assert offered(state) == [RerollDie(warrior, blessing=True), RerollRaider(0, blessing=True)]
    answer(state)
    assert waits(state) == (B, "raid.reroll")
    assert offered(state) == [RerollRaider(0, blessing=False)]  # its own die has not rolled yet
    answer(state)
    roll(state, 1)
    assert waits(state) == (A, "raid.reroll")
    assert offered(state) == [RerollRaider(0, blessing=True)]  # the Warrior's fight is over
    answer(state)
    assert offered(state) == [RerollDie(farmer, blessing=False), RerollRaider(0, blessing=False)]
    answer(state, RerollRaider(0, blessing=False))
    roll(state, 1)
    answer(state)
    answer(state, RerollDie(farmer, blessing=False))
    roll(state, 2)
    answer(state)
    assert done(state)
    assert respect(state) == [1, 1]
    assert (kinds(state, A), kinds(state, B)) == (["warrior*"], ["farmer"])


def test_CL_RAID_14_CL_RAID_13_in_the_second_round_only_raiders_that_are_still_fought_are_rerolled():
    state = raid_state()
    tiles = {A: [put(state, A, "warrior"), put(state, A, "warrior")]}
    tiles[B] = sorted([put(state, B, "farmer"), put(state, B, "farmer")])
    build(state, A, "stables")
    state.players[B].blessings = 1
    attack(state, 3)
    commit(state, tiles)
    for raider in (0, 1, 0, 2):
        answer(state, Raider(raider))
    roll(state, 4, 4, 4, 6, 1)
    assert offered(state) == [RerollRaider(raider, blessing=True) for raider in range(3)]
    answer(state)
    roll(state, 1)
    # The first Raider is beaten, so that nobody on it rolls; the Warrior on the second one has failed.
    assert offered(state) == [RerollDie(tiles[B][1], blessing=True), RerollRaider(2, blessing=True)]
    answer(state)
    assert done(state)
    assert respect(state) == [1, 1]
    assert (kinds(state, A), kinds(state, B)) == (["warrior", "warrior*"], ["farmer", "farmer*"])


def test_CL_RAID_14_valor_in_the_second_round_is_spent_but_not_needed_if_the_raider_is_out():
    state = raid_state()
    tiles = {A: [put(state, A, "warrior")], B: [put(state, B, "farmer", weakened=True)]}
    build(state, A, "stables")
    hand(state, B, "valor")
    attack(state)
    commit(state, tiles, {B: tiles[B]})
    roll(state, 6, 6)
    assert done(state)
    assert respect(state) == [1, 1]
    assert kinds(state, B) == ["farmer*"]
    assert state.discard == [card("valor")]


def test_CL_BUILD_18_CL_BUILD_19_a_healing_hall_also_heals_warriors_whose_raider_falls_in_the_second_round():
    state = raid_state()
    tiles = {A: [put(state, A, "warrior")], B: [put(state, B, "farmer")]}
    build(state, A, "stables", "healing_hall")
    fight(state, tiles, 4, 3, 6)
    assert done(state)
    assert kinds(state, A) == ["warrior"]


# Exact chances.

def chances(state):
    """The exact chance that A gains Respect, over all dice that are still to be rolled."""
    if not isinstance(run(state), Chance):
        assert done(state)
        return Fraction(state.players[A].respect > 0)
    total = Fraction(0)
    for side in range(6):
        other = state.copy()
        draw(other, side)
        total += chances(other)
    return total / 6


@pytest.mark.parametrize(("defenders", "walls", "chance_of_victory"), [
    (("farmer",), False, Fraction(5, 12)), (("farmer", "laborer"), False, Fraction(125, 216)),
    (("farmer", "laborer", "craftsman"), False, Fraction(95, 144)),
    (("warrior",), False, Fraction(7, 12)), (("warrior", "warrior"), False, Fraction(161, 216)),
    (("farmer", "warrior"), False, Fraction(73, 108)),
    (("farmer", "farmer", "warrior"), False, Fraction(473, 648)),
    (("farmer",), True, Fraction(7, 12)), (("farmer", "farmer"), True, Fraction(161, 216)),
    (("warrior",), True, Fraction(13, 18)),
])
def test_CL_RAID_08_CL_RAID_09_CL_POP_05_CL_BUILD_14_exact_chances_against_one_raider(
    defenders, walls, chance_of_victory,
):
    state = raid_state()
    tiles = [put(state, A, kind) for kind in defenders]
    build(state, A, *["stone_walls"] * walls)
    attack(state)
    commit(state, {A: tiles})
    assert chances(state) == chance_of_victory
