"""The text of a game's .proto file, written from its classes.

It reads the source of the classes, for their docstrings, and a .proto file, by protoc, for its numbers. It writes
nothing.
"""
