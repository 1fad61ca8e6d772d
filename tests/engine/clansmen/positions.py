"""Small positions made by hand, and answers given by value."""

from __future__ import annotations

from typing import Any

from lawspeaker_engine.agenda import Frame
from lawspeaker_engine.games.clansmen import buildings
from lawspeaker_engine.games.clansmen.cards.tales import TALES
from lawspeaker_engine.games.clansmen.game import Clansmen
from lawspeaker_engine.games.clansmen.hexes import BOARDS, terrain_number
from lawspeaker_engine.games.clansmen.people import add, occupied, person_at
from lawspeaker_engine.games.clansmen.phases.events import EVENTS
from lawspeaker_engine.games.clansmen.settings import read_settings
from lawspeaker_engine.games.clansmen.state import KINDS, OPEN, SUMMER, Attached, Land, Player, State, Structure
from lawspeaker_engine.model import Chance
from lawspeaker_engine.setups import make_setup
from tests.engine.questions import answer, answers, chance, decision, draw, offered, run

__all__ = [
    "A", "B", "C", "D", "answer", "answers", "attach", "begin", "build", "card", "chance", "decision", "done", "draw",
    "empty_state", "force", "ground", "hand", "home", "kinds", "number", "of", "offered", "only_revealed", "put",
    "roll", "run", "stock", "structure", "tile_at", "weak",
]
A, B, C, D = range(4)
GAME = Clansmen()


def empty_state(players: int = 4, season: int = SUMMER, **options: Any) -> State:
    """Year 1 in the actions phase, A holds the Start token: settlements revealed, all Lowlands, nobody there yet.

    `options` are those of the game; unset ones default.
    """
    board = BOARDS[players]
    land = Land((terrain_number("lowlands"),) * len(board.hexes))
    state = State(
        read_settings(make_setup(GAME, players, options)), [Player(specials=1) for _ in range(players)],
        land, [0] * len(board.hexes), list(range(players)), year=1, season=season, phase="actions",
    )
    for settlement in board.settlements:
        for tile in settlement:
            state.reveal(tile)
    return state


def home(state: State, seat: int) -> list[int]:
    """The seven tiles of the seat's settlement, the centre first, then around it."""
    return list(state.board.settlements[state.home[seat]])


def tile_at(state: State, q: int, r: int) -> int:
    """The number of the hex at these coordinates."""
    return state.board.hexes.index((q, r))


def only_revealed(state: State, *places: tuple[int, int]) -> None:
    """Nothing is revealed but the hexes at these coordinates."""
    state.revealed = [0] * len(state.revealed)
    for q, r in places:
        state.reveal(tile_at(state, q, r))


def ground(state: State, tile: int, terrain: str) -> None:
    """Give a tile this terrain."""
    row = list(state.land.terrain)
    row[tile] = terrain_number(terrain)
    state.land = Land(tuple(row))
    state.seen = None


def put(
    state: State, seat: int, kind: str, terrain: str = "", *, tile: int | None = None, weakened: bool = False,
) -> int:
    """A population on a tile, by default the next free one of the own settlement, centre first; returns the tile."""
    if tile is None:
        tile = next(t for t in home(state, seat) if t not in occupied(state))
    add(state, seat, KINDS.index(kind), tile)
    if terrain:
        ground(state, tile, terrain)
    if weakened:
        weak(state, seat, tile)
    return tile


def weak(state: State, seat: int, tile: int) -> None:
    """The population there is Weakened."""
    person = person_at(state, seat, tile)
    assert person is not None
    person.weakened = True


def kinds(state: State, seat: int) -> list[str]:
    """The seat's people by kind, sorted; a Weakened one has a star."""
    return sorted(KINDS[person.kind] + "*" * person.weakened for person in state.players[seat].people)


def stock(state: State, seat: int, food: int = 0, wood: int = 0, stone: int = 0, goods: int = 0) -> None:
    """Return what the seat has."""
    state.players[seat].stock = [food, wood, stone, goods]


def build(state: State, seat: int, *ids: str) -> None:
    """Buildings that stand in the seat's settlement."""
    for building in ids:
        state.players[seat].built[buildings.number_of(building)] += 1


def structure(state: State, seat: int, tile: int, building: str) -> None:
    """A fence or house on a tile."""
    structures = state.players[seat].structures
    structures.append(Structure(tile, buildings.number_of(building)))
    structures.sort(key=lambda each: (each.tile, each.building))


def card(name: str) -> int:
    """The number of the Tales card with this id."""
    return [row.id for row in TALES].index(name)


def hand(state: State, seat: int, *ids: str) -> list[int]:
    """The seat's hand, ascending by number; replaces what was there."""
    state.players[seat].hand = sorted(card(name) for name in ids)
    return state.players[seat].hand


def attach(state: State, seat: int, name: str, tile: int) -> None:
    """A Tales card that stays in play on a tile."""
    attached = state.players[seat].attached
    attached.append(Attached(card(name), tile))
    attached.sort(key=lambda each: (each.tile, each.card))


def number(event: str) -> int:
    """The number of the event with this id."""
    return [row.id for row in EVENTS].index(event)


def force(state: State, event: str) -> None:
    """The event of this season, its immediate effect done."""
    state.event = number(event)
    state.past_events.append(state.event)


def begin(state: State, *frames: Frame[State]) -> None:
    """Make these frames all that is unfinished, the first one first; a turn that was running is over."""
    state.agenda = list(reversed(frames))
    state.question = None
    for player in state.players:
        player.acted, player.closed = 0, OPEN


def of(state: State, *verbs: type) -> list[Any]:
    """The offered options of these verbs."""
    return [option for option in offered(state) if isinstance(option, verbs)]


def done(state: State) -> bool:
    """Return whether nothing is left to do."""
    return run(state) == ()


def roll(state: State, *pips: int) -> None:
    """Answer as many pending dice, in the order in which they are rolled."""
    for pip in pips:
        asked = run(state)
        assert isinstance(asked, Chance), f"waits for {asked}, not for a die"
        assert len(asked.options) == 6, f"{asked.prompt} is no die"
        draw(state, pip - 1)
