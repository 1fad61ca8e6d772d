"""Files that are there whole or not at all."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from lawspeaker_referee.record.whole_file import check_place, whole_file, write_whole


def test_a_text_that_cannot_be_written_leaves_what_was_there(tmp_path):
    page = tmp_path / "page.html"
    write_whole(page, "before")
    with pytest.raises(UnicodeEncodeError):
        write_whole(page, "half \ud800")
    with pytest.raises(FileNotFoundError, match=r"none/page\.html"):
        write_whole(tmp_path / "none" / "page.html", "after")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("page.html", "before")]


def test_on_a_read_only_disk_it_is_the_file_that_is_named(tmp_path, monkeypatch):
    def refuse(path, *_, **__):
        raise OSError(errno.EROFS, "Read-only file system", str(path))

    monkeypatch.setattr(Path, "open", refuse)
    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(OSError, match=r"Read-only file system: '.*/page\.html'"):
        write_whole(tmp_path / "page.html", "after")


@pytest.mark.parametrize("lasting", [True, False])
def test_a_file_gets_its_name_when_all_is_written(tmp_path, lasting):
    with whole_file(tmp_path / "a", lasting=lasting) as file:
        file.write(b"some")
        assert not (tmp_path / "a").exists()
    assert (tmp_path / "a").read_bytes() == b"some"


def test_where_no_file_can_be_made_is_known_beforehand_and_nothing_is_left(tmp_path):
    there = tmp_path / "there"
    there.write_text("old")
    for path in (there, tmp_path / "new", Path("/dev/null")):
        check_place(path)
    assert there.read_text() == "old"
    assert [*tmp_path.iterdir()] == [there]
    with pytest.raises(FileNotFoundError) as raised:
        check_place(tmp_path / "no" / "new")
    assert raised.value.filename == str(tmp_path / "no" / "new")
