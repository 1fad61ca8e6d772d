"""A test says if ratings explain who beats whom, cycles are named, and the other ranking is that of known games."""

import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from lawspeaker_referee.competition.formats import entries
from lawspeaker_referee.competition.ledger import Ledger
from lawspeaker_referee.competition.ledger.sums import AllSums
from lawspeaker_referee.competition.model_fit import fit_lines, model_fit
from lawspeaker_referee.competition.ratings import rate
from lawspeaker_referee.competition.ratings.cycles import cycles
from lawspeaker_referee.competition.ratings.equilibrium import equilibrium
from lawspeaker_referee.competition.ratings.fit import fit_test
from lawspeaker_referee.competition.report import collect_facts, html, text
from lawspeaker_referee.competition.results import MatchDetails, PlayedMatch, SeatDetails
from lawspeaker_referee.competition.tournament.status import plain, status_of
from lawspeaker_referee.config.formatting import format_percent
from lawspeaker_referee.config.tournament import parse_config
from measure.simulated_matches import play, rotated
from tests.referee.competition.html_page import Page
from tests.referee.competition.planted_results import ledger_of

CYCLE = {("a", "b"): 0.78, ("b", "c"): 0.78, ("a", "c"): 0.22}
"""Pair -> the chance of the first."""
DIGEST = "00" * 32
DETAILS = MatchDetails(1, "fame", 0, 0, (SeatDetails(1, 1, {}, 0, 0, False, "", 5, 0, 0, {100: 1}, 99),) * 2)


def line(strengths):
    """The chances of all pairs of bots on a line."""
    return {(one, other): 1 / (1 + np.exp(strengths[other] - strengths[one]))
            for one, other in combinations(strengths, 2)}


def duels(chances, blocks, seed, *, seat=0.0, same=False):
    """So many blocks of each pair, from both seats. `seat` is in nats; matches that are the same share their luck."""
    rng = np.random.default_rng(seed)
    luck = rng.random((blocks, len(chances), 2))
    return [duel(f"{block:03}-{one}-{other}", (one, other)[::1 - 2 * turned],
                 (luck[block, number, 0 if same else turned] < shifted(chance, seat * (1 - 2 * turned))) != turned)
            for block in range(blocks) for number, ((one, other), chance) in enumerate(chances.items())
            for turned in (0, 1)]


def shifted(chance, nats):
    return chance / (chance + (1 - chance) * np.exp(-nats))


def duel(block, seats, won):
    return PlayedMatch(f"cup/{block}/{''.join(seats)}", block, 1, seats, (1, 2) if won else (2, 1), (0, 0), (), (0, 0),
                       "")


def summed(played):
    """The results of each pair."""
    sums = AllSums()
    for number, match in enumerate(played):
        sums.add(number, match, DETAILS)
    return sums.pairs


def fit_of(played):
    return model_fit(rate(played), summed(played).items)


# --- the test ---


def test_the_lines_are_those_of_the_page():
    """docs/ratings.md shows them, with other numbers."""
    page = (Path(__file__).parents[3] / "docs/ratings.md").read_text(encoding="utf-8")
    told, shown = (re.sub(r"[abc] # %", "a # %", re.sub(r"\d+(\.\d+)?", "#", text))
                   for text in ("\n".join(fit_lines(fit_of(duels(CYCLE, 20, 1)))), page))
    assert told in shown


def test_a_cycle_is_found_and_named():
    fit = fit_of(duels(CYCLE, 20, 1))
    assert fit.fails and fit.test.p_value < 0.01 and fit.test.freedom == 1
    assert [triple.bots for triple in fit.triples] == [("a", "b", "c")] and fit.cycles == 1
    lines = fit_lines(fit)
    assert lines[0].startswith("results do not fit the ratings: p < 0.0001 (chi-square")
    assert lines[1].startswith("a beats b, b beats c, c beats a, each by ")
    assert lines[2].startswith("Nash averaging, which assumes no line, chooses ")
    assert {ranked.bot for ranked in fit.ranking if ranked.weight > 0.2} == set("abc")


@pytest.mark.slow
@pytest.mark.parametrize("bots", [3, 6])
def test_bots_on_a_line_are_rarely_taken_for_a_cycle(bots):
    chances = line(dict(zip("abcdef"[:bots], np.linspace(1, -1, bots), strict=True)))
    tests = [fit_test(rate(duels(chances, 20, seed))) for seed in range(12)]
    assert sum(test.p_value < 0.05 for test in tests) <= 2
    assert np.mean([test.p_value for test in tests]) == pytest.approx(0.5, abs=0.2)


def test_the_statistic_of_matches_of_two_is_pearsons():
    chances = line({"a": 0.8, "b": 0.2, "c": -0.3, "d": -0.7})
    played = duels(chances, 40, 2)
    test = fit_test(rate(played, seats=False))
    ratings, pairs = _most_likely(summed(played))
    expected = {pair: sums.matches / (1 + np.exp(ratings[pair[1]] - ratings[pair[0]])) for pair, sums in pairs.items()}
    pearson = sum((pairs[pair].won - mean) ** 2 / (mean * (1 - mean / pairs[pair].matches))
                  for pair, mean in expected.items())
    assert test.statistic * test.dispersion == pytest.approx(pearson, rel=0.02)  # the fit has a prior


def _most_likely(pairs):
    """Ratings without a prior, by Zermelo's steps."""
    bots = sorted({bot for pair in pairs for bot in pair})
    strength = dict.fromkeys(bots, 1.0)
    for _ in range(500):
        for bot in bots:
            own = [(one, other, sums) for (one, other), sums in pairs.items() if bot in (one, other)]
            won = sum(sums.won if one == bot else sums.matches - sums.won for one, _, sums in own)
            strength[bot] = won / sum(sums.matches / (strength[one] + strength[other]) for one, other, sums in own)
    return {bot: np.log(each) for bot, each in strength.items()}, pairs


@pytest.mark.parametrize(("met", "freedom"), [
    (["ab", "bc", "ac"], 1), (["ab", "bc", "cd", "ad"], 1), (["ab", "bc", "cd", "ad", "ac", "bd"], 3),
    (["ab", "bc", "ac", "de", "ef", "df"], 2), (["ab", "bc", "cd"], 0)])
def test_degrees_of_freedom_are_pairs_less_bots_plus_groups(met, freedom):
    test = fit_test(rate(duels(dict.fromkeys(met, 0.5), 10, 3)))
    assert (test.freedom, test.met, bool(test.untested)) == (freedom, len(met), freedom == 0)


def test_degrees_of_freedom_are_the_same_at_larger_tables():
    random = np.random.default_rng(5)
    bots = list("abcdef")
    played = play(rotated(bots, 4, 60, random), dict.fromkeys(bots, 0.0), random, ties={2: -1.0})
    test = fit_test(rate(played))
    assert (test.pairs, test.freedom) == (15, 15 - 5) and test.p_value > 0.01


def test_a_cycle_at_tables_of_three_is_found():
    rng = np.random.default_rng(3)
    played = []
    for number in range(180):
        won = dict.fromkeys("abc", 0.0)
        for (one, other), chance in CYCLE.items():
            won[one if rng.random() < chance else other] += 1
        order = sorted(won, key=lambda bot: rng.random() - won[bot])
        ranks = tuple(1 + order.index(bot) for bot in "abc")
        played.append(PlayedMatch(f"cup/{number}", str(number), 1, tuple("abc"), ranks, (0,) * 3, (), (0,) * 3, ""))
    test = fit_test(rate(played, seats=False))
    assert test.freedom == 1 and test.p_value < 0.01


def test_team_mates_are_no_opponents():
    random = np.random.default_rng(6)
    played = play(rotated(list("abcd"), 4, 60, random), dict.fromkeys("abcd", 0.0), random, teams=(0, 1, 1, 0))
    fixed = [match for match in played if {match.seats[0], match.seats[3]} in ({"a", "b"}, {"c", "d"})]
    assert fit_test(rate(played)).met == 6 and fit_test(rate(fixed, seats=False)).met == 4


@pytest.mark.slow
def test_seats_and_unequal_bots_do_not_look_like_cycles():
    chances = line({"a": 1.5, "b": 0.0, "c": 0.0, "d": -1.5})
    tests = [fit_test(rate(duels(chances, 25, seed, seat=1.0))) for seed in range(12)]
    assert sum(test.p_value < 0.05 for test in tests) <= 2


@pytest.mark.slow
def test_matches_that_share_their_luck_count_as_one():
    chances = line({"a": 0.4, "b": 0.1, "c": -0.1, "d": -0.4})
    tests = [fit_test(rate(duels(chances, 25, seed, same=True))) for seed in range(12)]
    assert np.mean([test.dispersion for test in tests]) == pytest.approx(2, abs=0.2)
    assert sum(test.p_value < 0.05 for test in tests) <= 2


def test_a_cycle_does_not_hide_in_the_dispersion_of_blocks():
    assert fit_test(rate(duels(CYCLE, 40, 4, same=True))).dispersion < 2.3


@pytest.mark.slow
def test_little_is_said_of_little():
    cycle = (("a", "b"), ("b", "c"), ("c", "a"))
    assert "two bots" in fit_test(rate(duels({("a", "b"): 0.7}, 10, 1))).untested
    assert "a single seed" in fit_test(rate([duel("1", pair, won=True) for pair in cycle])).untested
    assert "often enough for both to be expected to win" in fit_test(
        rate([duel("".join(pair), pair, won=True) for pair in cycle])).untested
    few, many = (fit_test(rate(duels(line({"a": 0.2, "b": 0, "c": -0.2}), blocks, 1))) for blocks in (3, 20))
    assert few.rough and not many.rough


# --- triples ---


def test_whether_a_pair_is_tested_does_not_depend_on_where_the_fit_begins():
    """Equals that met twice are expected to win once each, or by rounding a little less."""
    played = [PlayedMatch(f"{pair}/{nth}", pair, 1, seats, ranks if "a" in pair else (1, 1), (0, 0), (), (0, 0), "")
              for pair in ("ab", "ac", "bc")
              for nth, (seats, ranks) in enumerate(((tuple(pair), (1, 2)), (tuple(pair[::-1]), (2, 1))))]
    ratings = [rate(played)]
    for _ in range(4):
        ratings.append(rate(played, start=ratings[-1]))
    assert [fit_test(each).pairs for each in ratings] == [1] * 5


def test_triples_are_named_in_a_fixed_order_the_widest_margins_first():
    results = [("a", "b", 30, 10), ("b", "c", 28, 12), ("a", "c", 10, 30), ("c", "d", 40, 0), ("b", "d", 1, 39),
               ("a", "d", 20, 20)]
    found, count = cycles(results, 1.0, 5)
    assert [triple.bots for triple in found] == [("a", "b", "c"), ("b", "c", "d")] and count == 2
    assert found[0].margin == pytest.approx(16 / 40**0.5, abs=1e-6)
    turned = [(other, one, lost, won) for one, other, won, lost in reversed(results)]
    assert cycles(turned, 1.0, 5) == (found, count)
    assert cycles(results, 1.0, 1) == (found[:1], 2)


def test_a_triple_needs_three_clear_results():
    narrow = [("a", "b", 30, 10), ("b", "c", 30, 10), ("a", "c", 15, 25)]
    assert cycles(narrow, 1.0, 5) == ((), 0)
    assert cycles(narrow, 0.5, 5)[1] == 1, "with blocks that differ less, fewer matches are clear"


def test_many_bots_on_a_line_have_no_triple():
    bots = [f"b{number:03}" for number in range(300)]
    assert cycles(((one, other, 9, 1) for one, other in combinations(bots, 2)), 1.0, 5) == ((), 0)


# --- the other ranking ---


def payoffs(*rows):
    above = np.array(rows, dtype=float)
    return above - above.T


ROCK = payoffs([0, 0.3, 0], [0, 0, 0.3], [0.3, 0, 0])


def test_rock_paper_and_scissors_are_equal():
    found = equilibrium(ROCK)
    assert found.weights == pytest.approx([1 / 3] * 3, abs=1e-5) and found.scores == pytest.approx([0] * 3, abs=1e-5)


def test_the_best_of_a_line_gets_all_and_two_equal_best_share_it():
    assert equilibrium(payoffs([0, 0.1, 0.2], [0, 0, 0.1], [0, 0, 0])).weights.tolist() == [1, 0, 0]
    shared = equilibrium(payoffs([0, 0, 0.2], [0, 0, 0.1], [0, 0, 0]))
    assert shared.weights == pytest.approx([0.5, 0.5, 0], abs=1e-5)
    assert shared.scores == pytest.approx([0, 0, -0.15], abs=1e-5)


@pytest.mark.parametrize("copies", [(1, 1, 2), (3, 1, 1), (2, 5, 3)])
def test_copies_share_the_weight_of_the_bot_and_change_nothing_else(copies):
    numbers = np.repeat(range(3), copies)
    found = equilibrium(ROCK[numbers][:, numbers])
    for number, count in enumerate(copies):
        assert found.weights[numbers == number] == pytest.approx([1 / 3 / count] * count, abs=1e-5)


@pytest.mark.slow
def test_nothing_beats_the_equilibrium_of_any_game():
    for seed in range(10):
        drawn = np.random.default_rng(seed).uniform(-0.25, 0.25, size=(20, 20))
        found = equilibrium(drawn - drawn.T)
        assert found.weights.sum() == pytest.approx(1, abs=1e-5) and found.scores.max() < 1e-5


def test_pairs_that_never_met_are_ranked_by_their_ratings():
    played = duels(CYCLE, 20, 1) + duels({("a", "z"): 0.95}, 20, 2)
    ranking = {each.bot: each for each in fit_of(played).ranking}
    assert ranking["z"].weight == 0 and ranking["z"].score < 0.3


# --- where it is shown ---


@pytest.fixture(scope="module")
def ledger(tmp_path_factory):
    opened = Ledger.open(f"sqlite:///{tmp_path_factory.mktemp('fit') / 'ledger.db'}")
    terms = parse_config({
        "name": "cup", "game": "northgard", "players": 2, "format": {"kind": "round-robin", "rounds": 20},
        "bots": [{"name": name, "spec": "random"} for name in "abc"]}, "cup.toml")
    opened.begin("cup", terms.as_dict(), bytes(32))
    planned = entries(terms, [])
    opened.schedule("cup", planned)
    rng = np.random.default_rng(1)
    chance = {**CYCLE, **{(other, one): 1 - chance for (one, other), chance in CYCLE.items()}}
    for number, entry in enumerate(planned):
        ranks = (1, 2) if rng.random() < chance[entry.seats] else (2, 1)
        result = PlayedMatch(entry.match_id, entry.block, entry.round, entry.seats, ranks, (0, 0), (), (0, 0), DIGEST)
        opened.count("cup", result, f"/srv/{number}.lsr", DETAILS)
    yield opened
    opened.close()


@pytest.mark.slow
def test_reports_and_status_tell_of_a_cycle(ledger):
    status = status_of(ledger, "cup").text()
    assert "note: results do not fit the ratings" in status and "note: a beats b, b beats c, c beats a" in status
    facts = collect_facts(ledger, "cup")
    told = text(facts)
    for words in ("Fit: results do not fit", "a beats b, b beats c, c beats a", "Nash averaging", "Head to head"):
        assert words in told
    assert plain(facts.fit)["test"]["p_value"] < 0.01
    assert plain(facts.fit)["triples"][0]["bots"] == ["a", "b", "c"]


@pytest.mark.slow
def test_the_page_tells_of_a_cycle(ledger):
    page = Page.of(html(collect_facts(ledger, "cup")))
    assert page.told("fit-test").startswith("The test of fit: results do not fit the ratings: p < 0.0001")
    assert page.left_open == [] and page.closed_wrongly == []
    assert sorted(row[0].split()[-1] for row in page.table("equilibrium-table").rows) == ["a", "b", "c"]


@pytest.mark.slow
def test_of_many_bots_the_text_names_the_pairs_that_differ_most(tmp_path):
    opened = ledger_of(tmp_path / "ledger.db", bots={f"b{number:02}": number / 10 for number in range(13)}, most=50)
    facts = collect_facts(opened, "cup")
    told = " ".join(text(facts).split())
    pair = facts.fit.test.odd[0]
    met = facts.meetings[pair.bot][pair.other]
    assert "Head to head" not in told
    assert (f"{pair.bot} against {pair.other}: {format_percent(met.points / met.matches)} of the points in "
            f"{met.matches} matches, {pair.errors:.1f} standard errors more than the ratings expect") in told
    opened.close()
