"""Keeps the head of a tournament's chain beside its ledger, and never writes the head of a shorter chain over it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from lawspeaker_referee.competition.ledger.facts import BadLedger
from lawspeaker_referee.competition.ledger.queries import LedgerQueries
from lawspeaker_referee.competition.ledger.signed_head import SUFFIX, SignedHead, read_head, write_head
from lawspeaker_referee.config.match_keys import ledger_file

if TYPE_CHECKING:
    from lawspeaker_referee.record.signing import SigningKey

MOST_TRIES: Final = 3
"""Times that the head is written while another process goes on writing links."""


def head_files(url: str, name: str, folders: Sequence[Path]) -> list[Path]:
    """Return where the head of a tournament may be: beside its SQLite file, else in these folders."""
    path = ledger_file(url)
    return [folder / f"{name}{SUFFIX}" for folder in (folders if path is None else (path.parent,))]


@dataclass(frozen=True, slots=True)
class HeadKeeper:
    """Checks a ledger against the head that was kept of it, and keeps a newer one."""

    path: Path
    name: str
    signer: SigningKey | None = None
    """The key that signs the head; None to leave it unsigned."""

    def check(self, ledger: LedgerQueries) -> None:
        """Raise BadLedger if the chain has not the head that was kept, so that something of it is gone or was changed.

        Call it before anything is added: a ledger whose end was cut off would grow over the gap, and a newer head would
        hide it. Raises OSError for a file that cannot be read.
        """
        if not self.path.exists():
            return
        kept = read_head(self.path)
        there = ledger.hash_at(self.name, kept.links) if self.name in ledger.tournaments() else None
        if (kept.tournament, kept.hash) != (self.name, there):
            what = "has another link there" if there else "ends before it"
            raise BadLedger(
                f"{self.path} was written when the ledger of {kept.tournament} had {kept.links} links, and this ledger "
                f"{what}: something of it is gone or was changed. `lawspeaker tournament verify` says what; if this is "
                "meant to be an older copy or a new ledger, move the head away")

    def keep(self, ledger: LedgerQueries) -> SignedHead:
        """Write the head of the chain, and return it. Raises BadLedger as `check` does, and OSError."""
        head = None
        for _ in range(MOST_TRIES):
            self.check(ledger)
            newest = ledger.head(self.name)
            if head is not None and head.head == newest:
                break
            # Another runner may have written a newer head between the look and this, so it looks once more.
            head = SignedHead.of(self.name, newest, self.signer)
            write_head(self.path, head)
        assert head is not None
        return head
