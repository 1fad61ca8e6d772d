"""The file of a match: written entry by entry, chained, signed, read within bounds, and replayed to verify it.

It imports `config`, `codec` and `match`, and knows no connection and no bot process.
"""
