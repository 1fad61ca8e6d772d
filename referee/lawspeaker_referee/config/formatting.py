"""Times, counts, ratings and terms of matches as people read them."""

from __future__ import annotations

from datetime import UTC, datetime
from math import isfinite
from typing import Any, Final

from lawspeaker.v1.match_pb2 import GameSetup
from lawspeaker_engine.game import spell
from lawspeaker_engine.games import GAMES
from lawspeaker_referee.config.fault_policies import DEFAULT_POLICY, Policy, policy_table

UNKNOWN: Final = "unknown"


def span(microseconds: int) -> str:
    """A time for people, to three digits: `840 us`, `11.2 ms`, `1.5 s`, `25 min`."""
    for unit, size, most in (("us", 1, 999), ("ms", 1_000, 999_999), ("s", 1_000_000, 1_000_000_000)):
        if microseconds <= most:
            return f"{_three(microseconds / size)} {unit}"
    return f"{_three(microseconds / 60_000_000)} min"


def _three(value: float) -> str:
    digits = 0 if value >= 99.95 else 1 if value >= 9.995 else 2
    text = f"{value:.{digits}f}"
    return text.rstrip("0").rstrip(".") if digits else text


def counted(number: int, what: str) -> str:
    """`1 decision`, `2 decisions`, `2 matches`."""
    return f"{number} {what}{'' if number == 1 else 'es' if what.endswith('ch') else 's'}"


def moment(unix_ms: int) -> str:
    """A time of day that everybody understands."""
    return datetime.fromtimestamp(unix_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC") if unix_ms else UNKNOWN


def elo(value: float, *, signed: bool = False) -> str:
    """Whole points; a sign if it is a difference."""
    whole = round(value)
    return f"{whole:+d}" if signed and whole else str(whole)


def interval(low: float | None, high: float | None, *, signed: bool = False) -> str:
    """Of a rating, whose ends may be open, as None or infinite; unknown if both are: nothing tells of luck."""
    low, high = (None if end is None or not isfinite(end) else end for end in (low, high))
    if low is None:
        return UNKNOWN if high is None else f"{elo(high, signed=signed)} or less"
    if high is None:
        return f"{elo(low, signed=signed)} or more"
    return f"{elo(low, signed=signed)} to {elo(high, signed=signed)}"


def per_cent(share: float) -> str:
    """To a tenth of a per cent where it is small; never 0 or 100 for what is not quite."""
    if 0 < share < 0.001:
        return "<0.1 %"
    if 0.999 < share < 1:
        return ">99.9 %"
    return f"{100 * share:.1f} %" if 0 < share < 0.1 or 0.9 < share < 1 else f"{100 * share:.0f} %"


def options_text(setup: GameSetup) -> str:
    """The options that differ from the game's defaults; all of them where the game is not known."""
    game = GAMES.get(setup.game)
    defaults = {option.name: spell(option.default) for option in game.options} if game else {}
    told = [f"{option.name}={option.value}" for option in setup.options if option.value != defaults.get(option.name)]
    if len(told) == len(setup.options):
        return " ".join(told) or "none"
    return " ".join([*told, f"({'the others' if told else 'all'} as by default)"])


def policy_text(policy: Policy) -> str:
    """What differs from the default policy."""
    default = policy_table(DEFAULT_POLICY)
    told = [f"{name}={policy_value(value)}" for name, value in policy_table(policy).items() if value != default[name]]
    return " ".join([*told, f"({'the others' if told else 'all'} as by default)"])


def policy_value(value: Any) -> str:
    """A value of the table; strikes as `illegal:2,timeout:3`."""
    return ",".join(f"{name}:{number}" for name, number in value.items()) if isinstance(value, dict) else str(value)
