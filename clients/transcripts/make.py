"""Makes every transcript again; with --check it says which ones are not as they would be made, and fails."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

from crafted import CRAFTED
from real import REAL
from streams import STREAMS

HERE = Path(__file__).parent
SUFFIX = ".transcript"


def main(arguments: list[str]) -> int:
    """0 if all is well, 1 and a line for each file that differs."""
    if arguments not in ([], ["--check"]):
        sys.stderr.write(f"usage: {Path(sys.argv[0]).name} [--check]\n")
        return 2
    logging.getLogger("lawspeaker_bot").setLevel(logging.ERROR)  # streams break on purpose
    files = {make.__name__.replace("_", "-") + SUFFIX: make for make in (*REAL, *CRAFTED, *STREAMS)}
    old = {path.name: path for path in HERE.glob(f"*{SUFFIX}")}
    if not arguments:
        for name, make in files.items():
            (HERE / name).write_bytes(make())
        for name in old.keys() - files.keys():
            old[name].unlink()
        return 0
    wrong = [f"{name} is made by nothing" for name in sorted(old.keys() - files.keys())]
    for name, make in files.items():
        if name not in old or old[name].read_bytes() != make():
            wrong.append(f"{name} is not what would be made; run clients/transcripts/make.py")
    sys.stderr.writelines(f"{line}\n" for line in wrong)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
