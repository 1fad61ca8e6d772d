"""A reader of Northgard's starts."""

from __future__ import annotations

import re
from typing import Final

from tests.referee.match.reader.reading import NotTold, Reader, digits, number

AIM, SETUP, YEAR, CARDS, COMBAT = "The aim", "The setup", "A year", "The actions on cards", "A combat"
MORE = "What else is played"
BROUGHT: Final = {
    "point": "points", "points": "points", "casualty": "casualties", "unit": "recruits", "card": "cards",
}
"""The gains of a building, by the word of its row; food and its like are their own words."""
LETTERS: Final = {"f": "food", "w": "wood", "l": "lore", "S": "small", "C": "carved", "L": "large"}


class NorthgardReader(Reader):
    """Reads a start of Northgard."""

    def years(self) -> int:
        return self.count(r"A game has (\w+) years", AIM)

    def territories_to_win(self) -> int | None:
        if not self.said("It ends early if at the end of some year", AIM):
            return None
        return self.count(r"controls (\w+) closed territories with a large building in each", AIM)

    def wins_early(self) -> str:
        return self.either(
            AIM, territories="It ends early if at the end of some year", cards="fulfils the victory cards",
            nothing="Nobody wins before|Closed territories win nothing")

    def ties(self) -> list[str]:
        return self.read(r"Ties: most (.+?)\.", AIM)[0].split(", then ")

    def unrest(self) -> int:
        return self.count(r"each Unrest costs (\w+) fame", AIM)

    def unrest_card(self) -> tuple[int, int]:
        copies, fame = self.row("Unrest", "Unrest")[0]
        return number(copies.removeprefix("x")), number(fame.removesuffix(" fame"))

    def resources_for_a_fame(self) -> int:
        return self.count(r"(\w+) resources of any kinds are one fame", AIM)

    def cards_bring_fame(self) -> bool:
        return self.said("cards in the deck are worth what they say", AIM)

    def teams(self) -> bool:
        return self.said("The teams are seats 0 and 2 against seats 1 and 3", AIM)

    def wealth_cards(self) -> int:
        return self.count(r"a Map Control card and (\w+) Wealth cards", AIM)

    def cards_to_fulfil(self) -> str:
        return self.either(AIM, thane="the Map Control card and one Wealth card", jarl="fulfils all of them")

    def wins_alone(self) -> bool:
        return self.said("Built Territories wins alone", AIM)

    def rough_moves(self) -> int:
        return self.count(r"to cross a rough one takes (\w+) moves", "The components")

    def impassable(self) -> bool:
        return self.said("nothing crosses an impassable one", "The components")

    def units(self) -> int:
        return self.count(r"Each player has (\w+)\. Who has units", "The components")

    def stock(self) -> int:
        return self.count(r"(\w+) of each kind", "The components")

    def starting_cards(self) -> int:
        return self.count(r"the same (\w+) starting cards", "The components")

    def clans(self) -> str:
        return self.either(SETUP, dealt="Clans are dealt", chosen="Clans are chosen in seat order")

    def start_food(self, place: int) -> int:
        food, late = self.read(r"Everybody gets (\w+) food(?:, from the fourth player on (\w+))?", SETUP)
        return number(late) if late and place >= 3 else number(food)

    def start_second(self) -> tuple[int, str]:
        amount, what = self.read(r", and (\w+) (wood|lore)\. ", SETUP)
        return number(amount), what

    def setup_tiles(self) -> int:
        return 1 if self.said("lays a drawn tile", SETUP) else self.count(r"Each player holds (\w+) tiles", SETUP)

    def first_tiles(self) -> str:
        return self.either(SETUP, start="beside the starting tile and", any=r"beside another \(the first beside the st")

    def group(self) -> int:
        return self.count(r"puts (\w+) units into an empty territory", SETUP)

    def regrouped(self) -> int:
        return self.count(r"no figures on the map may bring (\w+) into neutral land", YEAR)

    def specials_in_setup(self) -> bool:
        return self.said("or fewer with special figures", SETUP)

    def cards_drawn(self) -> int:
        return self.count(r"Everybody draws (\w+) cards", YEAR)

    def achievements(self) -> bool:
        return self.said("in the last year the Achievements take their place", YEAR)

    def replace(self) -> tuple[int, ...]:
        return self.counts(r"Replace: put one down, pay (\w+) lore and draw (\w+)", YEAR)

    def remove(self) -> tuple[int, ...]:
        return self.counts(r"Remove: take one out of the game for (\w+) lore, and draw (\w+)", YEAR)

    def upgrade(self) -> int:
        return self.count(r"Upgrade: give one up, pay (\w+) lore", YEAR)

    def closed_fame(self, tiles: int) -> int:
        small, large, least = self.counts(
            r"gains (\w+) fame for every closed territory, (\w+) if it covers (\w+) tiles or more", YEAR)
        return large if tiles >= least else small

    def altar_fame(self) -> int:
        return self.count(r"and (\w+) for every Altar", YEAR)

    def exchange(self) -> int:
        return self.count(r"any (\w+) resources may be exchanged for one", YEAR)

    def winter(self, figures: int) -> tuple[int, int]:
        """The food and wood that so many figures cost."""
        (costs,) = self.read(r"must be fed: (.+?)\.", YEAR)
        food = wood = 0
        for least, grain, timber in re.findall(r"from (\d+) on (\d+) food(?: and (\d+) wood)?", costs):
            if figures >= int(least):
                food, wood = int(grain), int(timber or 0)
        if figures <= number(re.findall(r"up to (\w+) cost nothing", costs)[0]) and (food or wood):
            raise NotTold(costs)
        return food, wood

    def phases(self) -> list[str]:
        (said,) = self.read(r"A year has its start, (.+?), and its end", YEAR)
        return ["start", *(name.removeprefix("the ").lower() for name in said.split(", ")), "end"]

    def misfits_leave(self) -> bool:
        return self.said("A tile that fits nowhere leaves the game", CARDS)

    def build_wood(self, size: str) -> int:
        small, large = self.counts(r"small ones cost (\w+) wood, large ones (\w+)", CARDS)
        return {"small": small, "large": large}[size]

    def die(self) -> list[tuple[int, int, bool]]:
        """By face: points, casualties, whether one takes one of both."""
        faces = self.read(r"Its faces: (.+?)\.", COMBAT)[0].split("; ")
        return [(_of(face, r"points?"), _of(face, r"casualt(?:y|ies)"), " or " in face) for face in faces]

    def casualties_first(self) -> bool:
        return self.either(COMBAT, first="taken off on both sides first", last="loses, whatever the points") == "first"

    def tie_winner(self) -> str:
        return self.read(r"a tie goes to the (\w+)", COMBAT)[0]

    def fame_seen(self) -> bool:
        return not self.said("so is the fame of the others", "What is secret")

    def building(self, name: str) -> tuple[str, int]:
        size, wood = self.row("Buildings", name)[0]
        return size, number(wood.removesuffix(" wood"))

    def brings(self, name: str) -> tuple[int, str]:
        amount, what = self.does("Buildings", name).split(" ")[:2]
        return number(amount), BROUGHT.get(what, what)

    def clan_names(self) -> frozenset[str]:
        return frozenset(line.partition(":")[0] for line in self.lines("Clans"))

    def power_numbers(self, clan: str) -> frozenset[int]:
        return digits(self.does("Clans", clan)) | {1}

    def figure(self, name: str) -> tuple[int, bool]:
        """Its points, and whether winter is free for it."""
        said = self.row("Special figures", name)[0]
        (points,) = (each.split(" ")[0] for each in said if each.split(" ")[-1] in ("point", "points"))
        return number(points), "free in winter" in said

    def figure_numbers(self, name: str) -> frozenset[int]:
        return digits(self.does("Special figures", name)) | {1}

    def card_fame(self, part: str, name: str) -> int:
        fame = [each for each in self.row(part, name)[0] if each.endswith(" fame")]
        return number(fame[0].removesuffix(" fame")) if fame else 0

    def flash(self, part: str, name: str) -> bool:
        return "Flash" in self.row(part, name)[0]

    def copies(self, part: str, name: str) -> int:
        copies = [each for each in self.row(part, name)[0] if re.fullmatch(r"x\d+", each)]
        return number(copies[0][1:]) if copies else 1

    def upgrade_of(self, name: str) -> str:
        said = [each for each in self.row("Clan cards", name)[0] if each.endswith(" upgrade")]
        return said[0].removesuffix(" upgrade") if said else ""

    def card_does(self, part: str, name: str) -> str:
        return self.does(part, name)

    def moves(self, part: str, name: str) -> int:
        return _of(self.does(part, name), "Move", behind=True)

    def recruits(self, part: str, name: str) -> int:
        return _of(self.does(part, name), "Recruit", behind=True)

    def creature(self, name: str) -> tuple[int, int, int]:
        copies, points, rest = self.row("Creatures", name)[0][:3]
        fame = rest.partition(";")[0]
        return (number(copies[1:]), *(number(each.split(" ")[0]) for each in (points, fame)))  # type: ignore[return-value]

    def creature_goes_by(self, name: str) -> list[str]:
        found = self.line("Creatures", f"{name} (")
        return re.findall(r"moves by ([^)]*)\)", found)[0].split(", ")

    def event_when(self, name: str) -> str:
        return self.row("Events", name)[0][0]

    def event_does(self, name: str) -> str:
        return self.does("Events", name)

    def raid(self, name: str, years: int) -> dict[str, int]:
        """The gains of a Raid after so many years, if one takes no action: for each unit, or once."""
        one, _, two = self.does("Raids", name).partition(" After two years ")
        if years == 1:
            return _gains(one.partition(" for each unit")[0])
        return _gains(re.split(r", or |\.$", two)[0])

    def victory_card(self, name: str) -> str:
        return self.row("Victory cards", name)[0][0]

    def victory_does(self, name: str) -> str:
        return self.does("Victory cards", name)

    def tile(self, name: str) -> dict[str, int]:
        """The symbols on a tile, all its areas together."""
        said = self.does("Tiles", name)
        found = [(int(amount), LETTERS[letter]) for amount, letter in re.findall(r"(\d)([fwlSCL])", said)]
        found += [(int(amount or 1), "lairs") for amount in re.findall(r"(?:(\d) )?\blairs?\b", said)]
        return {what: sum(each for each, other in found if other == what) for what in {what for _, what in found}}

    def rough_borders(self, name: str) -> int:
        line = self.line("Tiles", f"{name}: ")
        rough = re.search(r"\((?:[^)]*; )?rough ([^;)]*)", line)
        return len(rough.group(1).split(" ")) if rough else 0

    def port_points(self) -> int:
        return self.count(r"Who defends a Port has (\w+) points? more", MORE)

    def raid_units(self) -> tuple[int, ...]:
        return self.counts(r"Up to (\w+) units go on a Raid, of (\w+) that are drawn", MORE)

    def sea_closes(self) -> bool:
        return self.either(MORE, yes="closes as if it were a border", no="never closes") == "yes"

    def ports_attack(self) -> bool:
        return not self.said("travel between Ports, not to attack", MORE)

    def warchief_points(self) -> int:
        return self.count(r"Warchiefs. Each clan has one, a special figure that is worth (\w+) points?", MORE)

    def automa_level(self) -> int:
        return self.count(r"The Automa plays seat 1 at level (\w+)", MORE)

    def automa_draws(self) -> int:
        cards, more = self.read(r"year it draws (\w+) cards(?:, (\w+) more by its level)?", MORE)
        return number(cards) + number(more or "0")

    def automa_trades(self) -> tuple[int, int, str]:
        """From how much food on, how much it gives for one, and of what."""
        least, given, what = self.read(r"with (\w+) or more food (\w+) for one (\w+)\.", MORE)
        return number(least), number(given), what

    def automa_takes(self) -> str:
        return self.read(r"It takes a (casualty|point) of a die that shows either", MORE)[0]

    def automa_ties(self) -> str:
        return self.either(MORE, human="leave a tie you decide", first="leave a tie the first one is taken")

    def automa_fame(self) -> str:
        return self.read(r"Its fame is (open|hidden)", MORE)[0]

    def automa_picks(self, card: str) -> list[str]:
        return re.findall(r"Takes: (.+)\.$", self.does("Automa cards", card))[0].split(", ")

    def automa_criteria(self, card: str) -> list[str]:
        """What stands in brackets, in the order of the actions."""
        return re.findall(r"\(([^)]*)\)", self._automa_row(card))

    def automa_goes_on(self, card: str) -> bool:
        return "Then the next card." in self._automa_row(card)

    def automa_passes(self, card: str) -> bool:
        return "As the last card: pass instead." in self._automa_row(card)

    def criteria(self) -> frozenset[str]:
        """The words of criteria that are explained."""
        words = (line.partition(": ")[0] for line in self.lines("Criteria of the Automa"))
        return frozenset(word for each in words for word in each.split(", "))

    def large_building_points(self) -> int:
        """What a large building counts for the Automa."""
        return self.count(r"B: building points \(1 a small one, (\w+) a large one\)", "Criteria of the Automa")

    def _automa_row(self, card: str) -> str:
        return self.line("Automa cards", f"{card}: ")


def _of(text: str, what: str, *, behind: bool = False) -> int:
    """Return the number that stands before a word, or behind it; 0 if there is none."""
    found = re.search(rf"{what} (\w+)" if behind else rf"(\w+) {what}", text)
    return number(found.group(1)) if found else 0


def _gains(text: str) -> dict[str, int]:
    """Return gains such as `1 resource of choice` and `2 wood and 3 fame`."""
    found = re.findall(r"(\d+) (food|wood|lore|fame|resource of choice|of each resource)", text)
    gains = {"any" if what.startswith("resource") else what: int(amount) for amount, what in found}
    each = gains.pop("of each resource", 0)
    return gains | (dict.fromkeys(("food", "wood", "lore"), each) if each else {})
