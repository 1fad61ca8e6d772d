"""Waiting for something, but not for ever: also in a task that was cancelled before."""

from __future__ import annotations

import asyncio

import pytest

from lawspeaker_referee.event_loop import at_most


def test_what_does_not_come_is_given_up_without_an_error_and_what_comes_is_not():
    async def run():
        async with at_most(0):
            await asyncio.Event().wait()
        return await asyncio.wait_for(finished(), 60)

    async def finished():
        async with at_most(60):
            return "come"

    assert asyncio.run(run()) == "come"


@pytest.mark.parametrize("seconds", [0, 0.01])
def test_a_task_that_was_cancelled_goes_on_behind_it(seconds):
    done = []

    async def work():
        try:
            await asyncio.Event().wait()
        finally:
            async with at_most(seconds):
                await asyncio.Event().wait()
            done.append("cleaned up")

    async def run():
        task = asyncio.create_task(work())
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(run())
    assert done == ["cleaned up"]


def test_a_cancellation_and_an_error_of_the_block_pass_on():
    async def wait():
        async with at_most(60):
            await asyncio.Event().wait()

    async def run():
        task = asyncio.create_task(wait())
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        with pytest.raises(KeyError):
            async with at_most(60):
                raise KeyError
        with pytest.raises(TimeoutError):
            async with at_most(60):
                raise TimeoutError

    asyncio.run(run())
