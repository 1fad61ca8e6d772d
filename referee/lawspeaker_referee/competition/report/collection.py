"""Collects the facts of a report from a tournament's ledger."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import permutations
from math import ceil, fsum, inf
from pathlib import PurePath
from typing import Final, TypeVar

from lawspeaker_referee.codec.game_codec import setup_message
from lawspeaker_referee.competition.formats import entries, stages, standings
from lawspeaker_referee.competition.ledger import CountedMatch, Ledger, VoidAttempt
from lawspeaker_referee.competition.ratings import BadGames, Ratings, rate_matches
from lawspeaker_referee.competition.ratings.sequential import SequentialTest, TestState, verdict_in_words
from lawspeaker_referee.competition.report.calibration import Chances, calibration_of, predict
from lawspeaker_referee.competition.report.facts import (
    Facts,
    FaultSummary,
    ListedMatch,
    Meeting,
    Remarkable,
    Scores,
    Times,
    VoidMatch,
)
from lawspeaker_referee.competition.report.text import pairs
from lawspeaker_referee.competition.results import PlayedMatch, SeatDetails
from lawspeaker_referee.competition.seeds import secret_commitment
from lawspeaker_referee.competition.tournament.early_stop import WholeBlocks
from lawspeaker_referee.competition.tournament.setup import given_up, state_of
from lawspeaker_referee.config.fault_policies import LEAVING, NETWORK, fault_name, policy_table
from lawspeaker_referee.config.formatting import format_count as number_of
from lawspeaker_referee.config.formatting import format_microseconds, format_percent
from lawspeaker_referee.config.sandbox import sandbox_table
from lawspeaker_referee.config.tournament import TournamentConfig, parse_config
from lawspeaker_referee.config.tournament_format import LADDER
from lawspeaker_referee.record.verify.seat_report import SHARES

QUARTERS: Final = range(5)
MOST_LISTED: Final = 200
"""Matches in the table of matches."""
_LOST: Final = frozenset(map(fault_name, (*LEAVING, NETWORK)))


def meetings_of(games: Iterable[PlayedMatch]) -> dict[str, dict[str, Meeting]]:
    """Return the points of each bot against each other bot that it met."""
    matches: Counter[tuple[str, str]] = Counter()
    halves: Counter[tuple[str, str]] = Counter()
    for game in games:
        teams = game.teams or range(len(game.seats))
        for (own, team, rank), (other, others, theirs) in permutations(
                zip(game.seats, teams, game.ranks, strict=True), 2):
            if team != others and own != other:
                matches[own, other] += 1
                halves[own, other] += (theirs > rank) + (theirs >= rank)
    found: dict[str, dict[str, Meeting]] = defaultdict(dict)
    for (own, other), number in sorted(matches.items()):
        found[own][other] = Meeting(number, halves[own, other] / 2)
    return dict(found)


def scores_of(bot: str, games: Iterable[PlayedMatch]) -> Scores:
    """Return the scores of a bot that has played."""
    scores = sorted(score for game in games for name, score in zip(game.seats, game.scores, strict=True)
                    if name == bot)
    last = len(scores) - 1
    least, low, median, high, most = (scores[ceil(last * quarter / 4)] for quarter in QUARTERS)
    return Scores(bot, len(scores), fsum(scores) / len(scores), (least, low, median, high, most),
                  dict(Counter(scores)))


def seats_by_bot(counted: Iterable[CountedMatch]) -> dict[str, list[SeatDetails]]:
    """Return the details of all seats by bot."""
    found: dict[str, list[SeatDetails]] = defaultdict(list)
    for each in counted:
        for bot, seat in zip(each.played.seats, each.details.seats, strict=True):
            found[bot].append(seat)
    return found


def times_of(bot: str, seats: Sequence[SeatDetails]) -> Times:
    """Return the thinking times of all answers of a bot."""
    total: Counter[int] = Counter()
    for seat in seats:
        total.update(seat.histogram)
    histogram = {bound: total[bound] for bound in sorted(total, key=lambda bound: bound or inf)}
    slowest = max((seat.slowest_us for seat in seats), default=0)
    return Times(bot, total.total(), histogram, _percentiles(histogram, slowest), slowest,
                 sum(seat.charged_us for seat in seats))


def _percentiles(histogram: Mapping[int, int], slowest: int) -> tuple[tuple[int, int], ...]:
    answers = sum(histogram.values())
    found = []
    for share in SHARES if answers else ():
        left = ceil(share * answers / 100)
        for bound, number in histogram.items():
            left -= number
            if left <= 0:
                found.append((share, min(bound or slowest, slowest)))
                break
    return tuple(found)


def fault_summary(bot: str, seats: Sequence[SeatDetails]) -> FaultSummary:
    """Return the faults of a bot in all its matches."""
    faults: Counter[str] = Counter()
    for seat in seats:
        faults.update(seat.faults)
    return FaultSummary(
        bot, len(seats), sum(seat.decisions for seat in seats), dict(sorted(faults.items())),
        sum(seat.refused for seat in seats), sum(_LOST.intersection(seat.faults) != set() for seat in seats),
        sum(seat.disqualified for seat in seats),
        sum(bool(seat.forfeit) for seat in seats))


Key = TypeVar("Key", int, float)


def remarkable_of(counted: Sequence[CountedMatch], chances: Chances) -> tuple[Remarkable, ...]:
    """Return one match for each superlative; of equal ones the first in the schedule."""
    return tuple(found for found in _all(counted, chances) if found is not None)


def _all(counted: Sequence[CountedMatch], chances: Chances) -> Iterator[Remarkable | None]:
    def surprise(each: CountedMatch) -> float:
        return _surprise(each, chances)

    yield _most("Greatest surprise", counted, surprise, lambda each: (
        f"{each.played.seats[_winner(each)]} won, with a chance of {format_percent(1 - surprise(each))}"))
    yield _most("Highest score", counted, lambda each: max(each.played.scores), lambda each: (
        f"{each.played.seats[_best(each)]} had {max(each.played.scores)}"))
    yield _most("Widest margin", counted, _margin, lambda each: (
        f"{each.played.seats[_best(each)]} was {_margin(each)} ahead of the next"))
    yield _most("Longest match", counted, lambda each: each.details.steps, lambda each: (
        number_of(each.details.steps, "step")))
    yield _most("Most faults", counted, lambda each: sum(each.played.faults), lambda each: (
        f"{number_of(sum(each.played.faults), 'decision')} answered by the referee"))
    yield _most("Slowest answer", counted, _slowest, lambda each: (
        f"{each.played.seats[[seat.slowest_us for seat in each.details.seats].index(_slowest(each))]} took "
        f"{format_microseconds(_slowest(each))}"))


def _most(
    why: str, counted: Sequence[CountedMatch], key: Callable[[CountedMatch], Key], text: Callable[[CountedMatch], str],
) -> Remarkable | None:
    """Return the match with the highest key; None if none is above 0."""
    each = max(counted, key=key, default=None)
    if each is None or key(each) <= 0:
        return None
    return Remarkable(why, each.played.match_id, text(each), PurePath(each.record_path).name)


def _surprise(each: CountedMatch, chances: Chances) -> float:
    """Return 1 less the chance that the winner had; 0 if nothing was predicted, or if nobody was likelier to win."""
    own = chances.get(each.played.match_id)
    if not own or sum(rank == 1 for rank in each.played.ranks) != 1 or own[_winner(each)] >= max(own):
        return 0.0
    return 1 - own[_winner(each)]


def listed_of(counted: Sequence[CountedMatch], chances: Chances) -> tuple[ListedMatch, ...]:
    """Return at most MOST_LISTED matches, the newest first; if there are more, notable ones go before others."""
    notes = {each.played.match_id: _note(each, chances) for each in counted}
    newest = sorted(counted, key=lambda each: (-each.details.ended_unix_ms, each.played.match_id))
    chosen = sorted(newest, key=lambda each: not notes[each.played.match_id])[:MOST_LISTED]
    kept = {each.played.match_id for each in chosen}
    return tuple(ListedMatch(each.played, each.details.steps, notes[each.played.match_id],
                             PurePath(each.record_path).name)
                 for each in newest if each.played.match_id in kept)


def _note(each: CountedMatch, chances: Chances) -> str:
    """Return why a match is notable: faults, or a winner with at most half of an even chance; '' for other matches."""
    chance = 1 - _surprise(each, chances)
    competitors = len(set(each.played.teams)) or len(each.played.seats)
    notes = [number_of(sum(each.played.faults), "fault")] if sum(each.played.faults) else []
    if chance <= 0.5 / competitors:
        notes.append(f"won with a chance of {format_percent(chance)}")
    return ", ".join(notes)


def _winner(each: CountedMatch) -> int:
    return each.played.ranks.index(min(each.played.ranks))


def _best(each: CountedMatch) -> int:
    return each.played.scores.index(max(each.played.scores))


def _margin(each: CountedMatch) -> int:
    """Return the score of the best bot less that of the next one that is no team mate."""
    teams = each.played.teams or tuple(range(len(each.played.seats)))
    best = _best(each)
    others = [score for score, team in zip(each.played.scores, teams, strict=True) if team != teams[best]]
    return each.played.scores[best] - max(others)


def _slowest(each: CountedMatch) -> int:
    return max(seat.slowest_us for seat in each.details.seats)


class NotOver(ValueError):
    """The secret of a tournament that is not over was asked for; the text is one line."""


def collect_facts(ledger: Ledger, name: str, *, reveal: bool = False) -> Facts:
    """Return the facts of a report; the secret is in it only if `reveal` is set now or was set before.

    Raises BadLedger, BadConfig if the terms cannot be read, and NotOver for a secret that is still needed.
    """
    terms = parse_config(ledger.terms(name), f"tournament {name}")
    counted, voids, gone = ledger.counted(name), ledger.voids(name), given_up(ledger, name)
    games = [each.played for each in counted]
    state = state_of(ledger.decisions(name))
    over = _is_over(terms, games, gone) or state.stopped is not None
    if reveal and not over:
        if terms.format.kind == LADDER:
            raise NotOver(f"{name!r} is a ladder, which is never over: with its secret bots would know the dice to "
                          "come")
        raise NotOver(f"tournament {name!r} is not over: with its secret bots would know the dice to come")
    ratings, unrated = _rated(terms, games)
    bots = _order(terms, games, ratings)
    chances = predict(games, partial(rate_matches, terms)) if ratings else {}
    seats = seats_by_bot(counted)
    played = tuple(bot for bot in bots if bot in seats and bot != terms.automa)
    fault_summaries = tuple(fault_summary(bot, seats[bot]) for bot in played)
    test = _tested(terms, games)
    secret = ledger.secret(name)
    return Facts(
        name=name, ladder=terms.format.kind == LADDER, terms=_in_words(terms), bots=bots, entered=terms.names,
        automa=terms.automa,
        scheduled=ledger.progress(name).scheduled, counted=len(games), voids=len(voids),
        blocks=len({game.block for game in games}), whole_blocks=_whole(terms, games, gone),
        rounds=max((game.round for game in games), default=0),
        began_unix_ms=min((each.details.started_unix_ms for each in counted), default=0),
        ended_unix_ms=max((each.details.ended_unix_ms for each in counted), default=0),
        commitment=secret_commitment(secret).hex(), secret=secret.hex() if reveal or state.revealed else "",
        over=over, paused=state.paused, out=dict(state.out or {}),
        stop=terms.stop, stopped=state.stopped, test=test,
        verdict=verdict_in_words(terms.stop, test.verdict, test.llr, test.lower, test.upper, test.blocks)
        if test else "",
        standings=tuple(standings(terms, games, gone)), stages=tuple(stages(terms, games, gone)),
        ratings=ratings, unrated=unrated, meetings=meetings_of(games),
        scores=tuple(scores_of(bot, games) for bot in bots if bot in seats),
        times=tuple(times_of(bot, seats[bot]) for bot in played),
        fault_summaries=fault_summaries, silent=tuple(each.bot for each in fault_summaries if _is_silent(each)),
        void_matches=_void_matches(voids, gone, {game.match_id for game in games}),
        calibration=calibration_of(games, chances), remarkable=remarkable_of(counted, chances),
        matches=listed_of(counted, chances),
    )


def _is_over(terms: TournamentConfig, games: Sequence[PlayedMatch], gone: Collection[str]) -> bool:
    done = {game.match_id for game in games} | set(gone)
    return terms.format.kind != LADDER and all(entry.match_id in done for entry in entries(terms, games, gone))


def _whole(terms: TournamentConfig, games: Sequence[PlayedMatch], gone: Collection[str]) -> int:
    """Return the number of seed blocks of which all matches are counted."""
    counted = {game.match_id for game in games}
    missing = {entry.block for entry in entries(terms, games, gone) if entry.match_id not in counted}
    return len({game.block for game in games} - missing)


def _is_silent(summary: FaultSummary) -> bool:
    return 0 < summary.decisions == sum(summary.faults.values())


def _rated(terms: TournamentConfig, games: Sequence[PlayedMatch]) -> tuple[Ratings | None, str]:
    try:
        return rate_matches(terms, games), ""
    except BadGames as error:
        return None, str(error)


def _tested(terms: TournamentConfig, games: Sequence[PlayedMatch]) -> TestState | None:
    if not terms.stop:
        return None
    _, whole = WholeBlocks().follow(terms, games)
    return SequentialTest.parse(terms.stop).start().add(whole)


def _order(terms: TournamentConfig, games: Sequence[PlayedMatch], ratings: Ratings | None) -> tuple[str, ...]:
    """Return the bots by rating; those without one come last, in the order of the file."""
    rated = [rating.bot for rating in ratings.bots] if ratings else []
    return tuple(dict.fromkeys([*rated, *terms.names, *(bot for game in games for bot in game.seats)]))


def _in_words(terms: TournamentConfig) -> dict[str, str]:
    """Return the terms as text, without commands and paths, which may hold private data."""
    return {
        "game": f"{terms.game}, rules version {terms.rules.version}",
        "players at a table": str(terms.players) + (f", of which {terms.automa} is no bot" if terms.automa else ""),
        "options": " ".join(f"{option.name}={option.value}"
                            for option in setup_message(terms.rules, terms.setup).options) or "none",
        "clock": terms.clock.text,
        "faults": pairs(policy_table(terms.policy)),
        "sandbox": pairs({
            key: value for key, value in sandbox_table(terms.sandbox).items() if key not in {"env", "read"}}),
        "format": pairs(terms.format.as_dict()),
    }


def _void_matches(voids: Sequence[VoidAttempt], gone: Collection[str], counted: Collection[str]) -> tuple[VoidMatch,
                                                                                                          ...]:
    """Return the void matches in the order of their first attempts."""
    reasons: dict[str, list[str]] = defaultdict(list)
    for void in voids:
        reasons[void.match_id].append(void.reason)
    return tuple(VoidMatch(match_id, tuple(why), "counted later" if match_id in counted
                           else "given up" if match_id in gone else "to be played again")
                 for match_id, why in reasons.items())
