"""The text of a match's start: once, to who asked for text, and instead of what decisions would repeat."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from lawspeaker_engine.games import GAMES
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.codec.game_codec import codec
from lawspeaker_referee.match.events import Away, BotInfo, Joined, Returned
from lawspeaker_referee.match.start_text import start_text
from tests.engine.setups import PLAYERS, setups
from tests.referee.match.match_driver import Drive, by_decision

ROOT = Path(__file__).parents[3]
MOST_OF_FULL_TEXT = 0.40
"""The largest share of the characters of full texts that brief ones may have."""
BRIEF = BotInfo("brief", text=True)
FULL = BotInfo("full", text=True, text_in_full=True)
PLAIN = BotInfo("plain")

games = pytest.mark.parametrize("name", list(GAMES))


def match(name: str, *bots: BotInfo, seed: bytes = bytes(32)) -> Drive:
    drive = Drive(len(bots), start=False, game=GAMES[name], seed=seed)
    for seat, bot in enumerate(bots):
        drive.tell(Joined(seat, bot))
    return drive


def starts(drive: Drive, seat: int) -> list[str]:
    return [each.match_started.text for each in drive.sent[seat] if each.HasField("match_started")]


@games
def test_only_who_asked_for_text_and_not_in_full_gets_a_start_that_says_how_to_play(name):
    drive = match(name, BRIEF, FULL)
    (text,) = starts(drive, 0)
    assert starts(drive, 1) == [""]
    assert starts(match(name, BRIEF, PLAIN), 1) == [""]
    assert "How decisions are told" in text
    assert "## The aim" in text
    assert "(NG-" not in text
    assert "(CL-" not in text
    assert "(SG-" not in text
    assert text.endswith("You are seat 0; seat 1 is another player.\n")


@games
def test_who_comes_back_is_told_the_start_again(name):
    drive = match(name, BRIEF, PLAIN)
    drive.tell(Away(0))
    drive.tell(Returned(0, BRIEF))
    first, again = starts(drive, 0)
    assert first == again


@games
def test_nothing_of_a_start_depends_on_what_is_dealt_and_only_its_end_on_the_seat(name):
    one, other = match(name, BRIEF, BRIEF), match(name, BRIEF, BRIEF, seed=bytes(range(32)))
    assert starts(one, 0) == starts(other, 0)
    texts = [starts(one, seat)[0].splitlines() for seat in (0, 1)]
    assert texts[0][:-1] == texts[1][:-1]
    assert texts[0][-1] != texts[1][-1]


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(GAMES))
def test_decisions_without_what_the_start_says_have_at_most_two_fifths_of_the_characters(name):
    """Games of greedy and random bots on fixed seeds: `measure/text_size.py` measures more of them."""
    script = runpy.run_path(str(ROOT / "measure/text_size.py"))
    full, brief = (script["measure"](name, 2, [], in_full=in_full) for in_full in (True, False))
    assert full["decisions"] == brief["decisions"] > 100
    assert script["characters"](brief) <= MOST_OF_FULL_TEXT * script["characters"](full)


def test_a_decision_without_options_has_no_view_but_in_full():
    """After a card a player of Northgard is asked for a further one, though none of the hand may follow."""
    drive = match("northgard", BRIEF, FULL).play(by_decision, steps=150)
    nothing = [[each for each in drive.requests(seat) if not each.option_count] for seat in (0, 1)]
    assert all(nothing)
    assert {each.text.view for each in nothing[0]} == {""}
    assert all("There is nothing to take." in each.text.question for each in nothing[0])
    assert all(each.text.view for each in (*nothing[1], *(
        each for each in drive.requests(0) if each.option_count)))


def rows_of_start(name: str, **options: bool | int | str) -> str:
    game = GAMES[name]
    return start_text(codec(game), make_setup(game, 2, options), 0, [True, True])


def test_a_start_lists_the_components_that_a_match_can_use_and_no_others():
    plain, more = rows_of_start("northgard"), rows_of_start("northgard", events="all", clan_pool="all")
    assert "\nWolf: " in plain
    assert "\nKraken: " not in plain
    assert "## Events" not in plain
    assert "\nKraken: " in more
    assert "## Events" in more


def test_a_start_explains_every_option_that_is_not_as_usual_and_no_other():
    """Without the ids of rules."""
    assert "\n## Options that are not as usual: none\n" in rows_of_start("northgard")
    more = rows_of_start("northgard", open_fame=True, years=10).rpartition("## Options that are not as usual\n")[2]
    assert [line.partition(": ")[0] for line in more.splitlines()[:2]] == ["years=10", "open_fame=true"]
    assert "open_fame=true: Whether all players see each other's fame.\n" in more


@games
def test_no_start_names_the_id_of_a_rule(name):
    """Whatever options are not as usual: all of the pairwise setups together change each."""
    game = GAMES[name]
    for values in setups(name):
        options = {key: value for key, value in values.items() if key != PLAYERS}
        text = start_text(codec(game), make_setup(game, values[PLAYERS], options), 0, [True] * values[PLAYERS])
        assert [line for line in text.splitlines() if re.search(r"\b[A-Z]{2,}-[A-Z0-9*]|\bSG\.\d", line)] == []


@pytest.mark.parametrize(("name", "most"), [("northgard", 16_000), ("clansmen", 16_000), ("pax_viking", 20_000)])
def test_a_start_of_the_default_setup_has_so_many_characters_at_most(name, most):
    game = GAMES[name]
    sizes = [len(start_text(codec(game), make_setup(game, players), 0, [True] * players)) for players in game.players]
    assert max(sizes) <= most, sizes


def cards_named(name: str) -> set[str]:
    """The names of the cards in the views of a match, as they stand in its texts."""
    drive = match(name, BRIEF, BRIEF).play(by_decision, steps=400)
    return {card for request in drive.requests(0) for line in request.text.view.splitlines()
            if line.startswith("Your hand: ") for card in line.removeprefix("Your hand: ").split(", ")}


def test_every_card_in_a_hand_of_northgard_is_explained_at_the_start():
    """A starting card by its letter, which the start explains."""
    rows, cards = rows_of_start("northgard"), {card.split(" (")[0].split(" x")[0] for card in cards_named("northgard")}
    letters = {letter for word in cards if word.isupper() for letter in word}
    assert len(letters) > 3
    assert all(f"{letter} is " in rows for letter in letters)
    named = {card for card in cards if not card.isupper()} - {"initial"}
    assert len(named) > 3
    assert all(f"\n{card}" in rows for card in named)
