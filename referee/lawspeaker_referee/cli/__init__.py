"""The commands of `lawspeaker`, one file each."""

from __future__ import annotations

from importlib import import_module
from typing import Final

import click

from lawspeaker_referee.version import build_version

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}

COMMANDS: Final = {
    "games": "List the games, or one GAME: editions, player counts and options.",
    "new-bot": "Make a project for a bot in LANGUAGE in the new or empty folder DIR: it builds and plays as it is.",
    "proto": "Write the .proto file of GAME from its classes: view, options, catalogue and enums.",
    "play": "Play one match between bots and print how it ended.",
    "certify": "Test a bot in thirteen trials and say what to change.",
    "verify": "Replay records and compare every step.",
    "ask": "Ask a bot for one decision of a record, and print its answer beside the recorded one.",
    "analyse": "Say what the answers in records were worth, the largest mistakes first.",
    "positions": "Choose positions in which one answer is clearly the best, to test bots with `ask --positions`.",
    "show": "Print a record as text, step by step.",
    "export": "Write the decisions in records as a table, one row a decision.",
    "watch": "Show the matches of a FOLDER of records to browsers until Ctrl-C.",
    "tournament": "Play a tournament from a file, continue it, and report on it; see docs/tournaments.md.",
    "evaluate": "Let models play against yardsticks and each other, and write a report; see docs/evaluate.md.",
    "serve": "Accept bots and play matches of GAME between them until SIGTERM or Ctrl-C.",
    "standings": "Show the standings of a ladder that runs at HOST:PORT, or else at 127.0.0.1:50051.",
    "challenge": "Have your bot play matches on a ladder that count in no rating, against the bots NAME.",
    "engine": "Load, copy, answer and play out positions for programs of any language.",
    "keys": "Make and show the key that a referee signs records with.",
    "tokens": "Make, list and revoke the tokens that let bots in.",
    "bench": "Measure the engine, the referee beside gRPC echoes of the same bytes, verifying, and records.",
}
"""Each command and the first sentence of its help, which a test compares."""


class Commands(click.Group):
    """The group of all commands. A command's module is imported when the command is called, not for the list of all."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command; None if there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        name = cmd_name.replace("-", "_")
        command: click.Command = getattr(import_module(f"{__name__}.{name}"), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands."""
        width = formatter.width - 6 - max(map(len, COMMANDS))
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.get_short_help_str(width)) for name, command in self.commands.items()])


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:  # noqa: FBT001 - click calls it
    """Print the version of this build, if that is wanted, and exit."""
    if wanted and not ctx.resilient_parsing:
        click.echo(f"lawspeaker {build_version()}")
        ctx.exit()


@click.group(
    cls=Commands, commands=[click.Command(name, help=words) for name, words in sorted(COMMANDS.items())],
    context_settings=SETTINGS, no_args_is_help=True,
)
@click.option("--version", is_flag=True, expose_value=False, is_eager=True, callback=_print_version,
              help="Show the version and exit.")
def lawspeaker() -> None:
    """Referee of bot matches: plays them over gRPC, writes them down, and proves them.

    Exit codes: 0 done, 1 a record does not verify, a bot fails a trial, a file differs or a challenge was not played,
    2 wrong input, 130 interrupted.
    """
