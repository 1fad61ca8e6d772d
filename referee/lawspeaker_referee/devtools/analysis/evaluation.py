"""What the answers of bots have lost in the matches of a tournament, by a sample of each bot's answers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from math import ceil, sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Final

from lawspeaker_engine.model import Seat
from lawspeaker_referee.competition.results import PlayedMatch
from lawspeaker_referee.competition.tournament.blocks import record_path
from lawspeaker_referee.config.tournament import TournamentConfig
from lawspeaker_referee.devtools.analysis.judgement import regret
from lawspeaker_referee.record.file import read_record

A_MATCH: Final = 5
"""Decisions of a bot that are judged in one match: those of many matches say more than many of one."""


@dataclass(frozen=True, slots=True)
class Loss:
    """What one answer has lost."""

    prompt: str
    phase: str
    loss: float
    """In chance to win, from 0 to 1; a little below 0 by chance."""
    mistake: bool
    """True if another answer is better by more than chance explains."""


@dataclass(frozen=True, slots=True)
class SampledMatch:
    """A match of which some decisions of a bot are judged."""

    key: str
    """The digest of its record, the bot and the number of playouts."""
    record: Path
    seats: tuple[Seat, ...]
    """Those of the bot."""
    playouts: int

    def losses(self) -> list[Loss]:
        """Return what its sampled answers have lost, without stand-ins and answers of the referee.

        Raises RecordError, RecordDiffers and OSError.
        """
        found = regret(read_record(self.record), A_MATCH, self.playouts, wanted=self.seats.__contains__)
        return [Loss(each.prompt, each.phase, each.loss, each.is_mistake) for each in found if each.own]


def sampled(terms: TournamentConfig, played: Sequence[PlayedMatch], bot: str, decisions: int,
            playouts: int) -> list[SampledMatch]:
    """Return matches of a bot with so many decisions in all, the same whenever the same matches are counted."""
    own = sorted((each for each in played if bot in each.seats),
                 key=lambda each: blake2b(f"{each.match_id} {each.attempt}".encode(), digest_size=8).digest())
    return [SampledMatch(f"{each.digest} {bot} {playouts}", record_path(terms, each.entry.attempt_id),
                         tuple(seat for seat, name in enumerate(each.seats) if name == bot), playouts)
            for each in own[:ceil(decisions / A_MATCH)]]


@dataclass(frozen=True, slots=True)
class MeanLoss:
    """What the answers of one kind have lost."""

    kind: str
    decisions: int
    mean: float
    error: float | None
    """The standard error of `mean`, by how matches differ; None of a single match."""
    mistakes: int


def mean_losses(matches: Sequence[Sequence[Loss]]) -> Iterator[MeanLoss]:
    """Yield the losses by match as means: of all, then by prompt and by phase, where they lose most first."""
    if not any(matches):
        return
    yield _mean("all", matches)
    for field in ("prompt", "phase"):
        kinds = defaultdict[str, list[list[Loss]]](list)
        for match in matches:
            of_match = defaultdict[str, list[Loss]](list)
            for each in match:
                of_match[getattr(each, field)].append(each)
            for kind, losses in of_match.items():
                kinds[kind].append(losses)
        yield from sorted((_mean(kind, losses) for kind, losses in kinds.items()), key=lambda each: -each.mean)


def _mean(kind: str, matches: Sequence[Sequence[Loss]]) -> MeanLoss:
    every = [each for match in matches for each in match]
    means = [fmean(each.loss for each in match) for match in matches if match]
    return MeanLoss(kind, len(every), fmean(each.loss for each in every),
                    stdev(means) / sqrt(len(means)) if len(means) > 1 else None, sum(each.mistake for each in every))
