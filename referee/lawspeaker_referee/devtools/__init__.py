"""Tools for bot authors and for developers of Lawspeaker: certify, benchmarks, PettingZoo, starter projects.

It may import every room but `cli`; no other room but `cli` imports it.
"""
