"""Built-in bots over gRPC from this process, for tests in which no process of theirs matters."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager

from lawspeaker_bots import BUILT_IN, make
from lawspeaker_referee.host import pooled_bot
from lawspeaker_referee.host.own_bot import running_here


def put_bots_here(patch):
    """Let built-in bots play from this process; others are started as always."""
    started = pooled_bot.running

    def running(specs, address, tokens, *more) -> AbstractAsyncContextManager:
        (spec,), (token,) = specs, tokens
        if spec.text in BUILT_IN:
            return running_here(make(spec.text), address, token, 60.0)
        return started(specs, address, tokens, *more)

    patch.setattr(pooled_bot, "running", running)
