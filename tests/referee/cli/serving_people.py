"""A referee that serves people, as a process, and what the script of a seat's page does."""

from __future__ import annotations

import json
import re
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.cookiejar import CookieJar
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any

from tests.referee.cli.process import PARLEY_COMMAND, RefereeProcess

WITHIN = 60


class Browser:
    """What the script of a seat's page does, with cookies of its own."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.cookies = CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def get(self, part: str) -> Any:
        with self._opener.open(self.url + part, timeout=WITHIN) as answer:
            return json.loads(answer.read())

    def post(self, part: str, said: object = None) -> int:
        return self.post_bytes(part, json.dumps(said or {}).encode())

    def post_bytes(self, part: str, body: bytes) -> int:
        request = urllib.request.Request(self.url + part, body, {
            "Content-Type": "application/json", "Origin": self.url.partition("/seat/")[0]})
        try:
            with self._opener.open(request, timeout=WITHIN) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            error.close()
            return error.code

    def status(self, part: str) -> int:
        try:
            with self._opener.open(self.url + part, timeout=WITHIN) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            error.close()
            return error.code

    def follow(self, told: list[dict[str, Any]]) -> Thread:
        """Put what the page is told into a list from now on, whenever the referee says that there is news."""
        def ask() -> None:
            with suppress(OSError), self._opener.open(self.url + "events", timeout=WITHIN) as news:
                for line in news:
                    if line.startswith(b"data:"):
                        told.append(self.get("question"))
                        if told[-1]["over"]:
                            return

        listening = Thread(target=ask, daemon=True)
        listening.start()
        return listening

    def asked(self) -> dict[str, Any]:
        """Return the next open question."""
        until = monotonic() + WITHIN
        while monotonic() < until:
            if question := self.get("question").get("question"):
                return question
            sleep(0.05)
        raise AssertionError("nothing was asked")

    def play(self) -> dict[str, Any]:
        """Take the seat and answer defaults to the end of the match; what the page is told then."""
        assert self.post("claim") == 200
        until, last = monotonic() + WITHIN, -1
        while monotonic() < until:
            sleep(0.05)  # each request is a connection, of which an address has only so many a second
            if (frames := self.get("frames")) is None:
                continue
            if frames.get("live"):
                assert len(frames["eyes"]) == 1 and frames["eyes"][0]["eye"] >= 0 and "seed" not in frames["match"]
            told = self.get("question")
            if told["over"] and told["next"]:
                return told
            question = told.get("question")
            if question and frames.get("live"):
                assert frames["eyes"][0]["eye"] == question["seat"]
            if question and question["decision"] != last:
                last = question["decision"]
                self.post("answer", {"decision": last, "picks": question["default"]})
        raise AssertionError("the match did not end")


class Referee(RefereeProcess):
    """One that serves people, with their links."""

    def __init__(self, folder: Path, process: subprocess.Popen[str]) -> None:
        self._folder = folder
        super().__init__(process)

    def links(self) -> dict[str, str]:
        lines = (self._folder / "seats.txt").read_text().splitlines()
        return dict(re.split(r"\s+", line) for line in lines)


@contextmanager
def serving(folder: Path, people: str = 'names = ["ann", "bob"]', more: str = "",
            tables: str = "", game: str = "parley") -> Iterator[Referee]:
    listen = "" if "listen" in people else 'listen = "127.0.0.1:0"'
    (folder / "referee.toml").write_text(
        f'game = "{game}"\nlisten = "127.0.0.1:0"\nname = "evening"\nclock = "20s"\n{more}\n'
        f'[people]\n{people}\n{listen}\n{tables}\n')
    process = subprocess.Popen([*PARLEY_COMMAND, "serve", "referee.toml"], cwd=folder, stderr=subprocess.PIPE,
                               text=True)
    try:
        yield Referee(folder, process)
    finally:
        process.kill()
        process.communicate()


def records(folder: Path) -> list[Path]:
    return sorted((folder / "records").glob("*.lsr"))
