"""Connections by a server's Unix socket, by which started bots come; one whose connections send too much is cut off.

The kernel counts no bytes of such a connection, and gRPC tells no peer of it. But two options of a socket tell enough:

- SO_PEEK_OFF is where a look ahead would begin. Nobody looks ahead, and every byte that is read makes it smaller. So it
  is set to a large number, and what is missing was read.
- SO_NETNS_COOKIE is the number of the network from which was dialled. A started bot has a network of its own, so it
  names the bot, whichever of its processes has the connection.

What a bot's connections bring besides its messages is counted together. A bot that sends too much loses all of them,
and whoever started it is told to end it. Connections from elsewhere (of bots that cannot be cut off from the network,
and on systems that do not number networks) are counted together, too, and the one that sends most is cut off.
"""

from __future__ import annotations

import socket
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from struct import unpack
from typing import TYPE_CHECKING, Final, Protocol

from lawspeaker_referee.config.proxies import Peer
from lawspeaker_referee.server.metrics import Metrics
from lawspeaker_referee.server.own_sockets import borrowed, hold_descriptor, own_sockets, shut_down
from lawspeaker_referee.server.tcp_connections import FLOOD_LASTS, TrackedStream, earned

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

LOOK_EVERY: Final = 0.1
FLOOD_LOOK_EVERY: Final = 0.02
MOST_SHARE: Final = 0.01
"""The share of one core that looks may take,"""
LATEST: Final = 0.25
"""unless there were more seconds than this between two looks."""
BURST: Final = 128 << 10
"""Bytes that a bot may send at once besides its messages: unread ones, pings, window updates."""
RATE: Final = 8 << 10
"""Bytes of them a second."""
CONNECTION_BYTES: Final = 16 << 10
"""Bytes that a new connection counts as: what came on it before the first look is not known."""
HELLO_BYTES: Final = 14 << 10
"""Bytes of them that its Hello pays, as of a bot that was away."""
MOST_CONNECTIONS: Final = 16
"""Connections of a bot; the latest beyond them are cut off. From elsewhere each bot may have as many."""

_PEEK_OFF: Final = 42
_NETWORK: Final = 71
_FULL: Final = (1 << 31) - 1
"""The largest offset."""
ELSEWHERE: Final = ""
"""Stands for the bot of connections from no network of a bot."""


class StartedBots(Protocol):
    """Knows the bots that were started."""

    def networks(self) -> Mapping[int, str]:
        """Return network -> identity of the bot whose own it is."""

    def flooded(self, identity: str, /) -> None:
        """End a bot that floods the server."""


class IdentifiedStream(TrackedStream, Protocol):
    """A bot's stream that knows whose it is."""

    @property
    def identity(self) -> str:
        """Return the name of its token."""


@dataclass(slots=True)
class UnixConnection:
    """A connection, and how much was read of it."""

    descriptor: int
    inode: int
    network: int
    """The number of the network that it comes from; 0 if that is not known."""
    offset: int = _FULL
    came: int = 0
    """Bytes between the last two looks."""

    def look(self) -> None:
        """Count the bytes that were read since the last look."""
        self.came = 0
        with suppress(OSError), borrowed(self.descriptor, socket.AF_UNIX) as line:
            offset = line.getsockopt(socket.SOL_SOCKET, _PEEK_OFF)
            self.came, self.offset = max(0, self.offset - offset), offset
            if offset < _FULL // 2:
                line.setsockopt(socket.SOL_SOCKET, _PEEK_OFF, _FULL)
                self.offset = _FULL


@dataclass(slots=True)
class FrameBudget:
    """The bytes that the connections of a bot may send besides messages."""

    spare: float = BURST
    at: float = 0.0
    """The time of the last look."""
    bots: int = 1
    """How many bots share it; from elsewhere one may always come."""
    connections: list[UnixConnection] = field(default_factory=list)
    """Those that there are, the oldest first."""


class UnixConnections:
    """Watches the connections of one socket file; times are seconds of the monotonic clock."""

    def __init__(self, path: str, bots: StartedBots, metrics: Metrics, log: FilteringBoundLogger) -> None:
        self._path, self._bots, self._metrics, self._log = path, bots, metrics, log
        self._known: dict[int, UnixConnection] = {}
        """Inode of the socket -> connection, the oldest first."""
        self._others: dict[int, int] = {}
        """Descriptor -> inode of other sockets, so that each is inspected once."""
        self._streams: dict[IdentifiedStream, int] = {}
        """The bots' streams, and the bytes that each had earned at the last look."""
        self._left: defaultdict[str, int] = defaultdict(int)
        """Identity -> the bytes that its streams earned since the last look by their beginning and before their end."""
        self._budgets: dict[str, FrameBudget] = {}
        """By identity."""
        self._looked = self._flood_until = float("-inf")
        self._cost = 0.0
        self._cannot_count = sys.platform != "linux"
        hold_descriptor()

    @property
    def pause(self) -> float:
        """Return the seconds until the next look."""
        every = FLOOD_LOOK_EVERY if self._looked < self._flood_until else LOOK_EVERY
        return min(max(every, self._cost / MOST_SHARE), LATEST)

    @contextmanager
    def with_bot(self, _: Peer, bot: IdentifiedStream) -> Iterator[None]:
        """Mark that a bot has a stream within this block."""
        self._streams[bot] = earned(bot)
        self._left[bot.identity] += HELLO_BYTES
        try:
            yield
        finally:
            self._left[bot.identity] += earned(bot) - self._streams.pop(bot)

    def look(self, clock: Callable[[], float]) -> None:
        """Find the connections, count what came on them, and cut off who sends too much.

        Raises OSError if they cannot be found.
        """
        if self._cannot_count:
            return
        self._looked = now = clock()
        networks = self._bots.networks()
        fresh = self._find()
        self._share_out(networks, now)
        for inode in fresh:
            self._budgets[networks.get(self._known[inode].network, ELSEWHERE)].spare -= CONNECTION_BYTES
        self._earn(set(networks.values()))
        for identity, budget in list(self._budgets.items()):
            for connection in budget.connections:
                connection.look()
                budget.spare -= connection.came
            if budget.spare < 0.0:
                self._end_flood(identity, budget)
            self._bound(budget)
        self._cost = clock() - now

    def _find(self) -> list[int]:
        """Update the known connections; return the new ones."""
        found: dict[int, UnixConnection] = {}
        others: dict[int, int] = {}
        fresh = []
        for descriptor, inode in own_sockets():
            if self._others.get(descriptor) == inode:
                others[descriptor] = inode
                continue
            connection = self._known.get(inode)
            if connection is None or connection.descriptor != descriptor:
                connection = self._accepted(descriptor, inode)
                if connection is None:
                    others[descriptor] = inode
                    continue
                fresh.append(inode)
            found[inode] = connection
        self._known = {inode: found[inode] for inode in (*self._known, *fresh) if inode in found}
        self._others = others
        return fresh

    def _accepted(self, descriptor: int, inode: int) -> UnixConnection | None:
        """Return a connection to our socket, whose bytes are counted from now on; None for other sockets."""
        try:
            with borrowed(descriptor, socket.AF_UNIX) as line:
                if line.getsockopt(socket.SOL_SOCKET, socket.SO_DOMAIN) != socket.AF_UNIX or \
                        line.getsockname() != self._path or line.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                    return None
                line.setsockopt(socket.SOL_SOCKET, _PEEK_OFF, _FULL)
                network = 0
                with suppress(OSError):  # since Linux 5.14
                    network, = unpack("Q", line.getsockopt(socket.SOL_SOCKET, _NETWORK, 8))
        except OSError:
            return None
        return UnixConnection(descriptor, inode, network)

    def _share_out(self, networks: Mapping[int, str], now: float) -> None:
        """Give each connection to its bot, and each bot what it may send since the last look."""
        for budget in self._budgets.values():
            budget.connections = []
        for connection in self._known.values():
            identity = networks.get(connection.network, ELSEWHERE)
            self._budgets.setdefault(identity, FrameBudget(at=now)).connections.append(connection)
        there = {ELSEWHERE, *networks.values()}
        self._budgets = {identity: each for identity, each in self._budgets.items() if identity in there}
        for identity, budget in self._budgets.items():
            bots = 1
            if identity == ELSEWHERE:
                bots += sum(each.identity not in there for each in self._streams)
                budget.spare += BURST * max(0, bots - budget.bots)
            budget.spare = min(BURST * bots, budget.spare + RATE * bots * (now - budget.at))
            budget.at, budget.bots = now, bots

    def _earn(self, known: set[str]) -> None:
        """Give each bot what its messages allow."""
        gained, self._left = self._left, defaultdict(int)
        for stream, before in self._streams.items():
            self._streams[stream] = earned(stream)
            gained[stream.identity] += self._streams[stream] - before
        for identity, more in gained.items():
            if (budget := self._budgets.get(identity if identity in known else ELSEWHERE)) is not None:
                budget.spare += more

    def _end_flood(self, identity: str, budget: FrameBudget) -> None:
        """Cut off all connections of a bot and have it ended; of those from elsewhere, the one that sent most."""
        if identity == ELSEWHERE:
            most = max(budget.connections, key=lambda each: each.came, default=None)
            budget.spare = 0.0
            flooding = [most] if most is not None else []
        else:
            flooding = budget.connections
            for stream in [each for each in self._streams if each.identity == identity]:
                stream.flooded()
        for connection in flooding:
            self._cut_off(connection, "flood")
        self._flood_until = self._looked + FLOOD_LASTS
        self._log.warning("connections cut off", why="flood", number=len(flooding), bot=identity or "unknown")
        if identity != ELSEWHERE:
            self._bots.flooded(identity)

    def _bound(self, budget: FrameBudget) -> None:
        """Cut off the latest connections of too many."""
        for connection in budget.connections[MOST_CONNECTIONS * budget.bots:]:
            self._cut_off(connection, "crowd")

    def _cut_off(self, connection: UnixConnection, reason: str) -> None:
        """Shut a connection down, and discard what gRPC has not read."""
        shut_down(connection.descriptor, connection.inode, reset=False)
        self._metrics.cut.labels(reason).inc()
