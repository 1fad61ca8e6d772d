"""The early stop errs no more often than it says, though it looks after every block."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binom

from lawspeaker_referee.competition.ratings import sequential
from measure.sequential_errors import KINDS, TESTS, sample
from measure.sequential_errors import errors as simulated

pytestmark = pytest.mark.slow

RUNS = 400
PENTA = np.arange(5) / 4
SHAPES = {
    "as it comes": (0.1, 0.2, 0.4, 0.2, 0.1),
    "seeds decide": (0.01, 0.04, 0.9, 0.04, 0.01),
    "no draws": (0.25, 0.0, 0.5, 0.0, 0.25),
    "all or nothing": (0.35, 0.05, 0.2, 0.05, 0.35),
}

KINDS_BY_NAME = {kind.name: kind for kind in KINDS}


def with_mean(shape, mean):
    """Shares of the same kind with another mean, by tilting."""
    low, high = -50.0, 50.0
    for _ in range(100):
        tilt = (low + high) / 2
        shares = np.array(shape) * np.exp(tilt * PENTA)
        shares /= shares.sum()
        low, high = (tilt, high) if shares @ PENTA < mean else (low, tilt)
    return shares


def drawing(shares, random):
    """Scores of so many blocks."""
    return lambda count: random.choice(PENTA, count, p=shares)


def errors(test, draw, blocks, wrong):
    """Return how many runs end with the wrong verdict, and how many with none, and the blocks they took."""
    mistaken = undecided = taken = 0
    for _ in range(RUNS):
        path = test.path(draw(blocks), 2.0)
        over = np.flatnonzero((path >= test.upper) | (path <= test.lower))
        if not len(over):
            undecided += 1
        elif (path[over[0]] > 0) == (wrong == "H1"):
            mistaken += 1
        taken += over[0] + 1 if len(over) else blocks
    return mistaken, undecided, taken / RUNS


def allowed(level):
    """Errors of a true rate at the level in all but one of a thousand tries."""
    return binom.ppf(0.999, RUNS, level)


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
@pytest.mark.parametrize(("elo0", "elo1", "blocks"), [(0, 100, 250), (-30, 30, 400)])
def test_two_players_have_their_error_rates(shape, elo0, elo1, blocks):
    test, random = sequential.SequentialTest("a", "b", elo0, elo1), np.random.default_rng(21)
    for elo, wrong in ((elo0, "H1"), (elo1, "H0")):
        shares = with_mean(shape, 1 / (1 + 10 ** (-elo / 400)))
        mistaken, undecided, taken = errors(test, drawing(shares, random), blocks, wrong)
        assert mistaken <= allowed(0.05) and undecided <= 0.05 * RUNS
        assert taken < 0.7 * blocks


def test_other_error_rates_are_kept_too():
    test, random = sequential.SequentialTest("a", "b", 0, 100, alpha=0.01, beta=0.2), np.random.default_rng(22)
    for elo, wrong, level in ((0, "H1", 0.01), (100, "H0", 0.2)):
        shares = with_mean(SHAPES["as it comes"], 1 / (1 + 10 ** (-elo / 400)))
        assert errors(test, drawing(shares, random), 250, wrong)[0] <= allowed(level)


def test_normalised_bounds_have_their_error_rates():
    test, random = sequential.SequentialTest("a", "b", 0, 60, scale="normalised"), np.random.default_rng(23)
    for elo, wrong in ((0, "H1"), (60, "H0")):
        mean = 0.5
        for _ in range(30):  # the mean whose distance from a half is so many of its own deviations
            shares = with_mean(SHAPES["as it comes"], mean)
            mean = 0.5 + elo / sequential.NORMALISED * 2**0.5 * (shares @ (PENTA - shares @ PENTA) ** 2) ** 0.5
        mistaken, undecided, _ = errors(test, drawing(shares, random), 250, wrong)
        assert mistaken <= allowed(0.05) and undecided <= 0.05 * RUNS


@pytest.mark.parametrize(("kind", "test"), [
    ("three at a table, both versions and one other", TESTS[1]),
    ("teams of two, each of one version", TESTS[1]),
    ("teams of two, each version with another bot, against each other", TESTS[0]),
])
def test_fields_and_teams_have_their_error_rates(kind, test):
    (found,) = simulated(KINDS_BY_NAME[kind], 100, tests=[test], sampled=2_000).values()
    for wrong in ("H1 where H0", "H0 where H1"):
        assert found[f"{wrong} is true"] <= binom.ppf(0.999, 100, 0.05)
    for true in ("H0", "H1"):
        assert found[f"undecided where {true} is true"] == 0
    assert found["blocks where H1 is true"] < 300


@pytest.mark.parametrize("kind", [
    "three at a table, both versions and one other", "four at a table, both versions and two others",
    "four at a table, each version for itself",
])
@pytest.mark.parametrize("test", TESTS, ids=("logistic", "normalised"))
def test_at_tables_of_three_and_four_a_fifth_of_the_blocks_is_saved(kind, test):
    (found,) = simulated(KINDS_BY_NAME[kind], 150, tests=[test], sampled=2_000).values()
    for true in ("H0", "H1"):
        assert found[f"blocks where {true} is true"] < 0.8 * found["blocks of a fixed sample"]
    for wrong in ("H1 where H0", "H0 where H1"):
        assert found[f"{wrong} is true"] <= 100 * binom.ppf(0.999, 150, 0.05) / 150


@pytest.mark.parametrize(("kind", "worth"), [
    ("two players, seeds that decide much", 200),
    ("three at a table, both versions and one other", 200),
    ("teams of two, each of one version", 200),
    ("teams of two, each version with another bot, against each other", 100),  # half of a team
])
def test_a_bot_of_so_much_more_strength_has_the_score_of_so_many_elo(kind, worth):
    scores = sample(replace(KINDS_BY_NAME[kind], ties={}), 200, np.random.default_rng(26), 2_000)
    mean = np.mean([each.score for each in scores])
    assert abs(mean - 1 / (1 + 10 ** (-worth / 400))) < 0.03, "a third bot that is stronger or weaker moves it a little"


def test_it_takes_far_fewer_blocks_than_a_test_of_fixed_length():
    test, random = sequential.SequentialTest("a", "b", 0, 60), np.random.default_rng(25)
    shares = with_mean(SHAPES["as it comes"], 1 / (1 + 10 ** (-60 / 400)))
    deviation = (shares @ (PENTA - shares @ PENTA) ** 2) ** 0.5
    fixed = (2 * 1.645 * deviation / (shares @ PENTA - 0.5)) ** 2
    assert errors(test, drawing(shares, random), 600, "H0")[2] < 0.75 * fixed
