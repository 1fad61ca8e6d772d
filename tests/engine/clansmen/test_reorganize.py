"""Reorganize: people move, or change their kind."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.clansmen.options import Kind, Reorganize, Tile
from lawspeaker_engine.games.clansmen.phases.turn import Turn
from lawspeaker_engine.games.clansmen.state import CRAFTSMAN, FARMER, LABORER, REORGANIZE, WARRIOR
from lawspeaker_engine.games.clansmen.view import make_view
from lawspeaker_engine.model import PUBLIC

from .positions import (
    A,
    B,
    answer,
    begin,
    build,
    card,
    decision,
    done,
    empty_state,
    hand,
    home,
    kinds,
    of,
    offered,
    put,
    tile_at,
)


def at(state, q: int, r: int) -> int:
    """The hex at these coordinates, revealed."""
    tile = tile_at(state, q, r)
    state.reveal(tile)
    return tile


def workers(*cards: str, **settings):
    """A's turn with a Laborer in the middle of its settlement and a Farmer east of it; (2,0) and (3,0) are known."""
    state = empty_state(4, **settings)
    laborer, farmer = at(state, 0, 0), at(state, 1, 0)
    near, far = at(state, 2, 0), at(state, 3, 0)
    put(state, A, "laborer", tile=laborer)
    put(state, A, "farmer", tile=farmer)
    hand(state, A, *cards)
    state.players[A].actions = 2
    begin(state, Turn(A))
    return state, laborer, farmer, near, far


def lone(*cards: str):
    """A's turn with a single Farmer."""
    state = empty_state(2)
    put(state, A, "farmer")
    hand(state, A, *cards)
    state.players[A].actions = 1
    begin(state, Turn(A))
    return state


def test_CL_ACTION_02_CL_T45_a_population_becomes_another_kind_where_it_stands():
    state, laborer, farmer, *_ = workers()
    answer(state, Reorganize(laborer))
    assert of(state, Kind) == [Kind(FARMER), Kind(CRAFTSMAN), Kind(WARRIOR)]
    asked = decision(state)
    assert (asked.prompt, asked.least, asked.default, asked.seen_by) == ("reorganize.to", 0, (), PUBLIC)
    answer(state, Kind(WARRIOR))
    player = state.players[A]
    assert [(person.tile, person.kind) for person in player.people] == sorted([(laborer, WARRIOR), (farmer, FARMER)])
    assert (player.actions, player.used[REORGANIZE]) == (1, 1)


def test_CL_ACTION_01_CL_T45_a_population_moves_to_a_free_tile_within_reach_of_the_others():
    state, laborer, farmer, near, far = workers()
    answer(state, Reorganize(farmer))
    tiles = [option.tile for option in of(state, Tile)]
    assert near in tiles
    assert laborer not in tiles
    assert farmer not in tiles
    assert far not in tiles
    answer(state, Tile(near))
    assert [person.tile for person in state.players[A].people] == sorted([laborer, near])


def test_CL_ACTION_01_CL_T45_nobody_moves_onto_the_people_of_another_player():
    state, _, farmer, near, _ = workers()
    put(state, B, "warrior", tile=near)
    answer(state, Reorganize(farmer))
    assert Tile(near) not in offered(state)


def test_CL_T45_with_dirt_roads_three_steps():
    state, _, farmer, _, far = workers()
    build(state, A, "dirt_roads")
    answer(state, Reorganize(farmer))
    answer(state, Tile(far))
    assert far in [person.tile for person in state.players[A].people]


@pytest.mark.parametrize(("move_from", "reached"), [("others", False), ("all", True)])
def test_AMB_CL_54_reach_is_measured_from_the_others_or_by_choice_from_the_mover_too(move_from, reached):
    state, _, farmer, _, far = workers(move_from=move_from)
    answer(state, Reorganize(farmer))
    assert (Tile(far) in offered(state)) is reached


def test_AMB_CL_54_a_lone_population_measures_from_its_own_tile():
    state = empty_state(4)
    tile, far, too_far = at(state, 1, 0), at(state, 3, 0), at(state, 4, 0)
    at(state, 2, 0)
    put(state, A, "farmer", tile=tile)
    state.players[A].actions = 1
    begin(state, Turn(A))
    answer(state, Reorganize(tile))
    assert Tile(far) in offered(state)
    assert Tile(too_far) not in offered(state)
    assert Tile(tile) not in offered(state)


def test_CL_TALES_15_CL_T45_brilliant_organization_reorganizes_twice_for_one_action():
    state, laborer, farmer, *_ = workers("brilliant_organization")
    answer(state, Reorganize(laborer, (card("brilliant_organization"),)))
    answer(state, Kind(CRAFTSMAN))
    assert decision(state).prompt == "reorganize.again"
    assert offered(state) == [Tile(tile) for tile in sorted([laborer, farmer])]
    answer(state, Tile(farmer))
    answer(state, Kind(LABORER))
    assert kinds(state, A) == ["craftsman", "laborer"]
    player = state.players[A]
    assert (player.actions, player.used[REORGANIZE], player.hand) == (1, 1, [])
    assert state.discard == [card("brilliant_organization")]


@pytest.mark.parametrize(("cards", "most"), [("any", 3), ("before", 1)])
def test_CL_TALES_15_AMB_CL_61_each_card_reorganizes_one_more(cards, most):
    state, laborer, farmer, *_ = workers(*["brilliant_organization"] * 3, cards=cards)
    brilliant = card("brilliant_organization")
    assert {option.cards for option in of(state, Reorganize)} == {(brilliant,) * count for count in range(most + 1)}
    answer(state, Reorganize(laborer, (brilliant,) * most))
    for left in range(most + 1, 0, -1):
        asked = decision(state)
        assert (asked.prompt, make_view(state, A).about.left) == ("reorganize.to", left)
        answer(state)
        if left > 1:
            assert (decision(state).prompt, make_view(state, A).about.left) == ("reorganize.again", left - 1)
            answer(state, Tile(farmer))
    player = state.players[A]
    assert (player.actions, player.used[REORGANIZE], player.hand) == (1, 1, [brilliant] * (3 - most))
    assert state.discard == [brilliant] * most


def test_CL_TALES_15_both_may_happen_to_the_same_population():
    state, laborer, farmer, near, _ = workers("brilliant_organization")
    answer(state, Reorganize(farmer, (card("brilliant_organization"),)))
    answer(state, Tile(near))
    answer(state, Tile(near))
    answer(state, Kind(WARRIOR))
    assert {(person.tile, person.kind) for person in state.players[A].people} == {(laborer, LABORER), (near, WARRIOR)}


def test_CL_TALES_15_a_lone_population_is_not_asked_for():
    state = lone("brilliant_organization")
    tile = home(state, A)[0]
    answer(state, Reorganize(tile, (card("brilliant_organization"),)))
    answer(state, Kind(WARRIOR))
    assert decision(state).prompt == "reorganize.to"
    answer(state, Kind(CRAFTSMAN))
    assert kinds(state, A) == ["craftsman"]


def people_of(state):
    return [(person.tile, person.kind) for person in state.players[A].people]


def test_CL_ACTION_01_CL_ACTION_02_who_is_named_may_stay_as_it_is_though_the_action_is_spent():
    state, laborer, *_ = workers()
    before = people_of(state)
    answer(state, Reorganize(laborer))
    answer(state)
    assert done(state)
    player = state.players[A]
    assert (people_of(state), player.actions, player.used[REORGANIZE]) == (before, 1, 1)


def test_CL_TALES_15_either_of_the_two_may_stay_as_it_is():
    for first, second in (([Kind(WARRIOR)], []), ([], [Kind(WARRIOR)])):
        state, laborer, farmer, *_ = workers("brilliant_organization")
        answer(state, Reorganize(laborer, (card("brilliant_organization"),)))
        answer(state, *first)
        answer(state, Tile(farmer))
        answer(state, *second)
        assert done(state)
        assert kinds(state, A) == (["farmer", "warrior"] if first else ["laborer", "warrior"])
        assert state.players[A].actions == 1


@pytest.mark.parametrize("verb", [Tile, Kind])
def test_CL_ACTION_01_CL_ACTION_02_a_weakened_population_is_reorganized_and_stays_weakened(verb):
    state = lone()
    person = state.players[A].people[0]
    person.weakened = True
    answer(state, Reorganize(person.tile))
    answer(state, of(state, verb)[0])
    assert done(state)
    assert [person.weakened for person in state.players[A].people] == [True]
