"""An engine that speaks UCI and knows no chess: it plays given moves, or does what no engine should.

    python fake_engine.py KIND [LOG]

KIND is the first move that it plays, `MOVE,MOVE,...` for several, or `crash`, `illegal`, `silent`, `late`, `mute`
(which does not even answer `uci`) and `gone` (which ends at once). Into the file LOG goes all that it is told.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

LATE = 0.4
"""Seconds that a late engine takes for a move."""


def main(kind: str, log: str = "") -> None:
    """Answer until `quit` or the end of the input."""
    moves = iter(["e2e4"] if kind == "late" else kind.split(","))
    if kind == "gone":
        sys.exit(4)
    for line in map(str.strip, sys.stdin):
        if log:
            with Path(log).open("a", encoding="utf-8") as file:
                file.write(f"{line}\n")
        word = line.partition(" ")[0]
        if word == "quit":
            return
        if word == "uci" and kind != "mute":
            say("id name Fake 1\noption name Hash type spin default 16 min 1 max 64\n"
                "option name UCI_Chess960 type check default false\noption name Ponder type check default false\nuciok")
        elif word == "isready":
            say("readyok")
        elif word == "go" and kind == "crash":
            sys.exit(3)
        elif word == "go" and kind == "illegal":
            say("bestmove e2e5")
        elif word == "go" and kind != "silent":
            if kind == "late":
                time.sleep(LATE)
            say(f"info depth 1 score cp 10\nbestmove {next(moves)}")


def say(text: str) -> None:
    """Print lines at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
