"""TLS for bots: credentials from files, and hints for failed connections."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from lawspeaker_bot.errors import ConnectionRefused

if TYPE_CHECKING:
    import grpc

CA_VARIABLE = "LAWSPEAKER_TLS_CA"
CERT_VARIABLE = "LAWSPEAKER_TLS_CERT"
KEY_VARIABLE = "LAWSPEAKER_TLS_KEY"
PUBLIC = "public"
"""Stands for the public authorities that come with gRPC, in place of a file."""


def tls_credentials(ca: str, cert: str = "", key: str = "") -> grpc.ChannelCredentials:
    """Return credentials for `run`, read from PEM files. Raises ConnectionRefused for a file that cannot be read.

    `ca` is the file of the authorities that may have signed the referee's certificate, or `public`. `cert` and `key`
    are the bot's own, for a referee that asks for them.

        run(MyBot(), "bots.example:50051", credentials=tls_credentials("ca.pem"))
    """
    if bool(cert) != bool(key):
        raise ConnectionRefused(f"a certificate and its key go together: set {CERT_VARIABLE} and {KEY_VARIABLE}")
    import grpc

    authorities = None if ca == PUBLIC else _read(ca, "CERTIFICATE")
    own_key, own_cert = (_read(key, "PRIVATE KEY"), _read(cert, "CERTIFICATE")) if key else (None, None)
    _check(ca, cert, key)
    return grpc.ssl_channel_credentials(authorities, own_key, own_cert)


def credentials_of_environment() -> grpc.ChannelCredentials | None:
    """Return the credentials of LAWSPEAKER_TLS_CA, _CERT and _KEY; None if unset. Raises ConnectionRefused."""
    ca, cert, key = (os.environ.get(name, "") for name in (CA_VARIABLE, CERT_VARIABLE, KEY_VARIABLE))
    if not ca and (cert or key):
        raise ConnectionRefused(f"{CERT_VARIABLE} and {KEY_VARIABLE} need {CA_VARIABLE}: the file of the authority of "
                                f"the referee's certificate, or {PUBLIC!r}")
    return tls_credentials(ca, cert, key) if ca else None


def hint(details: str, *, encrypted: bool) -> str:
    """Return the probable cause of a failed connection from gRPC's message; empty if it says nothing of TLS."""
    _, verify, reason = details.partition("CERTIFICATE_VERIFY_FAILED: ")
    if verify:
        reason = reason.split(":")[0]
        what = "" if "expired" in reason else f"; does {CA_VARIABLE} hold the authority that signed it?"
        return f"the referee's certificate is not accepted ({reason}){what}"
    if "Hostname Verification" in details:
        return "the referee's certificate is for another name; dial one that stands in it"
    if "WRONG_VERSION_NUMBER" in details:
        return f"no TLS is spoken there; leave {CA_VARIABLE} away if the network may be trusted"
    if "Socket closed" not in details and "onnection reset" not in details:
        return ""
    if not encrypted:
        return f"the connection was closed at once; if the referee speaks TLS, set {CA_VARIABLE}"
    return ("the connection was closed at once; if the referee asks for the bot's certificate, set "
            f"{CERT_VARIABLE} and {KEY_VARIABLE} to one that has not expired, of an authority that it knows")


def _check(ca: str, cert: str, key: str) -> None:
    """Raise ConnectionRefused for files that TLS cannot use; gRPC dials with them all the same, and never connects."""
    import ssl

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.set_ciphers("ALL:@SECLEVEL=0")  # how long a key must be is for gRPC to say
    try:
        if ca != PUBLIC:
            context.load_verify_locations(ca)
    except ssl.SSLError:
        raise ConnectionRefused(f"{ca} holds no certificate that can be read") from None
    try:
        if cert:
            context.load_cert_chain(cert, key)
    except ssl.SSLError as error:
        why = "the key is of another certificate" if error.reason == "KEY_VALUES_MISMATCH" else "one cannot be read"
        raise ConnectionRefused(f"{cert} and {key} cannot be used together: {why}") from None


def _read(path: str, what: str) -> bytes:
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise ConnectionRefused(f"{path}: {error.strerror}") from None
    if f"{what}-----".encode() not in data:
        raise ConnectionRefused(f"{path} holds no {what.lower()} in PEM")
    if b"ENCRYPTED" in data:
        raise ConnectionRefused(f"{path} is locked with a password; give a key without one")
    return data
