"""Dragon: the Sacrificial Pyre, its Warchief and its three cards."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.northgard.actions.combat import Combat
from lawspeaker_engine.games.northgard.actions.move import MoveUnits
from lawspeaker_engine.games.northgard.cards.resolving import CARDS
from lawspeaker_engine.games.northgard.modules import dragon
from lawspeaker_engine.games.northgard.modules.dragon import Pyre
from lawspeaker_engine.games.northgard.modules.event_effects import Events
from lawspeaker_engine.games.northgard.modules.events import EVENTS
from lawspeaker_engine.games.northgard.options import (
    Accept,
    CollectIn,
    DieFace,
    Figure,
    Lose,
    Move,
    Opponent,
    Recruit,
    Territory,
    Trade,
)
from lawspeaker_engine.games.northgard.phases import end, scoring, winter
from lawspeaker_engine.games.northgard.phases.harvest import HarvestPhase
from lawspeaker_engine.games.northgard.state import FOOD, RESERVE, UNITS, WOOD, State
from lawspeaker_engine.model import PUBLIC, Chance
from tests.engine.northgard.card_play import cards, done, play_card
from tests.engine.northgard.positions import (
    answer,
    attack_of,
    decision,
    draw,
    give_kaija,
    graph,
    kaija_stands_in,
    occupy,
    offered,
    playing_clans,
    roll,
    run,
    special,
)

DRAGON, OTHER, THIRD = 0, 1, 2
MAP = {
    "A": {"own": DRAGON, "u": 3, "food": 1}, "B": {"own": DRAGON, "u": 1, "wood": 1, "lore": 1},
    "E": {"own": OTHER, "u": 4}, "F": {"own": THIRD, "u": 1}, "N": {},
}
BORDERS = [("A", "B", "regular"), ("A", "E", "regular"), ("B", "F", "rough"), ("E", "N", "regular")]


def position(*pyre: int, **settings: object) -> tuple[State, dict[str, int]]:
    """Dragon in A and B, two enemies, and units of these seats on the Pyre."""
    state = playing_clans("dragon", players=3, **settings)
    t = graph(state, MAP, BORDERS)
    lay_on(state, *pyre)
    return state, t


def lay_on(state: State, *seats: int) -> None:
    """Units of these seats, from their reserves, are all there is on the Pyre."""
    pyre = state.part(Pyre)
    for owner in pyre.units[:]:
        dragon.sacrifice(state, pyre, owner)
    for owner in seats:
        state.players[owner].reserve -= 1
        dragon.put_on(state, pyre, owner)


def pyre(state: State) -> list[int]:
    return state.part(Pyre).units


def counts(state: State, seat: int) -> tuple[int, int, int]:
    """Units of a seat on the map, in the reserve and on the Pyre: together always fourteen."""
    player = state.players[seat]
    board = state.board
    there = sum(board.units[each] for each in board.territories if board.owner[each] == seat)
    assert there + player.reserve + player.away == UNITS
    assert pyre(state).count(seat) == player.away
    return there, player.reserve, player.away


def harvest(state: State) -> None:
    """Dragon's Harvest begins."""
    state.push(HarvestPhase((DRAGON,)))


def test_UH_CLAN_DRAGON_01_setup_puts_an_own_unit_of_the_reserve_on_the_pyre():
    state = playing_clans("", "dragon")
    assert state.part(Pyre) == Pyre(seat=1, holds=2, units=[1])
    assert counts(state, 1) == (0, UNITS - 1, 1)
    assert counts(state, 0) == (0, UNITS, 0)


def test_UH_CLAN_DRAGON_01_without_dragon_the_pyre_is_nobodys():
    state = playing_clans("kraken", "squirrel")
    assert state.part(Pyre) == Pyre()
    assert [dragon.pyre_of(state, seat) for seat in (0, 1)] == [None, None]


def test_UH_CLAN_DRAGON_02_sacrificed_units_return_to_their_owners_and_the_pyre_holds_two():
    state, _ = position(OTHER, THIRD)
    assert state.part(Pyre).room() == 0
    harvest(state)
    answer(state, Opponent(OTHER))
    run(state)
    assert (pyre(state), counts(state, OTHER), counts(state, THIRD)) == ([THIRD], (4, 10, 0), (1, 12, 1))
    assert state.part(Pyre).room() == 1


def combat_with(state: State, t: dict[str, int], *faces: str) -> None:
    """Dragon attacks E from A with three units; the dice show this."""
    attack_of(state, DRAGON, t["A"], t["E"], 3)
    for face in faces:
        roll(state, face)
    while state.agenda and run(state):
        answer(state, 0)


@pytest.mark.parametrize(("before", "face", "after", "reserve"), [
    ((), "1C1K", [OTHER], 10), ((), "2K", [OTHER, OTHER], 10), ((DRAGON,), "1C1K", [DRAGON, OTHER], 10),
    ((DRAGON,), "2K", [DRAGON, OTHER], 11), ((THIRD, THIRD), "2K", [THIRD, THIRD], 12), ((), "2C", [], 10),
])
def test_UH_CLAN_DRAGON_03_AMB_H11_enemy_casualties_go_on_the_pyre_as_far_as_there_is_room(
    before, face, after, reserve,
):
    state, t = position(*before)
    combat_with(state, t, face, "3C")
    assert pyre(state) == sorted(after)
    lost = {"2C": 0, "1C1K": 1, "2K": 2}[face]
    assert counts(state, OTHER) == (4 - lost, reserve, after.count(OTHER))


def test_UH_CLAN_DRAGON_03_also_when_it_defends_and_not_its_own_casualties():
    state, t = position()
    attack_of(state, OTHER, t["E"], t["A"], 3)
    roll(state, "1C1K")
    roll(state, "2C1K")
    run(state)
    assert (pyre(state), counts(state, DRAGON)[2]) == ([OTHER], 0)
    assert counts(state, DRAGON) == (3, 11, 0)


def test_UH_CLAN_DRAGON_03_combats_of_others_bring_nothing():
    state, t = position()
    occupy(state, THIRD, t["N"], 3)
    attack_of(state, THIRD, t["N"], t["E"], 3)
    roll(state, "2K")
    roll(state, "1C1K")
    run(state)
    assert pyre(state) == []


def test_UH_CLAN_DRAGON_03_who_cannot_retreat_is_not_captured():
    state, t = position()
    state.board.owner[t["N"]] = THIRD  # no way out for the four units of E
    occupy(state, DRAGON, t["A"], 5)
    attack_of(state, DRAGON, t["A"], t["E"], 7)
    roll(state, "1C1K")
    roll(state, "2C")
    assert run(state) == ()
    assert state.board.owner[t["E"]] == DRAGON
    assert (pyre(state), counts(state, OTHER)) == ([OTHER], (0, 13, 1))


def test_UH_CLAN_DRAGON_03_AMB_H12_AMB_H55_kaija_and_warchiefs_are_never_captured():
    state = playing_clans("dragon", "bear", warchiefs=True)
    t = graph(state, {"A": {"own": DRAGON, "u": 5}, "E": {"own": OTHER, "u": 1}}, [("A", "E", "regular")])
    lay_on(state)
    give_kaija(state, OTHER)
    state.move_special((1,), t["E"])
    attack_of(state, DRAGON, t["A"], t["E"], 4)
    roll(state, "2K")
    roll(state, "2C")
    assert run(state) == ()
    assert (pyre(state), counts(state, OTHER), state.where(1)) == ([OTHER], (0, 13, 1), RESERVE)
    state = playing_clans("dragon", "bear", warchiefs=True)
    t = graph(state, {"A": {"own": DRAGON, "u": 5}, "E": {"own": OTHER, "u": 2}, "R": {}},
              [("A", "E", "regular"), ("E", "R", "regular")])
    lay_on(state)
    state.add_figures(OTHER, t["E"], 0, (special("warchief_bear"),))
    attack_of(state, DRAGON, t["A"], t["E"], 4)
    roll(state, "2K")
    roll(state, "2C")
    answer(state, Lose(1, kaija=False, figures=(special("warchief_bear"),)))
    assert pyre(state) == [OTHER]
    assert (state.players[OTHER].reserve, state.where(special("warchief_bear"))) == (UNITS - 2, RESERVE)


def test_UH_CLAN_DRAGON_03_units_on_the_pyre_are_neither_on_the_map_nor_in_the_reserve():
    """Winter, ties and Achievements do not count them, and who has only such units gets a second chance."""
    state, _ = position(DRAGON, DRAGON)
    assert (state.units_on_map(DRAGON), winter.units(state, DRAGON)) == (4, 4)
    assert scoring.standing(state, (DRAGON,))[2] == 4
    warlord = next(card for card in CARDS if card.id == "warlord")
    assert scoring.achievement_fame(state, DRAGON, warlord.counts) == 4
    state = playing_clans("dragon")
    graph(state, {"E": {"own": OTHER, "u": 1}, "N": {}})
    assert pyre(state) == [DRAGON]
    state.push(end.SecondChance(DRAGON))
    assert decision(state).prompt == "second_chance.group"


def test_UH_CLAN_DRAGON_04_AMB_H09_harvest_begins_with_a_sacrifice_or_an_own_unit_of_the_map():
    state, t = position(THIRD)
    state.players[DRAGON].fame = 3
    state.board.open_sides[t["A"]] = 0
    harvest(state)
    asked = decision(state)
    assert (asked.seat, asked.prompt, asked.least, asked.most, asked.default) == (DRAGON, "dragon.pyre", 1, 1, (0,))
    assert asked.seen_by is PUBLIC
    assert asked.options == [Opponent(THIRD), Territory(t["A"]), Territory(t["B"])]
    assert (state.players[DRAGON].fame, state.players[DRAGON].resources) == (3, [0, 0, 0])
    answer(state, Territory(t["B"]))
    assert done(state)
    assert (state.players[DRAGON].fame, state.players[DRAGON].resources) == (4, [2, 0, 0])
    assert (pyre(state), counts(state, DRAGON)) == ([DRAGON, THIRD], (3, 10, 1))
    assert state.board.owner[t["B"]] == -1


def test_UH_CLAN_DRAGON_04_AMB_H11_a_full_pyre_leaves_only_sacrifices():
    state, _ = position(DRAGON, THIRD)
    harvest(state)
    assert offered(state) == [Opponent(DRAGON), Opponent(THIRD)]
    answer(state, Opponent(DRAGON))
    run(state)
    assert (pyre(state), counts(state, DRAGON)) == ([THIRD], (4, 10, 0))


def test_UH_CLAN_DRAGON_04_others_are_not_asked():
    state, _ = position(OTHER)
    state.push(HarvestPhase((OTHER, THIRD)))
    assert run(state) == ()


def test_UH_CLAN_DRAGON_05_it_then_collects_food_or_wood_of_a_territory_before_its_harvest():
    state, t = position(OTHER, THIRD)
    state.board.food[t["B"]] = 1
    harvest(state)
    answer(state, Opponent(OTHER))
    asked = decision(state)
    assert (asked.seat, asked.prompt, asked.default, asked.seen_by) == (DRAGON, "dragon.bonus", (0,), PUBLIC)
    assert asked.options == [CollectIn(FOOD, t["A"]), CollectIn(FOOD, t["B"]), CollectIn(WOOD, t["B"])]
    assert state.players[DRAGON].resources == [0, 0, 0]
    answer(state, CollectIn(WOOD, t["B"]))
    assert decision(state).prompt == "harvest.trade"
    assert state.players[DRAGON].resources == [2, 2, 1]


@pytest.mark.parametrize(("needs", "offer"), [(True, [FOOD]), (False, [FOOD, WOOD])])
def test_UH_CLAN_DRAGON_05_AMB_H08_the_territory_must_yield_it_unless_the_option_says_otherwise(needs, offer):
    state = playing_clans("dragon", dragon_bonus_needs_yield=needs)
    t = graph(state, {"A": {"own": DRAGON, "u": 2, "lore": 1, "b": ["food_silo"]}})
    lay_on(state, OTHER, OTHER)
    harvest(state)
    if not needs:
        assert offered(state) == [CollectIn(resource, t["A"]) for resource in offer]
        answer(state, CollectIn(FOOD, t["A"]))
    assert done(state) or decision(state).prompt == "harvest.trade"
    assert state.players[DRAGON].resources == [2, 0, 1]


def test_UH_CLAN_DRAGON_05_AMB_H08_the_bonus_goes_by_what_a_territory_yields_at_this_harvest():
    """Myrkálfar's Levy leaves A nothing, and B goes on yielding wood."""
    state, t = position(OTHER, events="all")
    state.year, state.part(Events).now = 2, [row.id for row in EVENTS].index("myrkalfars_levy")
    state.part(Events).marked = [t["A"]]
    state.push(HarvestPhase((DRAGON,)))
    answer(state, Opponent(OTHER))
    assert decision(state).prompt == "harvest.trade", "B alone yields food or wood, so that the bonus is not asked for"
    assert state.players[DRAGON].resources == [0, 2, 1]


def test_UH_CLAN_DRAGON_05_without_such_a_territory_there_is_no_bonus():
    state = playing_clans("dragon")
    graph(state, {"A": {"own": DRAGON, "u": 2, "lore": 1}})
    lay_on(state, OTHER, OTHER)
    harvest(state)
    assert done(state)
    assert state.players[DRAGON].resources == [0, 0, 1]


def test_UH_CLAN_DRAGON_06_AMB_H10_without_any_unit_it_has_no_harvest_at_all():
    """Surtr alone holds a closed territory: neither fame nor resources nor a trade."""
    state = playing_clans("dragon", warchiefs=True)
    t = graph(state, {"A": {"food": 2, "open": 0, "size": 3}, "E": {"own": OTHER, "u": 1, "wood": 1}})
    lay_on(state)
    state.add_figures(DRAGON, t["A"], 0, (special("warchief_dragon"),))
    state.players[DRAGON].resources = [3, 3, 3]
    state.push(HarvestPhase((DRAGON, OTHER)))
    assert run(state) == ()
    assert (state.players[DRAGON].resources, state.players[DRAGON].fame) == ([3, 3, 3], 0)
    assert state.players[OTHER].resources == [0, 1, 0]


def test_UH_CLAN_DRAGON_06_its_harvest_goes_on_after_its_last_unit_went_on_the_pyre():
    """And in the year after, when it could do nothing in between, it has one again."""
    state = playing_clans("dragon")
    t = graph(state, {"A": {"own": DRAGON, "u": 1, "food": 1}})
    lay_on(state)
    state.players[DRAGON].resources = [0, 0, 3]
    harvest(state)
    assert (decision(state).prompt, offered(state)[0]) == ("harvest.trade", Trade(0, 0, 3, FOOD))
    answer(state)
    assert done(state)
    assert (pyre(state), state.board.owner[t["A"]], state.players[DRAGON].resources) == ([DRAGON], -1, [0, 0, 3])
    lay_on(state)
    harvest(state)
    assert done(state)
    lay_on(state, OTHER)
    harvest(state)
    assert decision(state).prompt == "harvest.trade"


def with_surtr(*, attacking: bool) -> tuple[State, Combat]:
    """Five units, and Surtr besides on Dragon's side, fight against five in T; the die of Dragon is next."""
    state = playing_clans("dragon", warchiefs=True)
    attacker, defender = (DRAGON, OTHER) if attacking else (OTHER, DRAGON)
    t = graph(state, {"A": {"own": attacker, "u": 6}, "T": {"own": defender, "u": 5}, "R": {}},
              [("A", "T", "regular"), ("T", "R", "regular")])
    lay_on(state)
    surtr = special("warchief_dragon")
    state.add_figures(DRAGON, t["A" if attacking else "T"], 0, (surtr,))
    state.push(MoveUnits(attacker, 1))
    answer(state, Move(t["A"], t["T"], 5, kaija=False))
    if attacking:
        answer(state, Figure(t["A"], kaija=False, figure=surtr))
    else:
        roll(state, "2C")
    run(state)
    combat = state.agenda[-1]
    assert isinstance(combat, Combat)
    assert combat.points[0 if attacking else 1] == 7
    return state, combat


@pytest.mark.parametrize(("face", "points", "lost"), [
    ("2C", 2, 1), ("3C", 3, 1), ("2K", 1, 2), ("2C1K", 2, 1), ("1C1K", 1, 1),
])
@pytest.mark.parametrize("attacking", [True, False])
def test_UH_WAR_DRAGON_a_die_of_surtr_gives_at_least_one_point_and_one_casualty(face, points, lost, attacking):
    state, combat = with_surtr(attacking=attacking)
    roll(state, face)
    run(state)
    side = 0 if attacking else 1
    assert (combat.points[side], combat.casualties[1 - side]) == (7 + points, lost)


@pytest.mark.parametrize("part", [DieFace(1, 0, either=False), DieFace(0, 1, either=False)])
def test_UH_WAR_DRAGON_what_is_not_chosen_of_the_die_comes_too(part):
    state, combat = with_surtr(attacking=True)
    roll(state, "C/K")
    answer(state, part)
    assert (combat.points[0], combat.casualties[1]) == (8, 1)


def test_UH_WAR_DRAGON_the_other_side_and_combats_without_surtr_roll_as_ever():
    state, combat = with_surtr(attacking=True)
    roll(state, "2C1K")
    roll(state, "2C")
    run(state)
    assert (combat.points, combat.casualties) == ((9, 7), (0, 1))
    state, t = position(warchiefs=True)
    attack_of(state, DRAGON, t["A"], t["E"], 3)
    run(state)
    combat = state.agenda[-1]
    assert isinstance(combat, Combat)
    roll(state, "2K")
    run(state)
    assert (combat.points[0], combat.casualties[1]) == (3, 2)


# The cards.


def test_dragon_initial_tends_the_pyre_then_draws_and_collects():
    state, t = position(OTHER)
    state.players[DRAGON].draw = cards("feast")
    play_card(state, "dragon_initial")
    asked = decision(state)
    assert (asked.prompt, asked.least, asked.options) == (
        "dragon.pyre", 1, [Opponent(OTHER), Territory(t["A"]), Territory(t["B"])])
    answer(state, Territory(t["A"]))
    assert done(state)
    assert (pyre(state), counts(state, DRAGON)) == ([DRAGON, OTHER], (3, 10, 1))
    assert (state.players[DRAGON].hand, state.players[DRAGON].resources) == (cards("feast"), [1, 0, 0])


def test_dragon_initial_without_anything_for_the_pyre_is_played_for_the_rest():
    state = playing_clans("dragon")
    lay_on(state)
    state.players[DRAGON].draw = cards("feast")
    play_card(state, "dragon_initial")
    assert done(state)
    assert (state.players[DRAGON].hand, state.players[DRAGON].resources) == (cards("feast"), [1, 0, 0])


def test_whoever_resolves_a_card_of_dragon_without_a_pyre_does_nothing_with_it():
    """As a card that copies others makes it possible."""
    state, _ = position(DRAGON, OTHER)
    state.players[OTHER].draw = cards("feast", "scouts")
    for card in ("dragon_initial", "capture_for_sacrifice", "reluctant_workforce"):
        play_card(state, card, OTHER)
        draw_cards(state)
        assert done(state)
    assert (pyre(state), counts(state, OTHER)) == ([DRAGON, OTHER], (4, 9, 1))
    assert state.players[OTHER].hand == cards("feast", "scouts")


def test_capture_for_sacrifice_takes_a_neighbours_unit_and_may_free_an_own_one():
    state, t = position(DRAGON)
    play_card(state, "capture_for_sacrifice")
    assert decision(state).prompt == "card.remove"
    assert offered(state) == [Figure(t["E"], kaija=False), Figure(t["F"], kaija=False)]
    answer(state, Figure(t["F"], kaija=False))
    assert (pyre(state), counts(state, THIRD), state.board.owner[t["F"]]) == ([DRAGON, THIRD], (0, 13, 1), -1)
    assert (decision(state).prompt, offered(state)) == ("card.may", [Accept()])
    answer(state, Accept())
    assert (decision(state).prompt, offered(state)) == (
        "card.add", [Recruit(t["A"], kaija=False), Recruit(t["B"], kaija=False)])
    answer(state, Recruit(t["B"], kaija=False))
    assert done(state)
    assert (pyre(state), counts(state, DRAGON), state.board.units[t["B"]]) == ([THIRD], (5, 9, 0), 2)


def test_capture_for_sacrifice_frees_nobody_elses_unit():
    state, t = position()
    play_card(state, "capture_for_sacrifice")
    answer(state, Figure(t["E"], kaija=False))
    assert done(state)
    assert pyre(state) == [OTHER]


def test_capture_for_sacrifice_takes_no_special_figure_and_nobody_out_of_reach():
    """AMB-H12."""
    state = playing_clans("dragon", "bear", warchiefs=True)
    t = graph(state, {"A": {"own": DRAGON, "u": 1}, "E": {"own": OTHER, "kaija": False}, "F": {"own": OTHER, "u": 1}},
              [("A", "E", "regular"), ("E", "F", "regular")])
    state.move_special((1, special("warchief_bear")), t["E"])
    lay_on(state)
    play_card(state, "capture_for_sacrifice")
    assert done(state)
    assert pyre(state) == []
    assert kaija_stands_in(state, t["E"])


def test_capture_for_sacrifice_captures_nobody_if_the_pyre_is_full():
    """AMB-H11: what lies on it can be sacrificed only, but an own unit may still be freed."""
    state, t = position(DRAGON, OTHER)
    play_card(state, "capture_for_sacrifice")
    answer(state, Accept())
    answer(state, Recruit(t["A"], kaija=False))
    assert done(state)
    assert (pyre(state), counts(state, DRAGON), counts(state, OTHER)) == ([OTHER], (5, 9, 0), (4, 9, 1))


@pytest.mark.parametrize(("chosen", "left", "drawn"), [((), [OTHER, OTHER], 1), ((1,), [OTHER], 2), ((0, 1), [], 3)])
def test_reluctant_workforce_draws_a_card_for_each_sacrifice(chosen, left, drawn):
    state, _ = position(OTHER, OTHER)
    state.players[DRAGON].draw = cards("feast", "scouts", "merchant")
    play_card(state, "reluctant_workforce")
    draw_cards(state)
    asked = decision(state)
    assert (asked.prompt, asked.least, asked.most, asked.default) == ("dragon.sacrifice", 0, 2, ())
    assert (asked.options, asked.seen_by) == ([Opponent(OTHER), Opponent(OTHER)], PUBLIC)
    answer(state, *chosen)
    draw_cards(state)
    assert done(state)
    assert (pyre(state), len(state.players[DRAGON].hand)) == (left, drawn)
    assert counts(state, OTHER) == (4, 8 + len(chosen), 2 - len(chosen))


def draw_cards(state: State) -> None:
    """Draw whatever comes, as long as cards are drawn."""
    while isinstance(run(state), Chance):
        draw(state, 0)


def test_reluctant_workforce_draws_as_many_as_there_are_and_asks_nothing_of_an_empty_pyre():
    state, _ = position(OTHER, THIRD)
    state.players[DRAGON].draw = cards("feast", "scouts")
    play_card(state, "reluctant_workforce")
    draw_cards(state)
    answer(state, 0, 1)
    assert done(state)
    assert (pyre(state), state.players[DRAGON].hand) == ([], cards("feast", "scouts"))
    state, _ = position()
    state.players[DRAGON].draw = cards("feast")
    play_card(state, "reluctant_workforce")
    assert done(state)


@pytest.mark.parametrize("on_pyre", [0, 2])
def test_UH_CARD_03_tenacious_grudge_counts_the_units_on_the_pyre(on_pyre):
    state = playing_clans("dragon", "wolf")
    t = graph(state, {"A": {"own": 0, "u": 3}, "B": {"own": 1, "u": 1}}, [("A", "B", "regular")])
    state.part(Pyre).units = [1] * on_pyre
    attack_of(state, 0, t["A"], t["B"], 2, points_per_pyre=1)
    run(state)
    assert next(frame for frame in state.agenda if hasattr(frame, "forces")).points == (2 + on_pyre, 1)
