"""The effects of abilities, a table in each file; `game` puts the tables together."""
