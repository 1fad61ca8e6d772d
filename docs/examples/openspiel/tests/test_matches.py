"""All games are played over gRPC by bots in three languages, and their records verify."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from lawspeaker_openspiel.game import OpenSpielGame
from lawspeaker_openspiel.rows import ROWS

from lawspeaker_engine.laws import final_state

CLIENTS = Path(__file__).parents[4] / "clients"
BUILT = tuple(CLIENTS / language / "build/random" for language in ("go", "typescript"))
MCTS = f"cmd:{sys.executable} -m lawspeaker_openspiel.bots mcts --simulations 20"
UNIFORM = f"cmd:{sys.executable} -m lawspeaker_openspiel.bots uniform"


def run(place: Path, *arguments: str, code: int = 0) -> str:
    """Return the output of a command, which must end with this code."""
    done = subprocess.run([sys.executable, "-m", "lawspeaker_referee", *arguments],  # noqa: S603 - our own command
                          cwd=place, capture_output=True, text=True, check=False, timeout=280)
    assert done.returncode == code, (arguments, done.stdout, done.stderr)
    return done.stdout


def played(place: Path, game: str, *bots: str) -> dict[str, object]:
    """Return the result of a match, whose record verifies."""
    found: dict[str, object] = json.loads(
        run(place, "play", f"openspiel_{game}", "--bot", *bots, "--seed", "1", "--record", "match.lsr", "--json"))
    assert run(place, "verify", "match.lsr").startswith("ok ")
    return found


@pytest.mark.parametrize("name", ROWS)
def test_bots_in_three_languages_play_it(tmp_path: Path, name: str) -> None:
    missing = [str(bot.relative_to(CLIENTS)) for bot in BUILT if not bot.exists()]
    if missing:
        leave = pytest.fail if os.environ.get("CI") else pytest.skip
        leave(f"not built: {', '.join(missing)}; make test-clients LANGUAGES='go typescript' STEPS=sdk")
    players = 3 if 3 in ROWS[name].players else min(ROWS[name].players)
    bots = ("random", *(f"cmd:{bot}" for bot in BUILT), "greedy")
    if players < len(bots) - 1:  # two matches, so that all languages play
        played(tmp_path, name, f"cmd:{BUILT[0]}", "random")
        (tmp_path / "match.lsr").unlink()
        result = played(tmp_path, name, "random", f"cmd:{BUILT[1]}")
    else:
        result = played(tmp_path, name, *bots[:players])
    assert result["reason"] == "returns"
    assert not any(result["faults"])  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["connect_four", "leduc_poker", "kuhn_poker", "backgammon", "bridge"])
def test_bots_of_openspiel_take_seats(tmp_path: Path, name: str) -> None:
    result = played(tmp_path, name, *(MCTS, UNIFORM) * (min(ROWS[name].players) // 2))
    assert result["reason"] == "returns"
    assert not any(result["faults"])  # type: ignore[arg-type]


def test_bots_of_openspiel_play_in_process(tmp_path: Path) -> None:
    assert run(tmp_path, "play", "openspiel_connect_four", "--in-process", "--seed", "1", "--bot",
               "python:lawspeaker_openspiel.bots:Mcts", "python:lawspeaker_openspiel.bots:Uniform")


@pytest.mark.parametrize(("name", "words"), [
    ("hanabi", "the referee sent no position"), ("goofspiel", "seats move at the same time"),
    ("hearts", "OpenSpiel's search of it crashes")])
def test_a_bot_of_openspiel_that_cannot_play_says_why(tmp_path: Path, name: str, words: str) -> None:
    others = ["random"] * (min(ROWS[name].players) - 1)
    run(tmp_path, "play", f"openspiel_{name}", "--bot", MCTS, *others, "--seed", "1", "--record", "match.lsr")
    assert words in (tmp_path / "match.lsr.seat0.stderr").read_text()


def test_a_game_that_cannot_be_dealt_anew_is_not_analysed_and_the_reason_is_told(tmp_path: Path) -> None:
    played(tmp_path, "hanabi", "random", "greedy")
    done = subprocess.run([sys.executable, "-m", "lawspeaker_referee", "analyse", "match.lsr"],
                          cwd=tmp_path, capture_output=True, text=True, check=False, timeout=280)
    assert done.returncode == 2
    assert done.stderr == ("lawspeaker: openspiel_hanabi cannot be dealt anew: OpenSpiel does not sample what a seat "
                           "may not know of it\n")


def test_search_finds_four_in_a_row_and_plays_poker(tmp_path: Path) -> None:
    for name in ("connect_four", "leduc_poker"):
        result = played(tmp_path, name, "search:20ms", "random")
        assert not any(result["faults"])  # type: ignore[arg-type]
        (tmp_path / "match.lsr").unlink()


def test_the_commands_list_the_games_and_the_record_is_told_in_words(tmp_path: Path) -> None:
    listed = run(tmp_path, "games")
    assert all(OpenSpielGame(row).name in listed for row in ROWS.values())
    played(tmp_path, "leduc_poker", "random", "greedy")
    assert "Seat 0" in run(tmp_path, "show", "match.lsr", "--words")


def test_the_commands_of_the_readme_run_and_its_row_is_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    commands = [shlex.split(line)[1:] for line in text.splitlines() if line.startswith("lawspeaker ")]
    assert len(commands) == 6
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    for command in commands:
        run(tmp_path, *command)
    [program] = re.findall(r"(?ms)^```python\n(.*?)^```$", text)
    names: dict[str, Any] = {}
    exec(program, names)  # noqa: S102 - the README's own text
    assert final_state(names["breakthrough"](), 2, 1, {}).history


@pytest.mark.parametrize("number", ["0", "-5"])
def test_a_search_of_no_playouts_is_refused_before_the_match(number: str) -> None:
    done = subprocess.run([sys.executable, "-m", "lawspeaker_openspiel.bots", "mcts", "--simulations", number],  # noqa: S603 - ours
                          capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert done.stderr.endswith(f"error: --simulations is {number}; give a number from 1\n")
