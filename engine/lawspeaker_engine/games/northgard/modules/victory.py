"""Victory by cards (UH-ALT-*): one Map Control card and some Wealth cards lie face up instead of the base victory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.content import load_rows, refuse_unknown
from lawspeaker_engine.games.northgard import teams
from lawspeaker_engine.games.northgard.actions.combat import Combat
from lawspeaker_engine.games.northgard.board import Board, Laid
from lawspeaker_engine.games.northgard.buildings import BUILDINGS
from lawspeaker_engine.games.northgard.cards.resolving import CARDS, UNREST
from lawspeaker_engine.games.northgard.module import Module
from lawspeaker_engine.games.northgard.module_views import ShowsModules, VictoryView
from lawspeaker_engine.games.northgard.moments import Rule
from lawspeaker_engine.games.northgard.options import Action
from lawspeaker_engine.games.northgard.phases import scoring
from lawspeaker_engine.games.northgard.phases.end import Victory
from lawspeaker_engine.games.northgard.state import LORE, State
from lawspeaker_engine.games.northgard.table import Named, Table, insert
from lawspeaker_engine.games.northgard.tiles import ROUGH
from lawspeaker_engine.model import PUBLIC, Chance

MAP_CONTROL: Final = "map_control"
WEALTH: Final = "wealth"
WEALTH_CARDS: Final = 2
"""Wealth cards that lie face up (UH-ALT-06)."""
TEAMS_WEALTH_CARDS: Final = 3
"""The same in a game of teams (UH-ALT-11)."""
MOST_POINTS: Final = 14
"""A player's validation tokens together: nine of 1 and one of 5 (UH-ALT-07)."""
DEVELOPMENTS: Final = ("early", "advanced")
"""The sets of Development cards."""


# What cards count at the moment in which they are checked.


def _closed(state: State, seat: int, test: Callable[[Board, int], bool]) -> int:
    """Return how many closed territories of the seat pass a test."""
    board = state.board
    return sum(board.closed(territory) and test(board, territory) for territory in state.controlled(seat))


def _closed_of(state: State, seat: int, tiles: int) -> int:
    """Return how many closed territories of so many tiles, with a large building, the seat controls."""
    return _closed(state, seat, lambda board, territory: (
        board.size[territory] >= tiles and scoring.has_large(state, territory)))


def _buildings(state: State, seat: int) -> list[int]:
    """Return the buildings that the seat controls: those in its territories (AMB-R34)."""
    return [code >> 2 for territory in state.controlled(seat) for code in state.board.buildings[territory]]


def _upgrades(state: State, seat: int) -> int:
    player = state.players[seat]
    return len(state.table.upgrades[player.clan]) - len(player.upgrades)


COUNTS: Final[dict[str, Callable[[State, int], int]]] = {
    "closed": lambda state, seat: _closed(state, seat, lambda _board, _territory: True),
    "closed_with_large": scoring.large_closed,
    "closed_of_5_with_large": lambda state, seat: _closed_of(state, seat, 5),
    "closed_of_6_with_large": lambda state, seat: _closed_of(state, seat, 6),
    "closed_with_lair": lambda state, seat: _closed(state, seat, lambda board, territory: board.lairs[territory] > 0),
    "closed_with_rough_or_impassable": lambda state, seat: _closed(state, seat, lambda board, territory: any(
        kind >= ROUGH for _, kind in board.neighbours[territory])),
    "territories": lambda state, seat: len(state.controlled(seat)),
    "buildings": lambda state, seat: sum(scoring.building_count(state, each) for each in state.controlled(seat)),
    "large_buildings": lambda state, seat: sum(BUILDINGS[building].large for building in _buildings(state, seat)),
    "upgrades": _upgrades,
    "fame_tokens": lambda state, seat: state.players[seat].fame,
    "reserve": lambda state, seat: state.players[seat].reserve,
    "least_resource": lambda state, seat: min(state.players[seat].resources),
}
"""By the word that rows use: a number that may go up and down. A regular border to the same neighbour hides a rough
one, as in NG-MAP-10."""

COUNTED: Final = (
    "own_closings", "builds", "wins_against_players", "creatures_defeated", "units_lost_in_combat", "development_fame",
    "harvest_trades", "upgrades_and_removals",
)
"""The words for what validation tokens count."""


# The rows.


@dataclass(frozen=True, slots=True)
class TwoUpgrades:
    """The needs, in place of the usual ones, of a player whose clan has only two upgrades."""

    upgrades: int
    lore: int


@dataclass(frozen=True, slots=True)
class VictoryCard:
    """A row of content/victory.toml."""

    id: str
    name: str
    kind: str
    """map_control or wealth."""
    count: str
    """The things that are counted: a word of COUNTED if `counted`, else of COUNTS."""
    need: int
    """How much of it fulfils the card, or with `at_most` the most there may be."""
    text: str
    """The condition, in a sentence of our own."""
    team_need: int = 0
    """The number that a team needs together; 0 where one of its members must fulfil the card alone."""
    at_most: bool = False
    no_unrest: bool = False
    """True if the player's deck must be without Unrest too."""
    with_two: TwoUpgrades | None = None
    counted: bool = False
    """True if it is counted by validation tokens, which never go down."""
    wip: bool = False
    """True if it is among the cards of the work in progress."""
    needs: str = ""
    """The module that it needs; empty if none."""

    def __post_init__(self) -> None:
        refuse_unknown("victory kind", self.kind, (MAP_CONTROL, WEALTH))
        refuse_unknown("victory count", self.count, COUNTED if self.counted else tuple(COUNTS))


VICTORY_CARDS: Final = load_rows(Path(__file__).parent.parent / "content/victory.toml", "victory", VictoryCard)
"""All victory cards by number."""


# Setup.


@dataclass(slots=True)
class Validation:
    """The victory cards that lie face up, and the players' validation tokens beside them. All see both."""

    cards: list[int] = field(default_factory=list)
    """The Map Control card, then the Wealth cards in the order drawn."""
    counts: list[list[int]] = field(default_factory=list)
    """By seat: the points of its tokens beside each of these cards; 0 beside one that has none."""

    def copy(self) -> Validation:
        """Return an independent copy."""
        return Validation(self.cards[:], [row[:] for row in self.counts])

    def show(self, state: State, view: ShowsModules) -> None:
        """Show cards and tokens, which are open."""
        counts = [count for row in self.counts for count in row]
        view.victory = VictoryView(state.settings.victory, self.cards, counts)


@dataclass(slots=True)
class DrawVictoryCards(Frame[State]):
    """Victory cards of a kind are drawn; one that needs a module not in play is replaced in the open (UH-ALT-06)."""

    kind: str
    count: int
    """How many are still to be drawn."""
    replaced: tuple[int, ...] = ()

    def step(self, state: State) -> Chance:
        """Draw the cards, or those instead of others."""
        drawn = (*state.part(Validation).cards, *self.replaced)
        every = state.settings.victory_cards == "all"
        options = [
            Action(number) for number, row in enumerate(VICTORY_CARDS)
            if row.kind == self.kind and (every or row.wip) and number not in drawn
        ]
        return Chance("setup.victory", options, self.count, "setup/victory", PUBLIC)

    def take(self, state: State, chosen: Sequence[Action]) -> Work:
        """Lay out the cards that match the modules in play; options are numbers of victory cards."""
        validation = state.part(Validation)
        for option in chosen:
            needs = VICTORY_CARDS[option.action].needs
            if needs and needs not in state.table.modules:
                self.replaced += (option.action,)
            else:
                validation.cards.append(option.action)
                self.count -= 1
        validation.counts = [[0] * len(validation.cards) for _ in state.players]
        if not self.count:
            return DONE
        return ONGOING


# Validation tokens.


def validate(state: State, seat: int, count: str, points: int) -> None:
    """Put tokens worth so many points beside the card that counts this, as far as they go (UH-ALT-07)."""
    validation = state.part(Validation)
    own = validation.counts[seat]
    for place, number in enumerate(validation.cards):
        row = VICTORY_CARDS[number]
        if row.counted and row.count == count:
            own[place] = min(own[place] + points, MOST_POINTS)


def validated(state: State, seat: int, count: str) -> int:
    """Return the points of the seat's tokens beside the card that counts this; 0 if it does not lie there."""
    validation = state.part(Validation)
    return sum(
        points for points, number in zip(validation.counts[seat], validation.cards, strict=True)
        if VICTORY_CARDS[number].count == count
    )


class Validate(Rule):
    """Players put validation tokens beside cards as soon as they have done what these count."""

    __slots__ = ()

    def after_explore(self, state: State, seat: int, laid: Laid) -> None:
        """Own territories that the tile closed."""
        owner = state.board.owner
        validate(state, seat, "own_closings", sum(owner[territory] == seat for territory in laid.closed))

    def after_build(self, state: State, seat: int, building: int, territory: int) -> None:
        """One building."""
        validate(state, seat, "builds", 1)

    def attack_won(self, state: State, seat: int, territory: int) -> None:
        """A combat won as attacker."""
        validate(state, seat, "wins_against_players", 1)

    def defense_won(self, state: State, seat: int, territory: int) -> None:
        """A combat won as defender."""
        validate(state, seat, "wins_against_players", 1)

    def creature_beaten(self, state: State, seat: int, *, attacked: bool, shared: bool) -> None:
        """A creature, whoever attacked."""
        validate(state, seat, "creatures_defeated", 1)

    def figures_lost(self, state: State, combat: Combat, side: int, lost: int) -> None:
        """Casualties, special figures among them (NG-CLAN-BEAR-01, AMB-H55); who cannot retreat is none of them."""
        validate(state, combat.seat(side), "units_lost_in_combat", lost)

    def after_trade(self, state: State, seat: int) -> None:
        """One trade."""
        validate(state, seat, "harvest_trades", 1)

    def card_removed(self, state: State, seat: int, card: int) -> None:
        """One card fewer."""
        validate(state, seat, "upgrades_and_removals", 1)

    def card_upgraded(self, state: State, seat: int, upgrade: int) -> None:
        """One card better; it counts once, even if the old one leaves the game."""
        validate(state, seat, "upgrades_and_removals", 1)

    def display_taken(self, state: State, seat: int, card: int) -> None:
        """The most fame that Development cards of the deck were worth at one time."""
        more = development_fame(state, seat) - validated(state, seat, "development_fame")
        validate(state, seat, "development_fame", max(more, 0))


def development_fame(state: State, seat: int) -> int:
    """Return the fame printed on the Development cards of the seat's deck."""
    return sum(CARDS[card].fame for card in scoring.deck(state.players[seat]) if CARDS[card].set in DEVELOPMENTS)


# Who has won.


def fulfilled(state: State, place: int, side: tuple[int, ...]) -> bool:
    """Return whether a side fulfils the card at this place now: one of its members does (UH-ALT-09, UH-ALT-11)."""
    row = VICTORY_CARDS[state.part(Validation).cards[place]]
    if row.team_need and len(side) > 1:
        return sum(COUNTS[row.count](state, seat) for seat in side) >= row.team_need
    return any(_fulfilled_by(state, place, row, seat) for seat in side)


def _fulfilled_by(state: State, place: int, row: VictoryCard, seat: int) -> bool:
    if row.counted:
        return state.part(Validation).counts[seat][place] >= row.need
    player = state.players[seat]
    if row.no_unrest and UNREST in scoring.deck(player):
        return False
    count = COUNTS[row.count](state, seat)
    if row.with_two and len(state.table.upgrades[player.clan]) == row.with_two.upgrades:
        return count >= row.with_two.upgrades and player.resources[LORE] >= row.with_two.lore
    return count <= row.need if row.at_most else count >= row.need


Enough = Callable[[State, Sequence[bool]], bool]
"""Tells by which cards are fulfilled, the Map Control card first, whether that is a victory."""


def _thane(_state: State, cards: Sequence[bool]) -> bool:
    """The Map Control card and one Wealth card (UH-ALT-03, AMB-H37, AMB-H38)."""
    return cards[0] and any(cards[1:])


def _jarl(_state: State, cards: Sequence[bool]) -> bool:
    """All cards (UH-ALT-04)."""
    return all(cards)


def _built(state: State, cards: Sequence[bool]) -> bool:
    """Built Territories alone, if it was drawn (AMB-H47)."""
    return cards[0] and VICTORY_CARDS[state.part(Validation).cards[0]].id == "built_territories"


MODES: Final[dict[str, Enough]] = {"thane": _thane, "jarl": _jarl}
"""By the option `victory`; its value is the outcome's reason too."""


def _cards_of(state: State, side: tuple[int, ...]) -> list[bool]:
    """Return which of the cards a side fulfils now, by their places."""
    return [fulfilled(state, place, side) for place in range(len(state.part(Validation).cards))]


def _able(state: State, enough: Enough) -> dict[tuple[int, ...], tuple[int, ...]]:
    """Return the sides that have enough cards, each with their number: most cards fulfilled win (UH-ALT-10)."""
    cards = {side: _cards_of(state, side) for side in teams.sides(state)}
    return {side: (sum(met),) for side, met in cards.items() if enough(state, met)}


def _met(state: State, side: tuple[int, ...]) -> str:
    """Return the names of the cards that a side fulfils, the Map Control card first."""
    cards = zip(state.part(Validation).cards, _cards_of(state, side), strict=True)
    return f"victory cards {', '.join(VICTORY_CARDS[card].name for card, met in cards if met)}"


def _victory(reason: str, enough: Enough) -> Victory:
    return Victory(reason, lambda state: _able(state, enough), _met, ("victory cards",))


def _add_victory(table: Table) -> None:
    """Replace the victory of the base game by that of the mode, and let cards be drawn and progress be counted."""
    settings = table.settings
    table.parts.append(Validation)
    table.rows += [row for row in VICTORY_CARDS if row.wip or table.settings.victory_cards == "all"]
    table.rules.append(Validate())
    wealth = TEAMS_WEALTH_CARDS if settings.teams else WEALTH_CARDS
    insert(table.setup, Named(MAP_CONTROL, lambda _: DrawVictoryCards(MAP_CONTROL, 1)), before="clans")
    insert(table.setup, Named(WEALTH, lambda _: DrawVictoryCards(WEALTH, wealth)), before="clans")
    table.victories = [_victory(settings.victory, MODES[settings.victory])]
    if settings.built_alone:  # who fulfils the mode has more cards, so it comes first as in UH-ALT-10
        table.victories.append(_victory("territories", _built))


VICTORY_MODULE: Final = Module(
    "victory", lambda settings: settings.victory != "none", _add_victory, frozenset({"victories"}),
)
