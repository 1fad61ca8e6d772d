"""The table `[sandbox]` of a tournament's file: what each bot's process may use."""

from __future__ import annotations

from typing import Any, Final, cast

from lawspeaker_engine.model import BadSetup
from lawspeaker_referee.bots.sandbox import NETWORKS, Network, Sandbox, parse_size, spell_size
from lawspeaker_referee.tournament.fields import Table

KEYS: Final = ("memory", "processes", "files", "file_size", "network", "env", "read")
"""As the options of `lawspeaker play` are called, without `--bot-`."""
MOST: Final = 1_000_000
"""Processes, or open files."""


def parse_sandbox(table: Table) -> Sandbox:
    """The limits that a table means; what is left out has its default, and 0 is no limit. Raises BadTerms."""
    table.only(KEYS)
    default = Sandbox()
    memory, file_size = _size(table, "memory", default.memory), _size(table, "file_size", default.file_size)
    processes = table.whole("processes", default.processes or 0, 0, MOST) or None
    open_files = table.whole("files", default.open_files or 0, 0, MOST) or None
    network = cast("Network", table.one_of("network", NETWORKS, default.network))
    variables, readable = table.names("env"), table.names("read")
    try:
        return Sandbox(memory=memory, processes=processes, open_files=open_files, file_size=file_size, network=network,
                       variables=variables, readable=readable)
    except BadSetup as error:
        raise table.bad(str(error)) from None


def as_table(sandbox: Sandbox) -> dict[str, Any]:
    """As it stands in a file, nothing left out."""
    return {
        "memory": spell_size(sandbox.memory), "processes": sandbox.processes or 0, "files": sandbox.open_files or 0,
        "file_size": spell_size(sandbox.file_size), "network": sandbox.network,
        "env": list(sandbox.variables), "read": list(sandbox.readable),
    }


def _size(table: Table, key: str, default: int | None) -> int | None:
    value = table.values.get(key, spell_size(default))
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise table.bad(f'{key} is {value!r}; it is a size in quotes, such as "512M", or 0 for no limit')
    try:
        return parse_size(str(value))
    except BadSetup as error:
        raise table.bad(f"{key}: {error}") from None
