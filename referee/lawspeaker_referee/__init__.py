"""The referee: matches as state machines, the bots' wire, the record and the command line."""

import os

# All are read when grpc is first imported; the first two also by the bots that this process starts. Whoever sets them
# himself is heeded. What goes wrong in grpc is raised where it matters; its own lines on stderr would only say it
# twice. The I/O engine that grpc has used since 1.80 makes a third fewer round trips a second than the one before it.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")
os.environ.setdefault("GRPC_EXPERIMENTS", "-event_engine_client,-event_engine_listener")
# grpc's handlers of a fork are for processes that go on using it. Every process that the referee forks runs another
# program at once, and some did not get so far with uvloop, whose forks call these handlers.
os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")
