"""Setting a game up (NG-SETUP-01..23): options, decks, clans, first player, and the first tiles and groups.

A seat is a colour: which of the five it is changes nothing, so nobody is asked (NG-SETUP-08). All of it is frames, so
that every draw is chance and a game's state before the first of them depends on nothing but its options.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.northgard import moments
from lawspeaker_engine.games.northgard.actions import combat, explore, groups
from lawspeaker_engine.games.northgard.cards.resolving import cards_of
from lawspeaker_engine.games.northgard.options import (
    Card,
    ChooseClan,
    DieFace,
    PlaceTile,
    Tile,
    card_options,
    clan_option,
    tile_options,
)
from lawspeaker_engine.games.northgard.phases.year import Year
from lawspeaker_engine.games.northgard.state import FOOD, LORE, RESERVE, WOOD, SpecialFigure, State
from lawspeaker_engine.games.northgard.table import Named, Table
from lawspeaker_engine.model import PUBLIC, Chance, Decision

ROUNDS: Final = 2
"""Tiles, and groups, that each player places."""


@dataclass(slots=True)
class DrawDeck(Frame[State]):
    """Step D for one half of the Development deck: the cards not drawn leave the game unseen (NG-SETUP-04)."""

    part: int
    """Its number in the table."""

    def step(self, state: State) -> Chance:
        """Draw the cards of the deck; nobody sees which ones are in."""
        part = state.table.decks[self.part]
        return Chance(f"setup.{part.kind}", card_options(part.cards), part.count, f"setup/{part.kind}", ())

    def take(self, state: State, chosen: Sequence[Card]) -> Work:
        """Keep the deck ascending: face down it has no order in the state."""
        cards = sorted(option.card for option in chosen)
        if self.part == 0 and len(state.table.decks) > 1:
            state.early = cards
        else:
            state.advanced = cards
        return DONE


@dataclass(slots=True)
class DrawAchievements(Frame[State]):
    """Step E: as many Achievements as players lie face up from the start (NG-SETUP-05)."""

    def step(self, state: State) -> Chance:
        """Draw the Achievements; the others leave the game."""
        options = card_options(state.table.achievements)
        return Chance("setup.achievements", options, state.settings.players, "setup/achievements", PUBLIC)

    def take(self, state: State, chosen: Sequence[Card]) -> Work:
        """Lay the Achievements out in the order drawn."""
        state.achievements = [option.card for option in chosen]
        return DONE


@dataclass(slots=True)
class DealClans(Frame[State]):
    """Step H by chance: each player a clan (AMB-R44)."""

    def step(self, state: State) -> Chance:
        """Draw one clan for each seat, in seat order."""
        options = [ChooseClan(clan) for clan in state.table.clans]
        return Chance("setup.clans", options, len(state.table.manned()), "setup/clans", PUBLIC)

    def take(self, state: State, chosen: Sequence[ChooseClan]) -> Work:
        """Let everybody join the clan dealt."""
        for seat, option in enumerate(chosen):
            join(state, seat, option.clan)
        return DONE


@dataclass(slots=True)
class ChooseClans(Frame[State]):
    """Step H by choice: in seat order, each clan once (NG-SETUP-09, AMB-R44)."""

    seat: int = 0

    def step(self, state: State) -> Decision:
        """Ask the next seat."""
        taken = {player.clan for player in state.players}
        options = [clan_option(clan) for clan in state.table.clans if clan not in taken]
        return Decision(self.seat, "setup.clan", options, 1, 1, (0,), PUBLIC)

    def take(self, state: State, chosen: Sequence[ChooseClan]) -> Work:
        """Go on to the next seat."""
        join(state, self.seat, chosen[0].clan)
        self.seat += 1
        if self.seat == len(state.table.manned()):
            return DONE
        return ONGOING


def join(state: State, seat: int, clan: int) -> None:
    """The seat plays this clan: its card completes the draw pile, its token is at hand (NG-SETUP-09, NG-SETUP-10)."""
    player, table = state.players[seat], state.table
    player.clan = clan
    player.draw = sorted([*cards_of("starting"), table.initial[clan]])
    player.upgrades = table.upgrades[clan][:]
    take_pieces(state, seat)


def take_pieces(state: State, seat: int) -> None:
    """Give the seat the special figures and tokens of its clan."""
    clan, table = state.players[seat].clan, state.table
    state.figures += [SpecialFigure(figure, seat, RESERVE) for figure in table.figures[clan]]
    state.figures.sort(key=lambda each: each.figure)
    moments.take_tokens(state, seat)
    state.tokens.sort(key=lambda each: (each.token, each.seat))


@dataclass(slots=True)
class RollForFirst(Frame[State]):
    """Step J: two dice each, most points begin; those who tie for most roll again (NG-SETUP-11)."""

    seats: tuple[int, ...]
    """The seats that roll, in seat order."""
    points: tuple[int, ...] = ()
    """The points of the dice so far, two of them a seat; a face of either counts its one point (AMB-R02)."""

    def step(self, state: State) -> Chance:
        """Roll one die at a time, so that both may show the same."""
        return Chance("setup.first_player", combat.FACES, 1, "setup/first_player", PUBLIC)

    def take(self, state: State, chosen: Sequence[DieFace]) -> Work:
        """Note the die; after the last one somebody has won, or the best roll again."""
        self.points += (chosen[0].points,)
        if len(self.points) < 2 * len(self.seats):
            return ONGOING
        sums = [a + b for a, b in zip(self.points[::2], self.points[1::2], strict=True)]
        self.seats = tuple(seat for seat, total in zip(self.seats, sums, strict=True) if total == max(sums))
        self.points = ()
        if len(self.seats) == 1:
            state.first = self.seats[0]
            return DONE
        return ONGOING


@dataclass(slots=True)
class StartingResources(Frame[State]):
    """Step K: 2 food and 2 wood; the fourth and fifth player have one food more (NG-SETUP-12, AMB-R03)."""

    def step(self, state: State) -> Work:
        """Give everybody food and the other resource, in turn order."""
        numbers, second = state.table.numbers, LORE if state.settings.start_resource == "lore" else WOOD
        for place, seat in enumerate(state.turn_order()):
            state.gain(seat, FOOD, numbers.start_food[place])
            state.gain(seat, second, numbers.start_wood[place])
        return DONE


@dataclass(slots=True)
class DealTiles(Frame[State]):
    """Step L: three tiles in each player's hand, in turn order, seen only by their owner (NG-SETUP-13)."""

    dealt: int = 0

    def step(self, state: State) -> Chance:
        """Let the next player draw from the pile."""
        seat = state.turn_order()[self.dealt]
        return Chance("setup.tiles", tile_options(state.pile), state.table.numbers.setup_tiles, "setup/tiles", (seat,))

    def take(self, state: State, chosen: Sequence[Tile]) -> Work:
        """Put the tiles into the hand, ascending."""
        tiles = sorted(option.tile for option in chosen)
        state.players[state.turn_order()[self.dealt]].tiles = tiles
        for tile in tiles:
            state.pile.remove(tile)
        self.dealt += 1
        if self.dealt == len(state.table.manned()):
            return DONE
        return ONGOING


@dataclass(slots=True)
class PlaceFirstTiles(Frame[State]):
    """Step L: two rounds in turn order of laying a tile and putting a group on it (NG-SETUP-14..18)."""

    placed: int = 0

    def step(self, state: State) -> Work:
        """The next player lays a tile; after both rounds unused tiles go back into the pile (NG-SETUP-19)."""
        players, numbers = state.settings.players, state.table.numbers
        if self.placed == ROUNDS * players:
            if numbers.setup_tiles > 1:
                return_tiles(state)
            return DONE
        seat = state.turn_order()[self.placed % players]
        touch_start = players if numbers.all_touch_start else 1
        state.push(LayFirstTile(seat, anywhere=self.placed >= touch_start))
        self.placed += 1
        return ONGOING


def return_tiles(state: State) -> None:
    """Tiles of the hands, and those under the pile, go back into it (NG-SETUP-19)."""
    for player in state.players:
        state.pile += player.tiles
        player.tiles = []
    state.pile = sorted(state.pile + state.bottom)
    state.bottom = []


@dataclass(slots=True)
class LayFirstTile(Frame[State]):
    """The seat lays a tile of its hand; the first touches a starting tile, the second any tile (NG-SETUP-14, -16).

    Borders go on, no two players' groups come together, and a territory on the tile is left empty (NG-SETUP-17, -22,
    AMB-R55).
    """

    seat: int
    anywhere: bool
    only: tuple[int, ...] = ()
    """If not empty: the only cells."""

    def step(self, state: State) -> Decision | Chance | Work:
        """Ask, unless no tile of the hand fits: then one goes under the pile and the next is drawn (NG-SETUP-23).

        Who has no hand draws the tile that must be laid, for all to see (NGP-SETUP-05, NGP-SETUP-08).
        """
        player = state.players[self.seat]
        board = state.board
        cells = self.only or board.cells_touching(None if self.anywhere else starting_tiles(state))
        places = explore.placements(board, player.tiles, cells, room=True)
        if places:
            return Decision(self.seat, "setup.tile", places, 1, 1, (0,), PUBLIC)
        seen_by = (self.seat,) if state.table.numbers.setup_tiles > 1 else PUBLIC
        return Chance("setup.tiles", tile_options(state.pile), 1, "setup/tiles", seen_by)

    def take(self, state: State, chosen: Sequence[PlaceTile] | Sequence[Tile]) -> Work:
        """Lay the tile, then place the group; or draw another tile for the lowest one of the hand."""
        hand = state.players[self.seat].tiles
        option = chosen[0]
        if isinstance(option, PlaceTile):
            hand.remove(option.tile)
            below = len(state.agenda)
            laid = explore.lay(state, option.tile, option.x, option.y, option.rotation, self.seat)
            # What the tile brings comes before the group (NG-CRE-03).
            state.agenda.insert(below, groups.PlaceGroups(self.seat, "setup.group", laid.territories))
            return DONE
        if hand:
            state.bottom.append(hand.pop(0))
        state.pile.remove(option.tile)
        insort(hand, option.tile)
        return ONGOING


@dataclass(slots=True)
class BeginYears(Frame[State]):
    """The setup is over (NG-SETUP-21)."""

    def step(self, state: State) -> Work:
        """Begin the first year."""
        state.year = 1
        state.push(Year())
        return DONE


def starting_tiles(state: State) -> int:
    """Return how many starting tiles lie on the table: the first ones laid (NG-SETUP-07)."""
    return 2 if state.settings.players == 5 and state.table.numbers.second_start else 1


def setup_steps(table: Table) -> list[Named]:
    """Return the steps of the base game, in their order."""
    dealt = table.settings.clans == "random" or table.numbers.clans_dealt
    return [
        *(Named(part.kind, partial(_draw_deck, number)) for number, part in enumerate(table.decks)),
        *([Named("achievements", lambda _: DrawAchievements())] if table.achievements else []),
        Named("clans", lambda _: DealClans() if dealt else ChooseClans()),
        Named("first", lambda players: RollForFirst(tuple(range(players)))),
        Named("resources", lambda _: StartingResources()),
        *([Named("hands", lambda _: DealTiles())] if table.numbers.setup_tiles > 1 else []),
        Named("tiles", lambda _: PlaceFirstTiles()),
        Named("years", lambda _: BeginYears()),
    ]


def _draw_deck(part: int, _players: int) -> DrawDeck:
    return DrawDeck(part)
