"""The referee: matches as state machines, the bots' wire, the record and the command line."""

import os

# The I/O engine that grpc has used since 1.80 makes a third fewer round trips a second than the one before it. This is
# read when grpc is first imported, by this process and by the bots it starts; whoever sets it himself is heeded.
os.environ.setdefault("GRPC_EXPERIMENTS", "-event_engine_client,-event_engine_listener")
