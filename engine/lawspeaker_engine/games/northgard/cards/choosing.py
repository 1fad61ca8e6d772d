"""Effects that are put together from others: one of several, one that may be left out, one before or after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.content import CardEffect
from lawspeaker_engine.games.northgard.cards import counting
from lawspeaker_engine.games.northgard.cards.special import Special
from lawspeaker_engine.games.northgard.options import Accept, Action, action_option
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.model import PUBLIC, Decision


@dataclass(slots=True)
class Begin(Frame[State]):
    """An effect begins, unless it has become impossible."""

    seat: int
    card: int
    effect: CardEffect[State]

    def step(self, state: State) -> Work:
        """Begin the effect, if it is still possible."""
        if self.effect.playable(state, self.seat):
            self.effect.begin(state, self.seat, self.card)
        return DONE


@dataclass(frozen=True, slots=True)
class Choose:
    """Do `count` different ones of these effects, in any order (Feast: NG-DECK-08)."""

    among: tuple[CardEffect[State], ...]
    count: int = 1
    count_of: str = counting.ONCE
    """The factor of `count`, one of counting.EACH."""

    def __post_init__(self) -> None:
        counting.refuse_unknown_each(self.count_of)

    def playable(self, state: State, seat: int) -> bool:
        """Return whether one of the effects may be played."""
        return any(effect.playable(state, seat) for effect in self.among)

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask which one comes first."""
        state.push(ChooseEffect(seat, card, self.among, self._count(state, seat)))

    def _count(self, state: State, seat: int) -> int:
        return self.count * counting.times(state, seat, self.count_of) if self.count_of else self.count


@dataclass(slots=True)
class ChooseEffect(Frame[State]):
    """The seat chooses which of a card's effects it does next."""

    seat: int
    card: int
    among: tuple[CardEffect[State], ...]
    left: int
    """How many are still to be done."""
    done: tuple[int, ...] = ()

    def step(self, state: State) -> Decision | Work:
        """Ask which effect is next, among those that are possible now."""
        options = [
            action_option(number, self.card) for number, effect in enumerate(self.among)
            if number not in self.done and effect.playable(state, self.seat)
        ]
        if self.left and options:
            return self.choose(state, self.seat, "card.mode", options, PUBLIC)
        return DONE

    def take(self, state: State, chosen: Sequence[Action]) -> Work:
        """Begin the chosen effect, which is done completely before the next choice."""
        number = chosen[0].action
        self.left -= 1
        self.done = (*self.done, number)
        self.among[number].begin(state, self.seat, self.card)
        return ONGOING if self.left else DONE


@dataclass(frozen=True, slots=True)
class May(Special):
    """The effect may be done or left out."""

    effect: CardEffect[State]

    def begin(self, state: State, seat: int, card: int) -> None:
        """Offer the effect."""
        state.push(Offer(seat, card, self.effect))


@dataclass(slots=True)
class Offer(Frame[State]):
    """The seat says whether it wants an effect."""

    seat: int
    card: int
    effect: CardEffect[State]

    def step(self, state: State) -> Decision | Work:
        """Ask whether the effect is wanted, if it is possible."""
        if self.effect.playable(state, self.seat):
            return Decision(self.seat, "card.may", [Accept()], 0, 1, (), PUBLIC)
        return DONE

    def take(self, state: State, chosen: Sequence[Accept]) -> Work:
        """Begin the effect if it was accepted."""
        if chosen:
            self.effect.begin(state, self.seat, self.card)
        return DONE


@dataclass(frozen=True, slots=True)
class BeforeOrAfter:
    """Do `main`; once, before or after it, `extra` may be done."""

    main: CardEffect[State]
    extra: CardEffect[State]

    def playable(self, state: State, seat: int) -> bool:
        """Return whether the main effect may be played."""
        return self.main.playable(state, seat)

    def begin(self, state: State, seat: int, card: int) -> None:
        """Offer the extra effect before the main one."""
        state.push(OfferBefore(seat, card, self.main, self.extra))


@dataclass(slots=True)
class OfferBefore(Frame[State]):
    """The seat says whether it wants the extra effect now; if not, it is asked again after the main one."""

    seat: int
    card: int
    main: CardEffect[State]
    extra: CardEffect[State]

    def step(self, state: State) -> Decision | Work:
        """Ask whether the extra effect comes first, if it is possible now; it may become possible later."""
        if self.extra.playable(state, self.seat):
            return Decision(self.seat, "card.before", [Accept()], 0, 1, (), PUBLIC)
        return self.take(state, [])

    def take(self, state: State, chosen: Sequence[Accept]) -> Work:
        """Push extra and main, or main and an offer of the extra."""
        if chosen:
            state.push(Begin(self.seat, self.card, self.main))
            self.extra.begin(state, self.seat, self.card)
        else:
            state.push(Offer(self.seat, self.card, self.extra))
            self.main.begin(state, self.seat, self.card)
        return DONE
