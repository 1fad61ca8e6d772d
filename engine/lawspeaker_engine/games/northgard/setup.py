"""Setting a game up (NG-SETUP-01..23): options, decks, clans, first player, and the first tiles and groups.

A seat is a colour: which of the five it is changes nothing, so nobody is asked (NG-SETUP-08). All of it is frames, so
that every draw is chance and a game's state before the first of them depends on nothing but its options.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.agenda import Frame
from lawspeaker_engine.games.northgard import clans, combat, explore, groups, teams
from lawspeaker_engine.games.northgard.board import starting_board
from lawspeaker_engine.games.northgard.cards import CARDS, initial_card, upgrade_cards
from lawspeaker_engine.games.northgard.options import (
    Card,
    ChooseClan,
    DieFace,
    PlaceTile,
    Tile,
    card_options,
    tile_options,
)
from lawspeaker_engine.games.northgard.state import FOOD, LORE, WOOD, Player, Settings, State
from lawspeaker_engine.games.northgard.year import Year
from lawspeaker_engine.model import PUBLIC, Chance, Decision, GameOption, Setup

OPTIONS: Final = (
    GameOption(
        "years", 7, "How many years are played; in the long game nobody wins by territories (NG-VAR-01..03).", (7, 10),
    ),
    GameOption(
        "teams", default=False,
        doc="Two teams of two, seats 0 and 2 against 1 and 3; four players only (NG-VAR-04..09).",
    ),
    GameOption("clans", "chosen", "Clans are chosen in seat order, or dealt (AMB-R44).", ("chosen", "random")),
    GameOption("start_resource", "wood", "What everybody begins with two of besides food (AMB-R03).", ("wood", "lore")),
    GameOption("kaija_alone", default=True, doc="Whether Kaija may move without other units (AMB-R22)."),
    GameOption(
        "snake_over_impassable", default=True,
        doc="Whether Scorched Earth may be placed across an impassable border (AMB-R25); the base game prints none.",
    ),
    GameOption("open_fame", default=False, doc="Whether all players see each other's fame (AMB-R36)."),
)

START_CARDS: Final = 2
"""Early Development cards a player in the normal game; in the long one a half more (NG-SETUP-04, NG-VAR-02)."""
LATER_CARDS: Final = 4
"""Advanced Development cards, likewise."""
TILE_HAND: Final = 3
ROUNDS: Final = 2
"""Tiles, and groups, that each player places."""


def new_state(setup: Setup) -> State:
    """Return the state before anything has happened; `setup` is complete (`game.make_setup`). Raises BadSetup."""
    settings = read_settings(setup)
    players = settings.players
    state = State(settings, starting_board(players), [Player() for _ in range(players)])
    on_table = {tile for tile, *_ in state.board.laid}
    state.pile = [tile for tile in range(len(state.board.printed)) if tile not in on_table]
    frames = (
        DrawDeck("early", START_CARDS * players * _length(settings) // 2),
        DrawDeck("advanced", LATER_CARDS * players * _length(settings) // 2),
        DrawAchievements(),
        DealClans() if settings.random_clans else ChooseClans(),
        RollForFirst(tuple(range(players))),
        StartingResources(),
        DealTiles(),
        PlaceFirstTiles(),
        Year(),
    )
    for frame in reversed(frames):
        state.push(frame)
    return state


def read_settings(setup: Setup) -> Settings:
    """Return the typed form of a setup's options. Raises BadSetup for teams of any number of players but four."""
    options = setup.options
    if options["teams"]:
        teams.check_players(setup.players)
    return Settings(
        players=setup.players,
        years=int(options["years"]),
        teams=bool(options["teams"]),
        random_clans=options["clans"] == "random",
        start_lore=options["start_resource"] == "lore",
        kaija_alone=bool(options["kaija_alone"]),
        snake_over_impassable=bool(options["snake_over_impassable"]),
        open_fame=bool(options["open_fame"]),
    )


def _length(settings: Settings) -> int:
    """Halves of a normal game's share of Development cards."""
    return 2 if settings.years == 7 else 3


def cards_of(kind: str) -> list[int]:
    """Return all cards of a set, each as often as it exists; ascending."""
    return [number for number, card in enumerate(CARDS) if card.set == kind for _ in range(card.copies)]


@dataclass(slots=True)
class DrawDeck(Frame[State]):
    """Step D for one half of the Development deck: the cards not drawn leave the game unseen (NG-SETUP-04)."""

    kind: str
    """early or advanced."""
    count: int

    def step(self, state: State) -> Chance:
        """Draw the cards of the deck; nobody sees which ones are in."""
        del state
        options = card_options(cards_of(self.kind))
        return Chance(f"setup.{self.kind}", options, self.count, f"setup/{self.kind}", ())

    def take(self, state: State, chosen: Sequence[Card]) -> None:
        """Keep the deck ascending: face down it has no order in the state."""
        state.agenda.pop()
        setattr(state, self.kind, sorted(option.card for option in chosen))


@dataclass(slots=True)
class DrawAchievements(Frame[State]):
    """Step E: as many Achievements as players lie face up from the start (NG-SETUP-05)."""

    def step(self, state: State) -> Chance:
        """Draw the Achievements; the others leave the game."""
        options = card_options(cards_of("achievement"))
        return Chance("setup.achievements", options, state.settings.players, "setup/achievements", PUBLIC)

    def take(self, state: State, chosen: Sequence[Card]) -> None:
        """Lay the Achievements out in the order drawn."""
        state.agenda.pop()
        state.achievements = [option.card for option in chosen]


@dataclass(slots=True)
class DealClans(Frame[State]):
    """Step H by chance: each player a clan (AMB-R44)."""

    def step(self, state: State) -> Chance:
        """Draw one clan for each seat, in seat order."""
        options = [ChooseClan(clan) for clan in range(len(clans.CLANS))]
        return Chance("setup.clans", options, state.settings.players, "setup/clans", PUBLIC)

    def take(self, state: State, chosen: Sequence[ChooseClan]) -> None:
        """Let everybody join the clan dealt."""
        state.agenda.pop()
        for seat, option in enumerate(chosen):
            join(state, seat, option.clan)


@dataclass(slots=True)
class ChooseClans(Frame[State]):
    """Step H by choice: in seat order, each clan once (NG-SETUP-09, AMB-R44)."""

    seat: int = 0

    def step(self, state: State) -> Decision:
        """Ask the next seat."""
        taken = {player.clan for player in state.players}
        options = [ChooseClan(clan) for clan in range(len(clans.CLANS)) if clan not in taken]
        return Decision(self.seat, "setup.clan", options, 1, 1, (0,), PUBLIC)

    def take(self, state: State, chosen: Sequence[ChooseClan]) -> None:
        """Go on to the next seat."""
        join(state, self.seat, chosen[0].clan)
        self.seat += 1
        if self.seat == state.settings.players:
            state.agenda.pop()


def join(state: State, seat: int, clan: int) -> None:
    """The seat plays this clan: its card completes the draw pile, its token is at hand (NG-SETUP-09, NG-SETUP-10)."""
    player = state.players[seat]
    player.clan = clan
    player.draw = sorted([*cards_of("starting"), initial_card(clan)])
    player.upgrades = upgrade_cards(clan)
    clans.take_tokens(state, seat)


@dataclass(slots=True)
class RollForFirst(Frame[State]):
    """Step J: two dice each, most points begin; those who tie for most roll again (NG-SETUP-11)."""

    seats: tuple[int, ...]
    """Who rolls, in seat order."""
    points: tuple[int, ...] = ()
    """What the dice have shown so far, two of them a seat; a face of either counts its one point (AMB-R02)."""

    def step(self, state: State) -> Chance:
        """Roll one die at a time, so that both may show the same."""
        del state
        return Chance("setup.first_player", combat.FACES, 1, "setup/first_player", PUBLIC)

    def take(self, state: State, chosen: Sequence[DieFace]) -> None:
        """Note the die; after the last one somebody has won, or the best roll again."""
        self.points += (chosen[0].points,)
        if len(self.points) < 2 * len(self.seats):
            return
        sums = [a + b for a, b in zip(self.points[::2], self.points[1::2], strict=True)]
        self.seats = tuple(seat for seat, total in zip(self.seats, sums, strict=True) if total == max(sums))
        self.points = ()
        if len(self.seats) == 1:
            state.first = self.seats[0]
            state.agenda.pop()


@dataclass(slots=True)
class StartingResources(Frame[State]):
    """Step K: 2 food and 2 wood; the fourth and fifth player have one food more (NG-SETUP-12, AMB-R03)."""

    def step(self, state: State) -> None:
        """Give everybody food and the other resource, in turn order."""
        state.agenda.pop()
        second = LORE if state.settings.start_lore else WOOD
        for place, seat in enumerate(state.turn_order()):
            state.gain(seat, FOOD, 2 if place < 3 else 3)
            state.gain(seat, second, 2)


@dataclass(slots=True)
class DealTiles(Frame[State]):
    """Step L: three tiles in each player's hand, in turn order, seen only by their owner (NG-SETUP-13)."""

    dealt: int = 0

    def step(self, state: State) -> Chance:
        """Let the next player draw from the pile."""
        seat = state.turn_order()[self.dealt]
        return Chance("setup.tiles", tile_options(state.pile), TILE_HAND, "setup/tiles", (seat,))

    def take(self, state: State, chosen: Sequence[Tile]) -> None:
        """Put the tiles into the hand, ascending."""
        tiles = sorted(option.tile for option in chosen)
        state.players[state.turn_order()[self.dealt]].tiles = tiles
        for tile in tiles:
            state.pile.remove(tile)
        self.dealt += 1
        if self.dealt == state.settings.players:
            state.agenda.pop()


@dataclass(slots=True)
class PlaceFirstTiles(Frame[State]):
    """Step L: two rounds in turn order of laying a tile and putting a group on it (NG-SETUP-14..18)."""

    placed: int = 0

    def step(self, state: State) -> None:
        """The next player lays a tile; after both rounds unused tiles go back into the pile (NG-SETUP-19)."""
        players = state.settings.players
        if self.placed == ROUNDS * players:
            state.agenda.pop()
            for player in state.players:
                state.pile += player.tiles
                player.tiles = []
            state.pile = sorted(state.pile + state.bottom)
            state.bottom = []
            state.year = 1  # NG-SETUP-21
            return
        seat = state.turn_order()[self.placed % players]
        state.push(LayFirstTile(seat, anywhere=self.placed >= players))
        self.placed += 1


@dataclass(slots=True)
class LayFirstTile(Frame[State]):
    """The seat lays a tile of its hand; the first touches a starting tile, the second any tile (NG-SETUP-14, -16).

    Borders go on, no two players' groups come together, and a territory on the tile is left empty (NG-SETUP-17, -22,
    AMB-R55).
    """

    seat: int
    anywhere: bool

    def step(self, state: State) -> Decision | Chance | None:
        """Ask, unless no tile of the hand fits: then one goes under the pile and the next is drawn (NG-SETUP-23)."""
        player = state.players[self.seat]
        board = state.board
        cells = board.cells_touching(None if self.anywhere else starting_tiles(state))
        places = explore.placements(board, player.tiles, cells, room=True)
        if places:
            return Decision(self.seat, "setup.tile", places, 1, 1, (0,), PUBLIC)
        options = tile_options(state.pile)
        return Chance("setup.tiles", options, 1, "setup/tiles", (self.seat,))

    def take(self, state: State, chosen: Sequence[PlaceTile] | Sequence[Tile]) -> None:
        """Lay the tile, then place the group; or draw another tile for the lowest one of the hand."""
        hand = state.players[self.seat].tiles
        option = chosen[0]
        if isinstance(option, PlaceTile):
            state.agenda.pop()
            hand.remove(option.tile)
            laid = explore.lay(state, option.tile, option.x, option.y, option.rotation)
            state.push(groups.PlaceGroups(self.seat, "setup.group", laid.territories))
        else:
            state.bottom.append(hand.pop(0))
            state.pile.remove(option.tile)
            insort(hand, option.tile)


def starting_tiles(state: State) -> int:
    """Return how many starting tiles lie on the table: the first ones laid (NG-SETUP-07)."""
    return 2 if state.settings.players == 5 else 1
