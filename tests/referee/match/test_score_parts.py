"""What the points came from: bots are told it at the end, and records do not have it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.match_pb2 import Outcome as OutcomeMessage
from lawspeaker_engine.model import Outcome, ScorePart
from lawspeaker_referee.codec.game_codec import outcome_message, with_parts
from lawspeaker_referee.config.fault_policies import parse_policy
from lawspeaker_referee.match.events import Left
from lawspeaker_referee.record.verify.replay import verify
from tests.games.parley import PARLEY
from tests.referee.match.match_driver import Drive, by_decision
from tests.referee.match.test_faults import record_of

SAID = "The pots decide."


@pytest.fixture
def pots(monkeypatch):
    """Let the tests' own game say that all points came from pots."""
    silent = PARLEY.outcome

    def outcome(state: Any) -> Outcome | None:
        found = silent(state)
        return found and replace(
            found, parts=tuple((ScorePart("pots", score),) for score in found.scores), decided=(SAID,))

    monkeypatch.setattr(PARLEY, "outcome", outcome)


def test_bots_are_told_and_the_record_verifies_without(pots):
    drive = Drive(3).play(by_decision)
    assert drive.ended is not None and drive.ended.footer is not None and drive.ended.outcome is not None
    for seat in range(3):
        told = drive.sent[seat][-1].match_over.outcome
        assert [[(part.name, part.points) for part in each.parts] for each in told.parts] == [
            [("pots", score)] for score in drive.ended.outcome.scores]
        assert list(told.decided) == [SAID]
    assert drive.ended.footer.outcome == OutcomeMessage(
        ranks=drive.ended.outcome.ranks, scores=drive.ended.outcome.scores, reason="points")
    assert verify(record_of(drive)).ok


def test_a_game_that_says_nothing_of_its_points_ends_as_before():
    drive = Drive(2).play(by_decision)
    assert drive.ended is not None and drive.ended.footer is not None
    assert drive.sent[0][-1].match_over.outcome == drive.ended.footer.outcome


def test_a_forfeited_match_has_no_points_and_so_no_parts(pots):
    drive = Drive(3, policy=parse_policy({"crashed": "forfeit-match"}))
    drive.answer(0, 0)
    drive.tell(Left(1, Fault.FAULT_CRASHED, "signal 9"))
    told = drive.sent[0][-1].match_over.outcome
    assert (told.reason, len(told.parts), len(told.decided)) == ("forfeit", 0, 0)


def test_a_side_that_is_placed_last_keeps_its_points_and_their_parts(pots):
    drive = Drive(3, policy=parse_policy({"crashed": "default", "lost_seat": "last"}))
    drive.tell(Left(1, Fault.FAULT_CRASHED, "signal 9"))
    drive.play(by_decision)
    told = drive.sent[0][-1].match_over.outcome
    assert told.ranks[1] == 3
    assert [sum(part.points for part in each.parts) for each in told.parts] == list(told.scores)


def test_parts_of_other_scores_are_not_those_of_a_record():
    outcome = Outcome((1, 2), (5, 3), "points", ((ScorePart("pots", 5),), (ScorePart("pots", 3),)), (SAID,))
    message = outcome_message(outcome)
    assert len(with_parts(message, outcome).parts) == 2
    assert with_parts(message, replace(outcome, scores=(5, 4))) == message
    assert with_parts(message, None) == message
    assert not message.parts, "the message that was given is left as it is"


def test_an_outcome_that_leaves_a_seat_out_is_an_error_that_says_so(monkeypatch):
    """No record could be read that had it."""
    whole = PARLEY.outcome

    def outcome(state: Any) -> Outcome | None:
        found = whole(state)
        return found and replace(found, scores=found.scores[:1])

    monkeypatch.setattr(PARLEY, "outcome", outcome)
    with pytest.raises(RuntimeError, match=r"^the outcome of parley has 2 ranks and 1 scores, not one each"):
        Drive(2).play(by_decision)
