"""Plays as `greedy`: `python -m lawspeaker_bots.greedy`."""

from __future__ import annotations

from lawspeaker_bot import run
from lawspeaker_bots.greedy import GreedyBot

if __name__ == "__main__":
    run(GreedyBot())
