"""Compare the ratings that a ledger keeps with those that follow from its results, and name what differs.

Ratings and each moment of their history are those of the matches that were counted first, so many, so they can be made
again at any later time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise, zip_longest
from math import isclose
from random import SystemRandom
from typing import Any, Final

import msgspec

from lawspeaker_referee.competition.kept_ratings import (
    KeptRatings,
    RatedMoment,
    as_kept,
    kept_ratings,
    rating_history,
    rounded,
)
from lawspeaker_referee.competition.ladder.results import PRESENCE
from lawspeaker_referee.competition.ledger.queries import LedgerQueries
from lawspeaker_referee.competition.ledger.sums import HISTORY, OF_ALL, RATINGS, PairSums, add_pairs
from lawspeaker_referee.competition.ledger.sums_check import both
from lawspeaker_referee.competition.model_fit import model_fit
from lawspeaker_referee.competition.rating_values import Rating
from lawspeaker_referee.competition.ratings import BadGames, Ratings, rate_matches
from lawspeaker_referee.competition.results import PlayedMatch
from lawspeaker_referee.config.formatting import format_count
from lawspeaker_referee.config.tournament import TournamentConfig

CLOSE: Final = 0.001
"""Points of Elo by which two fits of the same matches may differ: they may begin elsewhere, and processors round."""
CLOSE_IN_HISTORY: Final = 0.1 + CLOSE
"""The same for a history, which keeps one decimal."""
SAME: Final = 1e-6
"""The same for numbers that are only added up."""
_NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")
_UNREADABLE: Final = "what is stored cannot be read"


@dataclass(frozen=True, slots=True)
class KeptVerdict:
    """The result of comparing kept ratings with the results of matches."""

    moments: int
    """Moments of which ratings are kept: those of the history, and the last one with intervals."""
    checked: int
    wrong: int
    """Those of the checked ones that are not what the results give."""
    differences: tuple[str, ...]
    """A line for each value that differs."""


def check_kept(ledger: LedgerQueries, terms: TournamentConfig, sample: int | None = None) -> KeptVerdict:
    """Return how kept ratings and their history compare with the results. Raises BadLedger.

    With `sample` only so many moments of the history are rated again, chosen at random.
    """
    known, history = _kept(ledger, terms.name), _history(ledger, terms.name)
    chosen = history
    if sample is not None and sample < len(history):
        chosen = [history[number] for number in sorted(SystemRandom().sample(range(len(history)), sample))]
    counted = len(ledger.counted_ids(terms.name))  # after the ratings were read, or these could have more matches
    found, start = list[list[str]](), None
    for moment in chosen:
        own, start = _of_moment(ledger, terms, moment, counted, start)
        found.append([f"computed: {HISTORY}: {line}" for line in own])
    if known is not None:
        found.append([f"computed: {RATINGS}: {line}" for line in _of_ratings(ledger, terms, known, counted, start)])
    lines = [line for each in found for line in each]
    lines += [f"computed: {what}: nothing that this version keeps has this name"
              for what in ledger.computed_names(terms.name)
              if what not in {OF_ALL, RATINGS, HISTORY} and not what.startswith(PRESENCE)]
    return KeptVerdict(len(history) + (known is not None), len(found), sum(map(bool, found)), tuple(lines))


def _history(ledger: LedgerQueries, name: str) -> Sequence[RatedMoment | None]:
    """Return the moments of the history in their order; None for one that cannot be read."""
    try:
        return [msgspec.convert(msgspec.to_builtins(each), RatedMoment) for each in rating_history(ledger, name)]
    except (ValueError, TypeError, KeyError, AttributeError):
        return [None]


def _kept(ledger: LedgerQueries, name: str) -> KeptRatings | str | None:
    """Return the ratings that are kept; None for none, and a line if they cannot be read."""
    try:
        known = kept_ratings(ledger, name)
        return known if known is None else msgspec.convert(msgspec.to_builtins(known), KeptRatings)
    except (ValueError, TypeError, KeyError):
        return _UNREADABLE


def _of_moment(ledger: LedgerQueries, terms: TournamentConfig, moment: RatedMoment | None, counted: int,
               start: Ratings | None) -> tuple[list[str], Ratings | None]:
    """Return in what a moment differs, and the ratings from which the next fit may begin."""
    if moment is None or not 0 < moment.matches <= counted:
        return [_UNREADABLE if moment is None else _too_many(moment.matches, counted)], start
    where = f"after {format_count(moment.matches, 'match')}: "
    try:
        ratings = rate_matches(terms, ledger.results_by_id(terms.name, moment.matches), start)
    except BadGames as error:
        return [f"{where}ratings are stored, and there are none: {error}"], start
    right = rounded(ratings.bots)
    return [f"{where}{bot} is {both(moment.elo.get(bot), right.get(bot))}" for bot in sorted({*moment.elo, *right})
            if not _close(moment.elo.get(bot), right.get(bot), CLOSE_IN_HISTORY)], ratings


def _of_ratings(ledger: LedgerQueries, terms: TournamentConfig, known: KeptRatings | str, counted: int,
                start: Ratings | None) -> Iterator[str]:
    """Yield in what the kept ratings differ from those of the same matches."""
    if isinstance(known, str) or not 0 < known.matches <= counted:
        yield known if isinstance(known, str) else _too_many(known.matches, counted)
        return
    try:
        right = _rated(ledger, terms, known.matches, start)
    except BadGames as error:
        yield f"they are stored, and there are none: {error}"
        return
    yield from _different_bots(known.bots, right.bots)
    for note, own in zip_longest(known.notes, right.notes):
        if note is None or own is None or not _alike(note, own):
            yield f"a note is {both(note, own)}"


def _rated(ledger: LedgerQueries, terms: TournamentConfig, matches: int, start: Ratings | None) -> KeptRatings:
    """Rate the matches that were counted first, so many, with pairs made from the same. Raises BadGames."""
    pairs: dict[tuple[str, str], PairSums] = {}

    def read() -> Iterator[PlayedMatch]:
        for played in ledger.results_by_id(terms.name, matches):
            add_pairs(pairs, played)
            yield played

    ratings = rate_matches(terms, read(), start)
    return as_kept(ratings, model_fit(ratings, pairs.items))


def _different_bots(stored: Sequence[Rating], right: Sequence[Rating]) -> Iterator[str]:
    was, now = ({each.bot: asdict(each) for each in bots} for bots in (stored, right))
    for bot in sorted({*was, *now}):
        if bot not in was or bot not in now:
            yield f"{bot}: {'it is stored, and no match is of it' if bot in was else 'nothing is stored'}"
            continue
        for name, value in now[bot].items():
            if not _close(was[bot][name], value, CLOSE if name in {"elo", "low", "high"} else SAME):
                yield f"{bot}: {name} is {both(was[bot][name], value)}"
    order = [now[each.bot]["elo"] for each in stored if each.bot in now]
    if any(one < other - CLOSE for one, other in pairwise(order)):
        yield f"the order is {both([each.bot for each in stored], [each.bot for each in right])}"


def _close(was: Any, now: Any, apart: float) -> bool:
    if was is None or now is None:
        return was is now
    return was == now or (isinstance(now, float) and isclose(was, now, rel_tol=0, abs_tol=apart))


def _alike(note: str, own: str) -> bool:
    """Return whether two notes say the same, with fractions that differ by their last digit at most."""
    if _NUMBER.split(note) != _NUMBER.split(own):
        return False
    return all(isclose(float(one), float(other), rel_tol=0, abs_tol=_last_digit(other))
               for one, other in zip(_NUMBER.findall(note), _NUMBER.findall(own), strict=True))


def _last_digit(number: str) -> float:
    return 0.0 if number.isdigit() else 1.01 * 10.0 ** -len(number.partition(".")[2])


def _too_many(matches: int, counted: int) -> str:
    return f"{format_count(matches, 'match')} as stored, and {counted} are counted"
