"""`lawspeaker` as a process that knows the tests' own games."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
_CODE = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from tests.referee.cli.process import main; main()"
PARLEY_COMMAND = [sys.executable, "-c", _CODE]
"""To be followed by the arguments."""


class RefereeProcess:
    """A referee that serves, and its log."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.lines: list[dict[str, Any]] = []
        self.port = self.wait_for("serving")["port"]
        self.address = f"127.0.0.1:{self.port}"

    def wait_for(self, event: str) -> dict[str, Any]:
        """The log's next line of an event."""
        assert self.process.stderr is not None
        for text in self.process.stderr:
            line: dict[str, Any] = json.loads(text)
            self.lines.append(line)
            if line["event"] == event:
                return line
        raise AssertionError(f"the referee ended without {event!r}: {self.lines}")


def main() -> None:
    """The command line, with two more games."""
    from lawspeaker_engine.games import GAMES
    from lawspeaker_referee.__main__ import main as lawspeaker
    from tests.games.brittle import BRITTLE
    from tests.games.parley import PARLEY

    GAMES.update(parley=PARLEY, brittle=BRITTLE)
    lawspeaker()
