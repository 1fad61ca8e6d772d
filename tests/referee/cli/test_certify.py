"""`lawspeaker certify` as its users call it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import pytest

from lawspeaker_bot.version import sdk
from lawspeaker_referee.devtools.certify.certificate import NAMES
from tests.referee.cli.process import PARLEY_COMMAND
from tests.referee.host.script_bots import needs_namespaces, nosy

KEYS = ["passed", "bot", "trials", "seconds"]
TRIAL_KEYS = ["trial", "asks", "result", "words", "trouble", "advice", "seconds"]


def test_a_bot_that_is_certified_gets_a_line_for_each_trial_and_exit_code_0(run):
    done = run("certify", "--bot", "random", "--game", "parley", "--only", "match", "--only", "connect")
    assert done.code == 0, done.err
    first, second, last = done.out.splitlines()
    assert first == "passed    connect  random 1 plays parley, 64 matches at once"
    assert re.fullmatch(r"passed    match    parley with \d: \d+ answers; parley with \d: \d+ answers", second)
    assert re.fullmatch(r"2 passed, in \d+\.\d s", last)
    assert done.err.splitlines() == ["certify: 1/2 connect", "certify: 2/2 match"]


def test_who_fails_is_told_why_and_what_to_change_with_exit_code_1(run):
    done = run("certify", "--bot", "hostile:out-of-range", "--game", "parley", "--only", "match", "--only", "silence")
    assert done.code == 1
    failed, advice, left_out, last = done.out.splitlines()
    assert failed == ("failed    match    its answer was refused: round.bid has options 0 to 2, not 3; it was to "
                      "round.bid (decision 1)")
    assert advice.strip().startswith("Take least to most distinct picks")
    assert left_out == "left out  silence  it failed match; mend that first"
    assert last.startswith("1 failed, 1 left out, in ")


@pytest.mark.slow
def test_what_a_bot_printed_that_fails_is_told_with_the_trial_before_each_line(run):
    done = run("certify", "--bot", "hostile:raises", "--game", "parley", "--only", "match", "--only", "goodbye")
    assert done.code == 1
    told = [line for line in done.err.splitlines() if line.startswith("lawspeaker: ")]
    assert len(told) > 2 and all(line.startswith("lawspeaker: bot at match: ") for line in told)
    assert told[-2].startswith("lawspeaker: bot at match: ZeroDivisionError: a bug \\x1b")
    assert told[-1] == "lawspeaker: bot at match: the bot failed at round.bid, decision 1 of certify-match-1, seat 0"
    assert done.out.splitlines()[0].startswith(
        "failed    match    its process ended by itself at round.bid (decision 1 of certify-match-1): exit code 1; ")


def test_json_has_exactly_the_promised_keys(run):
    done = run("certify", "--bot", "hostile:wrong-token", "--game", "parley", "--only", "connect", "--json")
    assert done.code == 1
    found = json.loads(done.out)
    assert list(found) == KEYS
    assert (found["passed"], found["bot"]) == (False, None)
    (trial,) = found["trials"]
    assert list(trial) == TRIAL_KEYS
    assert (trial["trial"], trial["result"], trial["trouble"]) == ("connect", "failed", "wrong-token")


@pytest.mark.slow
def test_json_says_what_a_bot_that_passed_is(run):
    passed = json.loads(run("certify", "--bot", "random", "--game", "parley", "--only", "connect", "--json").out)
    assert passed["bot"] == {"name": "random", "version": "1", "sdk": sdk(), "games": [], "max_matches": 64}


def test_wrong_input_is_one_line_and_exit_code_2(run):
    for arguments, line in (
        ((), "give either --bot SPEC or --dial"),
        (("--bot", "random", "--dial"), "give either --bot SPEC or --dial"),
        (("--dial", "--bot-network", "host"), "are for a bot of --bot; one that you start yourself has what you give"),
        (("--bot", "rondom"), "no bot 'rondom' (did you mean 'random'?)"),
        (("--bot", "random", "--game", "parly"), "no game 'parly' (did you mean 'parley'?)"),
        (("--bot", "random", "--only", "everything"), "'everything' is not one of 'connect', 'match'"),
        (("--bot", "random", "--timeout", "0"), "a timeout of 0 leaves no time at all; write a time such as 5s"),
        (("--bot", "cmd:/no/such/bot", "--only", "connect"), "(cmd:/no/such/bot) cannot be started: No such file"),
    ):
        done = run("certify", *arguments)
        assert (done.code, done.out) == (2, "")
        assert line in done.err.splitlines()[-1]


@pytest.mark.slow
@needs_namespaces
@pytest.mark.parametrize(("options", "found"), [
    (("--bot-env", "MODEL_KEY"), "s3cret of env No such file or directory"),
    (("--bot-read", "~/notes", "--bot-network", "host"), "None s3cret of home"),
])
def test_a_bot_on_trial_has_what_the_user_gives_it_and_is_said_to_have_no_network(tmp_path, options, found):
    environment, folder = nosy(tmp_path)
    bot = folder / "nosy.py"
    bot.write_text(bot.read_text().replace("return decision.default", "os._exit(3)"))
    command = [*PARLEY_COMMAND, "certify", "--bot", f"cmd:{sys.executable} nosy.py", "--game", "parley",
               "--only", "match", "--only", "goodbye", *options]
    done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"lawspeaker: bot at match: found: {found}\n" in done.stderr
    told = [line for line in done.stderr.splitlines() if "lawspeaker: bots have no network" in line]
    assert len(told) == ("host" not in options)


@pytest.mark.slow
@pytest.mark.parametrize("names", [
    ["connect", "match", "goodbye"], [name for name in NAMES if name != "restart"],
], ids=["some", "all"])
def test_a_bot_that_its_author_starts_dials_in_and_stays_for_all_trials(names):
    trials = [word for name in names for word in ("--only", name)]
    command = [*PARLEY_COMMAND, "certify", "--dial", "--game", "parley", *trials]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as referee:
        assert referee.stderr is not None
        assert referee.stdout is not None
        told = next(line for line in referee.stderr if "start your bot now" in line)
        address, token = re.findall(r"LAWSPEAKER_(?:ADDRESS|TOKEN)=(\S+)", told)
        bot = subprocess.Popen([sys.executable, "-m", "lawspeaker_bot.random_bot"], stderr=subprocess.DEVNULL,
                               env=os.environ | {"LAWSPEAKER_ADDRESS": address, "LAWSPEAKER_TOKEN": token})
        try:
            lines = referee.stdout.read().splitlines()
            assert referee.wait(60) == 0
            assert bot.wait(60) == 0
        finally:
            bot.kill()
            referee.kill()
    results = {line[10:].split()[0]: line[:8].strip() for line in lines[:-1]}
    assert results == dict.fromkeys(names, "passed") | {"goodbye": "left out"}
