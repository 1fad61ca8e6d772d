"""Silver: from the bank, to the bank, and between players (SG-TERM-15, AMB-SG-41)."""

from __future__ import annotations

from lawspeaker_engine.games.pax_viking.state import SILVER, State


def gain(state: State, seat: int, amount: int) -> None:
    """The bank gives so much, or what is left of it where it is limited."""
    if state.settings.bank == "limited":
        amount = min(amount, SILVER - sum(player.silver for player in state.players))
    state.players[seat].silver += amount


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
