"""A PostgreSQL server of the tests' own: made in a temporary folder, heard on a socket there, gone with the tests."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from time import monotonic, sleep

import psycopg

from tests.programs import need

FAST = ("listen_addresses=", "fsync=off", "full_page_writes=off", "shared_buffers=16MB", "max_connections=40")
DEBIAN = Path("/usr/lib/postgresql")
ACCOUNTS = ("postgres", "nobody")
"""PostgreSQL refuses to run as root; one of these stands in then."""


def programs() -> Path:
    """Return the folder of PostgreSQL's programs; the calling test is skipped if there is none."""
    return Path(need("initdb", "postgres")[0]).parent


class Server:
    """A server in a folder, which can be stopped at any moment and started again."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._programs, self._account = folder, programs(), unprivileged(folder)
        self.databases = f"postgresql://tests@/{{}}?host={folder}"
        """The URL of its databases, with `{}` for their names."""
        made = subprocess.run(
            [*self._account, self._programs / "initdb", "-D", folder / "data", "-U", "tests", "-A", "trust", "-E",
             "UTF8", "--locale=C", "--no-sync"], cwd=folder, capture_output=True, text=True, check=False)
        assert made.returncode == 0, made.stderr
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = [word for option in FAST for word in ("-c", option)]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*self._account, self._programs / "postgres", "-D", self._folder / "data", "-k", self._folder,
                 *options], cwd=self._folder, stdout=log, stderr=log)
        _wait(self._process, self.databases.format("postgres"), self._folder / "log")

    def stop(self) -> None:
        """End it at once, as `pg_ctl stop -m immediate` does: it recovers when it is started again."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait()
            self._process = None


@contextmanager
def server() -> Iterator[Server]:
    """A server that runs, and ends with this process whatever happens."""
    programs()  # skips before there is a folder
    folder = Path(mkdtemp(prefix="lawspeaker-", dir="/tmp"))  # the name of a socket must be short
    try:
        found = Server(folder)
        try:
            found.start()
            yield found
        finally:
            found.stop()
    finally:
        shutil.rmtree(folder)


@contextmanager
def running() -> Iterator[str]:
    """Such a server; the URL of its databases, with `{}` for their names."""
    with server() as found:
        yield found.databases


def unprivileged(folder: Path) -> list[str]:
    """Return the words that precede a command so that PostgreSQL agrees to run, in a folder that is then its own."""
    command = ["setpriv", "--pdeathsig=QUIT"]
    if os.getuid() != 0:
        return command
    known = {each.pw_name: each for each in pwd.getpwall()}
    account = next(known[name] for name in ACCOUNTS if name in known)
    os.chown(folder, account.pw_uid, account.pw_gid)
    return [*command, f"--reuid={account.pw_uid}", f"--regid={account.pw_gid}", "--clear-groups"]


def _wait(server: subprocess.Popen[bytes], url: str, log: Path) -> None:
    """Until it answers. Raises AssertionError with its log if it ends, or takes a minute."""
    end = monotonic() + 60
    while server.poll() is None and monotonic() < end:
        try:
            psycopg.connect(url).close()
        except psycopg.OperationalError:
            sleep(0.02)
        else:
            return
    raise AssertionError(log.read_text())
