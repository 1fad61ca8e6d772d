"""The kinds of token that lie in territories, by their numbers."""

from __future__ import annotations

from typing import Final

from lawspeaker_engine.games.northgard.enums import TokenKind

SCORCHED_EARTH: Final = int(TokenKind.SCORCHED_EARTH)
"""Snake's only token (NG-CLAN-SNAKE-01)."""
HIGH_TIDE: Final = int(TokenKind.HIGH_TIDE)
"""Kraken's two tokens (UH-CLAN-KRAKEN-01)."""
EQUIPMENT: Final = TokenKind.EQUIPMENT_1 - 1
"""The Ancestral Equipment of Ox in views: 11 to 17 are its tokens 1 to 7; `modules.ox` has them."""
