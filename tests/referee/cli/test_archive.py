"""`lawspeaker tournament archive`, and `verify` and `export` of what it wrote."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
import tarfile

import pytest

from lawspeaker_referee.competition.archive import writer
from tests.referee.cli.test_tournament import file, home

__all__ = ["home"]

MATCH = "quick/r1-a+b/1"


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """Where the tournament of all tests is kept once one of them has played it."""
    return tmp_path_factory.mktemp("played") / "cup"


@pytest.fixture
def played(run, home, workers_here, kept):
    """A tournament that is over, with a match that was played again and one that was voided for good."""
    if kept.exists():
        shutil.copytree(kept, home, dirs_exist_ok=True)
        return home / "quick.toml"
    path = file(home, rounds=2)
    assert run("keys", "create", "organiser.key").code == 0
    (home / "organiser.pub").write_text(run("keys", "export", "organiser.key").out)
    assert run("tournament", "run", path, "--quiet", "--key", "organiser.key").code == 0
    assert run("tournament", "void", path, MATCH, "--reason", "dice were seen", "--replay").code == 0
    assert run("tournament", "run", path, "--quiet", "--key", "organiser.key").code == 0
    assert run("tournament", "void", path, "quick/r2-a+b/2", "--reason", "a power cut", "--no-replay").code == 0
    shutil.copytree(home, kept)
    return path


def revealed(run, path):
    return json.loads(run("tournament", "report", path, "--reveal", "--json").out)["secret"]


def archived(run, path, *options, out="cup.tar"):
    done = run("tournament", "archive", path, out, *options)
    assert done.code == 0, done.err
    return done


def members(path):
    with tarfile.open(path) as tar:
        return {each.name: tar.extractfile(each).read() for each in tar}


def unpack(path, folder):
    """Write the members of an archive into a folder, as `tar -x` does."""
    for name, data in members(path).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def packed(path, files, **kinds):
    """Write a tar file of these members; those in `kinds` are other things than files."""
    with tarfile.open(path, "w") as tar:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))


def told(done):
    return done.out.splitlines()


@pytest.mark.slow
def test_an_archive_verifies_without_the_ledger_packed_and_unpacked_with_all_dice(run, home, played):
    secret = revealed(run, played)
    archived(run, played, "--key", "organiser.key")
    first = (home / "cup.tar").read_bytes()
    archived(run, played, "--key", "organiser.key", "--force")
    assert (home / "cup.tar").read_bytes() == first
    shutil.rmtree(home / "records")
    unpack(home / "cup.tar", home / "there")
    for where in ("cup.tar", "there/quick", "there/quick/manifest.json"):
        done = run("verify", where, "--key", "organiser.pub")
        assert done.code == 0, done.out + done.err
        assert told(done)[:5] == [
            "quick: 5 of 5 results are what the records give", "quick: 2 results of them were voided",
            f"quick: the organiser: match {MATCH} does not count and is played again: dice were seen",
            "quick: the organiser: match quick/r2-a+b/2 does not count: a power cut",
            "quick: all dice derive from the secret"]
    assert json.loads(members("cup.tar")["quick/manifest.json"])["secret"] == secret
    assert run("verify", "cup.tar", "--jobs", "2").code == 0


def test_nothing_secret_is_in_an_archive(run, home, played):
    archived(run, played)
    found = members("cup.tar")
    text = found["quick/manifest.json"].decode()
    manifest = json.loads(text)
    assert manifest["secret"] == ""
    assert manifest["terms"]["bots"] == [{"name": "a"}, {"name": "b"}]
    for private in ('"spec"', str(home), "ledger", "sandbox", "listen"):
        assert private not in text
    assert sorted(found) == ["quick/manifest.json", "quick/records/quick-r1-a+b-1.2.lsr",
                             "quick/records/quick-r1-a+b-2.lsr", "quick/records/quick-r2-a+b-1.lsr",
                             "quick/voided/quick-r1-a+b-1.lsr", "quick/voided/quick-r2-a+b-2.lsr"]
    done = run("verify", "cup.tar")
    assert done.code == 0, done.out
    assert "quick: the secret is not in it, so no dice are verified; give --secret" in told(done)
    assert "quick: the manifest is not signed: whoever had it can have made another one" in told(done)
    secret = revealed(run, played)
    assert "quick: all dice derive from the secret" in told(run("verify", "cup.tar", "--secret", secret))
    wrong = run("verify", "cup.tar", "--secret", "00" * 32)
    assert wrong.code == 1
    assert told(wrong)[0].startswith("differs: the commitment of the given secret is")
    assert sum("seed commitment" in line for line in told(wrong)) == 5


def test_while_matches_are_left_only_blocks_whose_dice_nobody_needs_are_archived(run, home, played):
    assert run("tournament", "void", played, "quick/r2-a+b/1", "--reason", "again", "--replay").code == 0
    refused = run("tournament", "archive", played, "cup.tar")
    assert (refused.code, refused.err) == (
        2, "lawspeaker: quick is not over: 1 match is left; --so-far archives what can be told by now\n")
    assert not (home / "cup.tar").exists()
    archived(run, played, "--so-far")
    manifest = json.loads(members("cup.tar")["quick/manifest.json"])
    assert {each["block"] for each in manifest["results"]} == {"r1-a+b"}
    assert manifest["left"] == 2, "one to be played again, whose voided record is left out, and one voided for good"
    done = run("verify", "cup.tar")
    assert done.code == 0
    assert "quick: it is an archive so far: 2 matches of the tournament are not in it" in told(done)


def test_matches_that_nobody_plays_any_more_are_counted(run, played):
    assert run("tournament", "void", played, "quick/r2-a+b/1", "--reason", "again", "--replay").code == 0
    assert run("tournament", "put-out", played, "b", "--reason", "it left").code == 0
    assert run("tournament", "report", played, "--reveal").code == 0
    archived(run, played)
    manifest = json.loads(members("cup.tar")["quick/manifest.json"])
    assert (manifest["left"], manifest["unplayed"]) == (0, 1)
    assert "quick: 1 match of the schedule was not played before the secret was told" in told(run("verify", "cup.tar"))


def test_once_the_secret_is_told_nothing_is_left_to_pause_even_if_a_bot_is_reinstated(run, played):
    assert run("tournament", "void", played, "quick/r2-a+b/1", "--reason", "again", "--replay").code == 0
    assert run("tournament", "put-out", played, "b", "--reason", "it left").code == 0
    revealed(run, played)
    assert run("tournament", "reinstate", played, "b").code == 0
    refused = run("tournament", "pause", played)
    assert (refused.code, refused.err) == (
        2, "lawspeaker: quick is over: there is nothing left to play, so nothing to pause\n")
    assert "2 matches cannot be played: its secret was told\n" in run("tournament", "status", played).out


def test_an_archive_is_of_one_moment_while_the_organiser_decides(run, home, played, monkeypatch):
    archived(run, played)
    first = members("cup.tar")["quick/manifest.json"]

    read = writer.given_up

    def decide_meanwhile(ledger, name):
        assert run("tournament", "void", played, "quick/r2-a+b/1", "--reason", "dust", "--no-replay").code == 0
        return read(ledger, name)

    with monkeypatch.context() as patch:
        patch.setattr(writer, "given_up", decide_meanwhile)
        archived(run, played, "--force")
    assert members("cup.tar")["quick/manifest.json"] == first
    archived(run, played, "--force")
    assert members("cup.tar")["quick/manifest.json"] != first


@pytest.fixture
def signed(run, home, played):
    revealed(run, played)
    archived(run, played, "--key", "organiser.key")
    return members("cup.tar")


def changed(files, change):
    manifest = json.loads(files["quick/manifest.json"])
    change(manifest)
    return {**files, "quick/manifest.json": json.dumps(manifest).encode()}


def test_every_change_of_an_archive_is_told(run, home, signed):
    def wins(manifest):
        manifest["results"][1]["scores"][0] += 1

    packed("changed.tar", changed(signed, wins))
    done = run("verify", "changed.tar")
    assert done.code == 1
    assert told(done)[0].startswith("differs: the signature of its manifest is not that of ")
    assert any("scores: " in line and "in the manifest" in line for line in told(done))

    name = "quick/records/quick-r1-a+b-2.lsr"
    damaged = bytearray(signed[name])
    damaged[50] ^= 1
    packed("damaged.tar", {**signed, name: bytes(damaged)})
    done = run("verify", "damaged.tar")
    assert done.code == 1
    assert told(done)[0] == ("differs: quick/r1-a+b/2: records/quick-r1-a+b-2.lsr is not the file of the manifest")

    def another(manifest):
        manifest["secret"] = "11" * 32

    packed("dice.tar", changed(signed, another))
    done = run("verify", "dice.tar")
    assert done.code == 1
    assert "differs: the secret is not the one of the commitment" in told(done)
    assert run("verify", "cup.tar", "--key", "organiser.pub").code == 0
    run("keys", "create", "other.key")
    (home / "other.pub").write_text(run("keys", "export", "other.key").out)
    done = run("verify", "cup.tar", "--key", "other.pub")
    assert done.code == 1
    assert told(done)[0].startswith("differs: the manifest is signed by ")


def test_an_unpacked_archive_names_files_that_are_gone_or_too_many(run, home, signed):
    unpack(home / "cup.tar", home)
    folder = home / "quick" / "records"
    (folder / "quick-r1-a+b-2.lsr").rename(folder / "more.lsr")
    (folder / "quick-r2-a+b-1.lsr").unlink()
    (folder / "quick-r2-a+b-1.lsr").symlink_to("/etc/passwd")
    done = run("verify", "quick")
    assert done.code == 1
    assert [line for line in told(done) if line.startswith("differs")] == [
        "differs: records/more.lsr: no result is of it",
        "differs: quick/r1-a+b/2: its record records/quick-r1-a+b-2.lsr is not there",
        "differs: quick/r2-a+b/1: its record records/quick-r2-a+b-1.lsr is not there"]


def test_hostile_and_broken_archives_are_one_line_and_write_nothing(run, home, signed):
    data = (home / "cup.tar").read_bytes()
    before = sorted(home.rglob("*"))
    for size in (*range(512, 6000, 700), len(data) // 2):
        (home / "bad.tar").write_bytes(data[:size])
        refuse(run, "bad.tar")

    def escape(manifest):
        manifest["results"][0]["record"] = "records/../../evil.lsr"

    def absolute(manifest):
        manifest["tournament"] = "/etc"

    def large(manifest):
        manifest["results"][0]["size"] = 1 << 40

    def terms(manifest):
        manifest["terms"]["game"] = "chess"

    for change in (escape, absolute, large, lambda manifest: manifest.pop("terms"),
                   lambda manifest: manifest.update(more=1)):
        packed("bad.tar", changed(signed, change))
        refuse(run, "bad.tar")
    for change in (terms, lambda manifest: manifest["terms"].update(bots=[3]),
                   lambda manifest: manifest["terms"].update(format=7)):
        packed("bad.tar", changed(signed, change))
        refuse(run, "bad.tar", "verify")
    files = dict(signed)
    packed("bad.tar", {**files, "../evil.lsr": b"x"})
    refuse(run, "bad.tar")
    first = next(iter(files))
    packed("bad.tar", {"quick/manifest.json": b"[" * 100_000})
    refuse(run, "bad.tar")
    for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.DIRTYPE, tarfile.FIFOTYPE):
        with tarfile.open("bad.tar", "w") as tar:
            info = tarfile.TarInfo(first)
            info.size = len(files[first])
            tar.addfile(info, io.BytesIO(files[first]))
            link = tarfile.TarInfo("quick/voided/quick-r1-a+b-1.lsr")
            link.type, link.linkname = kind, "/etc/passwd"
            tar.addfile(link)
        refuse(run, "bad.tar")
    (home / "bad.tar").unlink()
    assert sorted(home.rglob("*")) == before


def refuse(run, name, *only):
    commands = {"verify": ("verify", name), "export": ("export", name, "--to", "jsonl", "-o", "-")}
    for command in only or commands:
        done = run(*commands[command])
        assert done.code == 2, done
        assert done.err.startswith("lawspeaker: ") and done.err.count("\n") == 1, done.err
        assert "Traceback" not in done.err


def test_export_reads_the_records_of_an_archive_that_count(run, home, signed):
    done = run("export", "cup.tar", "--to", "jsonl", "-o", "rows.jsonl")
    assert done.code == 0, done.err
    rows = [json.loads(line) for line in (home / "rows.jsonl").read_text().splitlines()]
    assert {row["match"] for row in rows} == {"quick/r1-a+b/1/2", "quick/r1-a+b/2", "quick/r2-a+b/1"}
    assert rows[0]["record"] == "cup.tar/records/quick-r1-a+b-1.2.lsr"


@pytest.mark.parametrize("place", [
    "quick.toml", "records/quick/ledger.db", "records/quick/quick-r1-a+b-2.lsr", "organiser.key"])
def test_what_is_read_is_not_replaced_with_force_either(run, home, played, place):
    before = (home / place).read_bytes()
    done = run("tournament", "archive", played, place, "--force", "--key", "organiser.key")
    assert (done.code, done.err) == (
        2, f"lawspeaker: {place} is read, and cannot be written meanwhile; give another name\n")
    if "r1" not in place and "key" not in place:
        done = run("tournament", "matches", played, "--to", "csv", "--output", place, "--force")
        assert (done.code, done.err) == (
            2, f"lawspeaker: {place} is read, and cannot be written meanwhile; give another --output\n")
    assert (home / place).read_bytes() == before


def test_an_archive_is_written_whole_or_not_at_all(run, home, played, monkeypatch):
    archived(run, played)
    again = run("tournament", "archive", played, "cup.tar")
    assert (again.code, again.err) == (
        2, "lawspeaker: cup.tar exists already; give another name, or replace it with --force\n")
    before = (home / "cup.tar").read_bytes()
    full = run("tournament", "archive", played, "/dev/full")
    assert full.code == 2
    assert full.err == "lawspeaker: /dev/full: No space left on device\n"
    record = next((home / "records/quick").glob("*r2*-1.lsr"))
    record.write_bytes(record.read_bytes()[:-1])
    lost = run("tournament", "archive", played, "cup.tar", "--force")
    assert lost.code == 2
    assert lost.err.count("\n") == 1
    assert (home / "cup.tar").read_bytes() == before
    record.unlink()
    gone = run("tournament", "archive", played, "other.tar")
    assert gone.code == 2
    assert "the record of quick/r2-a+b/1 is not there" in gone.err
    assert not [path for path in home.iterdir() if "other" in path.name or path.name.endswith(".part")]


def test_a_report_on_a_full_disk_is_one_line_that_names_it(run, played):
    full = run("tournament", "report", played, "--html", "/dev/full")
    assert (full.code, full.err) == (2, "lawspeaker: /dev/full: No space left on device\n")


def test_who_verifies_an_archive_needs_no_database(run, home, signed):
    code = ("import sys\nfor name in ('sqlalchemy', 'alembic', 'numpy', 'scipy'): sys.modules[name] = None\n"
            "from lawspeaker_referee.cli import lawspeaker\nlawspeaker()")
    command = [sys.executable, "-c", code, "verify", "cup.tar"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("quick: 5 of 5 results")


def test_a_ladder_is_archived_so_far_alone(run, home, tmp_path):
    from lawspeaker_referee.competition.archive.manifest import ArchiveError
    from lawspeaker_referee.competition.archive.writer import contents_of
    from lawspeaker_referee.competition.ladder.restoring import begin, terms_of
    from lawspeaker_referee.competition.ledger import Ledger
    from tests.referee.competition.ladder.test_result_counter import config

    ledger = Ledger.open(f"sqlite:///{tmp_path}/ledger.db")
    begin(ledger, terms_of(config(tmp_path)))
    with pytest.raises(ArchiveError, match="parley is a ladder, which is never over"):
        contents_of(ledger, "parley")
    contents = contents_of(ledger, "parley", so_far=True)
    assert (contents.files, contents.manifest.config.name) == ((), "parley")
    ledger.close()


def test_a_closed_pipe_ends_the_command_without_a_traceback(home, played):
    code = "from lawspeaker_referee.cli import lawspeaker; lawspeaker()"
    writing = subprocess.Popen([sys.executable, "-c", code, "tournament", "archive", str(played), "-"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    writing.stdout.close()
    said = writing.stderr.read().decode()
    writing.stderr.close()
    assert writing.wait() != 0
    assert "Traceback" not in said
    assert said.count("\n") <= 1
