"""Matches of the chat bot as a process of the referee: the record and `show` tell whose the answers were."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from lawspeaker.v1.match_pb2 import AnswerOrigin
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import verify
from tests.clients.fake_endpoint import (
    IN_A_FENCE,
    IN_ANOTHER_LANGUAGE,
    IN_PROSE,
    WITH_A_LONG_REASON,
    Behaviour,
    FakeEndpoint,
    endpoint,
    fails,
    filters,
    plays,
    refuses,
    resets,
    says,
)

pytestmark = pytest.mark.slow
FILE = """
[endpoints.fake]
url = "{url}"
model = "small"
key_variable = "FAKE_KEY"
timeout = 5

[memory]
kind = "turns"
turns = 2
"""


def lawspeaker(*words: object, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "lawspeaker_referee", *map(str, words)], capture_output=True, text=True, check=False,
        cwd=folder, env={"FAKE_KEY": "secret", "PATH": "/usr/bin:/bin", "HOME": str(folder)})
    assert done.returncode == 0, done.stderr
    return done.stdout


def play(folder: Path, fake: FakeEndpoint, *options: str) -> dict[str, Any]:
    """Play a match of the chat bot on seat 0 against `random`; the endpoint stands in a file beside the record."""
    (folder / "models.toml").write_text(FILE.format(url=fake.url))
    command = (f"cmd:{sys.executable} -m lawspeaker_bot chat --config {folder}/models.toml --patience 0 "
               f"--transcripts {folder}/said")
    (folder / "said").mkdir()
    found: dict[str, Any] = json.loads(lawspeaker(
        "play", "northgard", "--option", "years=7", "--seed", 1, "--clock", "llm", "--bot", command, "random",
        "--bot-network", "host", "--bot-env", "FAKE_KEY", "--bot-write", folder / "said", "--record",
        folder / "match.lsr", "--json", *options, folder=folder))
    return found


def origins(folder: Path) -> list[int]:
    """How the answers of seat 0 came about."""
    return [timing.origin for step in read_record(folder / "match.lsr").steps
            for act, timing in zip(step.acts, step.timing, strict=False) if act.seat == 0]


def shown(folder: Path) -> dict[str, Any]:
    """What `show` reports of seat 0."""
    *_, report = lawspeaker("show", folder / "match.lsr", "--json", folder=folder).splitlines()
    found: dict[str, Any] = json.loads(report)["seats"][0]
    return found


def test_a_model_plays_and_its_record_has_reasons_tokens_and_only_own_answers(tmp_path):
    with endpoint(plays(), IN_A_FENCE, IN_PROSE, IN_ANOTHER_LANGUAGE, again=True) as fake:
        result = play(tmp_path, fake)
    asked = len(fake.asked)
    assert result["faults"] == [{}, {}] and result["stand_ins"] == [0, 0] and asked > 10
    report = shown(tmp_path)
    assert (report["own"], report["stand_ins"]) == (report["decisions"], {})
    assert (report["input_tokens"], report["output_tokens"]) == (100 * asked, 7 * asked)
    assert {headers["Authorization"] for headers in fake.headers} == {"Bearer secret"}
    lines = [json.loads(line) for line in (tmp_path / f"said/{result['match_id']}.chat.jsonl").read_text().splitlines()]
    assert [line["request"] for line in lines] == fake.asked and {line["match"] for line in lines} == {
        result["match_id"]}


def test_an_endpoint_of_nothing_but_429_is_no_clean_player(tmp_path):
    with endpoint(fails(429, b"slow down", retry_after="5")) as fake:
        result = play(tmp_path, fake)
    assert result["stood_in"] == [0] and result["ranks"] == [2, 1], "whatever its defaults have reached"
    assert result["faults"] == [{}, {}] and result["stand_ins"][0] > 10
    report = shown(tmp_path)
    assert report["stand_ins"] == {"provider failure": result["stand_ins"][0]}
    assert report["own"] == report["decisions"] - result["stand_ins"][0]
    assert verify(read_record(tmp_path / "match.lsr")).ok
    text = lawspeaker("show", tmp_path / "match.lsr", folder=tmp_path)
    assert "stand-ins   seat 0 is lost: too many of its answers were stand-ins" in text
    assert f"stand-ins   {result['stand_ins'][0]:>4} provider failure, as the bot says" in text
    assert 'a stand-in: provider failure; "a stand-in: the endpoint answered 429' in text


def test_a_mixed_endpoint_has_its_true_share_of_own_answers(tmp_path):
    good, bad = [plays(), WITH_A_LONG_REASON, IN_PROSE, plays()], says("I would rather talk about it")
    mixed: list[Behaviour] = [
        good[0], fails(500), good[1], refuses, good[2], bad, bad, good[3], resets, plays(), filters]
    with endpoint(*mixed, again=True) as fake:
        result = play(tmp_path, fake)
    rounds = len(fake.asked) // len(mixed)
    assert rounds >= 1
    found = origins(tmp_path)
    kinds = {kind: found.count(kind) for kind in set(found)}
    # Of eleven requests five are own answers, and the two bad ones are one decision.
    each = {AnswerOrigin.ANSWER_ORIGIN_PROVIDER_FAILURE: 2, AnswerOrigin.ANSWER_ORIGIN_REFUSAL: 2,
            AnswerOrigin.ANSWER_ORIGIN_UNPARSABLE: 1}
    for kind, number in each.items():
        assert number * rounds <= kinds[kind] <= number * (rounds + 1)
    report = shown(tmp_path)
    assert sum(report["stand_ins"].values()) == sum(found.count(kind) for kind in each) == result["stand_ins"][0]
    assert report["own"] == len(found) - result["stand_ins"][0] == report["answered"] - result["stand_ins"][0]
    assert result["faults"] == [{}, {}], "64 kB of reason lose nothing"


def test_a_bot_whose_budget_is_spent_plays_on_by_stand_ins(tmp_path):
    with endpoint(plays()) as fake:
        text = FILE + "[budget]\nmatch_tokens = 500\n"
        (tmp_path / "inner").mkdir()
        path = tmp_path / "inner/models.toml"
        path.write_text(text.format(url=fake.url))
        result = json.loads(lawspeaker(
            "play", "northgard", "--option", "years=7", "--seed", 1, "--clock", "llm", "--bot",
            f"cmd:{sys.executable} -m lawspeaker_bot chat --config {path}", "random", "--bot-network", "host",
            "--bot-env", "FAKE_KEY", "--record", tmp_path / "match.lsr", "--json", folder=tmp_path))
    assert len(fake.asked) == 5 and result["stand_ins"][0] == origins(tmp_path).count(
        AnswerOrigin.ANSWER_ORIGIN_BUDGET) > 5
