from dataclasses import replace

import numpy as np
import pytest

from lawspeaker_referee.competition.ratings import sequential
from lawspeaker_referee.competition.ratings.sequential import LEAST, BlockScore, block_score, llr_of_mean
from lawspeaker_referee.competition.results import PlayedMatch
from lawspeaker_referee.config.validation import BadConfig
from measure.simulated_matches import permuted, play

TABLE = {"bot": "new", "against": "old", "elo0": 0, "elo1": 50}
DUEL = sequential.SequentialTest("new", "old", 0, 50)


def block(number, *matches):
    """Matches as (seats, ranks)."""
    return [PlayedMatch(f"t/{number:04}/{i}", f"t/{number:04}", 1, tuple(seats), tuple(ranks), (0,) * len(seats), (),
                   (0,) * len(seats), "") for i, (seats, ranks) in enumerate(matches)]


def pair(number, first, second):
    """A seed from both sides: the ranks of `new` and `old`."""
    return block(number, (("new", "old"), first), (("old", "new"), second[::-1]))


def test_a_table_of_the_file_is_read():
    assert sequential.SequentialTest.parse(TABLE) == DUEL
    assert sequential.SequentialTest.parse(TABLE
                                           | {"alpha": 0.01, "beta": 0.1,
                                              "scale": "normalised"}) == sequential.SequentialTest(
        "new", "old", 0, 50, 0.01, 0.1, "normalised")


@pytest.mark.parametrize(("change", "line"), [
    ({"elo": 1}, r"stop: there is no 'elo' \(did you mean 'elo1'\?\)"),
    ({"against": "new"}, "against is 'new' like bot"),
    ({"elo1": 0}, "elo1 is 0; it is more than elo0, 0"),
    ({"elo1": "5"}, "elo1 is '5'; it is a number from -1000 to 1000"),
    ({"alpha": True}, "alpha is True; it is a number"),
    ({"beta": 0.5}, "beta is 0.5; it is a number from 0.0001 to 0.4"),
    ({"scale": "normalized"}, r"scale is 'normalized' \(did you mean 'normalised'\?\)"),
])
def test_a_table_that_describes_no_test_is_refused_in_one_line(change, line):
    with pytest.raises(BadConfig, match=line):
        sequential.SequentialTest.parse(TABLE | change)
    with pytest.raises(BadConfig, match="bot is missing"):
        sequential.SequentialTest.parse({})


def test_two_players_have_five_scores_of_a_block():
    played = [match for number, ranks in enumerate([
        ((2, 1), (2, 1)), ((1, 1), (2, 1)), ((1, 2), (2, 1)), ((1, 1), (1, 1)), ((1, 2), (1, 1)), ((1, 2), (1, 2)),
    ]) for match in pair(number, *ranks)]
    state = DUEL.state(played)
    assert state.scores == ((0.0, 1), (0.25, 1), (0.5, 2), (0.75, 1), (1.0, 1))
    assert (state.verdict, state.score, state.blocks, state.left_out) == ("continue", 0.5, 6, 0)


@pytest.mark.slow
def test_versions_that_play_for_themselves_in_one_field_are_compared_block_by_block():
    seats = ("x", "new", "y")
    played = block(0, (seats, (2, 1, 3)), (("x", "old", "y"), (1, 2, 3)))
    assert DUEL.state(played).scores == ((1.0, 1),)
    level = block(1, (seats, (2, 1, 3)), (("x", "old", "y"), (2, 1, 3)))
    assert DUEL.state(level).scores == ((0.5, 1),)


def test_versions_at_one_table_of_three_share_what_they_take_from_each_other():
    """If the first wins all, it has 1 and the other 1/2 or 0: of an equal it would take a whole point."""
    played = block(0, (("new", "old", "x"), (1, 3, 2)), (("old", "new", "x"), (3, 1, 2)))
    assert DUEL.state(played).scores == ((pytest.approx(0.5 + 2 / 3), 1),)


def in_teams(number, *matches):
    """Matches of seats 0 and 2 against seats 1 and 3."""
    return [replace(match, teams=(0, 1, 0, 1)) for match in block(number, *matches)]


def test_a_team_that_beats_the_team_of_the_other_takes_all_whoever_its_mates_are():
    won = in_teams(0, (("new", "old", "x", "y"), (1, 3, 1, 3)), (("old", "new", "x", "y"), (3, 1, 3, 1)))
    assert DUEL.state(won).scores == ((1.0, 1),)
    level = in_teams(1, (("new", "old", "x", "y"), (1, 3, 1, 3)), (("old", "new", "x", "y"), (1, 3, 1, 3)))
    assert DUEL.state(level).scores == ((0.5, 1),)


def test_a_match_in_which_the_two_are_team_mates_says_nothing():
    against = [(("new", "old", "x", "y"), (1, 3, 1, 3)), (("old", "new", "x", "y"), (3, 1, 3, 1))]
    together = [(("new", "x", "old", "y"), (3, 1, 3, 1)), (("old", "x", "new", "y"), (3, 1, 3, 1))]
    assert DUEL.state(in_teams(0, *against, *together)).scores == ((1.0, 1),)
    state = DUEL.state(in_teams(0, *together))
    assert (state.blocks, state.left_out) == (0, 1)


def test_two_seats_of_one_team_are_one_match():
    played = in_teams(0, (("new", "old", "new", "old"), (1, 3, 1, 3)), (("old", "new", "old", "new"), (1, 3, 1, 3)))
    assert block_score("new", "old", played) == BlockScore(0.5, 2)


@pytest.mark.parametrize("matches", [
    [(("new", "old"), (1, 2))],
    [(("new", "old"), (1, 2)), (("new", "old"), (1, 2))],
    [(("x", "new"), (1, 2)), (("y", "old"), (1, 2))],
    [(("x", "new"), (1, 2)), (("old", "x"), (1, 2))],
    [(("x", "y"), (1, 2))],
])
def test_blocks_in_which_the_two_did_not_play_alike_are_left_out_and_counted_as_such(matches):
    state = DUEL.state(block(0, *matches))
    assert (state.blocks, state.left_out, state.llr) == (0, 1, 0.0)


def test_the_first_verdict_stays_whatever_comes_later():
    good = [match for number in range(60) for match in pair(number, (1, 2), (1, 1) if number % 3 else (2, 1))]
    bad = [match for number in range(60, 300) for match in pair(number, (2, 1), (2, 1))]
    state = DUEL.state(good)
    assert state.verdict == "H1" and LEAST <= state.blocks < 60 and state.llr >= state.upper
    assert DUEL.state(good + bad) == state
    assert DUEL.state(bad).verdict == "H0"


def test_nothing_is_decided_before_the_spread_is_known():
    sweep = [match for number in range(LEAST) for match in pair(number, (1, 2), (1, 2))]
    assert DUEL.state(sweep[:2 * LEAST - 2]).verdict == "continue"
    assert sequential.SequentialTest("new", "old", 0, 300).state(sweep).verdict == "H1"


def test_equal_scores_of_a_few_blocks_do_not_pass_for_certainty():
    level = [match for number in range(LEAST) for match in pair(number, (1, 2), (2, 1))]
    assert sequential.SequentialTest("new", "old", 0, 100).state(level).verdict == "continue"


def test_who_is_better_and_who_is_worse_are_told_apart_from_both_sides():
    random = np.random.default_rng(1)
    played = play(permuted(("new", "old"), 150), {"new": 0.6, "old": 0}, random, ties={2: 0.0})
    assert DUEL.state(played).verdict == "H1"
    assert replace(DUEL, bot="old", against="new").state(played).verdict == "H0"


def test_the_likelihood_ratio_is_that_of_the_likeliest_shares():
    """Against shares found by searching all of them."""
    values, counts = np.array([0.0, 0.5, 1.0]), np.array([[3.0, 4.0, 5.0]])

    def best(mean):
        middle = np.linspace(1e-6, 1 - 1e-6, 400_001)
        high = mean - middle / 2
        low = 1 - middle - high
        right = (high > 0) & (low > 0)
        return max(3 * np.log(low[right]) + 4 * np.log(middle[right]) + 5 * np.log(high[right]))

    assert llr_of_mean(values, counts, 0.45, 0.6)[0] == pytest.approx(best(0.6) - best(0.45), abs=1e-5)
    assert llr_of_mean(values, counts, 0.5, 0.5)[0] == pytest.approx(0, abs=1e-12)
