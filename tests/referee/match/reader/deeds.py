"""What a reader of a start and of a decision's text expects of each option: by what it names, how much it changes.

A line is read with the start, the view and the events beside it. Nothing is said of lines whose effect only later
questions decide. As in the readers, nothing here comes from the engine.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tests.referee.match.reader.clansmen_reader import ClansmenReader
from tests.referee.match.reader.northgard_reader import NorthgardReader
from tests.referee.match.reader.pax_viking_reader import PaxVikingReader

Changes = dict[str, int]
"""By what is counted, such as `lore` or `active Feast`: how much more there is."""


@dataclass(frozen=True)
class Told:
    """The text of a decision."""

    prompt: str
    view: str
    events: Sequence[str]


_SHORT: Final = {"f": "food", "w": "wood", "l": "lore", "s": "stone", "g": "goods"}


def bundle(said: str) -> Changes:
    """Return `2f 1w` as amounts."""
    return {_SHORT[letter]: int(amount) for amount, letter in re.findall(r"(\d+)([fwlsg])", said)}


def traded(said: str) -> Changes:
    """Return `2f 1w for 1l` as what changes."""
    given, taken = map(bundle, said.split(" for "))
    return {what: taken.get(what, 0) - given.get(what, 0) for what in {*given, *taken}}


class NorthgardDeeds:
    """Expects what options of Northgard change for who takes them."""

    def __init__(self, start: NorthgardReader) -> None:
        self.start = start

    def of(self, told: Told, line: str) -> Changes | None:
        """Return what an option changes, None if its line alone does not say it."""
        deed, _, card = line.partition(" ")
        if told.prompt in ("turn.action", "turn.flash"):
            return self._turn(deed.rstrip(":"), card)
        if told.prompt == "harvest.trade":
            return traded(line)
        if told.prompt == "move.step" and (moved := re.fullmatch(r"(\d+) units? from (\d+) to (\d+)(.*)", line)):
            count, source, target, enemy = moved.groups()
            there = {} if enemy else {f"units in {target}": int(count)}
            return {f"units in {source}": -int(count)} | there
        if told.prompt == "build.place" and (built := re.fullmatch(r"(\w+) in (\d+)(.*)", line)):
            return {"wood": -self._wood(built.group(1), told), f"{built.group(1)} in {built.group(2)}": 1}
        if told.prompt == "recruit.place" and (placed := re.fullmatch(r"a unit in (\d+)", line)):
            return {"reserve": -1, f"units in {placed.group(1)}": 1}
        return None

    def _turn(self, deed: str, card: str) -> Changes | None:
        if deed == "wait":
            return {f"active {card}": 1, "lore": 0}
        if deed == "replace":
            return {f"active {card}": 1, "lore": -self.start.replace()[0]}
        if deed == "remove":
            return {f"out of the game {card}": 1, "lore": -self.start.remove()[0]}
        if deed == "upgrade":
            given, upgrade = card.split(" to ")
            place = "out of the game" if given.endswith(" (out of the game)") else "active"
            return {f"{place} {given.removesuffix(' (out of the game)')}": 1, "lore": -self.start.upgrade(),
                    f"hand {upgrade}": 1}
        return {"passed": 1} if deed == "pass" else None

    def _wood(self, building: str, told: Told) -> int:
        """Return what a building costs, by its short name and the card that is played."""
        (short,) = self.start.read(r"Buildings are called (.+?);", "How decisions are told")
        name = self.start.lines("Buildings")[short.split(", ").index(building)].partition(" (")[0]
        cards = [event.partition("): play ")[2] for event in told.events if "): play " in event]
        cheaper = any("for one wood less" in row for row in self.start.text.splitlines()
                      if cards and row.startswith(cards[-1]))
        return self.start.building(name)[1] - cheaper


class ClansmenDeeds:
    """Expects what options of Clansmen change for who takes them."""

    def __init__(self, start: ClansmenReader) -> None:
        self.start = start

    def of(self, told: Told, line: str) -> Changes | None:
        """Return what an option changes, None if its line alone does not say it."""
        if told.prompt == "trade.with" and " for " in line:
            return traded(line)
        return self._turn(told, line) if told.prompt == "turn.action" else None

    def _turn(self, told: Told, line: str) -> Changes | None:
        action = {"actions": -1}
        event = re.search(r"^Event: (.+?)\.", told.view, re.MULTILINE)
        if line == "hunt":
            return action | {"food": self._hunted(event.group(1) if event else "")}
        if line == "feast":
            return action | {"food": -self.start.feast()}
        if gifts := re.fullmatch(r"(gifts|Festival of Lights): (\d+) goods for (\d+) Respect", line):
            deed, goods, respect = gifts.groups()
            return (action if deed == "gifts" else {"actions": 0}) | {"goods": -int(goods), "respect": int(respect)}
        if re.fullmatch(r"Festival of the Sun: [^()]*", line):
            food, goods, *_ = self.start.sun()
            return {"food": -food, "goods": -goods, "actions": 0}
        if built := re.fullmatch(r"build (.+)", line):
            return self._built(built.group(1))
        if prayed := re.fullmatch(r"pray, (.+?): (see|heal|a Blessing).*", line):
            paid = re.findall(r"(\d+) (food|goods)", prayed.group(1))
            gained = {"blessings": 1} if prayed.group(2) == "a Blessing" else {"blessings": 0}
            return action | {what: -int(amount) for amount, what in paid} | gained
        return None

    def _hunted(self, event: str) -> int:
        for row in self.start.lines("Events"):
            if event and re.match(rf"\d+ {re.escape(event)} \(", row):
                return self.start.hunted(int(row.split(" ")[0]))
        return self.start.hunt()

    def _built(self, building: str) -> Changes | None:
        """Return what a building costs and brings; what goes on a tile is paid when the tile is known."""
        does = self.start.building_does(building)
        if "n a tile with your" in does or "On a revealed tile" in does:
            return None
        wood, stone, goods = self.start.price(building)
        return {"actions": -1, "wood": -wood, "stone": -stone, "goods": -goods, f"built {building}": 1}


class PaxVikingDeeds:
    """Expects what options of Pax Viking change for who takes them."""

    def __init__(self, start: PaxVikingReader) -> None:
        self.start = start

    def of(self, told: Told, line: str) -> Changes | None:
        """Return what an option changes, None if its line alone does not say it."""
        if told.prompt == "journey.step" and not line.startswith("trade with"):
            before = re.search(r"^Asked about: (.+?) (?:at|on) (.+); (\d+) steps? left", told.view, re.MULTILINE)
            return {f"ships {line}": 1} | ({f"ships {before.group(2)}": -1} if before else {})
        if told.prompt == "solstice.discard":
            return {f"hand {line}": -1}
        if told.prompt == "turn.action" and line.startswith("buy "):
            price = self._price(line.removeprefix("buy "), told.view)
            return None if price is None else {"silver": -price, f"hand {line.removeprefix('buy ')}": 1}
        return None

    def _price(self, tile: str, view: str) -> int | None:
        """Return the price of a tile of the track; None where the player may have an ability that makes it less."""
        (own,) = re.findall(r"^You, s\d (\w+)", view, re.MULTILINE)
        places = {line.partition(" (")[0] for line in self.start.text.splitlines() if "uying a tile costs you" in line}
        if own in places or any(place in row for row in view.splitlines() for place in places if "you" in row.lower()):
            return None
        (track,) = re.findall(r"^Track: (.+?);", view, re.MULTILINE)
        short = tile.replace("(", "").replace(")", "")
        letter = re.sub(r" \(.* ([JSTR])\)$", r" \1", tile)
        prices = [int(price) for price, what in re.findall(r"(\d+) ([^,]+)", track) if what in (short, letter, tile)]
        return prices[0] if len(prices) == 1 else None
