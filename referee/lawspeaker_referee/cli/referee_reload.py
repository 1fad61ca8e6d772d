"""Read the settings of a referee again at SIGHUP, and take over those that may change while matches run."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import click

from lawspeaker_engine.model import BadSetup
from lawspeaker_referee.cli.errors import of_system
from lawspeaker_referee.config.limits import MORE_CONNECTIONS
from lawspeaker_referee.config.referee import KEYS, RefereeConfig, differences, referee_of, value_of, with_keys
from lawspeaker_referee.host.queue import MatchQueue
from lawspeaker_referee.server.server import Server
from lawspeaker_referee.server.tls import ServerCertificates, check_files
from lawspeaker_referee.server.tokens import FileTokens
from lawspeaker_referee.server.tokens import read as read_tokens

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

_TOLD_AT_THE_START: Final = frozenset({"limits.message_bytes", "limits.keepalive"})
"""Limits that gRPC keeps itself, and knows from the start."""
FILES: Final = ("tokens", "tls.cert", "tls.key", "tls.client_ca")
"""Keys of files that may be exchanged for others, but neither appear nor go: that would change who is let in."""
RELOADED: Final = frozenset({*FILES, "grace", *(key for key in KEYS if key.startswith("limits."))}) - _TOLD_AT_THE_START
"""The keys that SIGHUP takes over; the others need a restart."""
_CONNECTIONS: Final = frozenset({"limits.most_streams", "limits.most_strangers"})
_SPARE: Final = MORE_CONNECTIONS // 2
"""Connections by which these limits may grow: gRPC accepts MORE_CONNECTIONS beyond the limits of the start, and the
rest is for those that are too many."""


@dataclass(frozen=True, slots=True)
class ReloadedParts:
    """The parts of a running referee that take over changed settings."""

    server: Server
    queue: MatchQueue
    tokens: FileTokens | None
    certificates: ServerCertificates | None


class Reload:
    """Reads the settings of a running referee again; `config` are those that hold."""

    def __init__(self, config: RefereeConfig, parts: ReloadedParts, log: FilteringBoundLogger) -> None:
        self.config, self.parts, self._log = config, parts, log
        self._most_connections = config.limits.connections + _SPARE

    async def whenever(self, asked: asyncio.Event, read: Callable[[], RefereeConfig]) -> None:
        """Take over what `read` returns, each time that the event is set; without end."""
        while True:
            await asked.wait()
            asked.clear()
            try:
                self.now(read)
            except Exception:  # noqa: BLE001 - a fault of ours: the next signal shall be heard all the same
                self._log.exception("settings cannot be read again")

    def now(self, read: Callable[[], RefereeConfig]) -> None:
        """Take over what `read` returns, or nothing of it if anything is wrong; log what has changed."""
        try:
            new = read()
            if new.tokens is not None:
                read_tokens(new.tokens)
            if new.tls is not None:
                check_files(new.tls)
        except click.ClickException as error:
            self._refuse(error.format_message())
        except BadSetup as error:
            self._refuse(str(error))
        except OSError as error:
            self._refuse(of_system(error))
        else:
            self._take(new)

    def _refuse(self, why: str) -> None:
        self._log.warning("settings cannot be read again; those known before still hold", error=why)

    def _take(self, new: RefereeConfig) -> None:
        old = self.config.table
        changed = differences(old, new.table)
        taken = [key for key in changed if self._may_change(key, new)]
        kept = [key for key in changed if key not in taken]
        self.config = referee_of(with_keys(old, new.table, taken))
        parts, config = self.parts, self.config
        if parts.tokens is not None and config.tokens is not None and "tokens" in taken:
            parts.tokens.change(config.tokens)
        if parts.certificates is not None and config.tls is not None and any(key.startswith("tls.") for key in taken):
            parts.certificates.change(config.tls)
        parts.server.change(config.limits)
        parts.server.play.look_at_tokens()
        parts.queue.limit(config.table.limits.most_matches)
        self._log.info("settings read again", changed={key: value_of(config.table, key) for key in taken})
        if kept:
            self._log.warning("changed settings that need a restart", keys=kept)

    def _may_change(self, key: str, new: RefereeConfig) -> bool:
        if key in FILES and None in {value_of(self.config.table, key), value_of(new.table, key)}:
            return False
        if key in _CONNECTIONS and new.limits.connections > self._most_connections:
            return False
        return key in RELOADED
