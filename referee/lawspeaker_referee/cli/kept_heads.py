"""The heads that a ledger must still have: the one that is kept beside it, and one that is given."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lawspeaker_referee.config.formatting import format_count

if TYPE_CHECKING:
    from lawspeaker_referee.competition.ledger.chain import NotedHead
    from lawspeaker_referee.competition.ledger.signed_head import SignedHead
    from lawspeaker_referee.record.signing import PublicKey

GivenHead = tuple[int, str] | Path
"""The place and the hash of a link that somebody noted, or a file with them."""


class HeadOption(click.ParamType[GivenHead]):
    """The head of a chain, as `verify` prints it, or a copy of the file that `run` keeps."""

    name = "PLACE:HASH|FILE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> GivenHead:
        """Return the place and the hash, or the file."""
        if not isinstance(value, str):
            return value  # type: ignore[no-any-return]  # click gives what this has returned before
        if found := re.fullmatch("([0-9]{1,18}):([0-9a-f]{64})", value):
            return int(found[1]), found[2]
        if not Path(value).is_file():
            self.fail(f"{value!r} is no head and no file; `verify` prints one, such as 12:{'5f' * 2}...", param, ctx)
        return Path(value)


@dataclass(slots=True)
class KnownHeads:
    """Heads of a ledger, and what is wrong with their files."""

    noted: list[NotedHead] = field(default_factory=list)
    kept: list[tuple[Path, SignedHead]] = field(default_factory=list)
    """Those in files."""
    differences: list[str] = field(default_factory=list)
    missing: Sequence[Path] = ()
    """Where a head should be kept and none is."""

    def told(self, links: int) -> Iterator[str]:
        """Yield a line for each file, and one if there is none; `links` is how many links the chain has now."""
        for path, head in self.kept:
            since = f", {format_count(links - head.links, 'link')} earlier" if links > head.links else ""
            yield f"{path} has head {head.links}{since}, {head.signed_by}"
        if not self.noted and not self.differences:
            yield f"no head is kept in {self.missing[0]}, so links that were cut off at its end would not be missed"


def known_heads(name: str, keys: Sequence[PublicKey], given: GivenHead | None, places: Sequence[Path]) -> KnownHeads:
    """Return the heads in these files, as far as they are there, and the given one.

    With `keys` each file must be signed by one of them. Raises OSError if one cannot be read.
    """
    from lawspeaker_referee.competition.ledger.chain import Head, NotedHead
    from lawspeaker_referee.competition.ledger.signed_head import BadHead, read_head

    found = KnownHeads(missing=places)
    if isinstance(given, tuple):
        found.noted.append(NotedHead(Head(*given)))
    files = [*(path for path in places if path.exists()), *([given] if isinstance(given, Path) else [])]
    for path in dict.fromkeys(files):
        try:
            head = read_head(path)
        except BadHead as error:
            found.differences.append(str(error))
            continue
        found.differences += [f"{path}: {line}" for line in _wrong(head, name, keys)]
        found.noted.append(NotedHead(head.head, str(path)))
        found.kept.append((path, head))
    return found


def _wrong(head: SignedHead, name: str, keys: Sequence[PublicKey]) -> Iterator[str]:
    if head.tournament != name:
        yield f"it is the head of {head.tournament!r}"
    wanted, key = " or ".join(each.fingerprint for each in keys), head.signer
    if keys and key is None:
        yield f"it is not signed; it should be, by {wanted}"
    elif keys and key not in keys:
        yield f"it is signed by {key.fingerprint if key else 'nobody'}, should be by {wanted}"
