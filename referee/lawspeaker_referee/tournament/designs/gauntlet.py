"""Challengers against a fixed field: all of them play the same opponents from the same seeds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from lawspeaker_referee.tournament.designs.blocks import block_entries, block_name, turned
from lawspeaker_referee.tournament.designs.orders import orders_of
from lawspeaker_referee.tournament.designs.round_robin import mirrors
from lawspeaker_referee.tournament.designs.tables import sittings
from lawspeaker_referee.tournament.nouns import Entry, Played
from lawspeaker_referee.tournament.terms import Terms


def entries(terms: Terms, _played: Sequence[Played], _given_up: Collection[str]) -> list[Entry]:
    """The whole tournament; a block has one table of the field, with each challenger in turn."""
    form = terms.format
    field = [bot for bot in terms.bots if bot.name not in form.challengers]
    before: Counter[frozenset[int]] = Counter()
    found: list[Entry] = []
    rounds = zip(range(1, form.rounds + 1), sittings(field, terms.players - 1, form.tables), strict=False)
    for number, tables in rounds:
        for nth, sitting in enumerate(tables):
            opponents = [field[bot].name for bot in sitting]
            orders = orders_of(terms.players, form.seats, before[frozenset(sitting)])
            before[frozenset(sitting)] += 1
            block = block_name(number, [field[bot].name for bot in sorted(sitting)])
            for place, challenger in enumerate(form.challengers):
                found += block_entries(terms.name, block, number, turned([challenger, *opponents], nth), orders,
                                       1 + place * form.seats)
        found += mirrors(terms, number)
    return found
