"""Round trips of bots beside spectators."""

from __future__ import annotations

import asyncio

import pytest

from lawspeaker_engine.games import find_game
from measure import watching
from measure.report import DEFAULT, parts_of


@pytest.mark.slow
def test_spectators_get_steps_while_bots_play_and_ratios_are_to_none_of_the_same_round(monkeypatch):
    monkeypatch.setattr(watching, "SPECTATORS", (0, 3))
    monkeypatch.setattr(watching, "MATCHES", 2)
    monkeypatch.setattr(watching, "LEAST_SECONDS", 1.0)
    monkeypatch.setattr(watching, "DELAY", 0.2)
    monkeypatch.setattr(watching, "LATENCY_SETTLE", 0.1)
    monkeypatch.setattr(watching, "RATE", 100.0)
    for seconds in (1.0, 5.0, 15.0, 60.0):  # spectators have the lowest priority, and wait while others use the cores
        found = asyncio.run(watching.measure(find_game("northgard"), seconds, 1))
        if found["3"]["responses_per_second"]:
            break
    assert set(found) == {"0", "3"}
    assert found["0"]["responses_per_second"] == found["0"]["watching"] == 0
    assert found["3"]["responses_per_second"] > 0
    assert found["3"]["decisions_per_second"] > 0
    ratio = found["3"]["cpu_us"] / found["0"]["cpu_us"]
    assert found["3"]["cpu_us_ratio"]["median"] == pytest.approx(ratio, abs=0.01)


def test_spectators_are_measured_only_if_they_are_named():
    game = find_game("northgard")
    assert parts_of([game], ("watch",)) == ["northgard: spectators"]
    assert "watch" not in DEFAULT
