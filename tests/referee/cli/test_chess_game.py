"""Chess of docs/examples, installed: its own tests, the commands of its README, and its records."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from selenium.webdriver.support.wait import WebDriverWait

from tests.docs.page import blocks
from tests.example_games import EXAMPLES, installed
from tests.programs import need
from tests.referee.browser import chromium

EXAMPLE = EXAMPLES / "chess"
CUP = """
name = "cup"
game = "chess"
players = 2
clock = "none"
in_process = true
secret = "{secret}"
options = {{ variant = "{variant}", book = "{book}" }}

[format]
kind = "round-robin"
rounds = 2

[[bots]]
name = "one"
spec = "greedy"

[[bots]]
name = "two"
spec = "random"
"""

chess = pytest.importorskip("chess.pgn").chess
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def python(tmp_path_factory) -> str:
    """An environment with chess."""
    return installed(tmp_path_factory.mktemp("environment"), EXAMPLE)


def run(python, place, *arguments, code=0) -> str:
    """Return the output of a command, which must end with this code."""
    done = subprocess.run([python, "-m", "lawspeaker_referee", *arguments], cwd=place, capture_output=True, text=True,
                          check=False, timeout=300)
    assert done.returncode == code, (arguments, done.stdout, done.stderr)
    return done.stdout


ENGINE = Path(__file__).parents[2] / "clients/fake_engine.py"


@pytest.mark.parametrize(("kind", "told"), [
    ("crash", "ended at decision 1 of .* with exit code 3"), ("illegal", "did not move at decision 1 of .*e2e5"),
    ("silent", "has not answered decision 1 of "),
])
def test_an_engine_that_fails_loses_the_match_and_says_why(python, tmp_path, kind, told):
    spec = f"uci:{shlex.join([sys.executable, '--', str(ENGINE), kind])}"
    clock = "1h" if kind != "silent" else "move=1s"
    found = json.loads(run(python, tmp_path, "play", "chess", "--bot", spec, "random", "--clock", clock, "--seed", "1",
                           "--record", "match.lsr", "--json"))
    assert found["ranks"] == [2, 1]
    assert found["faults"][1] == {}
    assert "seat 0, crashed: exit code 1" in run(python, tmp_path, "show", "match.lsr")
    [line] = [line for line in (tmp_path / "match.lsr.seat0.stderr").read_text().splitlines() if "engine Fake" in line]
    assert re.search(told, line)
    assert run(python, tmp_path, "verify", "match.lsr").startswith("ok ")


def test_stockfish_plays_as_the_readme_shows(python, tmp_path):
    need("stockfish")
    shutil.copy(EXAMPLE / "cup.toml", tmp_path)
    commands = [line for block in blocks("docs/examples/chess/README.md") for line in block.text.splitlines()
                if line.startswith("lawspeaker ") and ("uci:" in line or "engines" in line or "cup" in line)]
    assert len(commands) == 3
    told = [run(python, tmp_path, *shlex.split(command)[1:]) for command in commands]
    assert "Stockfish" in told[1]
    assert "stockfish" in told[2]
    run(python, tmp_path, "tournament", "verify", "cup.toml", "--jobs", "1")


def test_its_own_tests_pass(python, tmp_path):
    done = subprocess.run([python, "-m", "pytest", "-q", "-p", "no:cacheprovider", EXAMPLE / "tests"], cwd=tmp_path,
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_commands_of_its_readme_run_and_the_record_verifies(python, tmp_path):
    commands = [line for block in blocks("docs/examples/chess/README.md")
                for line in block.text.splitlines() if line.startswith("lawspeaker ") and "game.lsr" in line]
    assert commands
    told = [run(python, tmp_path, *shlex.split(command)[1:]) for command in commands]
    assert run(python, tmp_path, "verify", "game.lsr").startswith("ok ")
    text = (tmp_path / "game.pgn").read_text()
    assert run(python, tmp_path, "export", "game.lsr", "--to", "pgn", "-o", "-") == text
    game = chess.pgn.read_game(StringIO(text))
    assert not game.errors
    assert (game.headers["White"], game.headers["Black"]) == ("random", "greedy")
    taken = [line["options"][line["picks"][0]] for line in map(json.loads, run(
        python, tmp_path, "export", "game.lsr", "--to", "jsonl", "-o", "-").splitlines())]
    played = [option["uci"] for each in taken for option in each.values() if option["uci"]]
    moves = list(game.mainline())
    assert [each.move.uci() for each in moves][-len(played):] == played
    assert any(f"plays {moves[-len(played)].san()}" in each for each in told), told


def test_an_unknown_format_is_refused_with_those_that_there_are(python, tmp_path):
    done = subprocess.run([python, "-m", "lawspeaker_referee", "export", ".", "--to", "pgm"], cwd=tmp_path,
                          capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == ("lawspeaker: no format 'pgm' (did you mean 'pgn'?); there are: parquet, jsonl, npz, chat, "
                           "pgn\n")


@pytest.mark.parametrize(("variant", "book"), [("chess960", "none"), ("standard", "basic")])
def test_a_block_begins_both_matches_with_one_opening_and_changes_sides(python, tmp_path, variant, book):
    (tmp_path / "cup.toml").write_text(CUP.format(variant=variant, book=book, secret="01" * 32))
    run(python, tmp_path, "tournament", "run", "cup.toml")
    run(python, tmp_path, "tournament", "verify", "cup.toml", "--jobs", "1")
    told = run(python, tmp_path, "export", ".", "--to", "jsonl", "-o", "-")
    games: dict[str, dict] = {}
    for line in map(json.loads, told.splitlines()):
        games.setdefault(line["match"], line)
    begun = [(line["view"]["opening"], tuple(line["bots"])) for line in games.values()]
    openings = [opening for opening, _ in begun]
    assert len(begun) == len(set(begun)) == 4
    assert all(openings.count(opening) == 2 for opening in openings), begun


def test_pages_draw_the_board_and_a_person_moves_by_pointing_at_squares(python, tmp_path):
    run(python, tmp_path, "play", "chess", "--bot", "random", "greedy", "--seed", "3", "--in-process",
        "--record", "g.lsr")
    run(python, tmp_path, "show", "g.lsr", "--html", "g.html")
    fens = [json.loads(line)["view"]["fen"] for line in run(
        python, tmp_path, "show", "g.lsr", "--json", "--state").splitlines() if '"view"' in line]

    def on_board(browser) -> dict[str, str]:
        return browser.execute_script("""return Object.fromEntries(
            [...document.querySelectorAll('.package-board [data-at]')]
            .map(each => [each.dataset.at, each.dataset.symbol]).filter(([, symbol]) => symbol.length === 1))""")

    def pieces(fen: str) -> dict[str, str]:
        return {chess.square_name(square): piece.symbol() for square, piece in chess.Board(fen).piece_map().items()}

    def soon(browser, found):
        return WebDriverWait(browser, 30).until(lambda _: found())

    with chromium(tmp_path / "browser") as browser:
        browser.set_window_size(1000, 1400)
        for step in (1, 20, len(fens)):
            browser.get("about:blank")
            browser.get(f"{(tmp_path / 'g.html').as_uri()}#step={step}")
            assert on_board(browser) == pieces(fens[step - 1])
        process = subprocess.Popen([python, "-m", "lawspeaker_referee", "play", "chess", "--bot", "human", "random",
                                    "--browser", "--no-open"], cwd=tmp_path, stderr=subprocess.PIPE, text=True)
        try:
            browser.get(process.stderr.readline().split()[-1])

            def marked() -> set[str]:
                return {each.get_attribute("data-place") for each in browser.find_elements(
                    "css selector", ".package-board .can-take")}

            starts = {f"{file}2" for file in "abcdefgh"} | {"b1", "g1"}
            soon(browser, lambda: marked() == starts)
            browser.find_element("css selector", "[data-place=e2]").click()
            soon(browser, lambda: marked() == {"e3", "e4"})
            browser.find_element("css selector", "[data-place=e4]").click()
            browser.find_element("css selector", "[data-send]").click()
            soon(browser, lambda: on_board(browser).get("e4") == "P" and marked() - starts)
            assert [line for line in browser.get_log("browser") if line["level"] == "SEVERE"] == []
        finally:
            process.kill()
            process.communicate()
