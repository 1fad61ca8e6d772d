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
from lawspeaker_engine.suggestions import did_you_mean
from lawspeaker_referee.config.addresses import BadAddress, is_everywhere, parse_address, parse_host
from lawspeaker_referee.config.clocks import DEFAULT_CLOCK, Clock
from lawspeaker_referee.config.entrants import NEW
from lawspeaker_referee.config.fault_policies import Policy
from lawspeaker_referee.config.limits import Limits
from lawspeaker_referee.config.match_keys import clock_of_key, game_and_setup, ledger_of_key, policy_of_key
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
from lawspeaker_referee.config.validation import BadConfig, Name, Table, Text, check

CHALLENGES: Final = 0.25
"""The share of challenges by default."""
MOST_CHALLENGES: Final = 0.5
"""The largest share of challenges: a ladder is there to rate."""


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
    challenges: Annotated[float, Meta(ge=0, le=MOST_CHALLENGES,
                                      description=f"a share from 0 to {MOST_CHALLENGES}, such as 0.1")] = CHALLENGES
    challenge_options: tuple[Text, ...] = ()


class PeopleTable(Table, kw_only=True, frozen=True):
    """The table [people]; docs/serving.md explains it. A file without it has no seats for people."""

    names: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=64)]
    listen: Text = "127.0.0.1:8090"
    url: Text | None = None
    links: Text = "seats.txt"
    clock: Text | None = None
    away: Time = "5m"
    allow_hosts: tuple[Text, ...] = ()


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
    people: PeopleTable | None = None
    ladder: LadderTable | None = None


TABLES: Final[Mapping[str, type[Table]]] = {"tls": TlsTable, "limits": LimitsTable, "people": PeopleTable,
                                               "ladder": LadderTable}
"""The tables of a file with keys of their own; those of `options` and `faults` are the game's and the policy's."""
KEYS: Final = tuple(
    key for each in structs.fields(RefereeTable) for key in (
        [f"{each.name}.{inner.name}" for inner in structs.fields(TABLES[each.name])] if each.name in TABLES
        else [each.name]))
"""All keys of a file, those of a table with its name before: `limits.most_streams`."""


@dataclass(frozen=True, slots=True)
class ChallengeRules:
    """The challenges that a ladder allows."""

    share: float
    """The share of matches that may be challenges, 0 to MOST_CHALLENGES; 0 for no challenges."""
    options: tuple[str, ...] = ()
    """The options of the game that a challenge may set."""


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
    challenges: ChallengeRules = ChallengeRules(CHALLENGES)


@dataclass(frozen=True, slots=True)
class PeopleSettings:
    """The seats of people: each of these names is an entrant, who plays at a page."""

    names: tuple[str, ...]
    listen: str
    """HOST:PORT of the pages."""
    url: str
    """The beginning of their links, where a proxy has another name; empty for the address itself."""
    links: Path
    """The file to which the links are written; it holds secrets."""
    clock: Clock | None
    """The time limits of people, if they are others than those of bots."""
    away: float
    """Seconds after which a person without an open page leaves the match."""
    allow_hosts: tuple[str, ...]
    """Hosts that requests may name beside local ones and the one that the pages are at."""
    trusted_proxies: tuple[str, ...]


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
    people: PeopleSettings | None
    """None for no seats of people."""
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
        policy=policy_of_key(table.faults, where, game, setup),
        records=Path(table.records) if isinstance(table.records, str) else None,
        tokens=_path(table.tokens), tls=tls_of_key(table.tls), secret_file=_path(table.secret_file),
        key=_path(table.key), grace=seconds_of_key(table.grace, f"{where}grace"),
        limits=limits_of_key(table.limits, where, few=table.ladder is not None),
        people=_people(table, where), ladder=_ladder(table, game, where),
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
                                  ("people: listen", table.people.listen if table.people else None, 8090),
                                  ("ladder: standings", standings, 8080)):
        try:
            if address is not None:
                parse_address(address, example)
        except BadAddress as error:
            raise BadConfig(f"{where}{key}: {error}") from None
    for name, hosts in (("people", table.people.allow_hosts if table.people else ()),
                        ("ladder", table.ladder.allow_hosts if table.ladder else ())):
        for host in hosts:
            try:
                parse_host(host)
            except BadAddress as error:
                raise BadConfig(f"{where}{name}: allow_hosts: {error}") from None
    check_proxies(table.trusted_proxies, where)


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
    if table.people is not None:
        if table.records is False:
            raise BadConfig(f"{where}people: their pages are made from records; leave out records = false")
        if len(set(table.people.names)) < len(table.people.names):
            raise BadConfig(f"{where}people: names: a name stands there twice; each is one person")
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


def _people(table: RefereeTable, where: str) -> PeopleSettings | None:
    given = table.people
    if given is None:
        return None
    if given.url is not None and not given.url.startswith(("http://", "https://")):
        raise BadConfig(f"{where}people: url: {given.url!r} is no address such as https://play.example.org")
    if given.url is None and is_everywhere(given.listen):
        raise BadConfig(f"{where}people: url is missing: {given.listen} is every address of the machine, and links "
                        "need the one that people open, such as http://192.0.2.7:8090")
    return PeopleSettings(
        given.names, given.listen, (given.url or "").rstrip("/"), Path(given.links),
        clock_of_key(given.clock, f"{where}people: ") if given.clock is not None else None,
        seconds_of_key(given.away, f"{where}people: away"), given.allow_hosts, table.trusted_proxies)


def _ladder(table: RefereeTable, game: Game[Any], where: str) -> LadderSettings | None:
    given = table.ladder
    if given is None:
        return None
    known = [option.name for option in game.options]
    for name in given.challenge_options:
        if name not in known:
            raise BadConfig(f"{where}ladder: challenge_options: {game.name} has no option {name!r}"
                            f"{did_you_mean(name, known)}")
    return LadderSettings(
        None if given.ledger is None else ledger_of_key(given.ledger, f"{where}ladder: "), given.standings,
        seconds_of_key(given.rest, f"{where}ladder: rest"), _path(table.key), given.versions, given.referee or "",
        seconds_of_key(given.wait_for_ledger, f"{where}ladder: wait_for_ledger"), given.allow_hosts,
        table.trusted_proxies, ChallengeRules(given.challenges, given.challenge_options))
