"""How a tournament pairs its bots, as data."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import comb, factorial
from typing import Any, Final

from lawspeaker_referee.config.fields import ConfigTable

ROUND_ROBIN: Final = "round-robin"
SEED_BLOCKS: Final = "seed-blocks"
GAUNTLET: Final = "gauntlet"
SWISS: Final = "swiss"
KNOCKOUT: Final = "knockout"
LADDER: Final = "ladder"
"""No file has it: `lawspeaker serve --ladder` matches bots as they come."""

KEYS: Final = {
    ROUND_ROBIN: ("kind", "rounds", "seats", "tables", "dice", "self_play"),
    SEED_BLOCKS: ("kind", "rounds", "seats", "dice", "self_play"),
    GAUNTLET: ("kind", "rounds", "seats", "tables", "dice", "self_play", "challengers"),
    SWISS: ("kind", "rounds", "seats", "seeds", "dice"),
    KNOCKOUT: ("kind", "seats", "seeds", "dice", "advance", "tiebreaks"),
    LADDER: ("kind",),
}
"""What may be said of each format."""
MOST_ROUNDS: Final = 100_000
MOST_MATCHES: Final = 1_000_000
"""Of a tournament: more are a slip, and would not fit in memory."""


@dataclass(frozen=True, slots=True)
class Format:
    """A way of pairing, and how often."""

    kind: str
    rounds: int = 1
    seats: int = 1
    """Matches of a seed block at one table: each is another order of its bots on the seats."""
    seeds: int = 1
    """Seed blocks of a table in a round."""
    tables: str = "all"
    """Which tables a round has: all there can be, or a balanced choice."""
    dice: str = "block"
    """What shares a seed: a block, or nothing but the match."""
    self_play: bool = False
    """Whether each bot also plays a table against copies of itself."""
    challengers: tuple[str, ...] = ()
    """Who runs the gauntlet."""
    advance: int = 1
    """How many of a knockout's table go on."""
    tiebreaks: int = 3
    """Seed blocks that are added at most to settle who of a table goes on."""

    def as_dict(self) -> dict[str, Any]:
        """As it stands in a file, nothing left out."""
        known = asdict(self) | {"challengers": list(self.challengers)}
        return {key: known[key] for key in KEYS[self.kind]}


def parse_format(table: ConfigTable, players: int, bots: tuple[str, ...]) -> Format:
    """The format that a table means, for these bots at tables of so many players. Raises BadTerms."""
    table.need("kind")
    kind = LADDER if table.values["kind"] == LADDER else table.one_of("kind", [each for each in KEYS if each != LADDER])
    for key in table.values:
        if key not in KEYS[kind] and any(key in known for known in KEYS.values()):
            raise table.bad(f"there is no {key!r} in {kind}; there are {', '.join(KEYS[kind])}")
    table.only(KEYS[kind])
    chosen = Format(
        kind, rounds=table.whole("rounds", 1, 1, MOST_ROUNDS), seats=_seats(table, players),
        seeds=table.whole("seeds", 1, 1, 1000), tables=table.one_of("tables", ("all", "balanced"), "all"),
        dice=table.one_of("dice", ("block", "match"), "block"), self_play=table.flag("self_play"),
        challengers=_challengers(table, kind, players, bots), tiebreaks=table.whole("tiebreaks", 3, 0, 1000),
        advance=_advance(table, kind, players, len(bots)),
    )
    _check_number(table, chosen, players, len(bots))
    return chosen


def _seats(table: ConfigTable, players: int) -> int:
    orders = factorial(players)
    value = table.values.get("seats", "all" if players <= 3 else players)
    if value == "all":
        return orders
    if isinstance(value, bool) or not isinstance(value, int) or not (
            value == 1 or (0 < value <= orders and value % players == 0)):
        raise table.bad(f'seats is {value!r}; it is "all", which is {orders}, or 1, or a multiple of {players} '
                        f"up to {orders}, so that each bot has each seat equally often")
    return value


def _challengers(table: ConfigTable, kind: str, players: int, bots: tuple[str, ...]) -> tuple[str, ...]:
    names = table.names("challengers")
    for name in names:
        if name not in bots:
            raise table.bad(f"challengers: there is no bot {name!r}; there are {', '.join(bots)}")
    if kind == GAUNTLET and not names:
        raise table.bad("challengers is missing; name the bots that play against all others")
    if kind == GAUNTLET and len(bots) - len(names) < players - 1:
        raise table.bad(f"challengers leave a field of {len(bots) - len(names)}; a challenger meets {players - 1} "
                        "of it at a table, so name fewer challengers or more bots")
    return names


def _advance(table: ConfigTable, kind: str, players: int, bots: int) -> int:
    if kind != KNOCKOUT:
        return 1
    fitting = [number for number in range(1, players) if (bots - players) % (players - number) == 0]
    advance = table.whole("advance", max(1, players // 2), 1, players - 1)
    if advance not in fitting:
        raise table.bad(f"advance is {advance}: {bots} bots less {players - advance} a table never leave {players} "
                        f"for the last one; with so many bots it is one of {', '.join(map(str, fitting))}")
    return advance


def _check_number(table: ConfigTable, chosen: Format, players: int, bots: int) -> None:
    matches = most_matches(chosen, players, bots)
    if matches > MOST_MATCHES:
        ways = [f"{key} = {value}" for key, value in (("tables", '"balanced"'), ("seats", str(players)))
                if key in KEYS[chosen.kind]]
        raise table.bad(f"that is {matches:,} matches, and {MOST_MATCHES:,} are the most; take fewer of "
                        f"something, with {' or '.join(ways)} say")


def most_matches(chosen: Format, players: int, bots: int) -> int:
    """How many matches a tournament has; no fewer, where its results decide it."""
    if chosen.kind == SWISS:
        return chosen.rounds * (bots // players) * chosen.seeds * chosen.seats
    if chosen.kind == KNOCKOUT:
        return (1 + (bots - players) // (players - chosen.advance)) * (chosen.seeds + chosen.tiebreaks) * chosen.seats
    challengers = len(chosen.challengers)
    drawn, size = (bots - challengers, players - 1) if chosen.kind == GAUNTLET else (bots, players)
    tables = drawn if chosen.tables == "balanced" else comb(drawn, size)
    mirrors = bots if chosen.self_play else 0
    return chosen.rounds * (tables * max(1, challengers) + mirrors) * chosen.seats
