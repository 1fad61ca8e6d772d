"""`play` with clocks, fault policies, keys and limits of bots: what is refused, and what reaches match and bots."""

import json
import re
import sys

import pytest

from lawspeaker_bot import Bot
from lawspeaker_engine.model import BadSetup
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.clocks import PRESETS, Clock, clock_of, parse_clock
from lawspeaker_referee.config.fault_policies import DEFAULT_POLICY, parse_policy, policy_of
from lawspeaker_referee.host import single_match
from lawspeaker_referee.host.local_bots import LocalBot
from lawspeaker_referee.host.process.output import output_path
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.signing import SigningKey, signer_of
from lawspeaker_referee.record.verify.replay import verify
from tests.games.parley import PARLEY
from tests.referee.host.script_bots import needs_namespaces
from tests.sample_sizes import first_quick

pytestmark = pytest.mark.usefixtures("built_in_bots_here")
TWO = ("--bot", "random", "random")
RANDOM = SeatSpec.parse("random")

SLOW = """
import time
from lawspeaker_bot import Bot, run

class Slow(Bot):
    name = "slow"

    def decide(self, decision):
        time.sleep(60.0)
        return decision.default

run(Slow())
"""
"""Far later than what it plays against, however busy the machine."""

SLOWER = SLOW.replace("60.0", "0.3 if decision.decision_id == 1 else 60.0")
"""Late at its first decision, and at the second one for longer than any bank."""

CRASHES = """
import os
from lawspeaker_bot import Bot, run

class Crashes(Bot):
    name = "crashes"

    def decide(self, decision):
        os._exit(7)

run(Crashes())
"""


def bot(folder, text):
    """A SPEC for a bot of a few lines."""
    path = folder / f"bot{len(list(folder.glob('bot*.py')))}.py"
    path.write_text(text)
    return f"cmd:{sys.executable} {path}"


def policy_file(folder, text):
    path = folder / "faults.toml"
    path.write_text(text)
    return path


# --- what is refused ---


@pytest.mark.parametrize(("arguments", "words"), [
    (("--clock", "quick"), "'quick' is no clock; it is a preset (blitz, standard, llm, none), MOVE"),
    (("--clock", "standart"), "(did you mean 'standard'?)"),
    (("--clock", "2"), "clock: move '2' has no unit; write 2s or 2ms"),
    (("--clock", "1ms"), "move 1ms is out of range; it is 10ms to 1h"),
    (("--clock", "2s,speed=1s"), "'speed=1s' is no setting"),
    (("--clock", "2s", "--move-time", "2s"), "--clock and --move-time both say the time limits; give one of them"),
    (("--key", "nobody.key", "--record", "x.lsr"), "nobody.key: No such file or directory"),
    (("--faults", "nothing.toml"), "nothing.toml: No such file or directory"),
    (("--bot-memory", "much"), "'much' is no size: write a number and K, M, G or T, such as 512M, or 0 for no limit"),
    (("--bot-processes", "-1"), "-1 is not in the range 0<=x<=1000000"),
    (("--bot-network", "some"), "'some' is not one of 'auto', 'none', 'host'"),
])
def test_wrong_settings_are_one_clear_line_before_anything_is_played(run, tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    done = run("play", "parley", *TWO, *arguments)
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    assert done.err.startswith("lawspeaker: ")
    assert done.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("text", "words"), [
    ("[faults]\ntimeout = 'forfit-seat'", "faults: timeout is 'forfit-seat' (did you mean 'forfeit-seat'?)"),
    ("[faults]\nslow = 'void'", "faults: there is no 'slow'"),
    ("[faults]\ntimeout =", " is not TOML: "),
    ("timeout = 'default'", "there is no 'timeout'; the file has one table, [faults]"),
    ("[fault]\ntimeout = 'default'", "there is no 'fault' (did you mean 'faults'?)"),
    ("faults = 3", " has no table [faults]"),
    ("", " has no table [faults]"),
])
def test_a_wrong_policy_is_one_line_that_names_its_file(run, tmp_path, text, words):
    file = policy_file(tmp_path, text)
    done = run("play", "parley", *TWO, "--faults", file)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert str(file) in done.err
    assert words in done.err


def test_a_policy_that_is_no_text_is_one_line(run, tmp_path):
    file = tmp_path / "faults.toml"
    file.write_bytes(b"[faults]\n\xff")
    done = run("play", "parley", *TWO, "--faults", file)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert f"{file} is not TOML, which is text in UTF-8" in done.err


def test_a_key_without_a_record_has_nothing_to_sign(run, tmp_path):
    SigningKey.create(tmp_path / "referee.key")
    done = run("play", "parley", *TWO, "--key", tmp_path / "referee.key")
    assert (done.code, done.err) == (2, "lawspeaker: --key signs a record, and none is kept; add --record FILE\n")


@pytest.mark.parametrize(("arguments", "words"), [
    (("--clock", "blitz"), "the clock 100ms,bank=10s,first=5s,reconnect=10s cannot be kept with --in-process"),
    (("--move-time", "2s"), "the clock 2s cannot be kept with --in-process, where nothing ends a bot that is late"),
    (("--bot-memory", "1G"), "--bot-memory cannot be enforced with --in-process, where bots are no processes"),
    (("--bot-processes", "0"), "--bot-processes cannot be enforced"),
    (("--bot-files", "10"), "--bot-files cannot be enforced"),
    (("--bot-file-size", "1M"), "--bot-file-size cannot be enforced"),
    (("--bot-network", "auto"), "--bot-network cannot be enforced"),
])
def test_what_nothing_enforces_in_process_is_refused_there(run, arguments, words):
    done = run("play", "parley", *TWO, "--in-process", *arguments)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert words in done.err


@pytest.mark.parametrize("arguments", [("--clock", "none"), ("--move-time", "0"), ()])
def test_no_clock_at_all_can_be_kept_in_process(run, tmp_path, arguments):
    path = tmp_path / "game.lsr"
    assert run("play", "parley", *TWO, "--in-process", "--record", path, *arguments).code == 0
    assert clock_of(read_record(path).header) == Clock(None)


def test_a_clock_in_this_process_is_refused_to_callers_too():
    with pytest.raises(BadSetup, match=r"the clock 1s,bank=5s cannot be kept in-process"):
        single_match.play_match(PARLEY, make_setup(PARLEY, 2), [RANDOM] * 2, seed=bytes(32), match_id="m",
                         clock=Clock(1.0, bank=5.0), in_process=True)


# --- what reaches the match ---


@pytest.mark.parametrize(("arguments", "clock"), first_quick(1, [
    (("--clock", "standard,lag=50ms"), parse_clock("standard,lag=50ms")),
    (("--clock", "llm"), PRESETS["llm"]),
    (("--move-time", "1m"), Clock(60.0)),
    ((), Clock(2.0)),
]))
def test_the_clock_stands_in_the_record(run, tmp_path, arguments, clock):
    path = tmp_path / "game.lsr"
    done = run("play", "parley", *TWO, "--record", path, *arguments)
    assert done.code == 0, done.err
    header = read_record(path).header
    assert (clock_of(header), policy_of(header).actions) == (clock, DEFAULT_POLICY.actions)


@pytest.mark.parametrize("how", [("--in-process",), pytest.param((), marks=pytest.mark.slow)])
def test_policy_and_signature_are_those_that_were_given(run, tmp_path, how):
    key, path = SigningKey.create(tmp_path / "referee.key"), tmp_path / "game.lsr"
    file = policy_file(tmp_path, "[faults]\ntimeout = 'random'\ndisqualify_after = 3\nstrikes = { illegal = 2 }\n")
    done = run("play", "parley", *TWO, *how, "--record", path, "--faults", file, "--key", tmp_path / "referee.key")
    assert done.code == 0, done.err
    assert done.out.splitlines()[-1] == f"  signed  {key.public.fingerprint}"
    record = read_record(path)
    assert signer_of(record) == key.public
    wanted = parse_policy({"timeout": "random", "disqualify_after": 3, "strikes": {"illegal": 2}})
    policy = policy_of(record.header)
    assert (policy.actions, policy.disqualify_after) == (wanted.actions, 3)
    assert {fault: number for fault, number in policy.strikes.items() if number != 1} == wanted.strikes
    (tmp_path / "referee.pub").write_text(run("keys", "export", tmp_path / "referee.key").out)
    assert run("verify", path, "--key", tmp_path / "referee.pub").out.endswith(
        f"signed by {key.public.fingerprint}\n")


@pytest.mark.slow
def test_a_bot_that_is_late_pays_from_its_bank_and_then_is_out(run, tmp_path):
    path = tmp_path / "game.lsr"
    file = policy_file(tmp_path, "[faults]\ndisqualify_after = 1\nlost_seat = 'last'\n")
    done = run("play", "parley", "--bot", bot(tmp_path, SLOWER), "random", "--clock", "50ms+5s", "--faults", file,
               "--record", path)
    assert done.code == 0, done.err
    record = read_record(path)
    own = [(act.fault, timing) for step in record.steps for act, timing in zip(step.acts, step.timing, strict=False)
           if act.seat == 0]
    assert verify(record).ok
    assert own[0][0] == 0
    assert own[0][1].bank_left_us == 5_000_000 - (own[0][1].charged_us - 50_000)
    assert "  seat 0 (slow): disqualified\n" in done.out
    assert "  seat 0 (slow): lost its bot, so a substitute played to the end\n" in done.out
    assert f"  seat 0 (slow): decisions that the referee took: {len(own) - 2} disqualified, 1 timeout\n" in done.out
    shown = run("show", path).out
    assert " in all; 0 us left in the bank\n" in shown
    assert f"{len(own) - 2} disqualified  1 strikes: timeout 1\n" in shown
    assert "  out         disqualified at step " in shown


@pytest.mark.slow
def test_a_fault_that_forfeits_the_match_is_told(run, tmp_path):
    path = tmp_path / "game.lsr"
    file = policy_file(tmp_path, "[faults]\ntimeout = 'forfeit-match'\n")
    done = run("play", "parley", "--bot", bot(tmp_path, SLOW), "random", "random", "--clock", "2s", "--faults", file,
               "--record", path)
    assert done.code == 0, done.err
    assert "  seat 0 (slow): lost the match by a fault: timeout, no answer within 2s\n" in done.out
    assert [line.split()[0] for line in done.out.splitlines()[1:4]] == ["1.", "1.", "3."]
    assert "\n  forfeit     seat 0, timeout: no answer within 2s\n" in run("show", path).out
    assert verify(read_record(path)).ok


@pytest.mark.slow
def test_a_fault_that_forfeits_the_match_is_in_the_json(run, tmp_path):
    file = policy_file(tmp_path, "[faults]\ntimeout = 'forfeit-match'\n")
    done = run("play", "parley", "--bot", bot(tmp_path, SLOW), "random", "random", "--clock", "2s", "--faults", file,
               "--json")
    result = json.loads(done.out)
    assert (result["reason"], result["ranks"]) == ("forfeit", [3, 1, 1])
    assert result["forfeits"] == [{"seat": 0, "fault": "timeout", "evidence": "no answer within 2s"}]


@pytest.mark.slow
def test_a_match_that_is_voided_is_one_line_that_says_whose_fault_it_was_and_leaves_no_record(run, tmp_path):
    file = policy_file(tmp_path, "[faults]\ntimeout = 'void'\n")
    done = run("play", "parley", "--seed", 1, "--bot", bot(tmp_path, SLOW), "random", "--clock", "2s", "--faults",
               file, "--record", tmp_path / "records" / "game.lsr")
    assert (done.code, done.out) == (2, "")
    # on a busy machine the other bot may be the first that is late
    assert re.fullmatch(
        r"lawspeaker: match parley-1 was voided: seat \d had the fault timeout \(no answer within 2s\), which voids "
        r"this match; no record is kept, and the same command plays it again, with the same dice; another seed than 1 "
        r"has others", done.err.splitlines()[-1])
    assert [path for path in (tmp_path / "records").iterdir() if path.suffix != ".stderr"] == []


def test_how_a_bot_ended_that_was_gone_too_early_is_told(run, tmp_path):
    crashing = bot(tmp_path, CRASHES)
    told = run("play", "parley", "--bot", "random", crashing).out
    assert "  seat 1 (crashes): the bot was gone before the end: exit code 7\n" in told
    assert f"  seat 1  crashes ({crashing})  " in told, "by its own name and by what started it"
    assert re.search(r"  seat 0  random +-?\d+\n", told), "a name that is the same is told once"


@pytest.mark.slow
def test_where_the_output_of_a_bot_is_that_failed_is_told(run, tmp_path):
    record = tmp_path / "game.lsr"
    well = "from lawspeaker_bot import run\nfrom lawspeaker_bots import make\nprint('well')\nrun(make('random'))\n"
    fails = f"print('no plan', flush=True)\n{CRASHES}"
    told = run("play", "parley", "--bot", bot(tmp_path, well), bot(tmp_path, fails), "--record", record).out
    assert f"  seat 1 (crashes): what it printed is in {output_path(record, 1)}\n" in told
    assert output_path(record, 0).exists() and str(output_path(record, 0)) not in told
    assert "no plan" in output_path(record, 1).read_text()


@pytest.mark.slow
def test_how_a_bot_ended_that_was_gone_too_early_is_in_the_json(run, tmp_path):
    result = json.loads(run("play", "parley", "--bot", "random", bot(tmp_path, CRASHES), "--json").out)
    assert (result["endings"], result["bots"]) == ([None, "exit code 7"], ["random", "crashes"])


# --- what reaches the bots ---


LOOKS = """
import json, os, resource, sys
from lawspeaker_bot import run
from lawspeaker_bots import make

limit = lambda what: resource.getrlimit(what)[0]
print(json.dumps({
    "memory": limit(resource.RLIMIT_DATA), "files": limit(resource.RLIMIT_NOFILE),
    "file_size": limit(resource.RLIMIT_FSIZE), "address": os.environ["LAWSPEAKER_ADDRESS"],
    "key": open(sys.argv[1]).read() if len(sys.argv) > 1 else None,
}), flush=True)
run(make("random"))
"""


def looked(run, folder, *arguments, word=""):
    """Return what a bot saw of its limits."""
    path = folder / "game.lsr"
    done = run("play", "parley", "--bot", f"{bot(folder, LOOKS)} {word}", "random", "--record", path, *arguments)
    assert done.code == 0, done.err
    return json.loads(output_path(path, 0).read_text())


@pytest.mark.slow
def test_the_limits_of_bots_are_the_defaults_if_none_are_given(run, tmp_path):
    seen = looked(run, tmp_path)
    assert (seen["memory"], seen["files"], seen["file_size"]) == (2 << 30, 1024, 256 << 20)
    assert seen["address"].startswith("unix:")


@pytest.mark.slow
def test_the_limits_of_bots_are_those_that_were_given(run, tmp_path):
    seen = looked(run, tmp_path, "--bot-memory", "1G", "--bot-files", 99, "--bot-file-size", "10M", "--bot-network",
                  "host")
    assert (seen["memory"], seen["files"], seen["file_size"]) == (1 << 30, 99, 10 << 20)
    assert seen["address"].startswith("127.0.0.1:")


@pytest.mark.slow
def test_0_is_no_limit(run, tmp_path):
    seen = looked(run, tmp_path, "--bot-memory", 0, "--bot-file-size", 0, "--bot-processes", 0)
    assert (seen["memory"], seen["file_size"]) == (-1, -1)


@needs_namespaces
@pytest.mark.slow
def test_the_referees_key_is_empty_for_bots_that_are_cut_off(run, tmp_path):
    SigningKey.create(tmp_path / "referee.key")
    seen = looked(run, tmp_path, "--key", tmp_path / "referee.key", word=tmp_path / "referee.key")
    assert seen["key"] == ""
    assert "PRIVATE KEY" in (tmp_path / "referee.key").read_text()


# --- in this process ---


class Wild(Bot):
    """Never answers with what is offered."""

    name = "wild"

    def __init__(self):
        super().__init__()
        self.reasons = []

    def decide(self, decision):
        return [999]

    def rejected(self, rejection):
        self.reasons.append((rejection.decision_id, rejection.reason))


def wildly(tmp_path, monkeypatch, **policy):
    """A match of two wild bots in this process, by such a policy: the result, and what the bots were told."""
    wild, path = Wild(), tmp_path / "game.lsr"
    monkeypatch.setattr(single_match, "make_local", lambda _: LocalBot(wild))
    result = single_match.play_match(
        PARLEY, make_setup(PARLEY, 2, {"rounds": 3}), [RANDOM] * 2, seed=bytes(32), match_id="m", in_process=True,
        policy=parse_policy(policy), record_path=path)
    assert verify(read_record(path)).ok
    return result, wild.reasons


def test_a_refused_bot_in_this_process_is_told_once_a_decision_and_its_default_is_its_second_answer(
    tmp_path, monkeypatch,
):
    result, told = wildly(tmp_path, monkeypatch)
    assert result.faults == ({}, {})
    assert [decision for decision, _ in told] == list(range(1, result.decisions + 1))


def test_a_bot_in_this_process_that_is_out_is_told_so_and_then_left_alone(tmp_path, monkeypatch):
    result, told = wildly(tmp_path, monkeypatch, illegal="default", disqualify_after=2, lost_seat="last")
    assert all(faults["illegal"] == 2 and faults["disqualified"] > 0 for faults in result.faults)
    assert 2 <= [reason for _, reason in told].count("DISQUALIFIED") <= 4, "the news, and the answer it crossed with"
    assert max(decision for decision, _ in told) < result.decisions
