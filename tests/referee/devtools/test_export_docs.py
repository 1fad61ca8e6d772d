"""docs/export.md: its commands and programs run, and its tables are complete."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import numpy as np
import pytest

from lawspeaker_bots import make
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.setups import make_setup_for
from lawspeaker_referee.cli import lawspeaker
from lawspeaker_referee.cli.errors import exit_code
from lawspeaker_referee.cli.export import FORMATS, export
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.devtools.export.columns import COLUMNS, SCHEMA
from lawspeaker_referee.host.single_match import play_match

PAGE = Path("docs/export.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_the_table_of_columns_is_that_of_files():
    section = PAGE.partition("\n## Columns\n")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)` \| (.*) \|$", section, re.MULTILINE) == list(COLUMNS.items())
    assert f"`schema` is {SCHEMA}." in section


def test_the_table_of_options_is_that_of_the_command():
    section = PAGE.partition("\n## Write a file\n")[2].partition("\n## ")[0]
    told = set(re.findall(r"`(--[a-z-]+)", section.partition("| option |")[2]))
    assert told == {name for each in export.params if isinstance(each, click.Option)
                    for name in each.opts if name.startswith("--")}
    assert set(re.findall(r"^\| `(\w+)` \|", PAGE.partition("\n## Choose a format\n")[2].partition("\n## ")[0],
                          re.MULTILINE)) == set(FORMATS)


@pytest.mark.slow
def test_the_commands_and_programs_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    play = re.search(r"^for seed in \$\(seq (\d+)\); do\n  lawspeaker (play .*)$", PAGE, re.MULTILINE)
    exports = re.findall(r"^lawspeaker (export .*)$", PAGE, re.MULTILINE)
    assert play is not None and len(exports) == 5
    (tmp_path / "transcripts").mkdir()
    exports[-1] = exports[-1].replace("--bot large", "--bot random")
    for seed in range(1, int(play[1]) + 1):
        assert exit_code(lawspeaker, shlex.split(play[2].replace("$seed", str(seed)))) == 0
    rules = GAMES["northgard"]
    play_match(rules, make_setup_for(rules, 2, {}), [SeatSpec.parse("human", people=True), SeatSpec.parse("random")],
               seed=b"7" * 32, match_id="person", people={0: make("random")},
               record_path=tmp_path / "records" / "person.lsr", tell=lambda _: None)
    person, aside = tmp_path / "records" / "person.lsr", tmp_path / "person.lsr"
    for each in exports:
        person.replace(aside)  # the page's figures are of the others
        if "--people" in each:
            aside.replace(person)
        assert exit_code(lawspeaker, shlex.split(each)) == 0
        if aside.exists():
            aside.replace(person)
    decisions = np.load("people.npz")
    assert decisions["person"].all()
    assert set(decisions["seat"]) == {0}
    capsys.readouterr()
    for program in PROGRAMS:
        exec(program, {})
    group, imitation, rest = re.split(r"(\d+% of .*\n)", capsys.readouterr().out)
    won, total, fame = re.match(r"(\d+) of (\d+) answers are of winners\n([\s\S]*)", rest).groups()
    assert 0 < int(won) < int(total)
    assert len(Path("won.jsonl").read_text().splitlines()) == int(won)
    table = PAGE.partition("| bot | kind |")[2].partition("\n\n")[0]
    assert re.findall(r"[\w.]+", group)[-20:] == re.findall(r"[\w.]+", table)[-20:]
    right, number, by_chance = map(int, re.findall(r"\d+", imitation))
    shown = re.search(r"It prints `(\d+)% of (\d+) decisions as the bot; by chance (\d+)%`", PAGE)
    assert shown is not None
    assert (number, by_chance) == (int(shown[2]), int(shown[3])) and abs(right - int(shown[1])) <= 1
    assert f"shape: ({play[1]}, 2)" in fame
