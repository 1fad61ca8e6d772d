"""Certificates for tests, made on the spot."""

from __future__ import annotations

from base64 import encodebytes
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID


@dataclass(frozen=True)
class Pair:
    """A certificate and its key, as files too."""

    certificate: x509.Certificate
    private: EllipticCurvePrivateKey
    cert: Path
    key: Path


_SIGNS = x509.KeyUsage(
    digital_signature=False, content_commitment=False, key_encipherment=False, data_encipherment=False,
    key_agreement=False, key_cert_sign=True, crl_sign=True, encipher_only=False, decipher_only=False)
"""The use of an authority's key."""


def make(folder: Path, name: str, issuer: Pair | None = None, *, days: tuple[float, float] = (-1, 10),
         host: str = "127.0.0.1", password: bytes = b"") -> Pair:
    """A certificate valid from and to so many days from now; an authority's own without an issuer."""
    private, now = generate_private_key(SECP256R1()), datetime.now(UTC)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    builder = x509.CertificateBuilder(
        issuer.certificate.subject if issuer else subject, subject, private.public_key(), x509.random_serial_number(),
        now + timedelta(days=days[0]), now + timedelta(days=days[1]),
    ).add_extension(x509.BasicConstraints(ca=issuer is None, path_length=None), critical=True)
    # Since 3.13 Python takes no certificate without these.
    builder = builder.add_extension(x509.SubjectKeyIdentifier.from_public_key(private.public_key()), critical=False)
    builder = builder.add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(
        (issuer.private if issuer else private).public_key()), critical=False)
    if issuer is None:
        builder = builder.add_extension(_SIGNS, critical=True)
    else:
        where = x509.IPAddress(ip_address(host)) if host[0].isdigit() else x509.DNSName(host)
        builder = builder.add_extension(x509.SubjectAlternativeName([where]), critical=False)
    certificate = builder.sign(issuer.private if issuer else private, SHA256())
    pair = Pair(certificate, private, folder / f"{name}.crt", folder / f"{name}.key")
    pair.cert.write_bytes(certificate.public_bytes(Encoding.PEM))
    pair.key.write_bytes(private.private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(password) if password else NoEncryption()))
    return pair


OTHER_CURVE_KEY = """\
-----BEGIN EC PRIVATE KEY-----
MD4CAQEEDjXGOfphkk1RVpnPZNtfoAcGBSuBBAAGoSADHgAEYpaANM7Tji/j4Lwv
wR8K6OOJUM63iZtiBJ1WGg==
-----END EC PRIVATE KEY-----
"""
OTHER_CURVE_CERT = """\
-----BEGIN CERTIFICATE-----
MIHIMIGUAhRIwUb5rsrqfRkNhjgMt5Ld5n7wdDAKBggqhkjOPQQDAjAMMQowCAYD
VQQDDAF4MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjYxMTA3MDExOTI3WjAMMQowCAYD
VQQDDAF4MDIwEAYHKoZIzj0CAQYFK4EEAAYDHgAEYpaANM7Tji/j4LwvwR8K6OOJ
UM63iZtiBJ1WGjAKBggqhkjOPQQDAgMjADAgAg4DA5VDa0kdQWgA/t4FyAIOHorW
DVfACg5CAvnvElQ=
-----END CERTIFICATE-----
"""
"""A key on secp112r1, which no library of ours knows, and its certificate from 2020 to 2126."""


def with_odd_version(certificate: x509.Certificate) -> bytes:
    """The certificate as one of version 2, which nobody uses."""
    der = certificate.public_bytes(Encoding.DER).replace(b"\xa0\x03\x02\x01\x02", b"\xa0\x03\x02\x01\x01", 1)
    return b"-----BEGIN CERTIFICATE-----\n" + encodebytes(der) + b"-----END CERTIFICATE-----\n"
