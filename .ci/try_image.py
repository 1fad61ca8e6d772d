"""Run the images that `make test-image` has built: in their file systems, with bots outside.

    unshare --mount --net .venv/bin/python .ci/try_image.py

A container here is a process in the image's files, which it may not write, with the image's user, environment and
command. It needs root and buildah, and namespaces of its own, so that mounts and ports disturb nobody.
"""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from time import monotonic, sleep
from typing import Any, Final

from lawspeaker_bot import Bot, Decision, aio
from lawspeaker_referee.server.tokens import create

ROOT: Final = Path(__file__).parents[1]
PATIENCE: Final = 60.0
"""Seconds that a busy machine may take for one step."""
ADDRESS: Final = "127.0.0.1:50051"
COMPILERS: Final = ("cc", "gcc", "g++", "c++", "clang", "ld", "make", "cargo", "go")
LARGE: Final = ("numpy", "scipy", "sqlalchemy", "psycopg")
"""Packages that only the larger image has."""
PYTHON: Final = "opt/lawspeaker/lib/python3*/site-packages"


@dataclass(frozen=True)
class Container:
    """The file system of an image, mounted, and what its configuration says."""

    root: Path
    config: dict[str, Any]

    def command(self, words: Sequence[str]) -> list[str]:
        """Return the command that runs words in the image as its user."""
        user = self.config["User"]
        return ["chroot", f"--userspec={user}:{user}", "--groups=", str(self.root), "/usr/bin/env", "-i", "-C",
                self.config["WorkingDir"], *self.config["Env"], *words]

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run words to their end."""
        return subprocess.run(self.command(words), capture_output=True, text=True, check=False, timeout=PATIENCE)

    def health(self) -> tuple[int, str]:
        """Return the exit code and the error of the image's health check."""
        how, *words = self.config["Healthcheck"]["Test"]
        assert how == "CMD"
        done = self.run(*words)
        return done.returncode, done.stderr.strip()


@contextmanager
def container(image: str, volumes: dict[str, Path]) -> Iterator[Container]:
    """Mount an image read-only, with folders in it that may be written."""
    config = json.loads(_output("buildah", "inspect", "--type", "image", image))["Docker"]["config"]
    with ExitStack() as stack:
        working = _output("buildah", "from", image)
        stack.callback(_output, "buildah", "rm", working)
        root = Path(_output("buildah", "mount", working))
        stack.callback(_output, "buildah", "umount", working)
        for place in ("dev", "proc", "tmp", *(target.strip("/") for target in volumes)):
            (root / place).mkdir(exist_ok=True)
        mounts = [["--bind", root, root], ["-o", "remount,bind,ro", root], ["-t", "tmpfs", "none", root / "tmp"],
                  ["--bind", "/dev", root / "dev"], ["-t", "proc", "none", root / "proc"],
                  *(["--bind", source, root / target.strip("/")] for target, source in volumes.items())]
        stack.callback(_output, "umount", "--recursive", "--lazy", root)
        for mount in mounts:
            _output("mount", *mount)
        yield Container(root, config)


class Patient(Bot):
    """Takes defaults; at the third decision of its second match it waits until it may go on."""

    name = "patient"
    games = ("northgard",)

    def __init__(self) -> None:
        """`may` is set from outside when it may go on."""
        self.waits, self.may = Event(), Event()
        self.played = self.asked = 0

    def decide(self, decision: Decision) -> list[int]:
        """Return the default."""
        self.asked += self.played == 1
        if self.asked == 3:
            self.waits.set()
            self.may.wait()
        return decision.default

    def over(self, result: Any) -> None:
        """Count the match."""
        self.played += 1


def check_files(there: Container, *, large: bool) -> None:
    """Check that the image has what it needs, pinned, and nothing else."""
    packages, = there.root.glob(PYTHON)
    installed = {_plain(name): version for path in packages.glob("*.dist-info")
                 for name, version in [path.name.removesuffix(".dist-info").rsplit("-", 1)]}
    pinned = {(_plain(name), version) for name, version in
              re.findall(r"(?m)^([\w.-]+)==(\S+)", (ROOT / "requirements.lock").read_text())}
    strange = {each for each in installed.items() if not each[0].startswith("lawspeaker")} - pinned
    assert not strange, f"not as requirements.lock says: {strange}"
    assert large == all(name in installed for name in LARGE), installed
    assert large or not any(name in installed for name in LARGE), installed
    assert "pip" not in installed
    found = [path for folder in there.config["Env"][0].removeprefix("PATH=").split(":") for name in COMPILERS
             if (path := there.root / folder.strip("/") / name).exists()]
    assert not found, f"compilers: {found}"
    left = [path for path in ("src", "pip", "wheels", "root/.cache", "home/referee/.cache")
            if (there.root / path).exists()]
    assert not left, f"left over from the build: {left}"
    labels = there.config["Labels"]
    assert labels["org.opencontainers.image.licenses"] == "Apache-2.0"
    version = labels["org.opencontainers.image.version"]
    assert re.fullmatch(r"[0-9.]+(\+g[0-9a-f]{12}(\.dirty)?)?", version), version
    assert there.run("lawspeaker", "--version").stdout == f"lawspeaker {version}\n"
    assert there.config["User"] == "10001"
    assert "/records" in there.config["Volumes"]
    assert there.run("touch", "/home/referee/file").returncode != 0, "the root is read-only"


def serve_twice(there: Container, records: Path, tokens: list[str], log: Path) -> None:
    """Play matches, drain with one unfinished, start again and finish it; all records verify."""
    bots = [Patient() for _ in tokens]
    with ExitStack() as stack:
        threads = stack.enter_context(ThreadPoolExecutor())
        for bot in bots:
            stack.callback(bot.may.set)  # also if something fails, so that the threads end
        referee = stack.enter_context(started(there, log))
        playing = [threads.submit(asyncio.run, aio.run(bot, ADDRESS, token))
                   for bot, token in zip(bots, tokens, strict=True)]
        until(lambda: any(bot.waits.is_set() for bot in bots), log)
        assert len(list(records.glob("*.lsr"))) == 1
        assert there.health() == (0, "")
        assert b"\nlawspeaker_streams 2.0\n" in page("http://127.0.0.1:9090/metrics")

        referee.send_signal(signal.SIGTERM)
        until(lambda: events(log, "draining"), log)
        assert there.health() == (1, "NOT_SERVING")
        referee.send_signal(signal.SIGTERM)
        assert referee.wait(PATIENCE) == 0
        part, = records.glob("*.part")

        with started(there, log) as again:
            until(lambda: events(log, "match resumed"), log)
            assert [event["match"] + ".lsr.part" for event in events(log, "match resumed")] == [part.name]
            for bot in bots:
                bot.may.set()
            until(part.with_suffix("").exists, log)
            again.send_signal(signal.SIGTERM)
            assert again.wait(PATIENCE) == 0
        for each in playing:
            each.result(PATIENCE)
    assert {path.suffix for path in records.glob("northgard-*")} == {".lsr"}
    names = sorted(path.name for path in records.glob("*.lsr"))
    verified = there.run("lawspeaker", "verify", *(f"/records/{name}" for name in names))
    assert verified.returncode == 0, verified.stdout + verified.stderr
    print(f"lawspeaker:serve: {len(names)} matches played, {part.name} resumed, all verified")


def play_ladder(there: Container, tokens: list[str], log: Path) -> None:
    """Play a ladder until it has rated a match."""
    def rated() -> int:
        return int(json.loads(page("http://127.0.0.1:8080/standings.json"))["rated"])

    with ExitStack() as stack:
        referee = stack.enter_context(started(there, log, [
            "serve", "northgard", "--ladder", "--tokens", "/tokens/tokens.txt", "--records", "/records",
            "--standings", "127.0.0.1:8080"]))
        for token in tokens:
            bot = stack.enter_context(subprocess.Popen([sys.executable, "-m", "lawspeaker_bot.random_bot"],
                                                       env={"LAWSPEAKER_ADDRESS": ADDRESS, "LAWSPEAKER_TOKEN": token}))
            stack.callback(bot.kill)
        until(rated, log)
        print(f"lawspeaker: a ladder has rated {rated()} matches")
        referee.send_signal(signal.SIGTERM)
        assert referee.wait(PATIENCE) == 0


@contextmanager
def started(there: Container, log: Path, arguments: Sequence[str] = ()) -> Iterator[subprocess.Popen[bytes]]:
    """Start what the image starts, with its own arguments or these; wait until it serves, and kill it at the end."""
    before = len(events(log, "serving"))
    with log.open("ab") as end:
        process = subprocess.Popen(there.command([*there.config["Entrypoint"], *(arguments or there.config["Cmd"])]),
                                   stderr=end)
    try:
        until(lambda: len(events(log, "serving")) > before, log)
        yield process
    finally:
        process.kill()
        process.wait()


def until(true: Callable[[], object], log: Path) -> None:
    """Wait until something is true. Raises AssertionError with the log after PATIENCE."""
    end = monotonic() + PATIENCE
    while not true():
        assert monotonic() < end, log.read_text()[-3000:]
        sleep(0.05)


def page(url: str) -> bytes:
    """Return what a server of the referee answers."""
    with urllib.request.urlopen(url) as answer:  # noqa: S310 - addresses of this file
        data: bytes = answer.read()
    return data


def events(log: Path, event: str) -> list[dict[str, Any]]:
    """Return the lines of a log that tell of an event. Raises AssertionError for an error of the start."""
    texts = log.read_text().splitlines()
    assert all(text.startswith("{") for text in texts), "\n".join(texts)
    return [line for line in map(json.loads, texts) if line["event"] == event]


def _plain(name: str) -> str:
    return re.sub("[-_.]+", "-", name).lower()


def _output(*command: str | Path) -> str:
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def main() -> None:
    """Try both images."""
    _output("ip", "link", "set", "lo", "up")
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "tokens").mkdir()
        tokens = [create(folder / "tokens" / "tokens.txt", bot) for bot in ("ann", "bob")]
        (folder / "tokens" / "tokens.txt").chmod(0o644)
        for image in ("lawspeaker:serve", "lawspeaker"):
            records = folder / image.replace(":", "-")
            records.mkdir()
            with container(image, {"/records": records, "/tokens": folder / "tokens"}) as there:
                user = int(there.config["User"])
                _output("chown", f"{user}:{user}", records)
                check_files(there, large=image == "lawspeaker")
                log = folder / "log"
                log.write_text("")
                if image.endswith(":serve"):
                    serve_twice(there, records, tokens, log)
                else:
                    play_ladder(there, tokens, log)


if __name__ == "__main__":
    sys.exit(main())
