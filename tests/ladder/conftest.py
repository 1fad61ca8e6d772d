"""The tests' own game, known to the referee while a test runs, and databases for ledgers."""

from tests.referee.conftest import _parley_is_a_game
from tests.tournament.conftest import nowhere, postgresql

__all__ = ["_parley_is_a_game", "nowhere", "postgresql"]
