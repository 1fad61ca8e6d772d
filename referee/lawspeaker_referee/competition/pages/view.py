"""The data of a tournament's page, from its ledger; nothing in them is secret."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from time import time
from typing import Final, NamedTuple

from lawspeaker_referee.competition.formats import BY_RESULTS
from lawspeaker_referee.competition.formats.standings import points
from lawspeaker_referee.competition.ledger.facts import Decided, ListedResult
from lawspeaker_referee.competition.ledger.queries import LedgerQueries
from lawspeaker_referee.competition.organiser import rulings
from lawspeaker_referee.competition.pages.bracket import Bracket, bracket_of
from lawspeaker_referee.competition.pages.release import BlockRelease, dice_are_shared
from lawspeaker_referee.competition.report.collection import record_name
from lawspeaker_referee.competition.results import PlayedMatch, ScheduledMatch
from lawspeaker_referee.competition.tournament import state as states
from lawspeaker_referee.competition.tournament.blocks import record_path
from lawspeaker_referee.competition.tournament.status import Status
from lawspeaker_referee.competition.tournament.worker_names import is_gone
from lawspeaker_referee.config.tournament import TournamentConfig
from lawspeaker_referee.config.tournament_format import KNOCKOUT
from lawspeaker_referee.record.file import SUFFIX

MOST_FINISHED: Final = 20
"""Matches that are listed: the newest ones."""
MOST_RUNNING: Final = 40
MOST_TABLES: Final = 240
MOST_IN_ROUND: Final = 4_000
"""Matches of a round that are looked at for its tables."""
MOST_DECISIONS: Final = 30


@dataclass(frozen=True, slots=True)
class TableOfRound:
    """A table of the round that is played."""

    bots: tuple[str, ...]
    matches: int
    counted: int
    playing: bool
    points: tuple[float, ...]
    """By bot: its share of opponents over all matches; empty until all are counted and may be seen."""


@dataclass(frozen=True, slots=True)
class MatchInPlay:
    """A match that is being played."""

    match_id: str
    bots: tuple[str, ...]
    """By seat."""
    address: str
    """The address of its record."""


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """A decision about the tournament."""

    unix_ms: int
    words: str


class Answers(NamedTuple):
    """The decisions of a bot in its counted matches, by who took them."""

    decisions: int = 0
    faults: int = 0
    """Those that the referee took."""
    stand_ins: int = 0
    """Those that a stand-in answered, as the bot says."""


@dataclass(frozen=True, slots=True)
class EventView:
    """A moment of a tournament as everybody may know it."""

    terms: TournamentConfig
    status: Status
    unix_ms: int
    left: float | None
    """Seconds until the scheduled matches are played, by the speed of the last minutes; None if unknown."""
    answers: Mapping[str, Answers]
    """Bot -> who took its decisions."""
    round: int
    """The round that is played; 0 if nothing is scheduled."""
    tables: tuple[TableOfRound, ...]
    more_tables: int
    """Tables beyond those; some, if the round is too large to be looked at."""
    bracket: Bracket | None
    running: tuple[MatchInPlay, ...]
    finished: tuple[ListedResult, ...]
    """Those that may be seen, the newest first."""
    kept_back: int
    """Counted matches that may not be seen yet."""
    shared: bool
    """True if matches have the dice of others."""
    decisions: tuple[DecisionLine, ...]
    """The newest first."""


def view_of(ledger: LedgerQueries, terms: TournamentConfig, status: Status, release: BlockRelease,
            gone: Collection[str], left: float | None) -> EventView:
    """Return the view of now. Raises BadLedger."""
    name = terms.name
    running = _running(ledger, terms)
    number = ledger.current_round(name, gone)
    found = ledger.round_of(name, number, MOST_IN_ROUND)
    tables = _tables(found, release, {tuple(sorted(each.bots)) for each in running})
    finished = {each.entry: nth for nth, each in enumerate(islice(release.newest(), MOST_FINISHED))}
    listed = ledger.listed_results(name, finished)
    numbers = ledger.numbers_of(name, [each.played.match_id for each in listed])
    answers = {bot: Answers(sums.decisions, sum(sums.faults.values()), sum(sums.stand_ins.values()))
               for bot, sums in ledger.bot_sums(name).items()}
    bracket = (bracket_of(terms, ledger.results(name), gone, states.rulings_of(ledger, name))
               if terms.format.kind == KNOCKOUT else None)
    return EventView(
        terms, status, round(1000 * time()), left, answers, number, tuple(tables[:MOST_TABLES]),
        max(0, len(tables) - MOST_TABLES), bracket, tuple(running[:MOST_RUNNING]),
        tuple(sorted(listed, key=lambda each: finished[numbers[each.played.match_id]])),
        release.kept_back, dice_are_shared(terms), tuple(decision_lines(ledger.decisions(name), status)))


def _running(ledger: LedgerQueries, terms: TournamentConfig) -> list[MatchInPlay]:
    """Return the matches being played: of those of a block that a worker has, the first that is left."""
    now, name = time(), terms.name
    leased = [each.match_id for each in ledger.leases(name) if each.until > now and not is_gone(each.worker)]
    known = ledger.entries_of(name, leased)
    first: dict[str, MatchInPlay] = {}
    for match_id in leased:
        if (entry := known.get(match_id)) is not None:
            first.setdefault(entry.block, MatchInPlay(match_id, entry.seats, _address(terms, entry.attempt_id)))
    return list(first.values())


def _address(terms: TournamentConfig, attempt_id: str) -> str:
    return record_name(terms, record_path(terms, attempt_id).as_posix()).removesuffix(SUFFIX)


def _tables(found: Sequence[tuple[ScheduledMatch, PlayedMatch | None]], release: BlockRelease,
            playing: Collection[tuple[str, ...]]) -> list[TableOfRound]:
    tables: dict[tuple[str, ...], list[tuple[ScheduledMatch, PlayedMatch | None]]] = {}
    for each in found:
        tables.setdefault(tuple(sorted(each[0].seats)), []).append(each)
    found_tables = [_table(matches, release, playing=bots in playing) for bots, matches in tables.items()]
    return sorted(found_tables, key=lambda each: not each.playing)


def _table(matches: Sequence[tuple[ScheduledMatch, PlayedMatch | None]], release: BlockRelease, *,
           playing: bool) -> TableOfRound:
    bots, results = matches[0][0].seats, [played for _, played in matches if played is not None]
    gained = dict.fromkeys(bots, 0.0)
    if whole := len(results) == len(matches) and not any(release.is_open(entry.block) for entry, _ in matches):
        for played in results:
            for bot, share in zip(played.seats, points(played), strict=True):
                gained[bot] += share
    order = sorted(bots, key=lambda bot: -gained[bot])
    return TableOfRound(tuple(order), len(matches), len(results), playing,
                        tuple(gained[bot] for bot in order) if whole else ())


def decision_lines(decisions: Sequence[Decided], status: Status) -> Iterator[DecisionLine]:
    """Yield what everybody may know of decisions, the newest first: no commands, and nothing that bots printed."""
    told = ((each.unix_ms, _in_words(each, status)) for each in reversed(decisions))
    yield from islice((DecisionLine(when, words) for when, words in told if words), MOST_DECISIONS)


def _in_words(each: Decided, status: Status) -> str:
    match each.what:
        case states.TROUBLED:
            return ""
        case states.QUARANTINED:
            return f"{each.payload['bot']} plays no more: {each.payload['public']}"
        case states.STOPPED_EARLY:
            return f"ended early: {status.verdict}"
        case states.EXTENDED:
            return "; ".join(["extended", *(f"{bot} plays no more: {why}" for bot, why
                                            in each.payload.get("withdrawn", {}).items())])
        case states.RESUMED:
            return "goes on; bots that were out may play again"
        case states.REVEALED:
            return "the secret of all dice is published"
        case _:
            return "; ".join(ruling.words for ruling in rulings([each])) or each.what


def current_part(view: EventView) -> str:
    """Return the name of the round in words; empty where rounds are not what decides."""
    rounds = view.terms.format.rounds
    if view.terms.format.kind not in BY_RESULTS and rounds == 1:
        return ""
    return f"round {view.round}" + (f" of {rounds}" if view.terms.format.kind != KNOCKOUT else "")
