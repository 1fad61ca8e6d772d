"""A player's turn: one of six options (NG-ACT-01..18)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.northgard import moments
from lawspeaker_engine.games.northgard.actions import play
from lawspeaker_engine.games.northgard.cards import deck, knowledge
from lawspeaker_engine.games.northgard.cards.resolving import CARDS, playable
from lawspeaker_engine.games.northgard.options import (
    PASS,
    Card,
    Pass,
    PlayCard,
    Remove,
    Replace,
    Upgrade,
    Wait,
    card_options,
)
from lawspeaker_engine.games.northgard.state import LORE, Player, State
from lawspeaker_engine.model import PUBLIC, Decision

REPLACE_LORE: Final = 1
REMOVE_LORE: Final = 2
UPGRADE_LORE: Final = 3
REPLACE_DRAWS: Final = 1

# The options with a card, by card: they are asked for at every turn, and making them anew takes longer than the rest.
_PLAYS: Final = [PlayCard(card) for card in range(len(CARDS))]
_WAITS: Final = [Wait(card) for card in range(len(CARDS))]
_REPLACES: Final = [Replace(card) for card in range(len(CARDS))]
_REMOVES: Final = [Remove(card) for card in range(len(CARDS))]


@dataclass(slots=True)
class Turn(Frame[State]):
    """One turn of a seat; a turn of option A goes on as long as Flash cards make more cards possible (AMB-R06)."""

    seat: int
    before: int = 0
    """How many cards the seat had played this year when the turn began; what it plays in the turn comes after them."""

    def step(self, state: State) -> Decision | Work:
        """Ask for one of the six options, or for one more card to play.

        After a card the question is asked whenever there are cards in hand, even if none of them can be played now: if
        it were left out then, all would know something of the hand.
        """
        hand = state.players[self.seat].hand
        played = state.players[self.seat].played[self.before:]
        if played:  # NG-ACT-17-INF: nothing but more cards may follow; a card that was prevented is not among them
            if hand:
                main_played = not all(CARDS[card].flash for card in played)
                options = more_cards(state, self.seat, main_played=main_played)
                return Decision(self.seat, "turn.flash", options, 0, min(1, len(options)), (), PUBLIC)
            return DONE
        if not hand:  # NG-ACT-13
            self._pass(state)
            return DONE
        choices = turn_options(state, self.seat)
        return Decision(self.seat, "turn.action", choices, 1, 1, (len(choices) - 1,), PUBLIC)

    def take(self, state: State, chosen: Sequence[Any]) -> Work:
        """Carry out what was chosen; without a card the turn ends."""
        option = chosen[0] if chosen else None
        if isinstance(option, PlayCard):
            play.play_card(state, self.seat, option.card)
            return ONGOING
        if isinstance(option, Pass):
            self._pass(state)
            return DONE
        if option is not None:
            _give_up(state, self.seat, option)
        return DONE

    def _pass(self, state: State) -> None:
        leave_actions(state, self.seat)
        if not state.players[self.seat].pick_taken:
            state.push(PickCard(self.seat))


def leave_actions(state: State, seat: int) -> None:
    """The seat has passed: hand and active area are discarded; the first to pass has the marker (NG-ACT-11, NG-ACT-12,
    AMB-R46).
    """
    player = state.players[seat]
    if not any(other.passed for other in state.players):
        state.first = seat
    player.passed = True
    player.discard += knowledge.empty_hand(player) + player.active
    player.active, player.played = [], []


def turn_options(state: State, seat: int) -> list[PlayCard | Wait | Replace | Remove | Upgrade | Pass]:
    """Return all a seat with cards in hand may do in its turn, each card of a kind once, kind of option by kind.

    Unrest is neither played nor taken out of the game (NG-ACT-15, AMB-R30); costs are paid in full (NG-ACT-16-INF).
    """
    player = state.players[seat]
    cards = sorted(set(player.hand))
    lore = player.resources[LORE]
    options: list[PlayCard | Wait | Replace | Remove | Upgrade | Pass] = [
        _PLAYS[card] for card in cards if playable(state, seat, card)
    ]
    options += [_WAITS[card] for card in cards]
    if lore >= REPLACE_LORE:
        options += [_REPLACES[card] for card in cards]
    if lore >= REMOVE_LORE:
        options += [_REMOVES[card] for card in cards if CARDS[card].removable]
    if lore >= UPGRADE_LORE:
        options += upgrades(player, cards, boxes=state.table.numbers.upgrade_boxes)
    options.append(PASS)
    return options


def upgrades(player: Player, cards: Sequence[int], *, boxes: bool) -> list[Upgrade]:
    """Return ways to give up one of these cards for an upgrade that is left (NG-ACT-09, NG-ACT-10).

    With `boxes` the card may leave the game.
    """
    return [option for card in cards for upgrade in player.upgrades for option in _upgrades(card, upgrade, boxes)]


@cache
def _upgrades(card: int, upgrade: int, boxes: bool) -> tuple[Upgrade, ...]:  # noqa: FBT001 - cached by position
    out_of_game = (False, True) if boxes and CARDS[card].removable else (False,)
    return tuple(Upgrade(card, upgrade, boxed) for boxed in out_of_game)


def more_cards(state: State, seat: int, *, main_played: bool) -> list[PlayCard]:
    """Return the cards that may follow this turn: Flash cards, and one other if none was (NG-ACT-03, NG-ACT-18-INF)."""
    return [
        _PLAYS[card] for card in sorted(set(state.players[seat].hand))
        if (CARDS[card].flash or not main_played) and playable(state, seat, card)
    ]


def _give_up(state: State, seat: int, option: Wait | Replace | Remove | Upgrade) -> None:
    """Wait, Replace, Remove or Upgrade: a hand card has no effect, and something else happens (NG-ACT-06..09)."""
    player = state.players[seat]
    knowledge.from_hand(player, option.card)
    boxed = isinstance(option, Remove) or (isinstance(option, Upgrade) and option.out_of_game)
    (player.boxed if boxed else player.active).append(option.card)
    if isinstance(option, Replace):
        player.resources[LORE] -= REPLACE_LORE
        state.push(deck.DrawCards(seat, REPLACE_DRAWS))
    elif isinstance(option, Remove):
        player.resources[LORE] -= REMOVE_LORE
        state.push(deck.DrawCards(seat, state.table.numbers.remove_draws))
        moments.card_removed(state, seat, option.card)
    elif isinstance(option, Upgrade):
        player.resources[LORE] -= UPGRADE_LORE
        player.upgrades.remove(option.upgrade)
        knowledge.to_hand(player, option.upgrade)
        moments.card_upgraded(state, seat, option.upgrade)


@dataclass(slots=True)
class PickCard(Frame[State]):
    """The passing seat puts a card of the display on top of its draw pile; it must (NG-ACT-11, AMB-R38)."""

    seat: int

    def step(self, state: State) -> Decision | Work:
        """Ask which card of the display."""
        options = card_options(state.display)
        return self.choose(state, self.seat, "pass.card", options, PUBLIC)

    def take(self, state: State, chosen: Sequence[Card]) -> Work:
        """Put the card on top of the draw pile; all see which one it is."""
        for option in chosen:
            state.display.remove(option.card)
            knowledge.put_on_top(state.players[self.seat], option.card)
            moments.display_taken(state, self.seat, option.card)
        return DONE
