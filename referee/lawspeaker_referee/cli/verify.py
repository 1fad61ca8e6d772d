"""`lawspeaker verify`."""

from __future__ import annotations

import re
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Final

import click

from lawspeaker_bot.printable import printable
from lawspeaker_engine.dice import commitment
from lawspeaker_referee.cli.archive_verify import only_archive, verify_archive
from lawspeaker_referee.cli.errors import DOES_NOT_VERIFY, WRONG_INPUT
from lawspeaker_referee.cli.file_jobs import results_in_order
from lawspeaker_referee.cli.options import JOBS, PublicKeyFile
from lawspeaker_referee.cli.progress import rate
from lawspeaker_referee.cli.record_arguments import RecordArguments
from lawspeaker_referee.config.formatting import format_count
from lawspeaker_referee.config.tournament import SECRET_BYTES
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.signing import BadSignature, PublicKey, require_signer
from lawspeaker_referee.record.verify.replay import VerifyResult, derives
from lawspeaker_referee.record.verify.replay import verify as verify_record

UNREADABLE: Final = "unreadable"
OUTCOMES: Final = ("ok", "differs", "refused", UNREADABLE)
"""The first words of lines, and what records are that have none."""


class Secret(click.ParamType[bytes]):
    """The secret that dice derive from, in hexadecimal."""

    name = "HEX"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> bytes:
        """Return the secret's bytes."""
        if not re.fullmatch(f"[0-9a-f]{{{2 * SECRET_BYTES}}}", text := value.strip().lower()):
            self.fail(f"is no secret of dice, which is {2 * SECRET_BYTES} hexadecimal digits", param, ctx)
        return bytes.fromhex(text)


@click.command()
@click.argument("records", nargs=-1, required=True, metavar="RECORDS...", type=click.Path(path_type=Path))
@click.option("--key", "keys", type=PublicKeyFile(), multiple=True,
              help="Accept only records signed with this public key; with several keys, any of them.")
@click.option("--secret", type=Secret(),
              help="Accept only records whose seed derives from this secret of a tournament or of `serve`.")
@click.option("--jobs", type=JOBS, default=1, show_default=True, metavar="N",
              help="Verify so many records at once, each in a process of its own.")
@click.pass_context
def verify(context: click.Context, records: tuple[Path, ...], keys: tuple[PublicKey, ...], secret: bytes | None,
           jobs: int) -> None:
    """Replay records and compare every step.

    RECORDS are records, and folders with all records in them and in their folders. Prints `ok DIGEST STEPS` and who
    signed the record, or the first step that differs. A record is `refused` if it is not signed by the --key or was
    changed since, or if its dice do not derive from the --secret. All are judged, each once, in their order; those of
    a folder by name. Records of matches that have not ended are left out in folders.

    An archive of `lawspeaker tournament archive` is verified whole, packed or unpacked, without the ledger: signature,
    hashes, results by their records, and all dice if the secret is in it or given.

    \b
      lawspeaker verify match.lsr
      lawspeaker verify --jobs 4 records/cup
      lawspeaker verify cup.tar

    Exit codes: 0 all are right, 1 a record differs or is refused, 2 a file is unreadable, foreign or of a newer
    format; the worst one counts.
    """  # noqa: D301 - click looks for the control character
    if (archive := only_archive(records)) is not None:
        context.exit(verify_archive(archive, keys, secret, jobs))
    files, found = RecordArguments(records), Counter[str]()
    worst = 0
    if secret is not None:
        click.echo(f"the commitment of this secret is {commitment(secret).hex()}", err=True)
    files.tell_left_out()
    is_named = files.has_folder or len(files) > 1
    with results_in_order(partial(_judged, keys=keys, secret=secret), files, jobs, "verified records") as judgements, \
            rate("verify", "records", len(files)) as done:
        for file, code, line in judgements:
            if code == WRONG_INPUT:
                click.echo(printable(f"lawspeaker: {_named(file, line)}"), err=True)
            else:
                click.echo(printable(f"{line} {file}" if is_named else line))
            found[UNREADABLE if code == WRONG_INPUT else line.partition(" ")[0].rstrip(":")] += 1
            worst = max(worst, code)
            done()
    if files.has_folder:
        told = ", ".join(f"{found[word]} {word}" for word in OUTCOMES if found[word])
        click.echo(f"{format_count(found.total(), 'record')}: {told}", err=True)
    context.exit(worst)


def _judged(file: Path, *, keys: tuple[PublicKey, ...], secret: bytes | None) -> tuple[Path, int, str]:
    """Return a record with its exit code and line; the code WRONG_INPUT if it cannot be judged."""
    try:
        return file, *judge(file, keys, secret)
    except RecordError as error:
        return file, WRONG_INPUT, str(error)


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
