"""When garbage is collected."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import asyncio, gc, os, sys
from lawspeaker_referee.event_loop import run_async

parent = os.getpid()

class Knot:
    def __init__(self):
        self.me = self

    def __del__(self):
        if os.getpid() != parent:
            os.write(2, b"freed in the new process\\n")

def leave_knots():
    gc.set_threshold(1, 1, 1)
    gc.disable()
    for _ in range(100):
        Knot()
    gc.enable()

async def start():
    os.register_at_fork(before=leave_knots)
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", "")
    assert await process.wait() == 0
    assert gc.isenabled()

run_async(start())
"""


def test_a_process_that_starts_frees_nothing_of_its_parent() -> None:
    """It would wait for ever for threads that it does not have, and the loop of its parent for it."""
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
