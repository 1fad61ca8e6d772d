"""docs/analysis.md: its commands and its program run, and its tables are complete."""

from __future__ import annotations

import re
import shlex
from dataclasses import fields
from pathlib import Path

import click
import pytest

from lawspeaker_referee.cli import lawspeaker
from lawspeaker_referee.cli.analyse import analyse
from lawspeaker_referee.cli.errors import exit_code
from lawspeaker_referee.devtools.analysis.judgement import Judgement
from lawspeaker_referee.devtools.skills.labels import SKILLS

PAGE = Path("docs/analysis.md").read_text(encoding="utf-8")


def section(name: str) -> str:
    return PAGE.partition(f"\n## {name}\n")[2].partition("\n## ")[0]


def test_the_table_of_options_is_that_of_the_command():
    told = set(re.findall(r"^\| `(--[a-z-]+)", section("Analyse a record"), re.MULTILINE))
    assert told == {name for each in analyse.params if isinstance(each, click.Option) for name in each.opts}


def test_the_table_of_fields_is_that_of_the_lines():
    told = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|", section("Read the figures"), re.MULTILINE)
    assert set(re.findall(r"\w+", " ".join(told))) == {field.name for field in fields(Judgement)}


def test_the_table_of_skills_is_that_of_the_labels():
    told = re.findall(r"^\| `(\w+)` \|", section("Ask for skill positions"), re.MULTILINE)
    assert sorted(told) == sorted(SKILLS)


@pytest.mark.slow
def test_skills_are_asked(capsys):
    for line in re.findall(r"^lawspeaker (.*)$", section("Ask for skill positions"), re.MULTILINE):
        assert exit_code(lawspeaker, shlex.split(line)) == 0
        assert "\nall " in capsys.readouterr().out


@pytest.mark.slow
def test_the_commands_and_the_program_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for line in re.findall(r"^lawspeaker (.*)$", section("Analyse a record"), re.MULTILINE):
        assert exit_code(lawspeaker, shlex.split(line)) == 0
    capsys.readouterr()
    [program] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(program, {})
    *rows, mean = capsys.readouterr().out.splitlines()
    assert len(rows) == 10
    assert mean.endswith(" lost a decision")
