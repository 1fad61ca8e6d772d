"""The data of a page: every eye's views as deltas, and nothing that an eye may not know."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawspeaker.v1.match_pb2 import FAULT_TIMEOUT
from lawspeaker.v1.record_pb2 import RecordEntry, RecordHeader, RecordStep
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.games.clansmen.enums import Season
from lawspeaker_engine.games.pax_viking.options import Sail
from lawspeaker_engine.games.pax_viking.text.words import node_name
from lawspeaker_engine.laws import other_answer, positions
from lawspeaker_engine.model import CHANCE, Chance
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.codec.game_codec import codec, setup_message
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.file import delimited, read_record, read_whole_entries
from lawspeaker_referee.record.verify.replay import open_record, replay
from lawspeaker_referee.viewer.deltas import delta, patched, plain
from lawspeaker_referee.viewer.document import ALL, SPECTATOR, MatchFrames, document, every_eye
from lawspeaker_referee.viewer.page import document_json, file_page
from tests.games.parley import PARLEY

GOLDEN = Path(__file__).parents[2] / "golden"
PRESENT = [path for name in ("northgard", "clansmen", "pax_viking")
           for path in sorted(GOLDEN.glob(f"{name}-*.lsr"))]
QUICK = GOLDEN / "northgard-2.lsr"
REPEAT = {*(f"{name}-{players}" for name in ("clansmen", "pax_viking") for players in (4, 5)),
          "northgard-3", "northgard-4"}
"""Games of the options of others, with fewer players than in these."""
EVERY = 5
MOST_BYTES = 340_000
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=12)


def same_fields(before, after):
    """Return True if no dict takes the place of a list, or of a dict with other names; no view of a game does."""
    if isinstance(before, list) and isinstance(after, list):
        return all(map(same_fields, before, after))
    if isinstance(before, dict) and isinstance(after, dict):
        return before.keys() == after.keys() and all(same_fields(before[name], part) for name, part in after.items())
    return not (isinstance(before, list) and isinstance(after, dict))


@given(st.data())
def test_a_delta_turns_a_value_into_another_one_of_the_same_fields(data):
    names = data.draw(st.lists(st.sampled_from("abcd"), unique=True))
    before, after = ({name: data.draw(JSON) for name in names} for _ in range(2))
    change = delta(before, after)
    if change is None:
        assert before == after
    elif same_fields(before, after):
        assert patched(before, change) == after


def test_a_number_with_a_name_is_a_number_on_the_page():
    shown = plain((Season.WINTER, True))
    assert json.dumps(shown) == "[3, true]"


def test_a_delta_holds_what_changed_and_nothing_else():
    before = {"year": 1, "players": [{"food": 1, "hand": [1, 2]}, {"food": 2, "hand": []}], "combat": None}
    after = {"year": 1, "players": [{"food": 1, "hand": [1, 2]}, {"food": 5, "hand": [3]}], "combat": {"stage": 1}}
    assert delta(before, after) == {"players": {"1": {"food": 5, "hand": [3]}}, "combat": {"stage": 1}}
    assert patched(before, delta(before, after)) == after
    assert patched(after, delta(after, before)) == before
    assert delta(after, after) is None


@pytest.mark.parametrize("path", [
    pytest.param(path, id=path.stem, marks=() if path == QUICK else pytest.mark.slow)
    for path in PRESENT if path.stem not in REPEAT])
def test_every_eye_sees_at_each_step_what_the_engine_shows_it_and_the_page_is_small(path):
    """At all steps of few games, and at every fifth of the others."""
    record = read_record(path)
    game, setup = open_record(record)
    found = json.loads(document_json(document(record, every_eye(setup.players))))
    assert (found["note"], len(found["steps"])) == ("", record.step_count)
    shown = {each["eye"]: each["views"][0] for each in found["eyes"]}
    said = {each["eye"]: each["said"][0] for each in found["eyes"] if "said" in each}
    assert said.keys() == (shown.keys() if game.text.said else set())
    assert list(shown) == [ALL, SPECTATOR, *range(setup.players)]
    for number, played in enumerate(replay(record), 1):
        game.pending(played.state)
        for each in found["eyes"]:
            eye, change = each["eye"], each["views"][number]
            shown[eye] = shown[eye] if change is None else patched(shown[eye], change)
            if said and (news := each["said"][number]) is not None:
                said[eye] = patched(said[eye], news)
            if number % EVERY and path != QUICK and number < record.step_count:
                continue  # what is missing in a view is so in the next ones too
            view = game.full_view(played.state) if eye == ALL else game.view(
                played.state, None if eye == SPECTATOR else eye)
            assert shown[eye] == plain(view), (number, eye)
            assert not said or said[eye] == game.text.said(view), (number, eye)
    assert all(len(each["views"]) == record.step_count + 1 for each in found["eyes"])
    assert len(file_page(found)) < MOST_BYTES


@pytest.mark.parametrize(("name", "every"), [
    pytest.param(name, every, marks=pytest.mark.slow if every == 1 else ())
    for name in ("northgard", "clansmen", "pax_viking") for every in (8, 1)])
def test_whoever_may_not_see_an_answer_gets_the_same_bytes_whatever_it_was(name, every):
    game = GAMES[name]
    setup = make_setup(game, 3)
    frames = MatchFrames(game, setup, RecordHeader(setup=setup_message(game, setup)), every_eye(3))
    tried = 0
    for state, question, answers in positions(game, 3, 1, ()):
        asked = (question,) if isinstance(question, Chance) else question
        for number, one in enumerate(asked):
            other = other_answer(one, answers[number])
            if one.seen_by is None or other is None:
                continue
            tried += 1
            if tried % every:
                continue
            audience = {ALL, *one.seen_by} if isinstance(one, Chance) else {ALL, one.seat, *one.seen_by}
            both = [_after(frames, game, state, question, given) for given in (
                answers, (*answers[:number], other, *answers[number + 1:]))]
            for first, second in zip(both[0].pop("eyes"), both[1].pop("eyes"), strict=True):
                assert first["eye"] in audience or document_json(first) == document_json(second), question
            assert document_json(both[0]) == document_json(both[1]), question
    assert tried >= every


def _after(frames, game, state, question, answers):
    """The frames of one step from a state, which the step's chosen options lead to."""
    state, frames = game.copy(state), deepcopy(frames, {id(game): game})
    asked = (question,) if isinstance(question, Chance) else question
    chosen = [[each.options[pick] for pick in picks] for each, picks in zip(asked, answers, strict=True)]
    step = RecordStep()
    for each, picks, options in zip(asked, answers, chosen, strict=True):
        seat, stream = (CHANCE, each.stream) if isinstance(each, Chance) else (each.seat, "")
        step.acts.append(codec(game).act(seat, each.prompt, picks, options, stream))
        if seat != CHANCE:
            step.timing.add(think_us=5, charged_us=5)
    frames._look(state)
    frames._seen = game.view(game.copy(state), None)
    first = len(frames.steps)
    game.apply(state, answers)
    frames.add(question, chosen, step, state)
    return frames.frames_from(first)


def test_remarks_faults_and_the_seed_are_for_those_who_may_know_them(record):
    read = read_record(record)
    sealed = next(step for step in read.steps if len(step.acts) == 3)
    number = read.steps.index(sealed)
    sealed.timing[1].annotation, sealed.timing[1].evidence = "I hold the 16", "no answer in 1 s"
    sealed.acts[1].fault = FAULT_TIMEOUT
    by_eye = {eye: document(read, (eye,)) for eye in every_eye(3)}
    texts = {eye: document_json(found).decode() for eye, found in by_eye.items()}
    for eye, text in texts.items():
        knows = eye in {ALL, 1}
        for secret in ("I hold the 16", "no answer in 1 s", "timeout"):
            assert (secret in text) == knows, (eye, secret)
        assert (read.footer.seed.hex() in text) == (eye == ALL)
    act = by_eye[1]["eyes"][0]["acts"][f"{number}.1"]
    assert (act["fault"], act["annotation"], len(act["text"])) == ("timeout", "I hold the 16", 1)
    for eye in (SPECTATOR, 0):
        assert not {"chosen", "text", "fault"} & by_eye[eye]["steps"][number]["acts"][1].keys()


def test_a_document_says_who_asked_for_a_challenge(record):
    read = read_record(record)
    assert "challenger" not in document(read, (SPECTATOR,))["match"]
    read.header.challenger = "ann"
    assert document(read, (SPECTATOR,))["match"]["challenger"] == "ann"


def test_a_record_of_other_rules_is_shown_without_views_and_its_answers_only_to_who_may_see_all(record, monkeypatch):
    monkeypatch.setattr(PARLEY, "version", 2)
    read = read_record(record)
    everything, spectator = document(read, every_eye(3)), document(read, (SPECTATOR,))
    for found in (everything, spectator):
        assert "parley 1" in found["note"]
        assert (found["eyes"], found["catalogue"], len(found["steps"])) == ([], None, read.step_count)
    assert all("chosen" in act for step in everything["steps"] for act in step["acts"])
    assert not any(act.keys() & {"chosen", "text"} for step in spectator["steps"] for act in step["acts"])


def test_a_match_of_an_unknown_game_is_told_by_its_picks(record, monkeypatch):
    read = read_record(record)
    for step in read.steps:
        for act in step.acts:
            act.chosen.type_url = "type.googleapis.com/elsewhere.v1.Options"
    monkeypatch.delitem(GAMES, "parley")
    found = document(read, every_eye(3))
    first = read.steps[0].acts[0]
    assert found["steps"][0]["acts"][0]["text"][0] == f"option {first.picks[0]}"
    assert found["match"]["title"] == "parley"


def test_a_record_that_is_cut_off_is_shown_as_far_as_it_is_whole(record, tmp_path):
    whole = read_record(record)
    steps = whole.steps
    data = b"".join(map(delimited, (RecordEntry(header=whole.header), *(RecordEntry(step=step) for step in steps[:9]))))
    cut = tmp_path / "cut.lsr"
    cut.write_bytes(data[:-3])
    read, problem = read_whole_entries(cut)
    assert problem.startswith("is truncated")
    assert str(tmp_path) not in problem
    assert read.steps == steps[:8]
    found = document(read, (SPECTATOR,), problem=problem)
    assert f"Only {read.step_count} steps of this record could be read: is truncated" in found["note"]
    assert len(found["eyes"][0]["views"]) == read.step_count + 1
    assert found["outcome"] is None


@pytest.mark.parametrize("name", ["northgard-2", "clansmen-3", "pax_viking-3"])
def test_a_document_says_what_the_points_came_from(name):
    outcome = document(read_record(GOLDEN / f"{name}.lsr"), (SPECTATOR,))["outcome"]
    assert [sum(parts.values()) for parts in outcome["parts"]] == outcome["scores"]
    assert outcome["decided"]


def test_who_took_nothing_is_told_in_the_words_of_the_prompt():
    shown = document(read_record(QUICK), (SPECTATOR,))
    ended = [act["text"] for step in shown["steps"] for act in step["acts"]
             if act["prompt"] == "move.step" and act.get("chosen") == []]
    assert ended == [["moves no further"]] * 2


@pytest.mark.parametrize("name", ["northgard-2", "clansmen-3", "pax_viking-3"])
def test_what_was_taken_is_told_in_words_and_not_by_numbers_of_the_messages(name):
    shown = document(read_record(GOLDEN / f"{name}.lsr"), (ALL, SPECTATOR))
    told = [line for step in shown["steps"] for act in step["acts"] if act["seat"] != CHANCE
            for line in act.get("text", ["hidden"])]
    told += [line for act in shown["eyes"][0]["acts"].values() for line in act.get("text", ())]
    assert len(told) > 100
    assert not [line for line in told if line in ("", "nothing") or re.search(r"Longship \d|=\d|effect \d", line)]


def test_a_longship_that_sails_is_told_by_the_place_that_it_leaves():
    record = read_record(GOLDEN / "pax_viking-3.lsr")
    game, setup = open_record(record)
    state, left = game.setup(setup), {}
    game.pending(state)
    for played in replay(record):
        for option in played.chosen[0] if played.question and not isinstance(played.question, Chance) else ():
            if isinstance(option, Sail):
                left[played.number - 1] = game.view(state, None).longships[option.longship].node
        game.pending(played.state)
        state = game.copy(played.state)
    steps = document(record, (SPECTATOR,))["steps"]
    assert len(left) > 5
    assert all(steps[number]["acts"][0]["text"] == [f"sails from {node_name(node)}"] for number, node in left.items())


def test_fame_is_open_after_the_last_step_and_not_before():
    """What the page shows beside a seat's name does not turn into another number."""
    found = document(read_record(QUICK), (SPECTATOR,))
    view, fame = found["eyes"][0]["views"][0], list[list[int]]()
    for change in found["eyes"][0]["views"][1:]:
        view = view if change is None else patched(view, change)
        fame.append([player["fame"] for player in view["players"]])
    assert fame[-1] == [parts["fame tokens"] for parts in found["outcome"]["parts"]]
    assert set(map(tuple, fame[:-1])) == {(-1, -1)}


def test_a_game_that_says_nothing_of_its_points_is_shown_without_their_parts(record):
    outcome = document(read_record(record), (SPECTATOR,))["outcome"]
    assert (outcome["parts"], outcome["decided"]) == ([], [])
    assert outcome["scores"]


def test_a_packed_record_that_is_cut_off_has_no_step_that_is_whole(record, tmp_path):
    cut = tmp_path / "cut.lsr"
    cut.write_bytes(record.read_bytes()[:-20])
    with pytest.raises(RecordError, match="ends too early"):
        read_whole_entries(cut)


def test_a_record_that_leaves_the_rules_is_shown_up_to_there(record):
    read = read_record(record)
    read.steps[6].digest = b"\0\0"
    found = document(read, (SPECTATOR,))
    assert found["note"].startswith(f"This record follows the rules for 6 of its {read.step_count} steps only: step 7")
    assert (len(found["steps"]), len(found["eyes"][0]["views"])) == (6, 7)


def test_progress_is_told_while_a_long_record_is_replayed():
    told = []
    record = read_record(QUICK)
    document(record, (SPECTATOR,), lambda done, total: told.append((done, total)))
    assert [done for done, _ in told] == list(range(50, record.step_count + 1, 50))
    assert {total for _, total in told} == {record.step_count}
