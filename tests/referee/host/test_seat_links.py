"""The file of the links of people is one referee's, and takes no other file's place."""

from __future__ import annotations

import stat

import pytest

from lawspeaker_referee.host.seat_links import SeatLinks

LINKS = {"ann": "http://127.0.0.1:8090/seat/abc/", "bob": "https://play.example.org/seat/def/"}


def test_two_referees_do_not_share_a_file_and_the_next_one_may_have_it(tmp_path):
    path = tmp_path / "seats.txt"
    first = SeatLinks(path)
    first.write(LINKS)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with pytest.raises(OSError, match="another referee has its links there; name another file"):
        SeatLinks(path)
    assert path.read_text() == "".join(f"{name}  {link}\n" for name, link in LINKS.items())
    first.remove()
    assert not path.exists()
    SeatLinks(path).remove()


def test_what_a_killed_referee_left_is_written_over_and_another_file_is_not(tmp_path):
    path = tmp_path / "seats.txt"
    path.write_text("".join(f"{name}  {link}\n" for name, link in LINKS.items()))
    links = SeatLinks(path)
    links.write({"ann": LINKS["bob"]})
    assert path.read_text() == f"ann  {LINKS['bob']}\n"
    links.remove()
    path.write_text("alice  sha256:00  created 2026-01-01T00:00:00Z\n")
    with pytest.raises(OSError, match="is there already and holds no links of people; name another file"):
        SeatLinks(path)
    assert path.read_text().startswith("alice")
