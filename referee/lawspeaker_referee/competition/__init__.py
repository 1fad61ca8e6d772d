"""Tournaments and ladders: formats, ledger, ratings, reports, and the processes that play the matches.

It imports the packages from `config` to `host`, and no command.
"""
