"""Files of evaluations, and the tournaments and files that are made of them."""

from __future__ import annotations

import asyncio
import tomllib
from pathlib import Path

import pytest

from lawspeaker_bot.chat_config import read_chat_file
from lawspeaker_referee.competition.evaluation.first_requests import ask_first, unseen_proxy
from lawspeaker_referee.competition.evaluation.folder import EvaluationFolder, matches_at_once
from lawspeaker_referee.competition.tournament.runner import CannotRun
from lawspeaker_referee.config.evaluation import read_evaluation
from lawspeaker_referee.config.toml_text import toml_text
from lawspeaker_referee.config.validation import BadConfig
from tests.referee.competition.evaluation.evaluation_files import FILE, MODELS, read, write


@pytest.mark.parametrize(("old", "new", "error"), [
    ("limit = 4", "limits = 4", "there is no 'limits' (did you mean 'limit'?)"),
    ('endpoint = "one"', 'endpoint = "on"', "models one: "),
    ('chat = "models.toml"\nendpoint = "one"', "", "write either `chat`, a file of endpoints, or `spec`"),
    ('spec = "random"', 'spec = "randm"', "yardsticks random: spec: no bot 'randm'"),
    ('name = "two"', 'name = "one"', "models and yardsticks has 'one' twice"),
    ('name = "short"\ngame = "pax_viking"', 'game = "northgard"', "two setups are called 'northgard-2'"),
    ("players = 2", "players = 9", "setups northgard-9: players is 9"),
    ("limit = 4", 'clock = "fast"', "clock"),
    ('endpoint = "one"', 'endpoint = "one"\nread = ["."]', "`dir`, `args` and `read` are of a `spec`"),
    ("limit = 4", "budget = { money = inf }", "budget: money is inf; it is a number from 0 to 1e+12"),
    ("limit = 4", "plan = { seconds = inf }", "plan: seconds is inf; it is a number from 0 to 86400"),
    ('chat = "models.toml"\nendpoint = "one"', 'spec = "greedy"\ninput_price = 1e300', "input_price is 1e+300"),
    ('[[yardsticks]]\nname = "random"\nspec = "random"', "", "against is 'yardsticks' and there are none"),
])
def test_what_is_wrong_is_said_in_one_line(tmp_path, old, new, error):
    text = 'against = "yardsticks"\n' + FILE
    assert old in text
    with pytest.raises(BadConfig) as raised:
        read(tmp_path, text.replace(old, new, 1))
    assert error in str(raised.value) and "\n" not in str(raised.value)


@pytest.mark.parametrize("key", ["tokens = 5", "money = 1.0", 'file = "spent.jsonl"'])
def test_a_budget_of_a_bot_alone_is_refused(tmp_path, key):
    with pytest.raises(BadConfig, match="is for a bot alone"):
        read(tmp_path, models=MODELS + f"[budget]\n{key}\n")


def test_a_key_is_needed_to_play_and_not_to_read_a_report(tmp_path):
    path = write(tmp_path)
    with pytest.raises(BadConfig, match="takes its key from MODELS_KEY, which is not set"):
        read_evaluation(path, {})
    assert read_evaluation(path, None).name == "paper"


def test_models_of_one_address_share_the_least_limit(tmp_path):
    config = read(tmp_path)
    assert config.limits == {"http://127.0.0.1:9/v1": 3} and matches_at_once(config) == 4
    assert "secret" not in repr(config.models[0].asks), "a report may tell how a model is asked"


def test_each_setup_is_a_tournament_in_which_all_meet_or_models_meet_yardsticks(tmp_path):
    folder = EvaluationFolder(tmp_path / "out")
    first, second = folder.tournaments(read(tmp_path))
    assert (first.name, first.format.kind, first.format.rounds, first.names) == (
        "northgard-2", "round-robin", 1, ("one", "two", "random"))
    assert (second.name, second.format.rounds) == ("short", 2)
    [gauntlet, _] = folder.tournaments(read(tmp_path, 'against = "yardsticks"\n' + FILE))
    assert (gauntlet.format.kind, gauntlet.format.challengers) == ("gauntlet", ("one", "two"))


def test_a_model_has_a_file_of_its_own_that_the_chat_bot_reads(tmp_path):
    config, folder = read(tmp_path), EvaluationFolder(tmp_path / "out")
    folder.prepare(config)
    mine = read_chat_file(folder.bot_file("one"), "", {"MODELS_KEY": "secret"})
    assert (mine.endpoint.model, mine.endpoint.limit, mine.endpoint.body) == ("small-1", 3, {"temperature": 0.5})
    assert mine.remembering.kind == "turns" and mine.spent == folder.calls("one").resolve()
    other = read_chat_file(folder.bot_file("two"), "", {})
    assert mine.slots == other.slots, "both ask one address"
    bot = folder.tournaments(config)[0].bot("one")
    assert bot.digest and bot.env == ("MODELS_KEY",)
    for file in (folder.chat_file("one"), folder.bot_file("one")):
        assert "secret" not in file.read_text()
    assert "secret" not in bot.spec


@pytest.mark.parametrize(("old", "new", "same"), [
    ("limit = 4", "limit = 2", True), ("input_price = 1.0", "input_price = 1.5\ncached_input_price = 0.1", True),
    ('model = "small-2"', 'model = "small-2"\nlimit = 1', True),
    ('[endpoints.two]\nurl = "{url}"', '[endpoints.two]\nurl = "http://127.0.0.1:8/v1"', True),
    ("temperature = 0.5", "temperature = 0.6", False), ("turns = 2", "turns = 3", False),
    ("[memory]", "[budget]\nmatch_tokens = 9\n[memory]", False), ('"small-1"', '"small-3"', False)])
def test_limits_and_prices_and_other_models_may_change_and_how_a_model_is_asked_may_not(tmp_path, old, new, same):
    def bot(text: str = FILE, models: str = MODELS) -> tuple:
        folder, config = EvaluationFolder(tmp_path / "out"), read(tmp_path, text, models)
        folder.prepare(config)
        found = folder.tournaments(config)[0].bot("one")
        return found.spec, found.dir, found.digest, found.read, found.write, found.env

    before = bot()
    assert old in FILE + MODELS
    assert (bot(FILE.replace(old, new), MODELS.replace(old, new)) == before) == same


def test_other_names_go_with_a_model_wherever_its_file_of_endpoints_lies(tmp_path):
    (tmp_path / "others.toml").write_text('[northgard]\n"lore" = "ink"\n')
    config, folder = read(tmp_path, models=MODELS.replace(
        "temperature = 0.5", 'temperature = 0.5\nnames = "others.toml"')), EvaluationFolder(tmp_path / "out")
    folder.prepare(config)
    mine = read_chat_file(folder.bot_file("one"), "", {"MODELS_KEY": "secret"})
    assert mine.names["northgard"].text("2 lore") == "2 ink"
    assert [model.asks["names"] for model in config.models] == ["others", "the game's"]
    digest = folder.tournaments(config)[0].bot("one").digest
    (tmp_path / "others.toml").write_text('[northgard]\n"lore" = "maps"\n')
    folder.prepare(read_evaluation(tmp_path / "paper.toml", {"MODELS_KEY": "secret"}))
    assert folder.tournaments(config)[0].bot("one").digest != digest


def test_the_bot_of_a_model_sees_its_key_and_the_variables_that_it_names(tmp_path):
    folder = EvaluationFolder(tmp_path / "out")
    config = read(tmp_path, FILE.replace('endpoint = "one"', 'endpoint = "one"\nenv = ["https_proxy", "no_proxy"]'))
    folder.prepare(config)
    one, two = folder.tournaments(config)[0].bots[:2]
    assert one.env == ("MODELS_KEY", "https_proxy", "no_proxy") and two.env == ()


@pytest.mark.parametrize(("url", "env", "bypassed", "unseen"), [
    ("http://models.example/v1", "", "", "HTTP_PROXY"), ("http://models.example/v1", 'env = ["HTTP_PROXY"]', "", ""),
    ("https://models.example/v1", "", "", ""), ("http://127.0.0.1:9/v1", "", "", ""),
    ("http://models.example/v1", "", "models.example", "")])
def test_a_proxy_that_only_the_first_request_would_use_is_told(tmp_path, monkeypatch, url, env, bypassed, unseen):
    for name in ("http_proxy", "https_proxy", "HTTPS_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("no_proxy", bypassed)
    config = read(tmp_path, FILE.replace('endpoint = "one"', f'endpoint = "one"\n{env}'))
    assert unseen_proxy(config.models[0], url) == unseen


def test_a_model_behind_such_a_proxy_is_not_asked_and_plays_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.setenv("no_proxy", "")
    path = write(tmp_path, FILE, "http://models.example/v1")
    config = read_evaluation(path, {"MODELS_KEY": "secret"})
    with pytest.raises(CannotRun, match=r"one cannot be asked: its bot does not see http_proxy.*; nothing was played"):
        asyncio.run(ask_first(config, EvaluationFolder(tmp_path / "out"), (), print))
    assert not (tmp_path / "out").exists()


def test_another_setting_of_a_model_is_another_bot_and_another_model_in_the_file_is_not(tmp_path):
    folder = EvaluationFolder(tmp_path / "out")

    def digest(models: str) -> str:
        config = read(tmp_path, models=models)
        folder.prepare(config)
        return folder.tournaments(config)[0].bot("one").digest

    before = digest(MODELS)
    assert digest(MODELS + '[endpoints.three]\nurl = "http://127.0.0.1:9"\nmodel = "x"\n') == before
    assert digest(MODELS.replace("0.5", "0.6")) != before


def test_the_file_in_the_docs_is_read(tmp_path):
    """evaluate.md shows it."""
    text = (Path(__file__).parents[4] / "docs/evaluate.md").read_text(encoding="utf-8")
    (tmp_path / "models.toml").write_text(MODELS.format(url="http://127.0.0.1:9/v1").replace(".one", ".far").replace(
        ".two", ".local"))
    (tmp_path / "paper.toml").write_text(text.partition("```toml\n")[2].partition("```")[0])
    config = read_evaluation(tmp_path / "paper.toml", None)
    assert [each.game for each in EvaluationFolder(tmp_path).tournaments(config)] == ["northgard", "clansmen"]


def test_tables_are_written_as_they_are_read():
    text = 'q"uo\\te\n\x7fé😀'
    tables = {"a b": {"text": text, "number": -1.5, "whole": 3, "no": False, "list": [1, "x", {"y": []}]}, "c": {}}
    assert tomllib.loads(toml_text(tables)) == tables
