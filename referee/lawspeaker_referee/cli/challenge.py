"""`lawspeaker challenge`."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

import click
from google.protobuf.json_format import MessageToDict

from lawspeaker.v1.ladder_service_pb2 import ChallengeMatchEnded, ChallengeRequest, ChallengeResponse
from lawspeaker.v1.match_pb2 import GameOptionValue
from lawspeaker_bot.aio import ADDRESS_VARIABLE, TOKEN_VARIABLE
from lawspeaker_bot.printable import printable
from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.cli.options import KeyValue, Listen, distinct_pairs
from lawspeaker_referee.cli.tls_options import credentials_of, tls_options
from lawspeaker_referee.config.formatting import format_count
from lawspeaker_referee.config.user_files import read_text

NOT_PLAYED: Final = 1
"""The exit code if the challenge was refused, or not all of it was played."""


@click.command()
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
@click.option("--referee", "address", metavar="HOST:PORT", type=Listen(), default="127.0.0.1:50051", show_default=True,
              envvar=ADDRESS_VARIABLE, show_envvar=True, help="Where bots of the ladder connect.")
@click.option("--token-file", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False),
              help=f"A file with the token of the bot that challenges.  [default: what {TOKEN_VARIABLE} holds]")
@click.option("--matches", type=click.IntRange(1, 10), default=1, show_default=True,
              help="How many matches, one after another; seats change.")
@click.option("--option", "options", type=KeyValue(), multiple=True,
              help="An option of the game that is other than the ladder's, if the ladder allows it.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line instead of text.")
@tls_options
@click.pass_context
def challenge(
    context: click.Context, *, names: tuple[str, ...], address: str, token_file: Path | None, matches: int,
    options: tuple[tuple[str, str], ...], as_json: bool, tls_ca: str | None, tls_cert: str | None, tls_key: str | None,
) -> None:
    """Have your bot play matches on a ladder that count in no rating, against the bots NAME.

    NAME is a bot of the standings that takes challenges of your bot (`challengers` of the SDKs), one for each other
    seat. Your bot plays, too, so it must be connected. The command tells of each match until the last has ended; Ctrl-C
    takes back those that have not begun. docs/ladder.md tells when it is their turn.

    Exit codes: 0 all were played; 1 refused, or not all were played; 2 wrong input, or no ladder there; 130
    interrupted.
    """
    from lawspeaker_referee.competition.ladder.rpc import ChallengeRefused, LadderClient, LadderUnavailable

    request = ChallengeRequest(token=_token(token_file), opponents=names, matches=matches, options=[
        GameOptionValue(name=name, value=value) for name, value in distinct_pairs(options).items()])
    void, bots = 0, dict[str, Sequence[str]]()
    with closing(LadderClient(address, credentials_of(tls_ca, tls_cert, tls_key))) as ladder:
        try:
            for told in ladder.challenge(request):
                bots[told.began.match_id] = told.began.bots
                void += bool(told.ended.void_reason)
                click.echo(json.dumps(_plain(told)) if as_json else _line(told, names, bots))
        except ChallengeRefused as error:
            click.echo(f"lawspeaker: {error}", err=True)
            context.exit(NOT_PLAYED)
        except LadderUnavailable as error:
            raise WrongInput(str(error)) from None
    context.exit(NOT_PLAYED if void else 0)


def _token(file: Path | None) -> str:
    """Return the token. Raises WrongInput and OSError."""
    if file is None:
        token = os.environ.get(TOKEN_VARIABLE, "")
    else:
        try:
            token = read_text(file)
        except UnicodeDecodeError:
            raise WrongInput(f"{file} holds no token, which is text") from None
    words = token.split()
    if len(words) != 1:
        where = file or TOKEN_VARIABLE
        holds = f"holds {len(words)} words" if words else "is empty" if file else "is not set"
        raise WrongInput(f"{where} {holds}; it must hold the token of the bot that challenges, as "
                         "`lawspeaker tokens create` printed it")
    return words[0]


def _plain(told: ChallengeResponse) -> dict[str, object]:
    """Return news as plain data, with its kind as `news`."""
    kind = told.WhichOneof("news") or ""
    return {"news": kind, **MessageToDict(getattr(told, kind), preserving_proto_field_name=True,
                                          always_print_fields_with_no_presence=True)}


def _line(told: ChallengeResponse, names: Sequence[str], bots: dict[str, Sequence[str]]) -> str:
    """Return news as a line."""
    match told.WhichOneof("news"):
        case "accepted":
            before = f"; {told.accepted.before} accepted before it" if told.accepted.before else ""
            takes = "takes" if len(names) == 1 else "take"
            count = format_count(told.accepted.matches, "match")
            line = f"{', '.join(names)} {takes} the challenge: {count}{before}"
        case "began":
            line = f"{told.began.match_id} begins: {', '.join(told.began.bots)}"
        case _:
            line = f"{told.ended.match_id} ended: {_result(told.ended, bots.get(told.ended.match_id, ()))}"
    return printable(line)


def _result(ended: ChallengeMatchEnded, bots: Sequence[str]) -> str:
    if ended.void_reason or not ended.HasField("outcome"):
        return f"void, because {ended.void_reason}"
    by_place = sorted(zip(ended.outcome.ranks, bots, ended.outcome.scores, strict=True))
    return ", ".join(f"{rank}. {bot} {score}" for rank, bot, score in by_place)
