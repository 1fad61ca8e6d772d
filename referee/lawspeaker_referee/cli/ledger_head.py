"""The head of a ledger that commands keep beside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from lawspeaker_referee.cli.errors import of_system

if TYPE_CHECKING:
    from lawspeaker_referee.cli.options import KeyFile
    from lawspeaker_referee.competition.head_keeper import HeadKeeper
    from lawspeaker_referee.competition.ledger import LedgerQueries
    from lawspeaker_referee.competition.ledger.signed_head import SignedHead


def folder_of(which: object) -> Path:
    """Return the folder of a tournament's file; this folder for a tournament that was named."""
    path = Path(str(which))
    return path.parent if path.is_file() else Path()


def keeper_of(url: str, name: str, which: object, key: KeyFile | None) -> HeadKeeper:
    """Return what keeps the head of a tournament: beside its SQLite ledger, else beside its file."""
    from lawspeaker_referee.competition.head_keeper import HeadKeeper, head_files

    return HeadKeeper(head_files(url, name, [folder_of(which)])[0], name, key.key if key else None)


def keep_head(keeper: HeadKeeper, ledger: LedgerQueries, tell: Callable[[str], None]) -> SignedHead | None:
    """Keep the head of a ledger and return it; if that is impossible, tell why in a line and return None."""
    try:
        return keeper.keep(ledger)
    except OSError as error:
        tell(f"the head of the ledger is not kept, so a cut of its newest links would not be found: {of_system(error)}")
        return None
