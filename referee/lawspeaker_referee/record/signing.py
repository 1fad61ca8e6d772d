"""Signatures of records: a referee's Ed25519 key signs every byte, also what the digest chain leaves out."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from lawspeaker.v1.record_pb2 import RecordEntry, RecordFooter
from lawspeaker_referee.config.user_files import read_bytes
from lawspeaker_referee.record.file import Record, delimited

if TYPE_CHECKING:  # slow to import, and most records are not signed
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

DOMAIN: Final = b"lawspeaker.record.signature.1\n"
"""The beginning of every message that is signed, so that the signature fits nothing but records."""
KEY_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64
_MOST_BYTES: Final = 1 << 16
"""The largest key file that is read."""


class BadKey(ValueError):
    """A file holds no key that can be used; the text is one line that begins with the file's name."""


class BadSignature(ValueError):
    """A record is not signed as it should be; the text is one line that says why."""


@dataclass(frozen=True)
class PublicKey:
    """The public half of a referee's key."""

    raw: bytes
    """The key, 32 bytes."""

    @cached_property
    def fingerprint(self) -> str:
        """Return the first 80 bits of the key's SHA-256, for people to compare, as in 1f0c-33d2-90ab-77e1-0d4f."""
        digits = sha256(self.raw).hexdigest()[:20]
        return "-".join(digits[at:at + 4] for at in range(0, 20, 4))

    def pem(self) -> str:
        """Return the key in PEM, with a line break at the end."""
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        pem, spki = serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        return Ed25519PublicKey.from_public_bytes(self.raw).public_bytes(pem, spki).decode()

    def signed(self, message: bytes, signature: bytes) -> bool:
        """Return True if this key signed the message."""
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        try:
            Ed25519PublicKey.from_public_bytes(self.raw).verify(signature, message)
        except (InvalidSignature, ValueError):
            return False
        return True


class SigningKey:
    """A referee's private key; nothing reads the secret out of it."""

    def __init__(self, secret: Ed25519PrivateKey) -> None:
        self._secret = secret
        self.public = PublicKey(secret.public_key().public_bytes_raw())

    @classmethod
    def create(cls, path: Path) -> SigningKey:
        """Make a key in a new file that only its owner may read. Raises OSError, such as FileExistsError."""
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        secret = Ed25519PrivateKey.generate()
        data = secret.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
                                    serialization.NoEncryption())
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        except BaseException:
            path.unlink()
            raise
        return cls(secret)

    def signed(self, before: Iterable[RecordEntry], footer: RecordFooter) -> RecordFooter:
        """Return the footer with the public key and a signature over all entries before, and over the footer itself."""
        done = RecordFooter()
        done.CopyFrom(footer)
        done.public_key = self.public.raw
        done.signature = self.sign(_message(before, done))
        return done

    def sign(self, message: bytes) -> bytes:
        """Return the signature of a message, which begins with a line of its own for each kind of thing: 64 bytes."""
        return self._secret.sign(message)


def read_key(path: Path) -> SigningKey | PublicKey:
    """Return the private or public key in a PEM file. Raises BadKey, and OSError if the file cannot be read."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

    data = read_bytes(path, _MOST_BYTES)
    try:
        key = (serialization.load_pem_private_key(data, password=None) if b"PRIVATE KEY-----" in data else
               serialization.load_pem_public_key(data))
    except TypeError:
        raise BadKey(f"{path} is encrypted; a referee that starts by itself needs a key without a password") from None
    except (ValueError, UnsupportedAlgorithm):
        raise BadKey(f"{path} is no key in PEM; `lawspeaker keys create` makes one") from None
    match key:
        case Ed25519PrivateKey():
            return SigningKey(key)
        case Ed25519PublicKey():
            return PublicKey(key.public_bytes_raw())
    raise BadKey(f"{path} is a key of another kind; records are signed with Ed25519 (`lawspeaker keys create`)")


def mode_if_exposed(path: Path) -> int | None:
    """Return the permissions of a file if others than its owner may read or change it; None if they may not."""
    mode = stat.S_IMODE(path.stat().st_mode)
    return mode if mode & 0o077 else None


def signer_of(record: Record) -> PublicKey | None:
    """Return the key that signed a record, None if it is unsigned. Raises BadSignature if it signed something else."""
    footer = record.footer
    if footer is None or not (footer.public_key or footer.signature):
        return None
    if (len(footer.public_key), len(footer.signature)) != (KEY_BYTES, SIGNATURE_BYTES):
        raise BadSignature(f"the signature is damaged: its key has {len(footer.public_key)} bytes, should be "
                           f"{KEY_BYTES}, and it has {len(footer.signature)}, should be {SIGNATURE_BYTES}")
    key = PublicKey(footer.public_key)
    if not key.signed(_message(record.entries_before_footer(), footer), footer.signature):
        raise BadSignature(f"the record is not what {key.fingerprint} signed: something in it was altered afterwards")
    return key


def require_signer(record: Record, keys: Sequence[PublicKey]) -> PublicKey:
    """Return the one of the keys that signed a record. Raises BadSignature if none of them did."""
    wanted = " or ".join(key.fingerprint for key in keys)
    signer = signer_of(record)
    if record.footer is None:
        raise BadSignature(f"the match was not finished, so nobody signed it, {wanted} neither")
    if signer is None:
        raise BadSignature(f"the record is not signed; it should be, by {wanted}")
    if signer not in keys:
        raise BadSignature(f"the record is signed by {signer.fingerprint}, should be by {wanted}")
    return signer


def _message(before: Iterable[RecordEntry], footer: RecordFooter) -> bytes:
    """Return what is signed: domain, last digest, and the hash of all entries, the footer without signature."""
    bare, content = RecordFooter(), sha256()
    bare.CopyFrom(footer)
    bare.ClearField("signature")
    for entry in (*before, RecordEntry(footer=bare)):
        content.update(delimited(entry))
    return DOMAIN + footer.digest + content.digest()
