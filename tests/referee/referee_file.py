"""Files of referees that tests write."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def referee_file(path: Path, /, **keys: Any) -> Path:
    """Write a `referee.toml` with these keys; a mapping is a table, and a path a text. Return its path."""
    path.write_text("".join(f"{key} = {_toml(value)}\n" for key, value in keys.items()), encoding="utf-8")
    return path


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_toml(inner)}' for key, inner in value.items())} }}"
    return json.dumps(str(value) if isinstance(value, Path) else value)
