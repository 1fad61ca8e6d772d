"""A match in this process that a program plays step by step: it looks at the open decision, and answers it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from time import monotonic

from lawspeaker_bot.decision import AnswerOrigin, Decision
from lawspeaker_bot.decision import Match as BotMatch
from lawspeaker_engine.model import Seat
from lawspeaker_referee.match.events import Answered, BotInfo, Ended, Event, Joined, Store, Tick, ToSeat
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.record.writer import RecordWriter

_PLAYER = BotInfo("player", text=True)


class SteppedMatch:
    """A match whose seats the caller plays, with the texts that a bot gets. Of several open decisions it shows the
    first; what the others are told never depends on its answer.
    """

    def __init__(self, match: Match, record: RecordWriter | None = None,
                 names: Mapping[Seat, str] | None = None) -> None:
        """Begin a match, or go on with one that stands at a decision. `names` are what records call the players.

        Raises OSError if the record cannot be written.
        """
        self.match = match
        self.ended: Ended | None = None
        """The end of the match; None while it goes on."""
        self._record = record
        self._seats: dict[Seat, BotMatch] = {}
        self._open: dict[Seat, Decision] = {}
        self._refusal = ""
        """Why the match has refused the last answer."""
        for seat in match.manned:
            self._handle(Joined(seat, replace(_PLAYER, name=(names or {}).get(seat, f"player-{seat}"))))
        self._go_on()

    @property
    def seats(self) -> Mapping[Seat, BotMatch]:
        """Return the match as each seat knows it, with the text of its start."""
        return self._seats

    @property
    def decision(self) -> Decision | None:
        """Return the open decision that is shown; None once the match is over."""
        return self._open[min(self._open)] if self._open else None

    def of_seat(self, seat: Seat) -> Decision | None:
        """Return the open decision of a seat; None if it is not asked."""
        return self._open.get(seat)

    def answer(self, decision: Decision, picks: Sequence[int]) -> None:
        """Answer an open decision by picks, with what is noted in it. Raises OSError.

        Raises ValueError for illegal ones, which count as refused: the decision is still open, as long as the match's
        policy has it.
        """
        del self._open[decision.seat]
        self._refusal = ""
        self._handle(Answered(decision.seat, decision.decision_id, tuple(picks), decision.annotation, decision.tokens,
                              decision.origin))
        if self._refusal:
            if self.match.open_decisions.of_seat(decision.seat) is not None:
                self._open[decision.seat] = decision
            raise ValueError(self._refusal)
        self._go_on()

    def stand_in(self, decision: Decision, why: str) -> None:
        """Answer an open decision by its default, because what was said was no answer. Raises OSError."""
        decision.annotation, decision.origin = f"a stand-in: {why}", AnswerOrigin.UNPARSABLE
        self.answer(decision, decision.default)

    def _go_on(self) -> None:
        """Go on until a seat is asked, or the match is over."""
        while self.ended is None and not self._open:
            self._handle(Tick())

    def _handle(self, event: Event) -> None:
        for send in self.match.handle(event, monotonic()):
            match send:
                case Store():
                    if self._record is not None:
                        self._record.store(send)
                case Ended():
                    self.ended = send
                    self._open.clear()
                    if self._record is not None and send.footer is not None:
                        self._record.finish(send.footer)
                case ToSeat():
                    self._told(send)

    def _told(self, send: ToSeat) -> None:
        message = send.message
        match message.WhichOneof("message"):
            case "match_started":
                self._seats[send.seat] = BotMatch(message.match_started)
            case "decision_request":
                self._open[send.seat] = Decision(message.decision_request, self._seats[send.seat])
            case "answer_rejected":
                self._refusal = message.answer_rejected.message
