"""The only place that decides if the bot or the referee was late for a deadline.

It imports nothing of `server` itself, so that `server` may use it everywhere.
"""
