"""`lawspeaker serve`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click

from lawspeaker_engine.games import find_game
from lawspeaker_engine.setups import parse_options
from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.cli.options import ClockSpec, KeyValue, Listen, distinct_pairs
from lawspeaker_referee.cli.referee_plan import plan
from lawspeaker_referee.cli.referee_process import serve as serve_until_told
from lawspeaker_referee.cli.tournament import check_packages
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.referee import KEYS, RefereeConfig, RefereeTable, parse_referee
from lawspeaker_referee.config.user_files import read_toml

TOML: Final = ".toml"


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the settings of a referee come from: a file or a game, and what options put in place of its keys."""

    target: str
    keys: Mapping[str, Any]
    """Keys at the top of a file."""
    options: Mapping[str, str]
    """Options of the game, as texts."""
    ladder: bool
    """True if there is a table [ladder], whatever the file says."""
    in_ladder: Mapping[str, Any]
    """Keys of that table."""

    @property
    def file(self) -> Path | None:
        """Return the file; None for a game alone."""
        named = self.target.lower().endswith(TOML) or os.sep in self.target
        return Path(self.target) if named else None

    def read(self) -> RefereeConfig:
        """Return the settings, the file being read anew. Raises BadSetup, WrongInput and OSError."""
        values: dict[str, Any] = read_toml(self.file) if self.file else {"game": self.target}
        values.update(self.keys)
        if self.options and isinstance(game := values.get("game"), str):
            _put(values, "options", parse_options(find_game(game), self.options))
        if self.ladder:
            _put(values, "ladder", {})
        for key in self.in_ladder if "ladder" not in values else ():
            raise WrongInput(f"--{key} is for a ladder; give --ladder too, or leave it out")
        if self.in_ladder:
            _put(values, "ladder", self.in_ladder)
        return parse_referee(values, str(self.file or ""))


def _put(values: dict[str, Any], table: str, keys: Mapping[str, Any]) -> None:
    """Put keys into a table, which may be missing; what is no table is left for `parse_referee` to refuse."""
    there = values.setdefault(table, {})
    if isinstance(there, dict):
        values[table] = {**there, **keys}


class _Serve(click.Command):
    """Tells for an option that there is not which key of a file it is."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments. Raises WrongInput for an option that is a key only."""
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            word = error.option_name.lstrip("-").replace("-", "_")
            words = {each.rpartition(".")[2]: each for each in KEYS} | {each.replace(".", "_"): each for each in KEYS}
            key = words.get(word)
            if key is None:
                raise
            raise WrongInput(f"{error.option_name} is no option but a key of a file: {key}; see docs/serving.md") \
                from None


@click.command(cls=_Serve)
@click.argument("target", metavar="[GAME|FILE]", default="northgard")
@click.option("--listen", type=Listen(),
              help=f"Address for bots; port 0 takes a free one.  [default: {RefereeTable(game='').listen}]")
@click.option("--players", type=int, help="Seats of a match.  [default: the fewest of the game]")
@click.option("--option", "options", type=KeyValue(), multiple=True,
              help="An option of the game, one of the key `options`; see `games`.")
@click.option("--clock", type=ClockSpec(),
              help="Time limits: blitz, standard, llm or none; MOVE[+BANK][/INCREMENT] such as 2s+30s/1s; or settings "
                   "such as move=2s,bank=30s. After a comma settings change it: standard,first=1m.  "
                   f"[default: {RefereeTable(game='').clock}]")
@click.option("--matches", type=int,
              help="Stop after this many matches of this --name, including those whose records are in the folder.  "
                   "[default: no end]")
@click.option("--name", help="Prefix of match ids.  [default: the game and random characters, or GAME-ladder]")
@click.option("--records", metavar="DIRECTORY",
              help=f"Folder of the records.  [default: {RefereeTable(game='').records}]")
@click.option("--tokens", metavar="FILE",
              help="File of `lawspeaker tokens`; only bots with one of its tokens are admitted.")
@click.option("--ladder", is_flag=True,
              help="Choose opponents by rating, count every match in a ledger, and rate the bots; needs --tokens.")
@click.option("--standings", type=Listen(8080), metavar="HOST:PORT",
              help="For a ladder, key `ladder.standings`: address of the page with its standings.  [default: no page]")
@click.option("--referee", metavar="LABEL",
              help="For a ladder that several referees play with one PostgreSQL ledger, key `ladder.referee`: the "
                   "label of this one, which is part of its match ids.")
@click.option("--check", is_flag=True, help="Say what would be served, or what is wrong, and start nothing.")
def serve(*, target: str, options: tuple[tuple[str, str], ...], clock: Clock | None, ladder: bool,
          standings: str | None, referee: str | None, check: bool, **keys: Any) -> None:
    """Accept bots and play matches of GAME between them until SIGTERM or Ctrl-C.

    FILE is a TOML file with all settings, `lawspeaker serve referee.toml`: docs/serving.md lists its keys. Each option
    but --check puts its value in place of the key of its name; without a file the other keys have their defaults.
    GAME is northgard by default.

    Whenever enough bots wait, those that have waited longest play, and seats rotate. Matches that an earlier referee
    left in the folder of records go on when their bots return with their tokens. Logs are JSON lines on stderr. The
    server also has the services for health and reflection. Without tokens or certificates of bots it listens on
    loopback addresses only. A signal lets running matches end; SIGHUP reads FILE again.

    With --ladder the referee chooses the matches from which it learns most about who is better, and rates the bots,
    which connect again after a restart. It needs --tokens and records:

    \b
      lawspeaker serve northgard --ladder --tokens tokens.txt --standings 127.0.0.1:8080
    """  # noqa: D301 - click looks for the control character
    given = {"clock": clock.text if clock else None, **keys}
    told = {"standings": standings, "referee": referee}
    in_ladder = {key: value for key, value in told.items() if value is not None}
    settings = Settings(target, {key: value for key, value in given.items() if value is not None},
                        distinct_pairs(options), ladder, in_ladder)
    config = settings.read()
    if config.ladder is not None:
        check_packages("ladders")
    if check:
        click.echo(plan(config, target))
        return
    serve_until_told(config, read=settings.read if settings.file else None)
