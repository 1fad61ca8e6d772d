"""An analysis in the document of a match: an eye gets the chances that its seat could know, and no others."""

from __future__ import annotations

from pathlib import Path

from lawspeaker_referee.devtools.analysis.page import MOST_MISTAKES, add_chances
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.viewer.document import ALL, SPECTATOR, document, every_eye
from tests.referee.devtools.analysis.judged import judged

RECORD = read_record(Path(__file__).parents[3] / "golden" / "pax_viking-3.lsr")


def test_an_eye_has_the_chances_of_its_seat_the_eye_of_all_has_all_and_spectators_have_none():
    found = document(RECORD, every_eye(3))
    add_chances(found, [judged(5, 0), judged(6, 2), judged(9, 0, loss=0.3)], [1, 2, 3])
    seats = {eye["eye"]: [each["seat"] for each in eye.get("chances", ())] for eye in found["eyes"]}
    assert seats == {ALL: [0, 2], SPECTATOR: [], 0: [0], 1: [], 2: [2]}


def test_a_curve_ends_with_what_the_match_was_worth():
    found, last = document(RECORD, [ALL]), RECORD.step_count
    add_chances(found, [judged(5, 0), judged(6, 1), judged(7, 2)], [1, 1, 3])
    assert [each["points"][-1] for each in found["eyes"][0]["chances"]] == [[last, 0.5], [last, 0.5], [last, 0.0]]


def test_the_largest_mistakes_are_there_and_what_chance_explains_is_not():
    found = document(RECORD, [0])
    losses = [number / 100 for number in range(1, MOST_MISTAKES + 4)]
    add_chances(found, [judged(step, 0, loss=loss) for step, loss in enumerate(losses, 1)]
                + [judged(90, 0, loss=0.9, error=0.5)], [1, 2, 3])
    [chances] = found["eyes"][0]["chances"]
    assert [each["loss"] for each in chances["mistakes"]] == losses[:-MOST_MISTAKES - 1:-1]
