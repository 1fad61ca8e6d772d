"""Files of referees: what their keys mean, what is said about wrong ones, and that the pages list all of them."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import fields

from lawspeaker_referee.cli.referee_reload import RELOADED
from lawspeaker_referee.config.clocks import DEFAULT_CLOCK
from lawspeaker_referee.config.fault_policies import DEFAULT_POLICY, LOST_SEAT_LAST
from lawspeaker_referee.config.limits import Limits
from lawspeaker_referee.config.referee import (
    KEYS,
    TABLES,
    ChallengeRules,
    LadderSettings,
    RefereeTable,
    differences,
    parse_referee,
    value_of,
    with_keys,
)
from lawspeaker_referee.config.server_keys import FEW_MATCHES, TlsFiles
from lawspeaker_referee.config.user_files import read_toml
from lawspeaker_referee.config.validation import BadConfig

ROOT = Path(__file__).parents[3]
LADDER = {"tokens": "t", "ladder": {}}


def referee(**keys: Any):
    return parse_referee({"game": "parley", **keys}, "x.toml")


def test_a_game_is_enough_and_the_rest_is_as_by_default():
    config = referee()
    assert (config.setup.players, config.clock, config.policy) == (2, DEFAULT_CLOCK, DEFAULT_POLICY)
    assert (config.records, config.tokens, config.tls, config.key, config.ladder) == (Path("records"), *[None] * 4)
    assert (config.limits, config.grace) == (Limits(), 30.0)


def test_all_keys_are_understood():
    config = referee(
        players=3, options={"rounds": 1}, clock="blitz", faults={"lost_seat": "last"}, tokens="t", key="k",
        tls={"cert": "c", "key": "k", "client_ca": "a"}, secret_file="s", grace="1m", records="r", name="cup",
        limits={"most_matches": 9, "most_streams": 7, "streams_a_token": 6, "matches_a_stream": 5, "most_strangers": 4,
                "strangers_an_address": 3, "most_unread": 99, "message_bytes": 4096, "message_rate": 3.5,
                "message_burst": 2, "flood_patience": "1m", "keepalive": "500ms", "cpu_share": 0.5, "cpu_burst": "3s",
                "return_rate": 2, "return_burst": 7},
        ladder={"ledger": "postgresql://u@h/d", "standings": "[::1]:80", "rest": "2s", "versions": "refuse",
                "referee": "east", "wait_for_ledger": "0s", "challenges": 0.5, "challenge_options": ["rounds"]})
    assert (config.setup.players, dict(config.setup.options)["rounds"]) == (3, 1)
    assert config.clock.move_time == 0.1
    assert config.policy.lost_seat == LOST_SEAT_LAST
    assert config.limits == Limits(
        streams=7, streams_a_token=6, matches_a_stream=5, message_bytes=4096, message_rate=3.5, message_burst=2,
        flood_patience=60.0, keepalive=0.5, strangers=4, strangers_an_address=3, queued=99,
        cpu_share=0.5, cpu_burst=3.0, return_rate=2.0, return_burst=7)
    assert config.tls == TlsFiles(Path("c"), Path("k"), Path("a"))
    assert (config.tokens, config.secret_file, config.records) == (Path("t"), Path("s"), Path("r"))
    assert config.ladder == LadderSettings("postgresql://u@h/d", "[::1]:80", 2.0, Path("k"), "refuse", "east", 0.0,
                                           challenges=ChallengeRules(0.5, ("rounds",)))
    assert referee(records=False).records is None
    assert referee(**LADDER).limits.matches_a_stream == FEW_MATCHES


@pytest.mark.parametrize(("keys", "words"), [
    ({"game": "parly"}, "no game 'parly' (did you mean 'parley'?)"),
    ({"lisen": "x"}, "there is no 'lisen' (did you mean 'listen'?); there are game, players, "),
    ({"limits": {"most_stream": 1}}, "limits: there is no 'most_stream' (did you mean 'most_streams'?)"),
    ({**LADDER, "ladder": {"challenges": 0.6}}, "ladder: challenges is 0.6; it is a share from 0 to 0.5"),
    ({**LADDER, "ladder": {"challenge_options": ["round"]}},
     "ladder: challenge_options: parley has no option 'round' (did you mean 'rounds'?)"),
    ({"ladder": {"rests": "1s"}}, "ladder: there is no 'rests' (did you mean 'rest'?)"),
    ({"tls": {"cert": "c"}}, "tls: key is missing"),
    ({"tls": "c.pem"}, "tls is 'c.pem'; it is a table, [tls]"),
    ({"players": "2"}, "players is '2'; it is a whole number from 2 to 4, without quotes"),
    ({"players": 5}, "players is 5; it is a whole number from 2 to 4"),
    ({"options": {"round": 1}}, "did you mean 'rounds'?"),
    ({"clock": "fast"}, "clock: 'fast' is no clock"),
    ({"faults": {"timeout": "voit"}}, "faults: timeout is 'voit' (did you mean 'void'?)"),
    ({"matches": 0}, "matches is 0; it is a whole number from 1 to"),
    ({"name": "../cup"}, "name is '../cup'; it is a name: 1 to 30 letters"),
    ({"listen": "50051"}, "listen: '50051' is not HOST:PORT: it has no host; give 127.0.0.1:50051"),
    ({"listen": "0.0.0.0:1"}, "listen: 0.0.0.0:1 would let anybody in: give every bot a token"),
    ({"metrics": "localhost"}, "metrics: 'localhost' is not HOST:PORT: it has no port; give localhost:9090"),
    ({"tokens": "t", "ladder": {"allow_hosts": ["a:80"]}}, "ladder: allow_hosts: 'a:80' is no host; give a name"),
    ({"tokens": "t", "ladder": {"standings": "80"}}, "ladder: standings: '80' is not HOST:PORT"),
    ({"tokens": 7}, "tokens is 7; it is a text in quotes"),
    ({"tokens": " "}, "tokens is ' '; it is a text in quotes"),
    ({"trusted_proxies": ["nginx"]}, "appear to be an IPv4 or IPv6 network; write an address or a network such as"),
    ({"records": True}, "records is True; it is a folder in quotes, or false to keep none"),
    ({"records": 1}, "records is 1; it is a folder in quotes, or false to keep none"),
    ({"sync": "always"}, "sync is 'always'; it is one of step, end"),
    ({"key": "k", "records": False}, "key signs records, and none are kept; leave out records = false"),
    ({"grace": "30"}, "grace: '30' has no unit; write 30s or 30ms"),
    ({"grace": 30}, 'grace is 30; it is a time in quotes, such as "30s"'),
    ({"grace": "2d"}, "grace: '2d' is no time; write 10ms, 2s, 5m or 1h"),
    ({"limits": {"keepalive": "0s"}}, "limits: keepalive: 0s is out of range; it is 1ms to 24h"),
    ({"limits": {"message_rate": 0}}, "limits: message_rate is 0; it is a number from 0.1 to"),
    ({"limits": {"most_streams": 1}}, "limits: most_streams is 1; it is a whole number from 2 to 100000"),
    ({"ladder": {}}, "tokens is missing: a ladder knows bots by their tokens; make them by `lawspeaker tokens create"),
    ({**LADDER, "records": False}, "records: a ladder counts what records prove; leave out records = false"),
    ({"tokens": "t", "ladder": {"referee": "a b"}}, "ladder: referee is 'a b'; it is a label: 1 to 20 letters and"),
    ({"tokens": "t", "ladder": {"referee": "a"}}, "ladder: referee is for several referees with one ledger in"),
    ({"tokens": "t", "ladder": {"versions": "ne"}}, "ladder: versions is 'ne' (did you mean 'new'?)"),
])
def test_what_is_wrong_is_said_in_one_line_with_the_file(keys, words):
    with pytest.raises(BadConfig) as error:
        referee(**keys)
    assert str(error.value).startswith("x.toml: ")
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_a_password_in_the_ledger_is_refused_and_not_repeated():
    with pytest.raises(BadConfig, match="ladder: ledger has a password in it") as error:
        referee(tokens="t", ladder={"ledger": "postgresql://u:hush@h/d"})
    assert "hush" not in str(error.value)


def test_a_file_without_a_game_and_a_file_of_an_editor_that_marks_its_bytes(tmp_path):
    with pytest.raises(BadConfig, match=r"^y: game is missing$"):
        parse_referee({"listen": "127.0.0.1:1"}, "y")
    (tmp_path / "referee.toml").write_text('\ufeffgame = "parley"\n', encoding="utf-8")
    assert parse_referee(read_toml(tmp_path / "referee.toml")).game.name == "parley"


def test_tables_are_compared_and_merged_by_key():
    old, new = referee(clock="1s", limits={"most_streams": 7}, **LADDER).table, referee(grace="1s", tokens="t").table
    found = differences(old, new)
    assert set(found) == {"clock", "grace", "limits.most_streams", "ladder.allow_hosts", "ladder.rest",
                          "ladder.challenges", "ladder.challenge_options", "ladder.versions", "ladder.wait_for_ledger"}
    merged = with_keys(old, new, ["grace", "limits.most_streams"])
    assert differences(merged, new) == [key for key in found if key not in {"grace", "limits.most_streams"}]
    assert (value_of(merged, "clock"), value_of(merged, "tls.cert")) == ("1s", None)


# --- pages and files ---


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def told(name: str, heading: str, table: str = "") -> dict[str, str]:
    """Key -> default, of the table of a page."""
    rows = re.findall(r"(?m)^\| (`.*?`) \| (.*?) \|", re.split(r"(?m)^#+ ", page(name).split(f"# {heading}\n")[1])[0])
    return {f"{table}{key}": default for cell, default in rows for key in re.findall(r"`([\w.]+)`", cell)}


def test_the_pages_list_all_keys_with_their_defaults():
    listed = (told("serving.md", "Keys of the file") | told("serving.md", "Limit what bots may do", "limits.")
              | told("serving.md", "Let people play", "people.") | told("ladder.md", "Set it up", "ladder."))
    assert {key for key in listed if key not in {"limits", "people", "ladder"}} == set(KEYS)
    for key, default in DEFAULTS.items():
        if isinstance(default, str | int | float):
            said = listed[key].replace("50 a second, 200 at once", {"limits.message_rate": "50"}.get(key, "200"))
            assert said.strip("`") == json.dumps(default).removesuffix(".0"), key


DEFAULTS = {
    f"{prefix}{each.name}": UNSET if each.required else each.default
    for prefix, table in [("", RefereeTable), *((f"{name}.", table) for name, table in TABLES.items())]
    for each in fields(table) if not prefix or each.name}


def test_the_page_names_the_keys_that_a_signal_changes():
    assert set(told("serving.md", "Change settings while matches run")) == RELOADED


def test_the_files_in_the_documentation_are_read():
    whole = [tomllib.loads(text) for name in ("serving.md", "proxy.md")
             for text in re.findall(r"```toml\n(game = .*?)```", page(name), re.DOTALL)]
    assert len(whole) == 4
    for values in whole:
        parse_referee(values, "docs")
    assert {key.partition(".")[0] for key in KEYS} - set(whole[1]) == {"anybody", "people"}


@pytest.mark.parametrize("path", [
    "deploy/referee/referee.toml", "deploy/referee/ladder.toml", "deploy/kubernetes/base/referee.toml",
    "deploy/kubernetes/overlays/ladder/referee.toml"])
def test_the_files_that_are_deployed_are_read(path):
    config = parse_referee(read_toml(ROOT / path), path)
    assert (config.table.listen, config.table.metrics) == ("0.0.0.0:50051", "0.0.0.0:9090")
    assert (config.ladder is not None) == ("ladder" in path)
