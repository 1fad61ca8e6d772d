"""Clocks: the time limits of a match, as data and as one line of text.

Times are seconds of one monotonic clock that the caller reads. A decision must be answered within its limit and what is
left of the seat's bank; the bank pays for what exceeds the limit. Each seat has a bank of its own, also if several
seats are asked at once.

`parse_clock` reads a clock from one line: a preset, or MOVE[+BANK][/INCREMENT], or key=value, and after a comma more
key=value settings that change it:

    standard                          a preset: blitz, standard, llm, none
    10ms                              10 ms for each decision
    2s+30s/1s                         2 s for each, a bank of 30 s, 1 s more in it after each decision
    standard,first=1m,reaction=500ms  a preset, changed
    move=2s,bank=30s,increment=1s     the same as 2s+30s/1s, but for the increment's name

Keys: move, bank, increment, first (a seat's first decision), reaction (decisions out of turn), connect, reconnect, lag
(the most that is given back for a round trip). A time is a number and ms, s, m or h. `move=none` is no limit; with
`first=none` and `reaction=none` these decisions have the limit of the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any, Final

from lawspeaker.v1.match_pb2 import ClockSettings
from lawspeaker.v1.record_pb2 import RecordHeader
from lawspeaker_engine.model import Seat
from lawspeaker_engine.suggestions import did_you_mean
from lawspeaker_referee.config.durations import NO_LIMIT, BadDuration, format_duration, parse_duration

LATE: Final = 0.05
"""Seconds; a referee that notices a deadline later than this gives the bot the time back."""
MOST_COMPENSATION: Final = 5.0
"""Seconds; the most that is given back in all: a machine that is always late must not keep a match going for ever."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The time limits of a match, in seconds."""

    move_time: float | None
    """Free for each decision; None for no limit."""
    bank: float = 0.0
    """A seat's reserve for the whole match, which is used when the limit of a decision is over."""
    increment: float = 0.0
    """Added to the bank after each of the seat's decisions."""
    first_move: float | None = None
    """The limit of a seat's first decision, in place of move_time; None for the same."""
    reaction: float | None = None
    """The limit of a reaction out of turn, in place of move_time; None for the same."""
    connect: float = 30.0
    """All bots must join within this time; a bot that has not is disconnected."""
    reconnect: float = 60.0
    """A lost connection must be back within this if nothing else limits it; so must all bots of a resumed match."""
    lag_compensation: float = 0.0
    """The most that a decision gets back for a round trip to the bot."""

    @property
    def move_time_ms(self) -> int:
        """Return the milliseconds for messages: 0 for no limit, and at least 1 for a limit."""
        return 0 if self.move_time is None else _milliseconds(self.move_time, least=1)

    def limit(self, *, first: bool, reaction: bool) -> float | None:
        """Return the seconds that a decision is free for; None for no limit."""
        if first and self.first_move is not None:
            return self.first_move
        if reaction and self.reaction is not None:
            return self.reaction
        return self.move_time

    @property
    def text(self) -> str:
        """Return the line that `parse_clock` reads as this clock."""
        parts = [format_duration(self.move_time)]
        for key, name in KEYS.items():
            value = getattr(self, name)
            if key != "move" and value != _DEFAULTS[name]:
                parts.append(f"{key}={format_duration(value)}")
        return ",".join(parts)


DEFAULT_CLOCK: Final = Clock(2.0)
"""The clock of matches for which nobody has chosen one."""
PRESETS: Final[Mapping[str, Clock]] = MappingProxyType({
    "blitz": Clock(0.1, bank=10.0, first_move=5.0, reconnect=10.0),
    "standard": Clock(2.0, bank=60.0, first_move=30.0, reaction=1.0, reconnect=60.0),
    "llm": Clock(120.0, bank=1800.0, first_move=600.0, reaction=60.0, connect=300.0, reconnect=600.0),
    "none": Clock(None),
})
"""Name -> clock."""

KEYS: Final[Mapping[str, str]] = MappingProxyType({
    "move": "move_time", "bank": "bank", "increment": "increment", "first": "first_move", "reaction": "reaction",
    "connect": "connect", "reconnect": "reconnect", "lag": "lag_compensation",
})
"""Key in text -> field of Clock."""

_DEFAULTS: Final = {field.name: field.default for field in fields(Clock)}
_RANGES: Final = {
    "move": (0.0, 3600.0), "bank": (0.0, 86400.0), "increment": (0.0, 3600.0), "first": (0.01, 3600.0),
    "reaction": (0.01, 3600.0), "connect": (0.01, 86400.0), "reconnect": (0.01, 86400.0), "lag": (0.0, 10.0),
}
_LEAST_MOVE: Final = 0.01
_MAY_BE_NONE: Final = frozenset({"move", "first", "reaction"})
_SHORT: Final = re.compile(r"(?P<move>[^+/]+)(?:\+(?P<bank>[^+/]+))?(?:/(?P<increment>[^+/]+))?")
_FORM: Final = "a preset (blitz, standard, llm, none), MOVE[+BANK][/INCREMENT] such as 2s+30s/1s, or key=value settings"


class BadClock(ValueError):
    """A text that is no clock; one line that says what would be right."""


def parse_clock(text: str) -> Clock:
    """Return the clock of a line such as `2s+30s/1s`; the module describes the grammar. Raises BadClock."""
    first, *rest = [part.strip() for part in text.split(",")]
    if "=" in first:
        clock, rest = None, [first, *rest]
    elif first in PRESETS:
        clock = PRESETS[first]
    else:
        clock = _short(first)
    given: dict[str, float | None] = {}
    for part in rest:
        key, equals, value = (each.strip() for each in part.partition("="))
        if not equals or key not in KEYS:
            raise BadClock(f"clock {text!r}: {part!r} is no setting{did_you_mean(key, list(KEYS))}; "
                           f"a setting is key=time, the keys are {', '.join(KEYS)}")
        if key in given:
            raise BadClock(f"clock {text!r}: {key} stands twice")
        given[key] = _time(key, value)
    if clock is None and "move" not in given:
        raise BadClock(f"clock {text!r} does not say how long a decision may take; add move=2s, say, "
                       "or begin with a preset")
    clock = _changed(clock or Clock(None), given)
    _check(clock, text)
    return clock


def _short(text: str) -> Clock:
    """Return the clock of MOVE[+BANK][/INCREMENT]. Raises BadClock."""
    found = _SHORT.fullmatch(text)
    if found is None or (text.isalpha() and text != "none"):
        raise BadClock(f"{text!r} is no clock{did_you_mean(text, list(PRESETS))}; it is {_FORM}")
    given = found.groupdict().items()
    return _changed(Clock(None), {key: _time(key, value.strip()) for key, value in given if value is not None})


def _changed(clock: Clock, given: Mapping[str, float | None]) -> Clock:
    changes: dict[str, Any] = {KEYS[key]: seconds for key, seconds in given.items()}
    return replace(clock, **changes)


def _time(key: str, text: str) -> float | None:
    """Return the seconds of a setting, to the millisecond. Raises BadClock."""
    if text == NO_LIMIT and key in _MAY_BE_NONE:
        return None
    least, most = _RANGES[key]
    try:
        seconds = round(parse_duration(text, 0.0 if key == "move" else least, most), 3)
        if key == "move" and seconds:  # 0s is a limit too, if the bank pays
            parse_duration(text, _LEAST_MOVE, most)
    except BadDuration as error:
        raise BadClock(f"clock: {key} {error}") from None
    return seconds


def _check(clock: Clock, text: str) -> None:
    if clock.move_time is None and (clock.bank or clock.increment):
        raise BadClock(f"clock {text!r} has a bank, but no limit of move that it would pay for; "
                       "set move, 0s if need be")
    if clock.move_time == 0 and not clock.bank:
        raise BadClock(f"clock {text!r} leaves no time at all; give move at least 10ms, or a bank")


def _milliseconds(seconds: float, least: int = 0) -> int:
    return max(least, round(seconds * 1000))


def clock_message(clock: Clock) -> ClockSettings:
    """Return the message of a clock, to the millisecond."""
    message = ClockSettings(
        bank_ms=_milliseconds(clock.bank), increment_ms=_milliseconds(clock.increment),
        connect_ms=_milliseconds(clock.connect), reconnect_ms=_milliseconds(clock.reconnect),
        lag_compensation_ms=_milliseconds(clock.lag_compensation),
    )
    if clock.move_time is not None:
        message.move_ms = _milliseconds(clock.move_time, least=int(clock.move_time > 0))
    if clock.first_move is not None:
        message.first_move_ms = _milliseconds(clock.first_move)
    if clock.reaction is not None:
        message.reaction_ms = _milliseconds(clock.reaction)
    return message


def clock_of(header: RecordHeader) -> Clock:
    """Return the clock of a record, which all seats have that have none of their own."""
    return _read(header.clock)


def own_clocks_of(header: RecordHeader) -> dict[Seat, Clock]:
    """Return the clocks of the seats of a record that have one of their own."""
    return {seat: _read(each.clock) for seat, each in enumerate(header.seats) if each.HasField("clock")}


def clocks_of(header: RecordHeader) -> tuple[Clock, ...]:
    """Return by seat the clock that a record says."""
    shared, own = clock_of(header), own_clocks_of(header)
    return tuple(own.get(seat, shared) for seat in range(len(header.seats)))


def clocks_text(header: RecordHeader) -> str:
    """Return the clock of a record on one line, and those of seats that have one of their own."""
    own = own_clocks_of(header).items()
    return "; ".join([clock_of(header).text, *(f"seat {seat}: {clock.text}" for seat, clock in own)])


def _read(message: ClockSettings) -> Clock:
    return Clock(
        message.move_ms / 1000 if message.HasField("move_ms") else None, message.bank_ms / 1000,
        message.increment_ms / 1000,
        message.first_move_ms / 1000 if message.HasField("first_move_ms") else None,
        message.reaction_ms / 1000 if message.HasField("reaction_ms") else None,
        message.connect_ms / 1000, message.reconnect_ms / 1000, message.lag_compensation_ms / 1000,
    )


def longest_waits(clocks: Iterable[Clock]) -> tuple[float, float]:
    """Return the seconds for which a match with these clocks waits for bots to join, and to come back to it if it is
    resumed: nobody has less than his own clock says.
    """
    clocks = tuple(clocks)
    return max(each.connect for each in clocks), max(each.reconnect for each in clocks)


def compensation(deadline: float, now: float, paid: float = 0.0) -> float:
    """Return the seconds that a seat gets back because the referee looks at its deadline only now; 0 for none.

    `paid` is what the seat has got back before. The caller's clock gives `deadline` and `now`.
    """
    late = now - deadline
    return max(0.0, min(late, MOST_COMPENSATION - paid)) if late > LATE else 0.0
