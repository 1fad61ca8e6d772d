"""Budgets of tokens, by a clock and a CPU clock that the test moves."""

from __future__ import annotations

import io
import json

import pytest

from lawspeaker_referee.config.limits import OWN_BOTS, Limits
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.server.budgets import CPU, LOG_EVERY, RETURNS, Budgets
from lawspeaker_referee.server.metrics import Metrics

LIMITS = Limits(cpu_share=0.1, cpu_burst=2.0, return_rate=0.5, return_burst=3)


class Desk:
    """Budgets whose clocks stand still until the test moves them."""

    def __init__(self, limits: Limits = LIMITS) -> None:
        self.now, self.spent, self.text, self.metrics = 100.0, 7.0, io.StringIO(), Metrics()
        self.budgets = Budgets(limits, self.metrics, make_log(self.text), clock=lambda: self.now,
                               cpu=lambda: self.spent)
        self.ann = self.budgets.of("ann")

    def work(self, seconds: float) -> None:
        with self.ann.charged():
            self.spent += seconds

    @property
    def lines(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.text.getvalue().splitlines()]


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_a_token_uses_what_it_has_saved_and_then_waits_until_its_share_has_paid_its_debt(desk):
    desk.work(2.0)
    assert desk.ann.wait() == 0.0
    desk.work(0.5)
    assert desk.ann.wait() == pytest.approx(5.0)
    desk.now += 4.0
    assert desk.ann.wait() == pytest.approx(1.0)
    desk.now += 1.0
    assert desk.ann.wait() == pytest.approx(0.0)


def test_nobody_waits_for_longer_than_the_whole_budget_takes_to_fill_and_nobody_saves_more(desk):
    desk.work(1000.0)
    assert desk.ann.wait() == pytest.approx(20.0)
    desk.now += 1e6
    desk.work(2.5)
    assert desk.ann.wait() == pytest.approx(5.0)


def test_streams_of_a_token_share_its_budget_and_other_tokens_have_theirs(desk):
    desk.work(3.0)
    assert desk.budgets.of("ann").wait() == pytest.approx(10.0)
    assert desk.budgets.of("bob").wait() == 0.0


def test_work_within_charged_work_is_charged_once(desk):
    with desk.ann.charged(), desk.ann.charged():
        desk.spent += 2.1
    assert desk.ann.wait() == pytest.approx(1.0)


def test_texts_and_positions_use_up_what_is_saved_and_make_no_debt(desk):
    for _ in range(1000):
        desk.ann.charge(0.01, into_debt=False)
    assert desk.ann.wait() == 0.0
    desk.work(0.1)
    assert desk.ann.wait() == pytest.approx(1.0), "nothing was left for a return"
    desk.ann.charge(5.0, into_debt=False)
    assert desk.ann.wait() == pytest.approx(1.0), "nor does a text make a debt smaller or larger"


def test_after_a_refusal_the_next_message_waits_for_that_refusal_and_not_for_the_debt(desk):
    began = desk.ann.cpu()
    desk.spent += 0.001
    assert desk.ann.refused(began) == 0.0, "there is CPU time left"
    desk.work(4.0)
    began = desk.ann.cpu()
    desk.spent += 0.001
    assert desk.ann.refused(began) == pytest.approx(0.01)


def test_returns_have_a_rate_and_those_that_wait_take_none(desk):
    assert [desk.ann.take_return() for _ in range(4)] == [0.0, 0.0, 0.0, 2.0]
    desk.now += 1.0
    assert [desk.ann.take_return() for _ in range(100)] == [1.0] * 100
    desk.now += 1.0
    assert [desk.ann.take_return() for _ in range(2)] == [0.0, 2.0]


def test_each_wait_is_counted_and_the_log_has_one_line_a_token_and_period(desk):
    for _ in range(5):
        desk.ann.slowed(CPU, "ann", 1.25)
    desk.budgets.of("bob").slowed(RETURNS, "bob", 2.0)
    told = [(line["event"], line["identity"], line["why"], line["wait"], line["waits"]) for line in desk.lines]
    assert told == [("bot slowed", "ann", "cpu", 1.25, 1), ("bot slowed", "bob", "returns", 2.0, 1)]
    assert desk.metrics.registry.get_sample_value("lawspeaker_bots_slowed_total", {"bot": "ann", "reason": "cpu"}) == 5
    desk.now += LOG_EVERY
    desk.ann.slowed(RETURNS, "ann", 1.0)
    assert desk.lines[-1]["waits"] == 5, "with those of which there was no line"


@pytest.mark.parametrize(("limits", "identity"), [(OWN_BOTS, "ann"), (LIMITS, "")])
def test_bots_without_a_token_and_those_of_the_referee_itself_have_no_limit(limits, identity):
    desk = Desk(limits)
    desk.ann = desk.budgets.of(identity)
    desk.work(1e6)
    assert (desk.ann.wait(), desk.ann.refused(0.0)) == (0.0, 0.0)
    assert [desk.ann.take_return() for _ in range(100)] == [0.0] * 100


def test_other_limits_hold_at_once(desk):
    desk.work(3.0)
    desk.budgets.limits = Limits(cpu_share=1.0, cpu_burst=2.0)
    assert desk.ann.wait() == pytest.approx(1.0)
