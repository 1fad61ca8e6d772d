"""Events (UH-EVT-*): when they come, and what each of them does in its year."""

from __future__ import annotations

import pytest

from lawspeaker_engine import agenda, canon
from lawspeaker_engine.dice import Dice, match_seed
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.games.northgard import clans, moments
from lawspeaker_engine.games.northgard.actions.combat import Battles
from lawspeaker_engine.games.northgard.actions.move import shift
from lawspeaker_engine.games.northgard.board import Laid
from lawspeaker_engine.games.northgard.cards.resolving import CARDS, UNREST
from lawspeaker_engine.games.northgard.figures import FIGURES
from lawspeaker_engine.games.northgard.modules.event_effects import NO_EVENT, Events, left
from lawspeaker_engine.games.northgard.modules.event_rules import marked
from lawspeaker_engine.games.northgard.modules.events import EFFECTS, EVENTS
from lawspeaker_engine.games.northgard.options import (
    Action,
    Build,
    Card,
    Collect,
    Figure,
    Lose,
    Recruit,
    Territory,
    Trade,
)
from lawspeaker_engine.games.northgard.phases import winter
from lawspeaker_engine.games.northgard.phases.harvest import HarvestPhase, Trading, harvest_fame
from lawspeaker_engine.games.northgard.state import FOOD, LORE, RESERVE, UNITS, WOOD, SpecialFigure
from lawspeaker_engine.model import PUBLIC
from lawspeaker_engine.setups import make_setup

from .positions import (
    answer,
    chance,
    code,
    decision,
    draw,
    empty_state,
    give_token,
    graph,
    kaija_stands_in,
    offered,
    push_phase,
    roll,
    run,
)
from .test_conservation import random_game

GAME = GAMES["northgard"]
NUMBER = {row.id: number for number, row in enumerate(EVENTS)}
FEAST, OTHER = 0, 1
EARLY = [number for number, card in enumerate(CARDS) if card.set == "early"]


def year_of(event: str, players: int = 2, **settings):
    """A state in the year of an event, or of none if the name is empty."""
    state = empty_state(players, events="all", **settings)
    state.parts = [part() for part in state.table.parts]
    state.year = 2
    state.part(Events).now = NUMBER[event] if event else NO_EVENT
    return state


def moment(state, *order):
    """The event's moment comes for the seats in this order."""
    when = EVENTS[state.part(Events).now].when
    phase, step = {
        "start": ("start", "event"), "before_harvest": ("harvest", "event_before"),
        "after_harvest": ("harvest", "event_after"),
    }[when]
    frame = next(each for each in state.table.phase(phase).steps if each.name == step)
    state.push(frame.make(order or (0, 1)))


def harvest(state, *order):
    """All harvest; nobody trades or steals."""
    state.push(HarvestPhase(order or (0, 1)))
    while run(state):
        answer(state)


# When events come.


def play_setup(players, **options):
    """A game until the first event is drawn, in which everybody gives the default answer; with the prompts so far."""
    state = GAME.setup(make_setup(GAME, players, options))
    dice = Dice(match_seed(bytes(32), "events"))
    prompts = []
    while not (prompts and prompts[-1] == "events.draw"):
        question = run(state)
        if isinstance(question, tuple):
            prompts.append(question[0].prompt)
            agenda.apply(state, (question[0].default,))
        else:
            prompts.append(question.prompt)
            if question.prompt != "events.draw":
                agenda.apply(state, (dice.answer(question),))
    return state, prompts


@pytest.mark.parametrize(("years", "pile"), [(7, 6), (10, 9)])
@pytest.mark.parametrize(("events", "rows"), [("wip", 15), ("all", 20)])
def test_UH_EVT_01_UH_EVT_04_after_the_first_tiles_the_top_of_the_pile_is_turned_up(years, pile, events, rows):
    state, prompts = play_setup(2, years=years, events=events)
    assert prompts[-2] == "setup.group"
    asked = chance(state)
    assert (asked.count, asked.stream, asked.seen_by, len(asked.options)) == (1, "events", PUBLIC, rows)
    draw(state, asked.options[3])
    run(state)
    part = state.part(Events)
    assert (part.now, part.next, state.year) == (NO_EVENT, asked.options[3].action, 1)
    assert part.next not in part.deck
    assert len(part.deck) == rows - 1
    assert left(state) == pile


def test_UH_EVT_01_without_the_option_there_are_no_events():
    state = GAME.setup(make_setup(GAME, 2, {}))
    assert state.parts == []
    assert "events" not in state.table.modules
    assert not any(step.name.startswith("event") for phase in state.table.phases for step in phase.steps)


def end_of_year(state):
    """Play the End of Year phase."""
    push_phase(state, "end", (0, 1))


def test_TC_EVT_01_UH_EVT_02_UH_EVT_03_UH_EVT_04_AMB_H42_each_year_but_the_first_has_the_event_seen_the_year_before():
    state = year_of("")
    graph(state, {"A": {"own": 0, "u": 1}, "B": {"own": 1, "u": 1}})
    part = state.part(Events)
    state.year, part.next, part.deck = 1, 5, [1, 2, 3, 4, 6, 7, 8, 9]
    assert part.now == NO_EVENT
    for year in range(1, 6):
        before = part.next
        end_of_year(state)
        asked = chance(state)
        assert state.year == year + 1  # step C comes first
        assert asked.prompt == "events.draw"
        assert (part.now, part.next) == (before, NO_EVENT)
        assert asked.options == [Action(number) for number in part.deck]
        draw(state, asked.options[-1])
        assert run(state) == ()
        assert part.next == asked.options[-1].action
        assert left(state) == 7 - state.year
    end_of_year(state)
    before = part.next
    assert run(state) == ()
    assert (state.year, part.now, part.next, left(state)) == (7, before, NO_EVENT, 0)
    assert part.deck == [1, 2, 3]


@pytest.mark.parametrize("row", EVENTS, ids=lambda row: row.id)
def test_UH_EVT_02_the_rule_of_an_event_holds_in_its_year_only(row):
    state = year_of(row.id)
    (effect,) = [rule for rule in state.table.rules if rule.holds(state)]
    assert effect is EFFECTS[NUMBER[row.id]]
    state.part(Events).now = NO_EVENT
    assert not any(rule.holds(state) for rule in state.table.rules)


def test_UH_EVT_02_what_was_marked_for_a_harvest_is_forgotten_at_the_end_of_the_year():
    state = year_of("bountiful_year")
    graph(state, {"A": {"own": 0, "u": 1}, "B": {"own": 1, "u": 1}})
    state.part(Events).next, state.part(Events).deck, state.part(Events).marked = 3, [7, 9], [0, 1]
    end_of_year(state)
    draw(state, Action(7))
    assert state.part(Events).marked == []


def test_AMB_H51_events_of_the_start_come_after_the_draws_in_turn_order_and_before_the_display():
    state = year_of("gods_favor", 3)
    state.early = EARLY[:3]
    for player in state.players:
        player.draw = [FEAST] * 4
    push_phase(state, "start", (2, 0, 1))
    for seat in (2, 0, 1):
        asked = decision(state)
        assert (asked.prompt, asked.seat) == ("event.choose", seat)
        assert [len(player.hand) for player in state.players] == [4, 4, 4]
        assert state.display == []
        answer(state, Action(0))
    assert run(state) == ()
    assert len(state.display) == 3


def test_a_year_without_its_moment_asks_nobody():
    state = year_of("blizzard")
    graph(state, {"A": {"own": 0, "u": 4, "b": ["forge"]}})
    state.early = EARLY[:2]
    push_phase(state, "harvest", (0, 1))
    push_phase(state, "start", (0, 1))
    assert run(state) == ()


def test_a_copy_of_a_state_has_events_of_its_own():
    state = year_of("infestation")
    state.part(Events).deck = [1, 2]
    other = state.copy()
    assert other.part(Events) == state.part(Events)
    other.part(Events).deck.remove(1)
    other.part(Events).marked.append(4)
    other.part(Events).now = 3
    assert state.part(Events) == Events(NUMBER["infestation"], NO_EVENT, [1, 2], [])


@pytest.mark.parametrize(("players", "options"), [(2, {}), (3, {"warchiefs": True}), (4, {"teams": True})])
def test_states_of_games_with_events_can_be_written_down(players, options):
    events = set()
    for state in random_game(players, 1, events="all", **options):
        canon.check(state, "state")
        events.add(state.part(Events).now)
    assert len(events) == 7


# The start of the year.


def test_gods_favor_gives_lore_or_fame():
    state = year_of("gods_favor")
    moment(state, 1, 0)
    asked = decision(state)
    assert (asked.seat, asked.least, asked.default, asked.seen_by) == (1, 1, (0,), PUBLIC)
    answer(state, Action(0))
    answer(state, Action(1))
    assert run(state) == ()
    assert [player.resources for player in state.players] == [[0, 0, 0], [0, 0, 1]]
    assert [player.fame for player in state.players] == [3, 0]


def test_offerings_let_one_lore_be_paid_for_a_card():
    state = year_of("offerings", 4)
    for player in state.players[:3]:
        player.resources[LORE], player.draw = 2, [FEAST]
    for player in state.players[1:]:
        player.discard = [OTHER, UNREST]
    moment(state, 0, 1, 2, 3)
    assert (decision(state).least, decision(state).default) == (0, ())
    assert offered(state) == [Action(0)]  # an empty discard pile
    answer(state, Action(0))
    assert offered(state) == [Action(0), Action(1)]
    answer(state, Action(1))
    assert decision(state).prompt == "card.take"
    answer(state, Card(OTHER))
    answer(state)  # seat 2 keeps its lore; seat 3 has none and is not asked
    assert run(state) == ()
    assert [player.hand for player in state.players] == [[FEAST], [OTHER], [], []]
    assert [player.resources[LORE] for player in state.players] == [1, 1, 2, 0]
    assert state.players[1].discard == [UNREST]


def test_early_spring_offers_food_wood_or_a_card_and_may_be_declined():
    state = year_of("early_spring", 4)
    for player in state.players[1:]:
        player.draw = [FEAST]
    moment(state, 0, 1, 2, 3)
    assert (decision(state).least, decision(state).default) == (0, (0,))
    assert offered(state) == [Action(0), Action(1)]  # nothing to draw
    for chosen in ([Action(0)], [Action(1)], [Action(2)], []):
        answer(state, *chosen)
    assert run(state) == ()
    assert [player.resources for player in state.players] == [[1, 0, 0], [0, 1, 0], [0, 0, 0], [0, 0, 0]]
    assert [player.hand for player in state.players] == [[], [], [FEAST], []]


def test_supply_from_homeland_gives_a_resource_or_a_card():
    state = year_of("supply_from_homeland", 4)
    state.players[3].draw = [FEAST]
    moment(state, 0, 1, 2, 3)
    for number in range(4):
        assert decision(state).least == 1
        answer(state, Action(number))
    assert run(state) == ()
    assert [player.resources for player in state.players] == [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]]
    assert state.players[3].hand == [FEAST]


def test_volcano_eruption_takes_a_building_of_choice_for_cards():
    state = year_of("volcano_eruption", 3)
    t = graph(state, {
        "A": {"own": 0, "u": 1, "b": ["fortress", code("food_silo"), code("food_silo", spaceless=True)]},
        "B": {"own": 0, "u": 1, "b": [code("food_silo", carved=True)]},
        "C": {"own": 1, "u": 1, "b": ["carved_stone"]}, "D": {"own": 2, "u": 1}, "E": {"b": ["forge"]},
    })
    stock = state.stock[:]
    for player in state.players:
        player.draw = [FEAST, FEAST]
    moment(state, 0, 1, 2)
    asked = decision(state)
    assert (asked.prompt, asked.seat, asked.least, asked.seen_by) == ("event.loss", 0, 1, PUBLIC)
    assert offered(state) == [
        Build(0, t["A"], carved=False), Build(5, t["A"], carved=False), Build(0, t["B"], carved=True),
    ]
    answer(state, Build(5, t["A"], carved=False))
    assert (chance(state).prompt, chance(state).count) == ("deck.draw", 1)  # seat 1 had one building: nothing to choose
    draw(state, Card(FEAST))
    assert run(state) == ()  # seat 2 had none
    assert [len(player.hand) for player in state.players] == [2, 1, 0]
    assert state.board.buildings[t["A"]] == (code("food_silo"), code("food_silo", spaceless=True))
    assert state.board.buildings[t["C"]] == ()
    assert (state.board.large[t["A"]], state.board.carved[t["C"]]) == (1, 1)
    assert [after - before for before, after in zip(stock, state.stock, strict=True)] == [0, 0, 1, 0, 0, 1, 0, 0]


def test_volcano_eruption_takes_the_building_on_a_space_before_an_equal_one_without():
    state = year_of("volcano_eruption")
    t = graph(state, {"A": {"own": 0, "u": 1, "b": [code("food_silo", spaceless=True), code("food_silo")]}})
    state.players[0].draw = [FEAST]
    moment(state)
    assert run(state) == ()
    assert state.board.buildings[t["A"]] == (code("food_silo", spaceless=True),)
    assert (state.board.small[t["A"]], len(state.players[0].hand)) == (1, 1)
    moment(state)
    assert run(state) == ()
    assert state.board.buildings[t["A"]] == ()
    assert state.board.small[t["A"]] == 1


ZONES = ("top", "draw", "discard", "hand")


@pytest.mark.parametrize(("number", "zone"), [*enumerate(ZONES)])
def test_AMB_H63_happy_people_takes_unrest_out_of_the_game_from_wherever_it_is(number, zone):
    """Who has it in one place alone is asked, too: not to be asked would tell where the hidden ones are not."""
    state = year_of("happy_people")
    cards = [UNREST, FEAST, UNREST] if zone in ("top", "discard") else [FEAST, UNREST, UNREST]
    setattr(state.players[0], zone, cards[:])
    moment(state, 0)
    assert (decision(state).prompt, decision(state).least) == ("event.choose", 1)
    answer(state, Action(0))
    asked = decision(state)
    assert (asked.seat, asked.prompt, asked.options, asked.seen_by) == (0, "event.unrest", [Action(number)], PUBLIC)
    answer(state, Action(number))
    assert run(state) == ()
    assert getattr(state.players[0], zone) == cards[:-1], "the uppermost"
    assert state.players[0].boxed == [UNREST]
    assert (state.unrest, state.players[0].fame) == (10, 0)


def test_AMB_H63_who_has_unrest_in_several_places_chooses_and_by_default_takes_what_would_be_drawn_first():
    for number, chosen in enumerate(ZONES):
        state = year_of("happy_people")
        player = state.players[0]
        player.top, player.draw, player.discard, player.hand = [UNREST], [UNREST], [UNREST], [UNREST]
        moment(state, 0)
        answer(state, Action(0))
        assert (offered(state), decision(state).default) == ([Action(each) for each in range(4)], (0,))
        answer(state, Action(number))
        assert run(state) == ()
        assert [zone for zone in ZONES if not getattr(player, zone)] == [chosen]


def test_happy_people_gives_fame_and_a_unit_to_those_who_want_it_or_have_no_unrest():
    state = year_of("happy_people", 3)
    t = graph(state, {"A": {"own": 0, "u": 1}, "B": {"own": 0, "u": 1}, "C": {"own": 1, "u": 1}})
    state.players[0].draw = [UNREST]
    moment(state, 0, 1, 2)
    answer(state, Action(1))
    assert decision(state).prompt == "card.add"
    assert offered(state) == [Recruit(t["A"], kaija=False), Recruit(t["B"], kaija=False)]
    answer(state, Recruit(t["B"], kaija=False))
    assert run(state) == ()
    assert [player.fame for player in state.players] == [3, 3, 3]
    assert [state.board.units[t[name]] for name in "ABC"] == [1, 2, 2]
    assert [player.reserve for player in state.players] == [UNITS - 3, UNITS - 2, UNITS]  # no land, no unit
    assert state.players[0].draw == [UNREST]


# Actions and combats.


def test_new_horizons_pays_for_closing_enemy_and_neutral_territories():
    state = year_of("new_horizons", 4, teams=True)
    t = graph(state, {
        "own": {"own": 0, "u": 1, "open": 0, "size": 5}, "mate": {"own": 2, "u": 1, "open": 0, "size": 5},
        "enemy": {"own": 1, "u": 1, "open": 0, "size": 3}, "neutral": {"open": 0, "size": 4},
        "open": {"own": 3, "u": 1, "size": 6},
    })
    closed = tuple(t[name] for name in ("own", "mate", "enemy", "neutral"))
    moments.after_explore(state, 0, Laid((*closed, t["open"]), closed, ()))
    assert [player.fame for player in state.players] == [4, 0, 0, 0]
    assert state.players[0].resources == [0, 0, 1]
    state.part(Events).now = NO_EVENT
    moments.after_explore(state, 0, Laid(closed, closed, ()))
    assert state.players[0].fame == 4


def fight(event, attackers, defenders, faces, **more):
    """Red of A attacks Purple in T, who can go to P, with these faces of the dice; returns the state and numbers."""
    state = year_of(event)
    t = graph(
        state, {"A": {"own": 0, "u": attackers}, "T": {"own": 1, "u": defenders, **more}, "P": {"own": 1, "u": 1}},
        [("A", "T", "regular"), ("T", "P", "regular")],
    )
    shift(state, 0, t["A"], t["T"], attackers)
    state.board.owner[t["A"]] = 0  # so that losers have a place to go
    state.push(Battles(0))
    for face in faces:
        roll(state, face)
    return state, t


def test_blood_moon_adds_a_casualty_on_both_sides_and_pays_for_losses():
    state, t = fight("blood_moon", 4, 3, ["2C1K", "2C"])
    assert run(state) == ()  # 6 to 5 points; one and two casualties, all of plain units
    assert [player.fame for player in state.players] == [1, 2]
    assert (state.board.owner[t["T"]], state.board.units[t["T"]]) == (0, 3)
    assert state.board.units[t["P"]] == 2


def test_blood_moon_pays_for_figures_that_were_there_and_for_special_ones():
    state = year_of("blood_moon")
    t = graph(state, {"A": {"own": 0, "u": 3}, "T": {"own": 1, "u": 1, "kaija": True}}, [("A", "T", "regular")])
    shift(state, 0, t["A"], t["T"], 3)
    state.push(Battles(0))
    roll(state, "2K")
    roll(state, "2C")
    assert run(state) == ()  # three casualties on two figures
    assert [player.fame for player in state.players] == [1, 2]
    assert state.where(1) == RESERVE


def test_blood_moon_asks_for_its_casualty_like_for_others():
    state = year_of("blood_moon")
    t = graph(
        state, {"A": {"own": 0, "u": 3}, "T": {"own": 1, "u": 2, "kaija": True}, "P": {"own": 1, "u": 1}},
        [("A", "T", "regular"), ("T", "P", "regular")],
    )
    shift(state, 0, t["A"], t["T"], 3)
    state.push(Battles(0))
    roll(state, "3C")
    roll(state, "2C")
    assert (decision(state).prompt, decision(state).seat) == ("combat.casualties", 1)
    answer(state, Lose(0, kaija=True))
    assert [player.fame for player in state.players] == [1, 1]


@pytest.mark.parametrize(("event", "winner"), [("conquests", 0), ("", 1)])
def test_conquests_give_the_attacker_a_point(event, winner):
    state, t = fight(event, 3, 3, ["2C", "2C"])
    assert run(state) == ()
    assert state.board.owner[t["T"]] == winner
    assert [player.fame for player in state.players] == [0, 0]


@pytest.mark.parametrize(("faces", "fame"), [
    (["2C", "3C"], 2),  # more points
    (["2C", "2K"], 2),  # all attackers gone
    (["2K", "2K"], 0),  # nobody left
])
def test_conquests_pay_a_defender_who_wins(faces, fame):
    state, _ = fight("conquests", 2, 2, faces)
    for player in state.players:
        player.fame = 5
    while run(state):
        answer(state, 0)
    assert [player.fame for player in state.players] == [5, 5 + fame]


# Harvest.


def test_myrkalfars_levy_takes_the_yield_of_a_territory_or_a_unit():
    state = year_of("myrkalfars_levy", 3)
    t = graph(state, {
        "A": {"own": 0, "u": 2, "food": 1, "wood": 1}, "B": {"own": 0, "u": 1, "food": 1, "b": ["food_silo"]},
        "C": {"own": 0, "u": 1, "lore": 1}, "D": {"own": 1, "u": 1, "food": 2}, "E": {"own": 2, "u": 1, "food": 1},
    })
    moment(state, 0, 1, 2)
    asked = decision(state)
    assert (asked.prompt, asked.seat, asked.least, asked.default) == ("event.loss", 0, 1, (0,))
    assert offered(state) == [
        Territory(t["A"]), Territory(t["B"]), Figure(t["A"], kaija=False), Figure(t["B"], kaija=False),
    ]
    answer(state, Territory(t["A"]))
    assert offered(state) == [Territory(t["D"]), Figure(t["D"], kaija=False)]
    answer(state, Figure(t["D"], kaija=False))  # the last one may go (AMB-H50)
    assert run(state) == ()  # seat 2 has no such territory
    assert (state.board.owner[t["D"]], state.players[1].reserve) == (-1, UNITS)
    harvest(state, 0, 1, 2)
    assert [player.resources for player in state.players] == [[2, 0, 1], [0, 0, 0], [1, 0, 0]]


def test_myrkalfars_levy_leaves_nothing_to_a_thief():
    state = year_of("myrkalfars_levy")
    t = graph(state, {"A": {"own": 0, "u": 2, "food": 1, "wood": 1}})
    give_token(state, 1, t["A"])
    assert clans.robbed(state, 0) == (1, t["A"])
    moment(state)
    answer(state, Territory(t["A"]))
    assert clans.robbed(state, 0) is None
    harvest(state)
    assert [player.resources for player in state.players] == [[0, 0, 0], [0, 0, 0]]


def test_bountiful_year_gives_twice_the_resources_of_a_territory_and_no_fame():
    state = year_of("bountiful_year", 3)
    t = graph(state, {
        "A": {"own": 0, "u": 1, "open": 0, "food": 1, "b": ["woodcutter_lodge", "altar_of_kings"]},
        "B": {"own": 0, "u": 1, "open": 0, "lore": 1}, "C": {"own": 1, "u": 1, "open": 0, "food": 1},
    })
    moment(state, 0, 1, 2)
    asked = decision(state)
    assert (asked.prompt, asked.seat, asked.least) == ("event.choose", 0, 1)
    assert offered(state) == [Territory(t["A"]), Territory(t["B"])]
    answer(state, Territory(t["A"]))
    assert run(state) == ()  # seat 1 has one territory, and seat 2 none
    harvest(state, 0, 1, 2)
    assert [player.resources for player in state.players] == [[2, 2, 1], [2, 0, 0], [0, 0, 0]]
    assert [player.fame for player in state.players] == [1, 0, 0]


def test_bountiful_year_lets_a_thief_take_one_of_the_double_resources():
    state = year_of("bountiful_year")
    t = graph(state, {"A": {"own": 0, "u": 1, "food": 1}})
    give_token(state, 1, t["A"])
    moment(state)
    assert run(state) == ()
    state.push(HarvestPhase((0, 1)))
    answer(state, Collect(FOOD))
    assert run(state) == ()
    assert [player.resources[FOOD] for player in state.players] == [1, 1]


def test_a_picked_territory_is_still_the_one_when_a_tile_has_joined_it_to_another():
    state = year_of("bountiful_year")
    t = graph(state, {"A": {}, "B": {"own": 0, "u": 1, "food": 1}, "C": {"own": 0, "u": 1, "lore": 1}})
    moment(state)
    answer(state, Territory(t["B"]))
    state.board.territory_of[t["B"]] = t["A"]
    assert [marked(state, territory) for territory in t.values()] == [True, False, False]


def test_infestation_costs_every_rich_territory_food_for_fame_or_a_unit():
    state = year_of("infestation")
    t = graph(state, {
        "A": {"own": 0, "u": 1, "food": 2}, "B": {"own": 0, "u": 2, "wood": 2}, "C": {"own": 0, "u": 1, "lore": 1},
        "D": {"own": 0, "u": 2, "food": 1, "b": ["carved_stone"]}, "E": {"own": 1, "u": 1, "food": 1},
    })
    moment(state)
    assert (decision(state).prompt, decision(state).default) == ("event.loss", (0,))
    assert offered(state) == [Territory(t["A"]), Figure(t["A"], kaija=False)]
    answer(state, Territory(t["A"]))
    assert state.players[0].fame == 1
    assert offered(state) == [Territory(t["B"]), Figure(t["B"], kaija=False)]
    answer(state, Territory(t["B"]))  # which has no food to lose
    assert offered(state) == [Territory(t["D"]), Figure(t["D"], kaija=False)]
    answer(state, Figure(t["D"], kaija=False))
    assert run(state) == ()
    assert (state.players[0].fame, state.board.units[t["D"]]) == (2, 1)
    harvest(state)
    assert [player.resources for player in state.players] == [[2, 2, 2], [1, 0, 0]]


@pytest.mark.parametrize("event", ["infestation", "myrkalfars_levy"])
def test_AMB_H50_a_special_figure_alone_is_the_unit_that_may_be_lost(event):
    state = year_of(event)
    t = graph(state, {"A": {"own": 0, "kaija": True, "food": 2}})
    moment(state)
    assert offered(state) == [Territory(t["A"]), Figure(t["A"], kaija=True)]
    answer(state, Figure(t["A"], kaija=True))
    assert run(state) == ()
    assert (state.where(1), state.board.owner[t["A"]], state.players[0].reserve) == (RESERVE, -1, UNITS)


def test_infestation_comes_before_the_first_player_harvests():
    state = year_of("infestation")
    graph(state, {"A": {"own": 0, "u": 1, "food": 2}, "B": {"own": 1, "u": 1, "wood": 2}})
    push_phase(state, "harvest", (1, 0))
    for seat in (1, 0):
        assert (decision(state).prompt, decision(state).seat) == ("event.loss", seat)
        assert [player.resources for player in state.players] == [[0, 0, 0], [0, 0, 0]]
        answer(state, 0)
    assert run(state) == ()
    assert [player.resources for player in state.players] == [[1, 0, 0], [0, 2, 0]]


def test_sailor_ghosts_take_two_from_the_largest_open_stack_for_fame():
    state = year_of("sailor_ghosts", 3)
    t = graph(state, {
        "A": {"own": 0, "u": 3}, "B": {"own": 0, "u": 3}, "C": {"own": 0, "u": 2}, "D": {"own": 0, "u": 4, "open": 0},
        "E": {"own": 1, "u": 1}, "F": {"own": 2, "u": 5, "open": 0},
    })
    moment(state, 0, 1, 2)
    assert (decision(state).prompt, decision(state).seat) == ("event.loss", 0)
    assert offered(state) == [Territory(t["A"]), Territory(t["B"])]
    answer(state, Territory(t["B"]))
    assert run(state) == ()
    assert [state.board.units[t[name]] for name in "ABCDEF"] == [3, 1, 2, 4, 0, 5]
    assert [player.fame for player in state.players] == [4, 2, 0]
    assert state.board.owner[t["E"]] == -1  # one figure was all there was


def test_AMB_H50_AMB_H55_plain_units_go_before_special_figures_and_then_the_owner_chooses():
    state = year_of("sailor_ghosts", warchiefs=True)
    t = graph(state, {"A": {"own": 0, "u": 1, "kaija": True}})
    chief = [row.id for row in FIGURES].index("warchief_bear")
    state.figures.append(SpecialFigure(chief, 0, t["A"]))
    moment(state)
    assert decision(state).prompt == "event.loss"
    assert state.board.units[t["A"]] == 0
    assert offered(state) == [Figure(t["A"], kaija=True), Figure(t["A"], kaija=False, figure=chief)]
    answer(state, Figure(t["A"], kaija=False, figure=chief))
    assert run(state) == ()
    assert state.where(chief) == RESERVE
    assert kaija_stands_in(state, t["A"])
    assert (state.players[0].fame, state.players[0].reserve) == (4, UNITS)


def test_AMB_H55_special_figures_count_for_the_most_units():
    state = year_of("sailor_ghosts")
    t = graph(state, {"A": {"own": 0, "u": 2}, "B": {"own": 0, "u": 2, "kaija": True}})
    moment(state)
    assert run(state) == ()
    assert [state.board.units[t[name]] for name in "AB"] == [2, 0]


def test_krakens_attack_takes_a_unit_of_open_land_and_wood_or_gives_fame():
    state = year_of("krakens_attack", 4)
    t = graph(state, {
        "A": {"own": 0, "u": 1}, "B": {"own": 0, "u": 1, "open": 0}, "C": {"own": 0, "u": 2},
        "D": {"own": 1, "u": 1}, "E": {"own": 2, "u": 1, "open": 0},
    })
    for player in state.players[:3]:
        player.resources[WOOD] = 2
    state.players[1].resources[WOOD] = 0
    moment(state, 0, 1, 2, 3)
    assert (decision(state).prompt, decision(state).seat) == ("event.loss", 0)
    assert offered(state) == [Territory(t["A"]), Territory(t["C"])]
    answer(state, Territory(t["A"]))
    assert run(state) == ()
    assert [state.board.owner[t[name]] for name in "ABCDE"] == [-1, 0, 0, -1, 2]
    assert [player.resources[WOOD] for player in state.players] == [1, 0, 2, 0]
    assert [player.fame for player in state.players] == [0, 0, 2, 2]


def test_frozen_sea_gives_fame_for_every_territory_instead_of_closed_ones():
    state = year_of("frozen_sea")
    graph(state, {
        "A": {"own": 0, "u": 1, "open": 0, "size": 4}, "B": {"own": 0, "u": 1},
        "C": {"own": 0, "u": 1, "b": ["altar_of_kings"]},
        "D": {"own": 1, "u": 1, "open": 0, "size": 3}, "E": {},
    })
    assert [harvest_fame(state, seat) for seat in (0, 1)] == [1 + 1 + 1 + 3, 1]
    state.part(Events).now = NO_EVENT
    assert [harvest_fame(state, seat) for seat in (0, 1)] == [2 + 3, 2]


def test_ceremonial_bonfire_gives_fame_for_trades_and_sells_lore_for_two_wood():
    state = year_of("ceremonial_bonfire")
    state.players[0].resources = [3, 2, 0]
    state.push(Trading(0))
    cheap = Trade(0, 2, 0, LORE)
    assert offered(state)[-1] == cheap
    answer(state, cheap)
    assert (state.players[0].resources, state.players[0].fame) == ([3, 0, 1], 1)
    assert cheap not in offered(state)
    answer(state, Trade(3, 0, 0, WOOD))
    assert run(state) == ()
    assert (state.players[0].resources, state.players[0].fame) == ([0, 1, 1], 2)


def test_ceremonial_bonfire_asks_who_has_two_wood_and_nothing_else():
    state = year_of("ceremonial_bonfire")
    state.players[0].resources = [0, 2, 0]
    state.push(Trading(0))
    assert offered(state) == [Trade(0, 2, 0, LORE)]
    answer(state)
    assert run(state) == ()
    assert (state.players[0].resources, state.players[0].fame) == ([0, 2, 0], 0)
    state.part(Events).now = NO_EVENT
    state.push(Trading(0))
    assert run(state) == ()


def test_draugr_invasion_takes_two_of_every_large_stack_without_defenses():
    state = year_of("draugr_invasion")
    t = graph(state, {
        "A": {"own": 0, "u": 3}, "B": {"own": 0, "u": 2}, "C": {"own": 0, "u": 5, "b": ["defense_tower"], "open": 0},
        "D": {"own": 1, "u": 4, "b": ["fortress"]}, "E": {"own": 1, "u": 3, "b": ["defense_tower", "fortress"]},
        "F": {"own": 1, "u": 2, "kaija": True},
    })
    push_phase(state, "harvest", (0, 1))
    assert run(state) == ()
    assert [state.board.units[t[name]] for name in "ABCDEF"] == [1, 2, 4, 4, 3, 0]
    assert kaija_stands_in(state, t["F"])
    assert [player.fame for player in state.players] == [2 + 1, 2]  # seat 0 has a closed territory
    assert [player.reserve for player in state.players] == [UNITS - 7, UNITS - 7]


def test_draugr_invasion_comes_after_all_have_traded():
    state = year_of("draugr_invasion")
    graph(state, {"A": {"own": 0, "u": 3, "food": 3}, "B": {"own": 1, "u": 3, "food": 3}})
    push_phase(state, "harvest", (0, 1))
    for seat in (0, 1):
        assert (decision(state).prompt, decision(state).seat) == ("harvest.trade", seat)
        assert [player.reserve for player in state.players] == [UNITS - 3, UNITS - 3]
        answer(state)
    assert run(state) == ()
    assert [player.reserve for player in state.players] == [UNITS - 1, UNITS - 1]


def test_earthquake_takes_wood_for_fame_and_a_building_for_each_wood_missing():
    state = year_of("earthquake", 3)
    t = graph(state, {
        "A": {"own": 0, "u": 1, "b": ["food_silo", "forge"]}, "B": {"own": 0, "u": 1, "b": ["defense_tower"]},
        "C": {"own": 0, "u": 1, "b": ["carved_stone"]}, "D": {"own": 0, "u": 1},
        "E": {"own": 1, "u": 1, "b": ["food_silo"]}, "F": {"b": ["forge"]},
    })
    for player in state.players:
        player.resources[WOOD] = 1
    moment(state, 0, 1, 2)
    assert (decision(state).prompt, decision(state).seat) == ("event.loss", 0)
    assert state.players[0].fame == 1
    silo, forge = Build(0, t["A"], carved=False), Build(6, t["A"], carved=False)
    tower, stone = Build(3, t["B"], carved=False), Build(2, t["C"], carved=True)
    assert offered(state) == [silo, forge, tower, stone]
    answer(state, forge)
    assert offered(state) == [tower, stone]  # one in a territory
    answer(state, stone)
    assert run(state) == ()
    assert [state.board.buildings[t[name]] for name in "ABCE"] == [
        (code("food_silo"),), (code("defense_tower"),), (), (code("food_silo"),),
    ]
    assert [player.resources[WOOD] for player in state.players] == [0, 0, 1]
    assert [player.fame for player in state.players] == [1, 1, 0]


# Winter.


def test_blizzard_costs_everybody_food_and_wood_more():
    state = year_of("blizzard")
    graph(state, {"A": {"own": 0, "u": 4}})
    for player in state.players:
        player.resources = [2, 1, 0]
    state.players[1].resources = [1, 0, 3]
    push_phase(state, "winter", (0, 1))
    assert run(state) == ()
    assert [player.resources for player in state.players] == [[0, 0, 0], [0, 0, 3]]
    assert [player.top for player in state.players] == [[], [UNREST]]


def test_harsh_winter_counts_a_unit_more_for_each_closed_territory():
    state = year_of("harsh_winter")
    t = graph(state, {
        "A": {"own": 0, "u": 3, "open": 0}, "B": {"own": 0, "u": 3}, "C": {"own": 1, "u": 6}, "D": {"open": 0},
    })
    assert [winter.units(state, seat) for seat in (0, 1)] == [7, 6]
    state.players[0].resources = [3, 0, 0]
    winter.pay(state, 0)
    assert state.players[0].resources == [1, 0, 0]
    state.board.open_sides[t["A"]] = 1  # what counts is the moment of payment
    assert winter.units(state, 0) == 6


def test_harsh_winter_has_a_price_for_more_than_all_units():
    state = year_of("harsh_winter")
    graph(state, {"A": {"own": 0, "u": 14, "open": 0}})
    state.players[0].resources = [5, 5, 0]
    winter.pay(state, 0)
    assert state.players[0].resources == [1, 3, 0]


# The rows.


def test_AMB_H52_rows_say_which_events_are_negative():
    negative = {row.id for row in EVENTS if row.negative}
    assert negative == {
        "volcano_eruption", "blood_moon", "myrkalfars_levy", "infestation", "sailor_ghosts", "krakens_attack",
        "draugr_invasion", "earthquake", "blizzard", "harsh_winter",
    }


def test_AMB_H04_there_are_twenty_events_and_fifteen_of_the_work_in_progress():
    assert len(EVENTS) == 20
    assert [row.id for row in EVENTS if not row.wip] == [
        "happy_people", "infestation", "sailor_ghosts", "draugr_invasion", "earthquake",
    ]
