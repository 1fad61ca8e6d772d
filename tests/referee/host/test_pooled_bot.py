"""One bot of a pool, and what waits for it and its matches."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.sandbox import Sandbox
from lawspeaker_referee.host.bot_pool import opened
from lawspeaker_referee.host.pooled_bot import BotPoolConfig, PooledBot, PoolEntry
from lawspeaker_referee.host.process.warm import WarmServer
from tests.referee.host.script_bots import running_with


def test_a_bot_that_is_gone_again_at_once_has_not_failed_to_join(tmp_path):
    mark = str(tmp_path / "mark")
    config = BotPoolConfig("northgard", 60.0, Sandbox(grace=0.2), (), lambda words: None, lambda bot, ending: None,
                           lambda spec, process, sandbox: "")
    entry = PoolEntry("a", "bot a", SeatSpec.parse(f"cmd:sh -c 'sleep 100; echo {mark}'"))
    first: Any = SimpleNamespace()
    second: Any = SimpleNamespace(close=lambda reason, words: None)

    async def play():
        bot = PooledBot(entry, 1, "a/1", "127.0.0.1:1", "token", config, WarmServer())
        joining = asyncio.create_task(bot.there(60.0))
        while not running_with(mark):  # noqa: ASYNC110 - that a process runs can only be seen
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        bot.arrived(first)
        bot.left(first)
        for _ in range(20):
            await asyncio.sleep(0)
        assert not joining.done(), "its process runs, and it has 60 seconds"
        bot.arrived(second)
        await joining
        await bot.end("done", at_once=True)

    asyncio.run(play())


def test_who_is_cancelled_while_a_pool_waits_for_its_matches_takes_no_end_from_them():
    config = BotPoolConfig("northgard", 60.0, Sandbox(), (), lambda words: None, lambda bot, ending: None,
                           lambda spec, process, sandbox: "")

    async def close() -> None:
        async with opened(config) as pool:
            ended = asyncio.get_running_loop().create_future()
            runner = Mock(ended=ended, infos=[], players=[])
            pool.add(runner)
            closing = asyncio.create_task(pool.close("done"))
            await asyncio.sleep(0)
            closing.cancel()
            await asyncio.wait({closing})
            assert not ended.done(), "the match still writes its record"
            ended.set_result(None)

    asyncio.run(close())
