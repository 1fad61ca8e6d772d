"""How a tournament stands, as its ledger alone tells it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lawspeaker_referee.tournament.beginning import known
from lawspeaker_referee.tournament.decided import State, given_up, state_of
from lawspeaker_referee.tournament.designs import entries
from lawspeaker_referee.tournament.format import LADDER
from lawspeaker_referee.tournament.ledger.ledger import Ledger
from lawspeaker_referee.tournament.progress import Snapshot, snapshot_of
from lawspeaker_referee.tournament.progress_shown import line_of
from lawspeaker_referee.tournament.seeds import secret_commitment


@dataclass(frozen=True, slots=True)
class Status:
    """How it stands."""

    name: str
    state: State
    snapshot: Snapshot
    playable: int
    """Matches that can be played now."""
    missing: int
    """Matches that can not: given up, or of bots that play no more."""
    commitment: str
    """The hash of the secret, in hexadecimal."""
    secret: str
    """Itself; empty until a report has told it."""
    is_ladder: bool = False

    @property
    def word(self) -> str:
        """Its state in a word or two."""
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
        """Plain data."""
        return {"name": self.name, "state": self.word, "playable": self.playable, "missing": self.missing,
                "out": dict(self.state.out or {}), "stopped": self.state.stopped,
                "commitment": self.commitment, "secret": self.secret} | self.snapshot.as_dict()

    def text(self) -> str:
        """Lines for people."""
        lines = [f"{self.name}: {self.word}: {line_of(self.snapshot)}"]
        if self.state.stopped is not None:
            told = ", ".join(f"{key} {value}" for key, value in self.state.stopped.items())
            lines.append(f"  the test has decided: {told}")
        lines += [f"  out: {why}" for why in (self.state.out or {}).values()]
        if self.missing and not self.playable:
            lines.append(f"  {self.missing} matches cannot be played; `lawspeaker tournament resume` tries again those "
                         "of bots that are out")
        width = max((len(each.bot) for each in self.snapshot.standings), default=0)
        lines += [f"  {place:>3}. {each.bot:<{width}}  {each.elo:>6.0f}  {each.matches} matches"
                  for place, each in enumerate(self.snapshot.standings, 1)]
        lines.append(f"  commitment {self.commitment}")
        if self.secret:
            lines.append(f"  secret {self.secret}")
        return "\n".join(lines)


def status_of(ledger: Ledger, name: str) -> Status:
    """How a tournament stands. Raises BadLedger."""
    terms, state, secret = known(ledger, name), state_of(ledger.decisions(name)), ledger.secret(name)
    played, gone = ledger.results(name), given_up(ledger, name)
    counted = {each.match_id for each in played}
    left = [entry for entry in entries(terms, played, gone) if entry.match_id not in counted]
    playable = sum(entry.match_id not in gone and not state.is_out(entry.seats) for entry in left)
    missing = len(left) - playable
    if state.stopped is not None:
        playable = missing = 0
    return Status(name, state, snapshot_of(ledger, name), playable, missing,
                  secret_commitment(secret).hex(), secret.hex() if state.revealed else "",
                  is_ladder=terms.format.kind == LADDER)
