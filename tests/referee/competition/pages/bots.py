"""A bot for tournaments in one process: it answers by default."""

from lawspeaker_bot import Bot


class First(Bot):
    """Takes the default."""

    def decide(self, decision):
        """Return the default."""
        return decision.default
