"""Other names for the things of games, so that a model cannot play from memory."""
