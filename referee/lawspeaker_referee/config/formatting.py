"""Numbers, times, ratings and policies as text for people; every function returns one line."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from itertools import islice
from math import isfinite
from typing import Any, Final

from lawspeaker.v1.match_pb2 import GameSetup
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.setups import spell
from lawspeaker_referee.config.fault_policies import DEFAULT_POLICY, Policy, policy_table

UNKNOWN: Final = "unknown"


def format_microseconds(microseconds: int) -> str:
    """Return a measured time to three digits: `840 us`, `11.2 ms`, `1.5 s`, `25 min`."""
    for unit, size, most in (("us", 1, 999), ("ms", 1_000, 999_999), ("s", 1_000_000, 1_000_000_000)):
        if microseconds <= most:
            return f"{_three(microseconds / size)} {unit}"
    return f"{_three(microseconds / 60_000_000)} min"


def _three(value: float) -> str:
    digits = 0 if value >= 99.95 else 1 if value >= 9.995 else 2
    text = f"{value:.{digits}f}"
    return text.rstrip("0").rstrip(".") if digits else text


def format_count(number: int, what: str) -> str:
    """Return `1 decision`, `2 decisions` or `2 matches`."""
    return f"{number} {what}{'' if number == 1 else 'es' if what.endswith('ch') else 's'}"


def format_names(names: Collection[str], most: int = 10) -> str:
    """Return the names with commas between them, and `...` for those beyond `most`."""
    return ", ".join([*islice(names, most), *(["..."] if len(names) > most else [])])


def format_time(unix_ms: int) -> str:
    """Return a moment in UTC, `2026-01-31 12:00:00 UTC`; `unknown` for 0."""
    return datetime.fromtimestamp(unix_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC") if unix_ms else UNKNOWN


def format_elo(value: float, *, signed: bool = False) -> str:
    """Return whole points of Elo; `signed` for a difference."""
    whole = round(value)
    return f"{whole:+d}" if signed and whole else str(whole)


def format_elo_interval(low: float | None, high: float | None, *, signed: bool = False) -> str:
    """Return the interval of a rating; an end that is None or infinite is open, and with both open it is unknown."""
    low, high = (None if end is None or not isfinite(end) else end for end in (low, high))
    if low is None:
        return UNKNOWN if high is None else f"{format_elo(high, signed=signed)} or less"
    if high is None:
        return f"{format_elo(low, signed=signed)} or more"
    return f"{format_elo(low, signed=signed)} to {format_elo(high, signed=signed)}"


def format_percent(share: float) -> str:
    """Return a share of 1 as per cent, to a tenth near 0 and 100; never `0 %` or `100 %` for what is not quite that."""
    if 0 < share < 0.001:
        return "<0.1 %"
    if 0.999 < share < 1:
        return ">99.9 %"
    return f"{100 * share:.1f} %" if 0 < share < 0.1 or 0.9 < share < 1 else f"{100 * share:.0f} %"


def format_results(won: int, drawn: int, matches: int) -> str:
    """Return matches won, drawn and lost, as `12-3-5`; won is first alone, drawn is a shared first place."""
    return f"{won}-{drawn}-{matches - won - drawn}"


def format_options(setup: GameSetup) -> str:
    """Return the options that differ from the game's defaults; all of them if the game is not known here."""
    game = GAMES.get(setup.game)
    defaults = {option.name: spell(option.default) for option in game.options} if game else {}
    told = [f"{option.name}={option.value}" for option in setup.options if option.value != defaults.get(option.name)]
    if len(told) == len(setup.options):
        return " ".join(told) or "none"
    return " ".join([*told, f"({'the others' if told else 'all'} as by default)"])


def format_policy(policy: Policy) -> str:
    """Return what differs from the default policy."""
    default = policy_table(DEFAULT_POLICY)
    told = [f"{name}={format_policy_value(value)}" for name, value in policy_table(policy).items()
            if value != default[name]]
    return " ".join([*told, f"({'the others' if told else 'all'} as by default)"])


def format_policy_value(value: Any) -> str:
    """Return a value of the table [faults]; strikes as `illegal:2,timeout:3`."""
    return ",".join(f"{name}:{number}" for name, number in value.items()) if isinstance(value, dict) else str(value)
