"""One seed a round: all tables there can be play it in all orders, so that nobody's luck is another's."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from lawspeaker_referee.tournament.designs.blocks import block_entries, block_name
from lawspeaker_referee.tournament.designs.orders import orders_of
from lawspeaker_referee.tournament.designs.round_robin import mirrors
from lawspeaker_referee.tournament.designs.tables import all_sittings
from lawspeaker_referee.tournament.nouns import Entry, Played
from lawspeaker_referee.tournament.terms import Terms


def entries(terms: Terms, _played: Sequence[Played], _given_up: Collection[str]) -> list[Entry]:
    """The whole tournament."""
    form = terms.format
    tables = [[terms.names[bot] for bot in sitting] for sitting in all_sittings(len(terms.bots), terms.players)]
    found: list[Entry] = []
    for number in range(1, form.rounds + 1):
        orders = orders_of(terms.players, form.seats, number - 1)
        for nth, table in enumerate(tables):
            found += block_entries(terms.name, block_name(number), number, table, orders, 1 + nth * form.seats)
        found += mirrors(terms, number)
    return found
