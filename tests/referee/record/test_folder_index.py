"""The index of a folder of records: what it knows after any changes, in slices, and at little cost."""

from __future__ import annotations

import os
from random import Random

import pytest

from lawspeaker_referee.record import folder_index
from lawspeaker_referee.record.folder import record_files
from lawspeaker_referee.record.folder_index import FolderIndex
from tests.referee.web.small_records import NOON, tiny


def known(index):
    return [file.address for file in index.files()]


def expected(folder):
    """The addresses of a walk of the whole folder, newest first."""
    found = [(each.path.stat().st_mtime_ns, str(each.path), each.address(folder)) for each in record_files(folder)
             if each.ending != ".void"]
    return [address for _, _, address in sorted(found, key=lambda each: (-each[0], each[1]))]


class Ticking:
    """A clock that goes on by a second each time that it is read."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        self.now += 1.0
        return self.now


@pytest.mark.parametrize("seed", range(8))
def test_after_any_changes_it_knows_what_a_walk_of_the_folder_finds(tmp_path, seed):
    random, index = Random(seed), FolderIndex(tmp_path)
    for turn in range(30):
        for _ in range(random.randrange(4)):
            place = tmp_path / random.choice(["", "a", "a/b", "c", ".hidden"])
            path = place / f"{random.randrange(6)}.lsr{random.choice(['', '', '.part', '.void'])}"
            what = random.random()
            if what < 0.6:
                tiny(path, age=random.randrange(1000))
            elif what < 0.8:
                path.unlink(missing_ok=True)
            elif place.is_dir() and place not in (tmp_path, tmp_path / "a"):
                place.rename(tmp_path / f"moved-{turn}-{random.random()}")
        index.look()
        assert known(index) == expected(tmp_path)
        assert index.unread == 0
        since = (NOON // 1000 - random.randrange(1000)) * 10**9
        recent, others = index.recent(since), index.others(since)
        assert len(recent) + len(others) == len(index.files()) == len({*recent, *others})
        assert [file for file in index.files() if not file.running and file.changed_ns <= since] == others


def test_what_takes_longer_than_a_slice_is_done_by_the_next_looks(tmp_path, monkeypatch):
    monkeypatch.setattr(folder_index, "_STEP", 1)
    for number in range(10):
        tiny(tmp_path / f"{number}.lsr", age=number)
    index, sizes = FolderIndex(tmp_path, Ticking()), []
    while not sizes or index.unread:
        index.look(3.0)
        sizes.append((len(known(index)), index.unread))
    assert sizes[0] == (3, 7), "what is known comes at once, with how many are still to be looked at"
    assert [count + unread for count, unread in sizes] == [10] * len(sizes)
    assert known(index) == expected(tmp_path)


def test_names_of_a_folder_that_stays_the_same_are_read_once(tmp_path, monkeypatch):
    tiny(tmp_path / "a.lsr")
    reads, listdir = [], os.listdir
    monkeypatch.setattr(folder_index.os, "listdir", lambda path: reads.append(path) or listdir(path))
    later = 2 * folder_index.SETTLED_NS + tmp_path.stat().st_mtime_ns
    index = FolderIndex(tmp_path, wall_ns=lambda: later)
    for _ in range(5):
        index.look()
    assert len(reads) == 1
    tiny(tmp_path / "b.lsr")
    os.utime(tmp_path, (NOON, NOON))
    index.look()
    assert (known(index), len(reads)) == (["a", "b"], 2)


def test_a_file_that_was_replaced_in_place_is_noticed_in_time_or_when_it_is_asked_for(tmp_path, monkeypatch):
    monkeypatch.setattr(folder_index, "CHECKED", 2)
    for number in range(9):
        tiny(tmp_path / f"{number}.lsr", age=number)
    index = FolderIndex(tmp_path)
    index.look()
    files = list(index.files())
    tiny(tmp_path / "7.lsr", ("zoe", "bob", "cy"), age=7)
    index.refresh(files[:3])
    assert list(index.files()) == files
    index.refresh([files[7]])
    assert list(index.files())[7].size > files[7].size
    tiny(tmp_path / "5.lsr", ("zoe", "bob", "cy"), age=5)
    for _ in range(6):
        index.look()
    assert list(index.files())[5].size > files[5].size


def test_a_file_that_became_a_folder_and_the_other_way_round_are_noticed(tmp_path):
    tiny(tmp_path / "a.lsr")
    tiny(tmp_path / "b" / "x.lsr")
    later = [2 * folder_index.SETTLED_NS + tmp_path.stat().st_mtime_ns]
    index = FolderIndex(tmp_path, wall_ns=lambda: later[0])
    index.look()
    (tmp_path / "a.lsr").unlink()
    tiny(tmp_path / "a.lsr" / "y.lsr")
    (tmp_path / "b" / "x.lsr").unlink()
    (tmp_path / "b").rmdir()
    tiny(tmp_path / "b")
    (tmp_path / "b").rename(tmp_path / "b.lsr")
    later[0] += 10 * folder_index.SETTLED_NS
    for _ in range(3):
        index.look()
    assert known(index) == expected(tmp_path)
    (tmp_path / "b.lsr").unlink()
    (tmp_path / "a.lsr").rename(tmp_path / "b.lsr")
    for _ in range(3):
        index.look()
    assert known(index) == expected(tmp_path) == ["b.lsr/y"]


def test_a_folder_that_is_gone_is_an_error_and_one_in_it_is_left_out(tmp_path):
    tiny(tmp_path / "cup" / "a" / "x.lsr")
    tiny(tmp_path / "cup" / "y.lsr")
    index = FolderIndex(tmp_path / "cup")
    index.look()
    (tmp_path / "cup" / "a").rename(tmp_path / "away")
    index.look()
    assert known(index) == ["y"]
    (tmp_path / "cup").rename(tmp_path / "gone")
    for _ in range(2):
        with pytest.raises(FileNotFoundError):
            index.look()
    (tmp_path / "gone").rename(tmp_path / "cup")
    index.look()
    assert known(index) == ["y"]
