"""Laws about views: they change nothing, tell what all saw come to a hand, and a board draws every one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

from lawspeaker_engine import canon
from lawspeaker_engine.game import Game
from lawspeaker_engine.laws.random_games import Options, all_positions, breach, name_of, positions
from lawspeaker_engine.laws.secrecy import EVERY_POSITION
from lawspeaker_engine.model import Chance, Decision

Pieces = Iterable[int]
"""The numbers of pieces, each as often as there are equal ones."""


@dataclass(frozen=True, slots=True)
class Hands:
    """Where the pieces of a game lie that may come to a hand for all to see; for `what_all_saw_is_known`."""

    open: Callable[[Any], Pieces]
    """Takes a spectator's view; returns the pieces that lie open for all."""
    held: Callable[[Any], Sequence[Pieces]]
    """Takes a state; returns by seat the pieces in its hand."""
    told: Callable[[Any], Sequence[Pieces]]
    """Takes a view; returns by seat the pieces that the view says are in its hand."""


def what_all_saw_is_known(
    game: Game[Any], players: int, options: Options, seeds: range, hands: Hands,
) -> None:
    """A piece that came to a hand for all to see is told in every view and stays in every position dealt anew.

    It is known until the hand loses one like it, or the seat answers something that not all hear: then the piece may
    have left unseen.
    """
    for seed in seeds:
        known = [Counter[int]() for _ in range(players)]
        before: tuple[Counter[int], list[Counter[int]], bool] | None = None
        for number, (state, question, _answers) in enumerate(positions(game, players, seed, options)):
            open_now = Counter(hands.open(game.view(state, None)))
            held = [Counter(pieces) for pieces in hands.held(state)]
            if before is not None:
                for seat in range(players):
                    known[seat] -= before[1][seat] - held[seat]
                    if before[2]:
                        known[seat] += (held[seat] - before[1][seat]) & (before[0] - open_now)
            _assert_known(game, state, known, hands, number)
            asked: tuple[Decision | Chance, ...] = (question,) if isinstance(question, Chance) else question
            for one in asked:
                for seat in one.seen_by or () if isinstance(one, Decision) else ():
                    known[seat].clear()
            before = open_now, held, all(one.seen_by is None for one in asked)


def _assert_known(game: Game[Any], state: Any, known: Sequence[Counter[int]], hands: Hands, number: int) -> None:
    """All views tell these pieces, and a position dealt for some seat has them."""
    for eye in (None, *range(len(known))):
        for seat, told in enumerate(hands.told(game.view(state, eye))):
            missing = known[seat] - Counter(told)
            assert not missing, breach(
                "A piece that all saw come to a hand is told in every view",
                f"seat {seat} has {missing}, which the view of {'spectators' if eye is None else f'seat {eye}'} "
                "does not tell", "Keep in the state who knows it, and list it in the view")
    if number % EVERY_POSITION == 0:
        eye = number // EVERY_POSITION % len(known)
        for seat, held in enumerate(hands.held(game.deal_anew(state, eye, Random(number)))):
            missing = known[seat] - Counter(held)
            assert not missing, breach(
                "A piece that all saw come to a hand stays there in every position dealt anew",
                f"seat {seat} has {missing}, but not in a position dealt for seat {eye}",
                "Let deal_anew leave what its seat knows where it is")


def views_change_nothing(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """Making a view leaves the state as it is, so that a match goes on alike whoever looks on."""
    for state, question, _answers in all_positions(game, players, options, seeds):
        before = canon.digest(state)
        for seat in (None, *range(players)):
            game.view(state, seat)
        game.full_view(state)
        assert canon.digest(state) == before, breach(
            "Making a view changes nothing", f"view() or full_view() changed the state at {name_of(question)}",
            "Only read the state there, and change it in apply()")


def the_board_draws_every_view(game: Game[Any], players: int, options: Options, seeds: range) -> None:
    """The parts of a board are SVG, and its pieces and options name symbols and places that there are."""
    board = game.board
    if board is None:
        return
    assert not (wrong := [name for name, part in [("the ground", board.ground), *board.symbols.items()]
                          if not _is_drawing(part)]), breach(
        "A board's parts are elements of SVG without scripts and inline styles", f"others are {wrong}",
        "Give colours in attributes such as fill")
    for state, question, _answers in all_positions(game, players, options, seeds):
        for seat in (None, *range(players)):
            view = game.view(state, seat)
            asked = () if isinstance(question, Chance) else [each for each in question if each.seat == seat]
            pieces = list(board.pieces(view))
            places = {each.at for each in pieces} | {
                place for each in asked for option in each.options for place in board.named(view, option)}
            unknown = {each.symbol for each in pieces} - board.symbols.keys() | places - board.places.keys()
            assert not unknown, breach(
                "Pieces and options name symbols and places of the board", f"{sorted(unknown)} are none",
                "Add them to the board's symbols or places")


def _is_drawing(part: str) -> bool:
    try:
        elements = list(ET.fromstring(f"<g>{part}</g>").iter())  # noqa: S314 - a game's own text
    except ET.ParseError:
        return False
    return not any(
        each.tag.lower() in {"script", "style", "foreignobject"} or "style" in each.keys()  # noqa: SIM118
        or any(name.lower().startswith("on") for name in each.keys())  # noqa: SIM118 - an element is no mapping
        for each in elements)
