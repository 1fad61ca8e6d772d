"""Limits of bots' processes: the settings, and real processes that try to get around them."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawspeaker_engine.model import BadSetup
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.sandbox import Sandbox, format_bytes, format_size, parse_size
from lawspeaker_referee.host.process.bot import ROOT, BotFailed
from lawspeaker_referee.host.process.cgroup import prepare
from tests.referee.host.script_bots import kept, needs_namespaces, ran, with_and_without
from tests.sample_sizes import first_quick

# --- settings ---


@pytest.mark.parametrize(("text", "number"), [
    ("512M", 512 << 20), ("1.5G", 3 << 29), ("2gib", 2 << 30), ("64kb", 64 << 10), ("100", 100), ("0", None),
])
def test_a_size_is_a_number_and_a_unit(text, number):
    assert parse_size(text) == number


@pytest.mark.parametrize("text", ["", "much", "-1G", "1X", "1 G G"])
def test_what_is_no_size_is_refused_with_what_would_be_right(text):
    with pytest.raises(BadSetup, match="is no size: write a number and K, M, G or T, such as 512M, or 0 for no limit"):
        parse_size(text)


def test_a_size_that_no_system_can_limit_is_refused():
    with pytest.raises(BadSetup, match="'99999999999G' is too large; write at most 4096T, or 0 for no limit"):
        parse_size("99999999999G")


@given(st.integers(0, 1 << 50) | st.builds(lambda number, shift: number << shift, st.integers(0, 2000),
                                          st.sampled_from([10, 20, 30, 40])))
def test_a_size_that_was_written_is_read_as_the_same(number):
    assert parse_size(format_size(number)) == (number or None)


def test_sizes_are_told_in_the_largest_unit_that_fits():
    assert [format_bytes(n) for n in (0, 900, 1024, 3 << 29, 5 << 40)] == ["0 B", "900 B", "1 KiB", "1.5 GiB", "5 TiB"]


@pytest.mark.parametrize("name", ["", "KEY=1", "2ND", "A B"])
def test_a_variable_is_given_by_its_name_alone(name):
    with pytest.raises(BadSetup, match="is no name of a variable; write its name alone, such as OPENAI_API_KEY"):
        Sandbox(variables=(name,))


def test_no_network_without_isolation_cannot_be_had():
    with pytest.raises(BadSetup, match="cut off from the network only if they are isolated"):
        Sandbox(network="none", isolated=False)


# --- limits ---


def test_a_bot_is_told_its_address_and_token_and_has_the_limits_of_its_sandbox(tmp_path):
    ending, _ = ran(tmp_path, """
import os, resource as r
print(os.environ["LAWSPEAKER_ADDRESS"], os.environ["LAWSPEAKER_TOKEN"], os.nice(0) - int(os.environ["NICE"]))
print(*(r.getrlimit(each) for each in (r.RLIMIT_DATA, r.RLIMIT_NOFILE, r.RLIMIT_FSIZE, r.RLIMIT_CORE)))
print(os.getsid(0) == os.getpgid(0), os.path.realpath("/proc/self/fd/0"))
""".replace('int(os.environ["NICE"])', str(os.nice(0))), memory=300 << 20, open_files=77, file_size=1000, nice=7)
    assert ending.output.text.splitlines() == [
        "unix:/nowhere secret 7", f"{(300 << 20, 300 << 20)} (77, 77) (1000, 1000) (0, 0)", "True /dev/null"]
    assert (ending.evidence, ending.crashed) == ("exit code 0", False)


def test_one_process_cannot_take_more_memory_than_it_may(tmp_path):
    ending, _ = ran(tmp_path, "x = bytearray(400 << 20)", memory=200 << 20)
    assert (ending.evidence, ending.crashed) == ("exit code 1, out of memory by its own words", True)


@pytest.mark.slow
def test_all_processes_of_a_bot_together_cannot_take_more_memory_than_they_may(tmp_path):
    ending, _ = ran(tmp_path, """
import os, time
for _ in range(4):
    if os.fork() == 0: break
x = bytearray(60 << 20)
x[::4096] = b"x" * len(x[::4096])
time.sleep(60)
""", memory=200 << 20)
    assert ending.cause == "memory"
    assert ending.used >= 200 << 20
    assert ending.evidence.startswith("out of memory: it was ended at ")
    assert ending.crashed


@pytest.mark.slow
def test_memory_that_a_bots_processes_share_counts_once(tmp_path):
    """They hold five times 100 MB, of which one counts, and are ended for 90 MB of their own that two of them take."""
    ending, _ = ran(tmp_path, """
import os, time
x = bytearray(100 << 20)
x[::4096] = b"x" * len(x[::4096])
for number in range(4):
    if os.fork() == 0: break
else:
    time.sleep(60)
if number < 2:
    y = bytearray(90 << 20)
    y[::4096] = b"y" * len(y[::4096])
time.sleep(60)
""", memory=250 << 20)
    assert ending.cause == "memory"
    assert 250 << 20 <= ending.used < 400 << 20


@pytest.mark.slow
@with_and_without
def test_a_fork_bomb_is_stopped(tmp_path, isolated):
    ending, _ = ran(tmp_path, """
import os, time
try:
    for _ in range(400):
        if os.fork() == 0: time.sleep(60)
except BlockingIOError:
    raise SystemExit(9)
time.sleep(60)
""", processes=30, isolated=isolated)
    if os.getuid() == 0 and prepare():  # without a cgroup root may have as many as it likes, so they are counted
        assert ending.cause == "processes"
        assert ending.used > 30
        assert ending.evidence.endswith("threads and processes, more than it may, and was ended")
    else:
        assert ending.evidence == "exit code 9"


@pytest.mark.skipif(os.getuid() != 0 or not Path("/usr/bin/setpriv").exists() or not Path("/usr/bin/python3").exists(),
                    reason="needs root, and a Python that others may run")
@with_and_without
def test_the_kernel_counts_the_processes_of_a_user_who_is_not_root(isolated):
    program = """
import os, time
try:
    while True:
        if os.fork() == 0: time.sleep(60)
except BlockingIOError:
    os._exit(9)
"""
    python = ["/usr/bin/setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "/usr/bin/python3"]
    started, ended = kept(python, Sandbox(processes=20, isolated=isolated), "/usr/bin/python3", "-c", program)
    assert (started.get("cut_off"), ended["exit"], ended["left"]) == (isolated or None, 9, 0)


def test_a_file_that_grows_too_large_kills_a_program_that_does_not_care(tmp_path):
    ending, _ = ran(tmp_path, SeatSpec.parse(f"cmd:sh -c 'exec yes > {tmp_path}/big'"), file_size=10_000,
                    writable=(str(tmp_path),))
    assert ending.evidence == "killed by SIGXFSZ"
    assert (tmp_path / "big").stat().st_size == 10_000


# --- what a bot is cut off from ---


@needs_namespaces
def test_a_bot_reaches_no_network_but_a_loopback_of_its_own(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as server:
        text = f"""
import socket
for address in (("127.0.0.1", {server.getsockname()[1]}), ("192.0.2.1", 80)):
    try: socket.create_connection(address, 2); print("connected")
    except OSError as error: print(error.strerror)
with socket.create_server(("127.0.0.1", 0)) as own:
    socket.create_connection(own.getsockname(), 2); print("own")
print(*(name for _, name in socket.if_nameindex()))
"""
        cut, process = ran(tmp_path, text)
        free, _ = ran(tmp_path, text.replace("192.0.2.1", "127.0.0.1").replace("80)", "1)"), network="host")
    assert cut.output.text.splitlines() == ["Connection refused", "Network is unreachable", "own", "lo"]
    assert process.not_enforced == process.not_hidden == ""
    assert free.output.text.splitlines()[0] == "connected"


@needs_namespaces
@pytest.mark.parametrize("network", first_quick(1, ["none", "host"]))
def test_a_bot_sees_no_other_process_and_nothing_in_hidden_files(tmp_path, network):
    secret = tmp_path / "key"
    secret.write_text("secret")
    ending, _ = ran(tmp_path, f"""
import os, subprocess
print(sorted(int(name) for name in os.listdir("/proc") if name.isdecimal()))
print(repr(open({str(secret)!r}).read()))
print(subprocess.run(["umount", {str(secret)!r}], capture_output=True).returncode != 0)
print(repr(open({str(secret)!r}).read()))
try: os.kill(1, 9); print("still here")
except OSError as error: print(error)
""", hide=(secret,), network=network)
    assert ending.output.text.splitlines() == ["[1, 2]", "''", "True", "''", "still here"]
    assert secret.read_text() == "secret"


@pytest.mark.slow
@needs_namespaces
def test_a_hidden_file_in_a_hidden_folder_hinders_nothing(tmp_path):
    (folder := tmp_path / "records").mkdir()
    (folder / "key").write_text("secret")
    ending, process = ran(tmp_path, f"import os; print(os.listdir({str(folder)!r}))", hide=(folder, folder / "key"))
    assert (process.not_enforced, process.not_hidden, ending.output.text) == ("", "", "[]\n")


@needs_namespaces
def test_even_roots_bot_has_no_privilege_but_to_files(tmp_path):
    ending, _ = ran(tmp_path, "print(open('/proc/self/status').read())")
    lines = dict(line.split(":\t") for line in ending.output.text.splitlines() if ":\t" in line)
    assert (lines["NoNewPrivs"], int(lines["CapBnd"], 16) & ~2, int(lines["CapEff"], 16) & ~2) == ("1", 0, 0)


@pytest.mark.slow
def test_a_bot_that_must_be_cut_off_is_not_started_where_that_is_not_allowed(tmp_path, monkeypatch):
    """An unshare that is not permitted looks the same as one for namespaces that do not exist."""
    (tmp_path / "lawspeaker_referee/host/process").mkdir(parents=True)
    for name in ("__init__.py", "host/__init__.py", *(f"host/process/{name}.py" for name in (
            "__init__", "supervisor", "child_side", "sandbox", "own_root", "usage", "cgroup"))):
        path = Path("lawspeaker_referee") / name
        text = (Path(ROOT) / path).read_text()
        (tmp_path / path).write_text(text.replace("_NEWPID: Final = 0x20000000", "_NEWPID: Final = 0x00008000"))
    monkeypatch.setattr("lawspeaker_referee.host.process.bot.ROOT", str(tmp_path))
    with pytest.raises(BotFailed, match="cannot be started: it cannot be cut off from the network: Invalid argument"):
        ran(tmp_path, "pass", network="none")
    ending, process = ran(tmp_path, "print(5)", network="auto")
    assert (ending.output.text, process.not_enforced) == ("5\n", "Invalid argument")
