"""The SDK of a starter project: the package that a registry would have, laid into the project's folder `sdk/`.

From a checkout the package is made by `make package` in the folder of the SDK, as `make dist` does it.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from lawspeaker_engine.model import BadSetup

CHECKOUT: Final = Path(__file__).resolve().parents[4]
"""The checkout with the SDKs, if this package runs from one."""
FOLDER: Final = "sdk"
"""The folder of the SDK in a project."""
AS_IT_IS: Final = frozenset({".whl", ".tgz"})
"""Packages that their package managers install as files; the others are unpacked."""
_LAST_LINES: Final = 5


def find_package(folder: str, pattern: str, given: Path | None, report: Callable[[str], None]) -> Path:
    """Return the package of an SDK: the one that is given, or in a folder of packages, or made from the checkout.

    `report` is called before work that can take minutes, with what it is. Raises BadSetup if there is no package, or
    it cannot be made; then with the last lines of the failure.
    """
    if given is not None:
        found = sorted(given.glob(pattern)) if given.is_dir() else [given]
        if not (found and found[-1].is_file() and found[-1].match(pattern)):
            raise BadSetup(f"there is no {pattern} in {given}; give the package of the SDK, which `make dist` makes")
        return found[-1]
    if not (CHECKOUT / folder / "Makefile").is_file():
        raise BadSetup(f"this command does not run from a checkout, so say where the SDK's package {pattern} is: "
                       "--sdk FILE")
    return _made(CHECKOUT / folder, pattern, report)


def find_wheels(names: Sequence[str], given: Path | None, report: Callable[[str], None]) -> tuple[Path, ...]:
    """Return the wheels of distributions, in this order: from a folder of packages, or made from the checkout.

    `report` is called before work that takes time, with what it is. Raises BadSetup.
    """
    if given is None:
        script = CHECKOUT / ".ci/dist.py"
        if not script.is_file():
            raise BadSetup("this command does not run from a checkout, so say where the wheels of the engine are: "
                           "--sdk FOLDER")
        given = CHECKOUT / "build/wheels"
        report("packing the engine")
        _run([sys.executable, str(script), "--wheels", str(given)], "the engine cannot be packed")
    found = []
    for name in names:
        wheels = sorted(given.glob(f"{name}-*.whl")) if given.is_dir() else []
        if not wheels:
            raise BadSetup(f"there is no {name}-*.whl in {given}; give the folder of the packages, which `make dist` "
                           "makes")
        found.append(wheels[-1])
    return tuple(found)


def _made(folder: Path, pattern: str, report: Callable[[str], None]) -> Path:
    command = ["make", "--silent", "--no-print-directory", "-C", str(folder), "package", f"PYTHON={sys.executable}"]
    if shutil.which("make") is None:
        raise BadSetup(f"there is no make here, which packs {folder}; name a package of the SDK with --sdk FILE")
    report(f"packing the SDK with make -C {folder} package, which takes minutes where it builds and downloads")
    _run(command, f"the SDK in {folder} cannot be packed")
    found, = (folder / "build/package").glob(pattern)
    return found


def _run(command: list[str], failure: str) -> None:
    """Run a command of the checkout. Raises BadSetup with its last lines if it fails."""
    done = subprocess.run(command, check=False, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,  # noqa: S603 - our own programs
                          stderr=subprocess.STDOUT, text=True, errors="replace")
    if done.returncode:
        raise BadSetup(f"{failure}: {' '.join(done.stdout.strip().splitlines()[-_LAST_LINES:])}")


def laid_out(package: Path) -> dict[str, bytes]:
    """Return the files that a package becomes in a project, path -> content.

    An archive loses the folder that it has all files in; of a bundle of a Maven repository only jar and pom are taken.
    """
    content = package.read_bytes()
    if package.suffix in AS_IT_IS:
        return {f"{FOLDER}/{package.name}": content}
    if package.suffix == ".zip":
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = {entry.filename: archive.read(entry) for entry in archive.infolist() if not entry.is_dir()}
        if package.stem.endswith("-bundle"):
            return {f"{FOLDER}/{name}": entry for name, entry in entries.items()
                    if name.endswith((".jar", ".pom")) and not name.endswith(("-sources.jar", "-javadoc.jar"))}
    else:
        entries = dict(_members(content))
    return {f"{FOLDER}/{name.partition('/')[2]}": entry for name, entry in entries.items()}


def _members(content: bytes) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        for member in archive:
            if file := archive.extractfile(member):
                yield member.name, file.read()
