"""Chances become exact weights, seats see what OpenSpiel shows them, and positions hold what a seat can know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lawspeaker_openspiel.chances import NoFraction, weights_of
from lawspeaker_openspiel.game import OpenSpielGame
from lawspeaker_openspiel.rows import ROWS, Row
from lawspeaker_openspiel.state import NotPlayable, load, replayed, told

from lawspeaker_engine import canon, laws
from lawspeaker_engine.model import BadSetup, CannotDealAnew, Chance, Decision
from lawspeaker_engine.position import BadPosition, Position
from lawspeaker_engine.position import load as load_position
from lawspeaker_engine.setups import make_setup

GAMES = {name: OpenSpielGame(row) for name, row in ROWS.items()}
DEALT = ("bridge", "hearts", "kuhn_poker", "leduc_poker")
"""Games with secrets that OpenSpiel samples."""
NOT_DEALT = ("gin_rummy", "hanabi", "liars_dice")


def decisions(name: str, seed: int = 0) -> Iterator[tuple[Any, Decision]]:
    """Yield the states of a random game in which a single seat is asked."""
    game = GAMES[name]
    for state, question, _answers in laws.positions(game, min(game.players), seed):
        if not isinstance(question, Chance) and len(question) == 1:
            yield state, question[0]


# --- weights ---


@pytest.mark.parametrize(("probabilities", "weights"), [
    ([1 / 3] * 3, ()), ([1.0], ()), ([1 / 36, 1 / 18, 33 / 36], (1, 2, 33)), ([0.5, 0.25, 0.25], (2, 1, 1)),
    ([3 / 47, 44 / 47], (3, 44)), ([1 / 3 + 9e-13, 2 / 3], (1, 2)),
])
def test_probabilities_become_the_smallest_weights(probabilities: list[float], weights: tuple[int, ...]) -> None:
    assert weights_of(probabilities) == weights


@pytest.mark.parametrize(("probabilities", "words"), [
    ([2 ** -0.5, 1 - 2 ** -0.5], "is no fraction"), ([1 / 3 + 2e-12, 2 / 3 - 2e-12], "is no fraction"),
    ([0.0, 1.0], "is no fraction above 0"), ([-0.5, 1.5], "is no fraction above 0"), ([0.5, 0.25], "make 3/4, not 1"),
    ([1 / 65_537, 65_536 / 65_537], "is no fraction"),
])
def test_other_probabilities_are_refused(probabilities: list[float], words: str) -> None:
    with pytest.raises(NoFraction, match=words):
        weights_of(probabilities)


@given(st.lists(st.integers(1, 200), min_size=1, max_size=40))
def test_weights_stand_in_the_proportions_of_any_fractions(parts: list[int]) -> None:
    total = sum(parts)
    weights = weights_of([part / total for part in parts]) or (1,) * len(parts)
    assert [Fraction(weight, sum(weights)) for weight in weights] == [Fraction(part, total) for part in parts]


def test_chances_that_are_equal_have_no_weights() -> None:
    rolls = [question for _state, question, _answers in laws.positions(GAMES["backgammon"], 2, 1)
             if isinstance(question, Chance)]
    assert {(len(roll.options), roll.weights) for roll in rolls} == {(30, ()), (36, ())}


def test_hanabi_draws_a_card_by_how_many_are_left() -> None:
    state = GAMES["hanabi"].setup(make_setup(GAMES["hanabi"], 2))
    question = GAMES["hanabi"].pending(state)
    assert isinstance(question, Chance)
    assert question.weights == (3, 2, 2, 2, 1) * 5


# --- who sees what ---


def audiences(name: str, players: int, options: dict[str, bool | int | str]) -> list[tuple[str, Any]]:
    """Return who was asked, and who saw the answer, of a random game."""
    found: list[tuple[str, Any]] = []
    for _state, question, _answers in laws.positions(GAMES[name], players, 2, options):
        for each in (question,) if isinstance(question, Chance) else question:
            asked = each.prompt if isinstance(each, Chance) else f"seat {each.seat}"
            found.append((asked, each.seen_by))
    return found


def test_cards_of_poker_are_seen_by_who_gets_them_and_the_board_by_all() -> None:
    assert audiences("kuhn_poker", 3, {})[:4] == [
        ("chance", (0,)), ("chance", (1,)), ("chance", (2,)), ("seat 0", None)]
    seen = [audience for asked, audience in audiences("leduc_poker", 2, {}) if asked == "chance"]
    assert seen[:2] == [(0,), (1,)]
    assert set(seen[2:]) <= {None}


def test_dice_of_liars_are_seen_by_who_rolls_them() -> None:
    assert audiences("liars_dice", 2, {"numdice": 2})[:5] == [
        ("chance", (0,)), ("chance", (0,)), ("chance", (1,)), ("chance", (1,)), ("seat 0", None)]


def test_a_card_of_hanabi_is_seen_by_all_but_who_gets_it() -> None:
    found = audiences("hanabi", 3, {})
    assert {audience for asked, audience in found if asked == "chance"} <= {(0, 1), (0, 2), (1, 2), ()}
    assert {audience for asked, audience in found if asked != "chance"} == {None}


def test_passed_cards_of_hearts_are_seen_by_who_passes_and_the_play_by_all() -> None:
    found = audiences("hearts", 4, {})
    passed = [(asked, audience) for asked, audience in found if asked.startswith("seat") and audience is not None]
    assert len(passed) in (0, 12)
    assert all(int(asked[-1]) in audience and len(audience) <= 2 for asked, audience in passed)
    deals = [audience for asked, audience in found if asked == "chance"][1:]
    assert deals[:51] == [(number % 4,) for number in range(51)]
    assert deals[51:] == [()]
    assert [audience for asked, audience in found if asked == "turn"] == [None] * (len(passed) + 1)


@pytest.mark.parametrize("name", ["gin_rummy", "bridge", "hearts", "kuhn_poker", "hanabi", "liars_dice", "leduc_poker"])
def test_a_spectator_of_a_game_with_secrets_sees_no_words_of_openspiel(name: str) -> None:
    game = GAMES[name]
    for state, _question, _answers in laws.positions(game, min(game.players), 3):
        view = game.view(state, None)
        assert (view.information, view.observation, view.position) == ("", "", "")
        assert not game.view(state, 0).position


@pytest.mark.parametrize("name", ROWS)
def test_a_view_is_what_openspiel_shows_the_seat(name: str) -> None:
    game = GAMES[name]
    for state, _question, _answers in laws.positions(game, min(game.players), 3):
        for seat in range(min(game.players)):
            view = game.view(state, seat)
            assert (view.information, view.observation) == told(state.spiel, seat)
            assert view.information or view.observation or state.spiel.is_chance_node() or not state.history


# --- dealing anew ---


@pytest.mark.parametrize("name", DEALT)
def test_two_states_that_look_the_same_to_a_seat_are_dealt_alike(name: str) -> None:
    game, dealt = GAMES[name], 0
    seeds = range(1, 10 if name.endswith("poker") else 2)
    for number, (state, decision) in enumerate(each for seed in seeds for each in decisions(name, seed)):
        seat = (decision.seat + number) % min(game.players)
        try:
            one, other = (game.deal_anew(state, seat, Random(each)) for each in "ab")
            same = [game.deal_anew(each, seat, Random(number)) for each in (state, one, other)]
        except CannotDealAnew:
            continue
        assert len({canon.digest(each) for each in same}) == 1
        assert canon.encode(game.view(one, seat)) == canon.encode(game.view(state, seat))
        assert str(one.spiel) == str(replayed(one.game, one.history))
        dealt += canon.digest(one) != canon.digest(state)
    assert dealt > 0


@pytest.mark.parametrize("name", DEALT)
def test_a_position_is_read_back_and_has_the_seats_own_question(name: str) -> None:
    game = GAMES[name]
    for number, (state, decision) in enumerate(decisions(name, 2)):
        if number % 7:
            continue
        setup = make_setup(game, min(game.players))
        try:
            position = Position(game, setup, decision.seat, state).deal_anew(Random(number), decision.seat)
        except CannotDealAnew:
            continue
        again = load_position_of(game, position)
        [own] = again.decisions
        assert (own.seat, own.options, own.default) == (decision.seat, decision.options, decision.default)
        assert again.playout(Random(1)).reason == "returns"


def load_position_of(game: OpenSpielGame, position: Position) -> Position:
    """Return the position of its bytes, with the game in the list of games."""
    from lawspeaker_engine.games import GAMES as KNOWN

    assert KNOWN[game.name].name == game.name
    return load_position(position.dump())


@pytest.mark.parametrize("name", NOT_DEALT)
def test_what_openspiel_does_not_sample_is_refused(name: str) -> None:
    for state, decision in decisions(name):
        with pytest.raises(CannotDealAnew, match=f"openspiel_{name} cannot be dealt anew: OpenSpiel does not sample"):
            GAMES[name].deal_anew(state, decision.seat, Random(0))


def test_a_sample_whose_history_is_the_truth_is_refused() -> None:
    """OpenSpiel's samples of gin rummy have other cards and the history of the real ones."""
    game = OpenSpielGame(replace(ROWS["gin_rummy"], sampled=True))
    state, question, _answers = next(each for each in laws.positions(game, 2, 1) if not isinstance(each[1], Chance))
    assert isinstance(question, tuple)
    with pytest.raises(CannotDealAnew, match="a sample of OpenSpiel does not follow from its history"):
        game.deal_anew(state, question[0].seat, Random(0))


def test_a_hand_that_nobody_showed_is_dealt_anew_after_the_end_too() -> None:
    game = GAMES["kuhn_poker"]
    state = game.setup(make_setup(game, 2))
    for action in (0, 2, 1, 0):  # two cards, a bet, a pass
        state.push([action])
    assert state.spiel.is_terminal()
    hands = {game.deal_anew(state, 0, Random(seed)).history[1] for seed in range(20)}
    assert hands == {1, 2}


def test_nothing_is_dealt_while_cards_are_dealt() -> None:
    game = GAMES["kuhn_poker"]
    state = game.setup(make_setup(game, 2))
    with pytest.raises(CannotDealAnew, match="while chance is asked"):
        game.deal_anew(state, 0, Random(0))


@pytest.mark.parametrize("history", [[5], [0, 0], [0, 1, 7], [0, 1, 0, 0, 0], [70_000]])
def test_a_position_of_a_history_that_is_not_legal_is_refused(history: list[int]) -> None:
    game = GAMES["kuhn_poker"]
    setup = make_setup(game, 2)
    state = game.setup(setup)
    state.history = history
    with pytest.raises(BadPosition):
        load_position(Position(game, setup, 0, state).dump())


# --- games that are none, and other games ---


@pytest.mark.parametrize(("text", "words"), [
    ("no_such_game", "OpenSpiel does not load no_such_game"), ("kuhn_poker(players=99)", "does not load"),
    ("mfg_crowd_modelling", "a distribution of players"), ("deep_sea(randomize_actions=maybe)", "does not load")])
def test_a_game_that_cannot_be_played_is_refused(text: str, words: str) -> None:
    with pytest.raises(NotPlayable, match=words):
        load(text)


def test_a_game_that_draws_by_itself_is_refused() -> None:
    sampled = [kind.short_name for kind in pyspiel.registered_games()
               if kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC and kind.default_loadable]
    for name in sampled:
        with pytest.raises(NotPlayable, match="draws by itself"):
            load(name)
    broken = OpenSpielGame(Row("no_such_game", "None", (2,)))
    with pytest.raises(BadSetup, match="OpenSpiel does not load no_such_game"):
        broken.setup(make_setup(broken, 2))


@pytest.mark.parametrize("name", ["tic_tac_toe", "pig", "breakthrough"])
@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
def test_a_row_brings_another_game(name: str, law: laws.Law) -> None:
    law(OpenSpielGame(Row(name, name, (2,))), 2, {}, range(2))


def test_moves_of_a_game_with_secrets_are_closed_unless_its_row_opens_them() -> None:
    game = OpenSpielGame(Row("phantom_ttt", "Phantom tic-tac-toe", (2,)))
    for state, question, _answers in laws.positions(game, 2, 1):
        assert isinstance(question, tuple)
        assert question[0].seen_by == (question[0].seat,), state.history
    with pytest.raises(AssertionError, match="is shown nothing of it"):  # but for a part of it
        laws.secrets_are_kept(OpenSpielGame(Row("dark_chess", "Dark chess", (2,))), 2, {}, range(3))


def test_bids_of_a_game_with_secrets_are_shown_to_nobody_else() -> None:
    state = GAMES["goofspiel"].setup(make_setup(GAMES["goofspiel"], 2, {"num_cards": 4}))
    state.game = "goofspiel(imp_info=True,num_cards=4,points_order=descending)"
    state.restore()
    question = GAMES["goofspiel"].pending(state)
    assert isinstance(question, tuple)
    assert [decision.seen_by for decision in question] == [(0,), (1,)]


def test_nothing_is_dealt_while_all_are_told_who_moves() -> None:
    game = GAMES["hearts"]
    told_to_all = [state.copy() for state, question, _answers in laws.positions(game, 4, 2)
                   if isinstance(question, Chance) and question.prompt == "turn"]
    assert told_to_all
    with pytest.raises(CannotDealAnew, match="while chance is asked"):
        game.deal_anew(told_to_all[0], 0, Random(0))
