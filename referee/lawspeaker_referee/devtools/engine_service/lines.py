"""A session by lines of JSON: a request a line, and a response a line, each protobuf's JSON of the message."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from google.protobuf.json_format import Parse, ParseError

from lawspeaker.v1.engine_service_pb2 import EngineErrorReason, SessionRequest, SessionResponse
from lawspeaker_bot.json_lines import line_of
from lawspeaker_referee.devtools.engine_service.session import EngineSession, error_response


def answered_lines(session: EngineSession, lines: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the response to each line; empty lines have none. A line that is no request is answered by an error."""
    for line in lines:
        if line.strip():
            response = _answer(session, line)
            kind = response.WhichOneof("message")
            assert kind is not None
            yield line_of(SessionResponse.DESCRIPTOR.fields_by_name[kind].json_name, getattr(response, kind))


def _answer(session: EngineSession, line: bytes) -> SessionResponse:
    try:
        request = Parse(line.decode(), SessionRequest())
    except (ParseError, UnicodeDecodeError, RecursionError, SystemError) as error:  # SystemError: half a surrogate pair
        return error_response(EngineErrorReason.ENGINE_ERROR_REASON_BAD_REQUEST, ValueError(
            f"the line is no request: {' '.join(str(error).split())}; one looks like "
            + json.dumps({"describe": {"positions": [1]}})))
    return session.answer(request)
