"""Rules of thumb for Clansmen: one function a kind of option says how good it is, in about a point of Respect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lawspeaker_bot import Decision
from lawspeaker_bot.bots import clansmen_trade
from lawspeaker_bot.bots.clansmen_clan import (
    AUTUMN,
    CRAFTSMAN,
    FARMER,
    FOOD,
    LABORER,
    STONE,
    WARRIOR,
    WINTER,
    WOOD,
    WORTH,
    Clan,
)


def scores(decision: Decision) -> list[float]:
    """How good each option of the decision is."""
    clan = Clan(decision)
    by_prompt = TILE.get(clan.prompt)
    return [
        by_prompt(clan, option.tile) if by_prompt and type(option).__name__ == "Tile"
        else SCORE.get(type(option).__name__, _first_come)(clan, option)
        for option in decision.options
    ]


def _first_come(_: Clan, __: Any) -> float:
    return 0.1


def _surely(_: Clan, __: Any) -> float:
    return 1.0


def _pass(_: Clan, __: Any) -> float:
    return 0.0


def _never(_: Clan, __: Any) -> float:
    return -1.0


# People and places.

def _settle(c: Clan, option: Any) -> float:
    return c.a_year(LABORER, option.laborer) + c.a_year(FARMER, option.farmer) + c.a_year(FARMER, option.other_farmer)


def _kind(c: Clan, option: Any) -> float:
    """A kind of population: chosen among migrants, called, or changed to."""
    if c.prompt == "reorganize.to" and option.kind == WARRIOR and c.seasons_left == 0:
        return 6.0
    return 5.0 + float(c.wanted()[option.kind])


def _new_home(c: Clan, tile: int) -> float:
    """Good land for those who work it, poor land for the others, a house if possible."""
    kind = c.view.about.kind
    best = max(c.a_year(FARMER, tile), c.a_year(LABORER, tile))
    return 20.0 + (c.a_year(kind, tile) if kind in {FARMER, LABORER} else -best) + 0.5 * c.housed(tile)


def _better_place(c: Clan, tile: int) -> float:
    """A tile for a population that moves: only if it gains much by that."""
    kind = c.person[c.view.about.tile].kind
    return 0.3 * (c.a_year(kind, tile) - c.a_year(kind, c.view.about.tile))


def _least_missed(c: Clan, tile: int) -> float:
    """Somebody to do without: little work lost, and not twice hurt in Winter."""
    person = c.person[tile]
    lost = sum(c.makes(person.kind, tile, (c.season + 1) % 4))
    risk = 5.0 if c.season == WINTER and not c.housed(tile) else 0.0
    return 10.0 - lost - risk - 3.0 * bool(person.weakened)


def _most_missed(c: Clan, tile: int) -> float:
    """Somebody to save or heal."""
    person = c.person[tile]
    return 1.0 + 5.0 * bool(person.weakened) + c.a_year(person.kind, tile)


def _unknown(c: Clan, tile: int) -> float:
    """A hex to reveal: near the own people."""
    return 20.0 - min((c.steps(tile, person.tile) for person in c.people), default=0)


def _site(c: Clan, tile: int) -> float:
    """A tile for a fence or house: upgrades last, since they add less."""
    upgrade = c.housed(tile) if c.catalogue.buildings[c.view.about.building].site == "home" else c.fenced(tile)
    return 2.0 - 0.5 * upgrade + 0.01 * sum(c.makes(FARMER, tile, AUTUMN))


def _worker(c: Clan, tile: int) -> float:
    """A tile for a card that stays: work that goes on there."""
    return 1.0 + c.a_year(c.person[tile].kind, tile)


# Raids.

def _defend(c: Clan, tile: int) -> float:
    """Warriors, and people whose work will hardly be missed; never somebody who may die."""
    person = c.person[tile]
    if person.weakened:
        return -1.0
    lost = sum(amount * worth for amount, worth in zip(c.makes(person.kind, tile, c.season), WORTH, strict=True))
    return 1.2 - lost if person.kind != WARRIOR else 2.0


def _brave(c: Clan, tile: int) -> float:
    """A card that sets a die to 6 goes to a Warrior."""
    return 2.0 if c.person[tile].kind == WARRIOR else 1.0


def _raider(c: Clan, option: Any) -> float:
    """A Raider that nobody, or hardly anybody, faces."""
    raid = c.view.raid
    facing = [die.seat for die in raid.dice if die.raider == option.raider]
    return 10.0 - len(facing) - 2.0 * (c.seat in facing)


def _reroll(c: Clan, option: Any) -> float:
    """A die that stands in the way of a victory, as long as it costs no Blessing; low own dice, high Raiders."""
    raid = c.view.raid
    own = {die.tile: die for die in raid.dice}.get(getattr(option, "tile", -1))
    number = own.raider if own else option.raider
    beaten = any(die.pips + die.warrior > raid.raiders[number] for die in raid.dice if die.raider == number)
    if option.blessing or beaten:
        return -1.0
    return 4.5 - float(own.pips) if own else float(raid.raiders[number]) - 3.5


# Actions.

def _hunt(c: Clan, _: Any) -> float:
    return 1.6 if c.hunger() > 0 else 1.3 if c.hunger_ahead() > 0 else 0.4


def _explore(c: Clan, _: Any) -> float:
    """Land for those to come, early in the game."""
    return 0.5 if c.seasons_left > 6 and len(c.people) > 4 else 0.05


def _feast(c: Clan, option: Any) -> float:
    return (0.55 if c.hunger_ahead() < 0 else -0.5) + 1.0 * len(option.cards)


def _reorganize(c: Clan, option: Any) -> float:
    """Warriors for the last count; before that another trade for those of whom there are too many."""
    person = c.person[option.tile]
    if c.seasons_left == 0:
        return -1.0 if person.kind == WARRIOR else 1.05 + 0.9 * len(option.cards) - 0.1 * (person.kind == CRAFTSMAN)
    wanted = c.wanted()
    surplus = max(wanted) - wanted[person.kind]
    if person.kind == FARMER and c.hunger_ahead() > 0:
        return -1.0
    return 0.35 * surplus - 0.5 - 0.3 * len(option.cards) if surplus > 1.5 else -0.5


def _idle(c: Clan, option: Any) -> float:
    return 0.9 if c.makes(c.person[option.tile].kind, option.tile, WINTER)[FOOD] == 0 else 0.5


def _gifts(_: Clan, option: Any) -> float:
    return 1.6 + 0.8 * len(option.cards)


def _build(c: Clan, option: Any) -> float:
    """Respect until the end and what the building helps, less a part of the price, which is as good elsewhere."""
    row = c.catalogue.buildings[option.building]
    name, years = row.id, c.years_left + 1
    price = 0.12 * float(row.wood + row.stone + row.goods)
    free_farms = sum(p.kind == FARMER and not c.fenced(p.tile) for p in c.people)
    homeless = sum(not c.housed(p.tile) for p in c.people)
    shelter = 0.8 if c.season != AUTUMN else 1.1
    value: float = {
        "fence": min(2, free_farms, int(c.me.wood)) * 1.0,
        "stone_fence": 2.0 if free_farms else 1.0,
        "wooden_house": min(2, homeless, int(c.me.wood)) * shelter * (0.6 if c.seasons_left else 0.0),
        "stone_house": 1.0 + (shelter * 0.8 if homeless else 0.0),
        "long_hall": 1.0 * years + 0.6 + 0.6 * (years - 1),
        "grand_hall": 1.0 * years + 1.5,
        "wooden_palisade": 1.0 + 0.1 * years, "stone_walls": 2.0 + 0.3 * years,
        "granary": 0.3 * years, "cellars": 0.3 * years, "watchtower": 0.2 * years, "signal_tower": 0.1 * years,
        "healing_hall": 0.15 * years, "stables": 0.1 * years, "shrine": 0.1 * years,
        "dirt_roads": 0.3 if years > 2 else 0.0, "paved_roads": 0.2 * years,
    }[name]
    return value + 0.6 - price - _saved_for_halls(c, row)


def _saved_for_halls(c: Clan, row: Any) -> float:
    """What a building takes from what the next hall needs, as long as a hall pays."""
    if row.id in {"long_hall", "grand_hall"}:
        return 0.0
    _, wood, stone, goods = c.hall_price()
    return 0.15 * float(min(row.wood, wood) + min(row.stone, stone) + min(row.goods, goods))


def _pray(c: Clan, option: Any) -> float:
    return 0.6 if type(option).__name__ == "PrayForHealth" and c.season != WINTER else -1.0


def _kin(c: Clan, option: Any) -> float:
    return 2.0 + 0.3 * float(c.wanted()[option.kind])


def _lights(_: Clan, option: Any) -> float:
    return 1.0 + 1.2 * int(option.goods)


def _sun(c: Clan, option: Any) -> float:
    """Two cards for what is left over; a new hand for a small one."""
    rich = c.me.food >= 6 and c.me.goods >= 5 and c.hunger_ahead() < -2
    return (0.7 if rich else -1.0) + (0.3 if option.renew and c.me.hand_size < 3 else -0.1)


def _card(c: Clan, option: Any) -> float:
    """Gains at once; what allows more work if there is work; the rest waits."""
    name = c.card(option.card)
    if name in {"aid_resources", "aid_food", "preemptive_strike", "healing_herbs"}:
        return 3.0
    if name == "group_effort":
        return 2.5 if c.me.actions > 1 and c.me.wood + c.me.stone >= 3 else -1.0
    if name == "hunting_party":
        return 2.0 if c.me.actions > 1 and c.hunger() > 1 else -1.0
    if name in {"wagon_train", "decisive_action"}:
        return -1.0
    return 2.8 if c.seasons_left > 2 else 0.2


# Small choices.

def _yield(_: Clan, option: Any) -> float:
    return 1.0 + 0.1 * int(option.stone)


def _gain(c: Clan, option: Any) -> float:
    worth = c.worth()
    return float(option.wood * worth[WOOD] + option.stone * worth[STONE])


def _blessing(c: Clan, _: Any) -> float:
    return 0.3 if len(c.people) > 3 else -1.0


TILE: dict[str, Callable[[Clan, int], float]] = {
    "feed.unfed": _least_missed, "event.illness": _least_missed, "winter.spare": _most_missed,
    "card.heal": _most_missed, "card.tile": _worker, "explore.tile": _unknown, "build.tiles": _site,
    "migrants.place": _new_home, "kin.place": _new_home, "refugees.place": _new_home, "reorganize.to": _better_place,
    "raid.commit": _defend, "raid.valor": _brave,
}
"""By prompt: what a tile, or who stands there, is scored by."""

SCORE: dict[str, Callable[[Clan, Any], float]] = {
    "Settle": _settle, "Kind": _kind, "Raider": _raider, "RerollDie": _reroll, "RerollRaider": _reroll,
    "TurnDie": _surely, "Hunt": _hunt, "Explore": _explore, "Feast": _feast, "Reorganize": _reorganize,
    "IdleHands": _idle, "Gifts": _gifts, "Build": _build, "Trade": clansmen_trade.trade, "PrayForSight": _pray,
    "PrayForHealth": _pray, "PrayForBlessing": _pray, "CallForKin": _kin, "FestivalOfTheSun": _sun, "Caravan": _never,
    "FestivalOfLights": _lights, "PlayCard": _card, "Heal": _surely, "Speak": _never, "Pass": _pass,
    "Exchange": clansmen_trade.exchange, "Accept": clansmen_trade.accept, "Counter": _never,
    "Seat": clansmen_trade.partner, "Pile": clansmen_trade.pile, "PromiseDefenders": _never, "PromiseTrade": _never,
    "PromiseSpecial": _never, "Yield": _yield, "Gain": _gain, "SpendBlessing": _blessing,
}
"""By kind of option."""
