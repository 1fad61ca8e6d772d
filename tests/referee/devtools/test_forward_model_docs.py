"""docs/forward-model.md: its programs run, and its requests are answered."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from lawspeaker.v1.engine_service_pb2 import SessionRequest
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.position import Position
from lawspeaker_referee.devtools.engine_service.lines import answered_lines
from lawspeaker_referee.devtools.engine_service.session import EngineSession

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs/forward-model.md").read_text()
LIBRARY, PLAYOUTS, BOT = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
EXAMPLES = ROOT / "docs/examples"


def table(heading: str) -> set[str]:
    """The names in the first column of the tables of a section."""
    section = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return set(re.findall(r"`(\w+)", " ".join(re.findall(r"^\| (`.*?) \|", section, re.MULTILINE))))


def test_the_program_of_the_library_plays_a_game(capsys):
    exec(LIBRARY, {})
    assert capsys.readouterr().out.startswith("seat ")


def test_the_program_of_playouts_compares_answers(capsys):
    exec(PLAYOUTS, {})
    *compared, best = capsys.readouterr().out.splitlines()
    assert len(compared) > 1 and all(re.fullmatch(r"answer \(.*\): wins \d+%", line) for line in compared)
    assert re.fullmatch(r"search takes \(.*\)", best)


def test_the_page_shows_the_bot_as_it_is_and_the_examples_are_short():
    assert (EXAMPLES / "lookahead/bot.py").read_text() == BOT
    for path, most in (("lookahead/bot.py", 80), ("lookahead/main.go", 80),
                       ("lookahead/bot.ts", 80), ("ismcts/ismcts.py", 150)):
        assert (EXAMPLES / path).read_text().count("\n") <= most, path


@pytest.mark.slow
@pytest.mark.parametrize("game", ["northgard", "pax_viking"])
@pytest.mark.parametrize(("example", "quick"), [
    ("lookahead/bot.py", ("THINKING = 0.1", "THINKING = 0.02")),
    ("ismcts/ismcts.py", ("ITERATIONS: Final = 40", "ITERATIONS: Final = 2")),
])
def test_the_bots_play_a_match_of_any_game_through_the_referee(example, quick, game, tmp_path):
    file, text = tmp_path / "bot.py", (EXAMPLES / example).read_text()
    assert quick[0] in text
    file.write_text(text.replace(*quick))
    bots = [f"cmd:{sys.executable} {file}", *["random"] * (min(GAMES[game].players) - 1)]
    done = subprocess.run(
        [sys.executable, "-m", "lawspeaker_referee", "play", game, "--seed", "1", "--clock", "none", "--json",
         "--bot", *bots], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["faults"] == [{}] * len(bots)


def test_the_lines_are_requests_that_can_be_done():
    section = PAGE.partition("## Use the service by lines of JSON")[2]
    lines, = re.findall(r"```json\n(.*?)```", section, re.DOTALL)
    answers = [json.loads(line) for line in answered_lines(EngineSession(10), lines.encode().splitlines())]
    assert [list(answer) for answer in answers] == [
        ["positions"], ["positions"], ["positions"], ["positions"], ["playouts"], ["playouts"], ["bestAnswers"],
        ["released"]]


def test_the_tables_name_every_request_and_functions_that_there_are():
    assert table("Use the service by gRPC") >= {field.name for field in SessionRequest.DESCRIPTOR.fields}
    functions = table("Use the library") - {"load", "Position", "start"}
    assert functions == {name for name in vars(Position) if not name.startswith("_")} - {
        "start", "game", "setup", "seat", "state"}
