"""A reader of Pax Viking's starts."""

from __future__ import annotations

import re
from typing import Final

from tests.referee.match.reader.reading import NotTold, Reader, number, numerals

AIM, MAP, PIECES, SETUP, TURN = "The aim", "The map", "The pieces", "The setup", "A turn"
STANDARD, INFLUENCE, ESTABLISH = "Standard Actions", "Influence Actions", "Establishing"
ALTHING, TRADE, SECRET = "The ALTHING", "Trade and promises", "What is secret"
CARDS, JARLS, REGIONS, POSTS = "Victory Condition cards", "Jarls", "REGIONS", "POSTS"
METRICS: Final = {
    "duchies_in_winds": r"Duch(?:y|ies) in different Winds", "duchies": r"Duch(?:y|ies)\b(?! in)",
    "fewest_of_a_type": "established Followers? of each type", "most_of_a_type": "established Followers? of one type",
    "established": r"established Followers?\b(?! of)", "winds": "Winds? with a Follower of yours",
    "key_trade_centers": "Key Trade Centers?", "trade_centers": "Trade Centers?", "allies": "Powerful All(?:y|ies)",
    "advocates": "Advocates?", "gods": "Gods?", "silver": "silver", "markers": "Influence Markers?",
    "longships": "Longships? on the map",
}
"""What cards count, by the words for it."""


class PaxVikingReader(Reader):
    """Reads a start of Pax Viking."""

    def cards_laid(self) -> dict[str, int]:
        said = self.read(r"cards on the table: (.+?)[,.](?: which| Who)", AIM)[0]
        return {name.lower(): int(amount) for amount, name in re.findall(r"(\d+) ([A-Z]\w+)", said)}

    def face_down(self) -> bool:
        return self.said("which lie face down at first", AIM)

    def turned_up(self) -> str:
        return self.read(r"turns one up, (before|after) the check", AIM)[0]

    def novice_for(self) -> str:
        return self.read(r"at the end of each turn, for (everybody|the player whose turn)", AIM)[0]

    def empty_track_ends(self) -> str:
        return self.either(AIM, immediate="is empty during a turn or after", after_refresh="is empty after a turn's")

    def ties(self) -> list[str]:
        return list(self.read(r"then most (ESTABLISHED Followers), then (silver) decide", AIM))

    def score(self) -> str:
        return self.read(r"The score is the number of (.+?)\.", AIM)[0]

    def winds(self) -> int:
        return self.count(r"(\w+) WINDS have REGIONS", MAP)

    def harbor_exit(self) -> str:
        return self.either(MAP, any_gate="left to its river or to any sea", same_gate="left the same way")

    def duchy(self) -> tuple[int, ...]:
        """Ventures of a DUCHY, and HOMES that one may have."""
        return self.counts(r"Followers on (\w+) Ventures of a REGION .* up to (\w+) HOMES", MAP)

    def duchy_persists(self) -> bool:
        return self.either(MAP, yes="It stays when the Ventures are lost", no="It goes with the Ventures") == "yes"

    def duchy_moment(self) -> bool:
        return self.said("even while a Venture is replaced", MAP)

    def pieces(self) -> tuple[int, ...]:
        """Longships, Followers of each type, types."""
        return self.counts(r"has (\w+) Longships and (\w+) Followers of each of (\w+) types", PIECES)

    def jarls_come(self) -> str:
        return self.either(SETUP, chosen="Jarls are chosen in reverse turn order", dealt="Jarls are dealt")

    def start_silver(self, place: int) -> int:
        first, more = self.read(r"first player has (\w+) silver(?:, each next one (\w+) more)?", SETUP)
        return number(first) + place * number(more or "0")

    def start_hand(self) -> int:
        return 0 if self.said("Hands are empty", SETUP) else self.count(r"Hands have (\w+) tiles?", SETUP)

    def laid(self) -> int:
        return self.count(r"In circles lie? (\w+) Ventures?", SETUP) if self.said("In circles", SETUP) else 0

    def bank(self) -> int:
        return self.count(r"There are (\w+) silver in all", SETUP) if self.said("silver in all", SETUP) else 0

    def pile(self) -> int:
        return self.count(r"The pile has (\w+) tiles", SETUP)

    def deck(self) -> str:
        return self.either(SETUP, random="tiles: any of", starter="starter deck", balanced="for each player .*Ventures")

    def balanced(self) -> list[int]:
        (said,) = self.read(r"for each player (\d+ Ventures.+?)(?:, and \d+ random ones[^.]*)?\. The track", SETUP)
        return [int(amount) for amount in re.findall(r"\d+", said)]

    def box(self) -> int:
        return self.count(r"any of (\w+)", SETUP)

    def track(self) -> list[int]:
        amount, prices = self.read(r"The track has (\w+) open ones at prices ([\d, ]+)\.", SETUP)
        found = list(map(int, prices.split(", ")))
        if number(amount) != len(found):
            raise NotTold(prices)
        return found

    def tie_keeps(self) -> bool:
        return self.either(TURN, yes="who is tied keeps it", no="another has more, or as many") == "yes"

    def marker_needs_follower(self) -> bool:
        return not self.said("keeps it, even with none", TURN)

    def markers(self) -> int:
        return self.count(r"There are (\w+) markers a turn", TURN)

    def first_markers(self, place: int) -> int:
        if not self.said("In the first round", TURN):
            return self.markers()
        return number(self.read(r"have fewer: in turn order ([\d, ]+)\.", TURN)[0].split(", ")[place])

    def may_pass(self) -> bool:
        return self.either(TURN, yes="One may pass", no="One must act as long") == "yes"

    def solstice_silver(self) -> int:
        return self.count(r"Gain (\w+) silver for each type", TURN)

    def hand_limit(self) -> int:
        return self.count(r"HAND LIMIT of (\w+)", TURN)

    def slides(self) -> bool:
        return self.said("tiles of the track move to cheaper empty spaces", TURN)

    def stale_round(self) -> str:
        return self.either(TURN, ends="the game ends", discards="cheapest tile leaves the track first")

    def removed(self) -> str:
        return self.either(STANDARD, discard="cheapest space is discarded", game="cheapest space leaves the game")

    def steps(self) -> int:
        return self.count(r"sails up to (\w+) STEPS", STANDARD)

    def trade_windows(self) -> str:
        return self.either(STANDARD, end="Where it ends one may TRADE", each_node="Before and after each STEP one may")

    def partners(self) -> int:
        return self.count(r"with up to (\w+) RIVALS", STANDARD)

    def names_loss(self) -> str:
        return self.read(r"which the (victim|challenger) names", STANDARD)[0]

    def jarldom_needs_rival(self) -> bool:
        return self.said("goes one STEP into a POST with a RIVAL's Longship", INFLUENCE)

    def jarldom(self) -> str:
        return self.either(INFLUENCE, may="ALONE may ESTABLISH", must="ALONE ESTABLISHES if it can pay")

    def sweden_forced(self) -> bool:
        return self.either(INFLUENCE, yes="the Venture is PLAYED", no="the Venture may be PLAYED") == "yes"

    def preprinted_replaced(self) -> bool:
        return not self.said("but not from Trade Centers and Powerful Allies", ESTABLISH)

    def replaces_own(self) -> bool:
        return self.either(ESTABLISH, yes="replaced by another type", no="an own one stays") == "yes"

    def keys(self) -> int:
        return self.count(r"(\w+) are KEY TRADE CENTERS", ESTABLISH)

    def ally_ships(self) -> int:
        return self.count(r"Ally Longships \((\w+) in all\)", ESTABLISH)

    def ally_ships_kept(self) -> bool:
        return self.either(ESTABLISH, yes="kept when the Ally is lost", no="lost with the Ally") == "yes"

    def votes_first(self) -> str:
        return self.either(ALTHING, active_first="from the active player on", active_last="from the player after the")

    def offers(self) -> tuple[int, ...]:
        """To a partner at a place, and in a turn."""
        return self.counts(r"gets up to (\w+) offers at a place, all together (\w+) a turn", TRADE)

    def traded(self) -> set[str]:
        (said,) = self.read(r"what is wanted and given: (.+?)\. Who wants", TRADE)
        return {what for what in ("silver", "tiles", "Followers", "Longships", "promises") if what in said}

    def promises(self) -> int:
        said = self.said("Promises bind nobody", TRADE)
        return self.count(r"The active player may make (\w+) a turn", TRADE) if said else 0

    def open_hands(self) -> bool:
        return self.either(SECRET, yes="Hands are open", no="^Hands, |\nHands, ") == "yes"

    def victory_cards(self) -> frozenset[str]:
        return frozenset(line.partition(" (")[0] for line in self.lines(CARDS))

    def difficulty(self, card: str) -> str:
        return self.row(CARDS, card)[0][0]

    def takes(self, card: str) -> dict[str, int]:
        """What a card takes, by what it counts."""
        said, found = self.does(CARDS, card), {}
        for metric, words in METRICS.items():
            if match := re.search(rf"(\d+) {words}", said):
                found[metric] = int(match.group(1))
                said = said.replace(match.group(), "")
        if re.search(r"\d", said):
            raise NotTold(said)
        return found

    def jarl_home(self, jarl: str) -> tuple[str, str]:
        home, _, sea = self._jarl(jarl)[0].partition(" by ")
        return home, sea

    def jarl_silver(self, jarl: str) -> int:
        return int(self._jarl(jarl)[1])

    def spaces(self, jarl: str) -> tuple[int, ...]:
        """For Advocates and Gods."""
        return tuple(map(int, self._jarl(jarl)[2].split("+")))

    def tile(self, part: str, name: str) -> frozenset[tuple[str, str]]:
        """The places and types of Follower of the tiles of a name."""
        found = (re.fullmatch(r"(.+?)(?: ([JSTR]))?", each) for each in self.row(part, name)[0])
        return frozenset((each.group(1), each.group(2) or "") for each in found if each is not None)

    def numbers(self, part: str, name: str) -> list[int]:
        return numerals(self.does(part, name))

    def once(self, part: str, name: str) -> bool:
        return "Once a turn" in self.does(part, name)

    def voted(self, name: str) -> bool:
        return self.does("Events", name).startswith("Althing: ")

    def how(self, part: str, name: str) -> str:
        """How a tile is used: by an action, for a marker, as it is established, or else."""
        first = self.does(part, name).partition(": ")[0]
        return {"Activate": "activate", "Action Marker": "marker", "When established": "establish"}.get(first, "")

    def region(self, name: str) -> tuple[str, str]:
        """Its kind and WIND."""
        kind, wind = self._among(REGIONS, name)[0]
        return kind, wind

    def beside(self, name: str) -> frozenset[str]:
        said = self._among(REGIONS, name)[1]
        return frozenset(said.split(", ")) if said else frozenset()

    def post_price(self, name: str) -> int:
        return int(self._among(POSTS, name)[0][0])

    def post_sea(self, name: str) -> str:
        """The sea by which it is entered; nothing for a river."""
        seas = [each for each in self._among(POSTS, name)[0] if each.endswith(" Sea") or each == "Baltic"]
        return seas[0] if seas else ""

    def post_kind(self, name: str) -> str:
        kinds = [each for each in self._among(POSTS, name)[0] if each in ("Trade Center", "Key Trade Center", "Ally")]
        return kinds[0] if kinds else ""

    def post_region(self, name: str) -> str:
        circle = re.fullmatch(r"(.+) \d", name)
        return circle.group(1) if circle else self._among(POSTS, name)[0][-1]

    def post_numbers(self, name: str) -> list[int]:
        return numerals(self._among(POSTS, name)[1])

    def jarl_numbers(self, jarl: str) -> list[int]:
        return numerals(self.line(JARLS, f"{jarl} (").partition("): ")[2])

    def _jarl(self, jarl: str) -> list[str]:
        line = self.line(JARLS, f"{jarl} (")
        return line[line.index("(") + 1:line.index(")")].split("; ")

    def _among(self, part: str, name: str) -> tuple[list[str], str]:
        """Return what stands in the brackets, and behind the colon, of the row that has a name among others."""
        for line in self.lines(part):
            names, _, rest = line.partition(" (")
            if name in names.split(", "):
                bracket, _, told = rest.partition(")")
                return bracket.split(", "), told.removeprefix(": ")
        raise NotTold(name)
