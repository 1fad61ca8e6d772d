"""A ladder whose tables have one bot: the rules play the other seat, and that automa is the yardstick of all."""

from __future__ import annotations

import asyncio
import io
from collections import Counter

import pytest

from lawspeaker_engine.games import find_game
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.competition.ladder.ladder import Ladder
from lawspeaker_referee.competition.ladder.service import LadderService
from lawspeaker_referee.competition.ladder.standings import Standings
from lawspeaker_referee.competition.ledger import Ledger
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.referee import LadderSettings
from lawspeaker_referee.host.queue_config import QueueConfig
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.record.file import SUFFIX, read_record
from tests.referee.cli.conftest import run
from tests.referee.competition.ladder.ladder_bots import EMPTY, TOKENS, Books, faithful, played, states, verified
from tests.referee.server.live_server import Faithful, queue_server

__all__ = ["run"]

NORTHGARD = find_game("northgard")
OPTIONS = {"automa": 2}


async def _rated(ladder: Ladder) -> Standings:
    """The standings once all matches that were counted are rated."""
    while not (found := ladder.standings(EMPTY)).matches == found.rated == 6:  # noqa: ASYNC110 - in its own time
        await asyncio.sleep(0.01)
    return found


@pytest.mark.slow
def test_each_bot_plays_the_automa_alone_and_is_rated_by_it(tmp_path, run):
    config = QueueConfig(NORTHGARD, make_setup(NORTHGARD, 2, OPTIONS), Clock(None), tmp_path, bytes(32), "parley")
    url = f"sqlite:///{tmp_path}/ledger.db"

    async def test():
        hosting = LadderService(config, LadderSettings(url), make_log(io.StringIO()))
        async with queue_server(tmp_path, game=NORTHGARD, options=OPTIONS, matchmaking=hosting.ladder, tokens=TOKENS,
                                matches=6) as there, faithful(there.address, "ann", "bob"):
            hosting.start()
            await there.queue.complete.wait()
        found = await _rated(hosting.ladder)
        await hosting.close()
        return found

    found = asyncio.run(test())
    matches = {row.bot: row.matches for row in found.rows}
    assert (set(matches), sum(matches.values())) == ({"ann", "bob"}, 6)
    assert "automa-2 is no bot: the rules of the game play it in every match, and its rating is fixed at 1500" in \
        found.notes
    ledger = Ledger.open(url)
    results = ledger.results("parley")
    ledger.close()
    assert Counter(each.seats for each in results) == {(bot, "automa-2"): count for bot, count in matches.items()}
    for each in results:
        header = read_record(tmp_path / (each.match_id + SUFFIX)).header
        assert [seat.identity or seat.bot for seat in header.seats] == [each.seats[0], "automa"]
    again = LadderService(config, LadderSettings(url), make_log(io.StringIO())).ladder.standings(EMPTY)
    assert sorted((row.bot, row.points) for row in again.rows) == sorted((row.bot, row.points) for row in found.rows)
    report = run("tournament", "report", "parley", "--ledger", url)
    assert (report.code, "automa-2 is no bot" in report.out) == (0, True), report.err


def solo() -> Ladder:
    ladder = Ladder("parley", 1, make_log(io.StringIO()), automa="automa-2")
    ladder.keep(Books())
    return ladder


def test_the_automa_has_no_row_and_is_never_judged():
    ladder = solo()
    ladder.counted(played("parley-000001", ("ann", "automa-2")))
    ladder.verified("parley-000002", verified("parley-000002", "automa-2", seats=("ann", "automa-2")))
    assert states(ladder) == {"ann": "away"}


def test_a_bot_whose_token_has_the_name_of_the_automa_never_plays(tmp_path):
    tokens = {"ann": TOKENS["ann"], "automa-2": "e" * 20}

    async def test():
        async with queue_server(tmp_path, game=NORTHGARD, options=OPTIONS, matchmaking=solo(), tokens=tokens,
                                matches=3) as there:
            impostor = Faithful(there.address, tokens["automa-2"], 1)
            playing = asyncio.create_task(impostor.play())
            async with faithful(there.address, "ann"):
                await there.queue.complete.wait()
            playing.cancel()
            return impostor.overs, [line["identities"] for line in there.lines("match ended")]

    overs, seats = asyncio.run(test())
    assert overs == {}
    assert [bots[0] for bots in seats] == ["ann"] * 3
