"""`lawspeaker tournament`."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import wraps
from importlib.util import find_spec
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any, Final

import click

from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.cli.kept_heads import GivenHead
from lawspeaker_referee.cli.ledger_head import folder_of, keep_head, keeper_of
from lawspeaker_referee.cli.options import (
    JOBS,
    Duration,
    KeyFile,
    KeyFileParameter,
    Listen,
    access_options,
    refuse_given,
)
from lawspeaker_referee.cli.output_files import check_page_output
from lawspeaker_referee.cli.recount import RecountOptions, recount_options, verify_ledger
from lawspeaker_referee.cli.tournament_archive import archive
from lawspeaker_referee.cli.tournament_check import check, rehearse
from lawspeaker_referee.cli.tournament_ledger import (
    files_of,
    keep_ratings,
    ledger_option,
    meant,
    opened,
    opened_to_read,
    sign_option,
    tell,
    which_argument,
)
from lawspeaker_referee.cli.tournament_pages import pages as show_pages
from lawspeaker_referee.cli.tournament_rulings import put_out, reinstate, void
from lawspeaker_referee.cli.tournament_run import PagesAddress, TournamentRun
from lawspeaker_referee.config.formatting import format_count
from lawspeaker_referee.record.whole_file import write_whole

if TYPE_CHECKING:
    from lawspeaker_referee.record.signing import PublicKey

_PACKAGES: Final = ("alembic", "jinja2", "numpy", "openskill", "scipy", "sqlalchemy", "uvicorn")

_file = click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
_quiet = click.option("--quiet", is_flag=True, help="Print only what went wrong, and the result.")
_json = click.option("--json", "as_json", is_flag=True, help="Lines of JSON instead of text.")
_workers = click.option("--workers", type=JOBS, metavar="N",
                        help="Worker processes.  [default: as the file says, or one a core]")
_dask = click.option("--dask", metavar="ADDRESS", callback=lambda *given: _with_dask(given[2]),
                     help="Play on the workers of this Dask scheduler, such as tcp://HOST:8786.")
_key = click.option("--key", type=KeyFileParameter(),
                    help="Sign the records and what is written to the ledger with this key of `lawspeaker keys`.")


def _pages(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --pages and the options of who may ask for them; the command gets `pages`, None without the first."""
    @wraps(command)
    def with_pages(*given: Any, pages: str | None, hosts: tuple[str, ...], proxies: tuple[str, ...],
                   **more: Any) -> Any:
        if pages is None and (hosts or proxies):
            raise WrongInput("--allow-host and --trust-proxy are of the pages of --pages HOST:PORT; give that too")
        return command(*given, pages=PagesAddress(pages, hosts, proxies) if pages else None, **more)

    option = click.option(
        "--pages", type=Listen(8484), metavar="HOST:PORT",
        help="Show a page of the tournament to browsers at this address, as long as it is played.")
    return option(access_options("--pages")(with_pages))


_wait = click.option("--wait-for-ledger", "wait", type=Duration(zero="not at all"), default="5m", show_default=True,
                     help="Wait so long for a PostgreSQL server that restarts, or for a SQLite file that another "
                          "program has locked, then end.")


@click.group()
def tournament() -> None:
    """Play a tournament from a file, continue it, and report on it; see docs/tournaments.md.

    Exit codes: 0 done, 1 some matches cannot be played, 2 wrong input or trouble, 130 interrupted.
    """
    check_packages("tournaments")


def check_packages(what: str, names: Sequence[str] = _PACKAGES, extra: str = "tournament") -> None:
    """Raise WrongInput if these packages, which come with an extra of ours, are not installed."""
    if missing := [name for name in names if find_spec(name) is None]:
        raise WrongInput(f'{what} need {", ".join(missing)}; pip install "lawspeaker-referee[{extra}]"')


for _command in (archive, check, void, put_out, reinstate, show_pages):
    tournament.add_command(_command)


# --- playing ---


def _with_dask(address: str | None) -> str | None:
    if address and find_spec("distributed") is None:
        raise WrongInput('--dask needs distributed; pip install "lawspeaker-referee[dask]"')
    return address


def _plays(command: Callable[..., Any]) -> Callable[..., Any]:
    for option in (ledger_option, _workers, _dask, _key, _wait, _pages, _quiet, _json):
        command = option(command)
    return command


@tournament.command()
@_file
@_plays
@click.option("--rehearse", "rehearsal", is_flag=True,
              help="Play a match of each pair, with dice of its own, that counts for nothing, and say what went wrong.")
def run(
    file: Path, url: str | None, workers: int | None, dask: str | None, key: KeyFile | None, wait: float,
    pages: PagesAddress | None, *, quiet: bool, as_json: bool, rehearsal: bool,
) -> int:
    """Play the tournament of a file, or continue it after an interruption.

    The first Ctrl-C lets running matches end, the second one breaks them off; nothing else is lost, whatever happens.
    """
    from lawspeaker_referee.competition.tournament.readiness import check_listening
    from lawspeaker_referee.competition.tournament.setup import begin, default_ledger
    from lawspeaker_referee.competition.tournament.state import state_of
    from lawspeaker_referee.config.tournament import read_config

    terms = read_config(file)
    check_listening(terms.listen)
    if rehearsal:
        refuse_given("is of what counts, and a rehearsal counts for nothing; leave one out", "pages", "url", "key")
        return rehearse(file, terms, workers, dask, wait, quiet=quiet, as_json=as_json)
    url = url or terms.ledger or default_ledger(terms.records)
    with opened(url, key, wait) as ledger:
        keeper_of(url, terms.name, file, key).check(ledger)
        terms = begin(ledger, terms, lambda change: click.echo(f"{terms.name}: {change}", err=True))
        if state_of(ledger.decisions(terms.name)).paused:
            raise WrongInput(f"{terms.name} is paused; `lawspeaker tournament resume {quote(str(file))}` goes on "
                             "with it")
        return TournamentRun(file, terms, ledger, url, workers, dask, key, wait, pages=pages, quiet=quiet,
                             as_json=as_json).play()


@tournament.command()
@which_argument
@_plays
def resume(
    which: str, url: str | None, workers: int | None, dask: str | None, key: KeyFile | None, wait: float,
    pages: PagesAddress | None, *, quiet: bool, as_json: bool,
) -> int:
    """Continue a tournament that was paused or interrupted; bots that were excluded may try again."""
    from lawspeaker_referee.competition.tournament.setup import (
        check_no_ladder,
        check_unchanged,
        check_unrevealed,
        known,
    )
    from lawspeaker_referee.competition.tournament.state import RESUMED, state_of
    from lawspeaker_referee.competition.tournament.versions import check_files

    found = meant(which, url)
    with opened(found.url, key, wait) as ledger:
        terms = known(ledger, found.name)
        check_no_ladder(terms)
        check_unrevealed(ledger, found.name)
        keeper_of(found.url, found.name, which, key).check(ledger)
        if found.terms is not None:
            check_unchanged(ledger, found.terms)
        state = state_of(ledger.decisions(found.name))
        check_files(terms, state.withdrawn)
        if state.paused or state.out:
            ledger.decide(found.name, RESUMED, {})
        workers = workers or (found.terms.workers if found.terms and not dask else None)
        return TournamentRun(which, terms, ledger, found.url, workers, dask, key, wait, pages=pages,
                             quiet=quiet, as_json=as_json).play()


@tournament.command()
@_file
@_plays
def extend(
    file: Path, url: str | None, workers: int | None, dask: str | None, key: KeyFile | None, wait: float,
    pages: PagesAddress | None, *, quiet: bool, as_json: bool,
) -> int:
    """Take new rounds or bots over from the file, and play what is missing."""
    from lawspeaker_referee.competition.tournament import setup
    from lawspeaker_referee.config.tournament import read_config

    found = meant(str(file), url)
    with opened(found.url, key, wait) as ledger:
        keeper_of(found.url, found.name, file, key).check(ledger)
        extension = setup.extend(ledger, read_config(file))
        for line in extension.changes or (extension.why_none,):
            click.echo(f"{found.name}: {line}", err=True)
        return TournamentRun(file, extension.terms, ledger, found.url, workers, dask, key, wait, pages=pages,
                             quiet=quiet, as_json=as_json).play()


@tournament.command()
@which_argument
@ledger_option
@sign_option
def pause(which: str, url: str | None, key: KeyFile | None) -> None:
    """Let running matches end and begin no others, wherever the tournament runs; `resume` continues it."""
    from lawspeaker_referee.competition.tournament.schedule import Schedule
    from lawspeaker_referee.competition.tournament.setup import check_no_ladder, known
    from lawspeaker_referee.competition.tournament.state import PAUSED, state_of

    found = meant(which, url)
    with opened(found.url, key) as ledger:
        terms, state = known(ledger, found.name), state_of(ledger.decisions(found.name))
        check_no_ladder(terms)
        keeper = keeper_of(found.url, found.name, which, key)
        keeper.check(ledger)
        if state.stopped is not None or state.revealed or not Schedule(terms, ledger).playable(state):
            raise WrongInput(f"{found.name} is over: there is nothing left to play, so nothing to pause")
        if not state.paused:
            ledger.decide(found.name, PAUSED, {})
            keep_head(keeper, ledger, tell)
    click.echo(f"{found.name} is paused; matches that run now are the last ones, and `lawspeaker tournament resume "
               f"{quote(which)}` goes on", err=True)


# --- looking ---


@tournament.command()
@which_argument
@ledger_option
@click.option("--rate", is_flag=True, help="Rate all matches, however many and however long it takes.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
def status(which: str, url: str | None, *, rate: bool, as_json: bool) -> None:
    """Show how far a tournament is, whether it runs or not.

    Of more than 3,000 matches the ratings are those that were computed last.
    """
    from lawspeaker_referee.competition.tournament.status import status_of

    found = meant(which, url)
    with opened_to_read(found.url) as ledger, ledger.snapshot() as moment:
        told = status_of(moment, found.name, rate_all=rate)
    click.echo(json.dumps(told.as_dict()) if as_json else told.text())
    if rate:
        keep_ratings(found, told.ratings)


@tournament.command()
@which_argument
@ledger_option
@click.option("--html", type=click.Path(path_type=Path, dir_okay=False),
              help="Write a page with plots to this file, and a page of each bot to the folder FILE-bots beside it.")
@click.option("--reveal", is_flag=True,
              help="Publish the secret of all dice too, once all is played; then nothing more can be played.")
@sign_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
def report(which: str, url: str | None, html: Path | None, key: KeyFile | None, *, reveal: bool, as_json: bool) -> None:
    """Report on the bots of a tournament, while it runs or at its end."""
    from lawspeaker_referee.competition import report as reports
    from lawspeaker_referee.competition.kept_ratings import as_kept
    from lawspeaker_referee.competition.organiser import number_voided
    from lawspeaker_referee.competition.tournament.state import REVEALED, state_of
    from lawspeaker_referee.competition.tournament.status import plain

    if not reveal:
        refuse_given("signs what --reveal writes to the ledger, and nothing is written; give --reveal too", "key")
    if html is not None:
        check_page_output("--html", html)
    found = meant(which, url)
    with opened_to_read(found.url) as ledger:
        try:
            with ledger.snapshot() as moment:
                facts = reports.collect_facts(moment, found.name, reveal=reveal)
        except reports.NotOver as error:
            raise WrongInput(str(error)) from None
        if reveal and not state_of(ledger.decisions(found.name)).revealed:
            keeper = keeper_of(found.url, found.name, which, key)
            keeper.check(ledger)
            with opened(found.url, key) as written:
                written.decide(found.name, REVEALED, {})
                keep_head(keeper, written, tell)
        if html is not None:
            bots = html.with_name(f"{html.stem}-bots")
            write_whole(html, reports.html(facts, bots.name))
            bots.mkdir(exist_ok=True)
            for name, page in reports.bot_pages(ledger, facts, html.name):
                write_whole(bots / name, page)
            click.echo(f"{found.name}: {html} is written, and the pages of the bots in {bots}", err=True)
    if as_json:
        click.echo(json.dumps(reports.with_json_names(plain(facts))))
    elif html is None:
        click.echo(reports.text(facts))
    ratings = as_kept(facts.ratings, facts.fit, number_voided(facts.organiser)) if facts.ratings and facts.fit else None
    keep_ratings(found, ratings)


@tournament.command()
@which_argument
@ledger_option
@recount_options
@click.pass_context
def verify(
    context: click.Context, which: str, url: str | None, sample: int | None, keys: tuple[PublicKey, ...],
    head: GivenHead | None, folders: tuple[Path, ...], jobs: int | None,
) -> None:
    """Verify the ledger: its chain of hashes, all that was computed from its results, and these from their records.

    Prints a line for each row that differs, then what was verified. Exit codes: 0 nothing differs, 1 something does,
    2 wrong input or trouble.
    """
    from lawspeaker_referee.competition.head_keeper import head_files

    found = meant(which, url)
    with opened_to_read(found.url) as ledger:
        context.exit(verify_ledger(ledger, found.name, RecountOptions(sample, keys, head, folders, jobs),
                                   head_files(found.url, found.name, [folder_of(which), *folders])))


@tournament.command()
@which_argument
@ledger_option
@click.option("--bot", "bots", multiple=True, metavar="NAME", help="Only matches of this bot; of several, of all.")
@click.option("--round", "rounds", multiple=True, type=click.IntRange(1), metavar="N",
              help="Only matches of this round; may be repeated.")
@click.option("--faults", is_flag=True, help="Only matches with faults.")
@click.option("--won-by", default="", metavar="NAME", help="Only matches in which this bot was first, alone or not.")
@click.option("--last", type=click.IntRange(1, 1_000_000_000), metavar="N",
              help="Only the last N of them; as text 20 unless this is given.")
@click.option("--to", "form", type=click.Choice(["csv", "jsonl", "parquet"]), default=None,
              help="Write a table to a file, a row for each seat of a match, instead of text.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="The file, or - for stdout.  [default: NAME-matches.FORMAT]")
@click.option("--force", is_flag=True, help="Replace the output if it exists.")
def matches(
    which: str, url: str | None, bots: tuple[str, ...], rounds: tuple[int, ...], won_by: str, last: int | None,
    form: str | None, output: Path | None, *, faults: bool, force: bool,
) -> None:
    """List the counted matches of a tournament or ladder, or write them as CSV, JSON lines or Parquet."""
    from lawspeaker_referee.cli.match_list import MatchOptions, list_matches

    if form is None:
        refuse_given("is for a table; say which one by --to, such as --to csv", "output", "force")
    if form == "parquet":
        check_packages("Parquet files", ("pyarrow",), "export")
    found = meant(which, url)
    options = MatchOptions(bots=bots, rounds=rounds, faults=faults, won_by=won_by, last=last or 0, form=form or "",
                           output=output, force=force, inputs=files_of(which, found))
    with opened_to_read(found.url) as ledger:
        list_matches(ledger, found.name, options)


@tournament.command()
@which_argument
@click.argument("bot")
@ledger_option
@click.option("--matches", type=click.IntRange(1, 200), default=5, show_default=True, metavar="N",
              help="Show the last N matches with faults or refused answers.")
@click.option("--lines", type=click.IntRange(0, 10_000), default=20, show_default=True, metavar="N",
              help="Show the last N lines that the bot printed.")
def faults(which: str, bot: str, url: str | None, matches: int, lines: int) -> None:
    """Show the author of BOT its faults: how many, its last matches with any or with refused answers, and its output.

    BOT is a name with its version if it has one, such as mine@1.2. Nothing of other bots is shown.
    """
    from lawspeaker_referee.cli.bot_faults import fault_lines
    from lawspeaker_referee.cli.match_list import check_bots
    from lawspeaker_referee.competition.bot_faults import faulty_matches
    from lawspeaker_referee.competition.ledger.sums import BotSums
    from lawspeaker_referee.competition.results import faults_in_words
    from lawspeaker_referee.competition.tournament.setup import known

    found = meant(which, url)
    with opened_to_read(found.url) as ledger:
        check_bots(ledger, found.name, [bot])
        shown = list(faulty_matches(ledger, found.name, bot, matches, known(ledger, found.name).records))
        sums = ledger.bot_sums(found.name, [bot]).get(bot, BotSums())
    told = ", ".join(filter(None, (
        faults_in_words(sum(sums.faults.values()), sums.refused, sum(sums.stand_ins.values())),
        f"{format_count(sums.forfeits, 'match')} forfeited" if sums.forfeits else "")))
    if told:
        click.echo(f"{bot}: {told} in {format_count(sums.decisions, 'decision')} of "
                   f"{format_count(sums.matches, 'match')}\n")
    elif not shown:
        click.echo(f"{bot} has no faults and no refused answers in counted matches")
    for match in shown:
        click.echo("\n".join(fault_lines(match, lines)) + "\n")
