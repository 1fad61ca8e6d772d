"""A running match as spectators see it: all of it, in order, never before the delay, and nothing hidden."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest

from lawspeaker.v1.match_pb2 import Act
from lawspeaker.v1.watch_service_pb2 import WatchResponse
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import ScorePart
from lawspeaker_referee.codec.encoder import varint
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.writer import RecordWriter
from lawspeaker_referee.viewer import followed_matches, live
from lawspeaker_referee.viewer.document import SPECTATOR, document
from lawspeaker_referee.viewer.followed_matches import TooManyFollowed
from lawspeaker_referee.viewer.live import LiveMatch
from lawspeaker_referee.viewer.live_matches import CannotFollow, LiveMatches
from tests.games.parley import PARLEY
from tests.referee.match.match_driver import SEED, Drive, by_decision

DELAY = 30.0
START = 1_700_000_000.0


class Writer(RecordWriter):
    """A writer that stops writing when its test is over."""

    all: ClassVar[list[Writer]] = []

    def __init__(self, *args: Any, **options: Any) -> None:
        self.all.append(self)
        super().__init__(*args, **options)


@pytest.fixture(autouse=True)
def _writers_stop():
    yield
    for writer in Writer.all:
        writer.leave()
    Writer.all.clear()


class Watched:
    """A folder in which a match is written, and the clock of those who watch it."""

    def __init__(self, folder: Path, drive: Drive, name: str = "parley-1", **options: Any) -> None:
        self.folder, self.drive, self.now = folder, drive, START
        self.path = folder / f"{name}.lsr"
        self.writer = Writer(self.path)
        self.part = self.writer.part
        self.written = 0
        self.name = name
        self.matches = LiveMatches(folder, DELAY, clock=self.clock, wall=self.clock, **options)
        self.match = LiveMatch(self.path, DELAY, clock=self.clock, wall=self.clock)

    def clock(self) -> float:
        return self.now

    def write(self, entries: int = 1) -> None:
        for entry in self.drive.entries[self.written:self.written + entries]:
            self.writer.write(entry)
        self.written += entries
        self.stamp(self.part)

    def stamp(self, path: Path) -> None:
        os.utime(path, (self.now, self.now))

    def finish(self) -> None:
        self.write(len(self.drive.entries))
        assert self.drive.ended is not None
        assert self.drive.ended.footer is not None
        self.writer.finish(self.drive.ended.footer)
        self.stamp(self.path)

    def frames(self, first: int = 0) -> Any:
        found = self.matches.frames(self.name, first)
        return None if found is None else json.loads(found)


def untimed(drive: Drive) -> Drive:
    """The same match, whose record tells nothing of thinking."""
    for entry in drive.entries:
        for timing in entry.step.timing if entry.HasField("step") else ():
            timing.think_us = 0
    return drive


@pytest.fixture
def watched(tmp_path) -> Watched:
    return Watched(tmp_path, untimed(Drive(3, rounds=3).play(by_decision)))


def looked(match: LiveMatch) -> int:
    match.look()
    return match.steps


def test_a_step_is_shown_when_it_is_older_than_the_delay_and_not_before(watched):
    watched.write()
    assert looked(watched.match) == 0
    for number in range(1, 6):
        watched.write()
        assert looked(watched.match) == number - 1
        watched.now += DELAY - 0.01
        assert looked(watched.match) == number - 1
        watched.now += 0.02
        assert looked(watched.match) == number


def test_steps_come_in_their_order_each_with_its_own_delay(watched):
    watched.write()
    looked(watched.match)
    for _ in range(10):
        watched.write()
        looked(watched.match)
        watched.now += 1.0
    watched.now += DELAY - 10.0
    found = []
    for _ in range(10):
        found.append(looked(watched.match))
        watched.now += 1.0
    assert found == list(range(1, 11))


def test_of_steps_that_were_there_before_the_file_and_the_thinking_after_them_tell_the_least_age(tmp_path):
    drive = Drive(3, rounds=3).play(by_decision)
    steps = [entry for entry in drive.entries if entry.HasField("step")]
    for entry in steps:
        for timing in entry.step.timing:
            timing.think_us = 10_000_000
    watched = Watched(tmp_path, drive)
    watched.write(len(drive.entries))
    watched.now += 5.0
    thinks = [10.0 if entry.step.timing else 0.0 for entry in steps]
    ages = [5.0 + sum(thinks[index + 1:]) for index in range(len(steps))]
    assert looked(watched.match) == sum(age >= DELAY for age in ages)
    assert 0 < watched.match.steps < len(steps)


def test_what_came_since_the_last_look_is_no_older_whatever_the_clock_of_the_files_says(watched):
    watched.write(3)
    looked(watched.match)
    watched.now += 1.0
    watched.write()
    os.utime(watched.part, (watched.now - 3600.0,) * 2)
    assert looked(watched.match) == 0
    watched.now += DELAY - 1.1
    assert looked(watched.match) == 0
    watched.now += 0.2
    assert looked(watched.match) == 3


def test_a_file_from_the_future_is_as_young_as_can_be(watched):
    watched.write(4)
    os.utime(watched.part, (watched.now + 3600.0,) * 2)
    assert looked(watched.match) == 0
    watched.now += DELAY + 0.02
    assert looked(watched.match) == 3


def test_an_entry_that_is_not_whole_waits_for_its_end(watched):
    watched.write(4)
    data = watched.part.read_bytes()
    match = LiveMatch(watched.path, 0.0, clock=watched.clock, wall=watched.clock)
    for end in range(len(data) + 1):
        watched.part.write_bytes(data[:end])
        match.look()
    assert match.steps == 3
    assert match.header == watched.drive.entries[0].header


def test_the_end_waits_for_the_delay_too_and_then_the_page_fetches_the_finished_record(watched):
    watched.write(3)
    watched.frames()
    watched.now += DELAY + 0.02
    watched.finish()
    assert not watched.part.exists()
    assert watched.matches.held_back(watched.path)
    assert watched.frames(2)["live"] == {"delay_s": DELAY}
    assert watched.frames()["outcome"] is None
    watched.now += DELAY - 0.1
    assert watched.frames()["outcome"] is None
    assert watched.frames()["match"]["ended_ms"] is None
    watched.now += 0.2
    assert not watched.matches.held_back(watched.path)
    assert watched.frames(2) == {"reload": True}
    assert watched.frames() is None, "the finished record is shown by others"


def test_a_match_that_ended_just_now_can_still_be_watched_from_its_beginning(watched):
    watched.finish()
    watched.now += 1.0
    assert watched.frames()["steps"] == []
    watched.now += DELAY + 0.02
    assert watched.frames(1) == {"reload": True}


def test_a_match_that_ended_long_ago_is_not_followed(watched):
    watched.finish()
    watched.now += DELAY + 0.02
    assert watched.frames() is None
    assert watched.frames(3) is None


def test_a_void_match_ends_without_a_result_after_the_delay(watched):
    watched.write(6)
    watched.frames()
    watched.writer.void()
    watched.now += DELAY - 0.1
    assert watched.frames()["live"]
    watched.now += 0.2
    watched.frames()
    watched.now += DELAY + 0.02
    assert watched.frames(3) == {"reload": True}
    whole = watched.frames()
    assert "live" not in whole
    assert (whole["outcome"], len(whole["steps"])) == (None, 5)
    assert whole["note"] == "this match was voided: it has no result"


def test_a_record_that_is_removed_ends_the_match(watched):
    watched.write(6)
    assert watched.frames() is not None
    watched.part.unlink()
    assert watched.frames()["live"]
    watched.now += DELAY + 0.1
    assert watched.frames() is None
    assert watched.frames(2) is None
    assert watched.matches.matches() == []


def test_another_match_in_the_same_file_is_followed_from_its_beginning(watched):
    watched.write(8)
    watched.now += DELAY + 0.02
    assert len(watched.frames()["steps"]) == 7
    watched.part.unlink()
    other = untimed(Drive(3, rounds=3, seed=SEED[::-1], match_id="parley-1").play(by_decision))
    writer = Writer(watched.path)
    for entry in other.entries[:5]:
        writer.write(entry)
    watched.stamp(watched.part)
    assert watched.frames()["steps"] == []
    watched.now += DELAY + 0.02
    found = watched.frames()
    assert len(found["steps"]) == 4
    assert found["match"]["commitment"] == other.entries[0].header.seed_commitment.hex()


def test_a_referee_that_goes_on_after_a_torn_entry_is_followed_without_a_gap(watched):
    watched.write(6)
    watched.now += DELAY + 0.02
    assert len(watched.frames()["steps"]) == 5
    whole = watched.part.stat().st_size
    with watched.part.open("ab") as file:
        file.write(b"\x90\x01torn")
    assert watched.frames(5)["steps"] == []
    watched.writer.leave()
    os.truncate(watched.part, whole)
    with watched.part.open("ab") as file:  # the next referee appends what the same bots answer
        entry = watched.drive.entries[6].SerializeToString(deterministic=True)
        file.write(varint(len(entry)) + entry)
    watched.stamp(watched.part)
    watched.frames(5)
    watched.now += DELAY + 0.02
    assert len(watched.frames(5)["steps"]) == 1


def test_a_shorter_file_is_read_anew(watched):
    watched.write(8)
    watched.now += DELAY + 0.02
    assert len(watched.frames()["steps"]) == 7
    data = watched.part.read_bytes()
    os.truncate(watched.part, len(data) - 1)
    assert len(watched.frames()["steps"]) == 0, "its age is not known any more"
    watched.now += DELAY + 0.02
    assert len(watched.frames()["steps"]) == 6


@pytest.mark.parametrize("damage", ["digest", "picks", "entry"])
def test_a_record_that_contradicts_the_rules_is_refused_in_one_line_and_tried_again_later(watched, damage):
    step = watched.drive.entries[4].step
    if damage == "digest":
        step.digest = bytes(2)
    elif damage == "picks":
        step.acts[0].picks[:] = [99]
    watched.write(6)
    if damage == "entry":
        with watched.part.open("ab") as file:
            file.write(b"\x03abc")
    watched.now += 2 * DELAY
    with pytest.raises(CannotFollow) as error:
        watched.frames()
    assert str(watched.folder) not in str(error.value)
    assert "\n" not in str(error.value)
    reads = []
    watched.matches._begin = lambda *_: reads.append(1)
    with pytest.raises(CannotFollow):
        watched.frames()
    assert not reads, "a broken record is not replayed for each request"


def test_a_match_over_which_a_game_fails_is_given_up_and_others_are_not(watched, monkeypatch):
    watched.write(6)
    (watched.folder / "other.lsr.part").write_bytes(watched.part.read_bytes())
    watched.now += DELAY + 1.0
    assert watched.matches.frames("other", 0)
    with monkeypatch.context() as patch:
        patch.setattr(type(PARLEY), "apply", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            watched.frames()
    with pytest.raises(CannotFollow, match="this version fails over it"):
        watched.frames()
    assert watched.matches.frames("other", 0)


def test_the_time_of_a_file_may_be_a_tick_early(watched):
    watched.write(4)
    watched.now += DELAY + 0.005
    assert looked(watched.match) == 0
    assert not watched.matches.held_back(watched.path)
    watched.now += 0.01
    assert looked(watched.match) == 3


def test_news_and_the_first_document_make_the_document_of_the_finished_record(watched):
    watched.write(2)
    watched.now += DELAY + 0.02
    whole = watched.frames()
    eye = whole["eyes"][0]
    while watched.written < len(watched.drive.entries):
        watched.write(2)
        watched.frames(len(whole["steps"]))
        watched.now += DELAY + 0.02
        news = watched.frames(len(whole["steps"]))
        assert news["from"] == len(whole["steps"])
        whole["steps"] += news["steps"]
        whole["chapters"] += news["chapters"]
        whole["prompts"] |= news["prompts"]
        whole["asked"] = news["asked"]
        eye["views"] += news["eyes"][0]["views"][-len(news["steps"]):] if news["steps"] else []
        eye["acts"] |= news["eyes"][0]["acts"]
    watched.finish()
    assert parts(whole) == parts(document(read_record(watched.path), (SPECTATOR,)))


def parts(whole: Any) -> Any:
    """Return the parts that a live document has in common with that of the finished record."""
    without = {"outcome", "live", "note", "match"}
    found = {name: part for name, part in whole.items() if name not in without}
    found["match"] = {name: part for name, part in whole["match"].items() if name not in {"ended_ms", "signed_by"}}
    return json.loads(json.dumps(found | {"prompts": dict(sorted(found["prompts"].items()))}))


@pytest.mark.slow
@pytest.mark.parametrize("game", ["northgard", "clansmen", "pax_viking"])
def test_of_random_games_every_live_document_is_the_finished_one_as_far_as_it_goes_and_holds_no_secret(tmp_path, game):
    draw = Random(game)
    drive = Drive(3, game=GAMES[game], match_id=f"{game}-1", clock=None, move_time=None)
    drive.play(lambda _, request: draw.sample(range(request.option_count), draw.randint(request.least, request.most)),
               steps=160)
    for number, entry in enumerate(drive.entries):
        for timing in entry.step.timing if entry.HasField("step") else ():
            timing.annotation = f"secret remark {number}"
    watched = Watched(tmp_path, untimed(drive), f"{game}-1")
    watched.write(len(drive.entries))
    watched.now += DELAY + 0.02
    for _ in range(4):  # a look replays so many steps at most
        found = watched.frames()
    seen = document(read_record(watched.part), (SPECTATOR,))
    everything = document(read_record(watched.part), (SPECTATOR, -2))
    assert len(found["steps"]) == len(drive.entries) - 1
    assert parts(found) == parts(seen)
    assert b"secret remark" not in watched.matches.frames(watched.name, 0)
    responses = all_responses(watched)
    assert b"secret remark" not in b"".join(responses)
    for response, step, all_seen in zip(responses[1:], seen["steps"], everything["steps"], strict=True):
        message = WatchResponse.FromString(response).step
        for act, told, known in zip(message.acts, step["acts"], all_seen["acts"], strict=True):
            assert act.hidden == ("chosen" not in told)
            assert (not act.picks) and (act.hidden <= (not act.HasField("chosen")))
            assert (act.seat, act.prompt) == (known["seat"], known["prompt"])
    assert any(act.hidden for each in responses for act in WatchResponse.FromString(each).step.acts)


def all_responses(watched: Watched) -> list[bytes]:
    found, first, begin = list[bytes](), 1, True
    while True:
        answer = watched.matches.responses(watched.name, first, begin=begin)
        assert answer is not None
        more, following = answer
        found += more
        if following == first or not following:
            return found
        first, begin = following, False


OWN = (15, 14, 13)


def hidden_hands(*hidden: tuple[int, ...]) -> Drive:
    """A match in which the first seat wins every bid, whatever is hidden."""
    drive = Drive(3, draws={"deck": [OWN, *hidden], "die/1": [(3,)], "die/2": [(5,)]}, rounds=2)
    for seat in (1, 2):
        drive.answer(seat, 0)
    drive.answer(0, 0, after=0.5)
    return untimed(drive)


def test_matches_that_differ_only_in_what_is_hidden_give_the_same_bytes(tmp_path):
    told = []
    for number, hidden in enumerate((((0, 1, 2), (3, 4, 5)), ((6, 8, 7), (9, 5, 0)))):
        folder = tmp_path / str(number)
        watched = Watched(folder, hidden_hands(*hidden))
        watched.write(len(watched.drive.entries))
        watched.now += DELAY + 0.02
        told.append((watched.matches.frames(watched.name, 0), all_responses(watched)))
    assert len(told[0][1]) > 4
    assert told[0] == told[1]


def test_responses_begin_with_the_setup_go_on_without_a_gap_and_end_with_the_outcome(watched):
    watched.write(len(watched.drive.entries))
    watched.now += DELAY + 0.02
    responses = [WatchResponse.FromString(each) for each in all_responses(watched)]
    start = responses[0].start
    assert (start.match_id, start.steps, start.delay_ms) == ("parley-1", 0, 30_000)
    assert list(start.bots) == ["bot 0", "bot 1", "bot 2"]
    assert start.setup == watched.drive.entries[0].header.setup
    assert start.catalogue.type_url.endswith("parley.v1.Catalogue")
    assert [each.step.number for each in responses[1:]] == list(range(1, len(watched.drive.entries)))
    watched.finish()
    last = responses[-1].step.number
    assert watched.matches.responses("parley-1", last + 1, begin=False) == ([], last + 1)
    watched.now += DELAY + 0.02
    (end,), following = watched.matches.responses("parley-1", last + 1, begin=False)
    assert following == 0
    assert WatchResponse.FromString(end).end.outcome == watched.drive.ended.footer.outcome


def test_the_end_says_what_the_points_came_from(watched, monkeypatch):
    silent = PARLEY.outcome

    def outcome(state):
        found = silent(state)
        return found and replace(found, parts=tuple((ScorePart("pots", score),) for score in found.scores))

    monkeypatch.setattr(PARLEY, "outcome", outcome)
    watched.write(len(watched.drive.entries))
    watched.now += DELAY + 0.02
    assert all_responses(watched)
    watched.finish()
    watched.now += DELAY + 0.02
    told = WatchResponse.FromString(all_responses(watched)[-1]).end.outcome
    assert [[(part.name, part.points) for part in each.parts] for each in told.parts] == [
        [("pots", score)] for score in watched.drive.ended.outcome.scores]


def test_who_begins_in_the_middle_gets_the_view_before_and_who_asks_for_now_gets_what_comes(watched):
    watched.write(9)
    watched.now += DELAY + 0.02
    watched.frames()
    whole = [WatchResponse.FromString(each) for each in all_responses(watched)]
    middle, following = watched.matches.responses("parley-1", 5, begin=True)
    start = WatchResponse.FromString(middle[0]).start
    assert (start.steps, following) == (4, 9)
    assert start.view == whole[4].step.view
    (only,), following = watched.matches.responses("parley-1", 0, begin=True)
    assert WatchResponse.FromString(only).start.view == whole[-1].step.view
    assert following == 9
    assert watched.matches.responses("parley-1", 40, begin=True) == ([], 40), "it waits for its step"


def test_of_a_very_long_match_the_first_steps_are_dropped(watched, monkeypatch):
    monkeypatch.setattr(live, "MOST_KEPT", 500)
    watched.write(len(watched.drive.entries))
    watched.now += DELAY + 0.02
    responses = [WatchResponse.FromString(each) for each in all_responses(watched)]
    numbers = [each.step.number for each in responses[1:]]
    assert 1 < numbers[0] == responses[0].start.steps + 1
    assert numbers == list(range(numbers[0], len(watched.drive.entries)))


def test_running_matches_are_listed_the_latest_first_with_their_bots_and_what_is_shown(watched):
    watched.write(5)
    (watched.folder / "cup").mkdir()
    Writer(watched.folder / "cup" / "empty.lsr")
    os.utime(watched.folder / "cup" / "empty.lsr.part", (START - 9,) * 2)
    other = Writer(watched.folder / "cup" / "other.lsr")
    other.write(watched.drive.entries[0])
    os.utime(other.part, (START - 5,) * 2)
    (watched.folder / ".hidden.lsr.part").write_bytes(watched.part.read_bytes())
    (watched.folder / "odd.lsr.part").write_bytes(b"no record")
    first, second = watched.matches.running()
    assert (first.match_id, first.game, first.steps) == ("parley-1", "parley", None)
    assert second.match_id == "cup/other"
    watched.frames()
    watched.now += DELAY + 0.02
    watched.frames()
    assert [each.steps for each in watched.matches.running()] == [4, None]
    assert watched.matches.matches() == ["parley-1", "cup/other"]


@pytest.mark.parametrize("name", [
    "", "..", "../parley-1", "/parley-1", "a//b", ".hidden", "parley-1/", "x\0y", "x" * 2000, "absent", "\udcff",
])
def test_no_id_leads_out_of_the_folder_or_to_what_is_no_match(watched, name):
    watched.write(5)
    (watched.folder / ".hidden.lsr.part").write_bytes(watched.part.read_bytes())
    inner = LiveMatches(watched.folder / "inner", DELAY)
    assert inner.frames(name, 0) is None
    assert watched.matches.frames(name, 0) is None


def test_only_so_many_matches_are_followed_and_what_nobody_asks_for_is_dropped(tmp_path):
    drive = untimed(Drive(2, rounds=2).play(by_decision))
    for name in ("a", "b", "c"):
        writer = Writer(tmp_path / f"{name}.lsr")
        for entry in drive.entries[:4]:
            writer.write(entry)
    now = [START]
    matches = LiveMatches(tmp_path, DELAY, most=2, clock=lambda: now[0], wall=lambda: now[0])
    assert matches.frames("a", 0)
    assert matches.frames("b", 0)
    with pytest.raises(TooManyFollowed):
        matches.frames("c", 0)
    now[0] += followed_matches.KEPT_FOR - 1
    assert matches.frames("b", 0)
    with pytest.raises(TooManyFollowed):
        matches.frames("c", 0)
    now[0] += 2
    assert matches.frames("c", 0)
    assert sorted(matches._followed) == ["b", "c"]


def many_followed(folder, number, **limits):
    """Return running matches by the names of numbers, and the clock."""
    drive = untimed(Drive(2, rounds=2).play(by_decision))
    for name in range(number):
        writer = Writer(folder / f"{name}.lsr")
        for entry in drive.entries[:4]:
            writer.write(entry)
    now = [START]
    return LiveMatches(folder, DELAY, clock=lambda: now[0], wall=lambda: now[0], **limits), now


def shown(matches, source, names):
    """Return the matches that an address gets to see."""
    found = []
    for name in names:
        try:
            found += [name] if matches.frames(str(name), 0, source) else []
        except TooManyFollowed:
            continue
    return found


def test_an_address_that_asks_for_all_places_gets_not_all_and_gives_up_to_others(tmp_path):
    matches, _ = many_followed(tmp_path, 12, most=6, an_address=5)
    assert shown(matches, "many", range(8)) == [0, 1, 2, 3, 4]
    with pytest.raises(TooManyFollowed, match="your address watches 5 matches now"):
        matches.frames("7", 0, "many")
    assert shown(matches, "other", range(8, 12)) == [8, 9, 10], "half of the places"
    assert sorted(matches._followed) == ["10", "2", "3", "4", "8", "9"], "those that were asked for longest ago go"
    assert shown(matches, "many", [0, 1]) == [], "it does not take them back"
    assert shown(matches, "third", [11]) == [11]


def test_two_addresses_that_ask_for_the_same_matches_keep_nobody_out(tmp_path):
    matches, _ = many_followed(tmp_path, 8, most=4, an_address=4)
    for source in ("one", "two"):
        assert shown(matches, source, range(4)) == [0, 1, 2, 3]
    assert shown(matches, "three", [4, 5]) == [4], "then each of them bears one and a half"


def test_a_match_that_many_watch_is_not_given_up_for_one_of_few(tmp_path):
    matches, now = many_followed(tmp_path, 4, most=2, an_address=2)
    for number in range(5):
        assert shown(matches, f"reader-{number}", [0]) == [0]
    assert shown(matches, "reader-0", [1]) == [1]
    assert shown(matches, "new", [2]) == [2]
    assert sorted(matches._followed) == ["0", "2"]
    now[0] += followed_matches.KEPT_FOR - 1
    assert shown(matches, "new", [2]) == [2]


def test_a_document_is_made_once_for_all_who_ask(watched, monkeypatch):
    watched.write(9)
    watched.now += DELAY + 0.02
    first = watched.matches.frames("parley-1", 0)
    monkeypatch.setattr(live, "document_json", lambda _: pytest.fail("it was made again"))
    assert watched.matches.frames("parley-1", 0) is first


def test_reading_changes_nothing_of_the_record_and_locks_nothing(watched):
    watched.write(5)
    before = watched.part.read_bytes(), watched.part.stat().st_mtime_ns
    watched.frames()
    with pytest.raises(BlockingIOError):
        RecordWriter(watched.path, left=True)
    watched.writer.leave()
    watched.frames()
    RecordWriter(watched.path, left=True).leave()
    assert (watched.part.read_bytes(), watched.part.stat().st_mtime_ns) == before


def test_an_entry_is_what_the_record_says(watched):
    """The acts of a response are those of the record without picks, or hidden."""
    watched.write(len(watched.drive.entries))
    watched.now += DELAY + 0.02
    stored = [entry.step for entry in watched.drive.entries if entry.HasField("step")]
    for response, step in zip(all_responses(watched)[1:], stored, strict=True):
        for act, full in zip(WatchResponse.FromString(response).step.acts, step.acts, strict=True):
            right = Act.FromString(full.SerializeToString())
            right.ClearField("picks")
            if act.hidden:
                right.ClearField("chosen")
                right.ClearField("fault")
                right.hidden = True
            assert act == right
