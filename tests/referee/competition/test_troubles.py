"""Bots that break down: how often in a row they may, in the ledger and in tournaments of real processes."""

from __future__ import annotations

import pytest

from lawspeaker_referee.competition.ledger.facts import Decided
from lawspeaker_referee.competition.results import SeatDetails
from lawspeaker_referee.competition.tournament.setup import begin
from lawspeaker_referee.competition.tournament.state import EXTENDED, RESUMED, TROUBLED, state_of
from lawspeaker_referee.competition.tournament.troubles import MOST, Kind, Trouble, is_too_much, was_silent
from tests.referee.competition.quick_tournaments import script
from tests.referee.competition.test_runner import THREE, Tournament, rounds

pytestmark = pytest.mark.attack

HANGS = """
import time
from lawspeaker_bot import Bot, run
class Hangs(Bot):
    asked = 0
    def decide(self, decision):
        self.asked += 1
        if self.asked > {after}:
            time.sleep(60)
        return decision.default
run(Hangs())
"""


def troubles(kind, *played):
    return [Trouble(kind, each) for each in played]


@pytest.mark.parametrize(("kind", "played", "out"), [
    (Kind.START, (4, 4, 4), True), (Kind.START, (4, 4), False), (Kind.START, (4, 4, 5), False),
    (Kind.CRASH, (1, 2, 3, 4, 5), True), (Kind.CRASH, (1, 2, 3, 5, 6), False), (Kind.CRASH, (1, 3, 4, 5, 6, 7), True),
    (Kind.CRASH, (3, 3, 3, 4, 5), True), (Kind.SILENCE, (1,), False), (Kind.SILENCE, (1, 2), True),
    (Kind.SILENCE, (1, 10), True), (Kind.SILENCE, (1, 11), False), (Kind.SILENCE, (2, 2), True),
])
def test_a_bot_is_out_after_so_many_troubles_that_lie_close_to_one_another(kind, played, out):
    assert is_too_much(troubles(kind, *played), kind) is out
    others = [each for other in Kind if other is not kind for each in troubles(other, *range(10))]
    assert is_too_much([*others, *troubles(kind, *played), *others], kind) is out, "each kind counts for itself"


def test_who_resumes_or_corrects_a_spec_lets_a_bot_try_again():
    def noted(bot):
        return Decided(TROUBLED, {"bot": bot, "kind": "silence", "played": 1}, 0)

    both = [noted("a"), noted("b")]
    assert {bot: len(each) for bot, each in state_of(both).troubles.items()} == {"a": 1, "b": 1}
    assert not state_of([*both, Decided(RESUMED, {}, 0)]).troubles
    assert list(state_of([*both, Decided(EXTENDED, {"specs": {"a": "greedy"}}, 0)]).troubles) == ["b"]


@pytest.mark.parametrize(("faults", "refused", "disqualified", "silent"), [
    ({"timeout": 5, "disqualified": 90}, 0, True, True), ({"timeout": 5}, 0, False, False),
    ({"illegal": 5, "timeout": 3}, 0, True, False), ({"timeout": 3}, 9, True, False), ({"illegal": 9}, 9, True, False),
])
def test_silence_is_to_be_disqualified_mostly_for_answers_that_did_not_come(faults, refused, disqualified, silent):
    details = SeatDetails(100, 10, faults, refused, 5, disqualified, "", 0, 0, 0, {}, 0)
    assert was_silent(details) is silent


@pytest.mark.slow
@pytest.mark.usefixtures("workers_here")
@pytest.mark.parametrize("after", [0, 3])
def test_a_bot_that_stops_answering_is_started_anew_once_and_then_out(tmp_path, after):
    """It spoiled 11 of its 16 matches, each for as long as the clock gives. Its process hangs, and a new one does."""
    hangs = {"name": "hangs", "spec": script(tmp_path, HANGS.format(after=after))}
    cup = Tournament(tmp_path, *THREE[:2], hangs, format=rounds(8), clock="move=50ms",
                     faults={"disqualify_after": 3})
    cup.run(1)
    state = cup.status.state
    assert state.out["hangs"].startswith("bot hangs was disqualified in 2 of 10 matches or fewer because it did not "
                                         "answer in time, the last time in cup/")
    assert state.public_out == {"hangs": "it was disqualified for silence in 2 of 10 matches or fewer"}
    spoilt = [each for each in cup.ledger.counted("cup") if "hangs" in each.played.seats
              and each.details.seats[each.played.seats.index("hangs")].disqualified]
    assert 2 <= len(spoilt) <= 4, "a block has two"
    assert sum("hangs" not in each.seats for each in cup.ledger.results("cup")) == 16, "the others play on"


@pytest.mark.slow
@pytest.mark.usefixtures("workers_here")
def test_what_happened_before_a_run_ended_counts_in_the_next(tmp_path):
    cup = Tournament(tmp_path, *THREE[:2], {"name": "broken", "spec": "cmd:/no/such/bot"}, format=rounds(2))
    begin(cup.ledger, cup.terms)
    for _ in range(MOST[Kind.START] - 1):
        cup.ledger.decide("cup", TROUBLED, {"bot": "broken", "kind": "start", "played": 0})
    cup.run(1)
    assert len(state_of(cup.ledger.decisions("cup")).troubles["broken"]) == MOST[Kind.START]
