"""Plays transcripts: a server that says the referee's part, and a bot that behaves as the header says."""

from __future__ import annotations

import asyncio
import io
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import grpc.aio
from google.protobuf import proto

from lawspeaker.v1.referee_service_pb2 import DESCRIPTOR, Hello, PlayRequest, PlayResponse
from lawspeaker.v1.transcript_pb2 import Conduct, RunEnding, RunEnds, TranscriptEntry, TranscriptHeader
from lawspeaker_bot import Bot, ConnectionLost, Refused, aio
from lawspeaker_bot.backoff import Backoff
from lawspeaker_bot.decision import SEED_VARIABLE
from lawspeaker_bot.random_bot import RandomBot

SUFFIX = ".transcript"
SOON = Backoff(first=0.002, longest=0.02)
CODES = {code.value[0]: code for code in grpc.StatusCode}
KNOWN = frozenset({"northgard", "clansmen", "pax_viking"})
"""Games whose messages the bot looks at."""


class Mismatch(AssertionError):
    """The bot did something else than the transcript says."""


@dataclass(frozen=True)
class Transcript:
    """A file."""

    header: TranscriptHeader
    hello: Hello
    streams: list[list[TranscriptEntry]]
    """The entries after each BotDials."""
    ends: RunEnds


class Actor(Bot):
    """Behaves as a header says, and counts what it is told."""

    quick = True

    def __init__(self, transcript: Transcript) -> None:
        header = transcript.header
        self.name, self.version, self.max_matches = header.bot, header.version, header.max_matches
        self.games, hello = tuple(header.games), transcript.hello
        self.text, self.positions, self.challengers = hello.text, hello.positions, tuple(hello.challengers)
        self.told = RunEnds()
        self._random = header.conduct == Conduct.CONDUCT_RANDOM

    def decide(self, decision):
        self.told.decisions += 1
        assert bool(decision.position) == self.positions
        assert decision.match.unrated == bool(self.challengers)
        if (game := decision.match.game) in KNOWN:
            assert len(decision.options) == decision.option_count
            assert decision.view.DESCRIPTOR.full_name == f"lawspeaker.{game}.v1.View"
            assert decision.catalogue.DESCRIPTOR.full_name == f"lawspeaker.{game}.v1.Catalogue"
        return RandomBot.decide(self, decision) if self._random else decision.default

    def resumed(self, match):
        self.told.resumed += 1

    def over(self, result):
        self.told.matches_over += 1

    def rejected(self, rejection):
        self.told.rejections += 1


class Player:
    """The referee's part: each call of Play is the next stream."""

    def __init__(self, streams: list[list[TranscriptEntry]], patience: float) -> None:
        """`patience` is how many seconds the bot has for each message."""
        self.failed: Mismatch | None = None
        self._left = list(streams)
        self._begun: list[_Stream] = []
        self._patience = patience

    def handler(self) -> grpc.GenericRpcHandler:
        """For a server; messages stay bytes, as they stand in the file."""
        service = DESCRIPTOR.services_by_name["RefereeService"].full_name
        play: Any = grpc.stream_stream_rpc_method_handler(self._play)
        return grpc.method_handlers_generic_handler(service, {"Play": play})

    def check(self) -> None:
        """Raises Mismatch unless every stream was played as it stands."""
        unfinished = len(self._left) + sum(not stream.over for stream in self._begun)
        if self.failed is None and unfinished:
            self.failed = Mismatch(f"the run ends, and {unfinished} streams are not over")
        if self.failed is not None:
            raise self.failed

    async def _play(self, _: object, context: Any) -> None:
        try:
            entries = self._next()
            self._begun.append(_Stream(context, self._patience))
            await self._begun[-1].play(entries)
        except Mismatch as error:
            self.failed = self.failed or error
            await context.abort(grpc.StatusCode.PERMISSION_DENIED, "this is not what the transcript says")
        else:
            end = entries[-1].stream_ends
            if end.status:
                await context.abort(CODES[end.status], end.message)

    def _next(self) -> list[TranscriptEntry]:
        """The stream that the bot dials for. Raises Mismatch if there is none."""
        if self.failed is not None:
            raise self.failed
        if not self._left:
            raise Mismatch("the bot dials once more than it should")
        return self._left.pop(0)


class _Stream:
    """One call, played."""

    def __init__(self, context: Any, patience: float) -> None:
        self.over = False
        """True if everything was heard, and said: the bot may leave as soon as it has read the last message."""
        self._context, self._patience = context, patience
        self._heard: asyncio.Queue[PlayRequest | None] = asyncio.Queue()
        """The messages of the bot that were not looked at yet; None when it says no more."""
        self._open: list[tuple[str, int]] = []
        """Decisions that were asked and whose answers have not come."""

    async def play(self, entries: list[TranscriptEntry]) -> None:
        """Say and hear everything but the end. Raises Mismatch."""
        reader = asyncio.create_task(self._read())
        expected: list[PlayRequest] = []
        try:
            for entry in entries:
                if entry.HasField("from_bot"):
                    expected.append(PlayRequest.FromString(entry.from_bot))
                    continue
                await self._hear(expected)
                self.over = entry is entries[-1] or entry is entries[-2]
                if entry.HasField("from_referee"):
                    await self._say(entry.from_referee)
            self._hear_no_more()
        finally:
            reader.cancel()

    async def _read(self) -> None:
        while (data := await self._context.read()) is not grpc.aio.EOF:
            for said in _single(PlayRequest.FromString(data)):
                self._heard.put_nowait(_compared(said))
        self._heard.put_nowait(None)

    async def _say(self, data: bytes) -> None:
        request = PlayResponse.FromString(data).decision_request
        if request.match_id:
            self._open.append((request.match_id, request.decision_id))
        await self._context.write(data)

    async def _hear(self, expected: list[PlayRequest]) -> None:
        """Take these messages off the bot, in any order."""
        while expected:
            words = " or ".join(map(_words, expected))
            try:
                said = await asyncio.wait_for(self._heard.get(), self._patience)
            except TimeoutError:
                raise Mismatch(f"the bot says nothing; it should say {words}") from None
            if said is None:
                raise Mismatch(f"the bot ends the stream; it should say {words}")
            if said not in expected:
                raise Mismatch(f"the bot says {_words(said)}; it should say {words}")
            expected.remove(said)
            with suppress(ValueError):  # an answer that is said again is open no more
                self._open.remove((said.answer.match_id, said.answer.decision_id))

    def _hear_no_more(self) -> None:
        """Only the answer to an open question may have come, which crossed the end of the stream."""
        while not self._heard.empty():
            said = self._heard.get_nowait()
            if said is not None and (said.answer.match_id, said.answer.decision_id) not in self._open:
                raise Mismatch(f"the bot says {_words(said)}; it should say nothing more")


def read(path: Path) -> Transcript:
    """A file of transcripts, whose entries stand in the order that transcript.proto says."""
    file, entries = io.BytesIO(path.read_bytes()), []
    while (entry := proto.parse_length_prefixed(TranscriptEntry, file)) is not None:
        entries.append(entry)
    first, *middle, last = entries
    assert first.HasField("header") and last.HasField("run_ends")
    streams: list[list[TranscriptEntry]] = []
    for entry in middle:
        if entry.HasField("bot_dials"):
            assert not streams or streams[-1][-1].HasField("stream_ends")
            streams.append([])
        else:
            assert not streams[-1] or not streams[-1][-1].HasField("stream_ends")
            streams[-1].append(entry)
    assert streams[-1][-1].HasField("stream_ends")
    return Transcript(first.header, PlayRequest.FromString(streams[0][0].from_bot).hello, streams, last.run_ends)


def play(transcript: Transcript, make_bot: Callable[[Transcript], Actor] = Actor, patience: float = 10.0) -> None:
    """Run a bot against a transcript. Raises Mismatch where it does something else.

    It has `patience` seconds for each message, and to come back when its stream is lost.
    """
    with patch.dict(os.environ, {SEED_VARIABLE: transcript.header.seed}):
        told = asyncio.run(asyncio.wait_for(_play(transcript, make_bot(transcript), patience), 60))
    if told != transcript.ends:
        raise Mismatch(f"the run ends with {_flat(told)}; it should end with {_flat(transcript.ends)}")


async def _play(transcript: Transcript, bot: Actor, patience: float) -> RunEnds:
    player = Player(transcript.streams, patience)
    server = grpc.aio.server()
    server.add_generic_rpc_handlers((player.handler(),))
    with TemporaryDirectory() as folder:
        address = f"unix:{Path(folder) / 'referee'}"
        server.add_insecure_port(address)
        await server.start()
        try:
            await aio.run(bot, address, "a token", reconnect_within=patience, backoff=SOON)
            bot.told.ending = RunEnding.RUN_ENDING_DONE
        except Refused:
            bot.told.ending = RunEnding.RUN_ENDING_REFUSED
        except ConnectionLost:
            bot.told.ending = RunEnding.RUN_ENDING_LOST
        finally:
            await server.stop(None)
    player.check()
    return bot.told


def _single(said: PlayRequest) -> list[PlayRequest]:
    """The answers of a batch, each as a message of its own; any other message alone."""
    return [PlayRequest(answer=answer) for answer in said.answer_batch.answers] or [said]


def _compared(said: PlayRequest) -> PlayRequest:
    """Return a message without what is not compared: token, SDK and batches of Hello, the remark of an answer."""
    if said.HasField("hello"):
        said.hello.ClearField("token")
        said.hello.ClearField("sdk")
        said.hello.ClearField("batches")
    else:
        said.answer.ClearField("annotation")
    return said


def _words(said: PlayRequest) -> str:
    return _flat(said) or "an empty message"


def _flat(message: Any) -> str:
    return " ".join(str(message).split())
