"""`lawspeaker verify` of an archive."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lawspeaker_bot.printable import printable
from lawspeaker_engine.dice import commitment
from lawspeaker_referee.cli.errors import DOES_NOT_VERIFY, WrongInput
from lawspeaker_referee.cli.file_jobs import results_in_order
from lawspeaker_referee.cli.progress import rate
from lawspeaker_referee.config.formatting import format_count

if TYPE_CHECKING:
    from lawspeaker_referee.competition.archive.manifest import Manifest
    from lawspeaker_referee.record.signing import PublicKey


def only_archive(paths: Sequence[Path]) -> Path | None:
    """Return the archive that is to be verified; None if records are. Raises WrongInput for an archive among others."""
    from lawspeaker_referee.competition.archive.reader import is_archive

    found = [path for path in paths if is_archive(path)]
    if found and len(paths) > 1:
        raise WrongInput(f"{found[0]} is an archive, which is verified alone; leave the other arguments out")
    return found[0] if found else None


def verify_archive(path: Path, keys: tuple[PublicKey, ...], secret: bytes | None, jobs: int) -> int:
    """Print what differs in an archive and how much was verified; return the exit code. Raises WrongInput, OSError."""
    from lawspeaker_referee.competition.archive.manifest import ArchiveError

    try:
        return _verified(path, keys, secret, jobs)
    except ArchiveError as error:
        raise WrongInput(str(error) if str(path) in str(error) else f"{path}: {error}") from None


def _verified(path: Path, keys: tuple[PublicKey, ...], given: bytes | None, jobs: int) -> int:
    from msgspec.structs import replace

    from lawspeaker_referee.competition.archive.check import ArchiveCheck
    from lawspeaker_referee.competition.archive.manifest import encode
    from lawspeaker_referee.competition.archive.reader import extra_files, opened

    with opened(path) as (manifest, records):
        wrong = [*manifest.contradictions(), *(f"{name}: no result is of it" for name in extra_files(path, manifest)),
                 *_signature(manifest, keys), *_secret(manifest, given)]
        for line in wrong:
            click.echo(printable(f"differs: {line}"))
        secret, number, different = given or bytes.fromhex(manifest.secret), len(manifest.results), 0
        _ = manifest.config  # or each result would say that the terms are wrong
        work = ArchiveCheck(encode(replace(manifest, results=())), secret)
        with results_in_order(work.judged, records, jobs, "verified results") as found, \
                rate("verify", "results", number) as done:
            for attempt, lines in found:
                different += bool(lines)
                for line in lines:
                    click.echo(printable(f"differs: {attempt}: {line}"))
                done()
        _tell(manifest, different, dice=bool(secret), known=bool(keys))
    return DOES_NOT_VERIFY if wrong or different else 0


def _signature(manifest: Manifest, keys: tuple[PublicKey, ...]) -> list[str]:
    from lawspeaker_referee.competition.archive.manifest import ArchiveError

    try:
        signer = manifest.signer
    except ArchiveError as error:
        return [str(error)]
    if not keys or signer in keys:
        return []
    by = f"is signed by {signer.fingerprint}" if signer else "is not signed"
    return [f"the manifest {by}, should be by {' or '.join(key.fingerprint for key in keys)}"]


def _secret(manifest: Manifest, given: bytes | None) -> list[str]:
    if given is None or commitment(given).hex() == manifest.commitment:
        return []
    own = commitment(given).hex()
    return [f"the commitment of the given secret is {own}, that of the manifest {manifest.commitment}"]


def _tell(manifest: Manifest, different: int, *, dice: bool, known: bool) -> None:
    """Print what was verified."""
    name, number = manifest.tournament, len(manifest.results)
    told = f"{number - different} of {format_count(number, 'result')} {'is' if number == 1 else 'are'}"
    lines = [f"{told} what the records give"]
    if void := sum(not each.counts for each in manifest.results):
        lines.append(f"{format_count(void, 'result')} of them {'was' if void == 1 else 'were'} voided")
    if manifest.left:
        lines.append(f"it is an archive so far: {format_count(manifest.left, 'match')} of the tournament "
                     f"{'is' if manifest.left == 1 else 'are'} not in it")
    if manifest.unplayed:
        lines.append(f"{format_count(manifest.unplayed, 'match')} of the schedule "
                     f"{'was' if manifest.unplayed == 1 else 'were'} not played before the secret was told")
    lines += [f"the organiser: {each.words}" for each in manifest.decisions]
    lines.append("all dice derive from the secret" if dice and not different else "the dice were compared with the "
                 "secret" if dice else "the secret is not in it, so no dice are verified; give --secret")
    lines.append(f"commitment {manifest.commitment}")
    lines.append(f"head of the ledger {manifest.links}:{manifest.head}")
    lines.append(_signed(manifest, known=known))
    for line in lines:
        click.echo(printable(f"{name}: {line}"))


def _signed(manifest: Manifest, *, known: bool) -> str:
    from lawspeaker_referee.competition.archive.manifest import ArchiveError

    try:
        signer = manifest.signer
    except ArchiveError:
        return "the signature is wrong"
    if signer is None:
        return "the manifest is not signed: whoever had it can have made another one"
    return f"signed by {'' if known else 'unknown key '}{signer.fingerprint}"
