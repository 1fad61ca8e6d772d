"""Measures the page of a match in Chromium: how long a jump to another step takes, and how large pages are.

Prints JSON: by record, the milliseconds of 50 jumps to random steps until the step is drawn (median and most), and how
many of them the script needed before the browser's own work; and the sizes of pages with one eye and with all.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from lawspeaker_referee.record.file import read_record  # noqa: E402 - the tests' browser lies beside this file's folder
from lawspeaker_referee.viewer.document import SPECTATOR, document, every_eye  # noqa: E402
from lawspeaker_referee.viewer.page import file_page  # noqa: E402
from tests.referee.browser import chromium  # noqa: E402

RECORDS = ("northgard-5", "northgard-4-everything", "clansmen-5", "clansmen-6", "pax_viking-6")
JUMPS = 50
MEASURE = """
    const [steps, done] = arguments;
    (async () => {
        const found = [];
        for (const step of steps) {
            const slider = document.querySelector('input[type=range]');
            slider.value = step;
            const began = performance.now();
            slider.dispatchEvent(new Event('input', {bubbles: true}));
            await new Promise(next => requestAnimationFrame(() => {
                const drawn = performance.now();
                document.body.getBoundingClientRect();
                setTimeout(() => next(found.push([performance.now() - began, drawn - began])));
            }));
        }
        done(found);
    })();
"""


def main() -> None:
    """Print the measurements."""
    with tempfile.TemporaryDirectory() as folder, chromium(Path(folder) / "profile") as browser:
        found = {}
        for name in RECORDS:
            record = read_record(ROOT / f"tests/golden/{name}.lsr")
            began = time.process_time()
            pages = [len(file_page(document(record, [SPECTATOR])))]
            middle = time.process_time()
            text = file_page(document(record, every_eye(record.header.setup.players)))
            ended = time.process_time()
            page = Path(folder) / "match.html"
            page.write_text(text, encoding="utf-8")
            browser.get(page.as_uri())
            time.sleep(1)
            steps = [Random(number).randint(0, record.step_count) for number in range(JUMPS)]
            jumps = [jump for jump, _ in browser.execute_async_script(MEASURE, steps)]
            found[name] = {
                "steps": record.step_count, "median_ms": round(median(jumps), 1), "most_ms": round(max(jumps), 1),
                "spectator_bytes": pages[0], "all_bytes": len(text), "spectator_cpu_s": round(middle - began, 2),
                "all_cpu_s": round(ended - middle, 2)}
        print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
