"""Processor time of the list of matches of a large folder: `python -m measure.match_lists --records 100000`.

Small records are written into a temporary folder, and pages are made in this process as `lawspeaker watch` makes them,
the list of running matches included. Prints the milliseconds of processor time of each kind of page: the first page,
pages whose records have been read or not, a page after a match has ended, and searches. A search is repeated until all
records have been read; the last line is a search after that. Looks at the folder come between, as after a quiet time.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic, process_time
from typing import Final

from lawspeaker.v1.record_pb2 import RecordEntry, RecordFooter, RecordHeader
from lawspeaker_referee.match.digest_chain import FORMAT
from lawspeaker_referee.record.file import SUFFIX, delimited
from lawspeaker_referee.record.folder_index import FolderIndex
from lawspeaker_referee.viewer.live_matches import LiveMatches
from lawspeaker_referee.web.answers import Request
from lawspeaker_referee.web.matches import MATCHES_A_PAGE, MatchPages, MatchSite

BEGAN: Final = 1_700_000_000
ROUNDS: Final = 5
DELAY: Final = 30.0
QUIET: Final = 60.0
"""Seconds between two pages, after which somebody looks at the folder again."""


def write(folder: Path, number: int) -> None:
    """Write a record without steps, which ended a second after the one before it."""
    header = RecordHeader(format=FORMAT, match_id=f"m-{number}", started_unix_ms=BEGAN * 1000, engine_version="1")
    header.setup.game, header.setup.players = "northgard", 2
    for bot in ("greedy", f"bot-{number % 50}"):
        header.seats.add(bot=bot, identity=bot)
    footer = RecordFooter(ended_unix_ms=BEGAN * 1000 + 1, steps=7, seed=b"seed")
    footer.outcome.ranks.extend((1, 2))
    footer.outcome.scores.extend((30, 20))
    path = folder / f"m-{number}{SUFFIX}"
    path.write_bytes(delimited(RecordEntry(header=header)) + delimited(RecordEntry(footer=footer)))
    os.utime(path, (BEGAN + number, BEGAN + number))


def measure(folder: Path, records: int) -> Iterator[tuple[str, float]]:
    """Yield the milliseconds of each kind of page, medians where a kind has several pages."""
    quiet = 0.0

    def clock() -> float:
        return monotonic() + quiet

    index = FolderIndex(folder, clock)
    pages = MatchPages(MatchSite(folder, "measured", delay_s=DELAY), index)
    live = LiveMatches(folder, DELAY, index=index, clock=clock)

    def page(query: str = "") -> bytes:
        nonlocal quiet
        quiet += QUIET
        return pages.page(Request("/matches", query), live.matches()).data

    yield "first page, a slice", _took(page)
    while b"still to be read" in page():
        pass
    yield "first page again", median(_took(page) for _ in range(ROUNDS))
    others = [f"page={(number + 1) * (records // MATCHES_A_PAGE) // (ROUNDS + 1)}" for number in range(ROUNDS)]
    for kind in ("another page, records not read", "another page, records read"):
        yield kind, median(_took(lambda query=query: page(query)) for query in others)  # type: ignore[misc]
    times = []
    for number in range(ROUNDS):
        write(folder, records + number)
        times.append(_took(page))
    yield "first page after a match has ended", median(times)
    yield "search, a slice", _took(lambda: page("bot=greedy"))
    while b"still to be read" in page("bot=greedy"):
        pass
    yield "search, all read", median(_took(lambda: page("bot=greedy")) for _ in range(ROUNDS))


def _took(make: Callable[[], object]) -> float:
    before = process_time()
    make()
    return (process_time() - before) * 1000


def main() -> None:
    """Write records, measure, and print a line a kind of page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=100_000)
    wanted = parser.parse_args()
    with TemporaryDirectory() as place:
        folder = Path(place)
        for number in range(wanted.records):
            write(folder, number)
        for kind, took in measure(folder, wanted.records):
            print(f"{wanted.records:,} records, {kind}: {took:.0f} ms", flush=True)


if __name__ == "__main__":
    main()
