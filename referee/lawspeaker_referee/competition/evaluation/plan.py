"""What an evaluation will take: matches, requests, tokens, money and time, before any of it is spent.

Of a setup with counted matches the requests are those of before; else a few matches of random bots are played here,
whose decisions and texts are counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from statistics import fmean
from typing import Final

from lawspeaker_bot.chat_budget import UNKNOWN
from lawspeaker_bot.decision import Decision
from lawspeaker_bot.random_bot import RandomBot
from lawspeaker_engine.dice import match_seed
from lawspeaker_engine.setups import manned
from lawspeaker_referee.competition.evaluation.calls import CallFile, Calls, calls_by_setup
from lawspeaker_referee.competition.evaluation.folder import EvaluationFolder
from lawspeaker_referee.competition.formats import WHOLE, number_of_matches
from lawspeaker_referee.competition.tournament.pool_config import new_match
from lawspeaker_referee.config.evaluation import EvaluatedModel, EvaluationConfig
from lawspeaker_referee.config.tournament import TournamentConfig
from lawspeaker_referee.event_loop import Stop
from lawspeaker_referee.host.in_process import InProcessRunner
from lawspeaker_referee.host.local_bots import LocalBot

SAMPLE: Final = 3
"""Matches of random bots that are played for each setup."""
_MOST_SEEN: Final = 10_000
"""Matches of a schedule that are looked at; the others are taken to have the same bots as often."""


@dataclass(frozen=True, slots=True)
class ExpectedUse:
    """The matches, requests, tokens, money and time that a model is expected to take in a setup, or in all."""

    matches: int
    requests: float
    input_tokens: float
    output_tokens: float
    money: float
    seconds: float
    """The time of its requests one after another."""
    measured: bool
    """True if they follow from requests of this evaluation, not from matches of random bots."""

    def plus(self, other: ExpectedUse) -> ExpectedUse:
        """Return both together."""
        return ExpectedUse(
            self.matches + other.matches, self.requests + other.requests, self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens, self.money + other.money, self.seconds + other.seconds,
            self.measured and other.measured)


class AskedCounter(RandomBot):
    """Plays at random, and counts what a model would be asked."""

    text = True

    def __init__(self) -> None:
        self.asked: list[tuple[int, int]] = []
        """The characters of the start and of the decision, for each decision with a choice."""

    def decide(self, decision: Decision) -> list[int]:
        """Count the decision and return random picks."""
        if decision.option_count != decision.least or decision.ordered:
            self.asked.append((len(decision.match.text), len(str(decision.text))))
        return super().decide(decision)


@dataclass(frozen=True, slots=True)
class SetupSample:
    """What a seat is asked in a match of a setup."""

    requests: float
    start_tokens: float
    decision_tokens: float


def sampled(terms: TournamentConfig) -> SetupSample:
    """Return what random bots are asked in a few matches."""
    seats = len(manned(terms.rules, terms.setup))
    asked: list[tuple[int, int]] = []
    seen = 0
    for number in range(SAMPLE):
        match_id = f"plan/{number}"
        bots = [AskedCounter() for _ in range(seats)]
        match = new_match(terms, match_id, (), match_seed(bytes(32), match_id))
        InProcessRunner(match, [LocalBot(bot) for bot in bots], None, lambda _: None, Stop()).play()
        asked += [sizes for bot in bots for sizes in bot.asked]
        seen += seats
    start, decision = (fmean(column) / UNKNOWN for column in zip(*asked, strict=True)) if asked else (0.0, 0.0)
    return SetupSample(len(asked) / seen, start, decision)


def seats_of(terms: TournamentConfig) -> Mapping[str, float]:
    """Return by bot its seats in all matches of the schedule."""
    seen = list(islice(WHOLE[terms.format.kind](terms), _MOST_SEEN))
    counts = Counter(bot for entry in seen for bot in entry.seats)
    return {bot: number * number_of_matches(terms) / len(seen) for bot, number in counts.items()}


def planned(
    config: EvaluationConfig, folder: EvaluationFolder, tournaments: Sequence[TournamentConfig],
    counted: Callable[[str, str], int],
) -> dict[str, dict[str, ExpectedUse]]:
    """Return by setup and model what is still to be spent; `counted` returns the matches of a setup and a model that
    are counted already.
    """
    calls = {model.name: calls_by_setup(CallFile(folder.calls(model.name)).new()) for model in config.models}
    found: dict[str, dict[str, ExpectedUse]] = {}
    for terms in tournaments:
        seats, sample = seats_of(terms), None
        found[terms.name] = {}
        for model in config.models:
            done, known = counted(terms.name, model.name), calls[model.name].get(terms.name, Calls())
            left = max(0, round(seats.get(model.name, 0)) - done)
            if done and known.requests:
                each = _measured(known, done)
            else:
                sample = sample or sampled(terms)
                each = _expected(config, model, sample)
            found[terms.name][model.name] = ExpectedUse(
                left, left * each[0], left * each[1], left * each[2],
                left * model.money((each[1], each[2]), known.cached_share), left * each[3],
                measured=bool(done and known.requests))
    return found


def _measured(calls: Calls, matches: int) -> tuple[float, float, float, float]:
    """Return requests, tokens read and written, and seconds of a match."""
    return (calls.requests / matches, calls.input_tokens / matches, calls.output_tokens / matches,
            sum(calls.seconds) / matches)


def _expected(config: EvaluationConfig, model: EvaluatedModel,
              sample: SetupSample) -> tuple[float, float, float, float]:
    """Return the same, from what random bots are asked; turns that are repeated are read again each time."""
    plan = config.table.plan
    remembering = model.chat.remembering if model.chat else None
    again = remembering.turns if remembering is not None and remembering.kind == "turns" else 0
    read = sample.start_tokens + sample.decision_tokens * (1 + again)
    return (sample.requests, sample.requests * read, sample.requests * plan.output_tokens,
            sample.requests * plan.seconds)
