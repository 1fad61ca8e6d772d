"""The state of a tournament, as the decisions in its ledger give it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from lawspeaker_referee.competition.formats.rulings import Absence, Rulings
from lawspeaker_referee.competition.ledger.facts import PLAYED_AGAIN, VOIDED, Decided
from lawspeaker_referee.competition.ledger.queries import LedgerQueries
from lawspeaker_referee.competition.tournament.troubles import Kind, Trouble
from lawspeaker_referee.config.tournament import COPY

PAUSED: Final = "paused"
RESUMED: Final = "resumed"
QUARANTINED: Final = "quarantined"
TROUBLED: Final = "troubled"
STOPPED_EARLY: Final = "stopped early"
EXTENDED: Final = "extended"
REVEALED: Final = "revealed"
PUT_OUT: Final = "put out"
REINSTATED: Final = "reinstated"
BY_ORGANISER: Final = "put out by the organiser: "
"""The beginning of the reason why such a bot plays no more; the organiser's own words follow."""

MOST_VOIDS: Final = 3
"""A match that was void this often is given up."""


@dataclass(frozen=True, slots=True)
class TournamentState:
    """The state of a tournament apart from its matches."""

    paused: bool = False
    stopped: Mapping[str, Any] | None = None
    """The finding of the test that ended it early; None if it goes on."""
    out: Mapping[str, str] | None = None
    """Bot that plays no more -> reason, for the organiser: it may quote the bot's command and what it printed."""
    specs: Mapping[str, str] = field(default_factory=dict)
    """Bot -> spec that starts it now; only bots whose spec was changed."""
    revealed: bool = False
    """True once the secret is published: no more matches, since bots could know their dice."""
    withdrawn: Mapping[str, str] = field(default_factory=dict)
    """Bot that another version has replaced -> reason; these are out, too."""
    public_out: Mapping[str, str] = field(default_factory=dict)
    """Bot that plays no more -> reason in words of the referee alone, for everybody."""
    troubles: Mapping[str, Sequence[Trouble]] = field(default_factory=dict)
    """Bot -> how it broke down since it was let try again, the last one at the end."""
    put_out: Mapping[str, str] = field(default_factory=dict)
    """Bot that the organiser has put out -> reason in the organiser's words; these are out, too."""
    absences: Mapping[str, Sequence[Absence]] = field(default_factory=dict)
    """Bot that the organiser has put out, now or earlier -> in which rounds."""
    voided: int = 0
    """Results that the organiser has voided."""

    @property
    def at_rest(self) -> bool:
        """Return True if nothing is played now, whatever is left."""
        return self.paused or self.stopped is not None or self.revealed

    def is_out(self, seats: Collection[str]) -> bool:
        """Return True if one of a match's bots plays no more."""
        return any(bot.partition(COPY)[0] in (self.out or {}) for bot in seats)


def state_of(decisions: Iterable[Decided]) -> TournamentState:
    """Return the state after these decisions.

    A resumed tournament lets bots try again that were out; so does a new spec for that bot. A bot
    that another version has replaced stays out, and one that the organiser has put out until it is reinstated. A voided
    result takes back the verdict of the test, which is asked again.
    """
    known = _Decisions()
    for each in decisions:
        known.take(each)
    return known.state


class _Decisions:
    """The decisions so far, taken one after another."""

    def __init__(self) -> None:
        self._paused, self._revealed, self._voided = False, False, 0
        self._stopped: Mapping[str, Any] | None = None
        self._out, self._public, self._put_out = dict[str, str](), dict[str, str](), dict[str, str]()
        self._specs: dict[str, str] = {}
        self._withdrawn: Mapping[str, str] = {}
        self._troubles = defaultdict[str, list[Trouble]](list)
        self._absences = defaultdict[str, list[Absence]](list)

    def take(self, each: Decided) -> None:
        """Take the next decision."""
        if each.what == PAUSED:
            self._paused = True
        elif each.what == RESUMED:
            self._paused, self._out = False, {}
            self._troubles.clear()
        elif each.what == EXTENDED:
            self._specs |= each.payload.get("specs", {})
            self._withdrawn = each.payload.get("withdrawn", self._withdrawn)
            for bot in each.payload.get("specs", {}):
                self._try_again(bot)
        elif each.what == STOPPED_EARLY:
            self._stopped = each.payload
        elif each.what in {VOIDED, PLAYED_AGAIN}:
            self._stopped, self._voided = None, self._voided + 1
        elif each.what == REVEALED:
            self._revealed = True
        elif "bot" in each.payload:
            self._take_of_bot(each.what, each.payload["bot"], each.payload)

    def _take_of_bot(self, what: str, bot: str, payload: Mapping[str, Any]) -> None:
        if what == TROUBLED:
            self._troubles[bot].append(Trouble(Kind(payload["kind"]), payload["played"]))
        elif what == QUARANTINED:
            self._out[bot], self._public[bot] = payload["why"], payload["public"]
        elif what == PUT_OUT:
            self._put_out[bot] = payload["reason"]
            self._absences[bot].append(Absence(payload["round"]))
        elif what == REINSTATED:
            self._try_again(bot)
            if self._put_out.pop(bot, None) is not None:
                self._absences[bot][-1] = replace(self._absences[bot][-1], until=payload["round"])

    def _try_again(self, bot: str) -> None:
        self._out.pop(bot, None)
        self._troubles.pop(bot, None)

    @property
    def state(self) -> TournamentState:
        """Return the state after all that were taken."""
        told = {bot: f"{BY_ORGANISER}{reason}" for bot, reason in self._put_out.items()}
        whole = {bot: f"bot {bot} was {why}" for bot, why in told.items()}
        public = {bot: self._public[bot] for bot in self._out}
        return TournamentState(
            self._paused, self._stopped, self._out | dict(self._withdrawn) | whole, self._specs, self._revealed,
            self._withdrawn, public | dict(self._withdrawn) | told, self._troubles, self._put_out,
            {bot: tuple(spells) for bot, spells in self._absences.items()}, self._voided)


def given_up(ledger: LedgerQueries, name: str, decisions: Iterable[Decided] | None = None) -> set[str]:
    """Return the ids of matches that are not played again; `decisions` are those of now, if they are known. Raises
    BadLedger.
    """
    voids = Counter(each.match_id for each in ledger.voids(name))
    decisions = ledger.decisions(name, VOIDED) if decisions is None else decisions
    return {*(match_id for match_id, number in voids.items() if number >= MOST_VOIDS),
            *(each.payload["match"] for each in decisions if each.what == VOIDED)}


def rulings_of(ledger: LedgerQueries, name: str) -> Rulings:
    """Return the decisions that a format needs in which results decide who meets whom. Raises BadLedger."""
    state = state_of(ledger.decisions(name))
    changed = state.voided or state.absences  # otherwise the results give the same schedule again
    return Rulings(state.absences, ledger.entries(name) if changed else ())
