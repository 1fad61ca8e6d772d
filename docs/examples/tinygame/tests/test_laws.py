"""Herring keeps the laws of all games, and these rules of its own."""

from __future__ import annotations

import pytest
from lawspeaker_tinygame.game import SHOALS, TinyGame

from lawspeaker_engine import laws
from lawspeaker_engine.model import Chance
from lawspeaker_engine.setups import make_setup

GAME = TinyGame()


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
def test_it_keeps_the_law(law: laws.Law, players: int) -> None:
    law(GAME, players, {}, range(5))


@pytest.mark.parametrize("players", GAME.players)
def test_no_shoal_is_caught_that_may_still_come_and_every_round_costs_each_boat_a_net(players: int) -> None:
    state = laws.final_state(GAME, players, 1, {})
    caught = [shoal for boat in state.caught for shoal in boat]
    assert len(caught) == len({*caught, *state.left}) - len(state.left)
    assert [len(nets) for nets in state.nets] == [0] * players


@pytest.mark.parametrize(("cast", "winner"), [((4, 2), 0), ((3, 3), None), ((5, 5, 1), 2), ((1, 2, 2, 1), None)])
def test_the_largest_net_that_is_alone_takes_the_shoal(cast: tuple[int, ...], winner: int | None) -> None:
    state = GAME.setup(make_setup(GAME, len(cast)))
    assert isinstance(GAME.pending(state), Chance)
    GAME.apply(state, ((len(SHOALS) - 1,),))
    question = GAME.pending(state)
    assert not isinstance(question, Chance)
    GAME.apply(state, [(size - 1,) for size in cast])
    assert [decision.prompt for decision in question] == ["net.cast"] * len(cast)
    assert [caught == [len(SHOALS) - 1] for caught in state.caught] == [seat == winner for seat in range(len(cast))]
