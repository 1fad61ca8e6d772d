"""`lawspeaker new-bot`."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path
from typing import Final

import click

from lawspeaker_engine.games import find_game
from lawspeaker_engine.suggestions import did_you_mean
from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.cli.progress import counting
from lawspeaker_referee.config.bot_specs import COMMAND
from lawspeaker_referee.devtools.starters.project import STARTERS, Project, check_folder, check_name, find_sdk, write
from lawspeaker_referee.devtools.starters.sdk import FOLDER, find_wheels
from lawspeaker_referee.devtools.starters.searching import searching

ANY: Final = "any"
PYTHON: Final = "python"
"""The language whose SDK is one of the wheels of the engine."""
_BRIDGE: Final = f"{COMMAND}lawspeaker-bot "
"""The command that starts a bot which speaks through a command of the SDK."""


@click.command()
@click.argument("language")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@click.option("--name", help="The bot's name.  [default: that of DIR]")
@click.option("--sdk", type=click.Path(path_type=Path),
              help="The package of the SDK, or a folder with it.  [default: made from the checkout of this command]")
@click.option("--game", default=ANY, show_default=True, metavar="GAME", help="The game it plays.")
@click.option("--search", is_flag=True,
              help="It looks ahead by playouts, in any game, with the engine in the project: python, go or typescript. "
              "--sdk is then a folder with all packages.")
def new_bot(*, language: str, folder: Path, name: str | None, sdk: Path | None, game: str, search: bool) -> None:
    """Make a project for a bot in LANGUAGE in the new or empty folder DIR: it builds and plays as it is.

    LANGUAGE is python, go, rust, java, typescript or cpp, or stdio-python or stdio-sh for a bot that needs no SDK and
    reads and prints lines: docs/stdio.md.
    """
    starter = STARTERS.get(language)
    if starter is None:
        raise WrongInput(f"no starter in {language!r}{did_you_mean(language, STARTERS)}; there are "
                         f"{', '.join(STARTERS)}")
    check_folder(folder)  # before minutes of packing
    name = check_name(folder.resolve().name if name is None else name)
    games = () if game == ANY else (find_game(game).name,)
    distributions = searching(language).wheels if search else ()
    packs = 0 if sdk else bool(starter.sdk) + (search and language != PYTHON)
    with counting("new-bot", 1 + packs) as report:
        wheels = find_wheels(distributions, sdk, report) if search else ()
        given = wheels[0] if wheels and language == PYTHON else sdk
        project = Project(language, name, games, find_sdk(starter, given, report), wheels)
        files = project.files()
        report(f"writing {len(files)} files into {folder}")
        write(folder, files)
    click.echo(as_text(project, folder, files))


def as_text(project: Project, folder: Path, files: dict[str, bytes]) -> str:
    """Return what was made and what to do next, as lines."""
    command, bridge = called("lawspeaker", "lawspeaker_referee"), called("lawspeaker-bot", "lawspeaker_bot")
    bot = shlex.quote(project.spec.replace(_BRIDGE, f"{COMMAND}{bridge} "))
    return "\n".join([
        f"made {folder}: {', '.join(path for path in files if not path.startswith(f'{FOLDER}/'))}"
        + (f", and the SDK in {FOLDER}" if project.package else ""),
        f"the thinking goes into {project.file}; next:",
        f"  cd {shlex.quote(str(folder))}",
        *(f"  {command}" for command in project.build),
        f"  {command} play {project.game} --bot {bot} --bot random",
        f"  {command} certify --bot {bot}",
    ])


def called(name: str, module: str) -> str:
    """Return how a shell calls a command of this installation: by name if that is on the PATH, else by path."""
    if shutil.which(name):
        return name
    script = Path(sys.executable).with_name(name)
    return shlex.quote(str(script)) if script.is_file() else f"{shlex.quote(sys.executable)} -m {module}"
