"""The file system of a bot: what real processes find in it, and what they cannot do to the machine's."""

from __future__ import annotations

import base64
import os
import sys
import tempfile
import venv
from dataclasses import replace
from pathlib import Path

import pytest

import lawspeaker_engine
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.sandbox import Sandbox
from lawspeaker_referee.host.process.bot import BotFailed
from lawspeaker_referee.host.process.bot_root import MOST_BYTES, BotRoot
from tests.referee.host.script_bots import kept, needs_namespaces, ran, spec
from tests.sample_sizes import first_quick

pytestmark = [needs_namespaces, pytest.mark.attack]
needs_another_user = pytest.mark.skipif(
    os.getuid() != 0 or not Path("/usr/bin/setpriv").exists() or not Path("/usr/bin/python3").exists(),
    reason="needs root, and a Python that others may run")
ANOTHER_USER = ("/usr/bin/setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "/usr/bin/python3")
SEES = """
import os, sys
def look(path):
    try: return sorted(os.listdir(path)) if os.path.isdir(path) else open(path).read().strip()
    except OSError as error: return error.strerror
def write(path):
    try: open(path, "ab").close(); return "written"
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


# --- its own files, and nobody else's ---


def test_a_bot_sees_neither_rivals_nor_the_tournament_and_changes_nothing(tmp_path, monkeypatch):
    """The layout of docs/tournaments.md: a folder for each entrant beside the file with the secret of the dice."""
    monkeypatch.chdir(tmp_path)
    for name in ("cup.toml", "cup.db", "records/cup/1.lsr", "rival/bot.py", "rival/strategy.py", "thief/strategy.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("secret = 1")
    (tmp_path / "thief/bot.py").write_text(SEES + """
import glob, strategy
above = os.path.dirname(os.getcwd() + "/" + sys.argv[0])[:-len("/thief")]
print(sorted(os.path.relpath(each, above) for each in glob.glob(above + "/**", recursive=True)))
print(strategy.secret, look("rival/strategy.py"), write("rival/strategy.py"), write(sys.argv[0]), write("thief/new"))
print(os.path.exists("/proc/1/root" + above + "/rival/strategy.py"))
""")
    ending, process = ran(tmp_path, SeatSpec.parse(f"cmd:{sys.executable} thief/bot.py"))
    missing, fixed = "No such file or directory", "Read-only file system"
    assert ending.output.text.splitlines() == [
        "['.', 'thief', 'thief/bot.py', 'thief/strategy.py']", f"1 {missing} {missing} {fixed} {fixed}", "False"]
    assert (process.not_enforced, process.not_hidden) == ("", "")
    free, _ = ran(tmp_path, SeatSpec.parse(f"cmd:{sys.executable} thief/bot.py"), isolated=False)
    assert "1 secret = 1 written written written" in free.output.text, "what it does without a root of its own"


@pytest.mark.slow
def test_the_folder_in_which_a_command_runs_is_shown_where_it_names_no_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "module_bot.py").write_text(SEES + "print(look('.'), write('note'))")
    ending, _ = ran(tmp_path, SeatSpec.parse(f"cmd:{sys.executable} -m module_bot"))
    assert ending.output.text == "['module_bot.py'] Read-only file system\n"


def test_a_bot_writes_in_its_home_and_temporary_folders_and_nothing_of_it_stays(tmp_path, monkeypatch, home):
    monkeypatch.setenv("TMPDIR", str(tmp_path / "scratch"))
    (tmp_path / "scratch").mkdir()
    ending, _ = ran(tmp_path, SEES + f"""
folders = [os.environ["HOME"], os.environ["TMPDIR"], "/tmp", "/var/tmp", "/dev/shm"]
print(look(folders[0]), [write(each + "/mine-{os.getpid()}") for each in folders])
""")
    assert ending.output.text == f"['project'] {['written'] * 5}\n"
    assert not [path for path in (home, tmp_path / "scratch", "/tmp", "/var/tmp", "/dev/shm")
                if Path(path, f"mine-{os.getpid()}").exists()]


@pytest.mark.slow
def test_a_temporary_folder_inside_what_is_shown_is_to_be_written_in_too(tmp_path, monkeypatch):
    (tmp_path / "scratch").mkdir()
    (tmp_path / "scratch/of-others").touch()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "scratch"))
    ending, _ = ran(tmp_path, SEES + "print(look(os.environ['TMPDIR']), write(os.environ['TMPDIR'] + '/x'))")
    assert ending.output.text == "[] written\n"
    assert [path.name for path in (tmp_path / "scratch").iterdir()] == ["of-others"]


@pytest.mark.slow
def test_what_the_user_names_may_be_read_or_written_even_all_there_is(tmp_path, home):
    program = SEES + f"""
home = {str(home)!r}
print(look(home + "/models/large/weights"), write(home + "/models/large/weights"), look(home + "/.ssh/id"),
      write(home + "/notes"))
"""
    missing, fixed = "No such file or directory", "Read-only file system"
    for limits, found in (
        ({}, f"{missing} {missing} {missing} written"),
        ({"readable": ("~/models",)}, f"s3cret {fixed} {missing} written"),
        ({"readable": (str(home),)}, f"s3cret {fixed} s3cret {fixed}"),
        ({"writable": ("~/models",)}, f"s3cret written {missing} written"),
        ({"readable": (str(home),), "writable": ("~/models",)}, f"s3cret written s3cret {fixed}"),
    ):
        ending, process = ran(tmp_path, program, **limits)
        assert (ending.output.text, process.not_hidden) == (found + "\n", ""), limits
    ending, _ = ran(tmp_path, SEES + "print(look('/etc/shadow') != '', write('/etc/shadow'), look('/dev'))",
                    readable=("/",))
    denied = "Permission denied" if os.getuid() else fixed
    assert ending.output.text.startswith(f"True {denied} ['fd', 'full', 'null'")
    for limits, what in (({"readable": ("/nowhere",)}, "read"), ({"writable": ("/nowhere",)}, "write in")):
        with pytest.raises(BotFailed, match=f"it is to {what} /nowhere, and there is no such file or folder"):
            ran(tmp_path, "", **limits)


@pytest.mark.parametrize("network", first_quick(1, ["none", "host"]))
def test_a_bot_sees_nothing_of_the_home_folder_but_its_own_file(tmp_path, home, network, monkeypatch):
    (home / "bot-at-home.py").write_text(SEES + f"""
home = {str(home)!r}
print(look("."), look(home), look("../home/.ssh/id"), look("/proc/1/cwd/../.ssh/id"), write("x"))
""")
    monkeypatch.chdir(home)
    ending, _ = ran(tmp_path, SeatSpec.parse(f"cmd:{sys.executable} bot-at-home.py"), network=network)
    own = ["bot-at-home.py"]
    assert ending.output.text.startswith(f"{own} {own} No such file or directory ")
    assert ending.output.text.endswith(" written\n")
    assert "s3cret" not in ending.output.text
    assert not (home / "x").exists()


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
def test_a_bot_of_a_project_with_an_environment_of_its_own_starts_by_the_python_of_path(tmp_path, home, monkeypatch):
    venv.create(home / "project/.venv", symlinks=True)
    (home / "project/bot-of-project.py").write_text(SEES + "import json, helper; print(sys.prefix, look('../.ssh/id'))")
    monkeypatch.setenv("PATH", f"{home}/project/.venv/bin{os.pathsep}{os.environ['PATH']}")
    ending, _ = ran(tmp_path, SeatSpec.parse("cmd:python bot-of-project.py"))
    assert ending.output.text == f"{home}/project/.venv No such file or directory\n"


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


def test_a_hidden_file_in_what_is_shown_of_a_home_stays_hidden(tmp_path, home):
    (home / "project/key").write_text("s3cret")
    ending, _ = ran(tmp_path, SEES + f"print(look('helper.py'), repr(look('key')), look({str(home / 'other')!r}))",
                    hide=(home / "project/key", home / "other"), readable=(str(home),))
    assert ending.output.text == "helped = 1 '' []\n"


@needs_another_user
def test_a_user_who_is_not_root_gives_bots_a_root_too(monkeypatch):
    """In a user namespace, where a mount may be made read-only but may lose none of its other restrictions."""
    with tempfile.TemporaryDirectory() as folder:
        home = made_home(Path(folder, "home"))
        for each in (home.parent, home, *home.rglob("*")):
            each.chmod(0o777)
        monkeypatch.chdir(home / "project")
        text = SEES + f"""
home = {str(home)!r}
print(look(home), look("helper.py"), look(home + "/models/large/weights"), write(home + "/models/large/weights"),
      write("helper.py"), write(home + "/new"), write("/dev/shm/new"))
print(os.system("unshare --user true 2>&1"), write("/proc/sys/kernel/core_pattern"), sorted(os.listdir("/dev")))
"""
        root = BotRoot.of(SeatSpec("cmd:", "", ("-c", text)), "", {"HOME": str(home)},
                          Sandbox(readable=(str(home / "models"),))).order({"HOME": str(home)})
        started, ended = kept([*ANOTHER_USER], Sandbox(), "/usr/bin/python3", "-c", text, root=root)
    fixed = "Read-only file system"
    seen, refused, devices = base64.b64decode(ended["head"]).decode().split("\n", 2)
    assert seen == f"['models', 'project'] helped = 1 s3cret {fixed} {fixed} written written"
    assert "Operation not permitted" in refused
    assert devices.startswith(("256 Read-only", "256 Permission denied"))
    assert (started.get("cut_off"), started.get("hidden"), ended["exit"]) == (True, None, 0)


def test_a_bot_that_is_cut_off_may_read_the_engine_of_a_checkout_in_a_home(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    engine = Path(lawspeaker_engine.__file__).resolve().parents[1]
    root = BotRoot.of(SeatSpec.parse("random"), "", {"HOME": str(engine.parent)}, Sandbox())
    assert root.shown[engine] is False


# --- what it cannot do to the machine ---


def test_a_bot_opens_nothing_of_the_machine_to_write(tmp_path):
    ending, _ = ran(tmp_path, SEES + """
print(write("/proc/sys/kernel/core_pattern"), look("/etc/shadow"), [each for each in os.listdir("/dev")
      if os.path.exists(f"/sys/block/{each}")], look("/sys/kernel"), look("/boot"), look("/run"), look("/var"))
print(*(os.system(f"{each} true 2>/dev/null") >> 8 for each in ("unshare --user", "unshare --mount", "true")))
try: os.mknod("/tmp/disk", 0o60600, os.makedev(254, 0)); print("made")
except OSError as error: print(error.strerror)
try: os.chroot("/tmp"); print("entered")
except OSError as error: print(error.strerror)
print(open("/dev/urandom", "rb").read(1) != b"", look("/dev/null") == "", os.ttyname(os.openpty()[1]))
""")
    missing, refused = "No such file or directory", "Operation not permitted"
    denied = "Permission denied" if os.getuid() else "Read-only file system"
    assert ending.output.text.splitlines() == [
        f"{denied} {missing} [] {missing} {missing} {missing} ['tmp']", "1 1 0", refused, refused,
        "True True /dev/pts/0"]


@pytest.mark.parametrize("folder", first_quick(1, ["/dev/shm", "/tmp", "/home-of-user"]))
def test_what_a_bot_writes_in_memory_is_bounded_counted_and_gone_with_it(tmp_path, folder, monkeypatch):
    """600 MB of a file were beyond a limit of 300 MB, and stayed in /dev/shm."""
    monkeypatch.setenv("HOME", "/home-of-user")
    program = f"""
import errno, os, time
for number in range(600):
    try:
        with open(f"{folder}/big-{{number}}", "wb") as file: file.write(bytes(1 << 20))
    except OSError as error:
        print(error.strerror, flush=True)
        break
time.sleep(WAIT)
"""
    bounded, _ = ran(tmp_path, program.replace("WAIT", "0"), memory=300 << 20)
    assert (bounded.output.text, bounded.evidence) == ("No space left on device\n", "exit code 0")
    counted, _ = ran(tmp_path, program.replace("WAIT", "60"), memory=200 << 20)
    assert counted.cause == "memory"
    assert 200 << 20 < counted.used <= MOST_BYTES + (64 << 20)
    assert not Path(folder, "big-0").exists()


@pytest.mark.slow
@pytest.mark.parametrize(("program", "what"), [
    ("[open(f'{home}/{n}', 'wb').write(bytes(100 << 20)) for n in range(3)]", "300"),
    ("[open(f'{home}/{n}', 'wb').close() for n in range(17_000)]", "B or too many files"),
])
def test_what_is_kept_of_a_bot_is_bounded_too(tmp_path, program, what):
    (tmp_path / "kept").mkdir()
    text = f"import os, time\nhome = os.environ['HOME']\n{program}\ntime.sleep(60)"
    ending, _ = ran(tmp_path, replace(spec(tmp_path, text), scratch=str(tmp_path / "kept")))
    assert (ending.cause, what in ending.evidence, ending.crashed) == ("scratch", True, True)


@pytest.mark.slow
@pytest.mark.parametrize("way", ["memfd", "segment", "shared"])
def test_memory_that_no_process_maps_is_counted_and_what_several_share_counts_once(tmp_path, way):
    made = {
        "memfd": "files = [os.memfd_create(str(each)) for each in range(6)]\n"
                 "for each in files: os.write(each, bytes(40 << 20))",
        "segment": "import ctypes\nlibc = ctypes.CDLL(None)\nlibc.shmat.restype = ctypes.c_void_p\n"
                   "for _ in range(6):\n    number = libc.shmget(0, ctypes.c_size_t(40 << 20), 0o1600)\n"
                   "    at = libc.shmat(number, None, 0)\n    ctypes.memset(at, 1, 40 << 20)\n"
                   "    libc.shmdt(ctypes.c_void_p(at))",
        "shared": "import mmap\nshared = mmap.mmap(-1, 240 << 20)\n[shared.write(bytes(1 << 20)) for _ in range(240)]\n"
                  "for _ in range(3): os.fork() or time.sleep(60)",
    }[way]
    program = f"import os, time\n{made}\nprint('made', flush=True)\ntime.sleep(WAIT)"
    over, _ = ran(tmp_path, program.replace("WAIT", "60"), memory=200 << 20)
    assert (over.cause, 200 << 20 < over.used < 330 << 20) == ("memory", True)
    under, _ = ran(tmp_path, program.replace("WAIT", "1"), memory=400 << 20)
    assert (under.cause, under.output.text) == ("", "made\n")


def test_a_machine_on_which_no_root_can_be_made_is_told_of_and_refused_where_bots_must_be_cut_off(tmp_path):
    root = BotRoot.of(SeatSpec.parse("cmd:true"), "", os.environ, Sandbox()).order(os.environ) | {"size": "no size"}
    started, ended = kept([sys.executable], Sandbox(), "/bin/sh", "-c", "ls / | grep -x home", root=root)
    assert (started["hidden"], base64.b64decode(ended["head"])) == ("Invalid argument", b"home\n")
    refused = kept([sys.executable], Sandbox(network="none"), "true", root=root)[0]
    assert refused["failed"] == "it cannot have files of its own: Invalid argument"


