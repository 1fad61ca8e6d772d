"""`lawspeaker show --words`: a record in sentences, for people."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lawspeaker.v1.match_pb2 import Act
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import CHANCE
from lawspeaker_referee.cli.record_words import NARROWEST, WIDEST, told_lines
from lawspeaker_referee.codec.game_codec import codec
from lawspeaker_referee.config.fault_policies import CRASHED, DEFAULT_POLICY
from lawspeaker_referee.match.events import Left
from lawspeaker_referee.match.sentences import HIDDEN
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.writer import RecordWriter
from tests.golden.game_text import RECORDS
from tests.referee.cli.test_report import driven, written
from tests.referee.match.match_driver import PLAYED_ON, Drive, by_decision
from tests.sample_sizes import first_quick

GOLDEN = Path(__file__).parents[2] / "golden"


def words(stem: str, seat: int | None = None, width: int = WIDEST) -> str:
    return "\n".join(told_lines(read_record(GOLDEN / f"{stem}.lsr"), DEFAULT_POLICY, seat, width))


def test_a_northgard_game_is_told_by_years_and_turns_with_its_combats_and_its_end():
    text = words("northgard-2")
    assert text.startswith(
        "Northgard: Uncharted Lands, 2 players (match northgard-2)\n"
        "Seat 0 is greedy and seat 1 is random. Options: all as by default.\n"
        "\n"
        "Setup\n"
        "         Early cards, in the order of their pile: Market Place, Improved Villager Tools, Intimidate,\n"
        "         Scout Camp.\n")
    assert (
        "\n"
        "Year 1, actions\n"
        "Seat 1   plays Feast (starting).\n"
        "         chooses: move 1.\n"
        "         moves no further.\n"
        "Seat 0   plays Feast (starting).\n"
        "         chooses: recruit 1.\n"
        "         recruits a unit in territory 9.\n"
        "Seat 1   puts Feast (starting) down without effect.\n") in text
    assert (
        "\n"
        "Year 2\n"
        "         Seat 0 (Wolf): 3 fame, 1 food, 1 wood, 2 territories (2 closed), 1 building, 7 units\n"
        "         Seat 1 (Snake): 1 fame, 2 wood, 1 lore, 2 territories (1 closed), 0 buildings, 7 units\n"
        "\n"
        "Year 2, actions\n"
        "Seat 0   plays Recruit.\n") in text
    assert (
        "         sends away the bribed: 1 unit from territory 2 to 1 (seat 0, 4 units).\n"
        "         spends no food.\n"
        "         The die of the attacker: 2 casualties.\n"
        "         The die of the defender: 2 points.\n"
        "           => Seat 0 loses 2 units in territory 1\n"
        "Seat 1   retreats: 1 unit from territory 1 to 22 (neutral).\n") in text
    assert text.endswith(
        "\n\nThe game is over (fame). Seat 0 (greedy) wins with 58; seat 1 (random) is 2nd with -10.\n"
        "Most fame, 58: seat 0.\n"
        "Points of seat 0: fame tokens 39, resources 6, Development cards 9, Achievements 4.\n"
        "Points of seat 1: fame tokens 3, Development cards 2, Unrest -15.")


@pytest.mark.slow
def test_a_clansmen_game_is_told_by_seasons_with_its_raids_and_a_defeat_of_all():
    text = words("clansmen-3")
    assert (
        "\n"
        "Year 1, Summer, event\n"
        "         The event: Rat Infestation: Each player loses 1 Food for each population.\n"
        "Seat 0   plays Cats to ignore the event.\n") in text
    assert (
        "Seat 2   builds Wooden House for 1 wood.\n"
        "         puts it on tile 55 (Hills), tile 69 (Lowlands).\n"
        "Seat 0   builds Stone House for 1 stone.\n") in text
    assert (
        "         Raiders' dice: 4, 3, 3, 4.\n"
        "         Defenders' dice: 5 (seat 2 on tile 42), 2 (seat 0 on tile 49), 3 (seat 2 on tile 54), 3\n") in text
    assert "           => Raid, Winter of year 1: 4 Raiders, 4 beaten back. Gained: seat 0 (3 Respect); " in text
    assert (
        "         reveals tile 24.\n"
        "           => Tile 24 is Forest\n") in text
    assert (
        "         wants 3 wood, 10 stone, 1 goods.\n"
        "         offers for it: 1 goods.\n") in text, "piles are added up"
    assert text.endswith(
        "The game is over (failed). All share one place: seat 0 (greedy) with 39, seat 1 (random) with 7 and\n"
        "seat 2 (greedy) with 35.\n"
        "The clan had 66 Respect before the majorities and needed 75: it has failed.\n"
        "Points of seat 0: Respect during play 31, Warriors 4, Weakened population -5, most Warriors 3, most\n"
        "population 3, most buildings 3.\n"
        "Points of seat 1: Respect during play 7, Weakened population -3, most Food 3.\n"
        "Points of seat 2: Respect during play 29, Warriors 3, most Goods 3.")


@pytest.mark.slow
def test_what_is_drawn_of_events_and_victory_cards_is_named_and_not_called_an_effect_of_a_card():
    text = words("northgard-4-everything", width=1000)
    assert "The next event: Blood Moon. In every combat each side inflicts 1 casualty more; " in text
    assert "Victory: Mountains. Control six closed territories " in text
    assert "chooses: collect 1 lore." in text
    assert not re.search(r"effect \d", text)


@pytest.mark.parametrize("path", [
    pytest.param(each, id=each.stem, marks=() if each.stem.endswith("-2") else pytest.mark.slow)
    for each in RECORDS if not each.stem.endswith(("-4", "-5"))])
def test_every_golden_game_is_told_in_lines_that_fit(path):
    """To its end, in sentences that are filled in; games of two and three from a seat's eyes too."""
    record = read_record(path)
    for seat, width in ((0, NARROWEST), (None, WIDEST))[record.header.setup.players > 3:]:
        lines = list(told_lines(record, DEFAULT_POLICY, seat, width))
        assert max(map(len, lines)) <= width
        assert any(line.startswith("The game is over (") for line in lines)
        for line in lines:
            assert line == line.rstrip()
            assert not {"{", "}"} & set(line), line
            assert ".." not in line.replace("...", ""), line


@pytest.mark.parametrize("name", list(GAMES))
def test_every_prompt_of_a_game_has_its_sentences(name):
    """So it is told without names of fields: questions to seats, and those that chance is asked in golden games."""
    text = GAMES[name].text
    acts = [act for path in RECORDS if path.stem.startswith(name) for step in read_record(path).steps
            for act in step.acts]
    assert {act.prompt for act in acts if act.seat == CHANCE} <= set(text.story.draws)
    assert all("{what}" in row.did for row in text.prompts.values() if "{" in row.did)
    assert all(row.did for row in text.prompts.values())


@pytest.mark.parametrize("stem", first_quick(1, ["northgard-3", "clansmen-3"]))
def test_from_a_seats_eyes_only_what_it_may_know_is_told(stem):
    """The words hide what the redacted acts of its requests hide, and tell what they show."""
    record = read_record(GOLDEN / f"{stem}.lsr")
    everything, own = words(stem, width=1000), words(stem, seat=1, width=1000)
    draws = [line.strip() for line in everything.splitlines() if " draws " in line]
    mine = [line for line in draws if line.startswith("Seat 1 draws")]
    others = [line for line in draws if not line.startswith("Seat 1 draws")]
    assert mine
    assert others
    assert all(line in own for line in mine)
    assert not any(line in own for line in others)
    assert f"Seat 0 draws {HIDDEN}." in own
    assert own.splitlines()[2] == "Told from the eyes of seat 1: what it may not know is hidden."
    assert own.splitlines()[-1] == everything.splitlines()[-1]
    assert record.footer.seed.hex() not in own


def test_fame_that_a_seat_may_not_see_is_not_told_in_what_everybody_has():
    hidden = words("northgard-3", seat=1, width=1000)
    year = hidden.partition("\nYear 2\n")[2].splitlines()
    assert [" fame, " in line for line in year[:3]] == [False, True, False]


def test_sealed_answers_of_a_game_without_words_are_told_by_the_names_of_its_fields(run, record):
    text = run("show", record, "--words").out
    assert text.startswith("Parley, 3 players (match parley-3)\nSeat 0 is random, seat 1 is random and ")
    assert "\n         deal: Card(card=" in text
    read = read_record(record)
    card = next(act for step in read.steps for act in step.acts if act.prompt == "round.bid" and act.seat == 1)
    assert f"Seat 1   round.bid: Bid(card={bid_of(card)})." in text
    own = run("show", record, "--words", "--seat", 1).out
    assert f"Seat 1   round.bid: Bid(card={bid_of(card)})." in own
    assert f"Seat 0   round.bid: {HIDDEN}." in own
    assert f"Seat 2   round.bid: {HIDDEN}." in own


def bid_of(act: Act) -> int:
    return codec(GAMES["parley"]).read_options(act.chosen)[0].card


def test_faults_are_told_in_words_with_what_was_seen_of_them(run, tmp_path):
    """Seat 0 is late with each third decision; seat 1 is gone from its second decision on."""
    drive = driven(lambda seat, n: None if n % 3 == 2 and seat == 0 else 0.001)
    text = run("show", written(drive, tmp_path / "late.lsr"), "--words").out
    joined = " ".join(text.split())
    late = drive.match.faults[0]["timeout"]
    assert joined.count("[its bot did not answer in time (no answer within 100ms") == late >= 1
    assert joined.count("): this is the default]") == late
    assert text.startswith("Parley, 2 players (match ")


def test_a_bot_that_is_gone_is_told_of_once(run, tmp_path):
    def left(drive):
        drive.match.handle(Left(1, CRASHED, "exit code 3"), drive.now)

    drive = Drive(2, rounds=3, policy=PLAYED_ON)
    left(drive)
    drive.play(by_decision)
    joined = " ".join(run("show", written(drive, tmp_path / "gone.lsr"), "--words").out.split())
    assert joined.count("[its bot had crashed (exit code 3): this is the default]") == 1
    assert joined.count("[not its own answer]") > 1
    assert joined.count("Seat 1 (bot 1) lost its bot: a substitute played it to the end.") == 1


def test_control_characters_of_bots_are_escaped(run, tmp_path):
    def alter(entry):
        if entry.HasField("header"):
            entry.header.seats[0].bot = "evil\x1b[2J"

    path = written(driven(lambda _seat, _n: 0.0), tmp_path / "evil.lsr", alter=alter)
    done = run("show", path, "--words")
    assert "\x1b" not in done.out + done.err
    assert "evil\\x1b[2J" in done.out + done.err


def test_a_record_of_other_rules_is_refused_in_one_line(run, record, monkeypatch):
    monkeypatch.setattr(type(GAMES["parley"]), "version", 2)
    done = run("show", record, "--words")
    assert (done.code, done.out) == (2, "")
    assert done.err == run("show", record, "--state").err
    assert done.err.count("\n") == 1


def test_a_record_without_an_end_is_told_as_far_as_it_goes(run, tmp_path):
    drive = driven(lambda _seat, _n: 0.0)
    path = tmp_path / "cut.lsr"
    writer = RecordWriter(path)
    for entry in drive.entries[:-2]:
        writer.write(entry)
    writer.leave()
    done = run("show", writer.part, "--words")
    assert done.code == 0, done.err
    assert done.out.splitlines()[-1] == (
        f"The record ends here, after {len(drive.entries) - 3} steps; the match was not over.")


@pytest.mark.parametrize("other", ["--json", "--state"])
def test_words_are_refused_together_with_another_form(run, record, other):
    done = run("show", record, "--words", other)
    assert (done.code, done.out) == (2, "")
    assert done.err == f"lawspeaker: --words and {other} print a record in two ways; give one of them\n"


def test_lines_fit_the_terminal(run, record, monkeypatch):
    monkeypatch.setenv("COLUMNS", "50")
    assert max(map(len, run("show", record, "--words").out.splitlines())) <= 50
