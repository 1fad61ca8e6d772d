"""The laws by which the model was chosen: of openskill's five only some keep them where bots tie."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openskill.models import BradleyTerryFull, PlackettLuce

from lawspeaker_referee.competition.ladder.matchmaker import Skill, after, worth
from measure.simulated_matches import play, rotated
from tests.sample_sizes import examples

TAU, BETA = BradleyTerryFull().tau, BradleyTerryFull().beta
skills = st.builds(Skill, st.floats(0, 50), st.floats(0.5, 9))
seen = st.integers(2, 6).flatmap(lambda size: st.tuples(
    st.lists(skills, min_size=size, max_size=size), st.lists(st.integers(1, size), min_size=size, max_size=size),
    st.permutations(range(size))))
law = settings(max_examples=examples(100), deadline=None, derandomize=True)


@law
@given(seen)
def test_the_order_of_seats_does_not_matter(match):
    bots, ranks, order = match
    straight, mixed = after(bots, ranks), after([bots[i] for i in order], [ranks[i] for i in order])
    for place, i in enumerate(order):
        assert (mixed[place].mu, mixed[place].sigma) == pytest.approx((straight[i].mu, straight[i].sigma))


@law
@given(seen)
def test_among_equals_who_is_before_another_gains_more_and_who_ties_gains_the_same(match):
    _, ranks, _ = match
    found = after([Skill()] * len(ranks), ranks)
    for one, skill in zip(ranks, found, strict=True):
        for other, than in zip(ranks, found, strict=True):
            assert (skill.mu > than.mu) == (one < other) or skill.mu == pytest.approx(than.mu)
            assert one != other or (skill.mu, skill.sigma) == pytest.approx((than.mu, than.sigma))


@law
@given(st.integers(2, 6), skills)
def test_a_tie_of_all_moves_no_equal(size, skill):
    for found in after([skill] * size, [1] * size):
        assert found.mu == pytest.approx(skill.mu)


@law
@given(seen)
def test_a_match_of_a_newcomer_is_worth_something(match):
    bots, ranks, _ = match
    assert after([Skill(), *bots], [1, *ranks])[0].sigma < Skill().sigma


def test_the_plackett_luce_model_of_openskill_still_breaks_these_laws():
    """When this fails the choice of model may be looked at again."""
    model = PlackettLuce()
    rated = model.rate([[model.rating()] for _ in range(5)], ranks=[1, 1, 3, 4, 5])
    assert rated[0][0].mu < rated[2][0].mu


def test_members_of_a_team_go_up_together():
    found = after([Skill()] * 4, (1, 2, 1, 2), (5, 6, 5, 6))
    assert found[0] == found[2] and found[1] == found[3] and found[0].mu > 25 > found[1].mu


def test_planted_strengths_are_found_in_their_order():
    random, bots = np.random.default_rng(1), ["a", "b", "c", "d", "e"]
    strengths = dict(zip(bots, (1.5, 0.7, 0.0, -0.7, -1.5), strict=True))
    known = dict.fromkeys(bots, Skill())
    for match in play(rotated(bots, 4, 60, random), strengths, random, ties={2: -1.0}):
        known |= zip(match.seats, after([known[bot] for bot in match.seats], match.ranks), strict=True)
    assert sorted(bots, key=lambda bot: -known[bot].mu) == bots
    assert all(skill.sigma < 4 for skill in known.values())


@law
@given(skills, skills)
def test_what_a_match_is_worth_follows_from_what_openskill_believes_and_how_much_it_moves(one, other):
    """A winner gains variance / c x its chance to lose, with c that of the logistic: both can be read from a match."""
    (winner, _), (_, gainer) = after([one, other], (1, 2)), after([one, other], (2, 1))
    gains = ((winner.mu - one.mu) / (one.sigma**2 + TAU**2), (gainer.mu - other.mu) / (other.sigma**2 + TAU**2))
    c = 1 / sum(gains)  # the two chances add up to 1
    lose, win = gains[0] * c, gains[1] * c
    unknown = one.sigma**2 + other.sigma**2
    share = unknown / (unknown + 2 * BETA**2)
    assert worth(one, other) == pytest.approx(share * (4 * lose * win) ** 2, rel=0.02, abs=1e-6)


@law
@given(skills, skills, st.floats(0.1, 20), st.floats(0.1, 5))
def test_a_match_is_worth_less_the_farther_the_bots_are_and_the_better_they_are_known(one, other, far, doubt):
    further = replace(other, mu=other.mu + far if other.mu >= one.mu else other.mu - far)
    assert 0 < worth(one, further) < worth(one, other) < 1
    assert worth(one, other) == worth(other, one)
    level = replace(other, mu=one.mu)
    assert worth(one, level) < worth(one, replace(level, sigma=level.sigma + doubt))
