"""`lawspeaker verify`."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import click

from lawspeaker_bot.printable import printable
from lawspeaker_engine.dice import commitment
from lawspeaker_referee.cli.errors import DOES_NOT_VERIFY, WRONG_INPUT
from lawspeaker_referee.cli.file_jobs import results_in_order
from lawspeaker_referee.cli.options import PublicKeyFile
from lawspeaker_referee.cli.progress import rate
from lawspeaker_referee.config.tournament import SECRET_BYTES
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.signing import BadSignature, PublicKey, require_signer
from lawspeaker_referee.record.verify.replay import VerifyResult, derives
from lawspeaker_referee.record.verify.replay import verify as verify_record


class Secret(click.ParamType[bytes]):
    """The secret that dice derive from, in hexadecimal."""

    name = "HEX"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> bytes:
        """Return the secret's bytes."""
        if not re.fullmatch(f"[0-9a-f]{{{2 * SECRET_BYTES}}}", text := value.strip().lower()):
            self.fail(f"is no secret of dice, which is {2 * SECRET_BYTES} hexadecimal digits", param, ctx)
        return bytes.fromhex(text)


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@click.option("--key", "keys", type=PublicKeyFile(), multiple=True,
              help="Accept only records signed with this public key; with several keys, any of them.")
@click.option("--secret", type=Secret(),
              help="Accept only records whose seed derives from this secret of a tournament or of `serve`.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, metavar="N",
              help="Verify so many files at once, each in a process of its own.")
@click.pass_context
def verify(context: click.Context, files: tuple[Path, ...], keys: tuple[PublicKey, ...], secret: bytes | None,
           jobs: int) -> None:
    """Replay records and compare every step.

    Prints `ok DIGEST STEPS` and who signed the record, or the first step that differs. A record is `refused` if it
    is not signed by the --key or was changed since, or if its dice do not derive from the --secret. All files are
    judged, in their order.

    Exit codes: 0 all are right, 1 a record differs or is refused, 2 a file is unreadable, foreign or of a newer
    format; the worst one counts.
    """
    worst = 0
    if secret is not None:
        click.echo(f"the commitment of this secret is {commitment(secret).hex()}", err=True)
    with results_in_order(partial(_line, keys=keys, secret=secret), files, jobs, "verified records") as judgements, \
            rate("verify", "records", len(files)) as done:
        for file, (code, line) in zip(files, judgements, strict=True):
            if code == WRONG_INPUT:
                click.echo(printable(f"lawspeaker: {_named(file, line)}"), err=True)
            else:
                click.echo(printable(f"{line} {file}" if len(files) > 1 else line))
            worst = max(worst, code)
            done()
    context.exit(worst)


Judgement = tuple[int, str]
"""An exit code and a line; the code WRONG_INPUT for a record that cannot be judged."""


def _line(file: Path, *, keys: tuple[PublicKey, ...], secret: bytes | None) -> Judgement:
    try:
        return judge(file, keys, secret)
    except RecordError as error:
        return WRONG_INPUT, str(error)


def judge(file: Path, keys: tuple[PublicKey, ...], secret: bytes | None) -> tuple[int, str]:
    """Return (exit code, line) of a record. Raises RecordError if it cannot be judged.

    With keys the signature comes first, and a record without a valid one is not replayed.
    """
    record = read_record(file)
    if keys:
        try:
            require_signer(record, keys)
        except BadSignature as error:
            return DOES_NOT_VERIFY, f"refused: {error}"
    verdict = verify_record(record)
    if verdict.ok and secret is not None and not derives(record, secret):
        return DOES_NOT_VERIFY, (f"refused: its seed is not the one that this secret gives to match "
                                 f"{record.header.match_id}, nor to its block")
    return 0 if verdict.ok else DOES_NOT_VERIFY, line_of(verdict, known=bool(keys))


def line_of(verdict: VerifyResult, *, known: bool = False) -> str:
    """Return a verdict as one line; `known` is true if the signer's key is one of those given."""
    if not verdict.ok:
        return f"differs: {verdict.first_difference}"
    line = f"ok {verdict.digest.hex()} {verdict.steps}"
    if verdict.signer is None:
        return line
    return f"{line} signed by {'' if known else 'unknown key '}{verdict.signer.fingerprint}"


def _named(file: Path, message: str) -> str:
    """Return a message with the name of its file, once."""
    return message if str(file) in message else f"{file}: {message}"
