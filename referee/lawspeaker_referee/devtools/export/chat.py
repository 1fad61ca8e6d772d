"""Decisions as JSON lines of chat messages, for fine-tuning: what a model is asked, and what it answered.

A line is a decision that leaves a choice and that the seat's bot answered itself. Its messages are those of a
transcript, where there is one of this answer, or else what a chat bot sends for the decision and the answer in the form
that it asks for.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, ClassVar, Final

import msgspec

from lawspeaker.v1.referee_service_pb2 import DecisionRequest, DecisionText, MatchStarted
from lawspeaker_bot.chat import first_messages, leaves_a_choice
from lawspeaker_bot.chat_budget import transcript_name
from lawspeaker_bot.chat_memory import Memory, Remembering
from lawspeaker_bot.chat_reply import reply_in
from lawspeaker_bot.chat_words import parse_words
from lawspeaker_bot.decision import Decision, Match
from lawspeaker_bot.errors import BotError, WrongAnswer
from lawspeaker_bot.model_answer import parse_answer
from lawspeaker_engine.model import CHANCE, Picks, Seat
from lawspeaker_referee.devtools.export.columns import SCHEMA
from lawspeaker_referee.devtools.export.jsonl import JsonLinesWriter
from lawspeaker_referee.devtools.export.rows import CannotExport, DecisionsOfRecord
from lawspeaker_referee.host.reopened_decision import reopened
from lawspeaker_referee.record.file import Record
from lawspeaker_referee.record.verify.decisions import RecordedDecision
from lawspeaker_referee.record.verify.replay import replay

Messages = list[dict[str, Any]]

FROM_TRANSCRIPT: Final = "transcript"
FROM_RECORD: Final = "record"


@dataclass(frozen=True, slots=True)
class RecordedText:
    """The texts that a seat's bot got with a decision."""

    step: int
    """The number of the step, from 1."""
    seat: Seat
    start: str
    """The text of the match's start, for this seat."""
    text: DecisionText


@dataclass(frozen=True, slots=True)
class ChatLines:
    """The format. A line has `schema`, `messages`, `messages_from`, and the columns but features and options."""

    is_text: ClassVar[bool] = True

    transcripts: Path | None = None
    """The folder of `lawspeaker-bot chat --transcripts`; None to take everything from records."""

    def rows(self, decisions: DecisionsOfRecord) -> bytes | None:
        """Return the lines of a record. Raises CannotExport for a transcript that cannot be read."""
        header = decisions.record.header
        texts = {(text.step, text.seat): text
                 for text in _texts(decisions.record, decisions.wants_seat)}
        kept = _transcript(self.transcripts, header.match_id) if self.transcripts is not None else {}
        encode, lines = msgspec.json.Encoder().encode, []
        for found in decisions:
            text = texts.get((found.step, found.decision.seat))
            if found.fault or found.origin or text is None:
                continue
            asked = _asked(header.match_id, found, text)
            if not leaves_a_choice(asked):
                continue
            messages = _in_transcript(kept.get((asked.seat, asked.decision_id), []), asked, found.picks)
            source = FROM_TRANSCRIPT if messages else FROM_RECORD
            lines.append(encode({
                "schema": SCHEMA, **decisions.question(found), "messages": messages or _in_record(asked, found),
                "messages_from": source, **decisions.answer(found)}) + b"\n")
        decisions.count = len(lines)
        return b"".join(lines) or None

    def writer(self, file: BinaryIO) -> JsonLinesWriter:
        """Return a writer to a file."""
        return JsonLinesWriter(file)


def _texts(record: Record, wanted: Callable[[Seat], bool]) -> Iterator[RecordedText]:
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


def _asked(match_id: str, found: RecordedDecision, text: RecordedText) -> Decision:
    """Return a decision as its bot got it, as far as texts and answers need it."""
    asked = found.decision
    request = DecisionRequest(
        match_id=match_id, decision_id=found.decision_id, prompt=asked.prompt, least=asked.least, most=asked.most,
        ordered=asked.ordered, option_count=len(asked.options), default_picks=asked.default, text=text.text)
    return Decision(request, Match(MatchStarted(match_id=match_id, seat=asked.seat, text=text.start)))


def _in_record(asked: Decision, found: RecordedDecision) -> Messages:
    """Return what a chat bot sends first, and the recorded answer in the form that it asks for."""
    answer = json.dumps({"reason": found.annotation, "picks": found.picks}, ensure_ascii=False)
    return [*first_messages(asked, Memory(Remembering())), {"role": "assistant", "content": answer}]


def _in_transcript(lines: list[Mapping[str, Any]], asked: Decision, picks: Picks) -> Messages:
    """Return the request whose reply is the recorded answer, with this reply; nothing if there is none."""
    for line in reversed(lines):
        try:
            said = reply_in(line["response"]).said
        except BotError:
            continue
        if _means(asked, said, picks):
            return [*line["request"]["messages"], {"role": "assistant", "content": said}]
    return []


def _means(asked: Decision, said: str, picks: Picks) -> bool:
    """Return whether a model's text is this answer, by the numbers of options or in words."""
    for parse in (parse_answer, parse_words):
        try:
            taken = parse(asked, said, notes=True).picks
        except WrongAnswer:
            continue
        return (taken if asked.ordered else tuple(sorted(taken))) == tuple(picks)
    return False


def _transcript(folder: Path, match_id: str) -> dict[tuple[Seat, int], list[Mapping[str, Any]]]:
    """Return by seat and decision the lines with a response in the transcript of a match; none if there is no file.

    A last line that was cut off is left out. Raises CannotExport.
    """
    path = folder / transcript_name(match_id)
    found: dict[tuple[Seat, int], list[Mapping[str, Any]]] = {}
    try:
        data = path.read_bytes()
        for line in data[:data.rfind(b"\n") + 1].splitlines():
            each = json.loads(line)
            if each["match"] == match_id and each["response"] is not None:
                found.setdefault((each["seat"], each["decision"]), []).append(each)
    except FileNotFoundError:
        pass
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise CannotExport(f"{path} cannot be read as a transcript of a chat bot: {error}") from None
    return found
