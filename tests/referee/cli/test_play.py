import errno
import json
import os
import secrets
import signal
import subprocess
import sys
import time
from itertools import count

import pytest

from lawspeaker_bot.version import sdk
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import Outcome
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.signing import SigningKey
from lawspeaker_referee.record.verify.replay import verify
from lawspeaker_referee.record.writer import BufferedRecordWriter, RecordWriter
from lawspeaker_referee.version import RELEASE, build_version
from tests.games.parley import PARLEY
from tests.referee.cli.process import PARLEY_COMMAND
from tests.referee.host.script_bots import needs_namespaces, nosy, running_with

KEYS = ["match_id", "game", "bots", "ranks", "scores", "reason", "steps", "decisions", "digest", "record", "signed_by",
        "faults", "refused", "forfeits", "resigned", "stand_ins", "substituted", "stood_in",
        "endings", "seconds"]
THREE = ("--bot", "random", "--bot", "random", "--bot", "random")


@pytest.fixture
def nobody_wins(monkeypatch):
    """Parley as a game that all lose together."""
    outcome = type(PARLEY).outcome

    def failed(game, state):
        won = outcome(game, state)
        return won and Outcome((1,) * len(won.ranks), won.scores, "failed")

    monkeypatch.setattr(type(PARLEY), "outcome", failed)


def played(run, *arguments):
    done = run("play", "parley", *arguments, "--json")
    assert done.code == 0, done.err
    return json.loads(done.out)


def test_json_has_exactly_the_promised_keys_and_the_record_it_names_verifies(run, tmp_path):
    path = tmp_path / "deep" / "game.lsr"
    result = played(run, *THREE, "--seed", 3, "--in-process", "--record", path)
    assert list(result) == KEYS
    assert (result["match_id"], result["game"], result["record"]) == ("parley-3", "parley", str(path))
    record = read_record(path)
    verdict = verify(record)
    assert (verdict.ok, verdict.digest.hex(), verdict.steps) == (True, result["digest"], result["steps"])
    assert (record.header.engine_version, record.header.build) == (RELEASE, build_version())
    assert {seat.sdk for seat in record.header.seats} == {sdk()}
    assert (result["reason"], result["faults"], result["refused"]) == ("points", [{}, {}, {}], [{}, {}, {}])
    assert (result["signed_by"], result["forfeits"], result["endings"]) == (None, [], [None, None, None])


def test_a_match_ends_at_the_limit_that_options_name_and_a_result_alone_is_refused(run, tmp_path):
    path = tmp_path / "game.lsr"
    result = played(run, *THREE, "--seed", 3, "--in-process", "--limit-decisions", 4, "--record", path)
    assert result["reason"] == "limit" and result["decisions"] >= 4
    assert run("verify", path).code == 0
    assert "limit_decisions=4" in run("show", path).out
    refused = run("play", "parley", *THREE, "--in-process", "--limit-result", "shared")
    assert refused.code == 2 and "add --limit-decisions N" in refused.err


def test_the_same_seed_gives_the_same_digest_in_process_and_over_grpc(run):
    near = played(run, *THREE[2:], "--seed", 3, "--in-process")
    far = played(run, *THREE[2:], "--seed", 3)
    assert near["digest"] == far["digest"]
    assert far["record"] is None


@pytest.mark.slow
@needs_namespaces
@pytest.mark.parametrize(("options", "found"), [
    ((), "None No such file or directory"), (("--bot-env", "MODEL_KEY"), "s3cret of env No such file or directory"),
    (("--bot-read", "~/notes", "--bot-network", "host"), "None s3cret of home"),
])
def test_a_bot_gets_no_secret_of_the_users_but_what_an_option_names(tmp_path, options, found):
    environment, folder = nosy(tmp_path)
    command = [*PARLEY_COMMAND, "play", "parley", "--bot", f"cmd:{sys.executable} nosy.py", "random", *options]
    done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert f"lawspeaker: seat 0: found: {found}\n" in done.stderr
    assert ("bots have no network" in done.stderr) is ("host" not in options)


def test_a_class_of_python_plays_in_process_alone(run, tmp_path, monkeypatch):
    (tmp_path / "one_class.py").write_text(
        "from lawspeaker_bot import Bot\n\n\nclass Mine(Bot):\n    def decide(self, decision):\n"
        "        return decision.default\n")
    monkeypatch.chdir(tmp_path)
    result = played(run, "--bot", "python:one_class:Mine", "random", "--in-process", "--seed", 3)
    assert result["bots"] == ["Mine", "random"]
    assert result["faults"] == [{}, {}]
    refused = run("play", "parley", "--bot", "python:one_class:Mine", "random")
    assert (refused.code, refused.out) == (2, "")
    assert "plays in the referee's process alone" in refused.err


def test_other_seeds_and_other_options_give_other_digests(run):
    digests = {played(run, *THREE, "--in-process", *more)["digest"]
               for more in (("--seed", 3), ("--seed", 4), ("--seed", 3, "--option", "rounds=1"))}
    assert len(digests) == 3


def test_without_a_seed_every_match_is_new(run):
    first, second = (played(run, *THREE, "--in-process") for _ in range(2))
    assert first["match_id"] != second["match_id"]
    assert first["digest"] != second["digest"]


def test_one_bot_option_may_be_followed_by_several_bots_before_or_after_the_game(run):
    once = played(run, *THREE, "--seed", 3, "--in-process")
    done = run("play", "--in-process", "--bot", "random", "random", "random", "parley", "--seed", 3, "--json")
    assert json.loads(done.out)["digest"] == once["digest"]


def test_text_gives_the_standings_best_first_and_where_the_record_lies(run, tmp_path):
    path = tmp_path / "game.lsr"
    done = run("play", "parley", *THREE, "--seed", 3, "--in-process", "--record", path)
    lines = done.out.splitlines()
    assert lines[0].startswith("parley-3: over: points, after ")
    assert [int(line.split(".")[0]) for line in lines[1:4]] == sorted(int(line.split(".")[0]) for line in lines[1:4])
    assert lines[-1] == f"  record  {path}"


def test_a_game_without_a_winner_says_why_and_gives_nobody_a_place_in_play_and_show_alike(run, tmp_path, nobody_wins):
    path = tmp_path / "game.lsr"
    arguments = (*THREE, "--seed", 3, "--in-process", "--record", path)
    result = played(run, *arguments)
    assert (result["ranks"], result["reason"]) == ([1, 1, 1], "failed")
    lines = run("play", "parley", *arguments).out.splitlines()
    assert lines[0].startswith(f"parley-3: over: failed, after {result['steps']} steps, {result['decisions']} ")
    assert [line.split() for line in lines[1:4]] \
        == [["=", "seat", str(seat), "random", str(score)] for seat, score in enumerate(result["scores"])]
    shown = run("show", path).out
    assert f"\nover: failed, after {result['steps']} steps, " in shown
    assert "\n".join(lines[1:4]) in shown


@pytest.mark.slow
@pytest.mark.usefixtures("built_in_bots_here")
def test_answers_that_were_refused_are_told_though_the_bot_mended_them_all(run, tmp_path):
    (tmp_path / "bot.py").write_text(
        "from lawspeaker_bot import Bot, run\n"
        "class Wrong(Bot):\n"
        "    def decide(self, decision):\n"
        "        return [] if decision.decision_id < 3 else [decision.option_count] * decision.least\n"
        "run(Wrong())\n")
    arguments = ("--bot", "random", "--bot", f"cmd:{sys.executable} {tmp_path / 'bot.py'}", "--seed", 3)
    result = played(run, *arguments)
    asked = result["refused"][1]
    assert (result["refused"][0], result["faults"], list(asked)) == ({}, [{}, {}], ["OUT_OF_RANGE", "WRONG_COUNT"])
    reasons = f"OUT_OF_RANGE {asked['OUT_OF_RANGE']}, WRONG_COUNT {asked['WRONG_COUNT']}"
    told = run("play", "parley", *arguments).out.splitlines()
    assert f"  seat 1 (Wrong): {sum(asked.values())} answers refused ({reasons})" in told


@pytest.mark.slow
@pytest.mark.usefixtures("built_in_bots_here")
def test_messages_that_are_no_answers_count_as_refused_ones(run):
    result = played(run, "--bot", "random", "--bot", "hostile:garbage", "--seed", 3)
    assert result["refused"][0] == {}
    assert list(result["refused"][1]) == ["MALFORMED"]


def test_an_unknown_option_of_a_game_with_many_names_the_nearest_some_others_and_where_all_are(run):
    done = run("play", "clansmen", *THREE, "--option", "year=5")
    options = GAMES["clansmen"].options
    assert len(options) > 10
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "lawspeaker: clansmen has no option 'year' (did you mean 'years'?); it has "
        f"{', '.join(option.name for option in options[:10])}, ..., see lawspeaker games clansmen\n")


@pytest.mark.parametrize(("arguments", "words"), [
    (("nortgard", "--bot", "random"), "no game 'nortgard'"),
    (("parly", *THREE), "did you mean 'parley'?"),
    (("parley", "--bot", "randon", *THREE[2:]), "no bot 'randon' (did you mean 'random'?)"),
    (("parley", "--bot", "random"), "parley is played by 2, 3, 4 players, not 1"),
    (("parley",), "Missing option '--bot'"),
    (("parley", *THREE, "--option", "round=1"), "no option 'round' (did you mean 'rounds'?); it has rounds, fancy\n"),
    (("parley", *THREE, "--option", "rounds=9"), "option rounds of parley cannot be '9'; it is one of 1, 2, 3"),
    (("parley", *THREE, "--option", "rounds"), "'rounds' is not KEY=VALUE"),
    (("parley", *THREE, "--option", "rounds=1", "--option", "rounds=2"), "given twice"),
    (("parley", *THREE, "--seed", "-1"), "'-1' is not a seed"),
    (("parley", *THREE, "--seed", "x"), "'x' is not a seed"),
    (("parley", *THREE, "--seed", str(1 << 256)), "is not a seed"),
    (("parley", *THREE, "--move-time", "2"), "'2' has no unit; write 2s or 2ms, or 0 for no limit"),
    (("parley", *THREE, "--move-time", "0s"), "out of range"),
    (("parley", *THREE, "--colour"), "No such option"),
    (("parley", *THREE[2:], "--bot", "cmd:python bot.py", "--in-process"), "cannot play in-process"),
    (("parley", *THREE[2:], "--bot", "cmd:"), "has no command"),
    (("parley", *THREE[2:], "--bot", "cmd:'"), "is no command line"),
    pytest.param(("parley", *THREE[2:], "--bot", "cmd:no-such-program-anywhere"), "cannot be started: No such file",
                 marks=pytest.mark.slow),
    (("parley", *THREE, "--bot-env", "NO_SUCH_KEY"), "it is to have the variable NO_SUCH_KEY, which is not set here"),
    (("parley", *THREE, "--bot-env", "KEY=1"), "'KEY=1' is no name of a variable; write its name alone"),
    (("parley", *THREE, "--bot-read", "/no/such"), "it is to read /no/such, and there is no such file or folder"),
    (("parley", *THREE, "--bot-read", "/etc", "--in-process"), "--bot-read cannot be enforced with --in-process"),
    (("parley", *THREE, "--http", "127.0.0.1:8000"), "--http is of the pages of --browser; give that too"),
    (("parley", *THREE, "--no-open"), "--open is of the pages of --browser; give that too"),
    pytest.param(("parley", *THREE[2:], "--bot", "cmd:false"), "ended with exit code 1 before it joined",
                 marks=pytest.mark.slow),
])
def test_wrong_input_is_one_clear_line_exit_code_2_and_leaves_no_file(run, tmp_path, arguments, words):
    done = run("play", *arguments, "--record", tmp_path / "game.lsr")
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    assert done.err.startswith("lawspeaker: ")
    assert done.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("path", ["file/game.lsr", "folder"])
def test_a_record_that_cannot_be_written_is_refused_before_the_match(run, tmp_path, path):
    (tmp_path / "file").write_text("in the way")
    (tmp_path / "folder").mkdir()
    done = run("play", "parley", *THREE, "--in-process", "--record", tmp_path / path)
    assert (done.code, done.out) == (2, "")
    assert path.partition("/")[0] in done.err
    assert done.err.count("\n") == 1
    assert sorted(file.name for file in tmp_path.iterdir()) == ["file", "folder"]


def test_a_record_never_takes_the_place_of_what_is_no_ordinary_file(run, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    done = run("play", "parley", *THREE, "--in-process", "--record", pipe)
    assert done.code == 2
    assert done.err == f"lawspeaker: {pipe}: is no ordinary file; name one to make or to write over\n"
    assert pipe.is_fifo()


def test_an_empty_record_path_is_one_clear_line(run):
    done = run("play", "parley", *THREE, "--in-process", "--record", "")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "is no ordinary file" in done.err


# --- a match that is cut short ---


class Running:
    """`play` as a process, with a bot on seat 0 that says at its so manieth decision that it is there, and hangs."""

    def __init__(self, folder, at=1, rounds=2, prefix=()):
        self.folder, self.reached, self.word = folder, folder / "reached", f"word-{secrets.token_hex(8)}"
        self.record = folder / "g.lsr"
        bot = folder / "hangs.py"
        bot.write_text(
            "import time\n"
            "from lawspeaker_bot import Bot, run\n"
            "class Hangs(Bot):\n"
            "    asked = 0\n"
            "    def decide(self, decision):\n"
            "        self.asked += 1\n"
            f"        if self.asked == {at}:\n"
            f"            open({str(self.reached)!r}, 'w').close()\n"
            "            time.sleep(60)\n"
            "        return decision.default\n"
            "run(Hangs())\n" if at else
            "import subprocess, sys, time\n"
            f"subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)', {self.word!r}])\n"
            f"open({str(self.reached)!r}, 'w').close()\n"
            "time.sleep(60)\n")
        key = folder / "referee.key"
        SigningKey.create(key)
        self.process = subprocess.Popen(
            [*prefix, *PARLEY_COMMAND, "play", "parley",
             "--bot", f"cmd:{sys.executable} {bot} {self.word}", "random",
             "--option", f"rounds={rounds}", "--move-time", "60s", "--seed", "3", "--record", str(self.record),
             "--key", str(key), "--bot-write", str(folder)], stderr=subprocess.PIPE, text=True)
        while not self.reached.exists():
            assert self.process.poll() is None
            time.sleep(0.02)  # until the bot is there; nothing is measured by it

    def ended(self, *signals):
        """The exit code and the last line, after these signals."""
        for number in signals:
            self.process.send_signal(number)
        _, err = self.process.communicate(timeout=60)
        return self.process.returncode, err.splitlines()[-1]

    def assert_void(self, *signals):
        """Check that the signals end it, and that its last line is true."""
        assert self.ended(*signals) == (
            130, f"lawspeaker: interrupted: the match is void; its record {self.record}.part was removed")
        left = {path.name for path in self.folder.iterdir()} - {"g.lsr.seat0.stderr"}
        assert left == {"reached", "hangs.py", "referee.key"}
        assert running_with(self.word) == []


@pytest.mark.slow
@pytest.mark.parametrize(("at", "rounds", "stop"), [
    (1, 2, signal.SIGINT), (1, 2, signal.SIGHUP), (0, 2, signal.SIGINT), (3, 3, signal.SIGTERM),
])
def test_a_signal_makes_the_match_void_whenever_it_comes(tmp_path, at, rounds, stop):
    """At the first decision, while its bots join, and in the last round."""
    Running(tmp_path, at, rounds).assert_void(stop)


@pytest.mark.slow
def test_a_second_signal_changes_nothing(tmp_path):
    Running(tmp_path).assert_void(signal.SIGINT, signal.SIGINT, signal.SIGTERM)


@pytest.mark.slow
def test_an_interrupted_match_leaves_an_earlier_record_of_that_name_alone(run, tmp_path):
    path = tmp_path / "g.lsr"
    assert run("play", "parley", *THREE, "--in-process", "--record", path).code == 0
    before = path.read_bytes()
    assert Running(tmp_path).ended(signal.SIGTERM)[0] == 130
    assert path.read_bytes() == before


@pytest.mark.slow
def test_who_is_started_to_ignore_ctrl_c_and_hangups_is_ended_by_sigterm_alone(tmp_path):
    """As by nohup, and in the background of a shell."""
    running = Running(tmp_path, prefix=("sh", "-c", "trap '' INT HUP; exec \"$@\"", "sh"))
    for number in (signal.SIGINT, signal.SIGHUP):
        running.process.send_signal(number)
    with pytest.raises(subprocess.TimeoutExpired):
        running.process.wait(0.5)
    running.assert_void(signal.SIGTERM)


def stopped_at(monkeypatch, method, number, kind=RecordWriter):
    """Send SIGTERM to this process when its record is written for the so manieth time; return what counts the times."""
    real, times = getattr(kind, method), count(1)

    def written(writer, *arguments):
        if next(times) == number:
            os.kill(os.getpid(), signal.SIGTERM)
        return real(writer, *arguments)

    monkeypatch.setattr(kind, method, written)
    return times


@pytest.mark.slow
@pytest.mark.usefixtures("built_in_bots_here")
@pytest.mark.parametrize(("how", "kind", "method"), [
    ((), RecordWriter, "append"), (("--in-process",), BufferedRecordWriter, "store")])
def test_no_entry_of_a_record_is_too_early_or_too_late_to_be_interrupted(run, tmp_path, monkeypatch, how, kind, method):
    path = tmp_path / "game.lsr"
    with monkeypatch.context() as patch:
        times = stopped_at(patch, method, 0, kind)
        played(run, *THREE, "--seed", 3, "--option", "rounds=1", "--record", path, *how)
        writes = next(times) - (1 if how else 2)  # the footer is appended, and no entry to be stopped at
    assert writes > 1
    path.unlink()
    for number in range(1, writes + 1):
        with monkeypatch.context() as patch:
            stopped_at(patch, method, number, kind)
            done = run("play", "parley", *THREE, "--seed", 3, "--option", "rounds=1", "--record", path, *how)
        if number < writes:
            assert (done.code, done.out) == (130, ""), number
            assert done.err.splitlines()[-1] == (
                f"lawspeaker: interrupted: the match is void; its record {path}.part was removed")
            assert list(tmp_path.iterdir()) == []
    assert done.code == 130  # the last step ends the game: what was stopped then is over, or not yet
    assert path.exists() == ("is complete" in done.err)


@pytest.mark.usefixtures("built_in_bots_here")
@pytest.mark.parametrize("how", [("--in-process",), pytest.param((), marks=pytest.mark.slow)])
@pytest.mark.parametrize("method", ["end", "pack"])
def test_a_match_that_is_over_already_keeps_its_record_and_that_is_said(run, tmp_path, monkeypatch, how, method):
    stopped_at(monkeypatch, method, 1)
    path = tmp_path / "game.lsr"
    done = run("play", "parley", *THREE, "--record", path, *how)
    assert done.code == 130
    assert done.err.splitlines()[-1] == (
        f"lawspeaker: interrupted: the match was over already; its record {path} is complete")
    assert "over: points" in done.out
    assert verify(read_record(path)).ok


@pytest.mark.usefixtures("built_in_bots_here")
def test_where_there_is_no_room_to_compress_a_record_the_file_that_has_it_is_named(run, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("lawspeaker_referee.record.writer._compressed", full)
    path = tmp_path / "game.lsr"
    left = tmp_path / "game.lsr.part"
    done = run("play", "parley", *THREE, "--record", path)
    assert done.code == 0
    assert f"  record  {left}, which could not be compressed: {os.strerror(errno.ENOSPC)}" in done.out.splitlines()
    assert played(run, *THREE, "--seed", 3, "--record", path)["record"] == str(left)
    assert verify(read_record(left)).ok and not path.exists()


def test_the_handlers_of_signals_are_what_they_were(run):
    numbers = signal.SIGINT, signal.SIGTERM, signal.SIGHUP
    before = [signal.getsignal(number) for number in numbers]
    assert run("play", "parley", *THREE, "--in-process").code == 0
    assert [signal.getsignal(number) for number in numbers] == before


@pytest.mark.usefixtures("built_in_bots_here")
def test_one_bot_plays_against_the_automa_and_the_record_has_no_act_of_it(run, tmp_path):
    path = tmp_path / "solo.lsr"
    terms = ("play", "northgard", "--bot", "random", "--option", "automa=2", "--seed", 5)
    done = run(*terms, "--in-process", "--record", path, "--json")
    assert done.code == 0, done.err
    result = json.loads(done.out)
    assert (result["bots"], len(result["ranks"])) == (["random", "automa"], 2)
    record = read_record(path)
    assert [seat.bot for seat in record.header.seats] == ["random", "automa"]
    assert {act.seat for step in record.steps for act in step.acts} == {-1, 0}
    verdict = verify(record)
    assert (verdict.ok, verdict.digest.hex()) == (True, result["digest"])
    lines = run(*terms).out
    assert f"  digest  {result['digest']}\n" in lines
    assert "seat 1  automa" in lines
    assert "seat 0  random" in lines


@pytest.mark.parametrize(("bots", "options", "words"), [
    (("greedy",), (), "is played by 2, 3, 4, 5 players, not 1; 1 can play with the option automa=1\n"),
    (("greedy",), ("--option", "automa=0"), "is played by 2, 3, 4, 5 players, not 1\n"),
    (("greedy", "greedy"), ("--option", "automa=1"), "one of 2 players, not of 3"),
    (("greedy",), ("--option", "automa=1", "--option", "years=10"), "has 7 years, not 10"),
])
def test_bots_are_as_many_as_the_seats_that_the_rules_do_not_play(run, bots, options, words):
    done = run("play", "northgard", *(word for bot in bots for word in ("--bot", bot)), *options)
    assert done.code == 2
    assert words in done.err
