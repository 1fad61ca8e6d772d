"""A process that starts a bot within its limits, reads what it prints, and ends all processes of the bot.

    referee -- supervisor -- init -- bot, and whatever that starts

It follows the protocol of `child.py`. Its only order holds the limits; its arguments are the bot's command. It reports
once when the bot has started and once when it has ended, and ends the bot when its stdin is closed, which also happens
when the referee dies. `init` is the first process of the bot's own namespaces, where the system allows them: when it
ends, the kernel kills everything in there. Elsewhere the supervisor adopts every process that loses its parent, and
kills until none is left. Where the system gives bots cgroups the kernel limits memory and processes of each, and
elsewhere the supervisor measures them.

A bot waits until its supervisor is loaded: it imports only the standard library, and modules of ours that do the same.
"""

from __future__ import annotations

import base64
import json
import os
import resource
import selectors
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Final, NoReturn

from lawspeaker_referee.host.process import own_root, sandbox, usage
from lawspeaker_referee.host.process.cgroup import BotGroup
from lawspeaker_referee.host.process.child_side import first_orders, report

WATCH_EVERY: Final = 0.2
"""Seconds between two looks at memory and processes."""
KILL_WITHIN: Final = 10.0
"""Seconds after which what cannot be killed is left and told of."""
NOTICE_WITHIN: Final = 0.3
"""Seconds in which what a bot has started notices its end, before it counts as left behind."""
SCRATCH_EVERY: Final = 10
"""Looks of which one is at the folder that is kept for a bot: that costs more than the others."""
CHUNK: Final = 1 << 16
OWN_TASKS: Final = 2
"""Supervisor and init, who are counted with the bot where it is counted apart."""


def main(begin: Callable[[], None] | None = None) -> None:
    """Start one bot, and watch it until it has ended.

    The bot's process calls `begin`, which does not return; None if it becomes the program that the arguments name.
    Before the order of one that begins so come its own variables.
    """
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # only the referee ends a bot, by closing stdin
    *own, order = first_orders(1 if begin is None else 2)
    for variables in own:
        os.environ.update(variables)
    os.nice(order["nice"])
    group = BotGroup.make(order["memory"], order["processes"], order["nice"])
    told: dict[str, Any] = {}
    apart = False
    if order["isolated"]:
        try:
            apart = sandbox.cut_off(network=order["network"] != "host")
            told["cut_off"] = True
            if order["network"] != "host":
                with suppress(OSError):  # a kernel that does not number networks
                    told["network"] = sandbox.network_number()
        except OSError as error:
            told |= {"cut_off": False, "why": error.strerror}
            if order["network"] == "none":
                report(told | {"failed": f"it cannot be cut off from the network: {error.strerror}"})
                if group is not None:
                    group.remove()
                return
    with suppress(OSError):  # ENOSYS where there is no such thing
        sandbox.adopt_orphans()
    tasks = order["processes"]
    if tasks is not None:
        # RLIMIT_NPROC counts all processes of the user in the namespace. In one of its own that is supervisor, init and
        # bot; outside it is everything that the user runs already.
        tasks += OWN_TASKS if apart else usage.tasks_of_user()
    news, init_news = os.pipe()
    output, printed = os.pipe()
    # After `cut_off` only children are in the new process namespace, so init is a child of this process.
    init = os.fork()
    if init == 0:
        os.close(news)
        os.close(output)
        _be_init(order, tasks, begin or partial(_become, sys.argv[1:]), init_news, printed, group,
                 alone=told.get("cut_off", False))
    os.close(init_news)
    os.close(printed)
    _Supervisor(order, told, init, news, output, group).keep()


# --- init and the bot ---


def _be_init(
    order: dict[str, Any], tasks: int | None, begin: Callable[[], None], news: int, printed: int,
    group: BotGroup | None, *, alone: bool,
) -> NoReturn:
    """Start the bot, wait for whatever ends, and end with the bot."""
    # A session of its own, so that the whole group can be killed, and a terminal's Ctrl-C reaches the referee only.
    os.setsid()
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    with suppress(OSError):
        sandbox.die_with_parent()
        sandbox.adopt_orphans()  # where it is no first process: they tell that the bot has left them
    told: dict[str, Any] = {}
    home = order["root"]["kept"]
    if alone:
        try:
            own_root.enter(order["root"], order["hide"], None if group is None else group.folder)
            home = home and order["root"]["kept_at"]
        except OSError as error:
            if order["network"] == "none":
                refusal = f"it cannot have files of its own: {error.strerror}"
                os.write(news, json.dumps({"failed": refusal}).encode() + b"\n")
                os._exit(0)
            told["hidden"] = error.strerror
    if home:
        os.environ["HOME"] = home
    # This pipe is closed when the bot begins. If something comes on it that has failed, and init need not guess whether
    # the bot runs.
    begun, failed = os.pipe()
    bot = os.fork()
    if bot == 0:
        _be_bot(order, tasks, begin, failed, printed, group, alone=alone)
    os.close(failed)
    os.close(printed)
    if group is not None:
        os.close(group.door)
    # Init writes nothing after this, and must not hold a pipe that somebody waits to see closed.
    os.dup2(null, 2)
    if failure := os.read(begun, CHUNK):  # nothing comes if the bot has begun
        os.write(news, failure)
        os._exit(0)
    os.write(news, json.dumps(told | {"bot": True}).encode() + b"\n")
    while True:
        # Processes that lost their parents end here too, and are only reaped.
        ended, status = os.wait()
        if ended == bot:
            code = os.waitstatus_to_exitcode(status)
            end = {"exit": code} if code >= 0 else {"signal": -code}
            # How the bot ended is written before init ends: with init the kernel kills all others, and nobody could
            # tell afterwards that there were any.
            os.write(news, json.dumps(end | {"orphans": _orphans()}).encode() + b"\n")
            os._exit(0)


def _orphans() -> bool:
    """Return whether processes of a bot outlive it, and not only for the moment until they notice its end."""
    give_up = time.monotonic() + NOTICE_WITHIN
    with suppress(ChildProcessError):
        while time.monotonic() < give_up:
            if not os.waitpid(-1, os.WNOHANG)[0]:
                time.sleep(0.01)
        return True
    return False


def _be_bot(
    order: dict[str, Any], tasks: int | None, begin: Callable[[], None], failed: int, printed: int,
    group: BotGroup | None, *, alone: bool,
) -> NoReturn:
    """Begin as the bot, or report why that failed."""
    try:
        if group is not None:
            group.enter()  # before the bot's program begins, so that nothing of it is ever outside
            if alone:
                sandbox.own_group_alone()
        os.dup2(printed, 1)
        os.dup2(printed, 2)
        for limit, most in (
            (resource.RLIMIT_CORE, 0),
            # Not the address space: runtimes such as Java's and Node's reserve far more of it than they ever use.
            (resource.RLIMIT_DATA, order["memory"]),
            (resource.RLIMIT_NPROC, tasks),
            (resource.RLIMIT_NOFILE, order["open_files"]),
            (resource.RLIMIT_FSIZE, order["file_size"]),
        ):
            _limit(limit, most)
        with suppress(OSError):
            sandbox.die_with_parent()
            sandbox.give_up_privileges()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(number, signal.SIG_DFL)
        begin()
    except BaseException as error:  # noqa: BLE001 - this process must not go on as a second init
        words = error.strerror if isinstance(error, OSError) and error.strerror else repr(error)
        os.write(failed, json.dumps({"failed": words}).encode() + b"\n")
    os._exit(127)


def _become(command: list[str]) -> None:
    """Replace this process by the bot's program. Raises OSError."""
    os.execvp(command[0], command)  # noqa: S606 - the command line is what the user wants run


def _limit(what: int, most: int | None) -> None:
    """Set soft and hard limit to `most`, or to the present hard limit if that is lower."""
    if most is not None:
        _, allowed = resource.getrlimit(what)
        value = most if allowed == resource.RLIM_INFINITY else min(most, allowed)
        resource.setrlimit(what, (value, value))


# --- the supervisor ---


class _Supervisor:
    """Waits at once for the bot's end, its output, the end of the referee's pipe, and the next look."""

    def __init__(self, order: dict[str, Any], told: dict[str, Any], init: int, news: int, output: int,
                 group: BotGroup | None) -> None:
        self._order, self._told, self._init, self._group = order, told, init, group
        self._selector = selectors.DefaultSelector()
        self._looks = count()
        self._root: Path | None = None
        """The way to the file system of the bot, if it has one of its own."""
        self._news = b""
        self._end: dict[str, Any] = {}
        self._over = False
        self._kill_at: float | None = None
        half = order["output"] // 2
        self._half, self._head, self._tail, self._printed = half, bytearray(), bytearray(), 0
        self._output = output
        os.set_blocking(output, False)
        for descriptor, read in ((news, self._read_news), (output, self._read_output), (0, self._read_referee)):
            self._selector.register(descriptor, selectors.EVENT_READ, read)

    def keep(self) -> None:
        """Wait until the bot has ended and nothing of it is left."""
        look = time.monotonic() + WATCH_EVERY
        # One thread for everything, because a bot waits until this process has started: threads and an event loop take
        # longer to load than a selector.
        while not self._over:
            for key, _ in self._selector.select(max(0.0, look - time.monotonic())):
                read: Callable[[int], None] = key.data
                read(key.fd)
            now = time.monotonic()
            if self._kill_at is not None and now >= self._kill_at:
                break
            if now >= look:
                self._look()
                look = now + WATCH_EVERY
        # Also after a bot that ended by itself: what it left running must not play on or hold its output open.
        left = self._kill()
        # Read at last and not before: between the last look and the kill more may have been printed.
        while self._read_chunk():  # all processes that could print have ended
            pass
        if self._group is not None:
            if self._group.ran_out():
                self._end |= {"cause": "memory", "used": self._order["memory"]}
            self._group.remove()
        report(self._end | {
            "left": left, "printed": self._printed, "head": base64.b64encode(self._head).decode(),
            "tail": base64.b64encode(self._tail).decode(),
        })

    def _read_news(self, descriptor: int) -> None:
        data = os.read(descriptor, CHUNK)
        *lines, self._news = (self._news + data).split(b"\n")
        for line in lines:
            self._hear(json.loads(line))
        # The end of the pipe alone counts as well: init itself may have been killed.
        self._over = self._over or not data or "exit" in self._end or "signal" in self._end

    def _hear(self, news: dict[str, Any]) -> None:
        if "failed" in news or news.pop("bot", False):
            if self._told.get("cut_off") and "hidden" not in news:
                self._root = usage.PROC / str(self._init) / "root"
            report(self._told | news)
        else:
            # What is known already goes first: a bot killed for its memory ends by a signal, and the cause is the
            # memory.
            self._end = news | self._end

    def _read_referee(self, descriptor: int) -> None:
        """Ask the bot to end once the referee has closed the pipe or died; kill it if the referee writes anything."""
        if os.read(descriptor, CHUNK):
            self._kill_at = 0.0
        else:
            self._selector.unregister(descriptor)
            self._end["asked"] = True
            self._kill_at = time.monotonic() + self._order["grace"]
            # SIGTERM goes to all processes and not to the first alone: a shell that started the bot would not pass it
            # on.
            self._signal(signal.SIGTERM)

    def _read_output(self, descriptor: int) -> None:
        if not self._read_chunk():
            self._selector.unregister(descriptor)

    def _read_chunk(self) -> bool:
        """Read output and keep its beginning and end; return whether there was any."""
        try:
            data = os.read(self._output, CHUNK)
        except BlockingIOError:
            return False
        self._printed += len(data)
        space = self._half - len(self._head)
        self._head += data[:space]
        self._tail += data[space:]
        del self._tail[:-self._half]
        return bool(data)

    def _look(self) -> None:
        """End a bot that uses more than it may of what the kernel does not limit."""
        # A bot that sees the machine's files can leave its group, if they belong to its user.
        group = self._group if self._root is not None else None
        memory = None if group is not None and group.memory else self._order["memory"]
        tasks = None if group is not None and group.processes else self._order["processes"]
        if memory is not None or tasks is not None:
            self._measure(memory, tasks)
        kept = self._order["root"]["kept"]
        if kept and next(self._looks) % SCRATCH_EVERY == 0:
            files, size = usage.size_of(Path(kept), self._order["root"]["files"])
            if files > self._order["root"]["files"] or size > self._order["root"]["size"]:
                self._end |= {"cause": "scratch", "used": size}
        if "cause" in self._end:
            self._kill_at = 0.0

    def _measure(self, memory: int | None, tasks: int | None) -> None:
        processes = [each for each in usage.descendants(os.getpid()) if each != self._init]
        threads, used = usage.tasks_and_memory(processes)
        if memory is not None and used + usage.memory_of_files(processes, self._root) > memory:
            # Pages that several processes share, or that are a file's, are counted more than once above. The exact sum
            # is slow, so it is asked only where the coarse one is too high.
            used = usage.shared_out_memory(processes, self._root) or used
            if used > memory:
                self._end |= {"cause": "memory", "used": used}
        if tasks is not None and threads > tasks:
            self._end |= {"cause": "processes", "used": threads}

    def _signal(self, number: int) -> None:
        processes = [each for each in usage.descendants(os.getpid()) if each != self._init]
        for process in processes:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, number)

    def _kill(self) -> int:
        """Kill init and all other processes until none is left; return how many could not be killed."""
        give_up = time.monotonic() + KILL_WITHIN
        if self._group is not None:
            self._group.kill()
        with suppress(ProcessLookupError, PermissionError):
            # Init first: where it is the first process of a namespace, the kernel kills all others with it at once.
            os.killpg(self._init, signal.SIGKILL)
        while True:
            # Killed processes stay in the list of descendants until they are reaped.
            _reap()
            processes = usage.descendants(os.getpid())
            if not processes or time.monotonic() > give_up:
                return len(processes)
            for process in processes:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(process, signal.SIGKILL)
            # Processes that fork faster than they are killed are met again in the next round.
            time.sleep(0.002)


def _reap() -> None:
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
