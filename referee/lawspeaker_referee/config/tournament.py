"""Tournament files: read from TOML, and kept in the ledger as plain data of the same shape."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, structs

from lawspeaker_engine.game import Game
from lawspeaker_engine.games import find_game
from lawspeaker_engine.model import BadSetup, Setup
from lawspeaker_engine.setups import manned
from lawspeaker_referee.config.bot_files import bot_digest, check_folders
from lawspeaker_referee.config.bot_specs import REMOTE, SeatSpec
from lawspeaker_referee.config.clocks import Clock, parse_clock
from lawspeaker_referee.config.entrants import NEW, REFUSE, entrant_of, split_entrant
from lawspeaker_referee.config.fault_policies import Policy, parse_policy
from lawspeaker_referee.config.listen import ListenTable, check_listen
from lawspeaker_referee.config.match_keys import clock_of_key, game_and_setup, ledger_file, ledger_of_key, policy_of_key
from lawspeaker_referee.config.sandbox import Sandbox, SandboxTable, Size, parse_sandbox, parse_size, sandbox_table
from lawspeaker_referee.config.tournament_format import KEYS, LADDER, ROUND_ROBIN, SEED_BLOCKS, Format, parse_format
from lawspeaker_referee.config.user_files import read_toml
from lawspeaker_referee.config.validation import BadConfig, Name, Table, Text, check, check_distinct

SECRET_BYTES: Final = 32

DEFAULT_CLOCK: Final = "standard"
NO_CLOCK: Final = "none"
COPY: Final = "#"
"""Separates a bot's name from the number of its copy, from 2."""


OF_PROCESSES: Final = ("args", "env", "read", "write", "memory")
"""The keys of a bot that are for its process."""

Version = Annotated[str, Meta(
    pattern=r"^(|[A-Za-z0-9._-]{0,40}(~[0-9a-f]{8})?)\Z",
    description="a version: up to 40 letters, digits, '.', '_' and '-'")]


class BotConfig(Table, frozen=True):
    """A bot that takes part: a table [[bots]]. In a `TournamentConfig` its name is its entrant, version included."""

    name: Name
    spec: Text
    """The command that starts it, as for `lawspeaker play --bot`."""
    dir: Text | None = None
    """The folder with its files, which it sees and no other bot; None for that of the file that the command runs."""
    scratch: Annotated[Literal["", "keep"], Meta(description='"keep", or left out')] = ""
    """`keep` if what it writes in its home stays for its next matches."""
    concurrency: Annotated[int, Meta(ge=0, le=1000)] = 0
    """Matches it plays at once at most; 0 for one in each worker."""
    fresh: bool = False
    """True if each match gets a new process of it."""
    joined: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    """The last round that was scheduled when it came; 0 if it was there from the start."""
    args: tuple[str, ...] = ()
    """More words of its command."""
    env: tuple[str, ...] = ()
    """Variables that it inherits besides those of [sandbox], by name."""
    read: tuple[str, ...] = ()
    """Files and folders that it may read besides those of [sandbox]."""
    write: tuple[str, ...] = ()
    """Files and folders in which it may write."""
    memory: Size | None = None
    """Memory of all its processes together; None for that of [sandbox]."""
    clock: Text | None = None
    """Its handicap: a clock of its own; None for that of all."""
    version: Version = ""
    digest: Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?\Z")] = ""
    """The SHA-256 of its files, as the ledger keeps it; empty where there are none."""

    @property
    def seat(self) -> SeatSpec:
        """Return what starts it. Raises BadSetup."""
        spec = SeatSpec.parse(self.spec, in_process=True, remote=True)
        return replace(spec, command=(*spec.command, *self.args), folder=self.dir or "")

    def within(self, sandbox: Sandbox) -> Sandbox:
        """Return the limits of its process, where all bots have `sandbox`. Raises BadSetup."""
        return replace(sandbox, variables=(*sandbox.variables, *self.env), readable=(*sandbox.readable, *self.read),
                       writable=(*sandbox.writable, *self.write),
                       memory=sandbox.memory if self.memory is None else parse_size(str(self.memory)))

    @property
    def token(self) -> str:
        """Return the name of the token with which it connects; empty for a bot that is started here."""
        return self.spec.removeprefix(REMOTE) if self.spec.startswith(REMOTE) else ""

    def as_dict(self) -> dict[str, Any]:
        """Return the table of a file."""
        name, version = split_entrant(self.name)
        known = {"name": name, "spec": self.spec, "concurrency": self.concurrency, "fresh": self.fresh}
        more = {"dir": self.dir, "scratch": self.scratch, "args": list(self.args), "env": list(self.env),
                "read": list(self.read), "write": list(self.write), "memory": self.memory, "clock": self.clock,
                "version": version,
                "digest": self.digest, "joined": self.joined}
        return known | {key: value for key, value in more.items() if value}


class TournamentTable(Table, kw_only=True, frozen=True):
    """The file of a tournament, or what the ledger keeps of it; see docs/tournaments.md."""

    name: Name
    game: Text
    rules: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    players: Any
    """A number of seats that the game allows."""
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    clock: Text | None = None
    in_process: bool = False
    faults: dict[str, Any] = msgspec.field(default_factory=dict)
    format: dict[str, Any]
    stop: dict[str, Any] = msgspec.field(default_factory=dict)
    sandbox: SandboxTable = SandboxTable()
    listen: ListenTable | None = None
    versions: Annotated[Literal["new", "refuse"], Meta(description="one of new, refuse")] | None = None
    bots: list[BotConfig]
    records: Text | None = None
    ledger: Text | None = None
    workers: Annotated[int, Meta(ge=1, le=1024)] | None = None
    secret: Text | None = None


@dataclass(frozen=True, slots=True)
class TournamentConfig:
    """The settings of a tournament, checked against its game."""

    name: str
    game: str
    setup: Setup
    clock: Clock
    faults: Mapping[str, Any]
    """The table [faults]."""
    format: Format
    bots: tuple[BotConfig, ...]
    """Empty for a ladder, where bots come and go."""
    versions: str
    """How another version of a bot is treated: `new` or `refuse`."""
    records: Path
    """Folder of the records."""
    ledger: str = ""
    """The URL of the ledger; empty for the one in the folder of the records."""
    workers: int | None = None
    """Referees at once; None for one a core."""
    secret: bytes | None = field(default=None, repr=False)
    """All dice derive from it; None to have one made."""
    stop: Mapping[str, Any] = field(default_factory=dict)
    """The table [stop]: the test that may end the tournament early."""
    sandbox: Sandbox = field(default_factory=Sandbox)
    """The limits of each bot's process."""
    in_process: bool = False
    """True if all bots that do not connect are objects of the workers' processes."""
    listen: ListenTable | None = None
    """Where bots connect that are not started here; None if all are."""

    @property
    def remote(self) -> Mapping[str, str]:
        """Return the name of each bot that is not started here, with that of its token."""
        return {bot.name: bot.token for bot in self.bots if bot.token}

    @property
    def players(self) -> int:
        """Return the number of seats of a table."""
        return self.setup.players

    @property
    def table_size(self) -> int:
        """Return the number of bots at a table: of its seats without those that the rules play."""
        return len(manned(self.rules, self.setup))

    @property
    def automa(self) -> str:
        """Return the entrant that is no bot: who plays the seats that the rules play, such as `automa-3`; or empty."""
        return self.rules.unmanned_name(self.setup) if self.rules.unmanned(self.setup) else ""

    def by_seat(self, bots: Iterable[str]) -> tuple[str, ...]:
        """Return the names of a whole table by seat, of its bots in the order of their seats."""
        seats, unmanned = iter(bots), self.rules.unmanned(self.setup)
        return tuple(self.automa if seat in unmanned else next(seats) for seat in range(self.players))

    @property
    def rules(self) -> Game[Any]:
        """Return the game."""
        return find_game(self.game)

    @property
    def policy(self) -> Policy:
        """Return the fault policy."""
        return parse_policy(self.faults)

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the bots, in the order of the file."""
        return tuple(bot.name for bot in self.bots)

    @property
    def own_clocks(self) -> Mapping[str, Clock]:
        """Return the clocks of the bots that have one of their own, by name."""
        return {bot.name: parse_clock(bot.clock) for bot in self.bots if bot.clock}

    @property
    def clocks_text(self) -> str:
        """Return the clock on one line, and those of bots that have one of their own."""
        own = self.own_clocks.items()
        return "; ".join([self.clock.text, *(f"{bot} by {clock.text}" for bot, clock in own)])

    def clock_of(self, name: str) -> Clock:
        """Return the clock of a bot, or of who plays the seats that the rules play."""
        return self.own_clocks.get(name.partition(COPY)[0], self.clock)

    def bot(self, name: str) -> BotConfig:
        """Return the bot of a seat; `a#2` is a copy of `a`, with a process of its own."""
        original = name.partition(COPY)[0]
        return structs.replace(next(bot for bot in self.bots if bot.name == original), name=name)

    def as_dict(self) -> dict[str, Any]:
        """Return plain data for the ledger, without secret and workers; `parse_config` reads it."""
        return {
            "name": self.name, "game": self.game, "rules": self.rules.version, "players": self.players,
            "clock": self.clock.text, "records": str(self.records), "options": dict(self.setup.options),
            "faults": dict(self.faults),
            "format": self.format.as_dict(), "stop": dict(self.stop),
            "versions": self.versions, "bots": [bot.as_dict() for bot in self.bots],
            "sandbox": sandbox_table(self.sandbox),
        } | ({"in_process": True} if self.in_process else {}) | (
            {"listen": self.listen.as_dict()} if self.listen else {})


def read_config(path: Path) -> TournamentConfig:
    """Return the tournament of a file, with the digests of its bots' files.

    Raises BadConfig, also for bots that would see one another's files, and OSError if the file cannot be read.
    """
    config = parse_config(read_toml(path), str(path))
    taken = {path: "the file of the tournament", config.records: "its records"}
    if (ledger := ledger_file(config.ledger)) is not None:
        taken[ledger] = "its ledger"
    if config.listen:
        taken |= dict.fromkeys(config.listen.secrets, "its tokens or keys")
    check_folders({bot.name: bot.seat for bot in config.bots}, taken, f"{path}: bots: ")
    config = replace(config, bots=tuple(structs.replace(bot, digest=bot_digest(bot.seat)) for bot in config.bots))
    if config.format.kind == LADDER:
        raise BadConfig(f"{path}: format: a ladder has no file; `lawspeaker serve --ladder` plays it")
    return config


def parse_config(values: Mapping[str, Any], source: str) -> TournamentConfig:
    """Return the tournament that plain data means. Raises BadConfig, which begins with the source."""
    where = f"{source}: "
    table = check(values, TournamentTable, where)
    game, setup = _game(table, where)
    size = len(manned(game, setup))
    solo = game.unmanned_name(setup) if size < setup.players else ""
    if solo:
        _check_solo(table, where, solo)
    policy_of_key(table.faults, where, game, setup)
    bots = () if table.format.get("kind") == LADDER else _bots(table, size, solo, where)
    connected = _check_remote(table, bots, where)
    if table.in_process:
        _check_in_process(table, where, timed=connected)
    return TournamentConfig(
        table.name, game.name, setup,
        clock_of_key(table.clock or (NO_CLOCK if table.in_process and not connected else DEFAULT_CLOCK), where),
        table.faults,
        parse_format(table.format, size, tuple(bot.name for bot in bots), f"{where}format: "), bots,
        table.versions or (NEW if table.format.get("kind") == LADDER else REFUSE),
        Path(table.records or f"records/{table.name}"), ledger_of_key(table.ledger or "", where), workers=table.workers,
        secret=_secret(table.secret or "", where), stop=table.stop,
        sandbox=parse_sandbox(table.sandbox, f"{where}sandbox: "), in_process=table.in_process,
        listen=table.listen,
    )


def _game(table: TournamentTable, where: str) -> tuple[Game[Any], Setup]:
    game, setup = game_and_setup(table.game, table.players, table.options, where)
    if table.rules not in {None, game.version}:
        raise BadConfig(
            f"{where}rules is {table.rules}, and this referee plays {game.name} by its rules version {game.version}; "
            "results of both cannot be compared, so begin another tournament or use the other referee")
    return game, setup


def _check_remote(table: TournamentTable, bots: Iterable[BotConfig], where: str) -> bool:
    """Return whether bots connect that are not started here. Raises BadConfig for what does not go with them."""
    tokens: dict[str, str] = {}
    for bot in bots:
        if not (token := bot.token):
            continue
        if token in tokens:
            raise BadConfig(f"{where}bots {bot.name}: spec: the token {token} is that of bot {tokens[token]}; a bot is "
                            "known by its token, so give it one of its own")
        tokens[token] = bot.name
        for key in ("dir", "scratch", "fresh", *OF_PROCESSES):
            if getattr(bot, key):
                raise BadConfig(f"{where}bots {bot.name}: {key}: is for bots that are started here, and this one "
                                "connects; leave it out")
    if tokens and table.listen is None:
        raise BadConfig(f"{where}listen is missing: bots with a token connect to an address; write the table [listen] "
                        "with `address` and `tokens`")
    if table.listen is None:
        return False
    if not tokens:
        raise BadConfig(f"{where}listen: no bot connects here; give one the spec 'token:NAME', or leave the table out")
    check_listen(table.listen, where)
    if table.format.get("self_play"):
        raise BadConfig(f"{where}format: self_play needs copies of a bot, and one that connects is there once; leave "
                        "it out")
    return True


def _check_in_process(table: TournamentTable, where: str, *, timed: bool) -> None:
    """Refuse what nothing can enforce for objects of the referee's process; `timed` if others connect."""
    if table.clock not in {None, NO_CLOCK} and not timed:
        raise BadConfig(f"{where}clock: {table.clock!r} cannot be kept with in_process = true, where nothing ends a "
                        f"bot that is late; write {NO_CLOCK!r}, or leave it out")
    if table.sandbox != SandboxTable():
        raise BadConfig(f"{where}sandbox: limits are for processes, and with in_process = true bots are none; leave it "
                        "out")
    for bot in table.bots:
        for key in ("dir", "scratch", "concurrency", *OF_PROCESSES):
            if getattr(bot, key) and not bot.token:
                raise BadConfig(f"{where}bots {bot.name}: {key}: is for processes, and with in_process = true bots are "
                                "none; leave it out")
        if bot.clock is not None and not bot.token:
            raise BadConfig(f"{where}bots {bot.name}: clock: cannot be kept with in_process = true, where nothing ends "
                            "a bot that is late; leave it out")


def _check_solo(table: TournamentTable, where: str, automa: str) -> None:
    """Refuse formats in which bots meet one another, for tables at which each meets the automa."""
    kind = table.format.get("kind")
    if kind in KEYS and kind not in {ROUND_ROBIN, SEED_BLOCKS, LADDER}:
        raise BadConfig(f"{where}format: in a {kind} bots meet one another, and here each meets {automa} alone; "
                        f"take {SEED_BLOCKS} or {ROUND_ROBIN}")
    if table.format.get("self_play"):
        raise BadConfig(f"{where}format: self_play is for bots that meet one another, and here each meets {automa} "
                        "alone; leave it out")
    if table.stop and kind == ROUND_ROBIN:
        raise BadConfig(f"{where}stop: against {automa} two bots are compared on the same starts, which a {kind} does "
                        f"not give them; take {SEED_BLOCKS}")


def _bots(table: TournamentTable, players: int, automa: str, where: str) -> tuple[BotConfig, ...]:
    bots = [structs.replace(bot, name=entrant_of(bot.name, bot.version), version="") for bot in table.bots]
    names = [bot.name for bot in bots]
    for number, bot in enumerate(bots):
        try:
            spec = SeatSpec.parse(bot.spec, in_process=table.in_process, remote=True)
        except BadSetup as error:
            raise BadConfig(f"{where}bots {bot.name}: spec: {error}") from None
        if table.in_process and not (spec.is_local or bot.token):
            raise BadConfig(f"{where}bots {bot.name}: spec: {bot.spec!r} is a process; with in_process = true a bot is "
                            "built in or 'python:package.module:Class'")
        _check_process(bot, spec, table, where)
        if bot.clock is not None:
            bots[number] = structs.replace(bot, clock=clock_of_key(bot.clock, f"{where}bots {bot.name}: ").text)
        if bot.name == automa:
            raise BadConfig(f"{where}a bot is called {automa!r}, and so is who plays against the bots here; "
                            "give the bot another name")
        if names.count(bot.name) > 1:
            raise BadConfig(f"{where}two bots are called {bot.name!r}; give each a name or version of its own")
    if len(names) < players:
        raise BadConfig(f"{where}bots: {len(names)} cannot fill a table of {players}; name at least {players}, "
                        "each under [[bots]]")
    return tuple(bots)


def _check_process(bot: BotConfig, spec: SeatSpec, table: TournamentTable, where: str) -> None:
    """Raise BadConfig for what a bot's process cannot have."""
    where = f"{where}bots {bot.name}: "
    if bot.args and not spec.is_own:
        raise BadConfig(f"{where}args: are for commands, and {bot.spec!r} is none; leave them out")
    for key, more in (("env", table.sandbox.env), ("read", table.sandbox.read)):
        check_distinct(getattr(bot, key), key, where)
        for each in getattr(bot, key):
            if each in more:
                raise BadConfig(f"{where}{key} has {each!r}, which all bots have by [sandbox]; name it once")
    try:
        bot.within(Sandbox())
    except BadSetup as error:
        raise BadConfig(f"{where}{'memory' if bot.memory is not None else 'env'}: {error}") from None


def _secret(text: str, where: str) -> bytes | None:
    if text and not re.fullmatch(f"[0-9a-f]{{{2 * SECRET_BYTES}}}", text):
        raise BadConfig(f"{where}secret is not {2 * SECRET_BYTES} hexadecimal digits; make it by `openssl rand -hex "
                        f"{SECRET_BYTES}`, or leave it out to have one made")
    return bytes.fromhex(text) or None
