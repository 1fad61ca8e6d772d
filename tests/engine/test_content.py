"""Rows are refused with file, row, field, and what would be right."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from lawspeaker_engine.content import BadContent, Vocabulary, load_rows, load_unique


@dataclass(frozen=True)
class Draw:
    """A verb."""

    cards: int


@dataclass(frozen=True)
class Place:
    """A nested table."""

    x: int
    y: int = 0


@dataclass(frozen=True)
class Row:
    """A row."""

    id: str
    fame: int = 0
    flash: bool = False
    places: tuple[Place, ...] = ()
    pair: tuple[int, int] = (0, 0)
    effects: tuple[Any, ...] = ()


@dataclass(frozen=True)
class VerbRow:
    """A row with effects."""

    id: str
    effects: tuple[Verb, ...] = ()


class Verb:
    """Stands for any verb."""


VERBS = Vocabulary({"draw": Draw})


def load(tmp_path: Path, text: str, kind: type = Row) -> tuple[Any, ...]:
    """Rows of a small file."""
    file = tmp_path / "cards.toml"
    file.write_text(text)
    return load_rows(file, "card", kind, VERBS)


def test_a_row_becomes_its_dataclass(tmp_path: Path) -> None:
    """Nested tables, fixed and free lists, and defaults."""
    text = '[[card]]\nid = "a"\nflash = true\nplaces = [{x = 1}, {x = 2, y = 3}]\npair = [4, 5]'
    assert load(tmp_path, text) == (Row("a", 0, True, (Place(1), Place(2, 3)), (4, 5)),)


def test_verbs_become_their_classes(tmp_path: Path) -> None:
    """`verb` names the class, the rest are its fields."""
    (row,) = load(tmp_path, '[[card]]\nid = "a"\neffects = [{verb = "draw", cards = 2}]', VerbRow)
    assert row.effects == (Draw(2),)


@pytest.mark.parametrize(("text", "message"), [
    ('[[card]]\nid = "a"\nfrme = 1', r"cards.toml, card 'a': no field 'frme' \(did you mean 'fame'\?\)"),
    ("[[card]]\nfame = 1", r"card 0: field 'id' is missing"),
    ('[[card]]\nid = "a"\nfame = "1"', r"card 'a', fame: takes int, not '1'"),
    ('[[card]]\nid = "a"\nfame = true', r"fame: takes int, not True"),
    ('[[card]]\nid = "a"\npair = [1]', r"pair: takes 2 values, not 1"),
    ('[[card]]\nid = "a"\nplaces = [{x = 1, z = 2}]', r"places\[0\]: no field 'z'"),
    ('[[card]]\nid = "a"\nplaces = 3', r"places: takes a list, not 3"),
    ('[[crad]]\nid = "a"', r"cards.toml: has no \[\[card\]\] rows"),
])
def test_what_does_not_fit_is_refused(tmp_path: Path, text: str, message: str) -> None:
    """One clear line: where, what, and what would be right."""
    with pytest.raises(BadContent, match=message):
        load(tmp_path, text)


@pytest.mark.parametrize(("effect", "message"), [
    ('{verb = "drew", cards = 1}', r"no verb 'drew' \(did you mean 'draw'\?\)"),
    ('{verb = "draw"}', r"card 'a', effects\[0\], draw: field 'cards' is missing"),
    ("{cards = 1}", r"an effect is a table with a verb"),
])
def test_unknown_verbs_are_refused(tmp_path: Path, effect: str, message: str) -> None:
    """A misspelt verb or parameter never loads."""
    with pytest.raises(BadContent, match=message):
        load(tmp_path, f'[[card]]\nid = "a"\neffects = [{effect}]', VerbRow)


def files(tmp_path: Path, **rows: str) -> list[Path]:
    """Small files by name, each with a row for every letter of its text."""
    paths = []
    for name, ids in rows.items():
        paths.append(tmp_path / f"{name}.toml")
        paths[-1].write_text("\n".join(f'[[card]]\nid = "{letter}"' for letter in ids))
    return paths


def test_rows_of_several_files_stand_in_the_order_of_the_files(tmp_path: Path) -> None:
    """And within a file in their own."""
    assert [row.id for row in load_unique(files(tmp_path, late="zy", early="ab"), "card", Row)] == ["z", "y", "a", "b"]


@pytest.mark.parametrize(("early", "late"), [("ab", "ca"), ("bc", "aa")])
def test_an_id_that_is_there_twice_is_refused(tmp_path: Path, early: str, late: str) -> None:
    """In one file, or in two."""
    with pytest.raises(BadContent, match=r"late\.toml: the id of card 'a' is taken by an earlier row"):
        load_unique(files(tmp_path, early=early, late=late), "card", Row)
