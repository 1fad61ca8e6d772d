"""What protects a machine from bots of strangers, and what is told of it."""

from __future__ import annotations

import pytest

from lawspeaker_referee.host.process import protection
from lawspeaker_referee.host.process.protection import MEMORY_LIMIT, NAMESPACES, ORDINARY_USER, missing_protection
from tests.referee.host.script_bots import allowed

MOUNTED = "30 24 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n"


@pytest.mark.parametrize(("cgroup", "files", "there"), [
    ("0::/system.slice/cup", {"sys/fs/cgroup/system.slice/cup/memory.max": "1073741824\n"}, True),
    ("0::/system.slice/cup", {"sys/fs/cgroup/system.slice/memory.max": "1073741824\n",
                              "sys/fs/cgroup/system.slice/cup/memory.max": "max\n"}, True),
    ("0::/system.slice/cup", {"sys/fs/cgroup/system.slice/cup/memory.max": "max\n"}, False), ("0::/", {}, False),
    ("5:cpu,memory:/a\n0::/", {"sys/fs/cgroup/memory/a/memory.limit_in_bytes": "1073741824"}, True),
    ("5:memory:/a", {"sys/fs/cgroup/memory/a/memory.limit_in_bytes": "9223372036854771712"}, False),
    ("5:cpu:/a", {"sys/fs/cgroup/memory/a/memory.limit_in_bytes": "1073741824"}, False), (None, {}, False),
])
def test_a_limit_of_memory_is_found_in_the_group_of_this_process_and_those_above(tmp_path, cgroup, files, there):
    for name, text in (files | ({"proc/self/cgroup": cgroup + "\n"} if cgroup is not None else {})
                       | {"proc/self/mountinfo": MOUNTED}).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert (MEMORY_LIMIT in missing_protection(1000, tmp_path)) is not there


def test_root_is_no_user_for_bots_of_strangers_and_namespaces_are_tried(monkeypatch):
    assert ORDINARY_USER in missing_protection(0)
    assert ORDINARY_USER not in missing_protection(1000)
    assert (NAMESPACES in missing_protection()) is not allowed()
    monkeypatch.setattr(protection, "_TRIED", "raise SystemExit(1)")
    assert NAMESPACES in missing_protection()
