"""Attacks on a referee, each beside a control: `make attack`.

`python -m measure.attack [--only PART]...`

Tests that are marked `attack` try what a hostile bot, model, stranger or organiser may do, and its control in the same
test. What shows only in ratios is measured: floods of a bot that the referee starts, bots that reconnect all the time,
and who is blamed on a busy machine. A line is printed of each; the exit code is 1 if one is beyond its bound.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click

from lawspeaker_engine.games import find_game
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.limits import Limits
from measure import attack_returns, started_floods
from measure.load import measure_load

ROOT: Final = Path(__file__).resolve().parents[1]
MOST_RATIO: Final = 1.5
"""How much longer others may take beside an attack."""
LATENESS: Final = 5.0
"""Seconds by which an answer may exceed its limit at most."""
FALSE_TIMEOUTS: Final = 0.0005
"""The largest share of decisions answered in time that may be taken for late ones, with 95 % confidence."""
TAKEN_LATE: Final = 0.001
"""The largest share of answers at one and a half times the limit that may be accepted."""
_FLOODS: Final = ("window-update", "ping", "calls")
_MATCHES: Final = 25
"""Of four bots, a hundred in all. With far more, two cores have a backlog of half the limit, and nobody can tell."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of an attack."""

    attack: str
    told: str
    holds: bool


def tests() -> Iterator[Finding]:
    """Yield a finding for all tests together; those that fail are printed as pytest does."""
    done = subprocess.run([sys.executable, "-m", "pytest", "-m", "attack", "-n", "auto", "-q", str(ROOT / "tests")],
                          cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        click.echo(done.stdout, err=True)
    last = done.stdout.strip().splitlines()[-1] if done.stdout.strip() else done.stderr
    yield Finding("on bots' files, memory, positions, texts, pages and ledgers", last.strip("= "), not done.returncode)


def floods() -> Iterator[Finding]:
    """Yield findings of bots that flood the socket on which they play."""
    calm = asyncio.run(started_floods.measure_run("none", "other"))
    for kind in _FLOODS:
        for place in started_floods.PLACES:
            run = asyncio.run(started_floods.measure_run(kind, place))
            ratio = run.others / calm.others
            yield Finding(f"flood of {kind}, {place} connection",
                          f"matches of others {run.others:.1f} s, control {calm.others:.1f} s, ratio {ratio:.2f}; the "
                          f"latest answer {run.latest:.2f} s over its limit",
                          ratio <= MOST_RATIO and run.latest <= LATENESS)


def returns() -> Iterator[Finding]:
    """Yield a finding of bots that come back all the time to many matches."""
    attack = attack_returns.ReturnsAttack("", 256, 1, 1.0, 20)
    found = asyncio.run(attack_returns.measure(find_game("pax_viking"), Limits(matches_a_stream=256), attack, 5.0, 2,
                                               3.0))
    yield Finding("two tokens come back once a second to 256 matches",
                  f"honest decisions a second {found['with']:.0f}, control {found['without']:.0f}, "
                  f"ratio {found['ratio']:.2f}", found["ratio"] <= MOST_RATIO)


def blame() -> Iterator[Finding]:
    """Yield findings of who is blamed while every core is busy."""
    game, clock = find_game("northgard"), Clock(0.1)
    calm = asyncio.run(measure_load(game, _MATCHES, clock, 30.0, 0.0))
    yield Finding("a hundred bots answer at once, 100 ms a decision, all cores busy", _rate(calm, "false", "decisions"),
                  calm["false_timeout_rate_95"][1] <= FALSE_TIMEOUTS)
    late = asyncio.run(measure_load(game, _MATCHES, clock, 100.0, 0.5))
    yield Finding("bots answer after one and a half times their limit",
                  f"{_rate(late, 'missed', 'late_by_own_watch')}, {late['unexplained_timeouts']} of them without "
                  "lateness of the referee in the record",
                  late["missed_timeout_rate"] <= TAKEN_LATE and not late["unexplained_timeouts"])


def _rate(found: dict[str, Any], what: str, of: str) -> str:
    low, high = (100 * each for each in found[f"{what}_timeout_rate_95"])
    return (f"{what} time-outs {found[f'{what}_timeouts']} of {found[of]}, {100 * found[f'{what}_timeout_rate']:.4f} % "
            f"(95 %: {low:.4f} to {high:.4f})")


PARTS: Final[dict[str, Callable[[], Iterator[Finding]]]] = {
    "tests": tests, "floods": floods, "returns": returns, "blame": blame,
}


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--only", type=click.Choice(list(PARTS)), multiple=True, help="Run this part; may be repeated.")
def command(*, only: tuple[str, ...]) -> None:
    """Attack a referee, and compare each attack with a control."""
    broken = 0
    for name in only or PARTS:
        for finding in PARTS[name]():
            broken += not finding.holds
            click.echo(f"{'holds ' if finding.holds else 'BROKEN'}  {finding.attack}: {finding.told}")
    sys.exit(bool(broken))


if __name__ == "__main__":
    command()
