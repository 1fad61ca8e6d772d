"""The free plays of a turn: cards played by themselves, and Blessings that heal (CL-TALES-02, CL-BLESS-03)."""

from __future__ import annotations

from lawspeaker_engine.games.clansmen import people
from lawspeaker_engine.games.clansmen.cards.tales import TALES
from lawspeaker_engine.games.clansmen.options import Heal, PlayCard, play_option
from lawspeaker_engine.games.clansmen.state import State


def offers(state: State, seat: int) -> list[PlayCard | Heal]:
    """Return each card in hand that may be played by itself, once however many copies there are; each Weakened
    population.
    """
    hand = state.players[seat].hand
    plays: list[PlayCard | Heal] = [
        play_option(card) for card in sorted(set(hand)) if TALES[card].effect.playable(state, seat)
    ] if hand else []
    if state.players[seat].blessings:
        plays += [Heal(person.tile) for person in people.weakened(state, seat)]
    return plays


def begin(state: State, seat: int, option: PlayCard | Heal) -> None:
    """Play the card, or spend a Blessing to heal."""
    if isinstance(option, PlayCard):
        TALES[option.card].effect.begin(state, seat, option.card)
    else:
        state.players[seat].blessings -= 1
        people.heal(state, seat, option.tile)
