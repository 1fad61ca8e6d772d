"""Folders of socket files: one is there for as long as its owner lives, and the next start clears away what is left."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from multiprocessing.pool import ThreadPool
from pathlib import Path

import pytest

from lawspeaker_referee.config.sandbox import Sandbox
from lawspeaker_referee.host.process.socket_folder import PREFIX, clear, listening, socket_path

OWNER = """
import socket, sys
from lawspeaker_referee.host.process.socket_folder import listening
from lawspeaker_referee.config.sandbox import Sandbox
with listening(Sandbox()) as address, socket.socket(socket.AF_UNIX) as server:
    server.bind(address.removeprefix("unix:"))
    print(address, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def root(monkeypatch):
    """A folder for temporary files whose name is short enough for sockets."""
    folder = tempfile.mkdtemp(dir="/tmp")
    monkeypatch.setenv("TMPDIR", folder)
    monkeypatch.setattr(tempfile, "tempdir", folder)
    yield Path(folder)
    shutil.rmtree(folder)


@pytest.fixture
def owners():
    """Starts processes with a socket each; ends them all."""
    with ExitStack() as stack:

        def start() -> tuple[subprocess.Popen[str], Path]:
            process = stack.enter_context(subprocess.Popen(
                [sys.executable, "-c", OWNER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
            stack.callback(process.kill)
            return process, Path(process.stdout.readline().strip().removeprefix("unix:"))

        yield start


@pytest.mark.slow
def test_the_next_start_clears_away_what_a_killed_referee_left_and_nothing_of_one_that_lives(root, owners):
    (killed, left), (ends, gone), (_, kept) = owners(), owners(), owners()
    killed.kill()
    killed.wait()
    assert left.is_socket(), "kill -9 leaves it"
    ends.communicate()
    assert not gone.parent.exists()
    with listening(Sandbox()) as address:
        assert not left.parent.exists()
        assert sorted(root.iterdir()) == sorted([kept.parent, Path(address.removeprefix("unix:")).parent])
        assert kept.is_socket()
    assert list(root.iterdir()) == [kept.parent]


def test_what_is_not_certain_to_be_a_folder_that_a_referee_left_stays(root):
    folders = [root / name for name in ("lawspeaker-abc", f"{PREFIX}file-in-it", f"{PREFIX}wrong-socket", "other")]
    for folder in folders:
        folder.mkdir()
    (folders[1] / "referee").write_text("no socket")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(folders[2] / "another"))
    (root / f"{PREFIX}file").touch()
    (root / f"{PREFIX}link").symlink_to(folders[3])
    before = sorted(root.rglob("*"))
    clear(root)
    assert sorted(root.rglob("*")) == before


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to give a folder away")
def test_folders_of_other_users_stay(root):
    folder = root / f"{PREFIX}theirs"
    folder.mkdir()
    os.chown(folder, 65534, 65534)
    clear(root)
    assert folder.exists()


def test_a_folder_that_somebody_has_tidied_away_is_no_error_in_the_end(root):
    with socket_path() as path:
        path.parent.rmdir()
    assert list(root.iterdir()) == []


@pytest.mark.slow
def test_many_that_start_at_once_do_not_take_each_other_for_dead(root):
    def starts(_: int) -> bool:
        with socket_path() as path:
            clear(root)
            return path.parent.exists()

    with ThreadPool(8) as pool:
        assert all(pool.map(starts, range(400)))
    assert list(root.iterdir()) == []
