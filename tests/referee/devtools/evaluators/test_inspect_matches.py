"""Matches as a task of Inspect: the model plays every seat, and the log has results that records prove."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

pytest.importorskip("inspect_ai", reason="`make evaluators` runs what needs inspect_ai")

from lawspeaker_engine.model import BadSetup
from lawspeaker_referee.devtools.inspect_tasks import matches
from lawspeaker_referee.devtools.inspect_tasks.matches import points_of
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import verify
from tests.referee.devtools.evaluators.mock_model import READ, WROTE, metrics, model, run

# What Inspect leaves open, and what it uses of others.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")

COUNT = re.compile(r"where picks has (?:exactly )?(\d+)")


def says_first(messages):
    return json.dumps({"reason": "the first", "picks": list(range(int(COUNT.findall(messages[-1].text)[-1])))})


def test_the_model_plays_each_seat_with_the_same_dice_and_records_prove_the_results(tmp_path):
    task = matches("clansmen", ["random", "greedy"], seeds=2, records=str(tmp_path / "records"))
    log = run(task, model(says_first), tmp_path)
    assert len(log.samples) == 6
    for sample in log.samples:
        found, seat, seed = sample.scores["result"].metadata, sample.metadata["seat"], sample.metadata["seed"]
        record = read_record(Path(found["record"]))
        assert verify(record).ok
        assert list(record.footer.outcome.ranks) == found["ranks"]
        assert record.header.match_id == f"clansmen-{seed}"
        names = [each.bot for each in record.header.seats]
        assert names == [*["random", "greedy"][:seat], "mockllm/model", *["random", "greedy"][seat:]]
        timings = [timing for step in record.iter_steps() for act, timing in zip(step.acts, step.timing, strict=False)
                   if act.seat == seat and timing.annotation]
        assert len(timings) == found["decisions"] == found["own"] == found["legal_at_first"] > 0
        assert {timing.annotation for timing in timings} == {"the first"}
        assert (found["input_tokens"], found["output_tokens"]) == (READ * len(timings), WROTE * len(timings))
    assert {sample.metadata["seat"] for sample in log.samples} == {0, 1, 2}
    assert metrics(log, "own_answers")["mean"] == metrics(log, "legal_at_first")["mean"] == 1.0
    points = [points_of(each.scores["result"].metadata["ranks"], each.metadata["seat"]) for each in log.samples]
    assert metrics(log, "points")["mean"] == pytest.approx(sum(points) / 6)


def test_a_model_that_never_answers_is_placed_last_however_the_defaults_fare(tmp_path):
    log = run(matches("clansmen", "random", seeds=1), model(lambda _: "pass"), tmp_path)
    for sample in log.samples:
        found = sample.scores["result"].metadata
        assert (found["own"], found["legal_at_first"], found["placed_last"]) == (0, 0, True)
        assert found["ranks"][sample.metadata["seat"]] == 2
    assert (metrics(log, "own_answers")["mean"], metrics(log, "points")["mean"]) == (0.0, 0.0)


def test_an_answer_that_is_legal_after_a_second_try_is_own_but_not_legal_at_first(tmp_path):
    def says(messages):
        return says_first(messages) if len(messages) > 2 else "Let me think."

    log = run(matches("clansmen", "random", seeds=1), model(says), tmp_path)
    assert (metrics(log, "own_answers")["mean"], metrics(log, "legal_at_first")["mean"]) == (1.0, 0.0)


def test_with_notes_the_model_is_told_what_it_has_noted(tmp_path):
    told = []

    def says(messages):
        told.append("Your notes:\nask for wood" in messages[-1].text)
        return json.dumps(json.loads(says_first(messages)) | {"notes": "ask for wood"})

    run(matches("clansmen", "random", seeds=1, memory="notes"), model(says), tmp_path, limit=1)
    assert told[:2] == [False, True]
    assert all(told[1:])


def test_turns_that_do_not_fit_into_the_models_context_are_not_sent_again(tmp_path):
    log = run(matches("clansmen", "random", seeds=1, memory="turns"), model(says_first, most=6), tmp_path, limit=1)
    assert metrics(log, "own_answers")["mean"] == metrics(log, "legal_at_first")["mean"] == 1.0
    calls = [len(event.input) for event in log.samples[0].events if event.event == "model"]
    assert calls[:6] == [2, 4, 6, 8, 4, 4] and max(calls[6:]) == 4


def test_a_token_limit_of_inspect_ends_the_sample_and_not_only_the_bot(tmp_path):
    log = run(matches("clansmen", "random", seeds=1), model(says_first), tmp_path, limit=1, token_limit=500)
    assert log.samples[0].limit.type == "token" and log.status == "success", log.error
    assert "lawspeaker_match" not in log.samples[0].store and not log.samples[0].scores


def test_a_failure_of_the_provider_fails_the_sample_and_leaves_no_record(tmp_path):
    def fails(messages):
        raise ConnectionResetError("the provider is down")

    task = matches("clansmen", "random", seeds=1, records=str(tmp_path / "records"))
    log = run(task, model(fails), tmp_path, limit=1)
    assert log.status == "error"
    assert not list((tmp_path / "records").iterdir())


@pytest.mark.parametrize(("arguments", "error", "told"), [
    ({"memory": "turn"}, ValueError, "did you mean 'turns'"),
    ({"opponents": "gredy"}, BadSetup, "gredy"),
    ({"opponents": "cmd:true"}, BadSetup, "in-process"),
    ({"options": "sea"}, ValueError, "NAME=VALUE"),
    ({"options": "see=1"}, BadSetup, "no option 'see'"),
    ({"game": "nortgard"}, BadSetup, "nortgard"),
])
def test_wrong_arguments_are_told_before_anything_is_played(arguments, error, told):
    with pytest.raises(error, match=told):
        matches(**arguments)


@pytest.mark.parametrize(("ranks", "seat", "points"), [
    ([1, 2], 0, 1.0), ([1, 2], 1, 0.0), ([1, 1], 0, 0.5), ([1, 2, 3], 1, 0.5), ([2, 1, 2], 0, 0.25), ([1], 0, 0.0),
])
def test_points_are_the_share_of_opponents_left_behind(ranks, seat, points):
    assert points_of(ranks, seat) == points
