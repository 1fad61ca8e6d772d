"""Silver: from the bank, to the bank, and between players (SG-TERM-15, AMB-SG-41)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from lawspeaker_engine.games.pax_viking.state import SILVER, State


def gain(state: State, seat: int, amount: int) -> None:
    """The bank gives so much, or what is left of it where it is limited."""
    state.players[seat].silver += there(state, amount)


def there(state: State, amount: int) -> int:
    """Return how much of so much the bank has."""
    if state.settings.bank == "limited":
        return min(amount, SILVER - sum(player.silver for player in state.players))
    return amount


def pay(state: State, seat: int, amount: int) -> None:
    """The seat pays the bank; the caller has seen that it can."""
    state.players[seat].silver -= amount


def lose(state: State, seat: int, amount: int) -> None:
    """The seat pays the bank as much of it as it has."""
    player = state.players[seat]
    player.silver -= min(amount, player.silver)


def give(state: State, seat: int, to: int, amount: int) -> None:
    """The seat gives another one as much of it as it has."""
    amount = min(amount, state.players[seat].silver)
    state.players[seat].silver -= amount
    state.players[to].silver += amount


@contextmanager
def without(state: State, seat: int, amount: int) -> Iterator[None]:
    """For the length of a block the seat has so much less: to ask what it could still do once it has paid that."""
    pay(state, seat, amount)
    try:
        yield
    finally:
        state.players[seat].silver += amount
