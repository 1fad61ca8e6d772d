"""`lawspeaker play --browser`: the command, its pages over HTTP, and who may answer."""

from __future__ import annotations

import json
import subprocess
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress

import pytest

from lawspeaker_referee.record.file import read_record
from tests.referee.cli.process import PARLEY_COMMAND

WITHIN = 120


def asked(url: str, part: str = "question"):
    with urllib.request.urlopen(url + part, timeout=WITHIN) as answer:
        return json.loads(answer.read())


def post(url: str, part: str, said: object, origin: str | None = None, kind: str = "application/json") -> int:
    headers = {"Content-Type": kind, "Origin": url.partition("/seat/")[0] if origin is None else origin}
    request = urllib.request.Request(url + part, json.dumps(said).encode(), {k: v for k, v in headers.items() if v})
    try:
        with urllib.request.urlopen(request, timeout=WITHIN) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        error.close()
        return error.code


def open_question(url: str, after: int = 0):
    """Wait for a question after this decision; None at the end. Answers wait for news as the page does."""
    with urllib.request.urlopen(url + "events", timeout=WITHIN) as events:
        for line in events:
            if not line.startswith(b"data:"):
                continue
            told = asked(url)
            if told["over"]:
                return None
            if told.get("question", {}).get("decision", 0) > after:
                return told["question"]
    return None


def take_defaults(url: str) -> None:
    """Answer to the end of the match."""
    last = 0
    with suppress(OSError):  # nobody listens at the end, so the pages may be gone at once
        while question := open_question(url, last):
            last = question["decision"]
            assert post(url, "answer", {"decision": last, "picks": question["default"]}) == 200


@contextmanager
def playing(*arguments: object, people: int = 1):
    """The process, and the addresses of the pages."""
    process = subprocess.Popen([*PARLEY_COMMAND, "play", *map(str, arguments), "--browser", "--no-open"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        lines = [process.stderr.readline() for _ in range(people)]
        yield process, [line.rpartition(" ")[2].strip() for line in lines]
    finally:
        process.kill()
        process.communicate()


def test_a_page_takes_answers_of_its_own_page_only_once_and_for_the_open_decision():
    with playing("parley", "--bot", "human", "random", "--seed", 5) as (_, [url]):
        question = open_question(url)
        assert question is not None
        said = {"decision": question["decision"], "picks": [0]}
        base, token = url.split("/seat/")
        other = f"{base}/seat/{'x' * (len(token) - 1)}/"
        assert post(url, "answer", said, origin="http://evil.example") == 403
        assert post(url, "answer", said, origin="") == 403
        assert post(url, "answer", said, kind="text/plain") == 415
        assert post(other, "answer", said) == 404
        assert post(f"{base}/", "", said) == 405
        assert post(url, "answer", {"decision": said["decision"], "picks": [99]}) == 409
        assert post(url, "answer", {"decision": said["decision"], "picks": "0"}) == 409
        assert post(url, "answer", {"decision": said["decision"] + 1, "picks": [0]}) == 409
        assert post(url, "answer", "x" * 9000) == 413
        assert asked(url)["question"]["decision"] == said["decision"]
        assert post(url, "answer", said) == 200
        assert post(url, "answer", said) == 409  # a double click
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"{base}/", timeout=WITHIN)
        with refused.value as answer:
            assert token.strip("/") not in answer.read().decode()


@pytest.mark.slow
def test_the_command_of_playing_md_ends_with_the_result_and_the_record(tmp_path):
    """Block of playing.md: as at the terminal, here with a game that has no drawings, and two people."""
    record = tmp_path / "game.lsr"
    with playing("parley", "--bot", "human", "human", "--seed", 5, "--record", record, people=2) as (process, urls):
        with ThreadPoolExecutor(2) as people:
            list(people.map(take_defaults, urls))
        out, _ = process.communicate(timeout=WITHIN)
    assert process.returncode == 0
    assert f"  record  {record}" in out
    assert [who.bot for who in read_record(record).header.seats] == ["human", "human"]


@pytest.mark.slow
def test_no_page_holds_what_its_seat_may_not_know():
    """The cards that are dealt to seat 1 are nowhere in what the page of seat 0 gets."""
    with playing("parley", "--bot", "human", "random", "--seed", 5) as (_, [url]):
        assert open_question(url) is not None
        frames = asked(url, "frames")
    assert [each["eye"] for each in frames["eyes"]] == [0]
    assert "seed" not in frames["match"]
    deals = [(number, index) for number, step in enumerate(frames["steps"]) for index, act in enumerate(step["acts"])
             if act["prompt"] == "deal"]
    assert len(deals) == 2
    known = [f"{number}.{index}" in frames["eyes"][0]["acts"] for number, index in deals]
    assert sorted(known) == [False, True]
    assert not any("chosen" in frames["steps"][number]["acts"][index] for number, index in deals)


def test_a_browser_is_for_people():
    done = subprocess.run([*PARLEY_COMMAND, "play", "parley", "--bot", "random", "random", "--browser"],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "--browser is for people" in done.stderr
