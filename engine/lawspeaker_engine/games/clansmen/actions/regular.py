"""The regular actions but Build and Trade: what a seat may do, and doing it (CL-ACTION-*)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.games.clansmen import options, people
from lawspeaker_engine.games.clansmen.actions import action_budget, pray, reorganize
from lawspeaker_engine.games.clansmen.actions.pray import Prayer
from lawspeaker_engine.games.clansmen.cards import deck
from lawspeaker_engine.games.clansmen.cards.companion_cards import held_for, ways
from lawspeaker_engine.games.clansmen.options import Explore, Feast, Gifts, Hunt, IdleHands, Reorganize, Tile
from lawspeaker_engine.games.clansmen.phases.events import in_force
from lawspeaker_engine.games.clansmen.state import (
    EXPLORE,
    FARMER,
    FEAST,
    FOOD,
    GIFTS,
    GOODS,
    HUNT,
    IDLE_HANDS,
    LABORER,
    PRAY,
    REORGANIZE,
    State,
)
from lawspeaker_engine.model import PUBLIC, Decision

Plain = Reorganize | Hunt | Explore | Feast | Gifts
"""Actions that may be played with a card."""
Action = Plain | IdleHands | Prayer

HUNTED: Final = 2
"""Food by a Hunt (CL-ACTION-03)."""
FEAST_PRICE: Final = 1

_NUMBERS: Final[dict[type[Plain], int]] = {
    Reorganize: REORGANIZE, Hunt: HUNT, Explore: EXPLORE, Feast: FEAST, Gifts: GIFTS,
}


def offers(state: State, seat: int) -> list[Action]:
    """Return what the seat may do now, in printed order, with the cards that make an action better or possible."""
    player, exists = state.players[seat], action_budget.IN_SEASON[state.season]
    found: list[Action] = []
    if player.actions > 0:
        for action, ways_to in _OFFERS:
            if exists[action] and player.used[action] < player.allowed[action]:  # as `action_budget.may_act`
                found += ways_to(state, seat)
    return found


def _hunts(state: State, seat: int) -> list[Hunt]:
    """With the card only where the event reduces it (CL-TALES-13)."""
    cards = held_for(state, seat, "hunt") if in_force(state, seat).hunt < 0 else []
    return [options.HUNT, *[Hunt((card,)) for card in cards]]


def _explores(state: State, seat: int) -> list[Explore]:
    """With the card only, and only then, where the event forbids it (CL-EVENT-04, CL-TALES-12)."""
    if not state.explorable():
        return []
    if in_force(state, seat).explore:
        return [options.EXPLORE]
    return [Explore((card,)) for card in held_for(state, seat, "explore")]


def _feasts(state: State, seat: int) -> list[Feast]:
    """Also where there is no card to draw (AMB-CL-52)."""
    if state.players[seat].stock[FOOD] < FEAST_PRICE:
        return []
    return list(map(options.feast_option, ways(state, seat, "feast")))


def _idle_hands(state: State, seat: int) -> list[IdleHands]:
    """Healthy Farmers and Laborers (CL-ACTION-07)."""
    return [options.idle_option(person.tile) for person in people.healthy(state, seat, FARMER, LABORER)]


def _gifts(state: State, seat: int) -> list[Gifts]:
    """Return the Gifts it can pay: one for one, and one more of each with each card (CL-TALES-16)."""
    gifts = map(options.gifts_option, ways(state, seat, "gifts"))
    return [option for option in gifts if _given(option) <= state.players[seat].stock[GOODS]]


_OFFERS: Final[tuple[tuple[int, Callable[[State, int], Sequence[Action]]], ...]] = (
    (REORGANIZE, reorganize.offers), (HUNT, _hunts), (EXPLORE, _explores), (FEAST, _feasts), (IDLE_HANDS, _idle_hands),
    (GIFTS, _gifts), (PRAY, pray.offers),
)
"""Each action, and what lists the ways to take it if the seat may act so."""


def _given(option: Gifts) -> int:
    return 1 + len(option.cards)


def begin(state: State, seat: int, option: Action) -> None:
    """The seat takes the action; a card that goes with it is discarded."""
    if isinstance(option, Prayer):
        pray.begin(state, seat, option)
    elif isinstance(option, IdleHands):
        action_budget.spend(state, seat, IDLE_HANDS)
        _work(state, seat, option.tile)
    else:
        action_budget.spend(state, seat, _NUMBERS[type(option)])
        deck.discard(state, seat, option.cards)
        _do(state, seat, option)


def _work(state: State, seat: int, tile: int) -> None:
    """The Goods come with the Harvest, or at once (AMB-CL-14)."""
    player = state.players[seat]
    player.idle.append(tile)
    if state.settings.idle_goods == "at_once":
        player.stock[GOODS] += 1


def _do(state: State, seat: int, option: Plain) -> None:
    player = state.players[seat]
    if isinstance(option, Reorganize):
        state.push(reorganize.Rearrange(seat, option.tile, more=len(option.cards)))
    elif isinstance(option, Hunt):
        change = in_force(state, seat).hunt
        player.stock[FOOD] += HUNTED + (max(change, 0) if option.cards else change)
    elif isinstance(option, Explore):
        state.push(NameHex(seat))
    elif isinstance(option, Feast):
        state.pay(seat, food=FEAST_PRICE)
        state.gain_respect(seat, len(option.cards))
        state.push(deck.DrawTales(seat, 1))
    else:
        state.pay(seat, goods=_given(option))
        state.gain_respect(seat, _given(option))


@dataclass(slots=True)
class NameHex(Frame[State]):
    """The seat names the hex it explores before anybody knows its terrain (CL-ACTION-04)."""

    seat: int

    def step(self, state: State) -> Decision | Work:
        """Ask which hex."""
        tiles = list(map(options.tile_option, state.explorable()))
        return self.choose(state, self.seat, "explore.tile", tiles, PUBLIC)

    def take(self, state: State, chosen: Sequence[Tile]) -> Work:
        """Turn the hex face up."""
        state.reveal(chosen[0].tile)
        return DONE
