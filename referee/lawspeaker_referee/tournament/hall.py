"""A referee for many matches of the same bots: their processes are started once, and stay for as long as they can."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from time import time
from typing import Final

import grpc
from structlog.typing import FilteringBoundLogger

from lawspeaker.v1.referee_service_pb2 import GoodbyeReason
from lawspeaker_engine.model import Seat
from lawspeaker_referee.bots.output import Output
from lawspeaker_referee.bots.processes import Ending
from lawspeaker_referee.bots.sandbox import Sandbox
from lawspeaker_referee.local.local import Played, listening
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.network.server import Server
from lawspeaker_referee.network.service import Refused
from lawspeaker_referee.network.stream import BotStream, Introduction
from lawspeaker_referee.record.record import RecordWriter, Signer
from lawspeaker_referee.room.metrics import Metrics
from lawspeaker_referee.room.room import Room
from lawspeaker_referee.tournament.guest import Guest, NotThere, Passes
from lawspeaker_referee.tournament.nouns import Entry
from lawspeaker_referee.tournament.terms import Terms
from lawspeaker_referee.version import VERSION

STOPPED: Final = "the tournament was stopped"


@dataclass(frozen=True, slots=True)
class House:
    """How the bots of a hall are kept, whatever they play."""

    name: str
    """Of the hall: it tells apart what the bots of several have printed."""
    sandbox: Sandbox
    hide: tuple[Path, ...]
    """Files and folders that are empty for bots that are cut off."""
    outputs: Path
    """Folder for what bots print."""
    tell: Callable[[str], None]
    """Is told in words what is not enforced, and what could not be written."""
    signer: Signer | None = None


class Hall:
    """See the module; `opened` makes one. It is the host of its server."""

    def __init__(self, terms: Terms, house: House, address: str, log: FilteringBoundLogger) -> None:
        self._terms, self._house, self._log, self._metrics = terms, house, log, Metrics()
        self._passes = Passes()
        self._server = Server(self, address, self._metrics, log, tokens=self._passes)
        self._address = address if address.startswith("unix:") else f"127.0.0.1:{self._server.port}"
        self._guests: dict[str, Guest] = {}
        """By the name of their pass."""
        self._numbers = count(1)
        self._rooms: set[Room] = set()
        self._leaving: set[asyncio.Task[None]] = set()
        self._told: set[str] = set()
        self._stopped = False

    async def start(self) -> None:
        """Let bots in."""
        await self._server.start()

    async def play(self, entry: Entry, seed: bytes, record: Path) -> Played:
        """Play a match of the schedule; `record` is where its record goes.

        Raises NotThere for a bot that cannot be started or does not join, and OSError for a record that cannot be
        written.
        """
        terms = self._terms
        guests = await self._all_there(entry.seats)
        try:
            match = Match(terms.rules, terms.setup, entry.match_id, seed, terms.clock, engine_version=VERSION,
                          started_unix_ms=round(time() * 1000), policy=terms.policy,
                          tell_seed=terms.format.dice == "match")
            streams = [guest.stream for guest in guests]
            infos = [replace(guest.info, identity=name) for guest, name in zip(guests, entry.seats, strict=True)]
            writer = RecordWriter(record, self._house.signer)
            try:
                room = Room(match, streams, writer, metrics=self._metrics, log=self._log, infos=infos)
                played = await self._played(room, guests)
            except BaseException:
                writer.discard()
                raise
            if played.end.void_reason == STOPPED:
                writer.discard()
            return played
        finally:
            for guest in guests:
                self._free(guest)

    async def _played(self, room: Room, guests: Sequence[Guest]) -> Played:
        endings: dict[Seat, Ending] = {}
        self._rooms.add(room)
        for seat, guest in enumerate(guests):
            guest.sit(room, seat, endings)
        room.start()
        if self._stopped:
            room.void(STOPPED)
        try:
            return Played(await room.over(STOPPED), endings)
        finally:
            self._rooms.discard(room)
            for guest in guests:
                guest.rise(room)

    def stop(self) -> None:
        """End every running match without a result, and wait for no bot any more."""
        self._stopped = True
        for room in list(self._rooms):
            room.void(STOPPED)
        for guest in self._guests.values():
            guest.give_up()

    # --- guests ---

    async def _all_there(self, names: Sequence[str]) -> list[Guest]:
        """A place with each bot. Raises NotThere; then none is taken."""
        guests = [self._place(name) for name in names]
        joins = await asyncio.gather(*(guest.there(self._terms.clock.connect) for guest in guests),
                                     return_exceptions=True)
        failures = [each for each in joins if isinstance(each, BaseException)] or [
            NotThere(guest.name, f"bot {guest.name} lost its connection before the match began")
            for guest in guests if guest.stream is None]
        if failures:
            for guest in guests:
                self._free(guest)
            raise failures[0]
        return guests

    def _place(self, name: str) -> Guest:
        """Take a place with a bot that is there, or that is started for it."""
        guest = next((each for each in self._guests.values() if each.name == name and each.has_place), None)
        if guest is None:
            bot, token_name = self._terms.bot(name), f"{name}/{next(self._numbers)}"
            guest = Guest(bot, token_name, self._address, self._passes.issue(token_name), self._house.sandbox,
                          self._house.hide)
            self._guests[token_name] = guest
        guest.taken += 1
        return guest

    def _free(self, guest: Guest) -> None:
        """Give a place back; a bot that has none to offer any more leaves."""
        guest.taken -= 1
        self._tell_once(guest)
        if not guest.taken and not guest.has_place and self._guests.pop(guest.token_name, None) is not None:
            task = asyncio.create_task(self._dismissed(guest))
            self._leaving.add(task)
            task.add_done_callback(self._leaving.discard)

    async def _dismissed(self, guest: Guest) -> None:
        self._passes.revoke(guest.token_name)
        ending = await guest.end("the match is over")
        if ending is not None:
            self._keep(guest, ending.output)
            if ending.left:
                self._house.tell(f"bot {guest.name}: some process of it could not be ended")

    def _keep(self, guest: Guest, output: Output) -> None:
        """What a bot printed goes to a file beside the records, after a line that says in which matches."""
        if not output.printed:
            return
        number = guest.token_name.rpartition("/")[2]
        path = self._house.outputs / f"{guest.name}.{self._house.name}-{number}.stderr"
        try:
            path.write_text(f"--- {guest.matches}\n{output.text}", encoding="utf-8")
        except OSError as error:
            self._house.tell(f"what bot {guest.name} printed cannot be written: {error.strerror}")

    def _tell_once(self, guest: Guest) -> None:
        if (words := guest.not_enforced) and words not in self._told:
            self._told.add(words)
            self._house.tell(words)

    async def close(self, reason: str) -> None:
        """Send every bot away; nothing of them outlives this."""
        self.stop()
        for room in list(self._rooms):
            await room.ended
        for guest in list(self._guests.values()):
            guest.taken = 0
            guest.say_goodbye(reason)
        everybody, self._guests = list(self._guests.values()), {}
        await asyncio.gather(*(self._dismissed(guest) for guest in everybody), *self._leaving)
        await self._server.stop(GoodbyeReason.GOODBYE_REASON_DONE, reason)

    # --- host of the server ---

    def welcome(self, hello: Introduction) -> None:
        """Raises Refused for a second stream of a bot, and for one that does not play the game."""
        guest, game = self._guests.get(hello.identity), self._terms.game
        if guest is None:
            raise Refused(grpc.StatusCode.UNAUTHENTICATED, "this bot may go")
        if guest.stream is not None:
            raise Refused(grpc.StatusCode.ALREADY_EXISTS, "this token's seat is taken")
        if hello.games and game not in hello.games:
            guest.refused = f"it does not play {game}"
            raise Refused(grpc.StatusCode.FAILED_PRECONDITION, f"this tournament is {game}, which the bot plays not")

    def arrived(self, stream: BotStream) -> None:
        """The bot is there, for the first time or again."""
        if (guest := self._guests.get(stream.hello.identity)) is not None:
            guest.arrived(stream)

    def left(self, stream: BotStream) -> None:
        """Its rooms know already."""
        if (guest := self._guests.get(stream.hello.identity)) is not None:
            guest.left(stream)


@asynccontextmanager
async def opened(terms: Terms, house: House) -> AsyncIterator[Hall]:
    """A hall that lets its bots in; nothing of them outlives it. Raises CannotListen."""
    with listening(house.sandbox) as address:
        hall = Hall(terms, house, address, make_log(level="error"))
        await hall.start()
        try:
            yield hall
        finally:
            await hall.close("the tournament goes on without this referee")


