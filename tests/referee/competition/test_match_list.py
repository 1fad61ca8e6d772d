"""The list of a tournament's matches: filters, and the same rows in each format."""

from __future__ import annotations

import csv
import io
import json

import pytest

from lawspeaker_referee.competition import match_list
from lawspeaker_referee.competition.match_list import COLUMNS, MatchFilter, matches, seat_rows
from tests.referee.competition.planted_results import ledger_of


@pytest.fixture(scope="module")
def ledger(tmp_path_factory):
    return ledger_of(tmp_path_factory.mktemp("list") / "ledger.db", rounds=3)


def ids(ledger, **wanted) -> set[str]:
    return {each.played.match_id for each in matches(ledger, "cup", MatchFilter(**wanted))}


def test_all_matches_are_listed_in_the_order_in_which_they_were_counted(ledger, monkeypatch):
    monkeypatch.setattr(match_list, "AT_ONCE", 7)
    assert [each.played for each in matches(ledger, "cup", MatchFilter())] == ledger.results("cup")


def test_filters_keep_what_fits_all_of_them(ledger):
    played = ledger.results("cup")
    assert ids(ledger, bots=["mine", "greedy"]) == {
        each.match_id for each in played if {"mine", "greedy"} <= set(each.seats)}
    assert ids(ledger, rounds=[2, 3], faults=True) == {
        each.match_id for each in played if each.round in {2, 3} and sum(each.faults)} != set()
    assert ids(ledger, won_by="greedy") == {
        each.match_id for each in played if (1, "greedy") in zip(each.ranks, each.seats, strict=True)} != set()
    assert ids(ledger, bots=["nobody"]) == set()


def test_each_format_has_the_same_rows(ledger):
    import pyarrow.parquet

    rows = [row for each in matches(ledger, "cup", MatchFilter(rounds=[1])) for row in seat_rows(each)]
    assert [list(row) for row in rows] == [list(COLUMNS)] * len(rows) and len(rows) == 4 * len(ids(ledger, rounds=[1]))
    files = {name: io.BytesIO() for name in match_list.WRITERS}
    for name, file in files.items():
        assert match_list.WRITERS[name](iter(rows), file) == len(rows)
    assert [json.loads(line) for line in files["jsonl"].getvalue().splitlines()] == rows
    assert pyarrow.parquet.read_table(io.BytesIO(files["parquet"].getvalue())).to_pylist() == rows
    text = files["csv"].getvalue().decode()
    assert [*csv.DictReader(io.StringIO(text))] == [
        {name: "" if value is None else str(value) for name, value in row.items()} for row in rows]


def test_points_of_a_match_are_shares_of_opponents(ledger):
    for each in matches(ledger, "cup", MatchFilter()):
        assert sum(row["points"] for row in seat_rows(each)) == pytest.approx(2)
