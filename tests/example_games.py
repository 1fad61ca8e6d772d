"""The games of docs/examples, installed like any other package."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "docs/examples"


def installed(place: Path, *examples: Path) -> str:
    """Return the Python of a new environment in a folder, with this one's packages and with these examples."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", place], check=True)
    ask = [place / "bin/python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    packages = Path(subprocess.run(ask, capture_output=True, text=True, check=True).stdout.strip())
    (packages / "others.pth").write_text(f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n")
    subprocess.run([sys.executable, "-m", "pip", "--python", place / "bin/python", "install", "--quiet", "--no-deps",
                    "--no-build-isolation", "--disable-pip-version-check", *examples], check=True)
    return str(place / "bin/python")
