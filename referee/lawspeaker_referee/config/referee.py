"""Files of referees, `referee.toml`: what `lawspeaker serve` plays, whom it lets in, and where it listens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, structs

from lawspeaker_bot.addresses import is_local
from lawspeaker_engine.game import Game
from lawspeaker_engine.games import find_game
from lawspeaker_engine.model import BadSetup, Setup
from lawspeaker_referee.config.addresses import UNIX, BadAddress, parse_address, parse_host, parse_network
from lawspeaker_referee.config.clocks import DEFAULT_CLOCK, Clock
from lawspeaker_referee.config.durations import BadDuration, parse_duration
from lawspeaker_referee.config.entrants import NEW
from lawspeaker_referee.config.fault_policies import Policy
from lawspeaker_referee.config.limits import MOST_MATCHES, Limits
from lawspeaker_referee.config.match_keys import clock_of_key, game_and_setup, ledger_of_key, policy_of_key
from lawspeaker_referee.config.validation import BadConfig, Name, Table, Text, check

MOST_STREAMS: Final = 100_000
LADDER_MATCHES: Final = 4
"""Matches of one stream of a ladder: few, because opponents are chosen by what is known when a match begins, and a bot
that breaks down spoils them all."""
LONGEST: Final = 86_400.0
"""Seconds of the longest time but those of clocks."""
SHORTEST_KEEPALIVE: Final = 0.001
"""Seconds; without any a dead connection would never be found."""
SHORTEST_BURST: Final = 0.001
"""Seconds; without any a token could never come back."""
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


class LadderTable(Table, kw_only=True, frozen=True):
    """The table [ladder]; docs/ladder.md explains it. A file without it is no ladder's."""

    ledger: Text | None = None
    standings: Text | None = None
    allow_hosts: tuple[Text, ...] = ()
    rest: Time = "0s"
    versions: Annotated[Literal["new", "refuse"], Meta(description="one of new, refuse")] = NEW
    referee: Annotated[str, Meta(pattern=r"^[A-Za-z0-9]{1,20}\Z",
                                 description="a label: 1 to 20 letters and digits")] | None = None
    wait_for_ledger: Time = "5m"


class RefereeTable(Table, kw_only=True, frozen=True):
    """The file of a referee; see docs/serving.md."""

    game: Text
    players: Any = None
    """A number of seats that the game allows; None for the fewest."""
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    clock: Text = DEFAULT_CLOCK.text
    faults: dict[str, Any] = msgspec.field(default_factory=dict)
    matches: Annotated[int, Meta(ge=1, le=1_000_000_000)] | None = None
    name: Name | None = None
    listen: Text = "127.0.0.1:50051"
    tokens: Text | None = None
    anybody: bool = False
    tls: TlsTable | None = None
    trusted_proxies: tuple[str, ...] = ()
    records: Annotated[str | bool, Meta(description="a folder in quotes, or false to keep none")] = "records"
    sync: Annotated[Literal["step", "end"], Meta(description="one of step, end")] = "end"
    secret_file: Text | None = None
    key: Text | None = None
    metrics: Text | None = None
    grace: Time = "30s"
    limits: LimitsTable = LimitsTable()
    ladder: LadderTable | None = None


TABLES: Final[Mapping[str, type[Table]]] = {"tls": TlsTable, "limits": LimitsTable, "ladder": LadderTable}
"""The tables of a file with keys of their own; those of `options` and `faults` are the game's and the policy's."""
KEYS: Final = tuple(
    key for each in structs.fields(RefereeTable) for key in (
        [f"{each.name}.{inner.name}" for inner in structs.fields(TABLES[each.name])] if each.name in TABLES
        else [each.name]))
"""All keys of a file, those of a table with its name before: `limits.most_streams`."""


@dataclass(frozen=True, slots=True)
class TlsFiles:
    """Files of certificates and keys, in PEM."""

    cert: Path
    """The server's certificate, followed by the intermediate ones."""
    key: Path
    """Its private key, without a password."""
    client_ca: Path | None = None
    """Authorities of bots' certificates; a bot without a certificate is then refused. None asks for none."""


@dataclass(frozen=True, slots=True)
class LadderSettings:
    """The configuration of a ladder, besides that of its queue."""

    ledger: str | None = None
    """Its URL; None for a file in the folder of the records."""
    standings: str | None = None
    """HOST:PORT of the page that shows them; None for none."""
    rest: float = 0.0
    """Seconds for which a bot begins no match after each of its own."""
    key: Path | None = None
    """The file of the key that signs what is written to the ledger; None for no signatures."""
    versions: str = NEW
    """How another version of a bot is treated: `new` makes it an entrant of its own, `refuse` refuses it."""
    referee: str = ""
    """The label of this referee, if several play the ladder; match ids have it after the ladder's name."""
    patience: float = 300.0
    """Seconds for which matches begin while the ledger fails."""
    allow_hosts: tuple[str, ...] = ()
    """Hosts that requests for the page may name beside local ones and the one that it listens at."""
    trusted_proxies: tuple[str, ...] = ()
    """Proxies whose word on the addresses of browsers is believed, as for bots."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RefereeConfig:
    """The settings of a referee, checked against its game; times are seconds. It holds no secrets, but their files."""

    table: RefereeTable
    """The keys that it was made of; those without a field here are taken from it as they stand."""
    game: Game[Any]
    setup: Setup
    clock: Clock
    policy: Policy
    """The actions that follow from faults."""
    records: Path | None
    """Folder of the records; None keeps none."""
    tokens: Path | None
    """File of tokens; None admits every bot, which beyond loopback needs `anybody`, or certificates of bots."""
    tls: TlsFiles | None
    """None for plain text."""
    secret_file: Path | None
    """Made at the first start; None for .secret in the folder of the records, or without records for a new secret."""
    key: Path | None
    """The file of the key that signs the records; None for records without a signature."""
    grace: float
    """Seconds that running matches have to end after SIGTERM; then they are left for the next referee."""
    limits: Limits
    ladder: LadderSettings | None
    """For a ladder, which needs tokens and records; None to match bots first come, first served."""


def parse_referee(values: Mapping[str, Any], source: str = "") -> RefereeConfig:
    """Return the referee that plain data means. Raises BadConfig, which begins with the source, if there is one."""
    where = f"{source}: " if source else ""
    return referee_of(check(values, RefereeTable, where), where)


def referee_of(table: RefereeTable, where: str = "") -> RefereeConfig:
    """Return the referee that the keys of a file mean. Raises BadConfig, which begins with `where`."""
    _check_addresses(table, where)
    _check_together(table, where)
    try:
        players = min(find_game(table.game).players) if table.players is None else table.players
    except BadSetup as error:
        raise BadConfig(f"{where}{error}") from None
    game, setup = game_and_setup(table.game, players, table.options, where)
    return RefereeConfig(
        table=table, game=game, setup=setup, clock=clock_of_key(table.clock, where),
        policy=policy_of_key(table.faults, where), records=Path(table.records) if isinstance(table.records, str) else
        None, tokens=_path(table.tokens), tls=_tls(table.tls), secret_file=_path(table.secret_file),
        key=_path(table.key), grace=_seconds(table.grace, f"{where}grace"), limits=_limits(table, where),
        ladder=_ladder(table, where),
    )


def value_of(table: RefereeTable, key: str) -> Any:
    """Return the value of a key of `KEYS`; None also for that of a table that is left out."""
    value: Any = table
    for part in key.split("."):
        value = None if value is None else getattr(value, part)
    return value


def differences(old: RefereeTable, new: RefereeTable) -> list[str]:
    """Return the keys of `KEYS` that have other values."""
    return [key for key in KEYS if value_of(old, key) != value_of(new, key)]


def with_keys(old: RefereeTable, new: RefereeTable, keys: Iterable[str]) -> RefereeTable:
    """Return the old table with some keys of the new one; their tables must be there in both."""
    for key in keys:
        name, _, inner = key.rpartition(".")
        value = value_of(new, key)
        old = structs.replace(old, **{name: structs.replace(getattr(old, name), **{inner: value})} if name else
                              {key: value})
    return old


def _check_addresses(table: RefereeTable, where: str) -> None:
    standings = table.ladder.standings if table.ladder else None
    for key, address, example in (("listen", table.listen, 50051), ("metrics", table.metrics, 9090),
                                  ("ladder: standings", standings, 8080)):
        try:
            if address is not None:
                parse_address(address, example)
        except BadAddress as error:
            raise BadConfig(f"{where}{key}: {error}") from None
    for host in table.ladder.allow_hosts if table.ladder else ():
        try:
            parse_host(host)
        except BadAddress as error:
            raise BadConfig(f"{where}ladder: allow_hosts: {error}") from None
    for proxy in table.trusted_proxies:
        try:
            if proxy != UNIX:
                parse_network(proxy)
        except BadAddress as error:
            raise BadConfig(f"{where}trusted_proxies: {error}") from None


def _check_together(table: RefereeTable, where: str) -> None:
    """Raise BadConfig for keys that do not go together."""
    if table.records is True or table.records == "":
        raise BadConfig(f"{where}records is {table.records!r}; it is a folder in quotes, or false to keep none")
    asks = table.tokens is not None or (table.tls is not None and table.tls.client_ca is not None)
    if not asks and not table.anybody and not is_local(table.listen):
        raise BadConfig(f"{where}listen: {table.listen} would let anybody in: give every bot a token (`tokens`), or "
                        "listen on 127.0.0.1, or say that you mean it (anybody = true)")
    if table.key is not None and table.records is False:
        raise BadConfig(f"{where}key signs records, and none are kept; leave out records = false")
    if table.ladder is None:
        return
    if table.tokens is None:
        raise BadConfig(f"{where}tokens is missing: a ladder knows bots by their tokens; make them by `lawspeaker "
                        "tokens create NAME` and name their file")
    if table.records is False:
        raise BadConfig(f"{where}records: a ladder counts what records prove; leave out records = false")
    if table.ladder.referee and not (table.ladder.ledger or "").startswith("postgresql"):
        raise BadConfig(f"{where}ladder: referee is for several referees with one ledger in PostgreSQL; give its URL "
                        "as ledger")


def _path(text: str | None) -> Path | None:
    return None if text is None else Path(text)


def _tls(table: TlsTable | None) -> TlsFiles | None:
    return None if table is None else TlsFiles(Path(table.cert), Path(table.key), _path(table.client_ca))


def _seconds(text: str, key: str, least: float = 0.0) -> float:
    """Return the seconds of a time. Raises BadConfig, which begins with the key."""
    try:
        return parse_duration(text, least, LONGEST)
    except BadDuration as error:
        raise BadConfig(f"{key}: {error}") from None


def _limits(table: RefereeTable, where: str) -> Limits:
    given = table.limits
    return Limits(
        message_bytes=given.message_bytes, message_rate=given.message_rate, message_burst=given.message_burst,
        flood_patience=_seconds(given.flood_patience, f"{where}limits: flood_patience"),
        streams=given.most_streams, streams_a_token=given.streams_a_token,
        matches_a_stream=given.matches_a_stream or (LADDER_MATCHES if table.ladder else _LIMITS.matches_a_stream),
        cpu_share=given.cpu_share, cpu_burst=_seconds(given.cpu_burst, f"{where}limits: cpu_burst", SHORTEST_BURST),
        return_rate=given.return_rate, return_burst=given.return_burst, strangers=given.most_strangers,
        strangers_an_address=given.strangers_an_address, queued=given.most_unread,
        keepalive=_seconds(given.keepalive, f"{where}limits: keepalive", SHORTEST_KEEPALIVE),
    )


def _ladder(table: RefereeTable, where: str) -> LadderSettings | None:
    given = table.ladder
    if given is None:
        return None
    return LadderSettings(
        None if given.ledger is None else ledger_of_key(given.ledger, f"{where}ladder: "), given.standings,
        _seconds(given.rest, f"{where}ladder: rest"), _path(table.key), given.versions, given.referee or "",
        _seconds(given.wait_for_ledger, f"{where}ladder: wait_for_ledger"), given.allow_hosts, table.trusted_proxies)
