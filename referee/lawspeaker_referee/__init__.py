"""The referee: matches as state machines, the bots' wire, the record and the command line."""

import os

# Both are read when grpc is first imported, by this process and by the bots it starts; whoever sets them himself is
# heeded. What goes wrong in grpc is raised where it matters; its own lines on stderr would only say it twice. The I/O
# engine that grpc has used since 1.80 makes a third fewer round trips a second than the one before it.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")
os.environ.setdefault("GRPC_EXPERIMENTS", "-event_engine_client,-event_engine_listener")
