"""The comments of the games' messages, which are all that a typed client has to read about a field."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from lawspeaker_engine.games import GAMES
from lawspeaker_referee.devtools.proto.game_file import GameFile, game_file
from lawspeaker_referee.devtools.proto.read_proto import known_file

FILLING = frozenset(re.findall(r"\w+", (
    "a an and are as by for from has have how i if in is it its of on one or other that the this to true false what "
    "which who with whether number numbers index her his their")))
"""Words that add nothing to a name."""


class Member(NamedTuple):
    """A field or enum value with its comment."""

    name: str
    """Message or enum, a dot, and the field or value."""
    comment: str


def members(made: GameFile) -> Iterator[Member]:
    """Yield every field and enum value of a file, in order."""
    names = [f"{message.name}.{field.name}" for message in made.file.message_type for field in message.field]
    names += [f"{enum.name}.{value.name}" for enum in made.file.enum_type for value in enum.value]
    yield from (Member(name, made.comments.get(name, "")) for name in names)


def says_no_more_than_the_name(member: Member) -> bool:
    """Return True if each word of the comment stands in the name, or fills a sentence."""
    def roots(text: str) -> set[str]:
        return {word.removesuffix("s") for word in re.findall(r"[a-z0-9]+", text.lower())}

    split = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", member.name).replace("_", " ")
    return not roots(member.comment) - roots(split) - {word.removesuffix("s") for word in FILLING}


@pytest.mark.parametrize("game", GAMES)
def test_every_field_and_enum_value_of_a_game_has_a_comment_that_says_more_than_its_name(game: str) -> None:
    found = list(members(game_file(GAMES[game], known_file(GAMES[game]))))
    assert len(found) > 100
    assert [member for member in found if says_no_more_than_the_name(member)] == []
