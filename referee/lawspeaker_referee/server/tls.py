"""TLS of the server: its certificate and key, and the authorities of bots' certificates."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import grpc
from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

from lawspeaker_referee.config.server_keys import TlsFiles
from lawspeaker_referee.config.user_files import read_bytes

_UNKNOWN_KIND: Final = "of a kind that is not known here; take RSA, or the elliptic curve P-256"


class BadTls(OSError):
    """Certificates or a key that cannot be used; one line says which file, and what would be right."""


class ServerCertificates:
    """The certificates of a gRPC server, from files that are read again when the next connection comes after a change.

    So certificates can be renewed. If they cannot be used, `complain` gets the reason, once, and the earlier ones stay
    in use.
    """

    def __init__(self, files: TlsFiles, complain: Callable[[str], None]) -> None:
        """Read the files. Raises BadTls or OSError."""
        self._files, self._complain = files, complain
        self._stamps = _stamps(files)
        self.credentials: grpc.ServerCredentials = grpc.dynamic_ssl_server_credentials(
            _configuration(files), self._renewed, require_client_authentication=files.client_ca is not None)

    def change(self, files: TlsFiles) -> None:
        """Use other files from the next connection on; whether bots need certificates stays as it was at the start.

        Call `check_files` before.
        """
        self._files, self._stamps = files, None

    def _renewed(self) -> Any:
        now = _stamps(self._files)
        if now == self._stamps:
            return None
        self._stamps = now
        try:
            return _configuration(self._files)
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            self._complain(f"{where}{error.strerror or error}; the certificates known before are used")
            return None


def check_files(files: TlsFiles) -> None:
    """Raise BadTls or OSError for files that a server cannot use."""
    _configuration(files)


def _configuration(files: TlsFiles) -> Any:
    """Return the files, checked, so that a mistake shows when the referee starts and not to each bot."""
    chain, key = read_bytes(files.cert), read_bytes(files.key)
    certificate = _certificates(files.cert, chain)[0]
    _check_dates(files.cert, certificate)
    try:
        public = load_pem_private_key(key, None).public_key()
    except UnsupportedAlgorithm:
        raise BadTls(f"{files.key} is a key {_UNKNOWN_KIND}") from None
    except TypeError:
        raise BadTls(f"{files.key} is locked with a password; give a key without one, readable by the referee only") \
            from None
    except ValueError:
        raise BadTls(f"{files.key} is no private key in PEM") from None
    try:
        certified = certificate.public_key()
    except (ValueError, UnsupportedAlgorithm):
        raise BadTls(f"{files.cert} has a key {_UNKNOWN_KIND}") from None
    if _public_bytes(public) != _public_bytes(certified):
        raise BadTls(f"{files.key} is not the key of the first certificate in {files.cert}")
    authorities = None
    if files.client_ca is not None:
        authorities = read_bytes(files.client_ca)
        found = _certificates(files.client_ca, authorities)  # of several, one that has expired does no harm
        _check_dates(files.client_ca, max(found, key=lambda each: each.not_valid_after_utc))
    return grpc.ssl_server_certificate_configuration([(key, chain)], authorities)


def _certificates(path: Path, data: bytes) -> list[x509.Certificate]:
    try:
        return x509.load_pem_x509_certificates(data)
    except (ValueError, x509.InvalidVersion):
        raise BadTls(f"{path} holds no certificates in PEM") from None


def _check_dates(path: Path, certificate: x509.Certificate) -> None:
    now = datetime.now(UTC)
    if certificate.not_valid_after_utc < now:
        raise BadTls(f"{path}: the certificate expired {certificate.not_valid_after_utc:%Y-%m-%d %H:%M} UTC; renew it")
    if certificate.not_valid_before_utc > now:
        raise BadTls(f"{path}: the certificate holds only from {certificate.not_valid_before_utc:%Y-%m-%d %H:%M} UTC")


def _public_bytes(key: Any) -> bytes:
    found: bytes = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return found


def _stamps(files: TlsFiles) -> list[tuple[int, ...] | None] | None:
    """Return a value that changes whenever one of the files does; never None."""
    found: list[tuple[int, ...] | None] = []
    for path in filter(None, (files.cert, files.key, files.client_ca)):
        try:
            stat = path.stat()
        except OSError:
            found.append(None)
        else:
            found.append((stat.st_ino, stat.st_size, stat.st_mtime_ns))
    return found
