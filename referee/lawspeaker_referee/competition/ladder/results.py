"""Verify a ladder's records, write its ledger and rate it, in a worker process: plain data in, plain data out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from math import isfinite
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any, Final

from msgspec import convert, to_builtins

from lawspeaker_engine.dice import match_seed
from lawspeaker_engine.setups import manned
from lawspeaker_referee.competition.head_keeper import HeadKeeper, head_files
from lawspeaker_referee.competition.kept_ratings import KeptRatings, keep, kept_ratings, rate
from lawspeaker_referee.competition.ladder.standings import LatestMatch
from lawspeaker_referee.competition.ledger import Ledger, LedgerQueries
from lawspeaker_referee.competition.ledger.database import SHORT_PATIENCE
from lawspeaker_referee.competition.ledger.facts import BadLedger, Contradiction, Decided
from lawspeaker_referee.competition.ledger.sums import BotSums
from lawspeaker_referee.competition.organiser import Ruling, rulings
from lawspeaker_referee.competition.results import MatchDetails, PlayedMatch, ScheduledMatch
from lawspeaker_referee.competition.tournament.record_result import agreed_of, played_of
from lawspeaker_referee.config.entrants import entrant_of
from lawspeaker_referee.config.tournament import parse_config
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.file import SUFFIX, read_header

if TYPE_CHECKING:  # this takes half of the start of a process, and only the one that rates needs it
    from lawspeaker_referee.competition.ratings import Ratings
    from lawspeaker_referee.record.signing import SigningKey

VERDICT: Final = "verdict"
"""The kind of a ledger's decision that holds a verdict of probation."""
REFEREE: Final = "referee"
"""The kind of a ledger's decision that a referee plays matches of the ladder, with its label and its folder."""
PRESENCE: Final = "referee "
"""The beginning of the name under which a referee keeps its presence."""

LATEST: Final = 10
"""Counted matches that standings name."""


@dataclass(frozen=True, slots=True)
class Job:
    """The name, settings and files of a ladder, for its worker process."""

    ledger: str
    """URL of the ledger."""
    name: str
    terms: Mapping[str, Any]
    """Its config as the ledger has it."""
    records: Path
    secret: bytes = field(repr=False)
    """The secret that all dice derive from."""
    key: Path | None = None
    """The file of the key that signs what is written to the ledger; None to sign nothing."""
    referee: str = ""
    """The label of this referee among those of the ladder."""


@dataclass(frozen=True, slots=True)
class Verified:
    """A match whose record verifies."""

    played: PlayedMatch
    details: MatchDetails
    record: str
    """Path of the record."""


def verify(job: Job, match_id: str) -> Verified:
    """Replay the record of a match and return its result. Raises RecordError and OSError."""
    path = job.records / (match_id + SUFFIX)
    terms = parse_config(job.terms, "the ledger")
    seats = read_header(path).seats
    found = [seats[seat] for seat in manned(terms.rules, terms.setup) if seat < len(seats)]
    bots = [entrant_of(seat.identity, seat.version) for seat in found]
    if not all(seat.identity for seat in found) or len(bots) != terms.table_size:
        raise RecordError(f"{path}: it was played without tokens, so nobody knows whose its bots are")
    agreed = agreed_of(terms, match_seed(job.secret, match_id))
    return Verified(*played_of(path, ScheduledMatch(match_id, match_id, 1, terms.by_seat(bots)), agreed), str(path))


def count(job: Job, verified: Verified) -> None:
    """Count a match unless it is counted already. Raises BadLedger, and Contradiction if it never can be counted."""
    ledger, played = opened(job.ledger, job.key), verified.played
    ledger.schedule(job.name, [ScheduledMatch(played.match_id, played.block, played.round, played.seats)])
    ledger.count(job.name, played, verified.record, verified.details)


def decide(job: Job, what: str, payload: Mapping[str, Any]) -> None:
    """Write down a decision, unless it repeats the last one. Raises BadLedger."""
    ledger = opened(job.ledger, job.key)
    last = ledger.decisions(job.name)[-1:]
    if not last or (last[0].what, last[0].payload) != (what, payload):
        ledger.decide(job.name, what, payload)


@dataclass(frozen=True, slots=True)
class Seen:
    """The last rows of a ledger that were read."""

    result: int = 0
    decision: int = 0


@dataclass(frozen=True, slots=True)
class SharedPresence:
    """The bots that are at a referee, for the standings of the others."""

    referee: str
    unix_ms: int
    """When it told this."""
    here: Mapping[str, int]
    """Bot -> its running matches."""
    running: int
    """All running matches."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """A decision of the organiser, and the result that it takes out of those that were told."""

    ruling: Ruling
    played: PlayedMatch | None = None
    """None for another decision, or for a result that was never told."""


@dataclass(frozen=True, slots=True)
class News:
    """The rows that came into a ledger since it was read last."""

    seen: Seen
    played: tuple[PlayedMatch, ...]
    """In the order in which they were counted."""
    verdicts: tuple[Mapping[str, Any], ...]
    """Verdicts of other referees."""
    ruled: tuple[Ruled, ...]
    """Decisions of the organiser, after the results above."""
    others: tuple[SharedPresence, ...]
    """The last news of the other referees; empty unless this one told something."""
    latest: tuple[LatestMatch, ...]
    """The matches that were counted last, the newest first."""
    answers: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Bot of these matches -> the decisions in all its matches, and the stand-ins among its answers."""


def news(job: Job, seen: Seen, own: SharedPresence | None) -> News:
    """Return what is new in the ledger since `seen`; tell the other referees `own`. Raises BadLedger."""
    ledger = opened(job.ledger, job.key)
    played, result = ledger.results_after(job.name, seen.result)
    decided, decision = ledger.decisions_after(job.name, seen.decision)
    verdicts = tuple(each.payload for each in decided if each.what == VERDICT
                     and each.payload.get("referee", "") != job.referee)
    others = () if own is None else _exchanged(ledger, job, own)
    ruled = tuple(_ruled(ledger, job.name, each, seen, played) for each in decided if rulings([each]))
    return News(Seen(result, decision), tuple(played), verdicts, ruled, others, _latest(ledger, job.name),
                _answers_of(ledger, job.name, [*played, *(each.played for each in ruled if each.played is not None)]))


def answers(sums: Mapping[str, BotSums]) -> dict[str, tuple[int, int]]:
    """Return by bot the decisions in its matches, and the stand-ins among its answers."""
    return {bot: (each.decisions, sum(each.stand_ins.values())) for bot, each in sums.items()}


def _answers_of(ledger: LedgerQueries, name: str, played: Sequence[PlayedMatch]) -> dict[str, tuple[int, int]]:
    bots = sorted({bot for each in played for bot in each.seats})
    return answers(ledger.bot_sums(name, bots)) if bots else {}


def _ruled(ledger: LedgerQueries, name: str, decided: Decided, seen: Seen, told: Sequence[PlayedMatch]) -> Ruled:
    [ruling] = rulings([decided])
    voided = ledger.result_at(name, decided.result) if decided.result else None
    was_told = decided.result <= seen.result or voided in told
    return Ruled(ruling, voided if was_told else None)


def _latest(ledger: LedgerQueries, name: str) -> tuple[LatestMatch, ...]:
    numbers = ledger.last_entries(name, LATEST)
    counted = ledger.counted_entries(name, numbers)
    found = [(counted[number].played, counted[number].details) for number in numbers]
    return tuple(LatestMatch(played, details.marks) for played, details in found)


def _exchanged(ledger: Ledger, job: Job, own: SharedPresence) -> tuple[SharedPresence, ...]:
    """Tell the other referees which bots are here; return what they have told."""
    labels = {each.payload["referee"] for each in ledger.decisions(job.name, REFEREE)} - {job.referee}
    if labels:
        ledger.keep(job.name, PRESENCE + job.referee, to_builtins(own))
    told = (ledger.computed(job.name, PRESENCE + label) for label in sorted(labels))
    return tuple(convert(each, SharedPresence) for each in told if each is not None)


@cache
def opened(url: str, key: Path | None) -> Ledger:
    """Return the ledger, which stays open in this process. Raises BadLedger."""
    return Ledger.open(url, signer=_signer(key), patience=SHORT_PATIENCE)


@cache
def _signer(key: Path | None) -> SigningKey | None:
    if key is None:
        return None
    from lawspeaker_referee.competition.tournament.blocks import signer_at  # loads the server, seldom needed

    return signer_at(key)


def keeper_of(job: Job) -> HeadKeeper:
    """Return what keeps the head of the ladder's ledger, beside a SQLite file or else in the folder of the records."""
    return HeadKeeper(head_files(job.ledger, job.name, [job.records])[0], job.name, _signer(job.key))


def keep_head(job: Job) -> None:
    """Keep the head of the ledger. Raises BadLedger if the ledger has not the last one any more, and OSError."""
    keeper_of(job).keep(opened(job.ledger, job.key))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A rating and its interval; an open end is None."""

    elo: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Rated:
    """The ratings of all counted matches."""

    matches: int = 0
    bots: Mapping[str, Estimate] = field(default_factory=dict)
    """Best first."""
    notes: tuple[str, ...] = ()
    seconds: float = 0.0
    """Processor seconds that it took, of all cores together."""
    own: bool = True
    """False if another referee rates, and this is what it has kept."""


_NEWEST: Final[dict[tuple[str, str], Ratings]] = {}
"""(Ledger, ladder) -> the newest ratings of this process, from which the fit of the next ones begins."""


def rated(job: Job) -> Rated:
    """Rate all counted matches anew, or return what the referee that rates has kept. Raises BadLedger."""
    from lawspeaker_referee.competition.ratings import BadGames

    began, ledger = process_time(), opened(job.ledger, job.key)
    if not ledger.holds(job.name):
        kept = kept_ratings(ledger, job.name)
        return replace(Rated() if kept is None else _rated(job, kept), own=False)
    terms, ladder = parse_config(job.terms, "the ledger"), (job.ledger, job.name)
    try:
        _NEWEST[ladder], _, kept = rate(ledger, terms, _NEWEST.get(ladder))
        keep(ledger, job.name, kept)
    except BadGames as error:
        counted = ledger.sums(job.name).matches
        return Rated(counted, notes=(str(error),) if counted else ())
    return replace(_rated(job, kept), seconds=process_time() - began)


def _rated(job: Job, ratings: KeptRatings) -> Rated:
    from lawspeaker_referee.competition.ratings import automa_note

    automa = parse_config(job.terms, "the ledger").automa
    bots = {each.bot: Estimate(each.elo, _known(each.low), _known(each.high)) for each in ratings.bots}
    return Rated(ratings.matches, bots, (*ratings.notes, automa_note(automa)) if automa else tuple(ratings.notes))


def _known(end: float) -> float | None:
    return end if isfinite(end) else None


FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = {
    each.__name__: each for each in (verify, count, decide, news, rated, keep_head)}
"""The orders of a worker process, by name; they take and return what msgspec converts, and paths."""
ERRORS: Final[Mapping[str, type[Exception]]] = {
    each.__name__: each for each in (RecordError, Contradiction, BadLedger, OSError)}
"""Errors that the caller of a worker process gets as they were raised; of two kinds that fit, the first."""
