"""The head of a chain in a small file beside the ledger, by which a ledger whose end was cut off is found.

It says how many links a ledger had and the hash of the last one, and is signed with the key that signs the links.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import msgspec

from lawspeaker_referee.competition.ledger.chain import Head
from lawspeaker_referee.competition.ledger.facts import BadLedger
from lawspeaker_referee.competition.ledger.schema import canonical_json
from lawspeaker_referee.config.user_files import read_bytes
from lawspeaker_referee.record.whole_file import whole_file

if TYPE_CHECKING:
    from lawspeaker_referee.record.signing import PublicKey, SigningKey

DOMAIN: Final = b"lawspeaker.ledger.head.1\n"
"""The beginning of every message that is signed, so that the signature fits nothing but heads."""
SUFFIX: Final = ".head"
_MOST_BYTES: Final = 1 << 12
"""The largest file that is read."""


class BadHead(BadLedger):
    """A file that holds no head, or one whose signature is wrong; the text is one line that begins with its name."""


class SignedHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The head of a tournament's chain as it was at one moment."""

    tournament: str
    links: Annotated[int, msgspec.Meta(ge=0)]
    """Links of the chain; 0 is the row of the tournament alone."""
    hash: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    """The hash of the last link, in hexadecimal, like the next two."""
    public_key: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")] = ""
    """Empty, like the signature, if nobody signed it."""
    signature: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{128})?$")] = ""

    @classmethod
    def of(cls, tournament: str, head: Head, signer: SigningKey | None) -> SignedHead:
        """Return the head of a tournament, signed if there is a key."""
        bare = cls(tournament, head.place, head.hash)
        if signer is None:
            return bare
        return cls(tournament, head.place, head.hash, signer.public.raw.hex(), signer.sign(bare.message).hex())

    @property
    def head(self) -> Head:
        """Return the place and the hash of the last link."""
        return Head(self.links, self.hash)

    @property
    def text(self) -> str:
        """Return the head as `--head` takes it."""
        return f"{self.links}:{self.hash}"

    @property
    def signed_by(self) -> str:
        """Return in words who signed it. Raises ValueError if the signature is wrong."""
        key = self.signer
        return f"signed by {key.fingerprint}" if key else "not signed"

    @property
    def message(self) -> bytes:
        """Return what is signed."""
        return DOMAIN + canonical_json([self.tournament, self.links, self.hash]).encode()

    @property
    def signer(self) -> PublicKey | None:
        """Return the key that signed it; None if nobody did. Raises ValueError if the signature is wrong."""
        if not self.public_key and not self.signature:
            return None
        from lawspeaker_referee.record.signing import PublicKey  # loads cryptography, which unsigned heads do not need

        key = PublicKey(bytes.fromhex(self.public_key))
        if not key.signed(self.message, bytes.fromhex(self.signature)):
            raise ValueError(f"its signature is not that of {key.fingerprint}")
        return key


def read_head(path: Path) -> SignedHead:
    """Return the head in a file. Raises BadHead, also for a wrong signature, and OSError if it cannot be read."""
    try:
        found = msgspec.json.decode(read_bytes(path, _MOST_BYTES), type=SignedHead)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise BadHead(f"{path} holds no head of a ledger, as `lawspeaker tournament run` writes it") from None
    try:
        _ = found.signer
    except ValueError as error:
        raise BadHead(f"{path}: {error}") from None
    return found


def write_head(path: Path, head: SignedHead) -> None:
    """Write a head into a file, which has the old or the new one at any time. Raises OSError, which names the file."""
    with whole_file(path) as file:
        file.write(msgspec.json.encode(head) + b"\n")
