"""A view of Clansmen in plain English: the season, the players and their people, and the land, one line a thing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from lawspeaker_engine.games.clansmen.actions.offer import OfferView
from lawspeaker_engine.games.clansmen.buildings import BUILDINGS
from lawspeaker_engine.games.clansmen.cards.tales import TALES
from lawspeaker_engine.games.clansmen.hexes import BOARDS, TERRAINS
from lawspeaker_engine.games.clansmen.phases.end import SOLE_LEADER, TIED
from lawspeaker_engine.games.clansmen.phases.events import EVENTS
from lawspeaker_engine.games.clansmen.question_context import NOTHING
from lawspeaker_engine.games.clansmen.raids.battle import UNDECIDED, UNPLACED, DieView, RaidView
from lawspeaker_engine.games.clansmen.raids.raiders import DICE, TOP
from lawspeaker_engine.games.clansmen.state import (
    ACTIONS,
    DEFENDERS,
    KINDS,
    NO_EVENT,
    SEASONS,
    SPECIALS,
    STOCK,
    TRADE_WISH,
    Person,
    Promise,
)
from lawspeaker_engine.games.clansmen.view import PlayerView, View
from lawspeaker_engine.text import amounts, counted

FATES: Final = ("", "beats its Raider", "does not beat it but stays unhurt", "does not beat it and is weakened")
"""By DieFate."""
_SMALL: Final = ("for", "of", "the")
"""Words without a capital in a name."""


def view_lines(view: View) -> Iterator[str]:
    """Yield what the seat knows, line by line."""
    yield from _season(view)
    yield from about_question(view)
    if view.raid is not None:
        yield from raid_lines(view.raid, view)
    if view.offer is not None:
        yield offer_line(view.offer)
    yield from _promises(view)
    for player in view.players:
        yield from _player(player, view)
    yield from _prices()
    yield from _land(view)


def said(view: View) -> dict[str, list[str]]:
    """Return by topic what is said at the table."""
    return {
        "offer": [] if view.offer is None else [offer_line(view.offer)],
        "promises": list(_promises(view)),
    }


def _promises(view: View) -> Iterator[str]:
    for each in view.promises:
        yield f"Seat {each.seat} has promised {promised(each)}, which binds nobody."


def card_text(card: int) -> str:
    """Return a Tales card's name and what it does."""
    return f"{TALES[card].name}: {TALES[card].text}"


def titled(name: str) -> str:
    """Return the id of something as its name: `call_for_kin` becomes `Call for Kin`."""
    return " ".join(word if word in _SMALL else word.capitalize() for word in name.split("_"))


def kind_name(kind: int) -> str:
    """`Farmer`."""
    return titled(KINDS[kind])


def season_name(season: int) -> str:
    """`Spring`."""
    return titled(SEASONS[season])


def price(building: int, before: str = "") -> str:
    """Return what one costs behind a word: `3 wood, 2 stone`; nothing if it is free."""
    row = BUILDINGS[building]
    cost = row.wood, row.stone, row.goods
    return f"{before}{amounts(cost, STOCK[1:])}" if any(cost) else ""


def letters(stock: Sequence[int]) -> str:
    """Return `2f 1g` for Food, Wood, Stone and Goods; nothing for none."""
    return " ".join(f"{number}{resource[0]}" for number, resource in zip(stock, STOCK, strict=True) if number)


def stock_of(player: PlayerView) -> tuple[int, int, int, int]:
    """Return the player's Food, Wood, Stone and Goods."""
    return player.food, player.wood, player.stone, player.goods


def built_names(player: PlayerView) -> list[str]:
    """Return the names of what stands in the player's settlement."""
    return [name for row, count in zip(BUILDINGS, player.built, strict=True) for name in [row.name] * count]


def used_up(player: PlayerView) -> list[str]:
    """Return the regular actions that the player cannot take again this season."""
    return [name for name, used, allowed in zip(ACTIONS, player.used, player.allowed, strict=True) if used >= allowed]


def person_at(tile: int, view: View | None) -> tuple[int, Person] | None:
    """Return the seat and the population on a tile, if there is one."""
    return next(((player.seat, person) for player in view.players for person in player.people
                 if person.tile == tile), None) if view is not None else None


def terrain_name(tile: int, view: View) -> str:
    """`Forest`, or `unrevealed`."""
    terrain = view.map.terrain[tile]
    return TERRAINS[terrain - 1].name if terrain else "unrevealed"


def person_name(person: Person) -> str:
    """`Farmer`, `Weakened Farmer`."""
    return f"{'Weakened ' if person.weakened else ''}{kind_name(person.kind)}"


def tile_name(tile: int, view: View | None) -> str:
    """Return a tile with its terrain and who stands there; its number alone without a view."""
    if view is None:
        return f"tile {tile}"
    where, found = f"tile {tile} ({terrain_name(tile, view)})", person_at(tile, view)
    return f"{_whose(found[0], view)} {person_name(found[1])} on {where}" if found else where


def listed(rows: Sequence[str]) -> str:
    """`Valor x2, Silver`, in the order of first appearance; `none`."""
    found = dict.fromkeys(rows)
    return ", ".join(f"{name} x{rows.count(name)}" if rows.count(name) > 1 else name for name in found) or "none"


# --- the season ---


def _season(view: View) -> Iterator[str]:
    when = f"year {view.year} of {view.years}, {season_name(view.season)}, phase {view.phase}" if view.year else "setup"
    yield f"Clansmen, {when}. You are seat {view.seat}. Seat {view.start} has the Start token."
    together = sum(player.respect for player in view.players)
    yield (f"Most Respect wins, but nobody does unless all together have {view.gate} after year {view.years}; "
           f"now they have {together}. In that count a Warrior is worth 1, a Weakened population -1. After it "
           f"the most Warriors, population, Goods, Food and buildings bring {SOLE_LEADER} each, {TIED} if tied.")
    if view.event != NO_EVENT:
        yield f"Event of this season: {_event(view.event)}"
    if view.next_event != NO_EVENT:
        yield f"Event of the next season, as you have seen: {_event(view.next_event)}"
    if view.past_events:
        yield f"Events so far: {', '.join(EVENTS[each].name for each in view.past_events)}."
    dice = DICE[len(view.players)]
    yield (f"Raiders: on space {view.counter}, from where {dice[view.counter]} come; a raid begins on space {TOP} with "
           f"{dice[TOP]}.")
    yield f"Tales deck: {counted(view.tales_left, 'card')}; discarded: {listed([TALES[c].name for c in view.discard])}."
    if view.batch:
        yield f"Migrants to choose from: {listed([kind_name(kind) for kind in view.batch])}."


def _event(event: int) -> str:
    return f"{EVENTS[event].name}: {EVENTS[event].text}"


def about_question(view: View, *, brief: bool = False) -> Iterator[str]:
    """Yield what this question is about; in brief only what is not usual."""
    about = view.about
    said = []
    if about.kind != NOTHING:
        said.append(f"a {kind_name(about.kind)}")
    if about.tile != NOTHING:
        said.append(tile_name(about.tile, view))
    if about.building != NOTHING:
        said.append(BUILDINGS[about.building].name)
    if about.card != NOTHING:
        said.append(f"the card {TALES[about.card].name if brief else card_text(about.card).removesuffix('.')}")
    if about.left > brief or (about.left != NOTHING and not brief):
        said.append(f"{about.left} left{'' if brief else ', this one counted'}")
    if about.acted > brief:
        said.append(f"{counted(about.acted, 'action')} taken in this turn")
    if about.homeland_only:
        said.append("Trade with the Homeland only")
    if said:
        yield f"This question: {'; '.join(said)}."


def raid_lines(raid: RaidView, view: View) -> Iterator[str]:
    """Yield the raid that is fought, die by die."""
    raiders = [f"Raider {number}: {f'die {pips}' if pips else 'not rolled'}"
               f"{', defeated' if number in raid.defeated else ''}" for number, pips in enumerate(raid.raiders)]
    yield f"A raid: {'; '.join(raiders)}."
    if raid.valor:
        yield f"Dice set to 6: {'; '.join(tile_name(tile, view) for tile in raid.valor)}."
    for die in raid.dice:
        yield f"- {_die(die, view)}"
    yield from rerolls_left(raid)


def rerolls_left(raid: RaidView) -> Iterator[str]:
    """Yield who can still roll dice again by its buildings."""
    for what, left in (("own dice", raid.own_rerolls), ("Raider dice", raid.raider_rerolls)):
        if any(left):
            by_seat = [f"seat {seat} {count}" for seat, count in enumerate(left) if count]
            yield f"Rerolls of {what} left by buildings: {', '.join(by_seat)}."


def _die(die: DieView, view: View) -> str:
    faces = "not placed" if die.raider == UNPLACED else f"against Raider {die.raider}"
    shows = f"shows {die.pips}{' + 1' if die.warrior else ''}" if die.pips else "not rolled"
    fate = f", {FATES[die.fate]}" if die.fate != UNDECIDED else ""
    return f"{tile_name(die.tile, view)}: {faces}, {shows}{fate}"


def offer_line(offer: OfferView) -> str:
    """Return the offer that waits."""
    kind = "Counter-offer" if offer.countered else "Offer"
    state = "refused" if offer.refused else "" if offer.complete else "not all named yet"
    named = f"; seat {offer.partner} now wants {amounts(offer.named, STOCK)}" if offer.named else ""
    return (f"{kind}: seat {offer.seat} gives seat {offer.partner} {amounts(offer.give, STOCK)} for "
            f"{amounts(offer.want, STOCK)}{f' ({state})' if state else ''}{named}; "
            f"{counted(offer.proposals, 'offer')} may follow.")


def promised(promise: Promise) -> str:
    """Return what a seat has promised, without the seat."""
    if promise.kind == DEFENDERS:
        return counted(promise.first, "defender")
    if promise.kind == TRADE_WISH:
        return f"to give {STOCK[promise.first]} for {STOCK[promise.second]}"
    return f"to take {titled(SPECIALS[promise.first])} this year"


# --- players ---


def _player(player: PlayerView, view: View) -> Iterator[str]:
    mine = player.seat == view.seat
    said = [f"{player.respect} Respect", amounts(stock_of(player), STOCK).replace("nothing", "no stock")]
    said += [counted(player.blessings, "Blessing")] if player.blessings else []
    said += [f"population {len(player.people)}"]
    said += [f"{counted(player.hand_size, 'Tales card')} in hand"]
    if player.home >= 0:
        tiles = BOARDS[len(view.players)].settlements[player.home]
        said.append(f"settlement on tiles {' '.join(map(str, tiles))}")
    said += [f"buildings {listed(built)}"] if (built := built_names(player)) else []
    yield f"{'You, seat' if mine else 'Seat'} {player.seat}: {'; '.join(said + _turns(player, view))}."
    if player.hand:
        yield f"Your hand ({counted(len(player.hand), 'card')}):"
        for card in dict.fromkeys(player.hand):
            times = player.hand.count(card)
            yield f"- {card_text(card)}{f' ({times} of them)' if times > 1 else ''}"


def _turns(player: PlayerView, view: View) -> list[str]:
    """Return what the player can still do this season."""
    said = [f"called {listed([kind_name(kind) for kind in player.called])} for Summer"] if player.called else []
    if view.phase == "actions":
        spent = [name.replace("_", " ") for name in used_up(player)]
        said += [f"{counted(player.actions, 'action')} left"]
        said += [f"{counted(player.tempo, 'action')} more in this turn"] if player.tempo else []
        said += [f"cannot take again: {', '.join(spent)}"] if spent else []
    said += [counted(player.specials, "Special Action") + " left"]
    taken = [season_name(season) for season, count in enumerate(player.taken) if count]
    said += [f"took that of {', '.join(taken)} this year"] if taken else []
    said += [f"idle hands on tiles {' '.join(map(str, player.idle))}"] if player.idle else []
    said += ["ignores the event"] if player.ignores_event else []
    return said + (["has passed"] if player.passed else [])


# --- the land ---


def _prices() -> Iterator[str]:
    prices = [f"{row.name} {price(number) or 'free'}" for number, row in enumerate(BUILDINGS)]
    yield f"Prices: {'; '.join(prices)}."


def _land(view: View) -> Iterator[str]:
    seasons = "/".join(map(season_name, range(len(SEASONS))))
    yields = [f"{row.name} {'/'.join(map(str, row.food))} food, {amounts((row.wood, row.stone), STOCK[1:3])}"
              for row in TERRAINS]
    yield f"Terrains, by food of a Farmer in {seasons} and what a Laborer makes: {'; '.join(yields)}."
    yield "Land revealed, with the tiles beside it (? if not revealed):"
    things = things_on_tiles(view, {player.seat: _whose(player.seat, view) for player in view.players})
    for tile, beside in enumerate(BOARDS[len(view.players)].neighbours):
        if view.map.terrain[tile]:
            near = " ".join(f"{other}{'' if view.map.terrain[other] else '?'}" for other in beside)
            yield "; ".join([f"{tile} {terrain_name(tile, view)}", *things.get(tile, ()), f"by {near}"])


def things_on_tiles(view: View, whose: Mapping[int, str]) -> dict[int, list[str]]:
    """Return by tile: who and what stands there, an entry for each player who has anything there.

    `whose` has the words for each seat.
    """
    found: dict[int, list[str]] = {}
    for player in view.players:
        own: dict[int, list[str]] = {person.tile: [person_name(person)] for person in player.people}
        for each in player.structures:
            own.setdefault(each.tile, []).append(BUILDINGS[each.building].name)
        for card in player.attached:
            own.setdefault(card.tile, []).append(f"card {TALES[card.card].name}")
        for tile, things in own.items():
            found.setdefault(tile, []).append(f"{whose[player.seat]} {', '.join(things)}")
    return found


def _whose(seat: int, view: View) -> str:
    return "your" if seat == view.seat else f"seat {seat}'s"
