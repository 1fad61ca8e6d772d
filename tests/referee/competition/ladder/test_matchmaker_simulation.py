"""Tests of what comes of the matchmaker's choices over many matches of bots whose strengths are known."""

from collections import Counter
from itertools import combinations, pairwise
from statistics import mean

import numpy as np
import pytest

from lawspeaker_referee.competition.ladder.matchmaker import FORWARD, PATIENCE, Matchmaker, Skill, after
from tests.referee.competition.ladder.simulated_ladder import Pairing, SimulatedLadder

pytestmark = pytest.mark.slow

FEW_AT_ONCE, MANY_AT_ONCE = 6, 1000


def field(count, spread, seed):
    """Bots whose strengths, in nats, are spread evenly at random."""
    drawn = np.random.default_rng(seed).uniform(-spread, spread, count)
    return {f"bot-{number:02}": float(each) for number, each in enumerate(drawn)}


def ladder(matchmaker, strengths, seed, **more):
    seconds = np.random.default_rng([1, seed])
    return SimulatedLadder(matchmaker, strengths, np.random.default_rng([2, seed]),
                           seconds=lambda: float(seconds.lognormal(3.0, 0.5)), **more)


def by_strength(strengths):
    return sorted(strengths, key=lambda bot: -strengths[bot])


def skills_of(played, strengths):
    skills = dict.fromkeys(strengths, Skill())
    for match in played:
        skills |= zip(match.seats, after([skills[bot] for bot in match.seats], match.ranks), strict=True)
    return skills


def rank_error(played, strengths):
    """By how many places bots are away from their own, on average."""
    skills = skills_of(played, strengths)
    found = sorted(strengths, key=lambda bot: -skills[bot].mu)
    return mean(abs(place - found.index(bot)) for place, bot in enumerate(by_strength(strengths)))


def meetings(played):
    return Counter(pair for match in played for pair in combinations(sorted(match.seats), 2))


def compared(other, at_once, players, count, matches, seeds):
    """Rank errors with the matchmaker and with another pairing of the same bots, the sums over the seeds."""
    errors = [0.0, 0.0]
    for seed in range(seeds):
        strengths = field(count, 4.0, seed)
        for which, pairing in enumerate((Matchmaker(players), other(seed))):
            errors[which] += rank_error(ladder(pairing, strengths, seed, at_once=at_once).play(matches), strengths)
    return errors


def test_where_most_are_free_bots_are_ranked_better_than_by_random_pairing():
    ours, random = compared(lambda seed: Pairing(2, np.random.default_rng(seed)), FEW_AT_ONCE, 2, 40, 500, 3)
    assert ours < 0.95 * random


@pytest.mark.parametrize(("players", "matches"), [(2, 600), (4, 300)])
def test_where_all_are_busy_bots_are_ranked_far_better_than_if_those_play_who_have_waited_longest(players, matches):
    ours, naive = compared(lambda _: Pairing(players), MANY_AT_ONCE, players, 40, matches, 2)
    assert ours < 0.6 * naive


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("at_once", [FEW_AT_ONCE, MANY_AT_ONCE])
def test_first_meets_second_and_close_bots_meet_more_often_than_far_ones(players, at_once):
    strengths = field(40, 4.0, 5)
    played = ladder(Matchmaker(players), strengths, 5, at_once=at_once).play(2400 // players)
    met, order = meetings(played[len(played) // 4:]), by_strength(strengths)
    usual = met.total() / (40 * 39 / 2)
    assert met[tuple(sorted(order[:2]))] > 2 * usual
    gaps = {gap: mean(met[tuple(sorted((order[place], order[place + gap])))] for place in range(40 - gap))
            for gap in (1, 10, 20)}
    assert gaps[1] > 2 * gaps[20] and gaps[1] > gaps[10] > gaps[20]


def test_bots_that_are_as_far_as_can_be_meet_too():
    strengths = {f"bot-{number:02}": 2.5 * number for number in range(8)}
    met = meetings(ladder(Matchmaker(2), strengths, 6, at_once=1).play(1500))
    assert len(met) == 8 * 7 / 2
    assert 3 <= met["bot-00", "bot-07"] < met["bot-00", "bot-01"] / 3


@pytest.mark.parametrize("at_once", [FEW_AT_ONCE, MANY_AT_ONCE])
def test_a_strong_bot_that_comes_late_is_near_its_place_after_a_few_matches(at_once):
    places = []
    for seed in range(3):
        strengths = field(24, 3.0, seed)
        playing = ladder(Matchmaker(2), strengths, seed, at_once=at_once)
        playing.play(24 * 10)
        playing.come("late", 3.2)
        own = 0
        while own < 15:
            own += "late" in playing.play(1)[0].seats
        skills = skills_of(playing.played, playing.strengths)
        places.append(sorted(skills, key=lambda bot: -skills[bot].mu).index("late"))
    assert mean(places) < 4 and max(places) < 12


@pytest.mark.parametrize("players", [2, 4])
def test_a_new_bot_plays_more_often_than_all_others_where_most_wait(players):
    strengths = field(24, 3.0, 1)
    playing = ladder(Matchmaker(players), strengths, 1, at_once=8 // players)
    playing.play(480 // players)
    playing.come("late", 0.0)
    counts = Counter(bot for match in playing.play(100 // players) for bot in match.seats)
    assert counts.most_common(1)[0][0] == "late" and counts["late"] >= 1.75 * counts.total() / 25


class Watched(Matchmaker):
    """Counts, for each bot that is free and has no patience left, the matches of others that begin."""

    def __init__(self, players, patience):
        super().__init__(players)
        self.most, self._free, self._wait, self._since, self._passed = 0.0, (), patience, {}, Counter()

    def choose(self, free, busy, now):
        self._free, present = free, len(free) + len(busy)
        self.most = max(self.most, *(self._passed[bot] / ((FORWARD + 1) * present) for bot in free), 0.0)
        for bot in free:
            self._since.setdefault(bot, now)
        return super().choose(free, busy, now)

    def began(self, seats, now):
        super().began(seats, now)
        for bot in seats:
            self._since.pop(bot, None)
            self._passed[bot] = 0
        for bot in self._free:
            self._passed[bot] += bot not in seats and now >= self._since[bot] + self._wait


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("at_once", [1, 4])
def test_nobody_is_passed_over_for_longer_than_the_bound_also_when_new_bots_keep_coming(players, at_once):
    strengths = field(20, 5.0, 2)
    places = {bot: 1 + number % 3 for number, bot in enumerate(strengths)}
    matchmaker = Watched(players, PATIENCE * 1.0)
    playing = SimulatedLadder(matchmaker, strengths, np.random.default_rng(3), at_once=at_once, places=places)
    for number in range(20):
        playing.play(15)
        playing.come(f"new-{number}", 0.0)
    assert 0 < matchmaker.most <= 1
    played = Counter(bot for match in playing.played for bot in match.seats)
    assert min(played[bot] for bot in strengths) > 0.5 * mean(played[bot] for bot in strengths)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_bot_has_every_seat_equally_often(players):
    strengths, had = field(12, 3.0, 4), Counter()
    for match in ladder(Matchmaker(players), strengths, 4).play(600):
        had.update((bot, seat) for seat, bot in enumerate(match.seats))
    for bot in strengths:
        counts = [had[bot, seat] for seat in range(players)]
        assert max(counts) - min(counts) <= 2


def test_eight_that_play_one_match_at_a_time_keep_playing_and_do_not_keep_meeting_the_same():
    """Without patience nearly every table would be the one before; what it costs is told by `idle`."""
    strengths = dict.fromkeys(map(str, range(8)), 0.0)
    playing = ladder(Matchmaker(2), strengths, 7)
    played = playing.play(1200)
    last, again = {}, 0
    for match in played:
        again += all(last.get(bot) == set(match.seats) for bot in match.seats)
        last |= {bot: set(match.seats) for bot in match.seats}
    met = meetings(played)
    assert again < 0.2 * len(played)
    assert min(met.values()) > 0.7 * mean(met.values()) and len(met) == 28
    assert playing.idle < 0.2


def test_two_bots_alternate_their_sides_and_never_wait():
    playing = ladder(Matchmaker(2), {"a": 0.0, "b": 1.0}, 8)
    seats = [match.seats for match in playing.play(40)]
    assert all(first == second[::-1] for first, second in pairwise(seats))
    assert playing.idle == pytest.approx(0.0, abs=1e-9)
