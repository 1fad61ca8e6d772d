"""The words of a game as rows: one a prompt, a class of options and a draw of chance; all texts are made of them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from lawspeaker_engine.content import BadContent, parse_row
from lawspeaker_engine.template import Mark, marks
from lawspeaker_engine.text import OptionLine, PromptText, counted, third_person

__all__ = ["OptionText", "OptionTexts", "Pieces", "load_draws", "load_options", "load_prompts", "prompts_page"]

Pieces = Mapping[str, OptionLine | str | int]
"""What a mark in an option's row stands for: a function from an option and a view, or a word or number that never
changes. A mark without a piece is a field of the option.
"""
_VERB: Final = "*"
"""Before a verb of an option's row: it is told in the third person afterwards."""
_PART: Final = re.compile(r"\{(-?\d+)\}")


@dataclass(frozen=True, slots=True)
class _PromptRow:
    question: str
    asked: tuple[str, ...]
    """Who is asked and when, what there is to take, what no answer takes."""
    told: tuple[str, ...]
    """How it is told with something taken, and with nothing."""
    needs: str = ""


@dataclass(frozen=True, slots=True)
class OptionText:
    """The words of a class of options."""

    long: str = ""
    """One line for who has no rules at hand; a verb that the seat does has a star before it. At a prompt it is empty if
    the class has its usual words there, and is only told otherwise.
    """
    brief: str = ""
    """A line for who has read the start of the match; as `long` if empty."""
    told: str = ""
    """Its words in a sentence afterwards; if empty as `long`, with its verbs in the third person."""
    untold: bool = False
    """True if taking it is not worth telling."""


@dataclass(frozen=True, slots=True)
class OptionTexts:
    """The lines of all options of a game."""

    long: Mapping[type, OptionLine]
    brief: Mapping[type, OptionLine]
    """Where they differ from the long ones; so too those that tell afterwards what was taken."""
    told: Mapping[type | tuple[str, type], OptionLine]
    at_prompts: Mapping[str, OptionLine] = field(default_factory=dict)
    """By prompt where options have other words."""

    def line(self, option: Any, view: Any) -> str:
        """Return an option in one line; `view` may be None."""
        return self.long[type(option)](option, view)


def load_prompts(file: Path) -> dict[str, PromptText]:
    """Return the tables `prompt` of a file. Raises BadContent."""
    return {name: _prompt(row, f"{file.name}, prompt {name}") for name, row in _table(file, "prompt").items()}


def _prompt(fields: Mapping[str, Any], where: str) -> PromptText:
    row = parse_row(_PromptRow, fields, where)
    if len(row.asked) != 3 or not 1 <= len(row.told) <= 2:
        raise BadContent(f"{where}: asked has 3 texts, told 1 or 2")
    who, options, default = row.asked
    did, nothing = (*row.told, "")[:2]
    return PromptText(row.question, did, nothing, who, options, default, row.needs)


def _table(file: Path, name: str) -> dict[str, Any]:
    found: dict[str, Any] = _parsed(file.read_text(encoding="utf-8"))[name]
    return found


@lru_cache(4)
def _parsed(text: str) -> dict[str, Any]:
    """Return the tables of a file; prompts, options and draws of a game stand in one."""
    return tomllib.loads(text)


def load_draws(file: Path) -> dict[str, str | Callable[[Sequence[str]], str]]:
    """Return the table `draw` of a file: prompt of chance -> its sentence, in which `{1}` is the part of the stream
    with that number, counted from 0, and `{-1}` the last one.
    """
    return {name: _of_stream(told) if _PART.search(told) else told for name, told in _table(file, "draw").items()}


def _of_stream(told: str) -> Callable[[Sequence[str]], str]:
    return lambda parts: _PART.sub(lambda found: parts[int(found.group(1))], told)


def load_options(file: Path, classes: Iterable[type], pieces: Pieces) -> OptionTexts:
    """Return the tables `option` of a file as functions: a table a class, and `"prompt Class"` where a class has other
    words at a prompt. Raises BadContent for a class without a row, a row without a class, and a mark that is neither a
    piece nor a field.
    """
    by_name = {each.__name__: each for each in classes}
    long: dict[type, OptionLine] = {}
    brief: dict[type, OptionLine] = {}
    told: dict[type | tuple[str, type], OptionLine] = {}
    at_prompts: dict[str, dict[type, OptionLine]] = {}
    for at, fields in _table(file, "option").items():
        where, (prompt, _, name) = f"{file.name}, option {at}", at.rpartition(" ")
        if name not in by_name:
            raise BadContent(f"{where}: no class {name} of options")
        row, kind = parse_row(OptionText, fields, where), by_name[name]
        if not (row.long or prompt):
            raise BadContent(f"{where}: no words")
        line = _compiled(row.long.replace(_VERB, ""), kind, pieces, where)
        if row.told or row.untold or _VERB in row.long:
            afterwards = "" if row.untold else third_person(row.told or row.long, _VERB)
            told[(prompt, kind) if prompt else kind] = _compiled(afterwards, kind, pieces, where)
        if prompt:
            if row.long:
                at_prompts.setdefault(prompt, {})[kind] = line
            continue
        long[kind] = line
        if row.brief:
            brief[kind] = _compiled(row.brief, kind, pieces, where)
    missing = [name for name, kind in by_name.items() if kind not in long]
    if missing:
        raise BadContent(f"{file.name}: no row option for {', '.join(missing)}")
    return OptionTexts(long, brief, told, {prompt: _at(lines, long) for prompt, lines in at_prompts.items()})


def _at(lines: Mapping[type, OptionLine], others: Mapping[type, OptionLine]) -> OptionLine:
    def line(option: Any, view: Any) -> str:
        return (lines.get(type(option)) or others[type(option)])(option, view)

    return line


def _compiled(source: str, kind: type, pieces: Pieces, where: str) -> OptionLine:
    """Return a function for a row's words."""
    parts: list[str | OptionLine] = []
    for part in marks(source):
        if isinstance(part, str):
            if part:
                parts.append(part)
            continue
        if part.kind:
            raise BadContent(f"{where}: no conditions in an option's words")
        parts.append(_piece(part, kind, pieces, where))
    if all(isinstance(part, str) for part in parts):
        always = "".join(part for part in parts if isinstance(part, str))
        return lambda _option, _view: always

    def line(option: Any, view: Any) -> str:
        return "".join([part if isinstance(part, str) else part(option, view) for part in parts])

    return line


def _piece(mark: Mark, kind: type, pieces: Pieces, where: str) -> str | OptionLine:
    name, noun = mark.name, mark.noun
    piece = pieces.get(name)
    if callable(piece):
        return piece
    if piece is not None:
        return counted(int(piece), noun) if noun else str(piece)
    if name not in kind.__annotations__:
        raise BadContent(f"{where}: {{{name}}} is neither a piece nor a field of {kind.__name__}")
    if noun:
        return lambda option, _view: counted(getattr(option, name), noun)
    return lambda option, _view: str(getattr(option, name))


def prompts_page(prompts: Mapping[str, PromptText], holds: Callable[[str], bool]) -> str:
    """Return a table of the prompts whose `needs` hold, as Markdown."""
    return "\n".join(_page_lines([(name, row) for name, row in prompts.items() if not row.needs or holds(row.needs)]))


def _page_lines(rows: Sequence[tuple[str, PromptText]]) -> Iterator[str]:
    yield "| prompt | question | who, when | options | default |"
    yield "| --- | --- | --- | --- | --- |"
    for name, row in rows:
        yield f"| `{name}` | {row.question} | {row.who} | {row.options} | {row.default} |"
