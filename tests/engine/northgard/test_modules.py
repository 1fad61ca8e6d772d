"""Modules as a whole: they edit tables, and nobody asks which of them is in play."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lawspeaker_engine import canon
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.games.northgard import composition, game
from lawspeaker_engine.games.northgard.composition import MODULES
from lawspeaker_engine.games.northgard.module import Module, refuse_conflicts
from lawspeaker_engine.games.northgard.settings import OPTIONS, read_settings
from lawspeaker_engine.setups import make_setup
from tests.engine.setups import setups

HERE = Path(game.__file__).parent
MODULE_OPTIONS = {
    "edition", "clan_pool", "warchiefs", "warchief_cards", "more_cards", "more_tiles", "events", "victory",
    "victory_cards",
}
MAY_ASK = {"settings.py", "tables.py", "composition.py", "facts.py"}
"""Besides the modules themselves: what checks the options, what lays the table, and what is told of a setup."""


def asked_of_modules(source: str) -> list[str]:
    """Return the attributes by which a source asks which modules are in play."""
    return re.findall(rf"\bsettings\.({'|'.join(sorted(MODULE_OPTIONS))})\b", source)


def test_no_rule_asks_which_module_is_in_play():
    asking = {path: asked_of_modules(path.read_text(encoding="utf-8")) for path in HERE.rglob("*.py")
              if path.parent.name != "modules" and path.name not in MAY_ASK}
    assert len(asking) > 50
    assert {path.name: asked for path, asked in asking.items() if asked} == {}


def test_asking_is_noticed():
    assert asked_of_modules("if state.settings.events: pass\nif settings.victory: pass") == ["events", "victory"]


def test_two_modules_that_change_the_same_number_or_step_are_refused():
    one = Module("one", lambda _: True, lambda _: None, frozenset({"unrest_fame", "end.victory"}))
    two = Module("two", lambda _: True, lambda _: None, frozenset({"end.victory"}))
    three = Module("three", lambda _: True, lambda _: None, frozenset({"remove_draws"}))
    refuse_conflicts((one, three))
    with pytest.raises(ValueError, match=r"^modules one and two both change end\.victory$"):
        refuse_conflicts((one, three, two))
    refuse_conflicts(MODULES)


def test_a_module_that_is_off_leaves_no_trace():
    default = composition.lay_table(read_settings(make_setup(GAMES["northgard"], 2)))
    for options in ({}, {option.name: option.default for option in OPTIONS}):
        assert composition.lay_table(read_settings(make_setup(GAMES["northgard"], 2, options))) is default
    assert (default.modules, default.rules, default.parts, default.rows) == ([], [], [], [])


def test_a_module_changes_the_content_and_no_other_module_does():
    northgard = GAMES["northgard"]
    seen = {}
    for name in sorted(MODULE_OPTIONS - {"victory_cards", "edition"}):
        value = next(each for option in OPTIONS if option.name == name for each in option.values
                     if each != option.default)
        seen[name] = northgard.content(make_setup(northgard, 4, {name: value}))
    default = northgard.content(make_setup(northgard, 4, {}))
    assert len({*seen.values(), default}) == len(seen) + 1
    assert northgard.content(make_setup(northgard, 4, {"victory_cards": "all"})) == default


@pytest.mark.parametrize("every", [9, pytest.param(1, marks=pytest.mark.slow)])
def test_every_table_of_the_setups_can_be_written_and_its_content_is_stable(every):
    northgard = GAMES["northgard"]
    for players, options in ((values.pop("players"), values) for values in map(dict, setups("northgard")[::every])):
        setup = make_setup(northgard, players, options)
        assert northgard.content(setup) == northgard.content(setup)
        assert canon.encode(northgard.setup(setup))
