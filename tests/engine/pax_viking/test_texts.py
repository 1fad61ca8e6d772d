"""The texts of Pax Viking, compared with positions: tables and facts of setups, and what a brief view leaves out."""

from __future__ import annotations

import re

import pytest

from lawspeaker_engine.games.pax_viking import tiles
from lawspeaker_engine.games.pax_viking.board import COSTS, GATES, POST_REGION, POSTS, REGIONS
from lawspeaker_engine.games.pax_viking.options import Sail
from lawspeaker_engine.games.pax_viking.rows import KINDS, TILES, VICTORIES
from lawspeaker_engine.games.pax_viking.settings import read_settings
from lawspeaker_engine.games.pax_viking.text.brief import tile_tag
from lawspeaker_engine.games.pax_viking.text.facts import cards_on, facts_of, tiles_on
from lawspeaker_engine.games.pax_viking.text.prompts import TEXT
from lawspeaker_engine.setups import make_setup

from .positions import GAME, A, B, answer, follow, hand, run, ship, table, turn, venture
from .random_games import positions

GUIDE = GAME.guide()


def setup(players=3, **options):
    return make_setup(GAME, players, options)


def settings(players=3, **options):
    return read_settings(setup(players, **options))


def brief(state, seat=A):
    run(state)
    return list(TEXT.brief.view(GAME.view(state, seat)))


def told_tiles(which):
    """Which copies the tables of a setup name, as name and copy."""
    titles = {f"{kind.capitalize()}s" for kind in KINDS}
    return {(row[0], copy) for each in GUIDE.tables(which) if each.title in titles
            for row in each.rows for copy in row[1].split(", ")}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("tiles_per_player", [12, 16])
def test_SG_SETUP_04_the_tables_of_a_starter_deck_have_the_tiles_that_can_come_and_no_others(players, tiles_per_player):
    """Only with more tiles than are marked all can come; Ventures are also laid from the box."""
    which = setup(players, deck="starter", tiles_per_player=tiles_per_player)
    state, *_ = (state for state, _ in positions(players, 1, deck="starter", tiles_per_player=tiles_per_player)
                 if state.turn)
    there = {*state.pile, *state.track, *(each for each in state.tiles if each >= 0)} - {-1}
    can = set(tiles_on(read_settings(which)))
    assert there <= can
    assert (len(can) == len(TILES)) == (tiles_per_player > 12)
    told = told_tiles(which)
    assert len(told) == len(can)
    names = {row.name for number, row in enumerate(TILES) if number in can}
    assert {name for name, _copy in told} == names


def test_SG_SETUP_01_only_cards_of_difficulties_that_are_laid_out_are_told():
    which = settings(novice_cards=1, standard_cards=0, eklundian_cards=2)
    assert {VICTORIES[number].difficulty for number in cards_on(which)} == {"novice", "eklundian"}
    facts = facts_of(which)
    assert facts["cards"] == "1 Novice and 2 Eklundian"
    assert facts["novice"]
    assert facts["at_events"]
    assert not facts_of(settings(novice_cards=1, standard_cards=0))["at_events"]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("markers", [3, 4])
@pytest.mark.parametrize("first_turns", ["fewer", "all"])
def test_AMB_SG_63_the_action_markers_of_the_first_round_are_told_as_players_get_them(players, markers, first_turns):
    options = {"first_turns": first_turns, "action_markers": markers}
    had = {}
    for state, question in positions(players, 3, **options):
        if state.turn > players:
            break
        for decision in question if isinstance(question, tuple) else ():
            if decision.prompt == "turn.action":
                had.setdefault(state.turn, GAME.view(state, decision.seat).markers)
    facts = facts_of(settings(players, **options))
    told = [int(number) for number in str(facts["first_markers"]).split(", ")]
    assert [had[number] for number in sorted(had)] == told[:len(had)]
    assert len(told) == players
    assert facts["fewer"] == (told != [markers] * players)


def test_SG_MAP_08_the_table_of_posts_has_each_post_once_with_its_price_and_the_sea_of_its_harbor():
    rows = [row for each in GUIDE.tables(setup()) if each.title.startswith("POSTS") for row in each.rows]
    told = {name: row for row in rows for name in row[0].split(", ")}
    assert len(told) == len(POSTS) == sum(len(row[0].split(", ")) for row in rows)
    for number, row in enumerate(POSTS):
        _names, price, sea, kind, region, _text = told[row.name]
        assert int(price) == COSTS[number]
        assert sea == ("" if GATES[number] == POST_REGION[number] else REGIONS[GATES[number]].name)
        assert region in ("", REGIONS[POST_REGION[number]].name)
        assert region or row.name.startswith(REGIONS[POST_REGION[number]].name)
        assert ("Key" in kind) == row.key


def test_a_brief_view_says_whose_followers_and_longships_are_where_and_which_are_exhausted():
    state = table()
    venture(state, "V03-T", "volga_1", B)
    venture(state, "V02-S", "volga_2")
    for exhausted in (False, False, True):
        ship(state, B, "volga_1", exhausted=exhausted)
    ship(state, A, "volga_1")
    ship(state, A, "volga")
    ship(state, B, "faroe", kind="faroe")
    follow(state, B, "faroe", "rus")
    lines = brief(turn(state))
    assert "Volga 1 Slipway: you L, s1 T2LX" in lines
    assert "Volga 2 Toll Chain S" in lines
    assert "Volga: you L" in lines
    assert "Faroe: s1 RL Faroe" in lines
    assert any(line.startswith("s1 Emund: 10 silver; hand 0/4; T1 R1") for line in lines)


def test_inside_an_action_a_brief_view_leaves_out_the_track_and_what_is_known_of_other_hands():
    """Both are told again when the next action is chosen."""
    state = table()
    longship = ship(state, A, "volga")
    [shown] = hand(state, B, "G05")
    tiles.show(state, B, shown, (A,))
    known = f"hand 1/4 ({tile_tag(shown)})"
    at_rest = brief(turn(state))
    assert any(line.startswith("Track: 1 ") for line in at_rest)
    assert any(known in line for line in at_rest)
    answer(state, Sail(longship))
    inside = brief(state)
    assert "Asked about: Longship at Volga; 3 steps left" in inside
    assert not any(line.startswith("Track: ") or known in line for line in inside)
    assert any("hand 1/4" in line for line in inside)
    answer(state)
    assert any(known in line for line in brief(state))


@pytest.mark.parametrize("where", ["hand", "venture", "place", "nowhere"])
def test_discards_are_told_where_a_tile_or_post_in_sight_can_take_them(where):
    state = table()
    state.discard.append(state.box.pop(0))
    if where == "hand":
        hand(state, A, "V09-J")
    elif where == "venture":
        venture(state, "V09-J", "seine_1", B)
    elif where == "place":
        ship(state, A, "preslav")
    told = [line for line in brief(turn(state)) if line.startswith("Discarded: ")]
    assert told == ([] if where == "nowhere" else [f"Discarded: {tile_tag(state.discard[0])}"])


def test_a_setup_documents_the_prompts_that_it_can_ask():
    """Without promises, choice and certain tiles of the starter deck some are never asked."""
    page = GUIDE.prompts_page(setup(2, promises=False, jarls="dealt", deck="starter"))
    never = {"turn.promise", "turn.promise_to", "althing.promise", "setup.jarl", "sweden.play"}
    assert not never & set(re.findall(r"`([a-z_.]+)`", page))
    other = GUIDE.prompts_page(setup(jarls="chosen", sweden_play_forced=False))
    assert set(re.findall(r"^\| `([a-z_.]+)`", other, re.MULTILINE)) == set(TEXT.prompts)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4, 6])
def test_games_of_a_starter_deck_ask_nothing_that_their_page_lacks(players):
    page = GUIDE.prompts_page(setup(players, deck="starter"))
    documented = set(re.findall(r"^\| `([a-z_.]+)`", page, re.MULTILINE))
    asked = {decision.prompt for seed in range(6)
             for _, question in positions(players, seed, eager=True, deck="starter")
             for decision in (question if isinstance(question, tuple) else ())}
    assert asked <= documented
