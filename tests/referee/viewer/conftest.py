from tests.referee.cli.conftest import record, run

__all__ = ["record", "run"]
