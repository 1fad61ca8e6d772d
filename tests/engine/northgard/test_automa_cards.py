"""The fifteen Automa cards: for each criterion printed on them a position in which it alone decides.

In each position two candidates are level by all criteria before it. One of them is better by the criterion, the other
one by the next; so without the criterion, or with the next one before it, the other one would be taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from lawspeaker_engine.games.northgard.actions import explore
from lawspeaker_engine.games.northgard.cards.resolving import number_of as card_number
from lawspeaker_engine.games.northgard.grid import cell_at
from lawspeaker_engine.games.northgard.modules.automa_actions import Build, Either, Explore, Recruit, best_turn
from lawspeaker_engine.games.northgard.modules.automa_cards import AUTOMA_CARDS
from lawspeaker_engine.games.northgard.modules.automa_criteria import AutomaTie, cells_beside
from lawspeaker_engine.games.northgard.modules.automa_moves import MoveLeader, MoveUnit
from lawspeaker_engine.games.northgard.modules.automa_part import AUTOMA
from lawspeaker_engine.games.northgard.modules.automa_pick import display_cards
from lawspeaker_engine.games.northgard.state import State

from .positions import graph, inline_tile, number_of, occupy, tiles_map
from .solo import leader, solo

REINFORCE_1, REINFORCE_2 = "nL xL U+ far R- S-", "nL xL far U+ R- S-"
TO_1, TO_1_RICH, TO_2 = "near B+ U- R+ P+ S+", "near R+ U- B+ P+ S+", "near U- B+ R+ S+ P+"
LEAVE = "xL U+ C far R- S-"
PRINTED = (
    (("leader 1", REINFORCE_1, TO_1), ("leader 2", REINFORCE_2, TO_2), "special move left"),
    (("leader 1", REINFORCE_1, TO_1), ("recruit 2 of 2", "L U- near T+ S+ B+"), "special recruit right"),
    (("recruit 1 of 1", "R+ S+ far B+ T+ o"), ("explore", "far S+ P- R- O- N", "R+ W+ C P+ rot"), "draw special left"),
    (("recruit 2 of 1", "near R+ B+ T+ S+ L"), ("leader 1", REINFORCE_1, TO_1_RICH), "special move right flash"),
    (("leader 2", REINFORCE_2, TO_2), ("recruit 2 of 2", "L U- T+ near S+ B+"), "move explore right"),
    (("leader 2", REINFORCE_2, TO_2), ("leader 1", REINFORCE_1, TO_1_RICH), "recruit move right"),
    (("unit", LEAVE, "U- R+ o far P+ S+"), ("recruit 2 of 2", "L near S+ B+ T+ R+"), "draw special right flash"),
    (("explore", "S+ P- R- O- S", "W+ C R+ P+ rot"), ("unit", LEAVE, "o far R+ P+ S+"), "special draw right pass"),
    (("altar_of_kings", "far U+ S+ R- B-"),
     ("either", ("carved_stone", "far S- R- B- P+"), ("defense_tower", "near S+ R+ B+ C U-")),
     "draw recruit right pass"),
    (("recruit 1 of 1", "R+ B+ S+ far T+ o"), ("explore", "S+ P- R- O- N", "R+ W+ C P+ rot"), "special explore left"),
    (("explore", "S+ O- P- R- N", "F+ R+ C P+ rot"), ("unit", LEAVE, "o R+ far P+ S+"), "move special left flash"),
    (("altar_of_kings", "far C S+ R- B-"),
     ("either if wood", ("food_silo", "far R- B- S- P+"), ("woodcutter_lodge", "far R- B- S- P+")),
     "special draw left pass"),
    (("recruit 1 of 1", "L B+ T+ R+ o near"), ("leader 2", REINFORCE_2, TO_2), "move explore left flash pass"),
    (("fortress", "near C S+ R+ B+"),
     ("either", ("carved_stone", "far S- R- B- P+"), ("training_camp", "near S+ R+ B+ P+")), "move draw left flash"),
    (("explore", "far R- O- S+ P- E", "R+ F+ C P+ rot"), ("defense_tower", "near S+ R+ B+ C U-"), "move recruit left"),
)
"""By card: its two actions with their criteria, and what it looks for in the display with its icons."""


def written(action: Any) -> tuple[Any, ...]:
    """An action as PRINTED writes it."""
    if isinstance(action, MoveLeader):
        return f"leader {action.leader}", action.reinforce, action.to
    if isinstance(action, MoveUnit):
        return "unit", action.source, action.to
    if isinstance(action, Recruit):
        return f"recruit {action.figures} of {action.needs}", action.at
    if isinstance(action, Explore):
        return "explore", action.on, action.turn
    if isinstance(action, Either):
        return "either if wood" if action.if_wood_at_least_food else "either", *map(written, action.among)
    assert isinstance(action, Build)
    return action.building, action.at


@pytest.mark.parametrize("number", range(15))
def test_AUTO_COMP_01_the_cards_are_as_printed(number):
    card = AUTOMA_CARDS[number]
    icons = (" flash" if card.flash else "") + (" pass" if card.passes else "")
    assert (*map(written, card.actions), card.picks + icons) == PRINTED[number]


# Territories.

BASE = {"leader": 0, "figures": 3, "distance": 2, "points": 1, "camps": 0, "size": 2, "spaces": 2, "open": 1, "food": 1}
BETTER = {
    "L": ("leader", 1, 0), "xL": ("leader", 0, 1), "U+": ("figures", 4, 3), "U-": ("figures", 3, 4),
    "near": ("distance", 1, 2), "far": ("distance", 2, 1), "B+": ("points", 4, 1), "B-": ("points", 1, 4),
    "T+": ("camps", 1, 0), "S+": ("size", 3, 2), "S-": ("size", 2, 3), "P+": ("spaces", 3, 2), "P-": ("spaces", 2, 3),
    "C": ("open", 0, 1), "o": ("open", 1, 0), "R+": ("food", 2, 1), "R-": ("food", 1, 2),
}
"""By criterion: what it looks at, and its value in the better territory and in the worse one."""


def two_of(words: list[str], place: int) -> tuple[dict[str, int], dict[str, int]]:
    """Two territories: the first one is better by the word at this place, the other one by the next."""
    one, other = dict(BASE), dict(BASE)
    for word, better, worse in ((words[place], one, other), *((word, other, one) for word in words[place + 1:place + 2]
                                                                if word in BETTER)):
        what, most, least = BETTER[word]
        better[what], worse[what] = most, least
    return one, other


def territory(values: dict[str, int], owner: int, builds: str = "") -> dict[str, Any]:
    """It for `graph`; `builds` is in no candidate, so that it can be built."""
    small = "carved_stone" if builds == "defense_tower" else "defense_tower"
    large = "altar_of_kings" if builds == "fortress" else "fortress"
    built = ["training_camp" if values["camps"] else small, *([large] if values["points"] > 1 else [])]
    return {"own": owner, "u": values["figures"] - values["leader"] if owner == AUTOMA else 0, "b": built,
            "size": values["size"], "carved": 1, "large": values["spaces"] - 1, "open": values["open"],
            "food": values["food"]}


def position(first: dict[str, Any], second: dict[str, Any], values: list[dict[str, int]],
             borders: list[tuple[str, str, str]], more: dict[str, Any]) -> tuple[State, dict[str, int]]:
    """Two candidates as near to the human as their values say, and what else there is."""
    state = solo()
    places = {"first": first, "second": second, "man": {"own": 0, "u": 1}, "way 1": {"open": 0}, "way 2": {"open": 0}}
    for number, (name, each) in enumerate(zip(("first", "second"), values, strict=True), 1):
        through = "man" if each["distance"] == 1 else f"way {number}"
        borders = [*borders, (name, through, "regular"), (f"way {number}", "man", "regular")]
    names = graph(state, places | more, borders)
    state.players[AUTOMA].resources = [0, 9, 0]
    return state, names


def seen(state: State, territory: int) -> tuple[Any, ...]:
    """Return the units, the number of buildings and the number of special figures in a territory."""
    board = state.board
    return board.units[territory], len(board.buildings[territory]), len(state.special_figures(AUTOMA, territory))


def changed(state: State, names: dict[str, int], action: Any, steps: int) -> list[str]:
    """Begin an action, work on so many steps of it, and return which of the candidates are other than before."""
    assert action.possible(state)
    before = {name: seen(state, names[name]) for name in ("first", "second")}
    action.begin(state)
    for _ in range(steps):
        state.agenda[-1].step(state)
        assert not isinstance(state.agenda[-1] if state.agenda else None, AutomaTie), "no criterion decided"
    return [name for name, there in before.items() if seen(state, names[name]) != there]


def places_of(words: str) -> Iterator[int]:
    """The places of the criteria that can decide: all that reinforce a Leader are beside one."""
    return (place for place, word in enumerate(words.split()) if word != "nL")


def cases(*kinds: type, nth: int | None = None) -> Iterator[tuple[str, Any, str, int, bool]]:
    """Yield (where it is printed, action of a card, list of criteria, place in it, swapped): for all lists of these
    kinds of actions, or the `nth` of each alone.
    """
    for card, row in enumerate(AUTOMA_CARDS):
        for number, action in enumerate(row.actions):
            printed: Any = PRINTED[card][number]
            for which, (each, lists) in enumerate(
                    zip(action.among, printed[1:], strict=True) if isinstance(action, Either) else [(action, printed)]):
                if isinstance(each, kinds):
                    for at, words in enumerate(lists[1:]):
                        if nth in (None, at):
                            yield from ((f"{card + 1}.{number + 1}.{which}-{at}-{place}, swapped: {swapped}", each,
                                         words, place, swapped)
                                        for place in places_of(words) for swapped in (False, True))


def test_AUTO_PRIO_01_AUTO_REC_01_AUTO_BUILD_01_each_criterion_of_a_card_decides_alone():
    for where, action, words, place, swapped in cases(Recruit, Build):
        one, other = two_of(words.split(), place)
        values = [other, one] if swapped else [one, other]
        builds = action.building if isinstance(action, Build) else ""
        state, names = position(*[territory(each, AUTOMA, builds) for each in values], values, [], {})
        for number, (name, each) in enumerate(zip(("first", "second"), values, strict=True), 1):
            if each["leader"]:
                leader(state, number, names[name])
        steps = 1 if isinstance(action, Recruit) else 2
        assert changed(state, names, action, steps) == ["second" if swapped else "first"], where


def test_AUTO_PRIO_01_AUTO_MOVE_05_AUTO_MOVE_06_each_criterion_of_where_units_come_from_decides_alone():
    """Both are beside the Leader's territory; a single unit goes to a third one."""
    for where, action, words, place, swapped in cases(MoveLeader, MoveUnit, nth=0):
        one, other = two_of(words.split(), place)
        values = [other, one] if swapped else [one, other]
        borders = [("home", "first", "regular"), ("home", "second", "regular"), ("home", "none", "regular")]
        state, names = position(*[territory(each, AUTOMA) for each in values], values, borders,
                                {"home": {"own": 1, "u": int(isinstance(action, MoveUnit))}, "none": {}})
        number = action.leader if isinstance(action, MoveLeader) else 1
        if isinstance(action, MoveLeader):
            leader(state, number, names["home"])
        for name, each in zip(("first", "second"), values, strict=True):
            if each["leader"]:
                leader(state, 3 - number, names[name])
        assert changed(state, names, action, 1 if isinstance(action, MoveLeader) else 2) == [
            "second" if swapped else "first"], where


def test_AUTO_PRIO_01_AUTO_MOVE_05_AUTO_MOVE_07_each_criterion_of_where_they_go_decides_alone():
    """One that has no figures is neutral, one that has some is the Automa's with a single unit."""
    for where, action, words, place, swapped in cases(MoveLeader, MoveUnit, nth=1):
        one, other = two_of(words.split(), place)
        values = [other, one] if swapped else [one, other]
        borders = [("home", "first", "regular"), ("home", "second", "regular")]
        given = [territory(each, -1) for each in values]
        for spec, each in zip(given, values, strict=True):
            if each["figures"] == 4:
                spec |= {"own": AUTOMA, "u": 1}
        state, names = position(*given, values, borders, {"home": {"own": 1, "u": 3}})
        if isinstance(action, MoveLeader):
            leader(state, action.leader, names["home"])
        assert changed(state, names, action, 2) == ["second" if swapped else "first"], where


# Tiles.

FIELD = inline_tile("field", {"all": "NESW"})
POCKET = inline_tile("pocket", {"n": "N", "rest": "ESW"}, regular="n-rest")


@pytest.mark.parametrize(("action", "words", "place", "swapped"), [case[1:] for case in cases(Explore, nth=0)])
def test_AUTO_EXP_01_AUTO_CRIT_NSEW_each_criterion_of_where_a_tile_comes_decides_alone(action, words, place, swapped):
    """Two territories apart, the one of one tile and the other of one or, with more openings, of two."""
    one, other = {**BASE, "openings": 4, "shift": 0}, {**BASE, "openings": 4, "shift": 0}
    listed = words.split()
    for word, better, worse in ((listed[place], one, other), *((word, other, one)
                                                               for word in listed[place + 1:place + 2])):
        if word in {"N", "S", "E"}:
            better["shift"] = 1
        elif word == "O-":
            better["openings"], worse["openings"] = 4, 6
        else:
            what, most, least = BETTER[word]
            better[what], worse[what] = most, least
    state = solo()
    state.board = tiles_map([(FIELD, 0, 0, 0)], FIELD)
    board, tile = state.board, state.board.laid[0][0]
    step = {"N": (0, 1), "S": (0, -1), "E": (1, 0), "W": (-1, 0)}[listed[-1]]
    territories = []
    for number, values in enumerate([other, one] if swapped else [one, other]):
        # Beside each other where the direction is north or south, else one above the other.
        x, y = (5 + 5 * number, 5) if listed[-1] in "NS" else (5, 5 + 5 * number)
        x, y = x + values["shift"] * step[0], y + values["shift"] * step[1]
        board.edge = sorted([*board.edge, cell_at(x, y)])  # as if tiles led there
        board.lay(tile, x, y, 0)
        if values["openings"] == 6:
            board.lay(tile, x - step[0], y - step[1], 0)
        found = board.territory_of[board.side_areas[4 * board.at[cell_at(x, y)]]]
        board.size[found], board.food[found] = values["size"], values["food"]
        board.small[found] = values["spaces"]
        occupy(state, AUTOMA, found)
        territories.append((found, values["distance"]))
    man = board.territory_of[board.side_areas[0]]
    board.owner[man] = 0
    for found, distance in territories:
        board.neighbours[found] = ((man, 1 + (distance == 2)),)  # over a rough border it is farther
    state.pile = [tile]
    assert action.possible(state)
    action.begin(state)
    frame: Any = state.agenda[-1]
    frame.step(state)
    assert state.agenda[-1] is frame, "no criterion decided"
    assert frame.cell in cells_beside(state, territories[int(swapped)][0])


@pytest.mark.parametrize(("action", "words", "place"), [case[1:4] for case in cases(Explore, nth=1) if not case[4]])
def test_AUTO_EXP_02_AUTO_CRIT_ROT_AUTO_CRIT_CLOSED_each_criterion_of_its_rotation_decides_alone(action, words, place):
    """The tile has an area of one side and one of three; what meets the Automa's territory is joined to it."""
    listed = words.split()
    word, later = listed[place], listed[place + 1:place + 2]
    one, other = {"F+": 1, "W+": 1, "R+": 3, "P+": 1}, {"F+": 1, "W+": 1, "R+": 3, "P+": 1}
    if word in one:
        one[word] += 1
    for following in later:
        if following in other:
            other[following] += 1
    # A pocket is closed by the area of one side alone: it belongs to who is better by that criterion.
    narrow_one = word == "C" or later != ["C"]
    contents = [{"food": values["F+"], "wood": values["W+"], "lore": values["R+"] - values["F+"] - values["W+"],
                 "small": values["P+"]} for values in ((one, other) if narrow_one else (other, one))]
    tile = inline_tile("turned", {"n": "N", "rest": "ESW"}, regular="n-rest", n=contents[0], rest=contents[1])
    state = solo()
    base = POCKET if "C" in (word, *later) else FIELD
    state.board = tiles_map([(base, 0, 0, 0)], tile)
    occupy(state, AUTOMA, state.board.territory_of[state.board.side_areas[0]])
    found = explore.placements(state.board, [number_of(state.board, "turned")], [cell_at(0, 1)])
    assert [each.rotation for each in found] == [0, 1, 2, 3]
    turned = best_turn(state, found[::-1], action.turn).rotation
    if word == "rot":
        assert turned == 0
    else:
        assert (turned == 2) == narrow_one  # then the area of one side looks south
        assert turned in (0, 2)


# The display.

OF_KIND = {"move": ("militia",), "draw": ("merchant",), "recruit": ("town_hall",), "explore": ("scouts",),
           "special": ("fishing",)}


@pytest.mark.parametrize(("card", "place"), [(card, place) for card in range(15) for place in range(3)])
def test_AUTO_DEVPRIO_01_each_criterion_of_the_display_decides_alone(card, place):
    printed: Any = PRINTED[card][2]
    words = printed.split()[:3]
    kind, later = words[place], [*words, "left"][place + 1]
    state = solo()
    if place == 2:
        names = [name for each in OF_KIND for name in OF_KIND[each] if each not in words][:2]
        state.display = [card_number(name) for name in names]
        assert display_cards(state, AUTOMA_CARDS[card].picks) == [state.display[0 if kind == "left" else 1]]
        return
    wanted = card_number(OF_KIND[kind][0])
    # The other card is what the next criterion wants, on the side that the last one wants.
    against = card_number(OF_KIND[later][0] if later in OF_KIND else next(
        names[0] for each, names in OF_KIND.items() if each not in words))
    state.display = [against, wanted] if words[2] == "left" else [wanted, against]
    assert display_cards(state, AUTOMA_CARDS[card].picks) == [wanted]
