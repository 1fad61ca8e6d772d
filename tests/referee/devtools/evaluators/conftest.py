"""A setting of all tests that run evaluators' libraries."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = str(Path(__file__).parent)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let streams pass that Inspect leaves open: whenever one is collected, it would fail the test that runs then."""
    for item in items:
        if str(item.path).startswith(HERE):
            item.add_marker(pytest.mark.filterwarnings("ignore:Unclosed <MemoryObject:ResourceWarning"))
