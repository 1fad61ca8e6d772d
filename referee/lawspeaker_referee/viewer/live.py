"""A running match as spectators, or one seat, see it: read from its record while that grows, and shown some time later.

Nothing is asked of the process that plays the match. A step is shown when it is certainly older than the delay, and the
end likewise, so that nobody learns from here what could help a bot.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic, time
from typing import Final

from google.protobuf.any_pb2 import Any as AnyMessage

from lawspeaker.v1.record_pb2 import RecordHeader, RecordStep
from lawspeaker.v1.watch_service_pb2 import MatchSetup, WatchedStep, WatchEnd, WatchResponse
from lawspeaker_engine.model import CHANCE, Chance, Decision
from lawspeaker_referee.codec.encoder import compile_writer
from lawspeaker_referee.codec.game_codec import codec, with_parts
from lawspeaker_referee.record.growing import REMOVED, GrowingRecord
from lawspeaker_referee.record.verify.replay import Replayed, StepReplay
from lawspeaker_referee.viewer.document import SPECTATOR, MatchFrames, live_document
from lawspeaker_referee.viewer.page import document_json

TICK: Final = 0.01
"""Seconds by which the time of a file may be too early: systems stamp files by a clock that moves in ticks."""
STEPS_A_LOOK: Final = 100
"""Steps that one look replays at most, which takes some tenths of a second; a match that is long is caught up with by
several looks."""
MOST_KEPT: Final = 4 << 20
"""Bytes of views that are kept of a match for spectators that begin late; older ones are dropped."""
RESPONSES_AT_ONCE: Final = 16
BYTES_AT_ONCE: Final = 64 << 10
"""Responses, and about how many bytes of them, that one call returns: few, so that a referee forwards them quickly."""
_ANSWERS_KEPT: Final = 64

_STEP = compile_writer(WatchedStep, (WatchResponse, "step"))
_ANY = compile_writer(AnyMessage)


class LiveMatch:
    """A match that is followed; times are seconds, and what is shown is older than the delay."""

    def __init__(self, path: Path, delay_s: float, clock: Callable[[], float] = monotonic,
                 wall: Callable[[], float] = time, eye: int = SPECTATOR) -> None:
        """`path` is that of the finished record; `wall` tells seconds since 1970, as the times of files do.

        `eye` is SPECTATOR, or the seat that `frames` shows the match to.
        """
        self._eye = eye
        self._record, self._delay = GrowingRecord(path), delay_s
        self._clock, self._wall = clock, wall
        self._looked: float | None = None
        """When the record was read last, by the clock."""
        self._waiting: deque[tuple[float, RecordStep]] = deque()
        """Steps that are not shown yet, and when they may be."""
        self._ends_at: float | None = None
        """When the end may be shown; None while the match runs."""
        self._replay: StepReplay | None = None
        self._frames: MatchFrames | None = None
        self._typed: _TypedSteps | None = None
        self._json: dict[int, bytes] = {}
        """Answers of `frames` since the last step was shown."""
        self.over = False
        """True once all is shown."""

    @property
    def header(self) -> RecordHeader | None:
        """Return the header; None while there is none, or if there is no record."""
        return self._record.header

    @property
    def finished(self) -> bool:
        """Return True if the match has a result, which may not be shown yet."""
        return self._record.footer is not None

    @property
    def removed(self) -> bool:
        """Return True if there is no record of the match any more."""
        return self._record.gone == REMOVED

    @property
    def behind(self) -> bool:
        """Return True if steps that were read may be shown, and another look shows them."""
        return bool(self._waiting) and self._waiting[0][0] <= self._clock()

    @property
    def steps(self) -> int:
        """Return the number of steps that are shown."""
        return len(self._frames.steps) if self._frames is not None else 0

    def look(self) -> None:
        """Read what was appended, and show what is old enough.

        Raises RecordError and RecordDiffers for a record that cannot be followed, and OSError; then nothing else can.
        """
        self._read()
        now = self._clock()
        for _ in range(STEPS_A_LOOK):
            if not self._waiting or self._waiting[0][0] > now:
                break
            self._show(self._waiting.popleft()[1])
        if not self._waiting and self._ends_at is not None and self._ends_at <= now and not self.over:
            self.over = True
            self._json.clear()

    def frames(self, first: int) -> bytes:
        """Return what the eye sees from step `first` (from 0) on as JSON: the whole document for 0, then news."""
        if first and self.over:
            return document_json({"reload": True})
        known = self._json.get(first)
        if known is None:
            if len(self._json) >= _ANSWERS_KEPT:
                self._json.clear()
            known = self._json[first] = document_json(self._news(first))
        return known

    def responses(self, first: int, *, begin: bool) -> tuple[list[bytes], int]:
        """Return serialized WatchResponses from step `first` (from 1) on, and the step to ask for next: 0 at the end.

        0 as `first` stands for the next step that will be shown. With `begin` the first one is the setup.
        """
        header, typed = self._record.header, self._typed
        if header is None or typed is None:
            return [], first
        first = max(first or typed.next, typed.first)
        if self.over:
            first = min(first, typed.next)
        elif begin and first > typed.next:
            return [], first  # neither its step nor the view before it is shown yet
        found = [typed.setup(header, first, self._delay)] if begin else []
        steps = typed.steps_from(first)
        following = first + len(steps)
        if self.over and following == typed.next:
            return [*found, *steps, self._end()], 0
        return found + steps, following

    def _news(self, first: int) -> dict[str, object]:
        header, frames = self._record.header, self._frames
        assert header is not None
        assert frames is not None
        if not first:
            return live_document(header, frames, None if self.over else self._delay, self._record.gone)
        return frames.frames_from(first) | {"live": {"delay_s": self._delay}}

    def _end(self) -> bytes:
        footer = self._record.footer
        if footer is None:
            return WatchResponse(end=WatchEnd(void_reason=self._record.gone)).SerializeToString()
        end = WatchEnd(outcome=with_parts(footer.outcome, self._frames.outcome if self._frames is not None else None))
        return WatchResponse(end=end).SerializeToString()

    def _read(self) -> None:
        steps, now = self._record.read(), self._clock()
        header = self._record.header
        if self._replay is None and header is not None:
            self._replay = StepReplay(header)
            self._frames = MatchFrames(self._replay.game, self._replay.setup, header, (self._eye,))
            self._typed = _TypedSteps(self._replay, self._frames)
        # No step is younger than its file, nor than the thinking that came after it; and what was not there at the
        # last look came since.
        age = max(0.0, self._wall() - self._record.written - TICK)
        most = float("inf") if self._looked is None else now - self._looked
        self._looked = now
        if self._ends_at is None and (self._record.footer is not None or self._record.gone):
            self._ends_at = now + self._delay - (0.0 if self._record.gone else min(age, most))
        found = list[tuple[float, RecordStep]]()
        for step in reversed(steps):
            found.append((now + self._delay - min(age, most), step))
            age += max((timing.think_us for timing in step.timing), default=0) / 1e6
        self._waiting.extend(reversed(found))

    def _show(self, step: RecordStep) -> None:
        assert self._replay is not None
        assert self._frames is not None
        assert self._typed is not None
        played = self._replay.play(step)
        self._frames.add(played.question, played.chosen, step, played.state)
        self._typed.add(played, step)
        self._json.clear()


class _TypedSteps:
    """The steps of a match as messages, the last ones of a long match."""

    def __init__(self, replay: StepReplay, frames: MatchFrames) -> None:
        self._codec, self._frames = codec(replay.game), frames
        self.first = 1
        """The number of the first step that is kept."""
        self._acts: deque[list[bytes]] = deque()
        """The acts of each step that is kept."""
        self._views: deque[bytes] = deque([self._view()])
        """The views of spectators before these steps, and after each."""
        self._size = len(self._views[0])

    @property
    def next(self) -> int:
        """Return the number of the step that comes next."""
        return self.first + len(self._acts)

    def add(self, played: Replayed, step: RecordStep) -> None:
        """Add a step that the frames have already."""
        question = played.question
        asked: Sequence[Decision | Chance] = (question,) if isinstance(question, Chance) else question
        acts = list[bytes]()
        for each, picks, chosen, act in zip(asked, played.answers, played.chosen, step.acts, strict=True):
            seat, stream = (CHANCE, each.stream) if isinstance(each, Chance) else (each.seat, "")
            acts.append(self._codec.encode_act(seat, each.prompt, picks, chosen, stream, act.fault,
                                               secret=each.seen_by is not None).hidden)
        view = self._view()
        self._acts.append(acts)
        self._views.append(view)
        self._size += len(view)
        while self._size > MOST_KEPT and len(self._acts) > 1:
            self._acts.popleft()
            self._size -= len(self._views.popleft())
            self.first += 1

    def setup(self, header: RecordHeader, first: int, delay_s: float) -> bytes:
        """Return the response that begins a stream whose first step is `first`, a kept one or the next."""
        view = AnyMessage(type_url=self._codec.view_url, value=self._views[first - self.first])
        return WatchResponse(start=MatchSetup(
            match_id=header.match_id, setup=header.setup, bots=[seat.bot for seat in header.seats],
            catalogue=self._codec.catalogue, delay_ms=round(delay_s * 1000), steps=first - 1, view=view,
        )).SerializeToString()

    def steps_from(self, first: int) -> list[bytes]:
        """Return the responses from step `first` on, as many as one call returns."""
        found, size = list[bytes](), 0
        for number in range(first, min(self.next, first + RESPONSES_AT_ONCE)):
            index = number - self.first
            found.append(_STEP(number=number, acts=self._acts[index],
                               view=_ANY(type_url=self._codec.view_url, value=self._views[index + 1])))
            size += len(found[-1])
            if size > BYTES_AT_ONCE:
                break
        return found

    def _view(self) -> bytes:
        return self._codec.view(self._frames.seen)
