"""The view of a seat, built from nothing: a fact that is not named here stays hidden."""

from __future__ import annotations

from dataclasses import dataclass, field

from lawspeaker_engine.games.northgard.actions.combat import CREATURE, STAGES, Combat
from lawspeaker_engine.games.northgard.cards import knowledge
from lawspeaker_engine.games.northgard.editions import RETAIL
from lawspeaker_engine.games.northgard.figures import KAIJA, others
from lawspeaker_engine.games.northgard.layout import BoardView, Layout
from lawspeaker_engine.games.northgard.module_views import (
    AutomaView,
    CreaturesView,
    EventsView,
    FeatureView,
    FigureView,
    SeaView,
    TokenView,
    VictoryView,
)
from lawspeaker_engine.games.northgard.state import NOT_IN_PLAY, Battle, Player, State
from lawspeaker_engine.games.northgard.table import Table
from lawspeaker_engine.games.northgard.tokens import SCORCHED_EARTH


@dataclass(slots=True)
class PlayerView:
    """One player. Hidden zones are empty for others, and their sizes known to all."""

    seat: int
    """Whom this is about: 0 to the number of players - 1."""
    clan: int
    """An index of Catalogue.clans; -1 before clans are chosen."""
    food: int
    """Food in stock."""
    wood: int
    """Wood in stock."""
    lore: int
    """Lore in stock."""
    fame: int
    """Fame tokens; -1 where they are hidden (NG-HARV-06)."""
    reserve: int
    """Units not on the map."""
    passed: bool
    """True if the player takes no more turns this year."""
    awakened: bool
    """Kaija may enter enemy territories this year."""
    conqueror: bool
    """Enemy Towers and Fortresses are ignored this year."""
    pick_taken: bool
    """No card is taken from the display when passing this year."""
    hand_size: int
    """Cards in hand, also where the hand itself is hidden."""
    draw_size: int
    """The whole draw pile, known top cards included."""
    active: list[int]
    """The active area: cards used this year, as indices of Catalogue.cards, the last one last."""
    discard: list[int]
    """The discard pile, as indices of Catalogue.cards, the top card last."""
    boxed: list[int]
    """Own cards out of the game, as indices of Catalogue.cards."""
    upgrades: list[int]
    """Clan upgrades not yet taken, as indices of Catalogue.cards."""
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
    away: int = 0
    """Units that are neither on the map nor in reserve: they lie on a Pyre."""
    pyre: list[int] = field(default_factory=list)
    """The owners of the units on this player's Pyre, ascending."""
    kept_raids: list[int] = field(default_factory=list)
    """Finished Raids whose action waits for its moment, as indices of the catalogue."""
    upgrades_taken: list[int] = field(default_factory=list)
    """Clan upgrades taken, ascending."""
    known: list[int] = field(default_factory=list)
    """Cards that the seat which sees the view knows to be in hand, or drawn and not yet sorted, ascending: it has seen
    them come, or the draw pile was drawn out, and they have not left since. Of its own cards: those that all know.
    """
    known_top: list[int] = field(default_factory=list)
    """Cards on top of the draw pile that all know, the next one last; -1 for one that only its owner knows."""


@dataclass(slots=True)
class BattleView:
    """A combat that is being fought or will be in this action."""

    territory: int
    """The territory, by its id."""
    attacker: int
    """The seat that has moved in."""
    defender: int
    """The seat that controls the territory; -1 for a creature."""
    units: int
    """Attacking units, Kaija not counted."""
    kaija: bool
    """True if Kaija attacks."""
    figures: list[int] = field(default_factory=list)
    """The other special figures that attack, by their numbers in the catalogue."""
    creature: int = 0
    """If not 0: the creature that is attacked, by its number in the Creature line."""


@dataclass(slots=True)
class CombatView:
    """The state of the combat that is being fought."""

    territory: int
    """The territory, by its id."""
    attacker: int
    """The seat that attacks. If a creature fights, attacker and defender are both the seat that fights it."""
    defender: int
    """The seat that is attacked."""
    attacker_points: int
    """Combat points of the attacker so far, food and die included as they come."""
    defender_points: int
    """The same for the side that defends."""
    attacker_food: int
    """Food that the attacker has discarded for points."""
    defender_food: int
    """Food that the side that defends has discarded for points."""
    attacker_casualties: int
    """Casualties the attacker suffers, so far."""
    defender_casualties: int
    """The same for the side that defends."""
    attacker_face: int
    """The side that the attacker's die shows, a DieSide."""
    defender_face: int
    """The same for the defender."""
    stage: int
    """The step being done, a CombatStep."""
    creature: int = 0
    """If not 0: the creature that fights, by its number in the Creature line."""
    creature_attacks: bool = False
    """True if the creature is the attacker, false if it is the defender."""


@dataclass(slots=True)
class View:
    """A position as one seat, or a spectator (-1), may know it."""

    seat: int
    """Who sees it; -1 for a spectator, and for the view of all that a finished record has."""
    year: int
    """From 1; 0 during setup."""
    years: int
    """How many are played."""
    phase: str
    """setup, start, actions, raids, creatures, harvest, winter, end or over; Phase names them."""
    first: int
    """The seat that holds the first-player marker."""
    teams: bool
    """True if seats with even numbers play against those with odd ones."""
    display: list[int]
    """Cards that passing players pick from, as indices of Catalogue.cards."""
    achievements: list[int]
    """Achievements of the last year, as indices of Catalogue.cards; empty before it."""
    early_left: int
    """Early Developments in the Development deck."""
    advanced_left: int
    """Advanced Developments in the Development deck."""
    pile_left: int
    """Face-down tiles, those under the pile included."""
    unrest_left: int
    """Unrest cards that can still be given to players."""
    stock: list[int]
    """Building tokens left, by index of Catalogue.buildings."""
    kaija: int
    """Kaija's territory, by its id; -1 in reserve, -2 not in play."""
    scorched: int
    """The Scorched Earth token's territory, by its id; -1 in reserve, -2 not in play."""
    layout: Layout
    """The map as it is laid."""
    board: BoardView
    """What stands on it."""
    players: list[PlayerView]
    """By seat."""
    battles: list[BattleView]
    """Combats of the running action that are not resolved yet."""
    combat: CombatView | None
    """The one that is being fought; absent if there is none."""
    edition: str = ""
    """The id of the edition; empty for retail."""
    modules: list[str] = field(default_factory=list)
    """The names of the modules in play."""
    figures: list[FigureView] = field(default_factory=list)
    """Special figures in play, Kaija included."""
    tokens: list[TokenView] = field(default_factory=list)
    """Tokens in play, Scorched Earth included."""
    events: EventsView | None = None
    """Events; absent if the module is off."""
    victory: VictoryView | None = None
    """Victory cards; absent if the module is off."""
    creatures: CreaturesView | None = None
    """Creatures; absent if the module is off."""
    automa: AutomaView | None = None
    """The Automa; absent without one."""
    features: list[FeatureView] = field(default_factory=list)
    """Features of laid tiles."""
    sea: SeaView | None = None
    """Ports and Raids; absent if the module is off."""


def make_view(state: State, seat: int) -> View:
    """Return what the seat knows; -1 for a spectator."""
    all_active = state.table.numbers.all_active_seen
    return _view(state, seat, [
        _player(
            player, i, state.table, seat, own=i == seat, all_active=all_active, fame=state.knows_fame(seat, i),
        )
        for i, player in enumerate(state.players)
    ])


def make_full_view(state: State) -> View:
    """Everything: for finished games only."""
    return _view(state, -1, [
        _player(player, i, state.table, -1, own=True, all_active=True, fame=True)
        for i, player in enumerate(state.players)
    ])


def _view(state: State, seat: int, players: list[PlayerView]) -> View:
    kaija = scorched = NOT_IN_PLAY
    for figure in state.figures:
        if figure.figure == KAIJA:
            kaija = figure.territory
    for token in state.tokens:
        if token.token == SCORCHED_EARTH:
            scorched = token.territory
    view = View(
        seat, state.year, state.settings.years, state.phase, state.first, state.settings.teams, state.display,
        state.achievements, len(state.early), len(state.advanced), len(state.pile) + len(state.bottom), state.unrest,
        state.stock, kaija, scorched, state.board.layout(), state.board.view(), players,
        [_battle(state, battle) for battle in state.battles],
        _combat(state),
        "" if state.table.numbers.id == RETAIL else state.table.numbers.id, state.table.modules,
        [FigureView(each.figure, each.seat, each.territory) for each in state.figures],
        [TokenView(each.token, each.seat, each.territory) for each in state.tokens],
    )
    for part in state.parts:
        part.show(state, view)
    return view


def _battle(state: State, battle: Battle) -> BattleView:
    units, special = battle.units, state.special_figures(battle.attacker, battle.territory)
    defender = state.board.owner[battle.territory]
    if battle.creature:
        units, defender = state.board.units[battle.territory], -1
    return BattleView(
        battle.territory, battle.attacker, defender, units, KAIJA in special, list(others(special)) if special else [],
        battle.creature,
    )


def _player(
    player: Player, seat: int, table: Table, eye: int, *, own: bool, all_active: bool, fame: bool,
) -> PlayerView:
    """Return what the seat `eye`, or -1 for a spectator, knows of a player; in the prototype only the last card of the
    active area (NGP-DECK-01).
    """
    food, wood, lore = player.resources
    taken: list[int] = []
    if player.clan >= 0 and len(player.upgrades) < len(all_upgrades := table.upgrades[player.clan]):
        taken = [card for card in all_upgrades if card not in player.upgrades]
    hand, draw, top, drawn, tiles = (
        (player.hand, player.draw, player.top, player.drawn, player.tiles) if own else ([], [], [], [], []))
    return PlayerView(
        seat, player.clan, food, wood, lore, player.fame if fame else -1, player.reserve, player.passed,
        player.awakened, player.conqueror, player.pick_taken, len(player.hand), len(player.draw) + len(player.top),
        player.active if own or all_active else player.active[-1:], player.discard, player.boxed, player.upgrades,
        hand, draw, top, drawn, tiles, player.away, [], [], taken, list(knowledge.certain(player, eye)),
        knowledge.known_top(player) if player.top else [],
    )


def _combat(state: State) -> CombatView | None:
    for frame in reversed(state.agenda):
        if isinstance(frame, Combat):
            attacker, defender = frame.attacker, frame.defender
            view = CombatView(
                frame.territory, attacker, defender, *frame.points, *frame.food, *frame.casualties,
                frame.faces[0] + 1, frame.faces[1] + 1, STAGES.index(state.table.combat[frame.stage].name),
            )
            if frame.foe is not None:
                view.creature, view.creature_attacks = frame.foe.number, attacker == CREATURE
                view.attacker = view.defender = defender if attacker == CREATURE else attacker
            return view
    return None
