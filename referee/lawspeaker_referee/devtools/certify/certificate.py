"""List all trials in their order, run them, and give a verdict on each."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic
from types import MappingProxyType
from typing import Final, Literal

from lawspeaker_referee.devtools.certify import connection_trials, play_trials, protocol_trials
from lawspeaker_referee.devtools.certify.driver import Conditions, Driver, examining
from lawspeaker_referee.devtools.certify.findings import ADVICE, STRAY, Failed, LeftOut
from lawspeaker_referee.host.process.output import Output
from lawspeaker_referee.server.connection import BotHello

Result = Literal["passed", "failed", "left out"]


@dataclass(frozen=True, slots=True)
class Trial:
    """A test of one requirement on bots."""

    name: str
    asks: str
    """The requirement, in one line."""
    run: Callable[[Driver], Awaitable[str]]
    """Returns a line about a bot that passes. Raises Failed and LeftOut."""
    ignored: frozenset[str] = STRAY
    """Kinds of findings that other trials look at."""
    means: Mapping[str, str] = field(default_factory=dict)
    """By kind of finding: the kind that this trial reports instead."""


TRIALS: Final = (
    Trial("connect", "starts, dials and says Hello as it must", play_trials.connect, ignored=frozenset()),
    Trial("match", "plays whole matches, each answer legal and in time", play_trials.match),
    Trial("prompts", "answers every prompt of its games", play_trials.prompts),
    Trial("clock", "keeps to a tight clock", play_trials.clock),
    Trial("own", "gives its own answers, not stand-ins", play_trials.own),
    Trial("several", "plays several matches at once", play_trials.several),
    Trial("silence", "says nothing when nothing is asked of it", protocol_trials.silence, ignored=frozenset()),
    Trial("refusals", "goes on after refused answers", protocol_trials.refusals, means={"late": "no-second-answer"}),
    Trial("unknown", "ignores fields and messages that it does not know", protocol_trials.unknown,
          means={"late": "unknown", "hung-up": "unknown", "ended": "unknown"}),
    Trial("reconnect", "comes back when its connection is lost", connection_trials.reconnect,
          means={"late": "not-back"}),
    Trial("restart", "comes back to a referee that was gone", connection_trials.restart, means={"late": "not-back"}),
    Trial("twice", "whether it plays the same match alike", play_trials.twice),
    Trial("goodbye", "ends when it is told to", connection_trials.goodbye),
)
"""In the order in which they are tried."""
NAMES: Final = tuple(trial.name for trial in TRIALS)
NEEDED: Final = MappingProxyType({"connect": NAMES, "match": NAMES[:-1]})
"""By trial: the trials that are left out if a bot has failed it."""


@dataclass(frozen=True, slots=True)
class TrialResult:
    """The outcome of a trial."""

    trial: Trial
    result: Result
    words: str
    """A line about the bot that passed, or why it failed, or why the trial was left out."""
    finding: str = ""
    """The kind of the finding, a key of ADVICE; empty if it did not fail."""
    seconds: float = 0.0
    output: Output = field(default_factory=Output)
    """The output of the process that failed."""

    @property
    def advice(self) -> str:
        """Return what to change."""
        return ADVICE[self.finding] if self.finding else ""


@dataclass(frozen=True, slots=True)
class Certificate:
    """The outcome of all trials."""

    bot: BotHello | None
    """The bot's last Hello; None if it sent none."""
    verdicts: tuple[TrialResult, ...]

    @property
    def passed(self) -> bool:
        """Return whether none failed."""
        return all(verdict.result != "failed" for verdict in self.verdicts)


async def examine(conditions: Conditions, only: Sequence[str], begin: Callable[[str], None]) -> Certificate:
    """Put a bot through the trials of these names, or all; `begin` is told of each.

    Raises BotFailed for one that cannot be started at all, CannotListen, and BadSetup.
    """
    trials = [trial for trial in TRIALS if not only or trial.name in only]
    verdicts: list[TrialResult] = []
    bot: BotHello | None = None
    async with examining(conditions) as driver:
        for trial in trials:
            begin(trial.name)
            verdicts.append(_idle(trial, verdicts) or _known(await _try(driver, trial), verdicts))
            bot = driver.session.hello or bot
    return Certificate(bot, tuple(verdicts))


def _idle(trial: Trial, before: Sequence[TrialResult]) -> TrialResult | None:
    """Leave a trial out that would say the same as one that failed; return None for any other."""
    for each in before:
        if each.result == "failed" and trial.name in NEEDED.get(each.trial.name, ()):
            return _left_out(trial, each)
    return None


def _known(verdict: TrialResult, before: Sequence[TrialResult]) -> TrialResult:
    """Return the verdict, or leave the trial out if the bot failed it in the same way as `match`."""
    for each in before:
        if each.trial.name == "match" and verdict.finding and verdict.finding == each.finding:
            return _left_out(verdict.trial, each, verdict.seconds)
    return verdict


def _left_out(trial: Trial, failed: TrialResult, seconds: float = 0.0) -> TrialResult:
    return TrialResult(trial, "left out", f"it failed {failed.trial.name}; mend that first", seconds=seconds)


async def _try(driver: Driver, trial: Trial) -> TrialResult:
    session, began = driver.session, monotonic()
    session.begin(trial.ignored)
    try:
        words = await trial.run(driver)
        session.check()
    except Failed as failed:
        kind = trial.means.get(failed.kind, failed.kind)
        seconds = monotonic() - began
        await session.void_all()
        return TrialResult(trial, "failed", str(failed), kind, seconds, await driver.end())
    except LeftOut as why:
        return TrialResult(trial, "left out", str(why), seconds=monotonic() - began)
    return TrialResult(trial, "passed", words, seconds=monotonic() - began)
