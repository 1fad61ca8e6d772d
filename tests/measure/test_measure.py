"""`python -m measure`: tournaments, ratings, load and floods."""

import asyncio
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from lawspeaker.v1.match_pb2 import Act, Fault, GameSetup
from lawspeaker.v1.record_pb2 import RecordEntry, RecordHeader, RecordSeat, RecordStep, Timing
from lawspeaker_engine.games import GAMES, find_game
from lawspeaker_referee.cli.errors import exit_code
from lawspeaker_referee.devtools.bench.referee import RefereeLoad
from lawspeaker_referee.record.writer import RecordWriter
from measure import streams, tournaments
from measure.__main__ import command
from measure.large_tournaments import measure
from measure.load import DecisionCounts, TimedDecision, count_decisions, time_out_counts
from measure.report import DEFAULT, PARTS, parts_of
from measure.stats import rounds_within, wilson
from tests.games.parley import PARLEY
from tests.programs import need
from tests.referee.host.bots_here import put_bots_here


class Done(NamedTuple):
    """The exit code and the output of a command."""

    code: int
    out: str
    err: str


@pytest.fixture
def run(capsys, monkeypatch) -> Callable[..., Done]:
    """`run("parley", ...)`: the exit code and what was printed, with the tests' own game."""
    monkeypatch.setitem(GAMES, PARLEY.name, PARLEY)

    def run_command(*arguments: object) -> Done:
        code = exit_code(command, [str(argument) for argument in arguments])
        return Done(code, *capsys.readouterr())

    return run_command


@pytest.fixture(autouse=True)
def _nobody_waits_for_figures_that_settle(monkeypatch):
    """The figures mean nothing here, and every core is busy while they settle."""
    for name in ("SETTLE", "FLOODED", "WARM_UP", "LATENCY_SETTLE"):
        monkeypatch.setattr(f"measure.load.{name}", 0.1)
    monkeypatch.setattr("lawspeaker_referee.devtools.bench.beside_echo.CONNECT_SECONDS", 0.1)


@pytest.mark.slow
def test_a_tournament_is_measured_beside_bare_matches_and_ratings_by_the_number_of_matches(run, tmp_path, monkeypatch):
    put_bots_here(monkeypatch)
    real = tournaments._end_to_end
    monkeypatch.setattr(tournaments, "_end_to_end", lambda game, matches, workers: (
        real(game, matches, workers) if workers == 1 else matches / workers))  # tests of runners have several workers
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("measure.tournaments.LEAST", 4)
    monkeypatch.setattr("measure.tournaments.WARM_UP", 1)
    done = run("northgard", "--only", "tournament", "--only", "ratings", "--seconds", "0.05", "--rounds", "1",
               "--rated", "50", "--rated", "400", "--json")
    assert done.code == 0, done.err
    report = json.loads(done.out)
    found = report["tournament"]
    assert (found["players"], found["matches"]) == (2, 4)
    assert found["bare_matches_per_second"] > 0
    assert set(found["workers"]) == {"1", str(os.cpu_count())}
    assert all(each["matches_per_second"] > 0 and each["ratio_to_bare"] > 0 for each in found["workers"].values())
    for costs in ("us_per_match", "ratio_to_a_bare_match"):
        assert set(found[costs]) == {"schedule", "lease", "count", "verify"}
        assert all(cost > 0 for cost in found[costs].values())
    assert set(report["ratings"]) == {"50", "400"}
    assert all(each["core_seconds"] > 0 for each in report["ratings"].values())
    assert "measuring: 3/3 ratings of 400 matches" in done.err
    assert list(tmp_path.iterdir()) == [], "nothing is left behind"


@pytest.mark.slow
def test_a_large_tournament_is_measured_part_by_part():
    found = measure(4_000, bots=20)
    assert list(found) == ["schedule", "ratings", "stop", "status", "report", "pages"]
    assert all(each["core_seconds"] > 0 and each["megabytes"] > 30 for each in found.values())
    assert found["status"]["megabytes"] < found["ratings"]["megabytes"], "memory of other processes does not count"


@pytest.mark.slow
def test_load_measures_false_timeouts_latency_memory_and_idle_bots(run):
    done = run("northgard", "--load", "--seconds", "0.3", "--rounds", "1", "--load-matches", "2",
               "--load-time", "10s", "--load-streams", "2", "--load-rooms", "2", "--load-bots", "12", "--json")
    assert done.code == 0, done.err
    report = json.loads(done.out)
    assert set(report) == {"machine", "seconds", "rounds", "load"}
    northgard = report["load"]["games"]["northgard"]
    pressed = northgard["pressed"]
    assert (pressed["matches"], pressed["seats"], pressed["clock"]) == (2, 8, "10s")
    assert pressed["decisions_per_second"] > 0
    assert pressed["decisions"] > 0
    assert (pressed["timeouts"], pressed["false_timeouts"], pressed["false_timeout_rate"]) == (0, 0, 0)
    low, high = pressed["false_timeout_rate_95"]
    assert low == 0 < high < 1
    for pace in ("at_once", "paced"):
        measured = northgard["latency"]["2"][pace]
        assert measured["round_trips"] > 0
        assert 0 < measured["p50_ms"]["referee"] <= measured["p99_ms"]["referee"]
        assert 0 < measured["p50_ms"]["echo"] <= measured["p99_ms"]["echo"]
    assert northgard["memory"]["matches"] == 2
    assert northgard["memory"]["decisions_in"] > 10
    idle = report["load"]["idle"]
    assert (idle["bots"], idle["goodbyes"]) == (12, 12)
    assert 0 < idle["connected_seconds"] < 60
    assert "measuring: 4/4 12 idle bots" in done.err


@pytest.mark.parametrize(("hits", "of", "low", "high"), [
    (0, 100, 0.0, 0.0370), (5, 100, 0.0215, 0.1118), (100, 100, 0.9630, 1.0), (0, 0, 0.0, 1.0)])
def test_the_interval_of_a_rate_is_wilsons(hits, of, low, high):
    assert wilson(hits, of) == pytest.approx((low, high), abs=1e-4)


def test_a_timeout_is_counted_from_the_records_and_so_is_the_compensation(tmp_path):
    with (tmp_path / "empty.lsr.part").open("wb"):
        pass
    writer = RecordWriter(tmp_path / "a.lsr")
    seats = [RecordSeat(bot="a"), RecordSeat(bot="b")]
    writer.write(RecordEntry(header=RecordHeader(format=2, match_id="a", setup=GameSetup(players=2), seats=seats)))
    for fault in (Fault.FAULT_UNSPECIFIED, Fault.FAULT_TIMEOUT, Fault.FAULT_DISCONNECTED):
        timing = [Timing(lag_us=7, charged_us=5)]
        writer.write(RecordEntry(step=RecordStep(acts=[Act(seat=1, fault=fault)], timing=timing)))
    writer.write(RecordEntry(step=RecordStep(acts=[Act(seat=-1)])))
    writer.leave()
    counted = count_decisions(tmp_path)
    assert counted == DecisionCounts([TimedDecision("a", 1, False, 5, 7), TimedDecision("a", 2, True, 5, 7)],
                                     other_faults=1)


def test_a_timeout_is_false_or_missed_by_the_watch_of_the_bot():
    counted = DecisionCounts([
        TimedDecision("a", 1, False, 40_000, 0), TimedDecision("a", 2, True, 100_000, 0), TimedDecision("a", 3, True,
                                                                                                        100_000, 0),
        TimedDecision("b", 1, False, 100_000, 60_000), TimedDecision("b", 2, True, 100_000, 0),
    ])
    reports = [
        {"thinks_us": {"a": {"1": 30_000, "2": 150_000}, "b": {"1": 150_000}}, "round_trips_us": []},
        {"thinks_us": {"a": {"3": 20_000}}, "round_trips_us": []},
    ]
    found = time_out_counts(counted, reports, 0.1)
    assert (found["decisions"], found["timeouts"], found["late_by_own_watch"]) == (5, 3, 2)
    assert found["false_timeouts"] == 2, "one that was in time, and one that was never asked"
    assert found["missed_timeouts"] == 1
    assert found["missed_timeout_rate"] == 0.5
    assert found["most_think_in_time_ms"] == 30.0
    assert found["charged_minus_own_ms"] == {"p50": 10.0, "p99": 10.0}


@pytest.mark.slow
@pytest.mark.parametrize("through", [(), ("--through", Path(__file__).parents[2] / "deploy" / "nginx")])
def test_a_flood_is_measured_beside_the_same_matches_without_it(run, through):
    if through:
        need("nginx")
    done = run("parley", "--flood", "settings", "--load-matches", "2", "--load-time", "1s", "--seconds", "0.2",
               "--rounds", "1", "--json", *through)
    assert done.code == 0, done.err
    report = json.loads(done.out)
    found = report["floods"]["parley"]["settings"]
    assert set(report["floods"]["parley"]) == {"settings"} and report["through"] == "".join(map(str, through[1:]))
    for run_ in ("calm", "flooded"):
        assert found[run_]["decisions"] > 0
        assert {"false_timeouts", "missed_timeouts", "late_by_own_watch"} < set(found[run_])
    told, = found["flooded"]["flood"]
    assert told["dialled"] >= 2 and told["megabytes"] > 0
    assert "measuring: 1/1 parley: settings" in done.err


@pytest.mark.slow
def test_in_each_round_batches_stand_beside_single_messages():
    found = asyncio.run(streams.measure(find_game("northgard"), RefereeLoad(8, 4, 4), 0.1, 2))
    assert (found["streams"], found["matches_a_stream"]) == (4, 8)
    assert found["single_per_second"] > 0 and found["batched_per_second"] > 0
    least, most = found["ratio_to_single_range"]
    assert 0 < least <= found["ratio_to_single"] <= most
    assert set(found["cpu_us"]) == {"single", "single_bots", "batched", "batched_bots"}


@pytest.mark.parametrize(("game", "matches"), [("northgard", 64), ("clansmen", 64)])
def test_eight_bots_have_32_matches_each_on_a_stream(game, matches):
    load = streams.shared_streams(find_game(game))
    assert (load.matches, load.streams, load.matches_a_stream) == (matches, 8, 32)


def test_many_matches_on_a_stream_are_measured_only_if_asked_for():
    games = [find_game("northgard")]
    assert "northgard: many matches on a stream" in parts_of(games, PARTS)
    assert not any("many matches" in name for name in parts_of(games, DEFAULT))


def test_the_first_round_always_takes_place():
    assert list(rounds_within(3, 60.0)) == [0, 1, 2]
    assert list(rounds_within(3, -1.0)) == [0]
