"""Tests of what reports work out themselves: meetings, scores, times, predictions, axes."""

from dataclasses import replace
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawspeaker_referee.competition.ledger.sums import AllSums
from lawspeaker_referee.competition.rating_values import Spread, interval
from lawspeaker_referee.competition.report.bot_numbers import Meetings, scores_of, times_of
from lawspeaker_referee.competition.report.calibration import calibration_of, predict
from lawspeaker_referee.competition.report.facts import Meeting
from lawspeaker_referee.competition.report.plots import linear, spreads
from lawspeaker_referee.competition.report.text import likely
from lawspeaker_referee.competition.results import MatchDetails, PlayedMatch, SeatDetails
from lawspeaker_referee.config.formatting import format_percent
from measure.simulated_matches import permuted, play, rotated

STRENGTHS = {"a": 1.0, "b": 0.4, "c": -0.3, "d": -1.1}


def match(match_id="t/1/1", seats=("a", "b", "c"), ranks=(1, 2, 3), scores=(9, 5, 1), teams=(), block="t/1"):
    return PlayedMatch(match_id, block, 1, seats, ranks, scores, teams, (0,) * len(seats), "")


def summed(games, seats=None):
    """The sums of these games; all seats of the game of a number have these details."""
    sums = AllSums()
    for number, game in enumerate(games):
        own = seats[number] if seats else seat({}, 0)
        sums.add(number, game, MatchDetails(1, "fame", 0, 0, (own,) * len(game.seats)))
    return sums


# --- sums ---


def test_a_better_place_is_a_point_the_same_is_half_and_team_mates_do_not_meet():
    games = [match(ranks=(1, 2, 2)), match("t/1/2", ranks=(1, 1, 2), teams=(0, 0, 1))]
    sums = summed(games)
    met = Meetings(sums.pairs.items())
    assert met["a"] == {"b": Meeting(1, 1.0, 1, 0), "c": Meeting(2, 2.0, 2, 0)}
    assert met["b"]["c"] == Meeting(2, 1.5, 1, 1)
    assert met["c"]["b"] == Meeting(2, 0.5, 0, 1)
    assert list(met) == ["a", "b", "c"] and "d" not in met and "" not in met


def test_quartiles_are_scores_that_were_had():
    games = [match(f"t/1/{n}", scores=(score, 0, 0)) for n, score in enumerate([7, 1, 3, 100, 5])]
    scores = scores_of("a", summed(games).bots["a"])
    assert (scores.quartiles, scores.mean, scores.matches) == ((1, 3, 5, 7, 100), 23.2, 5)
    assert list(scores.counts) == [1, 3, 5, 7, 100]


def seat(histogram, slowest):
    return SeatDetails(10, sum(histogram.values()), {}, 0, 0, False, "", 5, 0, 0, histogram, slowest)


def timed(*seats):
    return times_of("a", summed([match(f"t/1/{n}") for n in range(len(seats))], seats).bots["a"])


def test_percentiles_are_the_bounds_within_which_so_many_answers_came():
    times = timed(seat({1_000: 80, 3_000: 9}, 2_500), seat({10_000: 10, 0: 1}, 4_000_000_000))
    assert times.percentiles == ((50, 1_000), (90, 10_000), (99, 10_000))
    assert list(times.histogram) == [1_000, 3_000, 10_000, 0]
    assert (times.answers, times.slowest_us, times.charged_us) == (100, 4_000_000_000, 10)


def test_no_percentile_is_above_the_slowest_answer():
    assert timed(seat({3_000: 4}, 1_700)).percentiles == ((50, 1_700), (90, 1_700), (99, 1_700))
    assert timed(seat({}, 0)).percentiles == ()


# --- predictions ---


def drawn(blocks, seed=1):
    return play(rotated(list(STRENGTHS), 3, blocks, np.random.default_rng(seed)), STRENGTHS,
                np.random.default_rng(seed + 1))


def test_a_block_is_predicted_without_its_own_results():
    games = drawn(20)
    block = games[0].block
    turned = [replace(game, ranks=tuple(4 - rank for rank in game.ranks)) if game.block == block else game
              for game in games]
    before, after = predict(games), predict(turned)
    own = {game.match_id for game in games if game.block == block}
    assert {each: before[each] for each in own} == {each: after[each] for each in own}
    assert before != after


def test_predictions_do_not_depend_on_the_order_of_matches():
    games = drawn(20)
    assert predict(games) == predict(games[::-1])


@pytest.mark.slow
def test_chances_come_true_where_the_model_is_right():
    games = drawn(800)
    calibration = calibration_of(games, predict(games))
    assert (calibration.matches, calibration.left_out) == (2400, 0)
    assert sum(each.seats for each in calibration.bins) == 7200
    large = [each for each in calibration.bins if each.seats >= 300]
    assert len(large) >= 4
    inside = [each.interval[0] <= each.predicted <= each.interval[1] for each in large]
    assert sum(inside) >= len(large) - 1
    assert all(each.interval[1] - each.interval[0] < 0.15 for each in large)
    assert calibration.brier < calibration.brier_even - 0.01


def test_brier_scores_are_those_worked_out_by_hand():
    games = [match(), match("t/2/1", ranks=(1, 1, 3), block="t/2")]
    chances = {"t/1/1": (0.5, 0.3, 0.2), "t/2/1": (0.5, 0.5, 0.0)}
    calibration = calibration_of(games, chances)
    assert calibration.brier == pytest.approx((0.25 + 0.09 + 0.04) / 6)
    assert calibration.brier_even == pytest.approx((4 / 9 + 2 / 9 + 2 / 36 + 1 / 9) / 6)


def test_a_team_is_one_case():
    games = [match(seats=("a", "b", "c", "d"), ranks=(1, 2, 1, 2), teams=(0, 1, 0, 1))]
    calibration = calibration_of(games, {"t/1/1": (0.75, 0.25, 0.75, 0.25)})
    assert [(each.seats, each.predicted, each.observed) for each in calibration.bins] == [
        (1, 0.25, 0.0), (1, 0.75, 1.0)]
    assert calibration.bins[0].interval is None  # a single block tells nothing of luck


def test_matches_of_a_block_that_are_alike_make_no_interval_narrower():
    once = [match(f"t/{n}/1", seats=("a", "b"), ranks=(1, 2) if n % 3 else (2, 1), scores=(1, 0), block=f"t/{n}")
            for n in range(30)]
    thrice = [replace(game, match_id=f"{game.block}/{k}") for game in once for k in range(3)]
    one, three = (calibration_of(games, {game.match_id: (0.65, 0.35) for game in games}) for games in (once, thrice))
    assert [each.interval for each in three.bins] == [pytest.approx(each.interval) for each in one.bins]


@pytest.mark.parametrize(("blocks", "most"), [(12, 0.243), (100, 0.037)])
def test_an_interval_is_honest_also_where_all_blocks_agree(blocks, most):
    games = [match(f"t/{n}/{k}", seats=("a", "b"), ranks=(1, 2), scores=(1, 0), block=f"t/{n}")
             for n in range(blocks) for k in range(4)]
    low, high = calibration_of(games, {game.match_id: (0.95, 0.05) for game in games}).bins
    assert low.interval == pytest.approx((0, most), abs=0.001)
    assert high.interval == pytest.approx((1 - most, 1), abs=0.001)


def test_blocks_that_differ_more_than_coins_count_for_fewer():
    games = [match(f"t/{n}/{k}", seats=("a", "b"), ranks=(1, 2) if n % 2 else (2, 1), scores=(1, 0), block=f"t/{n}")
             for n in range(20) for k in range(1 + 9 * (n < 2))]
    interval_ = calibration_of(games, {game.match_id: (0.65, 0.35) for game in games}).bins[0].interval
    assert interval_[1] - interval_[0] > 0.55  # as of six or seven blocks: two have half of the cases


def test_ends_that_say_nothing_do_not_stretch_an_axis():
    plot = spreads("", "", [("a", Spread(1500.0, 1400.0, 9367.0)), ("b", Spread(1600.0, -inf, inf))])
    assert plot.axis.high < 1700
    assert [row.whisker and row.whisker[1] for row in plot.rows] == [100, None]


def test_few_blocks_are_not_predicted_and_a_bot_that_is_in_one_part_alone_is_left_out():
    games = drawn(9)
    assert predict(games) == {} and calibration_of(games, {}) is None
    games = play(permuted(["a", "b"], 20), STRENGTHS, np.random.default_rng(3))
    late = [replace(game, seats=tuple("new" if bot == "b" else bot for bot in game.seats))
            if game.block == games[0].block else game for game in games]
    assert calibration_of(late, predict(late)).left_out == 2


# --- axes and words ---


@given(st.floats(-1e6, 1e6), st.floats(0, 1e6), st.integers(2, 9))
def test_an_axis_has_a_few_ticks_that_lie_on_it_in_order(low, length, most):
    axis = linear(low, low + length, most)
    places = [axis.place(value) for value, _ in axis.ticks]
    assert 1 <= len(places) <= most
    assert places == sorted(places) and places[0] >= 0 and places[-1] <= 100
    assert axis.place(low - 1e9) == 0 and axis.place(low + 1e9) == 100


@pytest.mark.parametrize(("low", "high", "words"), [
    (1400.4, 1600.0, "1400 to 1600"), (1400.0, inf, "1400 or more"), (-inf, 1600.0, "1600 or less"),
    (-inf, inf, "unknown"), (1400.0, 9367.0, "1400 or more"), (-792.0, inf, "unknown"), (-792.0, 9367.0, "unknown"),
])
def test_an_interval_tells_the_ends_that_it_has(low, high, words):
    assert interval(Spread(1500.0, low, high)) == words


def test_nothing_is_called_certain_that_is_only_likely():
    assert [format_percent(share) for share in (0, 0.0004, 0.05, 0.5, 0.96, 0.9996, 1)] == [
        "0 %", "<0.1 %", "5.0 %", "50 %", "96.0 %", ">99.9 %", "100 %"]
    assert (likely(1.0), likely(0.0)) == (">99.9 %", "<0.1 %")
