"""Records that no match has written: whatever stands in them, `verify` and `show` say one clear line."""

from __future__ import annotations

import gzip

import pytest
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from hypothesis import given, settings
from hypothesis import strategies as st

from lawspeaker.v1.record_pb2 import RecordEntry, RecordFooter, RecordHeader, RecordStep
from lawspeaker_engine.games import GAMES
from lawspeaker_referee.codec.encoder import varint
from lawspeaker_referee.config.fault_policies import CRASHED
from lawspeaker_referee.match.events import Left
from lawspeaker_referee.record.file import read_record
from tests.command import run_here
from tests.games.parley import PARLEY
from tests.referee.match.match_driver import Drive, by_decision
from tests.sample_sizes import examples

TERMINAL = "\x1b[2J\x1b]0;owned\x07\r\n\u202egnp"
STRINGS = ["", TERMINAL, "\0", "parley", "northgard", "x" * 3000, "\u00e9\u4e2d", "type.googleapis.com/no.such.Thing",
           "type.googleapis.com/lawspeaker.northgard.v1.Options", "type.googleapis.com/google.protobuf.Any",
           "type.googleapis.com/lawspeaker..v1.Options", "type.googleapis.com/lawspeaker.\0.v1.Options",
           "type.googleapis.com/lawspeaker.v1.RecordFooter", "lawspeaker.Options", "/.lawspeaker.v1.Act",
           "x/lawspeaker.v1.match_pb2.Options"]
BYTES = [b"", b"\0", bytes(16), bytes(32), bytes(64), b"\xff" * 40, b"\x0a\x00" * 50, b"\x0a\x02\x0a\x00"]
BOUNDS = {
    FieldDescriptor.CPPTYPE_INT32: (-(1 << 31), (1 << 31) - 1), FieldDescriptor.CPPTYPE_ENUM: (0, (1 << 31) - 1),
    FieldDescriptor.CPPTYPE_INT64: (-(1 << 63), (1 << 63) - 1), FieldDescriptor.CPPTYPE_UINT32: (0, (1 << 32) - 1),
    FieldDescriptor.CPPTYPE_UINT64: (0, (1 << 64) - 1),
}
COMMANDS = [["verify"], ["show"], ["show", "--json"], ["show", "--state"], ["show", "--seat", "0"], ["show", "--words"]]


def entries_of(drive):
    return [*drive.entries, RecordEntry(footer=drive.ended.footer)]


def drives():
    """A match that was played to its end, and one with faults, remarks and refusals."""
    faulty = Drive(3)
    faulty.match.handle(Left(2, CRASHED, "exit code 3"), 100.0)
    return entries_of(Drive(3).play(by_decision)), entries_of(faulty.play(by_decision))


WHOLE = drives()


def value_for(field: FieldDescriptor, draw):
    match field.cpp_type:
        case FieldDescriptor.CPPTYPE_STRING:
            return draw(st.sampled_from(BYTES if field.type == FieldDescriptor.TYPE_BYTES else STRINGS))
        case FieldDescriptor.CPPTYPE_BOOL:
            return draw(st.booleans())
        case kind:
            low, high = BOUNDS[kind]
            return draw(st.sampled_from([low, high, 0, 1, 2, 9, 17]) | st.integers(low, high)) if low else draw(
                st.sampled_from([0, 1, 2, 9, 17, high]) | st.integers(low, high))


def change(message: Message, draw) -> None:
    """Change something of a message, or of one within it: drop, double or add parts, put strange values in."""
    field = draw(st.sampled_from(list(message.DESCRIPTOR.fields)))
    found = getattr(message, field.name)
    inner = field.type == FieldDescriptor.TYPE_MESSAGE
    if not field.is_repeated:
        if not inner:
            setattr(message, field.name, value_for(field, draw))
        elif draw(st.integers(0, 3)):
            change(found, draw)
        else:
            message.ClearField(field.name)
        return
    what = draw(st.sampled_from(["drop", "double", "add", "clear", "change", "change"]))
    at = draw(st.integers(0, len(found) - 1)) if found else None
    if what == "clear":
        message.ClearField(field.name)
    elif what == "add" or at is None:
        found.add() if inner else found.append(value_for(field, draw))
    elif what == "drop":
        del found[at]
    elif what == "double":
        found.append(found[at])
    elif inner:
        change(found[at], draw)
    else:
        found[at] = value_for(field, draw)


@st.composite
def strange(draw):
    """The entries of a record that was changed in some places."""
    entries = []
    for entry in draw(st.sampled_from(WHOLE)):
        entries.append(RecordEntry())
        entries[-1].CopyFrom(entry)
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.sampled_from([0, len(entries) - 1]) | st.integers(0, len(entries) - 1))
        match draw(st.sampled_from(["drop", "double", "swap"] + ["change"] * 30)):
            case "drop" if len(entries) > 1:
                del entries[at]
            case "double":
                entries.insert(at, entries[at])
            case "swap":
                entries[at], entries[0] = entries[0], entries[at]
            case _:
                entry = entries[at]
                change(getattr(entry, entry.WhichOneof("entry")), draw)
    return entries


def written(path, entries):
    data = [entry.SerializeToString(deterministic=True) for entry in entries]
    path.write_bytes(gzip.compress(b"".join(varint(len(each)) + each for each in data), 1))
    return path


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    GAMES[PARLEY.name] = PARLEY
    yield tmp_path_factory.mktemp("strange") / "game.lsr"
    del GAMES[PARLEY.name]


@pytest.mark.slow
@settings(max_examples=examples(100), deadline=None)
@given(entries=strange(), way=st.sampled_from(COMMANDS[1:]))
def test_a_strange_record_is_told_or_refused_in_one_line_and_never_obeyed_by_a_terminal(file, entries, way):
    written(file, entries)
    for command in (COMMANDS[0], way):
        done = run_here(*command, file)
        assert done.code in {0, 1, 2}
        assert done.err.count("\n") == (done.code == 2 or (done.code == 1 and command[0] == "show")), done.err
        assert command[0] == "show" or done.out.count("\n") == (done.code != 2)
        for line in (done.out + done.err).split("\n"):
            assert line.isprintable()
    if run_here("verify", file).code == 0:
        assert_as_good(read_record(file))


def assert_as_good(record):
    """Return what verifies has what a record has, whoever wrote it."""
    assert len(record.header.seats) == record.header.setup.players
    assert all(len(step.timing) in {0, sum(act.seat >= 0 for act in step.acts)} for step in record.steps)
    assert len(record.footer.outcome.ranks) == len(record.footer.outcome.scores) == record.header.setup.players


@pytest.mark.parametrize("part", [
    RecordHeader, pytest.param(RecordStep, marks=pytest.mark.slow), RecordFooter])
def test_no_text_of_a_record_reaches_a_terminal_as_it_is(file, part):
    """Every text field of every part, each in a record of its own."""
    for at, entry in enumerate(WHOLE[1]):
        kind = entry.WhichOneof("entry")
        if isinstance(getattr(entry, kind), part):
            for path in texts(getattr(entry, kind)):
                entries = [RecordEntry.FromString(each.SerializeToString()) for each in WHOLE[1]]
                message = getattr(entries[at], kind)
                for name, index in path[:-1]:
                    message = getattr(message, name) if index is None else getattr(message, name)[index]
                setattr(message, path[-1][0], TERMINAL)
                written(file, entries)
                for command in COMMANDS[:2]:
                    done = run_here(*command, file)
                    assert all(line.isprintable() for line in (done.out + done.err).split("\n")), path
            if part is RecordStep and at > 8:
                break


def texts(message):
    """Return where text stands in a message: names of fields, with an index where they are repeated."""
    for field in message.DESCRIPTOR.fields:
        value = getattr(message, field.name)
        if field.type == FieldDescriptor.TYPE_STRING and not field.is_repeated:
            yield [(field.name, None)]
        elif field.type == FieldDescriptor.TYPE_MESSAGE and field.is_repeated:
            for index, each in enumerate(value):
                yield from ([(field.name, index), *path] for path in texts(each))
        elif field.type == FieldDescriptor.TYPE_MESSAGE:
            yield from ([(field.name, None), *path] for path in texts(value))
