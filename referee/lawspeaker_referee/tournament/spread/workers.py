"""The workers of a Dask cluster, as they come and go."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from distributed import Client

from lawspeaker_bot.printable import printable
from lawspeaker_referee.tournament.pipes import Tell
from lawspeaker_referee.tournament.playing import Trouble
from lawspeaker_referee.wording import counted

LOOK_EVERY: Final = 1.0
"""Seconds between two looks at who is there."""
PATIENCE: Final = 10.0
"""Seconds for which a scheduler may not answer."""


class Workers:
    """See the module; `watch` keeps it true."""

    def __init__(self, client: Client, scheduler: str, tell: Tell) -> None:
        self._client, self._scheduler, self._tell = client, scheduler, tell
        self._threads: dict[str, int] = {}
        """Address -> threads."""
        self._refused: dict[str, str] = {}
        """Those that cannot play -> why."""
        self._told: tuple[int, int] | None = None

    async def watch(self) -> None:
        """Look now and then, until cancelled."""
        while True:
            await self.look()
            await asyncio.sleep(LOOK_EVERY)

    async def look(self) -> None:
        """See who is there, and tell it if that has changed."""
        try:
            async with asyncio.timeout(PATIENCE):
                self._threads = dict(await self._client.nthreads()) if self._client.status == "running" else {}
        except OSError:  # the client tries to connect again, and is closed if it cannot
            self._threads = {}
        now = (len(self.usable), self._usable_threads)
        if now != self._told:
            self._told = now
            there = f"{counted(now[0], 'Dask worker')} with {counted(now[1], 'thread')}"
            words = there if now[1] else f"waits for workers of the Dask scheduler at {self._scheduler}"
            self._tell({"workers": now[0], "threads": now[1], "say": words})

    def refuse(self, address: str, why: str) -> None:
        """Have nothing played by a worker any more."""
        if address not in self._refused:
            self._refused[address] = f"Dask worker {address}: {printable(why)}"
            self._tell({"say": f"{self._refused[address]}; it plays nothing"})

    @property
    def usable(self) -> list[str]:
        """The addresses of those that can play."""
        return [address for address in self._threads if address not in self._refused]

    @property
    def threads(self) -> int:
        """Of all that can play. Raises Trouble if there will not be any."""
        if self._client.status == "closed":
            raise Trouble(f"the Dask scheduler at {self._scheduler} is gone; once it is there the same command goes on")
        if self._threads and not self.usable:
            raise Trouble("; ".join(self._refused[address] for address in self._threads))
        return self._usable_threads if self._client.status == "running" else 0

    @property
    def _usable_threads(self) -> int:
        return sum(self._threads[address] for address in self.usable)

    @property
    def restriction(self) -> dict[str, Any]:
        """What keeps a task away from those that cannot play, as arguments of `Client.submit`."""
        return {"workers": self.usable, "allow_other_workers": True} if self._refused else {}
