"""The knowledge that others have of the cards in a hand and on top of a draw pile.

All know which cards a player owns, and every card leaves a hand in the open. So a card that comes to a hand for all to
see is known to be there until one like it leaves. Equal cards cannot be told apart: where one of two leaves, it may be
the one that was known. What is kept is what is certain, not what is likely.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Sequence
from typing import Final

from lawspeaker_engine.games.northgard.state import Known, Player

UNSEEN: Final = -1
"""In place of a card on top of a draw pile that its owner alone knows."""


# The hand.


def to_hand(player: Player, card: int) -> None:
    """Add a card to the hand for all to see."""
    insort(player.hand, card)
    player.known = _with(player.known, card)


def from_hand(player: Player, card: int) -> None:
    """Take a card out of the hand for all to see."""
    player.hand.remove(card)
    player.known = _without(player.known, card)


def empty_hand(player: Player) -> list[int]:
    """Take all cards out of the hand for all to see, and return them."""
    cards, player.hand = player.hand, []
    player.known = ((),) * len(player.known)
    return cards


def look(player: Player, eye: int) -> None:
    """The seat `eye` looks into the hand: it knows these cards from now on."""
    player.known = (*player.known[:eye], tuple(player.hand), *player.known[eye + 1:])


def certain(player: Player, eye: int) -> Sequence[int]:
    """Return the cards, ascending, that a seat, or -1 for a spectator, knows to be in hand or just drawn."""
    return _most(player.known[eye], player.held[eye]) if player.held else player.known[eye]


# The draw pile.


def put_on_top(player: Player, card: int, *, seen: bool = True) -> None:
    """Put a card on top of the draw pile, for all to see or for its owner alone."""
    if not seen:
        player.unseen = (*player.unseen, len(player.top))
    player.top.append(card)


def from_top(player: Player, card: int) -> None:
    """Take the uppermost card like this one out of those on top, for all to see."""
    at = len(player.top) - 1 - player.top[::-1].index(card)
    del player.top[at]
    player.unseen = tuple([each - (each > at) for each in player.unseen if each != at])


def known_top(player: Player) -> list[int]:
    """Return the cards on top as all know them, UNSEEN for others; the next one last."""
    return [UNSEEN if at in player.unseen else card for at, card in enumerate(player.top)]


def drawn_out(player: Player) -> None:
    """If no card of the draw pile is hidden any more, all know the cards that are in hand and just drawn."""
    if not player.draw and not player.unseen:
        cards = (tuple(sorted(player.hand + player.drawn)),) * len(player.known)
        if player.drawn:
            player.held = cards
        else:
            player.known = cards


# Drawing, and cards that wait to be sorted.


def draw_top(player: Player, *, aside: bool) -> None:
    """Draw the top card, which all know or its owner alone, into the hand or aside."""
    card = player.top.pop()
    if len(player.top) in player.unseen:
        player.unseen = player.unseen[:-1]
        draw(player, card, aside=aside)
    elif aside:
        draw(player, card, aside=True)
        player.held = _with(player.held, card)
    else:
        to_hand(player, card)


def draw(player: Player, card: int, *, aside: bool) -> None:
    """Add a card that only its owner sees to the hand, or to those that wait to be sorted."""
    insort(player.drawn if aside else player.hand, card)
    if aside and not player.held:
        player.held = player.known


def discard_drawn(player: Player, card: int) -> None:
    """A card that was just drawn is discarded for all to see."""
    player.drawn.remove(card)
    player.held = _without(player.held, card)
    player.discard.append(card)


def put_back(player: Player, cards: Sequence[int]) -> None:
    """Put cards that were just drawn on top of the draw pile, the last one uppermost; only their owner sees them."""
    for card in cards:
        player.drawn.remove(card)
        put_on_top(player, card, seen=False)
    # Any so many of the cards may have left the hand.
    player.held = tuple([
        tuple([card for at, card in enumerate(held) if at + len(cards) < len(held) and held[at + len(cards)] == card])
        for held in player.held
    ])


def show_drawn(player: Player, card: int) -> None:
    """Show all a card that was just drawn."""
    player.held = tuple([
        _most(held, tuple(sorted((*known, card))))
        for known, held in zip(player.known, player.held, strict=True)
    ])


def keep_drawn(player: Player) -> None:
    """All cards that were just drawn and are still there come into the hand."""
    for card in player.drawn:
        insort(player.hand, card)
    player.drawn = []
    if player.held:
        player.known = tuple([_most(*each) for each in zip(player.known, player.held, strict=True)])
        player.held = ()


def _with(known: Known, card: int) -> Known:
    return tuple([tuple(sorted((*cards, card))) for cards in known])


def _without(known: Known, card: int) -> Known:
    """Return what is still certain when a card like this one has left."""
    if not any(known):
        return known
    left = []
    for cards in known:
        if card in cards:
            at = cards.index(card)
            left.append(cards[:at] + cards[at + 1:])
        else:
            left.append(cards)
    return tuple(left)


def _most(cards: Sequence[int], others: Sequence[int]) -> tuple[int, ...]:
    """Return each card as often as the one or the other list has it, both ascending."""
    if cards == others or not others:
        return tuple(cards)
    return tuple(sorted((Counter(cards) | Counter(others)).elements())) if cards else tuple(others)
