"""An old and a new referee on one folder of records, behind nginx, drained one after another while bots play."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

import pytest

from lawspeaker_bot import Bot, BotError, aio
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import verify
from lawspeaker_referee.server.tokens import create
from measure.nginx import kept_port
from tests.games.parley import PARLEY
from tests.referee.cli.process import PARLEY_COMMAND
from tests.referee.referee_file import referee_file
from tests.referee.server.proxies import proxy

pytestmark = pytest.mark.slow

BOTS = ("ann", "bob", "cy", "dan")
PATIENCE = 120.0
"""Seconds that a busy machine may take for one step."""


class Site:
    """One referee process."""

    def __init__(self, folder: Path, name: str, stack: ExitStack) -> None:
        self.name, self.port, self.records = name, stack.enter_context(kept_port()), folder / "records"
        self.log = folder / f"{name}-{self.port}.log"
        file = referee_file(
            folder / f"{name}-{self.port}.toml", game="parley", listen=f"127.0.0.1:{self.port}", name=name,
            records=self.records, tokens=folder / "tokens", clock="none", trusted_proxies=["127.0.0.1"], grace="1h")
        with self.log.open("w") as log:
            self.process = stack.enter_context(subprocess.Popen([*PARLEY_COMMAND, "serve", str(file)], stderr=log))
        stack.callback(self.process.kill)

    def events(self, event: str) -> list[dict]:
        return [line for line in map(json.loads, self.log.read_text().splitlines()) if line["event"] == event]


class Gate:
    """Bots ask here before they answer; while it is closed each match stops at its next decision."""

    def __init__(self) -> None:
        self.waiting: dict[str, asyncio.Event] = {}
        self.closed = False

    async def pass_through(self, match_id: str) -> None:
        if self.closed:
            await self.waiting.setdefault(match_id, asyncio.Event()).wait()

    def open(self, *matches: str) -> None:
        """Let these matches go on."""
        for match_id in matches:
            self.waiting.pop(match_id).set()


class Player(Bot):
    """Answers with defaults, and remembers how its matches ended."""

    games = (PARLEY.name,)

    def __init__(self, gate: Gate, ends: Counter) -> None:
        self.gate, self.ends = gate, ends

    async def decide(self, decision):
        await self.gate.pass_through(decision.match.match_id)
        return decision.default

    async def over(self, result):
        assert not result.lost
        self.ends[result.match.match_id] += 1


async def supervised(gate: Gate, ends: Counter, address: str, token: str) -> None:
    """A bot that is started again whenever it ends, as systemd or compose do."""
    while True:
        try:
            await aio.run(Player(gate, ends), address, token)
        except BotError:  # it came while the proxy or the referee did not take it
            await asyncio.sleep(0.1)


async def until(true, *sites: Site) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.02)
            for site in sites:
                assert site.process.poll() is None, site.log.read_text()


async def hand_over(old: Site, new: Site, gate: Gate, turn_to) -> str:
    """Drain the old referee in the middle of two matches, of which one ends; the new one has the other."""
    await until(lambda: new.events("serving"), new)
    gate.closed = True
    await until(lambda: len(gate.waiting) == 2, old)
    ended, left = sorted(gate.waiting)
    turn_to(new.port)
    old.process.send_signal(signal.SIGTERM)
    await until(lambda: old.events("draining"), old)
    gate.closed = False
    gate.open(ended)
    await until((old.records / f"{ended}.lsr").exists, old, new)
    gate.closed = True
    assert (old.records / f"{left}.lsr.part").exists()
    old.process.send_signal(signal.SIGTERM)  # its grace is over
    assert await asyncio.to_thread(old.process.wait, PATIENCE) == 0
    await until(lambda: [event["match"] for event in new.events("match resumed")] == [left], new)
    gate.closed = False
    gate.open(*list(gate.waiting))
    await until((new.records / f"{left}.lsr").exists, new)
    return left


def test_two_upgrades_with_matches_running_lose_no_match_and_leave_no_record_twice(tmp_path):
    async def test(stack):
        sites = [Site(tmp_path, "blue", stack)]
        await until(lambda: sites[0].events("serving"), *sites)
        front = stack.enter_context(proxy("nginx", tmp_path / "proxy", sites[0].port))
        gate, ends = Gate(), Counter()
        playing = [asyncio.create_task(supervised(gate, ends, front.address, token)) for token in tokens]
        await until(lambda: len(ends) >= 3, *sites)
        for name in ("green", "blue"):
            sites.append(Site(tmp_path, name, stack))
            left = await hand_over(*sites[-2:], gate, front.turn_to)
            assert left.startswith(sites[-2].name)
            before = len(ends)
            await until(lambda before=before: len(ends) > before + 2, sites[-1])
        gate.closed = True
        await until(lambda: len(gate.waiting) == 2, sites[-1])
        sites[-1].process.send_signal(signal.SIGTERM)
        await until(lambda: sites[-1].events("draining"), sites[-1])
        gate.closed = False
        gate.open(*list(gate.waiting))
        assert await asyncio.to_thread(sites[-1].process.wait, PATIENCE) == 0
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        assert set(ends.values()) == {2}, "each bot of a match heard its end once"
        return set(ends)

    tokens = [create(tmp_path / "tokens", name) for name in BOTS]
    with ExitStack() as stack:
        ended = asyncio.run(test(stack))
    records = [path for path in (tmp_path / "records").iterdir() if path.name.startswith(("blue-", "green-"))]
    assert {path.name for path in records} == {f"{match_id}.lsr" for match_id in ended}
    for path in records:
        assert verify(read_record(path)).ok
