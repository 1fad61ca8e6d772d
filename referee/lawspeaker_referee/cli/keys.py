"""`lawspeaker keys`, and key files as options of other commands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.record.signing import BadKey, PublicKey, SigningKey, mode_if_exposed, read_key

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


class SigningKeyFile(click.ParamType[SigningKey]):
    """A file with a private key."""

    name = "FILE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> SigningKey:
        """Return the key."""
        if isinstance(value, SigningKey):
            return value
        key = _read(Path(value))
        if isinstance(key, PublicKey):
            self.fail(f"{value} is a public key, which cannot sign; give the private one it belongs to", param, ctx)
        return key


class PublicKeyFile(click.ParamType[PublicKey]):
    """A file with a public key, or with a private one, whose public half is meant."""

    name = "FILE"

    def convert(self, value: Any, _param: click.Parameter | None, _ctx: click.Context | None) -> PublicKey:
        """Return the key."""
        return value if isinstance(value, PublicKey) else public_key(Path(value))


def public_key(file: Path) -> PublicKey:
    """Return the public half of the key in a file. Raises WrongInput, and OSError if it cannot be read."""
    key = _read(file)
    return key.public if isinstance(key, SigningKey) else key


def as_text(key: PublicKey) -> str:
    """Return a public key as lines."""
    return f"fingerprint  {key.fingerprint}\n{key.pem()}"


def _read(file: Path) -> SigningKey | PublicKey:
    """Return the key in a file; warn if it is a private key that others may read."""
    try:
        key = read_key(file)
    except BadKey as error:
        raise WrongInput(str(error)) from None
    if isinstance(key, SigningKey) and (mode := mode_if_exposed(file)) is not None:
        click.echo(f"lawspeaker: warning: {file} is a private key that others may use too (mode {mode:04o}); "
                   f"chmod 600 {file}", err=True)
    return key
