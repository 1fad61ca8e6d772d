"""The base class of bots."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Sequence

from lawspeaker_bot.decision import Decision, Match, Rejection, Result

log = logging.getLogger("lawspeaker_bot")


class Bot:
    """Base class of a bot: subclass it and implement `decide`. Every method may be `def` or `async def`.

    Plain `def` methods run in a thread (unless `quick`), so a slow one does not delay other matches. With `max_matches`
    above 1, one bot object plays several matches at once: keep what belongs to a match under its `match_id`. Within a
    match, methods never run at the same time.
    """

    name: str = ""
    """The bot's name, up to 64 characters; if empty, the class's name is used."""
    version: str = "0"
    """The bot's own version, up to 64 characters."""
    games: tuple[str, ...] = ()
    """Names of the games that the bot plays; empty for all."""
    max_matches: int = 1
    """Matches that the bot plays at once, 1 to 1024."""
    challengers: tuple[str, ...] = ()
    """Names of tokens whose challenges the bot takes on a ladder, `*` for everybody; empty for nobody."""
    text: bool = False
    """True if the referee shall send every decision as plain text too: `decision.text`, and once `match.text`."""
    text_in_full: bool = False
    """True if every `decision.text` shall be complete in itself, so that there is no `match.text`."""
    positions: bool = False
    """True if the referee shall send a position with every decision, to look ahead from: `decision.position`."""
    quick: bool = False
    """True if `decide` takes well under a millisecond: it then runs without a thread, which saves 0.1 ms."""

    def decide(self, decision: Decision) -> Sequence[int] | Awaitable[Sequence[int]]:
        """Return the indices of the options to take: `decision.least` to `decision.most` distinct ones.

        An exception ends the process. Picks that the rules do not allow are rejected: see `rejected`.
        """
        raise NotImplementedError(f"{type(self).__name__} must implement decide(self, decision)")

    def started(self, match: Match) -> Awaitable[None] | None:
        """React to the start of a match; called once, before its first decision."""

    def resumed(self, match: Match) -> Awaitable[None] | None:
        """React to a match that goes on after a lost connection; `match` is the object that `started` got.

        The open decision needs no care: if `decide` has returned, the SDK sends the same picks again; if `decide` still
        runs, it goes on.
        """

    def over(self, result: Result) -> Awaitable[None] | None:
        """React to the end of a match; `result.lost` is set if the match did not come back after a lost connection."""

    def rejected(self, rejection: Rejection) -> Awaitable[None] | None:
        """React to a rejected answer; by default log one line. If the decision is open, the SDK answers its default."""
        if rejection.disqualified:
            log.warning("%s: out of the match: %s", rejection.match_id, rejection.message)
            return None
        what = rejection.decision.prompt if rejection.decision else f"decision {rejection.decision_id}"
        log.warning("%s, %s: answer refused: %s", rejection.match_id, what, rejection.message)
        return None
