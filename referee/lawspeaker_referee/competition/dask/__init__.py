"""Tournaments on several machines: seed blocks are tasks of a Dask cluster.

Only the runner opens the ledger; nothing here is imported unless a tournament names a cluster.
"""
