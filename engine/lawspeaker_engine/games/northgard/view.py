"""The view of a seat, built from nothing: a fact that is not named here stays hidden."""

from __future__ import annotations

from dataclasses import dataclass, field

from lawspeaker_engine.games.northgard.clans import scorched
from lawspeaker_engine.games.northgard.combat import Combat
from lawspeaker_engine.games.northgard.figures import KAIJA
from lawspeaker_engine.games.northgard.layout import BoardView, Layout
from lawspeaker_engine.games.northgard.state import Battle, Player, State


@dataclass(slots=True)
class PlayerView:
    """One player. Hidden zones are empty for others, and their sizes known to all."""

    seat: int
    clan: int
    """-1 before clans are chosen."""
    food: int
    wood: int
    lore: int
    fame: int
    """Fame tokens; -1 where they are hidden (NG-HARV-06)."""
    reserve: int
    """Units not on the map."""
    passed: bool
    awakened: bool
    """Kaija may enter enemy territories this year."""
    conqueror: bool
    """Enemy Towers and Fortresses are ignored this year."""
    pick_taken: bool
    """No card is taken from the display when passing this year."""
    hand_size: int
    draw_size: int
    """The whole draw pile, known top cards included."""
    active: list[int]
    discard: list[int]
    boxed: list[int]
    """Own cards out of the game."""
    upgrades: list[int]
    """Clan upgrades not yet taken."""
    hand: list[int] = field(default_factory=list)
    """Own seat only; ascending."""
    draw: list[int] = field(default_factory=list)
    """Own seat only: what the draw pile holds below `top`, ascending, its order unknown."""
    top: list[int] = field(default_factory=list)
    """Own seat only: known top cards of the draw pile, the next one last."""
    drawn: list[int] = field(default_factory=list)
    """Own seat only: cards drawn and not yet sorted."""
    tiles: list[int] = field(default_factory=list)
    """Own seat only: the hand of tiles during setup."""


@dataclass(slots=True)
class BattleView:
    """A combat that is being fought or will be in this action."""

    territory: int
    attacker: int
    defender: int
    units: int
    """Attacking units, Kaija not counted."""
    kaija: bool
    """Whether Kaija attacks."""


@dataclass(slots=True)
class CombatView:
    """The state of the combat that is being fought."""

    territory: int
    attacker: int
    defender: int
    attacker_points: int
    """So far, food and die included as they come."""
    defender_points: int
    attacker_food: int
    defender_food: int
    attacker_casualties: int
    """Casualties the attacker suffers, so far."""
    defender_casualties: int


@dataclass(slots=True)
class View:
    """A position as one seat, or a spectator (-1), may know it."""

    seat: int
    year: int
    """0 during setup."""
    years: int
    phase: str
    """setup, start, actions, harvest, winter, end or over."""
    first: int
    """Holder of the first-player marker."""
    teams: bool
    display: list[int]
    """Cards that passing players pick from."""
    achievements: list[int]
    """Achievements of the last year."""
    early_left: int
    advanced_left: int
    pile_left: int
    """Face-down tiles, those under the pile included."""
    unrest_left: int
    stock: list[int]
    """Building tokens left, by building."""
    kaija: int
    """Her territory, -1 in reserve, -2 not in play."""
    scorched: int
    """The Scorched Earth token's territory, -1 in reserve, -2 not in play."""
    layout: Layout
    board: BoardView
    players: list[PlayerView]
    battles: list[BattleView]
    combat: CombatView | None


def make_view(state: State, seat: int) -> View:
    """Return what the seat knows; -1 for a spectator."""
    open_fame, all_active = state.settings.open_fame, state.table.numbers.all_active_seen
    return _view(state, seat, [
        _player(
            player, i, own=i == seat, all_active=all_active,
            fame=open_fame or (seat >= 0 and not state.is_enemy(seat, i)),
        )
        for i, player in enumerate(state.players)
    ])


def make_full_view(state: State) -> View:
    """Everything: for finished games only."""
    return _view(state, -1, [
        _player(player, i, own=True, all_active=True, fame=True) for i, player in enumerate(state.players)
    ])


def _view(state: State, seat: int, players: list[PlayerView]) -> View:
    return View(
        seat, state.year, state.settings.years, state.phase, state.first, state.settings.teams, state.display,
        state.achievements, len(state.early), len(state.advanced), len(state.pile) + len(state.bottom), state.unrest,
        state.stock, state.where(KAIJA), scorched(state), state.board.layout(), state.board.view(), players,
        [_battle(state, battle) for battle in state.battles],
        _combat(state),
    )


def _battle(state: State, battle: Battle) -> BattleView:
    special = state.special_figures(battle.attacker, battle.territory)
    return BattleView(
        battle.territory, battle.attacker, state.board.owner[battle.territory], battle.units, KAIJA in special,
    )


def _player(player: Player, seat: int, *, own: bool, all_active: bool, fame: bool) -> PlayerView:
    """Return what is known of a player; in the prototype only the last card of the active area (NGP-DECK-01)."""
    food, wood, lore = player.resources
    view = PlayerView(
        seat, player.clan, food, wood, lore, player.fame if fame else -1, player.reserve, player.passed,
        player.awakened, player.conqueror, player.pick_taken, len(player.hand), len(player.draw) + len(player.top),
        player.active if own or all_active else player.active[-1:], player.discard, player.boxed, player.upgrades,
    )
    if own:
        view.hand, view.draw, view.top = player.hand, player.draw, player.top
        view.drawn, view.tiles = player.drawn, player.tiles
    return view


def _combat(state: State) -> CombatView | None:
    for frame in reversed(state.agenda):
        if isinstance(frame, Combat):
            return CombatView(
                frame.territory, frame.attacker, frame.defender, *frame.points, *frame.food, *frame.casualties,
            )
    return None
