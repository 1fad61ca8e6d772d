"""Other players' hands: looking into one, and making others give up cards or resources."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.northgard.cards import knowledge
from lawspeaker_engine.games.northgard.cards.deck import distinct
from lawspeaker_engine.games.northgard.cards.paying import give, payments
from lawspeaker_engine.games.northgard.cards.special import Special
from lawspeaker_engine.games.northgard.options import Card, Opponent, Pay
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.model import PUBLIC, Decision


def enemies(state: State, seat: int) -> list[int]:
    """Return all enemies of the seat, clockwise from it; teammates are none."""
    count = state.settings.players
    after = [(seat + i) % count for i in range(1, count)]
    return [other for other in after if state.is_enemy(seat, other)] if state.settings.teams else after


def discard(state: State, seat: int, card: int) -> None:
    """A card goes from the seat's hand to its discard pile, where all can see it."""
    player = state.players[seat]
    knowledge.from_hand(player, card)
    player.discard.append(card)


@dataclass(frozen=True, slots=True)
class Spy(Special):
    """Look at an opponent's hand and discard one card from it."""

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask whose hand is looked at."""
        state.push(LookAtHand(seat))


@dataclass(frozen=True, slots=True)
class Exploit(Special):
    """Look at an opponent's hand and pick a card: they discard it, or give so many resources of their choice."""

    resources: int

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask whose hand is looked at."""
        state.push(LookAtHand(seat, self.resources))


@dataclass(slots=True)
class LookAtHand(Frame[State]):
    """The seat chooses an opponent with cards in hand, sees them, and points at one.

    Only the seat sees the cards. What it points at is asked for even where all cards are the same, so that the others
    cannot tell. A single card is no choice, but is pointed at if it can be ransomed, since the seat would not see it
    otherwise. All see a card when it is discarded; while it can be ransomed it stays between the two.
    """

    seat: int
    ransom: int = 0
    """Resources that the victim may give to keep the card."""
    victim: int = -1

    def step(self, state: State) -> Decision | Work:
        """Ask for the opponent, then for the card."""
        if self.victim < 0:
            opponents = [Opponent(other) for other in enemies(state, self.seat) if state.players[other].hand]
            if opponents:
                return self.choose(state, self.seat, "card.opponent", opponents, PUBLIC)
            return DONE
        hand = state.players[self.victim].hand
        options = distinct(hand)
        ransomed = self.ransom and payments(state, self.victim, self.ransom)
        if len(hand) > 1 or ransomed:
            seen_by = (self.seat, self.victim) if ransomed else PUBLIC
            return Decision(self.seat, "card.pick", options, 1, 1, (0,), seen_by)
        return self.take(state, options)

    def take(self, state: State, chosen: Sequence[Opponent] | Sequence[Card]) -> Work:
        """Discard the victim's card, or ask what the victim gives up."""
        option = chosen[0]
        if isinstance(option, Opponent):
            self.victim = option.seat
            knowledge.look(state.players[self.victim], self.seat)
            return ONGOING
        if self.ransom:
            state.push(DiscardOrGive(self.victim, self.seat, option.card, self.ransom))
        else:
            discard(state, self.victim, option.card)
        return DONE


@dataclass(slots=True)
class DiscardOrGive(Frame[State]):
    """The seat discards a card of its hand, or gives resources of its choice to the player who pointed at it."""

    seat: int
    robber: int
    card: int
    ransom: int

    def step(self, state: State) -> Decision | Work:
        """Ask for the card or a price, the card alone if the seat cannot give. A card that is kept is not shown."""
        options = [Card(self.card), *payments(state, self.seat, self.ransom)]
        return self.choose(state, self.seat, "card.ransom", options, PUBLIC, reaction=True)

    def take(self, state: State, chosen: Sequence[Card] | Sequence[Pay]) -> Work:
        """Give the resources, or discard the card."""
        option = chosen[0]
        if isinstance(option, Pay):
            give(state, self.seat, self.robber, option)
        else:
            discard(state, self.seat, self.card)
        return DONE


@dataclass(frozen=True, slots=True)
class Extort(Special):
    """An opponent gives the seat so many resources of their choice."""

    resources: int

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask which opponent gives."""
        state.push(ChooseGiver(seat, self.resources))


@dataclass(slots=True)
class ChooseGiver(Frame[State]):
    """The seat chooses an opponent who can give so many resources."""

    seat: int
    resources: int

    def step(self, state: State) -> Decision | Work:
        """Ask which opponent; if nobody can give so much, nothing happens (AMB-R50)."""
        options = [
            Opponent(other) for other in enemies(state, self.seat)
            if sum(state.players[other].resources) >= self.resources
        ]
        return self.choose(state, self.seat, "card.opponent", options, PUBLIC)

    def take(self, state: State, chosen: Sequence[Opponent]) -> Work:
        """Push the question to the opponent."""
        for opponent in chosen:
            state.push(Give(opponent.seat, self.seat, self.resources))
        return DONE


@dataclass(slots=True)
class Give(Frame[State]):
    """The seat gives another player resources of its choice."""

    seat: int
    other: int
    resources: int

    def step(self, state: State) -> Decision | Work:
        """Ask which resources; ChooseGiver has made sure that there are enough."""
        options = payments(state, self.seat, self.resources)
        return self.choose(state, self.seat, "card.give", options, PUBLIC, reaction=True)

    def take(self, state: State, chosen: Sequence[Pay]) -> Work:
        """Move the resources from one player to the other."""
        give(state, self.seat, self.other, chosen[0])
        return DONE


@dataclass(frozen=True, slots=True)
class Curse(Special):
    """Each opponent discards a card of their choice."""

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask the opponents one after the other, clockwise."""
        for victim in reversed(enemies(state, seat)):
            state.push(DiscardOne(victim))


@dataclass(slots=True)
class DiscardOne(Frame[State]):
    """The seat discards a card of its choice from its hand, if it has any."""

    seat: int

    def step(self, state: State) -> Decision | Work:
        """Asked even where all cards are the same, so that the others cannot tell; a single card is no choice."""
        hand = state.players[self.seat].hand
        options = distinct(hand)
        if len(hand) > 1:
            return Decision(self.seat, "card.discard", options, 1, 1, (0,), PUBLIC)
        return self.take(state, options)

    def take(self, state: State, chosen: Sequence[Card]) -> Work:
        """Discard the card; all see which one it is."""
        for option in chosen:
            discard(state, self.seat, option.card)
        return DONE
