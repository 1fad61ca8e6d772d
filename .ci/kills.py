"""Plays matches through `lawspeaker serve` while bots and referee are killed at random: `make soak KILLS=1 GAMES=n`.

Now and then a bot also breaks the rules, which voids its match, so that it is played again. At the end every match has
one record with an end, all of them verify, and nothing is left unfinished.
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

from ledger import Ledger, audit

from lawspeaker_engine.games import GAMES
from lawspeaker_referee.record.file import SUFFIX
from lawspeaker_referee.server.tokens import create

NAME = "kills"
CLOCK = "1s,first=10s,reconnect=60s"
FAULTS = "[faults]\nillegal = 'void'\n"
TABLES = 2
"""Of so many tables' bots there are always some that play with others."""
LOOK_EVERY = 0.02
REPORT_EVERY = 10.0
BETWEEN_KILLS = (0.1, 1.5)
AFTER_A_REFEREE = 2.0
"""Seconds more for the next one to start and its bots to come back: else nobody would play on a busy machine."""
SHARE_OF_REFEREES = 0.3
SHARE_WHILE_IT_STARTS = 0.1
"""Kills that hit a referee which nobody can dial yet."""
BOT = """
import asyncio
from random import random, uniform
from lawspeaker_bot import run
from lawspeaker_bot.random_bot import RandomBot

class Slow(RandomBot):
    max_matches, quick = 8, False

    async def decide(self, decision):
        await asyncio.sleep(uniform(0, 0.02))
        if decision.decision_id == 20 and "-try" not in decision.match_id and random() < 0.05:
            return [decision.option_count]
        return super().decide(decision)

run(Slow())
"""


class Soak:
    """A referee on a folder of its own, its bots, and who kills them."""

    def __init__(self, game: str, players: int, matches: int, place: Path) -> None:
        self.kills: Counter[str] = Counter()
        self._records, self._log = place / "records", place / "referee.log"
        self._game, self._matches = game, matches
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port = free.getsockname()[1]
        address = f"127.0.0.1:{self._port}"
        tokens, settings = place / "tokens.txt", place / "referee.toml"
        settings.write_text(
            f'game = "{game}"\nplayers = {players}\nlisten = "{address}"\nrecords = "{self._records}"\n'
            f'name = "{NAME}"\nmatches = {matches}\ntokens = "{tokens}"\nclock = "{CLOCK}"\n{FAULTS}',
            encoding="utf-8")
        self._environments = [
            os.environ | {"LAWSPEAKER_ADDRESS": address, "LAWSPEAKER_TOKEN": create(tokens, f"bot-{number}")}
            for number in range(players * TABLES)]
        self._serve = [sys.executable, "-m", "lawspeaker_referee", "serve", str(settings)]
        self._files = ExitStack()
        self._log_file = self._files.enter_context(self._log.open("ab"))
        self._bots_file = self._files.enter_context((place / "bots.log").open("ab"))
        self._random = Random()

    def run(self, until: float) -> None:
        """Play all matches. Raises RuntimeError if the referee ends with an error, or the time is up."""
        began = reported = monotonic()
        with self._files:
            referee, bots = self._referee(), [self._bot(number) for number in range(len(self._environments))]
            try:
                next_kill = self._next_kill()
                while (code := referee.poll()) is None:
                    now = monotonic()
                    if now > until:
                        raise RuntimeError(f"the time is up, and {self._finished()} of {self._matches} matches are "
                                           "over")
                    bots = [bot if bot.poll() is None else self._bot(number) for number, bot in enumerate(bots)]
                    if now > next_kill:
                        next_kill, before = self._next_kill(), referee
                        if self._listens() or self._random.random() < SHARE_WHILE_IT_STARTS:
                            referee = self._kill(referee, bots)
                        next_kill += AFTER_A_REFEREE if referee is not before else 0.0
                    if now > reported + REPORT_EVERY:
                        reported = now
                        self._report(now - began)
                    sleep(LOOK_EVERY)
                if code:
                    raise RuntimeError(f"the referee ended with exit code {code}")
            finally:
                for process in (referee, *bots):
                    process.kill()
                    process.wait()

    def audit(self) -> Ledger:
        """Return what became of the matches. Raises RuntimeError if that is not all they should be."""
        ledger = audit(self._records, NAME, [line for line in self.lines("match ended") if "digest" in line])
        wrong = ledger.wrong
        if ledger.finished != self._matches:
            wrong.append(f"{ledger.finished} matches finished, should be {self._matches}")
        for event in ("match failed", "record failed"):  # a rerun mends them, but they are faults of ours
            wrong += [f"{event}: {line['match']}" for line in self.lines(event)]
        if wrong:
            raise RuntimeError("; ".join(wrong))
        return ledger

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

    def _report(self, seconds: float) -> None:
        done = self._finished()
        left = f"about {seconds / done * (self._matches - done):.0f} s left" if done else "none to tell by yet"
        print(f"{self._game}: {done} of {self._matches} matches, {self.kills['referee']} kills of the referee, "
              f"{self.kills['bots']} of bots, {left}", flush=True)

    def _referee(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(self._serve, stderr=self._log_file)

    def _bot(self, number: int) -> subprocess.Popen[bytes]:
        return subprocess.Popen([sys.executable, "-c", BOT], env=self._environments[number],
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

    def _listens(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self._port), timeout=1.0).close()
        except OSError:
            return False
        return True

    def _next_kill(self) -> float:
        return monotonic() + self._random.uniform(*BETWEEN_KILLS)

    def _finished(self) -> int:
        return len(list(self._records.glob(f"*{SUFFIX}")))


def play_with_kills(wanted: int, seconds: float) -> None:
    """So many matches in so many seconds at most, shared out among the games. Raises RuntimeError.

    What a failure leaves stays where it is, for looking at.
    """
    began = monotonic()
    totals: Counter[str] = Counter()
    for number, game in enumerate(GAMES.values()):
        matches = wanted // len(GAMES) + (number < wanted % len(GAMES))
        if matches:
            totals += one_soak(game.name, min(game.players), matches, began + seconds)
    print(f"all: {_told(totals)}; {monotonic() - began:.0f} s", flush=True)


def one_soak(game: str, players: int, matches: int, until: float) -> Counter[str]:
    """Matches of one game; what happened, in numbers. Raises RuntimeError."""
    place = Path(mkdtemp(prefix="lawspeaker-kills-"))
    began = monotonic()
    soak = Soak(game, players, matches, place)
    try:
        soak.run(until)
        ledger = soak.audit()
    except Exception:
        print(f"{game}: records and logs are in {place}", file=sys.stderr)
        raise
    counts = Counter({"matches": ledger.finished, "kills of the referee": soak.kills["referee"],
                      "kills of bots": soak.kills["bots"], "matches taken up again": len(soak.lines("match resumed")),
                      "voided and played again": ledger.voided})
    shutil.rmtree(place)
    print(f"{game}: {_told(counts)}; {monotonic() - began:.0f} s", flush=True)
    return counts


def _told(counts: Counter[str]) -> str:
    return ", ".join(f"{number} {what}" for what, number in counts.items()) + "; 0 lost, 0 double, 0 unverified"
