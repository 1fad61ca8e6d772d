"""Clan powers (NG-CLAN-*): one small class a power; the functions at the end are the moments at which a power acts.

None of them is called during setup (NG-SETUP-20).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lawspeaker_engine import content
from lawspeaker_engine.agenda import Frame
from lawspeaker_engine.games.northgard.board import Laid
from lawspeaker_engine.games.northgard.buildings import BUILDINGS, collect, produced
from lawspeaker_engine.games.northgard.options import Territory
from lawspeaker_engine.games.northgard.state import FOOD, LORE, RESERVE, UNITS, State
from lawspeaker_engine.games.northgard.tiles import IMPASSABLE
from lawspeaker_engine.model import PUBLIC, Decision


class Power:
    """The power of a clan besides its cards: a method for every moment at which some power acts, empty here."""

    __slots__ = ()

    def take_tokens(self, state: State, seat: int) -> None:
        """Setup: receive the tokens that belong to the clan."""

    def before_card(self, state: State, seat: int) -> None:
        """An own clan card is about to be resolved."""

    def after_explore(self, state: State, seat: int, laid: Laid) -> None:
        """The seat's Explore action has laid a tile, and closing fame was given."""

    def after_build(self, state: State, seat: int, building: int, territory: int) -> None:
        """The seat's Build action has put a building there."""

    def combat_points(self, state: State, territory: int) -> int:
        """Return points the clan adds in step 2 of a combat there, attacking or defending (NG-COMBAT-06)."""
        del state, territory
        return 0

    def attack_won(self, state: State, seat: int, territory: int) -> None:
        """The seat has won the combat there as attacker."""


@dataclass(frozen=True, slots=True)
class OwnsKaija(Power):
    """Bear: Kaija, a figure of her own; recruiting, moving and wintering her is told where those actions are."""

    points: int
    """What she is worth in a combat (NG-CLAN-BEAR-03)."""

    def take_tokens(self, state: State, seat: int) -> None:
        """Kaija waits in the reserve."""
        state.bear = seat
        state.kaija = RESERVE


@dataclass(frozen=True, slots=True)
class LoreForExploring(Power):
    """Boar: lore for every Explore action that closes nothing, whoever controls it (NG-CLAN-BOAR-01, AMB-R15)."""

    lore: int

    def after_explore(self, state: State, seat: int, laid: Laid) -> None:
        """Areas enclosed in the new tile were never open, so they are not among the closed ones."""
        if not laid.closed:
            state.gain(seat, LORE, self.lore)


@dataclass(frozen=True, slots=True)
class FoodForBuilding(Power):
    """Goat: food for every building it builds (NG-CLAN-GOAT-01)."""

    small_food: int
    large_food: int

    def after_build(self, state: State, seat: int, building: int, territory: int) -> None:
        """The amount goes by the building's size."""
        del territory
        state.gain(seat, FOOD, self.large_food if BUILDINGS[building].large else self.small_food)


@dataclass(frozen=True, slots=True)
class HarvestOfClosed(Power):
    """Raven: at once all resources of own territories that its Explore action closed (NG-CLAN-RAVEN-01, AMB-R47)."""

    def after_explore(self, state: State, seat: int, laid: Laid) -> None:
        """Printed symbols and production of buildings, but no fame."""
        for territory in laid.closed:
            if state.board.owner[territory] == seat:
                collect(state.board, territory, state.players[seat].resources)


@dataclass(frozen=True, slots=True)
class ScorchedEarth(Power):
    """Snake: a token on enemy land that helps it in combat and lets it steal at Harvest (NG-CLAN-SNAKE-01..05)."""

    points: int
    """What the token is worth in a combat of Snake in its territory (NG-CLAN-SNAKE-04)."""

    def take_tokens(self, state: State, seat: int) -> None:
        """The token waits beside the map."""
        state.snake = seat
        state.scorched = RESERVE

    def before_card(self, state: State, seat: int) -> None:
        """The token may be put or moved before every clan card (NG-CLAN-SNAKE-01)."""
        state.push(PlaceToken(seat))

    def combat_points(self, state: State, territory: int) -> int:
        """It counts whoever controls the territory by now (AMB-R26)."""
        return self.points if state.scorched == territory else 0


@dataclass(frozen=True, slots=True)
class FameForLand(Power):
    """Stag: fame for each territory conquered in combat or closed by exploring (NG-CLAN-STAG-01, AMB-R27, AMB-R54)."""

    fame: int

    def after_explore(self, state: State, seat: int, laid: Laid) -> None:
        """Only territories it controls."""
        for territory in laid.closed:
            if state.board.owner[territory] == seat:
                state.players[seat].fame += self.fame

    def attack_won(self, state: State, seat: int, territory: int) -> None:
        """Winning as attacker is conquering."""
        del territory
        state.players[seat].fame += self.fame


@dataclass(frozen=True, slots=True)
class FoodForAttacks(Power):
    """Wolf: food for each combat won as attacker (NG-CLAN-WOLF-01)."""

    food: int

    def attack_won(self, state: State, seat: int, territory: int) -> None:
        """Food from the bank."""
        del territory
        state.gain(seat, FOOD, self.food)


@dataclass(slots=True)
class PlaceToken(Frame[State]):
    """The seat may put Scorched Earth into an enemy territory next to one of its own (NG-CLAN-SNAKE-01..03)."""

    seat: int

    def step(self, state: State) -> Decision | None:
        """Ask for a territory without the token: to leave it where it lies is to decline."""
        options = [Territory(territory) for territory in token_places(state, self.seat)]
        if not options:
            state.agenda.pop()
            return None
        return Decision(self.seat, "snake.token", options, 0, 1, (), PUBLIC)

    def take(self, state: State, chosen: Sequence[Territory]) -> None:
        """There is one token only, so it leaves its old place (NG-CLAN-SNAKE-03)."""
        state.agenda.pop()
        if chosen:
            state.scorched = chosen[0].territory


def token_places(state: State, seat: int) -> list[int]:
    """Return enemy territories next to one the seat controls, without the token's own, ascending (AMB-R25)."""
    board = state.board
    worst = IMPASSABLE if state.settings.snake_over_impassable else IMPASSABLE - 1
    return [
        territory for territory in board.territories
        if territory != state.scorched and state.is_enemy(seat, board.owner[territory])
        and any(kind <= worst and board.owner[other] == seat for other, kind in board.neighbours[territory])
    ]


@dataclass(frozen=True, slots=True)
class Clan:
    """A row of content/clans.toml; its initial card and its two upgrades carry its id (NG-CLAN-01)."""

    id: str
    name: str
    power: Power


_POWERS = content.Vocabulary({
    "owns_kaija": OwnsKaija,
    "lore_for_exploring": LoreForExploring,
    "food_for_building": FoodForBuilding,
    "harvest_of_closed": HarvestOfClosed,
    "scorched_earth": ScorchedEarth,
    "fame_for_land": FameForLand,
    "food_for_attacks": FoodForAttacks,
})

CLANS: Final[tuple[Clan, ...]] = content.load_rows(Path(__file__).parent / "content/clans.toml", "clan", Clan, _POWERS)

_NO_POWER: Final = Power()
POWERS: Final[tuple[Power, ...]] = (*(clan.power for clan in CLANS), _NO_POWER)
"""By clan; the last one is for -1, a player without a clan."""


def kaija_points() -> int:
    """Return what Kaija is worth in step 1 of a combat (NG-CLAN-BEAR-03)."""
    return sum(power.points for power in POWERS if isinstance(power, OwnsKaija))


def take_tokens(state: State, seat: int) -> None:
    """The seat has got its clan: it receives the clan's tokens."""
    POWERS[state.players[seat].clan].take_tokens(state, seat)


def before_card(state: State, seat: int, card: int) -> None:
    """The seat is about to resolve this clan card of its own; not called for other cards (NG-CLAN-SNAKE-01)."""
    del card
    POWERS[state.players[seat].clan].before_card(state, seat)


def after_explore(state: State, seat: int, laid: Laid) -> None:
    """The seat's Explore action has laid a tile, and closing fame was given."""
    POWERS[state.players[seat].clan].after_explore(state, seat, laid)


def after_build(state: State, seat: int, building: int, territory: int) -> None:
    """The seat's Build action has put a building there."""
    POWERS[state.players[seat].clan].after_build(state, seat, building, territory)


def combat_points(state: State, seat: int, territory: int, *, attacking: bool) -> int:
    """Return points the seat's clan adds in step 2 of a combat there (NG-COMBAT-06)."""
    del attacking
    return POWERS[state.players[seat].clan].combat_points(state, territory)


def attack_won(state: State, seat: int, territory: int) -> None:
    """The seat has won the combat there as attacker, not by mutual wipe-out (NG-COMBAT-20-INF)."""
    POWERS[state.players[seat].clan].attack_won(state, seat, territory)


def winter_units(state: State, seat: int) -> int:
    """Return the seat's figures that cost something in winter: Kaija is not one of the fourteen units
    (NG-CLAN-BEAR-05).
    """
    return UNITS - state.players[seat].reserve


def robbed(state: State, seat: int) -> tuple[int, int] | None:
    """Return who may steal a resource from the seat at Harvest, and in which territory (NG-CLAN-SNAKE-05, AMB-R26)."""
    territory = state.scorched
    if territory < 0 or state.board.owner[territory] != seat or not state.is_enemy(state.snake, seat):
        return None
    return (state.snake, territory) if any(produced(state.board, territory)) else None
