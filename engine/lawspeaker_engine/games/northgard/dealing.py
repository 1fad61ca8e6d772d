"""Hidden facts drawn anew from what one seat may know: see `game.Game.deal_anew`.

Secret are the cards of other players' hands and draw piles, the tiles of their hands, their fame where it is not open,
which Development cards the decks have, and what modules hide. Which cards a player owns is no secret: all have seen it
get them. So the cards that others hold are dealt among the places where their owners keep them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from lawspeaker_engine.games.northgard import moments
from lawspeaker_engine.games.northgard.cards.hands import DiscardOrGive, LookAtHand
from lawspeaker_engine.games.northgard.state import Player, State
from lawspeaker_engine.model import Rng, Seat

FAME_MORE = 2
"""Hidden fame may be so much above twice the fame that the seat knows."""


def deal_hidden(state: State, seat: Seat, rng: Rng) -> None:
    """Draw afresh all that the seat may not know.

    Every pool is sorted before it is shuffled, and its size is known to all, so the truth moves nothing.
    """
    # The order of these calls is part of the deal: with another order the same generator gives another state.
    known = _seen_hands(state, seat)
    for other, player in enumerate(state.players):
        if other not in known:
            _deal_cards(player, rng)
    _deal_tiles(state, seat, rng)
    _deal_fame(state, seat, rng)
    _deal_decks(state, rng)
    for deal in state.table.deals:
        deal(state, seat, rng)
    for frame in state.agenda:
        # The frame names a card of a hand that was dealt anew above, so that the card must be one of the new hand.
        if isinstance(frame, DiscardOrGive) and seat not in (frame.seat, frame.robber):
            hand = state.players[frame.seat].hand
            frame.card = hand[rng.randrange(len(hand))]


def split(cards: Iterable[int], count: int, rng: Rng) -> tuple[list[int], list[int]]:
    """Return so many of the cards, each as likely as any other, and the rest; both ascending."""
    pool = sorted(cards)
    rng.shuffle(pool)
    return sorted(pool[:count]), sorted(pool[count:])


def _seen_hands(state: State, seat: Seat) -> set[Seat]:
    """Return the seats whose hands the seat sees: its own, and one that it is looking at."""
    seen = {seat}
    for frame in state.agenda:
        if isinstance(frame, LookAtHand) and frame.seat == seat:
            seen.add(frame.victim)
        elif isinstance(frame, DiscardOrGive) and frame.robber == seat:
            seen.add(frame.seat)
    return seen


def _deal_cards(player: Player, rng: Rng) -> None:
    """Deal a player's hidden cards among its hand, what it has drawn and not yet sorted, and its draw pile."""
    pool = sorted(player.hand + player.drawn + player.draw + player.top)
    rng.shuffle(pool)
    hand, drawn, top = len(player.hand), len(player.drawn), len(player.top)
    player.hand, pool = sorted(pool[:hand]), pool[hand:]
    player.drawn, pool = sorted(pool[:drawn]), pool[drawn:]
    # `top` keeps the order of the pool, because it is the order in which these cards will be drawn.
    player.top, player.draw = pool[:top], sorted(pool[top:])


def _deal_tiles(state: State, seat: Seat, rng: Rng) -> None:
    """Deal the tiles of other hands, which exist only during the setup; then those under the pile are hidden too."""
    if not any(player.tiles for player in state.players):
        return
    others = [player for other, player in enumerate(state.players) if other != seat]
    pool = sorted([*state.pile, *state.bottom, *(tile for player in others for tile in player.tiles)])
    rng.shuffle(pool)
    for player in others:
        count = len(player.tiles)
        player.tiles, pool = sorted(pool[:count]), pool[count:]
    count = len(state.bottom)
    state.bottom, state.pile = pool[:count], sorted(pool[count:])


def _deal_fame(state: State, seat: Seat, rng: Rng) -> None:
    """Draw the fame of enemies, where it is hidden: from nothing to about twice what the seat and its mate have."""
    hidden = [player for other, player in enumerate(state.players) if not state.knows_fame(seat, other)]
    fame = [player.fame for other, player in enumerate(state.players) if not state.is_enemy(seat, other)]
    # The fame of the own side is the only scale that depends on nothing hidden.
    most = max(2 * sum(fame) // len(fame), 0) + FAME_MORE
    for player in hidden:
        player.fame = rng.randrange(most + 1)


def _deal_decks(state: State, rng: Rng) -> None:
    """Draw the Development cards that nobody has seen: the others left the game unseen (NG-SETUP-04)."""
    seen = Counter(state.display)
    for seat, player in enumerate(state.players):
        seen.update(player.hand + player.draw + player.top + player.drawn + player.active + player.discard)
        seen.update(player.boxed)
        seen.update(moments.kept_cards(state, seat))
    # Cards that are in no place that can be seen are in a deck, or left the game face down when it was made.
    *early, advanced = state.table.decks
    for deck in early:
        # The size stays: all have seen how many cards were taken from the deck.
        state.early = split((Counter(deck.cards) - seen).elements(), len(state.early), rng)[0]
    state.advanced = split((Counter(advanced.cards) - seen).elements(), len(state.advanced), rng)[0]
