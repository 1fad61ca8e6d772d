from dataclasses import replace
from itertools import combinations, permutations
from math import inf, log, log10

import numpy as np
import pytest

from lawspeaker_referee.competition.formats.standings import points
from lawspeaker_referee.competition.rating_values import NAT
from lawspeaker_referee.competition.ratings import BadGames, choices, rate
from lawspeaker_referee.competition.ratings.strengths import Strengths
from lawspeaker_referee.competition.results import PlayedMatch
from measure.simulated_matches import permuted, play, rotated
from measure.tournaments import measure
from tests.sample_sizes import first_quick


def match(number, seats, ranks, *, teams=(), block=None):
    zeros = (0,) * len(seats)
    return PlayedMatch(f"cup/{number:05}", block or f"cup/{number // 2}", 1, tuple(seats), tuple(ranks), zeros,
                       tuple(teams),
                  zeros, "")


def duel(wins, draws, losses):
    """`a` against `b`, so often with each result from each side."""
    results = [(1, 2)] * wins + [(1, 1)] * draws + [(2, 1)] * losses
    return [match(2 * number + side, "ab" if side == 0 else "ba", ranks if side == 0 else ranks[::-1])
            for number, ranks in enumerate(results) for side in (0, 1)]


def by_name(ratings):
    return {rating.bot: rating for rating in ratings.bots}


def likelihood_by_hand(values, played, bots, table, ties):
    """The logarithm of the posterior, written down without any of the referee's code."""
    strength = dict(zip(bots, values, strict=False))
    seat = dict(zip(range(table), values[len(bots):], strict=False))
    bonus = {1: 0.0} | dict(zip(ties, values[len(bots) + table:], strict=True))
    total = 0.75 * sum(value - 2 * np.log1p(np.exp(value)) for value in values)
    for each in played:
        sides = each.teams or tuple(range(table))
        worth = {side: np.mean([strength[bot] + seat[i] for i, bot in enumerate(each.seats) if sides[i] == side])
                 for side in sides}
        rank = dict(zip(sides, each.ranks, strict=True))
        left = set(sides)
        while left:
            best = min(rank[side] for side in left)
            taken = {side for side in left if rank[side] == best}
            appeal = [np.mean([worth[side] for side in way]) + bonus[size]
                      for size in bonus for way in combinations(sorted(left), size)]
            total += np.mean([worth[side] for side in taken]) + bonus[len(taken)] - np.logaddexp.reduce(appeal)
            left -= taken
    return total


@pytest.mark.parametrize(("bots", "table", "teams"), first_quick(1, [
    ("abc", 2, ()), ("abcde", 4, ()), ("abcde", 4, (0, 1, 1, 0))]))
def test_the_fit_is_the_highest_point_of_the_posterior_written_down_by_hand(bots, table, teams):
    from scipy.optimize import minimize

    random, number, blocks = np.random.default_rng(4), len(bots), 16 // table
    strengths = dict(zip(bots, np.linspace(1, -1, number), strict=True))
    played = play(rotated(bots, table, blocks, random), strengths, random,
                  seats=tuple(np.linspace(0.5, -0.5, table)), ties={2: -0.5, 3: -1, 4: -1.5}, teams=teams)
    sizes = sorted({places.count(place) for each in played
                    for places in [dict(zip(each.teams or range(table), each.ranks, strict=True)).values()]
                    for places in [list(places)] for place in places} - {1})
    assert sizes
    start = np.zeros(number + table + len(sizes))
    best = minimize(lambda values: -likelihood_by_hand(values, played, bots, table, sizes), start, tol=1e-10).x
    ratings = rate(played)
    assert len(ratings.meetings.core) == number
    strengths, effects, ties = np.split(best, [number, number + table])
    expected = NAT * (strengths - strengths.mean()) + 1500
    assert [by_name(ratings)[bot].elo for bot in bots] == pytest.approx(expected.tolist(), abs=0.02)
    seats = NAT * (effects - effects.mean())
    assert [effect.elo for effect in ratings.seats] == pytest.approx(seats.tolist(), abs=0.02)
    assert [elo for _, elo in ratings.ties] == pytest.approx((NAT * ties).tolist(), abs=0.02)


@pytest.mark.slow
def test_twice_as_many_wins_as_losses_are_120_points_however_many_draws_there_are():
    for draws in (0, 200, 2000):
        assert rate(duel(2000, draws, 1000)).compare("a", "b").elo == pytest.approx(400 * log10(2), abs=1)


def test_the_score_of_two_is_the_share_of_points_that_they_had():
    comparison = rate(duel(60, 20, 20)).compare("a", "b")
    assert comparison.score == pytest.approx(0.7, abs=0.01)
    assert comparison.score_low < 0.7 < comparison.score_high


def test_a_draw_between_unequals_pulls_them_together_and_one_between_equals_moves_nobody():
    unequal = [rate(duel(40, draws, 10)).compare("a", "b") for draws in (0, 200)]
    assert unequal[1].score < unequal[0].score
    assert rate(duel(0, 30, 0)).compare("a", "b").elo == 0


@pytest.mark.parametrize("size", first_quick(1, [3, 2, 4, 5, 6]))
def test_a_table_whose_others_share_the_first_place_says_who_was_last_and_no_more(size):
    seats = "abcdef"[:size]
    played = [match(number, seats[number % size:] + seats[:number % size], [0] * size, block=str(number // size))
              for number in range(12 * size)]
    played = [match(number, each.seats, [2 if bot == "a" else 1 for bot in each.seats], block=each.block)
              for number, each in enumerate(played)]
    ratings = by_name(rate(played))
    assert len({ratings[bot].elo for bot in seats[1:]}) == 1
    assert ratings["a"].elo < ratings["b"].elo
    assert ratings["a"].low == -inf


@pytest.mark.parametrize("size", first_quick(1, [3, 2, 4, 5, 6]))
def test_who_shares_the_last_places_is_level(size):
    seats = "abcdef"[:size]
    played = [match(number, order, [1 if bot == "a" else 2 for bot in order], block=str(number // 5))
              for number, order in enumerate(list(permutations(seats))[:60])]
    ratings = by_name(rate(played, seats=False))
    assert len({ratings[bot].elo for bot in seats[1:]}) == 1
    assert ratings["a"].elo > ratings["b"].elo


def test_a_team_is_as_strong_as_its_members_are_on_the_mean():
    random = np.random.default_rng(2)
    strengths = {"a": 0.8, "b": 0.2, "c": -0.2, "d": -0.8}
    played = play(permuted("abcd", 60), strengths, random, teams=(0, 1, 0, 1))
    ratings = rate(played)
    for bot, strength in strengths.items():
        assert by_name(ratings)[bot].low < 1500 + NAT * strength < by_name(ratings)[bot].high
    chances = ratings.first_place("abcd", (0, 1, 0, 1))
    assert chances[0] == chances[2] and chances[0] + chances[1] == pytest.approx(1)


def test_a_seat_that_always_wins_says_nothing_of_the_bots():
    played = [match(number, "ab" if number % 2 else "ba", (1, 2)) for number in range(40)]
    ratings = rate(played)
    assert [rating.elo for rating in ratings.bots] == [1500, 1500]
    first, second = ratings.seats
    assert first.elo == -second.elo > 100 and first.high == inf and second.low == -inf


@pytest.mark.slow
def test_chances_of_a_table_sum_to_one_and_count_the_seat():
    random = np.random.default_rng(5)
    strengths = {"a": 1.0, "b": 0.0, "c": -1.0}
    played = play(permuted("abc", 60), strengths, random, seats=(1.0, 0, -1.0), ties={2: -1.0, 3: -1.0})
    chances = rate(played).first_place(("c", "b", "a"))
    assert sum(chances) == pytest.approx(1)
    again = play([("x", ("c", "b", "a"))] * 20_000, strengths, random, seats=(1.0, 0, -1.0), ties={2: -1.0, 3: -1.0})
    seen = np.mean([[(rank == 1) / each.ranks.count(1) for rank in each.ranks] for each in again], axis=0)
    assert chances == pytest.approx(seen.tolist(), abs=0.06)


def test_strengths_alone_predict_what_ratings_do_wherever_the_fit_begins():
    random = np.random.default_rng(6)
    played = play(permuted("abc", 30), {"a": 1.0, "b": 0.0, "c": -1.0}, random, seats=(1.0, 0, -1.0), ties={2: -1.0})
    ratings, tables = rate(played), [(("c", "b", "a"), ()), (("a", "c"), ()), (("a", "b", "c", "a"), (0, 1, 0, 1))]
    expected = [pytest.approx(ratings.first_place(*table)) for table in tables]
    assert Strengths.of(played).first_places(tables) == expected
    assert Strengths.of(played, start=ratings.strengths).first_places(tables) == expected


@pytest.mark.slow
def test_matches_that_come_one_by_one_in_the_order_of_their_ids_are_rated_as_a_list_of_them_is():
    played = play(permuted("abc", 30), {"a": 1.0, "b": 0.0, "c": -1.0}, np.random.default_rng(7))
    assert rate(iter(sorted(played, key=lambda match: match.match_id))) == rate(played[::-1])


def test_intervals_do_not_depend_on_where_the_fit_begins_where_bots_are_equal():
    """`b0` wins and all others draw, so that many a match tells nothing of a number: but for rounding, none at all."""
    pairs = ("b0 b2", "b5 b6", "b3 b4", "b0 b1", "b4 b6", "b3 b5", "b0 b3", "b4 b5", "b1 b2")
    played = [match(2 * nth + side, seats[::1 - 2 * side], ((1, 2), (2, 1))[side] if "b0" in seats else (1, 1))
              for nth, seats in enumerate(map(str.split, pairs)) for side in (0, 1)]
    first = rate(played)
    again = rate(played, start=first)
    assert again.dispersion == pytest.approx(first.dispersion, abs=1e-6)
    for one, other in zip(first.bots, again.bots, strict=True):
        assert (one.low, one.high) == (pytest.approx(other.low, abs=0.001), pytest.approx(other.high, abs=0.001))


def test_ratings_do_not_depend_on_the_bytes_that_a_number_of_the_design_takes(monkeypatch):
    played = [replace(each, block=f"cup/{number % 2}") for number, each in enumerate(
        play(permuted("abc", 100), {"a": 1.0, "b": 0.0, "c": -1.0}, np.random.default_rng(8), ties={2: -1.0}))]
    assert len(played) > 2 * 127, "a block has more matches than a byte counts"
    narrow = rate(played)
    monkeypatch.setattr(choices, "_narrow", lambda values: values)
    assert narrow == rate(played)


def test_an_unbeaten_bot_has_a_finite_rating_with_no_upper_end():
    ratings = rate(duel(10, 0, 0))
    best, worst = ratings.bots
    assert 1500 < best.elo < 2500 and best.high == inf and best.low > -inf and worst.low == -inf
    assert ratings.compare("a", "b").score_high == 1.0
    assert "a: never beaten nor held level by anybody else, so there is no upper end" in ratings.notes
    assert "b: never beat nor held level anybody else, so there is no lower end" in ratings.notes


def test_a_single_draw_with_the_leader_bounds_it():
    best, worst = rate(duel(10, 1, 0)).bots
    assert best.high < inf and worst.low > -inf


def test_a_bot_that_loses_everything_does_not_drag_the_scale():
    known = duel(30, 5, 20)
    lost = [match(1000 + number, ("a", "z") if number % 2 else ("z", "a"), (1, 2) if number % 2 else (2, 1))
            for number in range(20)]
    with_loser = by_name(rate(known + lost, seats=False))
    assert with_loser["a"].elo + with_loser["b"].elo == pytest.approx(3000)
    assert with_loser["a"].high - with_loser["a"].low < 110


def test_bots_that_never_met_are_named_and_compared_by_nobody():
    played = duel(5, 2, 5) + [match(900 + number, "xy", (1 + number % 2, 2 - number % 2)) for number in range(8)]
    ratings = rate(played)
    assert "these groups never met, not even through others, so ratings cannot be compared between them: a, b | x, y" \
        in ratings.notes
    apart = ratings.compare("a", "x")
    assert (apart.low, apart.high, apart.superiority) == (-inf, inf, 0.5)
    together = ratings.compare("a", "b")
    assert -inf < together.low < 0 < together.high < inf


@pytest.mark.slow
def test_notes_tell_of_open_ends_exactly_where_intervals_are_open():
    beaten = [match(1000 + number, ("a", "z") if number % 2 else ("z", "a"), (1, 2) if number % 2 else (2, 1))
              for number in range(24)]
    top = [match(2000 + number, ("t", "a") if number % 2 else ("a", "t"), (1, 2) if number % 2 else (2, 1))
           for number in range(24)]
    over = [match(3000 + number, ("u", "t") if number % 2 else ("t", "u"), (1, 2) if number % 2 else (2, 1))
            for number in range(24)]
    for played in (duel(30, 5, 20) + beaten, duel(30, 5, 20) + top, duel(30, 5, 20) + beaten + top + over):
        ratings = rate(played, seats=False)
        for side, is_open in (("upper", lambda each: each.high == inf), ("lower", lambda each: each.low == -inf)):
            told = {bot for note in ratings.notes if note.endswith(f"no {side} end")
                    for bot in note.partition(":")[0].split(", ")}
            assert told == {each.bot for each in ratings.bots if is_open(each)}
    assert not any(note.startswith("a, b:") for note in ratings.notes)


def test_matches_that_are_all_ties_tell_nothing_and_say_what_to_do():
    ratings = rate(duel(0, 40, 0))
    assert {(each.elo, each.low, each.high) for each in ratings.bots} == {(1500.0, -inf, inf)}
    assert {(each.low, each.high) for each in ratings.seats} == {(-inf, inf)}
    assert not ratings.judges(*ratings.bots)
    assert [note for note in ratings.notes if "compare their scores" in note]
    nearly = rate(duel(1, 40, 0))
    assert [note for note in nearly.notes if "matches ended with all level: ratings rest on the others" in note]
    assert not [note for note in rate(duel(10, 40, 0)).notes if "level:" in note]


def test_a_bot_with_a_single_block_has_no_interval_and_a_note():
    ratings = rate([*duel(20, 2, 10), match(900, "az", (1, 2), block="x"), match(901, "za", (1, 2), block="x")])
    assert "z: a single seed block, which does not tell luck from strength: no interval" in ratings.notes
    z = ratings.rating("z")
    assert (z.low, z.high) == (-inf, inf) and not ratings.judges(z, ratings.rating("a"))


def test_bots_that_never_change_seats_are_told():
    played = [match(number, "ab", (1 + number % 3 // 2, 2 - number % 3 // 2)) for number in range(60)]
    told = "some bots or seats cannot be told apart"
    assert any(told in note for note in rate(played).notes)
    assert not any(told in note for note in rate(played, seats=False).notes)
    assert not any(told in note for note in rate(duel(20, 0, 10)).notes)


def test_a_single_block_tells_no_spread():
    ratings = rate([match(0, "ab", (1, 2), block="x"), match(1, "ba", (1, 2), block="x")])
    assert {(rating.low, rating.high) for rating in ratings.bots} == {(-inf, inf)}
    assert ratings.superiority == ((0.5, 0.5), (0.5, 0.5))
    assert any("1 seed block:" in note for note in ratings.notes)


def test_the_anchor_stays_where_it_is_put():
    played = duel(20, 5, 10)
    free, anchored = rate(played), by_name(rate(played, anchor=("b", 2000.0)))
    assert (anchored["b"].low, anchored["b"].elo, anchored["b"].high) == (2000, 2000, 2000)
    compared = free.compare("a", "b")
    assert (anchored["a"].elo - 2000, anchored["a"].low - 2000, anchored["a"].high - 2000) == pytest.approx(
        (compared.elo, compared.low, compared.high))


def test_superiority_is_less_than_that_of_a_t_test_because_bots_are_seldom_far_apart():
    assert 0.68 < rate(duel(33, 0, 27)).compare("a", "b").superiority < 0.78  # t = 0.77 with 59: 0.78
    assert rate(duel(63, 0, 27)).compare("a", "b").superiority > 0.999


def test_the_deviation_of_bots_that_hardly_played_is_the_typical_one():
    """Before the first match it is as likely below 150 as above, so its mean is a little more."""
    assert rate(duel(1, 0, 1)).deviation == pytest.approx(155, abs=10)
    assert rate(duel(30, 0, 30)).deviation < rate(duel(50, 0, 10)).deviation


@pytest.mark.parametrize("bots", first_quick(1, ["abc", "ab", "abcd"]))
def test_a_block_tells_one_difference_less_than_it_has_bots(bots):
    """Scores of equal bots have lighter tails than normal ones, so their dispersion is known a little better."""
    random, blocks = np.random.default_rng(8), 60
    played = play(rotated(bots, len(bots), blocks, random), dict.fromkeys(bots, 0.0), random)
    freedom = rate(played, seats=False).dispersions.pooled_freedom
    assert (len(bots) - 1) * blocks < freedom < 2.2 * (len(bots) - 1) * blocks


def test_points_are_the_share_of_others_that_one_is_before():
    assert points(match(0, "abcd", (1, 2, 2, 4))) == (1, 0.5, 0.5, 0)
    assert points(match(0, "abcd", (1, 1, 1, 4))) == pytest.approx((2 / 3, 2 / 3, 2 / 3, 0))
    assert points(match(0, "abcd", (1, 2, 2, 1), teams=(7, 3, 3, 7))) == (1, 0, 0, 1)
    assert sum(points(match(0, "abcde", (3, 1, 3, 1, 3)))) == pytest.approx(2.5)


@pytest.mark.parametrize(("played", "line"), [
    ([], "there are no matches to rate"),
    ([match(1, "ab", (1, 2)), match(1, "ab", (2, 1))], "match cup/00001 is there twice"),
    ([match(1, "ab", (1,))], "match cup/00001 has 2 seats, 1 ranks and 0 teams"),
    ([match(1, "abc", (1, 1, 2), teams=(0, 1))], "match cup/00001 has 3 seats, 3 ranks and 2 teams"),
    ([match(1, "abc", (1, 2, 3), teams=(0, 0, 1))], "match cup/00001 gives team 0 the ranks 1 and 2"),
    ([match(1, "ab", (1, 1), teams=(5, 5))], "match cup/00001 has nobody who plays against another"),
    ([match(1, "abcdefghijklmnopqrst", [1] * 10 + [2] * 10)], "a table of 20 competitors"),
])
def test_matches_that_cannot_be_rated_are_refused_in_one_line(played, line):
    with pytest.raises(BadGames, match=line) as caught:
        rate(played)
    assert "\n" not in str(caught.value)


def test_unknown_names_are_refused_with_a_guess():
    ratings = rate(duel(2, 1, 2))
    with pytest.raises(BadGames, match="there is no rating of z"):
        ratings.compare("a", "z")
    with pytest.raises(BadGames, match="the anchor z played no match"):
        rate(duel(2, 1, 2), anchor=("z", 1500.0))


def test_a_mirror_of_one_bot_tells_of_seats_alone():
    played = [match(number, ("a", "a"), (1, 2) if number % 4 else (2, 1)) for number in range(80)]
    ratings = rate(played)
    assert [rating.elo for rating in ratings.bots] == [1500]
    assert ratings.seats[0].elo - ratings.seats[1].elo == pytest.approx(NAT * log(3), rel=0.1)


@pytest.mark.slow
def test_what_rating_costs_can_be_measured():
    assert 0 < measure(50) < 60
