"""A bot that never decides the same way twice, and ways to lose its stream."""

from __future__ import annotations

import asyncio

from lawspeaker_bot import Bot
from tests.clients.scripted_referee import Killed


class Fickle(Bot):
    """Never decides the same way twice."""

    name = "fickle"

    def __init__(self):
        self.seen = []
        self.matches = []

    def started(self, match):
        self.seen.append(f"started {match.match_id}")
        self.matches.append(match)

    def resumed(self, match):
        self.seen.append(f"resumed {match.match_id}")
        self.matches.append(match)

    def decide(self, decision):
        self.seen.append(f"decide {decision.decision_id}")
        decision.annotation = f"take {len(self.seen)}"
        return [sum(each.startswith("decide") for each in self.seen) % decision.option_count]

    def over(self, result):
        self.seen.append(f"over {result.match.match_id}{' lost' if result.lost else ''}")

    def rejected(self, rejection):
        self.seen.append(f"rejected {rejection.reason}")


class Quick(Fickle):
    quick = True


class Awaiting(Fickle):
    async def started(self, match):
        super().started(match)

    async def resumed(self, match):
        await asyncio.sleep(0)
        super().resumed(match)

    async def decide(self, decision):
        await asyncio.sleep(0)
        return super().decide(decision)


async def cut_stream(table):
    await table.cut()


async def kill_server(_table):
    raise Killed


async def end_quietly(_table):
    pass


async def finish(table):
    await table.over()
    await table.goodbye()
