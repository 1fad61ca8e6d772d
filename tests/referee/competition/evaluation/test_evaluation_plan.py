"""The plan of an evaluation before anything is spent, and the end of its budget."""

from __future__ import annotations

import pytest

from lawspeaker_referee.cli.evaluate import plan_lines
from lawspeaker_referee.competition.evaluation import plan
from lawspeaker_referee.competition.evaluation.calls import Spending
from lawspeaker_referee.competition.evaluation.folder import EvaluationFolder
from lawspeaker_referee.competition.evaluation.plan import planned, sampled, seats_of
from lawspeaker_referee.competition.evaluation.run import Ahead
from lawspeaker_referee.config.evaluation import BudgetTable
from tests.referee.competition.evaluation.evaluation_files import FILE, read

OF_NORTHGARD = FILE[:FILE.index('[[setups]]\nname = "short"')] + "[plan]\noutput_tokens = 100\nseconds = 2.0\n"


@pytest.fixture
def config(tmp_path, monkeypatch):
    monkeypatch.setattr(plan, "SAMPLE", 1)
    return read(tmp_path, OF_NORTHGARD)


def test_requests_are_those_of_matches_of_random_bots_until_some_are_measured(config, tmp_path):
    folder = EvaluationFolder(tmp_path / "out")
    [terms] = folder.tournaments(config)
    assert seats_of(terms) == {"one": 4, "two": 4, "random": 4}
    sample = sampled(terms)
    assert sample.requests > 10 and sample.start_tokens > 1000 > sample.decision_tokens > 100
    one = planned(config, folder, [terms], lambda *_: 0)["northgard-2"]["one"]
    assert (one.matches, one.requests, one.output_tokens) == (4, 4 * sample.requests, 400 * sample.requests)
    assert one.input_tokens == pytest.approx(one.requests * (sample.start_tokens + 3 * sample.decision_tokens)), (
        "two turns are repeated")
    assert one.money == pytest.approx((one.input_tokens + 2 * one.output_tokens) / 1e6) and not one.measured
    *_, last = plan_lines(config, {"northgard-2": {"one": one}})
    assert last.startswith(f"all: {one.requests:,.0f} requests")


def test_what_was_measured_stands_in_place_of_a_sample_and_only_what_is_left_is_planned(config, tmp_path):
    folder = EvaluationFolder(tmp_path / "out")
    folder.prepare(config)
    line = ('{"match": "northgard-2/r1-one+two/1", "seat": 0, "decision": %d, "input_tokens": 100, '
            '"output_tokens": 10, "tokens": 110, "money": 0.5, "seconds": 0.5, "wrong": ""}\n')
    folder.calls("one").write_text("".join(line % number for number in range(6)))
    uses = planned(config, folder, folder.tournaments(config), lambda _, bot: 2 if bot == "one" else 0)["northgard-2"]
    one = uses["one"]
    assert (one.matches, one.requests, one.input_tokens, one.output_tokens, one.seconds, one.measured) == (
        2, 6, 600, 60, 3.0, True)
    assert not uses["two"].measured and uses["two"].matches == 4


def test_a_budget_that_running_matches_will_take_is_not_called_spent():
    spending = Spending([])
    ahead = Ahead(BudgetTable(tokens=1000), spending)
    assert ahead.spent_out(counted=0, playing=2) == ""
    spending.tokens = 600
    assert ahead.spent_out(counted=0, playing=2) == (
        "the budget of 1,000 tokens has no room for another match beside those that run: 600 so far")
    spending.tokens = 1200
    assert ahead.spent_out(counted=4, playing=0) == "the budget of 1,000 tokens is spent: 1,200 so far"
    assert Ahead(BudgetTable(), spending).spent_out(counted=4, playing=0) == "", "0 is no limit"
