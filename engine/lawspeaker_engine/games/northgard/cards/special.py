"""The base class of Special actions."""

from __future__ import annotations

from lawspeaker_engine.games.northgard.state import State


class Special:
    """A verb that may always be played: where it has nothing to act on, nothing happens (AMB-R50)."""

    __slots__ = ()

    def playable(self, state: State, seat: int) -> bool:
        """Return True."""
        return True
