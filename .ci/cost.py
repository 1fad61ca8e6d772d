"""Run a command and print on stderr what it cost: `cost.py COMMAND [ARGUMENT]...`; the exit code is the command's."""

from __future__ import annotations

import resource
import signal
import subprocess
import sys

UNITS = 1 if sys.platform == "darwin" else 1024
"""Bytes by which the system counts the memory of a process."""


def main() -> int:
    """Return the command's exit code, or 128 and the number of the signal that ended it."""
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        # Ctrl-C reaches the command too, which decides what it does then; it does not inherit this handler.
        signal.signal(signal.SIGINT, lambda *_: None)
    done = subprocess.run(sys.argv[1:], check=False)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{used.ru_utime + used.ru_stime:.0f} s of CPU (user {used.ru_utime:.0f}, system {used.ru_stime:.0f}); "
          f"the largest process had {used.ru_maxrss * UNITS / 1e6:.0f} MB", file=sys.stderr)
    return done.returncode if done.returncode >= 0 else 128 - done.returncode


if __name__ == "__main__":
    sys.exit(main())
