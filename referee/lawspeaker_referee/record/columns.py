"""The steps of a finished record as columns: one list a property, which takes a quarter of the space of messages.

`columns_writer.pack` makes columns of steps, and `StepColumns` reads them. Both lose nothing: prompts, seats, options,
chance, faults, times and remarks are there without an engine. Every list is checked before anything is built from it,
because a file of some hundred kilobytes may unpack to millions of values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, islice, pairwise, repeat
from typing import Any, Final

from lawspeaker.v1.record_pb2 import RecordColumns, RecordEntry, RecordHeader, RecordRemark, RecordStep, Timing
from lawspeaker_engine.model import CHANCE, Picks
from lawspeaker_referee.codec.encoder import varint
from lawspeaker_referee.match.digest_chain import LINK_BYTES
from lawspeaker_referee.match.events import CountedAnswer
from lawspeaker_referee.record.bounds import (
    MOST_BYTES,
    MOST_ENTRY_BYTES,
    MOST_QUESTIONS,
    MOST_STEPS,
    MOST_VALUES,
    RecordError,
    too_large,
)
from lawspeaker_referee.record.columns_writer import OPTION_TAG, TIMES, SeatTimes, usual_url

_GROUPS: Final = (
    ("options_url", "prompts", "streams", "options"),
    ("options_kept", "options_added", "prompt_options", "prompt_fixed", "prompt_count", "option_picks", "questions",
     "acts", "asked", "seat", "count", "taken", "picks", "untimed_steps"),
    (*TIMES, "remarks"),
    ("think_low_us", "digests"),
)
"""The columns of each entry of a file. What resembles each other stands together, so that it compresses well."""
_BYTES: Final = ("options", "think_low_us", "digests")
"""Columns of bytes, which are one piece here, and several in a long file."""
_PIECE_BYTES: Final = MOST_ENTRY_BYTES // 2
_ACT_BYTES: Final = 16
"""A low estimate of what an act takes in a step besides its texts and picks."""

PackedAct = tuple[int, int, Picks, tuple[int, ...]]
"""The question, the seat, the picks, and the options taken: indices into the options of the question."""


@dataclass(slots=True)
class PromptColumns:
    """A prompt with all that was ever taken at it."""

    name: str
    options: list[bytes]
    """Each as in the game's Options message, with tag and length."""
    count: int | None
    """The number of picks of each act; None if it varies."""
    picks: Sequence[int] | None
    """The pick of each option; None if it varies."""


@dataclass(frozen=True, slots=True)
class QuestionColumns:
    """A question: a prompt of seats, or one of chance with its stream."""

    number: int
    """The index of the prompt."""
    prompt: PromptColumns
    stream: str
    chance: bool


class StepColumns:
    """The steps of a finished record. Iterate over it for them as messages, which are made one by one."""

    def __init__(self, message: RecordColumns, header: RecordHeader) -> None:
        """Raises RecordError if the columns do not fit together, or stand for more than a record may hold."""
        players = header.setup.players
        self.message = message
        self.options_url = message.options_url or usual_url(header)
        self.options, self.think_low_us, self.digests = (b"".join(getattr(message, name)) for name in _BYTES)
        self.counts: Sequence[int] = list(message.acts)
        """The number of acts of each step."""
        # In this order, since each check may use lists that the ones before have measured.
        self._check_steps(players)
        self.prompts = _prompts(message, self._options())
        self.questions = _questions(message, self.prompts)
        self.acts = self._acts(players)
        self.remarks = self._remarks()
        """By number of the act, from 0."""
        self.untimed = frozenset(message.untimed_steps)
        self._check_times()

    def __len__(self) -> int:
        """Return the number of steps."""
        return len(self.counts)

    def __iter__(self) -> Iterator[RecordStep]:
        """Yield the steps as messages."""
        times = self._times()
        seats: dict[int, SeatTimes] = {}
        acts, at, url = self.acts, 0, self.options_url
        for number, count in enumerate(self.counts, 1):
            step = RecordStep(digest=self.digests[(number - 1) * LINK_BYTES:number * LINK_BYTES])
            for here in range(at, at + count):
                index, seat, picks, taken = acts[here]
                question, remark = self.questions[index], self.remarks.get(here)
                value = b"".join([question.prompt.options[each] for each in taken])
                act = step.acts.add(seat=seat, prompt=question.prompt.name, stream=question.stream, picks=picks,
                                    chosen={"type_url": url, "value": value})
                if remark is not None:
                    act.fault = remark.fault
                if not question.chance and number not in self.untimed:
                    answer = seats.setdefault(seat, SeatTimes()).answer(seat, next(times), remark)
                    step.timing.append(Timing.FromString(answer.timing))
            at += count
            yield step

    def seats_and_faults(self) -> Iterator[tuple[int, int, int]]:
        """Yield the number of the step, the seat and the fault of each act."""
        numbers = chain.from_iterable(repeat(number, count) for number, count in enumerate(self.counts, 1))
        for at, (number, (_, seat, _, _)) in enumerate(zip(numbers, self.acts, strict=True)):
            remark = self.remarks.get(at)
            yield number, seat, remark.fault if remark is not None else 0

    def answers(self) -> Iterator[tuple[int, CountedAnswer]]:
        """Yield each answer that has a timing, with the number of its step."""
        times, seats = self._times(), dict[int, SeatTimes]()
        chance, at = [question.chance for question in self.questions], 0
        for number, count in enumerate(self.counts, 1):
            if number not in self.untimed:
                for here in range(at, at + count):
                    index, seat, _, _ = self.acts[here]
                    if not chance[index]:
                        remark = self.remarks.get(here)
                        yield number, seats.setdefault(seat, SeatTimes()).answer(seat, next(times), remark)
            at += count

    def _check_steps(self, players: int) -> None:
        steps, acts = len(self.counts), len(self.message.asked)
        if steps > MOST_STEPS:
            raise RecordError(f"has more than {MOST_STEPS} steps, which no record has")
        if len(self.digests) != LINK_BYTES * steps:
            raise _misfit("digests", len(self.digests), LINK_BYTES * steps)
        for number, count in enumerate(self.counts, 1):
            if not 0 < count <= players:
                raise RecordError(f"is damaged: step {number} has {count} acts, should be 1 to {players}")
        if acts != sum(self.counts):
            raise _misfit("asked", acts, sum(self.counts))

    def _acts(self, players: int) -> list[PackedAct]:
        """Return all acts. Raises RecordError if a list is too short or too long, or an index is out of its range."""
        message, questions, prompts = self.message, self.questions, self.prompts
        seats, counts = iter(message.seat), iter(message.count)
        taken, offered = iter(message.taken), iter(message.picks)
        # The size as messages is counted while acts are read: a small file can name one long option a million times.
        option_sizes = [list(map(len, each.options)) for each in prompts]
        used: list[set[int]] = [set() for _ in prompts]
        # What is read for every act lies in one tuple a question.
        read = [(each.chance, each.prompt.count, each.prompt.picks, option_sizes[each.number], used[each.number],
                 _ACT_BYTES + len(each.prompt.name) + len(each.stream) + len(self.options_url)) for each in questions]
        acts: list[PackedAct] = []
        ours: tuple[int, ...]
        picks: tuple[int, ...]
        asked = size = 0
        try:
            for index in message.asked:
                chance, fixed, places, lengths, named, bare = read[index]
                seat = CHANCE if chance else next(seats)
                count = next(counts) if fixed is None else fixed
                if count == 1:  # the usual act, without the loops over its options
                    one = next(taken)
                    ours = (one,)
                    picks = (places[one],) if places is not None else (next(offered),)
                    size += bare + lengths[one]
                    named.add(one)
                else:
                    ours = tuple(islice(taken, count))
                    picks = tuple([places[each] for each in ours]) if places is not None else (
                        tuple(islice(offered, count)))
                    size += bare + sum([lengths[each] for each in ours])
                    named.update(ours)
                    if not len(ours) == len(picks) == count:
                        raise IndexError  # noqa: TRY301 - likewise
                # Questions are numbered as they first come, so that two files with the same steps are the same.
                asked += index == asked
                if index >= asked or seat >= players:
                    raise IndexError  # noqa: TRY301 - likewise
                acts.append((index, seat, picks, ours))
                if size > MOST_BYTES:
                    raise too_large()
        except (IndexError, StopIteration):
            raise RecordError(f"is damaged: its columns do not fit together at act {len(acts) + 1}") from None
        # Nothing may be in a record that no act uses: it could be changed without changing the match.
        if asked != len(questions) or list(map(len, used)) != list(map(len, option_sizes)):
            raise RecordError("is damaged: its columns hold questions or options that are in no act")
        for name, rest in (("seat", seats), ("count", counts), ("taken", taken), ("picks", offered)):
            if next(rest, None) is not None:
                raise RecordError(f"is damaged: its column {name} is longer than its acts need")
        return acts

    def _options(self) -> Iterator[bytes]:
        """Yield the options, as far as they stand in the columns. Raises RecordError."""
        message, at, size, before = self.message, 0, 0, b""
        if len(message.options_added) != len(message.options_kept):
            raise _misfit("options_added", len(message.options_added), len(message.options_kept))
        # Checked as a sum before any option is made, so that no slice is short without notice.
        if sum(message.options_added) != len(self.options):
            raise _misfit("options", len(self.options), sum(message.options_added))
        for kept, added in zip(message.options_kept, message.options_added, strict=True):
            size += kept + added
            # Options share their beginnings, so a few bytes of a file can stand for very long ones.
            if kept > len(before) or size > MOST_BYTES:
                raise too_large() if size > MOST_BYTES else RecordError(
                    f"is damaged: an option in its columns keeps {kept} bytes of {len(before)}")
            before = before[:kept] + self.options[at:at + added]
            at += added
            yield before

    def _remarks(self) -> dict[int, RecordRemark]:
        found, at = {}, -1
        for remark in self.message.remarks:
            at += remark.acts
            # 0 would be a second remark on the same act, of which only one could be kept.
            if not remark.acts or at >= len(self.acts):
                raise RecordError(f"is damaged: its columns have a remark on act {at + 1} of {len(self.acts)}")
            found[at] = remark
        return found

    def _check_times(self) -> None:
        """Check that there are as many times as answers, and remarks only where they can stand."""
        untimed = list(self.message.untimed_steps)
        if untimed != sorted(self.untimed) or (untimed and not 0 < untimed[0] <= untimed[-1] <= len(self.counts)):
            raise RecordError("is damaged: its column untimed_steps is out of order or out of range")
        unanswered = self._acts_without_timing()
        for at, remark in self.remarks.items():
            if at in unanswered and (remark.rejections or remark.annotation or remark.evidence or
                                     remark.input_tokens or remark.output_tokens or remark.origin):
                raise RecordError(f"is damaged: its columns have a remark on act {at + 1}, which has no timing")
        answers = len(self.acts) - len(unanswered)
        for name in TIMES:
            if len(getattr(self.message, name)) not in {0, answers}:
                raise _misfit(name, len(getattr(self.message, name)), answers)
        if len(self.think_low_us) != answers:
            raise _misfit("think_low_us", len(self.think_low_us), answers)
        timed = [seat for at, (_, seat, _, _) in enumerate(self.acts) if at not in unanswered]
        # Without a bank and unusual charges no time depends on the one before, so they need not be added up answer by
        # answer.
        if not (self.message.charged_more_us or self.message.bank_change_us):
            self._check_usual_times(timed)
            return
        seats: dict[int, SeatTimes] = {}
        for seat, each in zip(timed, self._times(), strict=True):
            if not seats.setdefault(seat, SeatTimes()).fits(each):
                raise _out_of_range()

    def _check_usual_times(self, timed: list[int]) -> None:
        """Check the times of answers by these seats, none charged otherwise than expected and none with a bank.

        Only a transport time below the expected one can then be out of range, besides a think time.
        """
        message = self.message
        # Without its low byte: together they must stay below 2**63.
        if max(message.think_high_us, default=0) >> 55:
            raise _out_of_range()
        if min(message.transport_more_us, default=0) >= 0:
            return
        before = {seat: SeatTimes() for seat in set(timed)}
        high = message.think_high_us or repeat(0, len(timed))
        for seat, more, low, transport in zip(timed, high, self.think_low_us, message.transport_more_us, strict=True):
            times = before[seat]
            if times.least + transport < 0:
                raise _out_of_range()
            times.add(more << 8 | low)

    def _acts_without_timing(self) -> set[int]:
        """Return the numbers, from 0, of the acts of chance, and of those in steps without timings."""
        chance = [question.chance for question in self.questions]
        found = {at for at, index in enumerate(self.message.asked) if chance[index]}
        if self.untimed:
            ends = list(accumulate(self.counts))
            for number in self.untimed:
                found.update(range(ends[number - 1] - self.counts[number - 1], ends[number - 1]))
        return found

    def _times(self) -> Iterator[tuple[int, ...]]:
        """Yield the numbers of each answer, beginning with its think time; a column that was left out has zeros."""
        answers = len(self.think_low_us)
        high, *others = (getattr(self.message, name) or repeat(0, answers) for name in TIMES)
        think = (each << 8 | low for each, low in zip(high, self.think_low_us, strict=True))
        return zip(think, *others, strict=True)


def entries_of(columns: RecordColumns) -> Iterator[RecordEntry]:
    """Yield columns as entries of a file: one for each group, or several if one would be too large."""
    for group in _GROUPS:
        part = RecordColumns()
        for name in group:
            if name == "options_url":
                part.options_url = columns.options_url
            elif name not in _BYTES:
                getattr(part, name).extend(getattr(columns, name))
            elif data := b"".join(getattr(columns, name)):
                getattr(part, name).append(data)
        yield from _entries(part)


def _prompts(message: RecordColumns, options: Iterator[bytes]) -> list[PromptColumns]:
    """Return the prompts with their options. Raises RecordError."""
    number = len(message.prompts)
    for name in ("prompt_options", "prompt_fixed", "prompt_count"):
        if len(getattr(message, name)) != number:
            raise _misfit(name, len(getattr(message, name)), number)
    found, picks = [], iter(message.option_picks)
    for prompt, size, fixed, count in zip(message.prompts, message.prompt_options, message.prompt_fixed,
                                          message.prompt_count, strict=True):
        own = list(islice(options, size))
        if any(a >= b for a, b in pairwise(own)):
            raise RecordError(f"is damaged: the options of {prompt!r} in its columns are out of order")
        own_picks = list(islice(picks, size)) if fixed else None
        if fixed > 1 or len(own) != size or (own_picks is not None and len(own_picks) != size):
            raise RecordError("is damaged: its columns have fewer options than its prompts need")
        whole = [OPTION_TAG + varint(len(option)) + option for option in own]
        found.append(PromptColumns(prompt, whole, count - 1 if count else None, own_picks))
    if next(options, None) is not None or next(picks, None) is not None:
        raise RecordError("is damaged: its columns have more options than its prompts need")
    return found


def _questions(message: RecordColumns, prompts: list[PromptColumns]) -> list[QuestionColumns]:
    """Return the questions. Raises RecordError."""
    found, streams = [], iter(message.streams)
    for each in message.questions:
        number, chance = each >> 1, bool(each & 1)
        stream = next(streams, None) if chance else ""
        if stream is None or number >= len(prompts):
            raise RecordError("is damaged: its columns have fewer prompts or streams than its questions need")
        found.append(QuestionColumns(number, prompts[number], stream, chance))
    if next(streams, None) is not None or {each.number for each in found} != set(range(len(prompts))):
        raise RecordError("is damaged: its columns have more prompts or streams than its questions need")
    return found


def _out_of_range() -> RecordError:
    return RecordError("is damaged: a time in its columns is out of range")


def _misfit(name: str, found: int, right: int) -> RecordError:
    return RecordError(f"is damaged: its column {name} has {found} values, should be {right}")


def check_values(message: RecordColumns) -> None:
    """Check the lengths of columns that are still being read, before more is read. Raises RecordError."""
    for column, values in message.ListFields():
        most = MOST_QUESTIONS if column.name in {"prompts", "questions"} else MOST_VALUES
        if column.name != "options_url" and len(values) > most:
            raise RecordError(f"is damaged: its column {column.name} has more than {most} values")
    if len(message.remarks) > len(message.asked):
        raise RecordError("is damaged: its columns have more remarks than acts")


def _entries(part: RecordColumns) -> Iterator[RecordEntry]:
    """Yield a group of columns as one entry, or as several; as none if it is empty."""
    if part.ByteSize() <= _PIECE_BYTES:
        if part.ByteSize():
            yield RecordEntry(columns=part)
        return
    for column, values in part.ListFields():
        name = column.name
        if name == "options_url":
            yield RecordEntry(columns=RecordColumns(options_url=values))
            continue
        for piece in _pieces(values, whole=name not in _BYTES):
            entry = RecordEntry()
            getattr(entry.columns, name).extend(piece)
            yield entry


def _pieces(values: Sequence[Any], *, whole: bool) -> Iterator[list[Any]]:
    """Yield the values of a column in lists that fit into an entry each; cut its one value if not `whole`."""
    if not whole:
        (data,) = values
        yield from ([data[at:at + _PIECE_BYTES]] for at in range(0, len(data), _PIECE_BYTES))
        return
    piece, size = list[Any](), 0
    for value in values:
        own = 10 if isinstance(value, int) else 4 + (4 * len(value) if isinstance(value, str) else value.ByteSize())
        if piece and size + own > _PIECE_BYTES:
            yield piece
            piece, size = [], 0
        piece.append(value)
        size += own
    yield piece
