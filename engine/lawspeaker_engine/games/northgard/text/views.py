"""A view of Northgard in plain English: the table, the players, the cards and the map, one line a thing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from lawspeaker_engine.games.northgard.buildings import BUILDINGS
from lawspeaker_engine.games.northgard.cards.resolving import CARDS
from lawspeaker_engine.games.northgard.clans import CLANS
from lawspeaker_engine.games.northgard.editions import RETAIL, edition
from lawspeaker_engine.games.northgard.enums import Resource
from lawspeaker_engine.games.northgard.figures import FIGURES, KAIJA
from lawspeaker_engine.games.northgard.phases.end import (
    SOLO_TERRITORIES_TO_WIN,
    TEAM_TERRITORIES_TO_WIN,
    TERRITORIES_TO_WIN,
)
from lawspeaker_engine.games.northgard.phases.harvest import CLOSED_FAME, LARGE_FAME, LARGE_TILES
from lawspeaker_engine.games.northgard.phases.scoring import RESOURCES_FOR_FAME
from lawspeaker_engine.games.northgard.settings import NORMAL_YEARS
from lawspeaker_engine.games.northgard.state import RESERVE
from lawspeaker_engine.games.northgard.text.clan_texts import POWERS
from lawspeaker_engine.games.northgard.text.module_text import ModuleTexts
from lawspeaker_engine.games.northgard.tiles import TILES
from lawspeaker_engine.games.northgard.view import CombatView, PlayerView, View
from lawspeaker_engine.text import amounts, counted, words

RESOURCES: Final = words(Resource)[:Resource.FAME]
LETTERS: Final = ("f", "w", "l")
"""By resource."""
BORDERS: Final = {1: "", 2: "rough", 3: "impassable"}
BUILT: Final = [row.name.partition(" of ")[0].split()[-1] for row in BUILDINGS]
"""By building: its name in one word, such as `Silo` and `Altar`."""

_PRINTED: Final = [card.name for card in CARDS]
_BASE: Final = [card.name for card in CARDS if not card.module]
_NAMES: Final = [
    f"{card.name} ({card.set})" if (_PRINTED if card.module else _BASE).count(card.name) > 1 else card.name
    for card in CARDS
]
BORDER_MARKS: Final = {1: "", 2: "r", 3: "x"}
SPACES: Final = ("S", "C", "L")
"""Small spaces, those with the Carved Stone symbol, and large ones, in short."""
_SPACES: Final = ("small", "carved", "large")


def view_lines(words: ModuleTexts, view: View) -> Iterator[str]:
    """Yield what the seat knows, line by line."""
    yield from _table(words, view)
    yield from fights(words, view)
    yield from _players(view)
    yield from _cards(view)
    yield from _map(view)


def letters(numbers: Sequence[int]) -> str:
    """Return resources in short: `2f 1w`; nothing for none."""
    return " ".join(f"{number}{letter}" for number, letter in zip(numbers, LETTERS, strict=True) if number)


def card_name(card: int) -> str:
    """Return a card's name; with its set where another card has the same name."""
    return _NAMES[card]


def card_text(card: int) -> str:
    """Return a card's name and what it does."""
    row = CARDS[card]
    flash = " (flash)" if row.flash else ""
    fame = f" Worth {row.fame} fame." if row.fame > 0 else ""
    return f"{card_name(card)}{flash}: {row.text}{fame}"


def clan_name(clan: int) -> str:
    """Return the clan's name, or that there is none yet."""
    return CLANS[clan].name if clan >= 0 else "no clan yet"


def owner_name(seat: int, view: View) -> str:
    """Return who holds something: `yours`, `seat 1`, `neutral`."""
    return "neutral" if seat < 0 else "yours" if seat == view.seat else f"seat {seat}"


def holder(territory: int, view: View | None) -> str:
    """Return who holds the territory, with what, in brackets; nothing without a view."""
    if view is None:
        return ""
    at = view.layout.territory.index(territory)
    owner = view.board.owner[at]
    if owner < 0:
        return " (neutral)"
    others = [each.figure for each in view.figures if (each.territory, each.seat) == (territory, owner)]
    force = figures_text(view.board.units[at], kaija=holds_kaija(territory, view), others=others)
    return f" ({owner_name(owner, view)}, {force})"


def held(territory: int, view: View | None) -> str:
    """Return who holds the territory, and what is there: ` (yours, 2 units; Silo; 2 food, free 1 small)`.

    Return nothing without a view.
    """
    if view is None:
        return ""
    at = view.layout.territory.index(territory)
    built = [BUILT[building] for building in built_in(territory, view)]
    layout, board = view.layout, view.board
    printed = listed_printed((layout.food[at], layout.wood[at], layout.lore[at]),
                             (board.small[at], board.carved[at], board.large[at]), layout.lairs[at])
    who = holder(territory, view).removesuffix(")")
    return "; ".join(filter(None, [who, ", ".join(built), ", ".join(printed)])) + ")"


def listed_printed(yields: Sequence[int], spaces: Sequence[int], lairs: int) -> list[str]:
    """Return what a piece of land yields, its free spaces for buildings, and its lairs; what is 0 is left out."""
    found = [amounts(yields, RESOURCES)] if any(yields) else []
    found += [f"free {amounts(spaces, _SPACES)}"] if any(spaces) else []
    return found + ([counted(lairs, "lair")] if lairs else [])


def figures_text(units: int, *, kaija: bool, others: Sequence[int] = ()) -> str:
    """Return units and special figures: `2 units and Kaija`; nothing for none."""
    names = ["Kaija"] * kaija + [FIGURES[figure].name for figure in others if figure != KAIJA]
    return " and ".join([counted(units, "unit")] * bool(units) + names)


def holds_kaija(territory: int, view: View) -> bool:
    """Return whether she is among the owner's figures, and not attacking there."""
    return view.kaija == territory and not any(each.territory == territory and each.kaija for each in view.battles)


def names(cards: Sequence[int]) -> str:
    """`Feast x2, Move`, in the order of first appearance; `none`."""
    found = {card: cards.count(card) for card in cards}
    return ", ".join(f"{card_name(card)} x{times}" if times > 1 else card_name(card)
                     for card, times in found.items()) or "none"


# --- the table ---


def _table(words: ModuleTexts, view: View) -> Iterator[str]:
    when = f"year {view.year} of {view.years}, phase {view.phase}" if view.year else "setup"
    yield f"Northgard, {when}. You are seat {view.seat}. Seat {view.first} has the first-player marker."
    if view.teams:
        yield "Two teams: seats 0 and 2 against seats 1 and 3."
    numbers = edition(view.edition or RETAIL)
    worth = "what your cards are worth, " if numbers.card_fame else ""
    yield (f"Most fame after year {view.years} wins: fame tokens, 1 for every {RESOURCES_FOR_FAME} resources left, "
           f"{worth}{numbers.unrest_fame} for each Unrest.")
    yield from words.view(view)
    if view.years == NORMAL_YEARS and view.victory is None and (view.automa is None or view.automa.level == 1):
        needed = TEAM_TERRITORIES_TO_WIN if view.teams else TERRITORIES_TO_WIN
        if view.automa is not None:
            needed = SOLO_TERRITORIES_TO_WIN
        yield (f"At the end of any year {needed} closed territories with a large building win at once"
               f"{' for a team' if view.teams else ''}.")
    yield (f"Harvest: every territory gives what it yields, buildings included; every closed one {CLOSED_FAME} fame, "
           f"{LARGE_FAME} from {LARGE_TILES} tiles on.")
    left = [f"{row.name} {number} ({row.cost} wood{', large' if row.large else ''}: {building_effect(kind)})"
            for kind, (row, number) in enumerate(zip(BUILDINGS, view.stock, strict=True))]
    yield f"Buildings left: {'; '.join(left)}."
    yield (f"Cards left: {view.early_left} early, {view.advanced_left} advanced, {view.unrest_left} Unrest. "
           f"Tiles left: {view.pile_left}.")


def building_effect(kind: int) -> str:
    """Return what a building brings, such as `+1 food`."""
    row = BUILDINGS[kind]
    harvest = amounts((row.food, row.wood, row.lore, row.fame), (*RESOURCES, "fame"))
    other = amounts((row.points, row.casualties, row.recruits, row.cards), (
        "points in defence", "casualty in defence", "unit more where recruited", "card more a year"))
    return f"+{harvest}" if other == "nothing" else f"+{other}"


def _sides(words: ModuleTexts, view: View, combat: CombatView) -> tuple[str, str]:
    """Return the attacker and the defender of the combat, each a seat or a creature."""
    attacker, defender = f"seat {combat.attacker}", f"seat {combat.defender}"
    if combat.creature:
        name = words.fighter(combat.creature, view)
        return (name, defender) if combat.creature_attacks else (attacker, name)
    return attacker, defender


def fights(words: ModuleTexts, view: View) -> Iterator[str]:
    """Yield the combats that wait, and the one that is being fought."""
    for each in view.battles:
        force = figures_text(each.units, kaija=each.kaija, others=each.figures)
        against = f"seat {each.defender}" if not each.creature else words.fighter(each.creature, view)
        yield f"Combat in territory {each.territory}: seat {each.attacker} attacks {against} with {force}."
    if (combat := view.combat) is not None:
        attacker, defender = _sides(words, view, combat)
        yield (f"Being fought, territory {combat.territory}: {attacker} attacks {defender}; "
               f"points {combat.attacker_points} to {combat.defender_points}, "
               f"food spent {combat.attacker_food} to {combat.defender_food}, "
               f"casualties suffered {combat.attacker_casualties} to {combat.defender_casualties}.")


# --- players and cards ---


def _players(view: View) -> Iterator[str]:
    for player in view.players:
        you = "You, seat" if player.seat == view.seat else "Seat"
        said = [
            amounts((player.food, player.wood, player.lore), RESOURCES).replace("nothing", "no resources"),
            f"{player.fame} fame" if player.fame >= 0 else "fame hidden",
            f"{counted(player.reserve, 'unit')} in reserve",
            f"{counted(player.hand_size, 'card')} in hand, {player.draw_size} in the draw pile",
        ]
        said += [f"{what}: {names(cards)}" for what, cards in (
            ("active", player.active), ("discard pile", player.discard), ("out of the game", player.boxed),
            ("upgrades not taken", [] if player.seat == view.seat else player.upgrades)) if cards]
        yield f"{you} {player.seat} ({clan_name(player.clan)}): {'; '.join(said + states(player, view))}."
        if player.seat == view.seat and player.clan >= 0:
            yield f"Your power: {POWERS[CLANS[player.clan].id]}"


def states(player: PlayerView, view: View) -> list[str]:
    """Return what else holds of a player: tokens, units away, having passed."""
    clan = (CLANS[player.clan].base or CLANS[player.clan].id) if player.clan >= 0 else ""
    return [said for said, holds in (
        ("Kaija in reserve", clan == "bear" and view.kaija == RESERVE),
        ("Scorched Earth in reserve", clan == "snake" and view.scorched == RESERVE),
        (f"{counted(player.away, 'unit')} on a Pyre", player.away > 0),
        (f"on its Pyre: units of seats {', '.join(map(str, player.pyre))}", bool(player.pyre)),
        ("has passed", player.passed), ("Kaija may enter enemy land this year", player.awakened),
        ("ignores enemy Defense Towers and Fortresses this year", player.conqueror),
        ("takes no displayed card when passing this year", player.pick_taken),
    ) if holds]


def _cards(view: View) -> Iterator[str]:
    for me in (player for player in view.players if player.seat == view.seat):
        if me.active and view.phase == "actions":  # its effects may be what is asked
            yield f"Your last active card: {card_text(me.active[-1])}"
        yield from _listing("Your hand", me.hand)
        yield from _listing("Drawn, to be sorted", me.drawn)
        if me.draw:
            yield f"In your draw pile, in unknown order: {names(me.draw)}."
        if me.top:
            yield f"On top of it, the next one first: {', '.join(map(card_name, reversed(me.top)))}."
        if me.tiles:
            yield f"Tiles in your hand: {', '.join(TILES[tile].id for tile in me.tiles)}."
        yield from _listing("Clan upgrades you can take", me.upgrades)
    yield from known_lines(view)
    yield from _listing("Displayed, one for each who passes", view.display)
    yield from _listing("Achievements of the last year", view.achievements)


def known_lines(view: View) -> Iterator[str]:
    """Yield what is known of hands and draw piles of others, and what all know of the own hand."""
    for player in view.players:
        if player.seat == view.seat:
            if player.known:
                yield f"All know of your hand: {names(player.known)}."
            continue
        if player.known:
            yield f"You know of the hand of seat {player.seat}: {names(player.known)}."
        if player.known_top:
            top = ["a card unknown to you" if card < 0 else card_name(card) for card in reversed(player.known_top)]
            yield f"On top of the draw pile of seat {player.seat}, the next one first: {', '.join(top)}."


def _listing(title: str, cards: Sequence[int]) -> Iterator[str]:
    """Yield a line for the title and one a card, equal ones told once."""
    if cards:
        yield f"{title}:"
    for text, same in groupby(sorted(map(card_text, cards))):
        times = len(list(same))
        yield f"- {text}{f' ({times} of them)' if times > 1 else ''}"


# --- the map ---


def built_in(territory: int, view: View) -> list[int]:
    """Return the kinds of the buildings in a territory."""
    board = view.board
    return [kind for kind, there in zip(board.building, board.building_territory, strict=True) if there == territory]


def neighbours(view: View, *, once: bool = False) -> dict[int, list[str]]:
    """Return by territory the ids of those beside it, with the marks of their borders; each border once if `once`."""
    layout, found = view.layout, dict[int, list[str]]()
    for source, target, kind in zip(layout.border_from, layout.border_to, layout.border_kind, strict=True):
        if source < target or not once:
            found.setdefault(source, []).append(f"{target}{BORDER_MARKS[kind]}")
    return found


def _map(view: View) -> Iterator[str]:
    beside = neighbours(view)
    yield ("Territories: who holds them; buildings; what is printed; tiles, if several, and open sides; neighbours, r "
           "behind a rough border, x behind an impassable one.")
    for at, territory in enumerate(view.layout.territory):
        parts = [", ".join(BUILDINGS[each].name for each in built_in(territory, view))]
        parts += _land(view, at)
        if territory in beside:
            parts.append(f"by {' '.join(beside[territory])}")
        yield f"territory {territory}, {_force(view, at, territory)}; {'; '.join(filter(None, parts))}"


def _force(view: View, at: int, territory: int) -> str:
    owner = view.board.owner[at]
    if owner < 0:
        return "neutral"
    who = "you" if owner == view.seat else f"seat {owner}"
    kaija = " and Kaija" if holds_kaija(territory, view) else ""
    snake = ", Scorched Earth" if view.scorched == territory else ""
    return f"{who}, {counted(view.board.units[at], 'unit')}{kaija}{snake}"


def _land(view: View, at: int) -> list[str]:
    layout, board = view.layout, view.board
    spaces = board.small[at], board.carved[at], board.large[at]
    size = f"{layout.size[at]} tiles, " if layout.size[at] > 1 else ""
    opened = f"{layout.open_sides[at]} open" if layout.open_sides[at] else "closed"
    return [*listed_printed((layout.food[at], layout.wood[at], layout.lore[at]), spaces, layout.lairs[at]),
            f"{size}{opened}"]
