"""The options of a player: one small class for each verb; the prompt of the question says in which situation.

`cards` holds the Tales cards played with an action, or nothing; several are copies of one card. A docstring says what
an option costs and brings unless an event, a card or the match's options say otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final


@dataclass(slots=True)
class Settle:
    """Put the three first populations on these tiles of the own settlement (CL-SETUP-03)."""

    laborer: int
    """The tile of the Laborer."""
    farmer: int
    """The tile of a Farmer."""
    other_farmer: int
    """The tile of the other Farmer."""


@dataclass(slots=True)
class Tile:
    """A tile, or the population on it, pointed at: what happens to it depends on the prompt (docs/clansmen.md)."""

    tile: int
    """The hex, from 0: an index of BoardInfo.q and r."""


@dataclass(slots=True)
class Kind:
    """A kind of population: to take (migrants.pick), to become (reorganize.to), or drawn."""

    kind: int
    """A Population."""


@dataclass(slots=True)
class PlayCard:
    """Play a Tales card from hand by itself: free, before or after the action of a turn, or against the event
    (event.ignore).
    """

    card: int
    """The card, by its number in the catalogue."""


@dataclass(slots=True)
class SpendBlessing:
    """Spend a Blessing to ignore the event (CL-BLESS-02)."""


@dataclass(slots=True)
class Heal:
    """Spend a Blessing: the Weakened population on this tile becomes healthy (CL-BLESS-03)."""

    tile: int
    """The hex, from 0: an index of BoardInfo.q and r."""


@dataclass(slots=True)
class Reorganize:
    """Move the population on this tile, or change its kind (CL-ACTION-01, CL-ACTION-02).

    With each card one more is named next, which may be the same.
    """

    tile: int
    """The hex, from 0: an index of BoardInfo.q and r."""
    cards: tuple[int, ...] = ()
    """The Tales cards played with it, by their number in the catalogue, or none; several are copies of one card."""


@dataclass(slots=True)
class Hunt:
    """Gain 2 Food; 1 if the event is Scarce Game, 3 if it is Abundant Game (CL-ACTION-03)."""

    cards: tuple[int, ...] = ()
    """The Tales cards played with it, by their number in the catalogue, or none; several are copies of one card."""


@dataclass(slots=True)
class Explore:
    """Reveal a hex, which is named next, before its terrain is known (CL-ACTION-04)."""

    cards: tuple[int, ...] = ()
    """The Tales cards played with it, by their number in the catalogue, or none; several are copies of one card."""


@dataclass(slots=True)
class Feast:
    """Pay 1 Food, draw a Tales card; gain 1 Respect with each card (CL-ACTION-05)."""

    cards: tuple[int, ...] = ()
    """The Tales cards played with it, by their number in the catalogue, or none; several are copies of one card."""


@dataclass(slots=True)
class Build:
    """Put up a building at the price in the catalogue (CL-ACTION-06).

    The tiles of fences and houses are named next; each is paid for.
    """

    building: int
    """The building, by its number in the catalogue."""


@dataclass(slots=True)
class IdleHands:
    """The Farmer or Laborer on this tile makes 1 Goods in the Harvest of this Winter (CL-ACTION-07)."""

    tile: int
    """The hex, from 0: an index of BoardInfo.q and r."""


@dataclass(slots=True)
class Trade:
    """Trade with the Homeland or another player, which is named next (CL-ACTION-08).

    It costs an action only once something is traded; with the card the first trade is with the Homeland.
    """

    cards: tuple[int, ...] = ()
    """The Tales cards played with it, by their number in the catalogue, or none; several are copies of one card."""


@dataclass(slots=True)
class Gifts:
    """Pay 1 Goods for 1 Respect, and 1 more of both with each card (CL-ACTION-09)."""

    cards: tuple[int, ...] = ()
    """The Tales cards played with it, by their number in the catalogue, or none; several are copies of one card."""


@dataclass(slots=True)
class PrayForSight:
    """Pay 1 Food, or 1 Goods, and look at the next season's event: `next_event` of the view (CL-ACTION-11)."""

    goods: bool
    """True: pay 1 Goods; false: pay 1 Food."""


@dataclass(slots=True)
class PrayForHealth:
    """Pay this Food and Goods, 2 in all; the Weakened population on this tile becomes healthy (CL-ACTION-12)."""

    tile: int
    """The tile of the Weakened population."""
    food: int
    """Food that is paid."""
    goods: int
    """Goods that are paid."""


@dataclass(slots=True)
class PrayForBlessing:
    """Pay this Food or Goods, 3 in all, for a Blessing (CL-ACTION-13)."""

    food: int
    """Food that is paid."""
    goods: int
    """Goods that are paid."""


@dataclass(slots=True)
class CallForKin:
    """The Special Action of Spring: a population of this kind arrives in Summer (CL-SPEC-04)."""

    kind: int
    """A Population."""
    cards: tuple[int, ...] = ()
    """The Tales cards played with it, by their number in the catalogue, or none; several are copies of one card."""


@dataclass(slots=True)
class FestivalOfTheSun:
    """The Special Action of Summer: pay 2 Food and 1 Goods, draw Tales cards (CL-SPEC-05)."""

    renew: bool
    """True: discard the whole hand and draw 5; false: draw 2."""
    cards: tuple[int, ...] = ()
    """The Tales cards played with it, by their number in the catalogue, or none; several are copies of one card."""


@dataclass(slots=True)
class Caravan:
    """The Special Action of Autumn: any number of exchanges with the Homeland, at its normal rates (CL-SPEC-06)."""

    cards: tuple[int, ...] = ()
    """The Tales cards played with it, by their number in the catalogue, or none; several are copies of one card."""


@dataclass(slots=True)
class FestivalOfLights:
    """The Special Action of Winter: pay 1 to 5 Goods for as much Respect (CL-SPEC-07)."""

    goods: int
    """Goods that are paid, and Respect that is gained."""
    cards: tuple[int, ...] = ()
    """The Tales cards played with it, by their number in the catalogue, or none; several are copies of one card."""


@dataclass(slots=True)
class Speak:
    """Promise something, which is said next; it binds nobody, and is no action."""


@dataclass(slots=True)
class Pass:
    """End the turn; final for the season unless the player has already acted in this turn (CL-ACT-07)."""


@dataclass(slots=True)
class Exchange:
    """An exchange with the Homeland, one of its rates in the catalogue (CL-TRADE-02..04)."""

    give: tuple[int, ...]
    """What the player gives, one of each Resource; named twice for two of it."""
    take: tuple[int, ...]
    """What the player gets, likewise."""


@dataclass(slots=True)
class Seat:
    """Another player, to bargain with; where chance takes it, any player."""

    seat: int
    """From 0 to the number of players - 1."""


@dataclass(slots=True)
class Pile:
    """So much of a resource, as a part of a bundle: the piles taken are added up (docs/clansmen.md)."""

    resource: int
    """Which one, a value of the enum Resource."""
    amount: int
    """How much of it."""
    number: int
    """From 0 among the piles of the resource, two of which can be equal."""


@dataclass(slots=True)
class Accept:
    """Accept the offer on the table; both bundles change hands at once."""


@dataclass(slots=True)
class Counter:
    """Refuse the offer on the table with another one, which is named next; naming nothing is a plain no."""


@dataclass(slots=True)
class Raider:
    """The Raider that the die faces."""

    raider: int
    """From 0, as the raid's `raiders` number them."""


@dataclass(slots=True)
class RerollDie:
    """Roll the die of the population on this tile again, by a building or by a Blessing."""

    tile: int
    """The hex, from 0: an index of BoardInfo.q and r."""
    blessing: bool
    """True: pays a Blessing; false: uses a reroll of the own buildings, see `own_rerolls`."""


@dataclass(slots=True)
class RerollRaider:
    """Roll a Raider's die again, by a building or by a Blessing."""

    raider: int
    """From 0, as the raid's `raiders` number them."""
    blessing: bool
    """True: pays a Blessing; false: uses a reroll of the own buildings, see `raider_rerolls`."""


@dataclass(slots=True)
class TurnDie:
    """Play a Tales card: the die of the population on this tile shows 6. In raid.commit that population defends by it,
    with or without its `Tile`; without a card left for it, it defends with a rolled die.
    """

    card: int
    """The card, by its number in the catalogue."""
    tile: int
    """The hex, from 0: an index of BoardInfo.q and r."""


@dataclass(slots=True)
class Yield:
    """The yield of a Laborer where a Craftsman makes 1 Goods of the rest (CL-TALES-06, CL-TALES-07)."""

    wood: int
    """Wood that it still gives."""
    stone: int
    """Stone that it still gives."""


@dataclass(slots=True)
class Gain:
    """Gain so much of each, by a card."""

    wood: int
    """Wood that is gained."""
    stone: int
    """Stone that is gained."""


@dataclass(slots=True)
class PromiseDefenders:
    """Say how many people will defend in the coming raid."""

    people: int
    """How many."""


@dataclass(slots=True)
class PromiseTrade:
    """Offer, without obligation, to give one resource for another."""

    give: int
    """A Resource."""
    take: int
    """The Resource that one would get for it."""


@dataclass(slots=True)
class PromiseSpecial:
    """Announce, without obligation, a season's Special Action for this year."""

    season: int
    """Which one, a value of the enum Season."""


@dataclass(slots=True)
class Face:
    """A side of a die."""

    pips: int
    """1 to 6."""


@dataclass(slots=True)
class Ground:
    """The terrain of a hex, drawn."""

    terrain: int
    """The terrain, by its number in the catalogue."""


@dataclass(slots=True)
class Event:
    """An event, drawn."""

    event: int
    """The event, by its number in the catalogue."""


@dataclass(slots=True)
class Card:
    """A Tales card, drawn."""

    card: int
    """The card, by its number in the catalogue."""


OPTION_TYPES = (
    Settle, Tile, Kind, PlayCard, SpendBlessing, Heal, Reorganize, Hunt, Explore, Feast, Build, IdleHands, Trade,
    Gifts, PrayForSight, PrayForHealth, PrayForBlessing, CallForKin, FestivalOfTheSun, Caravan, FestivalOfLights,
    Speak, Pass, Exchange, Seat, Pile, Accept, Counter, Raider, RerollDie, RerollRaider, TurnDie, Yield, Gain,
    PromiseDefenders, PromiseTrade, PromiseSpecial, Face, Ground, Event, Card,
)
"""All verbs, in the order of the wire's `oneof`."""


# Nobody changes an option, so all questions share those that are asked for most: making them anew takes longer than the
# rest of the question.

HUNT: Final = Hunt()
EXPLORE: Final = Explore()
PASS: Final = Pass()
SPEAK: Final = Speak()
TRADE: Final = Trade()

build_option = cache(Build)
call_option = cache(CallForKin)
card_option = cache(Card)
event_option = cache(Event)
feast_option = cache(Feast)
gifts_option = cache(Gifts)
ground_option = cache(Ground)
idle_option = cache(IdleHands)
kind_option = cache(Kind)
play_option = cache(PlayCard)
reorganize_option = cache(Reorganize)
tile_option = cache(Tile)
