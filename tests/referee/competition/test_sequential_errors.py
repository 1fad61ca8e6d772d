"""The early stop errs no more often than it says, though it looks after every block."""

import numpy as np
import pytest
from scipy.stats import binom

from lawspeaker_referee.competition.ratings import sequential
from lawspeaker_referee.devtools.bench.simulated_matches import draw_places

pytestmark = pytest.mark.slow

RUNS = 400
PENTA = np.arange(5) / 4
SHAPES = {
    "as it comes": (0.1, 0.2, 0.4, 0.2, 0.1),
    "seeds decide": (0.01, 0.04, 0.9, 0.04, 0.01),
    "no draws": (0.25, 0.0, 0.5, 0.0, 0.25),
    "all or nothing": (0.35, 0.05, 0.2, 0.05, 0.35),
}


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


def errors(test, draw, blocks, wrong, lowest=0.0, highest=1.0):
    """Return how many runs end with the wrong verdict, and how many with none, and the blocks they took."""
    mistaken = undecided = taken = 0
    for _ in range(RUNS):
        path = test.path(draw(blocks), lowest, highest, 2.0)
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
            mean = 0.5 + elo / sequential._NORMALISED * 2**0.5 * (shares @ (PENTA - shares @ PENTA) ** 2) ** 0.5
        mistaken, undecided, _ = errors(test, drawing(shares, random), 250, wrong)
        assert mistaken <= allowed(0.05) and undecided <= 0.05 * RUNS


def test_two_versions_in_a_field_have_their_error_rates():
    """Blocks of four seats, each version for itself in the same seats against the same three equals."""
    test, random = sequential.SequentialTest("new", "old", 0, 100), np.random.default_rng(24)
    gain = 100 * np.log(10) / 400
    for strength, wrong in ((0.0, "H1"), (gain, "H0")):
        worth = np.zeros((40_000, 4))
        worth[:, 0] = np.tile([strength, 0], 20_000)
        ranks = draw_places(worth, {2: -1.5}, random)
        shares = ((ranks[:, :1] < ranks[:, 1:]) + (ranks[:, :1] == ranks[:, 1:]) / 2).mean(axis=1)
        scores = 0.5 + (shares[::2] - shares[1::2]).reshape(-1, 4).mean(axis=1)
        if wrong == "H0":  # what ties leave of so many points of Elo is less; the bounds speak of scores
            scores += 1 / (1 + 10 ** (-0.25)) - scores.mean()
        mistaken, undecided, _ = errors(test, lambda count, s=scores: random.choice(s, count), 250, wrong, -0.5, 1.5)
        assert mistaken <= allowed(0.05) and undecided <= 0.05 * RUNS


def test_it_takes_far_fewer_blocks_than_a_test_of_fixed_length():
    test, random = sequential.SequentialTest("a", "b", 0, 60), np.random.default_rng(25)
    shares = with_mean(SHAPES["as it comes"], 1 / (1 + 10 ** (-60 / 400)))
    deviation = (shares @ (PENTA - shares @ PENTA) ** 2) ** 0.5
    fixed = (2 * 1.645 * deviation / (shares @ PENTA - 0.5)) ** 2
    assert errors(test, drawing(shares, random), 600, "H0")[2] < 0.75 * fixed
