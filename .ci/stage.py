"""Copy what a package of the project is made of into a folder: `stage.py FOLDER TARGET [PART ...]`.

FOLDER is one with a manifest, such as clients/rust; PART are its files and folders that the package has, everything if
none is named. What a build made is left out. The README that goes with a package is read where the repository is not:
its links become addresses of files in the repository, or, as long as the repository has no address, the names of these
files. A package of Python gets the version of this build, which git would not tell there.
"""

from __future__ import annotations

import posixpath
import re
import shutil
import sys
from argparse import ArgumentParser
from pathlib import Path

import release

CODE_OR_LINK = re.compile(r"^```.*?^```|`[^`\n]*`|(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)",
                          re.MULTILINE | re.DOTALL)
"""Code, which stays as it is, or a link: the mark of an image, label, target."""
MADE = shutil.ignore_patterns("build", "target", "dist", "node_modules", ".venv", "__pycache__", "*.egg-info",
                              "*.tsbuildinfo")


def main() -> int:
    """Return 0."""
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("target", type=Path, help="is made anew")
    parser.add_argument("parts", nargs="*", metavar="PART")
    arguments = parser.parse_args()
    stage(arguments.folder.resolve(), arguments.target, arguments.parts)
    return 0


def stage(folder: Path, target: Path, parts: list[str]) -> None:
    """Copy a folder, or the parts of it, into the target, which is made anew, with a README for readers elsewhere."""
    shutil.rmtree(target, ignore_errors=True)
    if not parts:
        shutil.copytree(folder, target, ignore=MADE)
    for part in parts:
        place = target / part
        place.parent.mkdir(parents=True, exist_ok=True)
        if (folder / part).is_dir():
            shutil.copytree(folder / part, place)
        else:
            shutil.copy2(folder / part, place)
    if (project := target / "pyproject.toml").exists():
        project.write_text(project.read_text(encoding="utf-8").replace(
            'dynamic = ["version"]', f'version = "{release.build_version()}"'), encoding="utf-8")
    readme = target / "README.md"
    where = folder.relative_to(release.ROOT).as_posix()
    readme.write_text(packed_readme(readme.read_text(encoding="utf-8"), where, base()), encoding="utf-8")


def base() -> str:
    """Return the address below which the files of this version are, with a slash; empty if there is none yet."""
    known = release.address()
    return "" if known.startswith(release.PLACEHOLDER) else f"{known}/blob/v{release.version()}/"


def packed_readme(text: str, where: str, base: str) -> str:
    """Return a README whose relative links are addresses below `base`, or plain text with a file's name without one.

    `where` is its folder, relative to the root of the repository. Links to its own headings and to elsewhere stay.
    """
    def rewritten(match: re.Match[str]) -> str:
        image, label, target = match.groups()
        if target is None or target.startswith(("https:", "http:", "#")):
            return match[0]
        file, hash_sign, heading = target.partition("#")
        path = posixpath.normpath(posixpath.join(where, file))
        if base:
            return f"{image}[{label}]({base}{path}{hash_sign}{heading})"
        if image:
            return ""
        return label if label.strip("`").rstrip("/") == path else f"{label} (`{path}` in the repository)"

    return CODE_OR_LINK.sub(rewritten, text)


if __name__ == "__main__":
    sys.exit(main())
