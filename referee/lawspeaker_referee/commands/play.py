"""`lawspeaker play`."""

from __future__ import annotations

import json
import secrets
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from lawspeaker_engine.dice import match_seed
from lawspeaker_engine.game import make_setup, parse_options
from lawspeaker_engine.games import GAMES, find_game
from lawspeaker_referee.bots import SeatSpec
from lawspeaker_referee.commands.parameters import SEED_BYTES, Duration, KeyValue, Seed, distinct
from lawspeaker_referee.commands.progress import reporting
from lawspeaker_referee.commands.telling import standings
from lawspeaker_referee.table import MatchResult, play_match


class ManyBots(click.Command):
    """A command whose --bot takes every word up to the next option or game: `--bot greedy random`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Write --bot before each of its words."""
        words: list[str] = []
        after_bot = False
        for position, word in enumerate(args):
            previous = args[position - 1] if position else ""
            if after_bot and previous != "--bot" and not word.startswith("-") and word not in GAMES:
                words += ["--bot", word]
            else:
                words.append(word)
                after_bot = word == "--bot" or (after_bot and previous == "--bot")
        return super().parse_args(ctx, words)


@click.command(cls=ManyBots)
@click.argument("game")
@click.option("--bot", "bots", multiple=True, required=True, metavar="SPEC...",
              help="Who sits on the next seat: random, greedy, or 'cmd:COMMAND LINE' for a process of your own. "
                   "As many as there are players.")
@click.option("--seed", type=Seed(),
              help="Makes the game repeatable; drawn at random if left out.")
@click.option("--option", "options", type=KeyValue(), multiple=True, help="An option of the game; see `games`.")
@click.option("--move-time", type=Duration(), default="2s", show_default=True,
              help="Time limit of a decision, such as 500ms, 2s or 1m; 0 for none.")
@click.option("--record", type=click.Path(path_type=Path, dir_okay=False), help="Where the record goes.")
@click.option("--in-process", is_flag=True, help="Call built-in bots directly instead of starting processes.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
def play(
    *, game: str, bots: tuple[str, ...], seed: int | None, options: tuple[tuple[str, str], ...], move_time: float,
    record: Path | None, in_process: bool, as_json: bool,
) -> None:
    """Play one match between bots and print how it ended.

    Every bot is a process of its own that plays over gRPC on loopback, unless --in-process. The same seed, options and
    deterministic bots give the same record digest, in-process or not.
    """
    rules = find_game(game)
    setup = make_setup(rules, len(bots), parse_options(rules, distinct(options)))
    seats = [SeatSpec.parse(bot) for bot in bots]
    secret, match_id = secret_and_name(game, seed)
    title = f"{match_id}: {', '.join(bots)}"
    with _terminated_as_interrupted(), reporting(title) as report:
        result = play_match(
            rules, setup, seats, seed=match_seed(secret, match_id), match_id=match_id, move_time=move_time or None,
            record_path=record, in_process=in_process, progress=report,
        )
    if as_json:
        click.echo(json.dumps(as_object(result)))
    else:
        click.echo(as_text(result, bots))


@contextmanager
def _terminated_as_interrupted() -> Iterator[None]:
    """SIGTERM ends a match as Ctrl-C does: its bots are stopped, and nothing half-written stays."""
    before = signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def secret_and_name(game: str, seed: int | None) -> tuple[bytes, str]:
    """What the dice derive from, and the match's name; both are new every time unless a seed is given."""
    if seed is None:
        return secrets.token_bytes(SEED_BYTES), f"{game}-{secrets.token_hex(6)}"
    return seed.to_bytes(SEED_BYTES, "big"), f"{game}-{seed}"


def as_object(result: MatchResult) -> dict[str, Any]:
    """A result as plain data."""
    return {
        "match_id": result.match_id,
        "game": result.game,
        "ranks": list(result.ranks),
        "scores": list(result.scores),
        "reason": result.reason,
        "steps": result.steps,
        "decisions": result.decisions,
        "digest": result.digest.hex(),
        "record": str(result.record) if result.record else None,
        "faults": list(result.faults),
        "seconds": round(result.seconds, 3),
    }


def as_text(result: MatchResult, bots: Sequence[str]) -> str:
    """A result as lines."""
    work = f"{result.steps} steps, {result.decisions} decisions, {result.seconds:.1f} s"
    lines = [f"{result.match_id}: over: {result.reason}, after {work}"]
    lines += standings(result.ranks, result.scores, bots)
    for seat, faults in enumerate(result.faults):
        if faults:
            listed = ", ".join(f"{count} {reason}" for reason, count in faults.items())
            lines.append(f"  defaults taken for seat {seat}: {listed}")
    lines.append(f"  digest  {result.digest.hex()}")
    if result.record:
        lines.append(f"  record  {result.record}")
    return "\n".join(lines)
