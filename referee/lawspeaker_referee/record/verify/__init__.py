"""Replays a record by the rules, audits its faults, and reports on each seat.

Like all of `record`, it imports `config`, `codec` and `match` only.
"""
