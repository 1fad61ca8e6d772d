"""What a player is told is what the match plays: every number comes from its table, no part is told that it has not.

The texts are templates; these tests hold that no number stands in their sources, that they can be filled for every pair
of options, and that exactly the components on the table are listed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from lawspeaker_engine.games import GAMES
from lawspeaker_engine.games.northgard.cards.resolving import CARDS
from lawspeaker_engine.games.northgard.clans import CLANS
from lawspeaker_engine.games.northgard.composition import lay_table
from lawspeaker_engine.games.northgard.figures import FIGURES, UNIT
from lawspeaker_engine.games.northgard.modules.automa_cards import AUTOMA_CARDS
from lawspeaker_engine.games.northgard.modules.creature_part import CREATURES
from lawspeaker_engine.games.northgard.modules.events import EVENTS
from lawspeaker_engine.games.northgard.modules.lands import FEATURES
from lawspeaker_engine.games.northgard.modules.raid_rows import RAIDS
from lawspeaker_engine.games.northgard.modules.victory import VICTORY_CARDS
from lawspeaker_engine.games.northgard.settings import read_settings
from lawspeaker_engine.games.northgard.tables import cards_on, figures_on, tiles_on
from lawspeaker_engine.games.northgard.tiles import TILES
from lawspeaker_engine.guide import Guide
from lawspeaker_engine.model import Setup
from lawspeaker_engine.setups import make_setup
from lawspeaker_engine.template import Mark, marks
from tests.engine.setups import PLAYERS, setups
from tests.sample_sizes import first_quick

GUIDES: dict[str, Guide] = {name: guide for name, game in GAMES.items() if (guide := game.guide()) is not None}
RULE = re.compile(r"\(?\b[A-Z]{2,}(?:-[A-Z0-9]+)+\b[,)]?")
NUMBER = re.compile(
    r"\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|twenty)\b", re.IGNORECASE)
NAMES_NO_NUMBER: dict[str, tuple[str, ...]] = {
    "northgard": ("seats 0 and 2", "seats 1 and 3", "seat 0", "seat 1", "1 point"), "clansmen": (), "pax_viking": (),
}
"""What looks like a number of the rules and is the name of a seat, or of a unit of counting."""

of_every_guide = pytest.mark.parametrize("name", GUIDES)


def all_setups(name: str) -> Iterator[Setup]:
    """The default setup of every number of players, then setups in which every pair of options occurs."""
    game = GAMES[name]
    yield from (make_setup(game, players) for players in game.players)
    for values in setups(name):
        yield make_setup(game, int(values[PLAYERS]), {key: value for key, value in values.items() if key != PLAYERS})


def plain(name: str, source: str) -> str:
    """A source without its marks, ids of rules and names of seats."""
    text = RULE.sub("", "".join("" if isinstance(part, Mark) else part for part in marks(source)))
    for named in NAMES_NO_NUMBER[name]:
        text = text.replace(named, "")
    return text


@of_every_guide
def test_no_number_stands_in_the_rules_but_those_that_the_table_gives(name: str) -> None:
    found = [line for line in plain(name, GUIDES[name].play.source).splitlines() if NUMBER.search(line)]
    assert found == []


@of_every_guide
def test_no_number_stands_in_a_question(name: str) -> None:
    """A prompt is the same in all matches."""
    assert [row.question for row in GUIDES[name].prompts.values() if NUMBER.search(row.question)] == []


@of_every_guide
def test_every_page_can_be_made_for_every_pair_of_options(name: str) -> None:
    """No fact is missing, nothing of a mark is left, no line is empty but for its punctuation."""
    for setup in all_setups(name):
        guide = GUIDES[name]
        for page in (guide.rules(setup), guide.rules(setup, page=False)):
            assert not (wrong := re.findall(r".{20}(?:\(\)|\S  +\S| ,|\.\.|\. \.).{20}", page)), (setup, wrong)
        assert "{" not in "".join([guide.cards("all", setup), guide.prompts_page(setup)])
        assert guide.prompts_page(setup).count("\n") > 10


@of_every_guide
def test_what_is_written_for_a_page_is_not_in_the_start_of_a_match(name: str) -> None:
    setup = make_setup(GAMES[name], GAMES[name].players[0])
    page, start = (set(GUIDES[name].rules(setup, page=page).splitlines()) for page in (True, False))
    assert page - start
    assert start - page == set() or all(line.startswith(tuple(page_line[:20] for page_line in page)) for line in start)


# What is on the table of Northgard.


def name_of(row: Any) -> str:
    """The name of a row; its id if it has none."""
    return str(getattr(row, "name", "") or row.id)


def listed(rows: Sequence[Any], wanted: Callable[[int], bool]) -> tuple[set[str], set[str]]:
    """The names of rows that are on the table, and of the others; one that both have is on it."""
    on = {name_of(row) for number, row in enumerate(rows) if wanted(number)}
    return on, {name_of(row) for row in rows} - on


@pytest.mark.parametrize("setup", list(first_quick(6, all_setups("northgard"))))
def test_exactly_the_components_on_the_table_are_listed(setup: Setup) -> None:
    """Every kind of row that modules bring is looked at."""
    table = lay_table(read_settings(setup))
    rows: list[tuple[Sequence[Any], list[int]]] = [
        (CARDS, cards_on(table)), (CLANS, table.clans), (FIGURES, [f for f in figures_on(table) if f != UNIT]),
        (TILES, tiles_on(table))]
    rows += [(kind, [number for number, row in enumerate(kind) if row in table.rows])
             for kind in (AUTOMA_CARDS, CREATURES, EVENTS, FEATURES, RAIDS, VICTORY_CARDS)]
    told = {each.title: {line.rpartition(" x")[0] or line for line, *_ in each.rows}
            for each in GUIDES["northgard"].tables(setup)}
    names = set().union(*told.values())
    for kind, numbers in rows:
        on, off = listed(kind, set(numbers).__contains__)
        assert on <= names, on - names
        shared = {name_of(row) for others, taken in rows if others is not kind
                  for number, row in enumerate(others) if number in taken}
        assert not (off - shared) & names, off & names
