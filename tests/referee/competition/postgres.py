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
import pytest

FAST = ("listen_addresses=", "fsync=off", "full_page_writes=off", "shared_buffers=16MB", "max_connections=40")
DEBIAN = Path("/usr/lib/postgresql")
ACCOUNTS = ("postgres", "nobody")
"""PostgreSQL refuses to run as root; one of these stands in then."""


def programs() -> Path:
    """The folder of PostgreSQL's programs; the test is skipped if there is none, which in CI is an error."""
    for folder in [*sorted(DEBIAN.glob("*/bin"), reverse=True), *map(Path, os.get_exec_path())]:
        if all(os.access(folder / name, os.X_OK) for name in ("initdb", "postgres")):
            return folder
    told = "PostgreSQL is not installed here: apt-get install postgresql"
    if os.environ.get("CI"):
        pytest.fail(told)
    pytest.skip(told)


@contextmanager
def running() -> Iterator[str]:
    """A server, which ends with this process whatever happens; the URL of its databases, with `{}` for their names."""
    found = programs()
    folder = Path(mkdtemp(prefix="lawspeaker-", dir="/tmp"))  # the name of a socket must be short
    try:
        account = unprivileged(folder)
        made = subprocess.run(
            [*account, found / "initdb", "-D", folder / "data", "-U", "tests", "-A", "trust", "-E", "UTF8",
             "--locale=C", "--no-sync"], cwd=folder, capture_output=True, text=True, check=False)
        assert made.returncode == 0, made.stderr
        options = [word for option in FAST for word in ("-c", option)]
        with (folder / "log").open("wb") as log, subprocess.Popen(
            [*account, found / "postgres", "-D", folder / "data", "-k", folder, *options], cwd=folder, stdout=log,
            stderr=log) as server:
            try:
                databases = f"postgresql://tests@/{{}}?host={folder}"
                _wait(server, databases.format("postgres"), folder / "log")
                yield databases
            finally:
                server.send_signal(signal.SIGQUIT)  # at once
    finally:
        shutil.rmtree(folder)


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
