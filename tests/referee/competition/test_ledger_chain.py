"""The chain of a ledger's facts: what somebody who owns the database changes is found and named."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import psycopg
import pytest

from lawspeaker_referee.competition.ledger import Ledger, chain
from lawspeaker_referee.competition.ledger.chain import NotedHead
from lawspeaker_referee.competition.ledger.database import Database
from lawspeaker_referee.record.signing import SigningKey
from tests.referee.competition.conftest import NOON
from tests.referee.competition.small_ledger import NAME, TERMS, begun, count, schedule


@pytest.fixture
def key(tmp_path) -> SigningKey:
    return SigningKey.create(tmp_path / "key.pem")


def filled(url: str, signer: SigningKey | None = None) -> None:
    """A ledger with facts of each kind; three matches are counted."""
    ledger = begun(Ledger.open(url, clock=lambda: NOON, signer=signer))
    for entry in schedule()[:3]:
        count(ledger, entry)
    ledger.void(NAME, schedule()[3].match_id, "referee", "a\nb")
    ledger.decide(NAME, "paused", {"why": "rain"})
    ledger.extend(NAME, TERMS | {"rounds": 2})
    ledger.close()


def forge(url: str, *commands: str) -> None:
    """Run commands of somebody who may do everything with the database, triggers or not."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection, connection:
            triggers = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
            for name, _ in triggers:
                connection.execute(f"DROP TRIGGER {name}")
            for each in commands:
                connection.execute(each)
            for _, text in triggers:
                connection.execute(text)
    else:
        with psycopg.connect(url) as connection:
            connection.execute("SET session_replication_role = replica")
            for each in commands:
                connection.execute(each)


def walked(url: str, *keys):
    ledger = Ledger.open(url)
    try:
        return ledger.walk_chain(NAME, [each.public for each in keys])
    finally:
        ledger.close()


def differences(url: str, *keys) -> list[str]:
    return list(walked(url, *keys).differences)


def test_a_ledger_that_nobody_touched_holds_with_and_without_a_key(ledger_url, key):
    filled(ledger_url, key)
    found = walked(ledger_url, key)
    assert (found.differences, found.rows) == ((), 1 + 6 + 3 + 1 + 1 + 1)
    assert found.signed == {key.public.raw: found.head.place}
    assert differences(ledger_url) == []


@pytest.mark.parametrize(("change", "words"), [
    ("UPDATE results SET ranks = '[2,1]' WHERE id = 2", "result of cup/1-ada-bo/2: the row was changed"),
    ("UPDATE results SET details = '{}' WHERE id = 2", "result of cup/1-ada-bo/2: the row was changed"),
    ("UPDATE entries SET seats = '[\"bo\",\"ada\"]' WHERE id = 1", "match cup/1-ada-bo/1: the row was changed"),
    ("UPDATE voids SET reason = 'ada'", "void attempt at cup/1-ada-cy/2: the row was changed"),
    ("UPDATE decisions SET payload = '{}'", "decision 1 (paused): the row was changed"),
    ("UPDATE terms SET terms = '{}' WHERE version = 1", "terms 1: the row was changed"),
    ("DELETE FROM results WHERE id = 2", "results: 1 row is gone that link 4 covers"),
    ("DELETE FROM entries WHERE id = 6", "entries: 1 row is gone that link 2 covers"),
    ("DELETE FROM links WHERE place = 4", "link 4 is gone"),
    ("UPDATE links SET last = 9 WHERE place = 8", "link 8: it was changed, or one before it"),
    ("UPDATE tournaments SET secret = 'ab'", "link 1: it was changed, or one before it"),
])
def test_what_was_changed_is_named(copied, change, words):
    ledger_url = copied(filled)
    forge(ledger_url, change)
    assert words in differences(ledger_url)


def test_a_row_that_was_added_by_other_means_is_named(copied):
    ledger_url = copied(filled)
    columns = "attempt, ranks, scores, teams, faults, digest, record_path, details, unix_ms"
    forge(ledger_url, f"INSERT INTO results (tournament_id, entry_id, {columns}) "
                      f"SELECT tournament_id, 6, {columns} FROM results WHERE id = 1")
    assert differences(ledger_url) == ["result of cup/1-bo-cy/2: no link covers the row"]


def test_two_results_that_changed_places_are_both_named(copied):
    ledger_url = copied(filled)
    forge(ledger_url, "UPDATE results SET entry_id = 6 WHERE id = 1", "UPDATE results SET entry_id = 1 WHERE id = 2",
          "UPDATE results SET entry_id = 2 WHERE id = 1")
    assert differences(ledger_url) == ["result of cup/1-ada-bo/2: the row was changed",
                                       "result of cup/1-ada-bo/1: the row was changed"]


def forged_chain(url: str) -> None:
    """Write all links anew over rows as they are now, as somebody does who has the program and no key."""
    forge(url, "UPDATE results SET ranks = '[2,1]' WHERE id = 2", "DELETE FROM links")
    database = Database.open(url)
    with database.transaction("alone") as connection:
        for table in chain.COVERED:
            chain.append_links(connection, 1, table, list(chain.paged(connection, table, chain.stored(table), 1)), None)
    database.close()


def test_a_chain_that_was_written_anew_is_found_by_the_key_alone(ledger_url, key):
    filled(ledger_url, key)
    forged_chain(ledger_url)
    assert differences(ledger_url) == []
    assert "link 3 (3 results, result of cup/1-ada-bo/1 to result of cup/1-ada-cy/1): it is not signed" in differences(
        ledger_url, key)


def test_a_signature_of_another_link_or_another_key_is_named(ledger_url, key, tmp_path):
    filled(ledger_url, key)
    forge(ledger_url, "UPDATE links SET signature = (SELECT signature FROM links WHERE place = 3) WHERE place = 4")
    wrong = f"link 4 (result of cup/1-ada-bo/2): its signature is not that of {key.public.fingerprint}"
    assert differences(ledger_url) == [wrong]
    other = SigningKey.create(tmp_path / "other.pem")
    assert len(differences(ledger_url, other)) == 8


def test_a_tail_that_was_cut_off_is_found_by_who_noted_the_head(ledger_url, key):
    filled(ledger_url, key)
    head = walked(ledger_url, key).head
    forge(ledger_url, "DELETE FROM links WHERE place > 4", "DELETE FROM results WHERE id > 2", "DELETE FROM voids",
          "DELETE FROM decisions", "DELETE FROM terms WHERE version = 2")
    assert differences(ledger_url, key) == []
    ledger = Ledger.open(ledger_url)
    found = ledger.walk_chain(NAME, [key.public], noted=[NotedHead(head)])
    ledger.close()
    assert found.differences == (f"the chain ends at link 4, and link {head.place} was noted: what came after is gone",)


def test_a_head_that_was_noted_is_found_in_a_chain_that_has_grown_and_in_no_other(ledger):
    begun(ledger)
    head = ledger.walk_chain(NAME).head
    count(ledger, schedule()[0])
    assert ledger.walk_chain(NAME, noted=[NotedHead(head)]).differences == ()
    other = type(head)(head.place, "00" * 32)
    assert ledger.walk_chain(NAME, noted=[NotedHead(other)]).differences == (
        f"link {head.place}: it is {head.hash}, and {other.hash} was noted",)
