"""Settings for all tests, wherever they were started from."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Generator
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import settings

import lawspeaker_referee  # noqa: F401  before any test imports gRPC, which reads then what this sets
from tests.programs import left_out
from tests.sample_sizes import FULL, QUICK

os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")  # pyarrow's own pool keeps 40 MB for nothing

# Without deadlines: a busy machine makes an example slow, not wrong.
settings.register_profile(QUICK, deadline=None, max_examples=20)
settings.register_profile(FULL, deadline=None, max_examples=100)
settings.load_profile(QUICK)


def pytest_configure() -> None:
    """Take Ctrl-C and hanging up as from a terminal. In the background of a shell, under nohup and under some CI,
    processes start with these signals ignored, and what they start inherits that; but tests send them, and tests that
    need one ignored say so.
    """
    for number, handler in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, handler)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Generator[None, None, None]:
    """Print which programs were missing and what installs them, after all else but the counts."""
    yield
    reasons = [report.longrepr[2] for report in terminalreporter.getreports("skipped")
               if isinstance(report.longrepr, tuple)]
    for line in left_out(reasons):
        terminalreporter.write_line(line, yellow=True)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect without the garbage collector: almost all that is made stays, and to look through it again and again
    takes a third of the time. Later collections leave it out.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
        if "grpc.aio" in sys.modules:  # a process that has collected no test with servers does without gRPC
            _keep_running_servers()


_servers: list[Any] = []
"""gRPC servers of tests. One that still runs when it is collected waits for ever for a thread of gRPC's, in whatever
test the collection happens; so those that a test has left running are kept to the end of the process.
"""


def _keep_running_servers() -> None:
    from grpc.aio import _server

    made = _server.Server.__init__

    def make(self: Any, *args: Any, **options: Any) -> None:
        made(self, *args, **options)
        _servers.append(self)

    _server.Server.__init__ = make


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a test in a worker of xdist.

    The worker sends two messages a test, that it has ended and how, instead of six: who listens needs no report of a
    setup or teardown that passed. With thousands of tests of a few milliseconds, messages are a tenth of what a run
    costs.
    """
    if not hasattr(item.config, "workerinput"):
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    pytest_runtest_logfinish()
    return True


def pytest_runtest_logfinish() -> None:
    """Let go of the servers that no longer run."""
    _servers[:] = [server for server in _servers if server._server.is_running()]
