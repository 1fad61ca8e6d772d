"""Plays the columns of a record again and compares them, without making messages of the steps.

This takes half the time of `replay`, and says no more than that something differs; `replay` then says where and what.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from lawspeaker_engine import canon
from lawspeaker_engine.dice import Dice
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Chance, Decision, IllegalAnswer, Option, Picks
from lawspeaker_engine.playing import check
from lawspeaker_engine.shape import SCALARS, fields_of, made_of
from lawspeaker_referee.codec.game_codec import codec
from lawspeaker_referee.match.digest_chain import LINK_BYTES, first_link, next_link
from lawspeaker_referee.record.columns import PackedAct, StepColumns
from lawspeaker_referee.record.file import Record
from lawspeaker_referee.record.verify.fault_audit import FaultAudit, RecordDiffers


class ColumnsDiffer(Exception):
    """The columns of a record are not what the rules lead to."""


def replay_columns(record: Record, game: Game[Any], state: Any, dice: Dice, faults: FaultAudit) -> bytes:
    """Play a finished record from its first state; return the last link.

    Afterwards `state` is the state at the end, and `faults` has the faults of the seats. Raises ColumnsDiffer, and
    RecordError for steps that no match writes.
    """
    columns, header = record.columns, record.header
    link = first_link(header)
    if header.digest != link or columns.options_url != codec(game).options_url:
        raise ColumnsDiffer
    checker = _ActChecker(columns, game, faults)
    pending, apply, draw, acts, digests = game.pending, game.apply, dice.answer, columns.acts, columns.digests
    digest_of = canon.digest
    check_act, check_draw = checker.check_act, checker.check_draw
    at = 0
    for number, count in enumerate(columns.counts):
        question = pending(state)
        if isinstance(question, Chance):
            drawn = draw(question)
            if count != 1:
                raise ColumnsDiffer
            check_draw(at, question, acts[at], drawn)
            answers: tuple[Picks, ...] = (drawn,)
        elif len(question) != count:
            raise ColumnsDiffer
        elif count == 1:
            check_act(number, at, question[0], acts[at])
            answers = (acts[at][2],)
        else:
            for here, decision in enumerate(question, at):
                check_act(number, here, decision, acts[here])
            answers = tuple([act[2] for act in acts[at:at + count]])
        at += count
        apply(state, answers)
        link = next_link(link, answers, digest_of(state))
        if link[:LINK_BYTES] != digests[number * LINK_BYTES:(number + 1) * LINK_BYTES]:
            raise ColumnsDiffer
    return link


class _Question(NamedTuple):
    """The parts of a question in the record that an act of the game is compared with."""

    chance: bool
    prompt: str
    stream: str
    written: Sequence[bytes]
    """The options of the prompt, as they stand in the record."""
    known: list[Option | None]
    """For each of them an option of the game whose encoding was found equal."""


class _ActChecker:
    """Compares acts with the questions that they answer."""

    def __init__(self, columns: StepColumns, game: Game[Any], faults: FaultAudit) -> None:
        self._faults = faults
        self._remarks = columns.remarks
        self._any_faults = any(remark.fault or remark.origin for remark in columns.remarks.values())
        """While there are no faults and stand-ins, none need be counted: only decisions with them can lose a seat."""
        self._encode = codec(game).options
        known: list[list[Option | None]] = [[None] * len(each.options) for each in columns.prompts]
        self._questions = [_Question(each.chance, each.prompt.name, each.stream, each.prompt.options,
                                     known[each.number]) for each in columns.questions]

    def check_act(self, number: int, at: int, decision: Decision, act: PackedAct) -> None:
        """Check act `at`, in step `number`, both from 0. Raises ColumnsDiffer."""
        index, seat, picks, taken = act
        chance, prompt, _, written, known = self._questions[index]
        if seat != decision.seat or chance or prompt != decision.prompt:
            raise ColumnsDiffer
        if not (len(picks) == 1 and decision.least <= 1 <= decision.most and picks[0] < len(decision.options)):
            try:
                if check(decision, picks) != picks:
                    raise ColumnsDiffer
            except IllegalAnswer:
                raise ColumnsDiffer from None
        if self._any_faults:
            remark = self._remarks.get(at)
            try:
                fault, origin = (remark.fault, remark.origin) if remark is not None else (0, 0)
                self._faults.check(number + 1, fault, origin, decision, picks)
            except RecordDiffers:
                raise ColumnsDiffer from None
        self._check_options(written, known, decision.options, picks, taken)

    def check_draw(self, at: int, chance: Chance, act: PackedAct, drawn: Picks) -> None:
        """Check act `at`, from 0, against what chance drew. Raises ColumnsDiffer."""
        index, _, picks, taken = act
        of_chance, prompt, stream, written, known = self._questions[index]
        if (not of_chance or picks != drawn or stream != chance.stream or prompt != chance.prompt
                or (self._any_faults and at in self._remarks)):
            raise ColumnsDiffer
        self._check_options(written, known, chance.options, picks, taken)

    def _check_options(self, written: Sequence[bytes], known: list[Option | None], options: Sequence[Option],
                       picks: Picks, taken: tuple[int, ...]) -> None:
        """Check that the options taken are those that the picks name."""
        for pick, index in zip(picks, taken, strict=True):
            option, seen = options[pick], known[index]
            if seen is option or (seen is not None and seen == option):
                continue
            if self._encode((option,)) != written[index]:
                raise ColumnsDiffer
            lists = _LISTS[type(option)]
            if not (lists and any(isinstance(getattr(option, name), list) for name in lists)):
                known[index] = option


class _Lists(dict[type, tuple[str, ...]]):
    """By class of options: its fields that may hold a list, which is one of the state and may change."""

    def __missing__(self, kind: type) -> tuple[str, ...]:
        names = self[kind] = tuple(name for name, each in fields_of(kind).items() if not made_of(each.shape, SCALARS))
        return names


_LISTS: Final = _Lists()
