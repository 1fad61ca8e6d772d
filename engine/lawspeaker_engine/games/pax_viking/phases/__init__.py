"""The course of a game: from the setup through phases and turns to its end."""
