"""How often this process collects garbage. It imports nothing, because what follows an import is what it is for."""

from __future__ import annotations

import gc


def collect_rarely() -> None:
    """Look for garbage less often; call it before imports, which make hundreds of thousands of objects that stay."""
    gc.set_threshold(20_000, 10, 50)


def leave_garbage() -> None:
    """Look for garbage no more, when the process ends: Python would look through all objects several times."""
    gc.freeze()
