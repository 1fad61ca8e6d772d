"""Values of the engine as protobuf messages and as text, and back.

It imports `config` at most, and knows no match, file or connection.
"""
