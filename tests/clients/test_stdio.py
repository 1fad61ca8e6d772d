"""Bots that are programs without an SDK, played over real streams and real pipes."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from google.protobuf.any_pb2 import Any
from google.protobuf.json_format import ParseDict

from lawspeaker.v1.match_pb2 import Act
from lawspeaker.v1.referee_service_pb2 import DecisionRequest, MatchStarted, PlayResponse
from lawspeaker_bot import stdio
from lawspeaker_bot.__main__ import main
from lawspeaker_bot.command import CommandFailed, started
from lawspeaker_bot.json_lines import NoAnswer, answer_of, line_of
from lawspeaker_bot.random_bot import RandomBot
from lawspeaker_engine.games import find_game
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.host.single_match import play_match
from tests.clients.scripted_referee import Servicer, serve
from tests.clients.transcript_player import read
from tests.games.parley import PARLEY
from tests.sample_sizes import first_quick

ROOT = Path(__file__).parent.parent.parent
STDIO = ROOT / "clients" / "stdio"
PYTHON = [sys.executable, "-u", "-c"]
BRIDGE = [sys.executable, "-m", "lawspeaker_bot", "stdio"]
EACH = """
import json, os, sys
for line in sys.stdin:
    ((kind, message),) = json.loads(line).items()
    asked = kind == "decisionRequest"
"""
TAKES_2 = EACH + "    if asked: print([2])"


def bridged(code, *scripts, **settings):
    """Let a program in Python play scripted streams; `{pipe}` in it is a named pipe that scripts know too."""
    asyncio.run(asyncio.wait_for(_bridged(code, scripts, settings), 20))


async def _bridged(code, scripts, settings):
    servicer = Servicer(scripts)
    with TemporaryDirectory() as place, pytest.MonkeyPatch.context() as patch:
        address = f"unix:{place}/referee"
        patch.setenv("LAWSPEAKER_ADDRESS", address)
        patch.setenv("LAWSPEAKER_TOKEN", "secret")
        patch.setenv("LAWSPEAKER_RECONNECT_WITHIN", "10" if len(scripts) > 1 else "0")
        server, _ = await serve(servicer, address)
        try:
            await stdio.play([*PYTHON, code], name="test", **settings)
        finally:
            await server.stop(None)
            if servicer.failed:
                raise servicer.failed[0]


async def one_decision(table):
    await table.hello()
    await table.start()
    await table.ask(1)
    assert list((await table.answer()).picks) == [2]
    await table.goodbye()


async def hanging(table):
    await table.hello()
    await table.start()
    await table.ask(1)
    await table.answer()


@pytest.mark.parametrize("name", first_quick(1, ["parley", "northgard", "clansmen", "pax_viking"]))
@pytest.mark.parametrize("bot", first_quick(1, [f"{sys.executable} {STDIO}/first.py", f"sh {STDIO}/first.sh"]))
def test_the_small_bots_play_whole_matches_without_a_fault(name, bot):
    game = PARLEY if name == PARLEY.name else find_game(name)
    seats = [SeatSpec.parse(f"cmd:{' '.join(BRIDGE)} -- {bot}"), SeatSpec.parse("human", people=True)]
    result = play_match(game, make_setup(game, 2), seats, seed=bytes(32), match_id="small", people={1: RandomBot()})
    assert result.decisions > 5
    assert (result.faults, result.refused, result.endings) == (({}, {}), ({}, {}), {})


@pytest.mark.slow
def test_every_line_of_the_documentation_is_one_that_a_match_brings(tmp_path):
    page = (ROOT / "docs" / "stdio.md").read_text()
    shown = re.findall(r"^\{\"(?:matchStarted|decisionRequest|answerRejected|matchOver)\".*$", page, re.MULTILINE)
    assert len(shown) == 4
    code = f"""{EACH}
    open({str(tmp_path / "lines")!r}, "a").write(line)
    if asked: print([9] if message["decisionId"] == "1" else message["defaultPicks"])
"""
    (tmp_path / "bot.py").write_text(code)
    command = f"{' '.join(BRIDGE)} --name first -- {sys.executable} -u {tmp_path / 'bot.py'}"
    subprocess.run([sys.executable, "-m", "lawspeaker_referee", "play", "northgard", "--seed", "1", "--move-time", "0",
                    "--bot", f"cmd:{command}", "random", "--bot-write", tmp_path], capture_output=True, check=True)
    lines = (tmp_path / "lines").read_text().splitlines()
    for line in shown:
        pattern = re.escape(line).replace(r"\.\.\.", ".*")
        assert any(re.fullmatch(pattern, each) for each in lines), line


@pytest.mark.parametrize("name", ["first.py", "first.sh"])
def test_the_documentation_shows_the_small_bots_as_they_are(name):
    assert (STDIO / name).read_text() in (ROOT / "docs" / "stdio.md").read_text()


@pytest.mark.parametrize("game", first_quick(1, ["pax_viking", "clansmen", "northgard"]))
def test_a_line_says_all_that_the_message_says(game):
    streams = read(ROOT / "clients" / "transcripts" / f"{game.replace('_', '-')}-random.transcript").streams
    kinds = set()
    for entry in (entry for stream in streams for entry in stream if entry.HasField("from_referee")):
        message = PlayResponse.FromString(entry.from_referee)
        kind = message.WhichOneof("message")
        body = getattr(message, kind)
        line = line_of(kind, body)
        assert line.count(b"\n") == 1 and line.isascii()
        assert ParseDict(json.loads(line)[kind], type(body)()) == body
        kinds.add(kind)
    assert kinds >= {"match_started", "decision_request", "match_over"}


def test_fields_that_are_zero_are_printed_and_the_first_ones_come_first():
    line = line_of("decisionRequest", DecisionRequest(match_id="m", decision_id=1 << 60, option_count=2))
    assert line.startswith(b'{"decisionRequest":{"matchId":"m","decisionId":"1152921504606846976","prompt":"",'
                           b'"least":0,"most":0,"ordered":false,"defaultPicks":[],"optionCount":2,')


def test_messages_of_an_unknown_game_keep_their_bytes():
    box = Any(type_url="type.googleapis.com/foreign.v1.View", value=b"\xff\x00")
    raw = {"@type": "type.googleapis.com/foreign.v1.View", "value": "/wA="}
    asked = json.loads(line_of("decisionRequest", DecisionRequest(view=box, events=[Act(seat=1), Act(chosen=box)])))
    assert asked["decisionRequest"]["view"] == raw
    assert asked["decisionRequest"]["events"][1]["chosen"] == raw
    assert json.loads(line_of("matchStarted", MatchStarted(catalogue=box)))["matchStarted"]["catalogue"] == raw


@pytest.mark.parametrize(("line", "names", "picks"), [
    ('{"answer":{"matchId":"m","decisionId":"7","picks":[0]}}', ("m", 7), [0]),
    ('{"answer":{"matchId":"m","decisionId":7,"picks":[]}}\r', ("m", 7), []),
    ('{"match_id":"m","decision_id":7,"picks":[3,1]}', ("m", 7), [3, 1]),
    ('{"picks":[0,2]}', ("", 0), [0, 2]),
    (" [0, 2]", ("", 0), [0, 2]),
    ("[]", ("", 0), []),
])
def test_an_answer_may_be_written_in_several_ways(line, names, picks):
    answer = answer_of(line.encode())
    assert (answer.match_id, answer.decision_id) == names
    assert list(answer.picks) == picks


@pytest.mark.parametrize(("line", "why"), [
    ("taking 0", "'taking 0' is not JSON; an answer looks like [0]"),
    ("{'picks': [0]}", "is not JSON"),
    ("[" * 100_000, "is not JSON"),
    ("0", "is no answer; it looks like"),
    ("null", "is no answer; it looks like"),
    ("{}", "is no answer; it looks like"),
    ('{"answer":[0]}', "is no answer; it looks like"),
    ('{"answer":{"picks":[0]},"hello":{}}', "is no answer; it looks like"),
    ('{"picks":[0],"pick":0}', 'no field named "pick"'),
    ('{"picks":[-1]}', "out of range"),
    ("[true]", "is no answer"),
    ("[0.5]", "is no answer"),
    ("[[0]]", "is no answer"),
    ('{"picks":[0],"annotation":"\\ud800"}', "is no answer"),
    ('{"picks":[0],"\\ud800":1}', "is no answer"),
    ('{"picks":[0],"origin":Infinity}', "is no answer"),
    ('{"picks":[0],"matchId":"m"}', "only one of matchId and decisionId"),
    ("\N{SNOWMAN}" * 200, "..."),
])
def test_what_is_no_answer_is_told_in_one_line(line, why):
    with pytest.raises(NoAnswer, match=re.escape(why)) as error:
        answer_of(line.encode())
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 400


def test_a_line_resigns_without_picks():
    assert answer_of(b'{"resign": true}').resign
    with pytest.raises(NoAnswer):
        answer_of(b'{"resign": false}')


def test_a_program_is_told_all_but_the_goodbye_which_closes_its_input(tmp_path):
    async def script(table):
        hello = await table.hello()
        assert (hello.bot, hello.version, hello.games, hello.text, hello.positions, hello.challengers) == (
            "test", "7", ["parley"], True, True, ["ann", "*"])
        await table.start()
        await table.ask(1)
        assert (await table.answer()).annotation == "why"
        await table.reject(1, "OUT_OF_RANGE")
        assert list((await table.answer()).picks) == [3]
        await table.reject(1, 99)
        await table.over()
        await table.goodbye()

    code = EACH + f"""
    if asked: print('{{"picks":[0],"annotation":"why"}}')
    open({str(tmp_path / "told")!r}, "a").write(line)
open({str(tmp_path / "told")!r}, "a").write("end " + os.environ.get("LAWSPEAKER_TOKEN", "without a token"))
"""
    bridged(code, script, version="7", games=["parley"], text=True, positions=True,
            challengers=["ann", "*"])
    *told, end = (tmp_path / "told").read_text().splitlines()
    assert [next(iter(json.loads(line))) for line in told] == [
        "matchStarted", "decisionRequest", "answerRejected", "answerRejected", "matchOver"]
    reasons = [json.loads(line)["answerRejected"]["reason"] for line in told[2:4]]
    assert reasons == ["REJECT_REASON_OUT_OF_RANGE", 99]
    assert end == "end without a token"


def test_a_decision_that_is_asked_again_after_a_lost_connection_is_answered_from_memory(tmp_path):
    async def first(table):
        await table.hello()
        await table.start()
        await table.ask(1)
        await table.answer()
        await table.cut()

    bridged(EACH + f"""
    open({str(tmp_path / "told")!r}, "a").write(kind + " ")
    if asked: print([2])""", first, one_decision)
    assert (tmp_path / "told").read_text() == "matchStarted decisionRequest "


def test_answers_of_several_matches_find_their_decisions_in_any_order():
    async def script(table):
        assert (await table.hello()).max_matches == 2
        for match in "ab":
            await table.start(match)
            await table.ask(1, match, prompt=f"test.{match}")
        answers = [await table.answer() for _ in range(2)]
        assert {answer.match_id: list(answer.picks) for answer in answers} == {"a": [0], "b": [1]}
        await table.goodbye()

    bridged(EACH.replace("import", "asks = []\nimport") + """
    if asked: asks.append(message)
    if len(asks) == 2:
        for ask in sorted(asks, key=lambda ask: ask["matchId"], reverse=True):
            print(json.dumps({"answer": {"matchId": ask["matchId"], "decisionId": ask["decisionId"],
                                         "picks": ["ab".index(ask["matchId"])]}}))
        asks.clear()""", script, max_matches=2)


def test_short_answers_are_for_programs_of_one_match():
    with pytest.raises(CommandFailed, match=r"with --max-matches 2 it must say which decision it answers"):
        bridged(TAKES_2, hanging, max_matches=2)


@pytest.mark.parametrize(("code", "why"), [
    ("import sys; sys.exit(3)", "ended with exit code 3 before the referee said goodbye"),
    ("", "ended with exit code 0 before the referee said goodbye"),
    ("import os; os.kill(os.getpid(), 9)", "was killed by signal 9"),
    ("import os, sys; os.close(1); sys.stdin.read()", "closed its output before the referee said goodbye"),
    ("print('[' * 300_000)", "printed a line of more than 256 KiB"),
    ("for _ in range(200): print([0])", "printed 100 answers that no decision waited for"),
    ("print('hello')", "'hello' is not JSON"),
])
def test_a_program_that_fails_ends_the_bridge_with_one_line(code, why, monkeypatch):
    async def silent(table):
        await table.hello()
        await asyncio.Event().wait()

    monkeypatch.setattr("lawspeaker_bot.command.GONE_WITHIN", 0.3)
    with pytest.raises((CommandFailed, NoAnswer), match=re.escape(why)):
        bridged(code, silent)


def test_a_program_that_is_gone_when_it_is_asked_ends_the_bridge_with_its_exit_code():
    code = "import os, sys; sys.stdin.readline(); os.close(0); sys.exit(4)"
    with pytest.raises(CommandFailed, match="exit code 4"):
        bridged(code, hanging)


def test_a_program_may_end_of_itself_between_matches():
    async def script(table):
        await table.hello()
        await table.start()
        await table.over()
        await asyncio.Event().wait()

    bridged(EACH + "    if kind == 'matchOver': sys.exit()", script)


@pytest.mark.parametrize(("first", "second", "hint"), [
    ("", "[2]\n", "; it has not printed a line yet: does it flush its output after every line?"),
    ("[2", "]\n", "; what it printed has no newline at its end"),
])
def test_a_program_that_does_not_answer_in_time_is_told_of_and_still_waited_for(
    first, second, hint, tmp_path, caplog, monkeypatch,
):
    pipe, runs = tmp_path / "pipe", tmp_path / "runs"
    os.mkfifo(pipe)
    os.mkfifo(runs)

    async def script(table):
        told = asyncio.Event()
        monkeypatch.setattr(caplog.handler, "filters", [lambda _: told.set() or True])
        await table.hello()
        await table.start()
        await asyncio.to_thread(runs.write_text, "")  # where much else runs, a program may start for longer than that
        await table.ask(1, time_left_ms=300)
        await told.wait()
        pipe.write_text(".")
        assert list((await table.answer()).picks) == [2]
        await table.goodbye()

    bridged(f"open({str(runs)!r}).close()" + EACH + f"""
    if asked:
        print({first!r}, end="")
        open({str(pipe)!r}).read()
        print({second!r}, end="")""", script)
    assert len(caplog.messages) == 1
    assert re.fullmatch(r"m, test\.one: the command has not answered decision 1 within 0\.\d+ s" + re.escape(hint),
                        caplog.messages[0])


def test_an_answer_to_a_decision_that_does_not_wait_is_dropped_with_a_line(caplog):
    bridged(EACH + """
    if asked: print('{"answer":{"matchId":"m","decisionId":"6","picks":[1]}}'), print([2])""", one_decision)
    assert caplog.messages == ["the command's answer [1] to decision 6 of m is dropped: no such decision waits for one"]


def test_a_program_that_outlives_its_input_is_killed_with_all_that_it_started(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(stdio, "LEAVE_WITHIN", 0.1)
    child = tmp_path / "child"
    bridged(f"""
import subprocess, sys, time
open({str(child)!r}, "w").write(str(subprocess.Popen(["sleep", "600"], stdout=2).pid))
{TAKES_2}
time.sleep(600)""", one_decision)
    assert caplog.messages == ["the command did not end within 0.1 s after its input had, and was killed"]
    for _ in range(500):
        state = Path(f"/proc/{child.read_text()}/stat")
        if not state.exists() or " Z " in state.read_text():
            break
        asyncio.run(asyncio.sleep(0.01))
    else:
        pytest.fail("its child is still there")


def test_a_command_that_is_not_there_is_told():
    async def start():
        async with started(["/no/such/bot", "1"]):
            pass

    with pytest.raises(CommandFailed, match="the command '/no/such/bot' cannot be started: No such file or directory"):
        asyncio.run(start())


@pytest.mark.slow
@pytest.mark.parametrize("prefix", [["sh", "-c", "trap '' INT; exec \"$@\"", "sh"], []])
def test_a_bridge_that_is_told_to_end_ends_its_program_too(tmp_path, prefix):
    """Also one that was started with SIGINT ignored, as in the background of a shell."""
    async def end_it():
        servicer = Servicer([hanging])
        server, _ = await serve(servicer, f"unix:{tmp_path}/referee")
        bridge = await asyncio.create_subprocess_exec(
            *prefix, *BRIDGE, "--", *PYTHON, EACH + "    if asked: sys.stderr.write(f'{os.getpid()}\\n')",
            env=os.environ | {"LAWSPEAKER_ADDRESS": f"unix:{tmp_path}/referee"}, stderr=asyncio.subprocess.PIPE)
        pid = int(await bridge.stderr.readline())
        bridge.send_signal(signal.SIGTERM)
        assert await bridge.stderr.read() == b""  # it ends with the last of both
        assert await bridge.wait() == 130
        await server.stop(None)
        return pid

    pid = asyncio.run(asyncio.wait_for(end_it(), 20))
    assert not Path(f"/proc/{pid}").exists()


@pytest.mark.parametrize(("arguments", "code", "why"), [
    ([], 2, "the following arguments are required: COMMAND"),
    (["stdio"], 2, "no command; write it after --, such as: lawspeaker-bot stdio -- python3 bot.py"),
    (["stdio", "python3", "bot.py"], 2, "unexpected words: python3 bot.py; write a command after --"),
    (["stdio", "--textt", "--", "cat"], 2, "stdio: error: there is no option --textt (did you mean '--text'?); see"),
    (["stdio", "--mx=2", "--", "cat"], 2, "there is no option --mx; see lawspeaker-bot stdio --help"),
    (["mcp", "--nmae", "x"], 2, "mcp: error: there is no option --nmae (did you mean '--name'?); see law"),
    (["mcp", "now"], 2, "unexpected words: now; see lawspeaker-bot mcp --help"),
    (["mcp", "--connect", "http://127.0.0.1:1", "--name", "x"], 2, "has named the seat, so leave it out"),
    (["mcp", "--", "cat"], 2, "mcp: error: it starts no command, so leave out what stands after --: cat"),
    (["stdio", "--max-matches", "0", "--", "true"], 2, "--max-matches is 0; it must be 1 to 1024"),
    (["stdio", "--", "/no/such"], 1, "lawspeaker_bot: the command '/no/such' cannot be started"),
    (["stdio", "--", "cat"], 1, "lawspeaker_bot: no referee's address"),
])
def test_wrong_usage_ends_with_a_line_and_an_exit_code(arguments, code, why, monkeypatch, capsys):
    for name in [name for name in os.environ if name.startswith("LAWSPEAKER_")]:
        monkeypatch.delenv(name)
    with pytest.raises(SystemExit) as end:
        main(arguments)
    said = end.value.code if isinstance(end.value.code, str) else capsys.readouterr().err
    assert why in said.splitlines()[-1]
    assert (1 if isinstance(end.value.code, str) else end.value.code) == code
