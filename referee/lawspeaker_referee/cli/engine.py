"""`lawspeaker engine`."""

from __future__ import annotations

import os
import signal
import sys
from threading import Thread
from typing import Any, Final

import click

from lawspeaker_bot.addresses import is_local
from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.cli.options import Listen, refuse_given
from lawspeaker_referee.open_files import SERVER_FILES, need_files

ADDRESS: Final = "127.0.0.1:50053"


class LocalAddress(Listen):
    """HOST:PORT or unix:/PATH that programs of this machine only can reach."""

    name = "ADDRESS"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the text, checked."""
        text = str(value)
        if text.startswith("unix:"):
            if not text.removeprefix("unix:"):
                self.fail(f"{text!r} has no path; write unix:/PATH", param, ctx)
            return text
        address = super().convert(text, param, ctx)
        if not is_local(address):
            self.fail(f"{address} can be reached from other machines, and the service asks for no token; give "
                      "unix:/PATH or 127.0.0.1:PORT", param, ctx)
        return address


@click.command()
@click.option("--listen", type=LocalAddress(50053), default=ADDRESS, show_default=True,
              help="Address of the service: unix:/PATH or 127.0.0.1:PORT; port 0 takes a free one.")
@click.option("--stdio", is_flag=True, help="Answer lines of JSON on stdin, instead of gRPC, until stdin ends.")
@click.option("--until-eof", is_flag=True,
              help="End when stdin ends too, so that the service does not outlive the program that started it.")
@click.option("--most-positions", type=click.IntRange(1), default=10_000, show_default=True,
              help="Positions that a program may keep at once.")
@click.option("--most-streams", type=click.IntRange(1, 1000), default=16, show_default=True,
              help="Programs that may be connected at once.")
def engine(*, listen: str, stdio: bool, until_eof: bool, most_positions: int, most_streams: int) -> None:
    """Load, copy, answer and play out positions for programs of any language.

    A bot whose Hello asks for positions sends here what comes with a decision, and looks ahead from there. The command
    prints its address as a line on stdout, and serves until SIGTERM or Ctrl-C. All programs share one core; start a
    service for each core. docs/forward-model.md describes requests and responses.

    \b
      lawspeaker engine --listen unix:/tmp/engine
      lawspeaker engine --stdio
    """  # noqa: D301 - click looks for the control character
    if stdio:
        refuse_given("is for programs that connect, and --stdio serves the one that started it; leave one of them out",
                     "listen", "most_streams")
        _answer_lines(most_positions)
        return
    need_files(SERVER_FILES)
    from lawspeaker_referee.devtools.engine_service.grpc_server import engine_server

    stops = {signal.SIGTERM, signal.SIGINT}
    signal.pthread_sigmask(signal.SIG_BLOCK, stops)  # before the server has threads, which inherit it
    with engine_server(listen, most_positions, most_streams) as address:
        click.echo(address)
        if until_eof:
            Thread(target=_stop_at_eof, daemon=True).start()
        signal.sigwait(stops)


def _stop_at_eof() -> None:
    """Read stdin to its end, and then send this process the signal that it waits for."""
    while sys.stdin is not None and sys.stdin.buffer.read(1 << 16):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def _answer_lines(most_positions: int) -> None:
    from lawspeaker_referee.devtools.engine_service.lines import answered_lines
    from lawspeaker_referee.devtools.engine_service.session import EngineSession

    if sys.stdin is None:
        raise WrongInput("--stdio reads requests from stdin, which is closed")
    for line in answered_lines(EngineSession(most_positions), sys.stdin.buffer):
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
