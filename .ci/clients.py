"""Build the SDK of every language, run its tests, certify its bots, and let all play: `make test-clients`.

These are steps, which can be taken alone: `sdk` builds, lints and tests, and needs no referee; `certify` tests with a
referee; in `play` the bots of all languages play; `match` is the first game of `play`, once.

A language whose toolchain is missing is left out with a message; with LAWSPEAKER_ALL_CLIENTS=1 that is an error.

As many languages are built and tested at the same time as there are cores: compilers seldom keep more than one busy.

Bots of all languages then play the games below together, and the Python bots of the same names play them once more.
Both must decide the same, so the digests must be equal. So must those of games of the example bots, which Python has
not, whatever language sits on which seat. In one more game the bots dial a port of the loopback, while variables of the
environment name a proxy that is not there. At last bots of all languages connect to a tournament, whose runner is
killed in the middle.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from itertools import compress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lawspeaker_referee.config.sandbox import Sandbox

CLIENTS = Path(__file__).resolve().parent.parent / "clients"
ALL_VARIABLE = "LAWSPEAKER_ALL_CLIENTS"
TOOLS = {
    "rust": ("cargo", "rustc"),
    "cpp": ("cmake", "ninja", "c++", "protoc", "grpc_cpp_plugin", "clang-format"),
    "java": ("java", "mvn"),
    "go": ("go",),
    "typescript": ("node", "npm"),
}
"""Language -> the programs that its Makefile needs; what takes longest is begun first."""
COMMITTED_STUBS = frozenset({"go", "rust", "typescript"})
"""The languages whose stubs are committed, and may drift from proto/; the builds of the others generate theirs."""
TARGETS = ("build", "check", "test")
WITH_REFEREE = frozenset({"go", "rust"})
"""The languages with tests that play through the referee; the others only play transcripts."""
STEPS = ("sdk", "certify", "play")
"""Those that are taken if none is named."""
BOTS = ("random", "example")
SEEDS = 5
MOVE_TIME = 30.0


@dataclass(frozen=True, slots=True)
class Play:
    """A game that bots of all languages play together."""

    game: str
    bot: str
    players: int
    options: Mapping[str, bool | int | str] = field(default_factory=dict)


PLAYS = (
    Play("northgard", "random", 5),
    Play("northgard", "random", 5, {"clans": "random", "creatures": "horizons"}),
    Play("clansmen", "random", 6),
    Play("pax_viking", "random", 6),
)

EXAMPLE_PLAY = Play("northgard", "example", 5)
PROXIED_PLAY = Play("clansmen", "random", 6)
PROXY_VARIABLES = tuple(spelled for name in ("http_proxy", "https_proxy", "grpc_proxy", "all_proxy")
                        for spelled in (name, name.upper()))


def main() -> int:
    """Return 0 if all went well, 1 otherwise."""
    # In the background of a shell Ctrl-C is ignored, by all children too; tests send it to bots.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE", help=f"of {', '.join(TOOLS)}; all if none is named")
    parser.add_argument("--steps", nargs="+", choices=(*STEPS, "match"), default=STEPS, help="default: %(default)s")
    parser.add_argument("--proto", action="store_true", help="make the committed stubs again, and nothing else")
    arguments = parser.parse_args()
    if unknown := set(arguments.languages) - TOOLS.keys():
        parser.error(f"no SDK for {', '.join(sorted(unknown))}; there are {', '.join(TOOLS)}")
    here = list(present(arguments.languages or TOOLS))
    if len(here) < len(arguments.languages or TOOLS) and os.environ.get(ALL_VARIABLE) == "1":
        print(f"{ALL_VARIABLE}=1 asks for all of them", file=sys.stderr)
        return 1
    if arguments.proto:
        return min(1, sum(not make(language, ["proto"]) for language in here if language in COMMITTED_STUBS))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        made = list(pool.map(lambda language: make(language, targets(language, arguments.steps)), here))
        built = list(compress(here, made))
        good = list(pool.map(certified, built)) if "certify" in arguments.steps else []
    if "play" in arguments.steps:
        good += [plays_alike(built, PLAYS, SEEDS), examples_agree(built), plays_beside_a_proxy(built),
                 at_an_event(built)]
    elif "match" in arguments.steps:
        good.append(plays_alike(built, PLAYS[:1], 1))
    return 0 if all(made) and all(good) else 1


def present(languages: Iterable[str]) -> Iterable[str]:
    """Yield the languages whose toolchains are here; print a line for each of the others."""
    for language in languages:
        missing = [tool for tool in TOOLS[language] if shutil.which(tool) is None]
        if missing:
            print(f"{language}: left out, there is no {' and no '.join(missing)} here", flush=True)
        else:
            yield language


def targets(language: str, steps: Sequence[str]) -> Sequence[str]:
    """Return what an SDK's Makefile is asked for: the check of its stubs first, if they are committed."""
    last = ("test-referee",) if "certify" in steps and language in WITH_REFEREE else ()
    if "sdk" not in steps:
        return (*TARGETS[:1], *last)
    return (*(("proto-check",) if language in COMMITTED_STUBS else ()), *TARGETS, *last)


def make(language: str, targets: Sequence[str]) -> bool:
    """Make these targets of an SDK's Makefile; return True if all of them succeed."""
    for target in targets:
        began = monotonic()
        command = ["make", "--silent", "--no-print-directory", "-C", str(CLIENTS / language), target]
        if not run_step(f"{language}: {target}", command, began):
            return False
    return True


def run_step(what: str, command: Sequence[str], began: float) -> bool:
    """Run a command, print a line with its result, and its output if it fails; return True if it succeeds."""
    done = subprocess.run(command, check=False, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True)
    print(f"{what} {'failed' if done.returncode else 'ok'}, {monotonic() - began:.0f} s", flush=True)
    if done.returncode:
        print(done.stdout, file=sys.stderr)
    return not done.returncode


def environment() -> dict[str, str]:
    """Return our environment with the commands of this Python first, and with ccache if it is installed."""
    return os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"} | ccache()


def ccache() -> dict[str, str]:
    """Return the variables that let CMake use ccache; none if it is not installed.

    Paths below CCACHE_BASEDIR count as relative ones: the messages that are compiled here are found in starters again.
    """
    if shutil.which("ccache") is None:
        return {}
    return {"CMAKE_CXX_COMPILER_LAUNCHER": "ccache", "CCACHE_NOHASHDIR": "1", "CCACHE_BASEDIR": str(CLIENTS / "cpp")}


def certified(language: str) -> bool:
    """Return True if the bots of an SDK pass every trial."""
    bots = [str(CLIENTS / language / "build" / bot) for bot in BOTS]
    return all(run_step(f"{language}: certify {Path(bot).name}", ["lawspeaker", "certify", "--bot", f"cmd:{bot}"],
                        monotonic()) for bot in bots)


def plays_alike(languages: Sequence[str], plays: Sequence[Play], seeds: int) -> bool:
    """Let the bots of these languages play; return True if each digest is that of the Python bots' game."""
    alike = True
    for play in plays if languages else ():
        began = monotonic()
        for seed in range(seeds):
            # each seed shifts the languages by one seat
            seats = seated(languages, play, seed)
            mixed = digest(play, seed, commands(seats, play))
            twins = digest(play, seed, [play.bot] * play.players, in_process=True)
            if mixed != twins:
                alike = False
                print(f"{play.game}, {play.bot}, seed {seed}, {', '.join(seats)}: digest {mixed}, and {twins} of the "
                      "twins in Python", file=sys.stderr)
        print(f"{play.game}: {seeds} games of {play.players} {play.bot} bots in {', '.join(languages)} "
              f"{'like' if alike else 'not like'} their twins, {monotonic() - began:.0f} s", flush=True)
    return alike


def examples_agree(languages: Sequence[str]) -> bool:
    """Let the example bots play one game, once with each language on each seat; return True if the digest stays."""
    began, digests = monotonic(), {}
    for shift in range(len(languages)):
        seats = seated(languages, EXAMPLE_PLAY, shift)
        digests[", ".join(seats)] = digest(EXAMPLE_PLAY, 0, commands(seats, EXAMPLE_PLAY))
    alike = len(set(digests.values())) <= 1
    for order, found in () if alike else digests.items():
        print(f"{EXAMPLE_PLAY.game}, {EXAMPLE_PLAY.bot}, {order}: digest {found}", file=sys.stderr)
    print(f"{EXAMPLE_PLAY.game}: the example bots in {', '.join(languages)} "
          f"{'agree' if alike else 'do not agree'}, {monotonic() - began:.0f} s", flush=True)
    return alike


def seated(languages: Sequence[str], play: Play, shift: int = 0) -> list[str]:
    """Return the language of each seat of a game, so many seats further."""
    return [languages[(seat + shift) % len(languages)] for seat in range(play.players)]


def commands(seats: Sequence[str], play: Play) -> list[str]:
    """Return what starts the bots of these languages."""
    return [f"cmd:{CLIENTS / language / 'build' / play.bot}" for language in seats]


def plays_beside_a_proxy(languages: Sequence[str]) -> bool:
    """Let the bots play once at a port, with a proxy in their environment; return True if all of them join."""
    if not languages:
        return True
    from lawspeaker_referee.config.sandbox import Sandbox
    from lawspeaker_referee.host.process.bot import BotFailed
    from lawspeaker_referee.host.single_match import MatchFailed

    began, play = monotonic(), PROXIED_PLAY
    bots = commands(seated(languages, play), play)
    with proxy_named():
        try:
            digest(play, 0, bots, sandbox=Sandbox(network="host", variables=PROXY_VARIABLES))
        except (BotFailed, MatchFailed) as error:
            print(f"with a proxy in the environment: {error}", file=sys.stderr)
            return False
    print(f"{play.game}: {', '.join(languages)} joined beside a proxy, {monotonic() - began:.0f} s", flush=True)
    return True


def at_an_event(languages: Sequence[str]) -> bool:
    """Let a bot of each language connect to a tournament, and kill its runner; return True if all of it is played."""
    from lawspeaker_referee.competition.ledger import LedgerQueries
    from lawspeaker_referee.server.tokens import create

    if len(languages) < 2:
        return True
    began = monotonic()
    with TemporaryDirectory() as place, ExitStack() as stack:
        folder = Path(place)
        held = stack.enter_context(socket.socket())  # bound and silent, so that nobody else gets the port
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{held.getsockname()[1]}"
        entrants = "".join(f'[[bots]]\nname = "{each}"\nspec = "token:{each}"\n' for each in languages)
        (folder / "event.toml").write_text(
            f'name = "event"\ngame = "clansmen"\nplayers = 2\nrecords = "{folder}/records"\n'
            'format = { kind = "round-robin", rounds = 2 }\n'
            f'[listen]\naddress = "{address}"\ntokens = "{folder}/tokens.txt"\nwait = "1m"\n{entrants}',
            encoding="utf-8")
        for each in languages:
            token = create(folder / "tokens.txt", each)
            bot = stack.enter_context(subprocess.Popen([str(CLIENTS / each / "build" / "random")], env=os.environ | {
                "LAWSPEAKER_ADDRESS": address, "LAWSPEAKER_TOKEN": token}, stderr=subprocess.DEVNULL))
            stack.callback(bot.kill)
        run = [sys.executable, "-m", "lawspeaker_referee", "tournament", "run", str(folder / "event.toml"), "--quiet"]

        file = folder / "records/ledger.db"

        def counted() -> int:
            if not file.exists():
                return 0
            with closing(LedgerQueries.open_to_read(f"sqlite:///{file}")) as ledger:
                return ledger.progress("event").counted if "event" in ledger.tournaments() else 0

        with subprocess.Popen(run, stdout=subprocess.DEVNULL) as runner:
            while runner.poll() is None and counted() < 2:
                sleep(0.05)
            runner.kill()
        done = subprocess.run(run, check=False, stdout=subprocess.DEVNULL, timeout=300)
        with closing(LedgerQueries.open_to_read(f"sqlite:///{file}")) as ledger:
            faults = sum(sum(each.faults) for each in ledger.results("event"))
            progress = ledger.progress("event")
            found, wanted = progress.counted, progress.scheduled
    print(f"clansmen: {', '.join(languages)} at a tournament whose runner was killed: {found} of {wanted} matches, "
          f"{faults} faults, {monotonic() - began:.0f} s", flush=True)
    return done.returncode == 0 and found == wanted and not faults


@contextmanager
def proxy_named() -> Iterator[None]:
    """Let every variable of the environment that names a proxy name a port at which nobody listens."""
    before = dict(os.environ)
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        os.environ.update(dict.fromkeys(PROXY_VARIABLES, f"http://127.0.0.1:{nobody.getsockname()[1]}"))
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(before)


def digest(play: Play, seed: int, bots: Sequence[str], *, in_process: bool = False,
           sandbox: Sandbox | None = None) -> str:
    """Play a game and return its last digest. Raises BotFailed and MatchFailed."""
    # Here, because an SDK's own build and tests depend on none of it.
    from lawspeaker_engine.dice import match_seed
    from lawspeaker_engine.games import GAMES
    from lawspeaker_engine.setups import make_setup
    from lawspeaker_referee.config.bot_specs import SeatSpec
    from lawspeaker_referee.host.single_match import play_match

    game = GAMES[play.game]
    setup = make_setup(game, play.players, play.options)
    name = f"clients-{seed}"
    result = play_match(game, setup, [SeatSpec.parse(bot) for bot in bots], seed=match_seed(b"clients", name),
                        match_id=name, move_time=MOVE_TIME, in_process=in_process, sandbox=sandbox)
    return result.digest.hex()


if __name__ == "__main__":
    sys.exit(main())
