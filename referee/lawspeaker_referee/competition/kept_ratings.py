"""Ratings that were computed before, kept in the ledger: rating takes long with many matches, reading does not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from math import inf, isfinite
from typing import TYPE_CHECKING, Any, Final

from lawspeaker_referee.competition.ledger.queries import LedgerQueries
from lawspeaker_referee.competition.ledger.sums import HISTORY, RATINGS
from lawspeaker_referee.competition.rating_values import Rating

if TYPE_CHECKING:  # these take long to import, and what is kept is read without them
    from lawspeaker_referee.competition.ledger.ledger import Ledger
    from lawspeaker_referee.competition.model_fit import ModelFit
    from lawspeaker_referee.competition.ratings import Ratings
    from lawspeaker_referee.config.tournament import TournamentConfig

KEEP_WITHIN: Final = 1.0
"""Seconds for which ratings that were shown wait to be kept."""
MOST_MOMENTS: Final = 64
"""Moments of a history; of more, every second one of the older half is left out."""


@dataclass(frozen=True, slots=True)
class KeptRatings:
    """Ratings of the first so many counted matches."""

    matches: int
    bots: tuple[Rating, ...]
    """Best first."""
    notes: tuple[str, ...]
    """The notes of the ratings, and the lines of the test of fit if there was one."""
    voided: int = 0
    """Results that had been voided before the matches were read: with more they are of other matches, and not kept."""


@dataclass(frozen=True, slots=True)
class RatedMoment:
    """The ratings at one moment."""

    matches: int
    """Counted matches that they contain."""
    elo: Mapping[str, float]


def rate(
    ledger: LedgerQueries, terms: TournamentConfig, start: Ratings | None = None,
) -> tuple[Ratings, ModelFit, KeptRatings]:
    """Rate all counted matches, and test the fit; return it also as it is kept. Raises BadGames and BadLedger.

    `start` are earlier ratings, from which the fit begins. Unlike a query it is not repeated by the retry policy.
    """
    # Matches and pairs are of one moment: a test of fit over more matches than the ratings could not be made again.
    from lawspeaker_referee.competition.model_fit import model_fit
    from lawspeaker_referee.competition.ratings import rate_matches

    voided = ledger.voided(terms.name)
    with ledger.results_and_pairs(terms.name) as (results, pairs):
        ratings = rate_matches(terms, results, start)
        fit = model_fit(ratings, pairs)
    return ratings, fit, as_kept(ratings, fit, voided)


def as_kept(ratings: Ratings, fit: ModelFit, voided: int = 0) -> KeptRatings:
    """Return ratings and their test of fit as they are kept."""
    from lawspeaker_referee.competition.model_fit import fit_lines

    return KeptRatings(ratings.matches, ratings.bots, (*ratings.notes, *(() if fit.test.untested else fit_lines(fit))),
                       voided)


def keep(ledger: Ledger, name: str, ratings: KeptRatings) -> None:
    """Keep ratings and add them to the history, unless later ones are kept. Raises BadLedger."""
    known = ledger.computed(name, RATINGS)
    if known is not None and known["matches"] >= ratings.matches:
        return
    ledger.keep(name, RATINGS, {"matches": ratings.matches, "notes": list(ratings.notes), "bots": [
        [each.bot, each.elo, _finite(each.low), _finite(each.high), each.matches, each.blocks, each.points]
        for each in ratings.bots]}, ratings.voided)
    moments = [*(each for each in ledger.computed(name, HISTORY) or () if each["matches"] < ratings.matches),
               {"matches": ratings.matches, "elo": rounded(ratings.bots)}]
    ledger.keep(name, HISTORY, thinned(moments), ratings.voided)


def keep_shown(url: str, name: str, ratings: KeptRatings) -> None:
    """Keep ratings that a look at a ledger has shown; unlike the look this writes. Raises BadLedger."""
    from lawspeaker_referee.competition.ledger.ledger import Ledger

    with closing(Ledger.open(url, patience=KEEP_WITHIN)) as ledger:
        keep(ledger, name, ratings)


def kept_ratings(ledger: LedgerQueries, name: str) -> KeptRatings | None:
    """Return the ratings that were kept last; None if there are none. Raises BadLedger."""
    known = ledger.computed(name, RATINGS)
    if known is None:
        return None
    return KeptRatings(known["matches"], tuple(
        Rating(elo=elo, low=-inf if low is None else low, high=inf if high is None else high, bot=bot, matches=matches,
               blocks=blocks, points=points)
        for bot, elo, low, high, matches, blocks, points in known["bots"]), tuple(known["notes"]))


def rating_history(ledger: LedgerQueries, name: str, newest: Ratings | None = None) -> tuple[RatedMoment, ...]:
    """Return the moments at which ratings were kept, the first one first, and then the newest. Raises BadLedger."""
    kept = [RatedMoment(each["matches"], each["elo"]) for each in ledger.computed(name, HISTORY) or ()]
    if newest is not None and (not kept or kept[-1].matches < newest.matches):
        kept.append(RatedMoment(newest.matches, rounded(newest.bots)))
    return tuple(kept)


def thinned(moments: list[Any]) -> list[Any]:
    """Return at most MOST_MOMENTS of these: the first and the last ones stay."""
    if len(moments) <= MOST_MOMENTS:
        return moments
    older = len(moments) // 2
    return moments[:older:2] + moments[older:]


def rounded(bots: Sequence[Rating]) -> dict[str, float]:
    """Return bot -> rating as a history keeps it."""
    return {each.bot: round(each.elo, 1) for each in bots}


def _finite(end: float) -> float | None:
    return end if isfinite(end) else None
