"""Files of some kilobytes that stand for gigabytes of messages, and what it costs to read them."""

from __future__ import annotations

import gzip
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

from lawspeaker.v1.match_pb2 import Act, GameSetup
from lawspeaker.v1.record_pb2 import (
    RecordColumns,
    RecordEntry,
    RecordHeader,
    RecordRemark,
    RecordSeat,
    RecordStep,
    Timing,
)
from lawspeaker_referee.codec.encoder import varint
from lawspeaker_referee.match.digest_chain import FORMAT
from lawspeaker_referee.record.bounds import MOST_BYTES, MOST_SEATS, MOST_STEPS

ROOT = Path(__file__).parents[3]


def header(game="parley", players=2, seats=2):
    return RecordEntry(header=RecordHeader(format=FORMAT, match_id="m", setup=GameSetup(game=game, players=players),
                                           seats=[RecordSeat()] * seats))


def step_of(acts, timing=()):
    return RecordEntry(step=RecordStep(acts=acts, timing=timing))


def entry_of(kind, message, field, number):
    """The bytes of an entry with a message of this kind that has one empty message so often in a field. To make these
    messages in Python, a gigabyte of them, takes seconds each time.
    """
    many = type(message)(**{field: [{}]}).SerializeToString() * number
    return encoded(RecordEntry.DESCRIPTOR.fields_by_name[kind].number << 3 | 2, message.SerializeToString() + many)


def encoded(tag, message):
    return varint(tag) + varint(len(message)) + message


LEGAL = step_of([Act()] * MOST_SEATS, [Timing()] * MOST_SEATS)
PICKS = step_of([Act(picks=[1] * 1000)])
BOMBS = {
    "steps": lambda: (header(), RecordEntry(step=RecordStep()), 80_000_000),
    "no more steps than bytes": lambda: (header(), RecordEntry(step=RecordStep()), MOST_BYTES // 3 - 1000),
    "acts": lambda: (header(), step_of([Act()] * 32_000), 4_000),
    "no more acts than bytes": lambda: (header(), step_of([Act()] * 32_000), MOST_BYTES // 64_000 - 1),
    "acts of one step": lambda: (header(), entry_of("step", RecordStep(), "acts", 8_000_000), 1),
    "seats": lambda: (entry_of("header", header(seats=0).header, "seats", 8_000_000), LEGAL, 1),
    "all that a record may hold": lambda: (header(players=MOST_SEATS, seats=MOST_SEATS), LEGAL, MOST_STEPS),
    "all picks that a record may hold": lambda: (header(players=MOST_SEATS, seats=MOST_SEATS), PICKS,
                                                 (MOST_BYTES - 1000) // (PICKS.ByteSize() + 2)),
}
COLUMNS = {"taken": [1] * 60_000, "bank_change_us": [1] * 60_000, "options_kept": [1] * 60_000,
           "remarks": [RecordRemark()] * 20_000, "prompts": [""] * 30_000, "digests": [b""] * 20_000}


def columns_of(name):
    columns = RecordColumns()
    getattr(columns, name).extend(COLUMNS[name])
    return header(), RecordEntry(columns=columns), 250


BOMBS |= {f"columns of {name}": partial(columns_of, name) for name in COLUMNS}
"""Header, an entry, and how often that follows."""
SMALL = [name for name in BOMBS if name not in {"steps", "acts"}]
"""Those that are no larger than a record may be without being compressed."""


def write_bomb(path, name, opened=gzip.open):
    first, entry, number = BOMBS[name]()
    first, entry = (varint(len(each)) + each for each in (
        each if isinstance(each, bytes) else each.SerializeToString() for each in (first, entry)))
    at_once = max(1, (1 << 20) // len(entry))
    with opened(path, "wb") as file:
        file.write(first)
        for left in range(number, 0, -at_once):
            file.write(entry * min(left, at_once))


MEASURED = """
import sys
sys.path.insert(0, sys.argv.pop(1))
try:
    %s
finally:
    print(next(line for line in open("/proc/self/status") if line.startswith("VmHWM:")), file=sys.stderr)
"""


def measured(code, *arguments):
    """The exit code of Python, its lines on stderr, and the most memory, in MB, that it took."""
    done = subprocess.run([sys.executable, "-c", MEASURED % code, ROOT, *map(str, arguments)],
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    peak = re.search(r"^VmHWM:\s+(\d+) kB\n*", done.stderr, re.MULTILINE)
    assert peak is not None, done.stderr
    return done.returncode, done.stderr.replace(peak[0], "").splitlines(), int(peak[1]) / 1024
