"""The effects of Tales cards (CL-TALES-*): played by themselves, with an action, or when something strikes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.content import refuse_unknown
from lawspeaker_engine.games.clansmen import options, people
from lawspeaker_engine.games.clansmen.actions import action_budget
from lawspeaker_engine.games.clansmen.cards import deck
from lawspeaker_engine.games.clansmen.state import ACTIONS, FOOD, STONE, WOOD, State
from lawspeaker_engine.model import PUBLIC, Decision


class NeverAlone:
    """The base class of cards that are not played by themselves: whoever uses one discards it."""

    __slots__ = ()

    def playable(self, state: State, seat: int) -> bool:
        """Return False: it goes with something else (AMB-CL-35)."""
        return False

    def begin(self, state: State, seat: int, card: int) -> None:
        """Raise ValueError: there is nothing that it does by itself."""
        raise ValueError(f"card {card} is not played by itself")


@dataclass(frozen=True, slots=True)
class WithAction(NeverAlone):
    """Played with a regular action, or with a Special Action, which it makes better or possible."""

    action: str
    """One of `state.ACTIONS`, or special."""

    def __post_init__(self) -> None:
        refuse_unknown("with_action action", self.action, (*ACTIONS, "special"))


@dataclass(frozen=True, slots=True)
class Six(NeverAlone):
    """The die of one own population shows 6 in a raid (CL-TALES-05)."""


@dataclass(frozen=True, slots=True)
class Shield(NeverAlone):
    """When the event strikes, its owner ignores it (CL-TALES-31)."""

    event: str


@dataclass(frozen=True, slots=True)
class Again:
    """The action may be taken once more this season, each time for a Standard Action (CL-TALES-22, 28, 29)."""

    action: str

    def __post_init__(self) -> None:
        refuse_unknown("again action", self.action, ACTIONS)

    def playable(self, state: State, seat: int) -> bool:
        """Return whether the season has the action; by option also whether it is not yet allowed twice (AMB-CL-61)."""
        number = ACTIONS.index(self.action)
        several = state.settings.cards_add_up or state.players[seat].allowed[number] < 2
        return several and action_budget.IN_SEASON[state.season][number]

    def begin(self, state: State, seat: int, card: int) -> None:
        """Allow the action once more."""
        deck.discard(state, seat, [card])
        state.players[seat].allowed[ACTIONS.index(self.action)] += 1


@dataclass(frozen=True, slots=True)
class Heal:
    """A Weakened population becomes healthy (CL-TALES-21)."""

    def playable(self, state: State, seat: int) -> bool:
        """Return whether the seat has a Weakened population."""
        return bool(people.weakened(state, seat))

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask which population is healed."""
        deck.discard(state, seat, [card])
        state.push(HealOne(seat))


@dataclass(frozen=True, slots=True)
class Gain:
    """Food, and units of Wood and Stone in any mix (CL-TALES-24, CL-TALES-25)."""

    food: int = 0
    resources: int = 0

    def playable(self, state: State, seat: int) -> bool:
        """Return True: the bank always has what it gives."""
        return True

    def begin(self, state: State, seat: int, card: int) -> None:
        """Gain the Food at once and ask for the mix of Wood and Stone."""
        deck.discard(state, seat, [card])
        state.players[seat].stock[FOOD] += self.food
        if self.resources:
            state.push(GainMix(seat, self.resources))


@dataclass(frozen=True, slots=True)
class Repel:
    """The Raider counter goes down (CL-TALES-26)."""

    steps: int

    def playable(self, state: State, seat: int) -> bool:
        """Return whether the counter stands above the lowest space."""
        return state.counter > 0

    def begin(self, state: State, seat: int, card: int) -> None:
        """Move the Raider counter down."""
        deck.discard(state, seat, [card])
        state.move_counter(-self.steps)


@dataclass(frozen=True, slots=True)
class TwoActions:
    """Two actions in this turn, of which the card gives one; by option both are own ones (CL-TALES-27, AMB-CL-45)."""

    def playable(self, state: State, seat: int) -> bool:
        """Always, each card for one action more; by option once a turn (AMB-CL-61)."""
        return state.settings.cards_add_up or state.players[seat].tempo == 0

    def begin(self, state: State, seat: int, card: int) -> None:
        """Give the seat one action more in this turn."""
        deck.discard(state, seat, [card])
        player = state.players[seat]
        player.tempo += 1
        if state.settings.decisive == "extra":
            player.actions += 1


@dataclass(slots=True)
class HealOne(Frame[State]):
    """One of the seat's Weakened people becomes healthy."""

    seat: int

    def step(self, state: State) -> Decision | Work:
        """Ask which one."""
        tiles = [options.Tile(person.tile) for person in people.weakened(state, self.seat)]
        return self.choose(state, self.seat, "card.heal", tiles, PUBLIC)

    def take(self, state: State, chosen: Sequence[options.Tile]) -> Work:
        """Make the population healthy."""
        people.heal(state, self.seat, chosen[0].tile)
        return DONE


@dataclass(slots=True)
class GainMix(Frame[State]):
    """The seat gains so many units of Wood and Stone."""

    seat: int
    units: int

    def step(self, state: State) -> Decision:
        """Ask for the mix of Wood and Stone (CL-TALES-24)."""
        mixes = [options.Gain(self.units - stone, stone) for stone in range(self.units + 1)]
        return Decision(self.seat, "card.gain", mixes, 1, 1, (0,), PUBLIC)

    def take(self, state: State, chosen: Sequence[options.Gain]) -> Work:
        """Add the mix to the stock."""
        stock = state.players[self.seat].stock
        stock[WOOD] += chosen[0].wood
        stock[STONE] += chosen[0].stone
        return DONE
