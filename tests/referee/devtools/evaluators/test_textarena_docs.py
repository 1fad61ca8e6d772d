"""docs/textarena.md: its program runs, and its table is complete."""

from __future__ import annotations

import inspect
import re
import runpy
import sys
from pathlib import Path

import pytest

pytest.importorskip("textarena", reason="`make evaluators` runs what needs textarena")

from lawspeaker_engine.games import GAMES
from lawspeaker_referee.devtools import textarena_games
from lawspeaker_referee.devtools.skills.files import coming_along
from lawspeaker_referee.devtools.textarena_games import TextGameEnv

PAGE = Path("docs/textarena.md").read_text(encoding="utf-8")
[PROGRAM] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_the_program_plays_a_match(capsys):
    exec(PROGRAM, {})
    assert re.match(r"\w+ \{0: -?1.0, 1: -?1.0\} \{0: -?\d+, 1: -?\d+\}", capsys.readouterr().out)


def test_the_ids_are_those_that_are_registered():
    assert set(re.findall(r"`lawspeaker/(\w+)-v(\d+)`", PAGE)) == {
        (name, str(GAMES[name].version)) for name in coming_along()}, "the games that come along"


def test_the_table_has_every_argument_of_an_environment():
    table = PAGE.partition("| argument |")[2].partition("\n\n")[0]
    told = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
    assert told == [name for name in inspect.signature(TextGameEnv).parameters if name != "game"]


def test_without_textarena_one_line_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "textarena", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'lawspeaker-referee\[textarena\]'"):
        runpy.run_path(str(textarena_games.__file__))
