"""Rows of environments that play in processes of their own, in memory that all share."""

from __future__ import annotations

import pickle
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import CloudpickleWrapper
from numpy.typing import NDArray

from lawspeaker_referee.devtools.gym.seat_rows import Infos, Rows, SeatRows, made_rows
from lawspeaker_referee.devtools.gym.single_agent import SeatEnv

_STEP: Final = b""
"""The message that asks for a step, and the answer if the rows say everything."""
_END_SECONDS: Final = 5.0


class SeatProcesses:
    """Environments in several processes; what it does is what `SeatRows` does."""

    def __init__(self, make: Callable[[], SeatEnv], space: spaces.Dict, count: int, processes: int,
                 autoreset: AutoresetMode, context: str | None) -> None:
        spawning: Any = get_context(context)
        memory: list[Any] = []

        def zeros(shape: tuple[int, ...], kind: Any) -> NDArray[Any]:
            memory.append(spawning.RawArray("b", max(1, int(np.prod(shape)) * np.dtype(kind).itemsize)))
            return _array(memory[-1], shape, kind)

        self.rows = Rows.made(space, count, zeros)
        self._firsts = [count * number // processes for number in range(processes + 1)]
        self._pipes: list[Connection] = []
        self._processes: list[Any] = []
        self._waits = False
        """True while answers are still to come, after an interruption too."""
        for first, end in zip(self._firsts, self._firsts[1:], strict=False):
            ours, theirs = spawning.Pipe()
            self._pipes.append(ours)
            # A process that is forked has all these ends open, and no pipe would end while it lives.
            others = tuple(self._pipes) if spawning.get_start_method() == "fork" else ()
            process = spawning.Process(
                target=_serve, daemon=True,
                args=(theirs, others, CloudpickleWrapper(make), space, memory, (count, first, end), autoreset))
            process.start()
            theirs.close()
            self._processes.append(process)

    def __reduce__(self) -> Any:  # a copy of a pipe would close the pipe itself
        raise TypeError("environments that play in other processes cannot be copied or pickled")

    def reset(self, seeds: Sequence[int | None], which: Iterable[int]) -> Infos:
        """Begin a game in these environments."""
        chosen = set(which)
        return self._asked([
            pickle.dumps(("reset", (seeds[first:end], [number - first for number in range(first, end)
                                                       if number in chosen])))
            for first, end in zip(self._firsts, self._firsts[1:], strict=False)])

    def step(self) -> Infos:
        """Take the actions that the rows hold."""
        return self._asked([_STEP] * len(self._pipes))

    def call(self, name: str, arguments: Sequence[Any], named: Mapping[str, Any]) -> list[Any]:
        """Return an attribute of each environment, or what it returns when it is called."""
        asked = pickle.dumps(("call", (name, arguments, named)))
        return [each for _, each in self._asked([asked] * len(self._pipes))]

    def _asked(self, messages: Sequence[bytes]) -> list[tuple[int, Any]]:
        """Let all processes work, and return what they say by number of the environment. Raises what one raised."""
        if self._waits:  # what comes next would be the answers to what was asked then
            raise RuntimeError("a step or another call was interrupted before its answers were in; close the "
                               "environments and make new ones")
        self._waits = True
        for pipe, message in zip(self._pipes, messages, strict=True):
            with suppress(OSError):  # of a process that has ended there is no answer
                pipe.send_bytes(message)
        answers = [_read(said) for said in [self._answer(pipe) for pipe in self._pipes]]
        self._waits = False
        for answer in answers:
            if isinstance(answer, Exception):
                raise answer
        return [(first + number, info) for first, answer in zip(self._firsts, answers, strict=False)
                for number, info in answer]

    def _answer(self, pipe: Connection) -> bytes | None:
        """Return what a process says; None if it has ended."""
        try:
            return pipe.recv_bytes()
        except (EOFError, OSError):
            return None

    def close(self) -> None:
        """End the processes."""
        for pipe in self._pipes:
            pipe.close()
        for process in self._processes:
            process.join(_END_SECONDS)
            if process.is_alive():
                process.terminate()


def _read(said: bytes | None) -> Any:
    if said is None:
        return RuntimeError("a process that plays games has ended; close the environments and make new ones")
    try:
        return pickle.loads(said) if said else ()  # noqa: S301 - our own process
    except Exception as error:  # noqa: BLE001 - a class of whoever wrote the opponent or the reward
        return RuntimeError(f"what a process that plays games said cannot be read: {type(error).__name__}: {error}")


def _array(memory: Any, shape: tuple[int, ...], kind: Any) -> NDArray[Any]:
    return np.frombuffer(memory, kind, int(np.prod(shape))).reshape(shape)


def _serve(pipe: Connection, others: Sequence[Connection], make: Callable[[], SeatEnv], space: spaces.Dict,
           memory: list[Any], place: tuple[int, int, int], autoreset: AutoresetMode) -> None:
    """Play in some of the rows until the pipe is closed."""
    for other in others:
        other.close()
    count, first, end = place
    left = iter(memory)
    rows = Rows.made(space, count, lambda shape, kind: _array(next(left), shape, kind)).part(first, end)
    games = None
    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            message = pipe.recv_bytes()
            try:
                if games is None:
                    games = made_rows(make, rows, autoreset)
                said = _done(games, message)
            except Exception as error:  # noqa: BLE001 - whatever it is, the caller raises it
                said = _told(error)
            pipe.send_bytes(said)
    if games is not None:
        games.call("close", (), {})


def _done(games: SeatRows, message: bytes) -> bytes:
    if message == _STEP:
        infos: list[tuple[int, Any]] = games.step()
        return pickle.dumps(infos) if infos else b""
    what, arguments = pickle.loads(message)  # noqa: S301 - our own process
    if what == "reset":
        games.reset(*arguments)
        return b""
    return pickle.dumps(list(enumerate(games.call(*arguments))))


def _told(error: Exception) -> bytes:
    """Return an error as the caller raises it, with a note that says where it was raised."""
    where = "".join(traceback.format_exception(error))
    error.add_note(f"in a process that plays games:\n{where}")
    try:
        said = pickle.dumps(error)
        pickle.loads(said)  # noqa: S301 - our own; one whose class takes other arguments can be written, not read
    except Exception:  # noqa: BLE001 - an error that cannot be sent is told in words
        told = RuntimeError(f"{type(error).__name__}: {error}")
        told.add_note(error.__notes__[-1])
        return pickle.dumps(told)
    return said
