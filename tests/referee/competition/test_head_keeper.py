"""The head that is kept beside a ledger: it finds a ledger whose end was cut off, and never hides one."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from lawspeaker_referee.competition.head_keeper import HeadKeeper, head_files
from lawspeaker_referee.competition.ledger import BadLedger, Ledger
from lawspeaker_referee.competition.ledger.chain import NotedHead
from lawspeaker_referee.competition.ledger.signed_head import BadHead, SignedHead, read_head, write_head
from lawspeaker_referee.record.signing import SigningKey
from tests.referee.competition.small_ledger import NAME, begun, count, schedule
from tests.referee.competition.test_ledger_chain import filled, forge

CUT = ("DELETE FROM links WHERE place > 4", "DELETE FROM results WHERE id > 2", "DELETE FROM voids",
       "DELETE FROM decisions", "DELETE FROM terms WHERE version = 2")
"""What takes the end of the small ledger away, links and all."""
GONE = "the chain ends at link 4, and link 8 was noted in {}: what came after is gone"


@pytest.fixture
def key(tmp_path) -> SigningKey:
    return SigningKey.create(tmp_path / "key.pem")


@pytest.fixture
def keeper(tmp_path, key) -> HeadKeeper:
    return HeadKeeper(tmp_path / "cup.head", NAME, key)


def opened(url: str):
    return Ledger.open(url)


def against(ledger: Ledger, path: Path) -> tuple[str, ...]:
    """What the chain shows that must still have the head of a file."""
    return ledger.walk_chain(NAME, noted=[NotedHead(read_head(path).head, str(path))]).differences


def test_an_end_that_was_cut_off_is_found_and_no_newer_head_hides_it(copied, keeper):
    url = copied(filled)
    ledger = opened(url)
    assert keeper.keep(ledger).links == 8
    assert against(ledger, keeper.path) == ()
    keeper.check(ledger)
    forge(url, *CUT)
    assert ledger.walk_chain(NAME).differences == (), "the chain alone does not show it"
    assert against(ledger, keeper.path) == (GONE.format(keeper.path),)
    count(ledger, schedule()[4])
    for what in (keeper.check, keeper.keep):
        with pytest.raises(BadLedger, match=r"had 8 links, and this ledger ends before it: .* move the head away$"):
            what(ledger)
    for number in range(4):
        ledger.decide(NAME, "paused", {"why": str(number)})
    with pytest.raises(BadLedger, match="this ledger has another link there"):
        keeper.keep(ledger)
    assert read_head(keeper.path).links == 8, "it is not written over"
    assert len(against(ledger, keeper.path)) == 1
    ledger.close()


def test_a_ledger_that_has_grown_since_its_head_is_right(copied, keeper):
    url = copied(filled)
    ledger = opened(url)
    keeper.keep(ledger)
    count(ledger, schedule()[4])  # and then the runner was killed
    assert against(ledger, keeper.path) == ()
    keeper.check(ledger)
    assert keeper.keep(ledger).links == 9
    ledger.close()


def test_a_head_is_of_its_own_tournament_and_a_ledger_that_is_gone_is_noticed(ledger, keeper):
    begun(ledger)
    write_head(keeper.path, SignedHead.of("cap", ledger.head(NAME), keeper.signer))
    with pytest.raises(BadLedger, match="when the ledger of cap had 2 links"):
        keeper.check(ledger)
    write_head(keeper.path, SignedHead.of(NAME, ledger.head(NAME), None))
    keeper.check(ledger)
    write_head(keeper.path, SignedHead.of("lost", ledger.head(NAME), None))
    with pytest.raises(BadLedger, match="of lost had"):
        HeadKeeper(keeper.path, "lost").check(ledger)


def test_of_two_runners_the_one_that_writes_later_does_not_leave_the_older_head(ledger_url, keeper, monkeypatch):
    ledger, other = begun(Ledger.open(ledger_url)), Ledger.open(ledger_url)
    known, looks = ledger.head, iter([1])

    def head(name: str):
        found = known(name)
        for _ in looks:  # between this look and the writing of the head another runner counts and writes its own
            count(other, schedule()[0])
            HeadKeeper(keeper.path, NAME, keeper.signer).keep(other)
        return found

    monkeypatch.setattr(ledger, "head", head)
    assert keeper.keep(ledger).links == 3
    assert read_head(keeper.path).links == 3
    ledger.close()
    other.close()


def test_a_full_disk_leaves_the_head_that_was_there(ledger, keeper, monkeypatch):
    begun(ledger)
    before = keeper.keep(ledger)
    count(ledger, schedule()[0])

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left on device") as raised:
        keeper.keep(ledger)
    assert raised.value.filename == str(keeper.path)
    assert read_head(keeper.path) == before
    assert [path.name for path in keeper.path.parent.glob("*cup.head*")] == ["cup.head"]


@pytest.mark.parametrize(("was", "now"), [
    (b'"links":8', b'"links":7'), (b'"tournament":"cup"', b'"tournament":"cap"'), (b'"hash":"', b'"hash":"00'),
    (b'"signature":"', b'"signature":"00'), (b"{", b"["), (b'"public_key":"', b'"public_key":"","old":"'),
])
def test_a_head_that_was_changed_is_refused_in_one_line(copied, keeper, was, now):
    ledger = opened(copied(filled))
    keeper.keep(ledger)
    read_head(keeper.path)
    keeper.path.write_bytes(keeper.path.read_bytes().replace(was, now))
    with pytest.raises(BadHead, match=r"^\S+/cup\.head(: its signature is not that of| holds no head)"):
        read_head(keeper.path)
    ledger.close()


def test_a_head_is_signed_by_who_has_the_key_and_by_nobody_without(copied, tmp_path, key):
    ledger = opened(copied(filled))
    signed, bare = (SignedHead.of(NAME, ledger.head(NAME), signer) for signer in (key, None))
    assert (signed.signer, bare.signer) == (key.public, None)
    assert (signed.text, signed.head) == (bare.text, ledger.head(NAME))
    ledger.close()


def test_a_head_lies_beside_a_file_and_else_in_the_folders_that_are_given():
    assert head_files("sqlite:///a/b/ledger.db", "cup", [Path("c")]) == [Path("a/b/cup.head")]
    assert head_files("postgresql://x/y", "cup", [Path("c"), Path()]) == [Path("c/cup.head"), Path("cup.head")]
