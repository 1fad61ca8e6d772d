"""Phase 3: migrants in Spring, kin in Summer."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.clansmen.options import Kind, Tile
from lawspeaker_engine.games.clansmen.phases.arrivals import ArrivalsPhase
from lawspeaker_engine.games.clansmen.raids.raid import RaidersPhase
from lawspeaker_engine.games.clansmen.raids.raiders import TOP
from lawspeaker_engine.games.clansmen.state import (
    AUTUMN,
    CRAFTSMAN,
    FARMER,
    KINDS,
    LABORER,
    SPRING,
    SUMMER,
    WARRIOR,
    WINTER,
)
from lawspeaker_engine.model import PUBLIC, Chance

from .positions import (
    A,
    B,
    C,
    D,
    answer,
    answers,
    begin,
    chance,
    decision,
    done,
    draw,
    empty_state,
    home,
    kinds,
    offered,
    put,
    run,
)

FARMERS, LABORERS, CRAFTSMEN, WARRIORS = Kind(FARMER), Kind(LABORER), Kind(CRAFTSMAN), Kind(WARRIOR)
F1, F2, L1, L2, CM, W = range(6)
"""The places of the six in the pool."""


def spring(players=4, year=2, **options):
    """The third phase of a Spring; each player has a Farmer on its centre."""
    state = empty_state(players, SPRING, **options)
    state.year = year
    for seat in range(players):
        put(state, seat, "farmer")
    begin(state, ArrivalsPhase())
    return state


def settle(state, *prompts):
    """Answer by default until one of the prompts comes up or nothing is asked."""
    while run(state) and (isinstance(run(state), Chance) or decision(state).prompt not in prompts):
        answer(state, *decision(state).default)


def picks(state, *wanted):
    """Each seat in turn takes a kind, and places it by default; returns who was asked."""
    asked = []
    for kind in wanted:
        settle(state, "migrants.pick")
        asked.append(decision(state).seat)
        answer(state, kind)
    settle(state)
    return asked


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_CL_MIG_02_as_many_migrants_as_players_are_drawn_from_a_pool_of_six(players):
    state = spring(players)
    asked = chance(state)
    assert asked.options == [FARMERS, FARMERS, LABORERS, LABORERS, CRAFTSMEN, WARRIORS]
    assert (asked.prompt, asked.count, asked.stream, asked.seen_by) == ("migrants.batch", players, "migrants", PUBLIC)
    draw(state, *range(5, 5 - players, -1))
    assert len(state.batch) == players
    assert state.batch == sorted(state.batch)


def test_CL_MIG_01_CL_MIG_02_the_pool_is_full_again_each_spring():
    state = spring(2)
    for year in (2, 3, 4):
        state.year = year
        begin(state, ArrivalsPhase())
        assert len(chance(state).options) == 6
        draw(state, CM, W)
        picks(state, CRAFTSMEN)
        assert state.batch == []
    assert kinds(state, A) == ["craftsman"] * 3 + ["farmer"]


def test_CL_MIG_02_six_players_get_the_whole_pool_without_a_draw():
    state = spring(6)
    assert decision(state).prompt == "migrants.pick"
    assert state.batch == [FARMER, FARMER, LABORER, LABORER, CRAFTSMAN, WARRIOR]


def test_AMB_CL_04_by_option_all_six_come_and_who_is_not_taken_leaves():
    state = spring(2, migrants="pool")
    assert offered(state) == [FARMERS, LABORERS, CRAFTSMEN, WARRIORS]
    assert picks(state, WARRIORS, CRAFTSMEN) == [A, B]
    assert [kinds(state, seat) for seat in (A, B)] == [["farmer", "warrior"], ["craftsman", "farmer"]]
    assert state.batch == []


def test_CL_T48_CL_MIG_03_in_turn_order_each_takes_one_and_the_last_gets_what_is_left():
    state = spring()
    draw(state, F1, F2, L1, W)
    assert offered(state) == [FARMERS, LABORERS, WARRIORS]
    assert picks(state, FARMERS, LABORERS, FARMERS) == [A, B, C]
    assert [kinds(state, seat) for seat in (A, B, C, D)] == [
        ["farmer", "farmer"], ["farmer", "laborer"], ["farmer", "farmer"], ["farmer", "warrior"],
    ]


def test_CL_MIG_03_the_holder_of_the_start_token_takes_first_and_nobody_may_decline():
    state = spring()
    state.start = C
    draw(state, F1, L1, CM, W)
    assert (decision(state).least, decision(state).most) == (1, 1)
    assert picks(state, WARRIORS, CRAFTSMEN, LABORERS) == [C, D, A]
    assert kinds(state, B) == ["farmer", "farmer"]


def test_CL_MIG_03_CL_MIG_04_each_is_placed_before_the_next_is_taken():
    state = spring()
    draw(state, F1, L1, CM, W)
    answer(state, WARRIORS)
    asked = decision(state)
    assert (asked.seat, asked.prompt) == (A, "migrants.place")
    tile = home(state, A)[3]
    answer(state, Tile(tile))
    assert [person.kind for person in state.players[A].people if person.tile == tile] == [WARRIOR]
    assert decision(state).seat == B
    assert offered(state) == [FARMERS, LABORERS, CRAFTSMEN]


@pytest.mark.parametrize(("batch", "default"), [
    ((W, CM, L1, F1), FARMERS), ((W, CM, L1, L2), CRAFTSMEN), ((W, L1, L2, CM), CRAFTSMEN),
])
def test_CL_MIG_03_by_default_a_farmer_is_taken_then_a_craftsman_then_a_laborer(batch, default):
    state = spring()
    draw(state, *batch)
    assert [offered(state)[i] for i in decision(state).default] == [default]


def test_CL_MIG_03_by_default_a_laborer_is_taken_before_a_warrior():
    state = spring(2)
    draw(state, W, L2)
    assert [offered(state)[i] for i in decision(state).default] == [LABORERS]


@pytest.mark.parametrize("pick", [LABORERS, CRAFTSMEN])
def test_CL_MIG_08_who_has_no_legal_tile_takes_no_migrant_and_nobody_loses_a_choice_by_it(pick):
    state = spring(2)
    for tile in home(state, A)[1:]:
        put(state, B, "farmer", tile=tile)
    draw(state, L1, CM)
    asked = decision(state)
    assert (asked.seat, asked.prompt, asked.options) == (B, "migrants.pick", [LABORERS, CRAFTSMEN])
    answer(state, pick)
    answer(state, *decision(state).default)
    assert done(state)
    assert kinds(state, A) == ["farmer"]
    assert kinds(state, B) == sorted(["farmer"] * 7 + [KINDS[pick.kind]])
    assert state.batch == []


def test_CL_MIG_08_without_a_legal_tile_for_anybody_all_migrants_go():
    state = spring(2)
    for seat in (A, B):
        for tile in home(state, seat)[1:]:
            put(state, seat, "laborer", tile=tile)
    draw(state, L1, CM)
    assert done(state)
    assert [len(player.people) for player in state.players] == [7, 7]
    assert state.batch == []


def test_CL_MIG_08_AMB_CL_48_who_has_no_people_puts_a_migrant_into_the_own_settlement():
    state = spring(2)
    state.players[A].people = []
    draw(state, L1, CM)
    answer(state, LABORERS)
    assert [option.tile for option in offered(state)] == sorted(home(state, A))


@pytest.mark.parametrize(("year", "first", "come"), [(1, True, True), (1, False, False), (2, False, True)])
def test_CL_MIG_01_AMB_CL_03_migrants_come_in_every_spring_and_by_option_not_in_the_first(year, first, come):
    state = spring(year=year, first_spring_migrants=first)
    assert bool(run(state)) == come


@pytest.mark.parametrize("season", [SUMMER, AUTUMN, WINTER])
def test_CL_SEQ_05_where_nobody_is_due_the_phase_is_skipped(season):
    state = empty_state(season=season)
    put(state, A, "farmer")
    begin(state, ArrivalsPhase())
    assert done(state)
    assert kinds(state, A) == ["farmer"]


def test_CL_SEQ_05_CL_SPEC_04_called_kin_arrive_in_summer_in_turn_order_and_migrants_do_not():
    state = empty_state(season=SUMMER)
    state.start = B
    for seat, kind in ((A, WARRIOR), (B, CRAFTSMAN), (C, LABORER)):
        put(state, seat, "farmer")
        state.players[seat].called = [kind]
    begin(state, ArrivalsPhase())
    assert (decision(state).seat, decision(state).prompt) == (B, "kin.place")
    assert state.players[B].called == [CRAFTSMAN]
    answer(state, Tile(home(state, B)[1]))
    assert decision(state).seat == C
    answer(state, Tile(home(state, C)[1]))
    assert decision(state).seat == A
    answer(state, Tile(home(state, A)[1]))
    assert done(state)
    assert [kinds(state, seat) for seat in (A, B, C)] == [
        ["farmer", "warrior"], ["craftsman", "farmer"], ["farmer", "laborer"],
    ]
    assert [player.called for player in state.players] == [[], [], [], []]


def test_CL_SEQ_05_CL_SPEC_04_kin_that_were_called_wait_while_it_is_not_summer():
    state = empty_state(season=AUTUMN)
    state.players[A].called = [FARMER]
    begin(state, ArrivalsPhase())
    assert done(state)
    assert state.players[A].called == [FARMER]


def test_CL_T42_CL_SEQ_05_CL_SPEC_04_a_called_craftsman_arrives_after_the_raid_of_its_summer():
    state = empty_state(season=SUMMER, promises=False)
    tile = put(state, A, "farmer")
    state.players[A].called = [CRAFTSMAN]
    state.counter = TOP - 1
    begin(state, RaidersPhase(), ArrivalsPhase())
    commitments = run(state)
    assert [each.prompt for each in commitments] == ["raid.commit"] * 4
    assert commitments[A].options == [Tile(tile)]
    answers(state, [], [], [], [])
    while isinstance(run(state), Chance):
        draw(state, 0)
    assert decision(state).prompt == "kin.place"
    answer(state, Tile(home(state, A)[1]))
    assert kinds(state, A) == ["craftsman", "farmer"]
