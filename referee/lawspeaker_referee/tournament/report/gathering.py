"""The facts of a tournament, from its ledger."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

from lawspeaker_referee.match.faults import policy_table
from lawspeaker_referee.tournament.decided import given_up, state_of
from lawspeaker_referee.tournament.designs import entries, stages, standings
from lawspeaker_referee.tournament.early import WholeBlocks
from lawspeaker_referee.tournament.format import LADDER
from lawspeaker_referee.tournament.ledger import Ledger, Void
from lawspeaker_referee.tournament.nouns import Played
from lawspeaker_referee.tournament.ratings import BadGames, Ratings, rate
from lawspeaker_referee.tournament.ratings.sequential import State, Test
from lawspeaker_referee.tournament.ratings.verdict import verdict_in_words
from lawspeaker_referee.tournament.report.calibration import calibration_of, predict
from lawspeaker_referee.tournament.report.conduct import conduct_of, meetings_of, scores_of, seats_by_bot, times_of
from lawspeaker_referee.tournament.report.facts import Conduct, Facts, VoidMatch
from lawspeaker_referee.tournament.report.remarkable import remarkable_of
from lawspeaker_referee.tournament.report.words import pairs
from lawspeaker_referee.tournament.sandboxed import as_table
from lawspeaker_referee.tournament.seeds import secret_commitment
from lawspeaker_referee.tournament.terms import Terms, parse_terms
from lawspeaker_referee.wire.wire import setup_message


class NotOver(ValueError):
    """The secret of a tournament that still has dice to throw; one line."""


def gather(ledger: Ledger, name: str, *, reveal: bool = False) -> Facts:
    """All that a report tells; with the secret of all dice only if that is asked for, now or before.

    Raises BadLedger, BadTerms if these terms cannot be read here, and NotOver for a secret that is still needed.
    """
    terms = parse_terms(ledger.terms(name), f"tournament {name}")
    counted, voids, gone = ledger.counted(name), ledger.voids(name), given_up(ledger, name)
    games = [each.played for each in counted]
    state = state_of(ledger.decisions(name))
    over = _is_over(terms, games, gone) or state.stopped is not None
    if reveal and not over:
        if terms.format.kind == LADDER:
            raise NotOver(f"{name!r} is a ladder, which is never over: with its secret bots would know the dice to "
                          "come")
        raise NotOver(f"tournament {name!r} is not over: with its secret bots would know the dice to come")
    ratings, unrated = _rated(games)
    bots = _order(terms, games, ratings)
    chances = predict(games) if ratings else {}
    seats = seats_by_bot(counted)
    conduct = tuple(conduct_of(bot, seats[bot]) for bot in bots if bot in seats)
    test = _tested(terms, games)
    secret = ledger.secret(name)
    return Facts(
        name=name, ladder=terms.format.kind == LADDER, terms=_in_words(terms), bots=bots, entered=terms.names,
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
        times=tuple(times_of(bot, seats[bot]) for bot in bots if bot in seats),
        conduct=conduct, silent=tuple(each.bot for each in conduct if _is_silent(each)),
        void_matches=_void_matches(voids, gone, {game.match_id for game in games}),
        calibration=calibration_of(games, chances), remarkable=remarkable_of(counted, chances),
    )


def _is_over(terms: Terms, games: Sequence[Played], gone: Collection[str]) -> bool:
    done = {game.match_id for game in games} | set(gone)
    return terms.format.kind != LADDER and all(entry.match_id in done for entry in entries(terms, games, gone))


def _whole(terms: Terms, games: Sequence[Played], gone: Collection[str]) -> int:
    """Seed blocks of which all matches are counted."""
    counted = {game.match_id for game in games}
    missing = {entry.block for entry in entries(terms, games, gone) if entry.match_id not in counted}
    return len({game.block for game in games} - missing)


def _is_silent(conduct: Conduct) -> bool:
    return 0 < conduct.decisions == sum(conduct.faults.values())


def _rated(games: Sequence[Played]) -> tuple[Ratings | None, str]:
    try:
        return rate(games), ""
    except BadGames as error:
        return None, str(error)


def _tested(terms: Terms, games: Sequence[Played]) -> State | None:
    if not terms.stop:
        return None
    _, whole = WholeBlocks().follow(terms, games)
    return Test.parse(terms.stop).course().look(whole)


def _order(terms: Terms, games: Sequence[Played], ratings: Ratings | None) -> tuple[str, ...]:
    """By rating; those without one come last, in the order of the file."""
    rated = [rating.bot for rating in ratings.bots] if ratings else []
    return tuple(dict.fromkeys([*rated, *terms.names, *(bot for game in games for bot in game.seats)]))


def _in_words(terms: Terms) -> dict[str, str]:
    """What was agreed; not what starts bots or where records lie, which may hold what is nobody's business."""
    return {
        "game": f"{terms.game}, rules version {terms.rules.version}",
        "players at a table": str(terms.players),
        "options": " ".join(f"{option.name}={option.value}"
                            for option in setup_message(terms.rules, terms.setup).options) or "none",
        "clock": terms.clock.text,
        "faults": pairs(policy_table(terms.policy)),
        "sandbox": pairs({key: value for key, value in as_table(terms.sandbox).items() if key not in {"env", "read"}}),
        "format": pairs(terms.format.as_dict()),
    }


def _void_matches(voids: Sequence[Void], gone: Collection[str], counted: Collection[str]) -> tuple[VoidMatch, ...]:
    """In the order of their first attempts."""
    reasons: dict[str, list[str]] = defaultdict(list)
    for void in voids:
        reasons[void.match_id].append(void.reason)
    return tuple(VoidMatch(match_id, tuple(why), "counted later" if match_id in counted
                           else "given up" if match_id in gone else "to be played again")
                 for match_id, why in reasons.items())
