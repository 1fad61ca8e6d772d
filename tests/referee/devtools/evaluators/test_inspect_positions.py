"""Skill positions as a task of Inspect: the model is asked as by the chat bot, and its answers are valued."""

from __future__ import annotations

import json
from statistics import fmean

import pytest

pytest.importorskip("inspect_ai", reason="`make evaluators` runs what needs inspect_ai")

from inspect_ai import Task
from inspect_ai.model import ChatMessageUser, Model
from inspect_ai.solver import generate

from lawspeaker_bot.chat import ChatBot
from lawspeaker_bot.chat_config import ChatConfig
from lawspeaker_bot.chat_endpoint import Endpoint
from lawspeaker_bot.chat_reply import Reply
from lawspeaker_referee.devtools.inspect_tasks import best, lost, own, position_samples, positions
from lawspeaker_referee.devtools.skills.asking import decision_of
from lawspeaker_referee.devtools.skills.files import positions_named
from tests.referee.devtools.evaluators.mock_model import metrics, model, run

# What Inspect leaves open, and what it uses of others.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")

GAME = "pax_viking"
FOUND = positions_named(GAME)
TEXTS = {str(decision_of(each).text): each for each in FOUND}


def asked_of(messages):
    """The position of a request."""
    told = next(each.text for each in messages if isinstance(each, ChatMessageUser))
    return next(each for text, each in TEXTS.items() if told.startswith(text))


def says_best(messages):
    return json.dumps({"reason": "it is best", "picks": asked_of(messages).best})


def says_prose(messages):
    return "I would take the first one."


def test_the_input_of_a_sample_is_what_a_chat_bot_sends_for_the_position():
    class Endless:
        def body(self, messages, schema):
            return {"messages": messages}

        def ask(self, body, within):
            sent.append([(each["role"], each["content"]) for each in body["messages"]])
            return Reply('{"picks": [0]}', (0, 0), "")

    sent = []
    samples = list(position_samples(GAME))
    for position in FOUND:
        ChatBot(ChatConfig(Endpoint("", "m")), model=Endless()).decide(decision_of(position))
    first = [each for each in sent if len(each) == 2]
    assert [[(each.role, each.text) for each in sample.input] for sample in samples] == first
    assert all(messages[0][1] in {decision_of(each).match.text for each in FOUND} for messages in first)


def test_all_games_are_asked_if_none_is_named():
    names = [sample.id for sample in position_samples()]
    assert len(names) == len(set(names)) >= 120
    assert {name.rpartition("-")[0] for name in names} == {"northgard", "clansmen", "pax_viking"}


def test_a_position_that_a_limit_of_inspect_has_ended_has_no_score(tmp_path):
    generated = Task(dataset=list(position_samples(GAME)), solver=generate(), scorer=[best(), own()])
    for task in (positions(GAME), generated):
        log = run(task, model(says_prose), tmp_path, limit=2, token_limit=50)
        assert log.status == "success" and [each.limit.type for each in log.samples] == ["token"] * 2
        assert [each.scores for each in log.samples] == [{}] * 2


def test_best_answers_score_1_and_lose_nothing_in_every_skill(tmp_path):
    log = run(positions(GAME), model(says_best), tmp_path)
    right = metrics(log, "best")
    skills = {each.skill for each in FOUND}
    assert {name for name in right if "stderr" not in name} == skills | {"all"}
    assert {value for name, value in right.items() if "stderr" not in name} == {1.0}
    assert metrics(log, "lost")["all"] == 0.0
    assert metrics(log, "own")["mean"] == 1.0
    said = log.samples[0].messages
    assert [each.role for each in said] == ["system", "user", "assistant"]
    assert "it is best" in said[-1].text
    assert [each.event for each in log.samples[0].events].count("model") == 1


def test_what_other_answers_lose_is_the_mean_of_their_skill(tmp_path):
    def says_last(messages):
        return json.dumps({"reason": "", "picks": asked_of(messages).answers[-1]})

    log = run(positions(GAME), model(says_last), tmp_path)
    right, losses = metrics(log, "best"), metrics(log, "lost")
    for skill in {each.skill for each in FOUND}:
        of_skill = [each for each in FOUND if each.skill == skill]
        assert losses[skill] == pytest.approx(fmean(each.loss(each.answers[-1]) for each in of_skill))
        assert right[skill] == pytest.approx(fmean(each.answers[-1] == each.best for each in of_skill))
    assert losses["all"] > 0


def test_prose_is_told_to_the_model_once_and_then_the_default_counts_as_no_answer_of_its_own(tmp_path):
    log = run(positions(GAME), model(says_prose), tmp_path)
    assert metrics(log, "own")["mean"] == 0.0
    assert metrics(log, "best")["all"] == 0.0
    assert metrics(log, "lost")["all"] == pytest.approx(
        fmean(each.loss(tuple(decision_of(each).default)) for each in FOUND))
    sample = log.samples[0]
    assert [each.role for each in sample.messages] == ["system", "user", "assistant", "user", "assistant"]
    assert "There is no JSON object in the answer" in sample.messages[3].text
    assert sample.scores["best"].metadata["origin"] == "unparsable"


def test_a_second_answer_that_is_legal_is_the_models_own(tmp_path):
    def says(messages):
        return says_best(messages) if len(messages) > 2 else '{"picks": [99]}'

    log = run(positions(GAME), model(says), tmp_path, limit=5)
    assert (metrics(log, "own")["mean"], metrics(log, "best")["all"]) == (1.0, 1.0)


def test_a_refusal_is_no_answer_and_is_not_asked_again(tmp_path):
    log = run(positions(GAME), model(says_best, refuses=True), tmp_path, limit=3)
    assert (metrics(log, "own")["mean"], metrics(log, "best")["all"]) == (0.0, 0.0)
    assert {sample.scores["own"].metadata["origin"] for sample in log.samples} == {"refusal"}
    assert {[each.event for each in sample.events].count("model") for sample in log.samples} == {1}


def test_a_model_whose_answer_is_cut_off_is_told_so(tmp_path):
    log = run(positions(GAME), model(says_prose, cut=True), tmp_path, limit=1)
    assert "The answer was cut off where it became too long." in log.samples[0].messages[3].text


def test_a_failure_of_the_provider_is_an_error_of_the_sample_and_no_answer(tmp_path):
    def fails(messages):
        raise ConnectionResetError("the provider is down")

    log = run(positions(GAME), model(fails), tmp_path, limit=2)
    assert log.status == "error"
    assert "the provider is down" in log.error.message


def test_without_options_moves_in_words_are_valued_and_none_is_shown(tmp_path):
    [sample, *_] = position_samples(GAME, without_options=True)
    position = FOUND[0]
    option = decision_of(position).text.options[position.best[0]]

    def says(messages):
        assert f"0: {decision_of(position).text.options[0]}" not in messages[-1].text
        return json.dumps({"reason": "", "moves": [option]})

    assert sample.target == option
    log = run(positions(GAME, without_options=True), model(says), tmp_path, limit=1)
    assert (metrics(log, "own")["mean"], metrics(log, "best")["all"]) == (1.0, 1.0)


def test_with_a_schema_the_model_is_held_to_it(tmp_path):
    log = run(positions(GAME, schema=True), model(says_best), tmp_path, limit=1)
    event = next(each for each in log.samples[0].events if each.event == "model")
    assert set(event.config.response_schema.json_schema.properties) == {"reason", "picks"}


@pytest.mark.parametrize(("says", "mine"), [(says_best, 1.0), (says_prose, 0.0)])
def test_scorers_read_what_another_solver_has_said(says, mine, tmp_path):
    task = Task(dataset=list(position_samples(GAME)), solver=generate(), scorer=[best(), lost(), own()])
    log = run(task, model(says), tmp_path, limit=4)
    assert (metrics(log, "best")["all"], metrics(log, "own")["mean"]) == (mine, mine)


def test_the_order_of_picks_counts_only_where_the_game_says_so(tmp_path):
    found = enumerate(positions_named("clansmen"), 1)
    name, position = next((f"clansmen-{number}", each) for number, each in found if len(each.best) > 1)
    assert not decision_of(position).ordered

    def says(messages):
        return json.dumps({"reason": "", "picks": position.best[::-1]})

    log = run(positions("clansmen"), model(says), tmp_path, sample_id=name)
    assert metrics(log, "best")["all"] == 1.0


def test_inspect_finds_the_task_by_the_entry_point_of_the_package(tmp_path):
    log = run("lawspeaker_referee/positions", model(says_best), tmp_path, task_args={"games": GAME}, limit=2)
    assert log.eval.task == "lawspeaker_referee/positions"
    assert metrics(log, "best")["all"] == 1.0
    assert isinstance(model(says_best), Model)
