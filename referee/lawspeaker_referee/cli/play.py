"""`lawspeaker play`."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import click

from lawspeaker_bot.printable import printable
from lawspeaker_bots import BUILT_IN
from lawspeaker_engine.dice import SECRET_BITS, match_seed, numbered_secret
from lawspeaker_engine.games import GAMES, find_game
from lawspeaker_engine.model import Seat
from lawspeaker_engine.setups import make_setup_for, manned, parse_options
from lawspeaker_referee.cli.agents import seated_agents
from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.cli.options import (
    ACCESS,
    KeyFile,
    KeyFileParameter,
    KeyValue,
    Listen,
    Seed,
    Size,
    bot_access_options,
    clock_and_fault_options,
    clock_from_options,
    distinct_pairs,
    limited,
    refuse_given,
)
from lawspeaker_referee.cli.output_files import check_record_output
from lawspeaker_referee.cli.people import at_pages, at_terminal, kept
from lawspeaker_referee.cli.progress import reporting
from lawspeaker_referee.cli.record_text import STOOD_IN, standings
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.fault_policies import DISQUALIFIED, BadPolicy, Policy, fault_name
from lawspeaker_referee.config.formatting import format_count
from lawspeaker_referee.config.match_keys import check_limit
from lawspeaker_referee.config.sandbox import MOST, Sandbox, format_bytes
from lawspeaker_referee.event_loop import stopped_by_signals
from lawspeaker_referee.host.process.output import output_path
from lawspeaker_referee.host.single_match import MatchFailed, MatchInterrupted, MatchResult, play_match
from lawspeaker_referee.record.signing import SigningKey

_BOX: Final = Sandbox()
_LIMITS: Final = {
    "bot_memory": "memory", "bot_processes": "processes", "bot_files": "open_files", "bot_file_size": "file_size",
} | ACCESS
"""Option -> limit that it sets."""


def _of(limit: str) -> str:
    """Return a default size for a help text."""
    return format_bytes(getattr(_BOX, limit))


class ManyBots(click.Command):
    """A command whose --bot takes every word up to the next option or game: `--bot greedy random`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Write --bot before each of its words."""
        words: list[str] = []
        after_bot = False
        for position, word in enumerate(args):
            previous = args[position - 1] if position else ""
            is_game = ":" not in word and word not in BUILT_IN and word in GAMES
            if after_bot and previous != "--bot" and not word.startswith("-") and not is_game:
                words += ["--bot", word]
            else:
                words.append(word)
                after_bot = word == "--bot" or (after_bot and previous == "--bot")
        return super().parse_args(ctx, words)


@click.command(cls=ManyBots)
@click.argument("game")
@click.option("--bot", "bots", multiple=True, required=True, metavar="SPEC...",
              help="Bot of the next seat: random, greedy, search (or with a time to think, search:100ms), "
                   "'cmd:COMMAND LINE' for a process of your own, uci:ENGINE for a chess engine, human for a person "
                   "at this terminal, or with --browser at a page, or mcp for an agent that speaks the Model Context "
                   "Protocol. As many as there are players; one fewer against the Automa.")
@click.option("--seed", type=Seed(),
              help="Makes the game repeatable; drawn at random if left out.")
@click.option("--option", "options", type=KeyValue(), multiple=True, help="An option of the game; see `games`.")
@clock_and_fault_options
@click.option("--record", type=click.Path(path_type=Path, dir_okay=False), help="File for the record.")
@click.option("--key", type=KeyFileParameter(), help="Sign the record with this key of `lawspeaker keys`.")
@click.option("--bot-memory", type=Size(), help=f"Memory of each bot; 0 for no limit.  [default: {_of('memory')}]")
@click.option("--bot-processes", type=click.IntRange(0, MOST), metavar="N",
              help=f"Processes and threads of each bot; 0 for no limit.  [default: {_BOX.processes}]")
@click.option("--bot-files", type=click.IntRange(0, MOST), metavar="N",
              help=f"Open files of each process of a bot; 0 for no limit.  [default: {_BOX.open_files}]")
@click.option("--bot-file-size", type=Size(),
              help=f"The largest file that a bot may write; 0 for no limit.  [default: {_of('file_size')}]")
@bot_access_options
@click.option("--browser", is_flag=True,
              help="Let people play at a page of this machine instead of the terminal: one for each person.")
@click.option("--http", "page_address", type=Listen(0), default="127.0.0.1:0", show_default=True,
              help="HOST:PORT of these pages; port 0 takes a free one.")
@click.option("--open/--no-open", "show", default=True, help="Open these pages in a browser, or print where they are "
              "only.")
@click.option("--in-process", is_flag=True,
              help="Call bots directly instead of starting processes: built-in ones, and classes of your own as "
                   "python:package.module:Class.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
def play(
    *, game: str, bots: tuple[str, ...], seed: int | None, options: tuple[tuple[str, str], ...], clock: Clock | None,
    move_time: float | None, policy: Policy, record: Path | None, key: KeyFile | None, browser: bool,
    page_address: str, show: bool, in_process: bool, limit_decisions: int | None, limit_time: float | None,
    limit_result: str | None, as_json: bool, **bot_limits: Any,
) -> None:
    """Play one match between bots and print how it ended.

    Every bot is a process of its own that plays over gRPC, unless --in-process. The same seed, options and
    deterministic bots give the same record digest, in-process or not. With a person the default is no time limit;
    docs/playing.md describes how to play at the terminal, and with --browser at a page.
    """
    rules = find_game(game)
    setup = make_setup_for(rules, len(bots), parse_options(rules, distinct_pairs(options)))
    seats = [SeatSpec.parse(bot, people=True, in_process=in_process) for bot in bots]
    policy = limited(policy, limit_decisions, limit_time, limit_result)
    try:
        check_limit(policy, rules, setup)
    except BadPolicy as error:
        raise WrongInput(str(error)) from None
    taken = manned(rules, setup)
    humans = [seat for seat, spec in zip(taken, seats, strict=True) if spec.is_human]
    agents = [seat for seat, spec in zip(taken, seats, strict=True) if spec.is_agent]
    if (humans or agents) and in_process:
        who = "a person" if humans else "an agent"
        raise WrongInput(f"{who} does not play --in-process, where nothing could go on meanwhile; leave it out")
    _check_pages(humans, browser=browser)
    terms: dict[str, Any] = {
        "clock": clock_from_options(clock, move_time, in_process=in_process, people=bool(humans), agents=bool(agents)),
        "sandbox": sandbox_of(bot_limits, in_process=in_process),
    }
    if record is not None:
        check_record_output("--record", record)
    if key is not None and record is None:
        raise WrongInput("--key signs a record, and none is kept; add --record FILE")
    if key is not None:
        terms |= {"signer": key.key, "hide": [key.path]}
    secret, match_id = secret_and_name(game, seed)
    title = f"{match_id}: {', '.join(bots)}"
    with (stopped_by_signals() as stop, _void_told(seed), kept(record) if browser else nullcontext(record) as path,
          at_pages(humans, path, page_address, show=show) if browser and path is not None
          else at_terminal(humans, err=as_json, may_resign=policy.resign) as people,
          seated_agents(agents, stop) as programs, nullcontext() if humans else reporting(title) as report):
        if humans and clock is None and move_time is None:
            click.echo("lawspeaker: no time limits, because a person plays; --clock sets some", err=True)
        result = play_match(rules, setup, seats, seed=match_seed(secret, match_id), match_id=match_id, policy=policy,
                            record_path=path, in_process=in_process, progress=report, stop=stop,
                            people={**people, **programs}, **terms)
    result = replace(result, record=record)  # that of pages alone is gone
    if as_json:
        click.echo(json.dumps(as_object(result, key.key if key else None)))
    else:
        specs = list(result.bots)  # a seat that the rules play has a name alone
        for seat, bot in zip(taken, bots, strict=True):
            specs[seat] = bot
        for line in text_lines(result, specs, key.key if key else None):
            click.echo(printable(line))
    if stop.happened:
        kept_record = f"; its record {result.record_file} is complete" if record else ""
        raise MatchInterrupted(f"the match was over already{kept_record}")


def sandbox_of(limits: Mapping[str, Any], *, in_process: bool) -> Sandbox:
    """Return the limits of bots; None is the default, 0 no limit. Raises WrongInput for limits with --in-process."""
    given = {name: value for name, value in limits.items() if value is not None and value != ()}
    if given and in_process:
        option = next(iter(given))
        raise WrongInput(f"--{option.replace('_', '-')} cannot be enforced with --in-process, where bots are no "
                         "processes; leave one of them out")
    changes: dict[str, Any] = {_LIMITS[name]: value or None for name, value in given.items()}
    return Sandbox(**changes)


def _check_pages(humans: Sequence[int], *, browser: bool) -> None:
    """Raise WrongInput for pages without people, and for options of pages without pages."""
    if browser and not humans:
        raise WrongInput("--browser is for people, and no seat is one's; give one to human with --bot human")
    if not browser:
        refuse_given("is of the pages of --browser; give that too", "page_address", "show")


@contextmanager
def _void_told(seed: int | None) -> Iterator[None]:
    """Add to a MatchFailed how to play the match again."""
    try:
        yield
    except MatchFailed as error:
        dice = "new dice" if seed is None else f"the same dice; another seed than {seed} has others"
        raise MatchFailed(f"{error}; no record is kept, and the same command plays it again, with {dice}") from error


def secret_and_name(game: str, seed: int | None) -> tuple[bytes, str]:
    """Return the secret of the dice and the match id; both are new every time unless a seed is given."""
    if seed is None:
        return secrets.token_bytes(SECRET_BITS // 8), f"{game}-{secrets.token_hex(6)}"
    return numbered_secret(seed), f"{game}-{seed}"


def as_object(result: MatchResult, key: SigningKey | None = None) -> dict[str, Any]:
    """Return a result as plain data, with the signer of its record."""
    endings = [result.endings.get(seat) for seat in range(len(result.ranks))]
    return {
        "match_id": result.match_id,
        "game": result.game,
        "bots": list(result.bots),
        "ranks": list(result.ranks),
        "scores": list(result.scores),
        "reason": result.reason,
        "steps": result.steps,
        "decisions": result.decisions,
        "digest": result.digest.hex(),
        "record": str(result.record_file) if result.record else None,
        "signed_by": key.public.fingerprint if key else None,
        "faults": list(result.faults),
        "refused": list(result.refused),
        "forfeits": [{"seat": seat, "fault": fault, "evidence": why} for seat, fault, why in result.forfeits],
        "resigned": list(result.resigned),
        "stand_ins": list(result.stand_ins),
        "substituted": list(result.substituted),
        "stood_in": list(result.stood_in),
        "endings": [ending.evidence if ending else None for ending in endings],
        "seconds": round(result.seconds, 3),
    }


def _printed(result: MatchResult) -> Iterator[tuple[Seat, Path]]:
    """Yield the seats in which something went wrong and whose bots printed something, with the file that has it."""
    failed = {*result.endings, *result.stood_in, *(seat for seat, _, _ in result.forfeits), *(
        seat for of_seats in (result.stand_ins, result.refused, result.faults)
        for seat, what in enumerate(of_seats) if what)}
    for seat in sorted(failed) if result.record else ():
        assert result.record is not None
        path = output_path(result.record, seat)
        if path.is_file() and path.stat().st_size:
            yield seat, path


def text_lines(result: MatchResult, specs: Sequence[str], key: SigningKey | None = None) -> list[str]:
    """Return a result as lines, with the signer of its record; `specs` are the bots of the command line."""
    bots = [spec if name in {"", spec} else f"{name} ({spec})" for name, spec in zip(result.bots, specs, strict=True)]
    seats = [f"seat {seat}" if name in {"", spec} else f"seat {seat} ({name})"
             for seat, (name, spec) in enumerate(zip(result.bots, specs, strict=True))]
    work = f"{result.steps} steps, {result.decisions} decisions, {result.seconds:.1f} s"
    lines = [f"{result.match_id}: over: {result.reason}, after {work}"]
    lines += standings(result.ranks, result.scores, bots)
    for seat, (faults, refused) in enumerate(zip(result.faults, result.refused, strict=True)):
        if stand_ins := result.stand_ins[seat]:
            lines.append(f"  {seats[seat]}: {format_count(stand_ins, 'stand-in')} in place of its own answers")
        if refused:
            listed = ", ".join(f"{reason} {count}" for reason, count in refused.items())
            lines.append(f"  {seats[seat]}: {format_count(sum(refused.values()), 'answer')} refused ({listed})")
        if faults:
            listed = ", ".join(f"{count} {reason}" for reason, count in faults.items())
            lines.append(f"  {seats[seat]}: decisions that the referee took: {listed}")
        if fault_name(DISQUALIFIED) in faults:
            lines.append(f"  {seats[seat]}: disqualified")
        if ending := result.endings.get(seat):
            lines.append(f"  {seats[seat]}: the bot was gone before the end: {ending.evidence}")
    lines += [f"  {seats[seat]}: lost the match by a fault: {fault}, {why}" for seat, fault, why in result.forfeits]
    lines += [f"  {seats[seat]}: resigned" for seat in result.resigned]
    lines += [f"  {seats[seat]}: lost its bot, so a substitute played to the end" for seat in result.substituted]
    lines += [f"  {seats[seat]}: lost, as {STOOD_IN}" for seat in result.stood_in]
    lines += [f"  {seats[seat]}: what it printed is in {path}" for seat, path in _printed(result)]
    lines.append(f"  digest  {result.digest.hex()}")
    if result.record:
        why = f", which could not be compressed: {result.unpacked}" if result.unpacked else ""
        lines.append(f"  record  {result.record_file}{why}")
    if key is not None:
        lines.append(f"  signed  {key.public.fingerprint}")
    return lines
