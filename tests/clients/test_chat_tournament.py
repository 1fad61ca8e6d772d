"""A tournament with a chat bot whose endpoint answers nothing but 429: it is no clean player, and cannot win."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.clients.fake_endpoint import endpoint, fails, plays

pytestmark = pytest.mark.slow
FILE = """
name = "cup"
game = "northgard"
players = 2
clock = "llm"

[options]
years = 7

[format]
kind = "round-robin"
rounds = 1

[sandbox]
network = "host"

[[bots]]
name = "silent"
spec = "cmd:{python} -m lawspeaker_bot chat --url {silent} --model none --patience 0"

[[bots]]
name = "model"
spec = "cmd:{python} -m lawspeaker_bot chat --url {model} --model small --patience 0"

[[bots]]
name = "random"
spec = "random"
"""


def lawspeaker(*words: object, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "lawspeaker_referee", *map(str, words)], capture_output=True, text=True, check=False,
        cwd=folder, env={"PATH": "/usr/bin:/bin", "HOME": str(folder)})
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_silent_endpoint_is_last_in_every_match_and_the_report_says_whose_its_answers_are(tmp_path):
    with endpoint(fails(429)) as silent, endpoint(plays()) as model:
        (tmp_path / "cup.toml").write_text(FILE.format(python=sys.executable, silent=silent.url, model=model.url))
        lawspeaker("tournament", "run", "cup.toml", "--workers", 2, folder=tmp_path)
    report = json.loads(lawspeaker("tournament", "report", "cup.toml", "--json", folder=tmp_path))
    conduct = {each["bot"]: each for each in report["conduct"]}
    assert conduct["silent"]["faults"] == {} and conduct["silent"]["own"] == 0
    assert conduct["silent"]["stand_ins"] == {"provider failure": conduct["silent"]["decisions"]}
    assert conduct["silent"]["stood_in"] == conduct["silent"]["matches"] > 0
    for bot in ("model", "random"):
        assert conduct[bot]["own"] == conduct[bot]["decisions"] and conduct[bot]["stood_in"] == 0
    assert report["results"]["silent"] == [0, 0, conduct["silent"]["matches"]], "it has lost every match"
    assert report["silent"] == ["silent"]
    rows = [json.loads(line) for line in lawspeaker(
        "tournament", "matches", "cup.toml", "--to", "jsonl", "-o", "-", folder=tmp_path).splitlines()]
    mine = [row for row in rows if row["bot"] == "silent"]
    assert all(row["stood_in"] and row["stand_ins"] == row["decisions"] for row in mine)
    text = lawspeaker("tournament", "report", "cup.toml", folder=tmp_path)
    assert "silent answered nothing itself" in text and "stand-ins in place of its own answers" in text
