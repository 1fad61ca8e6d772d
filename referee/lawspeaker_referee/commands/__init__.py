"""The commands of `lawspeaker`, one file each."""

from __future__ import annotations

import click

from lawspeaker_referee.commands.bench import bench
from lawspeaker_referee.commands.certify import certify
from lawspeaker_referee.commands.games import games
from lawspeaker_referee.commands.keys import keys
from lawspeaker_referee.commands.new_bot import new_bot
from lawspeaker_referee.commands.play import play
from lawspeaker_referee.commands.serve import serve
from lawspeaker_referee.commands.show import show
from lawspeaker_referee.commands.standings import standings
from lawspeaker_referee.commands.tokens import tokens
from lawspeaker_referee.commands.tournament import tournament
from lawspeaker_referee.commands.verify import verify

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(context_settings=SETTINGS, no_args_is_help=True)
@click.version_option(package_name="lawspeaker", message="lawspeaker %(version)s")
def lawspeaker() -> None:
    """Referee of bot matches: plays them over gRPC, writes them down, and proves them.

    Exit codes: 0 done, 1 a record does not verify or a bot fails a trial, 2 wrong input, 130 interrupted.
    """


for command in (games, new_bot, play, certify, verify, show, tournament, serve, standings, keys, tokens, bench):
    lawspeaker.add_command(command)
