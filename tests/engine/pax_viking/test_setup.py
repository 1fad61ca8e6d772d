"""Setting a game up (SG-SETUP-*)."""

from __future__ import annotations

from collections import Counter

import pytest

from lawspeaker_engine.games.pax_viking.board import POST_REGION, POST_WIND
from lawspeaker_engine.games.pax_viking.options import Jarl
from lawspeaker_engine.games.pax_viking.rows import JARL_HOMES, JARLS, KINDS, TILES, VENTURE, VICTORIES
from lawspeaker_engine.games.pax_viking.settings import read_settings
from lawspeaker_engine.games.pax_viking.state import NO_TILE, NOBODY, State
from lawspeaker_engine.model import BadSetup, Chance
from lawspeaker_engine.setups import make_setup

from .positions import GAME, answer, chance, decision, draw, number, offered, passing, run


def set_up(players: int, first: int = 0, **options: object) -> State:
    """A game whose chance always takes what comes first, but for the first player; up to the first turn."""
    state = GAME.setup(make_setup(GAME, players, options))  # type: ignore[arg-type]
    draw(state, first)
    while isinstance(question := run(state), Chance):
        draw(state, *range(question.count))
    return state


def test_SG_T01_SG_SETUP_11_SG_SETUP_12_silver_rises_with_the_turn_order_and_by_jarls():
    state = GAME.setup(make_setup(GAME, 4))
    assert chance(state).prompt == "setup.first"
    draw(state, 1)
    names = ("sigrun", "ketil", "torolf", "hroar")
    draw(state, *[Jarl(number(JARLS, name)) for name in names])
    assert [player.silver for player in state.players] == [6, 3, 4 + 2, 5]


def test_SG_SETUP_11_the_silver_by_which_later_players_have_more_is_an_option():
    for more, silver in ((0, [3, 3, 3]), (4, [3, 7, 11])):
        state = GAME.setup(make_setup(GAME, 3, {"later_silver": more}))
        draw(state, 0)
        assert [player.silver for player in state.players] == silver


def test_SG_T02_SG_SETUP_03_SG_SETUP_13_AMB_SG_03_AMB_SG_04_the_pile_fills_a_track_of_five():
    state = set_up(3)
    assert len([tile for tile in state.track if tile != NO_TILE]) == 5
    assert len(state.pile) == 31
    assert [len(player.hand) for player in state.players] == [0, 0, 0]
    assert state.discard == []


@pytest.mark.parametrize("players", [2, 4, 6])
def test_SG_T03_SG_SETUP_07_AMB_SG_42_ventures_with_different_locations_lie_on_the_map(players):
    state = set_up(players)
    laid = [(post, TILES[tile]) for post, tile in enumerate(state.tiles) if tile != NO_TILE]
    assert len(laid) == 6 - players
    assert len({(row.region, row.wind) for _, row in laid}) == 6 - players
    for post, row in laid:
        assert row.kind == VENTURE
        assert row.region in (-1, POST_REGION[post])
        assert row.wind in (-1, POST_WIND[post])
    assert set(state.owners) == {NOBODY}


def test_SG_SETUP_07_AMB_SG_42_no_venture_is_drawn_for_a_location_that_has_one():
    state = GAME.setup(make_setup(GAME, 2))
    used, drawn = set(), 0
    while isinstance(question := run(state), Chance):
        if question.prompt == "setup.venture":
            rows = [TILES[option.tile] for option in question.options]
            assert not used & {(row.region, row.wind) for row in rows}
            used.add((rows[0].region, rows[0].wind))
            drawn += 1
        draw(state, *range(question.count))
    assert drawn == 4


def test_SG_T04_SG_SETUP_08_SG_SETUP_09_SG_SETUP_10_AMB_SG_10_pieces_begin_on_the_jarlboard():
    state = set_up(3)
    for seat, player in enumerate(state.players):
        assert player.supply == [6, 6, 6, 6]
        assert [ship.node for ship in state.longships if ship.seat == seat] == [-1] * 6
        assert player.duchies == []
    assert len({JARL_HOMES[player.jarl] for player in state.players}) == 3
    assert state.influence == [NOBODY] * 4
    assert state.settings.action_markers == 4


def test_SG_T05_SG_SETUP_04_SG_SETUP_05_AMB_SG_43_the_starter_deck_leaves_out_tiles_for_more_players():
    state = set_up(5, deck="starter")
    deck = state.pile + state.track
    assert Counter(KINDS[TILES[tile].kind] for tile in deck) == {
        "venture": 20, "event": 15, "advocate": 15, "god": 10,
    }
    assert {TILES[tile].starter for tile in deck} == {2, 3, 4, 5}


@pytest.mark.parametrize("players", [2, 3, 6])
def test_SG_SETUP_05_the_balanced_deck_has_twelve_tiles_a_player_in_the_ratio_of_the_rules(players):
    state = set_up(players, deck="balanced")
    kinds = Counter(KINDS[TILES[tile].kind] for tile in state.pile + state.track)
    assert kinds == {"venture": 4 * players, "event": 3 * players, "advocate": 3 * players, "god": 2 * players}


@pytest.mark.parametrize(("options", "tiles"), [
    ({}, 12),
    ({"standard_cards": 0, "novice_cards": 1}, 12),
    ({"advanced_cards": 1}, 16),
    ({"advanced_cards": 1, "eklundian_cards": 1}, 20),
    ({"eklundian_cards": 1, "tiles_per_player": 12}, 12),
])
def test_SG_SETUP_06_harder_cards_have_a_larger_pile(options, tiles):
    for deck in ("random", "balanced", "starter"):
        state = set_up(2, **options, deck=deck)
        assert len(state.pile + state.track) == 2 * tiles


def test_SG_SETUP_01_any_mix_of_difficulties_is_laid_out_and_one_card_at_least():
    state = set_up(2, novice_cards=2, standard_cards=1, eklundian_cards=5)
    assert Counter(VICTORIES[card].difficulty for card in state.face_up) == {
        "novice": 2, "standard": 1, "eklundian": 5,
    }
    with pytest.raises(BadSetup, match="needs a Victory Condition card"):
        read_settings(make_setup(GAME, 2, {"standard_cards": 0}))


def test_SG_SETUP_02_cards_may_lie_face_down():
    state = set_up(2, face_down=True)
    assert state.face_up == []
    assert len(state.face_down) == 3
    assert GAME.view(state, 0).face_down == 3
    assert GAME.view(state, 0).face_up == []


def test_SG_SETUP_14_jarls_are_chosen_in_reverse_turn_order():
    state = GAME.setup(make_setup(GAME, 3, {"jarls": "chosen"}))
    draw(state, 1)
    assert decision(state).seat == 0
    assert len(offered(state)) == 9
    answer(state, Jarl(4))
    assert decision(state).seat == 2
    assert Jarl(4) not in offered(state)
    assert decision(state).default == (0,)
    answer(state, Jarl(0))
    assert decision(state).seat == 1
    answer(state, Jarl(8))
    assert [player.jarl for player in state.players] == [4, 8, 0]
    assert state.players[0].silver == 5 + JARLS[4].silver


def test_AMB_SG_02_a_table_may_play_with_three_action_markers():
    state = set_up(2, action_markers=3, first_turns="all")
    assert GAME.view(state, 0).markers == 3


@pytest.mark.parametrize(("options", "markers"), [
    ({"players": 2}, [2, 4, 4, 4]), ({"players": 3}, [2, 3, 4, 4]), ({"players": 4}, [1, 2, 3, 4, 4]),
    ({"players": 5}, [1, 2, 2, 3, 4, 4]), ({"players": 2, "action_markers": 3}, [1, 3, 3]),
    ({"players": 2, "first_turns": "all"}, [4, 4, 4]),
])
def test_AMB_SG_63_who_comes_early_has_fewer_action_markers_in_the_first_round(options, markers):
    state = set_up(first=1, **options)
    seen = []
    for _ in markers:
        run(state)
        seen.append(GAME.view(state, state.seat).markers)
        passing(state)
    assert seen == markers


def test_AMB_SG_03_the_hand_may_begin_with_tiles():
    assert [len(player.hand) for player in set_up(2, start_hand=2).players] == [2, 2]


@pytest.mark.parametrize("spaces", [4, 6])
def test_AMB_SG_04_the_track_may_have_more_or_fewer_spaces(spaces):
    assert len([tile for tile in set_up(2, track_spaces=spaces).track if tile != NO_TILE]) == spaces


def test_AMB_SG_44_two_to_six_play():
    assert GAME.players == (2, 3, 4, 5, 6)
    for players in (1, 7):
        with pytest.raises(BadSetup, match="is played by 2, 3, 4, 5, 6 players"):
            make_setup(GAME, players)
