"""Run commands one after another and print on stderr what they cost: `cost.py COMMAND [ARGUMENT]... [-- COMMAND...]`.

All are run, also if one fails, until Ctrl-C; the exit code is that of the first that failed. No command can have an
argument `--`.
"""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence

UNITS = 1 if sys.platform == "darwin" else 1024
"""Bytes by which the system counts the memory of a process."""


def commands(words: Sequence[str]) -> Iterator[list[str]]:
    """Yield the commands of a command line."""
    command: list[str] = []
    for word in (*words, "--"):
        if word != "--":
            command.append(word)
        elif command:
            yield command
            command = []


def main() -> int:
    """Return the exit code, or 128 and the number of the signal that ended the command."""
    interrupted = []
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        # Ctrl-C reaches the command too, which decides what it does then; it does not inherit this handler.
        signal.signal(signal.SIGINT, lambda *_: interrupted.append(True))
    code = 0
    for command in commands(sys.argv[1:]):
        if not interrupted:
            done = subprocess.run(command, check=False).returncode
            code = code or (done if done >= 0 else 128 - done)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{used.ru_utime + used.ru_stime:.0f} s of CPU (user {used.ru_utime:.0f}, system {used.ru_stime:.0f}); "
          f"the largest process had {used.ru_maxrss * UNITS / 1e6:.0f} MB", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
