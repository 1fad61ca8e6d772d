"""Small positions made by hand, and answers given by value: the base of the cases of SG.7."""

from __future__ import annotations

from typing import Any

from lawspeaker_engine.agenda import Frame
from lawspeaker_engine.games.pax_viking import followers, ships, tiles
from lawspeaker_engine.games.pax_viking.actions.establish import establish
from lawspeaker_engine.games.pax_viking.board import FIRST_DUCHY, FIRST_POST, FIRST_REGION, HOME, POST, POSTS, REGION
from lawspeaker_engine.games.pax_viking.game import PaxViking
from lawspeaker_engine.games.pax_viking.phases.turn import Turn
from lawspeaker_engine.games.pax_viking.rows import ADVOCATE, JARLS, RUS, TILES, TYPES, VICTORIES
from lawspeaker_engine.games.pax_viking.state import NO_TILE, NOBODY, SHIP_KINDS, BoardTile, State
from lawspeaker_engine.model import Chance
from lawspeaker_engine.setups import make_setup
from tests.engine.questions import answer, chance, decision, draw, offered, run

__all__ = [
    "GAME",
    "A",
    "B",
    "C",
    "D",
    "answer",
    "asks",
    "begin",
    "board",
    "card",
    "chance",
    "decision",
    "draw",
    "draws",
    "established",
    "follow",
    "hand",
    "jarl",
    "node",
    "offered",
    "on_board",
    "passing",
    "post",
    "run",
    "ship",
    "silver",
    "table",
    "tile",
    "track",
    "turn",
    "venture",
    "where",
]
A, B, C, D = range(4)
GAME = PaxViking()
JARLS_AT = ("asa", "emund", "toke", "eist", "hroar", "botair")
"""The Jarls of the base position, by seat: each helps only when something of its own happens."""
PILE = 31
"""Tiles of the pile in the base position."""


def table(players: int = 3, **options: Any) -> State:
    """Return the base position: A's turn is to come, nothing on the map, hands empty, 10 silver each, no cards.

    `options` are those of the game; promises are off and all have all Action Markers unless said otherwise.
    """
    state = GAME.setup(make_setup(GAME, players, {"promises": False, "first_turns": "all", **options}))
    state.agenda.clear()
    for seat, player in enumerate(state.players):
        player.jarl = number(JARLS, JARLS_AT[seat])
        player.silver = 10
    spaces = len(state.track)
    state.track, state.pile = state.box[:spaces], state.box[spaces:spaces + PILE]
    state.box = state.box[spaces + PILE:]
    state.seat = A
    return state


def number(rows: Any, name: str) -> int:
    """The number of the row with this id."""
    return [row.id for row in rows].index(name)


def tile(name: str) -> int:
    """The number of the tile with this id."""
    return number(TILES, name)


def post(name: str) -> int:
    """The number of the POST with this id."""
    return POST[name]


def node(name: str) -> int:
    """The node of a HOME, REGION or POST; `home:volkhov` is that of the DUCHY in volkhov."""
    if name.startswith("home:"):
        from lawspeaker_engine.games.pax_viking.board import duchy_node

        return duchy_node(REGION[name.removeprefix("home:")])
    if name in HOME:
        return HOME[name]
    return FIRST_POST + POST[name] if name in POST else FIRST_REGION + REGION[name]


def jarl(state: State, seat: int, name: str) -> None:
    """Give the seat another Jarl."""
    state.players[seat].jarl = number(JARLS, name)


def silver(state: State, *amounts: int) -> None:
    """Set the silver of the first seats."""
    for player, amount in zip(state.players, amounts, strict=False):
        player.silver = amount


def ship(state: State, seat: int, at: str, *, kind: str = "own", exhausted: bool = False) -> int:
    """A Longship of the seat stands there now: one of the Jarlboard, or an Ally's of the stock; returns its number."""
    owner = seat if kind == "own" else NOBODY
    found = next(
        i for i, each in enumerate(state.longships)
        if (each.seat, each.kind) == (owner, SHIP_KINDS.index(kind)) and each.node < 0
    )
    each = state.longships[found]
    each.seat, each.node, each.exhausted = seat, node(at), exhausted
    return found


def where(state: State, longship: int) -> int:
    """The node of a Longship."""
    return state.longships[longship].node


def on_board(state: State, seat: int) -> int:
    """The number of the Longship that the seat places next."""
    return ships.on_board(state, seat)


def take_out(state: State, which: int) -> None:
    """Take a tile from wherever it lies unused; a space of the track gets another one."""
    for place in (state.pile, state.box, state.discard):
        if which in place:
            place.remove(which)
            return
    state.track[state.track.index(which)] = state.box.pop(0)


def venture(state: State, name: str, at: str, seat: int = NOBODY) -> int:
    """A Venture lies in a POST, with a Follower of the seat if one is named; returns its number."""
    which = tile(name)
    take_out(state, which)
    followers.lay(state, post(at), which)
    if seat != NOBODY:
        followers.put(state, seat, post(at), TILES[which].follower)
    return which


def follow(state: State, seat: int, at: str, kind: str = "jarldom") -> None:
    """A Follower of the seat stands in a Trade Center or at a Powerful Ally."""
    followers.put(state, seat, post(at), TYPES.index(kind))


def board(state: State, seat: int, *names: str) -> list[int]:
    """ESTABLISHED Gods and Advocates on the seat's Jarlboard; returns their numbers."""
    found = []
    for name in names:
        which = tile(name)
        take_out(state, which)
        player = state.players[seat]
        row = TILES[which]
        (player.advocates if row.kind == ADVOCATE else player.gods).append(BoardTile(which, established=True))
        player.supply[row.follower] -= 1
        found.append(which)
    return found


def hand(state: State, seat: int, *names: str) -> list[int]:
    """Tiles in the seat's hand, besides those that are there; returns their numbers."""
    found = [tile(name) for name in names]
    for which in found:
        take_out(state, which)
        tiles.to_hand(state, seat, which, ())
    return found


def track(state: State, space: int, name: str) -> int:
    """A tile lies on this space of the track; what was there goes to the box."""
    which = tile(name)
    take_out(state, which)
    if state.track[space] != NO_TILE:
        state.box.append(state.track[space])
    state.track[space] = which
    return which


def card(state: State, name: str) -> int:
    """A Victory Condition card lies face up."""
    which = number(VICTORIES, name)
    state.face_up.append(which)
    return which


def asks(name: str, metric: str = "established") -> int:
    """How much of something a Victory Condition card asks for; 0 if it does not."""
    return sum(each.least for each in VICTORIES[number(VICTORIES, name)].all_of if each.count == metric)


def established(state: State, seat: int, least: int, kind: int = ADVOCATE) -> None:
    """The seat has so many ESTABLISHED Followers, if it had fewer: the others are on Advocates, or on Gods.

    Those of Rus would count as more than a Follower of their type.
    """
    there = {each.tile for player in state.players for each in player.board}
    names = [row.id for which, row in enumerate(TILES)
             if row.kind == kind and row.follower != RUS and which not in there]
    board(state, seat, *names[:max(0, least - followers.established(state, seat))])


def begin(state: State, frame: Frame[State]) -> State:
    """Push a frame and forget what was asked."""
    state.question = None
    state.push(frame)
    return state


def establish_now(state: State, seat: int, at: str, kind: int = 0) -> None:
    """The seat ESTABLISHES there by some ability, in the middle of a turn."""
    state.question = None
    establish(state, seat, post(at), kind)


def turn(state: State, seat: int = A) -> State:
    """The seat's turn begins; its Influence Phase is over."""
    begin(state, Turn(seat))
    run(state)
    return state


def draws(state: State, *first: int) -> None:
    """Answer chance as long as it is asked: these tiles first, then whatever comes first."""
    left = list(first)
    while isinstance(question := run(state), Chance):
        options = [option.tile for option in question.options]
        wanted = [each for each in left if each in options][:question.count]
        left = [each for each in left if each not in wanted]
        rest = [each for each in options if each not in wanted]
        draw(state, *[options.index(each) for each in [*wanted, *rest][:question.count]])


def passing(state: State) -> None:
    """The active player passes, discards by default, and the next turn begins; or the game ends."""
    seat = state.seat
    answer(state, len(offered(state)) - 1)
    while state.outcome is None and (state.seat == seat or not isinstance(state.agenda[-1], Turn)):
        question = run(state)
        if not question:
            return
        if isinstance(question, Chance):
            draws(state)
        elif question[0].prompt == "turn.action":
            return
        else:
            answer(state, *question[0].default)


assert FIRST_POST + len(POSTS) == FIRST_DUCHY, "the nodes of POSTS come before those of DUCHIES"
