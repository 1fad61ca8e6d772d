"""A game while it is played: its state, its chance, its digest chain, and each seat's view of every step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from functools import cached_property
from hashlib import blake2b
from random import Random
from typing import Any, Final

from lawspeaker.v1.record_pb2 import RecordHeader
from lawspeaker.v1.referee_service_pb2 import DecisionText
from lawspeaker_engine import canon
from lawspeaker_engine.dice import Dice
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import CHANCE, CannotDealAnew, Chance, Decision, Picks, Question, Seat, Setup
from lawspeaker_engine.position import Position
from lawspeaker_referee.codec.game_codec import EncodedAct, RequestBytes, codec
from lawspeaker_referee.match.decisions import OpenDecision
from lawspeaker_referee.match.digest_chain import LINK_BYTES, first_link, next_link
from lawspeaker_referee.match.events import AskInProcess, BotInfo, CountedAnswer, Store, ToSeat
from lawspeaker_referee.match.kept_request import KeptRequest, wants
from lawspeaker_referee.match.seats import SeatState
from lawspeaker_referee.match.text import TextWriter

MOST_MS: Final = 0xFFFFFFFF
"""The longest time that a request can hold."""


def _no_clock() -> float:
    return 0.0


class GameRun:
    """Applies answers, and makes the record entries and requests. It knows nothing of clocks and faults."""

    def __init__(self, match_id: str, game: Game[Any], setup: Setup, dice: Dice, seats: Sequence[SeatState],
                 state: Any = None) -> None:
        """Begin with this state, or with that before the first step, which is made anew."""
        self.game, self.dice = game, dice
        self.steps = 0
        self.digest = b""
        """The last link of the chain; empty before `begin`."""
        self.codec = codec(game)
        self._match_id, self._seats = match_id, seats
        self._setup = setup
        self.tells_changes = bool(game.unmanned(setup))
        """True if the rules play a seat, whose deeds texts tell by what changed since the request before."""
        self.cpu: Callable[[], float] = _no_clock
        """The clock by which what texts and positions take is measured."""
        self._state = game.setup(setup) if state is None else state
        self._question: Question = ()

    @property
    def state(self) -> Any:
        """Return the game's state, which must not be changed."""
        return self._state

    def begin(self, header: RecordHeader) -> None:
        """Begin the digest chain of a match with this header."""
        self.digest = first_link(header)

    def pending(self) -> Question:
        """Return what is asked now; the next `take` answers it."""
        self._question = self.game.pending(self._state)
        return self._question

    def draw(self, question: Chance) -> Store:
        """Let chance answer."""
        return self.take((self.dice.answer(question),))

    def take(self, answers: tuple[Picks, ...], counted: tuple[CountedAnswer, ...] = ()) -> Store:
        """Apply the answers to what is pending, and return the step for the record.

        `counted` says which answers are substitutes after a fault, and how they came about; empty for chance.
        """
        question, acts = self._question, []
        # The acts must be encoded now: applying the step may change the lists that their options are in.
        if isinstance(question, Chance):
            acts.append(self._act(CHANCE, question, answers[0], question.stream))
        else:
            for i, each in enumerate(question):
                acts.append(self._act(each.seat, each, answers[i], fault=counted[i].fault if counted else 0))
        self.game.apply(self._state, answers)
        self.digest = next_link(self.digest, answers, canon.digest(self._state))
        self.steps += 1
        return Store(acts, counted, self.digest[:LINK_BYTES])

    def _act(self, seat: Seat, asked: Decision | Chance, picks: Picks, stream: str = "", fault: int = 0) -> EncodedAct:
        """Return an answer encoded, and keep it for the next request of each seat."""
        options, seen_by = asked.options, asked.seen_by
        act = self.codec.encode_act(seat, asked.prompt, picks, [options[pick] for pick in picks], stream, fault,
                                    secret=seen_by is not None)
        for number, other in enumerate(self._seats):
            if other.plays:
                may_see = seen_by is None or number in seen_by
                other.events.append(act.full if number == seat else act.seen if may_see else act.hidden)
        return act

    def request(self, each: OpenDecision, now: float, *, again: bool = False) -> ToSeat | AskInProcess:
        """Return what asks a seat's bot for a decision, with everything that happened since its last request.

        If it is asked `again`, its clock has run on, and the time of writing does not matter.
        """
        seat, kept, spent = self._seats[each.decision.seat], each.request, 0.0
        if seat.asked_in_process:
            # Its messages are never lost, so nothing is kept to be sent again.
            events, seat.events = seat.events, []
            return AskInProcess(each.decision_id, each.decision, events, self)
        if kept is None or not kept.serves(seat):
            kept, spent = self._make_request(each, seat)
            each.request = kept
        left = 0
        if each.deadline is not None:
            left = min(MOST_MS, max(1, round((each.deadline - now) * 1000)))
        if self.tells_changes:
            seat.shown = kept.shown
        seat.unanswered += seat.events
        seat.events = []
        return ToSeat(each.decision.seat, kept.request.at(left), 0 if again else each.decision_id, cpu=spent)

    def view_of(self, seat: Seat) -> Any:
        """Return the engine's own view of a seat now."""
        return self.game.view(self._state, seat)

    def request_data(self, decision_id: int, decision: Decision, events: Sequence[bytes]) -> bytes:
        """Return the PlayResponse that asks a bot without a clock for a decision now."""
        view = self.view_of(decision.seat)
        return self._request_bytes(decision_id, decision, view, events).at(0)

    def _make_request(self, each: OpenDecision, seat: SeatState) -> tuple[KeptRequest, float]:
        """Return the request of a decision, and the seconds of CPU time that its text and its position took."""
        decision, bot, spent = each.decision, seat.bot, 0.0
        view = self.game.view(self._state, decision.seat)
        text, position = None, b""
        if bot is not None and (bot.text or bot.positions):
            began = self.cpu()
            text = self._writer(bot).text(decision, view, seat.events, seat.shown) if bot.text else None
            position = self._position(each) if bot.positions else b""
            spent = self.cpu() - began
        request = self._request_bytes(each.decision_id, decision, view, seat.events, text, position)
        before = seat.shown
        if self.tells_changes:
            self.show(decision.seat)
        return KeptRequest(request, wants(bot), len(seat.events), before, seat.shown), spent

    def _request_bytes(self, decision_id: int, decision: Decision, view: Any, events: Sequence[bytes],
                       text: DecisionText | None = None, position: bytes = b"") -> RequestBytes:
        seat = self._seats[decision.seat]
        return self.codec.request_bytes(
            self._match_id, decision_id, decision, view, events, last_charged_us=seat.last_charged_us,
            bank_left_ms=seat.bank_us // 1000, text=text, position=position)

    def show(self, number: Seat) -> None:
        """Keep what a seat sees now, from which its next text tells the changes."""
        self._seats[number].shown = deepcopy(self.game.view(self._state, number))

    def text(self, decision: Decision, events: Sequence[bytes], *, in_full: bool = True) -> DecisionText:
        """Return a decision of the present state in words, for a seat that gets these events with it."""
        writer = self._full_text if in_full else self._brief_text
        seat = decision.seat
        return writer.text(decision, self.game.view(self._state, seat), events, self._seats[seat].shown)

    def _position(self, each: OpenDecision) -> bytes:
        """Return the position for a decision, the same if it is asked again; empty if the game cannot deal it.

        Its generator is nobody else's: neither draws of the match nor other positions can be told from it.
        """
        seed = blake2b(f"{each.decision_id}".encode(), key=self._position_key).digest()
        seat = each.decision.seat
        try:
            dealt = self.game.deal_anew(self._state, seat, Random(int.from_bytes(seed)))
        except CannotDealAnew:
            return b""
        return Position(self.game, self._setup, seat, dealt).dump()

    @cached_property
    def _position_key(self) -> bytes:
        return self.dice.key("positions")

    def _writer(self, bot: BotInfo) -> TextWriter:
        return self._full_text if bot.text_in_full else self._brief_text

    @cached_property
    def _full_text(self) -> TextWriter:
        return TextWriter(self.codec)

    @cached_property
    def _brief_text(self) -> TextWriter:
        return TextWriter(self.codec, brief=True)
