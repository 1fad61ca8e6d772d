"""Hidden facts drawn anew from what one seat may know: see `game.Game.deal_anew`.

Secret are the cards of other players' hands and draw piles, the tiles of their hands, their fame where it is not open,
which Development cards the decks have, and what modules hide. Which cards a player owns is no secret: all have seen it
get them. So the cards that others hold are dealt among the places where their owners keep them. Those that the seat
knows to be in a hand or on top of a draw pile stay. That cards came from a draw pile before others were shuffled into
it is left out, unless the pile was drawn out: see `cards/knowledge.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from lawspeaker_engine.games.northgard import moments
from lawspeaker_engine.games.northgard.cards import knowledge
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
    for other, player in enumerate(state.players):
        if other != seat:
            _deal_cards(player, seat, rng)
    _forget(state, seat)
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


def _deal_cards(player: Player, seat: Seat, rng: Rng) -> None:
    """Deal the cards of a player that the seat does not know among its hand, what it has drawn and not yet sorted, and
    its draw pile.
    """
    known = Counter(player.known[seat])
    held = Counter(player.held[seat]) - known if player.held else Counter[int]()
    hidden = Counter(player.hand + player.drawn + player.draw) + Counter(player.top[at] for at in player.unseen)
    pool = sorted((hidden - known - held).elements())
    rng.shuffle(pool)
    # The cards that are known to be in the hand or drawn take their part of these places first.
    near = len(player.hand) + len(player.drawn) - known.total()
    dealt, pool = [*held.elements(), *pool[:near - held.total()]], pool[near - held.total():]
    if held:
        rng.shuffle(dealt)
    free = len(player.hand) - known.total()
    player.hand, player.drawn = sorted([*known.elements(), *dealt[:free]]), sorted(dealt[free:])
    # The order of the pool stays on top, because it is the order in which these cards will be drawn.
    for at in player.unseen:
        player.top[at] = pool.pop()
    player.draw = sorted(pool)


def _forget(state: State, seat: Seat) -> None:
    """Others know of the hands of others what all know; who is looking at a hand knows the one that was dealt."""
    for other, player in enumerate(state.players):
        if other != seat:
            player.known, player.held = (
                tuple([cards if eye == seat else known[-1] for eye, cards in enumerate(known)])
                for known in (player.known, player.held))
    for frame in state.agenda:
        if isinstance(frame, LookAtHand) and frame.victim not in (-1, seat):
            knowledge.look(state.players[frame.victim], frame.seat)
        elif isinstance(frame, DiscardOrGive) and frame.seat != seat:
            knowledge.look(state.players[frame.seat], frame.robber)


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
