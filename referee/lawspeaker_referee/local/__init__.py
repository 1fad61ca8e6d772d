"""One match of bots that are started for it."""
