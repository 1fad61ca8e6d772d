"""Phase 1: events are drawn, ignored, and happen."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.clansmen.cards.tales import TALES
from lawspeaker_engine.games.clansmen.game import Clansmen
from lawspeaker_engine.games.clansmen.options import (
    Event,
    Exchange,
    Explore,
    PlayCard,
    Seat,
    SpendBlessing,
    Tile,
    Trade,
)
from lawspeaker_engine.games.clansmen.phases import event_effects
from lawspeaker_engine.games.clansmen.phases.event_phase import EventPhase
from lawspeaker_engine.games.clansmen.phases.events import EVENTS, VERBS, in_force
from lawspeaker_engine.games.clansmen.phases.season import Season
from lawspeaker_engine.games.clansmen.phases.setup import new_state
from lawspeaker_engine.games.clansmen.phases.turn import Turn
from lawspeaker_engine.games.clansmen.raids.raid import RaidersPhase
from lawspeaker_engine.games.clansmen.raids.raiders import DICE, TOP
from lawspeaker_engine.games.clansmen.state import FOOD, GOODS, NO_EVENT, SPRING, SUMMER, TRADE, WINTER, WOOD
from lawspeaker_engine.model import PUBLIC, Chance
from lawspeaker_engine.setups import make_setup

from .positions import (
    A,
    B,
    C,
    D,
    answer,
    answers,
    begin,
    card,
    chance,
    decision,
    done,
    draw,
    empty_state,
    hand,
    home,
    kinds,
    number,
    offered,
    put,
    run,
    stock,
)

IGNORABLE = ["bad_harvest", "highwaymen", "rat_infestation", "scarce_game", "serious_illness", "storms"]
LASTING = ["abundant_game", "bad_harvest", "good_harvest", "highwaymen", "scarce_game", "storms"]
ALL = [row.id for row in EVENTS]
QUIET = number("peaceful")


def strike(state, event, *then):
    """The event phase draws this event; after it come the frames of `then`."""
    state.events = [number(event)]
    begin(state, EventPhase(), *then)
    draw(state, Event(number(event)))


def people(state, *counts):
    """So many Farmers for each seat."""
    for seat, count in enumerate(counts):
        for _ in range(count):
            put(state, seat, "farmer")


def prompts(state):
    """Return what is asked, of whom."""
    question = run(state)
    assert not isinstance(question, Chance)
    return [(asked.prompt, asked.seat) for asked in question]


def play(state, *until):
    """Answer by default, chance by its first options, until one of the prompts comes up or nothing is asked."""
    while question := run(state):
        if isinstance(question, Chance):
            if question.prompt in until:
                return
            draw(state, *range(question.count))
        elif question[0].prompt in until:
            return
        elif len(question) == 1:
            answer(state, *question[0].default)
        else:
            answers(state, *([asked.options[i] for i in asked.default] for asked in question))


def offered_tiles(state):
    """The tiles among the options."""
    return [option.tile for option in offered(state)]


# Drawing.


def test_CL_EVENT_01_CL_SEQ_03_one_event_is_drawn_each_season_for_all_to_see():
    state = empty_state(season=SUMMER)
    state.events = [number("storms"), QUIET, QUIET]
    begin(state, EventPhase())
    asked = chance(state)
    assert (asked.prompt, asked.count, asked.stream, asked.seen_by) == ("event.draw", 1, "events", PUBLIC)
    assert asked.options == [Event(number("storms")), Event(QUIET), Event(QUIET)]
    draw(state, 1)
    assert done(state)
    assert (state.event, state.past_events, state.events) == (QUIET, [QUIET], [number("storms"), QUIET])


@pytest.mark.parametrize(("year", "season", "draws"), [(1, SPRING, False), (2, SPRING, True), (1, SUMMER, True)])
def test_CL_SEQ_03_CL_EVENT_01_the_very_first_spring_draws_none(year, season, draws):
    state = empty_state(season=season)
    state.year, state.events = year, [QUIET] * 3
    begin(state, EventPhase())
    assert bool(run(state)) == draws
    assert state.events == [QUIET] * 3
    assert state.event == NO_EVENT


def test_CL_EVENT_03_some_events_are_rarer_than_others_and_the_deck_is_larger_than_the_longest_game():
    deck = new_state(make_setup(Clansmen(), 4)).events
    counts = {row.id: deck.count(i) for i, row in enumerate(EVENTS)}
    assert counts == {
        "storms": 3, "raiders": 2, "scarce_game": 3, "abundant_game": 3, "bad_harvest": 3, "good_harvest": 3,
        "rainbow": 2, "peaceful": 4, "refugees": 2, "rat_infestation": 2, "serious_illness": 2, "explorers": 2,
        "highwaymen": 2, "tales_of_conflict": 3, "tales_of_victory": 2, "peddlers": 2, "wandering_bard": 2,
    }
    assert len(deck) == 42 > 6 * 4 - 1


def test_CL_EVENT_03_a_drawn_event_does_not_come_back():
    state = empty_state()
    state.events = [number("storms")] * 2 + [QUIET]
    for left in (2, 1, 0):
        begin(state, EventPhase())
        draw(state, 0)
        assert done(state)
        assert len(state.events) == left
    assert state.past_events == [number("storms"), number("storms"), QUIET]


def test_CL_EVENT_01_an_event_that_was_foreseen_comes_and_is_drawn_for_all_to_see():
    state = empty_state()
    state.events, state.foreseen, state.seers = [number("storms")], QUIET, [A, C]
    begin(state, EventPhase())
    asked = chance(state)
    assert (asked.options, asked.count, asked.stream, asked.seen_by) == ([Event(QUIET)], 1, "events", PUBLIC)
    draw(state, 0)
    assert done(state)
    assert (state.event, state.foreseen, state.seers, state.events) == (QUIET, NO_EVENT, [], [number("storms")])


# How long events hold.


@pytest.mark.parametrize("event", LASTING)
def test_CL_EVENT_02_a_lasting_event_does_nothing_at_once_and_is_in_force(event):
    state = empty_state()
    people(state, 2, 2, 2, 2)
    stock(state, A, 3, 3, 3, 3)
    before = state.copy()
    strike(state, event)
    assert done(state)
    assert state.players == before.players
    row = in_force(state, A)
    assert row.id == event
    assert (row.hunt, row.farm, row.explore, row.trade) != (0, 0, True, True)


def test_CL_EVENT_02_all_other_events_are_finished_at_once():
    assert sorted(row.id for row in EVENTS if row.at_once is None) == sorted([*LASTING, "peaceful"])


def test_CL_T98_CL_EVENT_02_CL_EVENT_11_storms_end_with_their_season_and_peaceful_changes_nothing():
    state = empty_state(season=SPRING, promises=False)
    state.year = 2
    people(state, 1, 1, 1, 1)
    state.events = [number("storms"), QUIET]
    begin(state, Season())
    draw(state, Event(number("storms")))
    play(state, "turn.action")
    assert Explore() not in offered(state)
    assert {in_force(state, seat).id for seat in range(4)} == {"storms"}
    play(state, "event.draw")
    assert state.season == SUMMER
    assert {in_force(state, seat).id for seat in range(4)} == {""}
    before = state.copy()
    draw(state, Event(QUIET))
    run(state)
    assert state.phase == "actions"
    assert [(each.stock, each.people, each.respect, each.blessings, each.hand) for each in state.players] == [
        (each.stock, each.people, each.respect, each.blessings, each.hand) for each in before.players
    ]
    assert state.counter == before.counter + state.settings.raider_steps
    assert Explore() in offered(state)


def test_CL_EVENT_11_peaceful_does_nothing():
    state = empty_state()
    people(state, 2, 2, 2, 2)
    before = state.copy()
    strike(state, "peaceful")
    assert done(state)
    assert state.players == before.players
    assert (state.counter, state.raids, state.revealed) == (before.counter, before.raids, before.revealed)


# Ignoring.


def test_AMB_CL_19_CL_BLESS_02_only_events_that_strike_players_one_by_one_can_be_ignored():
    assert sorted(row.id for row in EVENTS if row.ignorable) == IGNORABLE


@pytest.mark.parametrize("event", ALL)
def test_CL_T104_AMB_CL_19_CL_BLESS_02_who_has_a_blessing_is_asked_whether_to_ignore_those(event):
    state = empty_state(promises=False)
    people(state, 2, 1, 1, 1)
    state.players[A].blessings = 1
    strike(state, event)
    question = run(state)
    asked = [] if isinstance(question, Chance) else [each.prompt for each in question]
    assert ("event.ignore" in asked) == (event in IGNORABLE)


def test_CL_BLESS_02_a_blessing_is_spent_and_the_event_passes_its_owner_by():
    state = empty_state()
    state.players[A].blessings = 2
    strike(state, "storms")
    asked = decision(state)
    assert (asked.least, asked.most, asked.default, asked.seen_by) == (0, 1, (), PUBLIC)
    assert asked.options == [SpendBlessing()]
    answer(state, SpendBlessing())
    assert done(state)
    assert state.players[A].blessings == 1
    assert in_force(state, A).explore
    assert not in_force(state, B).explore


def test_CL_BLESS_02_holders_are_asked_in_turn_order_one_after_another_and_may_decline():
    state = empty_state()
    state.start = C
    people(state, 2, 2, 2, 2)
    for seat in (A, C, D):
        state.players[seat].blessings = 1
    for seat in range(4):
        stock(state, seat, food=5)
    strike(state, "rat_infestation")
    assert prompts(state) == [("event.ignore", C)]
    answer(state, SpendBlessing())
    assert state.players[C].ignores_event  # all see it before the next one decides
    assert prompts(state) == [("event.ignore", D)]
    answer(state)
    assert prompts(state) == [("event.ignore", A)]
    answer(state)
    assert done(state)
    assert [player.blessings for player in state.players] == [1, 0, 0, 1]
    assert [player.stock[FOOD] for player in state.players] == [3, 3, 5, 3]


def test_AMB_CL_19_an_event_can_be_ignored_when_it_is_drawn_and_not_later():
    state = empty_state()
    people(state, 1)
    state.players[A].blessings = state.players[A].actions = 1
    strike(state, "storms", Turn(A))
    answer(state)
    assert decision(state).prompt == "turn.action"
    assert SpendBlessing() not in offered(state)
    assert Explore() not in offered(state)


def test_CL_BLESS_02_who_was_spared_is_concerned_again_next_season():
    state = empty_state(season=SUMMER, promises=False)
    people(state, 1, 1, 1, 1)
    state.events = [number("storms")] * 2
    state.players[A].blessings = 1
    begin(state, Season())
    draw(state, 0)
    answer(state, SpendBlessing())
    assert in_force(state, A).explore
    play(state, "event.draw")
    draw(state, 0)
    play(state, "turn.action")
    assert not in_force(state, A).explore


def test_CL_T50_CL_EVENT_13_CL_TALES_31_CL_BLESS_02_rats_eat_but_for_cats_and_blessings():
    state = empty_state()
    people(state, 5, 4, 3, 3)
    for seat, food in enumerate((3, 9, 6, 6)):
        stock(state, seat, food=food)
    hand(state, C, "cats", "valor")
    state.players[D].blessings = 1
    strike(state, "rat_infestation")
    assert prompts(state) == [("event.ignore", C)]
    answer(state, PlayCard(card("cats")))
    assert prompts(state) == [("event.ignore", D)]
    answer(state, SpendBlessing())
    assert done(state)
    assert [player.stock[FOOD] for player in state.players] == [0, 5, 6, 6]
    assert state.players[C].hand == [card("valor")]
    assert state.discard == [card("cats")]
    assert state.players[D].blessings == 0


def test_CL_TALES_31_who_has_cats_and_a_blessing_uses_one_of_them_or_none():
    state = empty_state()
    people(state, 1)
    stock(state, A, food=1)
    hand(state, A, "cats", "cats")
    state.players[A].blessings = 1
    strike(state, "rat_infestation")
    asked = decision(state)
    assert asked.options == [SpendBlessing(), PlayCard(card("cats"))]
    assert (asked.least, asked.most, asked.default) == (0, 1, ())
    answer(state, PlayCard(card("cats")))
    assert done(state)
    assert (state.players[A].stock[FOOD], state.players[A].hand, state.players[A].blessings) == (1, [card("cats")], 1)


@pytest.mark.parametrize("event", [event for event in IGNORABLE if event != "rat_infestation"])
def test_CL_TALES_31_cats_are_of_use_against_rats_only(event):
    state = empty_state()
    people(state, 1)
    hand(state, A, "cats")
    strike(state, event)
    assert done(state)
    assert state.players[A].hand == [card("cats")]


def test_CL_TALES_31_being_asked_tells_nothing_of_a_hand():
    """Whoever has any card may hold Cats as far as the others know, so it is asked, if need be without an option."""
    state = empty_state()
    people(state, 1, 1, 1, 1)
    hand(state, A, "cats")
    hand(state, B, "valor")
    state.players[D].blessings = 1
    strike(state, "rat_infestation")
    for seat, ways in ((A, [PlayCard(card("cats"))]), (B, []), (D, [SpendBlessing()])):
        assert prompts(state) == [("event.ignore", seat)]
        asked = decision(state)
        assert (asked.options, asked.least, asked.most) == (ways, 0, len(ways))
        answer(state)
    assert done(state)
    assert state.discard == []


def test_CL_TALES_31_nobody_is_asked_for_cats_when_all_of_them_lie_open():
    state = empty_state()
    hand(state, A, "valor")
    state.discard = [card("cats")] * TALES[card("cats")].copies
    strike(state, "rat_infestation")
    assert done(state)


# Events for all.


def test_CL_T52_CL_EVENT_10_a_rainbow_blesses_every_player():
    state = empty_state()
    state.players[B].blessings = 3
    strike(state, "rainbow")
    assert done(state)
    assert [player.blessings for player in state.players] == [1, 4, 1, 1]


def test_CL_T52_CL_EVENT_20_every_player_draws_a_card_that_only_it_sees():
    state = empty_state()
    state.start = C
    state.tales = [card("valor")] * 9
    hand(state, B, "cats")
    strike(state, "wandering_bard")
    drawn = []
    while asked := run(state):
        assert isinstance(asked, Chance)
        drawn.append((asked.count, asked.seen_by))
        draw(state, 0)
    assert drawn == [(1, (C,)), (1, (D,)), (1, (A,)), (1, (B,))]
    assert [len(player.hand) for player in state.players] == [1, 2, 1, 1]
    assert len(state.tales) == 5


def test_CL_EVENT_13_rats_take_a_food_for_each_population_and_no_more_than_there_is():
    state = empty_state()
    people(state, 2, 2, 0, 2)
    for seat, food in enumerate((5, 1, 4, 2)):
        stock(state, seat, food, 7, 7, 7)
    put(state, D, "warrior", weakened=True)
    strike(state, "rat_infestation")
    assert done(state)
    assert [player.stock for player in state.players] == [[3, 7, 7, 7], [0, 7, 7, 7], [4, 7, 7, 7], [0, 7, 7, 7]]


def test_CL_EVENT_13_rats_eat_for_every_kind_healthy_or_weakened_and_hurt_nobody_where_food_is_short():
    state = empty_state(2)
    for seat in (A, B):
        for kind in ("farmer", "laborer", "craftsman", "warrior"):
            put(state, seat, kind, weakened=kind in ("laborer", "warrior"))
    stock(state, A, 10, 9, 9, 9)
    stock(state, B, 3, 9, 9, 9)
    before = kinds(state, A), kinds(state, B)
    strike(state, "rat_infestation")
    assert done(state)
    assert [player.stock for player in state.players] == [[6, 9, 9, 9], [0, 9, 9, 9]]
    assert (kinds(state, A), kinds(state, B)) == before


# Refugees.


def test_CL_T49_CL_EVENT_12_AMB_CL_41_of_the_smallest_peoples_the_one_with_least_respect_gains_a_farmer():
    state = empty_state()
    people(state, 3, 3, 4, 5)
    state.counter = 2
    state.players[A].respect, state.players[B].respect = 2, 1
    strike(state, "refugees")
    asked = decision(state)
    assert (asked.prompt, asked.seat, asked.least) == ("refugees.place", B, 1)
    answer(state, *asked.default)
    assert done(state)
    assert kinds(state, B) == ["farmer"] * 4
    assert state.counter == 3


@pytest.mark.parametrize(("counts", "respect", "start", "receiver"), [
    ((3, 3, 2, 3), (0, 0, 9, 0), A, C), ((3, 3, 3, 3), (1, 0, 1, 0), A, B), ((3, 3, 3, 3), (1, 0, 1, 0), C, D),
    ((3, 3, 3, 3), (0, 0, 0, 0), C, C),
])
def test_AMB_CL_41_CL_EVENT_12_people_count_first_then_respect_then_turn_order(counts, respect, start, receiver):
    state = empty_state()
    people(state, *counts)
    for player, amount in zip(state.players, respect, strict=True):
        player.respect = amount
    state.start = start
    strike(state, "refugees")
    assert decision(state).seat == receiver


def test_AMB_CL_41_without_a_legal_tile_the_farmer_is_lost_and_the_raiders_come_closer_all_the_same():
    state = empty_state()
    people(state, 1, 2, 2, 2)
    for tile in home(state, A)[1:]:
        put(state, B, "farmer", tile=tile)
    strike(state, "refugees")
    assert done(state)
    assert kinds(state, A) == ["farmer"]
    assert state.counter == 1


def test_CL_EVENT_12_AMB_CL_28_a_refugee_is_there_before_the_raid_that_comes_with_it():
    state = empty_state(promises=False)
    people(state, 1, 2, 2, 2)
    state.counter = TOP - 1
    strike(state, "refugees")
    assert decision(state).prompt == "refugees.place"
    answer(state, Tile(home(state, A)[1]))
    commitments = run(state)
    assert [each.prompt for each in commitments] == ["raid.commit"] * 4
    assert Tile(home(state, A)[1]) in commitments[A].options


# Illness.


def test_CL_T51_CL_EVENT_14_AMB_CL_40_each_weakens_a_healthy_population_or_loses_one():
    state = empty_state()
    people(state, 3)
    first, second = (put(state, B, kind, weakened=True) for kind in ("farmer", "laborer"))
    strike(state, "serious_illness")
    assert prompts(state) == [("event.illness", A), ("event.illness", B)]
    questions = run(state)
    assert questions[B].options == [Tile(tile) for tile in sorted((first, second))]
    assert [(each.least, each.most, each.seen_by) for each in questions] == [(1, 1, PUBLIC)] * 2
    answers(state, [Tile(home(state, A)[2])], [Tile(second)])
    assert done(state)
    assert [person.tile for person in state.players[A].people if person.weakened] == [home(state, A)[2]]
    assert kinds(state, A) == ["farmer", "farmer", "farmer*"]
    assert kinds(state, B) == ["farmer*"]


def test_AMB_CL_40_weakened_people_are_safe_while_another_is_healthy():
    state = empty_state()
    put(state, A, "laborer", weakened=True)
    healthy = [put(state, A, "farmer") for _ in range(2)]
    strike(state, "serious_illness")
    assert offered(state) == [Tile(tile) for tile in sorted(healthy)]


def test_CL_EVENT_14_AMB_CL_40_who_has_no_choice_is_not_asked_and_who_has_nobody_loses_nothing():
    state = empty_state()
    put(state, A, "farmer")
    put(state, A, "laborer", weakened=True)
    put(state, B, "farmer", weakened=True)
    strike(state, "serious_illness")
    assert done(state)
    assert [kinds(state, seat) for seat in (A, B, C)] == [["farmer*", "laborer*"], [], []]


def test_CL_EVENT_14_CL_BLESS_02_who_ignores_the_illness_stays_healthy():
    state = empty_state()
    people(state, 2, 2)
    state.players[A].blessings = 1
    strike(state, "serious_illness")
    answer(state, SpendBlessing())
    assert prompts(state) == [("event.illness", B)]
    answer(state, Tile(home(state, B)[0]))
    assert done(state)
    assert [kinds(state, seat) for seat in (A, B)] == [["farmer", "farmer"], ["farmer", "farmer*"]]


@pytest.mark.parametrize(("season", "least"), [(SPRING, 1), (SUMMER, 1), (WINTER, 2)])
def test_CL_EVENT_14_by_default_the_first_of_those_falls_ill_that_bring_least_this_season(season, least):
    state = empty_state(season=season)
    state.year = 2
    tiles = sorted(home(state, A))
    for tile, kind, terrain in zip(
        tiles, ("farmer", "craftsman", "laborer", "farmer"), ("lake", "lake", "forest", "swamp"), strict=False,
    ):
        put(state, A, kind, terrain, tile=tile)
    strike(state, "serious_illness")
    asked = decision(state)
    assert [asked.options[i] for i in asked.default] == [Tile(tiles[least])]


# Explorers and Peddlers.


def test_CL_T53_CL_EVENT_15_who_can_pay_may_reveal_a_hex_and_no_action_is_used():
    state = empty_state()
    stock(state, A, food=1, goods=1)
    stock(state, B, food=1)
    stock(state, C, goods=1)
    state.players[A].actions = 2
    strike(state, "explorers")
    asked = decision(state)
    assert (asked.prompt, asked.seat, asked.least, asked.most, asked.default) == ("event.explorers", A, 0, 1, ())
    assert asked.options == [Tile(tile) for tile in state.explorable()]
    answer(state, asked.options[0])
    assert done(state)
    assert state.players[A].stock == [0, 0, 0, 0]
    assert state.revealed[asked.options[0].tile]
    assert (state.players[A].actions, sum(state.players[A].used)) == (2, 0)


def test_CL_EVENT_15_explorers_go_in_turn_order_and_the_next_sees_what_the_last_has_revealed():
    state = empty_state()
    state.start = B
    for seat in (A, B):
        stock(state, seat, food=2, goods=2)
    strike(state, "explorers")
    asked = decision(state)
    assert asked.seat == B
    found = asked.options[0]
    answer(state, found)
    assert decision(state).seat == A
    assert found not in offered(state)
    assert set(offered_tiles(state)) - {option.tile for option in asked.options}
    answer(state)
    assert done(state)
    assert [state.players[seat].stock[GOODS] for seat in (A, B)] == [2, 1]


def test_CL_EVENT_15_AMB_CL_53_a_hex_beside_anybodys_revealed_hex_will_do_and_no_other():
    state = empty_state()
    stock(state, A, food=1, goods=1)
    strike(state, "explorers")
    neighbours = state.board.neighbours
    beside_b = {other for tile in home(state, B) for other in neighbours[tile] if not state.revealed[other]}
    assert beside_b <= set(offered_tiles(state))
    assert all(not state.revealed[tile] for tile in offered_tiles(state))
    assert all(any(state.revealed[other] for other in neighbours[tile]) for tile in offered_tiles(state))


def test_CL_EVENT_15_nobody_is_asked_when_all_is_revealed():
    state = empty_state()
    stock(state, A, food=1, goods=1)
    for tile in range(len(state.revealed)):
        state.reveal(tile)
    strike(state, "explorers")
    assert done(state)


def test_CL_T54_CL_EVENT_19_peddlers_trade_in_winter_too_and_free():
    state = empty_state(season=WINTER)
    stock(state, A, wood=2)
    strike(state, "peddlers")
    asked = decision(state)
    assert (asked.prompt, asked.seat, asked.options, asked.default) == ("event.peddlers", A, [Trade()], ())
    answer(state, Trade())
    assert Seat(B) in offered(state)
    answer(state, Exchange((WOOD, WOOD), (GOODS,)))
    play(state)
    assert state.players[A].stock == [0, 0, 0, 1]
    assert (state.players[A].actions, state.players[A].used[TRADE]) == (0, 0)


def test_CL_T54_CL_EVENT_19_after_peddlers_a_player_may_still_trade_that_season():
    state = empty_state(season=SUMMER)
    stock(state, A, wood=2)
    people(state, 3)
    state.players[A].actions = 2
    strike(state, "peddlers", Turn(A))
    answer(state, Trade())
    answer(state, Exchange((WOOD, WOOD), (GOODS,)))
    play(state, "turn.action")
    assert state.players[A].actions == 2
    assert Trade() in offered(state)


def test_CL_EVENT_19_peddlers_come_to_each_in_turn_order_and_anybody_may_decline():
    state = empty_state()
    state.start = D
    for seat in range(4):
        stock(state, seat, goods=1)
    strike(state, "peddlers")
    asked = []
    while run(state):
        asked.append(decision(state).seat)
        answer(state)
    assert asked == [D, A, B, C]
    assert [player.stock[GOODS] for player in state.players] == [1, 1, 1, 1]


def test_CL_EVENT_12_while_the_refugee_is_placed_the_raid_that_it_may_bring_has_not_begun():
    state = empty_state(promises=False)
    people(state, 1, 2, 2, 2)
    state.counter = TOP - 1
    strike(state, "refugees")
    assert (decision(state).prompt, decision(state).seat) == ("refugees.place", A)
    assert (state.counter, state.raids, state.raid) == (TOP - 1, 0, None)
    answer(state, *decision(state).default)
    commitments = run(state)
    assert [len(each.options) for each in commitments] == [2, 2, 2, 2]
    assert (state.counter, state.raids) == (0, 1)


# Raiders.


def raiders(state):
    """Return how many Raider dice are in the raid that has just begun."""
    run(state)
    assert state.raid is not None
    return len(state.raid.raiders)


def test_CL_T56_CL_EVENT_18_the_counter_goes_down_but_not_below_its_lowest_space():
    state = empty_state(raider_steps=1)
    strike(state, "tales_of_victory", RaidersPhase())
    run(state)
    assert state.counter == 1
    state.counter = 5
    strike(state, "tales_of_victory")
    assert done(state)
    assert state.counter == 4


def test_CL_T57_CL_EVENT_17_AMB_CL_28_a_counter_at_the_top_brings_a_raid_at_once():
    state = empty_state(promises=False, raider_steps=1)
    state.counter = TOP - 1
    strike(state, "tales_of_conflict", RaidersPhase())
    assert raiders(state) == DICE[4][TOP] == 6
    assert state.counter == 0
    play(state)
    # six Raiders found nobody and nothing: each of them moves the counter, and phase 2 does
    assert (state.raids, state.counter) == (1, 7)


def test_CL_T57_CL_EVENT_17_after_the_raid_of_an_event_the_raiders_phase_moves_the_counter_to_one():
    state = empty_state(promises=False, raider_steps=1)
    for seat in range(4):
        stock(state, seat, food=9, goods=9)
    state.counter = TOP - 1
    strike(state, "tales_of_conflict", RaidersPhase())
    play(state)
    assert (state.raids, state.counter) == (1, 1)


def test_CL_EVENT_17_the_counter_goes_up_by_one():
    state = empty_state(raider_steps=1)
    state.counter = 3
    strike(state, "tales_of_conflict")
    assert done(state)
    assert (state.counter, state.raids) == (4, 0)


@pytest.mark.parametrize(("counter", "dice"), [(4, 4), (0, 2)])
def test_CL_T58_CL_EVENT_05_the_raiders_event_brings_a_raid_where_the_counter_stands_and_resets_it(counter, dice):
    state = empty_state(promises=False, raider_steps=1)
    for seat in range(4):
        stock(state, seat, food=9, goods=9)
    state.counter = counter
    strike(state, "raiders", RaidersPhase())
    assert raiders(state) == dice
    assert state.counter == 0
    play(state)
    assert (state.raids, state.counter) == (1, 1)


def test_every_effect_that_a_row_may_name_can_be_done():
    """The rows are data; what they name stands in a table of functions."""
    assert set(event_effects._BEGIN) == set(VERBS.verbs.values())
