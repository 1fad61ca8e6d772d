"""The keys that files of tournaments and of referees share for a server that bots dial: TLS, limits, proxies, times."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta

from lawspeaker_referee.config.addresses import UNIX, BadAddress, parse_network
from lawspeaker_referee.config.durations import BadDuration, parse_duration
from lawspeaker_referee.config.limits import MOST_MATCHES, Limits
from lawspeaker_referee.config.validation import BadConfig, Table, Text

MOST_STREAMS: Final = 100_000
LONGEST: Final = 86_400.0
"""Seconds of the longest time but those of clocks."""
SHORTEST_KEEPALIVE: Final = 0.001
"""Seconds; without any a dead connection would never be found."""
SHORTEST_BURST: Final = 0.001
"""Seconds; without any a token could never come back."""
FEW_MATCHES: Final = 4
"""Matches of one stream where they count for a competition: few, because a bot that breaks down spoils them all, and
opponents are chosen by what is known when a match begins."""
_LIMITS: Final = Limits()

Time = Annotated[str, Meta(pattern=r"\S", description='a time in quotes, such as "30s"')]
Streams = Annotated[int, Meta(ge=1, le=MOST_STREAMS)]


class TlsTable(Table, kw_only=True, frozen=True):
    """The table [tls]: files in PEM."""

    cert: Text
    key: Text
    client_ca: Text | None = None


class LimitsTable(Table, kw_only=True, frozen=True):
    """The table [limits]; docs/serving.md says what is beyond each."""

    most_matches: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    most_streams: Annotated[int, Meta(ge=2, le=MOST_STREAMS)] = _LIMITS.streams
    streams_a_token: Streams = _LIMITS.streams_a_token
    matches_a_stream: Annotated[int, Meta(ge=1, le=MOST_MATCHES)] | None = None
    most_strangers: Streams = _LIMITS.strangers
    strangers_an_address: Streams = _LIMITS.strangers_an_address
    most_unread: Annotated[int, Meta(ge=16, le=1_000_000)] = _LIMITS.queued
    cpu_share: Annotated[float, Meta(ge=0.0, le=1.0)] = _LIMITS.cpu_share
    cpu_burst: Time = f"{_LIMITS.cpu_burst:g}s"
    return_rate: Annotated[float, Meta(ge=0.0, le=1_000_000)] = _LIMITS.return_rate
    return_burst: Annotated[int, Meta(ge=1, le=1_000_000)] = _LIMITS.return_burst
    message_bytes: Annotated[int, Meta(ge=1 << 10, le=16 << 20)] = _LIMITS.message_bytes
    message_rate: Annotated[float, Meta(ge=0.1, le=1_000_000)] = _LIMITS.message_rate
    message_burst: Annotated[int, Meta(ge=1, le=1_000_000)] = _LIMITS.message_burst
    flood_patience: Time = f"{_LIMITS.flood_patience:g}s"
    keepalive: Time = f"{_LIMITS.keepalive:g}s"


@dataclass(frozen=True, slots=True)
class TlsFiles:
    """Files of certificates and keys, in PEM."""

    cert: Path
    """The server's certificate, followed by the intermediate ones."""
    key: Path
    """Its private key, without a password."""
    client_ca: Path | None = None
    """Authorities of bots' certificates; a bot without a certificate is then refused. None asks for none."""


def tls_of_key(table: TlsTable | None) -> TlsFiles | None:
    """Return the files of the table [tls]."""
    return None if table is None else TlsFiles(Path(table.cert), Path(table.key),
                                               Path(table.client_ca) if table.client_ca else None)


def seconds_of_key(text: str, key: str, least: float = 0.0) -> float:
    """Return the seconds of a time. Raises BadConfig, which begins with the key."""
    try:
        return parse_duration(text, least, LONGEST)
    except BadDuration as error:
        raise BadConfig(f"{key}: {error}") from None


def limits_of_key(given: LimitsTable, where: str, *, few: bool) -> Limits:
    """Return the limits of the table [limits]; with `few` matches of a stream, unless it says how many."""
    return Limits(
        message_bytes=given.message_bytes, message_rate=given.message_rate, message_burst=given.message_burst,
        flood_patience=seconds_of_key(given.flood_patience, f"{where}limits: flood_patience"),
        streams=given.most_streams, streams_a_token=given.streams_a_token,
        matches_a_stream=given.matches_a_stream or (FEW_MATCHES if few else _LIMITS.matches_a_stream),
        cpu_share=given.cpu_share,
        cpu_burst=seconds_of_key(given.cpu_burst, f"{where}limits: cpu_burst", SHORTEST_BURST),
        return_rate=given.return_rate, return_burst=given.return_burst, strangers=given.most_strangers,
        strangers_an_address=given.strangers_an_address, queued=given.most_unread,
        keepalive=seconds_of_key(given.keepalive, f"{where}limits: keepalive", SHORTEST_KEEPALIVE),
    )


def check_proxies(proxies: Iterable[str], where: str) -> None:
    """Raise BadConfig, which begins with `where`, for a trusted proxy that is no network."""
    for proxy in proxies:
        try:
            if proxy != UNIX:
                parse_network(proxy)
        except BadAddress as error:
            raise BadConfig(f"{where}trusted_proxies: {error}") from None
