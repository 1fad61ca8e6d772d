"""What a bot is."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Sequence

from lawspeaker_bot.decision import Decision, Match, Rejection, Result

log = logging.getLogger("lawspeaker_bot")


class Bot:
    """Subclass it and implement `decide`. Every method may be `def` or `async def`.

    With `max_matches` above 1 one bot object plays several matches at once, and plain `def` methods run in threads
    (unless `quick`): keep what belongs to a match under its `match_id`. Within a match nothing runs at the same time.
    """

    name: str = ""
    """Up to 64 characters; empty for the class's name."""
    version: str = "0"
    """The bot's own version, up to 64 characters."""
    games: tuple[str, ...] = ()
    """The games it plays, by name; empty for any."""
    max_matches: int = 1
    """How many matches it plays at once."""
    quick: bool = False
    """Whether `decide` takes well under a millisecond, so that it needs no thread beside other matches."""

    def decide(self, decision: Decision) -> Sequence[int] | Awaitable[Sequence[int]]:
        """Indices of the options taken, between `decision.least` and `decision.most` of them."""
        raise NotImplementedError(f"{type(self).__name__} must implement decide(self, decision)")

    def started(self, match: Match) -> Awaitable[None] | None:
        """Called before the first decision of a match."""

    def over(self, result: Result) -> Awaitable[None] | None:
        """Called when a match has ended."""

    def rejected(self, rejection: Rejection) -> Awaitable[None] | None:
        """Called for an answer that was refused. Unless late, the default is answered next: the game goes on."""
        decision = rejection.decision
        where = f"{decision.match_id} seat {decision.seat} {decision.prompt}: " if decision else ""
        log.warning("%sanswer refused: %s", where, rejection.message)
        return None
