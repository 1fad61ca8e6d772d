"""A game of Pax Viking never makes nor loses these: tiles, Followers, Longships, and Victory Condition cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from lawspeaker_engine.games.pax_viking.rows import TILES
from lawspeaker_engine.games.pax_viking.state import NO_TILE, NOBODY, State
from lawspeaker_engine.games.pax_viking.view import View
from lawspeaker_engine.laws import Hands


def census(state: State) -> Mapping[str, object]:
    """Return how many there are of everything that must stay, wherever it lies; nobody owes silver.

    The cards are listed once they have all been laid out.
    """
    for player in state.players:
        assert player.silver >= 0, player
        assert sorted(player.drawn) == player.hand, player
        assert all(set(known) <= set(player.hand) and sorted(known) == known for known in player.known), player
    counts: dict[str, object] = {
        "tiles": tiles_of(state),
        "followers": [followers_of(state, seat) for seat in range(state.settings.players)],
        "longships": [(ship.kind, ship.seat if ship.kind == 0 else NOBODY) for ship in state.longships],
    }
    if state.turn:
        counts["cards"] = sorted(state.face_up + state.face_down)
    return counts


def tiles_of(state: State) -> Counter[int]:
    """Return the tiles of all places, the box and those out of the game included."""
    found: Counter[int] = Counter()
    for place in (state.pile, state.top, state.track, state.discard, state.removed, state.box, state.tiles):
        found.update(place)
    for player in state.players:
        found.update(player.hand)
        found.update(each.tile for each in player.board)
    found[state.event] += 1
    del found[NO_TILE]
    return found


def followers_of(state: State, seat: int) -> list[int]:
    """Return by type the Followers of the seat: on its Jarlboard, on POSTS and on its tiles."""
    player = state.players[seat]
    found = player.supply[:]
    for owner, kind in zip(state.owners, state.followers, strict=True):
        if owner == seat:
            found[kind] += 1
    for each in player.board:
        if each.established:
            found[TILES[each.tile].follower] += 1
    return found


def open_tiles(view: View) -> list[int]:
    """Return the tiles that all see."""
    boards = [each.tile for player in view.players for each in player.advocates + player.gods]
    return [tile for tile in (*view.track, *view.discard, *view.tiles, *boards) if tile != NO_TILE]


HANDS = Hands(
    open_tiles,
    lambda state: [player.hand for player in state.players],
    lambda view: [player.hand or player.known for player in view.players],
)
