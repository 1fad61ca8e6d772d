"""The clans and their powers (NG-CLAN-*): one small class a power, which is a rule that acts for the clan's player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lawspeaker_engine import content
from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.games.northgard.actions.combat import DEFENDER, Combat
from lawspeaker_engine.games.northgard.board import Laid
from lawspeaker_engine.games.northgard.buildings import BUILDINGS, collect
from lawspeaker_engine.games.northgard.figures import KAIJA
from lawspeaker_engine.games.northgard.moments import Rule, territory_yield
from lawspeaker_engine.games.northgard.options import Territory
from lawspeaker_engine.games.northgard.state import FOOD, LORE, NOT_IN_PLAY, RESERVE, State, Token
from lawspeaker_engine.games.northgard.tiles import IMPASSABLE
from lawspeaker_engine.games.northgard.tokens import SCORCHED_EARTH
from lawspeaker_engine.model import PUBLIC, Decision


@dataclass(frozen=True, slots=True)
class OwnsKaija(Rule):
    """Bear: Kaija, a figure of its own; recruiting, moving and wintering her is told where those actions are."""


@dataclass(frozen=True, slots=True)
class KaijaHelps(OwnsKaija):
    """Bear of the prototype: she feeds and protects where she stands."""

    food: int
    """The food that her territory yields besides."""
    casualties: int
    """How many do not count where she defends."""

    def collect(self, state: State, seat: int) -> None:
        """Her territory yields more food while it is Bear's (NGP-CLAN-BEAR-03)."""
        where = state.where(KAIJA)
        if where >= 0 and state.board.owner[where] == seat:
            state.gain(seat, FOOD, self.food)

    def cancels(self, state: State, combat: Combat, side: int) -> int:
        """Casualties that do not count where she defends (NGP-CLAN-BEAR-05, AMB-P19)."""
        return self.casualties if side == DEFENDER and state.where(KAIJA) == combat.territory else 0


@dataclass(frozen=True, slots=True)
class LoreForExploring(Rule):
    """Boar: lore for every Explore action that closes nothing, whoever controls it (NG-CLAN-BOAR-01, AMB-R15)."""

    lore: int

    def after_explore(self, state: State, seat: int, laid: Laid) -> None:
        """Areas enclosed in the new tile were never open, so they are not among the closed ones."""
        if not laid.closed:
            state.gain(seat, LORE, self.lore)


@dataclass(frozen=True, slots=True)
class FoodForBuilding(Rule):
    """Goat: food for every building it builds (NG-CLAN-GOAT-01)."""

    small_food: int
    large_food: int

    def after_build(self, state: State, seat: int, building: int, territory: int) -> None:
        """The amount goes by the building's size."""
        state.gain(seat, FOOD, self.large_food if BUILDINGS[building].large else self.small_food)


@dataclass(frozen=True, slots=True)
class HarvestOfClosed(Rule):
    """Raven: at once all resources of own territories that its Explore action closed (NG-CLAN-RAVEN-01, AMB-R47)."""

    def after_explore(self, state: State, seat: int, laid: Laid) -> None:
        """Printed symbols and production of buildings, but no fame."""
        for territory in laid.closed:
            if state.board.owner[territory] == seat:
                collect(state.board, territory, state.players[seat].resources)


@dataclass(frozen=True, slots=True)
class ScorchedEarth(Rule):
    """Snake: a token on enemy land that helps it in combat and lets it steal at Harvest (NG-CLAN-SNAKE-01..05)."""

    points: int
    """The points of the token in a combat of Snake in its territory (NG-CLAN-SNAKE-04)."""

    def take_tokens(self, state: State, seat: int) -> None:
        """The token waits beside the map."""
        state.tokens.append(Token(SCORCHED_EARTH, seat, RESERVE))

    def before_card(self, state: State, seat: int, card: int) -> None:
        """The token may be put or moved before every clan card (NG-CLAN-SNAKE-01)."""
        state.push(PlaceToken(seat))

    def combat_points(self, state: State, combat: Combat, side: int) -> int:
        """It counts whoever controls the territory by now (AMB-R26)."""
        return self.points if scorched(state) == combat.territory else 0


@dataclass(frozen=True, slots=True)
class FameForLand(Rule):
    """Stag: fame for each territory conquered in combat or closed by exploring (NG-CLAN-STAG-01, AMB-R27, AMB-R54)."""

    fame: int

    def after_explore(self, state: State, seat: int, laid: Laid) -> None:
        """Only territories it controls."""
        for territory in laid.closed:
            if state.board.owner[territory] == seat:
                state.players[seat].fame += self.fame

    def attack_won(self, state: State, seat: int, territory: int) -> None:
        """Winning as attacker is conquering."""
        state.players[seat].fame += self.fame

    def creature_beaten(self, state: State, seat: int, *, attacked: bool, shared: bool) -> None:
        """A territory is conquered from a creature that shared it with nobody (NG-CRE-18)."""
        if attacked and not shared:
            state.players[seat].fame += self.fame


@dataclass(frozen=True, slots=True)
class FoodForAttacks(Rule):
    """Wolf: food for each combat won as attacker (NG-CLAN-WOLF-01)."""

    food: int

    def attack_won(self, state: State, seat: int, territory: int) -> None:
        """Food from the bank."""
        state.gain(seat, FOOD, self.food)

    def creature_beaten(self, state: State, seat: int, *, attacked: bool, shared: bool) -> None:
        """A creature that it attacked counts as an enemy does (NG-CRE-18)."""
        if attacked:
            state.gain(seat, FOOD, self.food)


@dataclass(frozen=True, slots=True)
class FoodOfClosed(Rule):
    """Goat of the prototype: food at Harvest for closed territories with a building (NGP-CLAN-GOAT-01, AMB-P08)."""

    food: int
    """For each territory."""
    most: int
    """In a year."""

    def collect(self, state: State, seat: int) -> None:
        """Count the territories when the seat has collected what they yield."""
        board = state.board
        built = [each for each in state.controlled(seat) if board.closed(each) and board.buildings[each]]
        state.gain(seat, FOOD, min(self.food * len(built), self.most))


@dataclass(frozen=True, slots=True)
class FameOfClosed(Rule):
    """Stag of the prototype: closed territories give more fame at Harvest than anybody's (NGP-CLAN-STAG-01)."""

    small: int
    """Fame more for a territory of one or two tiles."""
    large: int
    """Fame more for a larger one."""

    def harvest_fame(self, state: State, seat: int) -> int:
        """Return what comes on top of the 1 or 2 fame of NG-HARV-02."""
        board = state.board
        closed = [territory for territory in state.controlled(seat) if board.closed(territory)]
        return sum([self.small if board.size[territory] <= 2 else self.large for territory in closed])


@dataclass(slots=True)
class PlaceToken(Frame[State]):
    """The seat may put Scorched Earth into an enemy territory next to one of its own (NG-CLAN-SNAKE-01..03)."""

    seat: int

    def step(self, state: State) -> Decision | Work:
        """Ask for a territory without the token: to leave it where it lies is to decline."""
        options = [Territory(territory) for territory in token_places(state, self.seat)]
        if not options:
            return DONE
        return Decision(self.seat, "snake.token", options, 0, 1, (), PUBLIC)

    def take(self, state: State, chosen: Sequence[Territory]) -> Work:
        """There is one token only, so it leaves its old place (NG-CLAN-SNAKE-03)."""
        for option in chosen:
            token = state.token(SCORCHED_EARTH)
            assert token is not None, "its owner is asked"
            token.territory = option.territory
        return DONE


def scorched(state: State) -> int:
    """Return the territory of the Scorched Earth token, or RESERVE, or NOT_IN_PLAY."""
    token = state.token(SCORCHED_EARTH)
    return token.territory if token else NOT_IN_PLAY


def token_places(state: State, seat: int) -> list[int]:
    """Return enemy territories next to one the seat controls, without the token's own, ascending (AMB-R25)."""
    board = state.board
    there = scorched(state)
    worst = IMPASSABLE if state.settings.snake_over_impassable else IMPASSABLE - 1
    return [
        territory for territory in board.territories
        if territory != there and state.is_enemy(seat, board.owner[territory])
        and any(kind <= worst and board.owner[other] == seat for other, kind in board.neighbours[territory])
    ]


@dataclass(frozen=True, slots=True)
class Clan:
    """A row of content/clans.toml."""

    id: str
    name: str
    power: content.UnreadRow
    """Its rule, which `Table.power_of` has."""
    cards: tuple[str, ...]
    """The ids of its initial card and its upgrades."""
    edition: str = "retail"
    base: str = ""
    """The id of the retail clan that it is another edition of."""
    module: str = ""
    """The module that brings it; empty for the base game."""


POWERS: Final[dict[str, type]] = {
    "owns_kaija": OwnsKaija,
    "kaija_helps": KaijaHelps,
    "lore_for_exploring": LoreForExploring,
    "food_for_building": FoodForBuilding,
    "harvest_of_closed": HarvestOfClosed,
    "scorched_earth": ScorchedEarth,
    "fame_for_land": FameForLand,
    "food_for_attacks": FoodForAttacks,
    "food_of_closed": FoodOfClosed,
    "fame_of_closed": FameOfClosed,
}
"""The powers of the base game's clans, in both editions, by their verbs."""

CLANS: Final[tuple[Clan, ...]] = content.load_rows(Path(__file__).parent / "content/clans.toml", "clan", Clan)


def robbed(state: State, seat: int) -> tuple[int, int] | None:
    """Return who may steal a resource from the seat at Harvest, and in which territory (NG-CLAN-SNAKE-05, AMB-R26)."""
    token = state.token(SCORCHED_EARTH) if state.tokens else None
    if token is None or token.territory < 0:
        return None
    territory = token.territory
    if state.board.owner[territory] != seat or not state.is_enemy(token.seat, seat):
        return None
    return (token.seat, territory) if any(territory_yield(state, seat, territory)) else None
