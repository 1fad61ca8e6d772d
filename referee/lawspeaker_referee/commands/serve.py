"""`lawspeaker serve`."""

from __future__ import annotations

import os
from pathlib import Path

import click

from lawspeaker_engine.game import make_setup, parse_options
from lawspeaker_engine.games import find_game
from lawspeaker_referee.commands.errors import WrongInput
from lawspeaker_referee.commands.parameters import Duration, KeyValue, Listen, distinct
from lawspeaker_referee.server import ServeSettings
from lawspeaker_referee.server import serve as serve_until_told

MOST_STREAMS = 100_000


@click.command()
@click.argument("game", default="northgard")
@click.option("--listen", type=Listen(), default="127.0.0.1:50051", show_default=True,
              help="Where bots dial in; port 0 takes a free one.")
@click.option("--players", type=int, default=None, help="Seats of a match.  [default: the fewest of the game]")
@click.option("--option", "options", type=KeyValue(), multiple=True, help="An option of the game; see `games`.")
@click.option("--move-time", type=Duration(), default="2s", show_default=True,
              help="Time limit of a decision, such as 500ms, 2s or 1m; 0 for none.")
@click.option("--matches", type=click.IntRange(1), help="End after so many; without it there is no end.")
@click.option("--records", type=click.Path(path_type=Path, file_okay=False), default="records", show_default=True,
              help="Folder of the records.")
@click.option("--no-records", is_flag=True, help="Keep no records.")
@click.option("--tokens", "tokens_file", type=click.Path(path_type=Path, dir_okay=False),
              help="File of lines NAME=TOKEN; only bots with one of these tokens are let in.")
@click.option("--anybody", is_flag=True, help="Let bots in without tokens from other machines too.")
@click.option("--metrics", type=Listen(), help="Where Prometheus finds /metrics; without it there are none.")
@click.option("--grace", type=Duration(zero="at once"), default="30s", show_default=True,
              help="Time that running matches have to end after SIGTERM; a second signal ends it.")
@click.option("--most-streams", type=click.IntRange(2, MOST_STREAMS), default=1024, show_default=True,
              help="Bots connected at once.")
@click.option("--name", default="", help="Match ids are this and a number.  [default: the game and something new]")
def serve(
    *, game: str, listen: str, players: int | None, options: tuple[tuple[str, str], ...], move_time: float,
    matches: int | None, records: Path, no_records: bool, tokens_file: Path | None, anybody: bool,
    metrics: str | None, grace: float, most_streams: int, name: str,
) -> None:
    """Let bots dial in and play matches between them until SIGTERM or Ctrl-C, which drain.

    Whenever enough bots wait, those who have waited longest play; seats rotate. Logs are JSON lines on stderr. Health
    and reflection services stand beside RefereeService. Only loopback addresses are open without --tokens.
    """
    rules = find_game(game)
    setup = make_setup(rules, min(rules.players) if players is None else players,
                       parse_options(rules, distinct(options)))
    serve_until_told(ServeSettings(
        game=rules, setup=setup, listen=listen, records=None if no_records else records, move_time=move_time or None,
        matches=matches, tokens=read_tokens(tokens_file) if tokens_file else {}, anybody=anybody, metrics=metrics,
        grace=grace, most_streams=most_streams, name=_checked(name),
    ))


def read_tokens(file: Path) -> dict[str, str]:
    """Bots' names and tokens. Raises WrongInput for a line that is neither NAME=TOKEN nor empty nor a # comment."""
    tokens: dict[str, str] = {}
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise WrongInput(f"{file} is not text in UTF-8; write lines NAME=TOKEN") from None
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        name, equals, token = (part.strip() for part in line.partition("="))
        if not (name and equals and token):
            raise WrongInput(f"{file}, line {number}: write NAME=TOKEN")
        if name in tokens or token in tokens.values():
            raise WrongInput(f"{file}, line {number}: name or token stands in a line before; each must be new")
        tokens[name] = token
    if not tokens:
        raise WrongInput(f"{file} has no tokens; write lines NAME=TOKEN")
    return tokens


def _checked(name: str) -> str:
    """A name that is also the beginning of a file's name."""
    if os.sep in name or name.startswith(".") or not name.isprintable():
        raise WrongInput(f"--name {name!r} cannot begin a file's name; use letters, digits, - and _")
    return name
