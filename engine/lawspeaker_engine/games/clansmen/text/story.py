"""The sentences that tell what seats and chance did in Clansmen, for those who read a game afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from lawspeaker_engine.games.clansmen import options
from lawspeaker_engine.games.clansmen.buildings import BUILDINGS
from lawspeaker_engine.games.clansmen.cards.tales import TALES
from lawspeaker_engine.games.clansmen.state import KINDS, STOCK
from lawspeaker_engine.games.clansmen.text.views import kind_name, person_name, price, season_name, terrain_name
from lawspeaker_engine.games.clansmen.view import View
from lawspeaker_engine.text import StoryText, amounts

ACTS: Final = {
    "build.tiles": ("puts it on {what}", "builds nowhere"),
    "caravan.exchange": ("{what}", "ends the Caravan"),
    "card.gain": ("gains {what}", "gains nothing"),
    "card.heal": ("heals {what}", "heals nobody"),
    "card.tile": ("puts the card on {what}", "puts the card nowhere"),
    "event.explorers": ("pays 1 food and 1 goods to reveal {what}", ""),
    "event.ignore": ("{what} to ignore the event", ""),
    "event.illness": ("has ill: {what}", "has nobody ill"),
    "event.peddlers": ("{what} with the peddlers", ""),
    "explore.tile": ("reveals {what}", "reveals nothing"),
    "feed.unfed": ("leaves hungry: {what}", "leaves nobody hungry"),
    "harvest.use": ("uses the card: {what}", "does not use the card"),
    "kin.place": ("settles its kin on {what}", "settles no kin"),
    "migrants.pick": ("takes the migrant: {what}", "takes no migrant"),
    "migrants.place": ("settles the migrant on {what}", "settles no migrant"),
    "raid.commit": ("defends: {what}", "sends no defender"),
    "raid.place": ("puts the die of its defender against {what}", "places no die"),
    "raid.promise": ("promises {what}", "promises no defender"),
    "raid.reroll": ("{what}", ""),
    "refugees.place": ("settles the refugee on {what}", "settles no refugee"),
    "reorganize.again": ("also reorganizes {what}", ""),
    "reorganize.to": ("makes it: {what}", "leaves it as it is"),
    "setup.place": ("begins with {what}", ""),
    "trade.counter_give": ("offers for it: {what}", "offers nothing for it"),
    "trade.counter_reply": ("accepts the counter-offer", "declines the counter-offer"),
    "trade.counter_want": ("wants instead: {what}", "wants nothing instead"),
    "trade.exchange": ("also {what}", "exchanges no more"),
    "trade.give": ("offers for it: {what}", "offers nothing for it"),
    "trade.next": ("{what}", "makes no other offer"),
    "trade.reply": ("{what}", "declines the offer"),
    "trade.want": ("wants {what}", "wants nothing"),
    "trade.with": ("{what}", "ends the trade"),
    "turn.action": ("{what}", "does nothing"),
    "turn.after": ("{what}", ""),
    "turn.promise": ("promises {what}", "promises nothing"),
    "winter.spare": ("shelters in the Long Hall: {what}", "shelters nobody"),
}
"""By prompt: what a seat did."""


def _die(stream: Sequence[str]) -> str:
    """Return a sentence for `raid/1/winter/1/defender/2/42`, the first roll, or `raid/1/winter/1/reroll/2`."""
    whose = f"seat {stream[5]} on tile {stream[6]}" if stream[4] == "defender" else f"again for seat {stream[5]}"
    return f"Defenders' dice: {{what}} ({whose})."


DRAWS: Final[dict[str, str | Callable[[Sequence[str]], str]]] = {
    "event.draw": "The event: {what}",
    "event.foresee": "The next season's event: {what}",
    "migrants.batch": "Migrants come: {what}.",
    "raid.die": _die,
    "raid.raider": "Raiders' dice: {what}.",
    "setup.ring": lambda stream: f"Around settlement {stream[2]}: {{what}}.",
    "setup.seats": "Places at the table: {what}.",
    "setup.start_token": "The Start token: {what}.",
    "setup.wilds": "The land beyond: {what}.",
    "tales.draw": lambda stream: f"Seat {stream[1]} draws {{what}}.",
}
"""By prompt of chance."""


def _place(tile: int, view: View | None) -> str:
    """Return a tile with its terrain, if that is known."""
    terrain = f" ({terrain_name(tile, view)})" if view is not None and view.map.terrain[tile] else ""
    return f"tile {tile}{terrain}"


def _person(tile: int, view: View | None) -> str:
    """Return who stands on a tile."""
    for player in view.players if view is not None else ():
        for person in player.people:
            if person.tile == tile:
                return f"the {person_name(person)} on tile {tile}"
    return _place(tile, view)


def _settle(option: options.Settle, view: View | None) -> str:
    laborer, farmer, other = (_place(tile, view) for tile in (option.laborer, option.farmer, option.other_farmer))
    return f"a Laborer on {laborer} and Farmers on {farmer} and {other}"


def _bundle(resources: Sequence[int]) -> str:
    return amounts([resources.count(each) for each in range(len(STOCK))], STOCK)


def _sun(option: options.FestivalOfTheSun, _view: View | None) -> str:
    cards = "5 Tales cards in place of its hand" if option.renew else "2 Tales cards"
    return f"holds the Festival of the Sun: 2 food and 1 goods for {cards}"


def _gifts(option: options.Gifts, _view: View | None) -> str:
    number = 1 + len(option.cards)
    return f"makes gifts: {number} goods for {number} Respect"


def _paid(option: options.PrayForHealth | options.PrayForBlessing) -> str:
    return amounts((option.food, 0, 0, option.goods), STOCK)


def _by(*, blessing: bool) -> str:
    return "for a Blessing" if blessing else "by a building"


_OPTIONS: Final[dict[type, Callable[[Any, View | None], str]]] = {
    options.Settle: _settle,
    options.Tile: lambda option, view: _place(option.tile, view),
    options.PlayCard: lambda option, _: f"plays {TALES[option.card].name}",
    options.SpendBlessing: lambda _option, _view: "spends a Blessing",
    options.Heal: lambda option, view: f"spends a Blessing to heal {_person(option.tile, view)}",
    options.Reorganize: lambda option, view: f"reorganizes {_person(option.tile, view)}",
    options.Hunt: lambda _option, _view: "hunts for food",
    options.Explore: lambda _option, _view: "explores",
    options.Feast: lambda _option, _view: "feasts: 1 food for a Tales card",
    options.Build: lambda option, _: f"builds: {BUILDINGS[option.building].name} for {price(option.building)}",
    options.IdleHands: lambda option, view: f"has idle hands make 1 goods at harvest: {_person(option.tile, view)}",
    options.Trade: lambda _option, _view: "trades",
    options.Gifts: _gifts,
    options.PrayForSight: lambda option, _: (
        f"prays: 1 {'goods' if option.goods else 'food'} to see the next season's event"),
    options.PrayForHealth: lambda option, view: f"prays: {_paid(option)} to heal {_person(option.tile, view)}",
    options.PrayForBlessing: lambda option, _: f"prays: {_paid(option)} for a Blessing",
    options.CallForKin: lambda option, _: f"calls for kin: a {kind_name(option.kind)} comes in Summer",
    options.FestivalOfTheSun: _sun,
    options.Caravan: lambda _option, _view: "sends a Caravan to the Homeland",
    options.FestivalOfLights: lambda option, _: (
        f"holds the Festival of Lights: {option.goods} goods for {option.goods} Respect"),
    options.Speak: lambda _option, _view: "speaks to all",
    options.Pass: lambda _option, _view: "passes",
    options.Exchange: lambda option, _: f"gives the Homeland {_bundle(option.give)} for {_bundle(option.take)}",
    options.Seat: lambda option, _: f"turns to seat {option.seat}",
    options.Accept: lambda _option, _view: "accepts the offer",
    options.Counter: lambda _option, _view: "declines with a counter-offer",
    options.RerollDie: lambda option, view: (
        f"rolls the die of {_person(option.tile, view)} again {_by(blessing=option.blessing)}"),
    options.RerollRaider: lambda option, _: (
        f"rolls the die of Raider {option.raider} again {_by(blessing=option.blessing)}"),
    options.TurnDie: lambda option, view: (
        f"plays {TALES[option.card].name}: the die of {_person(option.tile, view)} is 6"),
    options.PromiseTrade: lambda option, _: f"to give {STOCK[option.give]} for {STOCK[option.take]}",
    options.PromiseSpecial: lambda option, _: f"to take the Special Action of {season_name(option.season)} this year",
    options.Card: lambda option, _: TALES[option.card].name,
}


def _with_cards(words: Callable[[Any, View | None], str]) -> Callable[[Any, View | None], str]:
    """Return a function that also names the Tales cards played with an option."""
    def line(option: Any, view: View | None) -> str:
        cards: tuple[int, ...] = getattr(option, "cards", ())
        played = f", with {' and '.join(TALES[card].name for card in cards)}" if cards else ""
        return words(option, view) + played
    return line


_AT_PROMPTS: Final[dict[tuple[str, type], Callable[[Any, View | None], str]]] = {
    ("setup.seats", options.Seat): lambda option, _: f"seat {option.seat}",
    ("setup.start_token", options.Seat): lambda option, _: f"seat {option.seat}",
    ("turn.after", options.Pass): lambda _option, _view: "",
} | {
    (prompt, options.Tile): lambda option, view: _person(option.tile, view)
    for prompt in ("raid.commit", "feed.unfed", "winter.spare", "card.heal", "event.illness", "reorganize.again")
}


def _piles(taken: Sequence[options.Pile]) -> str:
    return amounts([sum(pile.amount for pile in taken if pile.resource == each) for each in range(len(STOCK))], STOCK)


_TOGETHER: Final = dict.fromkeys(("trade.want", "trade.give", "trade.counter_want", "trade.counter_give"), _piles)


def standing(view: View) -> Iterator[str]:
    """Yield what each player has, a line a seat."""
    for player in view.players:
        people = [f"{number} {kind.capitalize()}{'s' * (number > 1)}" for each, kind in enumerate(KINDS)
                  if (number := sum(person.kind == each for person in player.people))]
        weak = sum(person.weakened for person in player.people)
        stock = amounts((player.food, player.wood, player.stone, player.goods), STOCK)
        yield (f"Seat {player.seat}: {player.respect} Respect; {stock.replace('nothing', 'no stock')}; "
               f"{', '.join(people) or 'nobody'}{f' ({weak} Weakened)' if weak else ''}")


def news(before: View, after: View) -> Iterator[str]:
    """Yield the hexes that were revealed, but for those of the setup."""
    if before.year:
        for tile, (was, terrain) in enumerate(zip(before.map.terrain, after.map.terrain, strict=True)):
            if terrain and not was:
                yield f"Tile {tile} is {terrain_name(tile, after)}"


STORY: Final = StoryText(ACTS, DRAWS, {kind: _with_cards(words) for kind, words in _OPTIONS.items()} | _AT_PROMPTS,
                         _TOGETHER, standing, news)
