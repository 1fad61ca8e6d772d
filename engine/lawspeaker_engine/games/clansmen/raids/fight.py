"""A raid is fought: dice are placed and rolled, Raiders defeated, people weakened (CL-RAID-05..14)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.clansmen import buildings, people
from lawspeaker_engine.games.clansmen.options import Raider
from lawspeaker_engine.games.clansmen.question_context import About, ContextFrame
from lawspeaker_engine.games.clansmen.raids.battle import BEATS, FAILS, UNDECIDED, UNHURT, UNPLACED, Die, Raid
from lawspeaker_engine.games.clansmen.raids.reroll import Rerolls
from lawspeaker_engine.games.clansmen.raids.rolling import SIDES, RollDie, RollRaider
from lawspeaker_engine.games.clansmen.state import FOOD, GOODS, WARRIOR, State
from lawspeaker_engine.model import PUBLIC, Decision

_DEALING, _ROLLING, _FIRST, _SECOND, _AFTERMATH = range(5)


@dataclass(slots=True)
class Fight(Frame[State]):
    """The raid once it is known who defends."""

    stage: int = _DEALING

    def step(self, state: State) -> Work:
        """Dice are placed; the Raiders roll once; Warriors with Stables fight before all others (AMB-CL-33)."""
        stage = self.stage
        self.stage += 1
        if stage == _DEALING:
            _deal(state)
            state.push(Placing())
            return ONGOING
        if stage == _ROLLING:
            for raider in reversed(range(len(state.running_raid().raiders))):
                state.push(RollRaider(raider, f"{state.raid_stream()}/raider"))
            return ONGOING
        if stage == _FIRST:
            state.push(Round(first=True))
            return ONGOING
        if stage == _SECOND:
            state.push(Round(first=False))
            return ONGOING
        _settle(state)
        return DONE


def _deal(state: State) -> None:
    """Whole rounds of dice go evenly over the Raiders, Warriors first, then Clansmen separately (CL-RAID-06).

    Dice are dealt one a player and round from the Start token, each player's in the order in which it has named its
    people; the last ones are the remainder (AMB-CL-34).
    """
    raid = state.running_raid()
    raiders = len(raid.raiders)
    for warriors in (True, False):
        dealt = _rounds(state, warriors=warriors)
        even = len(dealt) - len(dealt) % raiders
        for i, (seat, tile) in enumerate(dealt):
            raid.dice.append(Die(seat, tile, warriors, i % raiders if i < even else UNPLACED))


def _rounds(state: State, *, warriors: bool) -> list[tuple[int, int]]:
    """Return seats and tiles of the Warriors, or of the Clansmen, in the order in which their dice are dealt."""
    order = state.turn_order()
    rows = [
        [tile for tile in state.running_raid().committed[seat] if _is_warrior(state, seat, tile) == warriors]
        for seat in order
    ]
    longest = max(len(row) for row in rows)
    return [(seat, row[i]) for i in range(longest) for seat, row in zip(order, rows, strict=True) if i < len(row)]


def _is_warrior(state: State, seat: int, tile: int) -> bool:
    """Everybody else is a Clansman (CL-POP-06)."""
    person = people.person_at(state, seat, tile)
    return person is not None and person.kind == WARRIOR


@dataclass(slots=True)
class Placing(ContextFrame[State]):
    """The owners of the remaining dice place them, in the order in which they were dealt (CL-RAID-07, AMB-CL-34)."""

    def step(self, state: State) -> Decision | Work:
        """Ask which Raider the die faces; any will do."""
        raid = state.running_raid()
        if all(die.raider != UNPLACED for die in raid.dice):
            return DONE
        facing = [sum(other.raider == raider for other in raid.dice) for raider in range(len(raid.raiders))]
        options = [Raider(raider) for raider in range(len(raid.raiders))]
        return Decision(_next_die(state).seat, "raid.place", options, 1, 1, (facing.index(min(facing)),), PUBLIC)

    def take(self, state: State, chosen: Sequence[Raider]) -> Work:
        """Place the die against that Raider."""
        _next_die(state).raider = chosen[0].raider
        return ONGOING

    def about(self, state: State) -> About:
        """Return whose die is placed."""
        return About(tile=_next_die(state).tile)


def _next_die(state: State) -> Die:
    """Return the next die to be placed."""
    return next(die for die in state.running_raid().dice if die.raider == UNPLACED)


@dataclass(slots=True)
class Round(Frame[State]):
    """Defenders roll, players reroll, and it is settled which Raiders are defeated and which dice have failed.

    In the first round these are Warriors with Stables (CL-BUILD-19), in the second all others on undefeated Raiders.
    """

    first: bool
    rolled: bool = False

    def step(self, state: State) -> Work:
        """Roll the dice of the round, then judge them; a round in which nobody rolls is left out."""
        dice = _fighters(state, first=self.first)
        if self.rolled or not dice:
            _judge(state, dice)
            return DONE
        self.rolled = True
        state.push(Rerolls())
        self._roll(state, dice)
        return ONGOING

    def _roll(self, state: State, dice: Sequence[Die]) -> None:
        """Push the rolls so that they are made in the order in which the dice were placed."""
        raid = state.running_raid()
        for i, die in reversed(list(enumerate(raid.dice))):
            if die in dice and die.tile in raid.valor[die.seat]:
                die.pips = SIDES  # instead of a roll (CL-TALES-05)
            elif die in dice:
                state.push(RollDie(i, f"{state.raid_stream()}/defender/{die.seat}/{die.tile}"))


def _fighters(state: State, *, first: bool) -> list[Die]:
    """Return the dice of a round."""
    raid = state.running_raid()
    return [
        die for die in raid.dice
        if die.fate == UNDECIDED and die.raider not in raid.defeated and (not first or _in_front(state, die))
    ]


def _in_front(state: State, die: Die) -> bool:
    return die.warrior and buildings.has(state.players[die.seat], "warriors_first")


def _judge(state: State, dice: Sequence[Die]) -> None:
    """Each die of a round beats its Raider or does not; a Raider is defeated if any one beats it (CL-RAID-08..09)."""
    raid = state.running_raid()
    for die in dice:
        die.fate = _fate(state, die)
    beaten = {die.raider for die in dice if die.fate == BEATS}
    raid.defeated = sorted(beaten.union(raid.defeated))


def _fate(state: State, die: Die) -> int:
    player = state.players[die.seat]
    over = die.total - state.running_raid().raiders[die.raider]
    if over > 0 or (over == 0 and buildings.has(player, "wins_ties")):
        return BEATS
    return UNHURT if over == 0 and buildings.has(player, "unhurt_on_ties") else FAILS


def _settle(state: State) -> None:
    """Respect for the victors, wounds for those who failed, and plunder by undefeated Raiders (CL-RAID-10..12)."""
    raid = state.running_raid()
    for raider in raid.defeated:
        for seat in sorted({die.seat for die in raid.dice if die.raider == raider}):
            state.gain_respect(seat, 1)
    for die in raid.dice:
        if die.fate == FAILS and not _healed(state, die):
            people.weaken(state, die.seat, die.tile)
    plunder(state, raid)
    state.raid = None


def _healed(state: State, die: Die) -> bool:
    """Return whether a Healing Hall spares the population: its Raider is defeated, or all of them (CL-BUILD-18,
    AMB-CL-32).
    """
    raid = state.running_raid()
    victory = not raid.undefeated if state.settings.healing == "raid" else die.raider in raid.defeated
    return victory and buildings.has(state.players[die.seat], "heals_victors")


# Plunder (CL-PLUN-*).


def plunder(state: State, raid: Raid) -> None:
    """Each undefeated Raider takes 1 Goods or 1 Food (CL-PLUN-01), or rises on the track if there is none (CL-PLUN-07).

    A Raider plunders once, however many dice failed against it (AMB-CL-31).
    """
    robbed: list[list[int]] = [[] for _ in state.players]
    for _ in raid.undefeated:
        seat, resource = _plundered(state, raid, robbed)
        if state.players[seat].stock[resource]:
            state.players[seat].stock[resource] -= 1
        else:
            state.move_counter(1)


def _plundered(state: State, raid: Raid, robbed: list[list[int]]) -> tuple[int, int]:
    """Return the seat that is plundered and of what: the chart from its top, ties by turn order (CL-PLUN-02..06,
    AMB-CL-37).

    `robbed` notes by seat what those who did not defend have lost for it.
    """
    once = state.settings.bystanders == "once"  # for Goods and Food together (AMB-CL-36)
    order = state.turn_order()
    stocks = [player.stock for player in state.players]
    for resource in (GOODS, FOOD):
        for seat in order:
            spared = raid.committed[seat] or (robbed[seat] if once else resource in robbed[seat])
            if stocks[seat][resource] and not spared:
                robbed[seat].append(resource)
                return seat, resource
    goods, food = (max(stock[resource] for stock in stocks) for resource in (GOODS, FOOD))
    resource, most = (GOODS, goods) if goods >= food else (FOOD, food)
    return next(seat for seat in order if stocks[seat][resource] == most), resource
