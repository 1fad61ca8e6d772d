"""Tournaments on several machines: seed blocks are tasks of a Dask cluster, and the ledger stays with the runner."""
