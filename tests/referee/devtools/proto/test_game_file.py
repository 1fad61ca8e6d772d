"""A game's .proto file as its classes make it: numbers that stay, what is refused, and the files that are committed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, make_dataclass
from enum import IntEnum
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorProto

from lawspeaker_engine.games import GAMES
from lawspeaker_referee.codec.encoder import WireMismatch
from lawspeaker_referee.devtools.proto.changes import changes
from lawspeaker_referee.devtools.proto.game_file import GameFile, first_sentence, game_file
from lawspeaker_referee.devtools.proto.proto_text import proto_text
from lawspeaker_referee.devtools.proto.read_proto import known_file
from tests.games.parley import PARLEY

ROOT = Path(__file__).resolve().parents[4]
COMMITTED = [(game, ROOT / f"proto/lawspeaker/{name}/v1/{name}.proto") for name, game in GAMES.items()
             if type(game).__module__.startswith("lawspeaker_engine.")]


@pytest.mark.parametrize(("game", "path"), [*COMMITTED, (PARLEY, ROOT / "tests/games/parley.proto")],
                         ids=lambda value: getattr(value, "name", ""))
def test_committed_files_are_what_the_classes_make(game: Any, path: Path) -> None:
    assert proto_text(game_file(game, known_file(game))) == path.read_text(encoding="utf-8")


# --- small games ---


class Suit(IntEnum):
    """What is on a card."""

    OARS = 1
    """Two of them, crossed."""
    AXES = 2


@dataclass
class Play:
    """Play a card of the hand. It stays open.

    All see it.
    """

    card: int
    """Its number; `-1` for none, and this sentence is so long that it does not fit on the line on which the first word
    stands, nor on the next one, if it goes on and on.
    """
    suit: Suit


@dataclass
class Card:
    """A card:

    - with a name,
    - and with a face that is painted so carefully that nobody would like to break the line that tells of it.
    """

    name: str


@dataclass
class Catalogue:
    """What is printed."""

    cards: tuple[Card, ...] = ()
    """By number."""


def game_with(fields: Mapping[str, Any], *verbs: type, enums: tuple[type[IntEnum], ...] = ()) -> Any:
    """Return what `game_file` reads of a game whose view has these fields."""
    return SimpleNamespace(name="small", title="Small", messages="",
                           view_type=make_dataclass("View", fields.items()), enums=enums,
                           option_types=verbs or (Play,), catalogue=Catalogue())


def view_of(made: GameFile) -> str:
    """Return the text of the View without what is before its fields and behind them."""
    return proto_text(made).split("message View {\n")[1].split("\n}")[0]


def numbers(made: GameFile, message: str) -> dict[str, int]:
    found, = (each for each in made.file.message_type if each.name == message)
    return {field.name: field.number for field in found.field}


NEW_FILE = """\
// Written by `lawspeaker proto small` from the game's classes, whose docstrings are these comments. Only numbers, the
// kinds of integers, and options are kept from here.
syntax = "proto3";

// Small: what a seat sees and what it may choose.
package lawspeaker.small.v1;

// What can be taken, in the order of the indices.
message Options {
  // One for each index that picks name, from 0.
  repeated Option options = 1;
}

// One option: a verb with its values.
message Option {
  // The verb.
  oneof verb {
    // Play a card of the hand.
    Play play = 1;
  }
}

// Play a card of the hand. It stays open.
//
// All see it.
message Play {
  // Its number; `-1` for none, and this sentence is so long that it does not fit on the line on which the first word
  // stands, nor on the next one, if it goes on and on.
  int32 card = 1;
  Suit suit = 2;
}

message View {
  int32 seat = 1;
  repeated int32 hand = 2;
  optional int32 die = 3;
  Card top = 4;
}

// A card:
//
// - with a name,
// - and with a face that is painted so carefully that nobody would like to break the line that tells of it.
message Card {
  string name = 1;
}

// What is printed.
message Catalogue {
  // By number.
  repeated Card cards = 1;
}

// What is on a card.
enum Suit {
  // Never used.
  SUIT_UNSPECIFIED = 0;
  // Two of them, crossed.
  SUIT_OARS = 1;
  SUIT_AXES = 2;
}
"""


def test_a_new_file_has_messages_options_enums_and_comments():
    fields = {"seat": int, "hand": list[int], "die": int | None, "top": Card | None}
    assert proto_text(game_file(game_with(fields))) == NEW_FILE


# --- numbers ---


def test_what_is_made_of_its_own_file_is_the_same():
    game = game_with({"seat": int, "die": int | None, "hand": list[int]})
    first = game_file(game)
    assert game_file(game, first.file) == first
    assert list(changes(first.file, first.file)) == []


def test_a_new_field_gets_the_next_number_and_stands_where_the_class_has_it():
    first = game_file(game_with({"seat": int, "round": int}))
    second = game_file(game_with({"seat": int, "points": list[int], "round": int}), first.file)
    assert view_of(second) == "  int32 seat = 1;\n  repeated int32 points = 3;\n  int32 round = 2;"
    assert list(changes(first.file, second.file)) == ["new: View.points = 3"]


def test_number_and_name_of_a_removed_field_are_reserved_for_ever():
    first = game_file(game_with({"seat": int, "round": int, "die": int}))
    second = game_file(game_with({"seat": int}), first.file)
    third = game_file(game_with({"seat": int, "pot": int}), second.file)
    assert list(changes(first.file, second.file)) == ["reserved: View.die = 3", "reserved: View.round = 2"]
    assert view_of(third) == (
        '  reserved 2, 3;\n  reserved "round", "die";\n  int32 seat = 1;\n  int32 pot = 4;')


def test_a_name_that_was_removed_is_not_taken_again():
    first = game_file(game_with({"seat": int, "round": int}))
    second = game_file(game_with({"seat": int}), first.file)
    with pytest.raises(WireMismatch, match=r"View.round was removed once.* Give it another name"):
        game_file(game_with({"seat": int, "round": int}), second.file)


def test_fields_and_verbs_may_change_places_in_the_classes_and_keep_numbers_and_places_in_the_file():
    pass_ = make_dataclass("PassTurn", [])
    first = game_file(game_with({"seat": int, "round": int}, Play, pass_))
    second = game_file(game_with({"round": int, "seat": int}, pass_, Play), first.file)
    assert second == first
    third = game_file(game_with({"seat": int, "round": int}, pass_), first.file)
    assert numbers(third, "Option") == {"pass_turn": 2}
    assert 'reserved 1;\n  reserved "play";\n  // The verb.\n  oneof verb {' in proto_text(third)
    assert set(changes(first.file, third.file)) == {"reserved: Option.play = 1", "gone: Play", "gone: Suit"}


def test_kinds_of_integers_and_options_of_the_file_are_kept():
    file = game_file(game_with({"seat": int, "points": list[int]})).file
    view, = (message for message in file.message_type if message.name == "View")
    view.field[0].type = view.field[0].TYPE_UINT32
    view.field[1].type = view.field[1].TYPE_SINT32
    view.field[1].options.deprecated = True
    view.reserved_range.add(start=7, end=10)
    file.options.java_package = "small.v1"
    file.options.java_multiple_files = True
    made = game_file(game_with({"seat": int | None, "points": list[int], "pot": int}), file)
    assert view_of(made) == ("  reserved 7 to 9;\n  optional uint32 seat = 1;\n"
                             "  repeated sint32 points = 2 [deprecated = true];\n  int32 pot = 10;")
    assert 'option java_package = "small.v1";\noption java_multiple_files = true;\n' in proto_text(made)


# --- enum values ---


def suits(**members: int) -> Any:
    return game_with({"seat": int}, make_dataclass("Pass", []),
                     enums=(IntEnum("Sign", members, module=__name__),))  # type: ignore[misc]


def test_a_removed_value_of_an_enum_is_reserved_and_a_new_one_has_the_number_of_the_class():
    first = game_file(suits(OARS=0, AXES=1))
    second = game_file(suits(OARS=0, RINGS=2), first.file)
    assert proto_text(second).endswith(
        'enum Sign {\n  reserved 1;\n  reserved "SIGN_AXES";\n  SIGN_OARS = 0;\n  SIGN_RINGS = 2;\n}\n')
    with pytest.raises(WireMismatch, match=r"SIGN_SHIPS has the number 1, which the file reserves.*; 3 is free"):
        game_file(suits(OARS=0, RINGS=2, SHIPS=1), second.file)


@pytest.mark.parametrize(("members", "words"), [
    ({"OARS": 0, "RINGS": 1}, "1 is SIGN_RINGS in the class and SIGN_AXES in the file; a renamed value .*: 2 is free"),
    ({"OARS": 0, "AXES": 2}, "SIGN_AXES is 2 in the class and 1 in the file"),
    ({"OARS": 0, "AXES": 1, "BLADES": 1}, "BLADES is another name of AXES"),
], ids=["renamed", "moved", "two names"])
def test_a_number_of_an_enum_keeps_its_name(members, words):
    first = game_file(suits(OARS=0, AXES=1))
    with pytest.raises(WireMismatch, match=words):
        game_file(suits(**members), first.file)


# --- refusals ---


class Plain:
    """No dataclass."""


@dataclass
class Chain:
    """A card that holds cards."""

    following: list[Chain]


@pytest.mark.parametrize(("hint", "words"), [
    (float, r"View\.odd is float, which no message can hold; use int, bool"),
    (Plain, r"View\.odd is Plain, which no message can hold"),
    (dict[str, int], r"View\.odd has the type dict\[str, int\]; use int"),
    (int | str, r"View\.odd has the type"),
    (tuple[int, str], r"View\.odd must hold elements of one type"),
    (make_dataclass("Card", [("seat", int)]), r"two classes are called Card, in \S+ and in \S+; a file has"),
    (make_dataclass("Option", []), "a class of small is called Option, which another part of the file is called"),
    (Chain, r"Chain holds itself \(View -> Chain -> Chain\)"),
    ("Nowhere", "the annotations of View cannot be read: name 'Nowhere' is not defined"),
], ids=str)
def test_a_class_that_no_message_can_hold_is_refused_by_name(hint, words):
    with pytest.raises(WireMismatch, match=words):
        game_file(game_with({"odd": hint}))


@pytest.mark.parametrize(("hint", "words"), [
    (str, r"View\.round is str in the class, which .*View\.round cannot hold; a field of the file keeps"),
    (list[int], r"View\.round is many in the class but not in .*; a field of the file keeps"),
], ids=str)
def test_a_field_whose_class_became_another_type_needs_another_name(hint, words):
    first = game_file(game_with({"round": int}))
    with pytest.raises(WireMismatch, match=words):
        game_file(game_with({"round": hint}), first.file)


def test_a_file_of_another_package_or_with_more_in_it_than_classes_have_is_refused():
    file = game_file(game_with({"seat": int})).file
    other, service, nested = FileDescriptorProto(), FileDescriptorProto(), FileDescriptorProto()
    for each in (other, service, nested):
        each.CopyFrom(file)
    other.package = "lawspeaker.other.v1"
    service.service.add(name="Deal")
    nested.message_type[0].nested_type.add(name="Inner")
    for changed, words in ((other, "has the package lawspeaker.other.v1; this game has lawspeaker.small.v1"),
                           (service, "nothing in it but messages and enums"),
                           (nested, "Options has a message, an enum or a oneof inside")):
        with pytest.raises(WireMismatch, match=words):
            game_file(game_with({"seat": int}), changed)


def test_the_view_is_called_view():
    game = game_with({"seat": int})
    game.view_type = Card
    with pytest.raises(WireMismatch, match="the class Card of small must be called View, as its message is"):
        game_file(game)


@pytest.mark.parametrize(("words", "first"), [
    ("Pass.", "Pass."), ("Pass. It ends.", "Pass."), ("Pass (NG-ACT-02..04), e.g. now.\n\nMore.",
                                                       "Pass (NG-ACT-02..04), e.g. now."), ("", "")])
def test_a_verb_has_the_first_sentence_of_its_class(words, first):
    assert first_sentence(words) == first
