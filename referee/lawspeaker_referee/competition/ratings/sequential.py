"""A sequential test that says after each seed block whether one bot is better than another, or not by enough.

It is Wald's sequential probability ratio test with the likelihood ratio at the likeliest distribution of scores under
each hypothesis (a generalised SPRT). Seed blocks are the observations, so it does not matter how the matches of a block
depend on one another. With two players a block is a seed played from both sides, and the test is the pentanomial one
that chess engines are tested with. With more players two versions play at the same tables, or each for itself in the
same field.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum, log
from typing import Annotated, Any, Final, Literal, Self

import numpy as np
from msgspec import Meta
from msgspec.structs import asdict
from numpy.typing import NDArray

from lawspeaker_referee.competition.formats.standings import points
from lawspeaker_referee.competition.results import PlayedMatch
from lawspeaker_referee.config.formatting import format_count
from lawspeaker_referee.config.validation import BadConfig, Table, Text, check

Floats = NDArray[np.float64]
_HALVINGS: Final = 48
"""Enough for a double: each halves the interval of the root."""


def llr_of_mean(values: Floats, counts: Floats, mean0: float, mean1: float) -> Floats:
    """Return the log-likelihood ratio of the mean `mean1` against `mean0` for each row of counts.

    Both means must lie strictly between values that were counted.
    """
    tilts = [_tilt(values, counts, mean) for mean in (mean0, mean1)]
    logs = [np.log1p(tilt[:, np.newaxis] * (values - mean)) for tilt, mean in zip(tilts, (mean0, mean1), strict=True)]
    ratio: Floats = (counts * (logs[0] - logs[1])).sum(axis=1)
    return ratio


def _tilt(values: Floats, counts: Floats, mean: float) -> Floats:
    """Return by row the x of the likeliest probabilities p_i = n_i / (n (1 + x (v_i - mean))) with this mean.

    This is the empirical likelihood of a mean (Owen 1988), and x its Lagrange multiplier: the root of sum n_i (v_i -
    mean) / (1 + x (v_i - mean)). The sum falls all the way between the poles of the lowest and the highest value, so
    halving finds it.
    """
    off = values - mean
    # The interval in which all probabilities are positive.
    low = np.full(len(counts), -1 / off.max())
    high = np.full(len(counts), -1 / off.min())
    # Halving and not Newton: close to a pole the slope has no bound, and all rows are done at once.
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        above = (counts * off / (1 + middle[:, np.newaxis] * off)).sum(axis=1) > 0
        low, high = np.where(above, middle, low), np.where(above, high, middle)
    found: Floats = (low + high) / 2
    return found


def llr_of_effect(values: Floats, counts: Floats, zero: float, effect0: float, effect1: float) -> Floats:
    """Return the log-likelihood ratio of the effect `effect1` against `effect0`, with normal scores.

    The effect is (mean - zero) / standard deviation; the variance is the likeliest one under each hypothesis.
    """
    total = counts.sum(axis=1)
    mean = (counts * values).sum(axis=1) / total
    variance = (counts * (values - mean[:, np.newaxis]) ** 2).sum(axis=1) / total
    effect = (mean - zero) / np.sqrt(variance)
    ratio: Floats = total / 2 * np.log((1 + (effect - effect0) ** 2) / (1 + (effect - effect1) ** 2))
    return ratio


LEAST: Final = 10
"""Blocks before which nothing is decided, because their spread is not known yet."""
DOUBT: Final = 1.0
"""Matches that are added at the scores 0 and 1, so that few blocks do not look certain. They are matches and not
blocks, because a block of many matches varies less: a whole one would hide what the others say."""
NOTHING: Final[Mapping[float, int]] = {}
_MOST_ELO: Final = 1000.0
NORMALISED: Final = 800 / log(10)
"""Normalised Elo of a mean that lies one standard deviation of a match above one half."""


@dataclass(frozen=True, slots=True)
class TestState:
    """The state of a test."""

    verdict: str
    """`H0`: not better than by `elo0`; `H1`: better by `elo1`; or `continue`."""
    llr: float
    """Logarithm of the likelihood ratio of H1 to H0."""
    lower: float
    """The bound at which H0 is accepted."""
    upper: float
    """The bound at which H1 is accepted."""
    blocks: int
    """Blocks that were counted until the verdict."""
    left_out: int
    """Blocks until then in which the two did not play alike, so that they could not be counted."""
    score: float
    """Mean of the blocks, 0.5 without any. After a verdict it is too extreme on average."""
    scores: tuple[tuple[float, int], ...]
    """(Score, blocks that had it); with two players the scores are 0, 1/4, 1/2, 3/4 and 1."""


class StopTable(Table, frozen=True):
    """The table [stop] of a tournament's file; `SequentialTest` says what its keys mean."""

    bot: Text
    against: Text
    elo0: Annotated[float, Meta(ge=-_MOST_ELO, le=_MOST_ELO)]
    elo1: Annotated[float, Meta(ge=-_MOST_ELO, le=_MOST_ELO)]
    alpha: Annotated[float, Meta(ge=0.0001, le=0.4)] = 0.05
    beta: Annotated[float, Meta(ge=0.0001, le=0.4)] = 0.05
    scale: Literal["logistic", "normalised"] = "logistic"


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """A test of H1, `bot` is better than `against` by `elo1`, against H0, it is better by `elo0` only."""

    bot: str
    against: str
    elo0: float
    elo1: float
    alpha: float = 0.05
    """Highest probability to accept H1 where H0 is true."""
    beta: float = 0.05
    """Highest probability to accept H0 where H1 is true."""
    scale: str = "logistic"
    """`logistic`: Elo of the expected score; `normalised`: in standard deviations of a match."""

    @classmethod
    def parse(cls, table: Mapping[str, Any], where: str = "stop: ") -> Self:
        """Return the test that the table [stop] means. Raises BadConfig, which begins with `where`."""
        test = cls(**asdict(check(table, StopTable, where)))
        if test.bot == test.against:
            raise BadConfig(f"{where}against is {test.against!r} like bot; name the other version")
        if test.elo0 >= test.elo1:
            raise BadConfig(f"{where}elo1 is {test.elo1:g}; it is more than elo0, {test.elo0:g}")
        return test

    @property
    def lower(self) -> float:
        """The bound at which H0 is accepted (Wald): log(beta / (1 - alpha))."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The bound at which H1 is accepted: log((1 - beta) / alpha)."""
        return log((1 - self.beta) / self.alpha)

    def state(self, played: Sequence[PlayedMatch]) -> TestState:
        """Return the state after these matches: whole blocks, in the order of the schedule. The first verdict stays."""
        return self.start().add(_blocks(played))

    def start(self) -> SequentialRun:
        """Return a run of the test in which nothing was played yet."""
        return SequentialRun(self)

    def path(self, scores: Floats, matches: float, before: Mapping[float, int] = NOTHING) -> Floats:
        """Return the log-likelihood ratio after each block; 0 while there are fewer than `LEAST`.

        `matches` is how many each of the two plays in a block, `before` how many earlier blocks had each score.
        """
        # Scores from sums of shares differ in their last digits; rounded they fall into one class. 0 and 1 are always
        # there, so that both means lie between values that were counted, as `llr_of_mean` needs.
        known, doubt = np.array([0.0, 1.0, *before]), DOUBT / matches
        values, which = np.unique(np.round(np.concatenate([known, scores]), 9), return_inverse=True)
        base = np.bincount(which[:len(known)], [doubt, doubt, *before.values()], len(values)).astype(np.float64)
        counts = base + np.cumsum(np.eye(len(values))[which[len(known):]], axis=0)
        if self.scale == "normalised":
            # The scale is that of a match, and a block is the mean of several: its standard deviation is smaller by the
            # root.
            effects = [elo / NORMALISED * matches**0.5 for elo in (self.elo0, self.elo1)]
            path = llr_of_effect(values, counts, 0.5, *effects)
        else:
            path = llr_of_mean(values, counts, *(1 / (1 + 10 ** (-elo / 400)) for elo in (self.elo0, self.elo1)))
        # 0 is between the bounds, so nothing can be decided there.
        path[:max(0, LEAST - 1 - sum(before.values()))] = 0
        return path


class SequentialRun:
    """A run of a test; adding a block costs the same after many blocks as after few."""

    def __init__(self, test: SequentialTest) -> None:
        self._test = test
        self._seen: Counter[float] = Counter()
        """Score -> blocks."""
        self._matches = self._scored = 0
        self._state = TestState("continue", 0.0, test.lower, test.upper, 0, 0, 0.5, ())

    def add(self, blocks: Iterable[Sequence[PlayedMatch]]) -> TestState:
        """Count further whole blocks, which follow the earlier ones in the schedule, and return the state."""
        return self.add_scores([block_score(self._test.bot, self._test.against, block) for block in blocks])

    def add_scores(self, block_scores: Sequence[BlockScore | None]) -> TestState:
        """Count further blocks by their scores; None for one in which the two did not play alike."""
        known = {number: each for number, each in enumerate(block_scores, 1) if each is not None}
        # A verdict stays. A test that went on after it would have other error rates than those that were promised.
        if self._state.verdict != "continue" or not block_scores:
            return self._state
        self._matches += sum(each.matches for each in known.values())
        self._scored += len(known)
        scores = np.array([each.score for each in known.values()])
        path = self._test.path(scores, self._matches / self._scored if self._scored else 1.0, self._seen)
        # The first block at or beyond a bound decides; what was played after it does not count.
        over = np.flatnonzero((path >= self._test.upper) | (path <= self._test.lower))
        count = int(over[0]) + 1 if len(over) else len(known)
        llr = float(path[count - 1]) if count else self._state.llr
        # Blocks that were left out are counted up to the verdict only, like those that count.
        until = list(known)[count - 1] if len(over) else len(block_scores)
        self._seen.update(scores[:count].tolist())
        total = self._state.blocks + count
        self._state = TestState(
            "continue" if not len(over) else "H1" if llr >= self._test.upper else "H0", llr, self._test.lower,
            self._test.upper, total, self._state.left_out + until - count,
            fsum(score * number for score, number in self._seen.items()) / total if total else 0.5,
            tuple(sorted(self._seen.items())))
        return self._state


@dataclass(frozen=True, slots=True)
class BlockScore:
    """The score of a block in which the two played alike."""

    score: float
    """The expected score of the first against an equal of the second, from the difference of their points.

    Where they also meet others it may lie beyond 0 and 1.
    """
    matches: int
    """Matches of each of the two."""


def block_score(bot: str, against: str, block: Sequence[PlayedMatch]) -> BlockScore | None:
    """Return the score of a block; None if the two did not play in the same seats against the same others."""
    if not any(bot in match.seats for match in block):  # with many bots, most blocks
        return None
    own, other = _BlockSide(bot, against), _BlockSide(against, bot)
    for match in block:
        own.add(match)
        other.add(match)
    if not own.shares or own.seats != other.seats or own.others != other.others:
        return None
    # A point of score moves the difference of their points by 1 where the two meet only third bots, and by 2 where
    # they play only each other, for what one gains the other loses.
    share = 1 + sum(other.faced) / len(other.faced)
    difference = sum(own.shares) / len(own.shares) - sum(other.shares) / len(other.shares)
    return BlockScore(0.5 + difference / share, own.matches)


class _BlockSide:
    """One of the two in a block; the lists have an entry for each of its seats."""

    def __init__(self, name: str, opponent: str) -> None:
        self._name, self._opponent = name, opponent
        self.matches = 0
        self.shares: list[float] = []
        self.faced: list[float] = []
        """The share of its opponents that was the other of the two, or in a team with it."""
        self.seats: Counter[tuple[int, int]] = Counter()
        self.others: Counter[str] = Counter()

    def add(self, match: PlayedMatch) -> None:
        """Count a match in which it may have played. One in which the two are team mates says nothing of them."""
        sides = match.teams or range(len(match.seats))
        names = {name: {side for bot, side in zip(match.seats, sides, strict=True) if bot == name}
                 for name in (self._name, self._opponent)}
        # Sides are compared and not seats, since team mates share their place.
        if names[self._name] & names[self._opponent]:
            return
        self.matches += self._name in match.seats
        for seat, bot in enumerate(match.seats):
            if bot == self._name:
                against = [side for side in sides if side != sides[seat]]
                self.shares.append(points(match)[seat])
                self.faced.append(sum(side in names[self._opponent] for side in against) / len(against))
                self.seats[len(match.seats), seat] += 1
                self.others.update(set(match.seats) - {self._name, self._opponent})


def _blocks(played: Sequence[PlayedMatch]) -> list[list[PlayedMatch]]:
    """Return the matches by block, in the order in which the blocks begin."""
    blocks: dict[str, list[PlayedMatch]] = {}
    for match in played:
        blocks.setdefault(match.block, []).append(match)
    return list(blocks.values())


def verdict_in_words(stop: Mapping[str, Any], verdict: str, llr: float, lower: float, upper: float,
                     blocks: int) -> str:
    """Return which bot is better, by which bounds, after how many blocks; `stop` has the settings of the test."""
    bot, against = stop["bot"], stop["against"]
    unit = "normalised Elo" if stop.get("scale") == "normalised" else "Elo"
    bounds = f"H0: by {stop['elo0']:g} {unit} at most, H1: by {stop['elo1']:g} or more"
    after = f"after {format_count(blocks, 'seed block')}"
    if verdict == "H1":
        claim = f"{bot} is {_more_than(stop['elo0'], unit, against)}"
        reached = f"{llr:.2f}, at or above {upper:.2f}"
    elif verdict == "H0":
        claim = f"{bot} is {_less_than(stop['elo1'], unit, against)}"
        reached = f"{llr:.2f}, at or below {lower:.2f}"
    else:
        claim = f"not decided whether {bot} is better than {against}"
        reached = f"{llr:.2f}, between {lower:.2f} and {upper:.2f}"
    accepted = f"{verdict} is accepted" if verdict != "continue" else "the test goes on"
    return f"{claim}: {accepted} {after} ({bounds}; log likelihood ratio {reached})"


def _more_than(elo: float, unit: str, against: str) -> str:
    """Return the text for a difference that was found to be larger than `elo`."""
    if elo < 0:
        return f"not worse than {against} by {-elo:g} {unit} or more"
    return f"better than {against}" + (f" by more than {elo:g} {unit}" if elo else "")


def _less_than(elo: float, unit: str, against: str) -> str:
    """Return the text for a difference that was found to be smaller than `elo`."""
    if elo < 0:
        return f"worse than {against} by more than {-elo:g} {unit}"
    return f"not better than {against}" + (f" by {elo:g} {unit} or more" if elo else "")
