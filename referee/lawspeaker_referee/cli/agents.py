"""Seats of agents in `lawspeaker play`: how to configure the agent's program, and the wait until it is there."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import click

from lawspeaker_bot.bot import Bot
from lawspeaker_engine.model import Seat
from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.event_loop import Stop
from lawspeaker_referee.host.single_match import MatchInterrupted

LOOK_EVERY: Final = 0.2
"""Seconds between two looks whether Ctrl-C was pressed."""


@contextmanager
def seated_agents(seats: Sequence[Seat], stop: Stop) -> Iterator[dict[Seat, Bot]]:
    """Yield by seat the bots that play for agents, once these are there.

    Raises WrongInput if a package is missing, and MatchInterrupted if it is stopped meanwhile.
    """
    if not seats:
        yield {}
        return
    try:
        from lawspeaker_bot.mcp_endpoint import AgentEndpoint
    except ImportError as error:
        raise WrongInput(f"an agent needs the package mcp ({error}); pip install 'lawspeaker-bot[mcp]', or "
                         "'./clients/python[mcp]' in a checkout") from None
    with ExitStack() as stack:
        found = {seat: stack.enter_context(AgentEndpoint(f"agent-{seat}" if len(seats) > 1 else "agent"))
                 for seat in seats}
        for seat, endpoint in found.items():
            one, other = endpoint.configuration(_command())
            _tell(f"seat {seat} waits for an agent; configure its program with one of\n  {one}\n  {other}\nand tell it "
                  "to play the match; Ctrl-C ends this")
        for seat, endpoint in found.items():
            while not endpoint.wait(LOOK_EVERY):
                if stop.happened:
                    raise MatchInterrupted(f"no agent has come to seat {seat}, so no match was begun")
            _tell(f"the agent of seat {seat} is there")
        yield {seat: endpoint.bot for seat, endpoint in found.items()}


def _command() -> str:
    """Return the program that passes stdin on, which is beside this Python if it is not on PATH."""
    beside = Path(sys.executable).with_name("lawspeaker-bot")
    return str(beside) if beside.is_file() else shutil.which("lawspeaker-bot") or "lawspeaker-bot"


def _tell(words: str) -> None:
    click.echo(f"lawspeaker: {words}", err=True)
