"""Folders that people name."""

from __future__ import annotations

from lawspeaker_referee.config.user_files import why_no_folder


def test_a_folder_can_be_made_below_one_that_is_there_and_not_below_a_file(tmp_path):
    file = tmp_path / "file"
    file.touch()
    assert why_no_folder(tmp_path / "new" / "one") == why_no_folder(tmp_path) == ""
    assert why_no_folder(file) == why_no_folder(file / "one") == f"{file} is no folder"
