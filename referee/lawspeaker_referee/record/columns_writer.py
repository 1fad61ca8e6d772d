"""Makes columns of the steps of a record; `columns` reads them."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Final

from lawspeaker.v1.match_pb2 import Act
from lawspeaker.v1.record_pb2 import RecordColumns, RecordHeader, RecordRemark, RecordStep, Timing
from lawspeaker_engine.model import CHANCE, Seat
from lawspeaker_referee.codec.encoder import varint
from lawspeaker_referee.codec.game_codec import TakenAct
from lawspeaker_referee.match.digest_chain import LINK_BYTES
from lawspeaker_referee.match.events import CountedAnswer, Store
from lawspeaker_referee.record.bounds import RecordError

OPTION_TAG: Final = b"\x0a"
"""Stands before each option in a game's Options message, whose only field is a list with the number 1."""
TIMES: Final = ("think_high_us", "lag_us", "charged_more_us", "transport_more_us", "compensated_us", "bank_change_us")
_REMARKS: Final = ("rejections", "annotation", "evidence", "input_tokens", "output_tokens", "origin")
"""The fields of a timing that a remark holds."""
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
        self.least = 0
        """The least of the last think times, which is expected as transport time; 0 before there are any."""

    def add(self, think: int) -> None:
        """Add the think time of the next answer."""
        thought = self._think
        leaves = thought[0] if len(thought) == ANSWERS_BEFORE else -1
        thought.append(think)
        if think <= self.least or len(thought) == 1:
            self.least = think
        elif leaves == self.least:
            self.least = min(thought)

    def packed(self, timing: Timing | CountedAnswer) -> tuple[int, ...]:
        """Return the numbers of the next answer, in the order of `TIMES`."""
        # What is expected is written as 0: then a column is often all zeros and is left out.
        think, lag, compensated, bank = timing.think_us, timing.lag_us, timing.compensated_us, timing.bank_left_us
        left, transport, change = max(0, think - lag - compensated), self.least, bank - self._bank
        self.add(think)
        self._bank = bank
        return think, lag, timing.charged_us - left, timing.transport_us - transport, compensated, change

    def fits(self, times: tuple[int, ...]) -> bool:
        """Return True if the next answer has these numbers and all its times can be held by a message."""
        think, lag, more, transport, compensated, change = times
        if not 0 <= transport < _LARGE:  # otherwise it fits whatever came before, as long as that is no larger
            transport += self.least
        charged = max(0, think - lag - compensated) + more
        self._bank += change
        self.add(think)
        return (0 <= think < _LARGE and 0 <= charged < _MOST and 0 <= transport < _MOST and 0 <= self._bank < _MOST)

    def answer(self, seat: Seat, times: tuple[int, ...], remark: RecordRemark | None) -> CountedAnswer:
        """Return the next answer, which is of this seat, from its numbers."""
        think, lag, more, transport, compensated, change = times
        self._bank += change
        usual = (self._bank, lag, self.least + transport, compensated)
        self.add(think)
        charged = max(0, think - lag - compensated) + more
        if remark is None:
            return CountedAnswer(seat, 0, think, charged, 0, *usual)
        return CountedAnswer(seat, remark.fault, think, charged, remark.origin, *usual, remark.rejections,
                             remark.annotation, remark.evidence, remark.input_tokens, remark.output_tokens)


@dataclass(slots=True)
class _Prompt:
    """A prompt while its record is written."""

    number: int
    options: dict[bytes, int] = field(default_factory=dict)
    """The number of each, by its bytes with tag and length."""
    counts: set[int] = field(default_factory=set)
    picks: dict[int, int] | None = field(default_factory=dict)
    """The pick of each option; None as soon as one option had two."""


@dataclass(slots=True, eq=False)
class _KnownAct:
    """An act that came at least once, by the numbers of its question and options."""

    prompt: _Prompt
    question: int
    seat: Seat
    picks: Sequence[int]
    taken: list[int]


class _Writer:
    """Gathers the steps of a record."""

    def __init__(self) -> None:
        self.message = RecordColumns()
        self._prompts: dict[str, _Prompt] = {}
        self._questions: dict[tuple[str, str, bool], int] = {}
        self._counts: list[int] = []
        """Acts by step."""
        self._acts: list[_KnownAct] = []
        # The same acts are taken again and again, so each is read once.
        self._known: dict[TakenAct, _KnownAct] = {}
        self._taken: dict[bytes, TakenAct] = {}
        """By bytes: the acts of steps that are messages."""
        self._seats: dict[int, SeatTimes] = {}
        self._times: list[tuple[int, ...]] = []
        self._url = ""
        """The type of the options of all acts."""
        self._added: list[bytes] = []
        """The ends of all options by which each differs from the one before it."""
        self._remarked = 0
        """The number of the act after the last remark."""

    def add(self, step: RecordStep | Store) -> None:
        """Add a step. Raises RecordError if no column can hold something in it."""
        self._counts.append(len(step.acts))
        if len(step.digest) != LINK_BYTES:
            raise self._unwritable(f"has a digest of {len(step.digest)} bytes")
        if isinstance(step, Store):
            self._add(step.acts, step.taken)
        else:
            self._add([self._taken_act(act) for act in step.acts], step.timing)

    def _add(self, acts: Sequence[TakenAct], timings: Sequence[Timing | CountedAnswer]) -> None:
        left = iter(timings)
        for act in acts:
            known = self._known.get(act)
            if known is None:
                known = self._known[act] = self._read(act)
            self._acts.append(known)
            timing = None
            if act.seat != CHANCE:
                timing = next(left, None)
                if timing is not None:
                    times = self._seats.get(act.seat)
                    if times is None:
                        times = self._seats[act.seat] = SeatTimes()
                    self._times.append(times.packed(timing))
                else:
                    self._add_untimed()
            # Most acts have nothing to say, and no message is made for them.
            if act.fault or (timing is not None and (
                    timing.rejections or timing.annotation or timing.evidence or timing.input_tokens
                    or timing.output_tokens or timing.origin)):
                self._add_remark(act.fault, timing)

    def _add_untimed(self) -> None:
        untimed, number = self.message.untimed_steps, len(self._counts)
        if not untimed or untimed[-1] != number:
            untimed.append(number)

    def _taken_act(self, act: Act) -> TakenAct:
        """Return an act of a message. Raises RecordError."""
        # Each field is read from the message once: that takes longer than what is done with it.
        data = act.SerializeToString()
        known = self._taken.get(data)
        if known is None:
            chosen = act.chosen
            url, value = chosen.type_url, chosen.value
            # Only acts of requests hide something. Such a step did not come from the record of a whole match.
            if act.hidden or not url:
                raise self._unwritable("hides what was taken")
            elements = _elements(value)
            if elements is None:
                raise self._unwritable("has options that cannot be understood")
            known = self._taken[data] = TakenAct(act.seat, act.prompt, tuple(act.picks), url, elements, act.stream,
                                                 act.fault)
        return known

    def _read(self, act: TakenAct) -> _KnownAct:
        """Number what is new in an act. Raises RecordError."""
        seat, name, stream, picks, options = act.seat, act.prompt, act.stream, act.picks, act.options
        if not self._known:
            self._url = self.message.options_url = act.options_url
        elif act.options_url != self._url:
            raise self._unwritable("has options of another game")
        if seat < CHANCE or (stream and seat != CHANCE):
            raise self._unwritable(f"has an act of seat {seat} with stream {stream!r}")
        if len(options) != len(picks):
            raise self._unwritable(f"has {len(options)} options for {len(picks)} picks")
        prompt = self._prompts.get(name)
        if prompt is None:
            prompt = self._prompts[name] = _Prompt(len(self._prompts))
        numbers, taken = prompt.options, []
        for option, pick in zip(options, picks, strict=True):
            number = numbers.setdefault(option, len(numbers))
            taken.append(number)
            # Where an option always stands at the same place of its list the pick follows from it, and is not written.
            if prompt.picks is not None and prompt.picks.setdefault(number, pick) != pick:
                prompt.picks = None
        prompt.counts.add(len(taken))
        return _KnownAct(prompt, self._question(prompt, name, stream, chance=seat == CHANCE), seat, picks, taken)

    def _question(self, prompt: _Prompt, name: str, stream: str, *, chance: bool) -> int:
        """Return the number of a question. A prompt of chance and one of seats can have the same name."""
        key = (name, stream, chance)
        question = self._questions.get(key)
        if question is None:
            question = self._questions[key] = len(self._questions)
            self.message.questions.append(2 * prompt.number + chance)
            if chance:
                self.message.streams.append(stream)
        return question

    def _add_remark(self, fault: Any, timing: Timing | CountedAnswer | None) -> None:
        said: dict[str, Any] = {} if timing is None else {name: getattr(timing, name) for name in _REMARKS}
        self.message.remarks.add(fault=fault, acts=len(self._acts) - self._remarked, **said)
        self._remarked = len(self._acts)

    def done(self, header: RecordHeader) -> RecordColumns:
        """Return the columns. Raises RecordError if a time is too large for them."""
        message, acts = self.message, self._acts
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
        for known in self._known.values():
            known.taken = [ranks[known.prompt.number][option] for option in known.taken]
        message.acts.extend(self._counts)
        message.asked.extend([act.question for act in acts])
        message.seat.extend([act.seat for act in acts if act.seat != CHANCE])
        message.taken.extend(chain.from_iterable([act.taken for act in acts]))
        message.count.extend([len(act.taken) for act in acts if len(act.prompt.counts) > 1])
        message.picks.extend(chain.from_iterable([act.picks for act in acts if act.prompt.picks is None]))
        self._add_times()
        return message

    def _add_times(self) -> None:
        """Raises RecordError if a time is too large."""
        if not self._times:
            return
        think, *others = zip(*self._times, strict=True)
        # The low byte is noise that no compression makes smaller. Apart from the rest it does not spoil theirs.
        self.message.think_low_us.append(bytes([each & 255 for each in think]))
        try:
            for name, times in zip(TIMES, ([each >> 8 for each in think], *others), strict=True):
                # A column of zeros is left out; readers take zeros for it.
                if any(times):
                    getattr(self.message, name).extend(times)
        except ValueError:
            raise RecordError("has times that no record can hold") from None

    def _add_options(self, options: dict[bytes, int]) -> list[int]:
        """Add the options of a prompt in their order; return the place of each, by its number."""
        bodies = {_body(element): number for element, number in options.items()}
        ordered, ranks = sorted(bodies), [0] * len(options)
        kept = list(map(_shared, [b"", *ordered], ordered))
        added = [option[length:] for option, length in zip(ordered, kept, strict=True)]
        self.message.options_kept.extend(kept)
        self.message.options_added.extend(map(len, added))
        self._added += added
        for rank, option in enumerate(ordered):
            ranks[bodies[option]] = rank
        return ranks

    def _unwritable(self, why: str) -> RecordError:
        return RecordError(f"is damaged: step {len(self._counts)} {why}, which no record can hold")


def pack(steps: Sequence[RecordStep | Store], header: RecordHeader) -> RecordColumns:
    """Return the steps of a finished match with this header as columns: those of a file, or those of a running match.

    The steps must be within bounds (`bounds.check_step`). Raises RecordError for what no match writes: hidden acts,
    options of several games, options that are not as many as picks.
    """
    writer = _Writer()
    for step in steps:
        writer.add(step)
    columns = writer.done(header)
    if steps:
        columns.digests.append(b"".join([step.digest for step in steps]))
    return columns


def _elements(value: bytes) -> tuple[bytes, ...] | None:
    """Return each option of a game's Options message, with tag and length; None if they cannot be understood."""
    found, at = [], 0
    while at < len(value):
        size, shift, here = 0, 0, at + 1
        while here < len(value) and shift < 28:
            size |= (value[here] & 127) << shift
            here, shift = here + 1, shift + 7
            if value[here - 1] < 128:
                break
        element = value[at:here + size]
        # Written again and compared, so that a length in a longer form than needed is refused: it would not come back.
        if OPTION_TAG + varint(size) + value[here:here + size] != element or len(element) != here + size - at:
            return None
        found.append(element)
        at = here + size
    return tuple(found)


def _body(element: bytes) -> bytes:
    """Return an option without tag and length."""
    at = 1
    while element[at] > 127:
        at += 1
    return element[at + 1:]


def _shared(one: bytes, other: bytes) -> int:
    """Return how many bytes two options begin with alike."""
    length = min(len(one), len(other))
    different = int.from_bytes(one[:length], "big") ^ int.from_bytes(other[:length], "big")
    return length - (different.bit_length() + 7) // 8
