"""Bots are matched as they come: nothing is scheduled before it was played."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from lawspeaker_referee.tournament.nouns import Entry, Played
from lawspeaker_referee.tournament.terms import Terms


def entries(_terms: Terms, played: Sequence[Played], _given_up: Collection[str]) -> list[Entry]:
    """What was counted."""
    return [Entry(each.match_id, each.block, each.round, each.seats) for each in played]
