"""A bot in a hall: its process, its stream and the seats it has."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.referee_service_pb2 import GoodbyeReason
from lawspeaker_engine.model import Seat
from lawspeaker_referee.bots.bots import SeatSpec
from lawspeaker_referee.bots.processes import BotFailed, BotProcess, Ending, running
from lawspeaker_referee.bots.sandbox import Sandbox
from lawspeaker_referee.match.clock import spell_time
from lawspeaker_referee.match.events import BotInfo
from lawspeaker_referee.network.stream import BotStream
from lawspeaker_referee.network.token_file import hash_of
from lawspeaker_referee.network.tokens import Grant
from lawspeaker_referee.room.room import Room
from lawspeaker_referee.room.running import first_done
from lawspeaker_referee.tournament.terms import Bot

MOST_TOLD: Final = 20
"""Matches of a process that are named beside what it printed, the last ones."""


class NotThere(BotFailed):
    """A bot that cannot be started, or does not join."""

    def __init__(self, bot: str, why: str) -> None:
        """`why` is a whole line."""
        super().__init__(why)
        self.bot = bot


class Passes:
    """Tokens that are made as bots are started, and hold until these are sent away."""

    def __init__(self) -> None:
        self._grants: dict[bytes, Grant] = {}

    def issue(self, name: str) -> str:
        """A new token of this name."""
        token = secrets.token_urlsafe(24)
        self._grants[hash_of(token)] = Grant(name, hash_of(token))
        return token

    def revoke(self, name: str) -> None:
        """Nobody new comes in by it; whoever is in may stay."""
        self._grants = {key: grant for key, grant in self._grants.items() if grant.name != name}

    def refresh(self) -> bool:
        """Changes concern nobody who is in."""
        return False

    def admit(self, token: str) -> Grant | None:
        """The grant of a token; it is found by its hash, so the time taken tells nothing."""
        return self._grants.get(hash_of(token))

    def holds(self, grant: Grant) -> bool:
        """Whether it would still be given."""
        return grant.hash in self._grants

    def __len__(self) -> int:
        return len(self._grants)


class Guest:
    """See the module. Its process starts with the first who waits for it."""

    def __init__(self, bot: Bot, token_name: str, address: str, token: str, sandbox: Sandbox,
                 hide: Sequence[Path]) -> None:
        self.name, self.token_name = bot.name, token_name
        self.taken = 0
        """Places that are taken by matches, those included that have not begun."""
        self.stream: BotStream | None = None
        """None while it is not connected."""
        self.refused = ""
        """Why it was not let in; empty if it was, or has not come."""
        self._bot, self._spec = bot, SeatSpec.parse(bot.spec)
        self._running = running([self._spec], address, [token], sandbox, hide, [f"bot {bot.name}"])
        self._exit = AsyncExitStack()
        self._process: BotProcess | None = None
        self._joined = asyncio.Event()
        self._joining: asyncio.Task[None] | None = None
        self._watch: asyncio.Task[None] | None = None
        self._seats: dict[Room, tuple[Seat, dict[Seat, Ending]]] = {}
        self._matches, self._last = 0, deque[str](maxlen=MOST_TOLD)

    @property
    def has_place(self) -> bool:
        """Whether it can play one match more."""
        if self._bot.fresh or self.stream is None or self.stream.gone:
            return False
        return self._ending is None and self.taken < self.stream.hello.max_matches

    @property
    def info(self) -> BotInfo:
        """How it introduced itself; it is connected."""
        assert self.stream is not None
        return self.stream.info

    @property
    def matches(self) -> str:
        """What its process has played, in a line."""
        if not self._matches:
            return f"bot {self.name} played no match"
        number = "1 match" if self._matches == 1 else f"{self._matches} matches"
        return f"bot {self.name} played {number}, lastly {', '.join(self._last)}"

    @property
    def not_enforced(self) -> str:
        """What the system does not allow to be kept from it, in words; empty if nothing."""
        process = self._process
        if process is None or not (process.not_enforced or process.not_hidden):
            return ""
        what = ("bots are not cut off from network, other processes, home folders and the records"
                if process.not_enforced else "bots may see the machine's /proc, home folders and the records")
        return f"{what}: {process.not_enforced or process.not_hidden}; let only bots play that you trust"

    @property
    def _ending(self) -> Ending | None:
        return self._process.ending if self._process is not None else None

    # --- coming and going ---

    async def there(self, within: float) -> None:
        """Until the bot has joined. Raises NotThere."""
        if self._joining is None:
            self._joining = asyncio.create_task(self._join(within))
        await asyncio.wait({self._joining})
        if self._joining.cancelled():
            raise NotThere(self.name, f"bot {self.name} was sent away before it had joined")
        self._joining.result()

    async def _join(self, within: float) -> None:
        try:
            processes = await self._exit.enter_async_context(self._running)
        except BotFailed as failure:
            raise NotThere(self.name, str(failure)) from None
        self._process = process = processes[0]
        self._watch = asyncio.create_task(self._watched(process))
        joined = asyncio.ensure_future(self._joined.wait())
        try:
            await first_done({joined, self._watch}, within)
        finally:
            joined.cancel()
        if self.stream is None:
            raise NotThere(self.name, self._absence(within))

    def _absence(self, within: float) -> str:
        """Why it has not joined, in words."""
        ending, who = self._ending, f"bot {self.name} ({self._spec.text})"
        if self.refused:
            return f"{who} cannot take part: {self.refused}"
        if ending is None:
            return (f"{who} did not join within {spell_time(within)}; does it dial LAWSPEAKER_ADDRESS with "
                    f"LAWSPEAKER_TOKEN?{self._lacks}")
        how = f"with {ending.evidence}" if ending.exit_code is not None and not ending.cause else f"({ending.evidence})"
        return f"{who} ended {how} before it joined{ending.output.last_words}{self._lacks}"

    @property
    def _lacks(self) -> str:
        """What a program of the user's may miss."""
        if not self._spec.is_own or self._process is None or self._process.not_enforced:
            return ""
        return "; if it needs a network, a variable or more of a home folder: [sandbox] has `network`, `env` and `read`"

    async def _watched(self, process: BotProcess) -> None:
        """A bot whose process ends during matches is gone from them for good."""
        ending = await process.wait()
        for room, (seat, endings) in list(self._seats.items()):
            if not room.match.over:
                endings[seat] = ending
                room.left(seat, Fault.FAULT_CRASHED if ending.crashed else Fault.FAULT_DISCONNECTED, ending.evidence)

    def arrived(self, stream: BotStream) -> None:
        """It is connected, and has its seats again."""
        self.stream = stream
        self._joined.set()
        for room, (seat, _) in list(self._seats.items()):
            if room.awaits(self.name) == seat:
                room.returned(seat, stream)

    def left(self, stream: BotStream) -> None:
        """Its connection is lost."""
        if self.stream is stream:
            self.stream = None

    def say_goodbye(self, reason: str) -> None:
        """Tell it that it may go."""
        if self.stream is not None:
            self.stream.close(GoodbyeReason.GOODBYE_REASON_DONE, reason)

    def give_up(self) -> None:
        """Wait for it no longer, if it has not joined."""
        if self._joining is not None:
            self._joining.cancel()

    async def end(self, reason: str) -> Ending | None:
        """Send it away, and see to it that nothing of it is left; how it ended, if it ever began."""
        self.say_goodbye(reason)
        self.give_up()
        if self._joining is not None:
            await asyncio.wait({self._joining})
        await self._exit.aclose()
        if self._watch is not None:
            await self._watch
        return self._ending

    # --- seats ---

    def sit(self, room: Room, seat: Seat, endings: dict[Seat, Ending]) -> None:
        """Play a match; if its process ends before the match does, `endings` says how."""
        self._seats[room] = seat, endings
        self._matches += 1
        self._last.append(room.match.match_id)

    def rise(self, room: Room) -> None:
        """The match is over."""
        self._seats.pop(room, None)
