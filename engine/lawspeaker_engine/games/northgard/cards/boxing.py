"""Taking own cards out of the game: from the discard and draw piles (UH-SEA-10), and Unrest from anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.northgard import moments
from lawspeaker_engine.games.northgard.cards import deck, knowledge
from lawspeaker_engine.games.northgard.cards.resolving import CARDS, UNREST
from lawspeaker_engine.games.northgard.cards.special import Special
from lawspeaker_engine.games.northgard.options import Action, Card
from lawspeaker_engine.games.northgard.state import Player, State
from lawspeaker_engine.model import PUBLIC, Decision


@dataclass(frozen=True, slots=True)
class BoxDiscarded:
    """Take cards of the own discard pile out of the game, never Unrest (NG-ACT-15)."""

    cards: int = 1
    from_draw: bool = False
    """True if they may also come out of the draw pile; afterwards both piles are shuffled into a new draw pile."""

    def playable(self, state: State, seat: int) -> bool:
        """Return whether there is such a card; with the draw pile, which is hidden, whether there is any card."""
        player = state.players[seat]
        return deck.available(player) > 0 if self.from_draw else bool(_removable(player.discard))

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask for the first card."""
        state.push(BoxCards(seat, self.cards, self.from_draw))


@dataclass(slots=True)
class BoxCards(Frame[State]):
    """The seat takes so many of its cards out of the game; all see which ones."""

    seat: int
    left: int
    from_draw: bool

    def step(self, state: State) -> Decision | Work:
        """Ask for the next card; with the draw pile even where all are the same, which the others must not know."""
        player = state.players[self.seat]
        found = _removable(_piles(player) if self.from_draw else player.discard)
        if not self.left or not found:
            if self.from_draw:
                deck.shuffle_all(player)
            return DONE
        options = deck.distinct(found)
        if self.from_draw and len(found) > 1:
            return Decision(self.seat, "raid.box", options, 1, 1, (0,), PUBLIC)
        return self.choose(state, self.seat, "raid.box", options, PUBLIC)

    def take(self, state: State, chosen: Sequence[Card]) -> Work:
        """Take the card out of the first pile that has it: equal cards are the same once the piles are shuffled."""
        self.left -= 1
        player = state.players[self.seat]
        for option in chosen:
            piles = (player.discard, player.draw, player.top) if self.from_draw else (player.discard,)
            _box(player, next(pile for pile in piles if option.card in pile), option.card)
            moments.card_removed(state, self.seat, option.card)
        return ONGOING


def _piles(player: Player) -> list[int]:
    return player.discard + player.draw + player.top


def _removable(cards: Sequence[int]) -> list[int]:
    return [card for card in cards if CARDS[card].removable]


@dataclass(frozen=True, slots=True)
class BoxAndUpgrade:
    """Take a card of the own discard pile out of the game, and put an upgrade of the clan on top of the draw pile.

    Nothing is paid. It counts as an upgrade, not as a card removed besides (as NG-ACT-09).
    """

    def playable(self, state: State, seat: int) -> bool:
        """Return whether there are such a card and an upgrade."""
        player = state.players[seat]
        return bool(player.upgrades) and bool(_removable(player.discard))

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask for the card, then for the upgrade."""
        state.push(UpgradeDiscarded(seat))


@dataclass(slots=True)
class UpgradeDiscarded(Frame[State]):
    """The seat chooses the card that leaves the game, and the upgrade that it gets."""

    seat: int
    boxed: bool = False

    def step(self, state: State) -> Decision | Work:
        """Ask for one after the other."""
        player = state.players[self.seat]
        if self.boxed:
            return self.choose(state, self.seat, "raid.upgrade", deck.distinct(player.upgrades), PUBLIC)
        return self.choose(state, self.seat, "raid.box", deck.distinct(_removable(player.discard)), PUBLIC)

    def take(self, state: State, chosen: Sequence[Card]) -> Work:
        """Box the card; or put the upgrade on top, where all see it."""
        if not chosen:
            return DONE
        player, card = state.players[self.seat], chosen[0].card
        if not self.boxed:
            self.boxed = True
            _box(player, player.discard, card)
            return ONGOING
        player.upgrades.remove(card)
        knowledge.put_on_top(player, card)
        moments.card_upgraded(state, self.seat, card)
        return DONE


@dataclass(frozen=True, slots=True)
class BoxUnrest(Special):
    """Own Unrest cards leave the game."""

    cards: int
    from_draw: bool = False
    """True if they come out of the draw and discard piles only, which are then shuffled into a new draw pile."""

    def playable(self, state: State, seat: int) -> bool:
        """Return whether the seat has an Unrest card anywhere; all know that, since it came in the open."""
        return any(UNREST in zone for zone in _unrest_zones(state.players[seat]))

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask from where each leaves; from piles that are shuffled it does not matter."""
        if not self.from_draw:
            for _ in range(self.cards):
                state.push(PickUnrest(seat))
            return
        player = state.players[seat]
        *piles, _hand = _unrest_zones(player)
        for _ in range(self.cards):
            if zone := next((zone for zone in piles if UNREST in zone), None):
                _box(player, zone, UNREST)
        deck.shuffle_all(player)


@dataclass(slots=True)
class PickUnrest(Frame[State]):
    """The seat says from where an Unrest card of its own leaves the game (AMB-H63); all see it."""

    seat: int

    def step(self, state: State) -> Decision | Work:
        """Ask for the zone, also where there is one alone: to be asked must not tell what the hand holds."""
        zones = _unrest_zones(state.players[self.seat])
        options = [Action(number) for number, zone in enumerate(zones) if UNREST in zone]
        if options:
            return Decision(self.seat, "event.unrest", options, 1, 1, (0,), PUBLIC)
        return DONE

    def take(self, state: State, chosen: Sequence[Action]) -> Work:
        """Take it out of the game."""
        player = state.players[self.seat]
        for option in chosen:
            _box(player, _unrest_zones(player)[option.action], UNREST)
        return DONE


def _unrest_zones(player: Player) -> tuple[list[int], ...]:
    """Return the zones of a player that may hold an Unrest card: those that are drawn first come first."""
    return player.top, player.draw, player.discard, player.hand


def _box(player: Player, zone: list[int], card: int) -> None:
    """Take the uppermost card like this one of a zone out of the game, for all to see."""
    if zone is player.top:
        knowledge.from_top(player, card)
    elif zone is player.hand:
        knowledge.from_hand(player, card)
    else:
        del zone[len(zone) - 1 - zone[::-1].index(card)]
    player.boxed.append(card)
