"""A start of a match tells all that decides: a reader that has its text alone answers as the table does.

The readers of `reader/` find their answers in sentences and rows; questions and right answers are made from the table,
the settings and the printed rows. What these tests prove is shown by those in which a reader with another text fails.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import Setup
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.codec.game_codec import codec
from lawspeaker_referee.match.start_text import start_text
from tests.engine.setups import PLAYERS, setups
from tests.referee.match.reader.clansmen_asked import clansmen_asked
from tests.referee.match.reader.clansmen_reader import ClansmenReader
from tests.referee.match.reader.northgard_asked import northgard_asked
from tests.referee.match.reader.northgard_reader import NorthgardReader
from tests.referee.match.reader.pax_viking_asked import pax_viking_asked
from tests.referee.match.reader.pax_viking_reader import PaxVikingReader
from tests.referee.match.reader.reading import Asked, NotTold, Reader
from tests.sample_sizes import first_quick

READERS: dict[str, type[Reader]] = {
    "northgard": NorthgardReader, "clansmen": ClansmenReader, "pax_viking": PaxVikingReader,
}
ASKED: dict[str, Callable[[Setup], dict[Asked, Any]]] = {
    "northgard": northgard_asked, "clansmen": clansmen_asked, "pax_viking": pax_viking_asked,
}
SETUPS = 24
"""Setups of a game in which the reader is asked, besides the default ones."""
LEAST_ASKED = 60
CHANGES = 40
LEAST_NOTICED = 0.95
"""The least share of changed numbers that some answer must notice."""
OTHER_SETUPS: dict[str, list[tuple[dict[str, bool | int | str], dict[str, bool | int | str]]]] = {
    "northgard": [({}, {"edition": "prototype"}), ({"edition": "prototype"}, {}), ({}, {"years": 10}),
                  ({"victory": "jarl"}, {}), ({"automa": 5}, {"automa": 1}), ({"sea": True}, {"creatures": "base"})],
    "clansmen": [({}, {"years": 4}), ({"gate": 30}, {}), ({"rot": "up"}, {}), ({"cards": "before"}, {})],
    "pax_viking": [({}, {"advanced_cards": 3}), ({"action_markers": 3}, {}), ({"slots": "equal"}, {}),
                   ({"later_silver": 4}, {}), ({"deck": "balanced"}, {})],
}
"""By game: options of a match, and of another one whose text the reader is given."""

of_every_game = pytest.mark.parametrize("name", READERS)


def asked_setups(name: str) -> Iterator[Setup]:
    """The default setup of every number of players, and an even spread of those in which pairs of options occur."""
    game = GAMES[name]
    yield from (make_setup(game, players) for players in game.players)
    rows = setups(name)
    for values in rows[1::len(rows) // SETUPS]:
        yield make_setup(game, int(values[PLAYERS]), {key: value for key, value in values.items() if key != PLAYERS})


def text_of(name: str, setup: Setup) -> str:
    return start_text(codec(GAMES[name]), setup, 0, [True] * setup.players)


def wrong(reader: Reader, right: dict[Asked, Any]) -> dict[Asked, Any]:
    """The questions that the reader answers wrongly, or not, with what it says."""
    found = {}
    for asked, answer in right.items():
        try:
            said = reader.answer(asked)
        except (NotTold, LookupError, ValueError) as not_read:
            said = not_read
        if said != answer:
            found[asked] = said
    return found


CASES = [(name, number) for name in READERS for number in range(sum(1 for _ in asked_setups(name)))]
"""A setup of each game, the defaults for fewest players first, then another one of each, and so on."""


@pytest.mark.parametrize(("name", "number"), first_quick(12, sorted(CASES, key=lambda case: case[1])))
def test_who_has_read_the_start_alone_answers_all_questions_rightly(name: str, number: int) -> None:
    setup = list(asked_setups(name))[number]
    right = ASKED[name](setup)
    assert len(right) >= LEAST_ASKED
    assert wrong(READERS[name](text_of(name, setup)), right) == {}


@of_every_game
def test_questions_are_of_many_kinds_and_each_that_a_reader_can_answer_is_asked(name: str) -> None:
    asked = {method for setup in asked_setups(name) for method, *_ in ASKED[name](setup)}
    helpers = {"answer", "said", "read", "count", "counts", "either", "lines", "line", "row", "does"}
    can = {method for method in dir(READERS[name]) if not method.startswith("_")} - helpers
    assert can - asked <= {"has_part"}
    assert len(asked) >= LEAST_ASKED


@of_every_game
def test_over_twenty_setups_of_each_game_are_asked_about(name: str) -> None:
    found = list(asked_setups(name))
    assert len(found) > 20
    assert {setup.players for setup in found} == set(GAMES[name].players)


@pytest.mark.parametrize(("name", "options", "others"), [
    (name, *each) for name, pairs in OTHER_SETUPS.items() for each in pairs])
def test_who_has_the_text_of_another_setup_answers_wrongly(
    name: str, options: dict[str, bool | int | str], others: dict[str, bool | int | str],
) -> None:
    """The proof can fail."""
    game = GAMES[name]
    right = ASKED[name](make_setup(game, 2, options))
    assert wrong(READERS[name](text_of(name, make_setup(game, 2, options))), right) == {}
    assert wrong(READERS[name](text_of(name, make_setup(game, 2, others))), right)


@of_every_game
def test_a_number_that_is_changed_anywhere_in_the_rules_or_tables_makes_an_answer_wrong(name: str) -> None:
    setup = make_setup(GAMES[name], 3)
    right, text = ASKED[name](setup), text_of(name, setup)
    told = range(text.index("## The aim"), text.index("## How decisions are told"))
    numbers = [found for found in re.finditer(r"\d+", text) if found.start() in told]
    changes = Random(1).sample(numbers, CHANGES)
    unnoticed = [text[found.start() - 30:found.end() + 30] for found in changes
                 if not wrong(READERS[name](changed(text, found)), right)]
    assert len(unnoticed) <= (1 - LEAST_NOTICED) * CHANGES, unnoticed


def changed(text: str, found: re.Match[str]) -> str:
    return f"{text[:found.start()]}{int(found.group()) + 1}{text[found.end():]}"


def test_readers_use_nothing_of_the_engine() -> None:
    for file in Path(__file__).parent.joinpath("reader").glob("*_reader.py"):
        imported = {node.module for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
                    if isinstance(node, ast.ImportFrom)}
        assert imported <= {"__future__", "functools", "typing", "tests.referee.match.reader.reading"}, file
