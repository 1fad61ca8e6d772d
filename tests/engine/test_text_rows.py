"""Rows of words: they become functions, verbs are told in the third person, and what does not fit is refused."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from lawspeaker_engine.content import BadContent
from lawspeaker_engine.text import third_person
from lawspeaker_engine.text_rows import load_draws, load_options, load_prompts, prompts_page


@dataclass
class Take:
    card: int
    coins: int


@dataclass
class Pass:
    pass


PIECES = {"card": lambda option, view: f"card {option.card}{'' if view is None else ' here'}", "price": 2}
ROWS = """
[option.Take]
long = "*take {card}, *pay {price coin} of {coins coin}"
brief = "take {card}"

[option.Pass]
long = "pass"
untold = true

[option."turn.last Take"]
long = "the last one, {card}"
"""


def file(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "words.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_row_is_a_line_in_full_in_brief_and_afterwards(tmp_path: Path) -> None:
    lines = load_options(file(tmp_path, ROWS), [Take, Pass], PIECES)
    assert lines.line(Take(3, 1), None) == "take card 3, pay 2 coins of 1 coin"
    assert lines.line(Take(3, 1), "a view") == "take card 3 here, pay 2 coins of 1 coin"
    assert lines.brief[Take](Take(3, 1), None) == "take card 3"
    assert Pass not in lines.brief
    assert lines.told[Take](Take(3, 1), None) == "takes card 3, pays 2 coins of 1 coin"
    assert lines.told[Pass](Pass(), None) == ""


def test_a_prompt_may_have_words_of_its_own_for_a_class_and_others_stay(tmp_path: Path) -> None:
    at = load_options(file(tmp_path, ROWS), [Take, Pass], PIECES).at_prompts["turn.last"]
    assert at(Take(1, 1), None) == "the last one, card 1"
    assert at(Pass(), None) == "pass"


@pytest.mark.parametrize(("rows", "said"), [
    ('[option.Take]\nlong = "x"', "no row option for Pass"),
    ('[option.Give]\nlong = "x"', "no class Give of options"),
    ('[option.Take]\nlong = "{deck}"\n[option.Pass]\nlong = "pass"', "neither a piece nor a field of Take"),
    ('[option.Take]\nlong = "{?card}x{/}"\n[option.Pass]\nlong = "pass"', "no conditions"),
    ('[option.Take]\nshort = "x"', "no field 'short'"),
])
def test_rows_that_do_not_fit_the_options_are_refused(tmp_path: Path, rows: str, said: str) -> None:
    with pytest.raises(BadContent, match=said):
        load_options(file(tmp_path, rows), [Take, Pass], PIECES)


def test_a_prompt_is_asked_and_told_and_stands_on_the_page_where_it_is_needed(tmp_path: Path) -> None:
    rows = """
[prompt."turn.take"]
question = "Which card?"
asked = ["the player whose turn it is", "`Take`", "the first"]
told = ["takes {what}", "takes nothing"]

[prompt."sea.sail"]
needs = "sea"
question = "Whereto?"
asked = ["who sails", "`Pass`", "the first"]
told = ["sails"]
"""
    prompts = load_prompts(file(tmp_path, rows))
    assert (prompts["turn.take"].did, prompts["turn.take"].nothing) == ("takes {what}", "takes nothing")
    assert (prompts["sea.sail"].did, prompts["sea.sail"].nothing) == ("sails", "")
    assert "Whereto" not in prompts_page(prompts, lambda need: need != "sea")
    assert "| `sea.sail` | Whereto? | who sails | `Pass` | the first |" in prompts_page(prompts, lambda _: True)
    with pytest.raises(BadContent, match="asked has 3 texts"):
        load_prompts(file(tmp_path, rows.replace(', "the first"', "")))


def test_a_draw_is_told_with_parts_of_its_stream(tmp_path: Path) -> None:
    rows = '[draw]\n"deck.draw" = "Seat {1} draws {what}."\n"roll" = "{-1}: {what}"\n"sun" = "{what}"'
    draws = load_draws(file(tmp_path, rows))
    told = draws["deck.draw"]
    assert callable(told)
    assert told(["deck", "3", "x"]) == "Seat 3 draws {what}."
    last = draws["roll"]
    assert callable(last)
    assert last(["a", "b"]) == "b: {what}"
    assert draws["sun"] == "{what}"


@pytest.mark.parametrize(("text", "told"), [
    ("*pay 1", "pays 1"), ("*pass", "passes"), ("*go", "goes"),
    ("*put it down, *draw a card", "puts it down, draws a card"), ("*discard: 2", "discards: 2"), ("plain", "plain"),
])
def test_verbs_are_told_in_the_third_person(text: str, told: str) -> None:
    assert third_person(text, "*") == told
