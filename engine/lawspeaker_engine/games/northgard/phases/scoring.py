"""Fame at the end of the game, and what breaks ties (NG-END-02, NG-END-03, NG-END-04)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

from lawspeaker_engine.games.northgard import moments
from lawspeaker_engine.games.northgard.buildings import BUILDINGS, produced
from lawspeaker_engine.games.northgard.cards.resolving import CARDS, UNREST, Counts
from lawspeaker_engine.games.northgard.state import FOOD, LORE, WOOD, Player, State
from lawspeaker_engine.games.northgard.tiles import ROUGH

RESOURCES_FOR_FAME: Final = 3


PARTS: Final = ("fame tokens", "resources", "Development cards", "Achievements", "Unrest")
"""The sources of fame at the end."""


def final_parts(state: State, seat: int) -> tuple[int, ...]:
    """Return the fame of each of PARTS: tokens, 1 per three resources left, and what the deck is worth (NG-END-03)."""
    player = state.players[seat]
    return player.fame, sum(player.resources) // RESOURCES_FOR_FAME, *card_fame(state, seat)


def deck(player: Player) -> Iterator[int]:
    """Return all cards of the player's deck, wherever they lie; those out of the game are not in it."""
    return chain(player.hand, player.draw, player.top, player.drawn, player.active, player.discard)


def card_fame(state: State, seat: int) -> tuple[int, int, int]:
    """Return what the seat's Development cards, Achievements and Unrest are worth now; cards out of the game and
    upgrades not taken are not in its deck.

    An Achievement taken in the last year counts although it is never drawn (AMB-R53); boxed cards do not (AMB-R52).
    """
    player, numbers = state.players[seat], state.table.numbers
    developments = achievements = unrest = 0
    for card in chain(deck(player), moments.kept_cards(state, seat)):
        if card == UNREST:
            unrest += numbers.unrest_fame
            continue
        if not numbers.card_fame:
            continue
        row = CARDS[card]
        if row.set == "achievement":
            achievements += row.fame + achievement_fame(state, seat, row.counts)
        else:
            developments += row.fame
    return developments, achievements, unrest


def achievement_fame(state: State, seat: int, counts: Counts) -> int:
    """Return the fame of an Achievement that counts so, for the seat; Kaija is a unit here (NG-CLAN-BEAR-01)."""
    return counts.units * state.units_on_map(seat) + sum(
        _territory(state, territory, counts) for territory in state.controlled(seat)
    )


def _territory(state: State, territory: int, counts: Counts) -> int:
    board = state.board
    yields = produced(board, territory)
    fame = counts.food * yields[FOOD] + counts.wood * yields[WOOD] + counts.lore * yields[LORE]
    fame += counts.small_spaces * (board.small[territory] + board.carved[territory])
    fame += counts.large_spaces * board.large[territory] + counts.lairs * board.lairs[territory]
    if counts.rough and any(kind == ROUGH for _, kind in board.neighbours[territory]):
        fame += counts.rough
    if counts.open and not board.closed(territory):
        fame += counts.open
    for code in board.buildings[territory]:
        fame += counts.large_buildings if BUILDINGS[code >> 2].large else counts.small_buildings
    return fame


def large_closed(state: State, seat: int) -> int:
    """Return closed territories with at least one large building that the seat controls (NG-EOY-01)."""
    open_sides, buildings = state.board.open_sides, state.board.buildings
    closed = [each for each in state.controlled(seat) if not open_sides[each] and buildings[each]]
    return sum([has_large(state, territory) for territory in closed])


def has_large(state: State, territory: int) -> bool:
    """Return whether an Altar of Kings, a Forge or a Fortress stands there (NG-BLDG-09)."""
    return any(BUILDINGS[code >> 2].large for code in state.board.buildings[territory])


def building_count(state: State, territory: int) -> int:
    """Return how many buildings stand there, printed ones such as Ports included (AMB-H48)."""
    return len(state.board.buildings[territory]) + moments.printed_buildings(state, territory)


TIES: Final = ("fame", "controlled territories", "figures", "buildings")
"""The criteria of `standing`, in order."""


def standing(state: State, seats: Iterable[int]) -> tuple[int, int, int, int]:
    """Final total, controlled territories, figures and buildings of these seats together: the order of all ties.

    Buildings belong to who controls their territory (AMB-R34); the total is the full final count in any year (AMB-R33).
    """
    fame = territories = figures = buildings = 0
    for seat in seats:
        controlled = state.controlled(seat)
        fame += sum(final_parts(state, seat))
        territories += len(controlled)
        figures += state.units_on_map(seat)
        buildings += sum(building_count(state, territory) for territory in controlled)
    return fame, territories, figures, buildings
