"""The Python SDK plays every transcript, and the player notices one that does it wrong."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from lawspeaker.v1.referee_service_pb2 import PlayRequest, PlayResponse
from lawspeaker_bot import Decision, Match, Rejection
from lawspeaker_bot.seat import Seat
from tests.clients.transcript_player import SUFFIX, Actor, Mismatch, play, read

FOLDER = Path(__file__).parent.parent.parent / "clients" / "transcripts"
FILES = {path.stem: path for path in sorted(FOLDER.glob(f"*{SUFFIX}"))}


class Threaded(Actor):
    quick = False


class Awaited(Actor):
    async def decide(self, decision):
        return super().decide(decision)


def in_every_kind(names):
    """Each transcript with each kind of bot; `make test` plays two of them with those that do not answer at once."""
    quick = {"northgard-random", "reconnect-twice"}
    return [pytest.param(kind, name, marks=() if kind is Actor or name in quick else pytest.mark.slow)
            for name in names for kind in (Actor, Threaded, Awaited)]


@pytest.mark.parametrize(("kind", "name"), in_every_kind(FILES))
def test_a_transcript_is_played_as_it_stands(kind, name):
    play(read(FILES[name]), kind)


class Contrary(Actor):
    """Takes the last options instead of those that it should."""

    def decide(self, decision):
        return [decision.option_count - 1 - pick for pick in super().decide(decision)]


class Anonymous(Actor):
    def __init__(self, transcript):
        super().__init__(transcript)
        self.name = "somebody"


class Deaf(Actor):
    """Does not count what it is told about refusals."""

    def rejected(self, rejection):
        pass


@pytest.mark.parametrize(("kind", "name", "words"), [
    (Contrary, "northgard-random", "the bot says answer"),
    (Contrary, "two-matches-at-once", r"it should say answer .* or answer"),
    (Anonymous, "goodbye-done", 'the bot says hello .* bot: "somebody"'),
    (Deaf, "stale", r"the run ends with .*; it should end with .* rejections: 3"),
])
def test_the_player_notices_a_bot_that_does_something_else(kind, name, words):
    with pytest.raises(Mismatch, match=words):
        play(read(FILES[name]), kind)


# --- faults of an SDK ---


async def forgetful(self, request, stream):
    self._answer = self._decision = None
    await DECIDE(self, request, stream)


async def silent(self, message, stream):
    await self._ask(self._bot.rejected, Rejection.of(message, self._decision))


async def said_again(self, request, stream):
    await DECIDE(self, request, stream)
    await stream.answer(self._answer)


async def unsaid(self, message, stream):
    """Answers the default and keeps what it had answered before."""
    before = self._answer
    await REJECTED(self, message, stream)
    self._answer = before


async def lost_for_good(_self, _hello, loss):
    raise loss


def done(_self):
    """Takes every end of a stream for a good one."""


def same_id(one, other):
    return one.decision_id == other.decision_id


def always(*_):
    return True


DECIDE, REJECTED = Seat._decide, Seat._rejected
ALL, NOTHING = range(100), range(0)


@pytest.mark.parametrize(("where", "fault", "name", "words"), [
    ("seat.Seat._decide", forgetful, "reconnect-answer-lost", "the run ends with .* decisions: 9 "),
    ("seat.Seat._decide", forgetful, "reconnect-twice", "the run ends with .* decisions: 4 "),
    ("seat.Seat._decide", said_again, "northgard-default", "the bot says answer .* decision_id: 1 "),
    ("seat.Seat._rejected", silent, "rejected", "the bot says nothing; it should say answer"),
    ("seat.Seat._rejected", unsaid, "reconnect-rejected", "the bot says answer .* decision_id: 1 "),
    ("seat._same", same_id, "reconnect-question-changed", "the bot says answer .* decision_id: 1 "),
    ("decision.OPEN_REASONS", {"STALE"}, "stale", "the bot says answer .* decision_id: 1 "),
    ("decision.OPEN_REASONS", {"DISQUALIFIED"}, "disqualified", "the bot says answer .*first"),
    ("decision.OPEN_REASONS", {"99"}, "unknown-numbers", "the bot says answer .* decision_id: 1 "),
    ("session._same_match", always, "reconnect-match-replaced", "the run ends with .* resumed: 1; it should"),
    ("session._FRIENDLY", ALL, "goodbye-flooding", "the run ends with .*_DONE .*_REFUSED"),
    ("session._FRIENDLY", ALL, "goodbye-unknown-reason", "the run ends with .*_DONE .*_REFUSED"),
    ("session._FRIENDLY", NOTHING, "goodbye-done", "the run ends with .*_REFUSED; .*_DONE"),
    ("session.Session._come_back", lost_for_good, "reconnect", "the run ends, and 1 streams are not over"),
    ("session.Session._check_goodbye", done, "draining", "the run ends, and 1 streams are not over"),
    ("session.Session._check_goodbye", done, "closed-without-goodbye", "the run ends, and 1 streams are not over"),
    ("session.NoPlace", ZeroDivisionError, "no-place-then-place", "the run ends, and 3 streams are not over"),
    ("stream._REFUSALS", NOTHING, "reconnect-refused", "the bot dials once more than it should"),
    ("stream._REFUSALS", NOTHING, "wrong-token", "the run ends with .*_LOST"),
])
def test_the_player_notices_an_sdk_with_a_fault(where, fault, name, words, monkeypatch):
    monkeypatch.setattr(f"lawspeaker_bot.{where}", fault)
    with pytest.raises(Mismatch, match=words):
        play(read(FILES[name]), patience=1.0)


# --- the files ---


@pytest.mark.slow
def test_every_transcript_is_as_it_would_be_made_today():
    done = subprocess.run([sys.executable, FOLDER / "make.py", "--check"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_readme_lists_every_transcript_with_what_it_shows():
    _, table = (FOLDER / "README.md").read_text(encoding="utf-8").split("## The files")
    rows = re.findall(r"^\| `([a-z-]+)` \| (.*) \|$", table, re.MULTILINE)
    assert dict(rows) == {name: read(path).header.about for name, path in FILES.items()}
    assert len(rows) == len(FILES)


def test_the_words_of_a_transcript_make_the_prompts_that_stand_beside_it():
    said = [PlayResponse.FromString(entry.from_referee) for entry in read(FILES["text"]).streams[0]]
    match = Match(next(message.match_started for message in said if message.HasField("match_started")))
    asked = [Decision(message.decision_request, match) for message in said if message.HasField("decision_request")]
    prompts = "".join(f"{decision.text}\n" for decision in asked)
    assert prompts.encode() == (FOLDER / "text.prompts").read_bytes()


def test_all_transcripts_together_are_small_enough_for_every_checkout():
    assert sum(path.stat().st_size for path in FILES.values()) < 1 << 20


def test_every_message_of_the_protocol_stands_in_some_transcript():
    entries = [entry for path in FILES.values() for stream in read(path).streams for entry in stream]
    for kind, field in ((PlayRequest, "from_bot"), (PlayResponse, "from_referee")):
        said = {kind.FromString(getattr(entry, field)).WhichOneof("message") for entry in entries}
        # When answers leave as a batch is a matter of time, so a player looks at each of them.
        assert set(kind.DESCRIPTOR.fields_by_name) - {"answer_batch"} <= said
