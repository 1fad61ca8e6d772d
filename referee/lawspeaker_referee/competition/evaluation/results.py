"""The results of an evaluation as plain data: equal ledgers and requests make the same report."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from lawspeaker_engine.games import find_game
from lawspeaker_referee.codec.game_codec import setup_message
from lawspeaker_referee.competition.evaluation.calls import CallFile, Calls, calls_by_setup
from lawspeaker_referee.competition.evaluation.folder import EvaluationFolder
from lawspeaker_referee.competition.formats import number_of_matches
from lawspeaker_referee.competition.ledger.queries import LedgerQueries
from lawspeaker_referee.competition.ledger.sums import BotSums
from lawspeaker_referee.competition.rating_values import Rating
from lawspeaker_referee.competition.ratings import BadGames, rate
from lawspeaker_referee.competition.results import PlayedMatch
from lawspeaker_referee.competition.seeds import secret_commitment
from lawspeaker_referee.competition.tournament.setup import known
from lawspeaker_referee.competition.tournament.state import state_of
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.evaluation import EvaluatedModel, EvaluationConfig
from lawspeaker_referee.config.fault_policies import policy_table
from lawspeaker_referee.config.tournament import TournamentConfig
from lawspeaker_referee.version import build_version

OVERALL: Final = "overall"
ANCHOR: Final = 1000.0
"""The rating of the first yardstick, to which all others are relative."""


@dataclass(frozen=True, slots=True)
class SetupResult:
    """What was played of a setup."""

    name: str
    game: str
    rules: int
    players: int
    options: Mapping[str, str]
    clock: str
    faults: Mapping[str, Any]
    format: Mapping[str, Any]
    scheduled: int
    counted: int
    voids: int
    commitment: str
    """The hash of the secret from which all seeds follow, in hexadecimal."""
    secret: str
    """The secret; empty until it is revealed."""


@dataclass(frozen=True, slots=True)
class BotResult:
    """The results, answers and costs of a bot in a setup, or in all; seconds are None where nobody told them."""

    bot: str
    setup: str
    """The setup; `overall` for all."""
    matches: int
    won: int
    drawn: int
    points: float
    """The share of opponents that it was placed before, a tie as half."""
    decisions: int
    own: int
    """Decisions that it answered itself."""
    stand_ins: Mapping[str, int]
    faults: Mapping[str, int]
    lost_matches: int
    """Matches that are lost to it by faults or stand-ins."""
    input_tokens: int
    """Tokens that were read in its counted matches, as it says."""
    output_tokens: int
    money: float
    """The cost of these tokens; the share of them that came from the cache is that of all its requests."""
    requests: int = 0
    """Requests to its endpoint, also of matches that were broken off."""
    failed: int = 0
    asked: int = 0
    """Decisions at which its model said something."""
    legal_at_first: int = 0
    seconds_median: float | None = None
    """The median time of a request, without waiting for a place of the limit."""
    seconds_most: float | None = None
    """The time within which nineteen of twenty requests were answered."""
    spent: float = 0.0
    """What all its requests cost."""
    cached_share: float | None = None
    """The share of the tokens read by all its requests that its endpoint had in its cache."""

    @property
    def own_share(self) -> float | None:
        """Return the share of its decisions that it answered itself; None without decisions."""
        return self.own / self.decisions if self.decisions else None

    @property
    def legal_share(self) -> float | None:
        """Return the share of legal answers among the first ones; None where nobody counted them."""
        return self.legal_at_first / self.asked if self.asked else None

    @property
    def match_money(self) -> float:
        """Return what a counted match cost on average."""
        return self.money / self.matches if self.matches else 0.0


@dataclass(frozen=True, slots=True)
class RatedScope:
    """The ratings of a game or of all."""

    scope: str
    """The game; `overall` for all setups."""
    ratings: tuple[Rating, ...]
    """Best first; empty if nothing can be rated."""
    notes: tuple[str, ...]
    """Lines that a reader must know, or why there are no ratings."""


@dataclass(frozen=True, slots=True)
class Section:
    """A table of an analysis that stands in the report; what makes it stands above this layer."""

    title: str
    words: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class EvaluationResults:
    """All that the report of an evaluation tells."""

    name: str
    complete: bool
    versions: Mapping[str, str]
    method: Mapping[str, Any]
    models: Mapping[str, Mapping[str, Any]]
    """Model -> how it is asked."""
    yardsticks: Mapping[str, str]
    """Yardstick -> the built-in bot that it is; commands may hold private paths."""
    setups: tuple[SetupResult, ...]
    ratings: tuple[RatedScope, ...]
    bots: tuple[BotResult, ...]
    """By setup, then overall; in the order of the file."""
    sections: tuple[Section, ...] = field(default=())

    def of(self, setup: str) -> list[BotResult]:
        """Return the bots of a setup."""
        return [each for each in self.bots if each.setup == setup]

    @property
    def counted(self) -> int:
        """Return the counted matches."""
        return sum(each.counted for each in self.setups)

    @property
    def scheduled(self) -> int:
        """Return the matches of all setups."""
        return sum(each.scheduled for each in self.setups)


def results_of(config: EvaluationConfig, folder: EvaluationFolder, ledger: LedgerQueries) -> EvaluationResults:
    """Return the results by now. Raises BadLedger and BadConfig."""
    begun = set(ledger.tournaments())
    setups = [known(ledger, name) for name, _ in config.setups if name in begun]
    calls = {model.name: calls_by_setup(CallFile(folder.calls(model.name)).new()) for model in config.models}
    played = {terms.name: ledger.results(terms.name) for terms in setups}
    bots = [result for terms in setups
            for result in _bots_of(config, terms.name, [ledger.bot_sums(terms.name)], {
                name: found.get(terms.name, Calls()) for name, found in calls.items()})]
    bots += _bots_of(config, OVERALL, [ledger.bot_sums(terms.name) for terms in setups],
                     {name: _joined(found.values()) for name, found in calls.items()})
    told = tuple(_setup(ledger, terms) for terms in setups)
    return EvaluationResults(
        config.name, len(told) == len(config.setups) and all(each.counted >= each.scheduled for each in told),
        _versions(setups), _method(config), {model.name: model.asks for model in config.models},
        {each.name: each.spec if SeatSpec.parse(each.spec).built_in else "a program"
         for each in config.table.yardsticks}, told,
        tuple(_rated(config, setups, played)), tuple(bots))


def _setup(ledger: LedgerQueries, terms: TournamentConfig) -> SetupResult:
    secret = ledger.secret(terms.name)
    revealed = state_of(ledger.decisions(terms.name)).revealed
    return SetupResult(
        terms.name, terms.game, terms.rules.version, terms.players,
        {option.name: option.value for option in setup_message(terms.rules, terms.setup).options}, terms.clock.text,
        policy_table(terms.policy), terms.format.as_dict(), number_of_matches(terms), ledger.sums(terms.name).matches,
        len(ledger.voids(terms.name)), secret_commitment(secret).hex(), secret.hex() if revealed else "")


def _bots_of(config: EvaluationConfig, setup: str, sums: Sequence[Mapping[str, BotSums]],
             calls: Mapping[str, Calls]) -> list[BotResult]:
    models = {model.name: model for model in config.models}
    names = [*models, *(each.name for each in config.table.yardsticks)]
    return [_bot(name, setup, [each[name] for each in sums if name in each], models.get(name), calls.get(name))
            for name in names]


def _bot(name: str, setup: str, sums: Sequence[BotSums], model: EvaluatedModel | None,
         calls: Calls | None) -> BotResult:
    def add(what: str) -> int:
        return sum(getattr(each, what) for each in sums)

    matches, tokens = add("matches"), (add("input_tokens"), add("output_tokens"))
    result = BotResult(
        name, setup, matches, add("won"), add("drawn"), sum(each.points for each in sums) / matches if matches else 0.0,
        add("decisions"), add("own"), _counts(each.stand_ins for each in sums), _counts(each.faults for each in sums),
        sum(each.stood_in + each.forfeits + each.substituted for each in sums), *tokens,
        model.money(tokens, calls.cached_share if calls else 0.0) if model else 0.0)
    if calls is None or not calls.requests:
        return result
    return replace(result, requests=calls.requests, failed=calls.failed, asked=calls.decisions,
                   legal_at_first=calls.legal_at_first, seconds_median=calls.second(0.5),
                   seconds_most=calls.second(0.95), spent=calls.money, cached_share=calls.cached_share)


def _joined(calls: Iterable[Calls]) -> Calls:
    found = Calls()
    for each in calls:
        for name in ("requests", "failed", "decisions", "legal_at_first", "input_tokens", "cached_tokens",
                     "output_tokens", "money"):
            setattr(found, name, getattr(found, name) + getattr(each, name))
        found.seconds += each.seconds
    return found


def _counts(found: Iterable[Mapping[str, int]]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for each in found:
        for what, number in each.items():
            counts[what] = counts.get(what, 0) + number
    return dict(sorted(counts.items()))


def _rated(config: EvaluationConfig, setups: Sequence[TournamentConfig],
           played: Mapping[str, Sequence[PlayedMatch]]) -> list[RatedScope]:
    games: dict[str, list[str]] = {}
    for terms in setups:
        games.setdefault(terms.game, []).append(terms.name)
    scopes = {OVERALL: [name for names in games.values() for name in names]} | games
    anchors = [each.name for each in config.table.yardsticks]
    return [rated_scope(scope, [_apart(name, match) for name in names for match in played[name]], anchors)
            for scope, names in scopes.items()]


def _apart(setup: str, match: PlayedMatch) -> PlayedMatch:
    """Return a match whose block is no block of another setup."""
    return replace(match, block=f"{setup}/{match.block}")


def rated_scope(scope: str, played: Sequence[PlayedMatch], anchors: Sequence[str]) -> RatedScope:
    """Return the ratings of matches; the first of `anchors` that has played is fixed at ANCHOR."""
    there = {bot for match in played for bot in match.seats}
    anchor = next((each for each in anchors if each in there), None)
    try:
        # Seats of different games are worth different things; blocks have every order, so that they cancel.
        found = rate(played, seats=False, anchor=(anchor, ANCHOR) if anchor else None)
    except BadGames as error:
        return RatedScope(scope, (), (str(error),))
    return RatedScope(scope, found.bots, found.notes)


def _versions(setups: Sequence[TournamentConfig]) -> dict[str, str]:
    rules = {terms.game: find_game(terms.game).version for terms in setups}
    return {"lawspeaker": build_version(), "python": platform.python_version()} | {
        f"rules of {game}": str(version) for game, version in rules.items()}


def _method(config: EvaluationConfig) -> dict[str, Any]:
    table = config.table
    return {"against": table.against, "requests at once to an endpoint": max(config.limits.values()),
            "clock": table.clock, "anchor": table.yardsticks[0].name if table.yardsticks else ""}
