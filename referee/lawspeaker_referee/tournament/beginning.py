"""How a tournament comes into its ledger: begun from a file, begun before, or changed."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from time import time
from typing import Final

from lawspeaker_referee.tournament.decided import EXTENDED, given_up, state_of
from lawspeaker_referee.tournament.designs import entries
from lawspeaker_referee.tournament.early import Early
from lawspeaker_referee.tournament.extension import Extension, extended
from lawspeaker_referee.tournament.fields import BadTerms
from lawspeaker_referee.tournament.format import LADDER
from lawspeaker_referee.tournament.ledger.ledger import Ledger
from lawspeaker_referee.tournament.terms import COPY, Terms, parse_terms
from lawspeaker_referee.tournament.worker_name import is_gone

LEDGER_FILE: Final = "ledger.db"
SQLITE: Final = "sqlite:///"
RECORDS: Final = Path("records")
"""The folder of the records of all tournaments, each in one of its own, unless their files say otherwise."""


def default_ledger(records: Path) -> str:
    """The ledger in the folder of the records, where bots that are cut off see neither."""
    return f"{SQLITE}{records / LEDGER_FILE}"


def file_of(url: str) -> Path | None:
    """The file of a ledger; None if it is a server's."""
    return Path(url.removeprefix(SQLITE)) if url.startswith(SQLITE) else None


def hidden(url: str, records: Path) -> tuple[Path, ...]:
    """What bots must not see besides the records: those of other tournaments beside them in the folder where records
    are by default, with their ledgers and secrets, and a ledger that lies elsewhere.
    """
    others = (records.parent,) if records.parent.resolve() == RECORDS.resolve() else ()
    path = file_of(url)
    if path is None or records.resolve() in path.resolve().parents:
        return others
    return (*(path.with_name(path.name + suffix) for suffix in ("", "-wal", "-shm")), *others)


def begin(ledger: Ledger, terms: Terms, tell: Callable[[str], None] = lambda _: None) -> Terms:
    """Begin a tournament, or find that it was begun with these very terms; `tell` hears a line for each change.

    As long as no match is counted, changes that `extend` would take over are taken over here too. Raises BadTerms and
    BadLedger.
    """
    Early(terms, ledger)  # or a test that nobody understands would be noticed after the first match
    if terms.name not in ledger.tournaments():
        ledger.begin(terms.name, terms.as_dict(), terms.secret)
        return terms
    check_unrevealed(ledger, terms.name)
    if not ledger.results(terms.name):
        found = extend(ledger, terms)
        for change in found.changes:
            tell(change)
        return found.terms
    return check_unchanged(ledger, terms)


def check_unchanged(ledger: Ledger, terms: Terms) -> Terms:
    """The terms that hold, run as these say. Raises BadTerms if the file says anything else, and BadLedger."""
    found = _extension(ledger, terms)
    if found.changes:
        raise BadTerms(f"{terms.name}: the file has changed since it began ({'; '.join(found.changes)}); "
                       "`lawspeaker tournament extend` takes that over")
    return found.terms


def extend(ledger: Ledger, terms: Terms) -> Extension:
    """Take over what is new in the file, unless a test has ended the tournament. Raises BadTerms and BadLedger."""
    check_unrevealed(ledger, terms.name)
    found = _extension(ledger, terms)
    if (stopped := state_of(ledger.decisions(terms.name)).stopped) is not None:
        return Extension(known(ledger, terms.name), (), f"its test has decided {stopped['verdict']}, so it stays ended "
                         "and nothing is taken over from the file")
    if found.changes:
        _check_not_played(ledger, terms.name, found.specs)
        ledger.extend(terms.name, found.terms.as_dict())
        ledger.decide(terms.name, EXTENDED, {"changes": list(found.changes), "specs": dict(found.specs)})
    return found


def _check_not_played(ledger: Ledger, name: str, specs: Mapping[str, str]) -> None:
    """Raises BadTerms if a match runs of a bot that is to be started in another way: it would count as the new one."""
    running = {lease.match_id for lease in ledger.leases(name)
               if specs and lease.until > time() and not is_gone(lease.worker)}
    if not running:
        return
    for entry in entries(known(ledger, name), ledger.results(name), given_up(ledger, name)):
        for bot in {seat.partition(COPY)[0] for seat in entry.seats}.intersection(specs):
            if entry.match_id in running:
                raise BadTerms(f"{name}: bot {bot!r} is playing {entry.match_id} as it was; end the run first, and if "
                               "no match of it is counted then, it may be changed")


def check_unrevealed(ledger: Ledger, name: str) -> None:
    """Raises BadTerms for a tournament whose secret was told: nothing of it is played any more."""
    if state_of(ledger.decisions(name)).revealed:
        raise BadTerms(f"{name}: its secret was told, so bots could know the dice of new matches; begin another "
                       "tournament")


def check_no_ladder(terms: Terms) -> None:
    """Raises BadTerms for a ladder, which is not played as a tournament."""
    if terms.format.kind == LADDER:
        raise BadTerms(f"{terms.name} is a ladder, which `lawspeaker serve --ladder` plays, as long as it runs")


def known(ledger: Ledger, name: str) -> Terms:
    """The terms that hold. Raises BadTerms and BadLedger."""
    return parse_terms(ledger.terms(name), f"tournament {name} in the ledger")


def _extension(ledger: Ledger, terms: Terms) -> Extension:
    name = terms.name
    if terms.secret not in {None, ledger.secret(name)}:
        raise BadTerms(f"{name}: it began with another secret; leave `secret` out, or begin another tournament")
    found = extended(known(ledger, name), terms, ledger.results(name), given_up(ledger, name))
    return replace(found, terms=replace(found.terms, workers=terms.workers))


def workers_of(terms: Terms, wanted: int | None) -> int:
    """How many workers there are: as wanted, as the file says, or one a core."""
    return wanted or terms.workers or len(os.sched_getaffinity(0))
