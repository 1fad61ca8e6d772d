"""The course of a match: the game's state, its chance, its digest chain, and what each seat hears of every step."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from lawspeaker_engine.dice import Dice
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Audience, Chance, Decision, Picks, Question, Seat, Setup
from lawspeaker_referee.codec import packing
from lawspeaker_referee.codec.game_codec import codec
from lawspeaker_referee.match.digest_chain import asked, next_link, taken
from lawspeaker_referee.match.events import CountedAnswer, Store
from lawspeaker_referee.match.seats import SeatState
from lawspeaker_referee.match.text import TextWriter


class GameRun:
    """Applies answers and writes what happened; whose answers they are and when they came is not its business."""

    def __init__(self, game: Game[Any], setup: Setup, dice: Dice, seats: Sequence[SeatState]) -> None:
        self.game, self.dice = game, dice
        self.steps = 0
        self.digest = b""
        """The chain's last link; the match sets the first one."""
        self.codec = codec(game)
        self._state = game.setup(setup)
        self._seats = seats
        self._question: Question = ()

    @property
    def state(self) -> Any:
        """The game's state: to be read, never changed."""
        return self._state

    def pending(self) -> Question:
        """What is asked now; the next `take` answers it."""
        self._question = self.game.pending(self._state)
        return self._question

    def written(self, decision: Decision) -> tuple[bytes, bytes]:
        """The options of a decision, and what its seat may know, as they are sent."""
        options = self.codec.options(decision.options)
        return options, self.codec.view(self.game.view(self._state, decision.seat))

    def told(self, decision: Decision, events: Sequence[bytes]) -> bytes:
        """The decision in words, as it is sent, for a seat that gets these events with it."""
        view = self.game.view(self._state, decision.seat)
        return self._teller.text(decision, view, events).SerializeToString()

    @cached_property
    def _teller(self) -> TextWriter:
        return TextWriter(self.codec)

    def draw(self, question: Chance) -> Store:
        """Let chance answer."""
        return self.take((self.dice.draw(question.stream, len(question.options), question.count),))

    def take(
        self, answers: tuple[Picks, ...], counted: tuple[CountedAnswer, ...] = (), timings: Sequence[bytes] = (),
    ) -> Store:
        """Apply a step, remember it for those who may know, and return it for the record."""
        question = self._question
        chosen = taken(question, answers)
        self.game.apply(self._state, answers)
        audiences = [question.seen_by] if isinstance(question, Chance) else [each.seen_by for each in question]
        acts, faultless = [], []
        for i, (seat, prompt, stream) in enumerate(asked(question)):
            fault = counted[i].fault if counted else 0
            options = self.codec.options(chosen[i])
            right = act = packing.full_act(seat, prompt, answers[i], options, fault=0, stream=stream)
            if fault:
                act = packing.full_act(seat, prompt, answers[i], options, fault=fault, stream=stream)
            acts.append(act)
            faultless.append(right)
            seen = packing.event(packing.seen_act(seat, prompt, options, fault=fault, stream=stream))
            hidden = seen if audiences[i] is None else packing.event(packing.hidden_act(seat, prompt, stream))
            self._tell(seat, packing.event(act), seen, hidden, audiences[i])
        self.digest = next_link(self.digest, faultless, self._state)
        self.steps += 1
        return Store(packing.step_entry(acts, self.digest, timings), counted)

    def _tell(self, actor: Seat, own: bytes, seen: bytes, hidden: bytes, audience: Audience) -> None:
        for number, seat in enumerate(self._seats):
            if seat.plays:
                may_see = audience is None or number in audience
                seat.events.append(own if number == actor else seen if may_see else hidden)
