"""What a player can choose: one small class a verb; the prompt of the question says in which situation.

`cards` holds the Tales card played with an action, or nothing.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Settle:
    """Put the three first populations on these tiles of the own settlement (CL-SETUP-03)."""

    laborer: int
    farmer: int
    other_farmer: int


@dataclass(slots=True)
class Tile:
    """A tile, or the population on it, pointed at."""

    tile: int


@dataclass(slots=True)
class Kind:
    """A kind of population: 0 Farmer, 1 Laborer, 2 Craftsman, 3 Warrior."""

    kind: int


@dataclass(slots=True)
class PlayCard:
    """Play a Tales card from hand."""

    card: int


@dataclass(slots=True)
class SpendBlessing:
    """Spend a Blessing to ignore the event (CL-BLESS-02)."""


@dataclass(slots=True)
class Heal:
    """Spend a Blessing: the Weakened population on this tile becomes healthy (CL-BLESS-03)."""

    tile: int


@dataclass(slots=True)
class Reorganize:
    """Move the population on this tile, or change its kind (CL-ACTION-01, CL-ACTION-02)."""

    tile: int
    cards: tuple[int, ...] = ()


@dataclass(slots=True)
class Hunt:
    """Gain Food (CL-ACTION-03)."""

    cards: tuple[int, ...] = ()


@dataclass(slots=True)
class Explore:
    """Reveal a hex, which is named next (CL-ACTION-04)."""

    cards: tuple[int, ...] = ()


@dataclass(slots=True)
class Feast:
    """Pay 1 Food, draw a Tales card (CL-ACTION-05)."""

    cards: tuple[int, ...] = ()


@dataclass(slots=True)
class Build:
    """Put up a building (CL-ACTION-06); for fences and houses the tiles are named next."""

    building: int


@dataclass(slots=True)
class IdleHands:
    """The Farmer or Laborer on this tile makes 1 Goods this season (CL-ACTION-07)."""

    tile: int


@dataclass(slots=True)
class Trade:
    """Trade with the Homeland or another player, which is named next (CL-ACTION-08)."""

    cards: tuple[int, ...] = ()


@dataclass(slots=True)
class Gifts:
    """Pay Goods for Respect (CL-ACTION-09)."""

    cards: tuple[int, ...] = ()


@dataclass(slots=True)
class PrayForSight:
    """Pay 1 Food, or 1 Goods, and look at the next season's event (CL-ACTION-11)."""

    goods: bool


@dataclass(slots=True)
class PrayForHealth:
    """Pay this Food and Goods; the Weakened population on this tile becomes healthy (CL-ACTION-12)."""

    tile: int
    food: int
    goods: int


@dataclass(slots=True)
class PrayForBlessing:
    """Pay this Food or Goods for a Blessing (CL-ACTION-13)."""

    food: int
    goods: int


@dataclass(slots=True)
class CallForKin:
    """A population of this kind arrives in Summer (CL-SPEC-04)."""

    kind: int
    cards: tuple[int, ...] = ()


@dataclass(slots=True)
class FestivalOfTheSun:
    """Draw two Tales cards, or, to renew, discard the hand and draw five (CL-SPEC-05)."""

    renew: bool
    cards: tuple[int, ...] = ()


@dataclass(slots=True)
class Caravan:
    """Any number of exchanges with the Homeland (CL-SPEC-06)."""

    cards: tuple[int, ...] = ()


@dataclass(slots=True)
class FestivalOfLights:
    """Pay these Goods for as much Respect (CL-SPEC-07)."""

    goods: int
    cards: tuple[int, ...] = ()


@dataclass(slots=True)
class Speak:
    """Promise something, which is said next; it binds nobody."""


@dataclass(slots=True)
class Pass:
    """Do nothing more this season (CL-ACT-07)."""


@dataclass(slots=True)
class Exchange:
    """Give the Homeland these resources for those: 0 Food, 1 Wood, 2 Stone, 3 Goods (CL-TRADE-02..04)."""

    give: tuple[int, ...]
    take: tuple[int, ...]


@dataclass(slots=True)
class Seat:
    """Another player, pointed at."""

    seat: int


@dataclass(slots=True)
class Pile:
    """So much of a resource, as a part of a bundle: the piles taken are added up."""

    resource: int
    amount: int
    number: int
    """From 0 among the piles of the resource, two of which can be equal."""


@dataclass(slots=True)
class Accept:
    """Do what the prompt offers."""


@dataclass(slots=True)
class Counter:
    """Answer an offer with another one."""


@dataclass(slots=True)
class Raider:
    """A Raider, numbered from 0."""

    raider: int


@dataclass(slots=True)
class RerollDie:
    """Roll the die of the population on this tile again, by a building or by a Blessing."""

    tile: int
    blessing: bool


@dataclass(slots=True)
class RerollRaider:
    """Roll a Raider's die again, by a building or by a Blessing."""

    raider: int
    blessing: bool


@dataclass(slots=True)
class TurnDie:
    """Play a Tales card: the die of the population on this tile shows 6."""

    card: int
    tile: int


@dataclass(slots=True)
class Yield:
    """What a Laborer still gives where a Craftsman makes Goods of the rest (CL-TALES-06, CL-TALES-07)."""

    wood: int
    stone: int


@dataclass(slots=True)
class Gain:
    """Gain so much of each."""

    wood: int
    stone: int


@dataclass(slots=True)
class PromiseDefenders:
    """Say how many people will defend."""

    people: int


@dataclass(slots=True)
class PromiseTrade:
    """Say that one would give one resource for another: 0 Food, 1 Wood, 2 Stone, 3 Goods."""

    give: int
    take: int


@dataclass(slots=True)
class PromiseSpecial:
    """Say that one means to take a season's Special Action: 0 Spring to 3 Winter."""

    season: int


@dataclass(slots=True)
class Face:
    """A side of a die."""

    pips: int


@dataclass(slots=True)
class Ground:
    """The terrain of a hex, drawn."""

    terrain: int


@dataclass(slots=True)
class Event:
    """An event, drawn."""

    event: int


@dataclass(slots=True)
class Card:
    """A Tales card, drawn."""

    card: int


OPTION_TYPES = (
    Settle, Tile, Kind, PlayCard, SpendBlessing, Heal, Reorganize, Hunt, Explore, Feast, Build, IdleHands, Trade,
    Gifts, PrayForSight, PrayForHealth, PrayForBlessing, CallForKin, FestivalOfTheSun, Caravan, FestivalOfLights,
    Speak, Pass, Exchange, Seat, Pile, Accept, Counter, Raider, RerollDie, RerollRaider, TurnDie, Yield, Gain,
    PromiseDefenders, PromiseTrade, PromiseSpecial, Face, Ground, Event, Card,
)
"""All verbs, in the order of the wire's `oneof`."""
