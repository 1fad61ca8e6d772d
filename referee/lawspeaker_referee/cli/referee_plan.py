"""The lines of `lawspeaker serve --check`: they say what a referee would serve, and nothing is opened or written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.cli.options import signing_key
from lawspeaker_referee.codec.game_codec import setup_message
from lawspeaker_referee.config.durations import format_duration
from lawspeaker_referee.config.formatting import format_count, format_options, format_percent, format_policy
from lawspeaker_referee.config.referee import RefereeConfig
from lawspeaker_referee.config.user_files import why_no_folder
from lawspeaker_referee.server.tls import check_files
from lawspeaker_referee.server.tokens import read as read_tokens


def plan(config: RefereeConfig, target: str) -> str:
    """Return a line for each thing that would be served.

    Raises WrongInput and OSError for files of tokens, certificates and keys that cannot be used.
    """
    options = format_options(setup_message(config.game, config.setup))
    rows = [
        ("game", f"{config.game.name} for {config.setup.players} players, options {options}"),
        ("clock", config.clock.text), ("faults", format_policy(config.policy)), ("listen", _listen(config)),
        ("bots", _admitted(config)), ("records", _records(config)), *_more(config),
    ]
    return "\n".join([f"{target}: all is right", *(f"  {name:<8} {words}" for name, words in rows)])


def _listen(config: RefereeConfig) -> str:
    if config.tls is None:
        return f"{config.table.listen}, without TLS"
    check_files(config.tls)
    return f"{config.table.listen}, with TLS by {config.tls.cert}"


def _admitted(config: RefereeConfig) -> str:
    words = []
    if config.tokens is not None:
        valid = sum(entry.revoked is None for entry in read_tokens(config.tokens))
        words.append(f"with one of {format_count(valid, 'token')} of {config.tokens}")
    if config.tls is not None and config.tls.client_ca is not None:
        words.append(f"with a certificate of {config.tls.client_ca}")
    return " and ".join(words) or "anybody"


def check_folder(records: Path) -> None:
    """Raise WrongInput for a folder of records that cannot be made, or in which nothing can be written."""
    if why := why_no_folder(records):
        raise WrongInput(f"records is {records}, but {why}")


def _records(config: RefereeConfig) -> str:
    if config.records is None:
        return "none"
    check_folder(config.records)
    signed = f", signed by {signing_key(config.key).public.fingerprint}" if config.key else ""
    return f"{config.records}{signed}"


def _more(config: RefereeConfig) -> Iterator[tuple[str, str]]:
    """Yield what not every referee has."""
    table, ladder = config.table, config.ladder
    if config.people is not None:
        yield "people", f"{', '.join(config.people.names)} at {config.people.listen}, links in {config.people.links}"
    if table.matches is not None:
        yield "end", f"after {format_count(table.matches, 'match')}"
    if ladder is not None:
        rest = f", a rest of {format_duration(ladder.rest)}" if ladder.rest else ""
        label = f", as referee {ladder.referee}" if ladder.referee else ""
        share = ladder.challenges.share
        challenges = f"up to {format_percent(share)} of matches challenges" if share else "no challenges"
        yield "ladder", f"ledger {ladder.ledger or 'in the folder of the records'}{rest}{label}, {challenges}"
        yield "pages", f"http://{ladder.standings}/" if ladder.standings else "none"
    if table.metrics is not None:
        yield "metrics", f"http://{table.metrics}/metrics"
