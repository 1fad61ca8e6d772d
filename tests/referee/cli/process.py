"""`lawspeaker` as a process that knows the tests' own games."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
_CODE = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from tests.referee.cli.process import main; main()"
PARLEY_COMMAND = [sys.executable, "-c", _CODE]
"""To be followed by the arguments."""


def main() -> None:
    """The command line, with two more games."""
    from lawspeaker_engine.games import GAMES
    from lawspeaker_referee.__main__ import main as lawspeaker
    from tests.games.brittle import BRITTLE
    from tests.games.parley import PARLEY

    GAMES.update(parley=PARLEY, brittle=BRITTLE)
    lawspeaker()
