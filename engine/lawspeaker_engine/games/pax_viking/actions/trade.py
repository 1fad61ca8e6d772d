"""TRADE: with whom, what can change hands, and how it does (SG-TERM-35, AMB-SG-36)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from lawspeaker_engine.games.pax_viking import followers, ships, silver, tiles
from lawspeaker_engine.games.pax_viking.abilities.held import modifiers
from lawspeaker_engine.games.pax_viking.abilities.verbs import TradeReach
from lawspeaker_engine.games.pax_viking.actions import promises
from lawspeaker_engine.games.pax_viking.actions.offer import Bundle, Offer
from lawspeaker_engine.games.pax_viking.board import NOWHERE, REGION_OF
from lawspeaker_engine.games.pax_viking.options import (
    PostFollower,
    Ship,
    Silver,
    Tile,
    TileKind,
    ship_option,
    tile_option,
)
from lawspeaker_engine.games.pax_viking.rows import KINDS, TILES
from lawspeaker_engine.games.pax_viking.state import NOBODY, OWN, State
from lawspeaker_engine.piles import pile_sizes

ANY_KIND: Final = len(KINDS)
"""In place of a kind of tile: any."""
_KINDS: Final = [TileKind(kind) for kind in range(ANY_KIND + 1)]


def partners(state: State, seat: int, longship: int) -> list[int]:
    """Return the RIVALS with whom the Longship's player can TRADE where it is, in turn order.

    One of the two has something to give.
    """
    region = REGION_OF[state.longships[longship].node]
    reach = bool(modifiers(state, seat, TradeReach))
    return [
        rival for rival in ships.colocated(state, seat, region, same_wind=reach)
        if state.settings.promises  # which can always be given
        or givable(state, rival, seat, region, known=False) or givable(state, seat, rival, region, known=True)
    ]


def offers_left(state: State) -> int:
    """Return how many offers the active player can still make in this turn (AMB-SG-62)."""
    return max(0, state.settings.trade_offers - state.offers)


def givable(state: State, giver: int, receiver: int, region: int, *, known: bool) -> list[Any]:
    """Return what the giver could give the receiver, as options any number of which can be taken.

    `known` says whether who names it knows the giver's hand: then tiles are named one by one, else by kind. Followers
    and Longships are left out that the receiver has no own one to put in place of.
    """
    hand = state.players[giver].hand
    wanted: list[Any] = [
        Silver(size, number) for number, size in enumerate(pile_sizes(state.players[giver].silver))
    ]
    if known or state.settings.open_hands:
        wanted += map(tile_option, hand)
    elif hand:
        wanted += _KINDS
    if state.settings.trade_followers:
        supply = state.players[receiver].supply
        wanted += [
            PostFollower(post) for post, owner in enumerate(state.owners)
            if owner == giver and supply[state.followers[post]]
        ]
    if state.settings.trade_ships:
        placeable = ships.on_board(state, receiver) >= 0
        wanted += [
            ship_option(number) for number, ship in enumerate(state.longships)
            if ship.seat == giver and REGION_OF[ship.node] == region and (placeable or ship.kind != OWN)
        ]
    return wanted + promises.possible(state, giver, receiver)


def bundle(chosen: Sequence[Any]) -> Bundle:
    """Return what these options are together."""
    found = Bundle()
    for option in chosen:
        if isinstance(option, Silver):
            found.silver += option.amount
        elif isinstance(option, Tile):
            found.tiles.append(option.tile)
        elif isinstance(option, TileKind):
            found.kinds.append(option.kind)
        elif isinstance(option, PostFollower):
            found.posts.append(option.post)
        elif isinstance(option, Ship):
            found.longships.append(option.longship)
        else:
            found.promises += promises.meaning(option)
    return found


def of_kind(state: State, seat: int, kind: int, but: Sequence[int]) -> list[int]:
    """Return the tiles of the seat's hand that are of this kind, or of any, but for some."""
    return [tile for tile in state.players[seat].hand if kind in (TILES[tile].kind, ANY_KIND) and tile not in but]


def has_kinds(state: State, seat: int, named: Bundle) -> bool:
    """Return whether the seat's hand has a tile for each kind that is wanted of it; exact kinds go first."""
    used: list[int] = list(named.tiles)
    for kind in sorted(named.kinds):
        found = of_kind(state, seat, kind, used)
        if not found:
            return False
        used.append(found[0])
    return True


def possible(state: State, offer: Offer) -> bool:
    """Return whether everything in the offer but tiles can change hands at once, which all can see."""
    return (
        _enough(state, offer.seat, offer.give, offer.partner, offer.want)
        and _enough(state, offer.partner, offer.want, offer.seat, offer.give)
    )


def _enough(state: State, giver: int, given: Bundle, receiver: int, returned: Bundle) -> bool:
    """Return whether the giver has the silver, and the receiver pieces of its own to put in place of what it gets.

    What the receiver gives goes back to its Jarlboard first, and can serve.
    """
    supply = state.players[receiver].supply[:]
    for post in returned.posts:
        supply[state.followers[post]] += 1
    for post in given.posts:
        supply[state.followers[post]] -= 1
    aboard = sum(ship.seat == receiver and ship.kind == OWN and ship.node == NOWHERE for ship in state.longships)
    back, needed = (
        sum(state.longships[number].kind == OWN for number in each.longships) for each in (returned, given)
    )
    return state.players[giver].silver >= given.silver and min(supply) >= 0 and aboard + back >= needed


def carry_out(state: State, offer: Offer) -> None:
    """Both bundles change hands in one step; the caller has seen that it is possible."""
    sides = ((offer.seat, offer.give, offer.partner), (offer.partner, offer.want, offer.seat))
    posts = [(post, state.followers[post], to) for _, given, to in sides for post in given.posts]
    boats = [(number, state.longships[number].node, to) for _, given, to in sides for number in given.longships]
    for post, _, _ in posts:
        followers.send_back(state, post)
    for post, kind, to in posts:
        followers.put(state, to, post, kind)
    _hand_over(state, boats)
    tiles.traded(state, offer.seat, offer.partner)
    for seat, given, to in sides:
        silver.give(state, seat, to, given.silver)
        promises.gave_silver(state, seat, to, given.silver)
        for tile in given.tiles:
            tiles.from_hand(state, seat, tile)
            tiles.to_hand(state, to, tile, (seat,))
        for kind, value in zip(given.promises[::2], given.promises[1::2], strict=True):
            promises.promise(state, seat, to, kind, value)


def _hand_over(state: State, boats: Sequence[tuple[int, int, int]]) -> None:
    """Give each Longship, which was at this node, to this seat: own ones are replaced, those of Allies move unchanged.

    One of an Ally that has gone back to stock with the Ally's Follower (AMB-SG-40) is left out.
    """
    for number, _, to in boats:
        ship = state.longships[number]
        if ship.kind == OWN:
            ships.send_back(state, number)
        elif ship.seat != NOBODY:
            ship.seat = to
    for number, node, to in boats:
        if state.longships[number].kind == OWN:
            placed = state.longships[ships.on_board(state, to)]
            placed.node, placed.exhausted = node, True
