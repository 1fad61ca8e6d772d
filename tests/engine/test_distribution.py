"""The engine is a distribution of its own, which needs the standard library only."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from lawspeaker_engine.games import GAMES
from lawspeaker_version import RELEASE

ROOT = Path(__file__).parents[2]
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
README = (ROOT / "engine/README.md").read_text()
PLAYS_ALL_GAMES = """
from random import Random

from lawspeaker_engine.games import GAMES
from lawspeaker_engine.position import Position, load

for game in GAMES.values():
    position = Position.start(game.name, min(game.players))
    position.advance(Random(1))
    known = load(position.deal_anew(Random(1), seat=0).dump())
    print(game.name, len(known.playout(Random(1)).ranks))
"""

READS_ALL_GAMES = """
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.setups import make_setup

for game in GAMES.values():
    guide = game.guide()
    setup = make_setup(game, min(game.players))
    print(game.name, guide.rules(setup).splitlines()[0], "| `" in guide.prompts_page(setup),
          len(list(guide.tables(setup))) > 3)
"""


def project(folder: str) -> dict:
    return tomllib.loads((ROOT / folder / "pyproject.toml").read_text())["project"]


def wheel(folder: str, place: Path) -> Path:
    """Return the wheel that is built of a folder of this checkout."""
    subprocess.run([*PIP, "wheel", "--no-deps", "--no-build-isolation", "-w", place, ROOT / folder], check=True)
    found, = place.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def empty_python(tmp_path_factory) -> Path:
    """The Python of a virtual environment in which nothing is installed but the engine's wheel."""
    place = tmp_path_factory.mktemp("engine")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", place / "venv"], check=True)
    python = place / "venv/bin/python"
    subprocess.run([*PIP, "--python", python, "install", "--no-index", wheel("engine", place)], check=True)
    return python


def run(python: Path, program: str) -> list[str]:
    done = subprocess.run([python, "-I", "-c", program], cwd=python.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.slow
def test_alone_in_an_environment_it_plays_every_game(empty_python):
    assert run(empty_python, PLAYS_ALL_GAMES) == [f"{game.name} {min(game.players)}" for game in GAMES.values()]


@pytest.mark.slow
def test_its_wheel_has_what_there_is_to_read_about_every_game(empty_python):
    wanted = [f"{game.name} # How {game.title} is played True True" for game in GAMES.values()]
    assert run(empty_python, READS_ALL_GAMES) == wanted


@pytest.mark.slow
def test_the_program_of_its_readme_runs(empty_python):
    program, = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert "Outcome(" in run(empty_python, program)[-1]


@pytest.mark.slow
def test_the_wheel_of_the_referee_holds_no_engine(tmp_path):
    names = zipfile.ZipFile(wheel(".", tmp_path)).namelist()
    assert {name.split("/")[0] for name in names if "dist-info" not in name} == {"lawspeaker_referee"}


def test_the_referee_asks_for_the_engine_of_its_own_version():
    assert project("engine")["dependencies"] == []
    assert f"lawspeaker-engine=={RELEASE}" in project(".")["dependencies"]
    assert project("engine")["dynamic"] == project(".")["dynamic"] == ["version"]


def test_every_distribution_of_the_engine_carries_the_licence_of_the_project():
    assert (ROOT / "engine/LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
