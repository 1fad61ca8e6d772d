"""Which hexes may be revealed (CL-ACTION-04, CL-EVENT-15)."""

from __future__ import annotations

from lawspeaker_engine.games.clansmen.state import State


def explorable(state: State) -> list[int]:
    """Unrevealed hexes of the board beside any revealed one, whoever revealed it (AMB-CL-53); ascending."""
    revealed = state.revealed
    return [
        tile for tile, beside in enumerate(state.board.neighbours)
        if not revealed[tile] and any(revealed[other] for other in beside)
    ]
