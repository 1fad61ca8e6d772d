import json
import os
from importlib import import_module
from pathlib import Path

import pytest

from lawspeaker.v1.match_pb2 import Act, Fault, GameSetup
from lawspeaker.v1.record_pb2 import RecordEntry, RecordHeader, RecordSeat, RecordStep, Timing
from lawspeaker_engine.games import GAMES
from lawspeaker_referee.devtools.bench import tournaments
from lawspeaker_referee.devtools.bench.engine import fullest_setup
from lawspeaker_referee.devtools.bench.large_tournaments import measure
from lawspeaker_referee.devtools.bench.load import DecisionCounts, TimedDecision, count_decisions, time_out_counts
from lawspeaker_referee.devtools.bench.stats import wilson
from lawspeaker_referee.record.writer import RecordWriter
from lawspeaker_referee.version import build_version
from tests.programs import need


@pytest.fixture(autouse=True)
def _nobody_waits_for_figures_that_settle(monkeypatch):
    """The figures mean nothing here, and every core is busy while they settle."""
    bench = "lawspeaker_referee.devtools.bench"
    for name in ("beside_echo.CONNECT_SECONDS", "load.SETTLE", "load.FLOODED", "load.WARM_UP", "load.LATENCY_SETTLE"):
        monkeypatch.setattr(f"{bench}.{name}", 0.1)


@pytest.mark.slow
def test_bench_measures_a_game_and_puts_it_where_it_is_looked_for(run, monkeypatch):
    monkeypatch.setattr("lawspeaker_referee.devtools.bench.report.MATCHES", (2,))
    done = run("bench", "northgard", "--only", "engine", "--only", "referee", "--only", "records", "--seconds", "0.1",
               "--rounds", "1", "--json")
    assert done.code == 0, done.err
    report = json.loads(done.out)
    assert report["machine"]["lawspeaker"] == build_version()
    for players in ("2", "3", "4", "5"):
        assert report["engine"]["northgard"][players]["decisions_per_second"] > 0
        assert report["engine"]["northgard"][players]["games_per_second"] > 0
    assert set(report["engine"]["northgard"]["4"]["cost_us"]) == {
        "pending", "apply", "view", "encode_view", "encode_options", "digest", "copy", "deal_anew", "dump", "load",
        "position_bytes"}
    assert 0.1 < report["engine"]["northgard"]["4"]["all_options"]["step_ratio"] < 10
    assert set(report["referee"]["ratio_to_echo"]) == {"2"}
    assert all(ratio > 0 for ratio in report["referee"]["ratio_to_echo"].values())
    assert all(ratio > 0 for ratio in report["referee"]["cpu_ratio_to_echo"].values())
    for load in report["referee"]["loads"].values():
        assert {"referee", "referee_bots", "echo", "echo_bots"} == set(load["cpu_us"])
    assert report["verify"]["decisions_per_second"] > 0
    assert report["record"]["bytes_per_decision"] > 0
    assert "measuring: 7/7 northgard: referee, 2 matches" in done.err


@pytest.mark.slow
@pytest.mark.usefixtures("built_in_bots_here")
def test_a_tournament_is_measured_beside_bare_matches_and_ratings_by_the_number_of_matches(run, tmp_path, monkeypatch):
    real = tournaments._end_to_end
    monkeypatch.setattr(tournaments, "_end_to_end", lambda game, matches, workers: (
        real(game, matches, workers) if workers == 1 else matches / workers))  # tests of runners have several workers
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("lawspeaker_referee.devtools.bench.tournaments.LEAST", 4)
    monkeypatch.setattr("lawspeaker_referee.devtools.bench.tournaments.WARM_UP", 1)
    done = run("bench", "northgard", "--only", "tournament", "--only", "ratings", "--seconds", "0.05", "--rounds", "1",
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


def test_without_the_packages_of_tournaments_their_parts_are_left_out_with_a_line(run, monkeypatch):
    module = import_module("lawspeaker_referee.cli.tournament")
    monkeypatch.setattr(module, "find_spec", lambda name: None if name == "sqlalchemy" else 1)
    monkeypatch.setattr("lawspeaker_referee.devtools.bench.report.MATCHES", ())
    done = run("bench", "parley", "--seconds", "0.05", "--rounds", "1")
    assert done.code == 0, done.err
    assert done.err.splitlines()[0] == (
        'left out: tournaments and ratings need sqlalchemy; pip install "lawspeaker-referee[tournament]"')
    assert "verify.decisions_per_second" in done.out and "tournament." not in done.out
    done = run("bench", "--only", "ratings")
    assert (done.code, done.err) == (
        2, 'lawspeaker: tournaments and ratings need sqlalchemy; pip install "lawspeaker-referee[tournament]"\n')


def test_a_part_can_be_measured_alone_and_text_has_a_number_a_line(run):
    done = run("bench", "parley", "--only", "records", "--rounds", "1")
    assert done.code == 0, done.err
    names = [line.split(" = ")[0] for line in done.out.splitlines()]
    assert "verify.decisions_per_second" in names
    assert not any(name.startswith(("engine.", "referee.")) for name in names)


@pytest.mark.slow
def test_several_games_are_measured_one_after_another(run):
    done = run("bench", "parley", "northgard", "parley", "--only", "engine", "--only", "records", "--seconds", "0.05",
               "--rounds", "1", "--json")
    assert done.code == 0, done.err
    report = json.loads(done.out)
    assert report["game"] == "parley"
    assert list(report["engine"]) == ["parley", "northgard"]
    assert report["verify"]["decisions_per_second"] > 0
    assert list(report["others"]) == ["northgard"]
    assert report["others"]["northgard"]["record"]["bytes_per_decision"] > 0


@pytest.mark.slow
def test_load_measures_false_timeouts_latency_memory_and_idle_bots(run):
    done = run("bench", "northgard", "--load", "--seconds", "0.3", "--rounds", "1", "--load-matches", "2",
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
@pytest.mark.parametrize("through", [(), ("--through", Path(__file__).parents[3] / "deploy" / "nginx")])
def test_a_flood_is_measured_beside_the_same_matches_without_it(run, through):
    if through:
        need("nginx")
    done = run("bench", "parley", "--flood", "settings", "--load-matches", "2", "--load-time", "1s", "--seconds", "0.2",
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


@pytest.mark.parametrize(("name", "options"), [
    ("northgard", {"clan_pool": "all", "warchiefs": True, "events": "all", "victory": "jarl", "edition": "retail"}),
    ("clansmen", {"years": 6}),
])
def test_the_fullest_setup_has_every_option_at_its_last_value_as_far_as_they_go_together(name, options):
    setup = fullest_setup(GAMES[name], 4)
    assert options.items() <= setup.options.items()
    GAMES[name].setup(setup)
