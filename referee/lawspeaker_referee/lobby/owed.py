"""Ends of matches that bots have not heard of: they are told when they come back."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final

from lawspeaker.v1.record_pb2 import RecordFooter
from lawspeaker_referee.match.opening import match_over
from lawspeaker_referee.network.stream import BotStream

MOST: Final = 1024
"""Ends that are kept for the bots of a token."""


class Owed:
    """By token: what its bots are told when they come back."""

    def __init__(self) -> None:
        self._ends: dict[str, deque[bytes]] = {}

    def tell(self, identities: Sequence[str], match_id: str, footer: RecordFooter, here: Iterable[BotStream]) -> None:
        """Tell those bots how a match ended: at once if they are among those here, or else when they come."""
        data = match_over(match_id, footer).SerializeToString()
        for identity in filter(None, identities):
            streams = [stream for stream in here if stream.hello.identity == identity]
            for stream in streams:
                stream.send(data)
            if not streams:
                self._ends.setdefault(identity, deque(maxlen=MOST)).append(data)

    def pay(self, stream: BotStream) -> None:
        """Tell a bot that has come all that is owed to it."""
        for data in self._ends.pop(stream.hello.identity, ()):
            stream.send(data)
