"""The messages of every decision, written straight to the wire: making them out of objects costs more than the rules.

The bytes are those that the protobuf library would write for the same messages; the tests hold both against each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from google.protobuf.descriptor import FieldDescriptor

from lawspeaker.v1.match_pb2 import Act
from lawspeaker.v1.record_pb2 import RecordEntry, RecordStep, Timing
from lawspeaker.v1.referee_service_pb2 import DecisionRequest, PlayResponse
from lawspeaker_engine.model import Decision, Picks
from lawspeaker_referee.codec.encoder import varint

_VARINT_TYPES: Final = {
    FieldDescriptor.TYPE_BOOL, FieldDescriptor.TYPE_ENUM, FieldDescriptor.TYPE_INT64, FieldDescriptor.TYPE_SINT32,
    FieldDescriptor.TYPE_UINT32, FieldDescriptor.TYPE_UINT64,
}


def _tags(message: Any) -> dict[str, bytes]:
    """The tag of every field of a message, by name; takes the class's DESCRIPTOR."""
    return {
        field.name: varint(field.number << 3 | (field.type not in _VARINT_TYPES or _is_packed(field)) * 2)
        for field in message.fields
    }


def _is_packed(field: FieldDescriptor) -> bool:
    return bool(field.is_repeated and field.type in _VARINT_TYPES)


_ACT, _REQUEST, _STEP, _TIMING = (_tags(kind.DESCRIPTOR) for kind in (Act, DecisionRequest, RecordStep, Timing))
_IN_RESPONSE: Final = _tags(PlayResponse.DESCRIPTOR)["decision_request"]
_IN_ENTRY: Final = _tags(RecordEntry.DESCRIPTOR)["step"]


def _length(tag: bytes, data: bytes) -> bytes:
    """A field of a message, text or bytes; the caller leaves out empty ones where proto3 does."""
    return tag + varint(len(data)) + data


def _number(tag: bytes, value: int) -> bytes:
    """A field of a number; nothing for 0. Raises ValueError for one below zero, which would become another one."""
    if value < 0:
        raise ValueError(f"{value} is below zero")
    return tag + varint(value) if value else b""


def _picks(tag: bytes, picks: Sequence[int]) -> bytes:
    return _length(tag, b"".join(map(varint, picks))) if picks else b""


@cache
def _head(seat: int, prompt: str) -> bytes:
    """The first two fields of an act; the same few come again and again."""
    zigzag = seat << 1 if seat >= 0 else -seat * 2 - 1
    return _number(_ACT["seat"], zigzag) + _length(_ACT["prompt"], prompt.encode())


_HIDDEN: Final = _ACT["hidden"] + b"\x01"


def _tail(fault: int, stream: str) -> bytes:
    return _number(_ACT["fault"], fault) + (_length(_ACT["stream"], stream.encode()) if stream else b"")


def full_act(seat: int, prompt: str, picks: Picks, chosen: bytes, *, fault: int, stream: str) -> bytes:
    """What a seat or chance did, with everything in it: for records, and for the seat's own eyes."""
    head = _head(seat, prompt) + _picks(_ACT["picks"], picks)
    return head + _length(_ACT["chosen"], chosen) + _tail(fault, stream)


def seen_act(seat: int, prompt: str, chosen: bytes, *, fault: int, stream: str) -> bytes:
    """The act as those see it who may see what was taken: not the indices, which would tell what else was on offer."""
    return _head(seat, prompt) + _length(_ACT["chosen"], chosen) + _tail(fault, stream)


def hidden_act(seat: int, prompt: str, stream: str) -> bytes:
    """The act as the others see it; not even a fault is told, since it would tell that the default was taken."""
    return _head(seat, prompt) + _HIDDEN + _tail(0, stream)


def event(act: bytes) -> bytes:
    """An act as a field of a request."""
    return _length(_REQUEST["events"], act)


def timing(
    think_us: int, annotation: str, rejections: int, lag_us: int, *, charged_us: int = 0, transport_us: int = 0,
    compensated_us: int = 0, bank_left_us: int = 0, evidence: str = "",
) -> bytes:
    """How an answer came about, as a field of a step."""
    return timing_field(b"".join((
        _number(_TIMING["think_us"], think_us),
        _length(_TIMING["annotation"], annotation.encode()) if annotation else b"",
        _number(_TIMING["rejections"], rejections),
        _number(_TIMING["lag_us"], lag_us),
        _number(_TIMING["charged_us"], charged_us),
        _number(_TIMING["transport_us"], transport_us),
        _number(_TIMING["compensated_us"], compensated_us),
        _number(_TIMING["bank_left_us"], bank_left_us),
        _length(_TIMING["evidence"], evidence.encode()) if evidence else b"",
    )))


def timing_field(data: bytes) -> bytes:
    """A Timing as a field of a step."""
    return _length(_STEP["timing"], data)


def step_entry(acts: Sequence[bytes], digest: bytes, timings: Sequence[bytes]) -> bytes:
    """A RecordEntry of a step."""
    parts = [_length(_STEP["acts"], act) for act in acts]
    return _length(_IN_ENTRY, b"".join((*parts, _length(_STEP["digest"], digest), *timings)))


class RequestWriter:
    """Writes the requests of one match."""

    def __init__(self, match_id: str, move_time_ms: int) -> None:
        self._match_id = _length(_REQUEST["match_id"], match_id.encode())
        self._time_left = _number(_REQUEST["time_left_ms"], move_time_ms)

    def request(
        self, decision_id: int, decision: Decision, options: bytes, view: bytes, events: Sequence[bytes], *,
        last_charged_us: int, time_left_ms: int | None = None, bank_left_ms: int = 0, text: bytes = b"",
    ) -> bytes:
        """A PlayResponse with the request; options and view are whole `Any` messages, events come from `event`.

        Without `time_left_ms` the time left is the move time. `text` is a DecisionText, for a bot that wants it.
        """
        return _length(_IN_RESPONSE, b"".join((
            self._match_id,
            _number(_REQUEST["decision_id"], decision_id),
            _length(_REQUEST["prompt"], decision.prompt.encode()),
            _number(_REQUEST["least"], decision.least),
            _number(_REQUEST["most"], decision.most),
            _number(_REQUEST["ordered"], decision.ordered),
            _picks(_REQUEST["default_picks"], decision.default),
            _number(_REQUEST["option_count"], len(decision.options)),
            _length(_REQUEST["options"], options),
            _length(_REQUEST["view"], view),
            *events,
            self._time_left if time_left_ms is None else _number(_REQUEST["time_left_ms"], time_left_ms),
            _number(_REQUEST["last_charged_us"], last_charged_us),
            _number(_REQUEST["bank_left_ms"], bank_left_ms),
            _length(_REQUEST["text"], text) if text else b"",
        )))
