"""A reader of Clansmen's starts."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Final

from tests.referee.match.reader.reading import NotTold, Reader, digits, number

AIM, PIECES, SETUP, SEASON = "The aim", "The components", "The setup", "A season"
ACTIONS, RAID, END, SECRET = "The actions", "A raid", "The end", "What is secret"
TERRAINS: Final = "Terrains"
STOCK: Final = ("food", "wood", "stone", "goods")


class ClansmenReader(Reader):
    """Reads a start of Clansmen."""

    def years(self) -> int:
        return self.count(r"After (\w+) years", AIM)

    def gate(self) -> tuple[int, ...]:
        """Together, and for each player."""
        return self.counts(r"at least (\w+), (\w+) for each player", AIM)

    def failed(self) -> str:
        return self.either(AIM, shared="all share the first place", respect="Respect says the places")

    def weak_count(self) -> bool:
        both = (not self.said("though not for actions", PIECES), not self.said("healthy populations when", SEASON))
        if both[0] != both[1]:
            raise NotTold("it says both")
        return both[0]

    def weak_defend(self) -> bool:
        return self.either(PIECES, yes="and may defend", no="but may not defend") == "yes"

    def blessing_dice(self) -> str:
        return self.either(PIECES, any="an own die or a Raider's again", own="an own die again in a raid")

    def tales_in_a_turn(self) -> str:
        return self.either(PIECES, any="each copy adding as much", before="a second copy adds nothing")

    def valor(self) -> str:
        return self.either(PIECES, commit="Valor goes with a defender as it is named", roll="on a die that has been")

    def ring(self) -> tuple[int, ...]:
        return self.counts(r"Hills tile with (\w+) tiles around it, drawn from (\w+)\. .* bags of (\w+)\.", SETUP)

    def start_people(self) -> dict[str, int]:
        tiles, said = self.read(r"On (\w+) of the tiles of its settlement a player places (.+?), one of them", SETUP)
        return _people(said, number(tiles))

    def start_tales(self) -> int:
        return self.count(r"It has (\w+) Tales cards", SETUP)

    def start_stock(self) -> int:
        return 0 if self.said("and no stock", SETUP) else self.count(r"and (\w+) each of Food, Wood", SETUP)

    def seasons(self) -> list[str]:
        amount, named = self.read(r"A year has (\w+) seasons: (.+?)\.", SEASON)
        names = named.split(", ")
        if number(amount) != len(names):
            raise NotTold(named)
        return names

    def start_token(self) -> str:
        return self.either(SEASON, year="passes on each year", season="passes on each season", fixed="stays where it")

    def raider_steps(self) -> int:
        return self.count(r"Their counter advances (\w+) spaces?", SEASON)

    def top(self) -> int:
        return self.count(r"On space (\w+), the top, a raid", SEASON)

    def migrants(self) -> int:
        return self.count(r"(?:all )?(\w+) migrants come", SEASON)

    def pool(self) -> dict[str, int]:
        most, said = self.read(r"(?:drawn from|all) (\w+)(?: migrants come)?: (.+?)\.", SEASON)
        return _people(said, number(most))

    def first_spring(self) -> bool:
        return not self.said("In Spring, but not the first,", SEASON)

    def reach(self) -> tuple[int, ...]:
        """Steps without and with Dirt Roads."""
        return self.counts(r"at most (\w+) steps over .*?, (\w+) with Dirt Roads", SEASON)

    def people_for_action(self) -> int:
        return self.count(r"one more for every (\w+) (?:healthy )?populations", SEASON)

    def passing(self) -> str:
        return self.either(SEASON, final="A pass is final", consecutive="A pass holds until somebody acts")

    def harvest_event(self) -> str:
        return self.read(r"makes no (player|Farmer)'s Food less", SEASON)[0].lower()

    def hall_feeds(self) -> bool:
        return self.said("a Long Hall keeps one from that", SEASON)

    def winter_kills(self) -> bool:
        return self.either(SEASON, yes="in this Winter too is gone", no="already suffers no more") == "yes"

    def rots(self, food: int, stores: int) -> int:
        """How much of so much Food is lost with so many of Granary and Cellars."""
        *shares, way = self.read(
            r"one of every (\w+) Food rots; with Granary or Cellars one of every (\w+), with both none; "
            r"the loss is rounded (up|down)", SEASON)
        if stores == 2:
            return 0
        share = number(shares[stores])
        return (food + (share - 1 if way == "up" else 0)) // share

    def moves_from(self) -> str:
        return "all" if self.said("as far from itself or the owner's other people", ACTIONS) else "others"

    def hunt(self) -> int:
        return self.count(r"Hunt: gain (\w+) Food", ACTIONS)

    def feast(self) -> int:
        return self.count(r"Feast: pay (\w+) Food, draw a Tales card", ACTIONS)

    def exchanges(self) -> int:
        return self.count(r"(\w+) exchanges? with the Homeland, or a bargain", ACTIONS)

    def offers(self) -> int:
        return self.count(r"Up to (\w+) offers are made", ACTIONS)

    def idle_goods(self) -> str:
        return self.either(ACTIONS, harvest="one Goods in this Harvest", at_once="one Goods at once")

    def when(self, action: str) -> str:
        """In which seasons there is an action."""
        (said,) = self.read(rf"\n{action}([^:\n]*):", ACTIONS)
        return "not Winter" if "not in Winter" in said else "Winter" if "only in Winter" in said else "always"

    def pray(self) -> tuple[int, ...]:
        """The prices of sight and health, and of a Blessing in Food or in Goods."""
        return self.counts(
            r"next season's event for (\w+) Food or Goods; heal a population for (\w+) Food or Goods in any mix; or "
            r"gain a Blessing for (\w+) Food or (\w+) Goods", ACTIONS)

    def pray_mix(self) -> bool:
        return self.said("or a mix of them", ACTIONS)

    def specials(self) -> str:
        return self.read(r"A player has one a (season|year), and each", ACTIONS)[0]

    def special_season(self, special: str) -> str:
        return self.read(rf"{special}, (\w+):", ACTIONS)[0]

    def sun(self) -> tuple[int, ...]:
        """Food and Goods to pay, cards drawn, cards of a new hand."""
        return self.counts(
            r"pay (\w+) Food and (\w+) Goods, and draw (\w+) Tales cards, or discard the hand and draw (\w+)", ACTIONS)

    def lights(self) -> int:
        return self.count(r"Festival of Lights, Winter: pay one to (\w+) Goods", ACTIONS)

    def decisive(self) -> str:
        return self.either(ACTIONS, extra="brings one action more", tempo="lets one take one's own actions")

    def unique(self) -> bool:
        return self.either(ACTIONS, yes="One has one of each at most", no="One may have several of each") == "yes"

    def houses_need_people(self) -> bool:
        return self.said("where an own population stands as they are built", ACTIONS)

    def respect(self) -> str:
        return self.either(ACTIONS, kept="worth stays when it is replaced", standing="and so does what was gained",
                           distinct="what was gained by it stays")

    def fences(self) -> str:
        return "farmer" if self.said("A fence is gone when its Farmer", ACTIONS) else "tile"

    def raiders(self, space: int) -> int:
        """How many Raiders come from a space."""
        return number(self.read(r"so many Raiders come: ([\d, ]+)\.", RAID)[0].split(", ")[space])

    def spaces(self) -> int:
        return len(self.read(r"so many Raiders come: ([\d, ]+)\.", RAID)[0].split(", "))

    def die(self) -> int:
        return self.count(r"rolls a die with (\w+) sides", RAID)

    def bystanders(self) -> str:
        return "each" if self.said("once a raid for Goods and once for Food", RAID) else "once"

    def at_the_end(self) -> tuple[int, ...]:
        """The Respect that a Warrior brings, and that a Weakened population costs."""
        return self.counts(r"each Warrior brings (\w+) Respect and each Weakened population costs (\w+)\.", END)

    def majorities(self) -> tuple[int, ...]:
        """The Respect that a majority brings, and that a shared one brings."""
        return self.counts(r"bring (\w+) Respect each; on a tie [a-z ]+ get(?:s)? (\w+)", END)

    def majorities_of(self) -> list[str]:
        (said,) = self.read(r"clan over it, (most .+?) bring", END)
        return re.findall(r"most (\w+)", said)

    def tie_bonus(self) -> str:
        return self.either(END, leaders="on a tie those who tie get", everybody="on a tie everybody gets")

    def count_small(self) -> bool:
        return self.either(END, yes="fences and houses included", no="but for fences and houses") == "yes"

    def promises(self) -> int:
        """The number of trades in a season."""
        said = self.said("Players may promise in words", SECRET)
        return self.count(r"and (\w+) times a season what they would trade", SECRET) if said else 0

    def farmer(self, terrain: str, season: int) -> int:
        return number(self._terrain(terrain)[0].split("/")[season])

    def laborer(self, terrain: str) -> tuple[int, int]:
        """The Wood and Stone of a terrain."""
        made = self._terrain(terrain)[1]
        return _amount(made, "wood"), _amount(made, "stone")

    def drawn(self, terrain: str) -> tuple[int, ...]:
        return tuple(map(number, self._terrain(terrain)[2].split(", ")))

    def price(self, building: str) -> tuple[int, ...]:
        """Wood, Stone and Goods."""
        said = ", ".join(self.row("Buildings", building)[0])
        return tuple(_amount(said, what) for what in STOCK[1:])

    def needs(self, building: str) -> str:
        return self._other(building, "needs")

    def replaces(self, building: str) -> str:
        return self._other(building, "replaces")

    def building_does(self, building: str) -> str:
        return self.does("Buildings", building)

    def building_respect(self, building: str) -> tuple[int, int]:
        """Once, and at the end of each year."""
        said = self.does("Buildings", building)
        yearly = re.search(r"Gain (\d+) Respect at the end of each year", said)
        once = re.search(r"(?:Gain|[Ww]orth) (\d+) Respect(?! at)", said)
        return tuple(int(found.group(1)) if found else 0 for found in (once, yearly))  # type: ignore[return-value]

    def tale(self, name: str) -> tuple[int, int]:
        """Its number and copies."""
        place, copies = self.read(rf"(?m)^(\d+) {re.escape(name)} \(x(\d+)\): ", "Tales cards")
        return int(place), int(copies)

    def tale_does(self, name: str) -> str:
        return self.does("Tales cards", f"{self.tale(name)[0]} {name}")

    def tale_food(self, name: str) -> frozenset[int]:
        return digits(self.tale_does(name)) | {1}

    def event(self, number_: int) -> tuple[str, int, bool]:
        """The name of an event, its copies, and whether a Blessing ignores it."""
        line = self.line("Events", f"{number_} ")
        name = re.sub(r"^\d+ | \(.*", "", line)
        said = self.row("Events", f"{number_} {name}")[0]
        return name, int(said[0][1:]), "ignorable" in said

    def event_does(self, number_: int) -> str:
        return self.does("Events", f"{number_} {self.event(number_)[0]}")

    def hunted(self, event: int) -> int:
        """The Food that Hunt gives while an event holds."""
        found = re.search(r"Hunt gives (\d+) Food", self.event_does(event))
        return int(found.group(1)) if found else self.hunt()

    def rates(self, shrewd: bool) -> frozenset[tuple[int, bool, int, bool]]:
        """Exchanges with the Homeland: how many units are given, whether Goods, how many are got, whether Goods."""
        found = re.findall(r"^(\d) (.+?) for (\d) (.+?)( \(Shrewd Trading\))?$",
                           self._part("Exchanges with the Homeland"), flags=re.MULTILINE)
        return frozenset((int(give), what == "goods", int(take), got == "goods")
                         for give, what, take, got, card in found if shrewd or not card)

    def settlement(self, home: int) -> list[int]:
        return list(map(int, self.does("Settlements", f"home {home}").split(" ")))

    def beside(self, tile: int) -> frozenset[int]:
        """The tiles beside a tile."""
        above = self._above
        return frozenset([*above.get(tile, ()), *(each for each, others in above.items() if tile in others)])

    @cached_property
    def _above(self) -> dict[int, list[int]]:
        """By tile: those of higher numbers beside it."""
        above: dict[int, list[int]] = {}
        for line in self.lines("Tiles beside each other"):
            run, steps = line.split(": ")
            first, last = (run.split("-") * 2)[:2]
            for each in range(int(first), int(last) + 1):
                if each in above:
                    raise NotTold(line)
                above[each] = [each + int(step) for step in steps.split(" ")]
        return above

    def _terrain(self, terrain: str) -> tuple[str, ...]:
        """Return a Farmer's Food, what a Laborer makes, and how often it is drawn."""
        return self.read(rf"(?m)^{terrain}: ([\d/]+) food; (.+) \((.+)\)$", TERRAINS)

    def _other(self, building: str, how: str) -> str:
        for said in self.row("Buildings", building)[0]:
            found = re.fullmatch(r"((?:needs|replaces)(?: and replaces)?) (.+)", said)
            if found is not None and how in found.group(1):
                return found.group(2)
        return ""


def _people(said: str, together: int) -> dict[str, int]:
    """Return `2 Farmers and 1 Laborer` as numbers by kind. Raises NotTold if they are not so many together."""
    found = {kind.lower(): int(amount) for amount, kind in re.findall(r"(\d+) ([A-Z]\w+?(?:m[ae]n)?)s?\b", said)}
    if sum(found.values()) != together:
        raise NotTold(said)
    return found


def _amount(said: str, what: str) -> int:
    found = re.search(rf"(\d+) {what}\b", said)
    return int(found.group(1)) if found else 0
