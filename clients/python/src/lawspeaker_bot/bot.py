"""What a bot is."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Sequence

from lawspeaker_bot.decision import Decision, Match, Rejection, Result

log = logging.getLogger("lawspeaker_bot")


class Bot:
    """Subclass it and implement `decide`. Every method may be `def` or `async def`.

    Plain `def` methods run in a thread (unless `quick`), so that a slow one holds up nothing else. With `max_matches`
    above 1 one bot object plays several matches at once: keep what belongs to a match under its `match_id`. Within a
    match nothing runs at the same time.
    """

    name: str = ""
    """Up to 64 characters; empty for the class's name."""
    version: str = "0"
    """The bot's own version, up to 64 characters."""
    games: tuple[str, ...] = ()
    """The games it plays, by name; empty for any."""
    max_matches: int = 1
    """How many matches it plays at once."""
    text: bool = False
    """Whether every decision comes in words too: `decision.text`."""
    quick: bool = False
    """Whether `decide` takes well under a millisecond: then it needs no thread, which would cost a tenth of one."""

    def decide(self, decision: Decision) -> Sequence[int] | Awaitable[Sequence[int]]:
        """Indices of the options taken, between `decision.least` and `decision.most` of them."""
        raise NotImplementedError(f"{type(self).__name__} must implement decide(self, decision)")

    def started(self, match: Match) -> Awaitable[None] | None:
        """Called once a match, before its first decision."""

    def resumed(self, match: Match) -> Awaitable[None] | None:
        """Called when a match goes on after the connection was lost; it is the object that `started` was given.

        The open decision needs no care: if `decide` has returned, the same picks are sent again, and if it is still at
        it, it goes on.
        """

    def over(self, result: Result) -> Awaitable[None] | None:
        """Called when a match has ended, or has not come back after a lost connection: then `result.lost` says so."""

    def rejected(self, rejection: Rejection) -> Awaitable[None] | None:
        """Called for an answer that was refused. If its decision is still open the default is answered next."""
        if rejection.disqualified:
            log.warning("%s: out of the match: %s", rejection.match_id, rejection.message)
            return None
        what = rejection.decision.prompt if rejection.decision else f"decision {rejection.decision_id}"
        log.warning("%s, %s: answer refused: %s", rejection.match_id, what, rejection.message)
        return None
