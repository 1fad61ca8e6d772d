import re
from collections import Counter
from functools import reduce
from itertools import permutations
from pathlib import Path

import pytest

from lawspeaker_bot.chance import Chance

PROTOCOL = (Path(__file__).parent.parent.parent / "docs" / "protocol.md").read_text(encoding="utf-8")
MOST = {1: 10.83, 3: 16.27, 5: 20.52, 9: 27.88, 11: 31.26, 12: 32.91, 15: 37.70, 23: 49.73, 51: 87.97}
"""Chi-square by degrees of freedom, which chance exceeds once in a thousand times."""


class Dealt(Chance):
    """Yields these words."""

    def __init__(self, *words):
        super().__init__("dealt")
        self.words = list(words)

    def next(self):
        return self.words.pop(0)


def chi_square(counts, kinds):
    """Return the chi-square of counts that should all be the same; `kinds` is how many there should be."""
    even = sum(counts.values()) / kinds
    assert len(counts) == kinds
    return sum((count - even) ** 2 / even for count in counts.values())


# --- the same everywhere ---


def test_the_example_of_the_protocol_is_what_comes():
    example = PROTOCOL[PROTOCOL.index("For the name `"):]
    name, first, second, third, below, distinct = re.findall(r"`([0-9a-f/m, ]+)`", example)
    asked = re.search(r"`below\((\d+)\)` is .*`distinct\((\d+), (\d+)\)`", example)
    count, pool, most = map(int, asked.groups())
    chance = Chance(name)
    assert [f"{chance.next():016x}" for _ in range(3)] == [first, second, third]
    assert chance.below(count) == int(below)
    assert chance.distinct(pool, most) == [int(each) for each in distinct.split(", ")]


@pytest.mark.parametrize(("name", "state"), [
    ("", 0xCBF29CE484222325), ("a", 0xAF63DC4C8601EC8C), ("foobar", 0x85944171F73967E8),
])
def test_the_state_begins_at_the_published_hash_of_the_name(name, state):
    assert Chance(name)._state == state


def test_a_name_is_hashed_as_utf_8():
    one_byte_at_a_time = reduce(lambda state, byte: (state ^ byte) * 0x100000001B3 % 2**64, b"gr\xc3\xb6\xc3\x9fe",
                                0xCBF29CE484222325)
    assert Chance("größe")._state == one_byte_at_a_time


@pytest.mark.parametrize(("state", "words"), [
    (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]),
    (1234567, [6457827717110365317, 3203168211198807973, 9817491932198370423]),
])
def test_words_are_the_published_ones_of_a_state(state, words):
    chance = Chance("")
    chance._state = state
    assert [chance.next() for _ in words] == words


def test_names_that_differ_by_little_draw_nothing_alike():
    words = Counter(Chance(f"{seed}/m-{match}/{seat}/{decision}").next()
                    for seed in range(5) for match in range(5) for seat in range(5) for decision in range(40))
    assert len(words) == 5 * 5 * 5 * 40
    assert max(words.values()) == 1


# --- below ---


@pytest.mark.parametrize("count", [2, 4, 6, 10, 13, 52])
def test_every_number_below_is_as_likely(count):
    chance = Chance(f"below {count}")
    assert chi_square(Counter(chance.below(count) for _ in range(200 * count)), count) < MOST[count - 1]


@pytest.mark.parametrize("count", [2, 6])
def test_the_first_number_of_each_name_is_as_likely_too(count):
    drawn = Counter(Chance(f"7/match/1/{decision}").below(count) for decision in range(3000))
    assert chi_square(drawn, count) < MOST[count - 1]


def test_a_word_in_what_is_left_over_of_all_words_is_left_out():
    # 2**64 is 4 modulo 6: the last four words would make 0 to 3 too likely
    assert Dealt(2**64 - 4, 2**64 - 1, 2**64 - 5).below(6) == 5
    assert Dealt(2**64 - 5).below(6) == 5


@pytest.mark.parametrize("count", [1, 2, 2**32, 2**63])
def test_no_word_is_left_out_where_nothing_is_left_over(count):
    assert Dealt(2**64 - 1).below(count) == count - 1


def test_of_a_number_just_above_half_of_all_words_nearly_half_of_them_are_left_out():
    count = 2**63 + 1
    assert Dealt(2**63 + 1, 2**64 - 1, 2**63).below(count) == 2**63


# --- distinct ---


@pytest.mark.parametrize("most", range(8))
def test_distinct_is_the_beginning_of_one_permutation(most):
    whole = Chance("a deck").distinct(7, 7)
    assert sorted(whole) == list(range(7))
    assert Chance("a deck").distinct(7, most) == whole[:most]


def test_distinct_of_nothing_draws_nothing():
    assert Dealt().distinct(0, 0) == Dealt().distinct(5, 0) == []


def test_every_order_is_as_likely():
    chance = Chance("orders")
    orders = Counter(tuple(chance.distinct(4, 4)) for _ in range(24 * 200))
    assert set(orders) == set(permutations(range(4)))
    assert chi_square(orders, 24) < MOST[23]


def test_every_choice_in_order_is_as_likely():
    chance = Chance("choices")
    chosen = Counter(tuple(chance.distinct(4, 2)) for _ in range(12 * 200))
    assert set(chosen) == set(permutations(range(4), 2))
    assert chi_square(chosen, 12) < MOST[11]


# --- what random.Random builds on it ---


def test_random_bits_are_in_range_and_all_of_them_turn_up():
    for bits in range(201):
        chance = Chance(f"bits {bits}")
        drawn = [chance.getrandbits(bits) for _ in range(64)]
        assert all(0 <= each < 1 << bits for each in drawn), f"{bits} bits"
        ones, zeros = 0, 0
        for each in drawn:
            ones, zeros = ones | each, zeros | ~each
        assert ones == (1 << bits) - 1, f"{bits} bits"
        assert zeros & ones == ones, f"{bits} bits"


def test_the_bits_come_from_the_top_of_as_few_words_as_it_takes():
    assert Dealt(0xABCD << 48).getrandbits(16) == 0xABCD
    assert Dealt(1, 2).getrandbits(128) == 1 << 64 | 2
    assert Dealt().getrandbits(0) == 0


def test_a_float_is_from_0_to_below_1():
    assert Dealt(0).random() == 0.0
    assert Dealt(2**64 - 1).random() == 1 - 2**-53
    chance = Chance("floats")
    assert chi_square(Counter(int(chance.random() * 16) for _ in range(3200)), 16) < MOST[15]


def test_choice_shuffle_and_sample_draw_from_it_alone():
    def drawn(chance):
        deck = list(range(52))
        chance.shuffle(deck)
        return chance.choice("abcdef"), deck, chance.sample(range(100), 10), chance.randint(1, 6), chance.uniform(0, 9)

    one, other = drawn(Chance("a")), drawn(Chance("a"))
    assert one == other != drawn(Chance("b"))
    letter, deck, sample, die, _ = one
    assert letter in "abcdef"
    assert sorted(deck) == list(range(52))
    assert len(set(sample)) == 10 and set(sample) <= set(range(100))
    assert 1 <= die <= 6


@pytest.mark.parametrize("draw", [lambda chance: chance.choice(range(6)), lambda chance: chance.randrange(6),
                                  lambda chance: chance.sample(range(6), 1)[0]])
def test_what_is_built_on_it_is_as_even(draw):
    chance = Chance("built on it")
    assert chi_square(Counter(draw(chance) for _ in range(1200)), 6) < MOST[5]
