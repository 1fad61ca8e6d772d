"""A tournament from its file to its last counted match.

It uses formats and ledger of `competition`, and pools of `host`; it knows no ladder.
"""
