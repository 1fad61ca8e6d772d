"""A game of a package outside this tree works in every command: the example of docs/adding-a-game.md, installed."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.example_games import EXAMPLES, installed

EXAMPLE = EXAMPLES / "tinygame"
CUP = """
name = "cup"
game = "tinygame"
players = 2

[format]
kind = "round-robin"
rounds = 1

[[bots]]
name = "one"
spec = "greedy"

[[bots]]
name = "two"
spec = "random"
"""
OBSERVE = """
import gymnasium
from lawspeaker_referee.devtools.gym.single_agent import register
register()
environment = gymnasium.make("lawspeaker/tinygame-v1")
environment.reset(seed=1)
done = False
while not done:
    _, _, terminated, truncated, info = environment.step(0)
    done = terminated or truncated
print("played")
"""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def python(tmp_path_factory) -> str:
    """An environment with this one's packages, and the example installed like any other package."""
    return installed(tmp_path_factory.mktemp("environment"), EXAMPLE)


@pytest.fixture(scope="module")
def folder(python, tmp_path_factory) -> Path:
    """A folder with the record of a match."""
    place = tmp_path_factory.mktemp("matches")
    done = run(python, place, "play", "tinygame", "--bot", "greedy", "random", "--seed", "1", "--record", "match.lsr",
               "--json")
    assert json.loads(done)["faults"] == [{}, {}]
    return place


IN_TURN = """
import json, sys
from contextlib import redirect_stdout
from io import StringIO
from lawspeaker_referee.cli import lawspeaker
from lawspeaker_referee.cli.errors import exit_code
told = []
for command in json.loads(sys.argv[1]):
    with redirect_stdout(StringIO()) as out:
        assert exit_code(lawspeaker, command) == 0, command
    told.append(out.getvalue())
print(json.dumps(told))
"""


def run_in_turn(python: str, place: Path, *commands: str) -> list[str]:
    """Return the output of each command, which must succeed, all in one process."""
    words = json.dumps([command.split() for command in commands])
    done = subprocess.run([python, "-c", IN_TURN, words], cwd=place, capture_output=True, text=True, check=False,
                          timeout=300)
    assert done.returncode == 0, done.stderr
    told: list[str] = json.loads(done.stdout)
    return told


def run(python: str, place: Path, *arguments: str) -> str:
    """Return the output of a command, which must succeed."""
    done = subprocess.run([python, "-m", "lawspeaker_referee", *arguments], cwd=place, capture_output=True, text=True,
                          check=False, timeout=300)
    assert done.returncode == 0, (arguments, done.stderr)
    return done.stdout


def test_it_is_listed_with_its_options_and_its_classes_make_its_messages(python, folder):
    games, options, messages = run_in_turn(python, folder, "games", "games tinygame", "proto tinygame")
    assert "tinygame: Herring, rules version 1" in games
    assert "--option rounds  3|4|5 (default 5)" in options
    assert messages == (EXAMPLE / "src/lawspeaker_tinygame/tinygame.proto").read_text()


def test_its_records_are_verified_shown_asked_and_exported(python, folder):
    verified, shown, words, step, asked, *_ = run_in_turn(
        python, folder, "verify match.lsr", "show match.lsr", "show match.lsr --words",
        "show match.lsr --step 2 --seat 0", "ask match.lsr --step 2 --seat 0 --bot greedy",
        "show match.lsr --html match.html",
        *(f"export match.lsr --to {form} --output as-{form}" for form in ("jsonl", "parquet", "npz")))
    assert verified.startswith("ok ")
    assert "The great shoal" in shown
    assert "Seat 0   casts a net of size" in words
    assert "Which net do you cast" in step
    assert "Which net do you cast" in asked
    assert "Herring" in (folder / "match.html").read_text()


def test_it_is_played_by_every_built_in_bot_and_by_a_new_bot(python, folder):
    played, _, certified = run_in_turn(
        python, folder, "play tinygame --bot search:5playouts greedy --seed 2 --move-time 0 --json",
        "new-bot python mine --game tinygame", "certify --bot greedy --game tinygame")
    assert json.loads(played)["faults"] == [{}, {}]
    assert "tinygame" in (folder / "mine/bot.py").read_text()
    assert "13 passed" in certified


def test_a_tournament_of_it_is_played_reported_and_verified(python, folder):
    (folder / "cup.toml").write_text(CUP)
    _, report, _ = run_in_turn(python, folder, "tournament run cup.toml", "tournament report cup.toml",
                               "tournament verify cup.toml --jobs 1")
    assert "one" in report


def test_a_referee_serves_it_as_a_ladder(python, folder, tmp_path):
    tokens = [each.strip() for each in run_in_turn(python, tmp_path, "tokens create ann --file tokens",
                                                   "tokens create bob --file tokens")]
    command = [python, "-m", "lawspeaker_referee", "serve", "tinygame", "--listen", "127.0.0.1:0", "--matches", "1",
               "--tokens", "tokens", "--records", "records", "--ladder"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as referee:
        assert referee.stderr is not None
        try:
            told = next(each for each in map(json.loads, referee.stderr) if each["event"] == "serving")
            bots = [subprocess.Popen([python, "-m", bot], stderr=subprocess.DEVNULL, env={
                **os.environ, "LAWSPEAKER_ADDRESS": f"127.0.0.1:{told['port']}", "LAWSPEAKER_TOKEN": token})
                for bot, token in zip(("lawspeaker_bots.greedy", "lawspeaker_bot.random_bot"), tokens, strict=True)]
            for bot in bots:
                bot.wait(timeout=120)
            assert referee.wait(timeout=120) == 0
        finally:
            referee.kill()
    [record] = (tmp_path / "records").glob("*.lsr")
    assert run(python, tmp_path, "verify", str(record)).startswith("ok ")


def test_it_is_an_environment(python, folder):
    done = subprocess.run([python, "-c", OBSERVE], cwd=folder, capture_output=True, text=True, check=False)
    assert done.stdout == "played\n", done.stderr


def test_its_own_tests_pass(python, tmp_path):
    done = subprocess.run([python, "-m", "pytest", "-q", "-p", "no:cacheprovider", EXAMPLE / "tests"], cwd=tmp_path,
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
