"""The things that a game of Northgard never makes nor loses: figures, building tokens, map tiles and cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from lawspeaker_engine.games.northgard import figures
from lawspeaker_engine.games.northgard.actions.explore import Explore
from lawspeaker_engine.games.northgard.cards.resolving import UNREST
from lawspeaker_engine.games.northgard.modules.automa_part import Automa
from lawspeaker_engine.games.northgard.modules.land_features import Land
from lawspeaker_engine.games.northgard.modules.ox import TOKENS, AncestralEquipment
from lawspeaker_engine.games.northgard.modules.raids import PickRaid
from lawspeaker_engine.games.northgard.modules.sea_part import Sea
from lawspeaker_engine.games.northgard.state import RESERVE, Player, State
from lawspeaker_engine.games.northgard.view import View
from lawspeaker_engine.laws import Hands


def census(state: State) -> Mapping[str, object]:
    """Return how many there are of everything that must stay, wherever it lies; no part of it may be below zero.

    Cards and special figures are counted from year 1 on, when all of them have been dealt.
    """
    for player in state.players:
        assert_known(player)
    counts: dict[str, object] = {
        "units": [units_of(state, seat) for seat in range(state.settings.players)],
        "buildings": buildings_of(state),
    }
    if state.year or not any(isinstance(part, Land | Sea) for part in state.parts):  # these bring tiles during setup
        counts["tiles"] = tiles_of(state)
    for automa in [part for part in state.parts if isinstance(part, Automa)]:
        counts["automa"] = sorted(automa.deck + automa.actions + automa.played + automa.discard)
    for sea in seas(state) if state.year else ():
        counts["raids"] = raids_of(sea, state)
    if state.year:
        counts["cards"] = cards_of(state)
        counts["figures"] = figures_of(state)
        counts["equipment"] = equipment_of(state)
    return counts


def assert_known(player: Player) -> None:
    """What is known of a player's cards is true."""
    for known in player.known:
        assert not Counter(known) - Counter(player.hand), player
        assert not Counter(player.known[-1]) - Counter(known), player
        assert tuple(sorted(known)) == known, player
    for held in player.held:
        assert player.drawn, player
        assert not Counter(held) - Counter(player.hand + player.drawn), player
        assert tuple(sorted(held)) == held, player
    assert list(player.unseen) == sorted({*player.unseen} & {*range(len(player.top))}), player


def seas(state: State) -> list[Sea]:
    """Return the part of the sea, if it is in play."""
    return [part for part in state.parts if isinstance(part, Sea)]


def raids_of(sea: Sea, state: State) -> Counter[int]:
    """Return the Raid cards: in the deck, under it, at Ports, kept, and drawn."""
    cards = Counter(sea.deck) + Counter(sea.bottom) + Counter(port.card for port in sea.ports if port.card >= 0)
    cards += Counter(each.card for each in sea.kept)
    for frame in state.agenda:
        if isinstance(frame, PickRaid):
            cards += Counter(frame.drawn)
    return cards


def units_of(state: State, seat: int) -> int:
    """Return the seat's units: in reserve, in its territories, among visitors elsewhere, on a Pyre and on Raids."""
    board = state.board
    parts = [state.players[seat].reserve, state.players[seat].away, *(board.units[t] for t in state.controlled(seat))]
    parts += [battle.units for battle in state.battles if battle.attacker == seat]
    parts += [port.units for sea in seas(state) for port in sea.ports if port.seat == seat]
    assert min(parts) >= 0, parts
    return sum(parts)


def figures_of(state: State) -> list[tuple[int, int]]:
    """Return the special figures and their owners; each stands where its owner has figures, or waits in the reserve."""
    for each in state.figures:
        assert each.territory == RESERVE or each.figure in figures.standing(state, each.seat, each.territory)[1], each
    return [(each.figure, each.seat) for each in state.figures]


def buildings_of(state: State) -> list[int]:
    """Return by type the building tokens in stock and on the map."""
    assert min(state.stock) >= 0, state.stock
    board = state.board
    built = Counter(code >> 2 for t in board.territories for code in board.buildings[t])
    return [left + built[row] for row, left in enumerate(state.stock)]


def tiles_of(state: State) -> Counter[int]:
    """Return the map tiles of the pile and under it, in hands, on the map, out of the game, and drawn to explore."""
    tiles = Counter(state.pile) + Counter(state.bottom) + Counter(state.boxed_tiles)
    tiles += Counter(tile for tile, *_ in state.board.laid)
    for player in state.players:
        tiles += Counter(player.tiles)
    for frame in state.agenda:
        if isinstance(frame, Explore):
            tiles += Counter(frame.drawn)
    return tiles


def cards_of(state: State) -> Counter[int]:
    """Return the cards of all zones, those out of the game and the stack of Unrest included."""
    assert state.unrest >= 0
    cards = Counter({UNREST: state.unrest})
    for zone in (state.early, state.advanced, state.achievements, state.display):
        cards += Counter(zone)
    for automa in [part for part in state.parts if isinstance(part, Automa)]:
        cards += Counter(automa.kept)
    for player in state.players:
        for zone in (player.hand, player.draw, player.top, player.drawn, player.active, player.discard,
                     player.boxed, player.upgrades):
            cards += Counter(zone)
    return cards


def equipment_of(state: State) -> list[int]:
    """Return the tokens of Ancestral Equipment: in the stack, on the map and in the reserve of Ox."""
    for part in state.parts:
        if isinstance(part, AncestralEquipment):
            found = [token.number for token in part.found]
            return sorted([*range(part.next, TOKENS + 1), *found, *part.up, *part.down])
    return []


def open_cards(view: View) -> list[int]:
    """Return the cards that all see."""
    cards = [*view.display, *view.achievements, *[UNREST] * view.unrest_left]
    for player in view.players:
        cards += [*player.active, *player.discard, *player.boxed, *player.upgrades]
        cards += [card for card in player.known_top if card >= 0]
    return cards


HANDS = Hands(
    open_cards,
    lambda state: [player.hand + player.drawn for player in state.players],
    lambda view: [player.hand + player.drawn or player.known for player in view.players],
)
