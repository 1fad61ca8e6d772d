"""The texts of a record's decisions, as the bots got them, or would have got them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from lawspeaker.v1.referee_service_pb2 import DecisionText
from lawspeaker_engine.model import CHANCE, Seat
from lawspeaker_referee.host.reopened_decision import reopened
from lawspeaker_referee.record.file import Record
from lawspeaker_referee.record.verify.replay import replay


@dataclass(frozen=True, slots=True)
class RecordedText:
    """The texts that a seat's bot got with a decision."""

    step: int
    """The number of the step, from 1."""
    seat: Seat
    start: str
    """The text of the match's start, for this seat."""
    text: DecisionText


def recorded_texts(record: Record, wanted: Callable[[Seat], bool]) -> Iterator[RecordedText]:
    """Yield the texts of the decisions that bots of the wanted seats were asked, in order: nothing that a seat could
    not know, and nothing for a seat whose bot had left.

    Raises RecordError if the record cannot be played here, and RecordDiffers if it does not follow the rules.
    """
    match = reopened(record)
    for played, step in zip(replay(record), record.iter_steps(), strict=True):
        for act in step.acts:
            if act.seat == CHANCE or not wanted(act.seat) or (decision := match.next_decision(act.seat)) is None:
                continue
            start, text = match.told(decision)
            yield RecordedText(played.number, act.seat, start, text)
        match.repeat(played.answers, step)
