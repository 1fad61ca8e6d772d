"""TCP connections of a server, as the kernel reports them; those that are too many or send too much are cut off.

gRPC tells nothing of a connection without a call, nor of frames that belong to none. The kernel tells which descriptors
of this process are connections to its port, and how many bytes came on each (TCP_INFO); the service tells which of them
have bots, and what it read from those. Whatever else came is frames that carry nothing. A connection that is cut off is
shut down as if the other side had hung up, so gRPC closes it in its own way, and the other side gets a reset.
"""

from __future__ import annotations

import socket
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import groupby
from struct import unpack_from
from typing import TYPE_CHECKING, Final, Protocol

from lawspeaker_referee.config.limits import Limits
from lawspeaker_referee.config.proxies import Peer, Proxies, normal, source_of
from lawspeaker_referee.server.metrics import Metrics
from lawspeaker_referee.server.own_sockets import borrowed, hold_descriptor, own_sockets, shut_down
from lawspeaker_referee.server.packet_filter import refuse_connections

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

LOOK_EVERY: Final = 0.25
BOTS_EVERY: Final = 4
"""Connections with a bot are read in one of this many looks only: there may be thousands."""
FLOOD_LOOK_EVERY: Final = 0.03
"""Seconds between two looks while connections are cut off."""
FLOOD_LASTS: Final = 5.0
"""Seconds for which a flood is expected to go on after a connection was cut off for it."""
PATIENCE: Final = 3
"""Connections of an address that are cut off for a flood, soon after each other, before the address is barred."""
BARRED: Final = 10.0
"""Seconds for which an address is barred; they start again with each connection that is cut off."""
MOST_SHARE: Final = 0.05
"""The share of one core that looks may take,"""
LATEST: Final = 1.0
"""unless there were more seconds than this between two looks."""
TOLD_EVERY: Final = 1.0
"""Seconds between two lines of the log, each with all connections that were cut off since the last."""
MOST_TOLD: Final = 5
"""Addresses that such a line names at most."""
SETTLED: Final = 2.0
"""Seconds in which an honest connection says Hello; younger ones do not count for the limit of an address."""

STRANGER_BURST: Final = 32 << 10
STRANGER_RATE: Final = 1 << 10
"""Bytes, and bytes a second, for a connection without a bot: a handshake, a Hello, health probes."""
BOT_BURST: Final = 1 << 20
BOT_RATE: Final = 64 << 10
"""Bytes, and bytes a second, for a connection with a bot besides its messages: pings, window updates, unread bytes."""
MESSAGE_EXTRA: Final = 256
"""Bytes that come along with a message of a bot: frame headers, window updates, TLS records."""
MESSAGE_FACTOR: Final = 2

_BYTES_RECEIVED: Final = 128
"""Offset of tcpi_bytes_received, a u64, in the kernel's struct tcp_info, since Linux 4.1."""
_TCP_INFO_BYTES: Final = _BYTES_RECEIVED + 8


class TrackedStream(Protocol):
    """A bot's stream."""

    heard: int
    """Messages of the stream that were read."""
    heard_bytes: int
    """Bytes of these messages."""

    def flooded(self) -> None:
        """Take note that its connection will be cut off for what it sends besides messages."""


@dataclass(slots=True)
class TcpConnection:
    """A connection, and how much it may send."""

    descriptor: int
    inode: int
    peer: Peer
    since: float
    """The time since which it has had no bot."""
    read_at: float
    """The time of the last look at what it sent."""
    spare: float = STRANGER_BURST
    """Bytes that it may send at once."""
    received: int = 0
    bot: bool = False
    """True if it has a bot, or had one since the last look."""

    @property
    def source(self) -> str:
        """Return the address that limits count."""
        return source_of(self.peer[0])


@dataclass(slots=True)
class Offender:
    """An address whose connections were cut off for what they sent."""

    cut: int = 0
    """Connections, soon after each other."""
    at: float = 0.0
    """The time of the last one."""
    barred_until: float = 0.0


class TcpConnections:
    """Watches the connections of one port; times are seconds of the monotonic clock."""

    def __init__(self, limits: Limits, proxies: Proxies, metrics: Metrics, log: FilteringBoundLogger) -> None:
        self.port = 0
        """The server's port; 0 while none is watched."""
        self.limits, self._proxies, self._metrics, self._log = limits, proxies, metrics, log
        self._known: dict[int, TcpConnection] = {}
        """Inode of the socket -> connection."""
        self._other_sockets: dict[int, int] = {}
        """Descriptor -> inode of other sockets, so that each is inspected once."""
        self._listeners: list[int] = []
        """Descriptors of listening sockets."""
        self._offenders: dict[str, Offender] = {}
        self._barred: list[str] = []
        self._cannot_bar = False
        """True if the kernel has refused a filter, which the log says once."""
        self._bots: defaultdict[Peer, dict[TrackedStream, int]] = defaultdict(dict)
        """The bots of each connection, and the bytes that each had earned at the last look."""
        self._left: Counter[Peer] = Counter()
        """By connection: the bytes that bots earned between the last look and their leaving."""
        self._looked, self._looks = float("-inf"), 0
        """When the last look was, and how many there were."""
        self._flood_until = 0.0
        self._cost = 0.0
        self._cut: Counter[tuple[str, str]] = Counter()
        """Connections that were cut off since the last log line, by reason and address."""
        self._told = float("-inf")
        hold_descriptor()

    @property
    def pause(self) -> float:
        """Return the seconds until the next look."""
        every = FLOOD_LOOK_EVERY if self._looked < self._flood_until else LOOK_EVERY
        return min(max(every, self._cost / MOST_SHARE), LATEST)

    @contextmanager
    def with_bot(self, peer: Peer, bot: TrackedStream) -> Iterator[None]:
        """Mark the connection as one with a bot within this block."""
        self._bots[peer][bot] = 0
        try:
            yield
        finally:
            self._left[peer] += earned(bot) - self._bots[peer].pop(bot)
            if not self._bots[peer]:
                del self._bots[peer]

    def look(self, clock: Callable[[], float]) -> None:
        """Find the connections, and cut off those beyond a limit. Raises OSError if they cannot be found."""
        if not self.port or sys.platform != "linux":
            return
        self._looked = now = clock()
        self._looks += 1
        self._find(now)
        strangers = []
        for connection in self._known.values():
            if connection.bot and connection.inode % BOTS_EVERY != self._looks % BOTS_EVERY:
                continue
            if self._too_much(connection, now):
                for bot in tuple(self._bots.get(connection.peer, ())):
                    bot.flooded()
                self._cut_off(connection, "flood")
                self._flood_until = now + FLOOD_LASTS
                self._remember(connection.source, now)
            elif not connection.bot:
                strangers.append(connection)
        for connection in self._too_many(strangers, now):
            self._cut_off(connection, "crowd")
        if self._left:
            there = {connection.peer for connection in self._known.values()}
            self._left = Counter({peer: earned for peer, earned in self._left.items() if peer in there})
        self._bar(now)
        self._metrics.connections.set(len(self._known))
        if self._cut and now - self._told >= TOLD_EVERY:
            self._tell(now)
        self._cost = clock() - now

    def _find(self, now: float) -> None:
        """Update the known connections."""
        found: dict[int, TcpConnection] = {}
        others: dict[int, int] = {}
        listeners: list[int] = []
        for descriptor, inode in own_sockets():
            if self._other_sockets.get(descriptor) == inode:
                others[descriptor] = inode
                continue
            connection = self._known.get(inode)
            if connection is None and self._listens(descriptor):
                listeners.append(descriptor)
                continue
            if connection is None or connection.descriptor != descriptor:
                peer = self._accepted(descriptor)
                if peer is None:
                    others[descriptor] = inode
                    continue
                connection = TcpConnection(descriptor, inode, peer, now, now)
            found[inode] = connection
        self._known, self._other_sockets, self._listeners = found, others, listeners

    def _listens(self, descriptor: int) -> bool:
        """Return True for a socket that listens on our port."""
        with suppress(OSError, IndexError), borrowed(descriptor) as line:
            listens: bool = line.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN) == 1
            return listens and line.getsockname()[1] == self.port
        return False

    def _accepted(self, descriptor: int) -> Peer | None:
        """Return the peer of a connection to our port; None for others and for trusted proxies."""
        with borrowed(descriptor) as line:
            try:
                if line.getsockname()[1] != self.port:
                    return None
                host, port, *_ = line.getpeername()
                peer = normal(host), port
            except (OSError, ValueError, TypeError, IndexError):
                return None  # a listener, a Unix socket, or gone
        return None if self._proxies.trusts(peer[0]) else peer

    def _too_much(self, connection: TcpConnection, now: float) -> bool:
        """Subtract the bytes sent since the last look from what it may send; return whether it sent too much."""
        peer = connection.peer
        bots = self._bots.get(peer, {})
        had_bot = bool(bots) or peer in self._left
        if had_bot and not connection.bot:
            connection.spare += BOT_BURST - STRANGER_BURST
        elif connection.bot and not had_bot:
            connection.since = now
        connection.bot, allowed = had_bot, self._left.pop(peer, 0)
        for bot, before in bots.items():
            bots[bot] = earned(bot)
            allowed += bots[bot] - before
        burst, rate = (BOT_BURST, BOT_RATE) if had_bot else (STRANGER_BURST, STRANGER_RATE)
        received = _received(connection.descriptor)
        came, connection.received = max(0, received - connection.received), max(received, connection.received)
        left = connection.spare + rate * (now - connection.read_at) + allowed - came
        connection.read_at = now
        connection.spare = min(burst, left)
        return left < 0

    def _too_many(self, strangers: list[TcpConnection], now: float) -> Iterable[TcpConnection]:
        """Yield connections over a limit, the oldest first: of addresses with too many, then of the one with most."""
        limits = self.limits
        by_address: defaultdict[str, list[TcpConnection]] = defaultdict(list)
        for connection in sorted(strangers, key=lambda each: each.since, reverse=True):
            by_address[connection.source].append(connection)  # the oldest last
        for mine in by_address.values():
            while len(mine) > limits.strangers_an_address and now - mine[-1].since > SETTLED:
                yield mine.pop()
        over = sum(map(len, by_address.values())) - limits.most_strange_connections
        for _ in range(over):
            yield max(by_address.values(), key=len).pop()

    def _cut_off(self, connection: TcpConnection, reason: str) -> None:
        """Shut a connection down, discard what gRPC has not read, and let its close reset the connection."""
        shut_down(connection.descriptor, connection.inode, reset=True)
        self._metrics.cut.labels(reason).inc()
        self._cut[reason, connection.source] += 1

    def _remember(self, source: str, now: float) -> None:
        """Take note that a connection of an address was cut off for a flood."""
        offender = self._offenders.setdefault(source, Offender())
        offender.cut, offender.at = offender.cut + 1, now
        if offender.cut >= PATIENCE:
            offender.barred_until = now + BARRED

    def _bar(self, now: float) -> None:
        """Let the kernel refuse new connections of barred addresses, and of no others."""
        self._offenders = {source: each for source, each in self._offenders.items()
                           if now < max(each.barred_until, each.at + FLOOD_LASTS)}
        barred = [source for source, each in self._offenders.items() if now < each.barred_until]
        if barred == self._barred:
            return
        self._barred = barred
        for descriptor in self._listeners:
            try:
                with borrowed(descriptor) as listener:
                    refuse_connections(listener, barred)
            except OSError as error:
                if not self._cannot_bar:
                    self._log.warning("connections of those who flood cannot be refused, each is cut off anew; put a "
                                      "proxy in front: docs/proxy.md", error=error.strerror)
                self._cannot_bar = True
        self._metrics.barred.set(len(barred))

    def _tell(self, now: float) -> None:
        for reason, group in groupby(sorted(self._cut.items()), lambda item: item[0][0]):
            counts = {address: count for (_, address), count in group}
            most = sorted(counts, key=lambda address: -counts[address])[:MOST_TOLD]
            self._log.warning("connections cut off", why=reason, number=sum(counts.values()), addresses=len(counts),
                              most={address: counts[address] for address in most}, barred=len(self._barred))
        self._cut.clear()
        self._told = now


def earned(bot: TrackedStream) -> int:
    """Return the bytes that may have come with what was read of a bot."""
    return MESSAGE_FACTOR * bot.heard_bytes + MESSAGE_EXTRA * bot.heard


def _received(descriptor: int) -> int:
    """Return the bytes that came on a connection since it began; 0 if it is gone."""
    line = None
    try:  # as borrowed does, but with the plain type, because this runs for thousands of connections
        line = socket.SocketType(socket.AF_INET6, socket.SOCK_STREAM, 0, descriptor)
        info = line.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _TCP_INFO_BYTES)
        found: int = unpack_from("Q", info, _BYTES_RECEIVED)[0] if len(info) >= _TCP_INFO_BYTES else 0
    except OSError:
        return 0
    finally:
        if line is not None:
            line.detach()
    return found
