"""Formats of tournaments: which bots meet, and how often, as data."""

from __future__ import annotations

from collections.abc import Mapping
from math import factorial
from typing import Annotated, Any, Final, Literal

from msgspec import Meta
from msgspec.structs import asdict

from lawspeaker_referee.config.validation import BadConfig, Table, check, check_distinct, check_keys, one_of, whole

ROUND_ROBIN: Final = "round-robin"
SEED_BLOCKS: Final = "seed-blocks"
GAUNTLET: Final = "gauntlet"
SWISS: Final = "swiss"
KNOCKOUT: Final = "knockout"
LADDER: Final = "ladder"
"""Not in files: `lawspeaker serve --ladder` matches bots as they come."""

KEYS: Final = {
    ROUND_ROBIN: ("kind", "rounds", "seats", "tables", "dice", "self_play"),
    SEED_BLOCKS: ("kind", "rounds", "seats", "dice", "self_play"),
    GAUNTLET: ("kind", "rounds", "seats", "tables", "dice", "self_play", "challengers"),
    SWISS: ("kind", "rounds", "seats", "seeds", "dice"),
    KNOCKOUT: ("kind", "seats", "seeds", "dice", "advance", "tiebreaks"),
    LADDER: ("kind",),
}
"""Format -> keys of its table."""
MOST_ROUNDS: Final = 100_000


class Format(Table, frozen=True):
    """A way of pairing, and how often; the table [format] with all that is left out filled in."""

    kind: str
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = 1
    seats: int = 1
    """Matches of a seed block at one table: each is another order of its bots on the seats; "all" in a file is all."""
    seeds: Annotated[int, Meta(ge=1, le=1000)] = 1
    """Seed blocks of a table in a round."""
    tables: Literal["all", "balanced"] = "all"
    """The tables of a round: all there can be, or a balanced choice."""
    dice: Literal["block", "match"] = "block"
    """Matches that share a seed: those of a block, or none."""
    self_play: bool = False
    """True if each bot also plays a table against copies of itself."""
    challengers: tuple[str, ...] = ()
    """Bots that run the gauntlet."""
    advance: int = 1
    """Bots of a knockout's table that go on."""
    tiebreaks: Annotated[int, Meta(ge=0, le=1000)] = 3
    """Seed blocks that are added at most until it is decided which bots of a table go on."""

    def as_dict(self) -> dict[str, Any]:
        """Return the table of a file, nothing left out."""
        known = asdict(self) | {"challengers": list(self.challengers)}
        return {key: known[key] for key in KEYS[self.kind]}


def parse_format(values: Mapping[str, Any], players: int, bots: tuple[str, ...], where: str) -> Format:
    """Return the format that a table means, for these bots at tables of so many players.

    Raises BadConfig, which begins with `where`.
    """
    if "kind" not in values:
        raise BadConfig(f"{where}kind is missing")
    kind: str = values["kind"]
    if kind != LADDER:
        check(kind, one_of([each for each in KEYS if each != LADDER]), where, "kind")
    for key in values:
        if key not in KEYS[kind] and any(key in known for known in KEYS.values()):
            raise BadConfig(f"{where}there is no {key!r} in {kind}; there are {', '.join(KEYS[kind])}")
    check_keys(values, KEYS[kind], where)
    seats, advance = _seats(values, players, where), _advance(values, kind, players, len(bots), where)
    chosen = check({**values, "seats": seats, "advance": advance}, Format, where)
    _check_challengers(chosen, players, bots, where)
    return chosen


def _seats(values: Mapping[str, Any], players: int, where: str) -> int:
    orders = factorial(players)
    value = values.get("seats", "all" if players <= 3 else players)
    if value == "all":
        return orders
    if isinstance(value, bool) or not isinstance(value, int) or not (
            value == 1 or (0 < value <= orders and value % players == 0)):
        raise BadConfig(f'{where}seats is {value!r}; it is "all", which is {orders}, or 1, or a multiple of {players} '
                        f"up to {orders}, so that each bot has each seat equally often")
    return value


def _check_challengers(chosen: Format, players: int, bots: tuple[str, ...], where: str) -> None:
    kind, names = chosen.kind, chosen.challengers
    check_distinct(names, "challengers", where)
    for name in names:
        if name not in bots:
            raise BadConfig(f"{where}challengers: there is no bot {name!r}; there are {', '.join(bots)}")
    if kind == GAUNTLET and not names:
        raise BadConfig(f"{where}challengers is missing; name the bots that play against all others")
    if kind == GAUNTLET and len(bots) - len(names) < players - 1:
        raise BadConfig(f"{where}challengers leave a field of {len(bots) - len(names)}; a challenger meets "
                        f"{players - 1} of it at a table, so name fewer challengers or more bots")


def _advance(values: Mapping[str, Any], kind: str, players: int, bots: int, where: str) -> int:
    if kind != KNOCKOUT:
        return 1
    fitting = [number for number in range(1, players) if (bots - players) % (players - number) == 0]
    advance: int = check(values.get("advance", max(1, players // 2)), whole(1, players - 1), where, "advance")
    if advance not in fitting:
        raise BadConfig(f"{where}advance is {advance}: {bots} bots less {players - advance} a table never leave "
                        f"{players} for the last one; with so many bots it is one of {', '.join(map(str, fitting))}")
    return advance
