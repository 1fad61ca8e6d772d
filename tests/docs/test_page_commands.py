"""The tests run fenced blocks of docs/ as a reader would, if no other test does.

Changes to what is shown are named where they are made: ports of this machine may be taken, so the system chooses
others; counts are smaller where nothing but the time depends on them.
"""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import subprocess
import sys
import sysconfig
import time
import urllib.request
from collections.abc import Callable
from contextlib import closing

import pytest

from lawspeaker_referee.devtools.certify.findings import ADVICE
from tests.docs.page import PATIENCE, ROOT, Checkout, blocks, changed, form, session, statements
from tests.programs import need

pytestmark = pytest.mark.slow

EAGER, = (each.text for each in blocks("README.md") if each.first.startswith("from lawspeaker."))
"""The bot that stands for the reader's own."""
ANY_PORT = {"127.0.0.1:50051": "127.0.0.1:0"}
SERVING = r'"port": (\d+).*"event": "serving"'


def shown(page: str, first: str, number: int = 0) -> str:
    """The text of a block of docs/; of several that begin alike, that of this number."""
    return [each.text for each in blocks(f"docs/{page}") if each.first.startswith(first)][number]


def asked(found: re.Match[str]) -> None:
    """A page at the address that was told can be opened."""
    urllib.request.urlopen(found[1]).close()


@pytest.fixture
def place(tmp_path):
    """A new folder like a checkout, with the reader's bot."""
    (tmp_path / "my_bot.py").write_text(EAGER, encoding="utf-8")
    return Checkout(tmp_path)


def dial(place: Checkout, command: str, **variables: object) -> subprocess.Popen[str]:
    """A bot as a process of its own."""
    words = command
    for name, value in variables.items():
        words = re.sub(rf"LAWSPEAKER_{name}=\S+", f"LAWSPEAKER_{name}={value}", words)
    return subprocess.Popen(["bash", "-c", re.sub(r"((?:\w+=\S+ )+)", r"\1exec ", words, count=1)], cwd=place.folder,
                            env=place.environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def ended(bot: subprocess.Popen[str]) -> tuple[int, str]:
    """The exit code of a bot that ends, and what it printed."""
    try:
        said, _ = bot.communicate(timeout=PATIENCE)
    finally:
        bot.kill()
    return bot.returncode, said


def until(true: Callable[[], object], said: str) -> None:
    """Wait for what another process does."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, said
        time.sleep(0.05)


# --- the games ---


@pytest.mark.parametrize("page", ["northgard.md", "clansmen.md", "pax-viking.md"])
def test_the_games_are_played_and_described(page, place):
    """The bots play in this process: README.md shows that they do as processes."""
    game = page.removesuffix(".md").replace("-", "_")
    for command in statements(shown(page, f"lawspeaker play {game}")):
        said = place.call(command.replace("--bot", "--in-process --bot"))
        assert (" over: " in said) is command.startswith("lawspeaker play"), said
    record, = place.folder.glob("*.lsr")
    assert place.call(f"lawspeaker verify {record.name}").startswith("ok ")


@pytest.mark.parametrize(("page", "first", "changes", "lines"), [
    ("northgard.md", "python docs/automa_strength.py", {"--games 200 1 2 3 4 5 6 7 8": "--games 1 1 8"}, 4),
    ("clansmen.md", ".venv/bin/python -m measure.compare", {"--games 200": "--games 2"}, 1),
    ("clansmen.md", ".venv/bin/python -m measure.places", {"--players 2 3 4 5 6 --games": "--players 2 --games 1"}, 1),
    ("northgard.md", ".venv/bin/python -m measure.places", {"--players 2 3 --games": "--players 2 --games 1"}, 1),
    ("pax-viking.md", ".venv/bin/python -m measure.places pax_viking --players",
     {"--players 2 3 4 5 6 --games": "--players 2 --games 1"}, 4),
    ("pax-viking.md", ".venv/bin/python -m measure.places pax_viking --difficulties", {"--games 200": "--games 1"}, 16),
    ("reference-bots.md", ".venv/bin/python -m measure.search_arena",
     {"--games 100": "--games 1", "--games 40": "--games 1",
      "--thinking 50playouts": "--thinking 1playouts",
      "--thinking 1s": "--thinking 1playouts", "--against 100ms": "--against 1playouts"}, 2),
])
def test_the_scripts_that_measure_games_run(page, first, changes, lines, place):
    said = place.run(changed(shown(page, first), changes))
    assert len(said.splitlines()) == lines, said


def test_a_copied_game_is_installed_tested_and_played(tmp_path, place):
    """The steps of adding-a-game.md, but that the copy keeps its name; pip takes nothing from an index.

    So Debian's protoc makes the stubs, not that of grpcio-tools.
    """
    environment = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    packages, = environment.glob("lib/python*/site-packages")
    (packages / "others.pth").write_text(f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n")
    command = environment / "bin/lawspeaker"
    command.write_text(f"#!{environment}/bin/python\nfrom lawspeaker_referee.__main__ import main\nmain()\n")
    command.chmod(0o755)
    place.environment |= {
        "PATH": f"{environment}/bin:{place.environment['PATH']}", "PIP_PYTHON": f"{environment}/bin/python",
        "PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    assert "tinygame" in place.run(shown("adding-a-game.md", "cp -r"))
    messages = changed(shown("adding-a-game.md", "pip install grpcio-tools"), {
        "pip install grpcio-tools\n": "", "python -m grpc_tools.protoc": f"{need('protoc')[0]}",
        "lawspeaker_mygame": "lawspeaker_tinygame", "proto mygame": "proto tinygame", "mygame.proto": "tinygame.proto"})
    assert place.run(messages) == "wrote tinygame.proto\n"
    assert " passed" in place.run(changed(shown("adding-a-game.md", "python -m pytest"), {"pytest": "pytest -q"}))
    said = place.run(changed(shown("adding-a-game.md", "lawspeaker play mygame"), {"play mygame": "play tinygame"}))
    assert re.search(r"(?m)^ok \w+ \d+$", said), said
    assert "crashed" not in said, said


# --- bots ---


def test_certify_prints_what_is_shown(place):
    """Two of the trials, with a bot that plays like the one that is shown."""
    (place.folder / "my_bot.py").write_text(
        "from lawspeaker_bot import run\nfrom lawspeaker_bots.greedy import GreedyBot\nrun(GreedyBot())\n")
    command = shown("certify.md", "lawspeaker certify --bot").strip()
    said = place.run(f"{command} --only connect --only match").splitlines()
    connect, match, *failed = shown("certify.md", "passed").splitlines()
    assert said[0].split() == connect.split()
    assert form(" ".join(said[1].split())).startswith(form(" ".join(match.split())).removesuffix("..."))
    assert ADVICE["not-back"].startswith(failed[1].strip().removesuffix(" ..."))
    told = json.loads(place.run(f"{command} --game northgard --only connect --json"))
    example = json.loads(shown("certify.md", '{"passed"'))
    assert (list(told), list(told["bot"]), list(told["trials"][0])) == (
        list(example), list(example["bot"]), list(example["trials"][0]))


def test_a_bot_dials_in_to_be_certified(place):
    command = changed(shown("certify.md", "lawspeaker certify --dial").strip(), ANY_PORT)
    bots = []
    place.serve(f"{command} --only connect", r"LAWSPEAKER_ADDRESS=(\S+) LAWSPEAKER_TOKEN=(\S+)", lambda found:
                bots.append(dial(place, f"{found[0]} python my_bot.py")), ends=True)
    assert ended(bots[0])[0] == 0


def test_the_bot_that_looks_ahead_plays(place):
    """The beginning of a match; tests/referee/devtools/ plays a whole one."""
    bot = shown("forward-model.md", '"""Looks ahead')
    (place.folder / "bot.py").write_text(changed(bot, {"THINKING = 0.1 ": "THINKING = 0.01 "}))
    command = shown("forward-model.md", ".venv/bin/lawspeaker play").strip() + " --limit-decisions 30"
    assert " over: limit, " in place.run(changed(command, {"docs/examples/lookahead/bot.py": "bot.py"}))


def test_the_bots_that_look_ahead_play_their_tournaments(place):
    """One round each of the beginnings of matches, with little thought: tests/referee/devtools/ plays whole matches.

    The bots of Go and TypeScript are built by the tests of starters.
    """
    examples, few = ROOT / "docs/examples", {"rounds = 100": "rounds = 1"}
    short = '\n[faults]\nlimit_decisions = 30\nlimit_result = "shared"\n'
    (place.folder / "own").mkdir()
    (place.folder / "own/bot.py").write_text(changed(
        (examples / "lookahead/bot.py").read_text(), {"THINKING = 0.1 ": "THINKING = 0.01 "}))
    (place.folder / "lookahead.toml").write_text(changed(
        (examples / "lookahead.toml").read_text(), few | {"docs/examples/lookahead/": "own/"}) + short)
    run = shown("forward-model.md", ".venv/bin/lawspeaker tournament run").splitlines()[0]
    said = place.run(changed(run, {"docs/examples/lookahead.toml": "lookahead.toml --workers 1 --quiet"}))
    assert "complete: 2/2 matches" in said
    (place.folder / "own/ismcts.py").write_text(changed(
        (examples / "ismcts/ismcts.py").read_text(), {"ITERATIONS: Final = 40": "ITERATIONS: Final = 2"}))
    (place.folder / "ismcts.toml").write_text(changed(
        (examples / "ismcts.toml").read_text(), {"rounds = 20": "rounds = 1", "search:40": "search:1"}) + short)
    run = changed(shown("forward-model.md", "cd docs/examples/ismcts"), {"docs/examples/ismcts": "own"})
    assert "complete: 4/4 matches" in place.run(f"{run.strip()} --workers 1 --quiet")


def test_the_service_of_positions_is_there(place):
    command = shown("forward-model.md", ".venv/bin/lawspeaker engine").partition(" #")[0].strip()
    place.serve(changed(command, {"unix:/tmp/engine": f"unix:{place.folder}/socket"}), r"unix:\S+/socket")


def test_the_reference_bots_play(place):
    """With few playouts, and in this process; the person takes every default until the input ends."""
    search, human = statements(shown("reference-bots.md", "lawspeaker play"))
    assert " over: " in place.call(changed(search, {"--bot search ": "--in-process --bot search:1playouts "}))
    assert " over: " in place.run(changed(human, {"search:100ms": "search:1playouts"}), "\n" * 20)


def test_the_bot_of_ten_lines_plays(place):
    assert re.search(r"seat 0  python3|seat 0  first", place.run(shown("stdio.md", "lawspeaker play")))


def test_a_person_plays_and_reads_the_match(place):
    """playing.md: the person takes every default; a step is one at which the bot was asked."""
    first, second = (shown("playing.md", f"lawspeaker play northgard --bot human {bot}") for bot in ("greedy", '"cmd'))
    assert " over: " in place.run(first, "\n" * 10)
    assert " over: " in place.run(second, "\n" * 2000)
    steps = map(json.loads, place.call("lawspeaker show game.lsr --json").splitlines())
    step = next(each["step"] for each in steps for act in each.get("acts", ())
                if act["seat"] == 1 and act["prompt"] == "turn.action")
    told, answer = statements(changed(shown("playing.md", "lawspeaker show game.lsr --step"),
                                      {"--step 120": f"--step {step}"}))
    assert f"step {step}: seat 1" in place.call(told)
    said = place.run(answer).splitlines()[-3:]
    example = shown("playing.md", "recorded").splitlines()
    assert form(said[0]).split() == form(example[0]).split()
    assert form(said[1]).split()[-3:] == form(example[1]).split()[-3:]
    assert said[2] == example[2]
    words = shown("playing.md", "lawspeaker show game.lsr --words")
    whole, seat = (place.call(command) for command in statements(words))
    assert "something hidden" in seat and "something hidden" not in whole
    # `yes` ends by SIGPIPE, which is no failure in a reader's shell.
    assert " over: " in place.run("set +o pipefail; " + changed(shown("playing.md", "yes").strip(), {"200": "20"}))


# --- referees ---


def test_a_referee_starts_and_a_hostile_bot_joins_it(place):
    """serving.md and clocks-and-faults.md: a bot that never gets a match is told goodbye, and ends."""
    bots = []
    hostile = statements(shown("clocks-and-faults.md", "lawspeaker play northgard --bot hostile"))[1]
    place.serve(shown("serving.md", "lawspeaker serve northgard").strip() + " --listen 127.0.0.1:0", SERVING, lambda
                found: bots.append(dial(place, hostile, ADDRESS=f"127.0.0.1:{found[1]}", TOKEN="")))
    bots[0].kill()
    assert "Traceback" not in ended(bots[0])[1]


def test_a_referee_for_other_machines_lets_a_bot_in_by_token_and_tls(place):
    """serving.md: a certificate of one's own, a file that is checked and served, and a bot that is told goodbye."""
    need("openssl")
    certificate, serve, bot = statements(shown("serving.md", "openssl"))
    place.run(certificate)
    tokens, check, beyond = statements(shown("serving.md", "lawspeaker tokens create alice", 0))
    token = place.call(tokens).split()[0]
    (place.folder / "referee.toml").write_text(changed(
        shown("serving.md", "game =", 0), {"0.0.0.0:50051": "0.0.0.0:0", "127.0.0.1:9090": "127.0.0.1:0"}))
    assert place.call(check).startswith("referee.toml: all is right\n  game     northgard for 2 players")

    def joined(found: re.Match[str]) -> None:
        process = dial(place, bot, TOKEN=token, ADDRESS=f"localhost:{found[1]}")
        bots.append(process)
        until(lambda: process.poll() is not None or list(place.folder.glob("joined")), "the bot neither joins nor ends")

    bots: list[subprocess.Popen[str]] = []
    (place.folder / "my_bot.py").write_text(EAGER.replace("run(Eager())", ONCE_JOINED))
    place.serve(serve + " --listen 127.0.0.1:0", SERVING, joined)
    assert ended(bots[0])[0] == 0
    place.serve(beyond, SERVING)


ONCE_JOINED = """
import threading, time
threading.Thread(target=lambda: (time.sleep(1), open("joined", "w").close()), daemon=True).start()
run(Eager())
"""


def test_tokens_are_listed_and_revoked(place):
    create, listed, revoke = statements(shown("serving.md", "lawspeaker tokens create alice", 1))
    assert place.call(create).startswith("lsp_")
    assert "alice" in place.call(listed)
    place.call(revoke)
    assert "revoked" in place.call(listed)


def test_a_match_with_a_clock_is_played_and_shown(place):
    assert " over: " in place.run(shown("clocks-and-faults.md", "lawspeaker play northgard --bot greedy random"))
    assert "standard" in place.call("lawspeaker show match.lsr")


def test_a_hostile_bot_plays_and_the_report_has_the_form_that_is_shown(place):
    play = statements(shown("clocks-and-faults.md", "lawspeaker play northgard --bot hostile"))[0]
    said = place.run(f"{play} --record late.lsr")
    code = (ROOT / "referee/lawspeaker_referee/cli/play.py").read_text(encoding="utf-8")
    kinds = (" refused (", ": decisions that the referee took: ", ": disqualified",
             ": the bot was gone before the end: ", ": lost the match by a fault: ", ": what it printed is in ")
    for kind, line in zip(kinds, shown("clocks-and-faults.md", "seat 0 (eager)").splitlines(), strict=True):
        assert kind in line and kind.lstrip(": ") in code, line
    assert re.search(r"(?m)^  seat 0 \(late\): lost the match by a fault: \w+, ", said), said
    report = place.call("lawspeaker show late.lsr").partition("seat 0  late: ")[2]
    example = shown("clocks-and-faults.md", "seat 0  slow")
    assert re.match(r"\d+ decisions, \d+ answered\n", report)
    heads = re.findall(r"(?m)^  (\w+) ", example)
    assert heads == ["faults", "strikes", "charged", "answers"]
    assert set(heads) - set(re.findall(r"(?m)^  (\w+) ", report)) <= {"answers"}
    limits = re.search(r"out with .*", example)
    assert limits and limits[0] in report


def test_spectators_are_let_in(place):
    """serving.md and proxy.md: a referee whose records somebody watches, and one that trusts a proxy."""
    serve, watch = statements(shown("serving.md", "lawspeaker serve northgard --tokens"))
    place.call("lawspeaker tokens create ann --file tokens.txt")
    (place.folder / "proxied.toml").write_text(changed(
        shown("proxy.md", "game ="), {"127.0.0.1:50050": "127.0.0.1:0"}))
    watch = changed(watch, {"127.0.0.1:8484": "127.0.0.1:0", "127.0.0.1:50052": "127.0.0.1:0"})
    place.serve(serve + " --listen 127.0.0.1:0", SERVING, lambda _: place.serve(watch, r"(http://\S+?),? ", asked))
    place.serve("lawspeaker serve proxied.toml", SERVING)


def test_a_ladder_plays_shows_its_standings_and_is_reported(place):
    """ladder.md: two bots play until both have a row in the standings."""
    *create, serve = statements(shown("ladder.md", "lawspeaker tokens create"))
    tokens = [place.call(command).split()[0] for command in create]
    (place.folder / "northgard.toml").write_text('game = "northgard"\nladder.rest = "10m"\n')  # one match is enough
    serve = changed(serve, {"northgard": "northgard.toml", "127.0.0.1:8080": "127.0.0.1:0"}) + " --listen 127.0.0.1:0"
    (ask, example), = session(shown("ladder.md", "$ lawspeaker standings"))
    told = []

    def play(found: re.Match[str]) -> None:
        address = f"127.0.0.1:{found[1]}"
        bots = [dial(place, command, TOKEN=token, ADDRESS=address)
                for command, token in zip(statements(shown("ladder.md", "LAWSPEAKER_TOKEN")), tokens, strict=True)]
        ledger = f"file:{place.folder}/records/ledger.db?mode=ro"
        try:
            until(lambda: counted(ledger), "no match is counted")
            until(lambda: told.append(place.call(changed(ask, {"127.0.0.1:50051": address}))) or " 1 match" in
                  f" {told[-1]}", "the match does not reach the standings")
        finally:
            for bot in bots:
                bot.kill()
                bot.communicate()

    place.serve(serve, SERVING, play)
    shape = [line.split() for line in example.splitlines() if line]
    lines = [line.split() for line in told[-1].splitlines() if line]
    assert lines[0][0] == shape[0][0] and lines[0][-1] == shape[0][-1] == "UTC"
    assert lines[1] == shape[1]
    assert next(line for line in lines if line[0] == "bot") == next(line for line in shape if line[0] == "bot")
    assert lines[-1][:2] == shape[-1][:2] == ["Seed", "commitment"]
    place.call(shown("ladder.md", "lawspeaker tournament report"))
    assert "<title>" in (place.folder / "ladder.html").read_text(encoding="utf-8")
    void, put_out = statements(shown("ladder.md", "lawspeaker tournament void"))
    place.call(changed(void, {"northgard-ladder-000914": "northgard-ladder-000001"}))
    place.call(put_out)
    assert place.call(statements(shown("ledger.md", "lawspeaker tournament verify"))[1])


def test_a_bot_of_a_ladder_challenges_another_as_shown(place, monkeypatch):
    """ladder.md: bob takes the challenges of ann, which has his bot play two matches beside the rated ones."""
    *create, _ = statements(shown("ladder.md", "lawspeaker tokens create"))
    tokens = [place.call(command).split()[0] for command in create]
    (place.folder / "northgard.toml").write_text('game = "northgard"\ntokens = "tokens.txt"\n[ladder]\n')
    (place.folder / "bob.py").write_text("from lawspeaker_bot import run\n"
                                         "from lawspeaker_bot.random_bot import RandomBot\n"
                                         "class Bob(RandomBot):\n    challengers = ('ann',)\n"
                                         "run(Bob())\n")
    (command, example), = session(shown("ladder.md", "$ LAWSPEAKER_TOKEN=... lawspeaker challenge"))
    told = []

    def play(found: re.Match[str]) -> None:
        address = f"127.0.0.1:{found[1]}"
        monkeypatch.setenv("LAWSPEAKER_ADDRESS", address)
        monkeypatch.setenv("LAWSPEAKER_TOKEN", tokens[0])
        bots = [dial(place, f"LAWSPEAKER_TOKEN={token} LAWSPEAKER_ADDRESS={address} python {program}")
                for token, program in zip(tokens, ("-m lawspeaker_bots.greedy", "bob.py"), strict=True)]
        try:
            until(lambda: states(address) == ["playing"] * 2, "the bots do not come")
            told.append(place.call(command.removeprefix("LAWSPEAKER_TOKEN=... ")))
        finally:
            for bot in bots:
                bot.kill()
                bot.communicate()

    def states(address: str) -> list[str]:
        return [row["state"] for row in json.loads(place.call(f"lawspeaker standings {address} --json"))["standings"]]

    place.serve("lawspeaker serve northgard.toml --listen 127.0.0.1:0", SERVING, play)
    numbers = re.compile(r"\d\. \S+ -?\d+")
    assert numbers.sub("", told[0]) == numbers.sub("", example)
    ledger = "--ledger sqlite:///records/ledger.db"
    assert "challenge" not in place.call(f"lawspeaker tournament report northgard-ladder {ledger} --json")
    assert place.call(f"lawspeaker standings northgard-ladder --verify {ledger}")
    challenges = sorted(path.name for path in (place.folder / "records").glob("*challenge*.lsr"))
    assert challenges == [f"northgard-ladder~challenge-{number:06d}.lsr" for number in (1, 2)]
    assert place.call(f"lawspeaker verify records/{challenges[0]}").startswith("ok ")
    assert "ann asked for this match, which counts in no rating" in place.call(
        f"lawspeaker show records/{challenges[0]}")


def counted(ledger: str) -> bool:
    """A result is in a ledger."""
    with closing(sqlite3.connect(ledger, uri=True)) as database:
        try:
            return database.execute("SELECT count(*) FROM results").fetchone() != (0,)
        except sqlite3.OperationalError:  # it is not there yet, or being written
            return False


def test_the_proxies_accept_their_configuration(place, tmp_path):
    """proxy.md without installing and without /etc; tests/referee/server/test_proxies.py starts them."""
    need("nginx", "haproxy")
    there = {"/etc/": f"{tmp_path}/etc/"}
    (tmp_path / "etc/haproxy").mkdir(parents=True)
    place.environment["PATH"] += ":/usr/sbin"
    for name, steps in (("nginx", 3), ("haproxy", 2)):
        install, *commands = statements(changed(shown("proxy.md", f"apt-get install {name}"), there))
        assert install == f"apt-get install {name}"
        for command in commands[:steps]:
            place.run(command)
        assert len(commands) == steps + 1


def test_stubs_are_made(place):
    need("protoc")
    (place.folder / "stubs").mkdir()
    place.run(shown("protocol.md", "protoc"))
    assert list((place.folder / "stubs").rglob("match_pb2.py"))


# --- records, tournaments and what is read of them ---


def test_records_are_signed_and_verified(place, checkout):
    """record.md: two records, of which the second is signed."""
    for command in statements(shown("record.md", "lawspeaker keys create")):
        said = place.run(command) if ">" in command else place.call(command)
    assert said
    shutil.copy(checkout.folder / "records/northgard.lsr", place.folder / "first.lsr")
    place.call("lawspeaker play clansmen --in-process --bot random random --seed 1 --key referee.key --record FILE")
    assert " signed by " in place.call(shown("record.md", "lawspeaker verify FILE"))
    said = place.call(changed(shown("record.md", "lawspeaker verify RECORDS..."), {"RECORDS...": "first.lsr FILE"}))
    assert re.fullmatch(r"ok \w+ \d+ .*first.lsr\nok \w+ \d+ signed by unknown key .*\n", said), said


def test_a_tournament_is_reported_watched_and_its_faults_listed(checkout):
    """reports.md, tournaments.md and watching.md with the tournament that README.md has played."""
    run, *look = statements(shown("tournaments.md", "lawspeaker tournament run docs/examples/four-bots.toml"))
    assert "four-bots: complete: 8/8 matches" in checkout.run(f"{run} --quiet")
    for command in look:
        checkout.call(command)
    text, _, data = (checkout.call(command) for command in statements(
        shown("reports.md", "lawspeaker tournament report four-bots")))
    assert "greedy-too" in text and json.loads(data)
    assert "<title>" in (checkout.folder / "cup.html").read_text(encoding="utf-8")
    report, watch = statements(shown("reports.md", "lawspeaker tournament report four-bots --html"))
    checkout.call(report)
    checkout.serve(f"{watch} --http 127.0.0.1:0", r"(http://\S+)", lambda found: asked_for_report(found[1]))
    checkout.call(changed(shown("reports.md", "lawspeaker tournament faults"), {" mine": " random-1"}))
    report, watch = statements(changed(shown("watching.md", "lawspeaker tournament report cup"),
                                       {" cup ": " four-bots ", "records/cup": "records/four-bots"}))
    checkout.call(report)
    checkout.serve(f"BROWSER=true {watch} --http 127.0.0.1:0".replace("BROWSER", "env BROWSER"), r"(http://\S+)", asked)


def asked_for_report(url: str) -> None:
    """The list of matches leads to the report."""
    with urllib.request.urlopen(url) as answer:
        assert b"report.html" in answer.read()


def test_a_match_and_a_folder_are_looked_at(checkout):
    checkout.call(shown("watching.md", "lawspeaker show"))
    assert "<html" in (checkout.folder / "northgard.html").read_text(encoding="utf-8")[:1000].lower()
    checkout.serve(shown("watching.md", "lawspeaker watch").strip() + " --http 127.0.0.1:0", r"(http://\S+)", asked)


@pytest.mark.parametrize("page", ["ratings.md", "reports.md"])
def test_a_tournament_is_read_in_code(page, checkout):
    code = shown(page, "from lawspeaker_referee.competition.ledger")
    (checkout.folder / "look.py").write_text(code, encoding="utf-8")
    assert ("four-bots" in checkout.run("python look.py")) is ("print(" in code)


def test_a_ledger_is_read_verified_and_copied(checkout, place):
    """ledger.md in the folder of a ledger; a ladder's is verified where a ladder is played."""
    need("sqlite3")
    (place.folder / "records").mkdir()
    shutil.copytree(checkout.folder / "records/four-bots", place.folder / "records/four-bots")
    read, = statements(shown("ledger.md", "sqlite3 ledger.db 'SELECT"))
    copy, = statements(shown("ledger.md", "sqlite3 ledger.db '.backup"))
    folder = "cd records/four-bots && "
    assert place.run(folder + read).count("four-bots/") == 8
    place.run(folder + copy)
    with closing(sqlite3.connect(place.folder / "records/four-bots/copy.db")) as copied:
        assert copied.execute("SELECT count(*) FROM results").fetchone() == (8,)
    verify = statements(shown("ledger.md", "lawspeaker tournament verify"))[0]
    assert place.call(changed(verify, {"cup.toml": "docs/examples/four-bots.toml --records records/four-bots"}))


def test_the_dice_of_a_tournament_are_checked(checkout, place):
    """tournaments.md: the steps after the end, with a copy, because a tournament that is revealed is over."""
    shutil.copytree(checkout.folder / "records/four-bots", place.folder / "records/cup")
    ledger = "--ledger sqlite:///records/cup/ledger.db"
    told = place.call(f"lawspeaker tournament report four-bots --reveal {ledger}")
    secret, = re.findall(r"(?i)secret\W+([0-9a-f]{64})\b", told)
    said = place.call(changed(shown("tournaments.md", "lawspeaker verify --secret"), {"HEX": secret}))
    assert len(re.findall(r"(?m)^ok ", said)) == 8
    place.call("lawspeaker keys create organiser.key")
    (place.folder / "organiser.pub").write_text(place.call("lawspeaker keys export organiser.key"), encoding="utf-8")
    archive, verify, export = statements(shown("tournaments.md", "lawspeaker tournament archive"))
    place.call(changed(archive, {"archive cup": "archive four-bots"}) + f" --records records/cup {ledger}")
    assert "8 of 8 results are what the records give" in (said := place.call(verify))
    assert "all dice derive from the secret" in said
    assert place.call(export) == ""


def test_bots_are_compared_against_the_automa(place):
    """One round in place of twenty."""
    command = shown("tournaments.md", "lawspeaker tournament run docs/examples/automa.toml")
    file = (ROOT / "docs/examples/automa.toml").read_text(encoding="utf-8")
    (place.folder / "automa.toml").write_text(changed(file, {"rounds = 20": "rounds = 1"}))
    said = place.run(changed(command, {"docs/examples/automa.toml": "automa.toml --workers 1 --quiet"}))
    assert "complete: 2/2 matches" in said and "automa-2" in said
