"""The places of the records of a tournament: beside one another while they are few, in folders once they are many."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest
from msgspec import structs

from lawspeaker_referee.competition.formats import WHOLE
from lawspeaker_referee.competition.tournament.blocks import MOST_IN_A_FOLDER, folder_depth, record_path
from lawspeaker_referee.config.tournament import TournamentConfig, parse_config


def terms_of(records: str, rounds: int, bots: int = 2) -> TournamentConfig:
    return parse_config({"name": "cup", "game": "northgard", "players": 2, "records": records,
                         "format": {"kind": "round-robin", "rounds": rounds},
                         "bots": [{"name": f"b{number}", "spec": "random"} for number in range(bots)]}, "cup")


def test_few_records_lie_beside_one_another(tmp_path):
    terms = terms_of(str(tmp_path), 500)
    assert record_path(terms, "cup/r1-b0+b1/2") == tmp_path / "cup-r1-b0+b1-2.lsr"


def test_no_folder_of_a_large_tournament_has_more_than_a_thousand_records(tmp_path):
    terms = terms_of(str(tmp_path), 3, bots=500)
    first = islice(WHOLE["round-robin"](terms), 1_024)
    folders = Counter(record_path(terms, entry.match_id).parent for entry in first)
    assert all(folder.parent == tmp_path for folder in folders)
    assert max(folders.values()) < 8, "1,024 in four times as many folders"


@pytest.mark.parametrize(("matches", "depth"), [(1000, 0), (1001, 1), (2_000_000, 1), (3_000_000, 2), (10**9, 2)])
def test_folders_are_as_deep_as_they_must_be(matches, depth):
    assert folder_depth(matches) == depth
    assert matches / 4096**depth <= MOST_IN_A_FOLDER / (2 if depth else 1)


def test_a_record_of_before_an_extension_is_found_where_it_is(tmp_path):
    small = terms_of(str(tmp_path), 500)
    record_path(small, "cup/r1-b0+b1/1").touch()
    large = replace(small, format=structs.replace(small.format, rounds=501))
    assert record_path(large, "cup/r1-b0+b1/1") == record_path(small, "cup/r1-b0+b1/1")
    assert record_path(large, "cup/r1-b0+b1/2").parent.parent == tmp_path
