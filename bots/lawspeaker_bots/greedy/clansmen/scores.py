"""Rules of thumb for Clansmen: one function a kind of option scores it in points of Respect."""

from __future__ import annotations

from typing import Any

from lawspeaker_bot import Decision, NoStubs
from lawspeaker_bots.greedy.clansmen import build, cards, raid, trade
from lawspeaker_bots.greedy.clansmen.clan import (
    AUTUMN,
    CRAFTSMAN,
    FARMER,
    FOOD,
    LABORER,
    STONE,
    WARRIOR,
    WINTER,
    WOOD,
    Clan,
    Rule,
    TileRule,
)


def scores(decision: Decision) -> list[float] | None:
    """Return a score for each option; None if one is unknown, as in a newer version of the game."""
    try:
        options = decision.options
    except NoStubs:
        return None
    by_tile = TILE.get(decision.prompt)
    kinds = [type(option).__name__ for option in options]
    if any(by_tile is None if kind == "Tile" else kind not in SCORE for kind in kinds):
        return None
    clan = Clan(decision)
    return [
        by_tile(clan, option.tile) if by_tile and kind == "Tile" else SCORE[kind](clan, option)
        for kind, option in zip(kinds, options, strict=True)
    ]


def _pass(_: Clan, __: Any) -> float:
    return 0.0


def _never(_: Clan, __: Any) -> float:
    return -1.0


# People and places.

def _settle(c: Clan, option: Any) -> float:
    return c.a_year(LABORER, option.laborer) + c.a_year(FARMER, option.farmer) + c.a_year(FARMER, option.other_farmer)


def _kind(c: Clan, option: Any) -> float:
    """Score a kind of population: chosen, called, or changed to; near the end Warriors count most."""
    kind: int = option.kind
    wanted = c.wanted[kind]
    if c.prompt != "reorganize.to":
        return 5.0 + wanted + 1.5 * (kind == WARRIOR and not c.years_left)
    old: int = c.person[c.view.about.tile].kind
    if c.seasons_left <= 2 and WARRIOR in {old, kind}:
        return 6.0 if kind == WARRIOR else -6.0
    return wanted - c.wanted[old]


def _new_home(c: Clan, tile: int) -> float:
    """Score a place: good land for those who work it, poor land for others, a house if possible."""
    kind = c.view.about.kind
    best = max(c.a_year(FARMER, tile), c.a_year(LABORER, tile))
    return 20.0 + (c.a_year(kind, tile) if kind in {FARMER, LABORER} else -best) + 0.5 * c.housed(tile)


def _better_place(c: Clan, tile: int) -> float:
    """Score a tile for a population that moves: good only if it gains much."""
    kind = c.person[c.view.about.tile].kind
    return 0.3 * (c.a_year(kind, tile) - c.a_year(kind, c.view.about.tile))


def _least_missed(c: Clan, tile: int) -> float:
    """Score somebody to lose: little work lost, and not twice hurt in Winter."""
    person = c.person[tile]
    lost = sum(c.makes(person.kind, tile, (c.season + 1) % 4 if c.prompt == "feed.unfed" else c.season))
    risk = 5.0 if c.season == WINTER and not c.housed(tile) else 0.0
    return 10.0 - lost - risk - 3.0 * bool(person.weakened)


def _most_missed(c: Clan, tile: int) -> float:
    """Score somebody to save or heal."""
    person = c.person[tile]
    return 1.0 + 5.0 * bool(person.weakened) + c.a_year(person.kind, tile)


def _unknown(c: Clan, tile: int) -> float:
    """Score a hex to reveal: near the own people."""
    return 20.0 - min((c.steps(tile, person.tile) for person in c.people), default=0)


def _worth_a_price(c: Clan, tile: int) -> float:
    """Score a hex that costs Food and Goods: good where an action would be, if both are there."""
    return _unknown(c, tile) if _explore(c, None) > 0.1 and c.hunger < 0 and c.me.goods > 1 else -1.0


def _worker(c: Clan, tile: int) -> float:
    """Score a tile for a card that stays, by the work done there."""
    return 1.0 + c.a_year(c.person[tile].kind, tile)


# Actions.

def _hunt(c: Clan, _: Any) -> float:
    return 1.6 if c.hunger > 0 else 1.3 if c.hunger_ahead > 0 else 0.4


def _explore(c: Clan, _: Any) -> float:
    """Score revealing land for newcomers, early in the game."""
    return 0.5 if c.seasons_left > 6 and len(c.people) > 4 else 0.05


def _feast(c: Clan, option: Any) -> float:
    """Score a feast for a card, as long as there is time to play it."""
    return (0.55 if c.hunger_ahead < 0 and c.seasons_left > 1 else -0.5) + 1.0 * len(option.cards)


def _reorganize(c: Clan, option: Any) -> float:
    return _reorganized(c, option.tile, len(option.cards))


def _reorganized(c: Clan, tile: int, cards: int = 0) -> float:
    """Score reorganizing: Warriors for the last count; before that another kind where there are too many."""
    person = c.person[tile]
    if c.seasons_left <= 2 and (not c.seasons_left or person.kind in {LABORER, WARRIOR}):
        if person.kind == WARRIOR or _still_works(c, person):
            return -1.0
        return 1.05 + 0.9 * cards * (not c.seasons_left) - 0.1 * bool(person.kind == CRAFTSMAN)
    if person.kind == FARMER and c.hunger_ahead > 0:
        return -1.0
    surplus = max(c.wanted) - c.wanted[person.kind]
    return 0.35 * surplus - 0.5 - 0.3 * cards if surplus > 1.5 else -0.5


def _still_works(c: Clan, person: Any) -> bool:
    """Return True if work is needed near the end: for the last Food, and to build in the last Autumn."""
    if c.season == WINTER:
        return c.hunger >= 0 and c.makes(person.kind, person.tile, WINTER)[FOOD] > 0
    return c.season < AUTUMN and c.me.wood + c.me.stone < 4


def _idle(c: Clan, option: Any) -> float:
    """Score Idle Hands; Goods that come too late for Gifts only help to have most of them."""
    if not c.seasons_left:
        return 0.3
    return 0.9 if c.makes(c.person[option.tile].kind, option.tile, WINTER)[FOOD] == 0 else 0.5


def _gifts(_: Clan, option: Any) -> float:
    return 1.6 + 0.8 * len(option.cards)


def _pray(c: Clan, option: Any) -> float:
    """Score healing with Goods: good for somebody whose work this season is worth more than the price."""
    if type(option).__name__ != "PrayForHealth":
        return -1.0
    person = c.person[option.tile]
    return c.work(person.kind, person.tile, c.season) - c.losses[FOOD] * float(option.food) - float(option.goods)


def _heal(c: Clan, option: Any) -> float:
    """Score healing with a Blessing: good if the work this season is worth more; all recover after the harvest."""
    return c.work(c.person[option.tile].kind, option.tile, c.season) - cards.blessing(c)


def _kin(c: Clan, option: Any) -> float:
    kind: int = option.kind
    return 2.0 + 0.3 * c.wanted[kind] + 0.5 * (kind == WARRIOR and not c.years_left)


def _lights(_: Clan, option: Any) -> float:
    """Score giving Goods: all that may be given, because one for one is the best rate."""
    return 1.0 + 1.2 * int(option.goods)


def _sun(c: Clan, option: Any) -> float:
    """Score new cards: two for what is left over, or a new hand for a small one."""
    rich = c.me.food >= 6 and c.me.goods >= 5 and c.hunger_ahead < -2 and c.lights_elsewhere
    return (0.7 if rich else -1.0) + (0.3 if option.renew and c.me.hand_size < 3 else -0.1)


# Small choices.

def _yield(_: Clan, option: Any) -> float:
    return 1.0 + 0.1 * int(option.stone)


def _gain(c: Clan, option: Any) -> float:
    return 0.1 + float(option.wood) * c.gains[WOOD] + float(option.stone) * c.gains[STONE]


TILE: dict[str, TileRule] = {
    "feed.unfed": _least_missed, "event.illness": _least_missed, "winter.spare": _most_missed,
    "card.heal": _most_missed, "card.tile": _worker, "explore.tile": _unknown, "event.explorers": _worth_a_price,
    "build.tiles": build.site, "migrants.place": _new_home, "kin.place": _new_home,
    "refugees.place": _new_home, "reorganize.to": _better_place, "reorganize.again": _reorganized,
    "raid.commit": raid.defend,
}
"""By prompt: the function that scores a tile, or the population on it."""

SCORE: dict[str, Rule] = {
    "Settle": _settle, "Kind": _kind, "Raider": raid.face, "RerollDie": raid.reroll,
    "RerollRaider": raid.reroll, "TurnDie": raid.turn, "PromiseDefenders": raid.promise,
    "Hunt": _hunt, "Explore": _explore, "Feast": _feast, "Reorganize": _reorganize, "IdleHands": _idle,
    "Gifts": _gifts, "Build": build.build, "PrayForSight": _pray, "PrayForHealth": _pray,
    "PrayForBlessing": _pray, "CallForKin": _kin, "FestivalOfTheSun": _sun, "Caravan": trade.caravan,
    "FestivalOfLights": _lights, "PlayCard": cards.play, "SpendBlessing": cards.ignore,
    "Heal": _heal, "Trade": trade.trade, "Exchange": trade.exchange, "Seat": trade.partner,
    "Pile": trade.pile, "Accept": trade.accept, "Counter": _never, "Speak": _never,
    "PromiseTrade": _never, "PromiseSpecial": _never, "Pass": _pass, "Yield": _yield, "Gain": _gain,
}
"""By kind of option: the function that scores it."""
