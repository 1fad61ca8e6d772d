"""How games end, for processes that import no more than the engine."""

from __future__ import annotations

from lawspeaker_engine import canon
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.laws import Options, final_state


def ends_of(played: list[tuple[str, int, Options]]) -> str:
    """Return the digests of the ends of games, a line each."""
    ends = [final_state(GAMES[name], players, 5, options) for name, players, options in played]
    return "".join(f"{canon.digest(end).hex()}\n" for end in ends)
