"""`lawspeaker keys`."""

from __future__ import annotations

from pathlib import Path

import click

from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.cli.options import public_key
from lawspeaker_referee.record.signing import PublicKey, SigningKey

KEY_FILE = "referee.key"


@click.group(no_args_is_help=True)
def keys() -> None:
    """Make and show the key that a referee signs records with.

    The public key goes to whoever checks records, by a way they trust: the signature proves who signed, not who that
    is. Whoever has the private key file can sign anything.
    """


@keys.command()
@click.argument("file", default=KEY_FILE, type=click.Path(path_type=Path, readable=False))
def create(file: Path) -> None:
    """Make a new Ed25519 key in FILE, and print its public half.

    FILE is named referee.key if nothing else is said. A file that is there already is never written over.
    """
    try:
        key = SigningKey.create(file)
    except FileExistsError:
        raise WrongInput(f"{file} is there already, and no key is written over; name another file") from None
    click.echo(as_text(key.public), nl=False)


@keys.command()
@click.argument("file", default=KEY_FILE, type=click.Path(path_type=Path, readable=False))
def show(file: Path) -> None:
    """Print the fingerprint and the public half of the key in FILE, a private or a public one."""
    click.echo(as_text(public_key(file)), nl=False)


@keys.command()
@click.argument("file", default=KEY_FILE, type=click.Path(path_type=Path, readable=False))
def export(file: Path) -> None:
    """Print the public half of the key in FILE and nothing else: what `verify --key` reads."""
    click.echo(public_key(file).pem(), nl=False)


def as_text(key: PublicKey) -> str:
    """Return a public key as lines."""
    return f"fingerprint  {key.fingerprint}\n{key.pem()}"
