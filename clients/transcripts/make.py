"""Makes every transcript again; with --check it says which ones are not as they would be made, and fails."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

import maps
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
        for name in maps.MAPPED:
            (HERE / f"{name}{maps.SUFFIX}").write_text(maps.map_of(HERE / f"{name}{SUFFIX}"), encoding="utf-8")
        return 0
    wrong = [f"{name} is made by nothing" for name in sorted(old.keys() - files.keys())]
    wrong += [f"{name} is not what would be made; run clients/transcripts/make.py" for name, make in files.items()
              if name not in old or old[name].read_bytes() != make()]
    wrong += [f"{name}{maps.SUFFIX} is not the map of its transcript; run clients/transcripts/make.py"
              for name in maps.MAPPED if not _is_map_of(name)]
    sys.stderr.writelines(f"{line}\n" for line in wrong)
    return int(bool(wrong))


def _is_map_of(name: str) -> bool:
    path = HERE / f"{name}{maps.SUFFIX}"
    return path.exists() and path.read_text(encoding="utf-8") == maps.map_of(HERE / f"{name}{SUFFIX}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
