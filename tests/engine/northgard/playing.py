"""Cards by their ids, put into zones and played."""

from __future__ import annotations

from bisect import insort

from lawspeaker_engine.games.northgard import card, play
from lawspeaker_engine.games.northgard.cards import CARDS, number_of
from lawspeaker_engine.games.northgard.options import Card
from lawspeaker_engine.games.northgard.state import State

RED, BLUE, GREEN = 0, 1, 2


def cards(*ids: str) -> list[int]:
    """Card numbers, ascending as zones without order are."""
    return sorted(number_of(name) for name in ids)


def option(name: str) -> Card:
    """A card as an option."""
    return Card(number_of(name))


def ids(numbers: list[int]) -> list[str]:
    """The ids of cards in a zone."""
    return [CARDS[number].id for number in numbers]


def playable(state: State, name: str, seat: int = RED) -> bool:
    """Whether the seat could play the card if it had it in hand."""
    return card.playable(state, seat, number_of(name))


def play_card(state: State, name: str, seat: int = RED) -> None:
    """The seat gets the card into its hand and plays it; fails if it may not be played."""
    assert playable(state, name, seat), f"{name} may not be played"
    insort(state.players[seat].hand, number_of(name))
    play.play_card(state, seat, number_of(name))


def done(state: State) -> bool:
    """Whether nothing is left to do."""
    from tests.engine.northgard.positions import run

    return run(state) == ()
