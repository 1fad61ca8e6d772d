"""Playing a card from hand (NG-ACT-02), and the moment in which an enemy may prevent it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.northgard.cards import knowledge
from lawspeaker_engine.games.northgard.cards.hands import enemies
from lawspeaker_engine.games.northgard.cards.resolving import REACTIONS, resolve_card
from lawspeaker_engine.games.northgard.options import Card
from lawspeaker_engine.games.northgard.state import Player, State
from lawspeaker_engine.model import PUBLIC, Decision


def play_card(state: State, seat: int, card: int) -> None:
    """Put the card from the seat's hand into its active area, and push what resolves it.

    Once no enemy has prevented it, it is the last of the player's `played` cards; until then it does not count as
    played.
    """
    player = state.players[seat]
    knowledge.from_hand(player, card)
    player.active.append(card)
    asked = tuple(enemy for enemy in enemies(state, seat) if may_react(state.players[enemy]))
    state.push(Played(seat, card, asked))


def may_react(player: Player) -> bool:
    """Return whether, for all that the others know, the player may hold a reaction: it lies in hand or draw pile."""
    if not player.hand:
        return False
    for card in REACTIONS:  # noqa: SIM110 - for every enemy of whoever plays a card, and a generator takes twice as long
        if card in player.hand or card in player.draw or card in player.top:
            return True
    return False


@dataclass(slots=True)
class Played(Frame[State]):
    """A card lies in the seat's active area; enemies may prevent it, then it is resolved.

    Who might hold a reaction is asked whether it has one in hand or not, without options if not, so that nobody can
    tell from being asked, nor from who is asked.
    """

    seat: int
    card: int
    asked: tuple[int, ...]
    """Enemies still to be asked, clockwise from the seat."""

    def step(self, state: State) -> Decision | Work:
        """Ask the next enemy, or resolve the card."""
        if self.asked:
            enemy = self.asked[0]
            hand = state.players[enemy].hand
            options = [Card(card) for card in REACTIONS if card in hand]
            return Decision(enemy, "card.react", options, 0, min(1, len(options)), (), PUBLIC, reaction=True)
        state.players[self.seat].played.append(self.card)
        resolve_card(state, self.seat, self.card)
        return DONE

    def take(self, state: State, chosen: Sequence[Card]) -> Work:
        """A prevented card goes to its owner's discard pile, and the turn goes on as if it had not been played."""
        enemy, self.asked = self.asked[0], self.asked[1:]
        for option in chosen:
            knowledge.from_hand(state.players[enemy], option.card)
            state.players[enemy].active.append(option.card)
            player = state.players[self.seat]
            player.active.pop()
            player.discard.append(self.card)
        return DONE if chosen else ONGOING
