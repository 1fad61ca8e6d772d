"""How a tournament comes into its ledger: begun from a file, begun before, or changed."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Final

from lawspeaker_referee.tournament.decided import EXTENDED, given_up, state_of
from lawspeaker_referee.tournament.early import Early
from lawspeaker_referee.tournament.extension import Extension, extended
from lawspeaker_referee.tournament.fields import BadTerms
from lawspeaker_referee.tournament.format import LADDER
from lawspeaker_referee.tournament.ledger.ledger import Ledger
from lawspeaker_referee.tournament.terms import Terms, parse_terms

LEDGER_FILE: Final = "ledger.db"
SQLITE: Final = "sqlite:///"


def default_ledger(records: Path) -> str:
    """The ledger in the folder of the records, where bots that are cut off see neither."""
    return f"{SQLITE}{records / LEDGER_FILE}"


def file_of(url: str) -> Path | None:
    """The file of a ledger; None if it is a server's."""
    return Path(url.removeprefix(SQLITE)) if url.startswith(SQLITE) else None


def hidden(url: str, records: Path) -> tuple[Path, ...]:
    """Files of a ledger that lie elsewhere than the records."""
    path = file_of(url)
    if path is None or records.resolve() in path.resolve().parents:
        return ()
    return tuple(path.with_name(path.name + suffix) for suffix in ("", "-wal", "-shm"))


def begin(ledger: Ledger, terms: Terms) -> Terms:
    """Begin a tournament, or find that it was begun with these very terms. Raises BadTerms and BadLedger."""
    Early(terms, ledger)  # or a test that nobody understands would be noticed after the first match
    if terms.name not in ledger.tournaments():
        ledger.begin(terms.name, terms.as_dict(), terms.secret)
        return terms
    check_unrevealed(ledger, terms.name)
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
        ledger.extend(terms.name, found.terms.as_dict())
        ledger.decide(terms.name, EXTENDED, {"changes": list(found.changes)})
    return found


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
