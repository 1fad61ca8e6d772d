"""JSON objects are found in any text, as a decoder that tries at every brace finds them, in linear time."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random

import pytest

from lawspeaker_bot import json_objects as module
from lawspeaker_bot.json_objects import json_objects

PIECES = ("{", "}", "[", "]", ",", ":", '"', "\\", "a", "1", " ", "\n", "true", "-", '"a"', '"a":', '{"a":', "{}", "[]",
          "1.5", '"picks":[0]', "\\u00e4", '\\"', ".", "e5", "NaN", "0", "\x01", "ä")
ANSWER = json.dumps({"reason": 'not {} or {"picks": [1]}', "a": [1, {"b": 'x{"y'}, []], "picks": [0, {"c": {}}]})
UNITS = ("{", "[", '{"a":', '{"a":[', '[{"a":', '"', "\\", '{"', '{"a{', '{"a\\"', '{"a":"{",', "{ ", '{"a": ', '\\{"',
         '{"a":{"a":1},', '{"a":1}', '{"a":-', '{"k{"k":', '{"a":[{},[{"b{":[', "{\n", "ä{", '"{"a":"{\\"')
_REACH = re.compile(r'[\[{]?\s*+(?:,\s*+)?(?:"(?:[^"\\]|\\.)*+"?|[-+.\d]*+)\s*+:?\s*+', re.DOTALL)
"""At least as much as a pattern can have looked at before it fails."""


def tried_everywhere(text: str, read: Callable[[int], None] = lambda _: None) -> list[tuple[int, int]]:
    """The slow way, which was the code: decode at every brace. A failure counts lines from the start of the text."""
    found, at = [], text.find("{")
    while at >= 0:
        try:
            end = json.JSONDecoder().raw_decode(text, at)[1]
        except json.JSONDecodeError as error:
            read(error.pos)
            end = at + 1
        except RecursionError:
            read(len(text) - at)
            end = at + 1
        else:
            read(end - at)
            found.append((at, end))
        at = text.find("{", end)
    return found


class Counted:
    """A pattern that counts the characters that it looks at."""

    def __init__(self, pattern: re.Pattern[str], counts: list[int]) -> None:
        self._pattern, self._counts = pattern, counts

    def match(self, text: str, at: int) -> re.Match[str] | None:
        found = self._pattern.match(text, at)
        reached = found or _REACH.match(text, at)
        self._counts.append(1 + (reached.end() - at if reached else 0))
        return found


@pytest.fixture
def counts(monkeypatch) -> list[int]:
    counts: list[int] = []
    monkeypatch.setattr(module, "_SCALAR", Counted(module._SCALAR, counts))
    for name in ("_BEGINS", "_GOES_ON"):
        patterns = {bracket: Counted(pattern, counts) for bracket, pattern in getattr(module, name).items()}
        monkeypatch.setattr(module, name, patterns)
    return counts


def test_what_is_found_is_what_a_decoder_at_every_brace_finds():
    random, objects = Random(1), 0
    for _ in range(4_000):
        text = "".join(random.choices(PIECES, k=random.randrange(1, 25)))
        objects += len(found := list(json_objects(text)))
        assert found == tried_everywhere(text), text
    for _ in range(4_000):
        letters = list(ANSWER)
        for _ in range(random.randrange(4)):
            letters[random.randrange(len(letters))] = random.choice((*PIECES, ""))
        objects += len(found := list(json_objects(text := "".join(letters))))
        assert found == tried_everywhere(text), text
    assert objects > 4_000


@pytest.mark.parametrize("unit", UNITS)
def test_any_text_is_read_in_a_number_of_steps_that_grows_as_it_does(counts, unit):
    def steps(length: int) -> int:
        counts.clear()
        list(json_objects((unit * length)[:length]))
        return sum(counts)

    short, long = steps(16 << 10), steps(64 << 10)
    assert long <= 4.1 * short + 100
    assert long <= 4 * (64 << 10)


def test_random_texts_are_read_in_linear_steps_too(counts):
    random = Random(2)
    for _ in range(200):
        unit = "".join(random.choices(PIECES, k=random.randrange(1, 9)))
        counts.clear()
        list(json_objects((unit * 4_096)[:4_096]))
        assert sum(counts) <= 4 * 4_096, unit


def test_control_a_decoder_at_every_brace_reads_a_text_of_braces_in_quadratic_steps():
    def steps(length: int) -> int:
        counts: list[int] = []
        tried_everywhere("{" * length, counts.append)
        return sum(counts)

    assert steps(4_096) > 15 * steps(1_024)


def test_an_object_that_is_too_deep_is_none_and_those_in_it_are_found():
    deep = '{"a":' * 70 + '{"picks": [2]}'
    assert [deep[start:end] for start, end in json_objects(deep)] == ['{"picks": [2]}']
    balanced = '{"a":' * 70 + "1" + "}" * 70
    assert [balanced[start:end] for start, end in json_objects(balanced)] == ['{"a":' * 6 + "1" + "}" * 6]
