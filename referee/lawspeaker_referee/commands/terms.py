"""The terms a match is played on: options that `play` and `serve` share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import click

from lawspeaker_referee.commands.errors import WrongInput
from lawspeaker_referee.commands.parameters import ClockSpec, Duration, PolicyFile
from lawspeaker_referee.match.clock import Clock
from lawspeaker_referee.match.faults import DEFAULT_POLICY

DEFAULT_CLOCK: Final = Clock(2.0)

_OPTIONS: Final = (
    click.option("--clock", type=ClockSpec(),
                  help="Time limits: blitz, standard, llm or none; MOVE[+BANK][/INCREMENT] such as 2s+30s/1s; or "
                       "settings such as move=2s,bank=30s. After a comma settings change it: standard,first=1m.  "
                       "[default: 2s]"),
    click.option("--move-time", type=Duration(),
                  help="A clock of nothing but this limit of a decision, such as 500ms, 2s or 1m; 0 for none."),
    click.option("--faults", "policy", type=PolicyFile(), default=DEFAULT_POLICY, show_default=False,
                  help="What follows from faults: the table [faults] of this TOML file."),
)


def of_time_and_faults(command: Callable[..., Any]) -> Callable[..., Any]:
    """Gives a command --clock and --move-time, which `clock_of_match` makes one of, and --faults (`policy`)."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def clock_of_match(clock: Clock | None, move_time: float | None, *, in_process: bool) -> Clock:
    """The clock that is meant. Raises WrongInput for one said twice, or that nobody keeps."""
    if clock is not None and move_time is not None:
        raise WrongInput("--clock and --move-time both say the time limits; give one of them")
    if clock is None and move_time is not None:
        clock = Clock(move_time or None)
    if clock is None:
        return Clock(None) if in_process else DEFAULT_CLOCK
    if in_process and clock != Clock(None):
        raise WrongInput(f"the clock {clock.text} cannot be kept with --in-process, where nothing ends a bot that is "
                         "late; leave one of them out")
    return clock
