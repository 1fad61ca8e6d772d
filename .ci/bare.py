"""Run what the README says first in a Debian that has only Python, make and git: `make test-bare`, as root.

The commands run as an ordinary user in a clone of the last commit, with the machine's network and nothing of its files.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path
from time import monotonic
from typing import Final

from image import BUILD, ROOT, debian_archive

SUITES: Final = {"bookworm": "3.11", "trixie": "3.13", "forky": "3.14"}
"""Debian's releases by name, and the version of Python that each has."""
PACKAGES: Final = ("make", "git")
"""Added to an image's base, which has Python, venv and the authorities that sign certificates."""
USER: Final = 1000
HOME: Final = "/home/user"
COMMANDS: Final = ("make demo", "make test")
_HANDED_ON: Final = ("http_proxy", "https_proxy", "no_proxy", "PIP_INDEX_URL", "PIP_DEFAULT_TIMEOUT",
                     "PYTEST_XDIST_AUTO_NUM_WORKERS")
"""Variables by which this machine reaches the index of Python's packages, and by which CI says how many workers run its
tests; nothing else comes in.
"""
_ENTER: Final = """
mount --make-rprivate / && mount --bind "$1" "$1" && cd "$1" &&
mount --rbind /dev dev && mount -t proc proc proc && mount -t sysfs -o ro sys sys && mount -t tmpfs tmp tmp &&
pivot_root . mnt && umount -l /mnt && cd "$2" && shift 2 && exec "$@"
"""
"""Makes a folder the root of all that runs, as in a container: where a process is in a chroot, Linux gives it no
namespaces of users, which bots' sandboxes use."""


def main() -> int:
    """Return 0 if all commands succeed on all suites, else 1."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suites", nargs="*", choices=[*SUITES, []], metavar="SUITE",
                        help=f"of {', '.join(SUITES)} (default: the oldest and the newest)")
    suites = parser.parse_args().suites or [min(SUITES, key=_version), max(SUITES, key=_version)]
    failed = [suite for suite in suites if not passes(suite)]
    return 1 if failed else 0


def passes(suite: str) -> bool:
    """Run the commands on one suite and print a line for each; return True if they succeed."""
    root = unpack(suite)
    found = inside(root, "/", ["python3", "-c", "import sys; print('%d.%d.%d' % sys.version_info[:3])"],
                   capture_output=True, text=True)
    version = found.stdout.strip()
    if not version.startswith(f"{SUITES[suite]}."):
        print(f"{suite}: Python {SUITES[suite]} was expected, there is {version or found.stderr}", file=sys.stderr)
        return False
    try:
        failed = [command for command in COMMANDS if not run(root, command, f"{suite}, Python {version}: {command}")]
        return not failed
    finally:
        shutil.rmtree(root)


def run(root: Path, command: str, title: str) -> bool:
    """Run one command as a user types it; print how it ended and what it cost."""
    print(f"--- {title}", flush=True)
    began, before = monotonic(), _cpu()
    done = inside(root, f"{HOME}/lawspeaker", command.split())
    print(f"--- {title} {'failed' if done.returncode else 'ok'}, {monotonic() - began:.0f} s, "
          f"{_cpu() - before:.0f} s of CPU", flush=True)
    return done.returncode == 0


def unpack(suite: str) -> Path:
    """Return a new file system of a suite with a user in it, who has a clone of the last commit."""
    root = BUILD / f"root-{suite}"
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    subprocess.run(["tar", "-xf", debian_archive(suite, PACKAGES), "-C", root, "--numeric-owner"], check=True)
    for name in ("hosts", "resolv.conf"):
        shutil.copy(Path("/etc") / name, root / "etc" / name)
    subprocess.run(["chroot", root, "useradd", "--create-home", "--home-dir", HOME, "--uid", str(USER), "user"],
                   check=True)
    # With the owner that the clone will have, so that git does not refuse it.
    clone = root / HOME.lstrip("/") / "lawspeaker"
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", ROOT, clone], check=True)
    subprocess.run(["chown", "--recursive", f"{USER}:{USER}", clone], check=True)
    return root


def inside(root: Path, folder: str, command: list[str], **options: object) -> subprocess.CompletedProcess[str]:
    """Run a command as the user, in a folder of the file system that is its root."""
    environment = [f"{name}={os.environ[name]}" for name in _HANDED_ON if name in os.environ]
    return subprocess.run(  # type: ignore[call-overload,no-any-return]
        ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--ipc", "--", "sh", "-c", _ENTER, "sh", root, folder,
         "setpriv", "--reuid", str(USER), "--regid", str(USER), "--clear-groups", "--inh-caps=-all", "env", "-i",
         f"HOME={HOME}", "USER=user", "PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", *environment, *command],
        check=False, **options)


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _version(suite: str) -> list[int]:
    return [int(part) for part in SUITES[suite].split(".")]


if __name__ == "__main__":
    sys.exit(main())
