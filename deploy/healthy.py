"""Whether the referee in this container takes bots, by its health service: exit code 0 or 1, and why in one line.

HOST:PORT may be given. With TLS give a file of the authority after it, and the name in the certificate as host.
"""

from __future__ import annotations

import sys
from pathlib import Path

import grpc
from grpc_health.v1.health_pb2 import HealthCheckRequest, HealthCheckResponse
from grpc_health.v1.health_pb2_grpc import HealthStub

WITHIN = 3.0


def main(where: str = "127.0.0.1:50051", authority: str = "") -> str:
    """Why it is not healthy; empty if it is."""
    credentials = grpc.ssl_channel_credentials(Path(authority).read_bytes()) if authority else None
    channel = grpc.secure_channel(where, credentials) if credentials else grpc.insecure_channel(where)
    with channel:
        try:
            status = HealthStub(channel).Check(HealthCheckRequest(), timeout=WITHIN).status
        except grpc.RpcError as error:
            return str(error.details())
    return "" if status == HealthCheckResponse.SERVING else HealthCheckResponse.ServingStatus.Name(status)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) or None)
