"""Moves in words: which option a text means, and what a model is told that names none."""

from __future__ import annotations

import pytest

from lawspeaker.v1.match_pb2 import GameSetup
from lawspeaker.v1.referee_service_pb2 import DecisionRequest, DecisionText, MatchStarted
from lawspeaker_bot.chat_words import MOVES_SCHEMA, asked_in_words, option_meant, parse_words
from lawspeaker_bot.decision import AnswerOrigin, Decision, Match
from lawspeaker_bot.errors import WrongAnswer
from lawspeaker_bot.renaming import BadNames, Renaming, read_names
from tests.clients.fake_endpoint import endpoint, says
from tests.clients.test_chat import bot, decision

OPTIONS = ("tile 07 at (0, -1): a joins 2; b open E", "tile 07 at (0, 1): a open N",
           "tile 07 at (0, 1), turned 90: a open E", "play Build", "wait: Build", "pass")


@pytest.mark.parametrize(("said", "number"), [
    ("tile 07 at (0, -1)", 0), ("Tile 07 at (0, 1).", 1), ("tile 07 at (0, 1), turned 90", 2), ("PLAY build!", 3),
    ("wait", 4), ("pass", 5), ("wait: Build", 4), ("a joins 2", 0)])
def test_a_text_means_the_option_that_it_names(said, number):
    assert option_meant(said, OPTIONS) == number


@pytest.mark.parametrize(("said", "wrong"), [
    ("build", "'build' could mean 2 moves; say which."), ("tile 07", "could mean 3 moves"),
    ("tile 08 at (0, 1)", "is no move that you can take now"), ("", "is no move"), ("pas", "is no move"),
    ("...", "is no move")])
def test_what_means_none_or_several_is_said_without_naming_any(said, wrong):
    with pytest.raises(WrongAnswer) as raised:
        option_meant(said, OPTIONS)
    assert wrong in str(raised.value)
    assert not any(option in str(raised.value) for option in OPTIONS)


def test_a_model_without_options_is_told_none_and_names_its_move():
    asked = decision()
    asked.message.text.question = "Which? Take 1 of 3 options. If no answer comes: 2."
    with endpoint(says('{"reason": "best", "moves": ["Option 1!"]}')) as fake:
        player = bot(fake, schema=True, config={"without_options": True})
        assert list(player.decide(asked)) == [1] and asked.annotation == "best"
    [request] = fake.asked
    told = request["messages"][1]["content"]
    assert "option" not in told.replace("your options", "") and "Which?" in told and "3" not in told
    assert "moves has exactly 1" in told
    assert request["response_format"]["json_schema"]["schema"] == MOVES_SCHEMA


def test_a_model_is_told_other_names_and_answers_by_them():
    message = DecisionRequest(
        match_id="m", decision_id=1, least=1, most=1, option_count=2, default_picks=[1], text=DecisionText(
            question="What do you do?", options=["buy lore", "wait"], view="Lore 2.\n", events=["Lore was found"]))
    match = Match(MatchStarted(match_id="m", text="Lore is power.", setup=GameSetup(game="northgard")))
    for without_options, said in ((True, '{"moves": ["buy ink"]}'), (False, '{"picks": [0]}')):
        asked = Decision(message, match)
        with endpoint(says(said)) as fake:
            player = bot(fake, config={
                "without_options": without_options, "names": {"northgard": Renaming({"lore": "ink"})}})
            player.started(match)
            assert list(player.decide(asked)) == [0]
        told = str(fake.asked[0]["messages"])
        assert "Ink is power" in told and "Ink 2" in told and "Ink was found" in told
        assert "lore" not in told.lower()
        assert ("buy ink" in told) is not without_options


@pytest.mark.parametrize(("text", "wrong"), [
    ("[northgard", "names.toml: "), ('northgard = "x"', "northgard must be a table"),
    ("[northgard]\nlore = 2", "northgard must be a table of names and other names, both texts")])
def test_a_file_of_names_that_is_none_is_one_line(tmp_path, text, wrong):
    (tmp_path / "names.toml").write_text(text)
    with pytest.raises(BadNames) as raised:
        read_names(tmp_path / "names.toml")
    assert wrong in str(raised.value) and "\n" not in str(raised.value)


def test_one_other_try_is_given_and_then_a_stand_in_answers():
    asked = decision()
    with endpoint(says('{"moves": ["option"]}'), says('{"moves": ["option 7"]}')) as fake:
        assert list(bot(fake, config={"without_options": True}).decide(asked)) == [2]
    assert asked.origin == AnswerOrigin.UNPARSABLE and len(fake.asked) == 2
    assert "'option' could mean 3 moves; say which." in fake.asked[1]["messages"][-1]["content"]


@pytest.mark.parametrize(("said", "wrong"), [
    ('{"picks": [1]}', '"moves" must be a list of texts'), ('{"moves": [1]}', '"moves" must be a list of texts'),
    ('{"moves": []}', "moves must have 1 different moves, not 0"), ("no", "There is no JSON object"),
    ('{"moves": ["option 1", "option 1"]}', "not 2")])
def test_what_is_no_answer_in_words_is_said_in_one_line(said, wrong):
    with pytest.raises(WrongAnswer) as raised:
        parse_words(decision(), said)
    assert wrong in str(raised.value)


def test_the_question_stays_without_what_it_says_of_options():
    asked = decision()
    asked.message.text.question = "Setup: which tile do you lay? Take 1 of 36 options. If no answer comes: 0."
    assert asked_in_words(asked).endswith("Setup: which tile do you lay?")
