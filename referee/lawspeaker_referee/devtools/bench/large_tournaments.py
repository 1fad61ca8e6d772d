"""Measures schedule, status, report and pages of a tournament of many bots, on drawn results."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, Final

BOTS: Final = 1_000
"""Bots of a measurement."""
PARTS: Final = ("schedule", "status", "report", "pages")


def measure(matches: int) -> dict[str, dict[str, float]]:
    """Return for each of PARTS the processor seconds and the megabytes of a process that does nothing else.

    `schedule` is until the first match can be played, of a tournament with so many matches; `report` is of its facts
    and its page, `pages` of the pages of all bots after that. Importing what is needed counts.
    """
    from lawspeaker_referee.devtools.bench.synthetic_results import synthetic_ledger

    with TemporaryDirectory() as folder:
        synthetic_ledger(Path(folder) / "ledger.db", BOTS, matches).close()
        return {part: _in_a_process(part, folder, matches) for part in PARTS}


def _in_a_process(part: str, folder: str, matches: int) -> dict[str, float]:
    command = [sys.executable, "-m", __name__, part, folder, str(matches)]
    done = subprocess.run(command, capture_output=True, check=True)  # noqa: S603 - nothing of it comes from outside
    found: dict[str, float] = json.loads(done.stdout)
    return found


def main(part: str, folder: str, matches: int) -> None:
    """Measure one part in this process and print what it took as JSON."""
    from lawspeaker_referee.competition.ledger import Ledger

    _PARTS[part](Ledger.open(f"sqlite:///{folder}/ledger.db"), Path(folder), matches)
    print(json.dumps({"core_seconds": round(process_time(), 2),  # noqa: T201 - this is what the process is for
                      "megabytes": getrusage(RUSAGE_SELF).ru_maxrss >> 10}))


def _schedule(_ledger: Any, folder: Path, matches: int) -> None:
    from lawspeaker_referee.competition.ledger import Ledger
    from lawspeaker_referee.competition.tournament.schedule import Schedule
    from lawspeaker_referee.competition.tournament.setup import TournamentState
    from lawspeaker_referee.devtools.bench.synthetic_results import NAME, SECRET, terms_of

    new = Ledger.open(f"sqlite:///{folder}/new.db")
    terms = terms_of(BOTS, matches)
    new.begin(NAME, terms.as_dict(), SECRET)
    Schedule(terms, new).grow(TournamentState())


def _status(ledger: Any, _folder: Path, _matches: int) -> None:
    from lawspeaker_referee.competition.tournament.status import status_of
    from lawspeaker_referee.devtools.bench.synthetic_results import NAME

    status_of(ledger, NAME).text()


def _report(ledger: Any, _folder: Path, _matches: int) -> None:
    from lawspeaker_referee.competition.report import collect_facts, html
    from lawspeaker_referee.devtools.bench.synthetic_results import NAME

    html(collect_facts(ledger, NAME), "report-bots")


def _pages(ledger: Any, _folder: Path, _matches: int) -> None:
    from lawspeaker_referee.competition.report import bot_pages, collect_facts
    from lawspeaker_referee.devtools.bench.synthetic_results import NAME

    for _ in bot_pages(ledger, collect_facts(ledger, NAME), "report.html"):
        pass


_PARTS: Final = {"schedule": _schedule, "status": _status, "report": _report, "pages": _pages}

if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
