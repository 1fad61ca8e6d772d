"""An effect that may follow a Move action only if that caused no combat."""

from __future__ import annotations

from dataclasses import dataclass

from lawspeaker_engine.content import CardEffect
from lawspeaker_engine.games.northgard.move import MoveUnits
from lawspeaker_engine.games.northgard.specials.choosing import NO_COMBAT, May, Offer
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.model import Decision


def offered_without_combat(effects: tuple[CardEffect[State], ...], number: int) -> CardEffect[State] | None:
    """Return what the effect of this number offers if it depends on the combats of the move before it, else None."""
    if number >= len(effects):
        return None
    effect = effects[number]
    return effect.effect if isinstance(effect, May) and effect.when == NO_COMBAT else None


def offer_after_move(state: State, card: int, effect: CardEffect[State]) -> None:
    """Let the Move action that has just begun, on top of the agenda, end with the offer of the effect."""
    move = state.agenda.pop()
    assert isinstance(move, MoveUnits), "a row is refused unless the effect before this one is a move"
    state.push(MoveThenOffer(move.seat, move.left, move.terms, card=card, effect=effect))


@dataclass(slots=True)
class MoveThenOffer(MoveUnits):
    """A Move action that offers an effect at its end, if it has caused no combat."""

    card: int = -1
    effect: CardEffect[State] | None = None

    def step(self, state: State) -> Decision | None:
        """Move; combats are pending at the end if there are any."""
        asked = MoveUnits.step(self, state)
        moving = asked is not None or (state.agenda and state.agenda[-1] is self)
        if not moving and not state.battles and self.effect is not None:
            state.push(Offer(self.seat, self.card, self.effect))
        return asked
