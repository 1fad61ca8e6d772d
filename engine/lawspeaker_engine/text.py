"""A game in plain English, for people and language models: what a game may supply besides its messages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any

from lawspeaker_engine.model import Option, Setup

__all__ = [
    "BriefText", "GameText", "OptionLine", "PromptText", "StoryText", "amounts", "counted", "joined_by_and",
    "third_person", "words",
]

OptionLine = Callable[[Any, Any], str]
"""A function from an option and a view, or None, to a line."""


@dataclass(frozen=True, slots=True)
class PromptText:
    """The words of a prompt."""

    question: str
    """What is asked, in a sentence or two."""
    did: str = ""
    """What a seat did, after its name, with `{what}` for what it took: `builds {what}`."""
    nothing: str = ""
    """What it did if it took nothing. If it is empty, there is nothing to tell: what could have gone on ended."""
    who: str = ""
    """Who is asked, and when: `the builder`."""
    options: str = ""
    """What there is to choose from, with the classes of options as code."""
    default: str = ""
    """What is taken if nobody answers."""
    needs: str = ""
    """The fact of a match without which it is never asked; empty: every match asks it."""


@dataclass(frozen=True, slots=True)
class StoryText:
    """The sentences in which a game is told afterwards, besides those of its prompts."""

    draws: Mapping[str, str | Callable[[Sequence[str]], str]] = field(default_factory=dict)
    """Prompt of chance -> a sentence, or a function from the parts of the stream between its slashes to one."""
    options: Mapping[type | tuple[str, type], OptionLine] = field(default_factory=dict)
    """Class of options, or prompt and class -> a function from an option and a view to its words in a sentence, where
    those of `GameText.option` do not fit; '' if it is not worth telling. The view is a spectator's before the option
    was taken, or None.
    """
    together: Mapping[str, Callable[[Sequence[Any]], str]] = field(default_factory=dict)
    """Prompt -> a function from all options that were taken to their words, where they are added up."""
    standing: Callable[[Any], Iterable[str]] | None = None
    """A function from a view to lines: what each player has, for the start of a year or season and the end."""
    news: Callable[[Any, Any], Iterable[str]] | None = None
    """A function from spectators' views before and after a step to lines: what followed, and `GameText.changes` does
    not tell.
    """
    unanswered: Callable[[Any, Any], Iterable[str]] | None = None
    """A function from the views of two decisions of a seat to lines: what came between them of seats that the rules
    play, for which no act is told.
    """


@dataclass(frozen=True, slots=True)
class BriefText:
    """The shorter text of decisions, for readers who have read the rules and components of the game once."""

    notes: Callable[[Setup], Iterable[str]]
    """Sentences that hold for a whole match of this setup, and say how the brief view is written."""
    view: Callable[[Any], Iterable[str]]
    """A seat's view, line by line, without what is in the tables of the game's guide."""
    options: Mapping[type, Callable[[Any, Any], str]] = field(default_factory=dict)
    """Class of options -> a function in place of `GameText.option`, for a line without what is printed."""
    views_of: Mapping[str, Callable[[Any], Iterable[str]]] = field(default_factory=dict)
    """Prompt -> a function in place of `view`, where a part of the position does not bear on the answer."""


@dataclass(frozen=True, slots=True)
class GameText:
    """The sentences of one game: pure functions of what a seat is shown and of what is printed."""

    prompts: Mapping[str, PromptText]
    """The words of each prompt; what is asked of chance needs none."""
    view: Callable[[Any], Iterable[str]]
    """A seat's view, line by line."""
    option: Callable[[Option, Any], str]
    """An option in one line that no other option of the same decision has.

    It is called with the view in which the option is offered, or with None where the option was taken at some other
    time and is only named. The view may be that of a spectator.
    """
    changes: Callable[[Any, Any], Iterable[str]] | None = None
    """The effects of the answers, line by line: losses, and the result of a fight.

    It is called with two views of the same seat, or of a spectator: before and after one piece of the game's work.
    """
    story: StoryText = field(default_factory=StoryText)
    """How `lawspeaker show --words` tells the game; prompts without a sentence are told by their names."""
    options_of: Mapping[str, Callable[[Any, Any], str]] = field(default_factory=dict)
    """Prompt -> a function in place of `option`, where an option is used in another meaning than elsewhere."""
    brief: BriefText | None = None
    """None for a game whose decisions are always told in full."""
    drawings: Mapping[type, Callable[[Any], Sequence[str]]] = field(default_factory=dict)
    """Class of options -> a function from an option to a small drawing in characters, line by line, for a person at a
    terminal; options that look the same have equal drawings.
    """
    views_of: Mapping[str, Callable[[Any], Iterable[str]]] = field(default_factory=dict)
    """Prompt -> a function in place of `view`, as in `BriefText`."""
    said: Callable[[Any], Mapping[str, Sequence[str]]] | None = None
    """A function from a view, which may be that of a spectator or of all, to sentences that a page shows beside its
    drawing, by topic: always the same topics.
    """

    def question(self, prompt: str) -> str:
        """Return what is asked, in a sentence or two; nothing for a prompt without words."""
        return self.prompts[prompt].question if prompt in self.prompts else ""

    def view_at(self, prompt: str, view: Any) -> Iterable[str]:
        """Return what a seat is told of its view at a prompt, line by line."""
        return self.views_of.get(prompt, self.view)(view)

    def option_at(self, prompt: str, option: Option, view: Any) -> str:
        """Return an option of a prompt in one line; `view` as for `option`."""
        return self.options_of.get(prompt, self.option)(option, view)

    def told_option(self, prompt: str, option: Option, view: Any) -> str:
        """Return an option that was taken, in its words in a sentence; '' if it is not worth telling. The view is a
        spectator's before it was taken, or None.
        """
        told = self.story.options
        special = told.get((prompt, type(option)))
        if special is None and prompt not in self.options_of:
            special = told.get(type(option))
        return special(option, view) if special else self.option_at(prompt, option, view)

    def in_brief(self) -> GameText:
        """Return the words for those who have read the game's components; these words if the game has no others."""
        if self.brief is None:
            return self
        brief = self.brief.options

        def option_line(option: Option, view: Any) -> str:
            return brief.get(type(option), self.option)(option, view)

        return replace(self, view=self.brief.view, views_of=self.brief.views_of, option=option_line)


def counted(number: int, noun: str) -> str:
    """Return `1 unit`, `2 units`; `2 Craftsmen`, `2 Duchies`."""
    return f"{number} {noun if number == 1 else _plural(noun)}"


def _plural(noun: str) -> str:
    if noun.endswith("man"):
        return f"{noun[:-2]}en"
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}s"


def joined_by_and(words: Sequence[str]) -> str:
    """Return `a`, `a and b` or `a, b and c`."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def amounts(numbers: Sequence[int], nouns: Sequence[str]) -> str:
    """Return `2 food, 1 wood`: what is not 0; `nothing` if all is."""
    return ", ".join(f"{number} {noun}" for number, noun in zip(numbers, nouns, strict=True) if number) or "nothing"


def third_person(text: str, mark: str) -> str:
    """Return a text in which each verb behind a mark is in the third person: `*pay 1 lore` becomes `pays 1 lore`."""
    return re.sub(rf"{re.escape(mark)}(\w+)", lambda found: _third(found.group(1)), text)


def _third(verb: str) -> str:
    return f"{verb}es" if verb.endswith(("s", "sh", "ch", "x", "o")) else f"{verb}s"


def words(enum: type[IntEnum]) -> tuple[str, ...]:
    """Return the names of an enum's members in lower case, by number from the first one: texts and rows use them."""
    return tuple(member.name.lower() for member in enum)
