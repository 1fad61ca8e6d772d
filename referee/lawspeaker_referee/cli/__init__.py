"""The commands of `lawspeaker`, one file each."""

from __future__ import annotations

import click

from lawspeaker_referee.cli.bench import bench
from lawspeaker_referee.cli.certify import certify
from lawspeaker_referee.cli.games import games
from lawspeaker_referee.cli.keys import keys
from lawspeaker_referee.cli.new_bot import new_bot
from lawspeaker_referee.cli.play import play
from lawspeaker_referee.cli.serve import serve
from lawspeaker_referee.cli.show import show
from lawspeaker_referee.cli.standings import standings
from lawspeaker_referee.cli.tokens import tokens
from lawspeaker_referee.cli.tournament import tournament
from lawspeaker_referee.cli.verify import verify

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(context_settings=SETTINGS, no_args_is_help=True)
@click.version_option(package_name="lawspeaker", message="lawspeaker %(version)s")
def lawspeaker() -> None:
    """Referee of bot matches: plays them over gRPC, writes them down, and proves them.

    Exit codes: 0 done, 1 a record does not verify or a bot fails a trial, 2 wrong input, 130 interrupted.
    """


for command in (games, new_bot, play, certify, verify, show, tournament, serve, standings, keys, tokens, bench):
    lawspeaker.add_command(command)
