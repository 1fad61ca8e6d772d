"""Positions that test a skill: those that come along are right, and others are refused in one line."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from math import comb, perm

import pytest

from lawspeaker_bots.search.candidates import MOST
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import Decision
from lawspeaker_engine.playing import check
from lawspeaker_engine.position import load
from lawspeaker_referee.config.intervals import wilson
from lawspeaker_referee.devtools.skills.choosing import LEAST_LEAD, ChosenPositions, SkillPosition, all_answers
from lawspeaker_referee.devtools.skills.files import (
    BadPositions,
    coming_along,
    counts,
    dumped,
    positions_named,
    read_positions,
)
from lawspeaker_referee.devtools.skills.labels import SKILLS
from lawspeaker_referee.devtools.skills.scores import ALL, scores

along = pytest.mark.parametrize("game", sorted(coming_along()))


def test_every_game_brings_positions_and_all_are_small():
    assert set(coming_along()) == {"northgard", "clansmen", "pax_viking"} <= set(GAMES)
    assert sum(path.stat().st_size for path in coming_along().values()) < 1 << 20


@along
def test_at_least_40_positions_of_several_skills_come_along(game):
    found = positions_named(game)
    assert len(found) >= 40
    assert len({each.skill for each in found}) >= 3, counts(found)
    assert len({each.position for each in found}) == len(found)


@along
def test_a_position_asks_what_it_says_and_has_all_legal_answers(game):
    for each in positions_named(game):
        position = load(each.position)
        [decision] = [asked for asked in position.decisions if asked.seat == each.seat]
        assert (each.prompt, each.game, position.seat) == (decision.prompt, game, each.seat)
        assert list(each.answers) == all_answers(decision)
        assert [check(decision, picks) for picks in each.answers] == list(each.answers)
        assert sum(value == max(each.values) for value in each.values) == 1
        assert each.lead >= LEAST_LEAD and each.lead > 3 * each.error
        assert each.loss(each.best) == 0


@pytest.mark.parametrize(("least", "most", "ordered", "options", "number"), [
    (1, 1, False, 5, 5), (0, 1, False, 5, 6), (2, 2, False, 4, comb(4, 2)), (2, 2, True, 3, perm(3, 2)),
    (1, 1, False, 1, 0), (1, 1, False, MOST + 1, 0), (0, 4, False, 4, 0), (0, 3, False, 3, 8)])
def test_all_answers_are_listed_where_there_are_few(least, most, ordered, options, number):
    decision = Decision(0, "x", tuple(range(options)), least, most, tuple(range(least)), None, ordered)
    found = all_answers(decision)
    assert len(set(found)) == len(found) == number
    assert all(check(decision, picks) == picks for picks in found)


def one(skill: str = "risk", prompt: str = "turn.action") -> SkillPosition:
    return SkillPosition("northgard", skill, 0, prompt, b"", ((0,), (1,), (2,)), (0.2, 0.5, 0.1), 0.3, 0.01)


def test_no_skill_prompt_or_record_has_all_places_while_there_are_others():
    choice = ChosenPositions(14)
    for number in range(7):
        choice.take(one(), f"record {number}")
    for number in range(4):
        choice.take(one(prompt=f"other.{number}"), f"record {number + 20}")
    for number in range(7):
        choice.take(one("planning", f"more.{number}"), "record 99")
    assert not choice.is_complete
    choice.take(one("planning", "last"), "record 98")
    assert choice.is_complete
    found = Counter((each.skill, each.prompt) for each in choice.chosen)
    assert found["risk", "turn.action"] == 5, "a third of one prompt"
    assert Counter(each.skill for each in choice.chosen) == {"risk": 7, "planning": 7}, "a half of one skill"
    assert ("planning", "more.6") not in found, "six of one record"


def test_kinds_without_room_get_the_places_that_nobody_takes():
    choice = ChosenPositions(8)
    for number in range(20):
        choice.take(one(), f"record {number}")
    assert choice.is_complete
    assert len(choice.chosen) == 8


@along
def test_a_file_is_read_as_it_was_written(game, tmp_path):
    found = positions_named(game)
    (tmp_path / "again.jsonl").write_text(dumped(game, found))
    assert read_positions(tmp_path / "again.jsonl") == found
    assert (tmp_path / "again.jsonl").read_bytes() == coming_along()[game].read_bytes()


def changed(line: int, **fields):
    """The file of Pax Viking with other fields in a line."""
    lines = [json.loads(text) for text in coming_along()["pax_viking"].read_text().splitlines()]
    lines[line] |= fields
    return "".join(json.dumps(each) + "\n" for each in lines)


@pytest.mark.parametrize(("text", "problem"), [
    (lambda: changed(0, game_version=1), "rules version 1, and here is version"),
    (lambda: changed(0, format=9), "no file of positions"),
    (lambda: changed(0, game="chess960"), "chess960"),
    (lambda: changed(1, position="LSPOS"), "no file of positions"),
    (lambda: changed(1, position=""), "position 1: these bytes are no position"),
    (lambda: changed(2, seat=7), "position 2"),
    (lambda: changed(2, answers=[[0], [99]], values=[1, 0]), "fewer options"),
    (lambda: "", "no file of positions"),
    (lambda: "[]\n", "no file of positions"),
])
def test_other_rules_and_damaged_files_are_refused_in_one_line(tmp_path, text, problem):
    path = tmp_path / "positions.jsonl"
    path.write_text(text())
    with pytest.raises(BadPositions, match=problem) as error:
        read_positions(path)
    assert "\n" not in str(error.value)
    assert str(path) in str(error.value)
    if "chess960" not in problem:
        assert "lawspeaker positions" in str(error.value)


def test_a_name_that_is_no_file_is_told_which_games_there_are():
    with pytest.raises(BadPositions, match="did you mean 'pax_viking'"):
        positions_named("pax-viking")


def test_scores_count_best_answers_and_what_others_lose():
    found = scores([(one(), (1,)), (one(), (0,)), (one(), None), (replace(one(), skill="planning"), (2,))])
    assert list(found) == [skill for skill in SKILLS if skill in {"risk", "planning"}] + [ALL] or set(found) == {
        "risk", "planning", ALL}
    risk = found["risk"]
    assert (risk.positions, risk.right, risk.unanswered) == (3, 1, 1)
    assert risk.mean_loss == pytest.approx(0.15)
    assert found[ALL].positions == 4
    assert found["planning"].mean_loss == pytest.approx(0.4)


def test_intervals_are_those_of_wilson():
    low, high = wilson(0.5, 10)
    assert (low, high) == (pytest.approx(0.2366, abs=1e-4), pytest.approx(0.7634, abs=1e-4))
    assert wilson(0.0, 0) == (0.0, 1.0)
    assert wilson(0.0, 10)[0] == 0.0
