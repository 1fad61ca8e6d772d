"""Rules of thumb for raids in Clansmen: one Respect for each Raider that one helps to defeat."""

from __future__ import annotations

from typing import Any

from lawspeaker_bots.greedy.clansmen.clan import WARRIOR, Clan


def defend(c: Clan, tile: int) -> float:
    """Score a defender: Warriors, and people whose work will hardly be missed; never somebody who may die."""
    person = c.person[tile]
    if person.weakened:
        return -1.0
    return 2.0 if person.kind == WARRIOR else 1.2 - c.work(person.kind, tile, c.season)


def promise(c: Clan, option: Any) -> float:
    """Score a promise: as many as will defend; nothing if nobody will."""
    return 1.0 if option.people and option.people == sum(defend(c, tile) > 0 for tile in c.person) else -1.0


def face(c: Clan, option: Any) -> float:
    """Score a Raider by how few face it."""
    facing = [die.seat for die in c.view.raid.dice if die.raider == option.raider]
    return 10.0 - len(facing) - 2.0 * (c.seat in facing)


def reroll(c: Clan, option: Any) -> float:
    """Score a reroll by the chance that it defeats a Raider; a Blessing needs an even chance and an own die there."""
    own = _own_die(c, option.tile) if type(option).__name__ == "RerollDie" else None
    raider = own.raider if own else option.raider
    if _defeated(c, raider):
        return -1.0
    sides = range(1, 7)
    facing = [die for die in c.view.raid.dice if die.raider == raider]
    chance = sum(
        _beats(c, own, side) if own else any(_beats(c, die, die.pips, side) for die in facing) for side in sides
    ) / 6
    helped = any(die.seat == c.seat for die in facing)
    return chance - (0.45 if option.blessing else 0.05) if helped or not option.blessing else -1.0


def turn(c: Clan, option: Any) -> float:
    """Score setting a die to 6: good if it defeats an undefeated Raider; before the roll, for any defender."""
    if c.prompt == "raid.commit":
        worth = defend(c, option.tile)
        return worth + 2.0 if worth > 0 else -1.0
    die = _own_die(c, option.tile)
    return 1.0 if not _defeated(c, die.raider) and _beats(c, die, 6) else -1.0


def _own_die(c: Clan, tile: int) -> Any:
    return next(die for die in c.view.raid.dice if die.seat == c.seat and die.tile == tile)


def _defeated(c: Clan, raider: int) -> bool:
    """Return True if the Raider is defeated, or will be as the dice lie."""
    raid = c.view.raid
    return raider in raid.defeated or any(
        die.pips and _beats(c, die, die.pips) for die in raid.dice if die.raider == raider
    )


def _beats(c: Clan, die: Any, pips: int, against: int = 0) -> bool:
    """Return True if a die with these pips beats its Raider, on the side that lies up or on another one."""
    over = pips + die.warrior - (against or c.view.raid.raiders[die.raider])
    return bool(over > 0 or (over == 0 and c.other(die.seat).has("stone_walls")))
