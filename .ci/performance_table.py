"""Writes the table of measurements into README.md and docs/performance.md, from docs/performance.json.

    make bench > build/bench.json && .venv/bin/python .ci/performance_table.py build/bench.json

puts a new report of `python -m measure --json` into docs/performance.json too, without the name of the system. The
report must have all parts of the table, for each of its games. With --check the script only compares, for `make check`.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
REPORT: Final = Path("docs/performance.json")
PAGES: Final = (Path("README.md"), Path("docs/performance.md"))
BEGIN: Final = "<!-- measurements: written by .ci/performance_table.py -->"
END: Final = "<!-- end of measurements -->"
USUAL: Final = "4"
"""Players of the rows that are about one number of players."""


def number(value: float) -> str:
    """Return a number with two digits that count, or as it is if it is below 1: 12345 is 12,000, and 7.84 is 7.8."""
    if value < 1:
        return f"{value:.2f}"
    digits = 1 - (len(str(int(value))) - 1)
    return f"{round(value, digits):,.{max(0, digits)}f}"


def part(report: dict[str, Any], game: str, name: str) -> Any:
    """Return a part of the report on a game. Raises KeyError if it was not measured."""
    return (report if game == report["game"] else report["others"][game])[name]


def rows_of(report: dict[str, Any], game: str) -> dict[str, str]:
    """Return what each row of the table says of a game. Raises KeyError if a part was not measured."""
    engine = report["engine"][game]
    speeds = [each["decisions_per_second"] for each in engine.values()]
    cost = engine[USUAL]["cost_us"]
    steps = (cost["pending"] + cost["apply"], cost["view"], cost["encode_view"], cost["digest"])
    referee = part(report, game, "referee")
    busy = referee["loads"]["64"]
    sides = ("referee", "referee_bots", "echo", "echo_bots")
    verify = part(report, game, "verify")
    least, most = busy["cpu_ratio_to_echo"]["least"], busy["cpu_ratio_to_echo"]["most"]
    tournament = part(report, game, "tournament")
    workers = sorted(tournament["workers"], key=int)
    rates = (tournament["bare_matches_per_second"],
             *(tournament["workers"][each]["matches_per_second"] for each in workers))
    us = tournament["us_per_match"]
    return {
        "engine, random play, decisions a CPU second":
            f"{number(min(speeds))} to {number(max(speeds))} ({min(engine)} to {max(engine)} players)",
        "the same, games a CPU second with four players": number(engine[USUAL]["games_per_second"]),
        "one step of four players: rules, view, its encoding, digest": f"{', '.join(map(number, steps))} us",
        "matches over gRPC, 64 streams, records written, decisions a second": number(busy["round_trips_per_second"]),
        "CPU time a decision there: referee, its bots; echo, its bots":
            "{}, {}; {}, {} us".format(*(number(busy["cpu_us"][side]["median"]) for side in sides)),
        "CPU time of the echo by that of the referee, at 1 / 8 / 64 streams":
            f"{' / '.join(map(number, referee['cpu_ratio_to_echo'].values()))} "
            f"({number(least)} to {number(most)} at 64)",
        "CPU time of the referee by that of an echo that is as busy as its path without gRPC, at 1 / 8 / 64 streams":
            " / ".join(number(each["cpu_by_floor"]["median"]) for each in referee["loads"].values()),
        "decisions a second beside the echo's, at 1 / 8 / 64 streams":
            " / ".join(map(number, referee["ratio_to_echo"].values())),
        "verifying a record, decisions a CPU second":
            f"{number(verify['decisions_per_second'])} ({number(verify['ratio_to_engine']['median'])} of the engine)",
        f"tournament of two random bots, matches a second: without a ledger; with {' / '.join(workers)} workers":
            f"{number(rates[0])}; {' / '.join(map(number, rates[1:]))}",
        "a match of it: schedule, lease, count, verify":
            f"{', '.join(number(us[each]) for each in ('schedule', 'lease', 'count', 'verify'))} us",
        "a record, bytes a decision": number(part(report, game, "record")["bytes_per_decision"]),
    }


def table(report: dict[str, Any]) -> str:
    """Return the table as Markdown, with what it was measured on."""
    games = [report["game"], *report.get("others", {})]
    found = [rows_of(report, game) for game in games]
    machine = report["machine"]
    measured_on = (f"Python {machine['python']}, grpcio {machine['grpcio']}, {machine['cores']} cores, windows of "
                   f"{report['seconds']:g} s, medians of {report['rounds']} rounds:")
    return "\n".join([
        measured_on,
        "",
        f"| what | {' | '.join(game.replace('_', ' ').title() for game in games)} |",
        f"| --- |{' --- |' * len(games)}",
        *(f"| {row} | {' | '.join(each[row] for each in found)} |" for row in found[0]),
    ])


def with_table(page: str, text: str) -> str:
    """Return a page with this text between its markers. Raises ValueError if it does not have both, once each."""
    if (page.count(BEGIN), page.count(END)) != (1, 1) or page.index(BEGIN) > page.index(END):
        raise ValueError(f"needs one line {BEGIN} and after it one line {END}")
    before, rest = page.split(BEGIN)
    return f"{before}{BEGIN}\n{text}\n{END}{rest.split(END)[1]}"


def main(arguments: Sequence[str], root: Path = ROOT) -> int:
    """Write the table, or compare; return the exit code."""
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("report", nargs="?", type=Path, help="a new report of `python -m measure --json`")
    parser.add_argument("--check", action="store_true", help="change nothing; exit code 1 if a page differs")
    options = parser.parse_args(arguments)
    report = json.loads((options.report or root / REPORT).read_text(encoding="utf-8"))
    try:
        text = table(report)
    except KeyError as error:
        print(f"{options.report or REPORT}: {error} was not measured", file=sys.stderr)
        return 2
    code = 0
    for path in PAGES:
        page = (root / path).read_text(encoding="utf-8")
        try:
            made = with_table(page, text)
        except ValueError as error:
            print(f"{path}: {error}", file=sys.stderr)
            return 2
        if options.check and made != page:
            print(f"{path}: the table differs from {REPORT}; run .ci/performance_table.py", file=sys.stderr)
            code = 1
        elif not options.check:
            (root / path).write_text(made, encoding="utf-8")
    if options.report and not options.check:
        report["machine"].pop("system", None)  # the name of somebody's kernel
        (root / REPORT).write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    return code


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
