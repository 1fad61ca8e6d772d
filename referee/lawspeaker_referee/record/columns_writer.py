"""Makes columns of the steps of a record; `columns` reads them."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from lawspeaker.v1.match_pb2 import Act
from lawspeaker.v1.record_pb2 import RecordColumns, RecordHeader, RecordRemark, RecordStep, Timing
from lawspeaker_engine.model import CHANCE
from lawspeaker_referee.codec.encoder import varint
from lawspeaker_referee.match.digest_chain import LINK_BYTES
from lawspeaker_referee.record.bounds import RecordError

OPTION_TAG: Final = b"\x0a"
"""Stands before each option in a game's Options message, whose only field is a list with the number 1."""
TIMES: Final = ("think_high_us", "lag_us", "charged_more_us", "transport_more_us", "compensated_us", "bank_change_us")
_MOST: Final = 1 << 64
_LARGE: Final = 1 << 63
ANSWERS_BEFORE: Final = 32
"""The answers whose least think time is expected as transport time."""


def usual_url(header: RecordHeader) -> str:
    """Return the type of the options of a record's game."""
    return f"type.googleapis.com/lawspeaker.{header.setup.game}.v1.Options"


class SeatTimes:
    """Turns the times of a seat's answers into the numbers of the columns, and back."""

    def __init__(self) -> None:
        self._bank = 0
        self._think: deque[int] = deque(maxlen=ANSWERS_BEFORE)

    def packed(self, timing: Timing) -> tuple[int, ...]:
        """Return the numbers of the next answer, in the order of `TIMES`."""
        # What is expected is written as 0: then a column is often all zeros and is left out.
        left = max(0, timing.think_us - timing.lag_us - timing.compensated_us)
        transport, change = min(self._think, default=0), timing.bank_left_us - self._bank
        self._think.append(timing.think_us)
        self._bank = timing.bank_left_us
        return (timing.think_us, timing.lag_us, timing.charged_us - left, timing.transport_us - transport,
                timing.compensated_us, change)

    def fits(self, times: tuple[int, ...]) -> bool:
        """Return True if the next answer has these numbers and all its times can be held by a message."""
        think, lag, more, transport, compensated, change = times
        if not 0 <= transport < _LARGE:  # otherwise it fits whatever came before, as long as that is no larger
            transport += min(self._think, default=0)
        charged = max(0, think - lag - compensated) + more
        self._bank += change
        self._think.append(think)
        return (0 <= think < _LARGE and 0 <= charged < _MOST and 0 <= transport < _MOST and 0 <= self._bank < _MOST)

    def timing(self, times: tuple[int, ...], remark: RecordRemark | None) -> Timing:
        """Return the next answer from its numbers."""
        think, lag, more, transport, compensated, change = times
        self._bank += change
        timing = Timing(think_us=think, lag_us=lag, charged_us=max(0, think - lag - compensated) + more,
                        transport_us=min(self._think, default=0) + transport, compensated_us=compensated,
                        bank_left_us=self._bank)
        self._think.append(think)
        if remark is not None:
            timing.rejections, timing.annotation, timing.evidence = (
                remark.rejections, remark.annotation, remark.evidence)
            timing.input_tokens, timing.output_tokens = remark.input_tokens, remark.output_tokens
            timing.origin = remark.origin
        return timing


@dataclass(slots=True)
class _Prompt:
    """A prompt while its record is written."""

    number: int
    options: dict[bytes, int] = field(default_factory=dict)
    counts: set[int] = field(default_factory=set)
    picks: dict[int, int] | None = field(default_factory=dict)
    """The pick of each option; None as soon as one option had two."""


class _Writer:
    """Gathers the steps of a record."""

    def __init__(self) -> None:
        self.message = RecordColumns()
        self._prompts: dict[str, _Prompt] = {}
        self._questions: dict[tuple[str, str, bool], int] = {}
        self._acts: list[tuple[_Prompt, Sequence[int], list[int]]] = []
        # The same options are taken again and again, so their bytes are parted once.
        self._split: dict[bytes, list[bytes]] = {}
        self._seats: dict[int, SeatTimes] = {}
        self._times: list[tuple[int, ...]] = []
        self._url = ""
        """The type of the options of all acts."""
        self._added: list[bytes] = []
        """The ends of all options by which each differs from the one before it."""
        self._remarked = 0
        """The number of the act after the last remark."""

    def add(self, number: int, step: RecordStep) -> None:
        """Add a step. Raises RecordError if no column can hold something in it."""
        message = self.message
        if len(step.digest) != LINK_BYTES:
            raise _unwritable(number, f"has a digest of {len(step.digest)} bytes")
        message.acts.append(len(step.acts))
        timings = iter(step.timing)
        for act in step.acts:
            self._add_act(number, act)
            timing = None
            if act.seat != CHANCE:
                message.seat.append(act.seat)
                timing = next(timings, None)
                if timing is not None:
                    self._times.append(self._seats.setdefault(act.seat, SeatTimes()).packed(timing))
                elif not message.untimed_steps or message.untimed_steps[-1] != number:
                    message.untimed_steps.append(number)
            self._add_remark(act, timing)

    def _add_act(self, number: int, act: Act) -> None:
        # Each field is read from the message once: that takes longer than what is done with it.
        message, seat, name, stream, picks, chosen = (
            self.message, act.seat, act.prompt, act.stream, tuple(act.picks), act.chosen)
        url, value = chosen.type_url, chosen.value
        # Only acts of requests hide something. Such a step did not come from the record of a whole match.
        if act.hidden or not url:
            raise _unwritable(number, "hides what was taken")
        if not self._acts:
            self._url = message.options_url = url
        elif url != self._url:
            raise _unwritable(number, "has options of another game")
        if seat < CHANCE or (stream and seat != CHANCE):
            raise _unwritable(number, f"has an act of seat {seat} with stream {stream!r}")
        options = self._split.get(value)
        if options is None:
            options = self._split[value] = _options(value, number)
        if len(options) != len(picks):
            raise _unwritable(number, f"has {len(options)} options for {len(picks)} picks")
        # A prompt of chance and one of seats can have the same name, and are different questions.
        key = (name, stream, seat == CHANCE)
        prompt = self._prompts.get(name)
        if prompt is None:
            prompt = self._prompts[name] = _Prompt(len(self._prompts))
        question = self._questions.get(key)
        if question is None:
            question = self._questions[key] = len(self._questions)
            message.questions.append(2 * prompt.number + (seat == CHANCE))
            if seat == CHANCE:
                message.streams.append(stream)
        taken = [prompt.options.setdefault(option, len(prompt.options)) for option in options]
        prompt.counts.add(len(taken))
        for option, pick in zip(taken, picks, strict=True):
            # Where an option always stands at the same place of its list the pick follows from it, and is not written.
            if prompt.picks is not None and prompt.picks.setdefault(option, pick) != pick:
                prompt.picks = None
        message.asked.append(question)
        self._acts.append((prompt, picks, taken))

    def _add_remark(self, act: Act, timing: Timing | None) -> None:
        # Most acts have nothing to say, and no message is made for them.
        if not act.fault and (timing is None or not (
                timing.rejections or timing.annotation or timing.evidence or timing.input_tokens
                or timing.output_tokens or timing.origin)):
            return
        remark = RecordRemark(fault=act.fault, acts=len(self._acts) - self._remarked)
        if timing is not None:
            remark.rejections, remark.annotation, remark.evidence = (
                timing.rejections, timing.annotation, timing.evidence)
            remark.input_tokens, remark.output_tokens = timing.input_tokens, timing.output_tokens
            remark.origin = timing.origin
        self._remarked = len(self._acts)
        self.message.remarks.append(remark)

    def done(self, header: RecordHeader) -> RecordColumns:
        """Return the columns. Raises RecordError if a time is too large for them."""
        message = self.message
        if message.options_url == usual_url(header):
            message.options_url = ""
        ranks: list[list[int]] = []
        # Only now it is known which columns a prompt needs: whether its counts or its picks vary.
        message.prompts.extend(self._prompts)
        for each in self._prompts.values():
            ranks.append(self._add_options(each.options))
            message.prompt_options.append(len(each.options))
            message.prompt_fixed.append(int(each.picks is not None))
            message.prompt_count.append(min(each.counts) + 1 if len(each.counts) == 1 else 0)
            if each.picks is not None:
                picks_by_rank = {ranks[-1][option]: pick for option, pick in each.picks.items()}
                message.option_picks.extend(picks_by_rank[rank] for rank in range(len(picks_by_rank)))
        if self._prompts:
            message.options.append(b"".join(self._added))
        for asked, picks, taken in self._acts:
            message.taken.extend([ranks[asked.number][option] for option in taken])
            if len(asked.counts) > 1:
                message.count.append(len(taken))
            if asked.picks is None:
                message.picks.extend(picks)
        if self._times:
            # The low byte is noise that no compression makes smaller. Apart from the rest it does not spoil theirs.
            message.think_low_us.append(bytes(think & 255 for think, *_ in self._times))
        columns = [[think >> 8, *others] for think, *others in self._times]
        try:
            for name, times in zip(TIMES, zip(*columns, strict=True), strict=False):
                # A column of zeros is left out; readers take zeros for it.
                if any(times):
                    getattr(message, name).extend(times)
        except ValueError:
            raise RecordError("has times that no record can hold") from None
        return message

    def _add_options(self, options: dict[bytes, int]) -> list[int]:
        """Add the options of a prompt in their order; return the place of each, by its number."""
        ordered, ranks = sorted(options), [0] * len(options)
        kept = list(map(_shared, [b"", *ordered], ordered))
        added = [option[length:] for option, length in zip(ordered, kept, strict=True)]
        self.message.options_kept.extend(kept)
        self.message.options_added.extend(map(len, added))
        self._added += added
        for rank, option in enumerate(ordered):
            ranks[options[option]] = rank
        return ranks


def pack(steps: Sequence[RecordStep], header: RecordHeader) -> RecordColumns:
    """Return the steps of a finished match with this header as columns.

    The steps must be within bounds (`bounds.check_step`). Raises RecordError for what no match writes: hidden acts,
    options of several games, options that are not as many as picks.
    """
    writer = _Writer()
    for number, step in enumerate(steps, 1):
        writer.add(number, step)
    columns = writer.done(header)
    if steps:
        columns.digests.append(b"".join(step.digest for step in steps))
    return columns


def _shared(one: bytes, other: bytes) -> int:
    """Return how many bytes two options begin with alike."""
    length = min(len(one), len(other))
    different = int.from_bytes(one[:length], "big") ^ int.from_bytes(other[:length], "big")
    return length - (different.bit_length() + 7) // 8


def _options(value: bytes, number: int) -> list[bytes]:
    """Return each option of a game's Options message, without tag and length. Raises RecordError."""
    found, at = [], 0
    while at < len(value):
        size, shift, here = 0, 0, at + 1
        while here < len(value) and shift < 28:
            size |= (value[here] & 127) << shift
            here, shift = here + 1, shift + 7
            if value[here - 1] < 128:
                break
        option = value[here:here + size]
        # Written again and compared, so that a length in a longer form than needed is refused: it would not come back.
        if OPTION_TAG + varint(len(option)) + option != value[at:here + size]:
            raise _unwritable(number, "has options that cannot be understood")
        found.append(option)
        at = here + size
    return found


def _unwritable(number: int, why: str) -> RecordError:
    return RecordError(f"is damaged: step {number} {why}, which no record can hold")
