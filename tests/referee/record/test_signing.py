"""A signed record is its referee's word: nothing in it can be altered, and nobody else can give it."""

from __future__ import annotations

import errno
import gzip
import os
import subprocess
from hashlib import sha256

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.record_pb2 import RecordEntry
from lawspeaker_referee.match.events import Left, Tick
from lawspeaker_referee.record import file as records
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.file import Record, delimited, read_record
from lawspeaker_referee.record.signing import (
    BadKey,
    BadSignature,
    PublicKey,
    SigningKey,
    mode_if_exposed,
    read_key,
    require_signer,
    signer_of,
)
from lawspeaker_referee.record.verify.replay import verify
from lawspeaker_referee.record.writer import RecordWriter
from tests.programs import need
from tests.referee.match.match_driver import Drive, by_decision
from tests.sample_sizes import first_quick

KEY = SigningKey(Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
OTHER = SigningKey(Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33))))


def played() -> Drive:
    """A short match in which a bot left, time ran out, and somebody remarked on it."""
    drive = Drive(2, rounds=1)
    drive.answer(0, 1, annotation="well")
    drive.tell(Tick(), after=2.0)
    drive.tell(Left(1))
    return drive.play(by_decision)


DRIVE = played()


def write(path, signer=KEY, drive=DRIVE):
    """The file of the match, as the referee writes it."""
    writer = RecordWriter(path, signer)
    for entry in drive.entries:
        writer.write(entry)
    writer.finish(drive.ended.footer)
    return path


def raw_of(record: Record) -> bytes:
    """The record's bytes, uncompressed."""
    return b"".join(map(delimited, [*record.entries_before_footer(), RecordEntry(footer=record.footer)]))


@pytest.fixture
def signed(tmp_path) -> Record:
    return read_record(write(tmp_path / "match.lsr"))


def parsed(data: bytearray) -> Record:
    """Return what `read_record` makes of a file with these bytes."""
    return records.parse(records.unpacked(bytes(data)))


def refusal(record: Record, *keys: SigningKey) -> str:
    with pytest.raises(BadSignature) as error:
        require_signer(record, [key.public for key in keys])
    assert "\n" not in str(error.value)
    return str(error.value)


# --- what is signed ---


def test_a_signed_record_verifies_and_says_by_whom(signed):
    assert verify(signed).ok
    assert verify(signed).signer == require_signer(signed, [KEY.public]) == signer_of(signed) == KEY.public


def test_of_several_keys_any_one_will_do(signed):
    assert require_signer(signed, [OTHER.public, KEY.public]) == KEY.public


def test_a_record_without_signature_verifies_but_is_nobodys_word(tmp_path):
    record = read_record(write(tmp_path / "match.lsr", signer=None))
    assert verify(record).ok
    assert verify(record).signer is signer_of(record) is None
    assert refusal(record, KEY) == f"the record is not signed; it should be, by {KEY.public.fingerprint}"


def test_a_signature_changes_nothing_else_of_a_record(signed, tmp_path):
    plain = read_record(write(tmp_path / "plain.lsr", signer=None))
    for field in ("public_key", "signature"):
        signed.footer.ClearField(field)
    assert signed == plain


def test_another_referees_record_is_refused(signed):
    assert refusal(signed, OTHER) == (f"the record is signed by {KEY.public.fingerprint}, should be by "
                                      f"{OTHER.public.fingerprint}")


def test_an_unfinished_record_is_nobodys_word(signed):
    assert "was not finished" in refusal(Record(signed.header, signed.steps, None), KEY)


def test_the_message_is_what_the_document_says(signed, tmp_path):
    """Made here once more, from docs/record.md alone."""
    footer = signed.footer
    signature = footer.signature
    raw = gzip.decompress((tmp_path / "match.lsr").read_bytes())
    before = raw.removesuffix(delimited(RecordEntry(footer=footer)))
    assert len(before) < len(raw)
    footer.ClearField("signature")
    content = sha256(before + delimited(RecordEntry(footer=footer))).digest()
    message = b"lawspeaker.record.signature.1\n" + footer.digest + content
    Ed25519PublicKey.from_public_bytes(footer.public_key).verify(signature, message)


def test_what_goes_into_a_resumed_file_is_signed_by_whoever_finishes_it(tmp_path):
    """The signature is made from the file alone, so that it does not matter which process wrote what."""
    journal = b"".join(map(delimited, DRIVE.entries))
    again = KEY.signed(records.parse(journal).entries_before_footer(), DRIVE.ended.footer)
    assert again == read_record(write(tmp_path / "match.lsr")).footer
    assert not DRIVE.ended.footer.signature


def test_the_same_match_and_key_make_the_same_file(tmp_path):
    assert write(tmp_path / "a.lsr").read_bytes() == write(tmp_path / "b.lsr").read_bytes()


# --- nothing can be altered ---


@pytest.mark.parametrize("bits_a_byte", first_quick(1, [1, 8]))
def test_no_bit_of_a_signed_record_can_be_turned(signed, bits_a_byte):
    raw = raw_of(signed)
    refused = unreadable = 0
    for at in range(len(raw)):
        for bit in range(at % 8, at % 8 + bits_a_byte):
            turned = bytearray(raw)
            turned[at] ^= 1 << bit % 8
            try:
                record = parsed(turned)
            except RecordError:
                unreadable += 1
                continue
            refusal(record, KEY)
            refused += 1
    least = len(raw) * bits_a_byte // 8
    assert refused > least
    assert unreadable > least


def test_a_byte_of_the_compressed_file_can_change_at_most_how_it_is_compressed(signed, tmp_path):
    packed, same = (tmp_path / "match.lsr").read_bytes(), 0
    for at in range(len(packed)):
        for mask in (1 << at % 8, 255):
            turned = bytearray(packed)
            turned[at] ^= mask
            try:
                record = parsed(turned)
            except RecordError:
                continue
            if record == signed:
                same += 1
                assert gzip.decompress(turned) == raw_of(signed)
            else:
                refusal(record, KEY)
    assert same < 20, "only the time and the system in gzip's header mean nothing"


def _forge_name(record: Record) -> None:
    record.header.seats[0].bot = "somebody else"


def _forge_start(record: Record) -> None:
    record.header.started_unix_ms += 1


def _forge_limit(record: Record) -> None:
    record.header.move_time_ms = 0


def _forge_fault(record: Record) -> None:
    act = next(act for step in record.steps for act in step.acts if act.fault == Fault.FAULT_TIMEOUT)
    act.fault = Fault.FAULT_NETWORK


def _forge_annotation(record: Record) -> None:
    timing = next(timing for step in record.steps for timing in step.timing if timing.annotation)
    timing.annotation = "badly"


def _forge_charge(record: Record) -> None:
    timing = next(timing for step in record.steps for timing in step.timing if timing.think_us)
    timing.think_us //= 2


def _forge_lag(record: Record) -> None:
    next(timing for step in record.steps for timing in step.timing).lag_us += 1


def _drop_timing(record: Record) -> None:
    del next(step for step in record.steps if step.timing).timing[:]


def _forge_end(record: Record) -> None:
    assert record.footer is not None
    record.footer.ended_unix_ms += 1


OUTSIDE_THE_CHAIN = (_forge_name, _forge_start, _forge_limit, _forge_fault, _forge_annotation, _forge_charge,
                     _forge_lag, _drop_timing, _forge_end)


@pytest.mark.parametrize("forge", OUTSIDE_THE_CHAIN)
def test_what_the_chain_leaves_out_is_signed_all_the_same(forge, signed):
    plain = Record(signed.header, signed.steps, signed.footer)
    forge(plain)
    said = refusal(plain, KEY)
    assert said == f"the record is not what {KEY.public.fingerprint} signed: something in it was altered afterwards"
    assert verify(plain).first_difference == f"footer: {said}"
    for field in ("public_key", "signature"):
        plain.footer.ClearField(field)
    assert verify(plain).ok, "the rules alone cannot know"


def test_a_forger_who_signs_anew_is_another_signer(signed, tmp_path):
    _forge_name(signed)
    for field in ("public_key", "signature"):
        signed.footer.ClearField(field)
    writer = RecordWriter(tmp_path / "forged.lsr", OTHER)
    for entry in (RecordEntry(header=signed.header), *(RecordEntry(step=step) for step in signed.steps)):
        writer.write(entry)
    writer.finish(signed.footer)
    forged = read_record(tmp_path / "forged.lsr")
    assert verify(forged).signer == OTHER.public
    assert f"is signed by {OTHER.public.fingerprint}" in refusal(forged, KEY)


def test_a_signature_of_another_record_does_not_fit(signed, tmp_path):
    other = Drive(2, rounds=1, match_id="parley-2").play(by_decision)
    strange = read_record(write(tmp_path / "other.lsr", drive=other))
    assert require_signer(strange, [KEY.public]) == KEY.public
    signed.footer.signature = strange.footer.signature
    assert "altered afterwards" in refusal(signed, KEY)


@pytest.mark.parametrize(("field", "value"), [
    ("signature", b""), ("signature", bytes(63)), ("public_key", b""), ("public_key", bytes(33)),
])
def test_half_a_signature_is_damage_with_or_without_a_key(field, value, signed):
    setattr(signed.footer, field, value)
    assert refusal(signed, KEY).startswith("the signature is damaged: ")
    assert not verify(signed).ok


def test_the_key_of_a_signature_cannot_be_exchanged(signed):
    signed.footer.public_key = OTHER.public.raw
    for key in (KEY, OTHER):
        assert "altered afterwards" in refusal(signed, key)


# --- keys ---


def test_a_new_key_is_its_owners_alone_and_reads_back(tmp_path):
    before = os.umask(0)
    try:
        key = SigningKey.create(tmp_path / "referee.key")
    finally:
        os.umask(before)
    assert (tmp_path / "referee.key").stat().st_mode & 0o777 == 0o600
    assert mode_if_exposed(tmp_path / "referee.key") is None
    found = read_key(tmp_path / "referee.key")
    assert isinstance(found, SigningKey)
    assert found.public == key.public


def test_every_new_key_is_another(tmp_path):
    keys = {SigningKey.create(tmp_path / name).public for name in ("a", "b", "c")}
    assert len({key.fingerprint for key in keys}) == 3


def test_a_key_is_never_written_over(tmp_path):
    file = tmp_path / "referee.key"
    file.write_text("something dear")
    with pytest.raises(FileExistsError):
        SigningKey.create(file)
    assert file.read_text() == "something dear"
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(FileExistsError):
        SigningKey.create(tmp_path / "link")
    assert not (tmp_path / "elsewhere").exists()


def test_a_key_that_cannot_be_written_whole_is_not_left_behind(tmp_path, monkeypatch):
    def full(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        SigningKey.create(tmp_path / "referee.key")
    assert list(tmp_path.iterdir()) == []


def test_a_secret_is_not_shown(tmp_path):
    key = SigningKey.create(tmp_path / "referee.key")
    secret = key._secret.private_bytes_raw()
    for text in (repr(key), str(key), repr(vars(key))):
        assert secret.hex() not in text
        assert repr(secret) not in text


def test_a_public_key_goes_through_its_file(tmp_path):
    (tmp_path / "referee.pub").write_text(KEY.public.pem())
    assert read_key(tmp_path / "referee.pub") == KEY.public


def test_a_fingerprint_is_the_beginning_of_the_keys_sha256():
    key = PublicKey(bytes(32))
    assert key.fingerprint == "6668-7aad-f862-bd77-6c8f"
    assert sha256(bytes(32)).hexdigest().startswith(key.fingerprint.replace("-", ""))


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o777])
def test_a_file_that_others_may_use_is_exposed(mode, tmp_path):
    SigningKey.create(tmp_path / "referee.key")
    (tmp_path / "referee.key").chmod(mode)
    assert mode_if_exposed(tmp_path / "referee.key") == mode


PKCS8 = (Encoding.PEM, PrivateFormat.PKCS8)
RSA = generate_private_key(65537, 2048)


@pytest.mark.parametrize(("data", "said"), [
    (b"", "is no key in PEM"),
    (b"\x00\xff" * 50_000, "is no key in PEM"),
    (b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", "is no key in PEM"),
    (b"-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n", "is no key in PEM"),
    (RSA.private_bytes(*PKCS8, NoEncryption()), "is a key of another kind"),
    (RSA.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo), "is a key of another kind"),
    (KEY._secret.private_bytes(*PKCS8, BestAvailableEncryption(b"x")), "is encrypted"),
])
def test_what_is_no_key_is_refused_in_one_line_that_names_the_file(data, said, tmp_path):
    (tmp_path / "odd.key").write_bytes(data)
    with pytest.raises(BadKey) as error:
        read_key(tmp_path / "odd.key")
    assert str(error.value).startswith(f"{tmp_path / 'odd.key'} {said}")
    assert "\n" not in str(error.value)


def test_a_key_that_openssl_made_signs_too(tmp_path):
    file = tmp_path / "openssl.key"
    subprocess.run([*need("openssl"), "genpkey", "-algorithm", "ed25519", "-out", file], check=True,
                   capture_output=True)
    key = read_key(file)
    assert isinstance(key, SigningKey)
    record = read_record(write(tmp_path / "match.lsr", signer=key))
    assert require_signer(record, [key.public]) == key.public
