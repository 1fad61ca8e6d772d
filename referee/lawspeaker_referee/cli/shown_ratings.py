"""Ratings that a command has shown are kept in the ledger, for their history and for later looks."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from lawspeaker_referee.competition.kept_ratings import KeptRatings

KEEP_WITHIN: Final = 1.0
"""Seconds for which ratings that were shown wait to be kept."""


def keep_shown(url: str, name: str, ratings: KeptRatings | None, tell: Callable[[str], None]) -> None:
    """Keep ratings that were shown, if there are any; if the ledger is locked, tell that they are not kept.

    Unlike the look itself this writes.
    """
    from lawspeaker_referee.competition.kept_ratings import keep
    from lawspeaker_referee.competition.ledger import BadLedger, Ledger

    if ratings is None:
        return
    try:
        with closing(Ledger.open(url, patience=KEEP_WITHIN)) as ledger:
            keep(ledger, name, ratings)
    except BadLedger as error:
        tell(f"these ratings are not kept for the history: {error}")
