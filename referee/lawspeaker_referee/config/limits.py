"""Limits of what one bot may ask of the referee, as data, and the bucket that measures its rate of messages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

MOST_MATCHES: Final = 1024
"""The most matches on one stream, even if bot and operator ask for more."""
PING_ALLOWED_EVERY: Final = 5.0
"""Seconds between a bot's keepalive pings that are always allowed; a bot that pings more often is cut off."""
HANDSHAKE_WITHIN: Final = 10.0
"""Seconds that the handshake of a connection may take, TLS included."""
IDLE_CONNECTION: Final = 10.0
"""Seconds after which a connection without a call is closed; a bot opens a call at once."""
HARD_LIMIT: Final = 4
"""A message this many times longer than allowed is not received, and its stream ends without a goodbye."""
SPARE_CONNECTIONS: Final = 64
"""Connections besides those of bots, such as health probes."""
MORE_CONNECTIONS: Final = 8192
"""Connections that gRPC accepts beyond these limits, until the referee cuts off those that are too many."""
WINDOW: Final = 64 << 10
"""Bytes of a stream that may wait to be read."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of bots; times are seconds."""

    message_bytes: int = 64 << 10
    """The longest message from a bot. An answer has at most some hundred small numbers and a remark of 4096 bytes."""
    message_rate: float = 50.0
    """Messages a second that a stream may send beyond one answer to each request; a faster stream is read slower."""
    message_burst: int = 200
    """Such messages that may come at once."""
    flood_patience: float = 5.0
    """A stream that exceeds its rate for this long is ended."""
    streams: int = 1024
    """Bots connected at once."""
    streams_a_token: int = 16
    """Streams of one token at once."""
    matches_a_stream: int = 8
    """Matches at once on one stream, of as many as the bot asks for."""
    cpu_share: float = 0.1
    """The share of a core that one token may use for returns, texts, positions and refusals; 0 for no limit."""
    cpu_burst: float = 1.0
    """Seconds of CPU time that it may use at once."""
    return_rate: float = 0.2
    """Returns a second of one token: streams that take back seats of running matches; 0 for no limit."""
    return_burst: int = 32
    """Returns that may come at once."""
    strangers: int = 256
    """Streams that may be between their beginning and Hello, each of which costs memory."""
    strangers_an_address: int = 64
    """Such streams, and connections without a bot, that one address may have."""
    hello_within: float = 10.0
    """Seconds from the beginning of a stream to Hello."""
    queued: int = 4096
    """Messages that may wait for a bot that does not read; the next one cuts it off."""
    batch: int = 64
    """Messages in one, either way, of a bot that takes them so; 1 for no batches."""
    keepalive: float = 20.0
    """A connection that is silent for this long is pinged; its answer may take half as long."""

    @property
    def connections(self) -> int:
        """Return the number of connections that may stay."""
        return self.streams + self.most_strange_connections

    @property
    def most_strange_connections(self) -> int:
        """Return the number of connections without a bot."""
        return self.strangers + SPARE_CONNECTIONS

    def channel_options(self) -> list[tuple[str, Any]]:
        """Return the options of the gRPC server."""
        keepalive_ms = max(1, round(self.keepalive * 1000))
        return [
            ("grpc.max_receive_message_length", self.message_bytes * HARD_LIMIT),
            ("grpc.so_reuseport", 0),  # otherwise a port that is in use would be shared
            ("grpc.max_concurrent_streams", 1024),  # on one connection
            ("grpc.max_allowed_incoming_connections", self.connections + MORE_CONNECTIONS),
            # Otherwise, once strangers leave a thousand calls open, gRPC refuses any call, also those of bots.
            ("grpc.server.max_pending_requests", MORE_CONNECTIONS),
            ("grpc.server.max_pending_requests_hard_limit", 2 * MORE_CONNECTIONS),
            ("grpc.server_handshake_timeout_ms", round(HANDSHAKE_WITHIN * 1000)),
            ("grpc.max_connection_idle_ms", round(IDLE_CONNECTION * 1000)),
            ("grpc.keepalive_time_ms", keepalive_ms),
            ("grpc.keepalive_timeout_ms", max(1, keepalive_ms // 2)),
            ("grpc.http2.ping_timeout_ms", max(1, keepalive_ms // 2)),  # without it gRPC waits a minute all the same
            ("grpc.http2.max_pings_without_data", 0),  # a bot that thinks for an hour is asked all the while
            # Otherwise gRPC buffers the more unread data the more a connection carries: tens of megabytes for each
            # stream that is read more slowly than it sends.
            ("grpc.http2.bdp_probe", 0),
            ("grpc.http2.lookahead_bytes", WINDOW),
            ("grpc.http2.min_ping_interval_without_data_ms", round(PING_ALLOWED_EVERY * 1000)),
        ]


OWN_BOTS: Final = Limits(matches_a_stream=MOST_MATCHES, cpu_share=0.0, return_rate=0.0)
"""Limits of bots that the referee starts itself, as many and as busy as its operator says."""


class Bucket:
    """Measures how fast a stream talks beyond what it was asked; times are seconds of the caller's monotonic clock.

    An answer to a request is free, so that no bot is slow because it is quick: a request pays for one message, and as
    many requests can pay as are open at once. Everything else takes from a bucket of `burst` messages that fills with
    `rate` a second.
    """

    def __init__(self, rate: float, burst: int, now: float) -> None:
        self._rate, self._burst = rate, float(burst)
        self._level, self._at = self._burst, now
        self._paid = 0
        self._slow_since: float | None = None

    def asked(self, most: int) -> None:
        """Count a request that goes out; `most` can be open at once."""
        self._paid = min(self._paid + 1, most)

    def take(self, now: float) -> float:
        """Count a message, and return the seconds that the next one must wait."""
        self._fill(now)
        if self._level >= self._burst:
            self._slow_since = None
        if self._paid:
            self._paid -= 1
            return 0.0
        self._level -= 1.0
        if self._level >= 0.0:
            return 0.0
        if self._slow_since is None:
            self._slow_since = now
        return -self._level / self._rate

    def has_room(self, now: float) -> bool:
        """Return whether there is room for a message."""
        self._fill(now)
        return self._level >= 1.0

    def spare(self, now: float) -> bool:
        """Count a message if there is room for it; return False if there is none, and it must be refused."""
        if not self.has_room(now):
            return False
        self._level -= 1.0
        return True

    def _fill(self, now: float) -> None:
        self._level = min(self._burst, self._level + (now - self._at) * self._rate)
        self._at = now

    def slow_for(self, now: float) -> float:
        """Return the seconds since the stream first had to wait; 0 once the bucket has been full again."""
        return 0.0 if self._slow_since is None else now - self._slow_since
