"""The comments of the games' protos, which are all that a typed client has to read about a field."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from lawspeaker_engine.games import GAMES

PROTO = Path(__file__).resolve().parents[3] / "proto/lawspeaker"
FILLING = frozenset(re.findall(r"\w+", (
    "a an and are as by for from has have how i if in is it its of on one or other that the this to true false what "
    "which who with whether number numbers index her his their")))
"""Words that add nothing to a name."""
_MEMBER = re.compile(r"(?:optional |repeated )?(?:[\w.]+ )?(\w+) = (\d+);")


class Member(NamedTuple):
    """A field or enum value with its comment."""

    name: str
    """Message or enum, a dot, and the field or value."""
    comment: str


def members(proto: str) -> Iterator[Member]:
    """Yield every field and enum value of a .proto text, in order."""
    owner, comment = "", ""
    for line in map(str.strip, proto.splitlines()):
        if line.startswith("//"):
            comment = f"{comment} {line.removeprefix('//').strip()}".strip()
            continue
        if opened := re.fullmatch(r"(?:message|enum) (\w+) \{\}?", line):
            owner = opened[1]
        elif found := _MEMBER.fullmatch(line):
            yield Member(f"{owner}.{found[1]}", comment)
        comment = ""


def says_no_more_than_the_name(member: Member) -> bool:
    """Return True if each word of the comment stands in the name, or fills a sentence."""
    def roots(text: str) -> set[str]:
        return {word.removesuffix("s") for word in re.findall(r"[a-z0-9]+", text.lower())}

    split = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", member.name).replace("_", " ")
    return not roots(member.comment) - roots(split) - {word.removesuffix("s") for word in FILLING}


@pytest.mark.parametrize("game", GAMES)
def test_every_field_and_enum_value_of_a_game_has_a_comment_that_says_more_than_its_name(game: str) -> None:
    (path,) = (PROTO / game).rglob("*.proto")
    found = list(members(path.read_text(encoding="utf-8")))
    assert len(found) == len(re.findall(r" = \d+;", path.read_text(encoding="utf-8")))
    assert [member for member in found if says_no_more_than_the_name(member)] == []
