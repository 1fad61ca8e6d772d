"""The protocol of child processes: orders on stdin and reports on stdout, each a line of JSON."""

from __future__ import annotations

import ast
import asyncio
import re
import subprocess
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest

from lawspeaker_referee.host.process.bot import ROOT, SUPERVISOR
from lawspeaker_referee.host.process.child import ChildProcess, ReportTooLong
from tests.referee.host.script_bots import PATIENCE
from tests.sample_sizes import first_quick

R = TypeVar("R")
ECHO = """
from lawspeaker_referee.host.process.child_side import first_order, orders, report
report({"first": first_order()})
for order in orders():
    report({"order": order})
"""
"""A child that reports its orders."""


def within_patience(work: Coroutine[Any, Any, R]) -> R:
    async def limited() -> R:
        async with asyncio.timeout(PATIENCE):
            return await work

    return asyncio.run(limited())


def started(text: str, order: Any = None, **options: Any) -> Coroutine[Any, Any, ChildProcess]:
    return ChildProcess.start((sys.executable, "-c", text), order, **options)


def test_orders_that_are_sent_at_once_are_taken_one_by_one_and_a_closed_stdin_ends_the_child():
    async def test() -> tuple[list[Any], str]:
        child = await started(ECHO, {"number": 0})
        large = ["x" * 300_000, "\n\u2028é"]  # more than a pipe holds
        for order in (1, "two", large):
            child.order(order)
        child.break_off()
        found = [each async for each in child.reports()]
        assert found[-1]["order"] == large
        return found[:-1], await child.wait()

    assert within_patience(test()) == ([{"first": {"number": 0}}, {"order": 1}, {"order": "two"}], "")


@pytest.mark.parametrize("sent", [b"", b'{"half": '])
def test_a_child_whose_parent_dies_before_its_first_order_is_whole_ends_without_a_word(sent):
    done = subprocess.run([sys.executable, "-c", ECHO], input=sent, capture_output=True, check=False, timeout=PATIENCE)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_half_an_order_and_half_a_report_of_one_that_died_are_left_out():
    done = subprocess.run([sys.executable, "-c", ECHO], input=b"{}\n1\n[2, ", capture_output=True, check=False,
                          timeout=PATIENCE)
    assert (done.returncode, done.stdout, done.stderr) == (0, b'{"first": {}}\n{"order": 1}\n', b"")

    async def test() -> tuple[list[Any], str]:
        child = await started("import os; os.write(1, b'{\"a\": 1}\\n{\"b\"'); os.abort()")
        found = [each async for each in child.reports()], await child.wait()
        child.order({"too": "late"})
        child.kill()
        return found

    assert within_patience(test()) == ([{"a": 1}], "was killed by signal 6")


@pytest.mark.parametrize("size", first_quick(1, [99_000, 30_000_000]))
def test_a_report_may_be_as_long_as_the_parent_says_and_a_longer_one_ends_the_child(size):
    text = ECHO + f"report({{'x': 'y' * {size}}})\nreport({{'more': 1}})\nimport time; time.sleep(600)"

    async def reports(most: int) -> tuple[list[int], str]:
        child = await started(text, most=most)
        sizes: list[int] = []
        child.break_off()
        try:
            while len(sizes) < 3:
                sizes.append(len(str(await child.report())))
        except ReportTooLong as error:
            return sizes, f"{error}; it {await child.wait()}"
        await child.end(0.0)
        return sizes, ""

    assert within_patience(reports(size + 100)) == ([15, size + 9, 11], "")
    why = f"a child process wrote a line of more than {size - 100} bytes; it was killed by signal 9"
    assert within_patience(reports(size - 100)) == ([15], why)


def test_a_supervisor_whose_referee_dies_while_it_gives_the_order_starts_no_bot(tmp_path):
    there = tmp_path / "there"
    command = [sys.executable, "-I", "-S", "-c", SUPERVISOR, ROOT, "touch", str(there)]
    done = subprocess.run(command, input=b'{"nice": 0, "iso', capture_output=True, check=False, timeout=PATIENCE)
    assert (done.returncode, done.stdout, done.stderr, there.exists()) == (0, b"", b"", False)


def test_a_supervisor_loads_only_the_standard_library_and_no_event_loop():
    text = ("import sys; sys.path.insert(0, sys.argv[1]); import lawspeaker_referee.host.process.supervisor\n"
            "tops = {name.partition('.')[0] for name in sys.modules} - set(sys.stdlib_module_names)\n"
            "print(sorted(tops), {'asyncio', 'subprocess', 'multiprocessing'} & set(sys.modules))")
    done = subprocess.run([sys.executable, "-I", "-S", "-c", text, ROOT], capture_output=True, check=True, text=True)
    assert done.stdout == "['__main__', 'lawspeaker_referee'] set()\n"


# --- one protocol ---

STARTS = {
    "multiprocessing", "concurrent.futures.ProcessPoolExecutor", "concurrent.futures.process", "subprocess", "pty",
    "asyncio.create_subprocess_exec", "asyncio.create_subprocess_shell", "asyncio.subprocess",
    "os.fork", "os.forkpty", "os.popen", "os.posix_spawn", "os.posix_spawnp", "os.system",
}
"""Modules and functions that start processes."""
MAY_START = {
    # A pool of the standard library: its processes judge one file a call, and keep nothing.
    "cli/file_jobs.py": {"concurrent.futures.ProcessPoolExecutor", "concurrent.futures.process", "multiprocessing"},
    # A survey of games, each number of players in a process; the program ends with it.
    "devtools/gym/__main__.py": {"concurrent.futures.ProcessPoolExecutor"},
    # Environments of one who learns, in shared memory as in Gymnasium's own vectors; they end with the pipe.
    "devtools/gym/seat_processes.py": {"multiprocessing"},
    "devtools/proto/read_proto.py": {"subprocess"},  # protoc, which reads one file
    "devtools/starters/sdk.py": {"subprocess"},  # make, which packs an SDK, before anything else runs
    "host/process/child.py": {"asyncio.create_subprocess_exec", "asyncio.subprocess"},
    "hostile/ending.py": {"os.fork"},  # a bot that leaves a child behind
    "host/process/protection.py": {"subprocess"},  # a trial of what the system allows, which ends at once
    "host/process/supervisor.py": {"os.fork"},  # into init and the bot, which take no orders
    "host/process/warm.py": {"asyncio.create_subprocess_exec", "asyncio.subprocess"},  # which gets a socket besides
    "host/process/warm_server.py": {"os.fork"},  # into supervisors, which are told to end as any others
}
"""The only files of the referee that use them."""


def dotted(node: ast.expr) -> list[str]:
    """Return the names of `a.b.c`; nothing if it does not begin with a name."""
    attributes = []
    while isinstance(node, ast.Attribute):
        attributes.append(node.attr)
        node = node.value
    return [node.id, *reversed(attributes)] if isinstance(node, ast.Name) else []


def may_use_starts(text: str) -> bool:
    """Return whether all words of one of STARTS occur in a module; no other needs to be parsed."""
    words = set(re.findall(r"\w+", text))
    return any(words.issuperset(each.split(".")) for each in STARTS)


def used_starts(tree: ast.AST) -> set[str]:
    """The names of STARTS that a module imports, or uses as attributes of what it imports."""
    names: dict[str, str] = {}
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
            for each in node.names:
                top = each.name.partition(".")[0]
                names |= {each.asname: each.name} if each.asname else {top: top}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {each.asname or each.name: f"{node.module}.{each.name}" for each in node.names}
            found |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
    for node in ast.walk(tree):
        parts = dotted(node) if isinstance(node, ast.Attribute) else []
        if parts and parts[0] in names:
            found.add(".".join([names[parts[0]], *parts[1:]]))
    return {start for start in STARTS if any(f"{each}.".startswith(f"{start}.") for each in found)}


@pytest.mark.parametrize(("text", "uses"), [
    ("import asyncio\nasyncio.create_subprocess_exec('a')", {"asyncio.create_subprocess_exec"}),
    ("import asyncio as a\ndef f(p: a.subprocess.Process): pass", {"asyncio.subprocess"}),
    ("from asyncio import create_subprocess_shell as run", {"asyncio.create_subprocess_shell"}),
    ("import multiprocessing.connection", {"multiprocessing"}),
    ("def f():\n    from multiprocessing.context import SpawnProcess", {"multiprocessing"}),
    ("from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor",
     {"concurrent.futures.ProcessPoolExecutor"}),
    ("import concurrent.futures\nconcurrent.futures.ProcessPoolExecutor()", {"concurrent.futures.ProcessPoolExecutor"}),
    ("import os\nos.fork()", {"os.fork"}),
    ("import os, asyncio\nos.getpid()\nasyncio.sleep(1)\nfork = os.path\nself.subprocess.run()", set()),
])
def test_every_way_to_start_a_process_is_noticed(text, uses):
    assert used_starts(ast.parse(text)) == uses
    assert may_use_starts(text) or not uses


def test_all_child_processes_of_the_referee_are_started_by_one_module():
    root = Path(ROOT, "lawspeaker_referee")
    files = {str(path.relative_to(root)): path for path in root.rglob("*.py")}
    texts = {name: path.read_text() for name, path in files.items()}
    found = {name: used_starts(ast.parse(text)) for name, text in texts.items() if may_use_starts(text)}
    assert {name: uses for name, uses in found.items() if uses} == MAY_START
