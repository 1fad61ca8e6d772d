"""The page of a tournament, for everybody who follows it: a process of its own that only reads the ledger.

What shares dice with a match that is still to be played is shown to nobody (`release`).
"""
