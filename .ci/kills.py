"""Plays matches through `lawspeaker serve` while bots and referee are killed at random: `make soak KILLS=1 GAMES=n`.

At the end every match has one record, all of them verify, and nothing is left unfinished.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from time import monotonic, sleep

from lawspeaker_engine.games import GAMES
from lawspeaker_referee.record import SUFFIX, read_record
from lawspeaker_referee.replay import verify
from lawspeaker_referee.token_file import create

NAME = "kills"
CLOCK = "1s,first=10s,reconnect=60s"
LOOK_EVERY = 0.02
BETWEEN_KILLS = (0.1, 1.5)
SHARE_OF_REFEREES = 0.3
BOT = """
import asyncio
from random import uniform
from lawspeaker_bot import run
from lawspeaker_bot.bots.random import RandomBot

class Slow(RandomBot):
    max_matches, quick = 8, False

    async def decide(self, decision):
        await asyncio.sleep(uniform(0, 0.02))
        return super().decide(decision)

run(Slow())
"""


class Soak:
    """A referee on a folder of its own, its bots, and who kills them."""

    def __init__(self, game: str, players: int, matches: int, place: Path) -> None:
        self.kills: Counter[str] = Counter()
        self.records, self._log = place / "records", place / "referee.log"
        self._matches, self._players = matches, players
        with socket.create_server(("127.0.0.1", 0)) as free:
            address = f"127.0.0.1:{free.getsockname()[1]}"
        tokens = place / "tokens.txt"
        self._environments = [
            os.environ | {"LAWSPEAKER_ADDRESS": address, "LAWSPEAKER_TOKEN": create(tokens, f"bot-{number}")}
            for number in range(players)]
        self._serve = [
            sys.executable, "-m", "lawspeaker_referee", "serve", game, "--players", str(players), "--listen", address,
            "--records", str(self.records), "--name", NAME, "--matches", str(matches), "--tokens", str(tokens),
            "--clock", CLOCK]
        self._files = ExitStack()
        self._log_file = self._files.enter_context(self._log.open("ab"))
        self._bots_file = self._files.enter_context((place / "bots.log").open("ab"))
        self._random = Random()

    def run(self, until: float) -> None:
        """Play all matches. Raises RuntimeError if the referee ends with an error, or the time is up."""
        with self._files:
            referee, bots = self._referee(), [self._bot(number) for number in range(self._players)]
            try:
                next_kill = self._next_kill()
                while (code := referee.poll()) is None:
                    if monotonic() > until:
                        raise RuntimeError(f"the time is up, and {self._finished()} of {self._matches} matches are "
                                           "over")
                    bots = [bot if bot.poll() is None else self._bot(number) for number, bot in enumerate(bots)]
                    if monotonic() > next_kill:
                        next_kill = self._next_kill()
                        referee = self._kill(referee, bots)
                    sleep(LOOK_EVERY)
                if code:
                    raise RuntimeError(f"the referee ended with exit code {code}")
            finally:
                for process in (referee, *bots):
                    process.kill()
                    process.wait()

    def check(self) -> None:
        """Raises RuntimeError if a record is missing, more than there should be, unfinished, or does not verify."""
        want = {f"{NAME}-{number:06d}{SUFFIX}" for number in range(1, self._matches + 1)}
        found = {path.name for path in self.records.iterdir() if not path.name.startswith(".")}
        if found != want:
            raise RuntimeError(f"missing: {sorted(want - found)}; too many: {sorted(found - want)}")
        ended = Counter(line["match"] for line in self.lines("match ended"))
        if double := [match for match, times in ended.items() if times > 1]:
            raise RuntimeError(f"ended more than once: {double}")
        digests = {line["match"]: line["digest"] for line in self.lines("match ended")}
        for name in sorted(want):
            record = read_record(self.records / name)
            verdict = verify(record)
            if not verdict.ok:
                raise RuntimeError(f"{name}: {verdict.first_difference}")
            told = digests.get(record.header.match_id)
            if told is not None and told != verdict.digest.hex():
                raise RuntimeError(f"{name}: the log tells of another game than the record")

    def lines(self, event: str) -> list[dict[str, str]]:
        """The referee's log, those lines; what a kill cut off is no line."""
        found = []
        for line in self._log.read_text(encoding="utf-8").splitlines():
            try:
                entry = json.loads(line)
            except ValueError:
                continue
            if entry.get("event") == event:
                found.append(entry)
        return found

    def _referee(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(self._serve, stderr=self._log_file)  # noqa: S603 - our own command

    def _bot(self, number: int) -> subprocess.Popen[bytes]:
        return subprocess.Popen([sys.executable, "-c", BOT], env=self._environments[number],  # noqa: S603 - likewise
                                stderr=self._bots_file)

    def _kill(self, referee: subprocess.Popen[bytes], bots: list[subprocess.Popen[bytes]]) -> subprocess.Popen[bytes]:
        """SIGKILL to somebody; the referee that runs from now on. A bot's place is taken by the next look."""
        first = not self.kills["referee"]  # so that every soak has one
        if (first or self._random.random() < SHARE_OF_REFEREES) and referee.poll() is None:
            self.kills["referee"] += 1
            referee.kill()
            referee.wait()
            self._log_file.write(b"\n")  # the next one begins a line of its own
            self._log_file.flush()
            return self._referee()
        self.kills["bots"] += 1
        self._random.choice(bots).kill()
        return referee

    def _next_kill(self) -> float:
        return monotonic() + self._random.uniform(*BETWEEN_KILLS)

    def _finished(self) -> int:
        return len(list(self.records.glob(f"*{SUFFIX}")))


def play_with_kills(wanted: int, seconds: float) -> None:
    """So many matches, shared out among the games; each game has its share of the seconds. Raises RuntimeError.

    What a failure leaves stays where it is, for looking at.
    """
    for number, game in enumerate(GAMES.values()):
        matches = wanted // len(GAMES) + (number < wanted % len(GAMES))
        if not matches:
            continue
        place = Path(mkdtemp(prefix="lawspeaker-kills-"))
        began = monotonic()
        soak = Soak(game.name, min(game.players), matches, place)
        try:
            soak.run(began + seconds / len(GAMES))
            soak.check()
        except Exception:
            print(f"{game.name}: records and logs are in {place}", file=sys.stderr)
            raise
        resumed = len(soak.lines("match resumed"))
        shutil.rmtree(place)
        print(f"{game.name}: {matches} matches, {soak.kills['referee']} kills of the referee, {soak.kills['bots']} of "
              f"bots, {resumed} times a match was taken up again; all records there, once, and verified; "
              f"{monotonic() - began:.0f} s", flush=True)
