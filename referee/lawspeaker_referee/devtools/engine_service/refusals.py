"""Why a request has no answer."""

from __future__ import annotations

from lawspeaker.v1.engine_service_pb2 import EngineErrorReason


class CannotDo(Exception):
    """A request that cannot be done; it has changed nothing."""

    def __init__(self, reason: EngineErrorReason, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class ProgramGone(Exception):
    """The program is gone, so that nobody waits for the answer."""


def bad_request(message: str) -> CannotDo:
    """Return the refusal of a request that does not make sense."""
    return CannotDo(EngineErrorReason.ENGINE_ERROR_REASON_BAD_REQUEST, message)
