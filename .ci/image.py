"""Build the images of deploy/Dockerfile and print what they add to their base: `make image`."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import release

ROOT: Final = Path(__file__).parents[1]
BUILD: Final = ROOT / "build" / "image"
ARCHIVES: Final = Path(os.environ.get("LAWSPEAKER_DEBIAN") or BUILD)
"""The folder of the file systems of Debian that were made here."""
DEBIAN: Final = "debian"
"""The --base that is made here, of packages: where no registry of images is reached."""
SUITE: Final = "bookworm"
PACKAGES: Final = ("python3", "python3-venv", "ca-certificates")
DEBIAN_IMAGE: Final = "localhost/lawspeaker-base"
AUTHORITIES: Final = Path("/etc/ssl/certs/ca-certificates.crt")
LABELS: Final = "org.opencontainers.image"
MOST_MB: Final = 150.0
"""The most that the image that only serves may add to its base."""
BUILDERS: Final = {
    "docker": ("docker", "build"),
    "podman": ("podman", "build", "--format", "docker"),
    # Without a daemon, also where containers cannot be started. OCI's own format would lose the health check.
    "buildah": ("buildah", "build", "--layers", "--isolation", "chroot", "--format", "docker"),
}
"""The commands that build an image, by tool, in the order in which tools are preferred."""
_UNITS: Final = {"B": 1e-6, "kB": 1e-3, "MB": 1.0, "GB": 1e3}


def main() -> int:
    """Return 0 if both images were built and the smaller one is small enough, else 1."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", choices=BUILDERS, help="default: the first of these that works here")
    parser.add_argument("--base", default="python:3.12-slim",
                        help=f"an image with Python; `{DEBIAN}` makes one by mmdebstrap (default: %(default)s)")
    parser.add_argument("--tag", default="lawspeaker", help="default: %(default)s, and %(default)s:serve")
    given = parser.parse_args()
    tool = given.tool or first_tool()
    if tool is None:
        print(f"an image needs one of {', '.join(BUILDERS)}; on Debian: apt-get install buildah", file=sys.stderr)
        return 1
    base = debian_base(tool) if given.base == DEBIAN else given.base
    bare = size(tool, build(tool, base, "bare"))
    added = {}
    for target, tag in (("serve", f"{given.tag}:serve"), ("all", given.tag)):
        added[target] = size(tool, build(tool, base, target, tag)) - bare
        print(f"{tag}: {added[target]:.0f} MB above its base {given.base}", flush=True)
    if added["serve"] > MOST_MB:
        print(f"{given.tag}:serve may add {MOST_MB:.0f} MB at most", file=sys.stderr)
        return 1
    return 0


def first_tool() -> str | None:
    """Return the first tool that works here; a docker without its daemon does not. None if there is none."""
    for tool in BUILDERS:
        if shutil.which(tool) and subprocess.run([tool, "info"], capture_output=True, check=False).returncode == 0:
            return tool
    return None


def build(tool: str, base: str, target: str, tag: str | None = None) -> str:
    """Build a target of deploy/Dockerfile and return the image's id."""
    revision = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    version = release.build_version()
    # Labels are given here, not by arguments in the Dockerfile: buildah would take those of a layer that it has kept.
    labels = {"version": version, "revision": revision.stdout.strip() or "unknown"}
    with TemporaryDirectory() as folder:
        told = Path(folder) / "id"
        _run(*BUILDERS[tool], "--target", target, "--iidfile", told, "-f", "deploy/Dockerfile",
             "--build-arg", f"BASE={base}", "--build-arg", f"VERSION={version}",
             *(word for name, value in labels.items() for word in ("--label", f"{LABELS}.{name}={value}")),
             *(("-t", tag) if tag else ()), ".")
        return told.read_text().strip()


def size(tool: str, image: str) -> float:
    """Return the size of an image, given by its id, in MB, its base included."""
    if tool != "buildah":
        return int(_output(tool, "image", "inspect", "--format", "{{.Size}}", image)) / 1e6
    # With an id alone it leaves out an image on which another one is built, as after an earlier run.
    images = json.loads(_output(tool, "images", "--all", "--json"))
    digest = image.removeprefix("sha256:")
    number, unit = next(each["size"] for each in images if digest.startswith(each["id"])).split()
    return float(number) * _UNITS[unit]


def debian_base(tool: str) -> str:
    """Return the name of an image of Debian with Python, made of packages; the packages are fetched only once."""
    archive = debian_archive(SUITE)
    BUILD.mkdir(parents=True, exist_ok=True)
    (BUILD / "Dockerfile").write_text(f"FROM scratch\nADD {archive.name} /\n")
    _run(*BUILDERS[tool], "-t", DEBIAN_IMAGE, "-f", BUILD / "Dockerfile", archive.parent)
    return DEBIAN_IMAGE


def debian_archive(suite: str, packages: Sequence[str] = ()) -> Path:
    """Return a tar archive of a minimal Debian with Python and these packages, which are fetched only once."""
    archive = ARCHIVES / f"{'-'.join((suite, *packages))}.tar"
    if not archive.exists():
        ARCHIVES.mkdir(parents=True, exist_ok=True)
        part = archive.with_suffix(".part.tar")
        # pip inside trusts whom this machine trusts, such as the proxy of a company.
        fetch(suite, part, "minbase", (*PACKAGES, *packages), *(
            [f"--customize-hook=copy-in {AUTHORITIES} {AUTHORITIES.parent}"] if AUTHORITIES.exists() else []))
        part.rename(archive)
    return archive


def fetch(suite: str, archive: Path, variant: str, packages: Sequence[str], *options: str) -> None:
    """Write a tar archive of packages of Debian and those that they need, of a variant of mmdebstrap."""
    _run("mmdebstrap", "--quiet", f"--variant={variant}", f"--include={','.join(packages)}",
         # A mirror may hold the lists of a suite in the making longer than they say that they are valid.
         '--aptopt=Acquire::Check-Valid-Until "false"', *options, suite, archive)


def _run(*command: str | Path) -> None:
    """Run a command; print what it prints only if it fails, and end with its exit code then."""
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        print(done.stdout, file=sys.stderr)
        sys.exit(done.returncode)


def _output(*command: str) -> str:
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


if __name__ == "__main__":
    sys.exit(main())
