"""What the outcome says of points and places: their parts, who won by what, and what broke ties."""

from __future__ import annotations

from lawspeaker_engine.games import GAMES
from lawspeaker_engine.games.northgard.cards.resolving import CARDS, number_of

from .positions import run
from .test_end import castles, end_year
from .test_victory import BLUE, RED, both, end_of_year, face_up

VALUED = next(number for number, card in enumerate(CARDS) if card.set == "early" and card.fame == 2)


def told(state):
    """The outcome of a finished game, and its parts that brought something, by seat."""
    outcome = GAMES["northgard"].outcome(state)
    assert tuple(sum(part.points for part in parts) for parts in outcome.parts) == outcome.scores
    return outcome, [{part.name: part.points for part in parts if part.points} for parts in outcome.parts]


def test_NG_END_03_fame_comes_from_tokens_resources_developments_achievements_and_unrest():
    state = end_year(2, {"A": {"own": 0, "u": 4, "lairs": 2}, "B": {"own": 1, "u": 1}}, year=7)
    one, other = state.players
    one.fame, one.resources = 11, [4, 3, 1]
    one.draw, one.hand = [VALUED, number_of("unrest")], [VALUED, number_of("trapper"), number_of("warlord")]
    other.fame, other.draw = 20, [number_of("unrest")] * 5
    run(state)
    outcome, parts = told(state)
    # Trapper: 3 for each of two lairs; Warlord: 1 for each of four units.
    assert parts == [
        {"fame tokens": 11, "resources": 2, "Development cards": 4, "Achievements": 10, "Unrest": -5},
        {"fame tokens": 20, "Unrest": -25},
    ]
    assert outcome.scores == (22, -5)
    assert outcome.decided == ("Most fame, 22: seat 0.",)


def test_NGP_END_01_in_the_prototype_cards_are_no_part_and_unrest_costs_three():
    state = end_year(2, {"A": {"own": 0, "u": 1}, "B": {"own": 1, "u": 1}}, year=7, edition="prototype")
    state.players[0].fame, state.players[0].draw = 9, [VALUED, number_of("unrest")]
    run(state)
    assert told(state)[1] == [{"fame tokens": 9, "Unrest": -3}, {}]


def test_NG_VAR_08_teammates_have_the_parts_of_their_team():
    state = end_year(4, {str(seat): {"own": seat, "u": 1} for seat in range(4)}, year=7, teams=True)
    for seat, fame in enumerate((4, 1, 5, 2)):
        state.players[seat].fame = fame
    state.players[2].resources, state.players[1].draw = [3, 0, 0], [VALUED]
    run(state)
    outcome, parts = told(state)
    assert parts == [{"fame tokens": 9, "resources": 1}, {"fame tokens": 3, "Development cards": 2}] * 2
    assert outcome.decided == ("Most fame, 10: seats 0 and 2.",)


def test_NG_END_04_ties_say_what_broke_them():
    land = {"a": {"own": 0, "u": 1}, "b": {"own": 1, "u": 1}, "c": {"own": 1, "u": 1}, "d": {"own": 2, "u": 2}}
    state = end_year(4, {**land, "e": {"own": 3, "u": 2}}, year=7)
    for player in state.players:
        player.fame = 6
    run(state)
    outcome, _ = told(state)
    assert outcome.ranks == (4, 1, 2, 2)
    assert outcome.decided == (
        "Most fame, 6: seat 0, seat 1, seat 2 and seat 3.",
        "Tie at 6 fame between seat 1 and seat 2 broken by controlled territories: 2 to 1 for seat 1.",
        ("Tie at 6 fame between seat 2 and seat 3 not broken by controlled territories, figures and buildings: they "
        "share the place."),
        "Tie at 6 fame between seat 3 and seat 0 broken by figures: 2 to 1 for seat 3.",
    )


def test_NG_END_01_NG_END_02_a_victory_by_territories_says_with_how_many_and_what_broke_its_tie():
    state = end_year(4, {**castles(0, 3), **castles(1, 4), "x": {"own": 2, "u": 1}, "y": {"own": 3, "u": 2}}, year=2)
    state.players[0].fame, state.players[2].fame, state.players[3].fame = 3, 50, 50
    run(state)
    outcome, _ = told(state)
    assert (outcome.reason, outcome.ranks) == ("territories", (1, 4, 3, 2))
    assert outcome.decided == (
        "Victory by 3 closed territories with a large building: seat 0.",
        "Victory by 4 closed territories with a large building: seat 1.",
        "Tie between seat 0 and seat 1 broken by fame: 3 to 0 for seat 0.",
        "Tie at 50 fame between seat 3 and seat 2 broken by figures: 2 to 1 for seat 3.",
    )


def test_NG_END_01_one_who_wins_by_territories_has_no_tie():
    state = end_year(2, {**castles(0, 3), "x": {"own": 1, "u": 9}}, year=2)
    run(state)
    assert told(state)[0].decided == ("Victory by 3 closed territories with a large building: seat 0.",)


def test_UH_ALT_10_a_victory_by_cards_names_them_and_the_number_of_cards_breaks_a_tie_first():
    state = face_up("spreading", "prosperity", "production")
    both(state)
    state.players[RED].resources = [5, 5, 5]
    end_of_year(state)
    outcome, _ = told(state)
    assert (outcome.reason, outcome.ranks[RED]) == ("thane", 1)
    names = [f"Victory by victory cards {cards}: seat {seat}." for seat, cards in (
        (RED, "Spreading, Prosperity, Production"), (BLUE, "Spreading, Prosperity"))]
    assert outcome.decided[:2] == tuple(names)
    assert outcome.decided[2:] == ("Tie between seat 0 and seat 1 broken by victory cards: 3 to 2 for seat 0.",)


def test_while_a_game_goes_on_there_is_no_outcome():
    state = end_year(2, {**castles(0, 1), **castles(1, 1)}, year=3)
    run(state)
    assert GAMES["northgard"].outcome(state) is None
