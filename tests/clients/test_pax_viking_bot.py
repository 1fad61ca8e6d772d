"""The greedy bot's rules of thumb for Pax Viking: they know all that is asked, and what they say is sensible."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

import pytest

from lawspeaker.pax_viking.v1 import pax_viking_pb2 as pb
from lawspeaker_bot.random_bot import RandomBot
from lawspeaker_bots.greedy.pax_viking import scores as pax_viking
from lawspeaker_bots.greedy.pax_viking.abilities import ACTIVATED, USED
from lawspeaker_bots.greedy.pax_viking.position import STEPS, Position
from lawspeaker_bots.greedy.pax_viking.values import HELD, Values
from lawspeaker_engine.dice import Dice
from lawspeaker_engine.games import find_game
from lawspeaker_engine.games.pax_viking.actions.offer import Bundle, Offer
from lawspeaker_engine.games.pax_viking.board import CIRCLES, POST, POST_REGION, POST_WIND
from lawspeaker_engine.games.pax_viking.options import (
    Accept,
    Activate,
    Buy,
    Counter,
    FollowerType,
    InvestDraw,
    Parley,
    Pass,
    Play,
    PostFollower,
    Silver,
    Tile,
    TileKind,
    UseTile,
    Vote,
)
from lawspeaker_engine.games.pax_viking.phases import end
from lawspeaker_engine.games.pax_viking.rows import METRICS, TILES, VICTORIES
from lawspeaker_engine.games.pax_viking.state import Look
from lawspeaker_engine.model import Chance
from lawspeaker_engine.playing import check
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.host import single_match
from lawspeaker_referee.host.local_bots import LocalBot
from tests.engine.pax_viking.positions import (
    GAME,
    A,
    B,
    asks,
    board,
    card,
    established,
    follow,
    hand,
    post,
    ship,
    silver,
    table,
    tile,
    track,
    turn,
    venture,
)
from tests.sample_sizes import first_quick, seeds

FOSTER_SON = next(row.id for row in TILES if row.archetype == "A07")
"""An Advocate."""
PILES = [Silver(amount, number) for number, amount in enumerate((1, 2, 4, 8, 5))]
"""The piles that 20 silver makes."""
DRAWN = {"Card"}
"""Verbs of chance alone."""
SETTINGS: list[dict[str, Any]] = [
    {}, {"deck": "balanced", "jarls": "chosen", "advanced_cards": 2, "face_down": True},
    {"standard_cards": 0, "novice_cards": 3, "open_hands": True, "start_hand": 2, "sweden_play_forced": False},
    {"standard_cards": 0, "eklundian_cards": 3, "challenge_loss": "challenger", "pass_allowed": False},
]


@dataclass
class Asked:
    """The parts of a decision that the rules of thumb read, with the engine's own view instead of a message."""

    prompt: str
    options: list[Any]
    view: Any
    catalogue: Any = GAME.catalogue


def scored(state, prompt, *options, seat=A):
    """The scores of these options in a position."""
    worth = pax_viking.scores(Asked(prompt, list(options), GAME.view(state, seat)))  # type: ignore[arg-type]
    assert worth is not None
    assert len(worth) == len(options)
    return worth


def best(state, prompt, *options, seat=A):
    """The option that is scored best."""
    worth = scored(state, prompt, *options, seat=seat)
    return options[worth.index(max(worth))]


# What is known.

def test_every_verb_that_can_be_chosen_has_a_rule():
    verbs = {field.message_type.name for field in pb.Option.DESCRIPTOR.oneofs_by_name["verb"].fields}
    assert set(pax_viking.SCORE) == verbs - DRAWN


@pytest.mark.parametrize(("rules", "triggers"), [
    (ACTIVATED, {"activate"}), (USED, {"marker"}),
])
def test_uses_are_of_tiles_that_can_be_used(rules, triggers):
    triggered = {row.archetype for row in TILES if row.ability.trigger in triggers}
    assert set(rules) == triggered


def test_what_is_held_is_a_tile_that_there_is():
    assert set(HELD) <= {row.archetype for row in TILES if row.kind != pax_viking.EVENT}


class Watching(RandomBot):
    """Random answers, so that all there is comes up; what the rules of thumb say is only looked at."""

    seen: ClassVar[set[str]] = set()

    def decide(self, decision):
        worth = pax_viking.scores(decision)
        assert worth is not None, f"{decision.prompt}: {decision.options}"
        assert len(worth) == decision.option_count
        assert all(isinstance(score, float) for score in worth)
        self.seen.add(decision.prompt)
        return super().decide(decision)


@pytest.mark.parametrize(("options", "numbers"), [
    (SETTINGS[0], (2,)), pytest.param(SETTINGS[0], (3, 6), marks=pytest.mark.slow),
    *(pytest.param(options, (2, 3), marks=pytest.mark.slow) for options in SETTINGS[1:]),
])
def test_random_games_ask_nothing_that_has_no_rule(options, numbers, monkeypatch):
    monkeypatch.setattr(single_match, "make_local", lambda _: LocalBot(Watching()))
    monkeypatch.setattr(Watching, "seen", set())
    game = find_game("pax_viking")
    for players in numbers:
        result = single_match.play_match(
            game, make_setup(game, players, options), [SeatSpec.parse("random")] * players,
            seed=bytes([players]) * 32, match_id=f"watched-{players}", move_time=None, in_process=True)
        assert not result.endings, result.endings[min(result.endings)].output.text
    assert len(Watching.seen) > 4 * len(numbers)


def test_an_option_that_is_not_known_leaves_the_question_to_the_default():
    assert pax_viking.scores(Asked("turn.action", [object(), Pass()], GAME.view(table(), A))) is None  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(len(SETTINGS)))
def test_it_counts_what_cards_count_as_the_rules_do(seed):
    random, dice = Random(seed), Dice(bytes([seed]) * 16)
    state = GAME.setup(make_setup(GAME, 3, SETTINGS[seed]))
    while question := GAME.pending(state):
        if isinstance(question, Chance):
            answers = [dice.answer(question)]
        else:
            position = Position(Asked(question[0].prompt, [], GAME.view(state, question[0].seat)))  # type: ignore[arg-type]
            for seat in range(3):
                for metric in METRICS:
                    assert position.counted(metric, seat) == end.count(state, seat, metric), metric
                for number in range(len(VICTORIES)):
                    assert (not position.missing(number, seat)) == end.fulfils(state, seat, number)
            answers = [check(each, random.sample(range(len(each.options)), random.randint(each.least, each.most)))
                       for each in question]
        GAME.apply(state, answers)


# What is sensible.

def four_winds(state, seat):
    """Posts and Followers as standard_1 asks for."""
    for place in ("bjarma_market", "aachen", "bulghar", "preslav"):
        follow(state, seat, place)
    established(state, seat, asks("standard_1"))


def test_who_fulfils_a_card_plays_an_event_and_who_would_give_the_game_away_does_not():
    for seat, plays in ((A, True), (B, False)):
        state = table()
        card(state, "standard_1")
        four_winds(state, seat)
        ship(state, A, "dublin")
        [event] = hand(state, A, "E02-3")
        turn(state)
        assert (best(state, "turn.action", Pass(), Play(event)) == Play(event)) is plays


def test_who_lacks_nothing_but_an_event_buys_one_that_leaves_the_silver_that_the_card_counts():
    for more, buys in ((2, True), (0, False)):
        state = table()
        card(state, "standard_2")
        for place in ("bjarma_market", "bulghar"):
            follow(state, A, place)
        established(state, A, asks("standard_2"))
        silver(state, asks("standard_2", "silver") + more, 0)
        track(state, 0, FOSTER_SON)
        track(state, 1, "E02-3")
        turn(state)
        assert (best(state, "turn.action", Pass(), Buy(0), Buy(1)) == Buy(1)) is buys


def test_it_replaces_the_follower_that_a_rival_needs_most():
    state = table()
    card(state, "standard_1")
    four_winds(state, B)
    follow(state, B, "dublin")
    for place in ("preslav", "dublin"):
        ship(state, A, place)
    silver(state, 9, 0)
    turn(state)
    assert best(state, "turn.action", Parley(post("dublin")), Parley(post("preslav"))) == Parley(post("preslav"))


def test_it_looks_at_the_pile_before_it_draws_for_the_last_event_if_it_can_still_draw():
    for spent, looks in ((0, True), (3, False)):
        state = table()
        card(state, "standard_1")
        four_winds(state, A)
        [god] = board(state, A, "G03")
        turn(state)
        state.markers_spent, state.influence = spent, [-1] * 4
        assert (best(state, "turn.action", InvestDraw(), UseTile(god)) == UseTile(god)) is looks


def test_a_hostage_court_is_worth_what_a_rival_loses():
    worths = []
    for needs in ("standard_3", "standard_4"):
        state = table()
        card(state, needs)
        court = next(row.id for row in TILES if row.archetype == "V15")
        at = next(name for name, number in POST.items() if number in CIRCLES)
        venture(state, court, at, A)
        other = next(name for name, number in POST.items()
                     if number in CIRCLES and name != at and POST_REGION[number] == POST_REGION[POST[at]])
        venture(state, next(row.id for row in TILES if row.archetype == "V01"), other, B)
        established(state, B, asks(needs))
        state.players[B].duchies = [POST_REGION[POST[at]]]
        longship = ship(state, A, at)
        turn(state)
        worths += scored(state, "turn.action", Activate(post(at), longship))
    assert worths[0] > worths[1] + 1


def test_a_hostage_court_stops_a_rival_that_fulfils_a_card_with_the_follower():
    state = table()
    card(state, "standard_3")
    at = next(name for name, number in POST.items() if number in CIRCLES)
    venture(state, next(row.id for row in TILES if row.archetype == "V01"), at, B)
    established(state, B, asks("standard_3"))
    turn(state)
    stops = []
    for duchies in ([POST_REGION[POST[at]]], []):
        state.players[B].duchies = duchies
        stops.append(Values(Asked("turn.action", [], GAME.view(state, A))).stops(post(at)))  # type: ignore[arg-type]
    assert stops == [True, False]
    assert not Values(Asked("turn.action", [], GAME.view(state, B))).stops(post(at))  # type: ignore[arg-type]


def test_who_has_looked_into_a_hand_asks_for_a_tile_of_it_by_name():
    state = table(2)
    card(state, "standard_1")
    four_winds(state, A)
    event, other = hand(state, B, "E02-3", FOSTER_SON)
    silver(state, 20, 0)
    turn(state)
    state.offer = Offer(A, B, 1)
    state.looks = [Look(A, B, (event, other))]
    worths = scored(state, "trade.want", Tile(other), Tile(event))
    assert worths[1] > 0 > worths[0]


def test_a_slipway_is_worth_more_while_the_longship_can_still_sail_in_this_turn():
    worths = []
    for spent in (0, 3):
        state = table()
        card(state, "standard_1")
        slipway = next(row.id for row in TILES if row.archetype == "V03")
        at = next(name for name, number in POST.items() if number in CIRCLES)
        venture(state, slipway, at, A)
        longship = ship(state, A, at)
        turn(state)
        state.markers_spent, state.influence = spent, [-1] * 4
        worths += scored(state, "turn.action", Activate(post(at), longship))
    assert worths[0] > worths[1] + 0.5


def test_the_storm_giant_is_worth_most_against_a_longship_that_then_no_longer_reaches_an_own_follower():
    state = table()
    card(state, "standard_2")
    [giant] = board(state, A, "G18")
    at = next(name for name, number in POST.items() if number in CIRCLES)
    venture(state, next(row.id for row in TILES if row.archetype == "V01"), at, A)
    longship = ship(state, B, at)
    turn(state)
    position = Values(Asked("turn.action", [], GAME.view(state, A)))  # type: ignore[arg-type]
    nodes, regions = position.catalogue.nodes, position.catalogue.regions
    worths = {}
    for number, row in enumerate(nodes):
        if row.region >= 0 and regions[row.region].kind == "sea":
            state.longships[longship].node = number
            far = position.far(number)[position.board.node[post(at)]]
            worths.setdefault(min(far, STEPS + 1), set()).update(scored(state, "turn.action", UseTile(giant)))
    assert {len(each) for each in worths.values()} == {1}
    nearer, just, beyond = (max(worths[steps]) for steps in (STEPS - 1, STEPS, STEPS + 1))
    assert beyond < nearer < just


def test_an_interpreter_is_worth_what_it_copies():
    state = table()
    card(state, "standard_2")
    [interpreter] = board(state, A, next(row.id for row in TILES if row.archetype == "A10"))
    turn(state)
    [nothing] = scored(state, "turn.action", UseTile(interpreter))
    stalls = next(row.id for row in TILES if row.archetype == "V01")
    at = next(name for name, number in POST.items()
              if number in CIRCLES and POST_WIND[number] == TILES[interpreter].this_wind)
    venture(state, stalls, at, B)
    [copied] = scored(state, "turn.action", UseTile(interpreter))
    assert copied > nothing + 0.5


def test_who_fulfils_a_novice_card_passes():
    for name, passes in (("novice_1", True), ("advanced_1", False)):
        state = table()
        card(state, name)
        for place in ("bjarma_market", "aachen", "preslav"):
            follow(state, A, place)
        established(state, A, asks("novice_1"))
        ship(state, A, "dublin")
        [god] = hand(state, A, "G21")
        turn(state)
        assert (best(state, "turn.action", Pass(), Play(god)) == Pass()) is passes


def test_it_buys_the_kind_of_tile_that_a_card_counts():
    state = table()
    card(state, "standard_4")
    track(state, 0, "E12-1")
    track(state, 1, FOSTER_SON)
    turn(state)
    assert best(state, "turn.action", Buy(0), Buy(1)) == Buy(1)


def test_it_establishes_the_type_that_it_lacks_where_a_card_counts_types():
    state = table()
    card(state, "standard_5")
    for place in ("bjarma_market", "aachen"):
        follow(state, A, place, "jarldom")
    assert best(state, "establish.type", *map(FollowerType, range(4))).type != 0


def test_it_takes_gifts_and_refuses_what_costs_more_than_it_brings():
    for give, want, accepts in ((Bundle(silver=3), Bundle(), True), (Bundle(), Bundle(silver=3), False),
                                (Bundle(silver=1), Bundle(tiles=[3, 4]), False),
                                (Bundle(promises=[0, 1]), Bundle(silver=4), False)):
        state = table()
        state.offer = Offer(A, B, 1, give, want, complete=True)
        counter, accept = scored(state, "trade.reply", Counter(), Accept(), seat=B)
        assert (accept > 0) is accepts
        assert counter < 0


def test_who_lacks_a_wind_buys_a_follower_there_that_is_worth_less_to_its_owner():
    state = table(2)
    card(state, "standard_1")
    for place in ("bjarma_market", "aachen", "bulghar"):
        follow(state, A, place)
    follow(state, B, "preslav")
    silver(state, 20, 0)
    turn(state)
    state.offer = Offer(A, B, 1)
    wanted = scored(state, "trade.want", PostFollower(post("preslav")), TileKind(1))
    assert wanted[0] > 0 > wanted[1]
    paid = sum(pile.amount for pile, worth in zip(PILES, scored(state, "trade.give", *PILES), strict=True) if worth > 0)
    for offered, takes in ((paid, True), (paid // 2, False)):
        state.offer = Offer(A, B, 1, Bundle(silver=offered), Bundle(posts=[post("preslav")]), complete=True)
        assert (scored(state, "trade.reply", Accept(), seat=B)[0] > 0) is takes


def test_it_never_sells_an_event():
    state = table(2)
    card(state, "standard_1")
    four_winds(state, A)
    [event] = hand(state, B, "E02-3")
    turn(state)
    state.offer = Offer(A, B, 1, Bundle(silver=10), Bundle(kinds=[1]), complete=True)
    assert scored(state, "trade.reply", Accept(), seat=B)[0] < 0
    state.offer = Offer(A, B, 1, Bundle(), Bundle(), complete=True)
    state.players[A].hand, state.players[B].hand = [event], []
    assert max(scored(state, "trade.give", Tile(event), *PILES)) < 0


def test_it_votes_for_what_helps_it_and_against_what_helps_others():
    for holder, yes in ((A, True), (B, False)):
        state = table()
        state.event = tile("E16-1")
        silver(state, 10, 10)
        state.players[holder].silver = 0
        assert best(state, "althing.vote", Vote(yes=True), Vote(yes=False)).yes is yes


def test_it_keeps_the_tile_that_it_can_use():
    state = table()
    card(state, "standard_4")
    event = Tile(tile("E12-1"))
    assert best(state, "solstice.discard", Tile(tile(FOSTER_SON)), event) == event


@pytest.mark.parametrize("players", first_quick(1, [2, 3]))
@seeds(2, 6)
def test_it_beats_random_bots(players, seeds):
    won = 0
    for seed in seeds:
        seats = [SeatSpec.parse("greedy" if seat == seed % players else "random") for seat in range(players)]
        result = single_match.play_match(GAME, make_setup(GAME, players), seats, seed=bytes([seed]) * 32,
                                         match_id=f"greedy-{seed}", move_time=None, in_process=True)
        won += result.ranks[seed % players] == 1 == result.ranks.count(1)
    assert won == len(seeds)
