"""Every table there can be, or a balanced choice of tables, in every round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from lawspeaker_referee.tournament.designs.blocks import block_entries, block_name, copies
from lawspeaker_referee.tournament.designs.orders import orders_of
from lawspeaker_referee.tournament.designs.tables import sittings
from lawspeaker_referee.tournament.nouns import Entry, Played
from lawspeaker_referee.tournament.terms import Terms


def entries(terms: Terms, _played: Sequence[Played], _given_up: Collection[str]) -> list[Entry]:
    """The whole tournament."""
    form, names = terms.format, terms.names
    before: Counter[frozenset[int]] = Counter()
    found: list[Entry] = []
    rounds = zip(range(1, form.rounds + 1), sittings(terms.bots, terms.players, form.tables), strict=False)
    for number, tables in rounds:
        for sitting in tables:
            orders = orders_of(terms.players, form.seats, before[frozenset(sitting)])
            before[frozenset(sitting)] += 1
            block = block_name(number, [names[bot] for bot in sorted(sitting)])
            found += block_entries(terms.name, block, number, [names[bot] for bot in sitting], orders)
        found += mirrors(terms, number)
    return found


def mirrors(terms: Terms, number: int) -> list[Entry]:
    """A block of each bot against copies of itself, if the format has them."""
    found: list[Entry] = []
    for bot in terms.names if terms.format.self_play else ():
        table = copies(bot, terms.players)
        orders = orders_of(terms.players, terms.format.seats, number - 1)
        found += block_entries(terms.name, block_name(number, table), number, table, orders)
    return found
