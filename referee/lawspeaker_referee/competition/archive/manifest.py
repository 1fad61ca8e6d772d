"""The manifest of an archive: terms, results, decisions and the hash of each record, signed by the organiser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal

import msgspec

from lawspeaker_engine.dice import commitment
from lawspeaker_referee.competition.results import MatchDetails, PlayedMatch
from lawspeaker_referee.config.tournament import TournamentConfig, parse_config
from lawspeaker_referee.config.validation import BadConfig
from lawspeaker_referee.record.bounds import MOST_BYTES
from lawspeaker_referee.record.signing import PublicKey, SigningKey

NAME: Final = "manifest.json"
RECORDS: Final = "records"
VOIDED: Final = "voided"
"""The folders of an archive: records of results that count, and of those that were voided."""
DOMAIN: Final = b"lawspeaker.archive.signature.1\n"
"""The beginning of what is signed, so that the signature fits nothing but manifests."""
MOST_MANIFEST: Final = 1 << 29
"""Bytes of a manifest at most; a result takes about a thousand."""

_Hash = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
_HashOrNone = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")]
_Count = Annotated[int, msgspec.Meta(ge=0)]


class ArchiveError(ValueError):
    """An archive that cannot be read or written; the text is one line."""


class ArchivedResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A result, and its record in the archive."""

    match: str
    block: str
    round: int
    seats: tuple[str, ...]
    attempt: Annotated[int, msgspec.Meta(ge=1)]
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    teams: tuple[int, ...]
    faults: tuple[int, ...]
    digest: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]*$")]
    details: MatchDetails
    counted_unix_ms: int
    counts: bool
    """False if the organiser has voided it."""
    record: Annotated[str, msgspec.Meta(pattern=rf"^({RECORDS}|{VOIDED})/[^/.\x00-\x1f\\][^/\x00-\x1f\\]*\.lsr$")]
    """The name of the file in the archive."""
    sha256: _Hash
    size: Annotated[int, msgspec.Meta(ge=0, le=MOST_BYTES)]

    @property
    def played(self) -> PlayedMatch:
        """Return the result as ledger and ratings have it."""
        return PlayedMatch(self.match, self.block, self.round, self.seats, self.ranks, self.scores, self.teams,
                           self.faults, self.digest, self.attempt)


class ArchivedDecision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decision of the organiser."""

    what: str
    subject: str
    reason: str
    unix_ms: int
    words: str


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of an archive. It holds nothing secret: no token, command, path, nor the secret before its time."""

    format: Literal["lawspeaker archive 1"]
    tournament: Annotated[str, msgspec.Meta(pattern=r"^[^/\x00-\x1f\\.][^/\x00-\x1f\\]*$")]
    terms: dict[str, Any]
    commitment: _Hash
    """The hash of the secret that all dice derive from."""
    secret: _HashOrNone
    """The secret in hexadecimal; empty until a report has revealed it."""
    links: _Count
    head: _Hash
    """How many links the chain of the ledger had, and the hash of the last one."""
    decisions: tuple[ArchivedDecision, ...]
    given_up: tuple[str, ...]
    """Matches that are not played."""
    left: _Count
    """Matches that are still to be played, and those counted whose dice others still need; they are not in it."""
    unplayed: _Count
    """Matches that were still to be played, as those of a bot that was put out, when the secret was told."""
    results: tuple[ArchivedResult, ...]
    """In the order of the schedule, which is that of the records in the archive."""
    public_key: _HashOrNone = ""
    """Empty, like the signature, if nobody signed it."""
    signature: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{128})?$")] = ""

    @property
    def message(self) -> bytes:
        """Return what is signed."""
        return DOMAIN + encode(msgspec.structs.replace(self, public_key="", signature=""))

    def signed(self, signer: SigningKey | None) -> Manifest:
        """Return the same with a signature, if there is a key."""
        if signer is None:
            return self
        bare = msgspec.structs.replace(self, public_key="", signature="")
        return msgspec.structs.replace(bare, public_key=signer.public.raw.hex(),
                                       signature=signer.sign(bare.message).hex())

    @property
    def signer(self) -> PublicKey | None:
        """Return the key that signed it; None if nobody did. Raises ArchiveError if the signature is wrong."""
        if not self.public_key and not self.signature:
            return None
        key = PublicKey(bytes.fromhex(self.public_key))
        if not key.signed(self.message, bytes.fromhex(self.signature)):
            raise ArchiveError(f"the signature of its manifest is not that of {key.fingerprint}")
        return key

    @property
    def config(self) -> TournamentConfig:
        """Return the terms as those of a tournament whose bots nobody starts. Raises ArchiveError."""
        bots = self.terms.get("bots")
        try:
            return parse_config(self.terms | {"bots": [
                {**bot, "spec": "random"} for bot in bots]} if isinstance(bots, list) else self.terms, "its terms")
        except (BadConfig, TypeError) as error:
            raise ArchiveError(str(error)) from None

    def contradictions(self) -> Iterator[str]:
        """Yield in what the manifest contradicts itself."""
        if self.secret and commitment(bytes.fromhex(self.secret)).hex() != self.commitment:
            yield "the secret is not the one of the commitment"
        for what, names in (("attempt", Counter(each.played.entry.attempt_id for each in self.results)),
                            ("record", Counter(each.record for each in self.results)),
                            ("counted match", Counter(each.match for each in self.results if each.counts))):
            yield from (f"{what} {name} is in it {number} times" for name, number in names.items() if number > 1)


def public_terms(terms: Mapping[str, Any]) -> dict[str, Any]:
    """Return the terms that anybody may read, without commands, paths and addresses, which may hold private data."""
    bots = [{key: value for key, value in bot.items() if key in {"name", "version", "digest", "joined"}}
            for bot in terms["bots"]]
    return {key: value for key, value in terms.items() if key not in {
        "records", "ledger", "listen", "sandbox", "secret", "workers", "in_process"}} | {"bots": bots}


def encode(manifest: Manifest) -> bytes:
    """Return a manifest as it stands in an archive; equal ones have equal bytes."""
    plain = msgspec.to_builtins(manifest, str_keys=True)
    return msgspec.json.encode(plain, order="sorted") + b"\n"


def decode(data: bytes) -> Manifest:
    """Return the manifest of these bytes. Raises ArchiveError."""
    try:
        return msgspec.json.decode(data, type=Manifest)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ArchiveError(f"{NAME} is no manifest of an archive of this version: {error}") from None
