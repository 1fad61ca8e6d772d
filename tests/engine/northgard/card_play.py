"""Cards by their ids: putting them into zones, playing them, and small maps to play them on."""

from __future__ import annotations

from bisect import insort

from lawspeaker_engine.games.northgard.actions import play
from lawspeaker_engine.games.northgard.cards import resolving as card_rows
from lawspeaker_engine.games.northgard.cards.resolving import CARDS, number_of
from lawspeaker_engine.games.northgard.options import Card, Move, Recruit
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.games.northgard.tiles import TILE_NUMBER
from lawspeaker_engine.model import Chance
from tests.engine.northgard.positions import (
    answer,
    empty_state,
    give_kaija,
    graph,
    occupy,
    run,
    territory_at,
    tiles_map,
)

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
    """Return whether the seat could play the card if it had it in hand."""
    return card_rows.playable(state, seat, number_of(name))


def play_card(state: State, name: str, seat: int = RED) -> None:
    """The seat gets the card into its hand and plays it; fails if it may not be played."""
    assert playable(state, name, seat), f"{name} may not be played"
    insort(state.players[seat].hand, number_of(name))
    play.play_card(state, seat, number_of(name))


def done(state: State) -> bool:
    """Return whether nothing is left to do."""
    return run(state) == ()


def unit(territory: int) -> Recruit:
    """A new unit there."""
    return Recruit(territory, kaija=False)


def march(source: int, target: int, units: int, *, kaija: bool = False) -> Move:
    """A group from one territory to another."""
    return Move(source, target, units, kaija)


def with_kaija(state: State, seat: int = RED) -> None:
    """The seat is Bear and Kaija waits in reserve."""
    give_kaija(state, seat)


def attack(name: str, attackers: int, defenders: int, **target: object) -> tuple[State, dict[str, int]]:
    """Red plays the card and attacks B from A with so many units, leaving one; C, neutral, lies behind B."""
    state = empty_state()
    t = graph(
        state, {"A": {"own": RED, "u": attackers + 1}, "B": {"own": BLUE, "u": defenders, **target}, "C": {}},
        [("A", "B", "regular"), ("B", "C", "regular")],
    )
    play_card(state, name)
    answer(state, march(t["A"], t["B"], attackers))
    question = run(state)
    if not isinstance(question, Chance) and question[0].prompt == "move.step":
        answer(state)
    return state, t


def explorer(*pile: str, units: int = 1, **settings: bool) -> State:
    """Red controls the open northern territory of the starting tile; these tiles are the pile."""
    state = empty_state(**settings)
    state.board = tiles_map([("start", 0, 0, 0)])
    occupy(state, RED, territory_at(state.board, 0, 0, "N"), units)
    state.pile = sorted(TILE_NUMBER[tile] for tile in pile)
    return state


def laid(state: State) -> list[str]:
    """Ids of the tiles on the table, in the order of laying."""
    return [state.board.printed[tile].id for tile, *_ in state.board.laid]
