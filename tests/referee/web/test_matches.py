"""The pages of a folder of records: the list, viewers, documents and records, and what strangers may ask."""

from __future__ import annotations

import gzip
import json
import os
import re
import time

import pytest

from lawspeaker_referee.match.seat_marks import SeatMarks
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.folder_index import FolderIndex
from lawspeaker_referee.viewer.document import SPECTATOR, document, every_eye
from lawspeaker_referee.viewer.live_matches import LiveMatches
from lawspeaker_referee.viewer.page import document_json, served_page
from lawspeaker_referee.web import matches, record_folder
from lawspeaker_referee.web.answers import Request
from lawspeaker_referee.web.matches import MatchPages, MatchSite, address_of, match_link
from tests.golden.game_text import of_other_rules
from tests.referee.competition.html_page import Page
from tests.referee.web.small_records import GOLDEN, NOON, golden, tiny
from tests.sample_sizes import first_quick

EVIL = '<script>alert("x")</script>&\u202e'


@pytest.fixture
def pages(tmp_path, monkeypatch):
    monkeypatch.setattr("lawspeaker_referee.record.folder_index.SHARE", 1e9)  # every change is seen at once
    return MatchPages(MatchSite(tmp_path, "cup"))


def listed(pages, query="", path="/matches", live=()):
    answer = pages.page(Request(path, query), live)
    assert (answer.status, answer.kind) == (200, "text/html; charset=utf-8")
    return Page.of(answer.data.decode())


def rows(page):
    return [[" ".join(cell.split()) for cell in row] for row in page.table("matches-table").rows]


def line(answer):
    """Return the status and the line of an answer that shows nothing."""
    assert answer.kind == "text/plain; charset=utf-8"
    assert answer.data.endswith(b"\n") and answer.data.count(b"\n") == 1
    return answer.status, answer.data.decode().rstrip()


# --- the list ---


def test_the_list_marks_challenges(pages, tmp_path):
    tiny(tmp_path / "cup-000001.lsr", age=2)
    tiny(tmp_path / "cup~challenge-000001.lsr", age=1, challenger="<ann>")
    challenge, rated = [row[0] for row in rows(listed(pages))]
    assert challenge == "cup~challenge-000001 Parley, a challenge of <ann> that counts in no rating, ended by fame"
    assert rated == "cup-000001 Parley, ended by fame"
    assert pages.page(Request("/match/cup~challenge-000001", ""), ()).status == 200


def test_the_list_marks_seats_whose_bots_did_not_play_to_the_end(pages, tmp_path):
    tiny(tmp_path / "a.lsr", ("ann", "bob", "cy", "dan", "eve"),
         marks=SeatMarks(forfeited=(1,), substituted=(2,), stood_in=(3,), resigned=(4,)))
    [[_, result, *_]] = rows(listed(pages))
    assert result == "ann 30 bob 29 (forfeit) cy 28 (substitute) dan 27 (lost by stand-ins) eve 26 (resigned)"


def test_the_list_tells_each_match_with_its_result_newest_first(pages, tmp_path):
    tiny(tmp_path / "old.lsr", ("ann", "bob", "cy"), age=5)
    tiny(tmp_path / "new.lsr", ("bob", "ann"), age=1, tokens=("bob-token", ""))
    page = listed(pages)
    assert page.left_open == [] and page.closed_wrongly == [] and len(page.ids) == len(set(page.ids))
    assert page.told("lead") == "2 finished, newest first."
    assert rows(page) == [
        ["new Parley, ended by fame", "bob-token 30 ann 29", "2023-11-14 22:14:20 UTC", "7", "0", "0"],
        ["old Parley, ended by fame", "ann 30 bob 29 cy 28", "2023-11-14 22:14:20 UTC", "7", "0", "0"]]
    assert page.links == ["match/new", "matches?bot=bob-token", "matches?bot=ann",
                          "match/old", "matches?bot=ann", "matches?bot=bob", "matches?bot=cy"]


def test_an_empty_folder_has_a_list_too_and_a_folder_that_is_gone_is_an_error(pages, tmp_path):
    assert listed(pages).told("none") == "No match has ended yet."
    tmp_path.rmdir()
    with pytest.raises(FileNotFoundError):
        pages.page(Request("/matches"))


def test_golden_records_are_listed_with_their_faults_steps_and_scores(pages, tmp_path):
    path = golden(tmp_path, "northgard-3")
    record = read_record(path)
    faults = sum(fault != 0 for _, _, fault in record.seats_and_faults())
    row, = rows(listed(pages))
    assert row[0].startswith("northgard-3 Northgard: Uncharted Lands, ended by ")
    refused = sum(timing.rejections for step in record.steps for timing in step.timing)
    assert row[3:] == [str(record.step_count), str(faults), str(refused)]
    for score in record.footer.outcome.scores:
        assert f" {score}" in row[1]


@pytest.mark.parametrize(("number", "first", "length"), [("1", 0, 100), ("2", 100, 100), ("3", 200, 50), ("4", 0, 0),
                                                         ("x", 0, 100), ("0", 0, 100), ("9" * 30, 0, 100)])
def test_pages_of_a_hundred(pages, tmp_path, number, first, length):
    for each in range(250):
        tiny(tmp_path / f"m{each}.lsr", age=each)
    page = listed(pages, f"page={number}")
    if not length:
        assert page.told("none") == "There are no more matches."
        return
    found = [row[0].split()[0] for row in rows(page)]
    assert found == [f"m{each}" for each in range(first, first + length)]
    shown = number if number in "123" else "1"
    older, newer = f"?bot=&page={int(shown) + 1}", f"?bot=&page={int(shown) - 1}"
    assert (page.links.count(older), page.links.count(newer)) == (2 * (shown != "3"), 2 * (shown != "1"))


def test_a_bot_is_found_by_the_name_of_its_token_and_by_its_own(pages, tmp_path):
    tiny(tmp_path / "a.lsr", ("greedy", "random"), tokens=("ann", "bob"))
    tiny(tmp_path / "b.lsr", ("greedy", "other"))
    tiny(tmp_path / "c.lsr", ("A & B=?#", "other"))
    assert [row[0].split()[0] for row in rows(listed(pages, "bot=ann"))] == ["a"]
    assert {row[0].split()[0] for row in rows(listed(pages, "bot=greedy"))} == {"a", "b"}
    link, = {link for link in listed(pages).links if "%26" in link}
    assert [row[0].split()[0] for row in rows(listed(pages, link.partition("?")[2]))] == ["c"]
    page = listed(pages, "bot=nobody")
    assert (page.told("none"), page.told("lead")) == ("No match of nobody is here.", "0 finished, newest first.")
    assert "matches" in page.links, "back to all of them"


def test_records_in_folders_of_the_folder_have_their_path_as_address(pages, tmp_path):
    tiny(tmp_path / "cup 1" / "50%?.lsr")
    tiny(tmp_path / ".hidden" / "x.lsr")
    tiny(tmp_path / ".x.lsr")
    (tmp_path / "notes.txt").write_text("nothing")
    os.mkfifo(tmp_path / "pipe.lsr")
    (tmp_path / "folder.lsr").mkdir()
    page = listed(pages)
    assert [link for link in page.links if link.startswith("match/")] == ["match/cup%201/50%25%3F"]
    assert pages.page(Request("/match/cup 1/50%?")).status == 200


def test_running_matches_are_named_and_nothing_of_them_is_shown(pages, tmp_path):
    path = golden(tmp_path, to="running")
    path.rename(tmp_path / "running.lsr.part")
    tiny(tmp_path / "void.lsr.void")
    page = listed(pages)
    assert page.links == [] and page.told("none") == "No match has ended yet."
    assert page.told("running-list") == "running"
    for request in ("/match/running", "/match/running/record", "/match/running.lsr.part", "/match/void"):
        assert line(pages.page(Request(request))) == (404, "there is no finished match of this name here")
    assert line(pages.frames(Request("/match/running/frames")))[0] == 404
    assert listed(pages, live=("running", "other")).links == ["match/running", "match/other"]


def test_an_unfinished_record_by_the_name_of_a_finished_one_is_kept_secret(pages, tmp_path):
    tiny(tmp_path / "half.lsr", ended=False)
    for answer in (pages.page(Request("/match/half")), pages.page(Request("/match/half/record")),
                   pages.frames(Request("/match/half/frames"))):
        assert line(answer) == (404, "this match has not ended, so nothing of it is shown")
    assert rows(listed(pages)) == [["half", "this match has not ended, so nothing of it is shown"]]


def test_a_list_that_cannot_be_asked_for_is_refused_in_a_line(pages):
    assert line(pages.page(Request("/matches", "&".join("a=1" for _ in range(99)))))[0] == 400


# --- work ---


@pytest.mark.slow
def test_of_many_records_only_those_that_are_shown_are_read_and_each_once(pages, tmp_path, monkeypatch):
    for each in range(2_000):
        tiny(tmp_path / f"m{each}.lsr", ("ann", f"bot-{each % 50}"), age=each)
    read, outline = [], record_folder.read_outline
    monkeypatch.setattr(record_folder, "read_outline", lambda path: read.append(path) or outline(path))
    assert listed(pages).told("lead") == "2000 finished, newest first."
    assert len(read) == 100
    listed(pages)
    pages.page(Request("/match/m1999"))
    assert len(read) == 101, "of a match that is asked for its own record, and no other"
    assert pages.page(Request("/match/nothing")).status == 404
    assert len(read) == 101
    for searched in range(1, 6):
        page = listed(pages, "bot=bot-7")
        assert len(read) <= 101 + searched * record_folder.MOST_READ
        refreshed = [each for tag, each in page.tags if tag == "meta" and each.get("http-equiv") == "refresh"]
        assert bool(refreshed) is (len(read) < 2_000), "a search that is not over goes on by itself"
    assert (page.told("lead"), len(read), len(set(read))) == ("40 finished, newest first.", 2_000, 2_000)
    tiny(tmp_path / "m7.lsr", ("zoe", "bot-7"), age=-1)
    assert rows(listed(pages))[0][1].startswith("zoe"), "what has changed is read again"
    assert len(read) == 2_001


def test_a_list_comes_at_once_with_what_is_known_and_says_how_much_is_still_to_be_read(pages, tmp_path, monkeypatch):
    monkeypatch.setattr(record_folder, "SLICE", 0.0)
    for each in range(4):
        tiny(tmp_path / f"m{each}.lsr", age=each)
    for read in (1, 2, 3):
        page = listed(pages)
        assert page.told("lead") == f"4 finished so far; {4 - read} records are still to be read, newest first."
        assert [row[1] for row in rows(page)].count("this record is still to be read") == 4 - read
        assert [each for tag, each in page.tags if tag == "meta" and each.get("http-equiv") == "refresh"]
    assert listed(pages).told("lead") == "4 finished, newest first."


def test_what_is_kept_of_records_is_bounded_and_searches_know_them_all_the_same(pages, tmp_path, monkeypatch):
    pages._records._summaries = record_folder.BytesCache(700)  # three summaries
    read, outline = [], record_folder.read_outline
    monkeypatch.setattr(record_folder, "read_outline", lambda path: read.append(path) or outline(path))
    for each in range(9):
        tiny(tmp_path / f"m{each}.lsr", (f"bot-{each}", "ann"), age=each)
    assert [row[0].split()[0] for row in rows(listed(pages, "bot=bot-2"))] == ["m2"]
    assert len(read) == 10, "each once, and the one that is shown again"
    assert [row[0].split()[0] for row in rows(listed(pages, "bot=bot-2"))] == ["m2"]
    assert len(read) == 10


def test_the_folder_itself_is_not_looked_at_for_every_request(tmp_path, monkeypatch):
    looks, look = [], FolderIndex.look
    monkeypatch.setattr(FolderIndex, "look", lambda index: looks.append(1) or look(index))
    now = [0.0]

    def clock():
        now[0] += 0.001  # a look takes a millisecond
        return now[0]

    folder = record_folder.RecordFolder(tmp_path, clock=clock)
    for _ in range(15):
        folder.listing()
    assert len(looks) == 1
    now[0] += 1.0
    folder.listing()
    assert len(looks) == 2


def test_a_list_and_the_running_matches_beside_it_look_at_their_folder_once(tmp_path, monkeypatch):
    looks, look = [], FolderIndex.look
    monkeypatch.setattr(FolderIndex, "look", lambda index: looks.append(1) or look(index))
    index = FolderIndex(tmp_path)
    pages, live = MatchPages(MatchSite(tmp_path, "cup", delay_s=30.0), index), LiveMatches(tmp_path, 30.0, index=index)
    now = time.time()
    ended, old = tiny(tmp_path / "ended.lsr"), tiny(tmp_path / "old.lsr")
    os.utime(ended, (now, now))
    os.utime(old, (now - 60, now - 60))
    monkeypatch.setattr("lawspeaker_referee.record.folder_index.SHARE", 1e-9)
    assert live.matches() == ["ended"]
    assert [row[0].split()[0] for row in rows(listed(pages))] == ["old"]
    assert len(looks) == 1


def test_records_that_are_gone_are_forgotten(tmp_path, monkeypatch):
    monkeypatch.setattr("lawspeaker_referee.record.folder_index.SHARE", 1e9)
    monkeypatch.setattr(record_folder, "MOST_READ", 3)
    folder = record_folder.RecordFolder(tmp_path)
    for turn in range(3):
        for each in range(5):
            address = tiny(tmp_path / f"{turn}-{each}.lsr").stem
            folder.summary(folder.listing().by_address[address])
        for path in tmp_path.glob("*.lsr"):
            path.unlink()
    folder.listing()
    assert folder._names == folder._known_names == {}


def test_a_document_is_made_once_as_long_as_its_record_stays_the_same(pages, tmp_path, monkeypatch):
    path, made = golden(tmp_path, to="game"), []
    monkeypatch.setattr(matches, "document", lambda *given: made.append(1) or document(*given))
    request = Request("/match/game/frames", gzip=True)
    first = pages.frames(request)
    assert pages.frames(request) == first and len(made) == 1
    golden(tmp_path, "northgard-2-cards", to=path.stem)
    assert pages.frames(request).tag != first.tag and len(made) == 2


# --- a match ---


def test_a_match_is_the_viewer_its_document_and_its_record(pages, tmp_path):
    path = golden(tmp_path, to="game")
    page = pages.page(Request("/match/game"))
    assert (page.status, page.data.decode()) == (200, served_page())
    assert page.policy.startswith("default-src 'none'; ") and page.policy.endswith("; frame-ancestors 'none'")
    assert "unsafe" not in page.policy
    record = read_record(path)
    whole = document_json(document(record, every_eye(2)))
    packed, plain = (pages.frames(Request("/match/game/frames", gzip=each)) for each in (True, False))
    assert (gzip.decompress(packed.data), plain.data) == (whole, whole)
    assert packed.headers["Content-Encoding"] == "gzip" and "Content-Encoding" not in plain.headers
    assert packed.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"
    assert packed.tag != plain.tag and packed.kind == "application/json; charset=utf-8"
    assert len(packed.data) < len(whole) / 5
    again = pages.page(Request("/match/game/record"))
    assert (again.data, again.kind) == (path.read_bytes(), "application/octet-stream")
    assert again.headers["Content-Disposition"] == "attachment; filename*=UTF-8''game.lsr"


def test_records_called_like_parts_of_a_match_are_matches_too(pages, tmp_path):
    golden(tmp_path / "a", to="frames")
    tiny(tmp_path / "a" / "record.lsr")
    assert pages.frames(Request("/match/a/frames")).data.decode() == served_page()
    assert pages.page(Request("/match/a/record")).data.decode() == served_page()
    assert json.loads(pages.frames(Request("/match/a/frames/frames")).data)["format"] == 1


@pytest.mark.parametrize("name", [
    "../secret", "..%2fsecret", "/etc/passwd", "a/../../secret", "../folder/a", "./a", "a/", "a.lsr", "", ".", "..",
    "a\x00", "A", "a/frames/frames", "a/record/record", "a//record", "\\..\\secret", "~", "x" * 9_000, "\ufffd"])
@pytest.mark.parametrize("part", ["", "/frames", "/record"])
def test_what_is_no_address_of_a_record_is_unknown_whatever_it_looks_like(tmp_path, name, part):
    tiny(tmp_path / "secret.lsr")
    (tmp_path / ".secret").write_text("dice")
    tiny(tmp_path / "folder" / "a.lsr")
    pages = MatchPages(MatchSite(tmp_path / "folder", "cup"))
    request = Request(f"/match/{name}{part}")
    answer = pages.frames(request) if part == "/frames" else pages.page(request)
    assert line(answer) == (404, "there is no finished match of this name here")


def test_damaged_and_foreign_files_get_a_line_without_the_path_of_their_file(pages, tmp_path):
    whole = golden(tmp_path, to="whole").read_bytes()
    files = {"cut": whole[:-9], "foreign": b"something else entirely", "empty": b"",
             "bent": whole[:300] + bytes([whole[300] ^ 255]) + whole[301:]}
    for name, data in files.items():
        (tmp_path / f"{name}.lsr").write_bytes(data)
    shown = {row[0]: row[1] for row in rows(listed(pages)) if len(row) == 2}
    assert shown.keys() == files.keys()
    for name in files:
        for answer in (pages.page(Request(f"/match/{name}")), pages.page(Request(f"/match/{name}/record")),
                       pages.frames(Request(f"/match/{name}/frames"))):
            status, words = line(answer)
            assert status == 404 and words.startswith("this record cannot be shown: it is ")
            assert str(tmp_path) not in words and "Traceback" not in words
        assert shown[name].startswith("this record cannot be shown: it is ")


def test_a_record_of_another_engine_is_shown_with_a_note(pages, tmp_path):
    of_other_rules(GOLDEN / "northgard-2.lsr", tmp_path / "old.lsr")
    assert pages.page(Request("/match/old")).status == 200
    found = json.loads(pages.frames(Request("/match/old/frames")).data)
    assert found["note"] and found["eyes"] == [] and found["steps"]


def test_names_and_words_are_never_more_than_text(pages, tmp_path):
    tiny(tmp_path / "<b>evil.lsr", (EVIL, "bob"), game=EVIL)
    for query in ("", f"bot={matches.quote(EVIL)}"):
        answer = pages.page(Request("/matches", query))
        page = Page.of(answer.data.decode())
        assert not {"script", "b"} & {tag for tag, _ in page.tags}
        assert "alert" in answer.data.decode() and "\u202e" not in answer.data.decode()


def test_the_policy_of_the_list_allows_its_own_style_and_form_and_nothing_else(pages, tmp_path):
    tiny(tmp_path / "a.lsr")
    answer = pages.page(Request("/matches"))
    style = re.findall("<style>(.*?)</style>", answer.data.decode(), re.DOTALL)
    assert len(style) == 1
    assert answer.policy == matches.content_policy(style[0], forms="'self'")
    assert "script-src" not in answer.policy and "unsafe" not in answer.policy
    assert not re.findall(r"\s(?:style|on\w+)=", answer.data.decode()), "the policy forbids them"


def test_a_report_in_the_folder_is_linked_with_its_pages_of_bots_and_runs_nothing_but_its_search(pages, tmp_path):
    assert line(pages.page(Request("/report.html")))[0] == 404
    assert "report.html" not in listed(pages).links
    (tmp_path / "report.html").write_text("<p>report</p>")
    assert "report.html" in listed(pages).links
    answer = pages.page(Request("/report.html"))
    assert (answer.status, answer.data) == (200, b"<p>report</p>")
    assert answer.policy.startswith("default-src 'none'; ") and "script-src 'sha256-" in answer.policy
    assert line(pages.page(Request("/report-bots/ann.html")))[0] == 404
    (tmp_path / "report-bots").mkdir()
    (tmp_path / "report-bots/ann.html").write_text("<p>ann</p>")
    assert pages.page(Request("/report-bots/ann.html")).data == b"<p>ann</p>"
    for path in ("/report-bots/../report.html", "/report-bots/", "/report-bots/bob.html"):
        assert line(pages.page(Request(path)))[0] == 404


def test_addresses_of_matches():
    assert address_of("cup/r1-b2/3") == "cup-r1-b2-3"
    assert match_link("a b/c?d#e%f") == "match/a%20b/c%3Fd%23e%25f"


# --- what is hidden ---


@pytest.mark.parametrize("eyes", first_quick(1, ["spectator", "seat:0", "seat:1,spectator"]))
def test_with_other_eyes_nothing_that_they_may_not_see_leaves_the_server(tmp_path, eyes):
    path = golden(tmp_path, to="game")
    record = read_record(path)
    pages = MatchPages(MatchSite(tmp_path, "cup", eyes))
    found = json.loads(pages.frames(Request("/match/game/frames")).data)
    expected = {"spectator": [SPECTATOR], "seat:0": [0], "seat:1,spectator": [SPECTATOR, 1]}[eyes]
    assert [each["eye"] for each in found["eyes"]] == expected
    assert found == json.loads(document_json(document(record, expected)))
    everything = MatchPages(MatchSite(tmp_path, "cup")).frames(Request("/match/game/frames")).data
    seed = record.footer.seed.hex().encode()
    for answer in (pages.frames(Request("/match/game/frames")), pages.page(Request("/match/game")),
                   pages.page(Request("/matches")), pages.page(Request("/match/game/record"))):
        assert seed not in answer.data and record.footer.seed not in answer.data
    assert seed in everything
    assert line(pages.page(Request("/match/game/record"))) == (
        403, "this server keeps hands and dice secret, and the record holds them all, so it is not handed out")
    assert f"Shown as {eyes} may see them." in listed(pages).told("lead")


def test_a_seat_that_a_match_does_not_have_is_told(tmp_path):
    golden(tmp_path, to="game")
    pages = MatchPages(MatchSite(tmp_path, "cup", "seat:4"))
    assert line(pages.frames(Request("/match/game/frames"))) == (404, "there is no seat 4: the seats are 0 to 1")
    assert pages.page(Request("/match/game/record")).status == 403


def test_times_are_those_of_the_record(pages, tmp_path):
    tiny(tmp_path / "a.lsr")
    assert NOON == 1_700_000_000_000 and "2023-11-14 22:14:20 UTC" in rows(listed(pages))[0]


def test_a_match_counts_as_running_until_spectators_have_seen_its_end(tmp_path):
    now = [NOON / 1000 + 29.0]
    tiny(tmp_path / "new.lsr")
    tiny(tmp_path / "old.lsr", age=100)
    folder = record_folder.RecordFolder(tmp_path, 30.0, clock=lambda: now[0], wall=lambda: now[0])
    listing = folder.listing()
    assert ([each.address for each in listing.running], list(listing.by_address)) == (["new"], ["old"])
    now[0] += 2.0
    listing = folder.listing()
    assert (listing.running, sorted(listing.by_address)) == ((), ["new", "old"])


# --- what is kept back ---


class Kept:
    """Keeps back what it is told to."""

    version, over, open = 0, False, frozenset[str]()

    def allows(self, address):
        return address in self.open


def test_a_match_that_is_kept_back_is_not_here_until_it_is_released(tmp_path, monkeypatch):
    monkeypatch.setattr("lawspeaker_referee.record.folder_index.SHARE", 1e9)
    kept = Kept()
    pages = MatchPages(MatchSite(tmp_path, "cup"), release=kept)
    tiny(tmp_path / "a.lsr")
    golden(tmp_path, "northgard-2", to="b")
    (tmp_path / "report.html").write_text("all of it")

    def here(name):
        asked = [pages.page(Request(f"/match/{name}")), pages.page(Request(f"/match/{name}/record")),
                 pages.frames(Request(f"/match/{name}/frames"))]
        states = {each.status for each in asked}
        assert len(states) == 1
        return states == {200}

    assert listed(pages).told("none") == "No match has ended yet."
    assert listed(pages, "bot=ann").told("none") == "No match of ann is here."
    assert not here("b")
    kept.open, kept.version = frozenset({"b"}), 1
    assert [row[0].split()[0] for row in rows(listed(pages))] == ["b"]
    assert here("b")
    kept.open, kept.version = frozenset(), 2
    assert not here("b"), "what was seen before is kept back again"
    assert pages.page(Request("/report.html")).status == 404
    assert "report.html" not in listed(pages).links
    kept.over = True
    assert pages.page(Request("/report.html")).data == b"all of it"
