"""Clansmen for those who have read its components once: a view without what is printed, in letters for what recurs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from lawspeaker_engine.games.clansmen.buildings import BUILDINGS, SETTLEMENT
from lawspeaker_engine.games.clansmen.cards.tales import TALES
from lawspeaker_engine.games.clansmen.hexes import TERRAINS
from lawspeaker_engine.games.clansmen.phases.events import EVENTS
from lawspeaker_engine.games.clansmen.raids.battle import UNPLACED, DieView, RaidView
from lawspeaker_engine.games.clansmen.settings import read_settings
from lawspeaker_engine.games.clansmen.state import ACTIONS, KINDS, NO_EVENT, Person
from lawspeaker_engine.games.clansmen.text.views import (
    FATES,
    about_question,
    built_names,
    kind_name,
    letters,
    listed,
    offer_line,
    person_at,
    promised,
    rerolls_left,
    season_name,
    stock_of,
    titled,
    used_up,
)
from lawspeaker_engine.games.clansmen.view import PlayerView, View
from lawspeaker_engine.model import Setup
from lawspeaker_engine.text import BriefText, OptionLine, counted

_LAKE: Final = "K"
"""The letter of the one terrain whose initial another one has."""
_LETTERS: Final = tuple(_LAKE if row.id == "lake" else row.name[0] for row in TERRAINS)
_ON_TILES: Final = {number: "".join(word[0] for word in row.name.split()) if " " in row.name else row.name
                    for number, row in enumerate(BUILDINGS) if row.site != SETTLEMENT}
"""By fence or house: its initials, or its name if that is one word."""


def _notes(setup: Setup) -> Iterator[str]:
    """Yield how brief texts are written."""
    kinds = ", ".join(f"{kind[0].upper()} {kind.capitalize()}" for kind in KINDS)
    terrains = ", ".join(f"{letter} {row.name}" for letter, row in zip(_LETTERS, TERRAINS, strict=True))
    tiles = ", ".join(f"{initials} {BUILDINGS[number].name}" for number, initials in _ON_TILES.items()
                      if " " in BUILDINGS[number].name)
    actions = ", ".join(f"{name[0].upper()} {titled(name)}" for name in ACTIONS)
    yield ("`Respect 28 of 50`: of all players together, of what they need. `Raiders 3`: on space 3. `Tales 74`: cards "
           "in the deck. Cards and events have the numbers of the tables; `4x2` is two of number 4. `2 left` counts "
           "the question itself. `3-6: +1 +5` in the table of tiles: tiles 5 and 9 are beside tile 4, and it is beside "
           "them.")
    yield (f"A player's line: r Respect; f food, w wood, s stone, g goods; its people with tile and terrain ({kinds}, "
           f"small if Weakened; {terrains}): `f36L` is a Weakened Farmer on tile 36, Lowlands; what is on tiles "
           f"({tiles}, others by name); other buildings; cards in hand; actions left, if any, and those used up "
           f"({actions}); `took Spring`: that Special Action of this year, and it has none left, or says `special 1`. "
           "`Free`: revealed tiles without people; tiles in neither are not revealed. `Raider 2 (5): seat 0 W24 3+1`: "
           "a Raider's 5 against the 3, with 1 added, of the Warrior on tile 24.")
    if read_settings(setup).promises:
        yield "Promises bind nobody; only those of this season are told."


def _view_lines(view: View) -> Iterator[str]:
    """Yield what the seat knows and the components do not say, line by line."""
    yield from _season(view)
    yield from about_question(view, brief=True)
    if view.raid is not None:
        yield from _raid(view.raid, view)
    if view.offer is not None:
        yield offer_line(view.offer)
    if view.promises:
        yield f"Promised: {'; '.join(f'seat {each.seat} {promised(each)}' for each in view.promises)}"
    for player in view.players:
        yield _player(player, view)
        if player.hand:
            yield f"Your hand: {listed([TALES[card].name for card in player.hand])}"
    yield _free(view)


def _season(view: View) -> Iterator[str]:
    when = f"Year {view.year} {season_name(view.season)}, {view.phase}" if view.year else "Setup"
    together = sum(player.respect for player in view.players)
    yield f"{when}. Start: seat {view.start}. Respect {together} of {view.gate}. Raiders {view.counter}."
    event = f"Event: {EVENTS[view.event].name}. " if view.event != NO_EVENT else ""
    after = f"The next one: {EVENTS[view.next_event].name}. " if view.next_event != NO_EVENT else ""
    past = f"Past events: {_numbers(view.past_events)}. " if view.past_events else ""
    discard = f", discarded {_numbers(view.discard)}" if view.discard else ""
    yield f"{event}{after}{past}Tales {view.tales_left}{discard}."
    if view.batch:
        yield f"Migrants to choose from: {listed([kind_name(kind) for kind in view.batch])}."


def _numbers(rows: list[int]) -> str:
    """Return numbers of rows, equal ones together: `3 7x2`."""
    return listed([str(row) for row in sorted(rows)]).replace(" x", "x").replace(",", "")


def _raid(raid: RaidView, view: View) -> Iterator[str]:
    """Yield each Raider with the dice that face it."""
    for number, pips in enumerate(raid.raiders):
        dice = [_die(die, view) for die in raid.dice if die.raider == number]
        state = f"{pips or 'not rolled'}{', defeated' if number in raid.defeated else ''}"
        yield ": ".join([f"Raider {number} ({state})", *[", ".join(dice)] * bool(dice)])
    waiting = [_die(die, view) for die in raid.dice if die.raider == UNPLACED]
    if waiting:
        yield f"Not placed: {', '.join(waiting)}"
    yield from rerolls_left(raid)


def _die(die: DieView, view: View) -> str:
    found = person_at(die.tile, view)
    kind = KINDS[found[1].kind][0] if found else ""
    shown = f" {die.pips}{'+1' * die.warrior}" if die.pips else ""
    return (f"{'you' if die.seat == view.seat else f'seat {die.seat}'} "
            f"{kind if found and found[1].weakened else kind.upper()}{die.tile}{shown}"
            f"{f' {FATES[die.fate]}' if die.fate else ''}")


def _player(player: PlayerView, view: View) -> str:
    said = [" ".join(filter(None, [f"{player.respect}r", letters(stock_of(player))]))]
    said += [counted(player.blessings, "Blessing")] if player.blessings else []
    said += [" ".join(_person(person, view) for person in player.people)] if player.people else [f"home {player.home}"]
    there: dict[str, list[str]] = {}
    for each in player.structures:
        there.setdefault(_ON_TILES[each.building], []).append(str(each.tile))
    for card in player.attached:
        there.setdefault(TALES[card.card].name, []).append(str(card.tile))
    said += [f"{what} {' '.join(tiles)}" for what, tiles in there.items()]
    said += [listed(built)] if (built := built_names(player)) else []
    return f"{'You' if player.seat == view.seat else 'Seat'} {player.seat}: {'; '.join(said + _turns(player, view))}"


def _person(person: Person, view: View) -> str:
    kind = KINDS[person.kind][0]
    return f"{kind if person.weakened else kind.upper()}{person.tile}{_LETTERS[view.map.terrain[person.tile] - 1]}"


def _turns(player: PlayerView, view: View) -> list[str]:
    """Return the size of the hand, and what the player can still do this season."""
    said = [f"tales {player.hand_size}"]
    said += [f"called {listed([kind_name(kind) for kind in player.called])} for Summer"] if player.called else []
    if view.phase == "actions" and (player.actions or player.seat == view.seat):
        used = "".join(name[0].upper() for name in used_up(player))
        more = f" and {player.tempo} in this turn" if player.tempo else ""
        said += [f"actions {player.actions}{more}{f' used {used}' if used else ''}"]
    taken = [season_name(season) for season, count in enumerate(player.taken) if count]
    said += [f"special {player.specials}"] if bool(player.specials) == bool(taken) else []
    said += [f"took {' '.join(taken)}"] if taken else []
    said += [f"idle hands {' '.join(map(str, player.idle))}"] if player.idle else []
    said += ["ignores the event"] if player.ignores_event else []
    return said + (["passed"] if player.passed else [])


def _free(view: View) -> str:
    taken = {person.tile for player in view.players for person in player.people}
    free = [[str(tile) for tile, kind in enumerate(view.map.terrain) if kind == number and tile not in taken]
            for number in range(1, len(TERRAINS) + 1)]
    said = [f"{letter} {' '.join(tiles)}" for letter, tiles in zip(_LETTERS, free, strict=True) if tiles]
    return f"Free: {'; '.join(said) or 'none'}"


def make_brief(options: Mapping[type, OptionLine]) -> BriefText:
    """Return the shorter text; `options` are the lines that differ from the long ones."""
    return BriefText(_notes, _view_lines, options)
