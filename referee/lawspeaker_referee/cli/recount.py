"""Verify a ledger for `tournament verify` and `standings --verify`: its chain, and its results from their records."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Final

import click

from lawspeaker_bot.printable import printable
from lawspeaker_referee.cli.errors import DOES_NOT_VERIFY
from lawspeaker_referee.cli.file_jobs import results_in_order
from lawspeaker_referee.cli.kept_heads import GivenHead, HeadOption, known_heads
from lawspeaker_referee.cli.options import JOBS, PublicKeyFile
from lawspeaker_referee.cli.progress import rate
from lawspeaker_referee.config.formatting import format_count

if TYPE_CHECKING:
    from lawspeaker_referee.competition.ledger.chain_walk import ChainVerdict
    from lawspeaker_referee.competition.ledger.facts import CountedMatch
    from lawspeaker_referee.competition.ledger.queries import LedgerQueries
    from lawspeaker_referee.record.signing import PublicKey

MOST_NAMED: Final = 5
"""Records without a result that are named."""
PAGE: Final = 500
"""Results that are read from the ledger at once."""


@dataclass(frozen=True, slots=True)
class RecountOptions:
    """How a ledger is verified."""

    sample: int | None = None
    """So many results and moments of the history of ratings, chosen at random; None for all."""
    keys: tuple[PublicKey, ...] = ()
    head: GivenHead | None = None
    """A head that was noted earlier, which the chain must still have."""
    folders: tuple[Path, ...] = ()
    jobs: int | None = None
    """Processes at once; None for one a core."""


def recount_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a recount to a command."""
    for option in (
        click.option("--jobs", type=JOBS, metavar="N",
                     help="Replay so many records at once.  [default: one a core]"),
        click.option("--records", "folders", multiple=True,
                     type=click.Path(path_type=Path, file_okay=False, exists=True),
                     help="A folder with records, if they are no longer where the ledger says; may be repeated."),
        click.option("--head", type=HeadOption(),
                     help="A head that `run` or `verify` printed earlier, or a copy of the file that `run` keeps: the "
                          "chain must still have it, besides the head that is kept beside the ledger."),
        click.option("--key", "keys", type=PublicKeyFile(), multiple=True,
                     help="Accept only links of the ledger and records that are signed with this public key; with "
                          "several keys, any of them."),
        click.option("--sample", type=click.IntRange(min=0), metavar="N",
                     help="Recount only so many results, and rate again only so many moments of the history of "
                          "ratings, chosen at random.  [default: all]"),
    ):
        command = option(command)
    return command


def verify_ledger(ledger: LedgerQueries, name: str, options: RecountOptions, places: Sequence[Path]) -> int:
    """Print what differs in a ledger and how much was verified; return the exit code. Raises BadLedger.

    `places` are the files in which the head of the ledger may be kept.
    """
    heads = known_heads(name, options.keys, options.head, places)  # before the chain, which may grow meanwhile
    verdict, sums = ledger.walk_chain(name, options.keys, heads.noted), ledger.check_sums(name)
    lines = [*heads.differences, *verdict.differences, *sums.differences]
    derived, wrong = _derived(ledger, name, options.sample) if sums.readable else ([], [])
    for line in (*lines, *wrong):
        click.echo(printable(f"differs: {line}"))
    recounted, different = _recounted(ledger, name, options) if sums.readable else (0, 0)
    _tell_chain(name, verdict, known=bool(options.keys))
    for line in heads.told(verdict.head.place):
        click.echo(printable(f"{name}: {line}"))
    click.echo(f"{name}: {sums.rows - sums.wrong} of {format_count(sums.rows, 'sum')} "
               f"{'is' if sums.rows == 1 else 'are'} what the results give")
    for line in derived:
        click.echo(f"{name}: {line}")
    click.echo(f"{name}: {recounted - different} of {format_count(recounted, 'recounted result')} "
               f"{'is' if recounted == 1 else 'are'} what the records give; "
               f"{format_count(sums.results, 'result')} in all")
    return DOES_NOT_VERIFY if lines or wrong or different else 0


def _derived(ledger: LedgerQueries, name: str, sample: int | None) -> tuple[list[str], list[str]]:
    """Compare kept ratings and verdicts with the results; return lines that say how many, and lines of what differs."""
    from lawspeaker_referee.competition.kept_check import check_kept
    from lawspeaker_referee.competition.verdict_check import check_verdicts
    from lawspeaker_referee.config.tournament import parse_config

    kept = check_kept(ledger, parse_config(ledger.terms(name), "the ledger"), sample)
    verdicts, wrong = check_verdicts(ledger, name)
    told = []
    if kept.moments:
        told.append(f"ratings of {kept.checked - kept.wrong} of {format_count(kept.checked, 'moment')} are what the "
                    f"results give; of {format_count(kept.moments, 'moment')} they are kept")
    if verdicts:
        told.append(f"{verdicts - len(wrong)} of {format_count(verdicts, 'verdict')} of the test "
                    f"{'is' if verdicts == 1 else 'are'} what the results give")
    return told, [*kept.differences, *wrong]


def _recounted(ledger: LedgerQueries, name: str, options: RecountOptions) -> tuple[int, int]:
    """Recount results and print what differs; return how many were recounted, and how many differ."""
    from lawspeaker_referee.competition.ledger.schema import canonical_json
    from lawspeaker_referee.competition.recount import Recount, uncounted

    work = Recount(canonical_json(ledger.terms(name)), ledger.secret(name), options.folders, options.keys)
    numbers, folders = list(ledger.counted_ids(name)), set(options.folders)
    if options.sample is not None and options.sample < len(numbers):
        numbers = sorted(SystemRandom().sample(numbers, options.sample))

    def chosen() -> Iterator[CountedMatch]:
        for start in range(0, len(numbers), PAGE):
            for counted in ledger.counted_at(name, numbers[start:start + PAGE]):
                folders.add(Path(counted.record_path).parent)
                yield counted

    different, jobs = 0, min(len(numbers), options.jobs or len(os.sched_getaffinity(0)))
    with results_in_order(work.judged, chosen(), jobs, "recounted results") as found, \
            rate("verify", "results", len(numbers)) as done:
        for match_id, lines in found:
            different += bool(lines)
            for line in lines:
                click.echo(printable(f"differs: result of {match_id}: {line}"))
            done()
    if left := [str(path) for path in uncounted(ledger, name, folders)]:
        more = f" and {len(left) - MOST_NAMED} more" if len(left) > MOST_NAMED else ""
        click.echo(printable(f"note: complete records without a result: {', '.join(left[:MOST_NAMED])}{more}"))
    return len(numbers), different


def _tell_chain(name: str, verdict: ChainVerdict, *, known: bool) -> None:
    from lawspeaker_referee.record.signing import PublicKey

    state = "the chain does not hold" if verdict.differences else "the chain holds"
    click.echo(f"{name}: {state}: {format_count(verdict.rows, 'row')} in {format_count(verdict.head.place, 'link')}, "
               f"head {verdict.head.place}:{verdict.head.hash}")
    for raw, number in verdict.signed.items():
        click.echo(f"{name}: {format_count(number, 'link')} signed by {'' if known else 'unknown key '}"
                   f"{PublicKey(raw).fingerprint}")
    if not verdict.signed:
        click.echo(f"{name}: no link is signed: whoever can write to the ledger can write the chain anew")
    elif not known:
        left = verdict.head.place - sum(verdict.signed.values())
        others = f"{format_count(left, 'other link')} not signed; " if left else ""
        click.echo(f"{name}: {others}no --key is given, so who signed is not verified")
