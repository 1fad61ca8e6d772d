"""nginx and HAProxy as processes, with the files of deploy/ and nothing changed in them but addresses and paths."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep

from measure.nginx import daemon, kept_port, nginx_command
from tests.programs import need
from tests.referee.server.certificates import Pair
from tests.referee.server.live_server import PATIENCE

DEPLOY = Path(__file__).parents[3] / "deploy"


class Proxy:
    """One that can be stopped and started again on the same port."""

    def __init__(self, kind: str, folder: Path, port: int, referee: int, tls: Pair | None,
                 changes: dict[str, str]) -> None:
        self.port = port
        self._folder, self._referee = folder, referee
        self.address = f"127.0.0.1:{self.port}"
        self._command = _nginx(folder, self.port, referee, tls, changes) if kind == "nginx" else _haproxy(
            folder, self.port, referee, tls, changes)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Until it takes connections."""
        self._process = subprocess.Popen(self._command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        until = monotonic() + PATIENCE
        while True:
            assert self._process.poll() is None, f"{self._command} ended"
            with suppress(ConnectionRefusedError), closing(socket.create_connection(("127.0.0.1", self.port))):
                return
            assert monotonic() < until, "it does not listen"
            sleep(0.02)

    def turn_to(self, referee: int) -> None:
        """Send new streams to another referee, as `nginx -s reload` does; those that are open stay where they are."""
        assert self._process is not None
        file = self._folder / "nginx.conf"
        file.write_text(file.read_text().replace(f"127.0.0.1:{self._referee}", f"127.0.0.1:{referee}"))
        self._referee = referee
        self._process.send_signal(signal.SIGHUP)

    def stop(self) -> None:
        """At once, with all its connections."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(PATIENCE)


@contextmanager
def proxy(kind: str, folder: Path, referee: int, *, tls: Pair | None = None, **changes: str) -> Iterator[Proxy]:
    """In front of a port of this machine; `changes` replace settings by name. Skips the test where there is none."""
    need(kind)
    folder.mkdir(exist_ok=True)
    with kept_port() as port:
        found = Proxy(kind, folder, port, referee, tls, changes)
        found.start()
        try:
            yield found
        finally:
            found.stop()


def _nginx(folder: Path, port: int, referee: int, tls: Pair | None, changes: dict[str, str]) -> list[str]:
    replaced = {rf"^(\s*{name}) [^;]+;": rf"\1 {value};" for name, value in changes.items()}
    if tls is not None:
        replaced |= {"include clear.conf": "include tls.conf", "/etc/lawspeaker/referee.pem": str(tls.cert),
                     "/etc/lawspeaker/referee.key": str(tls.key)}
    return nginx_command(DEPLOY / "nginx", folder, port, f"127.0.0.1:{referee}", replaced)


def _haproxy(folder: Path, port: int, referee: int, tls: Pair | None, changes: dict[str, str]) -> list[str]:
    text = (DEPLOY / "haproxy" / "haproxy.cfg").read_text().replace("server referee referee:50051",
                                                                   f"server referee 127.0.0.1:{referee}")
    bind = f"bind 127.0.0.1:{port}"
    if tls is not None:
        both = folder / "both.pem"
        both.write_bytes(tls.cert.read_bytes() + tls.key.read_bytes())
        text = text.replace("bind :50051 proto h2", f"{bind} ssl crt {both} alpn h2", 1)
    text = text.replace("bind :50051 proto h2", f"{bind} proto h2", 1)
    for name, value in changes.items():
        text = re.sub(rf"(?m)^(\s*{name.replace('_', ' ')}) \S+$", rf"\1 {value}", text)
    (folder / "haproxy.cfg").write_text(text)
    return [daemon("haproxy") or "haproxy", "-f", str(folder / "haproxy.cfg")]
