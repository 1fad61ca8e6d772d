"""Tests of which bots have a place, and where the others stand."""

from hypothesis import given, settings
from hypothesis import strategies as st

from lawspeaker_referee.competition.ladder.probation import ENOUGH_SOUND, ProbationState
from lawspeaker_referee.competition.ladder.results import Estimate, Rated
from lawspeaker_referee.competition.ladder.standings import FEWEST_MATCHES
from lawspeaker_referee.competition.ladder.tally import Presence, Tally
from tests.referee.competition.ladder.ladder_bots import played
from tests.sample_sizes import examples

FREE, BAD = ProbationState(), ProbationState("quarantined", "crashed in m-1, the last of 3 in a row", 5.0)
TRIED = ProbationState("on probation", BAD.why, sound=1)


def rated(*bots):
    """Best first."""
    return Rated(1, {bot: Estimate(2000.0 - number, 1900.0, 2100.0) for number, bot in enumerate(bots)})


def tally(**matches):
    found = Tally()
    for bot, number in matches.items():
        for _ in range(number):
            found.add(played("m-1", (bot, "other")))
    return found


def places(rows):
    return [(row.place, row.bot) for row in rows]


def test_a_bot_with_few_matches_has_a_rating_and_no_place_and_stands_below_those_that_have_one():
    found = tally(new=FEWEST_MATCHES - 1, old=FEWEST_MATCHES)
    rows = found.rows(rated("new", "old"), {bot: Presence(True, 1, FREE) for bot in ("new", "old")})
    assert places(rows) == [(1, "old"), (0, "new")]
    assert (rows[1].rating, rows[1].low, rows[1].high, rows[1].place_text) == (2000.0, 1900.0, 2100.0, "new")


def test_who_is_quarantined_or_on_probation_has_no_place_however_good_its_rating_is_and_one_reads_why():
    found = tally(**dict.fromkeys(("bad", "tried", "good", "poor"), FEWEST_MATCHES))
    rows = found.rows(rated("bad", "good", "tried", "poor"), {
        "bad": Presence(True, 0, BAD), "tried": Presence(True, 1, TRIED), "good": Presence(True, 0, FREE),
        "poor": Presence(False, 0, FREE)})
    assert places(rows) == [(1, "good"), (2, "poor"), (0, "bad"), (0, "tried")]
    assert [row.place_text for row in rows] == ["1", "2", "-", "-"]
    assert [row.state for row in rows] == ["waiting", "away", "quarantined", "on probation"]
    assert rows[2].why == BAD.why
    assert rows[3].why == f"1 of {ENOUGH_SOUND} sound matches played, after: {BAD.why}"


def test_who_is_retired_stands_below_all_others_and_keeps_its_rating():
    found = tally(gone=FEWEST_MATCHES, good=FEWEST_MATCHES)
    rows = found.rows(rated("gone", "good"), {
        "gone": Presence(False, 0, BAD, retired=True), "good": Presence(True, 0, FREE),
        "fresh": Presence(True, 0, FREE)})
    assert places(rows) == [(1, "good"), (0, "fresh"), (0, "gone")]
    assert (rows[2].state, rows[2].rating) == ("retired", 2000.0)
    assert (rows[2].why, rows[2].until_unix_ms) == ("", 0)  # no quarantine that ends brings it back


names = st.sampled_from("abcdefgh")
presences = st.dictionaries(names, st.builds(
    Presence, st.booleans(), st.integers(0, 2), st.sampled_from([FREE, BAD, TRIED]), st.booleans()))


@settings(max_examples=examples(200), deadline=None, derandomize=True)
@given(presences, st.permutations("abcdefgh"), st.integers(0, 8), st.dictionaries(names, st.integers(0, 12)))
def test_places_are_1_2_3_in_the_order_of_ratings_and_all_without_one_come_last(here, order, known, matches):
    rows = tally(**matches).rows(rated(*order[:known]), here)
    assert {row.bot for row in rows} == set(here)
    assert len(rows) == len(here)
    placed = [row for row in rows if row.place]
    assert [row.place for row in placed] == list(range(1, len(placed) + 1))
    assert list(rows[:len(placed)]) == placed
    assert [row.bot for row in placed] == [
        bot for bot in order[:known] if bot in here and matches.get(bot, 0) >= FEWEST_MATCHES
        and here[bot].standing == FREE and not here[bot].retired]
