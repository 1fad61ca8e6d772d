"""Choose which variables a bot inherits that the referee starts."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

VARIABLES: Final = frozenset((
    "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "PATH", "LAWSPEAKER_RECONNECT_WITHIN",
    "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE", "PYTHONHASHSEED", "RUST_BACKTRACE",
    "GRPC_EXPERIMENTS", "GRPC_VERBOSITY", "GRPC_TRACE",
))
"""Variables that every bot inherits, together with `LC_...`, `LAWSPEAKER_BOT_...` and those of PATHS."""
PATHS: Final = (
    "VIRTUAL_ENV", "CONDA_PREFIX", "PYENV_ROOT", "PYTHONPATH", "PYTHONHOME", "JAVA_HOME", "NODE_PATH", "GOROOT",
    "RUSTUP_HOME", "LD_LIBRARY_PATH", "SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE",
    "NODE_EXTRA_CA_CERTS", "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH",
)
"""Variables that hold the paths of programs, libraries and certificates; the bot may read those paths."""
_PREFIXES: Final = ("LC_", "LAWSPEAKER_BOT_")


class Missing(OSError):
    """A variable or path that the user names for a bot does not exist."""


def variables(environment: Mapping[str, str], named: Sequence[str]) -> dict[str, str]:
    """Return the variables that a bot inherits: a fixed list, and those that the user names. Raises Missing."""
    if missing := next((name for name in named if name not in environment), ""):
        raise Missing(f"it is to have the variable {missing}, which is not set here")
    allowed = {*VARIABLES, *PATHS, *named}
    return {name: value for name, value in environment.items() if name in allowed or name.startswith(_PREFIXES)}


def entries(environment: Mapping[str, str], name: str) -> list[Path]:
    """Return the paths that a variable holds."""
    return [Path(entry).absolute() for entry in environment.get(name, "").split(os.pathsep) if entry]
