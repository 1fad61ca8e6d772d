"""Ratings are the same, bit for bit, whatever changes but what the matches say."""

import os
import subprocess
import sys
from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lawspeaker_referee.competition.ratings import choices, rate
from lawspeaker_referee.competition.ratings.fit import fit_test
from lawspeaker_referee.competition.ratings.games import canonical
from lawspeaker_referee.competition.results import PlayedMatch
from tests.sample_sizes import examples, first_quick

BOTS = ("ann", "bea", "cid", "dot", "eve")
OTHERS = {"ann": "zoe", "bea": "yan", "cid": "a", "dot": "m", "eve": "bea"}
law = settings(max_examples=examples(5), deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)


@st.composite
def tournaments(draw):
    """Some matches of two to four seats, with ties and sometimes teams, in blocks of one to three."""
    played = []
    for number in range(draw(st.integers(2, 12))):
        size = draw(st.integers(2, 4))
        seats = tuple(draw(st.permutations(BOTS))[:size])
        teams = draw(st.sampled_from([(), (), (0, 1, 1, 0)])) if size == 4 else ()
        ranks = draw(st.tuples(*[st.integers(1, size)] * size))
        if teams:
            ranks = (ranks[0], ranks[1], ranks[1], ranks[0])
        block = f"cup/{number // draw(st.integers(1, 3))}"
        played.append(PlayedMatch(f"cup/{number:03}", block, 1, seats, ranks, (0,) * size, teams, (0,) * size, ""))
    return played


def shown(ratings, names=lambda bot: bot, seats=lambda players, seat: seat):
    """All that is told, by names."""
    order = [names(rating.bot) for rating in ratings.bots]
    return (
        {names(rating.bot): replace(rating, bot=names(rating.bot), points=round(rating.points, 9))
         for rating in ratings.bots},
        {(effect.players, seats(effect.players, effect.seat)): (effect.elo, effect.low, effect.high)
         for effect in ratings.seats},
        {(one, other): ratings.superiority[i][j] for i, one in enumerate(order) for j, other in enumerate(order)},
        ratings.ties,
    )


@law
@given(tournaments(), st.randoms(use_true_random=False))
def test_the_order_of_matches_does_not_matter(played, random):
    mixed = random.sample(played, len(played))
    assert rate(mixed) == rate(played)


@law
@given(tournaments(), st.integers(1, 5))
def test_how_many_sets_are_computed_at_once_does_not_matter(played, at_once):
    """Only the order of sums changes, which is in the last bits of what is rounded."""
    whole = rate(played)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(choices, "SETS_AT_ONCE", at_once)
        parts = rate(played)
        test = fit_test(parts)
    assert parts.estimate.at == pytest.approx(whole.estimate.at, abs=1e-9)
    assert [rating.bot for rating in parts.bots] == [rating.bot for rating in whole.bots]
    for one, other in zip(parts.bots, whole.bots, strict=True):
        assert (one.elo, one.low, one.high) == pytest.approx((other.elo, other.low, other.high), abs=3e-6)
    assert (test.untested, test.pairs, test.freedom) == ((own := fit_test(whole)).untested, own.pairs, own.freedom)
    assert (test.statistic, test.dispersion) == pytest.approx((own.statistic, own.dispersion), abs=3e-6)


def test_matches_of_a_block_need_not_follow_one_another():
    played = [PlayedMatch(f"cup/{number}", f"cup/{'éz~a'[number % 4]}", 1, ("ann", "bea"), (1, 2), (0, 0), (),
                          (0, 0), "")
              for number in range(8)]
    found = canonical(played, seats=True)
    assert found.blocks == 4
    assert found.tables[0].blocks.tolist() == [3, 1, 2, 0] * 2, "in the order of their names"


@law
@given(tournaments())
def test_names_of_bots_do_not_matter(played):
    renamed = [replace(match, seats=tuple(OTHERS[bot] for bot in match.seats)) for match in played]
    assert shown(rate(renamed)) == shown(rate(played), OTHERS.__getitem__)


@law
@given(tournaments(), st.integers(0, 10**6))
def test_numbers_of_seats_do_not_matter(played, seed):
    """All tables of a size are numbered in another way; the effects go with the chairs."""
    moved = {size: Random(seed + size).sample(range(size), size) for size in (2, 3, 4)}  # new seat -> old seat
    renumbered = [_reseated(match, moved[len(match.seats)]) for match in played]
    assert shown(rate(renumbered), seats=lambda players, seat: moved[players][seat]) == shown(
        rate(played))


@law
@given(tournaments(), st.randoms(use_true_random=False))
def test_without_seat_effects_it_does_not_matter_who_sat_where(played, random):
    mixed = [_reseated(match, random.sample(range(len(match.seats)), len(match.seats))) for match in played]
    assert shown(rate(mixed, seats=False)) == shown(rate(played, seats=False))


@law
@given(tournaments(), st.integers(-5, 5), st.integers(1, 4))
def test_only_the_order_of_ranks_counts_and_who_shares_them(played, shift, factor):
    other = [replace(match, ranks=tuple(rank * factor + shift for rank in match.ranks),
                     teams=tuple(7 - 3 * team for team in match.teams)) for match in played]
    assert shown(rate(other)) == shown(rate(played))


def _reseated(match, order):
    def take(values):
        return tuple(values[i] for i in order) if values else ()

    return replace(match, seats=take(match.seats), ranks=take(match.ranks), teams=take(match.teams))


@pytest.mark.parametrize("size", first_quick(1, [3, 2, 5]))
def test_who_always_ties_is_equal_to_the_last_bit(size):
    seats = BOTS[:size]
    played = [PlayedMatch(f"cup/{n:03}", f"cup/{n}", 1, seats[n % size:] + seats[:n % size], (1,) * size, (0,) * size,
                          (),
                     (0,) * size, "") for n in range(12)]
    ratings = rate(played)
    assert {rating.elo for rating in ratings.bots} == {1500.0}
    assert {effect.elo for effect in ratings.seats} == {0.0}


SCRIPT = """
import numpy as np
from lawspeaker_referee.competition.ratings import rate
from measure.simulated_matches import play, rotated
random = np.random.default_rng(1)
bots = [f"bot-{number}" for number in range(40)]
played = play(rotated(bots, 4, 60, random), dict(zip(bots, np.linspace(-1, 1, 40))), random, ties={2: -1.0, 3: -2.0})
print(repr(rate(played)))
"""


@pytest.mark.slow
def test_threads_and_hash_seeds_do_not_matter():
    told = {subprocess.run([sys.executable, "-c", SCRIPT], check=True, capture_output=True, text=True, timeout=100,
                           env=os.environ | {"OPENBLAS_NUM_THREADS": threads, "PYTHONHASHSEED": seed}).stdout
            for threads, seed in (("1", "1"), ("3", "2"))}
    assert len(told) == 1 and "bot-39" in told.pop()
