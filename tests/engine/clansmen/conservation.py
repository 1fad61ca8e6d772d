"""The things that a game of Clansmen never makes nor loses: Tales, events, and the land."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from lawspeaker_engine.games.clansmen.state import NO_EVENT, State
from lawspeaker_engine.laws import Hands


def census(state: State) -> Mapping[str, object]:
    """Return how many there are of everything that must stay, wherever it lies; no stock may be below zero.

    The land is listed from year 1 on, when all of it has been drawn.
    """
    for player in state.players:
        assert min(*player.stock, player.blessings, player.actions, player.specials, *player.built) >= 0, player
    counts: dict[str, object] = {"tales": tales_of(state), "events": events_of(state)}
    if state.year:
        counts["land"] = state.land.terrain
    return counts


def tales_of(state: State) -> Counter[int]:
    """Return the Tales cards of the deck, the discard pile, hands and tiles."""
    cards = Counter(state.tales) + Counter(state.discard)
    for player in state.players:
        cards += Counter(player.hand) + Counter(attached.card for attached in player.attached)
    return cards


def events_of(state: State) -> Counter[int]:
    """Return the events of the deck, the foreseen one, and those that came."""
    foreseen = [] if state.foreseen == NO_EVENT else [state.foreseen]
    return Counter(state.events) + Counter(foreseen) + Counter(state.past_events)


HANDS = Hands(
    lambda view: [*view.discard, *(attached.card for player in view.players for attached in player.attached)],
    lambda state: [player.hand for player in state.players],
    lambda view: [player.hand for player in view.players],
)
