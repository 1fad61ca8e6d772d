"""Tests of what is counted of the answers of a match."""

from __future__ import annotations

import pytest
from prometheus_client import generate_latest

from lawspeaker.v1.referee_service_pb2 import RejectReason
from lawspeaker_referee.config.fault_policies import CRASHED, DISQUALIFIED, TIMEOUT, parse_policy
from lawspeaker_referee.match.events import CountedAnswer
from lawspeaker_referee.match.faults import FaultCount
from lawspeaker_referee.server.metrics import MOST_BOTS, Metrics

ALL_BOTS = 4 * MOST_BOTS
POLICY = parse_policy({"disqualify_after": 5, "strikes": {"timeout": 2}})


def value(metrics: Metrics, name: str, **labels: str) -> float:
    return metrics.registry.get_sample_value(f"lawspeaker_{name}", labels) or 0.0


def play(metrics: Metrics, faults: list[int], faults_of_seat: FaultCount) -> None:
    """One bot's decisions with these faults, each of 3 ms, of which 2 ms were charged."""
    count = metrics.of_match("parley", ["bot"], [faults_of_seat])
    for fault in faults:
        faults_of_seat.add(POLICY, fault)
        count([CountedAnswer(0, fault, 3_000, 2_000)])


def test_think_time_is_that_of_answers_and_every_decision_that_costs_is_charged():
    metrics = Metrics()
    play(metrics, [0, TIMEOUT, 0], FaultCount())
    assert value(metrics, "bot_think_seconds_count", bot="bot") == value(metrics, "think_seconds_count") == 2
    assert value(metrics, "bot_think_seconds_sum", bot="bot") == pytest.approx(0.006)
    assert value(metrics, "charged_seconds_total", bot="bot") == pytest.approx(0.006)
    assert value(metrics, "decisions_total", game="parley") == 3
    assert value(metrics, "faults_total", bot="bot", fault="timeout") == 1


def test_strikes_are_those_of_the_policy_and_a_seat_is_put_out_once():
    metrics = Metrics()
    play(metrics, [TIMEOUT, 0, TIMEOUT], FaultCount())
    assert (value(metrics, "strikes_total", bot="bot"), value(metrics, "disqualifications_total", bot="bot")) == (4, 0)
    play(metrics, [TIMEOUT, TIMEOUT, TIMEOUT, DISQUALIFIED, DISQUALIFIED], FaultCount())
    assert (value(metrics, "strikes_total", bot="bot"), value(metrics, "disqualifications_total", bot="bot")) == (10, 1)
    assert value(metrics, "faults_total", bot="bot", fault="disqualified") == 2


def test_a_bot_that_left_is_struck_once():
    metrics = Metrics()
    play(metrics, [CRASHED] * 20, FaultCount())
    assert value(metrics, "strikes_total", bot="bot") == 1
    assert value(metrics, "faults_total", bot="bot", fault="crashed") == 20


def test_what_a_resumed_match_had_before_is_not_counted_again():
    metrics, faults_of_seat = Metrics(), FaultCount()
    for fault in (TIMEOUT, TIMEOUT):
        faults_of_seat.add(POLICY, fault)
    play(metrics, [TIMEOUT, DISQUALIFIED], faults_of_seat)
    assert (value(metrics, "strikes_total", bot="bot"), value(metrics, "disqualifications_total", bot="bot")) == (2, 1)
    play(metrics, [DISQUALIFIED], faults_of_seat)
    assert value(metrics, "disqualifications_total", bot="bot") == 1


def test_an_hour_of_thinking_is_told_from_ten_minutes():
    metrics = Metrics()
    metrics.of_match("parley", ["bot"])([CountedAnswer(0, 0, 3_600_000_000), CountedAnswer(0, 0, 600_000_000)])
    assert value(metrics, "think_seconds_bucket", le="1200.0") == 1
    assert value(metrics, "think_seconds_bucket", le="3600.0") == 2


def everything(metrics: Metrics, bot: str) -> None:
    """Whatever can be counted of a bot, each once."""
    faults_of_seat = FaultCount()
    count = metrics.of_match("parley", [bot], [faults_of_seat])
    for fault in (0, TIMEOUT, CRASHED, DISQUALIFIED):
        faults_of_seat.add(POLICY, fault)
        count([CountedAnswer(0, fault, 3_000, 2_000)])
    for reason in RejectReason.values():
        metrics.count(metrics.refusal(bot, reason))
    metrics.count(metrics.slowing(bot))
    metrics.count(metrics.closing(bot, "flooding"))


def test_what_a_scrape_costs_does_not_grow_with_the_number_of_bots():
    metrics = Metrics()
    for number in range(MOST_BOTS):
        everything(metrics, f"bot-{number}")
    some = generate_latest(metrics.registry).count(b"\n")
    for number in range(MOST_BOTS, ALL_BOTS):
        everything(metrics, f"bot-{number}")
    many = generate_latest(metrics.registry).count(b"\n")
    assert many - some <= some / MOST_BOTS + 1, "one more, which is all others"
    assert many < 6000, "of bots that do everything wrong that there is"
    rest = ALL_BOTS - MOST_BOTS
    assert value(metrics, "bot_think_seconds_count", bot="bot-7") == 1
    assert value(metrics, "bot_think_seconds_count", bot="other") == rest
    assert value(metrics, "faults_total", bot="other", fault="timeout") == rest
    assert value(metrics, "streams_closed_total", bot="other", reason="flooding") == rest
    assert value(metrics, "think_seconds_count") == ALL_BOTS


def test_1000_bots_that_do_nothing_wrong_are_some_hundred_lines():
    metrics = Metrics()
    for number in range(1000):
        metrics.of_match("parley", [f"bot-{number}"], [FaultCount()])([CountedAnswer(0, 0, 3_000, 2_000)])
    assert generate_latest(metrics.registry).count(b"\n") < 800
