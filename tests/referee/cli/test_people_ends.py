"""How seats of people end: by leaving, with the match, with the referee, and with files that cannot be written."""

from __future__ import annotations

import json
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor
from socket import socket
from time import sleep
from typing import Any

import pytest

import lawspeaker_bot
from lawspeaker_bots import make
from lawspeaker_referee.match.places import resigned_in
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.server.tokens import create
from tests.referee.cli.process import PARLEY_COMMAND
from tests.referee.cli.serving_people import WITHIN, Browser, records, serving


def both_asked(links: dict[str, str]) -> tuple[Browser, Browser]:
    """Return two browsers whose seats have an open question at the same time, as Parley asks for bids."""
    one, other = (Browser(url) for url in links.values())
    assert one.post("claim") == other.post("claim") == 200
    assert one.asked()["prompt"] == other.asked()["prompt"] == "round.bid"
    return one, other


def test_who_leaves_resigns_and_who_still_thinks_sees_the_end(tmp_path):
    with serving(tmp_path, 'names = ["ann", "bob"]\nclock = "none"') as place:
        ann, bob = both_asked(place.links())
        told: list[dict[str, Any]] = []
        following = ann.follow(told)
        assert bob.post("leave") == 200
        place.wait_for("match ended")
        place.wait_for("a person's match is over; the link to the next one is written")
        place.wait_for("a person's match is over; the link to the next one is written")
        assert [each.get("question")["over"] for each in (ann, bob)] == [
            {"void": "", "rank": 1}, {"void": "", "rank": 2}]
        assert "question" not in ann.get("question")
        following.join(WITHIN)
        assert told[-1]["over"]
    record, = (read_record(path) for path in records(tmp_path))
    assert [record.header.seats[seat].identity for seat in resigned_in(record.footer)] == ["bob"]


@pytest.mark.slow
def test_open_pages_see_the_end_of_the_last_match_of_a_referee(tmp_path):
    with serving(tmp_path, more="matches = 1") as place:
        ann, bob = both_asked(place.links())
        told: list[dict[str, Any]] = []
        following = ann.follow(told)
        while not told:
            sleep(0.05)
        bob.post("leave")
        following.join(WITHIN)
        assert told[-1]["over"] == {"void": "", "rank": 1}
        assert place.process.wait(WITHIN) == 0


def test_pages_say_that_the_referee_was_shut_down_and_the_match_is_kept(tmp_path):
    with serving(tmp_path, more='grace = "0s"') as place:
        ann, _ = both_asked(place.links())
        told: list[dict[str, Any]] = []
        following = ann.follow(told)
        while not told:
            sleep(0.05)
        place.process.send_signal(signal.SIGTERM)
        following.join(WITHIN)
        assert place.process.wait(WITHIN) == 0
        assert "was shut down" in told[-1]["notes"][-1]
        assert told[-1]["over"] is None
    assert list((tmp_path / "records").glob("*.part"))


@pytest.mark.slow
def test_links_that_cannot_be_written_any_more_stop_nobody(tmp_path):
    with serving(tmp_path, more='grace = "0s"') as place:
        links = place.links()
        (tmp_path / "seats.txt").unlink()
        (tmp_path / "seats.txt").mkdir()
        players = both_asked(links)
        players[1].post("leave")
        for _ in players:
            place.wait_for("the links cannot be written; pages lead to them all the same")
        assert not (tmp_path / ".seats.txt.new").exists()
        base = links["ann"].partition("/seat/")[0]
        both_asked({name: base + each.get("question")["next"] for name, each in zip(links, players, strict=True)})
        place.process.send_signal(signal.SIGTERM)
        place.wait_for("the file of links cannot be removed")
        assert place.process.wait(WITHIN) == 0


def test_a_file_of_links_that_cannot_be_is_one_line_and_no_bot_was_let_in(tmp_path):
    (tmp_path / "referee.toml").write_text(
        'game = "parley"\nlisten = "127.0.0.1:0"\n[people]\nnames = ["ann"]\nlisten = "127.0.0.1:0"\n'
        'links = "nowhere/seats.txt"\n')
    done = subprocess.run([*PARLEY_COMMAND, "serve", "referee.toml"], cwd=tmp_path, check=False, capture_output=True,
                          text=True, timeout=WITHIN)
    assert done.returncode == 2
    assert done.stderr == "lawspeaker: nowhere/seats.txt: No such file or directory\n"


@pytest.mark.slow
def test_behind_a_proxy_with_a_prefix_cookie_and_next_link_are_below_it(tmp_path):
    with socket() as place_taker:
        place_taker.bind(("127.0.0.1", 0))
        port = place_taker.getsockname()[1]
    people = f'names = ["ann", "bob"]\nurl = "https://play.example.org/club"\nlisten = "127.0.0.1:{port}"'
    with serving(tmp_path, people) as place:
        links = place.links()
        assert all(link.startswith("https://play.example.org/club/seat/") for link in links.values())
        here = {name: link.replace("https://play.example.org/club", f"http://127.0.0.1:{port}")
                for name, link in links.items()}
        ann, bob = both_asked(here)
        assert [cookie.path for cookie in ann.cookies] == [here["ann"].partition(str(port))[2].rstrip("/")]
        assert not any(cookie.path_specified for cookie in ann.cookies)  # so it is below what the browser asked for
        bob.post("leave")
        place.wait_for("a person's match is over; the link to the next one is written")
        place.wait_for("a person's match is over; the link to the next one is written")
        assert ann.get("question")["next"].startswith("/club/seat/")


def test_a_body_of_deep_json_is_refused_as_any_that_is_no_object(tmp_path):
    with serving(tmp_path) as place:
        ann = Browser(next(iter(place.links().values())))
        assert ann.post("claim") == 200
        assert ann.post_bytes("answer", b"[" * 4000) == 400
        assert not any("cannot be shown" in json.dumps(line) for line in place.lines)


@pytest.mark.slow
def test_bots_of_the_names_do_not_take_up_the_seats_of_people(tmp_path):
    """Who has a name may change between two referees; the record says for good that the seat is a person's."""
    tokens = [create(tmp_path / "tokens", name) for name in ("ann", "bob")]
    with serving(tmp_path, more='tokens = "tokens"') as place:
        both_asked(place.links())
    unfinished = tmp_path / "records" / "evening-000001.lsr.part"
    assert unfinished.exists()
    with ThreadPoolExecutor(2) as bots, serving(tmp_path, 'names = ["carl"]', 'tokens = "tokens"') as place:
        for token in tokens:
            bots.submit(lawspeaker_bot.run, make("random"), f"127.0.0.1:{place.port}", token, reconnect_within=0)
        for _ in range(3):
            place.wait_for("match ended")
        assert unfinished.exists()
        place.process.kill()
    for path in records(tmp_path):
        assert not any(seat.person for seat in read_record(path).header.seats)
