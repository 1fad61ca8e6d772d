"""The table of measurements in README.md and docs/performance.md is made by a script."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
SCRIPT = runpy.run_path(str(ROOT / ".ci" / "performance_table.py"))
BEGIN, END = SCRIPT["BEGIN"], SCRIPT["END"]


def report_on(scale: float) -> dict[str, Any]:
    ratios = {"1": 0.25 * scale, "8": 0.2 * scale, "64": 0.18 * scale}
    cpu = {side: {"median": us * scale, "least": 1, "most": 999} for side, us in {
        "referee": 310.4, "referee_bots": 150.2, "echo": 58.6, "echo_bots": 9.44}.items()}
    return {
        "referee": {"ratio_to_echo": ratios, "cpu_ratio_to_echo": ratios, "loads": {
            "1": {"cpu_by_floor": {"median": 1.5 * scale}}, "8": {"cpu_by_floor": {"median": 1.25 * scale}},
            "64": {"round_trips_per_second": 1966 * scale, "cpu_us": cpu, "cpu_by_floor": {"median": 1.16 * scale},
                   "cpu_ratio_to_echo": {"median": 0.18, "least": 0.164 * scale, "most": 0.189 * scale}}}},
        "verify": {"decisions_per_second": 15_432 * scale,
                   "ratio_to_engine": {"median": 0.263, "least": 0.25, "most": 0.27}},
        "record": {"bytes_per_decision": 40.4 * scale},
        "tournament": {
            "bare_matches_per_second": 18.3 * scale,
            "workers": {"1": {"matches_per_second": 14.8 * scale}, "4": {"matches_per_second": 52.5 * scale}},
            "us_per_match": {"schedule": 141, "lease": 818, "count": 1587, "verify": 6491}},
    }


def full_report() -> dict[str, Any]:
    engine = {
        "2": {"decisions_per_second": 65_432, "games_per_second": 400.0},
        "4": {"decisions_per_second": 59_000, "games_per_second": 271.3, "cost_us": {
            "pending": 3.04, "apply": 4.8, "view": 4.7, "encode_view": 14.2, "encode_options": 1.0, "digest": 19.0}},
    }
    return {
        "game": "northgard", "machine": {"python": "3.11.7", "grpcio": "1.85.1", "cores": 4}, "seconds": 0.5,
        "rounds": 5, "engine": {"northgard": engine, "clansmen": engine}, **report_on(1.0),
        "others": {"clansmen": report_on(2.0)},
    }


def test_the_table_says_what_the_report_says():
    lines = SCRIPT["table"](full_report()).splitlines()
    assert lines[0] == "Python 3.11.7, grpcio 1.85.1, 4 cores, windows of 0.5 s, medians of 5 rounds:"
    assert lines[2:4] == ["| what | Northgard | Clansmen |", "| --- | --- | --- |"]
    rows = {cells[1]: (cells[2], cells[3]) for cells in ([cell.strip() for cell in line.split("|")]
                                                         for line in lines[4:])}
    assert rows["engine, random play, decisions a CPU second"][0] == "59,000 to 65,000 (2 to 4 players)"
    assert rows["one step of four players: rules, view, its encoding, digest"][0] == "7.8, 4.7, 14, 19 us"
    assert rows["matches over gRPC, 64 streams, records written, decisions a second"] == ("2,000", "3,900")
    assert rows["CPU time a decision there: referee, its bots; echo, its bots"][0] == "310, 150; 59, 9.4 us"
    assert rows["CPU time of the echo by that of the referee, at 1 / 8 / 64 streams"] == (
        "0.25 / 0.20 / 0.18 (0.16 to 0.19 at 64)", "0.50 / 0.40 / 0.36 (0.33 to 0.38 at 64)")
    floor = "CPU time of the referee by that of an echo that is as busy as its path without gRPC, at 1 / 8 / 64 streams"
    assert rows[floor] == ("1.5 / 1.2 / 1.2", "3.0 / 2.5 / 2.3")
    assert rows["verifying a record, decisions a CPU second"][0] == "15,000 (0.26 of the engine)"
    assert rows["tournament of two random bots, matches a second: without a ledger; with 1 / 4 workers"] == (
        "18; 15 / 52", "37; 30 / 100")
    assert rows["a match of it: schedule, lease, count, verify"][0] == "140, 820, 1,600, 6,500 us"
    assert rows["a record, bytes a decision"] == ("40", "81")


def test_only_what_stands_between_the_markers_is_written_and_a_difference_is_found(tmp_path, capsys):
    (tmp_path / "docs").mkdir()
    measured = full_report()
    measured["machine"]["system"] = "Linux-1.2.3-of-somebody"
    (tmp_path / "bench.json").write_text(json.dumps(measured))
    for page in SCRIPT["PAGES"]:
        (tmp_path / page).write_text(f"before\n\n{BEGIN}\nold\n{END}\n\nafter\n")
    assert SCRIPT["main"]([str(tmp_path / "bench.json")], tmp_path) == 0
    made = (tmp_path / "README.md").read_text()
    assert made == f"before\n\n{BEGIN}\n{SCRIPT['table'](full_report())}\n{END}\n\nafter\n"
    assert json.loads((tmp_path / "docs" / "performance.json").read_text()) == full_report()
    assert SCRIPT["main"](["--check"], tmp_path) == 0
    (tmp_path / "README.md").write_text(made.replace("2,000", "9,000"))
    assert SCRIPT["main"](["--check"], tmp_path) == 1
    assert "README.md: the table differs" in capsys.readouterr().err
    assert "9,000" in (tmp_path / "README.md").read_text(), "a check changes nothing"


def test_a_report_without_a_part_is_refused_by_its_name(tmp_path, capsys):
    report = full_report()
    del report["others"]["clansmen"]["verify"]
    (tmp_path / "bench.json").write_text(json.dumps(report))
    assert SCRIPT["main"]([str(tmp_path / "bench.json")], tmp_path) == 2
    assert capsys.readouterr().err.endswith("bench.json: 'verify' was not measured\n")


@pytest.mark.parametrize("page", ["no markers", f"{END}\n{BEGIN}", f"{BEGIN}\n{BEGIN}\n{END}"])
def test_a_page_without_both_markers_is_refused(page):
    with pytest.raises(ValueError, match="needs one line"):
        SCRIPT["with_table"](page, "table")


def test_the_committed_pages_hold_the_table_of_the_committed_report():
    assert SCRIPT["main"](["--check"]) == 0
