"""`lawspeaker proto`."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path

import click

from lawspeaker_engine.games import find_game
from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.devtools.proto.changes import changes
from lawspeaker_referee.devtools.proto.game_file import game_file
from lawspeaker_referee.devtools.proto.proto_text import proto_text
from lawspeaker_referee.devtools.proto.read_proto import BadProto, known_file, read_proto
from lawspeaker_referee.record.whole_file import whole_file

_DIFFERS = 1


@click.command()
@click.argument("game")
@click.option("--file", type=click.Path(path_type=Path, dir_okay=False), help="Write FILE, whose numbers are kept.")
@click.option("--check", is_flag=True, help="Change nothing; exit with 1 if FILE is not what the classes make.")
@click.pass_context
def proto(ctx: click.Context, *, game: str, file: Path | None, check: bool) -> None:
    """Write the .proto file of GAME from its classes: view, options, catalogue and enums.

    Docstrings become comments. A field keeps the number that it has in FILE, or else in the stubs that are installed.
    A new one gets the next, and the number and name of a removed one are reserved, so that older bots and records stay
    readable. A FILE that is there is read by protoc, which `pip install grpcio-tools` brings.
    """
    if check and (file is None or not file.exists()):
        raise WrongInput("--check compares a file that is there; name it with --file")
    found = find_game(game)
    try:
        former = known_file(found) if file is None or not file.exists() else read_proto(file)
        made = game_file(found, former)
    except BadProto as error:
        raise WrongInput(str(error)) from None
    text = proto_text(made)
    if file is None:
        click.echo(text, nl=False)
    elif check:
        if difference := first_difference(file.read_text(encoding="utf-8"), text):
            click.echo(f"{file}:{difference}", err=True)
            ctx.exit(_DIFFERS)
        click.echo(f"{file} is what the classes of {game} make")
    else:
        with whole_file(file) as out:
            out.write(text.encode())
        click.echo("\n".join([f"wrote {file}", *(changes(former, made.file) if former else ())]))


def first_difference(text: str, wanted: str) -> str:
    """Return the number of the first line that differs, what it is and what it should be; nothing if none does."""
    for number, (line, right) in enumerate(zip_longest(text.splitlines(), wanted.splitlines()), 1):
        if line != right:
            return f"{number}: here {_shown(line)}, by the classes {_shown(right)}"
    return ""


def _shown(line: str | None) -> str:
    return "the end" if line is None else repr(line.strip())
