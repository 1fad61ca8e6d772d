"""What a tournament plays: read from a TOML file, and kept in the ledger as plain data of the same shape."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from lawspeaker_engine.game import Game, make_setup
from lawspeaker_engine.games import find_game
from lawspeaker_engine.model import BadSetup, Setup
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.clocks import BadClock, Clock, parse_clock
from lawspeaker_referee.config.fault_policies import BadPolicy, Policy, parse_policy
from lawspeaker_referee.config.fields import BadConfig, ConfigTable
from lawspeaker_referee.config.sandbox import Sandbox, as_table, parse_sandbox
from lawspeaker_referee.config.tournament_format import LADDER, Format, parse_format

SECRET_BYTES: Final = 32

KEYS: Final = ("name", "game", "rules", "players", "options", "clock", "faults", "format", "stop", "sandbox", "bots",
               "records", "ledger", "workers", "secret")
BOT_KEYS: Final = ("name", "spec", "concurrency", "fresh", "joined")
DEFAULT_CLOCK: Final = "standard"
_HINTS: Final = {
    "Invalid value": "; texts stand in quotes",
    "Cannot overwrite a value": "; nothing may stand there twice, and each bot begins with [[bots]]",
    "Cannot declare": "; nothing may stand there twice, and each bot begins with [[bots]]",
}
"""What to look for, by what TOML says."""
COPY: Final = "#"
"""Between a bot's name and the number of a copy of it, from 2."""


@dataclass(frozen=True, slots=True)
class BotConfig:
    """Who takes part."""

    name: str
    spec: str
    """What starts it, as `lawspeaker play --bot` has it."""
    concurrency: int = 0
    """Matches it plays at once at most; 0 for one in each worker."""
    fresh: bool = False
    """Whether each match gets a new process of it."""
    joined: int = 0
    """The last round that was scheduled when it came; 0 if it was there from the start."""

    def as_dict(self) -> dict[str, Any]:
        """As it stands in a file."""
        known = {"name": self.name, "spec": self.spec, "concurrency": self.concurrency, "fresh": self.fresh}
        return known | ({"joined": self.joined} if self.joined else {})


@dataclass(frozen=True, slots=True)
class TournamentConfig:
    """All that is agreed before a tournament begins."""

    name: str
    game: str
    setup: Setup
    clock: Clock
    faults: Mapping[str, Any]
    """The table of its policy."""
    format: Format
    bots: tuple[BotConfig, ...]
    """None of a ladder, where whoever comes plays."""
    records: Path
    """Folder of the records."""
    ledger: str = ""
    """The URL of the ledger; empty for the one in the folder of the records."""
    workers: int | None = None
    """Referees at once; None for one a core."""
    secret: bytes | None = field(default=None, repr=False)
    """What all dice derive from; None to have one made."""
    stop: Mapping[str, Any] = field(default_factory=dict)
    """The table of the test that may end the tournament early."""
    sandbox: Sandbox = field(default_factory=Sandbox)
    """The limits of each bot's process."""

    @property
    def players(self) -> int:
        """Seats of a table."""
        return self.setup.players

    @property
    def rules(self) -> Game[Any]:
        """The game."""
        return find_game(self.game)

    @property
    def policy(self) -> Policy:
        """What follows from faults."""
        return parse_policy(self.faults)

    @property
    def names(self) -> tuple[str, ...]:
        """Of the bots, in the order of the file."""
        return tuple(bot.name for bot in self.bots)

    def bot(self, name: str) -> BotConfig:
        """The bot of a seat; `a#2` is a copy of `a`, with a process of its own."""
        original = name.partition(COPY)[0]
        return replace(next(bot for bot in self.bots if bot.name == original), name=name)

    def as_dict(self) -> dict[str, Any]:
        """What the ledger keeps: plain data that `parse_terms` reads; no secret, nothing of the machine."""
        return {
            "name": self.name, "game": self.game, "rules": self.rules.version, "players": self.players,
            "clock": self.clock.text, "records": str(self.records), "options": dict(self.setup.options),
            "faults": dict(self.faults), "format": self.format.as_dict(), "stop": dict(self.stop),
            "bots": [bot.as_dict() for bot in self.bots], "sandbox": as_table(self.sandbox),
        }


def read_config(path: Path) -> TournamentConfig:
    """The tournament of a file. Raises BadTerms, and OSError if the file cannot be read."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise BadConfig(f"{path} is not TOML, which is text in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        hint = next((hint for words, hint in _HINTS.items() if words in str(error)), "")
        raise BadConfig(f"{path} is not TOML: {error}{hint}") from None
    terms = parse_config(table, str(path))
    if terms.format.kind == LADDER:
        raise BadConfig(f"{path}: format: a ladder has no file; `lawspeaker serve --ladder` plays it")
    return terms


def parse_config(values: Mapping[str, Any], source: str) -> TournamentConfig:
    """The tournament that plain data means; errors begin with the source. Raises BadTerms."""
    table = ConfigTable(f"{source}: ", values)
    table.only(KEYS)
    table.need("name", "game", "players", "format", "bots")
    name = table.name("name")
    game, setup = _game(table)
    bots = () if table.table("format").values.get("kind") == LADDER else _bots(table, setup.players)
    return TournamentConfig(
        name, game.name, setup, _clock(table), _faults(table),
        parse_format(table.table("format"), setup.players, tuple(bot.name for bot in bots)), bots,
        Path(table.text("records", f"records/{name}")), _ledger(table),
        workers=table.whole("workers", 0, 1, 1024) or None, secret=_secret(table), stop=table.table("stop").values,
        sandbox=parse_sandbox(table.table("sandbox")),
    )


def _game(table: ConfigTable) -> tuple[Game[Any], Setup]:
    try:
        game = find_game(table.text("game"))
        players = table.whole("players", 0, min(game.players), max(game.players))
        setup = make_setup(game, players, table.table("options").values)
    except BadConfig:
        raise
    except BadSetup as error:
        raise table.bad(str(error)) from None
    rules = table.whole("rules", game.version, 1, 1_000_000)
    if rules != game.version:
        raise table.bad(f"rules is {rules}, and this referee plays {game.name} by its rules version {game.version}; "
                        "results of both cannot be compared, so begin another tournament or use the other referee")
    return game, setup


def _bots(table: ConfigTable, players: int) -> tuple[BotConfig, ...]:
    bots = tuple(map(_bot, table.tables("bots")))
    names = [bot.name for bot in bots]
    for name in names:
        if names.count(name) > 1:
            raise table.bad(f"two bots are called {name!r}; give each a name of its own")
    if len(bots) < players:
        raise table.bad(f"bots: {len(bots)} cannot fill a table of {players}; name at least {players}, "
                        "each under [[bots]]")
    return bots


def _bot(table: ConfigTable) -> BotConfig:
    table.only(BOT_KEYS)
    table.need("name", "spec")
    try:
        spec = SeatSpec.parse(table.text("spec")).text
    except BadConfig:
        raise
    except BadSetup as error:
        raise table.bad(f"spec: {error}") from None
    return BotConfig(table.name("name"), spec, table.whole("concurrency", 0, 0, 1000), table.flag("fresh"),
               table.whole("joined", 0, 0, 1_000_000))


def _clock(table: ConfigTable) -> Clock:
    try:
        return parse_clock(table.text("clock", DEFAULT_CLOCK))
    except BadClock as error:
        raise table.bad(f"clock: {str(error).removeprefix('clock: ')}") from None


def _faults(table: ConfigTable) -> Mapping[str, Any]:
    values = table.table("faults").values
    try:
        parse_policy(values)
    except BadPolicy as error:
        raise table.bad(str(error)) from None
    return values


def _ledger(table: ConfigTable) -> str:
    url = table.text("ledger")
    try:
        password = urlsplit(url).password
    except ValueError:
        raise table.bad("ledger is no URL; write sqlite:///PATH or postgresql://USER@HOST/DATABASE") from None
    if password or "password=" in url:
        raise table.bad("ledger has a password in it, which bots could read here; have it in PGPASSWORD, or in "
                        "~/.pgpass")
    return url


def _secret(table: ConfigTable) -> bytes | None:
    text = table.text("secret")
    if text and not re.fullmatch(f"[0-9a-f]{{{2 * SECRET_BYTES}}}", text):
        raise table.bad(f"secret is not {2 * SECRET_BYTES} hexadecimal digits; make it by `openssl rand -hex "
                        f"{SECRET_BYTES}`, or leave it out to have one made")
    return bytes.fromhex(text) or None
