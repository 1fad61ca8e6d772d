"""Tests of what bots of a pool can find out: a bot writes down all that it receives, and looks where it should not."""

from __future__ import annotations

import asyncio
from base64 import b64encode

import pytest

from lawspeaker.v1.referee_service_pb2 import PlayResponse
from lawspeaker_engine.dice import commitment
from lawspeaker_referee.competition.tournament.pool import opened
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import verify
from tests.referee.competition.quick_tournaments import SECRET, pool_config, schedule, script, terms_of

pytestmark = pytest.mark.slow

SCRIBE = """
import os, sys
from lawspeaker.v1 import referee_service_pb2
from lawspeaker_bot import Bot, run
PlayResponse, notes = referee_service_pb2.PlayResponse, open(sys.argv[1], "a")
class Read:
    @staticmethod
    def FromString(data):
        print(data.hex(), file=notes, flush=True)
        return PlayResponse.FromString(data)
referee_service_pb2.PlayResponse = Read
print(repr([sys.argv, dict(os.environ)]).encode().hex(), file=notes, flush=True)
class Scribe(Bot):
    def decide(self, decision):
        return decision.default
run(Scribe())
"""


def played(terms, *writable):
    async def play():
        async with opened(terms, pool_config(terms, [], writable=tuple(map(str, writable)))) as pool:
            for each in schedule(terms):
                assert not (await pool.play(*each)).end.void_reason

    asyncio.run(play())


def told(text: bytes, secret: bytes) -> bool:
    """Return whether somebody who has the text has the secret."""
    return any(each in text for each in (secret, secret.hex().encode(), b64encode(secret)))


@pytest.mark.parametrize(("dice", "seeds"), [("block", 1), ("match", 2)])
def test_a_bot_that_writes_down_all_it_receives_has_a_seed_only_where_each_match_has_its_own(tmp_path, dice, seeds):
    notes = tmp_path / "notes"
    terms = terms_of(tmp_path, {"name": "a", "spec": f"{script(tmp_path, SCRIBE)} {notes}"},
                     {"name": "b", "spec": "random"}, format={"kind": "round-robin", "dice": dice})
    played(terms, tmp_path)
    heard = [bytes.fromhex(line) for line in notes.read_text().splitlines()]
    overs = [said.match_over for said in map(PlayResponse.FromString, heard[1:]) if said.HasField("match_over")]
    assert [over.match_id for over in overs] == [match_id for match_id, *_ in schedule(terms)]
    assert len({seed for _, _, seed, _ in schedule(terms)}) == seeds
    for over, (_, _, seed, path) in zip(overs, schedule(terms), strict=True):
        record = read_record(path)
        assert record.footer.seed == seed, "whoever has the record can play it again"
        verify(record)
        assert told(b"\n".join(heard), commitment(seed))
        assert over.seed == (seed if dice == "match" else b"")
        assert told(b"\n".join(heard), seed) == (dice == "match")
        assert (over.digest, over.outcome) == (record.footer.digest, record.footer.outcome)
    assert not told(b"\n".join(heard), SECRET)
