"""A ladder: matchmaking, probation, counting, standings and where they are shown.

It uses ledger and ratings of `competition`, and the match queue of `host`.
"""
