"""`lawspeaker serve`."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import click

from lawspeaker_engine.games import find_game
from lawspeaker_engine.setups import make_setup, parse_options
from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.cli.options import (
    Duration,
    KeyFile,
    KeyFileParameter,
    KeyValue,
    Listen,
    clock_and_fault_options,
    clock_from_options,
    distinct_pairs,
)
from lawspeaker_referee.cli.referee_process import ServeSettings
from lawspeaker_referee.cli.referee_process import serve as serve_until_told
from lawspeaker_referee.cli.tournament import check_packages
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.entrants import NEW, REFUSE
from lawspeaker_referee.config.fault_policies import Policy
from lawspeaker_referee.config.limits import MOST_MATCHES, Limits
from lawspeaker_referee.host.queue_config import LadderSettings
from lawspeaker_referee.server.addresses import Proxies
from lawspeaker_referee.server.tls import TlsFiles

MOST_STREAMS = 100_000
_LIMITS = Limits()
_LADDER_MATCHES = 4
"""Matches of one stream of a ladder: few, because opponents are chosen by what is known when a match begins, and a bot
that breaks down spoils them all."""
_FILE: Any = click.Path(path_type=Path, dir_okay=False)


@click.command()
@click.argument("game", default="northgard")
@click.option("--listen", type=Listen(), default="127.0.0.1:50051", show_default=True,
              help="Address for bots; port 0 takes a free one.")
@click.option("--players", type=int, default=None, help="Seats of a match.  [default: the fewest of the game]")
@click.option("--option", "options", type=KeyValue(), multiple=True, help="An option of the game; see `games`.")
@clock_and_fault_options
@click.option("--matches", type=click.IntRange(1),
              help="Stop after this many matches of this --name, including those whose records are in the folder.  "
                   "[default: no end]")
@click.option("--records", type=click.Path(path_type=Path, file_okay=False), default="records", show_default=True,
              help="Folder of the records.")
@click.option("--no-records", is_flag=True, help="Keep no records.")
@click.option("--sync", type=click.Choice(["step", "end"]), default="end", show_default=True,
              help="When records are forced to the disk: with every step, so that a power cut loses none, or at the "
                   "end of a match.")
@click.option("--secret", "secret_file", type=_FILE,
              help="File with the secret from which all dice derive; created if it is missing.  [default: .secret in "
                   "the folder of the records]")
@click.option("--key", type=KeyFileParameter(),
              help="Sign the records, and the ledger of a ladder, with this key of `lawspeaker keys`.")
@click.option("--name", default="",
              help="Prefix of match ids.  [default: the game and random characters, or GAME-ladder]")
@click.option("--ladder", is_flag=True,
              help="Choose opponents by rating, count every match in a ledger, and rate the bots; needs --tokens.")
@click.option("--ledger", metavar="URL",
              help="For a ladder: sqlite:///PATH or postgresql://USER@HOST/DATABASE.  [default: ledger.db in the "
                   "folder of the records]")
@click.option("--standings", type=Listen(8080),
              help="For a ladder: address of the page with its standings.  [default: no page]")
@click.option("--rest", type=Duration(zero="none"),
              help="For a ladder: pause of a bot after each of its matches.  [default: 0]")
@click.option("--versions", type=click.Choice([NEW, REFUSE]),
              help="For a ladder: another version of a bot is rated anew, or refused.  [default: new]")
@click.option("--referee", metavar="LABEL", default="", callback=lambda *given: _label(given[2]),
              help="For a ladder that several referees play with one PostgreSQL ledger: the label of this one, which "
                   "is part of its match ids.")
@click.option("--wait-for-ledger", "wait", type=Duration(zero="not at all"), default="5m", show_default=True,
              help="For a ladder: begin no match once the ledger has failed for this long, until it works again.")
@click.option("--tokens", "tokens_file", type=click.Path(path_type=Path, dir_okay=False),
              help="File of `lawspeaker tokens`; only bots with one of its tokens are admitted.")
@click.option("--anybody", is_flag=True, help="Admit bots without tokens from other machines too.")
@click.option("--trusted-proxy", "trusted_proxies", multiple=True, metavar="CIDR",
              help="Address or network of a proxy in front, or `unix`: the referee believes the addresses of bots that "
                   "it reports; may be repeated.")
@click.option("--metrics", type=Listen(9090), help="Address where Prometheus reads /metrics.  [default: no metrics]")
@click.option("--grace", type=Duration(zero="at once"), default="30s", show_default=True,
              help="Time for running matches to end after SIGTERM; those that take longer go on at the next start. A "
                   "second signal ends this time.")
@click.option("--tls-cert", type=_FILE, help="Certificate in PEM, followed by the intermediate ones.")
@click.option("--tls-key", type=_FILE, help="Its private key in PEM, without a password.")
@click.option("--tls-client-ca", type=_FILE,
              help="Authorities in PEM; only bots with a certificate of one of them are admitted.")
@click.option("--most-matches", type=click.IntRange(1), metavar="N",
              help="Matches of all bots at once.  [default: as many as the system allows open files for]")
@click.option("--most-streams", type=click.IntRange(2, MOST_STREAMS), default=_LIMITS.streams, show_default=True,
              help="Bots connected at once.")
@click.option("--streams-a-token", type=click.IntRange(1, MOST_STREAMS), default=_LIMITS.streams_a_token,
              show_default=True, help="Streams of one token at once.")
@click.option("--matches-a-stream", type=click.IntRange(1, MOST_MATCHES),
              help="Matches on one stream at once; a bot may ask for fewer.  "
                   f"[default: {_LIMITS.matches_a_stream}, of a ladder {_LADDER_MATCHES}]")
@click.option("--most-strangers", type=click.IntRange(1, MOST_STREAMS), default=_LIMITS.strangers, show_default=True,
              help="Streams at once that have not sent Hello.")
@click.option("--strangers-an-address", type=click.IntRange(1, MOST_STREAMS), default=_LIMITS.strangers_an_address,
              show_default=True, help="Such streams, and connections without a bot, from one address.")
@click.option("--most-unread", type=click.IntRange(16, 1_000_000), default=_LIMITS.queued, show_default=True,
              help="Messages that wait for a bot that does not read; with one more it is cut off.")
@click.option("--message-bytes", type=click.IntRange(1 << 10, 16 << 20), default=_LIMITS.message_bytes,
              show_default=True, help="The longest message of a bot; a longer one ends its stream.")
@click.option("--message-rate", type=click.FloatRange(0.1, 1e6), default=_LIMITS.message_rate, show_default=True,
              help="Messages a second on one stream, not counting one answer to each request; beyond them the stream "
                   "is read more slowly.")
@click.option("--message-burst", type=click.IntRange(1, 1_000_000), default=_LIMITS.message_burst, show_default=True,
              help="How many of these messages may come at once.")
@click.option("--flood-patience", type=Duration(zero="at once"), default=f"{_LIMITS.flood_patience:g}s",
              show_default=True, help="A stream that sends too fast for this time is ended.")
@click.option("--keepalive", type=Duration(zero="nothing"), default=f"{_LIMITS.keepalive:g}s", show_default=True,
              help="After this silence a connection gets a ping, and has half as long to answer.")
def serve(
    *, game: str, listen: str, players: int | None, options: tuple[tuple[str, str], ...], clock: Clock | None,
    move_time: float | None, policy: Policy, matches: int | None, records: Path, no_records: bool, sync: str,
    secret_file: Path | None, key: KeyFile | None, tokens_file: Path | None, anybody: bool,
    metrics: str | None, grace: float, tls_cert: Path | None, tls_key: Path | None, tls_client_ca: Path | None,
    most_streams: int, streams_a_token: int, matches_a_stream: int | None, most_strangers: int, most_unread: int,
    message_bytes: int, message_rate: float, message_burst: int, flood_patience: float, keepalive: float, name: str,
    trusted_proxies: tuple[str, ...], strangers_an_address: int,
    ladder: bool, ledger: str | None, standings: str | None, rest: float | None, versions: str | None,
    most_matches: int | None, referee: str, wait: float,
) -> None:
    """Accept bots and play matches of GAME between them until SIGTERM or Ctrl-C.

    GAME is northgard by default. Whenever enough bots wait, those that have waited longest play, and seats rotate.
    Matches that an earlier referee left in the folder of records go on when their bots return with their tokens. Logs
    are JSON lines on stderr. The server also has the services for health and reflection. Without --tokens or
    --tls-client-ca it listens on loopback addresses only. A signal lets running matches end; see --grace.

    With --ladder the referee chooses the matches from which it learns most about who is better, and rates the bots,
    which connect again after a restart. It needs --tokens and records; --ledger, --standings, --rest and --versions
    are for it alone:

    \b
      lawspeaker serve northgard --ladder --tokens tokens.txt --standings 127.0.0.1:8080
    """  # noqa: D301 - click looks for the control character
    rules = find_game(game)
    given = LadderSettings(ledger, standings, rest or 0.0, key.path if key else None, versions or NEW, referee, wait)
    ladder_settings = _ladder(given, rest, versions, wanted=ladder, tokens=tokens_file is not None,
                              records=not no_records)
    if not keepalive:
        raise WrongInput("--keepalive 0 would never find a dead connection; write a time such as 20s")
    if key is not None and no_records:
        raise WrongInput("--key signs records, and none are kept; leave out --no-records")
    if matches_a_stream is None:
        matches_a_stream = _LADDER_MATCHES if ladder else _LIMITS.matches_a_stream
    limits = Limits(
        message_bytes=message_bytes, message_rate=message_rate, message_burst=message_burst,
        flood_patience=flood_patience, streams=most_streams, streams_a_token=streams_a_token,
        matches_a_stream=matches_a_stream, strangers=most_strangers,
        strangers_an_address=strangers_an_address, queued=most_unread, keepalive=keepalive,
    )
    setup = make_setup(rules, min(rules.players) if players is None else players,
                       parse_options(rules, distinct_pairs(options)))
    serve_until_told(ServeSettings(
        game=rules, setup=setup, listen=listen, records=None if no_records else records,
        clock=clock_from_options(clock, move_time, in_process=False), policy=policy, signer=key.key if key else None,
        matches=matches, secret_file=secret_file, tokens=tokens_file, anybody=anybody,
        trusted_proxies=_proxies(trusted_proxies), metrics=metrics, grace=grace,
        sync=sync == "step", limits=limits, tls=_tls(tls_cert, tls_key, tls_client_ca), name=_checked(name),
        ladder=ladder_settings, most_matches=most_matches,
    ))


def _ladder(given: LadderSettings, rest: float | None, versions: str | None, *, wanted: bool,
            tokens: bool, records: bool) -> LadderSettings | None:
    """Return the ladder's settings; None without --ladder. Raises WrongInput for options that do not go together."""
    if not wanted:
        for option, value in (("--ledger", given.ledger), ("--standings", given.standings), ("--rest", rest),
                              ("--versions", versions), ("--referee", given.referee or None)):
            if value is not None:
                raise WrongInput(f"{option} is for a ladder; give --ladder too, or leave it out")
        return None
    check_packages("ladders")
    if not tokens:
        raise WrongInput("--ladder knows bots by their tokens; make them by `lawspeaker tokens create NAME` and give "
                         "--tokens FILE")
    if not records:
        raise WrongInput("--ladder counts what records prove; leave out --no-records")
    if given.referee and not (given.ledger or "").startswith("postgresql"):
        raise WrongInput("--referee is for several referees with one ledger in PostgreSQL; give its URL as --ledger")
    return given


def _label(text: str) -> str:
    """Return the label of a referee. Raises WrongInput."""
    if text and not re.fullmatch("[A-Za-z0-9]{1,20}", text):
        raise WrongInput(f"--referee {text!r}: a label is 1 to 20 letters and digits")
    return text


def _tls(cert: Path | None, key: Path | None, client_ca: Path | None) -> TlsFiles | None:
    """Return the files of TLS; None for plain text. Raises WrongInput if one of two is missing."""
    if cert is None and key is None:
        if client_ca is not None:
            raise WrongInput("--tls-client-ca needs TLS: give --tls-cert and --tls-key too")
        return None
    if cert is None or key is None:
        raise WrongInput("--tls-cert and --tls-key go together: give both")
    return TlsFiles(cert, key, client_ca)


def _proxies(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names. Raises WrongInput for one that is no address or network."""
    for name in names:
        try:
            Proxies([name])
        except ValueError as error:
            raise WrongInput(f"--trusted-proxy {name}: {error}; write an address or a network such as 10.0.0.0/8, or "
                             "unix") from None
    return names


def _checked(name: str) -> str:
    """Return the name. Raises WrongInput if it cannot begin a file's name."""
    if os.sep in name or name.startswith(".") or not name.isprintable():
        raise WrongInput(f"--name {name!r} cannot begin a file's name; use letters, digits, ., - and _")
    return name
