"""The child's side of the protocol between the referee and its child processes; `child.py` is the parent's.

Orders come on stdin and reports go to stdout, each a line of JSON. A closed stdin, which also happens when the parent
dies, tells the child to end. This module imports only what a small process has loaded anyway: every bot waits until its
supervisor is loaded.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final, NoReturn

_CHUNK: Final = 1 << 16


def first_order() -> Any:
    """Return the first order and leave later ones in the pipe; end this process if its parent is gone before."""
    with open(0, "rb", buffering=0, closefd=False) as stdin:
        line = stdin.readline()
    if not line.endswith(b"\n"):
        sys.exit(0)
    return json.loads(line)


def first_orders(number: int) -> list[Any]:
    """Return the first orders of a parent that gives no other before a report; end this process if it is gone before.

    They are read many bytes at a time, where `first_order` must leave what follows in the pipe.
    """
    data = b""
    while data.count(b"\n") < number:
        if not (more := os.read(0, _CHUNK)):
            sys.exit(0)
        data += more
    return [json.loads(line) for line in data.splitlines()]


def orders() -> Iterator[Any]:
    """Yield orders until stdin is closed, and wait for each. An order of a parent that died meanwhile is left out."""
    for line in sys.stdin.buffer:
        if line.endswith(b"\n"):
            yield json.loads(line)


def report(what: Any) -> None:
    """Write a report. Nothing is buffered: what a dead parent does not take would fail again when the process ends."""
    line = json.dumps(what).encode() + b"\n"
    with suppress(BrokenPipeError):  # a closed stdin will say that the parent is gone
        while line:
            line = line[os.write(sys.stdout.fileno(), line):]


def fail(error: Exception) -> NoReturn:
    """Report an error in one line, and end with exit code 1."""
    where = f"{error.filename}: " if isinstance(error, OSError) and error.filename else ""
    words = error.strerror if isinstance(error, OSError) and error.strerror else error
    report({"failure": f"{where}{words}"})
    sys.exit(1)
