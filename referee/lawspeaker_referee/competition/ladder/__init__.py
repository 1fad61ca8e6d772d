"""The ladder: matchmaking, probation, result counting, standings, and the servers that show them.

It uses the ledger and the ratings of `competition`, and the match queue of `host`.
"""
