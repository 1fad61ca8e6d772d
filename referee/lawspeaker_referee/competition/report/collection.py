"""Collects the facts of a report from a tournament's ledger."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import PurePath
from shlex import quote
from typing import Final

from lawspeaker_referee.codec.game_codec import setup_message
from lawspeaker_referee.competition.formats import BY_RESULTS, stages, standings
from lawspeaker_referee.competition.kept_ratings import KeptRatings, kept_ratings, rate
from lawspeaker_referee.competition.ledger import CountedMatch, LedgerQueries, VoidAttempt
from lawspeaker_referee.competition.ledger.facts import ListedResult, Progress
from lawspeaker_referee.competition.ledger.sums import BotSums, Superlative
from lawspeaker_referee.competition.model_fit import ModelFit
from lawspeaker_referee.competition.organiser import rulings
from lawspeaker_referee.competition.rating_values import Rating
from lawspeaker_referee.competition.ratings import BadGames, Ratings, strengths_of
from lawspeaker_referee.competition.ratings.sequential import TestState, verdict_in_words
from lawspeaker_referee.competition.report.bot_numbers import Meetings, fault_summary, scores_of, times_of
from lawspeaker_referee.competition.report.calibration import Chances, calibration_of, predict
from lawspeaker_referee.competition.report.facts import Facts, ListedMatch, Remarkable, VoidMatch
from lawspeaker_referee.competition.report.text import pairs
from lawspeaker_referee.competition.results import PlayedMatch, faults_in_words
from lawspeaker_referee.competition.seeds import secret_commitment
from lawspeaker_referee.competition.tournament.early_stop import EarlyStop
from lawspeaker_referee.competition.tournament.remaining import matches_left, number_scheduled
from lawspeaker_referee.competition.tournament.state import TournamentState, given_up, rulings_of, state_of
from lawspeaker_referee.config.fault_policies import policy_table
from lawspeaker_referee.config.formatting import format_count as number_of
from lawspeaker_referee.config.formatting import format_microseconds, format_percent
from lawspeaker_referee.config.sandbox import sandbox_table
from lawspeaker_referee.config.tournament import TournamentConfig, parse_config
from lawspeaker_referee.config.tournament_format import LADDER

_EVIDENCE: Final = re.compile(r"(seat \d+ had the fault [a-z-]+) \(.*\)(, which voids this match)", re.DOTALL)
"""Why a match is void, with the evidence of the fault; that may quote the error of a bot."""
MOST_LISTED: Final = 200
"""Matches in the table of matches."""
MOST_RATED: Final = 150_000
"""Matches of at most MANY_BOTS bots that a report rates; 20 bots with 199,000 took 16 s and 370 MB."""
MANY_BOTS: Final = 100
MOST_RATED_OF_MANY: Final = 50_000
"""Matches of more bots that a report rates: more tables are different, so each match takes more time and memory."""


def remarkable_of(ledger: LedgerQueries, terms: TournamentConfig, games: Sequence[PlayedMatch], chances: Chances,
                  most: Mapping[str, Superlative]) -> tuple[Remarkable, ...]:
    """Return one match for each superlative, of which `most` are kept; of equal ones the first in the schedule."""
    known = ledger.counted_entries(terms.name, {each.entry for each in most.values() if each.value > 0})
    found = [*_surprising(ledger, terms, games, chances)]
    for what, (why, told) in _SUPERLATIVES.items():
        if what in most and most[what].value > 0:
            each = known[most[what].entry]
            found.append(Remarkable(why, each.played.match_id, told(each), record_name(terms, each.record_path)))
    return tuple(found)


def _slowest(each: CountedMatch) -> str:
    slowest = max(seat.slowest_us for seat in each.details.seats)
    bot = each.played.seats[[seat.slowest_us for seat in each.details.seats].index(slowest)]
    return f"{bot} took {format_microseconds(slowest)}"


_SUPERLATIVES: Final[Mapping[str, tuple[str, Callable[[CountedMatch], str]]]] = {
    "score": ("Highest score", lambda each: f"{each.played.seats[each.played.best]} had {max(each.played.scores)}"),
    "margin": ("Widest margin", lambda each: (
        f"{each.played.seats[each.played.best]} was {each.played.margin} ahead of the next")),
    "steps": ("Longest match", lambda each: number_of(each.details.steps, "step")),
    "faults": ("Most faults", lambda each: (
        f"{number_of(sum(each.played.faults), 'decision')} answered by the referee")),
    "slowest": ("Slowest answer", _slowest),
}
"""Name in `Sums.most` -> what the match has most of, and how it is told."""


def _surprising(ledger: LedgerQueries, terms: TournamentConfig, games: Sequence[PlayedMatch],
                chances: Chances) -> Iterator[Remarkable]:
    game = max(games, key=lambda game: _surprise(game, chances), default=None)
    if game is not None and (surprise := _surprise(game, chances)) > 0:
        [number] = ledger.numbers_of(terms.name, [game.match_id]).values()
        each = ledger.counted_entries(terms.name, [number])[number]
        yield Remarkable("Greatest surprise", game.match_id,
                         f"{game.seats[_winner(game)]} won, with a chance of {format_percent(1 - surprise)}",
                         record_name(terms, each.record_path))


def _surprise(game: PlayedMatch, chances: Chances) -> float:
    """Return 1 less the chance that the winner had; 0 if nothing was predicted, or if nobody was likelier to win."""
    own = chances.get(game.match_id)
    if not own or sum(rank == 1 for rank in game.ranks) != 1 or own[_winner(game)] >= max(own):
        return 0.0
    return 1 - own[_winner(game)]


def listed_of(ledger: LedgerQueries, terms: TournamentConfig, games: Sequence[PlayedMatch], chances: Chances,
              own: Mapping[str, BotSums]) -> tuple[ListedMatch, ...]:
    """Return at most MOST_LISTED matches, the newest first; if there are more, notable ones go before others.

    `own` are the sums of all bots.
    """
    name = terms.name
    surprising = sorted((game for game in games if _chance_note(game, chances)),
                        key=lambda game: -_surprise(game, chances))[:MOST_LISTED]
    numbers = {*ledger.last_entries(name, MOST_LISTED),
               *ledger.numbers_of(name, [game.match_id for game in surprising]).values()}
    faulty = {entry for each in own.values() for entry in each.faulty}
    numbers.update(ledger.newest_of(name, faulty, MOST_LISTED))
    known = ledger.listed_results(name, numbers)
    notes = {each.played.match_id: _note(each, chances) for each in known}
    newest = sorted(known, key=lambda each: (-each.ended_unix_ms, each.played.match_id))
    chosen = sorted(newest, key=lambda each: not notes[each.played.match_id])[:MOST_LISTED]
    kept = {each.played.match_id for each in chosen}
    return tuple(ListedMatch(each.played, each.steps, notes[each.played.match_id],
                             record_name(terms, each.record_path), each.marks)
                 for each in newest if each.played.match_id in kept)


def record_name(terms: TournamentConfig, record_path: str) -> str:
    """Return the place of a record in the folder of the records, or its name if it is elsewhere."""
    folder = f"{terms.records.as_posix()}/"
    if record_path.startswith(folder):  # true of nearly all records, and faster than paths
        return record_path.removeprefix(folder)
    path = PurePath(record_path)
    return path.relative_to(terms.records).as_posix() if path.is_relative_to(terms.records) else path.name


def _note(each: ListedResult, chances: Chances) -> str:
    """Return why a match is notable: faults, refused answers, a winner with at most half of an even chance; or ''."""
    return ", ".join(filter(None, (faults_in_words(sum(each.played.faults), sum(each.refused)),
                                   _chance_note(each.played, chances))))


def _chance_note(game: PlayedMatch, chances: Chances) -> str:
    chance = 1 - _surprise(game, chances)
    competitors = len(set(game.teams)) or len(game.seats)
    return f"won with a chance of {format_percent(chance)}" if chance <= 0.5 / competitors else ""


def _winner(game: PlayedMatch) -> int:
    return game.ranks.index(min(game.ranks))


class NotOver(ValueError):
    """The secret of a tournament that is not over was asked for; the text is one line."""


def collect_facts(ledger: LedgerQueries, name: str, *, reveal: bool = False) -> Facts:
    """Return the facts of a report; the secret is in it only if `reveal` is set now or was set before.

    Raises BadLedger, BadConfig if the terms cannot be read, and NotOver for a secret that is still needed.
    """
    terms = parse_config(ledger.terms(name), f"tournament {name}")
    sums, own, gone = ledger.sums(name), ledger.bot_sums(name), given_up(ledger, name)
    decisions, progress = ledger.decisions(name), ledger.progress(name)
    state = state_of(decisions)
    scheduled = number_scheduled(terms, progress)
    over = terms.format.kind != LADDER and not matches_left(ledger, terms, TournamentState(), gone, progress)[0]
    over = over or state.stopped is not None
    if reveal and not over:
        _check_nothing_to_come(ledger, terms, state, gone, progress)
    ratings, fit, kept, unrated = _rated(ledger, terms, sums.matches)
    games = ledger.results(name) if sums.matches <= _most_rated(terms) or terms.format.kind in BY_RESULTS else []
    rated = ratings or kept
    bots = _order(terms, own, rated.bots if rated else ())
    chances = predict(games, partial(strengths_of, terms, start=ratings)) if ratings else {}
    played = tuple(bot for bot in bots if bot in own and bot != terms.automa)
    summaries = tuple(fault_summary(bot, own[bot]) for bot in played)
    test, voids, blocks = _tested(ledger, terms), ledger.voids(name), ledger.blocks(name)
    secret, course = ledger.secret(name), rulings_of(ledger, name)
    return Facts(
        name=name, ladder=terms.format.kind == LADDER, terms=_in_words(terms), bots=bots, entered=terms.names,
        automa=terms.automa, scheduled=scheduled, counted=sums.matches, voids=len(voids),
        blocks=blocks.begun, whole_blocks=blocks.whole_of(progress.scheduled, scheduled), rounds=sums.rounds,
        began_unix_ms=sums.began_unix_ms, ended_unix_ms=sums.ended_unix_ms,
        commitment=secret_commitment(secret).hex(), secret=secret.hex() if reveal or state.revealed else "",
        digests={bot.name: bot.digest for bot in terms.bots if bot.digest},
        over=over, paused=state.paused, out=dict(state.public_out), organiser=rulings(decisions),
        stop=terms.stop, stopped=state.stopped, test=test,
        verdict=verdict_in_words(terms.stop, test.verdict, test.llr, test.lower, test.upper, test.blocks)
        if test else "",
        standings=tuple(standings(terms, games, gone, course)), stages=tuple(stages(terms, games, gone, course)),
        results={bot: (each.won, each.drawn, each.matches - each.won - each.drawn) for bot, each in own.items()},
        ratings=ratings, fit=fit, kept=kept, unrated=unrated, meetings=Meetings(ledger.pair_sums(name)),
        scores=tuple(scores_of(bot, own[bot]) for bot in bots if bot in own),
        times=tuple(times_of(bot, own[bot]) for bot in played),
        fault_summaries=summaries, silent=tuple(bot for bot in played if own[bot].silent),
        void_matches=_void_matches(ledger, terms, voids, gone),
        calibration=calibration_of(games, chances), remarkable=remarkable_of(ledger, terms, games, chances, sums.most),
        matches=listed_of(ledger, terms, games, chances, own),
    )


def _check_nothing_to_come(ledger: LedgerQueries, terms: TournamentConfig, state: TournamentState,
                           gone: Collection[str], progress: Progress) -> None:
    """Raise NotOver while a match can come whose dice follow from the secret, of bots that broke down, too.

    Those of bots that the organiser has put out do not come: once the secret is told nothing is played any more.
    """
    if terms.format.kind == LADDER:
        raise NotOver(f"{terms.name!r} is a ladder, which is never over: with its secret bots would know the dice "
                      "to come")
    gone_for_good = TournamentState(out=dict(state.withdrawn) | dict(state.put_out))
    left = matches_left(ledger, terms, gone_for_good, gone, progress)[0] or progress.leased
    if left:
        broken = sorted({*(state.out or {})} - {*state.withdrawn, *state.put_out})
        hint = f"; `resume` lets {', '.join(broken)} try again, `put-out` goes on without" if broken else ""
        raise NotOver(f"tournament {terms.name!r} is not over, {number_of(left, 'match')} can still be played: "
                      f"with its secret bots would know the dice to come{hint}")


def _rated(ledger: LedgerQueries, terms: TournamentConfig,
           counted: int) -> tuple[Ratings | None, ModelFit | None, KeptRatings | None, str]:
    """Rate the matches; of too many matches return the ratings that were kept last."""
    name = terms.name
    if counted > _most_rated(terms):
        kept = kept_ratings(ledger, name)
        return None, None, kept, "" if kept else (
            f"{counted} matches are more than a report rates; `lawspeaker tournament status {quote(name)} --rate` "
            "does so, and takes long")
    try:
        ratings, fit, _ = rate(ledger, terms)
    except BadGames as error:
        return None, None, None, str(error)
    return ratings, fit, None, ""


def _most_rated(terms: TournamentConfig) -> int:
    return MOST_RATED if len(terms.names) <= MANY_BOTS else MOST_RATED_OF_MANY


def _tested(ledger: LedgerQueries, terms: TournamentConfig) -> TestState | None:
    early = EarlyStop(terms, ledger)
    early.look()
    return early.state


def _order(terms: TournamentConfig, played: Mapping[str, BotSums], rated: Sequence[Rating]) -> tuple[str, ...]:
    """Return the bots by rating; those without one come last, in the order of the file. Without ratings by points."""
    first = [rating.bot for rating in rated] or sorted(
        played, key=lambda bot: (-played[bot].points / played[bot].matches, bot))
    return tuple(dict.fromkeys([*first, *terms.names, *played]))


def _in_words(terms: TournamentConfig) -> dict[str, str]:
    """Return the terms as text, without commands and paths, which may hold private data."""
    return {
        "game": f"{terms.game}, rules version {terms.rules.version}",
        "players at a table": str(terms.players) + (f", of which {terms.automa} is no bot" if terms.automa else ""),
        "options": " ".join(f"{option.name}={option.value}"
                            for option in setup_message(terms.rules, terms.setup).options) or "none",
        "clock": terms.clocks_text,
        "faults": pairs(policy_table(terms.policy)),
        "sandbox": "none: bots are objects of the referee's process" if terms.in_process else pairs({
            key: value for key, value in sandbox_table(terms.sandbox).items() if key not in {"env", "read"}}),
        "format": pairs(terms.format.as_dict()),
    }


def _void_matches(ledger: LedgerQueries, terms: TournamentConfig, voids: Sequence[VoidAttempt],
                  gone: Collection[str]) -> tuple[VoidMatch, ...]:
    """Return the void matches in the order of their first attempts."""
    reasons: dict[str, list[str]] = defaultdict(list)
    for void in voids:
        reasons[void.match_id].append(_EVIDENCE.sub(r"\1\2", void.reason))
    numbers = ledger.numbers_of(terms.name, list(reasons)).values()
    records = {each.played.match_id: record_name(terms, each.record_path)
               for each in ledger.listed_results(terms.name, numbers)}
    return tuple(VoidMatch(match_id, tuple(why), "counted later" if match_id in records
                           else "given up" if match_id in gone else "to be played again", records.get(match_id, ""))
                 for match_id, why in reasons.items())
