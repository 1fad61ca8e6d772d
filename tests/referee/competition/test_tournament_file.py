"""A tournament's file: what it means, and what is said about one that means nothing."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from lawspeaker_engine.games import find_game
from lawspeaker_referee.competition.formats import WHOLE, number_of_matches
from lawspeaker_referee.config import tournament_format as formats
from lawspeaker_referee.config.clocks import PRESETS, Clock
from lawspeaker_referee.config.sandbox import Sandbox, SandboxTable
from lawspeaker_referee.config.tournament import BotConfig, TournamentTable, parse_config, read_config
from lawspeaker_referee.config.validation import BadConfig

DOCS = Path(__file__).parents[3] / "docs/tournaments.md"

SMALL = """
name = "cup"
game = "northgard"
players = 2

[format]
kind = "round-robin"

[[bots]]
name = "greedy"
spec = "greedy"

[[bots]]
name = "random"
spec = "random"
"""

FULL = f"""
name = "league.7"
game = "northgard"
rules = {find_game("northgard").version}
players = 4
clock = "2s+30s/1s"
records = "elsewhere"
workers = 3
secret = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

[options]
teams = true

[faults]
timeout = "random"
strikes = {{ illegal = 2 }}

[format]
kind = "gauntlet"
challengers = ["new", "old"]
rounds = 5
seats = "all"
tables = "balanced"
dice = "match"
self_play = true

[stop]
alpha = 0.05

[sandbox]
memory = "1.5G"
processes = 40
files = 0
file_size = 0
network = "none"
env = ["OPENAI_API_KEY"]
read = ["~/models"]

[[bots]]
name = "new"
spec = "cmd:python 'my bot.py'"
concurrency = 4
fresh = true
""" + "".join(f'[[bots]]\nname = "{name}"\nspec = "random"\n' for name in ("old", "x", "y", "z", "w"))


def read(tmp_path: Path, text: str):
    path = tmp_path / "cup.toml"
    path.write_text(text, encoding="utf-8")
    return read_config(path)


def test_what_a_small_file_leaves_out_has_defaults(tmp_path):
    terms = read(tmp_path, SMALL)
    assert (terms.clock, terms.records, terms.workers, terms.secret) == (
        PRESETS["standard"], Path("records/cup"), None, None)
    assert terms.bots == (BotConfig("greedy", "greedy"), BotConfig("random", "random"))
    assert (terms.format.rounds, terms.format.seats, terms.format.dice) == (1, 2, "block")
    assert terms.sandbox == Sandbox(named_folders=False)
    assert terms.setup.options["years"] == 7


def test_a_full_file_is_read_to_its_last_key(tmp_path):
    terms = read(tmp_path, FULL)
    assert (terms.name, terms.players, terms.workers, terms.records) == ("league.7", 4, 3, Path("elsewhere"))
    assert terms.secret == bytes.fromhex("00112233445566778899aabbccddeeff" * 2)
    assert terms.setup.options["teams"] is True
    assert terms.bots[0] == BotConfig("new", "cmd:python 'my bot.py'", concurrency=4, fresh=True)
    assert terms.format == formats.Format("gauntlet", rounds=5, seats=24, tables="balanced", dice="match",
                                          self_play=True, challengers=("new", "old"))
    assert terms.stop == {"alpha": 0.05}
    assert terms.sandbox == Sandbox(memory=3 << 29, processes=40, open_files=None, file_size=None, network="none",
                                    variables=("OPENAI_API_KEY",), readable=("~/models",), named_folders=False)
    assert terms.policy.strikes


@pytest.mark.parametrize("text", [SMALL, FULL])
def test_the_ledgers_form_is_plain_data_and_means_the_same(tmp_path, text):
    terms = read(tmp_path, text)
    kept = json.loads(json.dumps(terms.as_dict()))
    again = parse_config(kept, "ledger")
    assert again.as_dict() == terms.as_dict() == kept
    assert (again.setup, again.clock, again.policy, again.format, again.bots, again.sandbox) == (
        terms.setup, terms.clock, terms.policy, terms.format, terms.bots, terms.sandbox)


def test_the_secret_is_neither_in_the_ledgers_form_nor_shown(tmp_path):
    terms = read(tmp_path, FULL)
    assert "00112233" not in json.dumps(terms.as_dict())
    assert "00112233" not in repr(terms)
    assert repr(terms.secret) not in repr(terms)


def test_a_copy_of_a_bot_is_started_as_the_bot_is(tmp_path):
    assert read(tmp_path, FULL).bot("new#2") == BotConfig("new#2", "cmd:python 'my bot.py'", concurrency=4, fresh=True)


HANDICAPS = SMALL + 'clock = "500ms+3s"\n'


def test_a_bot_has_a_clock_of_its_own_in_the_words_of_the_match_clock(tmp_path):
    terms = read(tmp_path, HANDICAPS)
    assert terms.clocks_text == f"{PRESETS['standard'].text}; random by 500ms,bank=3s"
    assert (terms.clock_of("random#2"), terms.clock_of("greedy")) == (Clock(0.5, bank=3.0), PRESETS["standard"])
    assert parse_config(terms.as_dict(), "ledger").bots == terms.bots


@pytest.mark.parametrize(("clock", "words"), [
    ("0s", "leaves no time at all"), ("none+3s", "has a bank, but no limit"), ("quick", "is no clock")])
def test_a_clock_of_a_bot_that_means_nothing_is_refused_with_the_bots_name(tmp_path, clock, words):
    message = bad(tmp_path, SMALL + f'clock = "{clock}"\n')
    assert message.startswith("bots random: clock: ") and words in message


def test_an_object_of_the_process_has_no_clock_of_its_own(tmp_path):
    assert bad(tmp_path, HANDICAPS.replace("players", "in_process = true\nplayers", 1)) == (
        "bots random: clock: cannot be kept with in_process = true, where nothing ends a bot that is late; leave it "
        "out")


def bad(tmp_path: Path, text: str) -> str:
    """The one line that is said about a file."""
    with pytest.raises(BadConfig) as error:
        read(tmp_path, text)
    message = str(error.value)
    assert message.startswith(f"{tmp_path}/cup.toml")
    assert "\n" not in message
    return message.removeprefix(f"{tmp_path}/cup.toml").removeprefix(": ")


@pytest.mark.parametrize(("old", "new", "message"), [
    ('name = "cup"', "", "name is missing"),
    ('name = "cup"', 'nam = "cup"', "there is no 'nam' (did you mean 'name'?); there are name, game"),
    ('name = "cup"', 'name = "a cup"', "name is 'a cup'; it is a name: 1 to 30 letters"),
    ('name = "cup"', f'name = "{"c" * 31}"', "'; it is a name: 1 to 30"),
    ('name = "cup"', 'name = "../cup"', "name is '../cup'; it is a name: 1 to 30"),
    ('"northgard"', '"northgrad"', "no game 'northgrad' (did you mean 'northgard'?); there are: northgard, clansmen"),
    ("players = 2", "players = 9", "players is 9; it is a whole number from 2 to 5"),
    ("players = 2", "players = true", "players is True; it is a whole number"),
    ("players = 2", 'players = "2"', "players is '2'; it is a whole number from 2 to 5, without quotes"),
    ("players = 2", 'players = 2\nclock = "fast"', "clock: 'fast' is no clock"),
    ("players = 2", 'players = 2\nledger = "postgresql://me:pass@host/cup"', "ledger has a password in it"),
    ("players = 2", 'players = 2\nledger = "postgresql://host/cup?password=pass"', "ledger has a password in it"),
    ("players = 2", 'players = 2\nledger = "postgresql://[host/cup"', "ledger is no URL; write sqlite:///PATH"),
    ("players = 2", "players = 2\noptions = {yeers = 7}", "northgard has no option 'yeers' (did you mean 'years'?)"),
    ("players = 2", "players = 2\noptions = 7", "options is 7; it is a table, [options]"),
    ("players = 2", "players = 2\nrules = 77", "rules is 77, and this referee plays northgard by its rules version"),
    ("players = 2", 'players = 2\nclock = "2"', "clock: move '2' has no unit; write 2s or 2ms"),
    ("players = 2", "players = 2\nclock = 2", "clock is 2; it is a text in quotes"),
    ("players = 2", 'players = 2\nfaults = {timeout = "retry"}', "faults: timeout is 'retry'; it is one of default,"),
    ("players = 2", 'players = 2\nfaults = {timout = "void"}', "there is no 'timout' (did you mean 'timeout'?)"),
    ("players = 2", "players = 2\nworkers = 0", "workers is 0; it is a whole number from 1 to 1024"),
    ("players = 2", 'players = 2\nsecret = "7"', "secret is not 64 hexadecimal digits; make it by `openssl"),
    ("players = 2", 'players = 2\nsandbox = {memry = "1G"}', "sandbox: there is no 'memry' (did you mean 'memory'?)"),
    ("players = 2", 'players = 2\nsandbox = {memory = "lots"}', "sandbox: memory: 'lots' is no size: write a number"),
    ("players = 2", "players = 2\nsandbox = {file_size = true}", "sandbox: file_size is True; it is a size in quotes"),
    ("players = 2", "players = 2\nsandbox = {processes = -1}", "sandbox: processes is -1; it is a whole number from 0"),
    ("players = 2", 'players = 2\nsandbox = {network = "no"}', "sandbox: network is 'no'"),
    ("players = 2", 'players = 2\nsandbox = {env = "KEY"}', "sandbox: env is 'KEY'; it is a list of names, such as"),
    ("players = 2", 'players = 2\nsandbox = {env = ["KEY=1"]}', "sandbox: 'KEY=1' is no name of a variable"),
    ("players = 2", "players = [2]", "players is [2]; it is a whole number from 2 to 5"),
    ("players = 2", "players = 2.0", "players is 2.0; it is a whole number from 2 to 5"),
    ("players = 2", "players = 2\nrecords = 1.5", "records is 1.5; it is a text in quotes"),
    ("players = 2", 'players = 2\nrecords = " "', "records is ' '; it is a text in quotes"),
    ("players = 2", "players = 2\nstop = [1]", "stop is [1]; it is a table, [stop]"),
    ("players = 2", "players = 2\nsandbox = 3", "sandbox is 3; it is a table, [sandbox]"),
    ("players = 2", 'players = 2\nsandbox = {env = ["A", 3]}', "sandbox: env is ['A', 3]; it is a list of names, such"),
    ("players = 2", 'players = 2\nsandbox = {env = ["A", "A"]}', "sandbox: env has 'A' twice; name it once"),
    ("players = 2", "players = 2\nfaults = {disqualify_rate = nan}", "disqualify_rate is nan; it is a share from 0 to"),
    ("players = 2", "players = 2\nfaults = {strikes = {illegal = -1}}", "faults: strikes: illegal is -1; it is a"),
    ('name = "cup"', 'name = "cup\\n"', "name is 'cup\\n'; it is a name: 1 to 30"),
    ("players = 2", "players = ", "is not TOML"),
    ('spec = "greedy"', "spec = greedy", "is not TOML: Invalid value (at line 11, column 8); texts stand in quotes"),
    ("[[bots]]", "[bots]", "nothing may stand there twice, and each table of a list begins with [[ ]], such"),
    ('"round-robin"', '"roundrobin"', "it is one of round-robin, seed-blocks, gauntlet, swiss, knockout"),
    ('"round-robin"', '"round-robin"\nadvance = 1', "format: there is no 'advance' in round-robin; there are kind, "),
    ('[format]\nkind = "round-robin"', "", "format is missing"),
    ('"round-robin"', '"round_robin"', "format: kind is 'round_robin' (did you mean 'round-robin'?); it is one of"),
    ('kind = "round-robin"', "", "format: kind is missing"),
    ('"round-robin"', '"round-robin"\nround = 3', "format: there is no 'round' (did you mean 'rounds'?)"),
    ('"round-robin"', '"swiss"\ntables = "all"', "format: there is no 'tables'"),
    ('"round-robin"', '"swiss"\nrounds = 0', "format: rounds is 0; it is a whole number from 1 to 100000"),
    ('"round-robin"', '"swiss"\nseats = 3', 'format: seats is 3; it is "all", which is 2, or 1, or a multiple of 2'),
    ('"round-robin"', '"round-robin"\nself_play = 1', "format: self_play is 1; it is true or false"),
    ('"round-robin"', '"round-robin"\nrounds = 90000\ndice = "dice"', "format: dice is 'dice'"),
    ('"round-robin"', '"gauntlet"', "format: challengers is missing"),
    ('"round-robin"', '"gauntlet"\nchallengers = ["greed"]', "format: challengers: there is no bot 'greed'"),
    ('"round-robin"', '"gauntlet"\nchallengers = ["greedy", "greedy"]', "format: challengers has 'greedy' twice"),
    ('"round-robin"', '"gauntlet"\nchallengers = ["greedy", "random"]', "format: challengers leave a field of 0"),
    ('"round-robin"', '"knockout"\nadvance = 2', "format: advance is 2; it is a whole number from 1 to 1"),
    ('spec = "greedy"', 'spec = "gredy"', "bots greedy: spec: no bot 'gredy' (did you mean 'greedy'?)"),
    ('spec = "greedy"', "", "bots greedy: spec is missing"),
    ('name = "greedy"', "", "bots 1: name is missing"),
    ('name = "greedy"', 'name = "random"', "two bots are called 'random'"),
    ('name = "greedy"', 'name = "greedy#2"', "bots greedy#2: name is 'greedy#2'; it is a name: 1 to 30"),
    ('spec = "greedy"', 'spec = "greedy"\nconcurency = 2', "there is no 'concurency' (did you mean 'concurrency'?)"),
    ('[format]\nkind = "round-robin"', '[options]\nautoma = 1\n\n[format]\nkind = "swiss"',
     "format: in a swiss bots meet one another, and here each meets automa-1 alone; take seed-blocks or round-robin"),
    ("[format]", "[options]\nautoma = 1\n\n[format]\nself_play = true",
     "format: self_play is for bots that meet one another, and here each meets automa-1 alone; leave it out"),
    ("[format]", "[options]\nautoma = 1\n\n[stop]\nbot = 'greedy'\n\n[format]",
     "stop: against automa-1 two bots are compared on the same starts, which a round-robin does not give them; take"),
    ('name = "greedy"', 'name = "automa-2"\nspec = "greedy"\n[options]\nautoma = 2\n[[bots]]\nname = "b"',
     "a bot is called 'automa-2', and so is who plays against the bots here"),
    ('[[bots]]\nname = "random"\nspec = "random"', "", "bots: 1 cannot fill a table of 2; name at least 2"),
])
def test_a_bad_file_gets_one_line_that_says_where_and_what_would_be_right(tmp_path, old, new, message):
    assert message in bad(tmp_path, SMALL.replace(old, new, 1))


@pytest.mark.parametrize("bots", ['"random"', "[3]", "[{name = 'a', spec = 'random'}, 3]"])
def test_bots_that_are_no_tables_are_told_how_each_begins(tmp_path, bots):
    text = f'bots = {bots}\nname = "cup"\ngame = "northgard"\nplayers = 2\nformat = {{kind = "round-robin"}}'
    assert bad(tmp_path, text) == "bots is no list of tables; each begins with [[bots]]"


def test_a_file_that_is_no_text_is_told_so(tmp_path):
    path = tmp_path / "cup.toml"
    path.write_bytes(b"\xff")
    with pytest.raises(BadConfig, match="is not TOML, which is text in UTF-8"):
        read_config(path)


def test_where_the_ledger_is_stands_in_the_file_and_not_in_the_ledger(tmp_path):
    url = "postgresql://me@host/cup"
    terms = read(tmp_path, f'ledger = "{url}"\n{SMALL}')
    assert terms.ledger == url
    assert url not in json.dumps(terms.as_dict())


def test_a_knockout_that_does_not_come_out_even_is_told_what_would():
    bots = [{"name": f"b{number}", "spec": "random"} for number in range(7)]
    with pytest.raises(BadConfig, match=re.escape("with so many bots it is one of 1, 3")):
        parse_config({"name": "cup", "game": "northgard", "players": 4, "format": {"kind": "knockout"}, "bots": bots},
                    "cup.toml")


def test_a_tournament_of_millions_is_accepted_and_its_first_match_is_known_at_once():
    bots = [{"name": f"b{number}", "spec": "random"} for number in range(40)]
    terms = parse_config({"name": "cup", "game": "northgard", "players": 5, "bots": bots,
                          "format": {"kind": "round-robin", "seats": "all"}}, "cup.toml")
    assert number_of_matches(terms) == 78_960_960
    assert next(WHOLE["round-robin"](terms)).match_id == "cup/r1-b0+b1+b2+b3+b4/1"


def test_every_key_of_the_file_stands_in_its_documentation():
    text = DOCS.read_text(encoding="utf-8")
    of_formats = {key for keys in formats.KEYS.values() for key in keys}
    for key in of_formats.union(*(table.__struct_fields__ for table in (TournamentTable, BotConfig, SandboxTable))):
        assert f"`{key}`" in text, key
    assert all(f"`{kind}`" in text for kind in formats.KEYS)


def test_every_file_in_the_documentation_is_read(tmp_path):
    files = re.findall(r'```toml\n(name = "[^{].*?)```', DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert files
    for file in files:
        read(tmp_path, file)


@pytest.mark.parametrize(("key", "line"), [
    ('args = ["--x"]', "args: are for commands, and 'random' is none"),
    ('memory = "much"', "memory: 'much' is no size"),
    ('env = ["A B"]', "env: 'A B' is no name of a variable"),
])
def test_what_a_bots_own_process_cannot_have_is_refused(tmp_path, key, line):
    with pytest.raises(BadConfig, match=line):
        read(tmp_path, f"{SMALL}{key}\n")


def test_the_limits_of_one_bot_go_beyond_those_of_all(tmp_path):
    terms = read(tmp_path, SMALL + 'env = ["A"]\nread = ["/x"]\nmemory = "4G"\n' + '[sandbox]\nenv = ["B"]\n')
    greedy, random = (bot.within(terms.sandbox) for bot in terms.bots)
    assert (greedy.variables, greedy.readable, greedy.memory) == (("B",), (), 2 << 30)
    assert (random.variables, random.readable, random.memory) == (("B", "A"), ("/x",), 4 << 30)
    assert parse_config(json.loads(json.dumps(terms.as_dict())), "ledger").bots == terms.bots
