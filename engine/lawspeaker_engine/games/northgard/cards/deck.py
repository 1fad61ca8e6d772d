"""A player's own cards: drawing, making a new draw pile, and sorting what a Draw action drew (NG-DECK-*, NG-DRAW-*)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.northgard.cards import knowledge
from lawspeaker_engine.games.northgard.options import Card, card_options
from lawspeaker_engine.games.northgard.state import Player, State
from lawspeaker_engine.model import PUBLIC, Chance, Decision


def available(player: Player) -> int:
    """Return how many cards the player could draw, without those of the active area (NG-DRAW-04, NG-DRAW-05)."""
    return len(player.top) + len(player.draw) + len(player.discard)


def shuffle_all(player: Player) -> None:
    """Shuffle draw pile, the cards known on top of it, and discard pile into a new draw pile."""
    knowledge.drawn_out(player)
    player.draw, player.top, player.discard = sorted(player.draw + player.top + player.discard), [], []
    player.unseen = ()


def distinct(cards: Sequence[int]) -> list[Card]:
    """Return the cards as options, ascending, each number once: copies of a card are all the same."""
    return card_options(sorted(set(cards)))


@dataclass(slots=True)
class DrawCards(Frame[State]):
    """The seat draws `count` cards, or as many as there are (AMB-R07), into its hand or aside to be sorted."""

    seat: int
    count: int
    to: str = "hand"
    """hand, or drawn: aside, where a Draw action sorts them."""

    def step(self, state: State) -> Chance | Work:
        """Known top cards come first; the discard pile is turned over only when needed (NG-DECK-03, AMB-R56)."""
        player, aside = state.players[self.seat], self.to == "drawn"
        while self.count and available(player):
            if player.top:
                knowledge.draw_top(player, aside=aside)
                self.count -= 1
            elif not player.draw:
                knowledge.drawn_out(player)
                player.draw, player.discard = sorted(player.discard), []
            elif self.count < len(player.draw):
                options = card_options(player.draw)
                return Chance("deck.draw", options, self.count, f"deck/{self.seat}", (self.seat,))
            else:
                for card in player.draw:
                    knowledge.draw(player, card, aside=aside)
                self.count -= len(player.draw)
                player.draw = []
        knowledge.drawn_out(player)
        return DONE

    def take(self, state: State, chosen: Sequence[Card]) -> Work:
        """Move the drawn cards out of the draw pile."""
        player = state.players[self.seat]
        for option in chosen:
            player.draw.remove(option.card)
            knowledge.draw(player, option.card, aside=self.to == "drawn")
        self.count -= len(chosen)
        return ONGOING


@dataclass(slots=True)
class SortDrawn(Frame[State]):
    """The seat sends each card just drawn to its discard pile, top of the draw pile or hand (NG-DRAW-01..03)."""

    seat: int
    discard: int
    top: int
    """The cards that are neither discarded nor put on top come into the hand."""

    def step(self, state: State) -> Decision | Work:
        """First what is discarded, for all to see, then what goes on top; both in the order in which it is put there.

        They are two questions since the discard pile is open and the rest is not. Equal cards stay apart as options:
        that one question is left out, or shorter, would tell the others that cards are equal.
        """
        player = state.players[self.seat]
        count = self.discard or self.top
        if count == 0:
            knowledge.keep_drawn(player)
            return DONE
        options = card_options(player.drawn)
        if len(options) == count == 1:
            return self.take(state, options)
        default = tuple(range(len(options) - count, len(options)))
        if self.discard:
            return Decision(self.seat, "draw.discard", options, count, count, default, PUBLIC, ordered=True)
        return Decision(self.seat, "draw.top", options, count, count, default, (self.seat,), ordered=True)

    def take(self, state: State, chosen: Sequence[Card]) -> Work:
        """Sort the cards; the last one put on top is the first that will be drawn."""
        player = state.players[self.seat]
        if self.discard:
            for option in chosen:
                knowledge.discard_drawn(player, option.card)
            self.discard = 0
        else:
            knowledge.put_back(player, [option.card for option in chosen])
            self.top = 0
        return ONGOING


@dataclass(frozen=True, slots=True)
class DrawForTerritories:
    """Draw one card for each own closed territory of at least `size` tiles."""

    size: int

    def playable(self, state: State, seat: int) -> bool:
        """Return whether there are cards enough (NG-DRAW-05)."""
        return available(state.players[seat]) >= self._count(state, seat)

    def begin(self, state: State, seat: int, card: int) -> None:
        """Draw the cards into the hand."""
        state.push(DrawCards(seat, self._count(state, seat)))

    def _count(self, state: State, seat: int) -> int:
        board = state.board
        return sum(board.closed(t) and board.size[t] >= self.size for t in state.controlled(seat))


@dataclass(frozen=True, slots=True)
class TakeDiscarded:
    """Take any card of the own discard pile into hand."""

    def playable(self, state: State, seat: int) -> bool:
        """Return whether there is a card in the discard pile."""
        return bool(state.players[seat].discard)

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask which card; the discard pile is open, so the choice is too."""
        state.push(ChooseDiscarded(seat))


@dataclass(slots=True)
class ChooseDiscarded(Frame[State]):
    """The seat chooses the card to take out of its discard pile."""

    seat: int

    def step(self, state: State) -> Decision | Work:
        """Ask which kind of card; equal cards are one option."""
        options = distinct(state.players[self.seat].discard)
        return self.choose(state, self.seat, "card.take", options, PUBLIC)

    def take(self, state: State, chosen: Sequence[Card]) -> Work:
        """Move the card from the discard pile into the hand; all see which one it is."""
        player = state.players[self.seat]
        player.discard.remove(chosen[0].card)
        knowledge.to_hand(player, chosen[0].card)
        return DONE
