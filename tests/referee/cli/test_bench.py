"""`lawspeaker bench`."""

import json

import pytest

from lawspeaker_engine.games import GAMES
from lawspeaker_referee.devtools.bench.engine import fullest_setup
from lawspeaker_referee.version import build_version


@pytest.fixture(autouse=True)
def _nobody_waits_for_figures_that_settle(monkeypatch):
    """The figures mean nothing here, and every core is busy while they settle."""
    monkeypatch.setattr("lawspeaker_referee.devtools.bench.beside_echo.CONNECT_SECONDS", 0.1)


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
        assert {"referee", "referee_bots", "echo", "echo_bots", "floor"} == set(load["cpu_us"])
    assert report["verify"]["decisions_per_second"] > 0
    assert report["record"]["bytes_per_decision"] > 0
    assert "measuring: 7/7 northgard: referee, 2 matches" in done.err


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


@pytest.mark.parametrize(("name", "options"), [
    ("northgard", {"clan_pool": "all", "warchiefs": True, "events": "all", "victory": "jarl", "edition": "retail"}),
    ("clansmen", {"years": 6}),
])
def test_the_fullest_setup_has_every_option_at_its_last_value_as_far_as_they_go_together(name, options):
    setup = fullest_setup(GAMES[name], 4)
    assert options.items() <= setup.options.items()
    GAMES[name].setup(setup)
