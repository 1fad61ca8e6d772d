"""What there is to read about a match of Clansmen: tables are those of its setup, letters mean one thing each."""

from __future__ import annotations

import re

import pytest

from lawspeaker_engine.content import BadContent
from lawspeaker_engine.games.clansmen.cards.tales import TALES
from lawspeaker_engine.games.clansmen.enums import Population, Season
from lawspeaker_engine.games.clansmen.hexes import BOARDS, TERRAINS
from lawspeaker_engine.games.clansmen.options import Pass
from lawspeaker_engine.games.clansmen.state import ACTIONS, SEASONS, SPECIALS, State
from lawspeaker_engine.games.clansmen.text import brief, guide
from lawspeaker_engine.games.clansmen.text.prompts import TEXT
from lawspeaker_engine.guide import ComponentTable
from lawspeaker_engine.model import Chance
from lawspeaker_engine.setups import make_setup
from lawspeaker_engine.text import counted
from lawspeaker_engine.text_rows import load_options
from tests.engine.clansmen.positions import GAME, A, put, roll
from tests.engine.clansmen.raids import attack, commit, raid_state
from tests.engine.clansmen.random_games import positions

GUIDE = GAME.guide()
READINGS: dict[str, dict[str, bool | str]] = {
    "paved_actions": {"paved": "actions"}, "fence_first": {"stone_fence_needs_fence": True},
    "houses_anywhere": {"houses_need_people": False}, "hall_feeds": {"hall_spares": "hunger"},
    "grand_shelters": {"grand_shelters": True}, "healing_raid": {"healing": "raid"},
    "harvest_player": {"harvest_event": "player"}, "caravan_passes": {"highwaymen_stop_caravan": False},
    "craft_rests": {"craft_in_winter": False}, "tempo": {"decisive": "tempo"},
}
"""By fact that a reading needs: the option that makes it hold."""


def tables(players: int = 3, **options: bool | int | str) -> dict[str, ComponentTable]:
    """Return the tables of a setup by the first word of their titles."""
    return {re.split(r"\W", table.title)[0]: table
            for table in GUIDE.tables(make_setup(GAME, players, options))}


def told(options: dict[str, bool | str]) -> str:
    return "\n".join(line for table in tables(**options).values() for line in table.brief)


@pytest.mark.parametrize("reading", guide._READINGS, ids=lambda each: f"{each.row} {each.needs}")
def test_a_row_is_told_as_its_option_reads_it_and_by_default_as_it_is_printed(reading):
    usual, other = told({}), told(READINGS[reading.needs])
    assert reading.text in other
    assert reading.text not in usual
    printed = next(row.text for row in (*guide.BUILDINGS, *TALES, *guide.EVENTS) if row.id == reading.row)
    assert printed in usual
    assert f"{printed}\n" not in other


@pytest.mark.parametrize("players", BOARDS)
def test_CL_MAP_01_the_neighbours_of_every_tile_can_be_read_from_the_runs_of_tiles(players):
    found: list[set[int]] = [set() for _ in BOARDS[players].hexes]
    for tiles, steps in tables(players)["Tiles"].rows:
        first, _, last = tiles.partition("-")
        for tile in range(int(first), int(last or first) + 1):
            for step in map(int, steps.split()):
                found[tile].add(tile + step)
                found[tile + step].add(tile)
    assert [tuple(sorted(each)) for each in found] == list(BOARDS[players].neighbours)


def test_AMB_CL_22_AMB_CL_23_AMB_CL_24_what_a_building_needs_and_replaces_is_what_the_options_say():
    beside = {row[0]: row[2] for row in tables()["Buildings"].rows}
    assert [beside[name] for name in ("Grand Hall", "Stone House", "Stone Fence", "Paved Roads", "Shrine")] == [
        "needs and replaces Long Hall", "replaces Wooden House", "replaces Fence", "needs Dirt Roads", ""]
    other = {row[0]: row[2] for row in tables(
        grand_needs_long=False, stone_over_wood=False, stone_fence_needs_fence=True)["Buildings"].rows}
    assert [other[name] for name in ("Grand Hall", "Stone House", "Stone Fence")] == [
        "replaces Long Hall", "", "needs and replaces Fence"]


def test_CL_TRADE_02_CL_TRADE_03_CL_TRADE_04_CL_TALES_11_the_rates_of_the_homeland_are_told_by_their_kind():
    assert list(tables()["Exchanges"].brief) == [
        "1 goods for 1 food, wood or stone", "2 food, wood or stone for 1 goods",
        "1 food, wood or stone for 1 food, wood or stone",
        "1 goods for 2 food, wood or stone (Shrewd Trading)", "1 food, wood or stone for 1 goods (Shrewd Trading)"]


def test_a_letter_of_a_brief_view_means_one_thing():
    for letters in ([name[0] for name in ACTIONS], brief._LETTERS, [kind.name[0] for kind in Population],
                    list(brief._ON_TILES.values())):
        assert len(set(letters)) == len(letters)
    assert len(brief._LETTERS) == len(TERRAINS)


def test_the_names_of_actions_and_special_actions_are_those_of_the_rulebook():
    catalogue = GAME.catalogue
    assert [each.name for each in catalogue.regular_actions] == [
        "Reorganize", "Hunt", "Explore", "Feast", "Build", "Idle Hands", "Trade", "Gifts", "Pray"]
    assert [each.name for each in catalogue.special_actions] == [
        "Call for Kin", "Festival of the Sun", "Caravan", "Festival of Lights"]
    assert len(SPECIALS) == len(SEASONS) == len(Season)


def test_prompts_that_a_setup_never_asks_are_not_on_its_page():
    usual = GUIDE.prompts_page(make_setup(GAME, 3))
    other = GUIDE.prompts_page(make_setup(GAME, 3, {"promises": False, "cards": "before", "exchanges": 2}))
    for prompt, said in (("turn.promise", usual), ("raid.promise", usual), ("turn.after", usual),
                         ("trade.exchange", other)):
        assert [f"`{prompt}`" in page for page in (usual, other)] == [said is usual, said is other]


def test_a_page_without_an_option_asks_nothing_that_it_leaves_out():
    """Random games without promises, and with cards before actions: no question stands on the other page only."""
    options: dict[str, bool | int | str] = {"promises": False, "cards": "before"}
    page, asked = GUIDE.prompts_page(make_setup(GAME, 2, options)), set[str]()
    for _, question in positions(2, 3, **options):
        asked |= {each.prompt for each in ([] if isinstance(question, Chance) else question)}
    assert len(asked) > 10
    assert all(f"`{prompt}`" in page for prompt in asked)


def raid_told(state: State) -> list[str]:
    """Return the lines of a seat's brief view that tell a raid."""
    GAME.pending(state)
    lines = TEXT.in_brief().view(GAME.view(state, A))
    return [line for line in lines if line.startswith(("Raider ", "Not placed"))]


def test_CL_RAID_05_CL_RAID_07_a_brief_view_tells_each_raider_with_the_dice_that_face_it():
    state = raid_state(2)
    farmer, warrior = put(state, A, "farmer", weakened=True), put(state, A, "warrior")
    attack(state, 2)
    commit(state, {A: [farmer, warrior]})
    assert raid_told(state) == [
        "Raider 0 (not rolled)", "Raider 1 (not rolled)", f"Not placed: you W{warrior}, you f{farmer}"]
    for raider in (1, 1):
        GAME.pending(state)
        GAME.apply(state, ((raider,),))
    state.players[A].blessings = 1
    roll(state, 4, 2, 3, 6)
    assert raid_told(state) == ["Raider 0 (4)", f"Raider 1 (2): you W{warrior} 3+1, you f{farmer} 6"]


def test_a_row_of_options_at_a_prompt_without_words_of_its_own_changes_only_what_is_told(tmp_path):
    file = tmp_path / "words.toml"
    file.write_text('[option.Pass]\nlong = "*pass"\n[option."turn.after Pass"]\nuntold = true\n', encoding="utf-8")
    lines = load_options(file, [Pass], {})
    assert lines.at_prompts == {}
    assert lines.line(Pass(), None) == "pass"
    assert [lines.told[key](Pass(), None) for key in (Pass, ("turn.after", Pass))] == ["passes", ""]
    file.write_text('[option.Pass]\ntold = "passes"\n', encoding="utf-8")
    with pytest.raises(BadContent, match="no words"):
        load_options(file, [Pass], {})


@pytest.mark.parametrize(("number", "noun", "said"), [
    (1, "Craftsman", "1 Craftsman"), (2, "Craftsman", "2 Craftsmen"), (2, "Duchy", "2 Duchies"), (2, "day", "2 days"),
    (0, "unit", "0 units")])
def test_a_number_of_things_is_told_in_right_english(number, noun, said):
    assert counted(number, noun) == said
