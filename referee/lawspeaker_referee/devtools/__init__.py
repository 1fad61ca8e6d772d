"""Tools for bot authors, researchers and developers of Lawspeaker: certify, bench, gym, export, starters,
.proto files of games, the engine as a service, tasks of Inspect, environments of TextArena.

It may import every package but `cli`, and only `cli` imports it.
"""
