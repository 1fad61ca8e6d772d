"""The Actions phase: one action a turn, in turn order, until nobody acts any more (CL-ACT-*)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.clansmen import people
from lawspeaker_engine.games.clansmen.actions import action_budget, build, play, promises, regular, specials, trade
from lawspeaker_engine.games.clansmen.actions.specials import Special
from lawspeaker_engine.games.clansmen.options import PASS, Build, Heal, Pass, PlayCard, Speak, Trade
from lawspeaker_engine.games.clansmen.question_context import About, ContextFrame
from lawspeaker_engine.games.clansmen.state import OPEN, State
from lawspeaker_engine.model import PUBLIC, Decision

_UNCOUNTED: Final = -1


def possible(state: State, seat: int) -> list[Any]:
    """Return what the seat can do in its turn: regular actions, Special Actions and free plays."""
    found: list[Any] = []
    for offers in _sources(state, seat):
        found += offers(state, seat)
    return found


def _sources(state: State, seat: int) -> tuple[Callable[[State, int], Sequence[Any]], ...]:
    """Return the functions that list what the seat can do; regular actions need a Standard Action (CL-ACT-02)."""
    return _ALL if state.players[seat].actions > 0 else _WITHOUT_STANDARD_ACTION


_WITHOUT_STANDARD_ACTION: Final = (specials.offers, play.offers)
_ALL: Final = (regular.offers, build.offers, trade.offers, *_WITHOUT_STANDARD_ACTION)


@dataclass(slots=True)
class ActionsPhase(Frame[State]):
    """Turns in turn order, round after round, until nobody can or wants to act (CL-SEQ-06, CL-ACT-06, AMB-CL-07).

    A seat that can do nothing now is passed over; it has a turn again when something becomes possible, as by a trade.
    """

    turns: int = _UNCOUNTED
    """Turns begun or left out so far, once Standard Actions are counted."""
    idle: int = 0
    """Turns left out since the last one that was begun."""

    def step(self, state: State) -> Work:
        """Give the next turn; a seat that has passed gets none, until an action takes all passes back by option."""
        if self.turns == _UNCOUNTED:
            for seat, player in enumerate(state.players):
                player.actions = action_budget.standard_actions(state, seat)
            self.turns = 0
            return ONGOING
        if self.idle == state.settings.players:
            return DONE
        seat = (state.start + self.turns) % state.settings.players  # as in `turn_order`
        self.turns += 1
        if _has_turn(state, seat):
            self.idle = 0
            state.push(Turn(seat))
        else:
            self.idle += 1
        return ONGOING


def _has_turn(state: State, seat: int) -> bool:
    """Return whether the seat has not passed and, for all that the others know, can do something."""
    player = state.players[seat]
    if player.passed:
        return False
    return bool(player.hand) or any(offers(state, seat) for offers in _sources(state, seat))


@dataclass(slots=True)
class Turn(ContextFrame[State]):
    """One action of a seat, or more by cards (CL-TALES-27), with any number of free plays before and after (CL-ACT-09).

    By the option `cards` none follow it. What would be played then is played in the seat's next turn of the season:
    that is why a seat with cards is asked again although it has no action left.
    """

    seat: int
    spoken: bool = False
    """True if it has had the word in this turn.

    Who then promises nothing has used up nothing by it, so that without this it could ask for the word for ever.
    """

    def step(self, state: State) -> Decision | Work:
        """Ask a seat that by common knowledge could do something; any other one has finished."""
        seat, player = self.seat, state.players[self.seat]
        if player.acted > player.tempo:
            return self._after(state)
        found = possible(state, seat)
        if not (found or player.hand):
            self._end(state, passed=player.closed != OPEN and not player.acted)
            return DONE
        choices = [*found, *([] if self.spoken else promises.offers(state, seat)), PASS]
        return Decision(seat, "turn.action", choices, 1, 1, (len(choices) - 1,), PUBLIC)

    def _after(self, state: State) -> Decision | Work:
        """Offer what the seat may still play, or end the turn."""
        player = state.players[self.seat]
        heals = player.blessings and people.weakened(state, self.seat)
        if not (state.settings.cards_add_up and (player.hand or heals)):
            self._end(state, passed=False)
            return DONE
        choices = [*play.offers(state, self.seat), PASS]
        return Decision(self.seat, "turn.after", choices, 1, 1, (len(choices) - 1,), PUBLIC)

    def take(self, state: State, chosen: Sequence[Any]) -> Work:
        """Begin what was chosen; it is finished before the turn goes on."""
        seat, option = self.seat, chosen[0]
        if isinstance(option, Pass):
            self._end(state, passed=not state.players[seat].acted)
            return DONE
        if isinstance(option, Speak):
            self.spoken = True
            state.push(promises.Announce(seat))
        elif isinstance(option, (PlayCard, Heal)):
            play.begin(state, seat, option)
        elif isinstance(option, Trade):
            trade.begin(state, seat, option)
        elif isinstance(option, Build):
            build.begin(state, seat, option)
        elif isinstance(option, Special):
            specials.begin(state, seat, option)
        else:
            regular.begin(state, seat, option)
        return ONGOING

    def about(self, state: State) -> About:
        """Return what the seat has done and can still do in this turn."""
        player = state.players[self.seat]
        return About(
            left=1 + player.tempo - player.acted, acted=player.acted, homeland_only=player.closed != OPEN,
        )

    def _end(self, state: State, *, passed: bool) -> None:
        """End the turn; a seat that has acted in it has not passed by leaving out a second action.

        Who could do nothing has not passed either, but who has declined the only thing left, a trade, has.
        """
        player = state.players[self.seat]
        player.passed = passed
        player.tempo = player.acted = 0
        player.closed = OPEN
