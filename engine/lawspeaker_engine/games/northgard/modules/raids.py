"""Raids: units leave a Port for a year or two and bring something home (UH-SEA-01, UH-SEA-06..19)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.northgard import figures
from lawspeaker_engine.games.northgard.modules.raid_gains import TakeGains
from lawspeaker_engine.games.northgard.modules.raid_rows import RAIDS
from lawspeaker_engine.games.northgard.modules.sea_part import NO_RAID, KeptRaid, Port, Sea, controller
from lawspeaker_engine.games.northgard.moments import Rule
from lawspeaker_engine.games.northgard.options import Accept, Action, Raid, Raiders
from lawspeaker_engine.games.northgard.settings import Settings
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.model import PUBLIC, Chance, Decision

DRAWN: Final = 2
"""Raid cards of which one is chosen (UH-SEA-15)."""
MOST_UNITS: Final = 2
COMPLETE: Final = 0
CONTINUE: Final = 1
"""The choices for a Raid that lies at a Port (UH-SEA-09)."""
KEEP: Final = 0
REPLACE: Final = 1
"""The choices of a new controller for the card that lies there (UH-SEA-19)."""
GAIN: Final = 0
ACT: Final = 1
"""The choices for a finished Raid (UH-SEA-10)."""


def in_deck(settings: Settings) -> list[int]:
    """Return the Raid cards of the deck, ascending."""
    return [number for number, row in enumerate(RAIDS) if row.wip or settings.raid_deck == len(RAIDS)]


@dataclass(slots=True)
class ShuffleRaids(Frame[State]):
    """Step E: the Raid cards lie face down (UH-SEA-01)."""

    def step(self, state: State) -> Work:
        """Nobody has seen any of them."""
        state.part(Sea).deck = in_deck(state.settings)
        return DONE


@dataclass(slots=True)
class RaidPhase(Frame[State]):
    """After the actions each player in turn order uses each Port it controls, once (UH-SEA-08)."""

    order: tuple[int, ...]
    done: tuple[int, ...] = ()
    """Ports that were used, by their place in the list of Ports."""

    def step(self, state: State) -> Work:
        """Let the next player use its next Port; one that changes hands meanwhile is not used twice."""
        ports = state.part(Sea).ports
        for seat in self.order:
            for number, port in enumerate(ports):
                if number not in self.done and controller(state, port) == seat:
                    self.done = (*self.done, number)
                    state.push(UsePort(seat, number))
                    return ONGOING
        return DONE


@dataclass(slots=True)
class UsePort(Frame[State]):
    """A player resolves the Raid of a Port, and may begin one."""

    seat: int
    number: int
    resolved: bool = False
    """True if a running Raid was looked at, or the card of another player's."""

    def step(self, state: State) -> Decision | Work:
        """Ask what becomes of the Raid that runs, or of the card that lies there; then whether a new one begins."""
        port = self._port(state)
        if not self.resolved and port.units:
            may_continue = port.year == 1 and port.units == MOST_UNITS
            options = [Action(COMPLETE), Action(CONTINUE)] if may_continue else [Action(COMPLETE)]
            return self.choose(state, self.seat, "raid.resolve", options, PUBLIC)
        if port.card != NO_RAID and not port.units:
            if self.resolved:
                if _may_send(state, self.seat, port):
                    state.push(SendRaiders(self.seat, self.number))
                return DONE
            return Decision(self.seat, "raid.inherit", [Action(KEEP), Action(REPLACE)], 1, 1, (0,), PUBLIC)
        if port.card == NO_RAID and _may_send(state, self.seat, port) and _left(state):
            return Decision(self.seat, "raid.launch", [Accept()], 0, 1, (), PUBLIC)
        return DONE

    def take(self, state: State, chosen: Sequence[Action] | Sequence[Accept]) -> Work:
        """Complete or go on; keep or replace; or draw."""
        port, option = self._port(state), chosen[0] if chosen else None
        if isinstance(option, Action) and port.units:
            self.resolved = True
            if option.action == CONTINUE:
                port.year = 2
                return DONE
            state.push(Return(self.seat, self.number))
            state.push(Reward(self.seat, port.card, port.units, second=port.year == 2))
            return ONGOING
        if isinstance(option, Action):
            self.resolved = True
            if option.action == REPLACE:
                _put_under(state, port)
            return ONGOING
        if chosen:
            state.push(PickRaid(self.seat, self.number))
        return DONE

    def _port(self, state: State) -> Port:
        return state.part(Sea).ports[self.number]


def _left(state: State) -> int:
    part = state.part(Sea)
    return len(part.deck) + len(part.bottom)


def _may_send(state: State, seat: int, port: Port) -> int:
    """Return how many units may leave the Port: one figure stays, unless the Raid keeps the Port (AMB-H49)."""
    territory = port.territory(state)
    if state.board.owner[territory] != seat:
        return 0
    units, special = figures.standing(state, seat, territory)
    stay = 0 if special or state.settings.raid_last_unit else 1
    return max(min(units - stay, MOST_UNITS), 0)


def _put_under(state: State, port: Port) -> None:
    """The card of the Port goes under the deck (UH-SEA-13)."""
    state.part(Sea).bottom.append(port.card)
    port.card = NO_RAID


@dataclass(slots=True)
class Reward(Frame[State]):
    """A finished Raid brings its gain, or its action (UH-SEA-10)."""

    seat: int
    card: int
    units: int
    second: bool
    """True if it took two years."""

    def step(self, state: State) -> Decision | Work:
        """Ask which, if both can be had; an action that is kept can always be."""
        row = RAIDS[self.card]
        action, at = (row.two_action, row.two_at) if self.second else (row.one_action, row.one_at)
        possible = action is not None and (bool(at) or action.playable(state, self.seat))
        options = [Action(GAIN), Action(ACT)] if possible else [Action(GAIN)]
        return self.choose(state, self.seat, "raid.reward", options, PUBLIC)

    def take(self, state: State, chosen: Sequence[Action]) -> Work:
        """Take the gain, once for each unit after one year; or act now or later."""
        row = RAIDS[self.card]
        if chosen[0].action == GAIN:
            gains, times = (row.two, 1) if self.second else (row.one_each, self.units)
            state.push(TakeGains(self.seat, gains, times))
        elif row.two_at if self.second else row.one_at:
            state.part(Sea).kept.append(KeptRaid(self.seat, self.card, self.second))
        else:
            _act(state, self.seat, self.card, second=self.second)
        return DONE


def _act(state: State, seat: int, card: int, *, second: bool) -> None:
    action = RAIDS[card].two_action if second else RAIDS[card].one_action
    if action is not None and action.playable(state, seat):
        action.begin(state, seat, NO_RAID)


@dataclass(slots=True)
class Return(Frame[State]):
    """The units of a finished Raid come home; of two that were away for two years, one to the reserve (UH-SEA-12)."""

    seat: int
    number: int

    def step(self, state: State) -> Work:
        """Units whose Port was lost by the Raid's own action went to the reserve."""
        part = state.part(Sea)
        port = part.ports[self.number]
        kept = any(each.card == port.card for each in part.kept)
        if port.units:
            home = port.units - (port.year == MOST_UNITS)
            state.players[self.seat].reserve += port.units - home
            territory, port.units, port.seat, port.year = port.territory(state), 0, -1, 0
            state.put_figures(self.seat, territory, home)
        if kept:
            port.card = NO_RAID
        else:
            _put_under(state, port)
        return DONE


@dataclass(slots=True)
class PickRaid(Frame[State]):
    """The seat draws two cards unseen by others and keeps one; the other goes under the deck (UH-SEA-15)."""

    seat: int
    number: int
    drawn: tuple[int, ...] = ()

    def step(self, state: State) -> Chance | Decision | Work:
        """Draw, then ask which one is kept."""
        part = state.part(Sea)
        if self.drawn:
            return self.choose(state, self.seat, "raid.pick", [Raid(card) for card in sorted(self.drawn)], PUBLIC)
        count = min(DRAWN, len(part.deck))
        if count < len(part.deck):
            return Chance("raids.draw", [Raid(card) for card in part.deck], count, "raids", (self.seat,))
        return self.take(state, [Raid(card) for card in part.deck])

    def take(self, state: State, chosen: Sequence[Raid]) -> Work:
        """Note what was drawn, with what the deck lacks from under it; or lay the chosen card on the Beach."""
        part = state.part(Sea)
        if not self.drawn:
            for option in chosen:
                part.deck.remove(option.raid)
            more = DRAWN - len(chosen)
            self.drawn = (*[option.raid for option in chosen], *part.bottom[:more])
            del part.bottom[:more]
            return ONGOING
        part.ports[self.number].card = chosen[0].raid
        part.bottom += [card for card in self.drawn if card != chosen[0].raid]
        state.push(SendRaiders(self.seat, self.number))
        return DONE


@dataclass(slots=True)
class SendRaiders(Frame[State]):
    """One or two units of the Port's territory go on the Raid."""

    seat: int
    number: int

    def step(self, state: State) -> Decision | Work:
        """Ask how many."""
        most = _may_send(state, self.seat, state.part(Sea).ports[self.number])
        return self.choose(state, self.seat, "raid.units", [Raiders(units) for units in range(1, most + 1)], PUBLIC)

    def take(self, state: State, chosen: Sequence[Raiders]) -> Work:
        """Put them on the card: they are on the map, but in no territory."""
        port = state.part(Sea).ports[self.number]
        for option in chosen:
            port.seat, port.units, port.year = self.seat, option.units, 1
            state.take_figures(port.territory(state), option.units)
        return DONE


# Kept Raids.


@dataclass(frozen=True, slots=True)
class KeptRaids(Rule):
    """Finished Raids whose action waits for the Harvest of their player (UH-SEA-11)."""

    def collect(self, state: State, seat: int) -> None:
        """Let them act once the harvest is in, so that it can be exchanged and sold."""
        _use_kept(state, seat, "harvest")


@dataclass(slots=True)
class StartOfYear(Frame[State]):
    """Finished Raids whose action waits for the start of the next year act, in turn order."""

    order: tuple[int, ...]

    def step(self, state: State) -> Work:
        """Let them act; the first player's come first."""
        for seat in reversed(self.order):
            _use_kept(state, seat, "start")
        return DONE


def _use_kept(state: State, seat: int, at: str) -> None:
    part = state.part(Sea)
    due = [each for each in part.kept if each.seat == seat and at == (
        RAIDS[each.card].two_at if each.second else RAIDS[each.card].one_at)]
    for each in reversed(due):
        part.kept.remove(each)
        part.bottom.append(each.card)
        _act(state, seat, each.card, second=each.second)
