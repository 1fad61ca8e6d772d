"""Cgroups of bots: what of /proc tells the referee's own, and real bots in theirs, where this kernel has version 2."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from lawspeaker_referee.config.sandbox import Sandbox
from lawspeaker_referee.host.process.bot import ROOT, running
from lawspeaker_referee.host.process.cgroup import REFEREE, own_group, prepare
from lawspeaker_referee.host.process.protection import GROUPS, missing_protection
from tests.referee.host.script_bots import needs_namespaces, ran, spec

NAMED_BY_A_USER = "29 24 0:25 / /home/ann/a\x0c\x0cb\u2028 rw - fuse fuse rw\n"
V1 = "31 24 0:27 / /sys/fs/cgroup/memory rw shared:5 - cgroup cgroup rw,memory\n"
needs_groups = pytest.mark.skipif(
    bool(prepare()), reason="bots have no cgroups here; `make test-cgroup` runs this in a virtual machine")


@pytest.mark.parametrize(("group", "mounted", "folder"), [
    ("0::/a.slice/b", "30 24 0:26 / /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw\n", "sys/fs/cgroup/a.slice/b"),
    ("5:memory:/x\n0::/b", V1 + "30 24 0:26 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n",
     "sys/fs/cgroup/unified/b"),
    ("0::/a/b", "30 24 0:26 /a /mnt rw - cgroup2 cgroup2 rw\n", "mnt/b"),
    ("0::/b", NAMED_BY_A_USER + "30 24 0:26 / /mnt rw - cgroup2 cgroup2 rw\n", "mnt/b"),
    ("0::/c", "30 24 0:26 /a /mnt rw - cgroup2 cgroup2 rw\n", None),
    ("5:memory:/x", V1, None), ("0::/", V1, None), (None, V1, None),
])
def test_the_group_of_this_process_is_found_where_version_2_is_mounted(tmp_path, group, mounted, folder):
    (tmp_path / "proc/self").mkdir(parents=True)
    (tmp_path / "proc/self/mountinfo").write_text(mounted)
    if group is not None:
        (tmp_path / "proc/self/cgroup").write_text(f"{group}\n")
    assert own_group(tmp_path) == (tmp_path / folder if folder else None)


def groups() -> list[Path]:
    """Return the groups of bots that there are now."""
    return list(base().glob("bot-*"))


def base() -> Path:
    """Return the group that holds the referee's and those of bots."""
    own = own_group()
    assert own is not None and own.name == REFEREE
    return own.parent


@needs_groups
@needs_namespaces
def test_a_bot_is_in_a_group_of_its_own_sees_no_other_and_cannot_change_it(tmp_path):
    ending, _ = ran(tmp_path, """
import os
from pathlib import Path
top = Path("/sys/fs/cgroup")
print(Path("/proc/self/cgroup").read_text().strip(), str(os.getpid()) in (top / "cgroup.procs").read_text().split())
names = "memory.max", "memory.swap.max", "memory.oom.group", "pids.max", "cpu.weight.nice"
print(*((top / name).read_text().strip() for name in names if (top / name).exists()))
print([path.name for path in top.iterdir() if path.is_dir()])
for name in ("memory.max", "cgroup.procs", "pids.max"):
    try: (top / name).write_text("max")
    except OSError as error: print(error.strerror)
try: (top / "more").mkdir()
except OSError as error: print(error.strerror)
""", memory=300 << 20, processes=40, nice=7)
    first, second, third, *refused = ending.output.text.splitlines()
    assert first == "0::/ True"
    assert re.fullmatch(rf"{300 << 20}( 0)? 1 40 7", second)
    assert third == "[]"
    assert refused == ["Read-only file system"] * 4
    assert groups() == []


@needs_groups
def test_the_kernel_ends_all_processes_of_a_bot_for_memory_that_it_takes_but_for_a_moment(tmp_path):
    """It ends of itself as soon as it has the memory, so whoever looks from time to time does not see that."""
    ending, _ = ran(tmp_path, """
import mmap, os, time
for number in range(3):
    if os.fork() == 0: time.sleep(60)
areas = []
for number in range(4):
    area = mmap.mmap(-1, 80 << 20, mmap.MAP_SHARED)  # which RLIMIT_DATA does not count
    for at in range(0, 80 << 20, 4096): area[at] = 1
    areas.append(area)
os._exit(0)
""", memory=200 << 20)
    assert (ending.cause, ending.used, ending.signal) == ("memory", 200 << 20, signal.SIGKILL)
    assert ending.evidence == "out of memory: it was ended at 200 MiB, for it may use no more"
    assert ending.crashed
    assert groups() == []


@needs_groups
def test_files_that_a_bot_reads_and_could_read_again_are_not_held_against_it(tmp_path):
    (tmp_path / "large").write_bytes(bytes(100 << 20))
    ending, _ = ran(tmp_path, f"""
for _ in range(2):
    with open({str(tmp_path / "large")!r}, "rb") as file:
        while file.read(1 << 20): pass
""", memory=60 << 20)
    assert (ending.evidence, ending.cause) == ("exit code 0", "")


@needs_groups
def test_many_busy_processes_of_a_bot_get_no_more_of_a_processor_than_one_of_another_bot(tmp_path):
    """Both run on one processor from when both are there, and print the time that they had of it since then."""
    assert "cpu" in (base() / "cgroup.subtree_control").read_text().split()
    many, one = (spec(tmp_path, f"""
import os, time
from pathlib import Path
os.sched_setaffinity(0, {{0}})
folder = Path({str(tmp_path)!r})
(folder / "there-{number}").touch()
while len(list(folder.glob("there-*"))) < 2: time.sleep(0.01)
for _ in range({number} - 1):
    if os.fork() == 0: break
end, before = time.monotonic() + 6, time.process_time()
while time.monotonic() < end: pass
print(time.process_time() - before, flush=True)
time.sleep(2)
""") for number in (6, 1))

    box = Sandbox(grace=0.2, writable=(str(tmp_path),))

    async def play() -> list[float]:
        async with running([many, one], "unix:/nowhere", ["a", "b"], box) as bots:
            ends = await asyncio.gather(*(bot.wait() for bot in bots))
        return [sum(map(float, end.output.text.splitlines())) for end in ends]

    had = asyncio.run(play())
    assert had[0] < 2 * had[1], had


def prepared(group: Path, *, alone: bool) -> str:
    """Return what a referee is told that is started in a group."""
    program = (f"import sys; sys.path.insert(0, {ROOT!r}); "
               "from lawspeaker_referee.host.process import cgroup; print(cgroup.prepare())")
    start = f'echo $$ > {group}/cgroup.procs; {"exec" if alone else ""} {sys.executable} -c "$1"; exit $?'
    return subprocess.run(["sh", "-c", start, "sh", program], capture_output=True, text=True, check=True).stdout.strip()


@needs_groups
def test_groups_of_supervisors_that_were_killed_go_when_the_next_referee_begins():
    dead = subprocess.Popen(["true"])
    dead.wait()
    stale, used = base() / f"bot-{dead.pid}", base() / f"bot-{os.getpid()}"
    stale.mkdir()
    used.mkdir()
    told = prepared(base() / REFEREE, alone=False)
    there = groups()
    used.rmdir()
    assert (told, there) == ("", [used])


@needs_groups
def test_a_referee_takes_only_a_group_of_its_own_and_says_what_hinders_it():
    outer, inner = base() / "outer", base() / "outer/inner"
    inner.mkdir(parents=True)
    assert prepared(inner, alone=True) == "the referee's has no controller of memory and pids"
    inner.rmdir()
    assert prepared(outer, alone=False) == "other programs run in the referee's"
    assert (outer / "cgroup.subtree_control").read_text().split() == []
    assert prepared(outer, alone=True) == ""
    assert {"memory", "pids"} <= set((outer / "cgroup.subtree_control").read_text().split())
    (outer / REFEREE).rmdir()
    outer.rmdir()


def test_what_keeps_bots_from_having_groups_is_said_and_otherwise_nothing():
    told = [each for each in missing_protection() if each.startswith(GROUPS)]
    assert told == ([f"{GROUPS} ({prepare()})"] if prepare() else [])
