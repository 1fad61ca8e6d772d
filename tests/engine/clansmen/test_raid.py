"""Tests of when raids come, and who defends."""

from __future__ import annotations

import pytest

from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.games.clansmen.options import PromiseDefenders, Tile, TurnDie
from lawspeaker_engine.games.clansmen.phases import event_effects
from lawspeaker_engine.games.clansmen.phases.arrivals import ArrivalsPhase
from lawspeaker_engine.games.clansmen.phases.events import EVENTS
from lawspeaker_engine.games.clansmen.phases.season import PHASES, begin_season
from lawspeaker_engine.games.clansmen.raids import raid
from lawspeaker_engine.games.clansmen.raids.raid import RaidersPhase
from lawspeaker_engine.games.clansmen.raids.raiders import DICE, TOP
from lawspeaker_engine.games.clansmen.state import CRAFTSMAN, KINDS, SPRING
from lawspeaker_engine.games.clansmen.view import make_view
from lawspeaker_engine.model import PUBLIC, Chance, Decision

from .positions import (
    A,
    B,
    C,
    D,
    answer,
    answers,
    begin,
    build,
    card,
    chance,
    decision,
    done,
    empty_state,
    hand,
    number,
    put,
    roll,
    run,
    stock,
)
from .raids import attack, commit, fight, raid_state, waits


def strike(state, event):
    """The event of the season is drawn: what it does at once."""
    event_effects.begin(state, EVENTS[number(event)].at_once)


def lose(state, raiders):
    """Nobody defends in the raid that is beginning; its dice are rolled."""
    commit(state, {})
    roll(state, *[6] * raiders)


def asked_in_raid(state):
    """Return whether all are asked who defends."""
    question = run(state)
    return isinstance(question, tuple) and {each.prompt for each in question} == {"raid.commit"}


@pytest.mark.parametrize(("counter", "after", "raiders"), [(0, 1, 0), (6, 7, 0), (7, 0, 6)])
def test_CL_SEQ_04_CL_RAID_01_the_counter_moves_each_season_and_a_raid_is_fought_on_the_top_space(
    counter, after, raiders,
):
    state = raid_state(4)
    state.counter = counter
    stock(state, A, food=9)
    begin(state, RaidersPhase())
    if raiders:
        assert asked_in_raid(state)
        assert len(state.raid.raiders) == raiders
        lose(state, raiders)
    assert done(state)
    assert state.counter == after
    assert state.raid is None


def test_CL_SEQ_04_the_first_spring_moves_the_raiders_too():
    state = raid_state(4, season=SPRING)
    begin(state, next(phase for phase in PHASES if phase.name == "raiders").begin())
    assert done(state)
    assert (state.year, state.counter) == (1, 1)


def test_AMB_CL_29_raiders_move_two_spaces_a_season():
    state = empty_state(4, promises=False)
    begin(state, RaidersPhase())
    assert done(state)
    assert state.counter == 2
    state.counter = TOP - 1
    begin(state, RaidersPhase())
    assert asked_in_raid(state)
    assert len(state.raid.raiders) == 6


def test_AMB_CL_29_by_option_raiders_move_one_space_a_season():
    state = raid_state(4, raider_steps=1)
    begin(state, RaidersPhase())
    assert done(state)
    assert state.counter == 1


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_CL_RAID_02_the_track_says_how_many_raiders_come_and_the_counter_goes_back(players):
    assert DICE[players] == tuple(max(1, players * (space + 4) // 8) for space in range(9))
    for space in range(9):
        state = raid_state(players)
        state.counter = space
        begin(state)
        raid.begin_raid(state)
        assert len(state.raid.raiders) == DICE[players][space]
        assert state.counter == 0
        assert state.raids == 1


def test_CL_T57_CL_RAID_01_AMB_CL_28_an_event_that_leads_to_the_top_brings_a_raid_at_once():
    state = raid_state(4)
    state.counter = TOP - 1
    stock(state, A, food=9)
    begin(state, RaidersPhase())
    strike(state, "tales_of_conflict")
    assert asked_in_raid(state)
    assert len(state.raid.raiders) == 6
    lose(state, 6)
    assert done(state)
    assert state.counter == 1  # reset, then moved by phase 2
    assert state.raids == 1


def test_CL_T58_CL_RAID_01_CL_RAID_02_AMB_CL_27_the_raiders_event_reads_and_resets_the_counter():
    state = raid_state(4)
    state.counter = 4
    stock(state, A, food=9)
    begin(state, RaidersPhase())
    strike(state, "raiders")
    assert len(state.raid.raiders) == 4
    assert state.counter == 0
    lose(state, 4)
    assert done(state)
    assert state.counter == 1


def test_AMB_CL_27_AMB_CL_28_plunder_in_vain_lifts_the_counter_after_the_reset_and_a_raid_waits_for_its_phase():
    state = raid_state(6)
    state.counter = TOP - 1
    begin(state, RaidersPhase())
    lose(state, 9)  # nobody owns anything
    assert done(state)
    assert (state.counter, state.raids) == (TOP, 1)
    stock(state, A, food=3)
    begin(state, RaidersPhase())
    lose(state, 9)  # three are fed, six rise
    assert done(state)
    assert (state.counter, state.raids) == (7, 2)  # 6 by plunder, 1 by the move after the raid


def test_AMB_CL_28_plunder_that_leads_to_the_top_once_more_brings_no_second_raid_in_one_phase():
    state = raid_state(6)
    state.counter = TOP
    begin(state, RaidersPhase())
    lose(state, 9)
    assert done(state)
    assert (state.counter, state.raids) == (TOP, 1)


def test_CL_RAID_01_a_move_down_from_the_top_brings_no_raid():
    state = raid_state(6)
    state.counter = TOP
    begin(state)
    strike(state, "tales_of_victory")
    assert done(state)
    assert (state.counter, state.raids) == (TOP - 1, 0)


def test_CL_RAID_03_AMB_CL_11_everybody_may_commit_any_own_people_weakened_ones_too():
    state = raid_state(3)
    farmer, warrior, ill = put(state, A, "farmer"), put(state, A, "warrior"), put(state, A, "laborer", weakened=True)
    put(state, B, "craftsman")
    attack(state)
    asked = run(state)
    assert [each.seat for each in asked] == [A, B, C]
    assert [(each.least, each.most, each.default) for each in asked] == [(0, 3, ()), (0, 1, ()), (0, 0, ())]
    assert asked[A].options == [Tile(tile) for tile in sorted([farmer, warrior, ill])]
    assert asked[C].options == []
    commit(state, {A: [farmer, ill]})
    run(state)
    assert state.raid.committed == [sorted([farmer, ill]), [], []]
    assert [(die.tile, die.warrior) for die in state.raid.dice] == [(tile, False) for tile in sorted([farmer, ill])]


def test_AMB_CL_11_weakened_people_may_be_kept_from_defending():
    state = raid_state(weak_defend=False)
    farmer = put(state, A, "farmer")
    put(state, A, "laborer", weakened=True)
    attack(state)
    assert run(state)[A].options == [Tile(farmer)]
    assert run(state)[A].most == 1


def test_CL_T42_a_called_population_cannot_be_committed_and_arrives_after_the_raid():
    state = raid_state()
    farmer = put(state, A, "farmer")
    state.players[A].called = [CRAFTSMAN]
    state.counter = TOP - 1
    stock(state, A, food=9)
    begin(state, RaidersPhase(), ArrivalsPhase())
    assert run(state)[A].options == [Tile(farmer)]
    lose(state, 3)
    assert waits(state)[0] == A
    answer(state, 0)
    assert done(state)
    assert sorted(KINDS[person.kind] for person in state.players[A].people) == ["craftsman", "farmer"]


def test_CL_RAID_04_CL_T75_nobody_is_asked_twice_and_all_is_opened_with_the_last_answer():
    before = raid_state(4)
    people = [put(before, A, "farmer"), put(before, A, "warrior")]
    hand(before, A, "valor")
    hand(before, D, "cats")
    attack(before, 3)
    assert [(each.seat, each.prompt, each.seen_by) for each in run(before)] == [
        (seat, "raid.commit", PUBLIC) for seat in (A, B, C, D)
    ]
    for seat in (-1, A, B):
        raid_seen = make_view(before, seat).raid
        assert (raid_seen.opened, raid_seen.committed, raid_seen.valor, raid_seen.dice) == (False, [], [], [])
    for tiles in ([], people[:1], people):
        state = before.copy()
        commit(state, {A: tiles})
        run(state)
        for seat in (-1, A, B):
            view = make_view(state, seat)
            assert (view.raid.opened, view.raid.committed) == (True, tiles)
        while not isinstance(run(state), Chance):
            assert waits(state) == (A, "raid.place"), "somebody is asked what only a hidden card can explain"
            answer(state, 0)


@pytest.mark.parametrize("own", [(), ("cats",), ("valor",), ("valor", "valor")])
def test_CL_RAID_04_AMB_CL_35_what_a_seat_is_asked_depends_on_no_other_hand(own):
    """A has cards or not; B and C are asked the same, and so is A about its people."""
    state = raid_state(3)
    for seat in (A, B, C):
        put(state, seat, "farmer")
    hand(state, A, *own)
    attack(state)
    asked = run(state)
    assert asked[B:] == tuple(
        Decision(seat, "raid.commit", [Tile(state.players[seat].people[0].tile)], 0, 1, (), PUBLIC, ordered=True)
        for seat in (B, C)
    )
    tile = state.players[A].people[0].tile
    assert asked[A].options == [Tile(tile), *([TurnDie(card("valor"), tile)] if "valor" in own else [])]
    assert (asked[A].most, asked[A].default) == (1, ())


def test_CL_RAID_04_CL_TALES_05_all_commitments_are_opened_at_once_with_their_cards():
    state = raid_state(2)
    farmer, warrior, other = put(state, A, "farmer"), put(state, A, "warrior"), put(state, B, "farmer")
    hand(state, A, "valor", "valor", "cats")
    hand(state, B, "valor")
    attack(state)
    commit(state, {A: [farmer, warrior], B: [other]}, {A: [warrior]})
    run(state)
    for seat in (-1, A, B):
        view = make_view(state, seat)
        assert view.raid.opened
        assert view.raid.committed == [farmer, warrior, other]
        assert view.raid.valor == [warrior]
        assert view.discard == [card("valor")]
        assert [player.hand_size for player in view.players] == [2, 1]


@pytest.mark.parametrize(("named", "committed", "valor", "left"), [
    (["a"], [0], [], 2), (["A"], [0], [0], 1), (["a", "A"], [0], [0], 1), (["A", "a"], [0], [0], 1),
    (["B", "A"], [1, 0], [0, 1], 0), (["B", "a", "A"], [1, 0], [0, 1], 0), (["C", "A", "B"], [2, 0, 1], [0, 2], 0),
    (["b", "B", "c"], [1, 2], [1], 1),
])
def test_CL_RAID_03_CL_TALES_05_AMB_CL_35_any_choice_of_people_and_cards_is_legal(named, committed, valor, left):
    """Small letters send people, large ones with a card, of which there are two: the first named ones count."""
    state = raid_state(2)
    tiles = sorted(put(state, A, "farmer") for _ in range(3))
    hand(state, A, "valor", "valor")
    attack(state)
    by_letter = {letter: Tile(tile) for letter, tile in zip("abc", tiles, strict=True)}
    by_letter |= {letter: TurnDie(card("valor"), tile) for letter, tile in zip("ABC", tiles, strict=True)}
    assert run(state)[A].options == list(by_letter.values())
    answers(state, [by_letter[letter] for letter in named], [])
    run(state)
    assert state.raid.committed[A] == [tiles[number] for number in committed]
    assert state.raid.valor[A] == [tiles[number] for number in valor]
    assert len(state.players[A].hand) == left
    assert state.discard == [card("valor")] * (2 - left)


def test_CL_RAID_04_dice_depend_on_no_other_seat():
    state = raid_state(2, blessing_die="any")
    for seat in (A, B):
        state.players[seat].blessings = 1
    tiles = [put(state, A, "farmer"), put(state, B, "farmer")]
    attack(state)
    commit(state, {A: tiles[:1], B: tiles[1:]})
    streams = []
    while run(state):
        asked = run(state)
        if isinstance(asked, Chance):
            streams.append(asked.stream)
            roll(state, 1)
        else:
            answer(state, 0)
    assert streams == [
        f"raid/1/summer/1/{die}"
        for die in ("raider", f"defender/0/{tiles[0]}", f"defender/1/{tiles[1]}", "reroll/0", "reroll/1")
    ]


@pytest.mark.parametrize("seed", range(12))
def test_CL_RAID_04_CL_RAID_13_a_seat_rolls_the_same_whether_another_one_rerolls_or_not(seed):
    """A's Warrior has Stables and may reroll; then B's people roll, each of them if its Raider still stands."""
    by_reroll = []
    for rerolls in (False, True):
        state = raid_state(2)
        warrior, *farmers = put(state, A, "warrior"), put(state, B, "farmer"), put(state, B, "farmer")
        build(state, A, "stables", "watchtower")
        attack(state, 2)
        commit(state, {A: [warrior], B: farmers})
        dice = Dice(match_seed(bytes(32), f"raid-{seed}"))
        while question := run(state):
            if isinstance(question, Chance):
                seen = list(state.raid.dice)
                roll(state, dice.draw(question.stream, 6, 1)[0] + 1)
            else:
                answer(state, *([0] if rerolls or decision(state).prompt == "raid.place" else []))
        by_reroll.append({die.tile: die.pips for die in seen if die.seat == B and die.pips})
    first, second = by_reroll
    assert all(first[tile] == second[tile] for tile in first.keys() & second.keys())


def test_CL_RAID_04_the_dice_of_a_raid_do_not_depend_on_how_many_raids_there_were_in_other_seasons():
    streams = []
    for before in (0, 3):
        state = raid_state(2)
        state.year, state.season, state.raids = 3, SPRING, before
        begin_season(state)
        attack(state, 1)
        commit(state, {})
        streams.append(chance(state).stream)
    assert streams == ["raid/3/spring/1/raider"] * 2


def test_CL_RAID_04_a_second_raid_in_a_season_has_dice_of_its_own():
    state = raid_state(2)
    for number_of_raid in (1, 2):
        attack(state, 1)
        commit(state, {})
        assert chance(state).stream == f"raid/1/summer/{number_of_raid}/raider"
        roll(state, 6)
        assert done(state)


def test_promises_are_asked_for_before_the_commitment_and_bind_nobody():
    state = empty_state(2)
    put(state, A, "farmer")
    put(state, B, "farmer")
    begin(state)
    raid.begin_raid(state)
    assert decision(state).prompt == "raid.promise"
    answer(state, PromiseDefenders(1))
    answer(state)
    commit(state, {})
    assert state.raid.committed == [[], []]


def test_AMB_CL_26_CL_BUILD_03_CL_BUILD_13_towers_of_one_kind_add_up():
    state = raid_state(unique_buildings=False)
    build(state, A, "watchtower", "watchtower", "signal_tower", "signal_tower")
    running = attack(state)
    assert (running.own_rerolls, running.raider_rerolls) == ([2, 0], [2, 0])


def test_CL_RAID_13_rerolls_of_buildings_are_counted_when_the_raid_begins():
    state = raid_state()
    build(state, A, "watchtower", "signal_tower")
    attack(state)
    assert (state.raid.own_rerolls, state.raid.raider_rerolls) == ([1, 0], [1, 0])


def test_CL_RAID_12_a_raid_that_nobody_faces_ends_in_plunder():
    state = raid_state()
    put(state, A, "farmer")
    stock(state, B, goods=1)
    fight(state, {}, 1)
    assert done(state)
    assert state.players[B].stock == [0, 0, 0, 0]
    assert state.raid is None
