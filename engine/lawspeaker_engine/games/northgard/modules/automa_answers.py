"""The Automa's answers to the questions that its seat meets outside its own turn (AUTO-COMBAT-*, AUTO-HARV-01)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from lawspeaker_engine.games.northgard.actions.combat import ATTACKER, DEFENDER, Combat
from lawspeaker_engine.games.northgard.modules.automa_criteria import BEGIN, RETREAT, pick
from lawspeaker_engine.games.northgard.modules.automa_part import AUTOMA, HUMAN, Automa
from lawspeaker_engine.games.northgard.options import DieFace, Lose, Move, PlaceGroup, SpendFood, Trade
from lawspeaker_engine.games.northgard.state import FOOD, LORE, WOOD, State
from lawspeaker_engine.model import Decision, Picks

LEAD: Final = 2
"""The points by which it tries to lead before the dice (AUTO-COMBAT-02)."""
TRADE_FROM: Final = 6
"""With so many of a resource it trades (AUTO-HARV-01)."""
SETUP_CRITERIA: Final = "R+ F+ W+ P+ o far"
"""Criteria of the territory in which a group begins (AUTO-SETUP-08)."""
RETREAT_CRITERIA: Final = "B+ R+ S+ C"
"""Criteria of the territory to which it retreats (AUTO-COMBAT-06)."""


def answer(state: State, decision: Decision) -> Picks | None:
    """Return the Automa's answer from public facts; None if the human must decide a tie first.

    Questions that no rule speaks of get their default.
    """
    function = _ANSWERS.get(decision.prompt)
    return function(state, decision) if function else decision.default


def _food(state: State, decision: Decision) -> Picks:
    """Spend just enough for a lead of two, or all (AUTO-COMBAT-02, AMB-A20)."""
    combat = _combat(state)
    mine = ATTACKER if combat.attacker == AUTOMA else DEFENDER
    theirs = 1 - mine
    most = combat.points[theirs]
    if mine == ATTACKER:  # the human has not spent any yet
        most += min(state.players[HUMAN].resources[FOOD], combat.forces[theirs])
    wanted = max(most + LEAD - combat.points[mine], 0)
    options: Sequence[SpendFood] = decision.options
    return (min(wanted, len(options) - 1),)


def _combat(state: State) -> Combat:
    frame = state.agenda[-1]
    assert isinstance(frame, Combat), "combats ask it"
    return frame


def _die(state: State, decision: Decision) -> Picks:
    """Take the casualty if that wins, else the point; the other way round by option (AUTO-COMBAT-04, AMB-A02)."""
    combat = _combat(state)
    options: Sequence[DieFace] = decision.options
    point, casualty = 0, 1
    wanted, other = (casualty, point) if state.settings.automa_die == "casualty" else (point, casualty)
    return (wanted if wins(combat, options[wanted]) else other,)


def wins(combat: Combat, face: DieFace) -> bool:
    """Return whether the Automa wins with this part of the die, as far as the dice are rolled."""
    mine = ATTACKER if combat.attacker == AUTOMA else DEFENDER
    theirs = 1 - mine
    lost_mine = combat.casualties[mine] >= combat.forces[mine]
    lost_theirs = combat.casualties[theirs] + face.casualties >= combat.forces[theirs]
    if lost_mine or lost_theirs:
        return not lost_mine
    points = combat.points[mine] + face.points
    return points > combat.points[theirs] or (mine == DEFENDER and points == combat.points[theirs])


def _casualties(state: State, decision: Decision) -> Picks:
    """Take units off before Leaders, and Leader 2 before Leader 1 (AUTO-COMBAT-05)."""
    options: Sequence[Lose] = decision.options
    return (max(range(len(options)), key=lambda number: (options[number].units, options[number].figures)),)


def _retreat(state: State, decision: Decision) -> Picks | None:
    """All figures go to one territory (AUTO-COMBAT-06, AMB-A12)."""
    options: Sequence[Move] = decision.options
    target = pick(state, RETREAT, sorted({move.target for move in options}), RETREAT_CRITERIA)
    if target is None:
        return None
    return (max((move.units, number) for number, move in enumerate(options) if move.target == target)[1],)


def _everybody(state: State, decision: Decision) -> Picks:
    """Leaders go with the units."""
    return tuple(range(len(decision.options)))


def _trade(state: State, decision: Decision) -> Picks:
    """Trade once from six wood, once from six food (AUTO-HARV-01, AMB-A03)."""
    part, resources = state.part(Automa), state.players[AUTOMA].resources
    for give, trade in _TRADES[state.settings.automa_trades]:
        if resources[give] >= TRADE_FROM and give not in part.traded:
            part.traded.append(give)
            return (list(decision.options).index(trade),)
    return ()


_TRADES: Final = {
    "lore": ((WOOD, Trade(0, 3, 0, LORE)), (FOOD, Trade(3, 0, 0, LORE))),
    "wood": ((FOOD, Trade(3, 0, 0, WOOD)), (WOOD, Trade(0, 3, 0, LORE))),
}
"""By option: the resources given and the trades, in their order."""


def _group(state: State, decision: Decision) -> Picks | None:
    """Leader 1 and two units come in by the priorities of the setup (AMB-A13)."""
    options: Sequence[PlaceGroup] = decision.options
    territory = pick(state, BEGIN, sorted({group.territory for group in options}), SETUP_CRITERIA)
    if territory is None:
        return None
    groups = [(len(group.figures) != 1, group.figures, number) for number, group in enumerate(options)
              if group.territory == territory]
    return (min(groups)[2],)


_ANSWERS: Final[dict[str, Callable[[State, Any], Picks | None]]] = {
    "combat.food": _food,
    "combat.die": _die,
    "combat.casualties": _casualties,
    "combat.retreat": _retreat,
    "move.figures": _everybody,
    "harvest.trade": _trade,
    "second_chance.group": _group,
}
"""By prompt. Without a hand it is never asked about cards."""
