"""A referee with one place, for the bot on trial; it outlives its own server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from time import time
from typing import Any, Final

from lawspeaker.v1.referee_service_pb2 import Answer, AnswerRejected, GoodbyeReason, PlayResponse, RejectReason
from lawspeaker_engine.dice import match_seed
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Seat, Setup
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.durations import format_duration
from lawspeaker_referee.config.fault_policies import DEFAULT_POLICY, LOST_SEAT_LAST, Policy
from lawspeaker_referee.config.limits import OWN_BOTS, Limits
from lawspeaker_referee.devtools.certify.findings import Failed
from lawspeaker_referee.devtools.certify.opponents import Opponent
from lawspeaker_referee.devtools.certify.positions import SECRET
from lawspeaker_referee.devtools.certify.proxy import Proxy
from lawspeaker_referee.devtools.certify.recorder import Recorder
from lawspeaker_referee.host.host import BotHost
from lawspeaker_referee.host.process.bot import ProcessEnd
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.match.events import AUTOMA
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.server.connection import BotConnection, BotHello
from lawspeaker_referee.server.match_runner import MatchEnd, MatchRunner, Player
from lawspeaker_referee.server.metrics import Metrics
from lawspeaker_referee.server.server import Server
from lawspeaker_referee.server.tokens import MemoryTokens
from lawspeaker_referee.version import RELEASE

NAME: Final = "bot"
"""The name of the bot's token."""
TELLS: Final = 3.0
"""Seconds to wait after a stream's end for an end of the process that explains it."""
PLAYED_ON: Final = replace(DEFAULT_POLICY, lost_seat=LOST_SEAT_LAST)
"""Matches of trials go on after faults, so that trials see all that the bot does."""
BACK_WITHIN: Final = 10.0
"""Seconds in which a bot that lost its connection must be back."""
MOST_RECEIVED: Final = 64 << 20
"""Bytes of a message that is read, so that a bot is told how long it was; gRPC itself ends streams without a word."""
_FAULTS: Final = {"timeout": "late", "illegal": "illegal", "malformed": "malformed", "oversized": "oversized"}
"""The finding for each of these faults of a match. `Session.gone` notes why a stream ended."""
_SENT_AWAY: Final = {"flooding": "flooding", "oversized": "oversized", "unread": "unread", "protocol": "hello-again"}


class UnenforcedLimits(Limits):
    """Limits that are not enforced by gRPC itself."""

    def channel_options(self) -> list[tuple[str, Any]]:
        """Return what a gRPC server is told."""
        return list((dict(super().channel_options()) | {"grpc.max_receive_message_length": MOST_RECEIVED}).items())


class Session(Recorder, BotHost):
    """The host of the bot on trial. It outlives its server, so that trials can end the server and start another one."""

    def __init__(self, listen: str, patience: float) -> None:
        """`patience` in seconds: for an answer, for Hello, and for a bot that is to come back."""
        Recorder.__init__(self)
        BotHost.__init__(self)
        self.tokens = MemoryTokens()
        self.token = self.tokens.issue(NAME)
        self.patience = patience
        self.metrics, self.log = Metrics(), make_log(StringIO())
        self.stream: BotConnection | None = None
        self.hello: BotHello | None = None
        """The bot's last Hello."""
        self.present = asyncio.Event()
        """Set while the bot is connected."""
        self.process: asyncio.Future[ProcessEnd] | None = None
        """The end of the bot's process; None if its author starts it."""
        self._listen = listen
        self._server: Server | None = None
        self._dismissed = False
        """True if the bot need not come back."""
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def address(self) -> str:
        """Return what a bot dials."""
        return self._listen

    # --- the server ---

    async def open(self) -> None:
        """Let the bot in. Raises CannotListen."""
        limits = UnenforcedLimits(
            batch=1, hello_within=self.patience, flood_patience=self.patience / 2,
            matches_a_stream=OWN_BOTS.matches_a_stream, cpu_share=OWN_BOTS.cpu_share, return_rate=OWN_BOTS.return_rate)
        self._server = Server(self, self._listen, self.metrics, self.log, tokens=self.tokens, limits=limits,
                              interceptors=[Proxy(self)])
        if not self._listen.startswith("unix:"):
            self._listen = f"{self._listen.rpartition(':')[0]}:{self._server.port}"
        self.letting_go = self.draining = False
        await self._server.start()

    async def close(self, reason: GoodbyeReason = GoodbyeReason.GOODBYE_REASON_DONE, why: str = "all is tried") -> None:
        """Say goodbye and end the server; running matches wait for the next one."""
        if self._server is not None:
            self.letting_go = True
            self.drain(keep_bots=True)
            server, self._server = self._server, None
            await server.stop(reason, why)

    # --- matches ---

    async def back(self) -> BotConnection:
        """Wait until the bot is connected, and return its stream. Raises Failed."""
        try:
            while self.stream is None:  # it may have left again before this coroutine resumes
                await self.until(self.present.wait(), BACK_WITHIN)
        except TimeoutError:
            raise Failed("not-back", f"it did not come back within {BACK_WITHIN:g} s") from None
        return self.stream

    async def start(self, game: Game[Any], setup: Setup, match_id: str, seat: Seat, clock: Clock,
                    policy: Policy = PLAYED_ON, line: str = "", stand_in: Opponent | None = None,
                    on_step: Callable[[], None] = lambda: None) -> MatchRunner:
        """Begin a match with the bot, or a stand-in for it, on that seat. Dice and rivals' picks derive from `line`, or
        else from the match's id. Raises Failed for a bot that is away.
        """
        stream = await self.back()
        line = line or match_id
        match = Match(game, setup, match_id, match_seed(SECRET, line), clock, engine_version=RELEASE,
                      started_unix_ms=round(time() * 1000), policy=policy)
        players: list[Player | None] = [Opponent(line) if each in match.manned else None
                                        for each in range(setup.players)]
        infos = [player.info if player else AUTOMA for player in players]
        players[seat], infos[seat] = stand_in or stream, stream.info

        def stepped(match: Match) -> None:
            self._look_for_faults(match, seat)
            on_step()

        runner = MatchRunner(match, players, None, metrics=self.metrics, log=self.log, on_step=stepped, infos=infos)
        tokens = [""] * setup.players
        if stand_in is None:
            tokens[seat] = NAME
        self.add(runner, tokens)
        runner.start()
        return runner

    def hand_over(self, runner: MatchRunner, seat: Seat) -> None:
        """Give the bot the seat of its stand-in, as to one that lost its connection."""
        stand_in = runner.players[seat]
        if stand_in is None or self.stream is None or runner.match.over:
            return
        self.runners[runner][seat] = NAME
        runner.away(seat, stand_in)
        runner.returned(seat, self.stream)

    async def over(self, *runners: MatchRunner) -> list[MatchEnd]:
        """Wait until matches have ended, and return how they did. Raises Failed."""
        ends = await self.until(asyncio.gather(*(asyncio.shield(runner.ended) for runner in runners)))
        for runner, end in zip(runners, ends, strict=True):
            if end.void_reason:
                raise RuntimeError(f"match {runner.match.match_id}: {end.void_reason}")
        return ends

    async def void_matches(self, *runners: MatchRunner) -> None:
        """Void matches of which enough was seen, and wait until they have ended."""
        for runner in runners:
            self.voided.add(runner.match.match_id)
            if not runner.match.over:
                runner.void("enough was seen of this match")
        await asyncio.gather(*(asyncio.shield(runner.ended) for runner in runners))

    async def void_all(self) -> None:
        """Void every running match."""
        await self.void_matches(*list(self.runners))

    def _look_for_faults(self, match: Match, seat: Seat) -> None:
        where = self.transcript.latest(match.match_id)
        limit = format_duration(match.clock.move_time) + (" and its bank" if match.clock.bank else "")
        for fault in match.faults[seat]:
            if fault in _FAULTS:
                words = f"no answer to {where} within {limit}" if fault == "timeout" else f"{fault}: {where}"
                self.note(_FAULTS[fault], words)
            elif fault == "network" and self.letting_go:
                self.note("not-back", f"its connection was lost at {where}, and no answer came within {limit}")

    # --- what only trials do to a bot ---

    def dismiss(self, reason: GoodbyeReason, words: str) -> None:
        """Say goodbye to the bot alone; the server stays."""
        self.let_go()
        if self.stream is not None:
            self.stream.close(reason, words)

    def forget_bot(self) -> None:
        """Forget the last Hello, because another process will introduce itself."""
        self.hello, self._dismissed = None, False

    def let_go(self) -> None:
        """Expect stream and process to end; their end is no finding until a bot joins again."""
        self.letting_go = self._dismissed = True

    def refuse(self, answer: Answer, reason: RejectReason, words: str) -> None:
        """Tell the bot that an answer was refused which the match has not seen."""
        assert self.stream is not None
        self.crafted.add((answer.match_id, answer.decision_id))
        self.stream.send(PlayResponse(answer_rejected=AnswerRejected(
            match_id=answer.match_id, decision_id=answer.decision_id, reason=reason, message=words,
        )).SerializeToString())

    def process_ended(self, ending: ProcessEnd) -> None:
        """Note a finding if the bot's process ended before it joined, or instead of coming back."""
        words = told(ending)
        if self._dismissed:
            return
        if self.hello is None:
            self.note("no-start", f"its process ended before it had joined: {words}")
        elif self.stream is None and self.letting_go:
            self.note("not-back", f"its process ended when the connection was lost: {words}")

    # --- host ---

    def joined(self, stream: BotConnection) -> None:
        """Note who the bot is, and deliver results that a trial has withheld."""
        self.stream, self.hello = stream, stream.hello
        self.letting_go = self._dismissed = False
        self.present.set()
        for data in self.withheld:
            stream.send(data)
            self.delivered.set()
        self.withheld.clear()

    def gone(self, stream: BotConnection) -> None:
        """Note why the bot was sent away, or why it left without being let go."""
        self.stream = None
        self.present.clear()
        if stream.why:
            self.note(_SENT_AWAY.get(stream.why, stream.why), f"it was sent away: {stream.evidence}")
        elif not self.letting_go:
            task = asyncio.create_task(self._explain(self.transcript.open(self.voided)))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _explain(self, where: str) -> None:
        words = ""
        if self.process is not None:
            await asyncio.wait({self.process}, timeout=TELLS)
            if self.process.done():
                ending = self.process.result()
                if ending.crashed:
                    self.note("ended", f"its process ended by itself {where}: {told(ending)}")
                    return
                words = f"; its process ended with {told(ending)}"
        self.note("hung-up", f"it ended its stream before the referee had said goodbye, {where}{words}")


def told(ending: ProcessEnd) -> str:
    """Return how a process ended, and what it printed last."""
    return f"{ending.evidence}{ending.output.last_words}"
