"""A chess engine that speaks UCI takes a seat: `lawspeaker-bot uci --engine PATH`.

The engine is a process of its own, to which the library `chess` speaks. It thinks by the clock of the decision, never
while the other side does. What goes wrong is not covered up: an engine that ends, plays what is not legal or says
nothing ends this process with one line, and the referee counts the fault. No move is made up in its place.
"""

from __future__ import annotations

import asyncio
import logging
import shlex
import shutil
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Final

import chess
import chess.engine

from lawspeaker_bot import aio
from lawspeaker_bot.bot import Bot
from lawspeaker_bot.command import environment, kill_group
from lawspeaker_bot.decision import Decision, Match
from lawspeaker_bot.errors import BotError, NoStubs
from lawspeaker_bot.plugged_in import MESSAGES, plugged_in
from lawspeaker_bot.suggestions import did_you_mean

START_WITHIN: Final = 10.0
"""Seconds for an engine to say what it is, and what options it has."""
SILENT_AFTER: Final = 5.0
"""Seconds after a decision's time when an engine that has not answered counts as silent."""
LEAVE_WITHIN: Final = 1.0
"""Seconds for an engine to end when it is told to quit."""
_GAMES: Final = "/usr/games"
_LEAST: Final = 0.001
"""Seconds that an engine is given, however little is left."""

log = logging.getLogger("lawspeaker_bot")


class EngineFailed(BotError):
    """The engine cannot be started, has ended, played an illegal move, or says nothing."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """The limits of an engine's thinking besides the clock."""

    margin: float = 0.02
    """Seconds of each decision's time that are left for everything but the engine, at most half of it."""
    move_time: float | None = None
    """Seconds for a move, if the clock allows as many."""
    depth: int | None = None
    nodes: int | None = None

    def limit(self, decision: Decision) -> chess.engine.Limit | None:
        """Return how an engine may think about a decision; None if nothing limits it.

        A free time for each move and a bank make a clock whose increment is that free time: what a move costs beyond it
        comes out of the bank. The other side is given the same clock, because a bot is told its own only.
        """
        limit = chess.engine.Limit(time=self.move_time, depth=self.depth, nodes=self.nodes)
        left, clock = decision.time_left, decision.match.clock
        if left is None:
            return limit if limit != chess.engine.Limit() else None
        left = max(_LEAST, left - min(self.margin, left / 2))
        if clock.bank or clock.increment:
            limit.white_clock = limit.black_clock = left
            limit.white_inc = limit.black_inc = clock.increment + (clock.move or 0.0)
            limit.time = None if self.move_time is None else min(self.move_time, left)
        else:
            limit.time = left if self.move_time is None else min(self.move_time, left)
        return limit


class UciBot(Bot):
    """Plays what an engine plays, and claims a draw where one can be claimed, as match runners for engines do."""

    games = ("chess",)
    quick = True

    def __init__(self, engine: chess.engine.Protocol, thinking: Thinking, name: str = "") -> None:
        self.name = (name or engine.id.get("name", "uci"))[:64]
        self._engine, self._thinking = engine, thinking
        self._board = chess.Board()

    async def started(self, match: Match) -> None:
        """Forget the match before."""
        self._board = chess.Board()

    async def decide(self, decision: Decision) -> Sequence[int]:
        """Return the engine's move. Raises EngineFailed."""
        options = decision.options
        for index, option in enumerate(options):
            if not option.uci:  # a claim for the position on the board
                return (index,)
        board = self._at(decision.view)
        move = await self._move(decision, board)
        return (next(index for index, option in enumerate(options) if option.uci == move.uci()),)

    async def _move(self, decision: Decision, board: chess.Board) -> chess.Move:
        where = f"decision {decision.decision_id} of {decision.match_id}"
        limit = self._thinking.limit(decision)
        if limit is None:
            raise EngineFailed("the match has no clock, so that the engine would think for ever; give --move-time, "
                               "--depth or --nodes")
        left = decision.time_left
        within = None if left is None else left + SILENT_AFTER
        try:
            async with asyncio.timeout(within):
                played = await self._engine.play(board, limit, game=decision.match_id)
        except TimeoutError:
            raise EngineFailed(f"the engine {self.name} has not answered {where} within {within:.1f} s") from None
        except chess.engine.EngineTerminatedError:
            raise EngineFailed(f"the engine {self.name} ended at {where} with {await _ending(self._engine)}, "
                               f"at {board.fen()}") from None
        except chess.engine.EngineError as error:
            raise EngineFailed(f"the engine {self.name} did not move at {where}: {_line(error)}") from None
        if played.move is None or not board.is_legal(played.move):
            raise EngineFailed(f"the engine {self.name} answered no legal move at {where}, at {board.fen()}")
        if left is not None and not decision.time_left:
            log.warning("%s: the engine %s answered after its time was up", where, self.name)
        return played.move

    def _at(self, view: object) -> chess.Board:
        """Return the board of a view; moves that were pushed before are not pushed again."""
        start, moves = view.start, list(view.moves)  # type: ignore[attr-defined] # the game's own message
        chess960 = view.chess960  # type: ignore[attr-defined] # likewise
        board = self._board
        known = [move.uci() for move in board.move_stack]
        if moves[:len(known)] != known or board.chess960 != chess960 or board.root().fen(shredder=chess960) != start:
            self._board = board = chess.Board(start, chess960=chess960)
            known = []
        for uci in moves[len(known):]:
            board.push_uci(uci)
        return board


async def play(words: Sequence[str], options: Mapping[str, str], thinking: Thinking, name: str = "",
               challengers: Sequence[str] = ()) -> None:
    """Start an engine, and let it play until the referee says goodbye. Raises BotError."""
    if plugged_in(MESSAGES, *UciBot.games) is None:  # and what is loaded here costs no time of the first decision
        raise NoStubs("the game chess is not installed here: pip install ./docs/examples/chess")
    async with started(words, options) as engine:
        bot = UciBot(engine, thinking, name)
        bot.challengers = tuple(challengers)
        await aio.run(bot)


@asynccontextmanager
async def started(words: Sequence[str], options: Mapping[str, str]) -> AsyncIterator[chess.engine.UciProtocol]:
    """Start an engine with these options, and end it with all that it started.

    Raises EngineFailed if it cannot be used.
    """
    told = shlex.join(words)
    try:
        transport, engine = await chess.engine.UciProtocol.popen(
            [_found(words[0]), *words[1:]], env=environment(), process_group=0)
    except OSError as error:
        raise EngineFailed(f"the engine {told} cannot be started: {error.strerror or error}") from None
    try:
        await _ready(engine, told, options)
        yield engine
    finally:
        with suppress(TimeoutError, chess.engine.EngineError):
            async with asyncio.timeout(LEAVE_WITHIN):
                engine.send_line("quit")
                await asyncio.shield(engine.returncode)
        kill_group(transport.get_pid(), transport.kill)  # an engine may be a script that has started the engine
        with suppress(TimeoutError):  # who has left the group may hold its output for ever
            async with asyncio.timeout(LEAVE_WITHIN):
                await asyncio.shield(engine.returncode)
        transport.close()


async def _ready(engine: chess.engine.UciProtocol, told: str, options: Mapping[str, str]) -> None:
    """Let an engine say what it is, set its options, and wait until it is ready, before the first clock runs."""
    try:
        async with asyncio.timeout(START_WITHIN):
            await engine.initialize()
            for name, value in options.items():
                await _configure(engine, told, name, value)
            await engine.ping()
    except TimeoutError:
        raise EngineFailed(f"{told} was not ready within {START_WITHIN:g} s; is it a UCI engine?") from None
    except chess.engine.EngineError:
        raise EngineFailed(f"{told} ended before it was ready, with {await _ending(engine)}; is it a UCI engine?"
                           ) from None


async def _configure(engine: chess.engine.UciProtocol, told: str, name: str, value: str) -> None:
    """Set an option of an engine. Raises EngineFailed for one that it does not have, or a value that is not its."""
    if name not in engine.options:
        raise EngineFailed(f"{told} has no option {name!r}{did_you_mean(name, engine.options)}; it has "
                           f"{', '.join(engine.options)}")
    try:
        await engine.configure({name: value})
    except chess.engine.EngineTerminatedError:
        raise
    except (chess.engine.EngineError, ValueError) as error:
        raise EngineFailed(f"{told} does not take {name}={value}: {_line(error)}") from None


def _found(program: str) -> str:
    """Return where a program is, also in the folder of Debian's games, which root does not search."""
    return shutil.which(program) or shutil.which(program, path=_GAMES) or program


async def _ending(engine: chess.engine.Protocol) -> str:
    code = await engine.returncode
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def _line(error: Exception) -> str:
    return " ".join(str(error).split())
