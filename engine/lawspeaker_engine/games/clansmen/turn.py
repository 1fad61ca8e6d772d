"""The Actions phase: one action a turn, in turn order, until nobody acts any more (CL-ACT-*)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from lawspeaker_engine.agenda import Frame
from lawspeaker_engine.games.clansmen import actions, build, play, promises, specials, trade
from lawspeaker_engine.games.clansmen.about import About, Telling
from lawspeaker_engine.games.clansmen.options import Build, Heal, Pass, PlayCard, Speak, Trade
from lawspeaker_engine.games.clansmen.specials import Special
from lawspeaker_engine.games.clansmen.state import TRADE, State
from lawspeaker_engine.model import PUBLIC, Decision

NO_TRADE: Final = -1
_UNCOUNTED: Final = -1


def standard_actions(state: State, seat: int) -> int:
    """One, and one more for every three people; the Weakened count unless the match says otherwise (CL-ACT-01)."""
    counted = sum(state.settings.weak_count or not person.weakened for person in state.players[seat].people)
    return 1 + counted // 3


@dataclass(slots=True)
class ActionsPhase(Frame[State]):
    """Turns in turn order, round after round, until all have passed (CL-SEQ-06, CL-ACT-06, AMB-CL-07)."""

    turns: int = _UNCOUNTED
    """Turns begun or left out so far, once Standard Actions are counted."""

    def step(self, state: State) -> None:
        """Who has passed gets no turn; with `passing` consecutive the next action takes all passes back."""
        if self.turns == _UNCOUNTED:
            for seat, player in enumerate(state.players):
                player.actions = standard_actions(state, seat)
            self.turns = 0
        elif all(player.passed for player in state.players):
            state.agenda.pop()
        else:
            seat = state.turn_order()[self.turns % state.settings.players]
            self.turns += 1
            if not state.players[seat].passed:
                state.push(Turn(seat))


@dataclass(slots=True)
class Turn(Telling[State]):
    """One action of a seat, or two by a card (CL-TALES-27), with any number of free plays before it (CL-ACT-09).

    What would be played after the action is played in the seat's next turn of the season: nothing that others do in
    between changes what a card does. That is why a seat with cards is asked again although it has no action left.
    """

    seat: int
    acted: int = 0
    """Actions taken in this turn."""
    spoken: bool = False
    """Whether it has had the word in this turn.

    Who then promises nothing has used up nothing by it, so that without this it could ask for the word for ever.
    """
    partners: bool = True
    """Whether it may still bargain in this turn: not after bargaining that came to nothing (CL-T38)."""
    trading: int = NO_TRADE
    """While a Trade goes on, how often the seat had traded before."""

    def step(self, state: State) -> Decision | None:
        """Ask a seat that by common knowledge could do something; any other one passes, or has finished."""
        player = state.players[self.seat]
        if self.trading != NO_TRADE:
            if player.used[TRADE] == self.trading:
                self.partners = False
            else:
                self._acts(state)
            self.trading = NO_TRADE
            return None
        if self.acted > player.tempo:
            self._end(state)
            return None
        possible = self._possible(state)
        if not (possible or player.hand):
            self._pass(state)
            return None
        choices = [*possible, *([] if self.spoken else promises.offers(state, self.seat)), Pass()]
        return Decision(self.seat, "turn.action", choices, 1, 1, (len(choices) - 1,), PUBLIC)

    def _possible(self, state: State) -> list[Any]:
        """Regular actions, Special Actions and free plays."""
        seat = self.seat
        return [
            *actions.offers(state, seat), *build.offers(state, seat),
            *trade.offers(state, seat, partners=self.partners), *specials.offers(state, seat),
            *play.offers(state, seat),
        ]

    def take(self, state: State, chosen: Sequence[Any]) -> None:
        """Begin what was chosen; it is finished before the turn goes on."""
        seat, option = self.seat, chosen[0]
        if isinstance(option, Pass):
            self._pass(state)
        elif isinstance(option, Speak):
            self.spoken = True
            state.push(promises.Announce(seat))
        elif isinstance(option, PlayCard | Heal):
            play.begin(state, seat, option)
        elif isinstance(option, Trade):
            self.trading = state.players[seat].used[TRADE]
            trade.begin(state, seat, option, partners=self.partners)
        else:
            self._acts(state)
            if isinstance(option, Build):
                build.begin(state, seat, option)
            elif isinstance(option, Special):
                specials.begin(state, seat, option)
            else:
                actions.begin(state, seat, option)

    def about(self, state: State) -> About:
        """What the seat has done and can still do in this turn."""
        left = 1 + state.players[self.seat].tempo - self.acted
        return About(left=left, acted=self.acted, homeland_only=not self.partners)

    def _acts(self, state: State) -> None:
        self.acted += 1
        if state.settings.passing == "consecutive":
            for player in state.players:
                player.passed = False

    def _pass(self, state: State) -> None:
        """Who has acted in this turn has not passed by leaving out a second action."""
        state.players[self.seat].passed = not self.acted
        self._end(state)

    def _end(self, state: State) -> None:
        state.agenda.pop()
        state.players[self.seat].tempo = 0
