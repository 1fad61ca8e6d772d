"""Requests are counted, and the budget says when no match begins any more."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lawspeaker_referee.competition.evaluation.calls import (
    MOST_REFUSED,
    NO_MATCH,
    OUTAGE,
    Calls,
    Spending,
    calls_by_setup,
)
from lawspeaker_referee.competition.evaluation.run import Ahead
from lawspeaker_referee.config.evaluation import BudgetTable


def line(decision: int = 1, wrong: str = "", error: str = "", setup: str = "a", seconds: float = 1.0) -> dict:
    counts = {"input_tokens": 0, "output_tokens": 0, "tokens": 0, "money": 0.0} if error else {
        "input_tokens": 90, "output_tokens": 10, "tokens": 100, "money": 0.5}
    return {"match": f"{setup}/r1-x+y/1", "seat": 0, "decision": decision, "seconds": seconds, "wrong": wrong,
            "error": error, **counts}


def test_the_first_thing_that_a_model_says_is_legal_or_not():
    [calls] = calls_by_setup([line(1), line(2, wrong="no JSON"), line(2), line(3, error="429"), line(3)]).values()
    assert (calls.decisions, calls.legal_at_first, calls.requests, calls.failed) == (3, 2, 5, 1)
    assert (calls.input_tokens, calls.output_tokens, calls.money) == (360, 40, 2.0)


def test_a_match_that_is_played_again_has_decisions_of_its_own():
    [calls] = calls_by_setup([line(1), line(2, wrong="no JSON"), line(2), line(1), line(2)]).values()
    assert (calls.decisions, calls.legal_at_first) == (4, 3)


def test_tokens_of_a_cache_are_a_share_of_those_read_and_older_lines_have_none():
    [calls] = calls_by_setup([line(1), line(2) | {"cached_tokens": 72}]).values()
    assert (calls.cached_tokens, calls.cached_share, Calls().cached_share) == (72, 0.4, 0.0)


def test_setups_are_told_apart_and_seconds_are_of_answers():
    found = calls_by_setup([line(seconds=1.0), line(seconds=9.0, error="500"), line(2, seconds=3.0), line(setup="b")])
    assert found["a"].second(0.5) == 3.0 and found["a"].seconds == [1.0, 3.0] and found["b"].requests == 1


def test_a_request_before_the_first_match_costs_something_and_is_no_decision():
    first = {key: value for key, value in line(setup="").items() if key not in {"seat", "decision", "wrong"}}
    found = calls_by_setup([first | {"match": NO_MATCH}, line()])
    assert (found[NO_MATCH].requests, found[NO_MATCH].tokens, found[NO_MATCH].money) == (1, 100, 0.5)
    assert (found[NO_MATCH].decisions, found["a"].requests) == (0, 1)


def test_what_was_spent_is_read_once_and_a_line_that_is_not_whole_is_read_later(tmp_path):
    path, spending = tmp_path / "one.jsonl", Spending([tmp_path / "one.jsonl", tmp_path / "not there"])
    text = json.dumps(line()) + "\n"
    path.write_text(text + text[:20])
    spending.look()
    assert (spending.requests, spending.tokens, spending.money) == (1, 100, 0.5)
    path.write_text(text + text)
    spending.look()
    spending.look()
    assert (spending.requests, spending.tokens) == (2, 200)


class Kept:
    """Spending by a file, with a clock that tests move."""

    def __init__(self, path: Path) -> None:
        self.path, self.now = path, 0.0
        self.spending = Spending([path], lambda: self.now)

    def look(self, *lines: dict) -> Spending:
        with self.path.open("a") as file:
            file.writelines(json.dumps(each) + "\n" for each in lines)
        self.spending.look()
        return self.spending


def test_a_model_is_refused_when_its_endpoint_refused_the_last_requests_in_a_row(tmp_path):
    kept = Kept(tmp_path / "gpt-4.1.jsonl")
    no = line(error="401") | {"refused": True}
    assert not kept.look(*[no] * (MOST_REFUSED - 1)).refused and kept.look(no).refused == {"gpt-4.1"}
    assert not kept.look(line()).refused and not kept.look(*[no] * (MOST_REFUSED - 1)).refused
    assert not kept.look(line(error="500")).refused and kept.look(*[no] * MOST_REFUSED).refused == {"gpt-4.1"}
    kept.spending.forget_failures(["gpt-4.1"])
    assert not kept.spending.refused and not kept.look(no).refused


def test_a_model_is_down_when_its_requests_have_all_failed_for_long(tmp_path):
    kept = Kept(tmp_path / "one.jsonl")
    assert not kept.look(*[line(error="500")] * MOST_REFUSED).down and kept.spending.failed == {"one"}
    kept.now = OUTAGE
    assert kept.spending.down == {"one"} and not kept.spending.refused
    assert not kept.look(line()).down and not kept.look(*[line(error="500")] * MOST_REFUSED).down
    kept.now = 2 * OUTAGE
    assert kept.spending.down == {"one"}
    kept.spending.forget_failures(["one"])
    assert not kept.look(line(error="500")).down


@pytest.mark.parametrize("broken", ['{"match": "a/r1-x', "\0\0\0\n", "[]\n", '{"match": "a"}\n', "\xff\n"])
def test_a_line_without_its_end_costs_no_other_line(broken, tmp_path):
    path = tmp_path / "one.jsonl"
    path.write_text(json.dumps(line()) + "\n" + broken + json.dumps(line(2)) + "\n", encoding="latin-1")
    spending = Spending([path])
    spending.look()
    assert (spending.requests, spending.tokens) == (2, 200)


def spent(tokens: int) -> Spending:
    found = Spending([])
    found.tokens = tokens
    return found


def test_running_matches_are_in_what_a_budget_allows():
    ahead = Ahead(BudgetTable(tokens=1000), spent(700))
    assert not ahead.spent_out(counted=10, playing=4)
    assert ahead.spent_out(counted=4, playing=10), "those that are played will cost as much again"
    assert ahead.spent_out(0, 0) == "" and Ahead(BudgetTable(tokens=1000), spent(1000)).spent_out(0, 0)
    assert not Ahead(BudgetTable(), spent(10**9)).spent_out(10, 4), "without a budget nothing ends"
