"""Bots as processes: nothing of them outlives them, and how they ended is known."""

from __future__ import annotations

import asyncio
import gc
import json
import mmap
import os
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.sandbox import Sandbox
from lawspeaker_referee.host.process import usage
from lawspeaker_referee.host.process.bot import BotFailed, running
from tests.referee.host.script_bots import PATIENCE, ran, running_with, spec, with_and_without
from tests.sample_sizes import first_quick

# --- nothing outlives it ---

DAEMON = """
import os, signal, sys, time
if os.fork() == 0:
    os.setsid()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if os.fork() == 0:
        open(sys.argv[0] + ".alive", "w").close()
        while True: time.sleep(60)
    os._exit(0)
"""


@with_and_without
@pytest.mark.parametrize("ends", ["time.sleep(60)", "signal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(60)"])
def test_a_daemon_that_left_its_session_and_ignores_sigterm_is_ended_with_its_bot(tmp_path, isolated, ends):
    ending, _ = ran(tmp_path, DAEMON + ends, until=(tmp_path / "bot-0.py.alive").exists, isolated=isolated,
                    writable=(str(tmp_path),))
    assert (ending.asked, ending.crashed) == (True, False)
    assert ending.evidence in {"killed by SIGTERM", "killed together with what watched it"}


@with_and_without
def test_a_daemon_does_not_outlive_a_bot_that_ends_by_itself(tmp_path, isolated):
    ending, _ = ran(tmp_path, DAEMON + "while not os.path.exists(sys.argv[0] + '.alive'): time.sleep(0.01)\n"
                    "sys.exit(4)", isolated=isolated, writable=(str(tmp_path),))
    assert (ending.evidence, ending.crashed) == ("exit code 4", True)
    assert (tmp_path / "bot-0.py.alive").exists()


def test_a_bot_that_kills_what_watches_it_ends_with_all_it_started(tmp_path):
    ending, _ = ran(tmp_path, DAEMON + "while not os.path.exists(sys.argv[0] + '.alive'): time.sleep(0.01)\n"
                    "os.kill(os.getppid(), signal.SIGKILL)\ntime.sleep(60)", isolated=False)
    assert (ending.evidence, ending.crashed) == ("killed together with what watched it", True)


@with_and_without
def test_bots_end_with_a_referee_that_is_killed(tmp_path, isolated):
    bot = tmp_path / "bot.py"
    bot.write_text(DAEMON + "time.sleep(60)")
    referee = tmp_path / "referee.py"
    referee.write_text(f"""
import asyncio, os
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.host.process.bot import running
from lawspeaker_referee.config.sandbox import Sandbox
async def main():
    bot = SeatSpec.parse("cmd:{sys.executable} {bot}")
    async with running([bot], "a", ["t"], Sandbox(grace=0.1, isolated={isolated}, writable=({str(tmp_path)!r},))):
        while not os.path.exists("{bot}.alive"): await asyncio.sleep(0.01)
        os.kill(os.getpid(), 9)
asyncio.run(main())
""")
    assert subprocess.run([sys.executable, referee], check=False, timeout=PATIENCE).returncode == -9
    until = time.monotonic() + PATIENCE
    while running_with(str(bot)) and time.monotonic() < until:
        time.sleep(0.01)  # the bots notice by themselves
    assert running_with(str(bot)) == []


# --- what it inherits ---


def test_a_bot_inherits_only_variables_that_are_known_to_be_harmless_and_those_that_the_user_names(
    tmp_path, monkeypatch,
):
    kept = {"LAWSPEAKER_BOT_SEED": "1", "LAWSPEAKER_RECONNECT_WITHIN": "2", "LC_TIME": "C", "TZ": "UTC",
            "JAVA_HOME": "/no/such/jdk", "MODEL_KEY": "3"}
    held_back = {"OPENAI_API_KEY": "4", "PGPASSWORD": "5", "AWS_SECRET_ACCESS_KEY": "6", "SSH_AUTH_SOCK": "/7",
                 "LAWSPEAKER_TLS_KEY": "8", "LAWSPEAKER_LEDGER": "9", "LAWSPEAKER_TOKEN": "10", "http_proxy": "u:p@h"}
    for name, value in (kept | held_back).items():
        monkeypatch.setenv(name, value)
    ending, _ = ran(tmp_path, "import json, os\nprint(json.dumps(dict(os.environ)))", variables=("MODEL_KEY",))
    found = json.loads(ending.output.text)
    assert kept.items() <= found.items()
    assert (found["PATH"], found["HOME"]) == (os.environ["PATH"], os.environ["HOME"])
    assert (found["LAWSPEAKER_ADDRESS"], found["LAWSPEAKER_TOKEN"]) == ("unix:/nowhere", "secret")
    assert not [name for name in held_back if name in found and name != "LAWSPEAKER_TOKEN"]
    assert not [name for name in found if name.startswith("PYTEST")]


def test_the_environment_of_the_referee_is_not_to_be_read_at_who_keeps_a_bot(tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "s3cret")
    ending, _ = ran(tmp_path, """
import os
for process in filter(str.isdecimal, os.listdir("/proc")):
    try: print(b"s3cret" in open(f"/proc/{process}/environ", "rb").read())
    except OSError: pass
""")
    assert set(ending.output.text.split()) == {"False"}


def test_what_bots_must_not_see_is_in_no_command_line(tmp_path):
    """A bot that is not cut off reads those of other processes."""
    secret = tmp_path / "name-of-a-key"
    secret.touch()
    ending, _ = ran(tmp_path, """
import os
for process in filter(str.isdecimal, os.listdir("/proc")):
    try: line = open(f"/proc/{process}/cmdline", "rb").read()
    except OSError: continue
    if b"host.process.supervisor" in line:
        print(b"bot-0.py" in line, b"name-of-a-key" in line)
""", hide=(secret,), isolated=False)
    assert "True False" in ending.output.text.splitlines()
    assert "True True" not in ending.output.text


@pytest.mark.parametrize(("limits", "why"), [
    ({"variables": ("NO_SUCH_KEY",)}, "it is to have the variable NO_SUCH_KEY, which is not set here"),
    ({"readable": ("/no/such/folder",)}, "it is to read /no/such/folder, and there is no such file or folder"),
])
def test_what_a_bot_is_to_have_and_there_is_not_is_told_before_it_starts(tmp_path, limits, why):
    with pytest.raises(BotFailed, match=rf"^the bot on seat 0 \(cmd:.*\) cannot be started: {why}$"):
        ran(tmp_path, "pass", **limits)


# --- how it ended ---


@pytest.mark.parametrize(("text", "evidence"), first_quick(1, [
    ("raise SystemExit(3)", "exit code 3"),
    ("import os\nos.abort()", "killed by SIGABRT"),
    ("import os\nos.kill(os.getpid(), 40)", "killed by signal 40"),
]))
def test_a_crash_is_told_by_exit_code_or_signal(tmp_path, text, evidence):
    ending, _ = ran(tmp_path, text, isolated=False)
    assert (ending.evidence, ending.crashed) == (evidence, True)


@pytest.mark.parametrize(("command", "why"), first_quick(1, [
    ("/etc/passwd", "Permission denied; /etc/passwd is not executable; after `chmod .x /etc/passwd` give '.*'"),
    ("/no/such/bot", "No such file or directory"),
]))
def test_a_bot_that_cannot_be_started_is_named_and_the_others_are_ended(tmp_path, command, why):
    good = spec(tmp_path, "import time\ntime.sleep(60)")

    async def start() -> None:
        async with running([good, SeatSpec.parse(f"cmd:{command}")], "a", ["t", "u"], Sandbox(grace=0.1)):
            pytest.fail("it was started")

    with pytest.raises(BotFailed, match=rf"^the bot on seat 1 \(cmd:{command}\) cannot be started: {why}$"):
        asyncio.run(start())
    assert running_with(good.command[-1]) == []


def test_descendants_are_found_without_the_kernels_lists_too(monkeypatch):
    with subprocess.Popen(["sh", "-c", "sleep 60 & wait"]) as process:
        try:
            while len(usage.descendants(process.pid)) < 1:
                time.sleep(0.01)  # until sh has started it
            listed = usage.descendants(process.pid)
            monkeypatch.setattr(usage, "_CHILDREN", usage.PROC / "no-such-file")
            assert usage.descendants(process.pid) == listed != []
        finally:
            for each in [*usage.descendants(process.pid), process.pid]:
                os.kill(each, 9)


@pytest.mark.parametrize("name", ["a\x0c\x0cb", "a\r\rb", "a\u2028\u2028b", "a\x0cPss:\x0cb"])
def test_no_name_that_a_bot_gives_its_files_keeps_their_memory_from_being_counted(tmp_path, name):
    path = tmp_path / name
    path.write_bytes(bytes(4096))
    with path.open("r+b") as file, mmap.mmap(file.fileno(), 4096):
        assert usage.shared_out_memory([os.getpid()], None) > 0


def test_memory_is_counted_where_the_kernel_tells_of_no_shared_segments(tmp_path, monkeypatch):
    monkeypatch.setattr(usage, "_SEGMENTS", tmp_path / "no-such-file")
    assert usage.memory_of_files([os.getpid()], tmp_path) > 0


@contextmanager
def nested(folder, depth):
    """Folders in one another, deeper than a path may be long; what is given is a descriptor of the last one."""
    here = os.open(folder, os.O_RDONLY)

    def go(name):
        nonlocal here
        there = os.open(name, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = there

    for _ in range(depth):
        os.mkdir("a", dir_fd=here)
        go("a")
    try:
        yield here
    finally:
        for _ in range(depth):
            go("..")
            os.rmdir("a", dir_fd=here)
        os.close(here)


@pytest.mark.parametrize(("depth", "counted"), [(0, 1), (3, 4), (2100, 5001)])
def test_what_a_bot_keeps_is_counted_however_deep_it_lies(tmp_path, depth, counted):
    with nested(tmp_path, depth) as deepest:
        os.close(os.open("big", os.O_WRONLY | os.O_CREAT, dir_fd=deepest))
        try:
            assert usage.size_of(tmp_path, 5000)[0] == counted
            assert usage.size_of(tmp_path, depth // 2)[0] == depth // 2 + 1
        finally:
            os.unlink("big", dir_fd=deepest)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may look into every folder")
def test_a_folder_that_a_bot_lets_nobody_look_into_counts_as_too_many_files(tmp_path):
    hidden = tmp_path / "hidden"
    hidden.mkdir(mode=0)
    try:
        assert usage.size_of(tmp_path, 10)[0] == 11
    finally:
        hidden.chmod(0o700)


@pytest.mark.parametrize("after", first_quick(1, [0.02, 0.0, 0.05, 0.1]))
def test_who_is_cancelled_while_a_bot_starts_leaves_no_process_and_no_pipe(tmp_path, after):
    script = tmp_path / "sleeps.py"
    script.write_text("import time\ntime.sleep(60)\n")

    async def start() -> None:
        async with running([SeatSpec.parse(f"cmd:{sys.executable} {script}")], "127.0.0.1:1", ["token"],
                           Sandbox(grace=0.1)):
            await asyncio.sleep(60)

    async def test() -> None:
        task = asyncio.create_task(start())
        await asyncio.sleep(after)
        task.cancel()
        await asyncio.wait({task})
        assert task.cancelled()

    asyncio.run(test())
    gc.collect()  # a pipe that is still open would warn, and warnings are errors
    assert running_with(str(script)) == []
