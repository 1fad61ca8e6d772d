"""The record of a match: written while it is played, chained, signed, read."""
