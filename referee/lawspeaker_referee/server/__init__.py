"""The gRPC service: connections of bots, who may connect, how much each may send, and the asyncio side of a match.

It imports the packages from `config` to `record`. Who plays whom is decided by a host above it.
"""
