"""The file of a chat bot's endpoints: what it may say, what it never holds, and one line for what is wrong in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lawspeaker_bot.__main__ import main
from lawspeaker_bot.chat_budget import SpendingLimits
from lawspeaker_bot.chat_config import BadChatFile, read_chat_file
from lawspeaker_bot.chat_memory import Remembering

ROOT = Path(__file__).parents[2]
FILE = """
[endpoints.local]
url = "http://127.0.0.1:8000/v1"
model = "qwen"

[endpoints.far]
url = "https://models.example/v1"
model = "large"
key_variable = "MODELS_KEY"
key_header = "api-key"
timeout = 60
schema = true
temperature = 0.7
top_p = 0.95
seed = 7
max_tokens = 2000
reasoning_effort = "low"
body = { provider = { order = ["one"] }, max_tokens = 3000 }
headers = { X-Title = "lawspeaker" }
input_price = 0.15
output_price = 0.6
cached_input_price = 0.03

[budget]
match_tokens = 2_000_000
money = 5
file = "spent.jsonl"

[memory]
kind = "turns"
turns = 6
"""
ENVIRONMENT = {"MODELS_KEY": " secret \n"}


def written(folder: Path, text: str) -> Path:
    path = folder / "models.toml"
    path.write_text(text)
    return path


def test_an_endpoint_is_read_by_its_name_with_all_that_it_may_say(tmp_path):
    found = read_chat_file(written(tmp_path, FILE), "far", ENVIRONMENT)
    endpoint = found.endpoint
    assert (endpoint.url, endpoint.model, endpoint.name) == ("https://models.example/v1", "large", "far")
    assert (endpoint.key, endpoint.key_header) == ("secret", "api-key")
    assert (endpoint.timeout, endpoint.schema) == (60.0, True)
    assert endpoint.body == {"temperature": 0.7, "top_p": 0.95, "seed": 7, "max_tokens": 3000,
                             "reasoning_effort": "low", "provider": {"order": ["one"]}}
    assert endpoint.headers == {"X-Title": "lawspeaker"} and endpoint.money((1_000_000, 500_000)) == pytest.approx(0.45)
    assert endpoint.money((1_000_000, 500_000), 1_000_000) == pytest.approx(0.33)
    assert found.budget == SpendingLimits(match_tokens=2_000_000, money=5) and found.spent == tmp_path / "spent.jsonl"
    assert found.remembering == Remembering("turns", turns=6)
    assert "secret" not in repr(found), "nor in a traceback"


def test_a_local_endpoint_needs_no_key_and_nothing_else(tmp_path):
    text = FILE.partition("[endpoints.far]")[0]
    found = read_chat_file(written(tmp_path, text), "", {})
    assert (found.endpoint.key, found.endpoint.body, found.remembering.kind) == ("", {}, "none")
    assert found.budget == SpendingLimits()


@pytest.mark.parametrize(("old", "new", "name", "line"), [
    ("", "", "", "there are several endpoints; say which by --endpoint: local, far"),
    ("", "", "fa", "there is no endpoint 'fa' (did you mean 'far'?); there are local, far"),
    ("[endpoints.local]", "[endpoint.local]", "far", "no key 'endpoint' (did you mean 'endpoints'?)"),
    ("temperature = 0.7", "temprature = 0.7", "far", "no key 'temprature' (did you mean 'temperature'?)"),
    ("temperature = 0.7", 'temperature = "hot"', "far", "[endpoints.far] temperature is 'hot'; it must be a number"),
    ("schema = true", "schema = 1", "far", "schema is 1; it must be true or false"),
    ("seed = 7", "seed = true", "far", "seed is True; it must be a whole number"),
    ("seed = 7", "seed = 1.5", "far", "seed is 1.5; it must be a whole number"),
    ("max_tokens = 2000", "max_tokens = -1", "far", "max_tokens is -1; it must not be below 0"),
    ("timeout = 60", "timeout = 0", "far", "timeout is 0; it must be more than 0 seconds"),
    ('model = "large"', "", "far", "[endpoints.far] has no model"),
    ("timeout = 60", "timeout = inf", "far", "timeout is inf; it must be a number"),
    ("timeout = 60", "timeout = 1e12", "far", "timeout is 1000000000000.0; it must be at most 86,400"),
    ("0.15", "nan", "far", "input_price is nan; it must be a number"),
    ("0.15", "1e308", "far", "input_price is 1e+308; it must be at most 1,000,000,000"),
    ("money = 5", "money = nan", "far", "[budget] money is nan; it must be a number"),
    ("seed = 7", "limit = 5000", "far", "limit is 5000; it must be at most 1,000"),
    ("https://models.example/v1", "models.example/v1", "far", "must begin with http:// or https://"),
    ("models.example/v1", "models.example/v1/chat/completions", "far", "leave /chat/completions out"),
    ("models.example/v1", "[::1/v1", "far", "url is no address: Invalid IPv6 URL"),
    ("models.example/v1", "models.example:99999/v1", "far", "url is no address: Port out of range 0-65535"),
    ("models.example/v1", "models.example/vé", "far", "it must have a host, and letters and marks of ASCII alone"),
    ("models.example/v1", "/v1", "far", "it must have a host"),
    ("models.example/v1", "models.example/v 1", "far", "it must have a host, and letters"),
    ('X-Title = "lawspeaker"', 'X-Title = "a\\nb"', "far", "headers.'X-Title' is 'a\\nb', which no header can have"),
    ('X-Title = "lawspeaker"', 'X-Title = "→"', "far", "which no header can have"),
    ('X-Title = "lawspeaker"', '"X Title" = "a"', "far", "headers.'X Title' is 'a', which no header can have"),
    ('X-Title = "lawspeaker"', 'Content-Length = "1"', "far", "headers.Content-Length is set for each request"),
    ('X-Title = "lawspeaker"', 'X-Goog-Api-Key = "x"', "far", "no key; keys come from the environment"),
    ("max_tokens = 3000", "messages = []", "far", "body.messages is set for each request; leave it out"),
    ("max_tokens = 3000", "since = 2024-01-01", "far", "body cannot be sent as JSON: Object of type date is not JSON"),
    ("max_tokens = 3000", "least = nan", "far", "body cannot be sent as JSON: Out of range float values"),
    ("max_tokens = 3000", 'tools = [{api_key = "x"}]', "far", "body has api_key: this file holds no key"),
    ('X-Title = "lawspeaker"', 'Authorization = "Bearer x"', "far", "no key; keys come from the environment"),
    ('key_variable = "MODELS_KEY"', 'key = "x"', "far", "key: this file holds no key; key_variable names"),
    ("MODELS_KEY", "OTHER_KEY", "far", "takes its key from OTHER_KEY, which is not set"),
    ('"api-key"', '"api key"', "far", "key_header is 'api key'; it must be the name of the header that has the key"),
    ('"api-key"', '"Content-Type"', "far", "key_header is 'Content-Type'; it must be the name"),
    ('key_variable = "MODELS_KEY"', "", "far", "[endpoints.far] has a key_header and no key"),
    ('kind = "turns"', 'kind = "all"', "far", "kind is 'all'; it is one of none, turns, notes"),
    ("money = 5", "monney = 5", "far", "[budget] has no key 'monney' (did you mean 'money'?)"),
    ("", "", "local", "[budget] limits money, but [endpoints.local] has no input_price and output_price"),
    ("turns = 6", "turns = ", "far", "Invalid value"),
])
def test_what_is_wrong_in_the_file_is_told_in_one_line(tmp_path, old, new, name, line):
    path = written(tmp_path, FILE.replace(old, new) if old else FILE)
    with pytest.raises(BadChatFile) as error:
        read_chat_file(path, name, ENVIRONMENT)
    assert str(error.value).startswith(f"{path}: ") and line in str(error.value)


@pytest.mark.parametrize("key", ["sk-12\n34", "sk-\u00fc", "sk-\0"])
def test_a_key_that_no_header_can_hold_is_refused_and_not_printed(tmp_path, key):
    with pytest.raises(BadChatFile, match="takes its key from MODELS_KEY, which holds several lines, or") as error:
        read_chat_file(written(tmp_path, FILE), "far", {**ENVIRONMENT, "MODELS_KEY": key})
    assert "sk-" not in str(error.value)


def test_a_key_in_the_place_of_its_variable_is_refused_and_not_printed(tmp_path):
    with pytest.raises(BadChatFile, match="takes its key from what is no name of a variable; write the name") as error:
        read_chat_file(written(tmp_path, FILE.replace('"MODELS_KEY"', '"sk-12"')), "far", ENVIRONMENT)
    assert "sk-" not in str(error.value)


@pytest.mark.parametrize("url", ["https://me:sk-12@models.example/v1", "https://models.example/v1?key=sk-12",
                                 "https://models.example/v1#sk-12", "models.example/v1?key=sk-12",
                                 "htps://me:sk-12@models.example", "https://me:sk-1/2@models.example/v1",
                                 "https://[me:sk-12@models.example"])
def test_a_key_in_an_address_is_refused_and_not_printed(tmp_path, url):
    with pytest.raises(BadChatFile, match="url has a user, \\? or #; a key comes from the environment") as error:
        read_chat_file(written(tmp_path, FILE.replace("https://models.example/v1", url)), "far", ENVIRONMENT)
    assert "sk-" not in str(error.value)


def test_the_file_in_the_docs_is_read(tmp_path):
    [text] = re.findall(r"```toml\n(.*?)```", (ROOT / "docs/text.md").read_text(), re.DOTALL)
    (tmp_path / "names.toml").write_text('[northgard]\n"lore" = "ink"\n')
    found = read_chat_file(written(tmp_path, text), "far", ENVIRONMENT)
    assert list(found.names) == ["northgard"]
    assert (found.remembering.kind, found.endpoint.money((0, 1_000_000))) == ("notes", 0.6)
    assert re.findall(r"^(\w+) = ", text, re.MULTILINE)


def test_a_place_that_cannot_be_written_ends_the_bot_at_once(tmp_path, capsys):
    path = written(tmp_path, FILE.replace("spent.jsonl", "none/spent.jsonl").replace(
        'key_variable = "MODELS_KEY"\nkey_header = "api-key"', ""))
    with pytest.raises(SystemExit) as ended:
        main(["chat", "--config", str(path), "--endpoint", "far"])
    assert ended.value.code == 2 and "must be where the bot may write" in capsys.readouterr().err


def test_places_of_a_limit_that_cannot_be_made_are_told(tmp_path, capsys):
    (tmp_path / "file").touch()
    path = written(tmp_path, '[endpoints.local]\nurl = "http://127.0.0.1:8000/v1"\nmodel = "m"\nlimit = 1\n'
                             'slots = "file/slots"\n')
    with pytest.raises(SystemExit) as ended:
        main(["chat", "--config", str(path)])
    assert ended.value.code == 2 and "slots and --transcripts must be where" in capsys.readouterr().err


@pytest.mark.parametrize(("arguments", "line"), [
    ([], "say which model is asked: --url URL --model NAME, or --config FILE"),
    (["--url", "localhost:8000", "--model", "x"], "--url is 'localhost:8000'; it must begin with http"),
    (["--config", "none.toml"], "none.toml: "),
    (["--config", "none.toml", "--model", "x"], "leave --url and --model out"),
    (["--config", "none.toml", "--schema"], "--schema is said beside --url; write schema into the endpoint of"),
    (["--config", "none.toml", "--names", "names.toml"], "write names into the endpoint of --config"),
    (["--config", "none.toml", "--without-options"], "write without_options into the endpoint of --config"),
    (["--endpoint", "far", "--url", "http://localhost", "--model", "x"], "give the file as --config FILE"),
    (["--url", "http://localhost", "--model", "x", "--max-matches", "0"], "--max-matches is 0; it must be 1 to 1024"),
    (["--url", "http://localhost", "--modle", "x"], "there is no option --modle (did you mean '--model'?)"),
    (["--url", "http://localhost", "--model", "x", "--timeout", "0"], "--timeout is 0; it must be more than 0"),
    (["--url", "http://localhost", "--model", "x", "--timeout", "inf"], "--timeout is inf; it must be more than 0"),
    (["--url", "http://me:pass@localhost", "--model", "x"], "--url has a user"),
    (["--url", "http://localhost", "--model", "x", "--patience", "-1"], "--patience is -1; it must be 0 or more"),
])
def test_the_command_says_what_is_wrong_with_its_options(arguments, line, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["chat", *arguments])
    assert ended.value.code == 2 and line in capsys.readouterr().err


def test_the_command_says_whose_challenges_the_model_takes(monkeypatch):
    taken = []
    monkeypatch.setattr("lawspeaker_bot.__main__.run", lambda bot: taken.append(bot.challengers))
    for words in ([], ["--challengers", "ann", "*"]):
        main(["chat", "--url", "http://localhost", "--model", "x", *words])
    assert taken == [(), ("ann", "*")]
