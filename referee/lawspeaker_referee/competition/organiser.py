"""The decisions of the organiser of a tournament or ladder: void a result, put a bot out, let it play again.

Each is a row of the ledger with a reason, under a link of its chain. Who runs the tournament or ladder takes it over
when it next looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from lawspeaker_bot.printable import printable
from lawspeaker_engine.suggestions import did_you_mean
from lawspeaker_referee.competition.ledger.facts import PLAYED_AGAIN, VOIDED, BadLedger, Decided
from lawspeaker_referee.competition.ledger.ledger import Ledger
from lawspeaker_referee.competition.ledger.queries import LedgerQueries
from lawspeaker_referee.competition.tournament.setup import check_unrevealed, known
from lawspeaker_referee.competition.tournament.state import PUT_OUT, REINSTATED, TournamentState, state_of
from lawspeaker_referee.config.entrants import split_entrant
from lawspeaker_referee.config.tournament import TournamentConfig
from lawspeaker_referee.config.tournament_format import KNOCKOUT, LADDER

_WORDS: Final = {
    VOIDED: "match {subject} does not count",
    PLAYED_AGAIN: "match {subject} does not count and is played again",
    PUT_OUT: "bot {subject} plays no more",
    REINSTATED: "bot {subject} plays again",
}


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision of the organiser."""

    what: str
    """The kind of the decision in the ledger."""
    subject: str
    """The match or the bot."""
    reason: str
    """In the organiser's words; empty if none was given."""
    unix_ms: int

    @property
    def words(self) -> str:
        """Return the decision as a line."""
        return _WORDS[self.what].format(subject=self.subject) + (f": {self.reason}" if self.reason else "")


def rulings(decisions: Iterable[Decided]) -> tuple[Ruling, ...]:
    """Return those of a ledger's decisions that the organiser made, in their order."""
    return tuple(Ruling(each.what, each.payload.get("match") or each.payload["bot"], each.payload["reason"],
                        each.unix_ms) for each in decisions if each.what in _WORDS)


def number_voided(found: Iterable[Ruling]) -> int:
    """Return how many results were voided by these decisions."""
    return sum(each.what in {VOIDED, PLAYED_AGAIN} for each in found)


def void(ledger: Ledger, name: str, match_id: str, reason: str, *, replay: bool | None) -> None:
    """Let the result of a match count no more; with `replay` the match is played again, with other dice.

    Raises BadLedger, one line, for a match without a result and where it cannot be played again, and BadConfig.
    """
    terms = known(ledger, name)
    if terms.format.kind == LADDER:
        if replay:
            raise BadLedger(f"{name} is a ladder, which chooses its matches itself and plays none again; leave "
                            "--replay out")
    elif replay is None:
        raise BadLedger("say whether the match is played again: --replay or --no-replay")
    elif replay:
        check_unrevealed(ledger, name)
    known_ids = [] if ledger.scheduled(name, [match_id]) else [entry.match_id for entry in ledger.entries(name)]
    if known_ids:
        raise BadLedger(f"match {match_id!r} is not in the schedule of {name!r}{did_you_mean(match_id, known_ids)}")
    ledger.void_result(name, match_id, _reason(reason), replay=bool(replay),
                       newest_round=terms.format.kind == KNOCKOUT)


def put_out(ledger: Ledger, name: str, bot: str, reason: str) -> None:
    """Let a bot play no more; its results stay. Raises BadLedger, one line, and BadConfig."""
    def check(state: TournamentState) -> None:
        if bot in state.put_out:
            raise BadLedger(f"bot {bot} of {name} is put out already: {state.put_out[bot]}")

    _decide(ledger, name, PUT_OUT, {"bot": bot, "reason": _reason(reason)}, check)


def reinstate(ledger: Ledger, name: str, bot: str, reason: str = "") -> None:
    """Let a bot play again that was put out, or broke down too often. Raises BadLedger, one line, and BadConfig."""
    ladder = known(ledger, name).format.kind == LADDER

    def check(state: TournamentState) -> None:
        if bot in state.withdrawn:
            raise BadLedger(f"bot {bot} of {name} plays no more, {state.withdrawn[bot]}; another version of it stays "
                            "so")
        if bot not in (state.out or {}) and not ladder:
            raise BadLedger(f"bot {bot} of {name} is not out")

    _decide(ledger, name, REINSTATED, {"bot": bot, "reason": _reason(reason) if reason else ""}, check)


def _decide(ledger: Ledger, name: str, what: str, payload: Mapping[str, str],
            check: Callable[[TournamentState], None]) -> None:
    """Write down a decision about a bot, unless `check` refuses it. Raises BadLedger, one line, and BadConfig."""
    _check_bot(ledger, name, payload["bot"])
    written = False
    while not written:  # what somebody else decides meanwhile is looked at, too
        decisions = ledger.decisions(name)
        check(state_of(decisions))
        written = ledger.decide(name, what, payload, known=len(decisions), with_round=True)


def _reason(text: str) -> str:
    reason = printable(" ".join(text.split()))
    if not reason:
        raise BadLedger("the reason is empty; everybody reads it, so say why")
    return reason


def _check_bot(ledger: LedgerQueries, name: str, bot: str) -> None:
    """Raise BadLedger if a tournament has no such bot."""
    bots = _bots(ledger, known(ledger, name))
    if bot not in bots:
        raise BadLedger(f"{name} has no bot {bot!r}{did_you_mean(bot, bots)}; there are "
                        f"{', '.join(bots) or 'none yet'}")


def _bots(ledger: LedgerQueries, terms: TournamentConfig) -> Sequence[str]:
    """Return the bots of a tournament; of a ladder the names of tokens that have played, without versions."""
    if terms.format.kind != LADDER:
        return terms.names
    seated = (bot for entry in ledger.entries(terms.name) for bot in entry.seats)  # also where all results are voided
    return sorted({split_entrant(bot)[0] for bot in seated} - {terms.automa})
