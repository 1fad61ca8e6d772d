"""Child processes: bots in their sandbox, their supervisor, and the protocol of our own workers.

It imports `config` only, so that every host may use it.
"""
