"""Tools for bot authors and for developers of Lawspeaker: certify, benchmarks, PettingZoo, starter projects.

It may import every package but `cli`, and only `cli` imports it.
"""
