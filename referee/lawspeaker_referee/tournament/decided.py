"""What was decided about a tournament besides results, as its ledger tells it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from lawspeaker_referee.tournament.ledger.ledger import Ledger
from lawspeaker_referee.tournament.ledger.nouns import Decided
from lawspeaker_referee.tournament.terms import COPY

PAUSED: Final = "paused"
RESUMED: Final = "resumed"
QUARANTINED: Final = "quarantined"
STOPPED_EARLY: Final = "stopped early"
EXTENDED: Final = "extended"
REVEALED: Final = "revealed"

MOST_VOIDS: Final = 3
"""A match that was void so often is given up."""


@dataclass(frozen=True, slots=True)
class State:
    """How a tournament stands apart from its matches."""

    paused: bool = False
    stopped: Mapping[str, Any] | None = None
    """What the test found that ended it early; None if it goes on."""
    out: Mapping[str, str] | None = None
    """Bots that play no more, and why."""
    specs: Mapping[str, str] = field(default_factory=dict)
    """Bot -> what starts it now; only those for which that was changed."""
    revealed: bool = False
    """Whether the secret was told: then nothing more can be played with dice that nobody knows."""

    @property
    def at_rest(self) -> bool:
        """Whether nothing is played now, whatever is left."""
        return self.paused or self.stopped is not None or self.revealed

    def is_out(self, seats: Collection[str]) -> bool:
        """Whether one of a match's bots plays no more."""
        return any(bot.partition(COPY)[0] in (self.out or {}) for bot in seats)


def state_of(decisions: Iterable[Decided]) -> State:
    """What holds after all that was decided.

    Who goes on after a pause lets bots try again that were out, and a bot that is started in another way tries again.
    """
    paused, revealed, out, specs = False, False, dict[str, str](), dict[str, str]()
    stopped: Mapping[str, Any] | None = None
    for each in decisions:
        if each.what == PAUSED:
            paused = True
        elif each.what == RESUMED:
            paused, out = False, {}
        elif each.what == QUARANTINED:
            out[each.payload["bot"]] = each.payload["why"]
        elif each.what == EXTENDED:
            specs |= each.payload.get("specs", {})
            out = {bot: why for bot, why in out.items() if bot not in each.payload.get("specs", {})}
        elif each.what == STOPPED_EARLY:
            stopped = each.payload
        elif each.what == REVEALED:
            revealed = True
    return State(paused, stopped, out, specs, revealed)


def given_up(ledger: Ledger, name: str) -> set[str]:
    """The ids of matches that are not played again. Raises BadLedger."""
    voids = Counter(each.match_id for each in ledger.voids(name))
    return {match_id for match_id, number in voids.items() if number >= MOST_VOIDS}
