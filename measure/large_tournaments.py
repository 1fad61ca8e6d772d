"""Measures schedule, ratings, status, report and pages of a tournament of many bots, on drawn results."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from compileall import compile_dir
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, Final

from lawspeaker_referee.config.tournament import TournamentConfig
from measure.drawn_tournament import NAME, SECRET, terms_of
from measure.processes import command

Terms = Callable[[], TournamentConfig]
BOTS: Final = 1_000
"""Bots of a measurement."""


def measure(matches: int, bots: int = BOTS) -> dict[str, dict[str, float]]:
    """Return by part the processor seconds and the megabytes of a process that does nothing else.

    `schedule` is until the first match can be played, of a tournament with so many matches. `ratings` rates all of
    them, and keeps the ratings; `stop` looks once at a test that may end it early. `status`, `report` and `pages` come
    after that: `report` is of the facts and the page, `pages` of these and the pages of all bots. Importing what is
    needed counts, compiling it does not.
    """
    import lawspeaker_engine
    import lawspeaker_referee
    from measure.synthetic_results import synthetic_ledger

    for package in (lawspeaker_engine, lawspeaker_referee):  # where nobody may write they were compiled before
        compile_dir(str(Path(str(package.__file__)).parent), quiet=2)
    with TemporaryDirectory() as folder:
        synthetic_ledger(Path(folder) / "ledger.db", bots, matches).close()
        found: dict[str, dict[str, float]] = {}
        for process in _PROCESSES:
            whole = [*command("large_tournaments"), process, folder, str(matches), str(bots)]
            done = subprocess.run(whole, capture_output=True, check=True)
            found |= json.loads(done.stdout)
        return found


def main(process: str, folder: str, matches: int, bots: int) -> None:
    """Measure the parts of one process in this one, and print what each has taken by its end as JSON."""
    from lawspeaker_referee.competition.ledger import Ledger
    from measure.stats import most_resident

    parts = _PROCESSES[process](Ledger.open(f"sqlite:///{folder}/ledger.db"), Path(folder),
                                partial(terms_of, bots, matches))
    print(json.dumps({part: {
        "core_seconds": round(process_time(), 2), "megabytes": most_resident() >> 20}
        for part in parts}))


def _schedule(_ledger: Any, folder: Path, terms: Terms) -> Iterator[str]:
    from lawspeaker_referee.competition.ledger import Ledger
    from lawspeaker_referee.competition.tournament.schedule import Schedule
    from lawspeaker_referee.competition.tournament.state import TournamentState

    new = Ledger.open(f"sqlite:///{folder}/new.db")
    new.begin(NAME, terms().as_dict(), SECRET)
    Schedule(terms(), new).grow(TournamentState())
    yield "schedule"


def _ratings(ledger: Any, _folder: Path, _terms: Terms) -> Iterator[str]:
    from lawspeaker_referee.competition.kept_ratings import keep
    from lawspeaker_referee.competition.tournament.status import status_of

    if ratings := status_of(ledger, NAME, rate_all=True).ratings:
        keep(ledger, NAME, ratings)
    yield "ratings"


def _stop(ledger: Any, _folder: Path, terms: Terms) -> Iterator[str]:
    from lawspeaker_referee.competition.tournament.early_stop import EarlyStop

    bot, against = terms().names[:2]
    EarlyStop(replace(terms(), stop={"bot": bot, "against": against, "elo0": 0.0, "elo1": 10.0}), ledger).look()
    yield "stop"


def _status(ledger: Any, _folder: Path, _terms: Terms) -> Iterator[str]:
    from lawspeaker_referee.competition.tournament.status import status_of

    status_of(ledger, NAME).text()
    yield "status"


def _report(ledger: Any, _folder: Path, _terms: Terms) -> Iterator[str]:
    from lawspeaker_referee.competition.report import bot_pages, collect_facts, html

    facts = collect_facts(ledger, NAME)
    html(facts, "report-bots")
    yield "report"
    for _ in bot_pages(ledger, facts, "report.html"):
        pass
    yield "pages"


_PROCESSES: Final[Mapping[str, Callable[[Any, Path, Terms], Iterator[str]]]] = {
    "schedule": _schedule, "ratings": _ratings, "stop": _stop, "status": _status, "report": _report}
"""Name of a process -> what it does; it yields the name of each part that is done."""

if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
