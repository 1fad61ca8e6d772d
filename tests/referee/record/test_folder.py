"""The files of records in folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from lawspeaker_referee.record.folder import distinct, record_files


@pytest.fixture
def cup(tmp_path, monkeypatch):
    """A folder `cup` with records, other files, and a link that makes a circle."""
    monkeypatch.chdir(tmp_path)
    for name in ("cup/b.lsr", "cup/a.lsr", "cup/5c2/d.lsr", "cup/0a1/c.lsr", "cup/0a1/c.lsr.void", "cup/e.lsr.part",
                 "cup/ledger.db", "cup/x.lsr.bak", "cup/.hidden.lsr", "cup/.trash/f.lsr"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).touch()
    Path("cup/5c2/again").symlink_to(tmp_path / "cup", target_is_directory=True)
    return Path("cup")


def test_records_are_found_by_name_in_all_folders_that_are_not_hidden_and_not_links(cup):
    found = [(str(each.path), each.ending) for each in record_files(cup)]
    assert found == [("cup/0a1/c.lsr", ""), ("cup/0a1/c.lsr.void", ".void"), ("cup/5c2/d.lsr", ""),
                     ("cup/a.lsr", ""), ("cup/b.lsr", ""), ("cup/e.lsr.part", ".part")]
    assert [each.address(cup) for each in record_files(cup)] == ["0a1/c", "0a1/c", "5c2/d", "a", "b", "e"]


def test_a_folder_that_cannot_be_read_is_told(cup):
    errors: list[OSError] = []
    assert list(record_files(cup / "gone", errors.append)) == []
    assert [str(error.filename) for error in errors] == ["cup/gone"]


@pytest.mark.parametrize(("given", "left"), [
    ("cup/a.lsr cup/a.lsr ./cup/a.lsr", "cup/a.lsr"),
    ("cup cup", "cup"),
    ("cup/a.lsr cup cup/5c2 cup/5c2/d.lsr", "cup"),
    ("cup/5c2/again cup", "cup/5c2/again"),  # a link to the same folder
    ("cup cup/.trash cup/.hidden.lsr cup/x.lsr.bak cup/e.lsr.part",
     "cup cup/.trash cup/.hidden.lsr cup/x.lsr.bak cup/e.lsr.part"),  # the folder does not bring these
    ("missing.lsr cup/b.lsr missing.lsr", "missing.lsr cup/b.lsr"),
])
def test_of_paths_that_name_the_same_records_the_first_stays(cup, given, left):
    assert list(map(str, distinct(map(Path, given.split())))) == left.split()


def test_two_names_of_one_file_are_two_records(cup):
    (cup / "link.lsr").symlink_to("a.lsr")
    assert len(distinct([cup / "link.lsr", cup / "a.lsr"])) == 2
