"""Parley, the tests' own game: a hidden hand, a die, a sealed bid, a theft and an ordered choice.

Everybody gets three cards. A round: a die is rolled for the pot; all bid a card at once, for ever secret; the highest
bidder takes the pot and may steal; the lowest one puts his hand in an order of his liking. After the rounds the most
points win.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from lawspeaker_engine import agenda, canon
from lawspeaker_engine.agenda import DONE, Asked, Frame, Unmanned, Work
from lawspeaker_engine.game import OptionalParts
from lawspeaker_engine.model import PUBLIC, Chance, Decision, GameOption, Outcome, Picks, Question, Rng, Setup
from tests.games import parley_pb2

MESSAGES = parley_pb2.DESCRIPTOR
"""Known to protobuf from here on, so that the referee and a bot find them by name."""
HAND = 3
VALUES = tuple(range(1, 17))


@dataclass(frozen=True, slots=True)
class Bid:
    card: int


@dataclass(frozen=True, slots=True)
class Steal:
    victim: int
    amount: int


@dataclass(frozen=True, slots=True)
class Keep:
    card: int


@dataclass(frozen=True, slots=True)
class Card:
    card: int


@dataclass(frozen=True, slots=True)
class Face:
    pips: int


@dataclass(frozen=True, slots=True)
class Pass:
    pass


@dataclass(slots=True)
class State:
    rounds: int
    hands: list[list[int]]
    points: list[int]
    deck: list[int]
    round: int = 0
    die: int | None = None
    phase: str = "deal"
    agenda: list[Frame[Any]] = field(default_factory=list)
    question: Asked | None = field(default=None, metadata=canon.NOT_CANON)
    unmanned: Unmanned | None = field(default=None, metadata=canon.NOT_CANON)


@dataclass(slots=True)
class Deal(Frame[State]):
    seat: int

    def step(self, state: State) -> Question | Decision | Work:
        return Chance("deal", [Card(card) for card in state.deck], HAND, "deck", seen_by=(self.seat,))

    def take(self, state: State, chosen: Sequence[Any]) -> Work:
        state.hands[self.seat] = [each.card for each in chosen]
        state.deck = [card for card in state.deck if card not in state.hands[self.seat]]
        return DONE


@dataclass(slots=True)
class Round(Frame[State]):
    def step(self, state: State) -> Question | Decision | Work:
        if state.round == state.rounds:
            state.phase = "over"
        else:
            state.round += 1
            state.agenda += [Round(), Bids(), Roll()]
        return DONE


@dataclass(slots=True)
class Roll(Frame[State]):
    def step(self, state: State) -> Question | Decision | Work:
        return Chance("round.roll", [Face(pips) for pips in range(1, 7)], 1, f"die/{state.round}", seen_by=PUBLIC)

    def take(self, state: State, chosen: Sequence[Any]) -> Work:
        state.die = chosen[0].pips
        state.phase = "bid"
        return DONE


@dataclass(slots=True)
class Bids(Frame[State]):
    def step(self, state: State) -> Question | Decision | Work:
        return tuple(
            Decision(seat, "round.bid", [Bid(card) for card in hand], 1, 1, default=(0,), seen_by=(seat,))
            for seat, hand in enumerate(state.hands)
        )

    def take(self, state: State, chosen: Sequence[Any]) -> Work:
        bids = [options[0].card for options in chosen]
        for hand, bid in zip(state.hands, bids, strict=True):
            hand.remove(bid)
        winner, loser = bids.index(max(bids)), bids.index(min(bids))
        state.points[winner] += state.die or 0
        state.phase = "spoils"
        state.agenda += [Order(loser), Theft(winner)]
        return DONE


@dataclass(slots=True)
class Theft(Frame[State]):
    seat: int

    def step(self, state: State) -> Question | Decision | Work:
        others = [seat for seat in range(len(state.hands)) if seat != self.seat]
        options = [Pass(), *(Steal(victim, amount) for victim in others for amount in (1, 2))]
        return Decision(self.seat, "round.steal", options, 0, 2, default=(), seen_by=PUBLIC)

    def take(self, state: State, chosen: Sequence[Any]) -> Work:
        for steal in chosen:
            if isinstance(steal, Steal):
                state.points[steal.victim] -= steal.amount
                state.points[self.seat] += steal.amount
        return DONE


@dataclass(slots=True)
class Order(Frame[State]):
    seat: int

    def step(self, state: State) -> Question | Decision | Work:
        hand = state.hands[self.seat]
        if len(hand) < 2:
            return DONE
        options = [Keep(card) for card in hand]
        return Decision(self.seat, "round.order", options, len(hand), len(hand), tuple(range(len(hand))),
                        seen_by=(self.seat,), ordered=True)

    def take(self, state: State, chosen: Sequence[Any]) -> Work:
        state.hands[self.seat] = [each.card for each in chosen]
        return DONE


@dataclass(frozen=True, slots=True)
class Rival:
    seat: int
    cards: int


@dataclass(frozen=True, slots=True)
class View:
    seat: int
    round: int
    die: int | None
    points: tuple[int, ...]
    hand: tuple[int, ...]
    rivals: tuple[Rival, ...]
    last_round: bool
    phase: str


@dataclass(frozen=True, slots=True)
class Catalogue:
    suits: tuple[str, ...]
    values: tuple[int, ...]


class Parley(OptionalParts[State]):
    """The game; see the module."""

    name = "parley"
    title = "Parley"
    version = 1
    editions = ("test",)
    players = (2, 3, 4)
    options = (GameOption("rounds", 2, "how many rounds", (1, 2, 3)), GameOption("fancy", False, "nothing at all"))
    view_type = View
    option_types = (Bid, Steal, Keep, Card, Face, Pass)
    catalogue = Catalogue(("oars", "axes"), VALUES)

    def content(self, setup: Setup) -> str:
        return "parley-1"

    def setup(self, setup: Setup) -> State:
        seats = setup.players
        state = State(int(setup.options["rounds"]), [[] for _ in range(seats)], [0] * seats, list(VALUES))
        state.agenda = [Round(), *(Deal(seat) for seat in reversed(range(seats)))]
        return state

    def pending(self, state: State) -> Question:
        return agenda.pending(state)

    def apply(self, state: State, answers: Sequence[Picks]) -> None:
        agenda.apply(state, answers)

    def copy(self, state: State) -> State:
        return State(state.rounds, [list(hand) for hand in state.hands], list(state.points), list(state.deck),
                     state.round, state.die, state.phase, agenda.copy_agenda(state.agenda))

    def deal_anew(self, state: State, seat: int, rng: Rng) -> State:
        """The other hands are dealt from all cards that are not in the seat's own; what was bid is forgotten."""
        dealt = self.copy(state)
        unseen = [card for card in VALUES if card not in dealt.hands[seat]]
        rng.shuffle(unseen)
        for other, hand in enumerate(dealt.hands):
            if other != seat:
                dealt.hands[other] = [unseen.pop() for _ in hand]
        dealt.deck = sorted(unseen[:len(dealt.deck)])
        return dealt

    def view(self, state: State, seat: int | None) -> View:
        rivals = tuple(Rival(other, len(hand)) for other, hand in enumerate(state.hands) if other != seat)
        return View(-1 if seat is None else seat, state.round, state.die, tuple(state.points),
                    () if seat is None else tuple(state.hands[seat]), rivals, state.round == state.rounds, state.phase)

    def full_view(self, state: State) -> View:
        return self.view(state, 0)

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(state.points)

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != "over":
            return None
        order = sorted(state.points, reverse=True)
        assert all(a >= b for a, b in pairwise(order))
        return Outcome(tuple(order.index(points) + 1 for points in state.points), tuple(state.points), "points")


PARLEY = Parley()
