"""The engine for programs of other languages: `lawspeaker engine`, by gRPC on a local socket or by lines of JSON.

A session answers requests; how they come and go is the matter of the other modules. docs/forward-model.md explains it.
"""
