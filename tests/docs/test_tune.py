"""docs/examples/tune.py finds the best number of a bot whose best number is known, and a second run goes on."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.command import run_here
from tests.docs.page import ROOT, blocks
from tests.referee.competition.workers_here import put_workers_here

BEST = 7
BOTS = f"""
from zlib import crc32
from lawspeaker_bot.random_bot import RandomBot

class Level(RandomBot):
    level = 0
    def decide(self, decision):  # it gives up the more matches, the farther it is from its best and those beside it
        decision.resign = crc32(decision.match_id.encode()) % 10 < 2 * (abs(self.level - {BEST}) - 1)
        return super().decide(decision)

for number in range(11):
    globals()[f"Level{{number}}"] = type(f"Level{{number}}", (Level,), {{"level": number}})

class Quits(RandomBot):
    def decide(self, decision):  # so that no match is long
        decision.resign = decision.decision_id > 8
        return super().decide(decision)
"""
FILE = """
name = "{name}"
game = "clansmen"
players = 2
in_process = true
workers = 1
[format]
kind = "seed-blocks"
rounds = {blocks}
[[bots]]
name = "mine"
spec = "python:toy_levels:Level{level}"
[[bots]]
name = "other"
spec = "python:toy_levels:Quits"
"""


@pytest.fixture
def tuner(tmp_path, monkeypatch) -> ModuleType:
    """The program, in a folder with the toy bots."""
    spec = importlib.util.spec_from_file_location("tune", ROOT / "docs/examples/tune.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "tune", module)
    spec.loader.exec_module(module)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "toy_levels.py").write_text(BOTS)
    (tmp_path / "toy.toml").write_text(FILE)
    return module


def tuned(tuner: ModuleType, monkeypatch, capsys, trials: int) -> list[str]:
    monkeypatch.setattr(sys, "argv", [
        "tune.py", "toy.toml", "mine", "--number", "level=0:10:3", "--whole", "level", "--trials", str(trials),
        "--blocks", "3", "--confirm", "4"])
    tuner.main()
    return capsys.readouterr().out.splitlines()


def test_a_score_has_an_interval_from_blocks_and_not_from_matches(tmp_path):
    spec = importlib.util.spec_from_file_location("tune_alone", ROOT / "docs/examples/tune.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["tune_alone"] = module
    spec.loader.exec_module(module)
    rows = [{"bot": bot, "block": block, "points": points} for block, points in ((1, 1.0), (1, 0.0), (2, 0.5), (2, 0.5))
            for bot in ("mine", "other")]
    score = module.score_of(rows, "mine")
    assert (score.points, score.margin, score.blocks) == (0.5, 0.0, 2)
    with pytest.raises(SystemExit, match="it needs two or more"):
        module.score_of(rows[:2], "mine")


@pytest.mark.parametrize(("words", "error"), [
    (["--number", "level=3:1:2"], "'level=3:1:2' is no number; write NAME=LEAST:MOST:DEFAULT, such as depth=1:6:2"),
    (["--number", "level=1:3"], "'level=1:3' is no number; write NAME=LEAST:MOST:DEFAULT, such as depth=1:6:2"),
    (["--number", "level=0:inf:2"], "'level=0:inf:2' is no number; write NAME=LEAST:MOST:DEFAULT, such as depth=1:6:2"),
    (["--whole", "levle"], "--whole levle is none of the numbers: level"),
    (["--number", "depth=0:1:0"], "toy.toml has no {depth}, which would be replaced in it"),
    (["--trials", "0"], "--trials is 0; it is at least 1"), (["--blocks", "1"], "--blocks is 1; it is at least 2"),
    (["--confirm", "0"], "--confirm is 0; it is at least 2"),
])
def test_what_cannot_be_tuned_is_said_before_anything_is_played(tuner, monkeypatch, capsys, words, error):
    _refused(tuner, monkeypatch, capsys, ["toy.toml", "mine", *words], error)


def test_a_file_or_a_bot_that_there_is_not_is_said_before_anything_is_played(tuner, monkeypatch, capsys):
    _refused(tuner, monkeypatch, capsys, ["toy.toml", "mien"], "toy.toml has no bot 'mien'; it has mine, other")
    _refused(tuner, monkeypatch, capsys, ["none.toml", "mine"], "No such file or directory: 'none.toml'")


def _refused(tuner: ModuleType, monkeypatch, capsys, words: list[str], error: str) -> None:
    monkeypatch.setattr(sys, "argv", ["tune.py", *words, "--number", "level=0:10:3"])
    with pytest.raises(SystemExit, match="2"):
        tuner.main()
    assert capsys.readouterr().err.splitlines()[-1].endswith(error)
    assert not Path("records").exists()


def called(*words: object) -> str:
    """Run a command of tournaments in this process and return what it prints."""
    done = run_here("tournament", *words)
    assert done.code == 0, done.err
    return done.out


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_the_best_number_of_a_toy_bot_is_found_and_a_second_run_goes_on(tuner, monkeypatch, capsys):
    first = tuned(tuner, monkeypatch, capsys, 1)
    monkeypatch.setattr(tuner, "_tournament", called)  # the same commands, of which none starts Python anew
    put_workers_here(monkeypatch)
    assert first[0].startswith("trial 0: level 3: ") and len(first) == 2, "the default, and the best"
    more = tuned(tuner, monkeypatch, capsys, 4)
    assert [line.partition(":")[0] for line in more[:-1]] == [f"trial {number}" for number in range(1, 4)]
    assert more[-1].endswith("; better than the others"), more
    assert abs(int(more[-1].split()[2].rstrip(":")) - BEST) <= 1


def test_the_file_of_the_page_is_a_tournament_once_its_words_are_replaced(tmp_path, monkeypatch):
    from lawspeaker_referee.config.tournament import read_config

    [text] = [each.text for each in blocks("docs/tournaments.md") if each.first == 'name = "{name}"']
    for word, value in {"name": "trial-1", "blocks": "10", "caution": "0.5", "depth": "3"}.items():
        assert f"{{{word}}}" in text
        text = text.replace(f"{{{word}}}", value)
    monkeypatch.chdir(tmp_path)
    for spec in re.findall(r'spec = "cmd:python (.*)"', text):
        Path(spec).parent.mkdir(parents=True, exist_ok=True)
        Path(spec).touch()
    Path("records/tune").mkdir(parents=True)
    file = Path("records/tune/trial-1.toml")
    file.write_text(text)
    terms = read_config(file)  # refuses bots that would see the file
    assert [bot.args[1::2] for bot in terms.bots] == [("3", "0.5"), ("2", "1")]
