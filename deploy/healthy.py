"""Check by its health service if the referee in this container accepts bots: exit code 0, or 1 and the reason.

Arguments: [HOST:PORT [AUTHORITY.pem]]. With TLS, HOST is a name in the certificate.
"""

from __future__ import annotations

import sys
from pathlib import Path

import grpc
from grpc_health.v1.health_pb2 import HealthCheckRequest, HealthCheckResponse
from grpc_health.v1.health_pb2_grpc import HealthStub

WITHIN = 3.0


def main(where: str = "127.0.0.1:50051", authority: str = "") -> str:
    """Return the reason why the referee is not healthy; empty if it is."""
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
