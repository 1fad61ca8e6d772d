"""Run the tests of bots' cgroups in a virtual machine, as root and as an ordinary user: `make test-cgroup`.

Many machines, and most containers, cannot give a group of version 2 away. So qemu boots a kernel of Debian and
emulates the processor, for which it needs no rights. The machine sees the files of this one, read-only; what it writes
is in its memory.
"""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final

from image import ARCHIVES, ROOT, SUITE, fetch

PACKAGES: Final = ("linux-image-amd64", "busybox-static")
QEMU: Final = "qemu-system-x86_64"
MODULES: Final = ("virtio_ring", "virtio", "virtio_pci_legacy_dev", "virtio_pci_modern_dev", "virtio_pci", "netfs",
                  "fscache", "9pnet", "9pnet_virtio", "9p", "overlay")
"""Commands that read this machine's files, each after those that it needs."""
TESTS: Final = (
    "tests/referee/host/test_cgroup.py",
    *(f"tests/referee/host/test_sandbox.py::{name}" for name in (
        "test_all_processes_of_a_bot_together_cannot_take_more_memory_than_they_may",
        "test_memory_that_a_bots_processes_share_counts_once", "test_a_fork_bomb_is_stopped",
        "test_a_bot_sees_no_other_process_and_nothing_in_hidden_files")))
USERS: Final = {"root": 0, "user": 1000}
WITHIN: Final = 900
"""Seconds after which the tests are ended, and a minute later the machine."""
# Emulated, a kernel's defences against faults of processors cost most of the time.
PROCESSOR: Final = "max,-smap,-smep,-la57"
KERNEL: Final = "console=ttyS0 quiet loglevel=1 panic=-1 mitigations=off nokaslr"
RESULT: Final = "ended with"

_INIT: Final = """#!/bin/busybox sh
/bin/busybox --install -s /bin
mount -t proc proc /proc
for module in /modules/*; do insmod "$module" || poweroff -f; done
mount -t 9p -o ro,trans=virtio,version=9p2000.L,cache=loose,msize=512000 host /host || poweroff -f
mount -t tmpfs tmpfs /written && mkdir /written/upper /written/work
mount -t overlay -o lowerdir=/host,upperdir=/written/upper,workdir=/written/work overlay /root || poweroff -f
mount -t proc proc /root/proc; mount -t sysfs sysfs /root/sys; mount -t devtmpfs devtmpfs /root/dev
mkdir -p /root/dev/pts /root/dev/shm
mount -t devpts devpts /root/dev/pts
for folder in dev/shm tmp run; do mount -t tmpfs -o mode=1777 tmpfs /root/$folder; done
mount -t cgroup2 -o nsdelegate cgroup2 /root/sys/fs/cgroup
cp /tests /root/run/tests
exec switch_root /root /bin/sh /run/tests
"""
"""The first program of the machine: puts this machine's files under what is written, and runs the tests in there."""
_TESTS: Final = """
export PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8
cd {root}
ip link set lo up
{passable}
echo "+cpu +memory +pids" > /sys/fs/cgroup/cgroup.subtree_control
{users}
wait
for name in {names}; do cat /run/$name; done
echo o > /proc/sysrq-trigger
while :; do :; done
"""
_USER: Final = """
group=/sys/fs/cgroup/{name}; mkdir $group
# as systemd does with Delegate=yes
chown {number} $group $group/cgroup.procs $group/cgroup.subtree_control $group/cgroup.threads
mkdir /tmp/{name}; chown {number} /tmp/{name}
(
  timeout {within} sh -c 'echo $$ > /sys/fs/cgroup/{name}/cgroup.procs; cd {root}
    HOME=/tmp/{name} exec setpriv --reuid {number} --regid {number} --clear-groups \\
      {python} -m pytest -q -rs --color=no --durations=4 -p no:cacheprovider --basetemp=/tmp/{name}/tests -m "" {tests}'
  echo "as {name}: {result} $?"
) > /run/{name} 2>&1 &
"""


def main() -> int:
    """Return 0 if all tests passed, and none was left out, as each user; else 1."""
    if not shutil.which(QEMU):
        print(f"there is no {QEMU} here; `make packages`, as root on Debian or Ubuntu, installs it", file=sys.stderr)
        return 1
    began = monotonic()
    kernel = fetched()
    with TemporaryDirectory() as folder:
        first = Path(folder) / "first.gz"
        first.write_bytes(gzip.compress(_first_files(kernel, Path(folder)), 1))
        printed = boot(kernel / "vmlinuz", first)
    print(printed, flush=True)
    lines = printed.splitlines()
    failed = [f"failed as {name}" for name in USERS if f"as {name}: {RESULT} 0" not in lines]
    if any(line.startswith("SKIPPED") for line in lines):
        failed.append("tests were left out")
    print(f"cgroups: {', '.join(failed) or 'ok'}, {monotonic() - began:.0f} s")
    return 1 if failed else 0


def boot(kernel: Path, first: Path) -> str:
    """Boot a kernel, wait until the machine switches itself off, and return what it printed."""
    command = (QEMU, "-accel", "tcg,thread=multi", "-cpu", PROCESSOR, "-smp", str(min(2, os.cpu_count() or 1)),
               "-m", "3072", "-display", "none", "-vga", "none", "-nic", "none", "-serial", "stdio", "-monitor", "none",
               "-no-reboot", "-kernel", kernel, "-initrd", first, "-append", KERNEL,
               "-virtfs", "local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap")
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=WITHIN + 60, check=False)
        return done.stdout.decode(errors="replace").replace("\r", "")
    except subprocess.TimeoutExpired as late:
        return (late.stdout or b"").decode(errors="replace") + f"\nit was ended after {WITHIN + 60} s"


def fetched() -> Path:
    """Return a folder with a kernel, its modules and busybox, which are fetched only once."""
    folder = ARCHIVES / f"kernel-{SUITE}"
    if not folder.exists():
        part = folder.with_suffix(".part")
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        archive = part / "packages.tar"
        fetch(SUITE, archive, "extract", PACKAGES)
        with tarfile.open(archive) as tar:
            for member in tar:
                name = Path(member.name).name
                if member.name.startswith("./boot/vmlinuz-"):
                    name = "vmlinuz"
                elif member.name != "./bin/busybox" and name not in {f"{each}.ko" for each in MODULES}:
                    continue
                (part / name).write_bytes(tar.extractfile(member).read())  # type: ignore[union-attr]
        archive.unlink()
        part.rename(folder)
    return folder


def _first_files(kernel: Path, folder: Path) -> bytes:
    """Return the files with which the machine begins, as the archive that a kernel reads."""
    files = folder / "first"
    for name in ("bin", "modules", "proc", "host", "written", "root"):
        (files / name).mkdir(parents=True)
    shutil.copy(kernel / "busybox", files / "bin/busybox")
    (files / "bin/busybox").chmod(0o755)
    for number, name in enumerate(MODULES):
        shutil.copy(kernel / f"{name}.ko", files / "modules" / f"{number:02}-{name}.ko")
    (files / "init").write_text(_INIT)
    (files / "init").chmod(0o755)
    (files / "tests").write_text(_script())
    listed = "\n".join(str(path.relative_to(files)) for path in sorted(files.rglob("*")))
    return subprocess.run(["cpio", "--create", "--format=newc", "--quiet"], cwd=files, input=listed.encode(),
                          stdout=subprocess.PIPE, check=True).stdout


def _script() -> str:
    """Return what the machine runs: the tests as each user, at the same time."""
    python = ROOT / ".venv/bin/python"
    above = {each for path in (python, python.resolve()) for each in path.parents}
    passable = "\n".join(f"chmod o+x {each}" for each in sorted(above) if not each.stat().st_mode & 1)
    users = "".join(_USER.format(name=name, number=number, root=ROOT, python=python, tests=" ".join(TESTS),
                                 result=RESULT, within=WITHIN) for name, number in USERS.items())
    return _TESTS.format(root=ROOT, passable=passable, users=users, names=" ".join(USERS))


if __name__ == "__main__":
    sys.exit(main())
