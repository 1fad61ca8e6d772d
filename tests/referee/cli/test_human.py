"""`lawspeaker play --bot human`: a person at the terminal, played by scripts on pipes and pseudo-terminals."""

from __future__ import annotations

import io
import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import termios
import time
from contextlib import contextmanager

import pytest
from google.protobuf.any_pb2 import Any

from lawspeaker.northgard.v1 import northgard_pb2
from lawspeaker.v1.match_pb2 import GameSetup
from lawspeaker.v1.referee_service_pb2 import DecisionRequest, DecisionText, MatchStarted
from lawspeaker_bot.decision import Decision, Match, Rejection
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.games.northgard.options import PlaceTile
from lawspeaker_engine.games.northgard.tiles import TILES
from lawspeaker_engine.model import CHANCE
from lawspeaker_referee.cli.human import PAGE, Human
from lawspeaker_referee.cli.terminal import Closed, Terminal, TimeUp
from lawspeaker_referee.codec.game_codec import codec
from lawspeaker_referee.host.own_bot import BotLeft
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import verify
from tests.games import parley_pb2
from tests.referee.cli.process import PARLEY_COMMAND
from tests.referee.host.script_bots import running_with

PROMPT = re.compile(r"(seat (\d)> |for yes: )$")
COUNT = re.compile(r"Take (exactly |up to )?(\d+)(?: to (\d+))? of (\d+) options?(, or none)?\.")
AT_TERMINAL = "import os, sys; os.login_tty(0); os.execv(sys.argv[1], sys.argv[1:])"
"""Starts a command as a terminal would, so that Ctrl-C and hang-ups reach it."""
WITHIN = 60.0


class Person:
    """A script at a process's terminal, or at its pipes."""

    def __init__(self, *arguments: object, terminal: bool = False) -> None:
        command = [*PARLEY_COMMAND, "play", *map(str, arguments)]
        environment = os.environ | {"COLUMNS": "100"}
        if terminal:
            self._read, ours = pty.openpty()
            self._write = self._read
            self.process = subprocess.Popen([sys.executable, "-c", AT_TERMINAL, *command], stdin=ours, stdout=ours,
                                            stderr=ours, env=environment)
            os.close(ours)
        else:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            stderr=subprocess.STDOUT, env=environment)
            assert self.process.stdin is not None
            assert self.process.stdout is not None
            self._read, self._write = self.process.stdout.fileno(), self.process.stdin.fileno()
        self.text = ""

    def until_asked(self) -> str:
        """Return the output up to the next prompt, or to the end."""
        told = ""
        while not PROMPT.search(told):
            assert select.select([self._read], [], [], WITHIN)[0], f"nothing more came after {self.text}{told}"
            try:
                chunk = os.read(self._read, 1 << 16)
            except OSError:  # the end of a pseudo-terminal
                chunk = b""
            if not chunk:
                break
            told += chunk.decode().replace("\r\n", "\n")
        self.text += told
        return told

    def type(self, text: str) -> None:
        os.write(self._write, text.encode())

    def say(self, line: str) -> str:
        """Type a line; return what is printed after its echo."""
        self.type(f"{line}\n")
        return self.until_asked().partition("\n")[2]

    def leave(self) -> None:
        """Close what the process reads."""
        assert self.process.stdin is not None
        self.process.stdin.close()

    def ended(self) -> tuple[int, str]:
        """The exit code, and the last line."""
        while self.until_asked():
            pass
        return self.process.wait(WITHIN), self.text.rstrip("\n").splitlines()[-1]

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()
        if self.process.stdin is None:
            os.close(self._read)


@contextmanager
def person(*arguments, terminal=False):
    one = Person(*arguments, terminal=terminal)
    try:
        yield one
    finally:
        one.close()


def random_answers(one: Person, seed: int) -> list[tuple[int, ...]]:
    """Play to the end at random; return every answer of the person, those included that it had no choice of."""
    chance, told = random.Random(seed), one.until_asked()
    answers = without_choice(told)
    while PROMPT.search(told):
        flat = " ".join(told.split())
        words, least, most, total, none = COUNT.findall(flat)[-1]
        many = range(0 if none or words == "up to " else int(least), int(most or least) + 1)
        picks = chance.sample(range(int(total)), chance.choice(many))
        answers.append(tuple(picks))
        told = one.say(" ".join(map(str, picks)) or "-")
        assert "That cannot be taken" not in told, told
        answers += without_choice(told)
    return answers


def without_choice(told: str) -> list[tuple[int, ...]]:
    """The answers that were not asked for, because there was only one."""
    return [tuple(map(int, re.findall(r"(?:^|; )(\d+): ", only)))
            for only in re.findall(r"\nThere is no choice: (.*(?:\n  .*)*)", told)]


HEADINGS = {
    "northgard": r"\n--- Year 2, actions ---\nSeat 0 \(\w+\): \d+ fame, .*\nSeat 1 \(\w+\): (?!.* fame)",
    "clansmen": r"\n--- Year 1, Summer, \w+ ---\nSeat 0: \d+ Respect; .*\nSeat 1: \d+ Respect; ",
    "pax_viking": r"\n--- Turn \d+, actions ---\nSeat 0 \([^)]+\): \d+ silver; (.*\n)+?Seat 1 \([^)]+\): \d+ silver; ",
    "parley": r"\n--- Bid ---\nSince your last decision:\n",
}
"""The start of a period on the screen, with what each player has; enemies' fame is hidden in Northgard."""


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options"), [
    ("parley", ("--option", "rounds=3")), ("northgard", ()), ("clansmen", ()), ("pax_viking", ()),
])
def test_a_person_plays_a_whole_game_sees_no_secret_and_the_record_has_exactly_the_answers(tmp_path, game, options):
    path = tmp_path / "game.lsr"
    with person(game, "--bot", "human", "random", "--seed", 5, *options, "--record", path) as one:
        answers = random_answers(one, 5)
        code, _ = one.ended()
    assert code == 0, one.text
    assert f"\n{game}-5: over: " in one.text
    record = read_record(path)
    assert verify(record).ok
    acts = [act for step in record.iter_steps() for act in step.acts if act.seat == 0]
    assert not any(act.fault for act in acts)
    assert [set(act.picks) for act in acts] == [set(picks) for picks in answers]
    assert record.header.seats[0].bot == "human"
    assert re.search(HEADINGS[game], one.text)
    assert record.header.seats[0].sdk.startswith("python/")
    if game == "parley":
        assert_no_secret_is_shown(one, record)


def assert_no_secret_is_shown(one, record):
    """The bids of Parley stay secret for ever, and so do the cards that others are dealt."""
    assert "Seat 1 round.bid: something hidden." in one.text
    assert not re.search(r"Seat 1 round\.bid: Bid", one.text)
    acts = [act for step in record.iter_steps() for act in step.acts]
    deals = [act for act in acts if act.seat == CHANCE and act.prompt == "deal"]
    assert len(deals) == 2
    assert one.text.count("deal: ") == 1


@pytest.mark.slow
def test_a_person_is_told_what_the_automa_did(tmp_path):
    with person("northgard", "--bot", "human", "--option", "automa=2", "--seed", 5) as one:
        random_answers(one, 5)
        code, _ = one.ended()
    assert code == 0, one.text
    assert re.search(r"\n  The Automa's figures: \d+ in territory \d+ \(\d+ before\)", one.text)
    assert re.search(r"\n  \w[\w ]+ in territory \d+ of the Automa\n", one.text)
    assert re.search(r"\nSeat 1 \(the Automa\): ", one.text)


def test_wrong_input_is_explained_and_asked_again():
    with person("parley", "--bot", "human", "random", "--seed", 5) as one:
        first = one.until_asked()
        assert "lawspeaker: no time limits, because a person plays; --clock sets some\n" in first
        assert 'You are seat 0 in Parley; seat 1 is "random".\nThere is no time limit. h is for help.\n' in first
        assert one.say("99") == "That cannot be taken: round.bid has options 0 to 2, not 99.\nseat 0> "
        assert one.say("-1") == "That cannot be taken: round.bid has options 0 to 2, not -1.\nseat 0> "
        assert one.say("0, 1") == "That cannot be taken: round.bid takes 1 pick, not 2.\nseat 0> "
        assert one.say("-") == "That cannot be taken: round.bid takes 1 pick, not 0.\nseat 0> "
        assert one.say("pass") == (
            "'pass' is neither numbers of options nor a command; h lists the commands.\nseat 0> ")
        assert one.say("\x1b[2J").startswith(r"'\x1b[2J' is neither")
        assert "  q        leave the match" in one.say("h")
        assert re.fullmatch(r"The default, 0: Bid\(card=\d+\)\? Enter for yes: ", one.say(""))
        assert one.say("no") == "Then not; answer again.\nseat 0> "
        assert "\nSince your last decision:\n" in one.say("0")


@pytest.mark.slow
def test_who_leaves_is_asked_once_and_the_referee_plays_on(tmp_path):
    path = tmp_path / "game.lsr"
    with person("parley", "--bot", "random", "human", "--seed", 5, "--record", path) as one:
        one.until_asked()
        assert one.say("q") == "Leave the match? The referee plays on for you. y for yes: "
        assert one.say("n") == "You stay.\nseat 1> "
        one.say("q")
        one.type("y\n")
        code, last = one.ended()
    assert (code, last) == (0, f"  record  {path}")
    assert "  seat 1: the bot was gone before the end: the person left\n" in one.text
    acts = [act for step in read_record(path).iter_steps() for act in step.acts if act.seat == 1]
    assert all(act.fault for act in acts)
    assert verify(read_record(path)).ok


@pytest.mark.slow
def test_who_resigns_is_asked_once_and_loses_the_match(tmp_path):
    path = tmp_path / "game.lsr"
    with person("parley", "--bot", "random", "human", "--seed", 5, "--record", path) as one:
        one.until_asked()
        assert one.say("resign") == "Resign the match? y for yes: "
        assert one.say("n") == "You play on.\nseat 1> "
        one.say("resign")
        one.type("y\n")
        code, last = one.ended()
    assert (code, last) == (0, f"  record  {path}")
    assert "over: resignation" in one.text and "  seat 1: resigned\n" in one.text
    assert verify(read_record(path)).ok


@pytest.mark.slow
def test_the_end_of_the_input_is_leaving():
    with person("parley", "--bot", "human", "random", "--seed", 5) as one:
        one.until_asked()
        one.leave()
        code, _ = one.ended()
    assert code == 0
    assert "seat 0: the bot was gone before the end: the person left\n" in one.text


@pytest.mark.slow
def test_without_standard_input_there_is_no_person():
    done = subprocess.run(["sh", "-c", 'exec "$@" <&-', "sh", *PARLEY_COMMAND, "play", "parley", "--bot", "human",
                           "random"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "lawspeaker: a person plays at standard input, which is closed\n"


@pytest.mark.slow
def test_two_people_at_one_terminal_are_told_who_decides():
    with person("parley", "--bot", "human", "human", "--seed", 5) as one:
        told = one.until_asked()
        seen = {PROMPT.search(told).group(2)}
        assert f"Seat {PROMPT.search(told).group(2)}, it is you who decides.\n" in told
        while match := PROMPT.search(told):
            seen.add(match.group(2))
            told = one.say("0") if "Take 1 of" in " ".join(told.split()) else one.say(
                " ".join(map(str, range(int(COUNT.findall(" ".join(told.split()))[-1][1])))) or "-")
        code, _ = one.ended()
    assert (code, seen) == (0, {"0", "1"})


@pytest.mark.slow
def test_with_json_the_screen_is_stderr_and_the_result_stdout():
    done = subprocess.run([*PARLEY_COMMAND, "play", "parley", "--bot", "human", "random", "--json"], input="",
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stdout.count("\n") == 1
    assert '"bots": ["human", "random"]' in done.stdout
    assert "You are seat 0" in done.stderr


@pytest.mark.slow
def test_time_that_is_up_takes_the_default_and_the_game_goes_on(tmp_path):
    path = tmp_path / "game.lsr"
    with person("parley", "--bot", "human", "random", "--seed", 5, "--move-time", "300ms", "--record", path) as one:
        assert "You have 300ms for a decision." in one.until_asked()
        code, _ = one.ended()
    assert code == 0
    assert "Time is up: the default is taken, 0: Bid(card=" in one.text
    assert "refused your answer" not in one.text
    acts = [act for step in read_record(path).iter_steps() for act in step.acts if act.seat == 0]
    # The person's terminal sends the default as well. On a slow machine it may come in time, and is then no fault.
    assert {tuple(act.picks) for act in acts if act.prompt == "round.bid"} == {(0,)}


@pytest.mark.parametrize("arguments", [
    ("play", "parley", "--bot", "human", "random", "--in-process"), ("certify", "--bot", "human"),
])
def test_a_person_is_refused_where_nobody_can_play(run, arguments):
    done = run(*arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("lawspeaker: ")
    assert "person" in done.err


# --- a real terminal ---


@pytest.mark.slow
def test_ctrl_c_makes_the_match_void_and_leaves_the_terminal_as_it_was(tmp_path):
    path = tmp_path / "game.lsr"
    with person("parley", "--bot", "human", f"cmd:{sys.executable} -m lawspeaker_bot.random_bot", "--seed", 5,
                "--record", path, terminal=True) as one:
        one.until_asked()
        before = termios.tcgetattr(one._read)
        one.type("\x03")
        code, last = one.ended()
        assert termios.tcgetattr(one._read) == before
    assert code == 130
    assert last == f"lawspeaker: interrupted: the match is void; its record {path}.part was removed"
    assert not list(tmp_path.iterdir())
    assert "Traceback" not in one.text
    assert "Fatal" not in one.text


@pytest.mark.slow
def test_ctrl_d_asks_once_whether_to_leave():
    with person("parley", "--bot", "human", "random", "--seed", 5, terminal=True) as one:
        one.until_asked()
        one.type("\x04")
        assert one.until_asked().endswith("Leave the match? The referee plays on for you. y for yes: ")
        one.type("n\n")
        assert "You stay." in one.until_asked()
        one.type("\x04")
        one.until_asked()
        one.type("\x04")
        code, _ = one.ended()
    assert code == 0
    assert "the bot was gone before the end: the person left" in one.text


@pytest.mark.slow
def test_half_an_answer_when_time_is_up_is_no_answer_to_the_next_question(tmp_path):
    path = tmp_path / "game.lsr"
    with person("parley", "--bot", "human", "random", "--seed", 5, "--move-time", "10s", "--record", path,
                terminal=True) as one:
        one.until_asked()
        one.type("1")
        assert "Time is up: the default is taken, 0: Bid(card=" in one.until_asked()
        one.type("\n")
        assert one.until_asked().endswith("Enter for yes: "), "a 1 would have been an answer"


@pytest.mark.slow
def test_a_terminal_that_is_closed_ends_the_match_and_its_bots(tmp_path):
    word = f"hangup-{os.getpid()}"
    with person("parley", "--bot", "human", f"cmd:{sys.executable} -m lawspeaker_bot.random_bot {word}", "--seed", 5,
                "--record", tmp_path / "g.lsr", terminal=True) as one:
        one.until_asked()
        os.close(one._read)
        one._read = os.open(os.devnull, os.O_RDONLY)
        assert one.process.wait(WITHIN) in {130, -signal.SIGHUP}
    assert not list(tmp_path.glob("*.lsr*"))
    assert running_with(word) == []


# --- one question ---


@pytest.fixture
def seated():
    """A terminal on a pipe: what is typed into it, and what is on its screen."""
    source, typed = os.pipe()
    screen = io.StringIO()
    yield Terminal(screen, source), lambda text: os.write(typed, text.encode()), screen
    os.close(source)
    os.close(typed)


def decision(count=3, *, least=1, most=1, default=(0,), ordered=False, time_left_ms=0):
    match = Match(MatchStarted(match_id="m", setup=GameSetup(game="parley", players=2), bots=["human", "random"]))
    view = Any()
    view.Pack(parley_pb2.View(seat=0, phase="bid"))
    options = [f"build a tower on hill {number}" if number % 7 == 3 else f"wait {number}" for number in range(count)]
    return match, Decision(DecisionRequest(
        match_id="m", decision_id=1, prompt="turn", least=least, most=most, default_picks=default, ordered=ordered,
        option_count=count, view=view, time_left_ms=time_left_ms,
        text=DecisionText(question="What now?", options=options, view="A hill.\nA valley.\n")), match)


def asked(seated, typed, *arguments, **more):
    """The answer to a decision, and the screen without the echo of answers, after this was typed."""
    terminal, keyboard, screen = seated
    match, question = decision(*arguments, **more)
    human = Human(terminal, alone=True)
    human.started(match)
    keyboard(typed)
    return human.decide(question), re.sub(r"(?<=> ).*\n", "", screen.getvalue().partition("help.\n")[2])


def test_long_lists_come_in_pages_and_can_be_searched(seated):
    answer, screen = asked(seated, "m\n/tower HILL\n/dragon\n/\n10\n", 50)
    assert list(answer) == [10]
    pages = screen.split("seat 0> ")
    assert pages[0].count("  wait") + pages[0].count("  build") == PAGE
    assert pages[0].endswith("20 of 50 options listed; m for more, /words to look for some.\n")
    assert "  20  wait 20\n" in pages[1]
    assert pages[1].endswith("40 of 50 options listed; m for more, /words to look for some.\n")
    assert pages[2].splitlines() == [f"{number:>4}  build a tower on hill {number}" for number in range(3, 50, 7)]
    assert pages[3] == "No option has these words; / lists them all.\n"
    assert pages[4] == pages[0].partition("What now?\n")[2]


def test_tiles_are_drawn_above_the_options_each_look_once_and_beside_one_another(seated):
    terminal, keyboard, screen = seated
    match = Match(MatchStarted(match_id="m", setup=GameSetup(game="northgard", players=2), bots=["human", "random"]))
    tile = next(number for number, each in enumerate(TILES) if each.id == "03")
    options = [PlaceTile(tile, x, 0, rotation) for x in (0, 1) for rotation in (0, 1)]
    encoder = codec(GAMES["northgard"])
    human = Human(terminal, alone=True)
    human.started(match)
    keyboard("2\n")
    view = Any()
    view.Pack(northgard_pb2.View(seat=0, phase="setup"))
    assert list(human.decide(Decision(DecisionRequest(
        match_id="m", decision_id=1, prompt="setup.tile", least=1, most=1, default_picks=[0], option_count=4,
        options={"type_url": encoder.options_url, "value": encoder.options(options)}, view=view,
        text=DecisionText(question="Where?", options=[f"place {number}" for number in range(4)])), match))) == [2]
    assert screen.getvalue().partition("Where?\n")[2].splitlines()[:8] == [
        "tile 03                         tile 03, turned by 90 degrees",
        r"\ a a a ~  a lair               ~ d d d /  a lair",
        r"d \ a ~ b  b carved             c ~ d / a  b carved",
        r"d d ~ b b  c small              c c ~ a a  c small",
        r"d ~ c \ b  d food               c / b ~ a  d food",
        r"~ c c c \                       / b b b ~",
        "",
        "  0  place 0",
    ]


def test_the_view_and_the_question_come_on_demand(seated):
    answer, screen = asked(seated, "v\no\n2\n")
    assert list(answer) == [2]
    assert "seat 0> A hill.\nA valley.\nseat 0> What now?\n  0  wait 0\n" in screen
    assert screen.count("What now?") == 2


def test_several_picks_keep_their_order_only_where_it_matters(seated):
    assert list(asked(seated, "2 0\n", 3, least=0, most=3, ordered=True)[0]) == [2, 0]
    assert list(asked(seated, "2,0\n", 3, least=0, most=3)[0]) == [0, 2]
    assert list(asked(seated, "-\n", 3, least=0, most=3)[0]) == []


def test_an_empty_line_takes_the_default_after_it_was_asked_again(seated):
    answer, screen = asked(seated, "\nx\n\n\n", default=(1,))
    assert list(answer) == [1]
    assert screen.count("The default, 1: wait 1? Enter for yes: ") == 2


def test_what_has_only_one_answer_is_not_asked(seated):
    answer, screen = asked(seated, "", 2, least=2, most=2, default=(0, 1))
    assert list(answer) == [0, 1]
    assert "turn:\nThere is no choice: 0: wait 0; 1: wait 1.\n" in screen


def test_time_that_is_up_gives_the_default(seated):
    answer, screen = asked(seated, "", default=(2,), time_left_ms=50)
    assert list(answer) == [2]
    assert screen.endswith("seat 0> Time is up: the default is taken, 2: wait 2.\n")


def test_a_refusal_is_told_unless_it_was_late(seated):
    terminal, _, screen = seated
    human = Human(terminal, alone=True)
    human.rejected(Rejection("m", 1, None, "STALE", "too late"))
    assert screen.getvalue() == ""
    human.rejected(Rejection("m", 1, None, "OUT_OF_RANGE", "no such option"))
    assert screen.getvalue() == "The referee refused your answer: no such option\n"


def test_the_end_of_the_input_leaves_the_match():
    source, typed = os.pipe()
    os.write(typed, b"0")
    os.close(typed)
    terminal = Terminal(io.StringIO(), source)
    assert terminal.ask("? ") == "0", "a last line without its end counts"
    with pytest.raises(Closed):
        terminal.ask("? ")
    match, question = decision()
    human = Human(terminal, alone=True)
    human.started(match)
    with pytest.raises(BotLeft, match="the person left"):
        human.decide(question)
    os.close(source)


def test_a_screen_that_is_gone_leaves_the_match(seated):
    terminal, _, screen = seated
    match, question = decision()
    human = Human(terminal, alone=True)
    human.started(match)
    screen.close()
    with pytest.raises(BotLeft):
        human.decide(question)


def test_closing_a_terminal_whose_screen_is_gone_is_no_error(seated):
    terminal, _, screen = seated
    terminal._waits = True
    screen.close()
    terminal.close()
    with pytest.raises(Closed):
        terminal.ask("? ")


def test_a_terminal_waits_no_longer_than_it_may_and_not_after_it_was_closed(seated):
    terminal, keyboard, screen = seated
    with pytest.raises(TimeUp):
        terminal.ask("? ", time.monotonic() - 1)
    terminal.close()
    keyboard("0\n")
    with pytest.raises(Closed):
        terminal.ask("? ")
    assert screen.getvalue() == "? \n? \n"
