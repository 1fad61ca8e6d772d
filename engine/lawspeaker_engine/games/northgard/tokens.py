"""The kinds of token that lie in territories, by their numbers."""

from __future__ import annotations

from typing import Final

SCORCHED_EARTH: Final = 0
"""Snake's only token (NG-CLAN-SNAKE-01)."""
HIGH_TIDE: Final = 1
"""Kraken's two tokens (UH-CLAN-KRAKEN-01)."""
EQUIPMENT: Final = 10
"""The Ancestral Equipment of Ox in views: 11 to 17 are its tokens 1 to 7; `modules.ox` has them."""
