"""Messages as lines of JSON, and answers from them, for bots without protobuf: see docs/stdio.md."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from functools import reduce
from typing import Any as Anything

from google.protobuf.any_pb2 import Any
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.json_format import MessageToDict, ParseDict, ParseError
from google.protobuf.message import Message

from lawspeaker.v1.referee_service_pb2 import Answer
from lawspeaker_bot.errors import BotError, NoStubs
from lawspeaker_bot.messages import unpack

SHOWN = 80
"""Characters of a wrong line that an error quotes."""

_Path = tuple[FieldDescriptor | int, ...]
"""The path to a message inside another one: fields, and indices into repeated fields."""


class NoAnswer(BotError):
    """A line that is not an answer."""


def line_of(kind: str, message: Message) -> bytes:
    """Return a line such as `{"decisionRequest":{...}}` with its newline: protobuf's JSON in ASCII, all fields."""
    return json.dumps({kind: _as_object(message)}, separators=(",", ":")).encode() + b"\n"


def answer_of(line: bytes) -> Answer:
    """Return the answer of a line: `{"answer": {...}}`, `{"picks": [...]}`, `[...]` or `{"resign": true}`. Raises
    NoAnswer.

    A short answer has neither match_id nor decision_id.
    """
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        raise NoAnswer(f"{_shown(line)} is not JSON; an answer looks like [0], and remarks go to stderr") from None
    body = {"picks": said} if isinstance(said, list) else said
    if isinstance(body, dict) and body.keys() == {"answer"}:
        body = body["answer"]
    if not isinstance(body, dict) or not ("picks" in body or body.get("resign") is True):
        raise NoAnswer(f'{_shown(line)} is no answer; it looks like {{"answer": {{"matchId": ..., "decisionId": ..., '
                       '"picks": [0]}}}, or [0] in short')
    try:
        answer = ParseDict(body, Answer())
    except (ParseError, SystemError, OverflowError) as error:  # also half a surrogate pair, Infinity
        raise NoAnswer(f"{_shown(line)} is no answer: {' '.join(str(error).split())}") from None
    if bool(answer.match_id) != bool(answer.decision_id):
        raise NoAnswer(f"{_shown(line)} says only one of matchId and decisionId; it needs both, or neither")
    return answer


def _shown(line: bytes) -> str:
    text = line.decode(errors="replace").strip()
    return repr(text if len(text) <= SHOWN else text[:SHOWN] + "...")


def _as_object(message: Message) -> dict[str, Anything]:
    """Return the message as JSON values, its own fields by number; an unknown Any keeps its bytes in base64."""
    unknown = [(path, box) for path, box in _boxes(message) if not _known(box)]
    if unknown:
        printed = type(message)()
        printed.CopyFrom(message)
        for path, _ in unknown:
            reduce(_in_message, path, printed).Clear()
    else:
        printed = message
    by_name = MessageToDict(printed, always_print_fields_with_no_presence=True)
    for path, box in unknown:
        reduce(_in_object, path, by_name).update({"@type": box.type_url, "value": b64encode(box.value).decode()})
    names = [field.json_name for field in message.DESCRIPTOR.fields]
    return {name: by_name[name] for name in names if name in by_name}


def _boxes(message: Message, path: _Path = ()) -> Iterator[tuple[_Path, Any]]:
    """Yield every Any in a message with its path, without looking inside."""
    for field, value in message.ListFields():
        if field.message_type is None:
            continue
        parts = [(*path, field)] if isinstance(value, Message) else [(*path, field, i) for i in range(len(value))]
        for part, inner in zip(parts, [value] if isinstance(value, Message) else value, strict=True):
            if isinstance(inner, Any):
                yield part, inner
            else:
                yield from _boxes(inner, part)


def _known(box: Any) -> bool:
    """Return True if the packed message can be read; this loads its stubs."""
    try:
        unpack(box)
    except NoStubs:
        return False
    return True


def _in_message(value: Anything, step: FieldDescriptor | int) -> Anything:
    return value[step] if isinstance(step, int) else getattr(value, step.name)


def _in_object(value: Anything, step: FieldDescriptor | int) -> Anything:
    return value[step if isinstance(step, int) else step.json_name]
