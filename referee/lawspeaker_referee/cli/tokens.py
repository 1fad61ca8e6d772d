"""`lawspeaker tokens`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from lawspeaker_referee.server import tokens as store

_Command = Callable[..., None]
_file: Callable[[_Command], _Command] = click.option(
    "--file", type=click.Path(path_type=Path, dir_okay=False), default="tokens.txt", show_default=True,
    help="The file; `serve --tokens` takes the same.")


@click.group(no_args_is_help=True)
def tokens() -> None:
    """Make, list and revoke the tokens that let bots in.

    The file holds hashes only. A referee that runs with `serve --tokens FILE` takes notice of changes by itself.
    """


@tokens.command()
@click.argument("name")
@_file
def create(*, name: str, file: Path) -> None:
    """Print a new token and store its hash."""
    click.echo(store.create(file, name))
    click.echo(f"its hash is stored in {file}; give the token to the bot as LAWSPEAKER_TOKEN, it is not shown again",
               err=True)


@tokens.command("list")
@_file
def list_(*, file: Path) -> None:
    """List names, when they were made, and which were revoked."""
    entries = store.read(file)
    width = max((len(entry.name) for entry in entries), default=0)
    for entry in entries:
        revoked = f"  revoked {store.time_text(entry.revoked)}" if entry.revoked else ""
        click.echo(f"{entry.name:<{width}}  created {store.time_text(entry.created)}{revoked}")


@tokens.command()
@click.argument("name")
@_file
def revoke(*, name: str, file: Path) -> None:
    """Make a token worthless.

    Bots that are connected by it are sent away within seconds.
    """
    store.revoke(file, name)
