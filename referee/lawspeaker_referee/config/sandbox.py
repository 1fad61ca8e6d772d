"""The limits of a bot's processes, as data; the supervisor in `host/process` enforces them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Final, Literal

from msgspec import Meta

from lawspeaker_engine.model import BadSetup
from lawspeaker_referee.config.validation import BadConfig, Table, check_distinct

Network = Literal["auto", "none", "host"]
NETWORKS: Final[tuple[Network, ...]] = ("auto", "none", "host")

_VARIABLE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_UNITS: Final = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
_MOST_BYTES: Final = 4096 << 40
_SIZE: Final = re.compile(r"(\d+(?:\.\d+)?)([KMGT]?)(?:I?B)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Sandbox:
    """The limits of each seat's bot; sizes are in bytes, and None is no limit."""

    memory: int | None = 2 << 30
    """Memory of all processes of a bot together, and of the data of each."""
    processes: int | None = 512
    """Processes and threads of a bot together."""
    open_files: int | None = 1024
    """Open files of each process."""
    file_size: int | None = 256 << 20
    """Size of each file that a bot writes."""
    nice: int = 5
    """Priority of bots below the referee's, 0 to 19, so that the referee is not late when processors are short."""
    network: Network = "auto"
    """`none` cuts a bot off from every network but a loopback of its own, or does not start it; `auto` does so where
    the system allows it; `host` leaves it the machine's and an address of host and port to dial."""
    isolated: bool = True
    """True if bots see only their own processes and files, where the system allows it; without isolation they are not
    cut off from the network either."""
    variables: tuple[str, ...] = ()
    """Names of variables that a bot inherits besides those that every bot does."""
    readable: tuple[str, ...] = ()
    """Files and folders that a bot may read, besides the system and its own."""
    writable: tuple[str, ...] = ()
    """Files and folders in which it may write. Otherwise it writes in its home and temporary folder, which end with it.
    """
    named_folders: bool = True
    """True if a bot sees the folders of all files that its command names, and if it names none the folder in which the
    command runs; False if it sees but `bot_files.bot_folder`, and the files themselves."""
    grace: float = 3.0
    """Seconds that a bot has between SIGTERM and SIGKILL."""
    output: int = 64 << 10
    """Bytes kept of what a bot prints: half from the beginning, half from the end."""

    def __post_init__(self) -> None:
        """Raise BadSetup for settings that exclude each other, or a variable without a name."""
        if self.network == "none" and not self.isolated:
            raise BadSetup("bots can be cut off from the network only if they are isolated")
        for name in self.variables:
            if not _VARIABLE.fullmatch(name):
                raise BadSetup(f"{name!r} is no name of a variable; write its name alone, such as OPENAI_API_KEY: its "
                               "value is that of the referee's environment")

    def order(self, root: Mapping[str, Any], hide: Sequence[str]) -> str:
        """Return the JSON order for the supervisor.

        An isolated bot has the file system of `root`, the order of a `BotRoot`, in which the files of `hide` are empty.
        """
        return json.dumps(asdict(self) | {"root": root, "hide": list(hide)})


def parse_size(text: str) -> int | None:
    """Return the bytes of `512M` or `1.5G`; None for `0`, which is no limit. Raises BadSetup."""
    match = _SIZE.fullmatch(text.strip())
    if not match:
        raise BadSetup(f"{text!r} is no size: write a number and K, M, G or T, such as 512M, or 0 for no limit")
    if (size := float(match[1]) * _UNITS[match[2].upper()]) > _MOST_BYTES:
        raise BadSetup(f"{text!r} is too large; write at most 4096T, or 0 for no limit")
    return int(size) or None


def format_size(number: int | None) -> str:
    """Return the shortest text that `parse_size` reads as exactly this number."""
    for unit, factor in reversed(_UNITS.items()):
        if number and number % factor == 0:
            return f"{number // factor}{unit}"
    return "0"


def format_bytes(number: int) -> str:
    """Return bytes for people, such as `512 MiB`."""
    value, unit = float(number), "B"
    for larger in ("KiB", "MiB", "GiB", "TiB"):
        if value < 1024:
            break
        value, unit = value / 1024, larger
    return f"{value:.1f}".rstrip("0").removesuffix(".") + f" {unit}"


MOST: Final = 1_000_000
"""The most processes or open files that an option can name."""

Size = Annotated[str | int, Meta(description='a size in quotes, such as "512M", or 0 for no limit')]


class SandboxTable(Table, kw_only=True, frozen=True):
    """The table [sandbox], with keys that are called like the options of `lawspeaker play` without `--bot-`."""

    memory: Size = format_size(Sandbox().memory)
    processes: Annotated[int, Meta(ge=0, le=MOST)] = Sandbox().processes or 0
    files: Annotated[int, Meta(ge=0, le=MOST)] = Sandbox().open_files or 0
    file_size: Size = format_size(Sandbox().file_size)
    network: Network = Sandbox().network
    env: tuple[str, ...] = ()
    read: tuple[str, ...] = ()


def parse_sandbox(table: SandboxTable, where: str) -> Sandbox:
    """Return the limits that a table means; 0 is no limit. Raises BadConfig, which begins with `where`."""
    check_distinct(table.env, "env", where)
    check_distinct(table.read, "read", where)
    sizes: dict[str, int | None] = {}
    for key in ("memory", "file_size"):
        try:
            sizes[key] = parse_size(str(getattr(table, key)))
        except BadSetup as error:
            raise BadConfig(f"{where}{key}: {error}") from None
    try:
        return Sandbox(memory=sizes["memory"], processes=table.processes or None, open_files=table.files or None,
                       file_size=sizes["file_size"], network=table.network, variables=table.env, readable=table.read,
                       named_folders=False)
    except BadSetup as error:
        raise BadConfig(f"{where}{error}") from None


def sandbox_table(sandbox: Sandbox) -> dict[str, Any]:
    """Return the table [sandbox] of these limits, nothing left out."""
    return {
        "memory": format_size(sandbox.memory), "processes": sandbox.processes or 0, "files": sandbox.open_files or 0,
        "file_size": format_size(sandbox.file_size), "network": sandbox.network,
        "env": list(sandbox.variables), "read": list(sandbox.readable),
    }
