"""The JSON in a language model's answer is found and checked, and one line says what is wrong with it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from lawspeaker.v1.referee_service_pb2 import DecisionRequest, MatchStarted
from lawspeaker_bot import ANSWER_SCHEMA, Decision, Match, ModelAnswer, WrongAnswer, instruction, parse_answer

ROOT = Path(__file__).parents[2]


def decision(least: int = 1, most: int = 1, options: int = 4, default: tuple[int, ...] = (3,)) -> Decision:
    return Decision(DecisionRequest(least=least, most=most, option_count=options, default_picks=default,
                                    match_id="m", decision_id=1), Match(MatchStarted(match_id="m")))


@pytest.mark.parametrize("said", [
    '{"reason": "wood", "picks": [2]}',
    'I think so.\n```json\n{"picks": [2], "reason": "wood"}\n```\nThat is it.',
    'Perhaps {"picks": [0]}? No: {"reason": "wood", "picks": [2]}',
    '{"thinking": {"deep": 1}} {"reason": "wood", "picks": [2]} {',
    "{" * 5000 + '{"reason": "wood", "picks": [2]}',
    '<think>{"picks": [0]}</think>{"reason": "wood", "picks": [2]}',
    'Perhaps {"picks": [0]}?</think>{"reason": "wood", "picks": [2]}',
    '{"reason": "wood", "picks": [2]} <think> or {"picks": </think>',
    '{"reason": "wood", "picks": [2]} <think> was that right? {"picks"',
])
def test_the_answer_is_found_in_what_a_model_says(said):
    assert parse_answer(decision(), said) == ModelAnswer((2,), "wood")


def test_a_reason_may_be_missing_and_half_a_character_in_it_can_be_sent():
    assert parse_answer(decision(0, 2), '{"picks": []}') == ModelAnswer(())
    assert parse_answer(decision(), '{"picks": [0], "reason": "\\ud800"}').reason == "?"


@pytest.mark.parametrize(("said", "wrong"), [
    ("I take 2", "There is no JSON object in the answer 'I take 2'."),
    ("", "There is no JSON object in the answer ''."),
    ('\n<think>Perhaps {"picks": [0]}? But', "There is no JSON object in the answer ''."),
    ('<thinking>{"picks": [0]}\n</thinking> I pass', "There is no JSON object in the answer 'I pass'."),
    ('Perhaps {"picks": [0]}? No.\n</think> I pass', "There is no JSON object in the answer 'I pass'."),
    ('Perhaps {"picks": [0]}? No.\n</think>', "There is no JSON object in the answer ''."),
    ('{"picks": 2}', '"picks" must be a list of whole numbers, not \'2\'.'),
    ('{"picks": [true]}', "must be a list of whole numbers"),
    ('{"picks": [1.0]}', "must be a list of whole numbers"),
    ('{"reason": "x"}', "must be a list of whole numbers, not 'null'"),
    ('{"picks": [1], "reason": 5}', '"reason" must be text'),
    ('{"picks": [1], "why": "x"}', 'may only have "reason" and "picks"'),
    ('{"picks": [4]}', "There is no option 4: picks has exactly 1 of the numbers 0 to 3, each at most once."),
    ('{"picks": [-1]}', "There is no option -1"),
    ('{"picks": [1, 2]}', "picks has exactly 1 of the numbers 0 to 3, each at most once, and not [1, 2]."),
    ('{"picks": [' + "9" * 5000 + "]}", "There is no JSON object"),
    ('{"a":' * 2_000, "There is no JSON object"),
    ("{" * (64 << 10), "There is no JSON object"),
    ('{"picks": [' + "9" * 900 + "]}", "There is no option 9999"),
    (json.dumps({"picks": [0] * 20_000}), "and not [0, 0, 0,"),
])
def test_what_is_wrong_is_said_in_one_line(said, wrong):
    with pytest.raises(WrongAnswer) as error:
        parse_answer(decision(), said)
    assert wrong in str(error.value)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 200


def test_the_same_option_twice_is_no_answer():
    with pytest.raises(WrongAnswer, match=r"1 to 3 of the numbers 0 to 3, each at most once, and not \[1, 1\]"):
        parse_answer(decision(1, 3), '{"picks": [1, 1]}')


@pytest.mark.parametrize("asked", [decision(), decision(0, 2, default=()), decision(2, 2, default=(0, 1)),
                                   decision(0, 0, 0, default=())])
def test_the_instruction_says_the_form_and_names_no_option_that_a_model_could_take_for_an_answer(asked):
    (example,) = re.findall(r"\{.*\}", instruction(asked))
    with pytest.raises(WrongAnswer):
        parse_answer(asked, instruction(asked))
    assert not re.search(r"\d", example)
    allowed = instruction(asked).partition("where picks has ")[2]
    assert parse_answer(asked, example.replace("<numbers>", ", ".join(map(str, asked.default))))
    assert allowed.startswith(("exactly ", "0 to 2 of ", "no numbers"))


def test_notes_are_read_where_they_are_asked_for_and_nowhere_else():
    said = '{"reason": "wood", "picks": [2], "notes": "owes 1 wood"}'
    assert parse_answer(decision(), said, notes=True) == ModelAnswer((2,), "wood", "owes 1 wood")
    with pytest.raises(WrongAnswer, match='may only have "reason" and "picks"'):
        parse_answer(decision(), said)
    with pytest.raises(WrongAnswer, match='"notes" must be text'):
        parse_answer(decision(), '{"picks": [2], "notes": ["a"]}', notes=True)


def test_the_schema_in_the_docs_is_the_one_that_is_exported():
    quoted = re.findall(r"```json\n(.*?)```", (ROOT / "docs/text.md").read_text(), re.DOTALL)
    assert ANSWER_SCHEMA in map(json.loads, quoted)
