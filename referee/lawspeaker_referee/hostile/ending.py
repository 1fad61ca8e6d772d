"""Hostile bots whose process ends too early. They use the SDK and take defaults until the decision WHEN."""

from __future__ import annotations

import os
import signal
from time import sleep
from typing import ClassVar

from lawspeaker_bot import Bot, Decision, aio
from lawspeaker_referee.hostile.raw import CRASHED, DISCONNECTED

CHILDREN = 3


class Ending(Bot):
    """Ends at one of its decisions."""

    faults: ClassVar[tuple[int, ...]] = (CRASHED,)
    refusal: ClassVar[int] = 0
    version = "1"

    def __init__(self, when: str = "1") -> None:
        """`when` is a prompt, or the number of one of its decisions, from 1."""
        self._when, self._asked = when, 0

    async def play(self, address: str, token: str) -> None:
        """Play until the decision `when`."""
        await aio.run(self, address, token)

    def decide(self, decision: Decision) -> list[int]:
        """Return the default, or end the process."""
        self._asked += 1
        if self._when in {decision.prompt, str(self._asked)}:
            self.end()
        return decision.default

    def end(self) -> None:
        """End the process."""
        raise NotImplementedError


class Exits(Ending):
    """Ends with exit code 3, without a word."""

    name = "exits"

    def end(self) -> None:
        """Exit at once."""
        os._exit(3)


class Raises(Ending):
    """Ends with an exception, and what it prints means harm to terminals."""

    name = "raises"

    def end(self) -> None:
        """Raise, like a bot with a bug."""
        raise ZeroDivisionError("a bug \x1b]0;in red\x07 \x1b[31m")


class KillsItself(Ending):
    """Ends by SIGKILL, as if the system were out of memory."""

    name = "kills-itself"

    def end(self) -> None:
        """Send SIGKILL to itself."""
        os.kill(os.getpid(), signal.SIGKILL)
        sleep(60)


class Forks(Ending):
    """Leaves children behind, each in a session of its own and with the stream still open, and exits."""

    name = "forks"
    faults = (DISCONNECTED,)

    def end(self) -> None:
        """Fork daemons and exit."""
        for _ in range(CHILDREN):
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    while True:
                        sleep(60)
                os._exit(0)
        os._exit(0)
