"""The words about a class are those of its source."""

from __future__ import annotations

from dataclasses import dataclass, make_dataclass
from enum import IntEnum

from lawspeaker_referee.devtools.proto.class_comments import comments_of


@dataclass(slots=True)
class Boat:
    """A boat.

    - It sails.
    """

    seat: int
    """Whose it is,
    from 0.
    """
    name: str
    crew: int = 0
    "So many."


@dataclass(slots=True)
class Longboat(Boat):
    oars: int = 20
    """On both sides."""
    crew: int = 40
    """Two an oar."""


class Wind(IntEnum):
    NORTH = 0
    """From there."""
    WEST = 1


def test_a_class_has_its_docstring_and_its_fields_the_strings_below_them():
    assert comments_of(Boat) == ("A boat.\n\n- It sails.", {"seat": "Whose it is,\nfrom 0.", "crew": "So many."})
    assert comments_of(Wind) == ("", {"NORTH": "From there."})


def test_inherited_fields_have_the_words_of_the_class_that_has_them_last():
    assert comments_of(Longboat) == (
        "", {"seat": "Whose it is,\nfrom 0.", "crew": "Two an oar.", "oars": "On both sides."})


def test_a_class_within_a_function_is_found_and_one_without_source_has_no_words():
    @dataclass
    class Net:
        """A net."""

        size: int
        """1 to 5."""

    assert comments_of(Net) == ("A net.", {"size": "1 to 5."})
    assert comments_of(make_dataclass("Made", [("size", int)])) == ("", {})
