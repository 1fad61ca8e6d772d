"""Effects of tiles: every archetype of Ventures, Events, Advocates and Gods that no other file shows (SG c.6, c.7)."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.pax_viking.board import POST_REGION, POST_WIND, POSTS, REGIONS
from lawspeaker_engine.games.pax_viking.options import (
    Accept,
    ActionMarker,
    Activate,
    Buy,
    Play,
    Sail,
    Seat,
    Ship,
    Step,
    Tile,
    TrackSpace,
    UseTile,
    Vote,
)
from lawspeaker_engine.games.pax_viking.rows import ADVOCATE, EVENT, GOD, TILES, VENTURE
from lawspeaker_engine.games.pax_viking.state import NO_TILE, NOBODY
from lawspeaker_engine.model import Chance

from .positions import (
    GAME,
    A,
    B,
    C,
    answer,
    board,
    decision,
    draw,
    draws,
    establish_now,
    follow,
    hand,
    jarl,
    node,
    offered,
    passing,
    post,
    run,
    ship,
    silver,
    table,
    tile,
    turn,
    venture,
    where,
)


def home_of(archetype: str) -> tuple[str, str]:
    """The first tile of an archetype, and a circle of its location."""
    row = next(row for row in TILES if row.archetype == archetype)
    place = next(
        each.id for number, each in enumerate(POSTS)
        if each.kind == "empty" and row.region in (-1, POST_REGION[number]) and row.wind in (-1, POST_WIND[number])
    )
    return row.id, place


def settled(archetype: str, seat: int = A, state=None):
    """A state in which the seat holds such a Venture, with a Longship there; the place, and the Longship."""
    state = table() if state is None else state
    name, place = home_of(archetype)
    venture(state, name, place, seat)
    return state, place, ship(state, seat, place)


def activate(archetype: str, state=None):
    """A ACTIVATES such a Venture; the state, the place and the Longship."""
    state, place, longship = settled(archetype, A, state)
    answer(turn(state), Activate(post(place), longship))
    question = run(state)
    if not isinstance(question, Chance) and question[0].prompt == "turn.marker":
        answer(state, 0)
        run(state)
    return state, place, longship


def beside(place: str) -> str:
    """The other circle of the same REGION."""
    return place[:-1] + ("2" if place.endswith("1") else "1")


# Ventures.


def test_V01_market_stalls_pay():
    state, _, _ = activate("V01")
    assert state.players[A].silver == 12


def test_SG_T71_SG_TERM_21_AMB_SG_38_V02_a_toll_is_paid_once_in_the_turn_of_whoever():
    state = table()
    toll = next(row for row in TILES if row.archetype == "V02" and REGIONS[row.region].id == "levant")
    venture(state, toll.id, "levant_1", B)
    first, second = ship(state, A, "middle_sea"), ship(state, A, "middle_sea")
    turn(state)
    answer(state, Sail(first))
    answer(state, Step(node("levant_1")))
    run(state)
    assert (state.players[A].silver, state.players[B].silver) == (9, 11)
    answer(state)
    answer(state, Sail(second))
    answer(state, Step(node("levant_2")))
    run(state)
    assert (state.players[A].silver, state.players[B].silver) == (9, 11)
    answer(state)
    passing(state)
    own = ship(state, B, "middle_sea")
    answer(state, Sail(own))
    answer(state, Step(node("levant_1")))
    run(state)
    assert state.players[B].silver == 11, "its owner pays nothing"
    answer(state)
    passing(state)
    longship = ship(state, C, "middle_sea")
    silver(state, 0, 0, 1)
    answer(state, Sail(longship))
    answer(state, Step(node("levant_1")))
    run(state)
    assert (state.players[B].silver, state.players[C].silver) == (1, 0)


def test_SG_T71_SG_TERM_21_AMB_SG_38_V02_a_toll_is_not_paid_again_by_who_comes_in_the_same_turn_by_an_event():
    state = table()
    toll = next(row for row in TILES if row.archetype == "V02" and REGIONS[row.region].id == "levant")
    venture(state, toll.id, "levant_1", B)
    sails, moved = ship(state, A, "middle_sea"), ship(state, C, "middle_sea")
    [fair_winds] = hand(state, A, "E01-3")
    answer(turn(state), Sail(sails))
    answer(state, Step(node("levant_2")))
    answer(state)
    answer(state, Play(fair_winds))
    for _ in (A, B):
        answer(state)
    answer(state, Accept())
    answer(state, Ship(moved))
    answer(state, Step(node("levant_1")))
    run(state)
    assert where(state, moved) == node("levant_1")
    assert [player.silver for player in state.players] == [9, 11, 10]


def test_SG_TERM_21_AMB_SG_38_V02_a_longship_of_its_owner_does_not_use_a_toll_up():
    state = table()
    toll = next(row for row in TILES if row.archetype == "V02" and REGIONS[row.region].id == "levant")
    venture(state, toll.id, "levant_1", B)
    sails, moved = ship(state, B, "middle_sea"), ship(state, A, "middle_sea")
    [fair_winds] = hand(state, B, "E01-3")
    answer(turn(state, B), Sail(sails))
    answer(state, Step(node("levant_2")))
    answer(state)
    answer(state, Play(fair_winds))
    for _ in (B, C):
        answer(state)
    answer(state, Accept())
    answer(state, Ship(moved))
    answer(state, Step(node("levant_1")))
    run(state)
    assert [player.silver for player in state.players] == [9, 11, 10]


def test_V03_a_slipway_places_a_longship():
    state, place, longship = activate("V03")
    assert sum(each.node == node(place) for each in state.longships) == 2
    assert state.longships[longship].exhausted


@pytest.mark.parametrize(("more", "gain"), [(0, 1), (1, 2), (3, 3)])
def test_V05_a_fur_depot_pays_for_ventures_of_its_wind_three_at_most(more, gain):
    state = table()
    _, place = home_of("V05")
    wind = POST_WIND[post(place)]
    others = [number for number, row in enumerate(POSTS)
              if row.kind == "empty" and POST_WIND[number] == wind and row.id != place][:more]
    names = [row.id for row in TILES if row.kind == VENTURE and row.wind == wind and row.archetype != "V05"]
    for name, other in zip(names, others, strict=False):
        venture(state, name, POSTS[other].id, A)
    before = 10
    state, _, _ = activate("V05", state)
    assert state.players[A].silver == before + gain


def test_V06_a_pilot_moves_a_longship_two_steps_exhausted_or_not():
    state = table()
    tired = ship(state, A, "north_sea", exhausted=True)
    state, _, _ = activate("V06", state)
    assert decision(state).prompt == "effect.longship"
    answer(state, Ship(tired))
    answer(state, Step(node("seine")))
    answer(state, Step(node("seine_1")))
    run(state)
    assert where(state, tired) == node("seine_1")
    assert decision(state).prompt == "turn.action"


def test_V08_a_ransom_is_taken_from_a_rival_in_the_region():
    state = table()
    _, place = home_of("V08")
    ship(state, B, beside(place))
    ship(state, C, beside(place))
    silver(state, 10, 1, 10)
    state, _, _ = activate("V08", state)
    assert offered(state) == [Seat(B), Seat(C)]
    answer(state, Seat(B))
    run(state)
    assert [player.silver for player in state.players] == [11, 0, 10]


def test_V09_a_lawspeaker_takes_a_discarded_tile_for_silver():
    state = table()
    state.discard = [state.box.pop()]
    [wanted] = state.discard
    state, _, _ = activate("V09", state)
    assert (state.players[A].silver, state.players[A].hand, state.discard) == (9, [wanted], [])
    state, place, longship = settled("V09")
    silver(state, 0)
    state.discard = [state.box.pop()]
    assert Activate(post(place), longship) not in offered(turn(state)), "it cannot be paid"


def test_V10_feasting_benches_pay_each_time_they_are_established():
    state = table()
    name, place = home_of("V10")
    ship(state, A, place)
    [which] = hand(state, A, name)
    answer(turn(state), Play(which))
    run(state)
    assert state.players[A].silver == 10 - POSTS[post(place)].cost + 3


def test_V12_a_muster_unexhausts_another_longship():
    state = table()
    tired = ship(state, A, "baltic", exhausted=True)
    state, _, longship = activate("V12", state)
    assert not state.longships[tired].exhausted
    assert state.longships[longship].exhausted


def test_V13_a_palisade_keeps_its_follower_while_a_longship_is_there():
    from lawspeaker_engine.games.pax_viking.abilities import prices

    state, place, longship = settled("V13")
    assert prices.protected(state, A, "return_follower", post(place))
    state.longships[longship].node = node("baltic")
    assert not prices.protected(state, A, "return_follower", post(place))


def test_V14_a_weavers_row_pays_in_winter():
    state = table()
    venture(state, *home_of("V14"), A)
    passing(turn(state))
    assert state.players[A].silver == 10 + 1 + 1


def test_V15_a_hostage_court_returns_a_follower_of_its_region_for_two_silver():
    state = table()
    name, place = home_of("V15")
    region = TILES[tile(name)].region
    other = next(row.id for row in TILES if row.kind == VENTURE and row.region == region and row.id != name)
    venture(state, other, beside(place), B)
    state, _, _ = activate("V15", state)
    assert state.owners[post(beside(place))] == NOBODY
    assert state.tiles[post(beside(place))] == tile(other)
    assert state.players[A].silver == 8


def test_V16_a_beacon_buys_for_two_less():
    state, _, _ = settled("V16")
    silver(state, 1)
    place = home_of("V16")[1]
    answer(turn(state), Activate(post(place), 0))
    assert decision(state).prompt == "effect.buy"
    assert offered(state) == [Buy(0), Buy(1), Buy(2)]
    run(state)
    assert GAME.view(state, A).about.discount == 2
    bought = state.track[2]
    answer(state, Buy(2))
    run(state)
    assert (state.players[A].silver, state.players[A].hand) == (0, [bought])
    assert state.markers_spent == 1


def test_V18_smugglers_take_a_cheap_tile_of_the_track():
    state, _, _ = activate("V18")
    first, second, *_ = state.track
    assert offered(state) == [Tile(first), Tile(second)]
    answer(state, Tile(second))
    run(state)
    assert state.players[A].hand == [second]
    assert state.track[1] == NO_TILE
    assert state.taken


def test_V19_a_winter_haven_raises_the_hand_limit():
    from lawspeaker_engine.games.pax_viking.abilities import prices

    state, _, _ = settled("V19")
    assert prices.hand_limit(state, A) == 5


def test_V21_an_envoy_establishes_on_an_empty_venture_of_its_wind():
    state = table()
    _, place = home_of("V21")
    wind = POST_WIND[post(place)]
    empty = next(row for row in TILES if row.kind == VENTURE and row.region >= 0 and row.this_wind == wind)
    there = next(row.id for number, row in enumerate(POSTS)
                 if row.kind == "empty" and POST_REGION[number] == empty.region and row.id != place)
    venture(state, empty.id, there)
    state, _, _ = activate("V21", state)
    assert state.owners[post(there)] == A
    assert state.players[A].silver == 10 - 1 - POSTS[post(there)].cost


# Events.


def event(archetype: str, state=None, at: str = "dublin", *, votes: int = 3):
    """A PLAYS such an Event of any POST in Dublin, which lies in the West; all vote yes."""
    state = table() if state is None else state
    ship(state, A, at)
    [which] = hand(state, A, f"{archetype}-3")
    answer(turn(state), Play(which))
    if TILES[which].ability.trigger == "vote":
        for _ in range(votes):
            answer(state, Vote(yes=True))
    run(state)
    return state


def test_E01_fair_winds_let_all_move_a_longship_in_turn_order():
    state = table()
    for seat in (B, C):
        ship(state, seat, "baltic")
    state = event("E01", state)
    for seat in (A, B, C):
        assert (decision(state).prompt, decision(state).seat) == ("effect.may", seat)
        if seat != B:
            answer(state)
            continue
        answer(state, Accept())
        answer(state, Ship(6))
        assert GAME.view(state, B).seat == B
        answer(state, Step(node("volkhov")))
        answer(state)
    run(state)
    assert where(state, 6) == node("volkhov")


def test_E04_a_gale_sends_longships_of_the_seas_of_its_wind_home():
    state = table()
    at_sea, in_post = ship(state, B, "western_sea"), ship(state, B, "irish_coast_1")
    elsewhere = ship(state, C, "baltic")
    state = event("E04", state)
    assert [where(state, each) for each in (at_sea, in_post, elsewhere)] == [
        node("uppsala"), node("irish_coast_1"), node("baltic"),
    ]


def test_SG_T81_E05_sickness_returns_a_longship_of_who_has_two():
    state = table()
    ship(state, A, "baltic")
    ship(state, A, "bothnia")
    only = ship(state, B, "baltic")
    state = event("E05", state)
    assert decision(state).seat == A
    assert len(offered(state)) == 3
    answer(state, Ship(0))
    run(state)
    assert where(state, 0) == -1
    assert where(state, only) == node("baltic")
    assert state.outcome is None


@pytest.mark.parametrize(("archetype", "kind"), [
    ("E06", "jarldom"), ("E07", "sweden"), ("E08", "theocracy"), ("E09", "rus"),
])
def test_E06_E07_E08_E09_followers_of_a_type_bring_silver_three_at_most(archetype, kind):
    state = table()
    for place in ("bjarma_market", "bulghar", "india", "kyiv"):
        follow(state, A, place, kind)
    follow(state, B, "aachen", kind)
    state = event(archetype, state)
    assert [player.silver for player in state.players] == [13, 11, 10]


def test_E10_pyre_and_plunder_returns_a_rivals_follower_of_its_wind():
    state = table()
    name, _ = home_of("V01")
    venture(state, "V02-S" if TILES[tile("V02-S")].this_wind == 1 else _western(), "irish_coast_1", B)
    venture(state, name, "vina_1", B)
    state = event("E10", state)
    assert state.owners[post("irish_coast_1")] == NOBODY
    assert state.owners[post("vina_1")] == B


def _western() -> str:
    return next(row.id for row in TILES if row.kind == VENTURE and row.region >= 0
                and REGIONS[row.region].id == "irish_coast")


def test_E11_oaths_are_forgotten_and_the_tile_stays():
    state = table()
    kept, lost = board(state, B, "A01-J", "A02-S")
    state = event("E11", state)
    assert (decision(state).prompt, decision(state).seat) == ("effect.advocate", B)
    answer(state, Tile(lost))
    run(state)
    assert [(each.tile, each.established) for each in state.players[B].advocates] == [(kept, True), (lost, False)]
    assert sum(state.players[B].supply) == 23


def test_A09_a_bodyguard_protects_advocates_from_events():
    state = table()
    board(state, B, "A01-J", next(row.id for row in TILES if row.archetype == "A09"))
    state = event("E11", state)
    assert all(each.established for each in state.players[B].advocates)


def test_E12_rotten_timbers_exhaust_a_longship_of_all():
    state = table()
    state = event("E12", state)
    for seat in (A, B, C):
        if decision(state).prompt == "effect.longship":
            assert decision(state).seat == seat
            answer(state, 0)
    run(state)
    assert [sum(each.exhausted for each in state.longships if each.seat == seat) for seat in (A, B, C)] == [1, 1, 1]


def test_E13_storehouses_let_all_draw_hidden_from_the_others():
    state = table()
    state = event("E13", state)
    for seat in (A, B, C):
        question = run(state)
        assert isinstance(question, Chance)
        assert question.seen_by == (seat,)
        draw(state, 0)
    run(state)
    assert [len(player.hand) for player in state.players] == [1, 1, 1]


def test_E14_market_day_lays_out_a_new_track():
    state = table()
    before = state.track[:]
    ship(state, A, "dublin")
    [which] = hand(state, A, "E14-3")
    answer(turn(state), Play(which))
    draws(state)
    assert state.discard == before
    assert not set(state.track) & set(before)


def test_E15_a_crew_runs_over():
    state = table()
    lost = ship(state, B, "western_sea")
    ship(state, C, "baltic")
    state = event("E15", state)
    assert where(state, lost) == -1
    assert [each.seat for each in state.longships if each.node == node("western_sea")] == [A]


def test_E16_a_famine_takes_half_rounded_down():
    state = table()
    silver(state, 5, 4, 1)
    state = event("E16", state)
    assert [player.silver for player in state.players] == [3, 2, 1]


def test_E17_a_marriage_pays_both():
    state = table()
    ship(state, B, "irish_coast_1")
    state = event("E17", state)
    assert [player.silver for player in state.players] == [13, 13, 10]


def test_E18_peace_lasts_until_the_next_turn_of_who_resolved_it():
    from lawspeaker_engine.games.pax_viking.actions import parley

    state = table()
    for _ in range(2):
        ship(state, B, "jutland_1")
    ship(state, C, "jutland_1")
    state = event("E18", state)
    assert parley.challengeable(state, B, post("jutland_1")) == []
    passing(state)
    assert parley.challengeable(state, B, post("jutland_1")) == []
    passing(state)
    passing(state)
    assert state.seat == A
    assert parley.challengeable(state, B, post("jutland_1")) == [C]


def test_E19_robbers_take_a_discarded_tile():
    state = table()
    state.discard = [state.box.pop()]
    [wanted] = state.discard
    assert event("E19", state).players[A].hand == [wanted]


def test_E20_watch_fires_place_a_longship_beside_a_home():
    state = event("E20")
    for seat in (A, B, C):
        assert (decision(state).prompt, decision(state).seat) == ("effect.may", seat)
        answer(state, *([Accept()] if seat == B else []))
    run(state)
    assert [each.node for each in state.longships if each.seat == B and each.node >= 0] == [node("baltic")]


def test_E21_a_pretender_establishes_for_free():
    state = table()
    silver(state, 0)
    venture(state, _western(), "irish_coast_1")
    state = event("E21", state)
    assert state.owners[post("irish_coast_1")] == A
    assert state.players[A].silver == 0


def test_E22_an_election_turns_up_a_card_and_pays_who_has_most_markers():
    state = table()
    state.face_down = [0]
    for place, kind in (("changan", "jarldom"), ("bulghar", "rus")):
        follow(state, A, place, kind)
    follow(state, B, "india", "sweden")
    state.influence = [A, NOBODY, B, A]
    ship(state, A, "dublin")
    [which] = hand(state, A, "E22-3")
    answer(turn(state), Play(which))
    for _ in range(3):
        answer(state, Vote(yes=True))
    draw(state, 0)
    run(state)
    assert [player.silver for player in state.players] == [14, 10, 10]
    assert state.face_up == [0]


# Advocates and Gods.


def use(archetype: str, state=None):
    """A uses a God or Advocate for an Action Marker."""
    state = table() if state is None else state
    name = next(row.id for row in TILES if row.archetype == archetype)
    [which] = board(state, A, name)
    answer(turn(state), UseTile(which))
    run(state)
    return state


@pytest.mark.parametrize(("name", "price"), [("A01-J", 2), ("G22", 2), ("G01", 3)])
def test_A01_G22_make_buying_cheaper(name, price):
    from lawspeaker_engine.games.pax_viking.abilities import prices

    state = table()
    board(state, A, name)
    assert prices.buy_prices(state, A)[2] == price
    assert prices.buy_prices(state, A)[0] == 1


def test_SG_TILE_08_a_tile_of_the_jarlboard_without_its_follower_does_nothing():
    from lawspeaker_engine.games.pax_viking.abilities import prices

    state = table()
    board(state, A, "A01-J")
    assert prices.buy_prices(state, A)[2] == 2
    state.players[A].advocates[0].established = False
    assert prices.buy_prices(state, A)[2] == 3


def test_A04_a_skald_and_toke_gain_by_an_event_once_a_turn():
    state = table()
    jarl(state, A, "toke")
    jarl(state, C, "asa")
    board(state, A, "A04-J")
    ship(state, A, "dublin")
    first, second = hand(state, A, "E08-3", "E09-3")
    turn(state)
    for which in (first, second):
        answer(state, Play(which))
        draws(state)
    skald = sum(left < 6 for left in state.players[A].supply)
    assert skald == 1
    assert len(state.players[A].hand) == 1
    assert 12 <= state.players[A].silver <= 13


def test_A06_a_spy_sees_a_hand_until_the_turn_ends():
    state = table()
    hidden = hand(state, B, "V01-J", "G01")
    ship(state, A, "baltic")
    ship(state, B, "baltic")
    state = use("A06", state)
    [look] = GAME.view(state, A).looks
    assert (look.rival, list(look.tiles)) == (B, hidden)
    assert GAME.view(state, C).looks == []
    assert GAME.view(state, None).looks == []
    passing(state)
    assert GAME.view(state, A).looks == []


def test_A07_a_foster_son_counts_as_one_more_of_its_type():
    from lawspeaker_engine.games.pax_viking.actions import influence

    state = table()
    [which] = board(state, A, "A07-S")
    assert influence.counts(state, A)[TILES[which].follower] == 2


def test_A11_a_marshal_unexhausts_the_activator_once_a_turn():
    state, place, longship = settled("V01")
    board(state, A, next(row.id for row in TILES if row.archetype == "A11"))
    turn(state)
    answer(state, Activate(post(place), longship))
    run(state)
    assert not state.longships[longship].exhausted
    answer(state, Activate(post(place), longship))
    run(state)
    assert state.longships[longship].exhausted
    assert state.players[A].silver == 14


def test_G03_the_binder_of_fates_orders_the_top_of_the_pile_and_alone_knows_it():
    state = table()
    [which] = board(state, A, "G03")
    answer(turn(state), UseTile(which))
    question = run(state)
    assert isinstance(question, Chance)
    assert (question.count, question.seen_by) == (3, (A,))
    first, second, third = [option.tile for option in question.options[:3]]
    draw(state, 0, 1, 2)
    asked = decision(state)
    assert (asked.prompt, asked.ordered, asked.seen_by) == ("effect.order", True, (A,))
    answer(state, Tile(third), Tile(first), Tile(second))
    run(state)
    assert GAME.view(state, A).top == [third, first, second]
    assert GAME.view(state, B).top == []
    assert GAME.view(state, B).pile == 31
    from lawspeaker_engine.games.pax_viking.options import InvestDraw

    answer(state, InvestDraw())
    answer(state, ActionMarker())
    run(state)
    assert state.players[A].hand == [third]
    assert state.track[0] == first


def test_SG_TERM_25_AMB_SG_05_tiles_whose_order_is_known_refill_the_cheapest_space_first():
    state = table()
    known = [state.pile.pop(), state.pile.pop()]
    state.top = known[:]
    turn(state)
    state.track[1] = state.track[3] = NO_TILE
    passing(state)
    assert [state.track[1], state.track[3]] == known


def test_AMB_SG_56_drawing_a_tile_that_is_known_is_taking_one():
    state = table()
    state.top = [state.pile.pop()]
    [known] = state.top
    turn(state)
    assert not state.taken
    establish_now(state, A, "chieftains_of_omd")
    state.pile = []
    run(state)
    assert (state.players[A].hand, state.taken) == ([known], True)


def test_G07_the_trickster_exchanges_a_tile_for_one_of_the_track():
    state = table()
    [mine, other] = hand(state, A, "V01-J", "G01")
    state = use("G07", state)
    assert decision(state).prompt == "effect.hand"
    answer(state, Tile(mine))
    wanted = state.track[4]
    answer(state, TrackSpace(4))
    run(state)
    assert state.track[4] == mine
    assert state.players[A].hand == sorted([wanted, other])
    assert not state.taken, "so that two players cannot go on for ever"


def test_G09_the_corn_wife_pays_for_duchies():
    state = table()
    board(state, A, "G09")
    for name, place in (("V07-J", "jutland_1"), ("V01-S", "jutland_2")):
        venture(state, name, place, A)
    passing(turn(state))
    types = sum(left < 6 for left in state.players[A].supply)
    assert state.players[A].silver == 10 + types + 1


def test_G10_the_huntress_unexhausts_who_sailed_for_silver_once_a_turn():
    state = table()
    board(state, A, "G10")
    longship = ship(state, A, "baltic")
    turn(state)
    for number in range(2):
        answer(state, Sail(longship))
        answer(state)
        if number == 0:
            assert decision(state).prompt == "effect.may"
            answer(state, Accept())
            run(state)
            assert not state.longships[longship].exhausted
    run(state)
    assert state.longships[longship].exhausted
    assert state.players[A].silver == 9


def test_G12_the_queen_takes_gods_and_advocates_only():
    state = table()
    state.discard = [tile("V09-J"), tile("G04"), tile("A01-J")]
    for which in state.discard:
        (state.box if which in state.box else state.pile).remove(which)
    state = use("G12", state)
    assert offered(state) == [Tile(tile("A01-J")), Tile(tile("G04"))]


def test_G13_the_bright_one_counts_as_a_type_chosen_when_it_is_established():
    from lawspeaker_engine.games.pax_viking.options import FollowerType

    state = table()
    ship(state, A, next(row.id for number, row in enumerate(POSTS)
                        if POST_WIND[number] == TILES[tile("G13")].wind))
    [which] = hand(state, A, "G13")
    answer(turn(state), Play(which))
    assert decision(state).prompt == "play.counts_as"
    answer(state, FollowerType(2))
    run(state)
    assert state.players[A].gods[0].counts_as == 2
    assert GAME.view(state, B).players[A].influence[2] >= 1


def test_G15_the_harvest_lord_and_damascus_pay_once_a_turn_for_activating():
    state, place, _ = settled("V01")
    board(state, A, "G15")
    follow(state, A, "damascus")
    ship(state, A, place)
    turn(state)
    for longship in (0, 1):
        answer(state, Activate(post(place), longship))
        run(state)
    answer(state, ActionMarker())
    run(state)
    assert state.players[A].silver == 10 + 2 + 2 + 1 + 2


def test_G16_the_bridge_guard_makes_followers_on_trade_centers_longships():
    from lawspeaker_engine.games.pax_viking import ships

    state = table()
    follow(state, A, "hedeby")
    assert ships.presence(state, post("hedeby"))[A] == 0
    board(state, A, "G16")
    assert ships.presence(state, post("hedeby"))[A] == 1
    follow(state, A, "aachen")
    assert ships.presence(state, post("aachen"))[A] == 0


def test_G18_the_storm_giant_pushes_a_rivals_longship_at_sea():
    state = table()
    pushed = ship(state, B, "baltic")
    ship(state, B, "volkhov_1")
    state = use("G18", state)
    assert decision(state).prompt == "effect.step"
    assert decision(state).least == 1
    answer(state, Step(node("bothnia")))
    run(state)
    assert where(state, pushed) == node("bothnia")


def test_G20_the_ship_wife_trades_in_the_whole_wind():
    from lawspeaker_engine.games.pax_viking.actions import trade

    state = table()
    longship = ship(state, A, "baltic")
    ship(state, B, "kyiv")
    assert trade.partners(state, A, longship) == []
    board(state, A, "G20")
    assert trade.partners(state, A, longship) == [B]


def test_G21_the_old_boar_pays_when_it_is_established():
    state = table()
    ship(state, A, "vina_1")
    [which] = hand(state, A, "G21")
    answer(turn(state), Play(which))
    run(state)
    assert state.players[A].silver == 14


def test_SG_T70_AMB_SG_40_dublin_gives_the_longships_of_its_stock():
    for kept in (True, False):
        state = table(ally_ships_kept=kept)
        turn(state)
        establish_now(state, A, "dublin")
        run(state)
        allies = [number for number, each in enumerate(state.longships) if each.kind == 1]
        assert [(state.longships[number].seat, where(state, number)) for number in allies] == [(A, node("dublin"))] * 3
        establish_now(state, B, "dublin")
        run(state)
        owners = [state.longships[number].seat for number in allies]
        assert owners == ([A] * 3 if kept else [B] * 3)
        if kept:
            from lawspeaker_engine.games.pax_viking import ships

            ships.send_back(state, allies[0])
            assert state.longships[allies[0]].seat == NOBODY


@pytest.mark.parametrize(("place", "count"), [("faroe", 2), ("iceland", 2)])
def test_faroe_and_iceland_give_two_longships_each(place, count):
    state = turn(table())
    establish_now(state, A, place)
    run(state)
    assert sum(each.node == node(place) for each in state.longships) == count


def test_SG_T69_SG_TERM_24_a_powerful_ally_pays_each_time_it_is_established():
    state = table()
    follow(state, A, "aachen")
    turn(state, B)
    establish_now(state, B, "aachen")
    run(state)
    assert state.players[B].silver == 11
    assert state.players[A].supply == [6, 6, 6, 6]


def test_chieftains_kyiv_and_preslav_do_what_they_say():
    state = turn(table())
    establish_now(state, A, "chieftains_of_omd")
    draws(state)
    assert len(state.players[A].hand) == 2
    state = table()
    venture(state, "V03-J", "volkhov_1")
    turn(state)
    establish_now(state, A, "kyiv")
    run(state)
    assert state.owners[post("volkhov_1")] == A
    assert state.players[A].silver == 7
    state = table()
    state.discard = [state.box.pop()]
    [wanted] = state.discard
    turn(state)
    establish_now(state, A, "preslav")
    run(state)
    assert state.players[A].hand == [wanted]


def test_SG_T87_SG_TERM_29_what_is_returned_goes_to_where_it_began():
    from lawspeaker_engine.games.pax_viking import followers, ships

    state = table()
    longship = ship(state, A, "baltic", exhausted=True)
    ships.send_back(state, longship)
    assert (where(state, longship), state.longships[longship].exhausted) == (-1, False)
    follow(state, A, "hedeby", "rus")
    followers.send_back(state, post("hedeby"))
    assert state.players[A].supply == [6, 6, 6, 6]
    assert state.owners[post("hedeby")] == NOBODY
    ally = ship(state, A, "baltic", kind="iceland")
    ships.send_back(state, ally)
    assert (state.longships[ally].seat, where(state, ally)) == (NOBODY, -1)
    follow(state, B, "hedeby", "rus")
    state.influence[3] = A
    turn(state)
    assert state.influence[3] == NOBODY, "an Influence Marker lies beside the board again"
    for name, at in (("V07-J", "jutland_1"), ("V01-S", "jutland_2")):
        venture(state, name, at, A)
    assert len(state.players[A].duchies) == 1
    followers.send_back(state, post("jutland_1"))
    assert state.players[A].duchies == [], "and so does the HOME marker of a DUCHY"


def test_SG_TILE_07_SG_ICON_09_AMB_SG_55_each_trigger_is_of_tiles_that_can_have_it():
    for row in TILES:
        trigger = row.ability.trigger
        assert (trigger in ("event", "vote")) == (row.kind == EVENT)
        assert trigger != "activate" or row.kind == VENTURE
        assert trigger != "marker" or row.kind in (ADVOCATE, GOD)


def test_an_ability_takes_what_it_can_choose_from_one_wind():
    """`this_wind` of a Venture is that of its POST, of a God that of its location."""
    from lawspeaker_engine.games.pax_viking.abilities.held import of_tile

    name, place = home_of("V05")
    assert of_tile(A, tile(name), post(place)).wind == POST_WIND[post(place)]
    assert of_tile(A, tile("G08"), -1).wind == TILES[tile("G08")].wind
