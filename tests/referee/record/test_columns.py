"""Columns hold all that steps hold, and are checked before anything is built from them."""

from __future__ import annotations

import gzip

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lawspeaker.v1.match_pb2 import Act
from lawspeaker.v1.record_pb2 import RecordColumns, RecordEntry, RecordHeader, RecordStep, Timing
from lawspeaker_referee.codec.encoder import varint
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.match.events import Left, Tick
from lawspeaker_referee.record import bounds, columns, file
from lawspeaker_referee.record.bounds import MOST_ENTRY_BYTES, RecordError
from lawspeaker_referee.record.columns import StepColumns, entries_of
from lawspeaker_referee.record.columns_writer import pack
from lawspeaker_referee.record.file import Record, delimited, parse, unpacked
from tests.referee.match.match_driver import Drive, by_decision
from tests.sample_sizes import examples

PLAYERS = 3
HEADER = RecordHeader(format=2, match_id="m", digest=bytes(16), seats=[{}] * PLAYERS)
HEADER.setup.game, HEADER.setup.players = "parley", PLAYERS
URL = "type.googleapis.com/lawspeaker.parley.v1.Options"


@pytest.fixture(scope="module")
def drive() -> Drive:
    """A match with faults, remarks, refusals and evidence."""
    drive = Drive(PLAYERS, rounds=2)
    drive.answer(0, 1, annotation="well")
    drive.answer(1, 9)
    drive.tell(Tick(), after=2.0)
    drive.tell(Left(2))
    return drive.play(by_decision)


def unpacked_file(drive, tmp_path) -> bytes:
    drive.record(tmp_path)
    return unpacked((tmp_path / "match.lsr").read_bytes())


# --- nothing is lost ---

LARGE = (1 << 60) - 1
times = st.integers(0, 5000) | st.integers(0, LARGE)
words = st.sampled_from(["", "round.bid", "deal", "a"]) | st.text(st.characters(codec="utf-8"), max_size=8)


@st.composite
def timings(draw):
    return Timing(think_us=draw(times), lag_us=draw(times), charged_us=draw(times), transport_us=draw(times),
                  compensated_us=draw(times), bank_left_us=draw(times), rejections=draw(st.integers(0, 3)),
                  annotation=draw(words), evidence=draw(words), input_tokens=draw(st.integers(0, 9000)),
                  output_tokens=draw(st.integers(0, 9000)), origin=draw(st.integers(0, 5)))


@st.composite
def acts(draw, url):
    seat = draw(st.integers(-1, PLAYERS - 1))
    picks = draw(st.lists(st.integers(0, 300), max_size=3))
    option = st.sampled_from([b"", b"\x0a\x00", b"R\x02\x08\x01", b"x" * 200]) | st.binary(max_size=5)
    options = [draw(option) for _ in picks]
    value = b"".join(b"\x0a" + varint(len(option)) + option for option in options)
    return Act(seat=seat, prompt=draw(words), picks=picks, chosen={"type_url": url, "value": value},
               fault=draw(st.sampled_from([0, 0, 0, 1, 9])), stream=draw(words) if seat < 0 else "")


@st.composite
def stored_steps(draw):
    url = draw(st.sampled_from([URL, "x/y"]))
    found = []
    for _ in range(draw(st.integers(0, 6))):
        step = RecordStep(acts=draw(st.lists(acts(url), min_size=1, max_size=PLAYERS)),
                          digest=draw(st.binary(min_size=2, max_size=2)))
        if draw(st.booleans()):
            step.timing.extend(draw(timings()) for act in step.acts if act.seat >= 0)
        found.append(step)
    return found


@pytest.mark.slow
@settings(max_examples=examples(200), deadline=None)
@given(steps=stored_steps())
def test_what_is_packed_is_read_back_as_it_was(steps):
    packed = StepColumns(pack(steps, HEADER), HEADER)
    assert list(packed) == steps
    assert len(packed) == len(steps)


@settings(max_examples=examples(100), deadline=None)
@given(steps=stored_steps(), size=st.integers(30, 200))
def test_columns_that_are_cut_into_many_entries_are_read_back_as_they_were(steps, size):
    """No entry is larger than is allowed, however long the match."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(columns, "_PIECE_BYTES", size)
        merged = RecordColumns()
        for entry in entries_of(pack(steps, HEADER)):
            merged.MergeFrom(entry.columns)
            assert entry.ByteSize() <= size + 250
        assert list(StepColumns(merged, HEADER)) == steps


def test_a_finished_file_holds_columns_and_a_growing_one_steps_and_both_read_the_same(drive, tmp_path):
    data = unpacked_file(drive, tmp_path)
    journal = b"".join(map(delimited, [*drive.entries, RecordEntry(footer=drive.ended.footer)]))
    assert parse(data) == parse(journal)
    assert len(data) < len(journal)
    assert parse(data).step_count == parse(journal).step_count == len(drive.steps())
    assert any(timing.annotation for step in parse(data).steps for timing in step.timing)
    assert any(timing.evidence and timing.rejections for step in parse(data).steps for timing in step.timing)


def test_a_long_match_is_written_and_read(drive, tmp_path, monkeypatch):
    monkeypatch.setattr(columns, "_PIECE_BYTES", 40)
    data = unpacked_file(drive, tmp_path)
    assert parse(data).steps == drive.steps()


def test_steps_that_were_handed_out_may_be_changed(drive, tmp_path):
    record = drive.record(tmp_path)
    record.steps[4].timing[0].annotation = "otherwise"
    assert list(record.columns)[4].timing[0].annotation == "otherwise"


# --- what no columns can hold ---


@pytest.mark.parametrize(("change", "why"), [
    (lambda step: setattr(step, "digest", bytes(16)), "has a digest of 16 bytes"),
    (lambda step: setattr(step.acts[0], "hidden", True), "hides what was taken"),
    (lambda step: step.acts[0].ClearField("chosen"), "hides what was taken"),
    (lambda step: setattr(step.acts[1].chosen, "type_url", "x/y"), "has options of another game"),
    (lambda step: setattr(step.acts[0], "stream", "deck"), "has an act of seat 0 with stream 'deck'"),
    (lambda step: setattr(step.acts[0], "seat", -2), "has an act of seat -2"),
    (lambda step: step.acts[0].picks.append(1), "has 1 options for 2 picks"),
    (lambda step: setattr(step.acts[0].chosen, "value", b"\x0a\x05a"), "has options that cannot be understood"),
    (lambda step: setattr(step.acts[0].chosen, "value", b"\x0a\x81\x00a"), "has options that cannot be understood"),
    (lambda step: setattr(step.acts[0].chosen, "value", b"\x12\x01a"), "has options that cannot be understood"),
])
def test_what_no_match_writes_is_refused(drive, change, why):
    step = RecordStep.FromString(drive.steps()[4].SerializeToString())
    change(step)
    with pytest.raises(RecordError, match="is damaged: step 1 ") as error:
        pack([step], drive.entries[0].header)
    assert why in str(error.value)


def test_times_that_no_match_has_are_refused(drive):
    step = RecordStep.FromString(drive.steps()[4].SerializeToString())
    step.timing[0].charged_us = (1 << 64) - 1
    with pytest.raises(RecordError, match="has times that no record can hold"):
        pack([step], drive.entries[0].header)


# --- columns that no referee wrote ---


def altered(drive, tmp_path, change) -> bytes:
    """The file with its columns changed, as one entry."""
    record = parse(unpacked_file(drive, tmp_path))
    message = record.columns.message
    change(message)
    entries = [RecordEntry(header=record.header), RecordEntry(columns=message), RecordEntry(footer=record.footer)]
    return b"".join(map(delimited, entries))


def longer(name, *values):
    return lambda message: getattr(message, name).extend(values)


def shorter(name):
    return lambda message: getattr(message, name).pop()


def put(name, value, at=0):
    return lambda message: getattr(message, name).__setitem__(at, value)


@pytest.mark.parametrize(("change", "why"), [
    (longer("digests", b"\0"), "its column digests has"),
    (put("acts", 0), "step 1 has 0 acts, should be 1 to 3"),
    (put("acts", 4), "step 1 has 4 acts, should be 1 to 3"),
    (longer("asked", 0), "its column asked has"),
    (put("asked", 1), "do not fit together at act 1"),
    (put("asked", 4_000_000_000, -1), "do not fit together at act"),
    (put("seat", 3), "do not fit together at act"),
    (shorter("seat"), "do not fit together at act"),
    (longer("seat", 1), "its column seat is longer than its acts need"),
    (shorter("taken"), "do not fit together at act"),
    (longer("taken", 0), "its column taken is longer"),
    (put("taken", 99), "do not fit together at act 1"),
    (longer("picks", 0), "its column picks is longer"),
    (longer("count", 1), "its column count is longer"),
    (put("prompt_count", 4_000_000_000), "do not fit together at act 1"),
    (put("prompt_options", 4_000_000_000, -1), "fewer options than its prompts need"),
    (shorter("prompt_fixed"), "its column prompt_fixed has"),
    (put("prompt_fixed", 2), "fewer options than its prompts need"),
    (longer("prompts", "more"), "its column prompt_options has"),
    (longer("questions", 8), "its columns"),
    (longer("questions", 99), "fewer prompts or streams than its questions need"),
    (longer("streams", "deck"), "more prompts or streams than its questions need"),
    (shorter("streams"), "fewer prompts or streams than its questions need"),
    (longer("option_picks", 1), "more options than its prompts need"),
    (longer("options", b"x"), "its column options has"),
    (longer("options_kept", 0), "its column options_added has"),
    (put("options_kept", 1), "keeps 1 bytes of 0"),
    (longer("think_high_us", 1), "its column think_high_us has"),
    (longer("lag_us", 1), "its column lag_us has 1 values"),
    (longer("think_low_us", b"\0"), "its column think_low_us has"),
    (put("think_high_us", 1 << 60), "a time in its columns is out of range"),
    (put("transport_more_us", -1), "a time in its columns is out of range"),
    (put("bank_change_us", -1 << 62), "a time in its columns is out of range"),
    (longer("untimed_steps", 99), "its column untimed_steps is out of order or out of range"),
    (longer("untimed_steps", 6, 5), "its column untimed_steps is out of order or out of range"),
    (lambda message: message.remarks.add(acts=99), "a remark on act"),
    (lambda message: message.remarks.add(), "a remark on act"),
    (lambda message: setattr(message.remarks[0], "acts", 1), "a remark on act 1, which has no timing"),
    (lambda message: [message.remarks.add(acts=1) for _ in range(99)], "more remarks than acts"),
])
def test_columns_that_do_not_fit_together_are_refused(tmp_path, change, why):
    bank = Drive(PLAYERS, clock=Clock(2.0, bank=5.0), rounds=2)
    bank.answer(0, 1, annotation="well")
    with pytest.raises(RecordError, match="is damaged") as error:
        parse(altered(bank.play(by_decision), tmp_path, change))
    assert why in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("change", [
    lambda message: set_transport(message, 0, -1),
    lambda message: set_transport(message, -1, -(1 << 62)),
    put("think_high_us", 1 << 60),
])
def test_times_out_of_range_are_refused_without_a_bank_too(tmp_path, change):
    record = Drive(PLAYERS, clock=Clock(2.0), rounds=2).play(by_decision)
    with pytest.raises(RecordError, match="a time in its columns is out of range"):
        parse(altered(record, tmp_path, change))


def set_transport(message, at, value):
    if not message.transport_more_us:
        message.transport_more_us.extend([0] * len(message.think_high_us or b"".join(message.think_low_us)))
    message.transport_more_us[at] = value


def test_options_that_nobody_took_are_refused(drive, tmp_path):
    def change(message):
        message.options[0] += b"zz"
        message.options_kept.append(0)
        message.options_added.append(2)
        message.prompt_options[-1] += 1
        if message.prompt_fixed[-1]:
            message.option_picks.append(1)

    with pytest.raises(RecordError, match="questions or options that are in no act"):
        parse(altered(drive, tmp_path, change))


def test_columns_after_steps_and_columns_without_a_footer_are_refused(drive, tmp_path):
    record = parse(unpacked_file(drive, tmp_path))
    head, *middle = map(delimited, record.entries_before_footer())
    footer = delimited(RecordEntry(footer=record.footer))
    for data, why in (
        (b"".join((head, *middle)), "is truncated: it ends before its footer"),
        (b"".join((head, delimited(drive.entries[1]), *middle, footer)), "both as entries and as columns"),
        (b"".join((head, middle[-1], *middle[:-1], footer)), "not written as they should be"),
        (b"".join((head, *middle, delimited(RecordEntry(columns=RecordColumns())), footer)), "not written as they"),
    ):
        with pytest.raises(RecordError, match=why):
            parse(data)


# --- files that stand for much more than they are ---


def bomb(message: RecordColumns) -> bytes:
    """A small file with these columns in many entries."""
    return b"".join(map(delimited, [RecordEntry(header=HEADER), *entries_of(message)]))


def test_one_long_option_that_is_taken_a_thousand_times_is_too_large():
    """Each byte of the file would stand for hundreds."""
    option = b"x" * (MOST_ENTRY_BYTES // 4)
    value = b"\x0a" + varint(len(option)) + option
    steps = [RecordStep(acts=[Act(seat=0, prompt="a", picks=[0], chosen={"type_url": URL, "value": value})],
                        digest=b"12")] * 1100
    with pytest.raises(RecordError, match="is larger than 16 MiB"):
        StepColumns(pack(steps, HEADER), HEADER)


def test_options_that_grow_out_of_one_another_are_too_large():
    number = 8000
    message = RecordColumns(prompts=["a"], prompt_options=[number], prompt_fixed=[0], prompt_count=[0], questions=[0],
                            options_kept=range(number), options_added=[1] * number, options=[b"x" * number])
    with pytest.raises(RecordError, match="is larger than 16 MiB"):
        StepColumns(message, HEADER)


@pytest.mark.parametrize(("message", "why"), [
    (RecordColumns(prompts=[""] * (bounds.MOST_QUESTIONS + 1)), "its column prompts has more than 32768 values"),
    (RecordColumns(questions=[0] * (bounds.MOST_QUESTIONS + 1)), "its column questions has more than 32768 values"),
    (RecordColumns(taken=[0] * (bounds.MOST_VALUES + 1)), "its column taken has more than 524288 values"),
    (RecordColumns(lag_us=[0] * (bounds.MOST_VALUES + 1)), "its column lag_us has more than 524288 values"),
    (RecordColumns(acts=[1] * 40_000, digests=[bytes(80_000)]), "is truncated: it ends before its footer"),
    (RecordColumns(remarks=[{}] * 10_000), "more remarks than acts"),
])
def test_columns_of_millions_of_values_are_refused_while_they_are_read(tmp_path, message, why):
    path = tmp_path / "bomb.lsr"
    path.write_bytes(gzip.compress(bomb(message)))
    with pytest.raises(RecordError, match=why):
        file.read_record(path)


def test_more_steps_than_a_record_may_have_are_refused():
    with pytest.raises(RecordError, match="has more than 32768 steps"):
        StepColumns(RecordColumns(acts=[1] * (bounds.MOST_STEPS + 1)), HEADER)


def test_an_empty_match_has_no_columns():
    assert list(Record(HEADER, [], None).entries_before_footer()) == [RecordEntry(header=HEADER)]
