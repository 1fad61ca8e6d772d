"""The command that measures bots in process plays small tournaments and prints every figure."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.slow
def test_it_prints_costs_and_ratios_of_a_game():
    command = [sys.executable, "-m", "measure.in_process", "northgard", "--matches", "2", "--rounds", "1"]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    told = dict(line.removeprefix("northgard: ").rsplit(": ", 1) for line in lines)
    assert set(told) == {
        "ms on the engine", "ms in process, record alone", "ms in process, verified and counted", "ms as processes",
        "matches in process for one of processes", "times the engine, record alone",
        "times the engine, verified and counted"}
    assert float(told["ms on the engine"]) > 0
