import json

import pytest

from lawspeaker.v1.match_pb2 import Act, Fault
from lawspeaker.v1.record_pb2 import RecordEntry, RecordHeader, RecordStep, Timing
from lawspeaker_referee.bench.figures import wilson
from lawspeaker_referee.bench.pressure import count_decisions
from lawspeaker_referee.record import RecordWriter


def test_bench_measures_every_part_and_puts_it_where_it_is_looked_for(run):
    done = run("bench", "parley", "--seconds", "0.05", "--rounds", "1", "--json")
    assert done.code == 0, done.err
    report = json.loads(done.out)
    for players in ("2", "3", "4"):
        assert report["engine"]["parley"][players]["decisions_per_second"] > 0
        assert report["engine"]["parley"][players]["games_per_second"] > 0
    assert set(report["engine"]["parley"]["4"]["cost_us"]) == {
        "pending", "apply", "view", "encode_view", "encode_options", "digest"}
    assert set(report["referee"]["ratio_to_echo"]) == {"1", "8", "64"}
    assert all(ratio > 0 for ratio in report["referee"]["ratio_to_echo"].values())
    assert report["verify"]["decisions_per_second"] > 0
    assert report["record"]["bytes_per_decision"] > 0
    assert "measuring: 8/8 parley: referee, 64 matches" in done.err


def test_a_part_can_be_measured_alone_and_text_has_a_number_a_line(run):
    done = run("bench", "parley", "--only", "records", "--rounds", "1")
    assert done.code == 0, done.err
    names = [line.split(" = ")[0] for line in done.out.splitlines()]
    assert "verify.decisions_per_second" in names
    assert not any(name.startswith(("engine.", "referee.")) for name in names)


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


def test_a_timeout_is_counted_from_the_records_and_so_is_what_was_owed(tmp_path):
    with (tmp_path / "empty.lsr.part").open("wb"):
        pass
    writer = RecordWriter(tmp_path / "a.lsr")
    writer.write(RecordEntry(header=RecordHeader(format=1)))
    for fault in (Fault.FAULT_UNSPECIFIED, Fault.FAULT_TIMEOUT, Fault.FAULT_DISCONNECTED):
        writer.write(RecordEntry(step=RecordStep(acts=[Act(seat=1, fault=fault)], timing=[Timing(lag_us=7)])))
    writer.write(RecordEntry(step=RecordStep(acts=[Act(seat=-1)])))
    writer.leave()
    counted = count_decisions(tmp_path)
    assert (counted.decisions, counted.timeouts, counted.other_faults, counted.owed_us) == (2, 1, 1, [7, 7])
