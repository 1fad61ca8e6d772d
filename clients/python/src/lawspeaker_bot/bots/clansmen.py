"""Rules of thumb for Clansmen: one function a kind of option says how good it is, in about a point of Respect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lawspeaker_bot import Decision
from lawspeaker_bot.bots.clansmen_clan import (
    AUTUMN,
    CRAFTSMAN,
    FARMER,
    FOOD,
    GOODS,
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


def _never(_: Clan, __: Any) -> float:
    return -1.0


# People and places.

def _settle(c: Clan, option: Any) -> float:
    return c.a_year(LABORER, option.laborer) + c.a_year(FARMER, option.farmer) + c.a_year(FARMER, option.other_farmer)


def _kind(c: Clan, option: Any) -> float:
    """A kind of population: chosen among migrants, called, or changed to."""
    if c.prompt == "reorganize.to":
        return 1.0 + (5.0 if option.kind == WARRIOR and c.seasons_left == 0 else c.wanted()[option.kind])
    return 5.0 + c.wanted()[option.kind]


def _new_home(c: Clan, tile: int) -> float:
    """A tile for a new or moved population, whose kind the prompt does not tell: good land, housed if possible."""
    return 1.0 + max(c.a_year(FARMER, tile), c.a_year(LABORER, tile)) + 0.5 * c.housed(tile)


def _least_missed(c: Clan, tile: int) -> float:
    """Somebody to do without: little work lost, and not twice hurt in Winter."""
    person = c.person[tile]
    lost = sum(c.makes(person.kind, tile, (c.season + 1) % 4))
    risk = 5.0 if c.season == WINTER and not c.housed(tile) else 0.0
    return 10.0 - lost - risk - 3.0 * person.weakened


def _most_missed(c: Clan, tile: int) -> float:
    """Somebody to save or heal."""
    person = c.person[tile]
    return 1.0 + 5.0 * person.weakened + c.a_year(person.kind, tile)


def _unknown(c: Clan, tile: int) -> float:
    """A hex to reveal: near the own people."""
    board = next(board for board in c.catalogue.boards if board.players == len(c.view.players))
    def steps(other: int) -> int:
        q, r = board.q[tile] - board.q[other], board.r[tile] - board.r[other]
        return max(abs(q), abs(r), abs(q + r))
    return 20.0 - min((steps(person.tile) for person in c.people), default=0)


def _site(c: Clan, tile: int) -> float:
    """A tile for a fence or house: upgrades last, since they add less."""
    return 2.0 - 0.5 * c.housed(tile) - 0.5 * c.fenced(tile) + 0.01 * sum(c.makes(FARMER, tile, AUTUMN))


def _worker(c: Clan, tile: int) -> float:
    """A tile for a card that stays: work that goes on there."""
    return 1.0 + c.a_year(c.person[tile].kind, tile)


TILE: dict[str, Callable[[Clan, int], float]] = {
    "feed.unfed": _least_missed, "event.illness": _least_missed, "winter.spare": _most_missed,
    "card.heal": _most_missed, "card.tile": _worker, "explore.tile": _unknown, "build.tiles": _site,
    "migrants.place": _new_home, "kin.place": _new_home, "refugees.place": _new_home, "reorganize.to": _new_home,
}


# Raids.

def _defend(c: Clan, tile: int) -> float:
    """Warriors, and people whose work will hardly be missed; never somebody who may die."""
    person = c.person[tile]
    if person.weakened:
        return -1.0
    lost = sum(amount * worth for amount, worth in zip(c.makes(person.kind, tile, c.season), WORTH, strict=True))
    return 1.2 - lost if person.kind != WARRIOR else 2.0


TILE["raid.commit"] = _defend
TILE["raid.valor"] = lambda c, tile: 1.0 + (c.person[tile].kind == WARRIOR)


def _raider(c: Clan, option: Any) -> float:
    """A Raider that nobody, or hardly anybody, faces."""
    raid = c.view.raid
    own = any(die.raider == option.raider and die.seat == c.seat for die in raid.dice)
    return 10.0 - sum(die.raider == option.raider for die in raid.dice) - 2.0 * own


def _reroll(c: Clan, option: Any) -> float:
    """A die that stands in the way of a victory, as long as it costs no Blessing; low own dice, high Raiders."""
    raid = c.view.raid
    by_tile = {die.tile: die for die in raid.dice}
    number = option.raider if hasattr(option, "raider") else by_tile[option.tile].raider
    if option.blessing or any(die.pips + die.warrior > raid.raiders[number] for die in raid.dice
                              if die.raider == number and die.pips):
        return -1.0
    if hasattr(option, "raider"):
        return raid.raiders[number] - 3.5
    return 4.5 - by_tile[option.tile].pips


# Actions.

def _hunt(c: Clan, _: Any) -> float:
    return 1.6 if c.hunger() > 0 else 1.3 if c.hunger_ahead() > 0 else 0.4


def _explore(c: Clan, _: Any) -> float:
    """Land for those to come, early in the game."""
    return 0.5 if c.seasons_left > 6 and len(c.people) > 4 else 0.05


def _feast(c: Clan, option: Any) -> float:
    return (0.55 if c.hunger_ahead() < 0 else -0.5) + 1.0 * len(option.with_cards)


def _reorganize(c: Clan, option: Any) -> float:
    """Warriors for the last count; before that another trade for those of whom there are too many."""
    person = c.person[option.tile]
    if c.seasons_left == 0:
        return -1.0 if person.kind == WARRIOR else 1.05 + 0.9 * len(option.with_cards) - 0.1 * (person.kind == CRAFTSMAN)
    wanted = c.wanted()
    surplus = max(wanted) - wanted[person.kind]
    if person.kind == FARMER and c.hunger_ahead() > 0:
        return -1.0
    return 0.35 * surplus - 0.5 - 0.3 * len(option.with_cards) if surplus > 1.5 else -0.5


def _idle(c: Clan, option: Any) -> float:
    return 0.9 if c.makes(c.person[option.tile].kind, option.tile, WINTER)[FOOD] == 0 else 0.5


def _gifts(c: Clan, option: Any) -> float:
    return 1.6 + 0.8 * len(option.with_cards)


def _build(c: Clan, option: Any) -> float:
    """Respect until the end and what the building helps, less a part of the price, which is as good elsewhere."""
    row = c.catalogue.buildings[option.building]
    name, years = row.id, c.years_left + 1
    price = 0.12 * (row.wood + row.stone + row.goods)
    free_farms = sum(p.kind == FARMER and not c.fenced(p.tile) for p in c.people)
    homeless = sum(not c.housed(p.tile) for p in c.people)
    shelter = 0.8 if c.season != AUTUMN else 1.1
    value = {
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
    return float(value) + 0.6 - price - _saved_for_halls(c, row)


def _saved_for_halls(c: Clan, row: Any) -> float:
    """What a building takes from what the next hall needs, as long as a hall pays."""
    if c.years_left < 1 or row.id in {"long_hall", "grand_hall"} or c.has("grand_hall"):
        return 0.0
    need = (0, 0, 6, 4) if c.has("long_hall") else (0, 6, 2, 2)
    price = (0, row.wood, row.stone, row.goods)
    return 0.15 * sum(min(price[r], need[r]) for r in (WOOD, STONE, GOODS))


def _pray(c: Clan, option: Any) -> float:
    return 0.6 if type(option).__name__ == "PrayForHealth" and c.season != WINTER else -1.0


def _kin(c: Clan, option: Any) -> float:
    return 2.0 + 0.3 * c.wanted()[option.kind]


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


# Trade.

def lacks(c: Clan) -> tuple[float, ...]:
    """By resource: what one unit is worth now; more where a hall needs it, less where it is plenty."""
    worth = list(WORTH)
    need = (0, 0, 6, 4) if c.has("long_hall") else (0, 6, 2, 2)
    for resource in (WOOD, STONE, GOODS):
        if c.years_left and not c.has("grand_hall") and c.stock[resource] < need[resource]:
            worth[resource] += 0.4
        elif c.stock[resource] > 8:
            worth[resource] *= 0.6
    worth[FOOD] = 1.5 if c.hunger_ahead() > 0 else 0.45 if c.hunger_ahead() > -4 else 0.3
    if c.season >= AUTUMN:
        worth[GOODS] += 0.3
    return tuple(worth)


def _exchange(c: Clan, option: Any) -> float:
    worth = lacks(c)
    return sum(worth[r] for r in option.take) - sum(worth[r] for r in option.give) + 0.01


def _trade(c: Clan, option: Any) -> float:
    """Trading is worth it when the best exchange gains something."""
    worth = lacks(c)
    stock = c.stock
    rates = [((GOODS,), (r,)) for r in (FOOD, WOOD, STONE)]
    rates += [((a, b), (GOODS,)) for a in (FOOD, WOOD, STONE) for b in (FOOD, WOOD, STONE) if a <= b]
    rates += [((a,), (b,)) for a in (FOOD, WOOD, STONE) for b in (FOOD, WOOD, STONE) if a != b]
    if option.with_cards:
        rates += [((GOODS,), (a, b)) for a in (FOOD, WOOD, STONE) for b in (FOOD, WOOD, STONE) if a <= b]
        rates += [((r,), (GOODS,)) for r in (FOOD, WOOD, STONE)]
    gains = [sum(worth[r] for r in take) - sum(worth[r] for r in give) for give, take in rates
             if all(stock[r] >= give.count(r) for r in give)]
    best = max(gains, default=-1.0)
    return best + 0.1 - 0.4 * len(option.with_cards) if best > 0.15 else -1.0


def _accept(c: Clan, _: Any) -> float:
    """An offer is good if it brings more than it takes."""
    offer, worth = c.view.offer, lacks(c)
    if offer is None:
        return 0.1
    gain = sum((give - want) * value for give, want, value in zip(offer.give, offer.want, worth, strict=True))
    return (gain if offer.partner == c.seat else -gain) - 0.2


# Small choices.

def _yield(_: Clan, option: Any) -> float:
    return 1.0 + 0.1 * int(option.stone)


def _gain(c: Clan, option: Any) -> float:
    worth = lacks(c)
    return option.wood * worth[WOOD] + option.stone * worth[STONE]


def _blessing(c: Clan, _: Any) -> float:
    return 0.3 if len(c.people) > 3 else -1.0


SCORE: dict[str, Callable[[Clan, Any], float]] = {
    "Settle": _settle, "Kind": _kind, "Raider": _raider, "RerollDie": _reroll, "RerollRaider": _reroll,
    "TurnDie": lambda c, o: 1.0, "Hunt": _hunt, "Explore": _explore, "Feast": _feast, "Reorganize": _reorganize,
    "IdleHands": _idle, "Gifts": _gifts, "Build": _build, "Trade": _trade, "PrayForSight": _pray,
    "PrayForHealth": _pray, "PrayForBlessing": _pray, "CallForKin": _kin, "FestivalOfTheSun": _sun,
    "Caravan": _never, "FestivalOfLights": _lights, "PlayCard": _card, "Heal": lambda c, o: 1.0, "Speak": _never,
    "Pass": lambda c, o: 0.0, "Exchange": _exchange, "Accept": _accept, "Counter": _never, "Seat": _never,
    "Pile": _never, "PromiseDefenders": _never, "PromiseTrade": _never, "PromiseSpecial": _never, "Yield": _yield,
    "Gain": _gain, "SpendBlessing": _blessing,
}
