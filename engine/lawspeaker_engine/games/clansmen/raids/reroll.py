"""Rerolls: after the dice are seen and before anything comes of them (CL-RAID-13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.clansmen.cards.tales import held, may_hold
from lawspeaker_engine.games.clansmen.options import RerollDie, RerollRaider, TurnDie
from lawspeaker_engine.games.clansmen.raids.battle import UNDECIDED, Die
from lawspeaker_engine.games.clansmen.raids.defence import is_six, set_to_six
from lawspeaker_engine.games.clansmen.raids.rolling import SIDES, RollDie, RollRaider
from lawspeaker_engine.games.clansmen.state import State
from lawspeaker_engine.model import PUBLIC, Decision

Change = RerollDie | RerollRaider | TurnDie
"""The options for a die that has been rolled."""


@dataclass(slots=True)
class Rerolls(Frame[State]):
    """Players reroll in turn order, again and again, until all who can have passed in succession (CL-RAID-13)."""

    turn: int = 0
    """Counts the seats in turn order."""
    passed: int = 0
    """Seats in succession that did nothing."""

    def step(self, state: State) -> Decision | Work:
        """Seats that can do nothing are passed over; who might hold a card that turns a die is asked (AMB-CL-35)."""
        if self.passed == len(state.players):
            return DONE
        seat = self._seat(state)
        options = _rerolls(state, seat)
        if not options and not _may_turn(state, seat):
            self._next(passed=self.passed + 1)
            return ONGOING
        options += _turns(state, seat)
        return Decision(seat, "raid.reroll", options, 0, min(1, len(options)), (), PUBLIC, reaction=True)

    def take(self, state: State, chosen: Sequence[Change]) -> Work:
        """Pay for a reroll and push it, or pass."""
        seat = self._seat(state)
        if not chosen:
            self._next(passed=self.passed + 1)
            return ONGOING
        self._next(passed=0)
        option = chosen[0]
        raid = state.running_raid()
        stream = f"{state.raid_stream()}/reroll/{seat}"
        if isinstance(option, TurnDie):
            set_to_six(state, seat, option)
            raid.dice[_place(state, seat, option.tile)].pips = SIDES
        elif isinstance(option, RerollRaider):
            _pay(state, seat, raid.raider_rerolls, blessing=option.blessing)
            state.push(RollRaider(option.raider, stream))
        else:
            _pay(state, seat, raid.own_rerolls, blessing=option.blessing)
            state.push(RollDie(_place(state, seat, option.tile), stream))
        return ONGOING

    def _seat(self, state: State) -> int:
        return state.turn_order()[self.turn % len(state.players)]

    def _next(self, passed: int) -> None:
        self.turn += 1
        self.passed = passed


def _rerolls(state: State, seat: int) -> list[Change]:
    """Return what the seat may roll again: own dice and Raiders' ones, by buildings and Blessings (CL-BLESS-04,
    AMB-CL-19).
    """
    raid = state.running_raid()
    blessings = state.players[seat].blessings
    own = [die.tile for die in _rolled(state, seat)]
    raiders = sorted({die.raider for die in raid.dice if die.fate == UNDECIDED}.intersection(raid.undefeated))
    options: list[Change] = []
    if raid.own_rerolls[seat]:
        options += [RerollDie(tile, blessing=False) for tile in own]
    if raid.raider_rerolls[seat]:
        options += [RerollRaider(raider, blessing=False) for raider in raiders]
    if blessings:
        options += [RerollDie(tile, blessing=True) for tile in own]
    if blessings and state.settings.blessing_die == "any":
        options += [RerollRaider(raider, blessing=True) for raider in raiders]
    return options


def _turns(state: State, seat: int) -> list[Change]:
    """Return own dice that a held card may set to 6 after the roll."""
    if not _may_turn(state, seat):
        return []
    return [TurnDie(card, die.tile) for card in held(state, seat, is_six) for die in _rolled(state, seat)]


def _may_turn(state: State, seat: int) -> bool:
    """Return whether others must reckon with such a card."""
    return state.settings.valor == "roll" and bool(_rolled(state, seat)) and may_hold(state, seat, is_six)


def _rolled(state: State, seat: int) -> list[Die]:
    """Return the seat's dice whose roll stands before judgement; those set by a card are not rolled (AMB-CL-35)."""
    raid = state.running_raid()
    return [
        die for die in raid.dice
        if die.seat == seat and die.pips and die.fate == UNDECIDED and die.tile not in raid.valor[seat]
    ]


def _pay(state: State, seat: int, left: list[int], *, blessing: bool) -> None:
    if blessing:
        state.players[seat].blessings -= 1
    else:
        left[seat] -= 1


def _place(state: State, seat: int, tile: int) -> int:
    """Return the place of the seat's die among all dice."""
    return next(i for i, die in enumerate(state.running_raid().dice) if (die.seat, die.tile) == (seat, tile))
