"""The state of a match: the actions so far, and OpenSpiel's state, which follows from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

import pyspiel

from lawspeaker_engine import canon
from lawspeaker_engine.agenda import DONE, ONGOING, Asked, Frame, Unmanned, Work, copy_agenda
from lawspeaker_engine.model import PUBLIC, Audience, CannotDealAnew, Chance, Decision, Outcome, Rng, Seat
from lawspeaker_engine.state_codec import FROM_SETUP
from lawspeaker_openspiel.chances import weights_of
from lawspeaker_openspiel.rows import Row
from lawspeaker_openspiel.view import Event, Move, Turn

MOST_SAMPLES: Final = 2000
"""Samples of OpenSpiel that are tried; it does not know what follows from cards that a player did not have."""
_BITS: Final = 53
_PERFECT: Final = pyspiel.GameType.Information.PERFECT_INFORMATION
_SAMPLED: Final = pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
_MEAN_FIELD: Final = pyspiel.GameType.Dynamics.MEAN_FIELD


class NotPlayable(ValueError):
    """A game of OpenSpiel that no referee can play; says why."""


@cache
def load(text: str) -> Any:
    """Return a game of OpenSpiel by its name and parameters. Raises NotPlayable."""
    try:
        game = pyspiel.load_game(text)
    except pyspiel.SpielError as error:
        raise NotPlayable(f"OpenSpiel does not load {text}: {str(error).splitlines()[0]}") from error
    kind = game.get_type()
    if kind.chance_mode == _SAMPLED:
        raise NotPlayable(f"{text} draws by itself, so that nobody could verify its chance")
    if kind.dynamics == _MEAN_FIELD:
        raise NotPlayable(f"{text} is played by a distribution of players, not by seats")
    return game


def has_secrets(game: Any) -> bool:
    """Return False for a game of perfect information."""
    return bool(game.get_type().information != _PERFECT)


@dataclass(slots=True)
class State:
    """Everything that is so."""

    game: str = field(metadata=FROM_SETUP)
    """OpenSpiel's game with its parameters."""
    row: Row = field(metadata=FROM_SETUP | canon.NOT_CANON)
    scale: int = field(metadata=FROM_SETUP)
    history: list[int] = field(default_factory=list)
    """All actions, those of chance too; actions at the same time by seat."""
    draws: int = 0
    """How often chance was asked."""
    outcome: Outcome | None = None
    agenda: list[Frame[State]] = field(default_factory=list)
    question: Asked | None = field(default=None, metadata=canon.NOT_CANON)
    unmanned: Unmanned | None = field(default=None, metadata=canon.NOT_CANON)
    spiel: Any = field(default=None, metadata=canon.NOT_CANON)
    """OpenSpiel's state after the history."""

    def restore(self) -> None:
        """Play the history. Raises ValueError for one that is not legal."""
        self.spiel = replayed(self.game, self.history)

    def copy(self) -> State:
        """Return an independent copy."""
        return State(self.game, self.row, self.scale, list(self.history), self.draws, self.outcome,
                     copy_agenda(self.agenda), spiel=self.spiel.clone())

    def push(self, actions: Sequence[int]) -> None:
        """Apply what was chosen: one action, or one for each seat that moves at the same time."""
        if self.spiel.is_simultaneous_node():
            self.spiel.apply_actions(actions)
        else:
            self.spiel.apply_action(actions[0])
        self.history.extend(actions)


def replayed(game: str, history: Sequence[int]) -> Any:
    """Return OpenSpiel's state after a history. Raises ValueError for one that is not legal."""
    state = load(game).new_initial_state()
    at, players = 0, state.num_players()
    while at < len(history):
        if state.is_terminal():
            raise ValueError("the history goes on after the end of the game")
        if state.is_simultaneous_node():
            actions = list(history[at:at + players])
            if len(actions) < players or any(
                    action not in state.legal_actions(seat) for seat, action in enumerate(actions)):
                raise ValueError(f"{actions} are not what {players} seats can do at once")
            state.apply_actions(actions)
            at += players
            continue
        if history[at] not in state.legal_actions():
            raise ValueError(f"action {history[at]} of the history is not legal")
        state.apply_action(history[at])
        at += 1
    return state


@dataclass(slots=True)
class Play(Frame[State]):
    """All that happens, to the end."""

    def step(self, state: State) -> Asked | Work:
        """Ask chance or whoever moves, or end the game."""
        spiel, row = state.spiel, state.row
        if spiel.is_terminal():
            state.outcome = _outcome(spiel.returns(), state.scale)
            return DONE
        if spiel.is_chance_node():
            return _chance(state)
        if spiel.is_simultaneous_node():
            secrets = has_secrets(spiel.get_game())
            return tuple(_decision(spiel, seat, row, (seat,) if secrets else PUBLIC)
                         for seat in range(spiel.num_players()))
        seat = spiel.current_player()
        seen_by = _audience(spiel, spiel.legal_actions(), seat) if _is_hidden(state) else PUBLIC
        return _decision(spiel, seat, row, seen_by)

    def take(self, state: State, chosen: Sequence[Any]) -> Work:
        """Do it."""
        asked_chance, simultaneous = state.spiel.is_chance_node(), state.spiel.is_simultaneous_node()
        hidden = asked_chance or _is_hidden(state)
        state.push([each[0].action for each in chosen] if simultaneous else [chosen[0].action])
        state.draws += asked_chance
        if state.row.next_is_news and hidden and state.spiel.current_player() >= 0:
            state.agenda.append(Tell())
        return ONGOING


@dataclass(slots=True)
class Tell(Frame[State]):
    """All are told who moves."""

    def step(self, state: State) -> Chance:
        """Let chance say what follows from something hidden."""
        return Chance("turn", [Turn(state.spiel.current_player())], 1, f"turn/{len(state.history)}", seen_by=PUBLIC)

    def take(self, state: State, chosen: Sequence[Any]) -> Work:
        """Go on."""
        return DONE


def _is_hidden(state: State) -> bool:
    """Return whether what a player does now is not open to all."""
    return has_secrets(state.spiel.get_game()) and not state.row.open_moves(state.history)


def _chance(state: State) -> Chance:
    """Return what chance is asked; the name of its stream depends on how often it was asked before alone."""
    spiel = state.spiel
    outcomes = spiel.chance_outcomes()
    actions = [action for action, _ in outcomes]
    seen_by = _audience(spiel, actions) if has_secrets(spiel.get_game()) else PUBLIC
    return Chance("chance", [Event(action, spiel.action_to_string(pyspiel.PlayerId.CHANCE, action))
                             for action in actions],
                  1, f"chance/{state.draws}", seen_by, weights_of([probability for _, probability in outcomes]))


def _decision(spiel: Any, seat: Seat, row: Row, seen_by: Audience) -> Decision:
    actions = spiel.legal_actions(seat)
    usual = range(len(actions))[row.default]
    return Decision(seat, "move", [Move(action, spiel.action_to_string(seat, action)) for action in actions],
                    1, 1, (usual,), seen_by)


def _audience(spiel: Any, actions: Sequence[int], actor: Seat | None = None) -> Audience:
    """Return the seats that see which of the actions is taken: those whose view differs after any two of them, and who
    takes it. A single action is shown to nobody else, because it cannot be told who would see another one.
    """
    after = [spiel.child(action) for action in actions] if len(actions) > 1 else []
    seats = range(spiel.num_players())
    seen = tuple(seat for seat in seats if seat == actor or (
        after and len({told(each, seat) for each in after}) == len(after)))
    return PUBLIC if after and len(seen) == len(seats) else seen


def told(spiel: Any, seat: Seat) -> tuple[str, str]:
    """Return the information state and the observation of a seat; empty where OpenSpiel has none."""
    kind = spiel.get_game().get_type()
    return (spiel.information_state_string(seat) if kind.provides_information_state_string else "",
            spiel.observation_string(seat) if kind.provides_observation_string else "")


def _outcome(returns: Sequence[float], scale: int) -> Outcome:
    """Return the result; who has the larger return is better. Raises ValueError for a return that the scale misses."""
    scores = tuple(round(each * scale) for each in returns)
    if any(abs(each * scale - score) > 1e-9 for each, score in zip(returns, scores, strict=True)):
        raise ValueError(f"the returns {returns} are no integers at the scale {scale}")
    return Outcome(tuple(1 + sum(other > score for other in scores) for score in scores), scores, "returns")


def sampled(state: State, seat: Seat, rng: Rng) -> tuple[list[int], Any]:
    """Return a history, and OpenSpiel's state after it, in which all that the seat may not know is drawn afresh.

    Raises CannotDealAnew where OpenSpiel does not sample, or samples what cannot have happened.
    """
    spiel, name = state.spiel, f"openspiel_{state.row.name}"
    if spiel.is_chance_node() or any(isinstance(frame, Tell) for frame in state.agenda):
        raise CannotDealAnew(f"{name} cannot be dealt anew while chance is asked")
    if not state.row.sampled:
        raise CannotDealAnew(f"{name} cannot be dealt anew: OpenSpiel does not sample what a seat may not know of it")
    known, moves = told(spiel, seat), _moves(spiel, seat)
    for _ in range(MOST_SAMPLES):
        try:
            sample = spiel.resample_from_infostate(seat, _uniform(rng))
        except pyspiel.SpielError as error:
            raise CannotDealAnew(f"{name} cannot be dealt anew: {str(error).splitlines()[0]}") from error
        history = sample.history()
        try:
            again = replayed(state.game, history)
        except ValueError:
            continue
        if str(again) != str(sample):
            raise CannotDealAnew(f"{name} cannot be dealt anew: a sample of OpenSpiel does not follow from its history")
        if told(again, seat) == known and _moves(again, seat) == moves:
            return history, again
    raise CannotDealAnew(f"{name} was not dealt anew here: none of {MOST_SAMPLES:,} samples of OpenSpiel can have "
                         "happened")


def _moves(spiel: Any, seat: Seat) -> tuple[int, Iterable[int]]:
    """Return who moves, and what a seat can do."""
    if spiel.is_terminal():
        return spiel.current_player(), ()
    return spiel.current_player(), tuple(spiel.legal_actions(seat))


def _uniform(rng: Rng) -> Callable[[], float]:
    return lambda: rng.randrange(1 << _BITS) / (1 << _BITS)
