"""The table [listen] of a tournament: where bots connect that its organiser does not start, and how long it waits."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from msgspec import to_builtins

from lawspeaker_bot.addresses import is_local
from lawspeaker_referee.config.addresses import BadAddress, parse_address
from lawspeaker_referee.config.limits import Limits
from lawspeaker_referee.config.proxies import Proxies
from lawspeaker_referee.config.server_keys import (
    LimitsTable,
    Time,
    TlsFiles,
    TlsTable,
    check_proxies,
    limits_of_key,
    seconds_of_key,
    tls_of_key,
)
from lawspeaker_referee.config.validation import BadConfig, Table, Text

DEFAULT_WAIT: Final = "5m"


class ListenTable(Table, kw_only=True, frozen=True):
    """The table [listen]; docs/tournaments.md explains it."""

    address: Text
    tokens: Text
    wait: Time = DEFAULT_WAIT
    tls: TlsTable | None = None
    trusted_proxies: tuple[str, ...] = ()
    limits: LimitsTable = LimitsTable()

    @property
    def token_file(self) -> Path:
        """Return the file of the tokens."""
        return Path(self.tokens)

    @property
    def seconds(self) -> float:
        """Return for how long an absent bot is waited for, once nothing else is left to play."""
        return seconds_of_key(self.wait, "listen: wait")

    @property
    def proxies(self) -> Proxies:
        """Return the proxies whose word on the addresses of bots is believed."""
        return Proxies(self.trusted_proxies)

    @property
    def stream_limits(self) -> Limits:
        """Return what strangers and bots may use of the referee."""
        return limits_of_key(self.limits, "listen: ", few=True)

    @property
    def certificates(self) -> TlsFiles | None:
        """Return the files of certificates; None for plain text."""
        return tls_of_key(self.tls)

    @property
    def secrets(self) -> tuple[Path, ...]:
        """Return the files that bots which are started here must not see."""
        return (self.token_file, *((Path(self.tls.key),) if self.tls else ()))

    @property
    def in_clear(self) -> bool:
        """Return whether tokens cross a network in clear, unless a proxy speaks TLS."""
        return self.tls is None and not is_local(self.address)

    def as_dict(self) -> dict[str, object]:
        """Return the table of a file."""
        found: dict[str, object] = to_builtins(self)
        return found


def check_listen(table: ListenTable, where: str) -> None:
    """Raise BadConfig, which begins with `where`, for an address, a proxy, a time or a limit that cannot be used."""
    try:
        parse_address(table.address, 50051)
    except BadAddress as error:
        raise BadConfig(f"{where}listen: address: {error}") from None
    check_proxies(table.trusted_proxies, f"{where}listen: ")
    seconds_of_key(table.wait, f"{where}listen: wait")
    limits_of_key(table.limits, f"{where}listen: ", few=True)
