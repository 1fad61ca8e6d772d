"""Kraken: its High Tide tokens, its Warchief and its three cards."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.northgard import figures
from lawspeaker_engine.games.northgard.actions import explore
from lawspeaker_engine.games.northgard.actions.move import MoveUnits
from lawspeaker_engine.games.northgard.cards.resolving import number_of as number_of_card
from lawspeaker_engine.games.northgard.modules.kraken import tides
from lawspeaker_engine.games.northgard.moments import Rule
from lawspeaker_engine.games.northgard.options import Accept, Collect, Figure, Move, Territory
from lawspeaker_engine.games.northgard.state import FOOD, LORE, RESERVE, UNITS, WOOD, State, Token
from lawspeaker_engine.games.northgard.tokens import HIGH_TIDE
from lawspeaker_engine.model import PUBLIC
from tests.engine.northgard.card_play import cards, done, march, play_card, playable, unit
from tests.engine.northgard.positions import (
    Effect,
    answer,
    attack_of,
    board_with,
    decision,
    graph,
    inline_tile,
    number_of,
    occupy,
    offered,
    playing_clans,
    roll,
    run,
    special,
    territory_at,
)

KRAKEN, OTHER = 0, 1
MAP = {"A": {"own": KRAKEN, "u": 2}, "B": {"own": KRAKEN, "u": 1}, "E": {"own": OTHER, "u": 3}, "N": {}}
BORDERS = [("A", "B", "regular"), ("A", "E", "regular"), ("A", "N", "regular")]


def position(*tokens: str, **settings: object) -> tuple[State, dict[str, int]]:
    """Kraken in A and B, an enemy in E, and its tokens in these territories."""
    state = playing_clans("kraken", **settings)
    t = graph(state, MAP, BORDERS)
    for token, name in zip(state.tokens, tokens, strict=False):
        token.territory = t[name]
    return state, t


def token(territory: int) -> Token:
    return Token(HIGH_TIDE, KRAKEN, territory)


@pytest.mark.parametrize("copies_play", [False, True])
def test_AMB_H64_UH_CLAN_KRAKEN_01_no_token_is_put_before_a_card_that_is_resolved_again(copies_play):
    state, _ = position(copies_play=copies_play)
    state.players[KRAKEN].played = [number_of_card("kraken_initial")]
    play_card(state, "legendary_heroes")
    assert ([each.prompt for each in run(state)] == ["kraken.token"]) == copies_play


def test_UH_CLAN_KRAKEN_01_two_tokens_wait_and_one_may_be_put_before_an_own_clan_card():
    state, t = position()
    assert state.tokens == [token(RESERVE), token(RESERVE)]
    play_card(state, "kraken_initial")
    asked = decision(state)
    assert (asked.seat, asked.prompt, asked.least, asked.most, asked.default) == (KRAKEN, "kraken.token", 0, 1, ())
    assert asked.seen_by is PUBLIC
    assert offered(state) == [Territory(t["A"]), Territory(t["B"])]
    answer(state, Territory(t["B"]))
    assert state.tokens == [token(t["B"]), token(RESERVE)]
    assert decision(state).prompt == "card.collect"


def test_UH_CLAN_KRAKEN_01_no_token_is_put_before_other_cards_nor_by_others():
    state, _ = position()
    play_card(state, "feast")
    assert decision(state).prompt == "card.mode"
    state, _ = position()
    play_card(state, "squirrel_initial", OTHER)
    assert (decision(state).seat, decision(state).prompt) == (OTHER, "recruit.place")


def test_UH_CLAN_KRAKEN_01_it_may_be_left_in_the_reserve():
    state, _ = position()
    play_card(state, "kraken_initial")
    answer(state)
    assert done(state)
    assert tides(state, KRAKEN) == []


def test_UH_CLAN_KRAKEN_01_AMB_H06_a_token_on_the_map_is_not_moved():
    state, t = position("A", "B")
    more = occupied_more(state)
    play_card(state, "kraken_initial")
    assert decision(state).prompt == "card.collect"
    assert tides(state, KRAKEN) == [t["A"], t["B"]]
    assert more not in tides(state, KRAKEN)


def occupied_more(state: State) -> int:
    """A third territory of Kraken, without a token."""
    neutral = state.neutral()[0]
    occupy(state, KRAKEN, neutral)
    return neutral


@pytest.mark.parametrize(("face", "suffered"), [("2C", 0), ("1C1K", 1), ("2K", 2)])
@pytest.mark.parametrize("with_token", [False, True])
def test_UH_CLAN_KRAKEN_02_its_die_inflicts_one_casualty_more_in_a_territory_with_a_token(face, suffered, with_token):
    state, t = position(*["A"] * with_token)
    occupy(state, OTHER, t["E"], 3)
    attack_of(state, OTHER, t["E"], t["A"], 5)
    roll(state, "2C")  # the attacker's die is as it is: 7 points to 4, and nobody lost
    roll(state, face)
    run(state)
    assert state.players[OTHER].reserve == UNITS - 6 + suffered + with_token


def test_UH_CLAN_KRAKEN_02_AMB_H07_no_token_is_left_where_kraken_attacks():
    state, t = position("A")
    attack_of(state, KRAKEN, t["A"], t["E"], 2)
    assert tides(state, KRAKEN) == []
    roll(state, "3C")
    roll(state, "2C")
    assert done(state)
    assert (state.players[KRAKEN].reserve, state.players[OTHER].reserve) == (UNITS - 3, UNITS - 3)


def test_UH_CLAN_KRAKEN_03_a_territory_has_one_token_at_most():
    state, t = position("A")
    play_card(state, "kraken_initial")
    assert offered(state) == [Territory(t["B"])]
    answer(state, Territory(t["B"]))
    assert tides(state, KRAKEN) == [t["A"], t["B"]]


CORNER = inline_tile("corner", {"in": "NW", "out": "ES"}, regular="in-out")
WEST = inline_tile("west", {"in": "E", "out": "NSW"}, regular="in-out")
NORTH = inline_tile("north", {"in": "S", "out": "NEW"}, regular="in-out")
BETWEEN = inline_tile("between", {"north": "N", "rest": "ESW"}, regular="north-rest")


def test_UH_CLAN_KRAKEN_03_a_token_follows_a_merge_and_one_of_two_returns():
    state = playing_clans("kraken")
    board = state.board = board_with(CORNER, WEST, NORTH, BETWEEN)
    for tile, x, y in (("west", 0, 0), ("between", 0, 1), ("north", 1, 1)):
        board.lay(number_of(board, tile), x, y, 0)
    west, north = territory_at(board, 0, 0, "E"), territory_at(board, 1, 1, "S")
    assert west < north
    for one, territory in zip(state.tokens, (west, north), strict=True):
        occupy(state, KRAKEN, territory)
        one.territory = territory
    alone = state.copy()
    alone.tokens[0].territory = RESERVE
    for each, left in ((state, [west]), (alone, [west])):
        explore.lay(each, number_of(board, "corner"), 1, 0, 0)
        assert territory_at(each.board, 1, 1, "S") == west
        assert tides(each, KRAKEN) == left
    assert [each.territory for each in state.tokens] == [west, RESERVE]
    assert [each.territory for each in alone.tokens] == [RESERVE, west]


def test_UH_CLAN_KRAKEN_04_a_token_returns_as_soon_as_the_last_figure_leaves_also_in_the_middle_of_a_move():
    state, t = position("A", "B")
    state.push(MoveUnits(KRAKEN, 3))
    answer(state, march(t["A"], t["N"], 1))
    assert tides(state, KRAKEN) == [t["A"], t["B"]]
    answer(state, march(t["A"], t["N"], 1))
    assert decision(state).prompt == "move.step"
    assert tides(state, KRAKEN) == [t["B"]]
    answer(state, march(t["N"], t["A"], 1))
    assert done(state)
    assert state.tokens == [token(RESERVE), token(t["B"])]


@pytest.mark.parametrize(("attackers", "faces", "kept"), [(5, ("2C", "2C"), False), (3, ("2C", "3C"), True)])
def test_UH_CLAN_KRAKEN_04_a_token_returns_when_the_combat_is_lost(attackers, faces, kept):
    state, t = position("A")
    occupy(state, OTHER, t["E"], 3)
    attack_of(state, OTHER, t["E"], t["A"], attackers)
    for face in faces:
        roll(state, face)
    run(state)
    while state.agenda:
        answer(state, 0)
        run(state)
    assert state.board.owner[t["A"]] == (KRAKEN if kept else OTHER)
    assert tides(state, KRAKEN) == ([t["A"]] if kept else [])


def test_UH_CLAN_KRAKEN_04_a_card_that_takes_the_last_unit_takes_the_token_off():
    state, t = position("A", "B")
    figures.to_reserve(state, KRAKEN, t["A"], 1)
    assert tides(state, KRAKEN) == [t["A"], t["B"]]
    figures.to_reserve(state, KRAKEN, t["A"], 1)
    assert tides(state, KRAKEN) == [t["B"]]


def test_UH_CLAN_KRAKEN_04_a_special_figure_holds_the_token():
    state, t = position("B", warchiefs=True)
    state.add_figures(KRAKEN, t["B"], 0, (special("warchief_kraken"),))
    figures.to_reserve(state, KRAKEN, t["B"], 1)
    assert tides(state, KRAKEN) == [t["B"]]
    figures.to_reserve(state, KRAKEN, t["B"], 0, (special("warchief_kraken"),))
    assert tides(state, KRAKEN) == []


def test_UH_CLAN_KRAKEN_04_tokens_of_others_stay_where_they_are():
    state = playing_clans("kraken", "snake")
    t = graph(state, MAP, BORDERS)
    state.tokens[0].territory = t["A"]
    figures.to_reserve(state, KRAKEN, t["A"], 2)
    assert state.tokens[0] == Token(0, 1, t["A"])


class Seen(Rule):
    """Notes who held a territory before, and who holds it now."""

    def __init__(self) -> None:
        self.told: list[tuple[int, int, int]] = []

    def owner_changed(self, state: State, territory: int, before: int) -> None:
        """Note it."""
        self.told.append((territory, before, state.board.owner[territory]))


def test_rules_are_told_of_every_change_of_owner_and_of_no_other(monkeypatch):
    state, t = position()
    seen = Seen()
    monkeypatch.setitem(state.table.rules_at, "owner_changed", (seen.owner_changed,))
    occupy(state, KRAKEN, t["A"])
    figures.to_reserve(state, KRAKEN, t["A"], 1)
    assert seen.told == []
    occupy(state, KRAKEN, t["N"])
    figures.to_reserve(state, KRAKEN, t["A"], 2)
    assert seen.told == [(t["N"], -1, KRAKEN), (t["A"], KRAKEN, -1)]


@pytest.mark.parametrize(("sides", "there", "suffered"), [(1, True, 1), (0, True, 0), (1, False, 0)])
@pytest.mark.parametrize("attacking", [False, True])
def test_UH_WAR_KRAKEN_kara_inflicts_one_casualty_more_in_an_open_territory(attacking, sides, there, suffered):
    state = playing_clans("kraken", warchiefs=True)
    attacker, defender = (KRAKEN, OTHER) if attacking else (OTHER, KRAKEN)
    t = graph(
        state, {"A": {"own": attacker, "u": 4}, "T": {"own": defender, "u": 4, "open": sides}, "R": {}, "H": {}},
        [("A", "T", "regular"), ("T", "R", "regular")],
    )
    kara = special("warchief_kraken")
    where = t["A" if attacking else "T"] if there else t["H"]
    state.add_figures(KRAKEN, where, 0, (kara,))
    state.push(MoveUnits(attacker, 1))
    answer(state, Move(t["A"], t["T"], 3, kaija=False))
    if attacking and there:
        answer(state, Figure(t["A"], kaija=False, figure=kara))
    roll(state, "2C")
    roll(state, "2C")
    while run(state):
        answer(state, 0)
    assert state.players[OTHER].reserve - (UNITS - 4) == suffered
    assert state.players[KRAKEN].reserve == UNITS - 4


# The cards.


@pytest.mark.parametrize(("resource", "resources"), [(FOOD, [1, 0, 0]), (WOOD, [0, 1, 0])])
def test_kraken_initial_collects_food_or_wood_and_may_draw(resource, resources):
    state, _ = position("A", "B")
    state.players[KRAKEN].draw = cards("feast")
    play_card(state, "kraken_initial")
    assert offered(state) == [Collect(FOOD), Collect(WOOD)]
    answer(state, Collect(resource))
    assert (decision(state).prompt, offered(state)) == ("card.may", [Accept()])
    answer(state, Accept())
    assert done(state)
    assert state.players[KRAKEN].resources == resources
    assert state.players[KRAKEN].hand == cards("feast")


def test_kraken_initial_collects_nothing_without_a_token_on_the_map():
    state, _ = position()
    state.players[KRAKEN].draw = cards("feast")
    play_card(state, "kraken_initial")
    answer(state)
    assert decision(state).prompt == "card.may"
    answer(state)
    assert done(state)
    assert (state.players[KRAKEN].resources, state.players[KRAKEN].hand) == ([0, 0, 0], [])


def test_endless_tide_removes_a_unit_of_any_open_territory_for_lore():
    state = playing_clans("kraken")
    t = graph(state, {
        "near": {"own": OTHER, "u": 2}, "far": {"own": OTHER, "u": 1}, "shut": {"own": OTHER, "u": 1, "open": 0},
        "mine": {"own": KRAKEN, "u": 1},
    })
    state.tokens.clear()
    play_card(state, "endless_tide")
    answer(state, Accept())
    assert decision(state).prompt == "card.remove"
    assert offered(state) == [Figure(t["near"], kaija=False), Figure(t["far"], kaija=False)]
    answer(state, Figure(t["far"], kaija=False))
    assert done(state)
    assert state.board.owner[t["far"]] == -1
    assert state.players[OTHER].reserve == UNITS - 3
    assert state.players[KRAKEN].resources == [0, 0, 1]


@pytest.mark.parametrize("sides", [0, 1])
def test_endless_tide_may_be_played_for_the_card_alone(sides):
    state = playing_clans("kraken")
    graph(state, {"E": {"own": OTHER, "u": 1, "open": sides}})
    state.players[KRAKEN].draw = cards("feast")
    play_card(state, "endless_tide")
    if sides:
        answer(state)
    answer(state, Accept())
    assert done(state)
    assert state.players[KRAKEN].resources[LORE] == 0
    assert state.players[KRAKEN].hand == cards("feast")


def test_knowledge_from_beyond_does_a_different_thing_for_each_token():
    state, t = position("A", "B")
    state.players[KRAKEN].draw = cards("feast")
    play_card(state, "knowledge_from_beyond")
    assert (decision(state).prompt, offered(state)) == ("card.mode", [Effect(0), Effect(1), Effect(2)])
    answer(state, Effect(1))
    assert offered(state) == [Collect(FOOD), Collect(WOOD), Collect(LORE)]
    answer(state, Collect(LORE))
    assert offered(state) == [Effect(0), Effect(2)]
    answer(state, Effect(0))
    answer(state, unit(t["A"]))
    assert done(state)
    player = state.players[KRAKEN]
    assert (state.board.units[t["A"]], player.resources, player.hand) == (3, [0, 0, 1], [])


def test_knowledge_from_beyond_counts_the_token_put_before_it_and_does_nothing_without_one():
    state, t = position()
    assert playable(state, "knowledge_from_beyond")
    other = state.copy()
    play_card(state, "knowledge_from_beyond")
    answer(state, Territory(t["A"]))
    answer(state, Effect(1))
    answer(state, Collect(FOOD))
    assert done(state)
    assert state.players[KRAKEN].resources == [1, 0, 0]
    play_card(other, "knowledge_from_beyond")
    answer(other)
    assert done(other)
    assert other.players[KRAKEN].resources == [0, 0, 0]
