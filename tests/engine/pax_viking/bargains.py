"""A Longship of A sails where B's lies too, and they TRADE: the base of what is tested of offers and deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lawspeaker_engine.games.pax_viking.options import Accept, Bargain, Sail, Silver
from lawspeaker_engine.games.pax_viking.state import State

from .positions import A, B, answer, decision, jarl, offered, ship, table, turn


def meeting(players: int = 3, at: str = "volkhov", **options: Any) -> State:
    """Return the base position with a Longship of A, number 0, and one of B, number 6, in a REGION; A's turn to come.

    No Jarl gains by a TRADE.
    """
    state = table(players, **options)
    jarl(state, A, "ketil")
    assert (ship(state, A, at), ship(state, B, at)) == (0, 6)
    return state


def open_trade(state: State, partner: int = B) -> None:
    """A's turn begins; its Longship 0 sails, and A opens a TRADE before the first STEP."""
    answer(turn(state), Sail(0))
    answer(state, Bargain(partner))


def piles(options: Sequence[Any], amount: int) -> list[Silver]:
    """Return piles among the options that make the amount, the largest first; fails if there is not so much."""
    found = []
    for pile in sorted((each for each in options if isinstance(each, Silver)), key=lambda each: -each.amount):
        if pile.amount <= amount:
            found.append(pile)
            amount -= pile.amount
    assert not amount, "there is not so much silver"
    return found


def name(state: State, *options: Any, silver: int = 0) -> None:
    """Name a bundle: these options, and so much silver."""
    answer(state, *options, *piles(offered(state), silver))


def asked(state: State) -> tuple[str, int]:
    """Return what is asked and whom."""
    question = decision(state)
    return question.prompt, question.seat


def propose(
    state: State, want: Sequence[Any] = (), give: Sequence[Any] = (), *, wants: int = 0, gives: int = 0,
) -> None:
    """A names what it wants, then what it would give for it: options, and silver."""
    assert asked(state) == ("trade.want", A)
    name(state, *want, silver=wants)
    assert asked(state) == ("trade.give", A)
    name(state, *give, silver=gives)
    assert asked(state)[0] == "trade.reply"


def deal(state: State, want: Sequence[Any] = (), give: Sequence[Any] = (), *, wants: int = 0, gives: int = 0) -> None:
    """A proposes it and the partner accepts."""
    propose(state, want, give, wants=wants, gives=gives)
    answer(state, Accept())


def silvers(state: State) -> list[int]:
    """Return the silver of all players."""
    return [player.silver for player in state.players]
