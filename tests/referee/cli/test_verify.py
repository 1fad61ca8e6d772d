import gzip
import io
import os
import re
import shutil
import signal
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path

import psutil  # type: ignore[import-untyped] # it has no types
import pytest

from lawspeaker.v1.record_pb2 import RecordEntry
from lawspeaker_engine.dice import match_seed
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.cli import progress
from lawspeaker_referee.cli.file_jobs import results_in_order
from lawspeaker_referee.codec.encoder import varint
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.host.single_match import play_match
from lawspeaker_referee.record.file import read_record
from tests.referee.record.oversized_records import BOMBS, measured, write_bomb


def rewritten(record, path, change):
    """The record with a change made to it, footer and all, as a person with an editor could."""
    read = read_record(record)
    change(read)
    entries = [RecordEntry(header=read.header), *(RecordEntry(step=step) for step in read.steps)]
    entries += [RecordEntry(footer=read.footer)] if read.footer else []
    raw = b"".join(varint(entry.ByteSize()) + entry.SerializeToString(deterministic=True) for entry in entries)
    path.write_bytes(gzip.compress(raw))
    return path


def test_a_good_record_prints_ok_its_digest_and_its_steps(run, record):
    read = read_record(record)
    done = run("verify", record)
    assert (done.code, done.err) == (0, "")
    assert done.out == f"ok {read.footer.digest.hex()} {len(read.steps)}\n"


def test_of_several_records_each_gets_a_line_and_the_worst_sets_the_exit_code(run, record, tmp_path):
    missing = tmp_path / "missing.lsr"
    done = run("verify", record, missing, shutil.copy(record, tmp_path / "copy.lsr"))
    assert done.code == 2
    assert [re.sub(" .*", "", line) for line in done.out.splitlines()] == ["ok", "ok"]
    assert done.err == f"lawspeaker: {missing}: No such file or directory\n"


FOLDER = Path(__file__).parents[2] / "golden"
GOLDEN = sorted(FOLDER.glob("northgard-*.lsr"))


def test_several_processes_give_their_results_in_the_order_of_the_items():
    with results_in_order(str, range(20), 2, "wrote numbers") as results:
        assert list(results) == [str(number) for number in range(20)]


@pytest.mark.slow
def test_several_processes_say_the_same_in_the_same_order(run, tmp_path):
    missing, foreign = tmp_path / "missing.lsr", tmp_path / "foreign.lsr"
    foreign.write_bytes(b"PNG and so on")
    short = [seeded(tmp_path / f"{name}.lsr", name, name) for name in ("one", "two", "three")]
    files = [short[0], missing, *short[1:], foreign]
    one, two = run("verify", *files), run("verify", "--jobs", 2, *files)
    assert (two.code, two.out, two.err) == (one.code, one.out, one.err)
    assert (two.code, two.out.count("ok "), two.err.count("\n")) == (2, 3, 2)


@pytest.mark.slow
def test_ctrl_c_ends_all_processes_at_once_without_a_traceback(tmp_path):
    """The signal goes to the whole group, as that of a terminal does."""
    for number in range(40 * len(GOLDEN)):
        (tmp_path / f"{number}.lsr").symlink_to(GOLDEN[number % len(GOLDEN)])
    command = [sys.executable, "-m", "lawspeaker_referee", "verify", "--jobs", "2", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          start_new_session=True) as process:
        assert process.stdout is not None and process.stdout.readline().startswith("ok ")
        workers = psutil.Process(process.pid).children(recursive=True)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err.strip()) == (130, "lawspeaker: interrupted")
    assert len(workers) >= 2
    _, alive = psutil.wait_procs(workers, timeout=60)
    assert not [each for each in alive if each.status() != psutil.STATUS_ZOMBIE], "no parent is left to reap those"


def test_on_a_terminal_the_records_a_second_are_shown(monkeypatch):
    terminal = io.StringIO()
    terminal.isatty = lambda: True
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    with progress.rate("verify", "records", 2) as done:
        done()
        done()
    assert re.search(r"2/2.*\d+\.\d records a second", terminal.getvalue())


def test_a_changed_pick_is_found_at_its_step(run, record, tmp_path):
    def change(read):
        act = next(step for step in read.steps if step.acts[0].prompt == "round.bid").acts[0]
        act.picks[0] = (act.picks[0] + 1) % 3

    number = next(i for i, step in enumerate(read_record(record).steps, 1) if step.acts[0].prompt == "round.bid")
    done = run("verify", rewritten(record, tmp_path / "changed.lsr", change))
    assert done.code == 1
    assert done.out.startswith(f"differs: step {number}: ")


def test_a_changed_result_is_found_at_the_footer(run, record, tmp_path):
    def change(read):
        read.footer.outcome.scores[0] += 1

    done = run("verify", rewritten(record, tmp_path / "changed.lsr", change))
    assert done.code == 1
    assert done.out.startswith("differs: footer: ")


def test_an_unfinished_a_truncated_a_foreign_and_a_newer_record_are_exit_code_2(run, record, tmp_path):
    def newer(read):
        read.header.format += 1

    def unfinished(read):
        object.__setattr__(read, "footer", None)

    truncated, foreign = tmp_path / "truncated.lsr", tmp_path / "foreign.lsr"
    truncated.write_bytes(record.read_bytes()[:-20])
    foreign.write_bytes(b"PNG and so on")
    (tmp_path / "none").mkdir()
    for file, words in (
        (truncated, "truncated"), (foreign, "not a Lawspeaker record"), (tmp_path / "none", "there is no record in"),
        (rewritten(record, tmp_path / "newer.lsr", newer), "upgrade lawspeaker"),
        (rewritten(record, tmp_path / "unfinished.lsr", unfinished), "was not finished"),
    ):
        done = run("verify", file)
        assert (done.code, done.out) == (2, "")
        assert words in done.err
        assert str(file) in done.err
        assert done.err.count("\n") == 1


SECRET = "c0ffee" * 10 + "c0de"


def seeded(path, match_id, name):
    """A short record of a match of this id, with the dice that the secret gives to `name`."""
    play_match(GAMES["clansmen"], make_setup(GAMES["clansmen"], 2, {"years": 4}), [SeatSpec.parse("random")] * 2,
               seed=match_seed(bytes.fromhex(SECRET), name), match_id=match_id, move_time=None, record_path=path,
               in_process=True)
    return path


def test_whether_dice_derive_from_a_secret_that_was_told_can_be_checked_by_anybody(run, tmp_path):
    own, shared = (seeded(tmp_path / f"{number}.lsr", "cup/r1-a+b/2", name)
                   for number, name in enumerate(("cup/r1-a+b/2", "cup/r1-a+b")))
    served = seeded(tmp_path / "served.lsr", "cup-000001", "cup-000001")
    done = run("verify", "--secret", SECRET, own, shared, served)
    hashed = blake2b(bytes.fromhex(SECRET), digest_size=32, person=b"lawspeaker.seed").hexdigest()
    assert (done.code, done.err) == (0, f"the commitment of this secret is {hashed}\n"), "as docs/record.md has it"
    assert [line.partition(" ")[0] for line in done.out.splitlines()] == ["ok"] * 3


@pytest.mark.parametrize("name", ["cup/r1-a+b/1", "cup", "other"])
def test_dice_that_the_secret_gives_to_another_match_are_refused(run, tmp_path, name):
    path = seeded(tmp_path / "record.lsr", "cup/r1-a+b/2", name)
    done = run("verify", "--secret", SECRET, path)
    assert (done.code, done.out) == (
        1, "refused: its seed is not the one that this secret gives to match cup/r1-a+b/2, nor to its block\n")
    assert run("verify", path).code == 0


def test_a_secret_that_is_none_is_one_line(run, record):
    done = run("verify", "--secret", "abc", record)
    assert (done.code, done.out) == (2, "")
    assert "is no secret of dice, which is 64 hexadecimal digits" in done.err


# --- files that stand for much more than they are ---


@pytest.mark.slow
@pytest.mark.parametrize("name", BOMBS)
def test_a_file_of_millions_of_messages_takes_no_more_memory_than_a_record_may(tmp_path, name):
    path = tmp_path / "bomb.lsr"
    write_bomb(path, name)
    code, lines, peak = measured("from tests.referee.cli.process import main; main()", "verify", path)
    assert (code, len(lines)) == (2, 1), lines
    assert str(path) in lines[0]
    assert peak < 300
