"""Which hexes may be revealed (CL-ACTION-04, CL-EVENT-15)."""

from __future__ import annotations

from lawspeaker_engine.games.clansmen.state import State


def explorable(state: State) -> tuple[int, ...]:
    """Unrevealed hexes of the board beside any revealed one, whoever revealed it (AMB-CL-53); ascending."""
    if state.edge is None:
        revealed = state.revealed
        state.edge = tuple(
            tile for tile, beside in enumerate(state.board.neighbours)
            if not revealed[tile] and any(revealed[other] for other in beside)
        )
    return state.edge
