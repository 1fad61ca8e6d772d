import os

import click
import pytest

from lawspeaker.v1.record_pb2 import RecordEntry
from lawspeaker_referee.cli.errors import exit_code
from lawspeaker_referee.cli.options import SigningKeyFile
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.signing import SigningKey, read_key
from lawspeaker_referee.record.writer import RecordWriter
from tests.referee.cli.test_verify import rewritten


def signed(record, path, key, change=None):
    """The record as a referee with that key would have written it."""
    read = read_record(record)
    if change:
        change(read)
    writer = RecordWriter(path, key)
    for entry in (RecordEntry(header=read.header), *(RecordEntry(step=step) for step in read.steps)):
        writer.write(entry)
    writer.finish(read.footer)
    return path


@pytest.fixture
def key(tmp_path):
    """A key; its file is referee.key."""
    return SigningKey.create(tmp_path / "referee.key")


@pytest.fixture
def public(key, tmp_path):
    """The file of its public half."""
    (tmp_path / "referee.pub").write_text(key.public.pem())
    return tmp_path / "referee.pub"


@pytest.fixture
def good(record, key, tmp_path):
    """A signed record."""
    return signed(record, tmp_path / "signed.lsr", key)


def ok(record):
    read = read_record(record)
    return f"ok {read.footer.digest.hex()} {len(read.steps)}"


# --- lawspeaker keys ---


def test_create_writes_a_private_key_and_prints_the_public_one(run, tmp_path):
    file = tmp_path / "referee.key"
    done = run("keys", "create", file)
    key = read_key(file)
    assert isinstance(key, SigningKey)
    assert (done.code, done.err) == (0, "")
    assert done.out == f"fingerprint  {key.public.fingerprint}\n{key.public.pem()}"
    assert file.stat().st_mode & 0o777 == 0o600


def test_without_a_name_the_key_is_referee_key_here(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made = run("keys", "create")
    assert (tmp_path / "referee.key").exists()
    assert run("keys", "show").out == made.out


def test_create_writes_over_nothing(run, key, tmp_path):
    file = tmp_path / "referee.key"
    before = file.read_bytes()
    done = run("keys", "create", file)
    assert (done.code, done.out) == (2, "")
    assert done.err == f"lawspeaker: {file} is there already, and no key is written over; name another file\n"
    assert file.read_bytes() == before


def test_show_tells_the_public_half_of_either_file(run, key, public, tmp_path):
    of_private, of_public = run("keys", "show", tmp_path / "referee.key"), run("keys", "show", public)
    assert of_private == of_public
    assert (of_private.code, of_private.err) == (0, "")
    assert of_private.out == f"fingerprint  {key.public.fingerprint}\n{key.public.pem()}"
    assert (tmp_path / "referee.key").read_text() not in of_private.out
    assert "PRIVATE" not in of_private.out


def test_export_prints_what_verify_reads(run, key, good, tmp_path):
    done = run("keys", "export", tmp_path / "referee.key")
    assert (done.code, done.out) == (0, key.public.pem())
    (tmp_path / "out.pub").write_text(done.out)
    assert run("verify", good, "--key", tmp_path / "out.pub").code == 0


@pytest.mark.parametrize("command", [("keys", "show"), ("keys", "export"), ("verify", "x.lsr", "--key")])
def test_a_private_key_that_others_may_read_is_warned_about(command, run, key, tmp_path):
    file = tmp_path / "referee.key"
    file.chmod(0o644)
    done = run(*command, file)
    assert done.err.splitlines()[0] == (f"lawspeaker: warning: {file} is a private key that others may use too "
                                        f"(mode 0644); chmod 600 {file}")
    file.chmod(0o600)
    assert "warning" not in run(*command, file).err


def test_a_public_key_may_be_read_by_all(run, public):
    public.chmod(0o644)
    assert run("keys", "show", public).err == ""


@pytest.mark.parametrize("command", [("keys", "show"), ("keys", "export"), ("verify", "x.lsr", "--key")])
def test_a_file_without_a_key_is_one_line(command, run, tmp_path):
    (tmp_path / "odd").write_text("nothing of the kind")
    for file, words in ((tmp_path / "odd", "is no key in PEM"), (tmp_path, "Is a directory"),
                        (tmp_path / "missing", "No such file or directory")):
        done = run(*command, file)
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith(f"lawspeaker: {file}")
        assert words in done.err
        assert done.err.count("\n") == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_key_that_may_not_be_read_is_one_line(run, key, tmp_path):
    (tmp_path / "referee.key").chmod(0)
    done = run("keys", "show", tmp_path / "referee.key")
    assert (done.code, done.err) == (2, f"lawspeaker: {tmp_path / 'referee.key'}: Permission denied\n")


def test_a_folder_that_is_not_there_is_one_line(run, tmp_path):
    done = run("keys", "create", tmp_path / "no" / "referee.key")
    assert (done.code, done.err) == (2, f"lawspeaker: {tmp_path / 'no' / 'referee.key'}: No such file or directory\n")


# --- commands that sign ---


@click.command()
@click.option("--key", type=SigningKeyFile())
def sign(key):
    click.echo(key.public.fingerprint)


def test_a_command_that_signs_takes_a_private_key_and_no_public_one(key, public, tmp_path, capsys):
    assert exit_code(sign, ["--key", str(tmp_path / "referee.key")]) == 0
    assert capsys.readouterr().out == f"{key.public.fingerprint}\n"
    assert exit_code(sign, ["--key", str(public)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert f"{public} is a public key, which cannot sign; give the private one it belongs to" in printed.err
    assert printed.err.count("\n") == 1


# --- lawspeaker verify --key ---


def test_a_signed_record_says_by_whom(run, good, key, public):
    done = run("verify", good, "--key", public)
    assert (done.code, done.err) == (0, "")
    assert done.out == f"{ok(good)} signed by {key.public.fingerprint}\n"


def test_without_a_key_the_signer_is_told_but_unknown(run, good, key):
    done = run("verify", good)
    assert (done.code, done.out) == (0, f"{ok(good)} signed by unknown key {key.public.fingerprint}\n")


def test_the_private_key_stands_for_its_public_half(run, good, key, tmp_path):
    assert run("verify", good, "--key", tmp_path / "referee.key").code == 0


def test_of_several_keys_any_one_will_do_and_is_named(run, good, key, public, tmp_path):
    SigningKey.create(tmp_path / "old.key")
    done = run("verify", good, "--key", tmp_path / "old.key", "--key", public)
    assert (done.code, done.out) == (0, f"{ok(good)} signed by {key.public.fingerprint}\n")


def test_an_unsigned_record_is_refused_only_if_a_key_is_asked_for(run, record, key, public):
    done = run("verify", record, "--key", public)
    assert (done.code, done.err) == (1, "")
    assert done.out == f"refused: the record is not signed; it should be, by {key.public.fingerprint}\n"
    assert run("verify", record).out == f"{ok(record)}\n"


def test_a_record_of_another_signer_is_refused(run, record, key, public, tmp_path):
    other = SigningKey.create(tmp_path / "other.key")
    done = run("verify", signed(record, tmp_path / "others.lsr", other), "--key", public)
    said = f"the record is signed by {other.public.fingerprint}, should be by {key.public.fingerprint}"
    assert (done.code, done.out) == (1, f"refused: {said}\n")


def test_an_altered_name_is_refused_with_a_key_and_differs_without(run, good, key, public, tmp_path):
    def change(read):
        read.header.seats[0].bot = "a better one"

    altered = rewritten(good, tmp_path / "altered.lsr", change)
    said = f"the record is not what {key.public.fingerprint} signed: something in it was altered afterwards\n"
    done = run("verify", altered, "--key", public)
    assert (done.code, done.out) == (1, f"refused: {said}")
    done = run("verify", altered)
    assert (done.code, done.out) == (1, f"differs: footer: {said}")


def test_a_referee_that_breaks_the_rules_is_found_although_it_signed(run, record, key, public, tmp_path):
    def change(read):
        read.footer.outcome.scores[0] += 1

    done = run("verify", signed(record, tmp_path / "wrong.lsr", key, change), "--key", public)
    assert done.code == 1
    assert done.out.startswith("differs: footer: outcome is")


def test_of_several_records_each_gets_its_own_line(run, record, good, public, tmp_path):
    done = run("verify", good, record, tmp_path / "missing.lsr", "--key", public)
    assert done.code == 2
    lines = done.out.splitlines()
    assert [line.split()[0] for line in lines] == ["ok", "refused:"]
    assert lines[0].endswith(f" {good}")
    assert lines[1].endswith(f" {record}")
    assert "missing.lsr: No such file" in done.err
