"""Ports for servers that must come back at the same address."""

from __future__ import annotations

import socket
from random import SystemRandom


def free_port() -> int:
    """Return a port that is free, and that no outgoing connection takes while its server is away.

    The kernel gives connections ports from 32768 on, so one that it hands out as free may be taken a moment later.
    """
    while True:
        port = SystemRandom().randrange(12000, 32000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
