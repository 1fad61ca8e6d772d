"""The Tales cards: their rows, who holds which of them, and those that stay in play (CL-TALES-*).

Cards that stay in play stand here because putting one down looks up what its row says.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from lawspeaker_engine.agenda import DONE, Work
from lawspeaker_engine.content import CardEffect, Vocabulary, load_unique, refuse_unknown
from lawspeaker_engine.games.clansmen.cards import verbs
from lawspeaker_engine.games.clansmen.hexes import TERRAINS, terrain_number
from lawspeaker_engine.games.clansmen.options import Tile, tile_option
from lawspeaker_engine.games.clansmen.question_context import About, ContextFrame
from lawspeaker_engine.games.clansmen.state import KINDS, Attached, Person, State
from lawspeaker_engine.model import PUBLIC, Decision


@dataclass(frozen=True, slots=True)
class Tale:
    """A row of content/tales.toml; its number is its place in `TALES`."""

    id: str
    name: str
    copies: int
    """How often it is in the deck."""
    text: str
    """The effect, in a sentence of our own."""
    effect: CardEffect[State]


# Who holds which cards.


def held(state: State, seat: int, wanted: Callable[[CardEffect[State]], bool]) -> list[int]:
    """Return cards in the seat's hand whose effect is wanted, ascending, each number once."""
    hand = state.players[seat].hand
    return [card for card in sorted(set(hand)) if wanted(TALES[card].effect)] if hand else []


def may_hold(state: State, seat: int, wanted: Callable[[CardEffect[State]], bool]) -> bool:
    """Return whether others must reckon with such a card in the seat's hand: it has cards, and not all copies lie open.

    Who may hold a reaction is asked for it, so that being asked tells nothing.
    """
    if not state.players[seat].hand:
        return False
    lying_open = state.discard + [attached.card for player in state.players for attached in player.attached]
    return any(
        row.copies > lying_open.count(number) for number, row in enumerate(TALES) if wanted(row.effect)
    )


# Cards that stay in play, each bound to a tile (CL-TALES-04, AMB-CL-43).


@dataclass(frozen=True, slots=True)
class Attach:
    """Stays on a tile, and adds to each Harvest in which the worker it asks for is there and healthy."""

    worker: str
    """One of `state.KINDS`."""
    terrain: str
    """The id of the tile's terrain."""
    food: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Food more by the worker in Spring, Summer, Autumn and Winter; so too goods."""
    goods: tuple[int, int, int, int] = (0, 0, 0, 0)
    craftsman: bool = False
    """True if a Craftsman makes 1 Goods more."""
    halves: bool = False
    """True if that is optional, and leaves the worker 1 unit of what it harvests."""

    def __post_init__(self) -> None:
        refuse_unknown("attach worker", self.worker, KINDS)
        refuse_unknown("attach terrain", self.terrain, [row.id for row in TERRAINS])

    def playable(self, state: State, seat: int) -> bool:
        """Return whether there is any tile for it."""
        return bool(self.tiles(state, seat))

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask for the tile; the card stays in the hand until it is named."""
        state.push(AttachCard(seat, card))

    def tiles(self, state: State, seat: int) -> list[int]:
        """Return where it may be put, ascending: where its worker is, and nobody has a copy of the card.

        A Weakened worker will do: it is only in a Harvest that the worker must be healthy.
        """
        (kind, terrain), lies = _asked(self.worker, self.terrain), state.land.terrain
        places = [
            person.tile for person in state.players[seat].people
            if person.kind == kind and lies[person.tile] == terrain
        ]
        if not places:
            return places
        taken = [
            attached.tile for player in state.players for attached in player.attached
            if TALES[attached.card].effect is self
        ]
        return [tile for tile in places if tile not in taken]

    def wants(self, state: State, person: Person) -> bool:
        """Return whether this is the kind of population that it asks for, on such a terrain."""
        return (person.kind, state.land.terrain[person.tile]) == _asked(self.worker, self.terrain)


@cache
def _asked(worker: str, terrain: str) -> tuple[int, int]:
    """Return the numbers of the kind of population and of the terrain."""
    return KINDS.index(worker), terrain_number(terrain)


@dataclass(slots=True)
class AttachCard(ContextFrame[State]):
    """The seat puts the card on a tile, where it stays."""

    seat: int
    card: int

    def step(self, state: State) -> Decision | Work:
        """Ask which tile."""
        effect = TALES[self.card].effect
        if not isinstance(effect, Attach):
            raise TypeError(f"card {self.card} does not stay in play")
        tiles = [tile_option(tile) for tile in effect.tiles(state, self.seat)]
        return self.choose(state, self.seat, "card.tile", tiles, PUBLIC)

    def take(self, state: State, chosen: Sequence[Tile]) -> Work:
        """Put the card out of the hand onto the tile."""
        player = state.players[self.seat]
        player.hand.remove(self.card)
        insort(player.attached, Attached(self.card, chosen[0].tile), key=_place)
        return DONE

    def about(self, state: State) -> About:
        """Return which card is put down."""
        return About(card=self.card)


def _place(attached: Attached) -> tuple[int, int]:
    return attached.tile, attached.card


# The rows.


VERBS: Final = Vocabulary({
    "six": verbs.Six,
    "attach": Attach,
    "with_action": verbs.WithAction,
    "heal": verbs.Heal,
    "again": verbs.Again,
    "gain": verbs.Gain,
    "repel": verbs.Repel,
    "two_actions": verbs.TwoActions,
    "shield": verbs.Shield,
})

TALES: Final = load_unique([Path(__file__).parent.parent / "content" / "tales.toml"], "tale", Tale, VERBS)
"""All cards by number."""
