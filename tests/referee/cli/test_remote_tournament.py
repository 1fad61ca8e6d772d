"""A tournament of bots that connect through nginx, of which everything is killed once: runner, worker and a bot."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from lawspeaker_referee.competition.ledger import LedgerQueries
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import verify
from lawspeaker_referee.server.tokens import create
from measure.nginx import kept_port
from tests.referee.competition.test_runner import _until
from tests.referee.server.proxies import proxy

pytestmark = pytest.mark.slow

SLOW = """
import time
from lawspeaker_bot import run
from lawspeaker_bot.random_bot import RandomBot
class Slow(RandomBot):
    def decide(self, decision):
        time.sleep(0.02)
        return super().decide(decision)
run(Slow())
"""
ROUNDS = 2
MATCHES = 6 * ROUNDS
NAMES = ("ann", "bob", "cleo")


def listens(port: int) -> bool:
    with closing(socket.socket()) as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Bots:
    """Bots as processes of other people."""

    def __init__(self, folder: Path, address: str, tokens: dict[str, str], referee: int) -> None:
        self.referee = referee
        self._script = folder / "slow.py"
        self._script.write_text(SLOW, encoding="utf-8")
        self._address, self._tokens = address, tokens
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str) -> None:
        self.processes[name] = subprocess.Popen([sys.executable, str(self._script)], env=os.environ | {
            "LAWSPEAKER_ADDRESS": self._address, "LAWSPEAKER_TOKEN": self._tokens[name]})

    def kill(self, name: str) -> None:
        self.processes[name].kill()
        self.processes[name].wait()


@contextmanager
def event(folder: Path) -> Iterator[tuple[Path, Bots]]:
    """Yield the file of a tournament behind nginx, and its bots."""
    tokens = {name: create(folder / "tokens.txt", name) for name in NAMES}
    with ExitStack() as stack:
        port = stack.enter_context(kept_port())
        front = stack.enter_context(proxy("nginx", folder, port))
        file = folder / "cup.toml"
        bots = "\n".join(f'[[bots]]\nname = "{name}"\nspec = "token:{name}"' for name in NAMES)
        file.write_text(
            f'name = "cup"\ngame = "clansmen"\nplayers = 2\nrecords = "{folder}/records"\n'
            'clock = "move=20s,reconnect=20s"\n'
            f'format = {{ kind = "round-robin", rounds = {ROUNDS} }}\n[listen]\naddress = "127.0.0.1:{port}"\n'
            f'tokens = "{folder}/tokens.txt"\ntrusted_proxies = ["127.0.0.1"]\n{bots}\n', encoding="utf-8")
        found = Bots(folder, front.address, tokens, port)
        try:
            yield file, found
        finally:
            for process in found.processes.values():
                process.kill()
                process.wait()


def counted(folder: Path) -> dict[str, str]:
    if not (folder / "records/ledger.db").exists():
        return {}
    ledger = LedgerQueries.open_to_read(f"sqlite:///{folder}/records/ledger.db")
    try:
        return {each.match_id: each.digest for each in ledger.results("cup")} if "cup" in ledger.tournaments() else {}
    finally:
        ledger.close()


def test_whatever_is_killed_every_match_counts_once_and_bots_end_with_the_tournament(tmp_path):
    with event(tmp_path) as (file, bots):
        command = [sys.executable, "-m", "lawspeaker_referee", "tournament", "run", str(file), "--quiet"]
        runner = subprocess.Popen(command)
        try:
            _until(lambda: listens(bots.referee))  # to a proxy without a referee bots come once, and then no more
            for name in NAMES:
                bots.start(name)
            _until(lambda: len(counted(tmp_path)) >= 3)
            runner.send_signal(signal.SIGKILL)
            runner.wait()
            before = counted(tmp_path)
            assert len(before) < MATCHES
            runner = subprocess.Popen(command)
            _until(lambda: len(counted(tmp_path)) >= len(before) + 3)
            bots.kill("bob")
            time.sleep(0.5)
            bots.start("bob")
            assert runner.wait(240) == 0
            for name in NAMES:
                assert bots.processes[name].wait(30) == 0, f"{name} was not told that it may go"
        finally:
            runner.kill()
            runner.wait()
    after = counted(tmp_path)
    assert before.items() <= after.items()
    assert len(after) == MATCHES
    records = sorted((tmp_path / "records").glob("*.lsr"))
    assert len(records) == MATCHES
    for path in records:
        verdict = verify(read_record(path))
        assert verdict.ok and verdict.digest.hex() == after[read_record(path).header.match_id]
