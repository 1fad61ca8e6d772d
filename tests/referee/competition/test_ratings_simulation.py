"""Intervals hold what they promise, on matches of bots whose strengths are known."""

from math import inf

import numpy as np
import pytest
from scipy.stats import binom

from lawspeaker_referee.competition.rating_values import NAT
from lawspeaker_referee.competition.ratings import rate
from measure.simulated_matches import permuted, play, rotated

pytestmark = pytest.mark.slow

TOURNAMENTS = 40
"""`python -m measure --only accuracy` simulates more."""
MANY = 100
"""The number of tournaments with which an error of the known kind, in one of ten, would show."""


def nominal(hits, of, level=0.95):
    """Return whether a true rate at the level would give such a count in all but one of a thousand tries."""
    return binom.ppf(0.0005, of, level) <= hits <= binom.ppf(0.9995, of, level)


def test_a_mirror_match_has_an_even_score_in_its_interval_at_the_nominal_rate():
    """With much luck in the seeds, matches of a block are far from independent."""
    random, hits = np.random.default_rng(11), 0
    for _ in range(TOURNAMENTS):
        played = play(permuted("ab", 20), {"a": 0, "b": 0}, random, seats=(0.4, -0.4), ties={2: -1.0}, luck=1.5)
        comparison = rate(played).compare("a", "b")
        hits += comparison.score_low <= 0.5 <= comparison.score_high
    assert nominal(hits, TOURNAMENTS)


def test_matches_of_a_block_that_share_their_luck_are_not_counted_as_so_many():
    """Copies of a match add nothing: as independent ones they would halve the interval."""
    random = np.random.default_rng(3)
    once = play([(f"x/{n:03}", ("a", "b") if n % 2 else ("b", "a")) for n in range(60)], {"a": 0.3, "b": 0}, random)
    copies = [type(match)(f"{match.match_id}/{copy}", *[getattr(match, name) for name in match.__slots__[1:]])
              for match in once for copy in range(4)]
    spread = [rate(played, seats=False).compare("a", "b") for played in (once, copies)]
    assert spread[1].high - spread[1].low == pytest.approx(spread[0].high - spread[0].low, rel=0.1)


def test_planted_strengths_of_two_are_in_their_interval_at_the_nominal_rate():
    random, hits, off = np.random.default_rng(12), 0, []
    for _ in range(TOURNAMENTS):
        played = play(permuted("ab", 50), {"a": 0.5, "b": -0.5}, random, seats=(0.3, -0.3), ties={2: -0.5})
        comparison = rate(played).compare("a", "b")
        hits += comparison.low <= NAT <= comparison.high
        off.append(comparison.elo - NAT)
    assert nominal(hits, TOURNAMENTS)
    assert abs(np.mean(off)) < 3 * np.std(off) / TOURNAMENTS**0.5 + 4


def test_planted_strengths_and_seats_at_tables_of_three_are_in_their_intervals_at_the_nominal_rate():
    random, bots = np.random.default_rng(13), ["a", "b", "c", "d", "e"]
    strengths, seats = dict(zip(bots, (0.8, 0.4, 0.0, -0.4, -0.8), strict=True)), (0.4, 0.0, -0.4)
    hits = dict.fromkeys((*bots, *range(3)), 0)
    for _ in range(20):
        played = play(rotated(bots, 3, 30, random), strengths, random, seats=seats, ties={2: -1.0, 3: -1.5})
        ratings = rate(played)
        for rating in ratings.bots:
            hits[rating.bot] += rating.low <= 1500 + NAT * strengths[rating.bot] <= rating.high
        for effect in ratings.seats:
            hits[effect.seat] += effect.low <= NAT * seats[effect.seat] <= effect.high
    assert all(nominal(count, 20) for count in hits.values()), hits


def test_who_is_far_ahead_is_in_an_interval_that_may_have_no_end():
    """At ten to one most wins and few losses: the interval is skewed, and where there is no loss it is open."""
    random, below, above, open_ended = np.random.default_rng(14), 0, 0, 0
    for _ in range(TOURNAMENTS):
        comparison = rate(play(permuted("ab", 25), {"a": 3.5, "b": 0}, random)).compare("a", "b")
        below += comparison.low > 3.5 * NAT
        above += comparison.high < 3.5 * NAT
        open_ended += comparison.high == inf
    assert 0.1 < open_ended / TOURNAMENTS < 0.5
    assert below <= binom.ppf(0.9995, TOURNAMENTS, 0.025) and above <= binom.ppf(0.9995, TOURNAMENTS, 0.05)


def test_who_is_well_ahead_is_seldom_overrated():
    """If losses are rare, the plain quantiles of a bootstrap lie above the truth in one of ten cases."""
    random, below = np.random.default_rng(20), 0
    for _ in range(MANY):
        played = play(permuted("ab", 40), {"a": 3.0, "b": 0}, random, seats=(0.3, -0.3))
        below += rate(played).compare("a", "b").low > 3 * NAT
    assert below <= binom.ppf(0.9995, MANY, 0.025)


def test_few_blocks_have_the_interval_of_student():
    """Of six scores that vary much: with the normal distribution's the truth is missed in one of eight cases."""
    random, hits = np.random.default_rng(21), 0
    for _ in range(MANY):
        tables = [(f"x/{block}", order) for block in range(6) for order in (("a", "b"), ("b", "a")) * 10]
        comparison = rate(play(tables, {"a": 0, "b": 0}, random)).compare("a", "b")
        hits += comparison.low <= 0 <= comparison.high
    assert nominal(hits, MANY)


def test_a_planted_seat_is_seen_and_without_it_the_seat_effect_is_blamed_on_nobody():
    random = np.random.default_rng(15)
    played = play(permuted("abc", 40), {"a": 0, "b": 0, "c": 0}, random, seats=(0.6, 0.0, -0.6))
    effects = rate(played).seats
    assert [effect.low <= NAT * true <= effect.high for effect, true in zip(effects, (0.6, 0, -0.6), strict=True)]
    assert effects[0].low > 0 > effects[2].high
    assert sum(effect.elo for effect in effects) == pytest.approx(0, abs=1e-5)


def test_a_bot_that_had_the_better_seat_more_often_is_not_taken_for_better():
    random = np.random.default_rng(16)
    tables = [(f"x/{n:04}", ("a", "b") if n % 4 else ("b", "a")) for n in range(1200)]
    played = play(tables, {"a": 0, "b": 0}, random, seats=(0.8, -0.8))
    with_seats, without = (rate(played, seats=seats).compare("a", "b") for seats in (True, False))
    assert with_seats.low < 0 < with_seats.high
    assert without.low > 50


def test_superiority_is_right_as_often_as_it_says():
    """Of two bots drawn at random the one that is called better with some chance is better at that rate."""
    random, called, right = np.random.default_rng(17), [], []
    for _ in range(100):
        strengths = {"a": random.normal(scale=0.3), "b": random.normal(scale=0.3)}
        ratings = rate(play(permuted("ab", 15), strengths, random), seats=False)
        chance = ratings.compare("a", "b").superiority
        called.append(max(chance, 1 - chance))
        right.append((chance > 0.5) == (strengths["a"] > strengths["b"]))
    assert np.mean(right) == pytest.approx(np.mean(called), abs=0.08)


def test_more_matches_shrink_the_interval_by_their_root():
    random, widths = np.random.default_rng(18), []
    for blocks in (50, 200, 800):
        comparison = rate(play(permuted("ab", blocks), {"a": 0.2, "b": 0}, random)).compare("a", "b")
        widths.append(comparison.high - comparison.low)
    assert widths[0] / widths[1] == pytest.approx(2, rel=0.2) and widths[1] / widths[2] == pytest.approx(2, rel=0.2)
