"""Dealing anew what a seat may not know: other hands, pile and box, face-down cards, looks and offers of others.

What the seat knows of the tiles of others stays: all hands by the option `open_hands`, and the tiles of `Player.known`.
What follows from what all have seen asked also stays true: who names a tile of a kind has one. What two others know of
each other's hands is a secret too: after the deal each knows what all know, and what it is dealt to have seen this turn
or to be offered.

One frame has a secret in a field: `MayPlay`, the tile drawn by SWEDEN, which `_deal_hand` deals anew too.

The Ventures that setup laid on the map came from the box, which made some boxes a little more likely than others. The
view does not tell which Ventures these were, so this is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lawspeaker_engine.agenda import Frame
from lawspeaker_engine.games.pax_viking import tiles, unseen
from lawspeaker_engine.games.pax_viking.actions import play, trade
from lawspeaker_engine.games.pax_viking.actions.bargain import Bargaining, NameBundles, NameTiles
from lawspeaker_engine.games.pax_viking.actions.influence_actions import MayPlay, can_play
from lawspeaker_engine.games.pax_viking.actions.offer import Bundle, Offer
from lawspeaker_engine.games.pax_viking.actions.trade import ANY_KIND
from lawspeaker_engine.games.pax_viking.board import REGION_OF
from lawspeaker_engine.games.pax_viking.effects.control import PlayAnother
from lawspeaker_engine.games.pax_viking.phases.setup import LayVenture
from lawspeaker_engine.games.pax_viking.rows import TILES, VENTURE, VICTORIES
from lawspeaker_engine.games.pax_viking.state import NO_TILE, SPECTATOR, State
from lawspeaker_engine.model import Rng

MOST_NAMED = 2
"""Things in a bundle of an offer between two others, at most: what they say is for them alone."""

_Fits = Callable[[int, Sequence[int]], bool]
"""Returns whether a hand that must have some tile has it in this one; the second argument is what it must have too."""


def deal_hidden(state: State, seat: int, rng: Rng) -> None:
    """Draw afresh all that the seat may not know. How often something is drawn depends on nothing but what it knows."""
    _deal_cards(state, rng)
    # Looks and offers come last: they are drawn from the hands that were dealt before.
    named = _deal_tiles(state, seat, rng)
    _forget(state, seat)
    _deal_looks(state, seat, rng)
    if state.offer is not None and not _party(state, seat):
        _deal_offer(state, state.offer, named, rng)


def _deal_cards(state: State, rng: Rng) -> None:
    """Any cards of the same difficulties may lie face down, but those that lie face up."""
    dealt: list[int] = []
    for difficulty in sorted({VICTORIES[card].difficulty for card in state.face_down}):
        pool = [
            card for card, row in enumerate(VICTORIES) if row.difficulty == difficulty and card not in state.face_up
        ]
        rng.shuffle(pool)
        dealt += pool[:sum(VICTORIES[card].difficulty == difficulty for card in state.face_down)]
    state.face_down = sorted(dealt)


# Tiles.


def _deal_tiles(state: State, seat: int, rng: Rng) -> list[int]:
    """Deal hands, pile and box; return the tiles that a hand has for a deal of which the seat knows nothing."""
    others = [] if state.settings.open_hands else state.rivals(seat)
    knows_top = seat in state.seers
    laid = [frame.tile for frame in state.agenda if isinstance(frame, LayVenture) and frame.tile != NO_TILE]
    hidden = {*state.pile, *state.box, *([] if knows_top else state.top)}
    hidden.update(*(state.players[other].hand for other in others))
    hidden.difference_update(laid)  # all have seen which Venture it is, although it is in the box
    kept = {other: state.players[other].known[seat] for other in others}
    hidden.difference_update(*kept.values())
    pool = unseen.divide(state, sorted(hidden), len(state.box) - len(laid), rng)
    named: list[int] = []
    # A hand that must have something is dealt while the pool still has all tiles; otherwise another hand could have
    # taken the last tile that fits.
    for other in sorted(others, key=lambda each: not _needs(state, seat, each)):  # first who must have something
        used = _deal_hand(state, seat, other, kept[other], pool, rng)
        if not _party(state, seat) and isinstance(_top(state), NameTiles):
            named += used
    if not knows_top:
        # The order on top of the pile counts, so it is that of the shuffled pool, and the pile below is sorted.
        state.top = [pool.in_match.pop() for _ in state.top]
    state.pile, state.box = sorted(pool.in_match), sorted(pool.box + laid)
    return named


def _party(state: State, seat: int) -> bool:
    """Return whether the seat is one of the two that talk about an offer."""
    return state.offer is not None and seat in (state.offer.seat, state.offer.partner)


def _deal_hand(state: State, seat: int, other: int, kept: Sequence[int], pool: unseen.Unseen, rng: Rng) -> list[int]:
    """Deal another one's hand: what is known of it, what it must have, then any tiles. Return what it must have."""
    player = state.players[other]
    dealt, used = list(kept), list[int]()
    for fits in _needs(state, seat, other):
        # A tile that is known to be in the hand may already be the one that it must have. Then none is added, or such
        # tiles would be more frequent in hands of which much is known.
        tile = next((each for each in kept if each not in used and fits(each, used)), NO_TILE)
        if tile == NO_TILE:
            tile = pool.take(rng, lambda each: fits(each, used))  # noqa: B023 - called at once
            dealt.append(tile)
        used.append(tile)
    dealt += [pool.in_match.pop() for _ in range(len(player.hand) - len(dealt))]
    player.hand = sorted(dealt)
    rng.shuffle(dealt)
    # The order in which the tiles came is hidden as well, so it is shuffled after the hand was sorted.
    player.drawn = dealt
    if used and isinstance(top := _top(state), MayPlay):
        # The frame names the drawn tile, which must be one of the hand that was dealt just now.
        top.tile = used[0]
    return used


def _top(state: State) -> Frame[State] | None:
    """Return the frame that asks, if the game is not over."""
    return state.agenda[-1] if state.agenda else None


def _needs(state: State, seat: int, other: int) -> list[_Fits]:
    """Return what another one's hand must have, because all see what it is asked."""
    top = _top(state)
    if isinstance(top, MayPlay) and top.seat == other:
        return [_drawn_by_sweden(state, top)]
    if isinstance(top, PlayAnother) and top.source.seat == other:
        alone = play.alone_posts(state, other)
        return [lambda tile, _: bool(play.posts_for(state, other, tile, alone))]
    if isinstance(top, NameTiles) and top.seat == other:
        wanted = top.wanted(state)
        if _party(state, seat):
            return [_of_kind(kind, wanted.tiles) for kind in sorted(wanted.kinds)]
        return [_of_another_kind] * len(wanted.tiles)
    return []


def _drawn_by_sweden(state: State, top: MayPlay) -> _Fits:
    """A Venture for the POST that was named; without a Longship to set only such POSTS as it can be PLAYED in are."""
    return lambda tile, _: (
        TILES[tile].kind == VENTURE and play.in_location(TILES[tile], top.post)
        and (top.placed or can_play(state, top.seat, tile, top.post))
    )


def _of_kind(kind: int, named: Sequence[int]) -> _Fits:
    return lambda tile, _: kind in (TILES[tile].kind, ANY_KIND) and tile not in named


def _of_another_kind(tile: int, used: Sequence[int]) -> bool:
    """Each kind is wanted once, and ANY_KIND comes last."""
    return TILES[tile].kind not in [TILES[each].kind for each in used]


# What two others know.


def _forget(state: State, seat: int) -> None:
    """Others know of the hands of others what all know."""
    for other in state.rivals(seat):
        known = state.players[other].known
        for eye in range(state.settings.players):
            if eye not in (seat, other):
                known[eye] = known[SPECTATOR][:]


def _deal_looks(state: State, seat: int, rng: Rng) -> None:
    """A look of another one at a third hand: as many tiles as it saw, those of the hand first, then own ones, which it
    may have got for something.
    """
    for look in state.looks:
        if seat not in (look.seat, look.rival):
            seen: list[int] = []
            # Tiles that were seen in the hand may belong by now to the one who looked, by a TRADE of the two.
            for owner in (look.rival, look.seat):
                hand = state.players[owner].hand[:]
                rng.shuffle(hand)
                seen += hand
            look.tiles = tuple(sorted(seen[:len(look.tiles)]))
            for tile in look.tiles:
                if tile in state.players[look.rival].hand:
                    tiles.show(state, look.rival, tile, (look.seat,))


def _deal_offer(state: State, offer: Offer, named: Sequence[int], rng: Rng) -> None:
    """Name what two others have named, and for an accepted offer tiles of their own, of which one is still to come."""
    top = _top(state)
    region = next(
        REGION_OF[state.longships[frame.longship].node] for frame in state.agenda if isinstance(frame, Bargaining)
    )
    speaker, other = (offer.partner, offer.seat) if offer.countered else (offer.seat, offer.partner)
    half = isinstance(top, NameBundles) and top.half

    def name(giver: int, receiver: int, *, spoken: bool) -> Bundle:
        return _bundle(state, giver, receiver, region, rng, known=giver == speaker) if spoken else Bundle()

    wanted = name(other, speaker, spoken=offer.complete or half)
    given = name(speaker, other, spoken=offer.complete)
    offer.named = Bundle()
    if half and offer.complete:
        offer.named = _bundle(state, offer.seat, offer.partner, region, rng, known=False)
    offer.give, offer.want = (wanted, given) if offer.countered else (given, wanted)
    if isinstance(top, NameTiles):
        wanted.tiles, wanted.kinds = sorted(named, key=lambda tile: TILES[tile].kind), [ANY_KIND]
        # The bundles were dealt apart and need not fit each other. Silver and tiles are always the giver's own, so only
        # POSTS and Longships can make an accepted offer impossible.
        if not trade.possible(state, offer):
            for bundle in (wanted, given):
                bundle.posts, bundle.longships = [], []
    for giver, receiver, bundle in ((offer.seat, offer.partner, offer.give), (offer.partner, offer.seat, offer.want)):
        for tile in bundle.tiles:
            tiles.show(state, giver, tile, (receiver,))


def _bundle(state: State, giver: int, receiver: int, region: int, rng: Rng, *, known: bool) -> Bundle:
    """Return a few of the things that can be named, any number of them and any ones being equally likely."""
    options = trade.givable(state, giver, receiver, region, known=known)
    places = list(range(len(options)))
    rng.shuffle(places)
    count = rng.randrange(min(MOST_NAMED, len(options)) + 1)
    return trade.bundle([options[place] for place in sorted(places[:count])])
