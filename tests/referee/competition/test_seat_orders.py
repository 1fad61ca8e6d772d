"""Orders of seats: laws for every size of a table."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import factorial

import pytest

from lawspeaker_referee.competition.formats.blocks import balanced_orders, orders_of

PLAYERS = (2, 3, 4, 5, 6)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_balanced_orders_are_all_orders_each_once(players):
    orders = balanced_orders(players)
    assert len(set(orders)) == len(orders) == factorial(players)
    assert all(sorted(order) == list(range(players)) for order in orders)


@pytest.mark.parametrize("players", PLAYERS)
def test_each_square_of_orders_has_each_bot_once_on_each_seat(players):
    orders = balanced_orders(players)
    for start in range(0, len(orders), players):
        for column in zip(*orders[start:start + players], strict=True):
            assert sorted(column) == list(range(players))


@pytest.mark.parametrize("players", PLAYERS)
def test_neighbours_come_equally_often_in_one_square_of_an_even_number_and_in_two_of_an_odd_one(players):
    squares = 1 if players % 2 == 0 else 2
    neighbours = Counter(pair for order in balanced_orders(players)[:squares * players] for pair in pairwise(order))
    assert len(neighbours) == players * (players - 1)
    assert set(neighbours.values()) == {squares}


@pytest.mark.parametrize("players", PLAYERS)
def test_neighbours_never_differ_by_as_much_as_a_table_has_seats(players):
    neighbours: Counter[tuple[int, int]] = Counter()
    for square in range(factorial(players - 1)):
        orders = balanced_orders(players)[square * players:(square + 1) * players]
        neighbours.update(pair for order in orders for pair in pairwise(order))
        counts = [neighbours[one, other] for one in range(players) for other in range(players) if one != other]
        assert max(counts) - min(counts) < players
    assert max(counts) == min(counts)


def test_blocks_of_one_match_go_through_all_orders_one_after_another():
    assert [orders_of(3, 1, nth)[0] for nth in range(6)] == list(balanced_orders(3))
    assert orders_of(3, 1, 6) == orders_of(3, 1, 0)


def test_later_blocks_of_a_table_take_the_orders_that_earlier_ones_left_out():
    assert set(orders_of(4, 12, 0)).isdisjoint(orders_of(4, 12, 1))
    assert orders_of(4, 12, 2) == orders_of(4, 12, 0)
