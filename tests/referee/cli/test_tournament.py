"""`lawspeaker tournament` as a user has it."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path

import pytest

from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import verify

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "docs" / "examples" / "four-bots.toml"
LAWSPEAKER = [sys.executable, "-m", "lawspeaker_referee", "tournament"]
PATIENCE = 120.0
QUICK = """
name = "quick"
game = "clansmen"
players = 2
format = { kind = "round-robin", rounds = ROUNDS }
bots = [{ name = "a", spec = "random" }, { name = "b", spec = "random" }]
workers = 1
"""

SOLO = """
name = "solo"
game = "northgard"
players = 2
options = { automa = 1 }
format = { kind = "seed-blocks", rounds = 2 }
bots = [{ name = "greedy", spec = "greedy" }, { name = "random", spec = "random" }]
workers = 1
"""


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A folder to play in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def file(home, rounds=1, text=QUICK, **replaced):
    path = home / "quick.toml"
    text = text.replace("ROUNDS", str(rounds))
    for old, new in replaced.items():
        text = text.replace(old, new)
    path.write_text(text)
    return path


def process(*arguments):
    command = [*LAWSPEAKER, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def told(run, *arguments):
    done = run("tournament", "status", *arguments, "--json")
    assert done.code == 0, done.err
    return json.loads(done.out)


def wait_until(what):
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.slow
@pytest.mark.usefixtures("workers_here")
def test_the_example_of_the_documentation_plays_and_its_records_verify(run, home):
    shutil.copy(EXAMPLE, home)
    done = run("tournament", "run", "four-bots.toml")
    assert done.code == 0, done.err
    assert done.out.startswith("four-bots: complete: 8/8 matches")
    records = sorted((home / "records" / "four-bots").glob("*.lsr"))
    assert len(records) == 8
    assert verify(read_record(records[0])).ok
    status = told(run, "four-bots")
    assert {each["bot"] for each in status["standings"][:2]} == {"greedy", "greedy-too"}
    assert {each["bot"] for each in status["ratings"]} == {each["bot"] for each in status["standings"]}
    assert all(each["low"] is None or each["low"] <= each["elo"] for each in status["ratings"])
    both = run("tournament", "report", "four-bots", "--html", "page.html", "--json")
    assert json.loads(both.out)["counted"] == 8 and "four-bots" in Path("page.html").read_text()
    again = run("tournament", "run", "four-bots.toml")
    assert (again.code, again.out) == (0, done.out), "there is nothing left to play"


@pytest.mark.slow
def test_ctrl_c_drains_and_the_same_command_goes_on(run, home):
    path = file(home, 30)
    running = process("run", path, "--json")
    try:
        for line in running.stdout:
            if "counted" in (counted := json.loads(line)):
                break
        assert set(counted["seats"]) == {"a", "b"} and len(counted["ranks"]) == len(counted["scores"]) == 2
        assert told(run, path)["state"] == "being played"
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=PATIENCE)
    finally:
        running.kill()
        running.wait()
    assert (running.returncode, err) == (130, "")
    lines = [json.loads(line) for line in out.splitlines()]
    end = lines[-1]["end"]
    answer, after = (line["say"] for line in lines if "say" in line)
    assert re.fullmatch("interrupted: no other match begins; waiting for (1 match|running matches) to end, "
                        "Ctrl-C again breaks off", answer)
    assert after == "interrupted; the same command goes on"
    assert 1 <= end["counted"] < 60
    assert (end["state"], end["playing"]) == ("open", 0)
    assert told(run, "quick")["counted"] == end["counted"]


@pytest.mark.slow
@pytest.mark.usefixtures("workers_here")
def test_a_pause_from_another_terminal_ends_a_run_and_resume_goes_on(run, home):
    path = file(home, 4)
    running = process("run", path, "--quiet")
    try:
        wait_until(lambda: any((home / "records/quick").glob("*.lsr")))
        assert run("tournament", "pause", "quick").code == 0
        assert running.wait(PATIENCE) == 0
    finally:
        running.kill()
        running.communicate()
    assert told(run, path)["state"] == "paused"
    refused = run("tournament", "run", path)
    assert refused.code == 2
    assert refused.err == f"lawspeaker: quick is paused; `lawspeaker tournament resume {path}` goes on with it\n"
    extended = run("tournament", "extend", file(home, 5))
    assert extended.code == 0
    assert extended.out.startswith("quick: paused: ")
    assert extended.err.splitlines() == [
        "quick: rounds: 4 -> 5", f"quick: paused; `lawspeaker tournament resume {path}` goes on"]
    stale = run("tournament", "resume", file(home, 6))
    assert (stale.code, "rounds: 5 -> 6" in stale.err) == (2, True), "a file that is named is not ignored"
    resumed = run("tournament", "resume", "quick")
    assert resumed.code == 0, resumed.err
    assert resumed.out.startswith("quick: complete: 10/10 matches")
    over = run("tournament", "pause", "quick")
    assert (over.code, over.err) == (
        2, "lawspeaker: quick is over: there is nothing left to play, so nothing to pause\n")
    assert told(run, "quick")["state"] == "complete"


@pytest.mark.slow
@pytest.mark.usefixtures("workers_here")
def test_a_changed_file_is_taken_over_by_extend_alone(run, home):
    assert run("tournament", "run", file(home)).code == 0
    path = file(home, 2)
    refused = run("tournament", "run", path)
    assert (refused.code, "rounds: 1 -> 2" in refused.err, "extend" in refused.err) == (2, True, True)
    extended = run("tournament", "extend", path)
    assert (extended.code, extended.err.splitlines()[0]) == (0, "quick: rounds: 1 -> 2")
    assert told(run, path)["counted"] == 4
    other = run("tournament", "extend", file(home, 2, **{'game = "clansmen"': 'game = "northgard"'}))
    assert (other.code, "game was clansmen and cannot become northgard" in other.err) == (2, True)


@pytest.mark.slow
@pytest.mark.usefixtures("workers_here")
def test_a_bot_that_cannot_start_is_told_in_a_line_and_by_the_exit_code(run, home):
    path = file(home, **{'{ name = "b", spec = "random" }':
                         '{ name = "b", spec = "random" }, { name = "broken", spec = "cmd:/no/such/bot" }'})
    done = run("tournament", "run", path)
    assert done.code == 1
    assert done.err.count("bot broken (cmd:/no/such/bot) cannot be started: No such file or directory; "
                          "bot broken plays no more") == 1
    assert done.out.startswith("quick: ended with matches missing: 2/6 matches")


@pytest.mark.slow
@pytest.mark.usefixtures("workers_here")
def test_a_bot_that_never_played_is_corrected_in_the_file_and_plays(run, home):
    wrong = file(home, **{'{ name = "b", spec = "random" }': '{ name = "b", spec = "cmd:/no/such/bot" }'})
    done = run("tournament", "run", wrong)
    assert done.code == 1
    assert done.err.splitlines()[-1] == ("quick: no match of b is counted, so `spec` may still change: correct the "
                                         f"file, then `lawspeaker tournament extend {wrong}`")
    change = "quick: bot b is started by 'random', no longer by 'cmd:/no/such/bot'"
    corrected = run("tournament", "extend", file(home))
    assert (corrected.code, corrected.err.splitlines()[0]) == (0, change)
    assert corrected.out.startswith("quick: complete: 2/2 matches")
    late = run("tournament", "extend", file(home, **{'name = "b", spec = "random"': 'name = "b", spec = "greedy"'}))
    assert late.code == 2
    assert "bot 'b' was 'random' and cannot become 'greedy', as matches of it are counted" in late.err


@pytest.mark.slow
@pytest.mark.usefixtures("workers_here")
def test_the_file_says_where_the_ledger_is(run, home):
    path = file(home, text=f'ledger = "sqlite:///elsewhere.db"\n{QUICK}')
    assert run("tournament", "run", path).code == 0
    assert (home / "elsewhere.db").exists()
    assert not (home / "records" / "quick" / "ledger.db").exists()
    assert told(run, path)["counted"] == 2
    by_name = run("tournament", "status", "quick")
    assert by_name.code == 2
    assert by_name.err == ("lawspeaker: no tournament quick is known here: there is no ledger records/quick/ledger.db; "
                           "name the tournament's file, or give --ledger\n")


def test_a_command_that_is_told_can_be_copied_whatever_the_file_is_called(run, home):
    path = file(home).rename(home / "my cup.toml")
    done = run("tournament", "status", path.name)
    assert done.code == 2 and "`lawspeaker tournament run 'my cup.toml'` begins it" in done.err


@pytest.mark.parametrize(("arguments", "error"), [
    (("status", "cup"), r"no tournament cup is known here: there is no ledger records/cup/ledger\.db"),
    (("run", "none.toml"), r"'none\.toml' does not exist"),
    (("pause", "cup", "--ledger", "mysql://x/y"), r"ledger mysql://x/y: mysql.* is not known here"),
])
def test_wrong_input_is_one_line(run, home, arguments, error):
    done = run("tournament", *arguments)
    assert done.code == 2
    assert re.search(error, done.err)
    assert done.err.count("\n") == 1


def test_without_its_packages_the_command_says_what_to_install(run, home, monkeypatch):
    module = import_module("lawspeaker_referee.cli.tournament")
    monkeypatch.setattr(module, "find_spec", lambda name: None if name == "scipy" else 1)
    done = run("tournament", "status", "cup")
    assert (done.code, done.err) == (
        2, 'lawspeaker: tournaments need scipy; pip install "lawspeaker-referee[tournament]"\n')


@pytest.mark.slow
def test_progress_is_lines_of_json_for_machines(run, home):
    done = run("tournament", "run", file(home, 2), "--json")
    lines = [json.loads(line) for line in done.out.splitlines()]
    assert [line["counted"] for line in lines if "counted" in line] == [
        f"quick/r{number}-a+b/{nth}" for number in (1, 2) for nth in (1, 2)]
    assert lines[-1]["end"]["state"] == "complete"


@pytest.mark.slow
@pytest.mark.usefixtures("workers_here")
def test_a_report_comes_as_text_as_json_and_as_a_page_and_tells_the_secret_only_when_asked_at_the_end(run, home):
    path = file(home, 2)
    assert run("tournament", "run", path).code == 0
    text, page = run("tournament", "report", "quick").out, run("tournament", "report", path, "--html", "cup.html")
    facts = json.loads(run("tournament", "report", "quick", "--json").out)
    assert facts["counted"] == 4
    assert {rating["bot"] for rating in facts["ratings"]["bots"]} == {"a", "b"}
    assert facts["secret"] == ""
    assert "4 of 4 matches" in text
    assert (page.code, page.err) == (0, "quick: cup.html is written, and the pages of the bots in cup-bots\n")
    assert "quick" in (home / "cup.html").read_text()
    assert sorted(path.name for path in (home / "cup-bots").iterdir()) == ["a.html", "b.html"]
    assert len(run("tournament", "matches", "quick", "--last", "3").out.splitlines()) == 3
    written = run("tournament", "matches", path, "--to", "csv", "--won-by", "a")
    assert (written.code, written.err.startswith("wrote quick-matches.csv: ")) == (0, True)
    again = run("tournament", "matches", path, "--to", "csv")
    assert again.code == 2
    assert again.err.startswith("lawspeaker: quick-matches.csv exists already; give another --output, or replace it")
    revealed = run("tournament", "report", "quick", "--reveal", "--json")
    assert re.fullmatch("[0-9a-f]{64}", json.loads(revealed.out)["secret"])
    extended = run("tournament", "extend", file(home, 3))
    assert (extended.code, "its secret was told" in extended.err) == (2, True)


@pytest.mark.slow
@pytest.mark.usefixtures("workers_here")
def test_a_secret_that_is_still_needed_is_not_told(run, home):
    path = file(home, 2, **{'{ name = "b", spec = "random" }':
                            '{ name = "b", spec = "random" }, { name = "broken", spec = "cmd:/no/such/bot" }'})
    assert run("tournament", "run", path).code == 1
    refused = run("tournament", "report", path, "--reveal")
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.startswith("lawspeaker: tournament 'quick' is not over")


@pytest.mark.slow
@pytest.mark.usefixtures("workers_here")
def test_a_tournament_against_the_automa_is_played_rated_and_reported(run, home):
    (home / "solo.toml").write_text(SOLO)
    done = run("tournament", "run", "solo.toml", "--quiet")
    assert done.code == 0, done.err
    status = json.loads(run("tournament", "status", "solo", "--json").out)
    assert (status["state"], status["counted"], status["automa"]) == ("complete", 4, "automa-1")
    assert next(each for each in status["ratings"] if each["bot"] == "automa-1")["elo"] == 1500
    record = read_record(home / "records/solo/solo-r2-1.lsr")
    assert [(seat.bot, seat.identity) for seat in record.header.seats] == [("greedy", "greedy"), ("automa", "")]
    note = "automa-1 is no bot: the rules of the game play it in every match, and its rating is fixed at 1500"
    text = run("tournament", "status", "solo").out
    assert note in text
    assert "rating 1500, fixed" in text
    report = run("tournament", "report", "solo", "--html", "report.html", "--json")
    facts = json.loads(report.out)
    assert (facts["automa"], facts["entered"]) == ("automa-1", ["greedy", "random"])
    assert {each["bot"] for each in facts["scores"]} == {"greedy", "random", "automa-1"}
    assert {each["bot"] for each in facts["times"]} == {"greedy", "random"}
    assert {each["bot"] for each in facts["conduct"]} == {"greedy", "random"}
    page = (home / "report.html").read_text()
    assert note in page
    assert '<dd id="bots">2</dd>' in page
    assert "2, of which automa-1 is no bot" in page
