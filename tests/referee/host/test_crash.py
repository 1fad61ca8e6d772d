"""End to end: a referee that is killed again and again, and nobody can tell from its records."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lawspeaker_engine.dice import match_seed
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.match.events import BotInfo, Joined
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import verify
from lawspeaker_referee.server.tokens import create
from lawspeaker_referee.version import RELEASE
from measure.nginx import kept_port
from tests.referee.cli.process import PARLEY_COMMAND
from tests.referee.match.match_driver import Drive, by_decision
from tests.referee.referee_file import referee_file
from tests.referee.server.live_server import Faithful

pytestmark = pytest.mark.slow

PATIENCE = 280.0
"""Seconds; a referee is started eight times, and pytest gives up after 300."""
SECRET = bytes(range(32))


class Mortal:
    """`lawspeaker serve` on one port and folder, as often as it is started."""

    def __init__(self, folder: Path, port: int, game: str, matches: int, options: dict[str, Any]) -> None:
        self.address = f"127.0.0.1:{port}"
        (folder / "secret").write_text(SECRET.hex() + "\n")
        self.tokens = [create(folder / "tokens", name) for name in ("ann", "bob")]
        self.records, self._log = folder / "records", folder / "log"
        self._command = [*PARLEY_COMMAND, "serve", str(referee_file(
            folder / "referee.toml", game=game, players=2, listen=self.address, name="cup", records=self.records,
            secret_file=folder / "secret", tokens=folder / "tokens", clock="none", matches=matches, options=options))]
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(self._command, stderr=log)

    def kill(self) -> None:
        """As `kill -9` does."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def lines(self, event: str) -> list[dict[str, Any]]:
        """The lines of all logs."""
        found = []
        for line in self._log.read_text().splitlines():
            with suppress(ValueError):  # a kill may have torn it
                found.append(json.loads(line))
        return [line for line in found if line["event"] == event]


async def played(place: Mortal, matches: int, kills: list[int]) -> list[Faithful]:
    """Play to the end, killing the referee whenever its bots have given so many more answers."""
    left, answers = list(kills), 0
    dead = asyncio.Event()

    def answered() -> None:
        nonlocal answers
        answers += 1
        if left and answers >= left[0] and not dead.is_set():
            left.pop(0)
            answers = 0
            assert place.process is not None
            place.process.kill()
            dead.set()

    players = [Faithful(place.address, token, min(matches, 3), answered) for token in place.tokens]
    playing = [asyncio.create_task(player.play()) for player in players]
    try:
        async with asyncio.timeout(PATIENCE):
            while True:
                dead.clear()
                place.start()
                assert place.process is not None
                code = await asyncio.to_thread(place.process.wait)
                if not dead.is_set():
                    assert code == 0, place._log.read_text()
                    return players
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        place.kill()


def undisturbed(game: str, match_id: str, options: dict[str, Any]) -> bytes:
    """The digest of the same match, played by the same bots without a network."""
    rules = GAMES[game]
    match = Match(rules, make_setup(rules, 2, options), match_id, match_seed(SECRET, match_id), Clock(None),
                  engine_version=RELEASE, started_unix_ms=0)
    drive = Drive.of(match, 0.0)
    for seat in range(2):
        drive.tell(Joined(seat, BotInfo("faithful")))
    drive.play(by_decision)
    assert drive.ended is not None and drive.ended.footer is not None
    return drive.ended.footer.digest


@pytest.mark.parametrize(("game", "options", "matches", "kills"), [
    ("parley", {"rounds": 3}, 20, 7), ("northgard", {}, 3, 4), ("clansmen", {}, 3, 4),
])
def test_end_to_end_a_referee_that_is_killed_at_any_step_goes_on_as_if_nothing_had_happened(
        tmp_path, game, options, matches, kills):
    random = Random(int(os.environ.get("CRASH_SEED", "7")))
    most = {"parley": 20, "northgard": 50, "clansmen": 40}[game]
    with kept_port() as port:
        place = Mortal(tmp_path, port, game, matches, options)
        players = asyncio.run(played(place, matches, [random.randint(1, most) for _ in range(kills)]))
    names = [f"cup-{number:06d}" for number in range(1, matches + 1)]
    assert sorted(path.name for path in place.records.glob("*.lsr*")) == [f"{name}.lsr" for name in names], (
        "none is lost, none is double, none is left unfinished")
    for name in names:
        verdict = verify(read_record(place.records / f"{name}.lsr"))
        assert verdict.ok, verdict.first_difference
        assert verdict.digest == undisturbed(game, name, options)
    assert len(place.lines("serving")) == kills + 1, "it was killed as often as it should be"
    assert place.lines("match resumed"), "and now and then in the middle of a match"
    assert all(not any(line["faults"]) for line in place.lines("match ended")), "and no bot suffered by it"
    assert any(player.again for player in players), "some were asked again what they had been asked before"
    for player in players:
        for over in player.overs.values():
            assert over.digest == undisturbed(game, over.match_id, options)
