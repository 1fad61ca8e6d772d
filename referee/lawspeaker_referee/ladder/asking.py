"""Asks a ladder for its standings, as a spectator."""

from __future__ import annotations

from typing import Any, Final

import grpc

from lawspeaker.v1.ladder_service_pb2 import GetStandingsRequest
from lawspeaker.v1.ladder_service_pb2_grpc import LadderServiceStub
from lawspeaker_bot.printable import printable
from lawspeaker_bot.tls import CA_VARIABLE, hint
from lawspeaker_referee.ladder.standings import Standings, of_message

WITHIN: Final = 5.0
"""Seconds that an answer may take."""
MOST_RECEIVED: Final = 64 << 20
"""Bytes of an answer; a bot takes about a hundred."""


class NotTold(Exception):
    """Why there are no standings, in a line."""


class Spectator:
    """Asks one referee, again and again if need be."""

    def __init__(self, address: str, credentials: grpc.ChannelCredentials | None = None) -> None:
        """`address` is HOST:PORT; without credentials the connection is in clear."""
        self._address, self._encrypted = address, credentials is not None
        options = [("grpc.max_receive_message_length", MOST_RECEIVED)]
        self._channel = (grpc.insecure_channel(address, options) if credentials is None
                         else grpc.secure_channel(address, credentials, options))

    def ask(self) -> Standings:
        """The standings of now. Raises NotTold."""
        stub: Any = LadderServiceStub(self._channel)  # type: ignore[no-untyped-call]
        try:
            return of_message(stub.GetStandings(GetStandingsRequest(), timeout=WITHIN))
        except grpc.RpcError as error:
            raise NotTold(self._told(error)) from None

    def close(self) -> None:
        """Hang up."""
        self._channel.close()

    def _told(self, error: Any) -> str:
        code, details = error.code(), error.details() or ""
        if code is grpc.StatusCode.UNIMPLEMENTED:
            return (f"{self._address} is a referee without a ladder, or of an older version; `lawspeaker serve "
                    "--ladder` runs one")
        if code is grpc.StatusCode.DEADLINE_EXCEEDED:
            return f"{self._address} does not answer within {WITHIN:g} s"
        if why := hint(details, encrypted=self._encrypted):
            also = " or give --tls-ca FILE" if why.endswith(CA_VARIABLE) else ""
            return f"no standings from {self._address}: {why}{also}"
        if "onnection refused" in details:
            return f"nobody listens at {self._address}; is the ladder running, and is the address right?"
        if "HTTP/2" in details:
            return f"{self._address} does not speak gRPC; give the address where bots dial in, not that of the page"
        return f"no standings from {self._address}: {printable(details)}"
