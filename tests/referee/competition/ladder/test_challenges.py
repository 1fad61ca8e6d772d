"""Challenges by their laws: whose turn it is, how many run, and who may ask; without a server."""

from __future__ import annotations

import grpc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lawspeaker_referee.competition.ladder import challenges
from lawspeaker_referee.server.service import Refused
from tests.referee.competition.ladder.challenge_table import OUTCOME, Table, kinds, stream, terms

NAMES = ("ann", "bob", "cy", "dan", "eve")
SHARES = (0.1, 0.25, 0.5)


def run(table: Table, matches: int) -> None:
    """Play so many matches, each to its end before the next one begins if bots have one place."""
    for _ in range(matches):
        while table.look():
            pass
        table.end(next(iter(table.running)))


def refused(table: Table, *asked: str, **more: int) -> tuple[str, str]:
    """Return the code and the text with which a challenge is refused."""
    with pytest.raises(Refused) as error:
        table.ask(terms(*asked, **more))
    return error.value.code.name, str(error.value)


@st.composite
def steps(draw):
    """Events: a bot challenges others, a match ends, or the queue looks."""
    return draw(st.lists(st.one_of(
        st.tuples(st.just("ask"), st.permutations(NAMES), st.integers(1, 3)),
        st.tuples(st.just("end"), st.integers(0, 9)),
        st.tuples(st.just("look"))), min_size=20, max_size=120))


@settings(max_examples=150, deadline=None)
@given(steps(), st.sampled_from(SHARES), st.sampled_from([2, 3]), st.lists(st.integers(1, 5), min_size=5, max_size=5),
       st.sampled_from([1, 3, 8, float("inf")]))
def test_of_all_that_a_bot_begins_and_plays_at_once_at_most_the_share_are_challenges(what, share, players, places,
                                                                                       most):
    table = Table([stream(name, "*", places=number) for name, number in zip(NAMES, places, strict=True)],
                  players, share, most)
    for step in what:
        if step[0] == "ask":
            try:
                table.ask(terms(*step[1][:players], matches=step[2]))
            except Refused as error:
                assert error.code is grpc.StatusCode.RESOURCE_EXHAUSTED  # noqa: PT017 - others are faults
        elif step[0] == "end" and table.running:
            table.end(list(table.running)[step[1] % len(table.running)])
        else:
            table.look()
        played, rated, now = table.count(rated=False), table.count(rated=True), table.now(rated=False)
        for bot, number in zip(NAMES, places, strict=True):
            assert played[bot] <= 1 + rated[bot] * share / (1 - share) + 1e-6
            assert now[bot] <= max(1, int(share * number))
        assert now.total() / players <= max(1, int(share * min(most, sum(places) // players)))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SHARES), st.lists(st.integers(1, 4), min_size=3, max_size=5), st.integers(1, 4))
def test_a_challenge_is_played_however_much_else_there_is_to_play(share, places, matches):
    table = Table([stream(name, "*", places=number) for name, number in zip(NAMES, places, strict=False)],
                  share=share)
    run(table, 5)
    table.ask(terms("ann", "bob", matches=matches))
    run(table, round(60 * matches / share))
    assert kinds(table.news) == ["accepted", *["began", "ended"] * matches, "end"]
    assert {tuple(bots) for rated, bots in table.begun if not rated} == {
        1: {("ann", "bob")}}.get(matches, {("ann", "bob"), ("bob", "ann")})


def test_an_opponent_of_two_is_never_held_up():
    table = Table([stream("ann"), stream("bob", "*"), stream("cy")])
    table.streams[1].matches = 1  # bob plays
    table.ask(terms("ann", "bob"))
    asked, left = table.challenges.next([table.streams[0], table.streams[2]], [table.streams[1]], 9)
    assert (asked, [each.name for each in left]) == (None, ["cy"]), "ann asked, so it waits"
    ann, bob, cy = table.streams
    asked, left = table.challenges.next([bob, cy], [ann], 9)
    assert (asked, left) == (None, [bob, cy]), "ann plays, so bob does not wait for it"
    asked, _ = table.challenges.next([ann, bob, cy], [], 9)
    assert asked is not None
    assert [each.name for each in asked.streams] == ["ann", "bob"]


def test_a_challenger_with_several_places_plays_on_all_but_one():
    ann, bob, cy = stream("ann", places=3), stream("bob", "*"), stream("cy", "*")
    table = Table([ann, bob, cy])
    ann.matches = bob.matches = cy.matches = 1  # opponents have no place
    for opponent in ("bob", "cy"):
        table.ask(terms("ann", opponent))
    assert table.challenges.next([ann], [bob, cy], 9)[1] == [], "two places are kept for two challenges"
    table.challenges.withdraw(table.challenges._open[0])
    assert table.challenges.next([ann], [bob, cy], 9)[1] == [ann]
    ann.matches = 2
    assert table.challenges.next([ann], [bob, cy], 9)[1] == []


def test_at_larger_tables_opponents_wait_for_each_other_once_the_challenger_is_free():
    ann, bob, cy, dan = (stream(name, "*") for name in NAMES[:4])
    table = Table([ann, bob, cy, dan], players=3)
    table.ask(terms("ann", "bob", "cy"))
    assert table.challenges.next([bob, dan], [ann, cy], 9) == (None, [bob, dan])
    assert table.challenges.next([ann, bob, dan], [cy], 9) == (None, [dan])


def test_a_challenge_whose_bots_are_free_does_not_wait_for_an_older_one():
    ann, bob, cy, dan = (stream(name, "*") for name in NAMES[:4])
    table = Table([ann, bob, cy, dan])
    table.ask(terms("ann", "bob"))
    table.ask(terms("cy", "dan"))
    asked, left = table.challenges.next([ann, cy, dan], [bob], 9)
    assert asked is not None
    assert asked.challenger == "cy"
    assert left == [cy, dan]


def test_no_bot_gets_two_seats_and_the_older_challenge_gets_the_bot():
    table = Table([stream(name, "*") for name in NAMES[:3]])
    table.ask(terms("ann", "cy"))
    table.ask(terms("bob", "cy"))
    table.look()
    assert table.begun == [(False, ["ann", "cy"])]


def test_after_a_challenge_its_bots_play_rated_matches_first():
    table = Table([stream(name, "*") for name in NAMES[:2]])
    table.ask(terms("ann", "bob", matches=3))
    run(table, 10)
    assert [rated for rated, _ in table.begun] == [False, True, True, True, False, True, True, True, False, True]


def test_seats_of_a_challenge_change():
    table = Table([stream(name, "*") for name in NAMES[:3]], players=3, share=0.5)
    table.ask(terms("ann", "bob", "cy", matches=3))
    run(table, 12)
    assert [bots for rated, bots in table.begun if not rated] == [
        ["ann", "bob", "cy"], ["cy", "ann", "bob"], ["bob", "cy", "ann"]]


def test_what_can_never_be_played_is_refused_with_what_would_be_right():
    table = Table([stream("ann"), stream("bob", "*")])
    assert refused(table, "ann", "bob", matches=11) == (
        "INVALID_ARGUMENT", "a challenge has 1 to 10 matches, not 11")
    assert refused(table, "ann", "bob", "cy") == (
        "INVALID_ARGUMENT", "a match has 2 bots: name 1 opponents, not 2")
    assert refused(table, "ann", "ann@2")[0] == "INVALID_ARGUMENT"
    assert refused(Table([stream("ann"), stream("bob", "*")], share=0.0), "ann", "bob") == (
        "FAILED_PRECONDITION", "this ladder has no challenges")


def test_a_bot_plays_whom_it_names():
    table = Table([stream(name, *whom) for name, *whom in (
        ("ann",), ("bob", "cy", "dan"), ("cy", "*"), ("dan",), ("eve", "ann"))])
    assert refused(table, "ann", "bob") == ("PERMISSION_DENIED", "bob takes no challenges of ann")
    assert refused(table, "ann", "dan") == ("PERMISSION_DENIED", "dan takes no challenges of ann")
    for one, other in (("ann", "eve"), ("cy", "bob"), ("dan", "bob"), ("dan", "cy")):
        table.ask(terms(one, other))


def test_a_bot_that_is_not_there_or_held_back_is_not_played():
    table = Table([stream("ann"), stream("bob", "*", version="1.2")])
    assert refused(table, "cy", "bob")[0] == "FAILED_PRECONDITION"
    assert refused(table, "ann", "cy") == ("NOT_FOUND", "cy is not connected here")
    assert refused(table, "ann", "bob@1.3") == ("NOT_FOUND", "bob@1.3 is not connected here; it is here as bob@1.2")
    table.held = {"bob": "quarantined: it crashed"}
    assert refused(table, "ann", "bob@1.2") == (
        "FAILED_PRECONDITION", "bob plays no challenges now: quarantined: it crashed")
    table.held = {}
    table.ask(terms("ann", "bob@1.2"))
    table.held = {"ann": "on probation: it crashed"}
    run(table, 3)
    assert all(rated for rated, _ in table.begun), "held back since it asked"
    table.held = {}
    run(table, 1)
    assert not table.begun[-1][0]


def test_few_challenges_wait_of_one_bot_for_one_bot_and_in_all(monkeypatch):
    table = Table([stream(f"bot{number}", "*") for number in range(12)])
    for number in range(2):
        table.ask(terms("bot0", f"bot{number + 1}"))
    assert refused(table, "bot0", "bot3")[0] == "RESOURCE_EXHAUSTED"
    for number in range(3, 10):
        table.ask(terms(f"bot{number}", "bot1"))
    code, why = refused(table, "bot10", "bot1")
    assert code == "RESOURCE_EXHAUSTED"
    assert why.startswith("bot1 is busy")
    monkeypatch.setattr(challenges, "MOST_OPEN", 9)
    assert refused(table, "bot10", "bot11") == ("RESOURCE_EXHAUSTED", "too many challenges wait; try again later")


def test_who_withdraws_a_challenge_plays_what_runs_and_nothing_more():
    table = Table([stream(name, "*") for name in NAMES[:2]], share=0.5)
    asked = table.ask(terms("ann", "bob", matches=3))
    table.look()
    table.challenges.withdraw(asked)
    run(table, 20)
    assert table.count(rated=False) == {"ann": 1, "bob": 1}
    assert kinds(table.news) == ["accepted", "began"]
    table.ask(terms("ann", "bob"))


def test_a_stream_that_takes_no_challenges_is_not_used_for_one():
    takes, refuses = stream("bob", "ann"), stream("bob")
    table = Table([refuses, stream("ann"), takes])
    table.ask(terms("ann", "bob"))
    table.look()
    assert (takes.matches, refuses.matches) == (1, 0)
    table.end("0")
    table.ask(terms("ann", "bob"))
    takes.leaving = True
    assert table.challenges.missing(table.challenges.add(terms("cy", "ann"), [stream("cy"), stream("ann", "*")],
                                                         table.news.append), table.streams) == "cy"


def test_the_end_of_the_referee_ends_what_waits_and_what_runs_when_it_is_over():
    table = Table([stream(name, "*", places=4) for name in NAMES[:3]])
    table.ask(terms("ann", "bob", matches=2))
    table.look()
    waiting: list = []
    table.challenges.add(terms("cy", "bob"), table.streams, waiting.append)
    table.challenges.close("this referee is shutting down")
    assert kinds(waiting) == ["accepted", "UNAVAILABLE"]
    assert kinds(table.news) == ["accepted", "began"]
    assert refused(table, "ann", "bob") == ("UNAVAILABLE", "this referee is shutting down")
    table.end("0")
    assert kinds(table.news) == ["accepted", "began", "ended", "UNAVAILABLE"]


def test_a_match_that_goes_on_at_the_next_referee_ends_its_challenge_here():
    table = Table([stream(name, "*") for name in NAMES[:2]])
    table.ask(terms("ann", "bob", matches=2))
    table.look()
    table.challenges.ended("0", None, "")
    assert kinds(table.news) == ["accepted", "began", "UNAVAILABLE"]
    table.challenges.ended("of an earlier referee", OUTCOME, "")


def test_a_match_of_an_earlier_referee_takes_a_place_until_it_ends():
    table = Table([stream(name, "*", places=2) for name in NAMES[:3]])
    table.challenges.runs("old", ["ann", "bob"])
    table.ask(terms("ann", "cy"))
    assert table.challenges.next(table.streams, [], 9)[0] is None
    table.challenges.ended("old", OUTCOME, "")
    assert table.challenges.next(table.streams, [], 9)[0] is not None
