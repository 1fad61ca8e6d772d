"""Limits of bots' processes: the settings, and real processes that try to get around them."""

from __future__ import annotations

import base64
import os
import socket
import sys
import tempfile
import venv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lawspeaker_engine
from lawspeaker_engine.model import BadSetup
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.sandbox import Sandbox, format_bytes, format_size, parse_size
from lawspeaker_referee.host.process.bot import ROOT, BotFailed
from lawspeaker_referee.host.process.environment import HomeFolders
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
    assert ending.used > 200 << 20
    assert ending.evidence.startswith("out of memory: it used ")
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
    assert 250 << 20 < ending.used < 400 << 20


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
    if os.getuid() == 0:  # the kernel lets root have as many as it likes, so they are counted
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
    ending, _ = ran(tmp_path, SeatSpec.parse(f"cmd:sh -c 'exec yes > {tmp_path}/big'"), file_size=10_000)
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


# --- what it sees of home folders ---

SEES = """
import os, sys
def look(path):
    try: return sorted(os.listdir(path)) if os.path.isdir(path) else open(path).read().strip()
    except OSError as error: return error.strerror
def write(path):
    try: open(path, "a").close(); return "written"
    except OSError as error: return error.strerror
"""


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A home folder with a key, notes, a model and a project, in which the referee runs."""
    home = made_home(tmp_path / "home")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(home / "project")
    return home


def made_home(home):
    for name in ("notes", ".ssh/id", ".config/model.toml", "models/large/weights", "project/helper.py", "other/bot.py"):
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("helped = 1" if name.endswith(".py") else "s3cret")
    return home


@needs_namespaces
@pytest.mark.parametrize("network", first_quick(1, ["none", "host"]))
def test_a_bot_sees_of_the_home_folder_only_the_folder_in_which_it_runs(tmp_path, home, network):
    ending, process = ran(tmp_path, SEES + f"""
home = {str(home)!r}
print(look(home), look(home + "/.ssh/id"), look(home + "/notes"), look("../.ssh/id"), look("/proc/1/cwd/../.ssh/id"))
print(look("."), write("note"), write(home + "/cache"), os.environ["HOME"] == home)
""", network=network)
    gone = "No such file or directory"
    assert ending.output.text.splitlines() == [
        f"['project'] {gone} {gone} {gone} " + ending.output.text.splitlines()[0].split(f"{gone} ")[-1],
        "['helper.py'] written written True"]
    assert "s3cret" not in ending.output.text
    assert (process.not_enforced, process.not_hidden) == ("", "")
    assert (home / "project/note").exists() and not (home / "cache").exists()


@needs_namespaces
def test_a_home_in_which_the_command_runs_itself_is_not_shown_but_the_bots_own_file(tmp_path, home, monkeypatch):
    (home / "bot-at-home.py").write_text(
        SEES + "print(look('.'), look(os.getcwd()), look('../home/.ssh/id'), write('x'))")
    monkeypatch.chdir(home)
    ending, _ = ran(tmp_path, SeatSpec.parse(f"cmd:{sys.executable} bot-at-home.py"))
    assert ending.output.text == "['bot-at-home.py'] ['bot-at-home.py'] No such file or directory written\n"
    assert not (home / "x").exists()


@pytest.mark.slow
@needs_namespaces
def test_what_the_user_names_may_be_read_and_not_written_even_all_of_the_home(tmp_path, home, monkeypatch):
    program = SEES + f"""
home = {str(home)!r}
print(look(home + "/models/large/weights"), write(home + "/models/large/weights"), look(home + "/.ssh/id"),
      write("note"))
"""
    some, _ = ran(tmp_path, program, readable=("~/models",))
    monkeypatch.setenv("TMPDIR", str(home / "no/such/folder"))
    everything, _ = ran(tmp_path, program, readable=(str(home),))
    assert some.output.text == "s3cret Read-only file system No such file or directory written\n"
    assert everything.output.text == "s3cret Read-only file system s3cret written\n"
    assert not (home / "no").exists(), "nothing is made in a home that is shown"


@needs_namespaces
def test_files_that_the_command_line_names_are_there_with_their_folder_unless_that_is_a_hidden_one(tmp_path, home):
    (home / "other/bot.py").write_text(SEES + """
import helper
print(helper.helped, *(look(each.split("=")[-1]) for each in sys.argv[1:]), look(sys.argv[1] + "/../id"))
print(look(os.environ["HOME"]), look(os.environ["HOME"] + "/.config"))
""")
    (home / "other/helper.py").write_text("helped = 2")
    (home / ".config/passwords").write_text("s3cret")
    (home / "latest").symlink_to("models/large")
    ending, _ = ran(tmp_path, SeatSpec.parse(
        f"cmd:{sys.executable} {home}/other/bot.py {home}/latest --config={home}/.config/model.toml"))
    assert ending.output.text.splitlines() == [
        "2 ['weights'] s3cret No such file or directory",
        "['.config', 'latest', 'models', 'other', 'project'] ['model.toml']"]


@pytest.mark.slow
@needs_namespaces
def test_a_bot_of_a_project_with_an_environment_of_its_own_starts_by_the_python_of_path(tmp_path, home, monkeypatch):
    venv.create(home / "project/.venv", symlinks=True)
    (home / "project/bot-of-project.py").write_text(SEES + "import json, helper; print(sys.prefix, look('../.ssh/id'))")
    monkeypatch.setenv("PATH", f"{home}/project/.venv/bin{os.pathsep}{os.environ['PATH']}")
    ending, _ = ran(tmp_path, SeatSpec.parse("cmd:python bot-of-project.py"))
    assert ending.output.text == f"{home}/project/.venv No such file or directory\n"


@needs_namespaces
def test_a_python_that_is_installed_in_the_home_folder_starts_from_another_folder_of_it(tmp_path, home, monkeypatch):
    """As pipx and uv have it: a link in a folder of PATH to a script, whose Python lies in a hidden folder."""
    venv.create(home / ".tools/share/mine", symlinks=True)
    packages = next((home / ".tools/share/mine/lib").glob("python*/site-packages"))
    (packages / "installed.py").write_text("found = 3")
    (home / ".tools/share/password").write_text("s3cret")
    (home / ".tools/bin").mkdir()
    script = home / ".tools/share/mine/bin/script"
    script.write_text(f"#!{home}/.tools/share/mine/bin/python\n{SEES}" + f"""
import installed
print(installed.found, look({str(home / ".tools/share")!r}), look({str(home / ".tools/share/password")!r}))
""")
    script.chmod(0o755)
    (home / ".tools/bin/tool-of-home").symlink_to("../share/mine/bin/script")
    monkeypatch.setenv("PATH", f"{home}/.tools/bin{os.pathsep}{os.environ['PATH']}")
    ending, _ = ran(tmp_path, SeatSpec.parse("cmd:tool-of-home"))
    assert ending.output.text == "3 ['mine'] No such file or directory\n"


@needs_namespaces
def test_a_hidden_file_in_what_is_shown_of_a_home_stays_hidden(tmp_path, home):
    (home / "project/key").write_text("s3cret")
    ending, _ = ran(tmp_path, SEES + "print(repr(look('key')))", hide=(home / "project/key",))
    assert ending.output.text == "''\n"


@pytest.mark.skipif(os.getuid() != 0 or not Path("/usr/bin/setpriv").exists() or not Path("/usr/bin/python3").exists(),
                    reason="needs root, and a Python that others may run")
@needs_namespaces
def test_the_home_of_a_user_who_is_not_root_is_closed_too(monkeypatch):
    """In a user namespace, where a mount may be made read-only but may lose none of its other restrictions."""
    python = ["/usr/bin/setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "/usr/bin/python3"]
    with tempfile.TemporaryDirectory() as folder:
        home = made_home(Path(folder, "home"))
        for each in (home.parent, home, *home.rglob("*")):
            each.chmod(0o777)
        monkeypatch.chdir(home / "project")
        text = SEES + f"""
home = {str(home)!r}
print(look(home), look("helper.py"), look(home + "/models/large/weights"), write(home + "/models/large/weights"))
"""
        homes = HomeFolders.of((), "", {"HOME": str(home)}, [str(home / "models")]).order
        started, ended = kept(python, Sandbox(), "/usr/bin/python3", "-c", text, homes=homes)
    output = base64.b64decode(ended["head"]).decode()
    assert output == "['models', 'project'] helped = 1 s3cret Read-only file system\n"
    assert (started.get("cut_off"), started.get("hidden"), ended["exit"]) == (True, None, 0)


def test_a_bot_that_is_cut_off_may_read_the_engine_of_a_checkout_in_a_home(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    engine = Path(lawspeaker_engine.__file__).resolve().parents[1]
    homes = HomeFolders.of((), "", {"HOME": str(engine.parent)}, ())
    assert (str(engine), False) in homes.order["shown"]


@pytest.mark.slow
def test_a_bot_that_must_be_cut_off_is_not_started_where_that_is_not_allowed(tmp_path, monkeypatch):
    """An unshare that is not permitted looks the same as one for namespaces that do not exist."""
    (tmp_path / "lawspeaker_referee/host/process").mkdir(parents=True)
    for name in ("__init__.py", "host/__init__.py", "host/process/__init__.py", "host/process/supervisor.py",
                 "host/process/child_side.py", "host/process/sandbox.py"):
        path = Path("lawspeaker_referee") / name
        text = (Path(ROOT) / path).read_text()
        (tmp_path / path).write_text(text.replace("_NEWPID: Final = 0x20000000", "_NEWPID: Final = 0x00008000"))
    monkeypatch.setattr("lawspeaker_referee.host.process.bot.ROOT", str(tmp_path))
    with pytest.raises(BotFailed, match="cannot be started: it cannot be cut off from the network: Invalid argument"):
        ran(tmp_path, "pass", network="none")
    ending, process = ran(tmp_path, "print(5)", network="auto")
    assert (ending.output.text, process.not_enforced) == ("5\n", "Invalid argument")
