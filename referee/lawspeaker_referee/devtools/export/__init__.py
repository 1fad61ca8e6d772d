"""Records as data for imitation learning and analysis: a row a decision, as Parquet, JSON lines or npz.

docs/export.md describes the columns.
"""
