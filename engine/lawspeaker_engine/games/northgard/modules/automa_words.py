"""The Automa cards in plain English: what each does, by which criteria, and which card of the display it takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lawspeaker_engine.games.northgard.buildings import BUILDINGS
from lawspeaker_engine.games.northgard.catalogue import AutomaActionInfo
from lawspeaker_engine.games.northgard.modules.automa_actions import AutomaAction, Build, Either, Explore, Recruit
from lawspeaker_engine.games.northgard.modules.automa_cards import AutomaCard
from lawspeaker_engine.games.northgard.modules.automa_criteria import LARGE_POINTS
from lawspeaker_engine.games.northgard.modules.automa_moves import MoveLeader, MoveUnit

CRITERIA_TEXTS: Final = {
    "R": "resources yielded", "F": "food yielded", "W": "wood yielded", "S": "tiles covered", "U": "figures",
    "B": f"building points (1 a small one, {LARGE_POINTS} a large one)", "T": "Training Camps",
    "P": "free building spaces", "O": "empty cells beside it", "L": "a Leader there", "nL": "a Leader next to it",
    "xL": "no Leader there", "C": "closed", "o": "open", "near": "fewest moves from the human's figures",
    "far": "most moves from them", "N, E, S, W": "farthest in that direction", "rot": "fewest turns of the tile",
}
"""By the word of a criterion, with + for most and - for least behind some."""
PICKS_TEXT: Final = (
    "After its last card it takes the displayed card of the first kind that the card names (move, draw, recruit, "
    "explore; special is any other), then of the second, then the leftmost or rightmost; of Achievements the one that "
    "is worth most.")


def text_of(card: AutomaCard) -> str:
    """Return what the card does, in a sentence."""
    text = "; otherwise ".join(map(_action, card.actions)) + "."
    if card.flash:
        text += " Then the next card."
    if card.passes:
        text += " As the last card: pass instead."
    return f"{text[0].upper()}{text[1:]} Takes: {', '.join(card.picks.split())}."


def _action(action: AutomaAction) -> str:
    if isinstance(action, MoveLeader):
        return f"Leader {action.leader} is reinforced from ({action.reinforce}), then moves to ({action.to})"
    if isinstance(action, MoveUnit):
        return f"a unit moves from ({action.source}) to ({action.to})"
    if isinstance(action, Recruit):
        needs = f", if so many are left: {action.needs}" if action.needs > 1 else ""
        return f"recruit {action.figures} at ({action.at}){needs}"
    if isinstance(action, Explore):
        return f"explore from ({action.on}), turned by ({action.turn})"
    if isinstance(action, Either):
        first, other = map(_action, action.among)
        condition = " if there is no less wood than food" if action.if_wood_at_least_food else ""
        return f"{first}{condition}, or else {other}"
    assert isinstance(action, Build), "there are no other actions"
    return f"build {next(row.name for row in BUILDINGS if row.id == action.building)} at ({action.at})"


def infos(card: AutomaCard) -> Iterator[AutomaActionInfo]:
    """Yield the actions of a card as data, in the order in which they are tried."""
    for action in card.actions:
        for number, each in enumerate(action.among if isinstance(action, Either) else (action,)):
            conditional = isinstance(action, Either) and action.if_wood_at_least_food and not number
            yield _info(each, if_wood_at_least_food=conditional)


def _info(action: AutomaAction, *, if_wood_at_least_food: bool) -> AutomaActionInfo:
    if isinstance(action, MoveLeader):
        return AutomaActionInfo("move_leader", action.leader, 0, 0, "", _words(action.reinforce), _words(action.to))
    if isinstance(action, MoveUnit):
        return AutomaActionInfo("move_unit", 0, 0, 0, "", _words(action.source), _words(action.to))
    if isinstance(action, Recruit):
        return AutomaActionInfo("recruit", 0, action.figures, action.needs, "", (), _words(action.at))
    if isinstance(action, Explore):
        return AutomaActionInfo("explore", 0, 0, 0, "", _words(action.on), _words(action.turn))
    assert isinstance(action, Build), "of two buildings each is an action"
    return AutomaActionInfo(
        "build", 0, 0, 0, action.building, (), _words(action.at), if_wood_at_least_food=if_wood_at_least_food)


def _words(criteria: str) -> tuple[str, ...]:
    return tuple(criteria.split())
