"""`lawspeaker positions` chooses positions, and `lawspeaker ask --positions` scores a bot in them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from lawspeaker_referee.devtools.skills.files import coming_along, dumped, positions_named, read_positions
from tests.clients.fake_endpoint import endpoint, refuses

GOLDEN = Path(__file__).parents[2] / "golden"


@pytest.fixture
def few(tmp_path):
    """A file with four positions of Pax Viking."""
    path = tmp_path / "few.jsonl"
    path.write_text(dumped("pax_viking", positions_named("pax_viking")[:4]))
    return path


def test_a_bot_is_asked_all_positions_and_its_score_is_told_by_skill(run, few, built_in_bots_here):
    done = run("ask", "--positions", few, "--bot", "greedy", "--clock", "none")
    assert done.code == 0, done.err
    lines = done.out.splitlines()
    assert lines[0].startswith("greedy: the best answer")
    skills = {each.skill for each in read_positions(few)}
    assert {line.split()[0] for line in lines[2:]} == {*skills, "all"}
    assert lines[-1].split()[1] == "4"


@pytest.mark.slow
def test_positions_that_are_named_twice_are_asked_once(run, few, built_in_bots_here):
    once, twice = (run("ask", *["--positions", few] * times, "--bot", "random") for times in (1, 2))
    assert once.out == twice.out


def test_json_has_each_answer_and_the_same_bot_answers_alike(run, few, built_in_bots_here):
    first, again = (run("ask", "--positions", few, "--bot", "search:16playouts", "--clock", "none", "--json")
                    for _ in range(2))
    *answers, told = [json.loads(line) for line in first.out.splitlines()]
    assert [each["entry"] for each in answers] == ["answer"] * 4
    assert told["skills"]["all"]["positions"] == 4
    assert told["skills"]["all"]["right"] == sum(each["picks"] == each["best"] for each in answers)
    for each in answers:
        assert (each["loss"] == 0) == (each["picks"] == each["best"])
    *repeated, _ = [json.loads(line) for line in again.out.splitlines()]
    assert [each["picks"] for each in repeated] == [each["picks"] for each in answers]


@pytest.mark.slow
def test_what_a_stand_in_answers_is_no_answer_of_the_bot(run, few):
    with endpoint(refuses) as fake:
        chat = f"cmd:{sys.executable} -m lawspeaker_bot chat --url {fake.url} --model m"
        done = run("ask", "--positions", few, "--bot", chat, "--clock", "none", "--bot-network", "host", "--json")
    *answers, told = [json.loads(line) for line in done.out.splitlines()]
    assert done.code == 1
    assert {(each["picks"], each["fault"], each["origin"]) for each in answers} == {(None, None, "refusal")}
    score = told["skills"]["all"]
    assert (score["positions"], score["right"], score["unanswered"], score["mean_loss"]) == (4, 0, 4, None)


def test_positions_and_a_record_are_two_things_to_ask(run, few, record):
    for arguments, problem in (((record, "--step", 3, "--positions", few), "takes no record"),
                               (("--positions", few, "--seat", 1), "takes no record"),
                               ((record,), "name a record and its --step"), ((), "name a record and its --step"),
                               (("--positions", "pax-viking"), "did you mean 'pax_viking'"),
                               (("--positions", "/dev/zero"), "/dev/zero: is a device and no file")):
        done = run("ask", *arguments, "--bot", "greedy")
        assert (done.code, problem in done.err, done.err.count("\n")) == (2, True, 1), done.err


def test_positions_of_other_rules_are_refused_with_the_command_that_makes_them_anew(run, tmp_path):
    heading, _, rest = coming_along()["pax_viking"].read_text().partition("\n")
    path = tmp_path / "old.jsonl"
    path.write_text(json.dumps(json.loads(heading) | {"game_version": 0}) + "\n" + rest)
    done = run("ask", "--positions", path, "--bot", "greedy")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "make positions anew with `lawspeaker positions RECORDS --out FILE`" in done.err


def test_what_cannot_be_chosen_from_is_one_line(run, tmp_path, record, few):
    for arguments, problem in (((GOLDEN / "pax_viking-3.lsr", record, "--out", tmp_path / "new"), "of one game"),
                               ((record, "--out", few), "exists already"),
                               ((tmp_path / "none", "--out", tmp_path / "no" / "new"), "no/new: No such file")):
        done = run("positions", *arguments)
        assert (done.code, problem in done.err, done.err.count("\n")) == (2, True, 1), done.err


@pytest.mark.slow
def test_the_same_records_have_the_same_positions_whatever_the_jobs(run, tmp_path):
    one, several = tmp_path / "one.jsonl", tmp_path / "several.jsonl"
    record = GOLDEN / "pax_viking-3-strict.lsr"  # of what is examined, the first and the seventh decision can be taken
    assert run("positions", record, "--count", 1, "--out", one).code == 0
    done = run("positions", record, "--count", 1, "--out", several, "--jobs", 2)
    assert done.code == 0
    assert several.read_bytes() == one.read_bytes()
    assert "1 positions of pax_viking" in done.err
    assert [len(each.answers) > 1 for each in read_positions(one)] == [True]
