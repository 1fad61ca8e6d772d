"""Results by key in a file of JSON lines, so that what took long or cost money is not done twice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


class KeptLines:
    """A file to which each result is appended; a line that was not written to its end is as if it were not there."""

    def __init__(self, path: Path) -> None:
        """Read what is there. Raises OSError."""
        self._path = path
        self._known: dict[str, Any] = {}
        self._whole = True
        data = path.read_bytes() if path.exists() else b""
        for line in data.splitlines():
            try:
                found = json.loads(line)
                self._known[found["key"]] = found["result"]
            except (ValueError, KeyError, TypeError):
                continue
        self._whole = data[-1:] in {b"", b"\n"}

    def __contains__(self, key: str) -> bool:
        return key in self._known

    def __getitem__(self, key: str) -> Any:
        return self._known[key]

    def keep(self, key: str, result: Any) -> None:
        """Keep a result, which is plain JSON. Raises OSError."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(("" if self._whole else "\n") + json.dumps({"key": key, "result": result}) + "\n")
        self._known[key], self._whole = result, True
