"""The questions and the options of Clansmen in plain English."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from lawspeaker_engine.games.clansmen import options
from lawspeaker_engine.games.clansmen.buildings import BUILDINGS
from lawspeaker_engine.games.clansmen.cards.tales import TALES
from lawspeaker_engine.games.clansmen.hexes import TERRAINS
from lawspeaker_engine.games.clansmen.phases.events import EVENTS
from lawspeaker_engine.games.clansmen.state import STOCK
from lawspeaker_engine.games.clansmen.text.brief import BRIEF
from lawspeaker_engine.games.clansmen.text.story import STORY
from lawspeaker_engine.games.clansmen.text.views import (
    card_text,
    kind_name,
    price,
    season_name,
    tile_name,
    view_lines,
    with_cards,
)
from lawspeaker_engine.games.clansmen.view import View
from lawspeaker_engine.model import Option
from lawspeaker_engine.text import GameText, amounts, counted

QUESTIONS: Final = {
    "setup.place": "Setup: where do your Laborer and your two Farmers begin?",
    "event.ignore": "How do you ignore the event, if at all?",
    "event.illness": "Illness: which of your people is weakened, or lost if all are Weakened?",
    "event.explorers": "Explorers: which hex do you reveal for 1 food and 1 goods, if any?",
    "event.peddlers": "Peddlers: do you trade for free?",
    "refugees.place": "Where does the refugee settle?",
    "migrants.place": "Where does the migrant settle?",
    "kin.place": "Where does the kin that you called settle?",
    "migrants.pick": "Which migrant do you take?",
    "raid.promise": "A raid is coming: how many defenders do you promise, if you promise any? It binds nobody.",
    "raid.commit": "Which of your people defend? Nobody sees it before all have answered. Dice are dealt in the order "
                   "that you name them in. A card sets the die of a defender to 6.",
    "raid.place": "Which Raider does this die face?",
    "raid.reroll": "Which die do you roll again or turn, if any?",
    "turn.action": "It is your turn: what do you do?",
    "turn.after": "What do you play after your action? To pass ends the turn only.",
    "turn.promise": "What do you promise, if anything? It binds nobody.",
    "reorganize.to": "Where does this population move, or what does it become? Nothing leaves it as it is.",
    "reorganize.again": "Which population is reorganized next?",
    "explore.tile": "Which hex do you reveal?",
    "build.tiles": "On which tiles do you build it?",
    "trade.with": "With whom do you trade: an exchange with the Homeland, or a player? Nothing ends the trade.",
    "trade.exchange": "What else do you exchange with the Homeland, if anything?",
    "trade.want": "What do you want of your partner? The piles that you take are added up.",
    "trade.give": "What do you give for it? The piles that you take are added up.",
    "trade.reply": "Do you accept the offer, or make another one? Nothing is a no.",
    "trade.counter_want": "Your counter-offer: what do you want? The piles that you take are added up.",
    "trade.counter_give": "Your counter-offer: what do you give? The piles that you take are added up.",
    "trade.counter_reply": "Do you accept the counter-offer? Nothing is a no.",
    "trade.next": "Your offer was refused: whom do you make another one, if any?",
    "caravan.exchange": "Caravan: what do you exchange with the Homeland next? Nothing ends it.",
    "card.tile": "On which tile do you put the card?",
    "card.heal": "Who becomes healthy?",
    "card.gain": "What do you gain?",
    "harvest.use": "What does the Laborer still give while a Craftsman makes 1 goods of the rest? Nothing: the card is "
                   "not used.",
    "feed.unfed": "You lack food: who goes hungry?",
    "winter.spare": "Whom does the Long Hall shelter?",
}
"""By prompt; questions to chance need none."""


def option_line(option: Option, view: View | None) -> str:
    """Return an option in one line; with a view, also the terrain of its tiles and who stands there."""
    return with_cards(_LINES[type(option)](option, view), option)


def _settle(option: options.Settle, view: View | None) -> str:
    laborer, farmer, other = (tile_name(tile, view) for tile in (option.laborer, option.farmer, option.other_farmer))
    return f"Laborer on {laborer}, Farmers on {farmer} and {other}"


def _card(card: int, view: View | None) -> str:
    return card_text(card) if view else TALES[card].name


def _build(option: options.Build, _view: View | None) -> str:
    return f"build: {BUILDINGS[option.building].name} for {price(option.building)}. {BUILDINGS[option.building].text}"


def _bundle(resources: Sequence[int]) -> str:
    return amounts([resources.count(each) for each in range(len(STOCK))], STOCK)


def _health(option: options.PrayForHealth, view: View | None) -> str:
    return f"pray: pay {_paid(option.food, option.goods)} to heal {tile_name(option.tile, view)}"


def _paid(food: int, goods: int) -> str:
    return amounts((food, 0, 0, goods), STOCK)


def _sun(option: options.FestivalOfTheSun, _view: View | None) -> str:
    cards = "discard your hand and draw 5 Tales cards" if option.renew else "draw 2 Tales cards"
    return f"Festival of the Sun: pay 2 food and 1 goods, {cards}"


def _by(*, blessing: bool) -> str:
    return "for a Blessing" if blessing else "by a building"


_LINES: Final[dict[type, Callable[[Any, View | None], str]]] = {
    options.Settle: _settle,
    options.Tile: lambda option, view: tile_name(option.tile, view),
    options.Kind: lambda option, _: kind_name(option.kind),
    options.PlayCard: lambda option, view: f"play the card {_card(option.card, view)}",
    options.SpendBlessing: lambda _option, _view: "spend a Blessing to ignore the event",
    options.Heal: lambda option, view: f"spend a Blessing to heal {tile_name(option.tile, view)}",
    options.Reorganize: lambda option, view: f"reorganize {tile_name(option.tile, view)}",
    options.Hunt: lambda _option, _view: "hunt for food",
    options.Explore: lambda _option, _view: "explore: reveal a hex",
    options.Feast: lambda _option, _view: "feast: pay 1 food, draw a Tales card",
    options.Build: _build,
    options.IdleHands: lambda option, view: f"idle hands: 1 goods at harvest by {tile_name(option.tile, view)}",
    options.Trade: lambda _option, _view: "trade",
    options.Gifts: lambda option, _: f"gifts: {1 + len(option.cards)} goods for {1 + len(option.cards)} Respect",
    options.PrayForSight: lambda option, _: (
        f"pray: pay 1 {'goods' if option.goods else 'food'} to see the next season's event"),
    options.PrayForHealth: _health,
    options.PrayForBlessing: lambda option, _: f"pray: pay {_paid(option.food, option.goods)} for a Blessing",
    options.CallForKin: lambda option, _: f"Call for Kin: a {kind_name(option.kind)} comes in Summer",
    options.FestivalOfTheSun: _sun,
    options.Caravan: lambda _option, _view: "Caravan: any number of exchanges with the Homeland",
    options.FestivalOfLights: lambda option, _: (
        f"Festival of Lights: pay {option.goods} goods for {option.goods} Respect"),
    options.Speak: lambda _option, _view: "promise something, which is no action and binds nobody",
    options.Pass: lambda _option, _view: "pass",
    options.Exchange: lambda option, _: f"give the Homeland {_bundle(option.give)} for {_bundle(option.take)}",
    options.Seat: lambda option, _: f"seat {option.seat}",
    options.Pile: lambda option, _: f"{option.amount} {STOCK[option.resource]} (pile {option.number + 1} of it)",
    options.Accept: lambda _option, _view: "accept the offer",
    options.Counter: lambda _option, _view: "refuse it with another offer, which is named next",
    options.Raider: lambda option, _: f"Raider {option.raider}",
    options.RerollDie: lambda option, view: (
        f"roll the die of {tile_name(option.tile, view)} again {_by(blessing=option.blessing)}"),
    options.RerollRaider: lambda option, _: (
        f"roll the die of Raider {option.raider} again {_by(blessing=option.blessing)}"),
    options.TurnDie: lambda option, view: (
        f"play {TALES[option.card].name}: the die of {tile_name(option.tile, view)} shows 6"),
    options.Yield: lambda option, _: f"it still gives {amounts((option.wood, option.stone), STOCK[1:3])}",
    options.Gain: lambda option, _: amounts((option.wood, option.stone), STOCK[1:3]),
    options.PromiseDefenders: lambda option, _: counted(option.people, "defender"),
    options.PromiseTrade: lambda option, _: f"to give {STOCK[option.give]} for {STOCK[option.take]}",
    options.PromiseSpecial: lambda option, _: f"the Special Action of {season_name(option.season)} this year",
    options.Face: lambda option, _: str(option.pips),
    options.Ground: lambda option, _: TERRAINS[option.terrain].name,
    options.Event: lambda option, _: f"{EVENTS[option.event].name}: {EVENTS[option.event].text}",
    options.Card: lambda option, view: _card(option.card, view),
}


def changes(before: View, after: View) -> Iterator[str]:
    """Yield who was weakened or died, and how a raid ended, with what it cost, in one line."""
    lost = _losses(before, after)
    raid = before.raid
    if raid is not None and after.raid is None:
        when = f"Raid, {season_name(before.season)} of year {before.year}"
        respect = [[counted(now.respect - was.respect, "Respect").removesuffix("s")] * (now.respect != was.respect)
                   for was, now in zip(before.players, after.players, strict=True)]
        steps = after.counter - before.counter
        yield " ".join([
            f"{when}: {counted(len(raid.raiders), 'Raider')}, {len(raid.defeated)} beaten back.",
            *_by_seat("Gained", respect), *lost, *_by_seat("Plundered", _plunder(before, after)),
            *[f"The next raid comes {counted(steps, 'space')} nearer."] * (steps > 0),
        ])
    elif lost:
        yield " ".join([f"{_cause(before)}.", *lost])


def _losses(before: View, after: View) -> list[str]:
    """Return who was weakened, and who died; those who only moved, or became something else, are neither."""
    weakened, dead = [], []
    for was, player in zip(before.players, after.players, strict=True):
        now = {person.tile: person for person in player.people}
        died = [person for person in was.people if person.tile not in now] if len(now) < len(was.people) else []
        hurt = [person for person in was.people
                if not person.weakened and person.tile in now and now[person.tile].weakened]
        dead.append([f"{kind_name(person.kind)} on tile {person.tile}" for person in died])
        weakened.append([f"{kind_name(person.kind)} on tile {person.tile}" for person in hurt])
    return [*_by_seat("Weakened", weakened), *_by_seat("Died", dead)]


def _plunder(before: View, after: View) -> list[list[str]]:
    """Return by seat: what undefeated Raiders took."""
    taken = [(was.food - now.food, 0, 0, was.goods - now.goods)
             for was, now in zip(before.players, after.players, strict=True)]
    return [[amounts(each, STOCK)] * any(each) for each in taken]


def _by_seat(what: str, rows: Sequence[Sequence[str]]) -> list[str]:
    """`Died: seat 0 (Farmer on tile 36, Warrior on tile 37); seat 2 (Farmer on tile 54).`; nothing if nobody did."""
    told = [f"seat {seat} ({', '.join(row)})" for seat, row in enumerate(rows) if row]
    return [f"{what}: {'; '.join(told)}."] * bool(told)


def _cause(view: View) -> str:
    """Return what people suffer from, in the phase of the view."""
    causes = {"feed": "Hunger", "winter": "Exposure", "event": EVENTS[view.event].name}
    return causes.get(view.phase, f"Losses in phase {view.phase}")


TEXT: Final = GameText(QUESTIONS, view_lines, option_line, changes, STORY, brief=BRIEF)
