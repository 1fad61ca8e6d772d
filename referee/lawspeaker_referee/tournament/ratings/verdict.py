"""What the test that may end a tournament has found, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lawspeaker_referee.wording import counted


def verdict_in_words(stop: Mapping[str, Any], verdict: str, llr: float, lower: float, upper: float,
                     blocks: int) -> str:
    """Which bot is better, by which bounds, after how many blocks; `stop` is the table of the test's settings."""
    bot, against = stop["bot"], stop["against"]
    unit = "normalised Elo" if stop.get("scale") == "normalised" else "Elo"
    bounds = f"H0: by {stop['elo0']:g} {unit} at most, H1: by {stop['elo1']:g} or more"
    after = f"after {counted(blocks, 'seed block')}"
    if verdict == "H1":
        told = f"{bot} is {_more_than(stop['elo0'], unit, against)}"
        reached = f"{llr:.2f}, at or above {upper:.2f}"
    elif verdict == "H0":
        told = f"{bot} is {_less_than(stop['elo1'], unit, against)}"
        reached = f"{llr:.2f}, at or below {lower:.2f}"
    else:
        told = f"not decided whether {bot} is better than {against}"
        reached = f"{llr:.2f}, between {lower:.2f} and {upper:.2f}"
    accepted = f"{verdict} is accepted" if verdict != "continue" else "the test goes on"
    return f"{told}: {accepted} {after} ({bounds}; log likelihood ratio {reached})"


def _more_than(elo: float, unit: str, against: str) -> str:
    """By which a difference was found to be larger."""
    if elo < 0:
        return f"not worse than {against} by {-elo:g} {unit} or more"
    return f"better than {against}" + (f" by more than {elo:g} {unit}" if elo else "")


def _less_than(elo: float, unit: str, against: str) -> str:
    """By which a difference was found to be smaller."""
    if elo < 0:
        return f"worse than {against} by more than {-elo:g} {unit}"
    return f"not better than {against}" + (f" by {elo:g} {unit} or more" if elo else "")
