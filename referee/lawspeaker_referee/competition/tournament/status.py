"""The status of a tournament, computed from its ledger alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from math import isfinite
from time import time
from typing import Any, Final

from lawspeaker_referee.competition.kept_ratings import KeptRatings, kept_ratings, rate
from lawspeaker_referee.competition.ledger.queries import LedgerQueries
from lawspeaker_referee.competition.organiser import Ruling, rulings
from lawspeaker_referee.competition.rating_values import Rating, rating_in_words
from lawspeaker_referee.competition.results import silent_note
from lawspeaker_referee.competition.seeds import secret_commitment
from lawspeaker_referee.competition.tournament.early_stop import EarlyStop
from lawspeaker_referee.competition.tournament.progress import (
    Leader,
    Snapshot,
    own_standings,
    refused_of,
    snapshot_of,
    standings_of,
)
from lawspeaker_referee.competition.tournament.progress_display import line_of
from lawspeaker_referee.competition.tournament.remaining import matches_left, number_scheduled
from lawspeaker_referee.competition.tournament.setup import known
from lawspeaker_referee.competition.tournament.state import TournamentState, given_up, state_of
from lawspeaker_referee.config.formatting import format_count, format_percent, format_results, format_time
from lawspeaker_referee.config.tournament import TournamentConfig
from lawspeaker_referee.config.tournament_format import LADDER


def plain(value: Any) -> Any:
    """Return plain data for JSON: of dataclasses the fields in their repr; infinite numbers and NaN as None."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value) if field.repr}
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, float) and not isfinite(value):
        return None
    return value


@dataclass(frozen=True, slots=True)
class Status:
    """The status of a tournament."""

    name: str
    state: TournamentState
    snapshot: Snapshot
    playable: int
    """Matches that can be played now."""
    missing: int
    """Matches that cannot be played: given up, or of bots that play no more."""
    commitment: str
    """The hash of the secret, in hexadecimal."""
    secret: str
    """The secret in hexadecimal; empty until a report has published it."""
    ratings: KeptRatings | None
    """None while there is nothing to rate, or if many matches were never rated."""
    verdict: str
    """The verdict of the test that ended it early, as text; empty if none did."""
    is_ladder: bool = False
    rulings: tuple[Ruling, ...] = ()
    """The decisions of the organiser."""
    silent: tuple[str, ...] = ()
    """Bots that answered no decision themselves."""
    automa: str = ""
    """The entrant that the rules of the game play, whose rating is fixed; empty for none."""

    @property
    def rated(self) -> tuple[Rating, ...]:
        """Return the ratings, best first."""
        return self.ratings.bots if self.ratings else ()

    @property
    def word(self) -> str:
        """Return the state in a word or two."""
        if self.is_ladder:
            return "a ladder"
        if self.state.stopped is not None:
            return "ended early"
        if not self.playable:
            return "complete" if not self.missing else "ended with matches missing"
        if self.state.paused:
            return "paused"
        return "being played" if self.snapshot.playing else "open"

    def as_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {"name": self.name, "state": self.word, "playable": self.playable, "missing": self.missing,
                "out": dict(self.state.out or {}), "stopped": self.state.stopped,
                "commitment": self.commitment, "secret": self.secret,
                "organiser": [plain(each) for each in self.rulings],
                "verdict": self.verdict, "ratings": plain(self.rated),
                "rated": self.ratings.matches if self.ratings else 0, "notes": list(self.notes()),
                "automa": self.automa} | self.snapshot.as_dict()

    def text(self) -> str:
        """Return lines for people."""
        lines = [f"{self.name}: {self.word}: {line_of(self.snapshot)}"]
        if self.verdict:
            lines.append(f"  the test has decided: {self.verdict}")
        lines += [f"  winner: {each.bot} ({each.told})" for each in self.snapshot.standings if each.won]
        lines += [f"  out: {why}" for why in (self.state.out or {}).values()]
        lines += [f"  the organiser, {format_time(each.unix_ms)}: {each.words}" for each in self.rulings]
        if self.missing and not self.playable:
            lines.append(f"  {format_count(self.missing, 'match')} cannot be played{self._how_to_play_them()}")
        lines += self._standings()
        if self.automa and self.ratings:
            from lawspeaker_referee.competition.ratings import automa_note

            lines.append(f"  note: {automa_note(self.automa)}")
        lines += [f"  note: {note}" for note in self.notes()]
        lines.append(f"  commitment {self.commitment}")
        if self.secret:
            lines.append(f"  secret {self.secret}")
        return "\n".join(lines)

    def _how_to_play_them(self) -> str:
        if self.state.revealed:
            return ": its secret was told"
        out, by_organiser = {*(self.state.out or {})} - {*self.state.withdrawn}, {*self.state.put_out}
        ways = [f"`lawspeaker tournament {command}` tries again those of bots that {why}" for command, why, bots in (
            ("resume", "broke down", out - by_organiser), ("reinstate", "were put out", by_organiser)) if bots]
        return "; ".join(["", *ways])

    def notes(self) -> Iterator[str]:
        """Yield what a reader of the ratings must know."""
        rated, counted = self.ratings.matches if self.ratings else 0, self.snapshot.counted
        if counted > max(rated, RATED_AT_ONCE):
            yield (f"{rated} of {counted} matches are in the ratings; --rate, a report and the end of a run rate all"
                   if rated else "matches are many and were not rated yet; --rate, a report and the end of a run do so")
        yield from self.ratings.notes if self.ratings else ()
        yield from map(silent_note, self.silent)

    def ranking(self) -> list[tuple[Leader, Rating | None]]:
        """Return the standings of the format if it has any, else by rating, each bot with its rating if it has one."""
        ratings = {each.bot: each for each in self.rated}
        order = self.snapshot.standings
        if not any(each.told for each in order):
            bots = {each.bot: each for each in order}
            order = tuple(replace(bots[rating.bot], place=place)
                          for place, rating in enumerate(self.rated, 1) if rating.bot in bots) or order
        return [(each, ratings.get(each.bot)) for each in order]

    def _standings(self) -> list[str]:
        ranking = self.ranking()
        width = max((len(each.bot) for each, _ in ranking), default=0)
        lines = []
        for each, rating in ranking:
            parts = [f"{each.place:>3}. {each.bot:<{width}}", f"{format_percent(each.points):>6} of points",
                     f"{format_count(each.matches, 'match'):>11}",
                     f"won-drawn-lost {format_results(each.wins, each.draws, each.matches)}"]
            if rating is not None:
                parts.append(rating_in_words(rating))
            lines.append("  " + "  ".join([*parts, *([each.told] if each.told else [])]))
        return lines


RATED_AT_ONCE: Final = 3_000
"""Counted matches up to which a status rates them; of more it shows the ratings that were kept last."""


def status_of(ledger: LedgerQueries, name: str, *, rate_all: bool = False) -> Status:
    """Return the status of a tournament; with `rate_all` all matches are rated, however many. Raises BadLedger."""
    terms, decisions, secret = known(ledger, name), ledger.decisions(name), ledger.secret(name)
    state = state_of(decisions)
    gone, progress, sums = given_up(ledger, name), ledger.progress(name, time()), ledger.bot_sums(name)
    scheduled = number_scheduled(terms, progress)
    playable, missing = (0, 0) if state.stopped is not None else matches_left(ledger, terms, state, gone, progress)
    snapshot = snapshot_of(progress, scheduled, gone, ledger.sums(name).faults, refused_of(sums),
                           standings_of(terms, sums, own_standings(ledger, terms, gone)))
    if terms.stop:
        early = EarlyStop(terms, ledger)
        early.look()
        snapshot = snapshot.with_test(early.state)
    ratings = _rated(ledger, terms) if rate_all or progress.counted <= RATED_AT_ONCE else kept_ratings(ledger, name)
    return Status(name, state, snapshot, playable, missing,
                  secret_commitment(secret).hex(), secret.hex() if state.revealed else "", ratings,
                  _verdict(terms, state),
                  is_ladder=terms.format.kind == LADDER, automa=terms.automa, rulings=rulings(decisions),
                  silent=tuple(sorted(bot for bot, each in sums.items() if bot != terms.automa and each.silent)))


def _rated(ledger: LedgerQueries, terms: TournamentConfig) -> KeptRatings | None:
    """Rate all matches; None if they cannot be rated."""
    # Importing this takes longer than a whole status of kept ratings.
    from lawspeaker_referee.competition.ratings import BadGames

    try:
        return ledger.retry_policy.call(lambda _: rate(ledger, terms)[2])
    except BadGames:
        return None


def _verdict(terms: TournamentConfig, state: TournamentState) -> str:
    if state.stopped is None:
        return ""
    from lawspeaker_referee.competition.ratings.sequential import verdict_in_words

    told = {key: state.stopped[key] for key in ("verdict", "llr", "lower", "upper", "blocks")}
    return verdict_in_words(terms.stop, **told)
