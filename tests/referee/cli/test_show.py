import json
import re
from dataclasses import dataclass, fields
from itertools import repeat
from types import MappingProxyType

import pytest

from lawspeaker.clansmen.v1 import clansmen_pb2
from lawspeaker.v1.match_pb2 import Act, GameOptionValue
from lawspeaker.v1.record_pb2 import RecordEntry, RecordHeader
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.games.clansmen.game import Clansmen
from lawspeaker_engine.games.northgard.game import Northgard
from lawspeaker_engine.model import CHANCE
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.cli import lawspeaker
from lawspeaker_referee.cli.errors import exit_code
from lawspeaker_referee.cli.record_text import names_in, standings, taken
from lawspeaker_referee.cli.show import NO_NEWS, text_lines
from lawspeaker_referee.codec.game_codec import setup_message
from lawspeaker_referee.codec.option_text import no_names, option_text, period_text
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.record.columns import StepColumns
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.seat_report import known_policy
from lawspeaker_referee.record.writer import RecordWriter
from tests.games import parley_pb2
from tests.games.parley import PARLEY, Catalogue
from tests.referee.match.match_driver import Drive, by_decision


def test_text_has_a_header_a_line_an_act_with_its_options_in_words_and_the_result(run, record):
    text = run("show", record).out
    read = read_record(record)
    assert text.startswith("parley-3: Parley, 3 players, rules version 1\n")
    acts = text.split("\n\n")[1].splitlines()
    assert len(acts) == sum(len(step.acts) for step in read.steps)
    assert f"    1  chance  deal                    Card(card={read.steps[0].acts[0].picks[0] + 1})" in text
    assert "seat 0  round.bid" in text
    assert f"  digest      {read.footer.digest.hex()}" in text


def test_a_record_is_readable_without_the_engines_rules(run, record, monkeypatch):
    with_rules = run("show", record).out
    monkeypatch.delitem(GAMES, "parley")
    without = run("show", record)
    assert without.code == 0
    assert without.out.splitlines()[2:] == with_rules.splitlines()[2:]
    assert without.out.splitlines()[1] == "  options     rounds=2 fancy=false"


@pytest.mark.parametrize(("chosen", "told"), [
    ((), "(all as by default)"), (("rounds=1",), "rounds=1 (the others as by default)"),
    (("rounds=1", "fancy=true"), "rounds=1 fancy=true"),
])
def test_options_that_are_as_by_default_are_left_out_where_the_game_is_known(run, tmp_path, chosen, told):
    path = tmp_path / "game.lsr"
    words = [word for option in chosen for word in ("--option", option)]
    run("play", "parley", "--bot", "random", "random", "--in-process", "--record", path, *words)
    assert run("show", path).out.splitlines()[1] == f"  options     {told}"


def test_json_has_one_object_a_line_with_what_was_chosen(run, record):
    lines = [json.loads(line) for line in run("show", record, "--json").out.splitlines()]
    read = read_record(record)
    assert [line["entry"] for line in lines] == ["header", *["step"] * len(read.steps), "footer", "report"]
    assert (lines[0]["game"], lines[0]["options"]["rounds"], len(lines[0]["seats"])) == ("parley", "2", 3)
    bids = next(line for line in lines[1:-2] if line["acts"][0]["prompt"] == "round.bid")
    assert [act["seat"] for act in bids["acts"]] == [0, 1, 2]
    assert all(list(act["chosen"][0]) == ["bid"] for act in bids["acts"])
    assert lines[-2]["digest"] == read.footer.digest.hex()
    assert lines[-2]["steps"] == len(read.steps)


def test_state_adds_the_view_after_each_step_and_seat_that_seats_own(run, record):
    full = [json.loads(line) for line in run("show", record, "--json", "--state", "--no-report").out.splitlines()]
    own = [json.loads(line) for line in run("show", record, "--json", "--seat", 2, "--no-report").out.splitlines()]
    assert "view" not in full[0]
    deal_to_seat_2 = 3
    assert own[deal_to_seat_2]["view"]["hand"] == [next(iter(chosen.values()))["card"]
                                                   for chosen in full[deal_to_seat_2]["acts"][0]["chosen"]]
    assert own[deal_to_seat_2]["view"]["seat"] == 2
    assert full[-2]["view"]["phase"] == "over"
    text = run("show", record, "--state").out
    assert text.count("\n         phase: ") == len(full) - 2


def test_the_clock_of_each_seat_is_shown_and_what_it_was_charged_is_told_by_its_own(run, tmp_path):
    drive = Drive(2, clock=Clock(9.0), own_clocks={1: Clock(None)}).play(by_decision)
    drive.record(tmp_path)
    out = run("show", tmp_path / "match.lsr").out
    assert "\n  clock       9s\n              seat 1: no limit\n" in out
    assert [line.split()[0] for line in out.partition("seat 0  ")[2].splitlines() if "in all" in line] == ["charged"]
    header = json.loads(run("show", tmp_path / "match.lsr", "--json").out.splitlines()[0])
    assert [header["clock"], *(seat["clock"] for seat in header["seats"])] == ["9s", "9s", "none"]


@pytest.fixture(scope="module")
def clansmen_record(tmp_path_factory):
    """A record of the rules as they are, with raids in it."""
    path = tmp_path_factory.mktemp("clansmen") / "game.lsr"
    assert exit_code(lawspeaker, ["play", "clansmen", "--bot", "random", "random", "--option", "years=4", "--seed", "3",
                                  "--in-process", "--record", str(path)]) == 0
    return path


def raids(lines):
    return [line.strip() for line in lines if line.startswith("       Raid, ")]


def test_every_raid_is_summed_up_in_one_line_right_after_the_step_that_ended_it(run, clansmen_record):
    lines = run("show", clansmen_record, "--no-report").out.splitlines()
    streams = {act.stream.removesuffix("/raider") for step in read_record(clansmen_record).steps for act in step.acts
               if act.stream.endswith("/raider")}
    assert len(raids(lines)) == len(streams) > 1
    for line in raids(lines):
        assert re.match(r"Raid, (Spring|Summer|Autumn|Winter) of year [1-9]: \d+ Raiders?, \d+ beaten back\.", line)
    assert any("Weakened: seat " in line for line in lines)


@pytest.mark.slow
def test_what_came_of_a_step_is_in_the_json_too_and_the_same_for_every_eye(run, clansmen_record):
    plain = [json.loads(line) for line in run("show", clansmen_record, "--json", "--no-report").out.splitlines()]
    told = [change for line in plain for change in line.get("changes", ())]
    lines = run("show", clansmen_record, "--no-report").out.splitlines()
    assert [line.strip() for line in lines if line.startswith("       ") and line[7] != " "
            and not line[7:].startswith(("seat", "chance"))] == told
    own = run("show", clansmen_record, "--json", "--no-report", "--seat", 1).out.splitlines()
    assert [change for line in map(json.loads, own) for change in line.get("changes", ())] == told


@pytest.mark.parametrize("change", [{"version": 9}, {"content": lambda _setup: "other"}])
def test_a_record_of_other_rules_is_shown_without_what_only_the_rules_can_tell(
    run, clansmen_record, monkeypatch, change,
):
    with_changes = run("show", clansmen_record, "--no-report", "--json").out.splitlines()
    for name, value in change.items():
        monkeypatch.setattr(GAMES["clansmen"], name, value)
    without = run("show", clansmen_record, "--no-report", "--json")
    assert without.code == 0
    assert [json.loads(line) for line in without.out.splitlines()] == [
        {key: [] if key in {"parts", "decided"} else value for key, value in json.loads(line).items()
         if key != "changes"} for line in with_changes]
    assert json.loads(with_changes[-1])["parts"]


def test_a_record_that_breaks_its_rules_is_shown_to_its_end(run, clansmen_record, tmp_path):
    """Its fifth digest is another one: nothing is said to come of the steps from there on, and every step is shown."""
    whole = read_record(clansmen_record)
    whole.steps[4].digest = bytes(2)
    path = tmp_path / "broken.lsr"
    recorder = RecordWriter(path)
    for entry in (RecordEntry(header=whole.header), *(RecordEntry(step=step) for step in whole.steps)):
        recorder.write(entry)
    recorder.finish(whole.footer)
    lines = run("show", path, "--no-report").out.splitlines()
    assert not raids(lines)
    assert sum(line[:5].strip().isdigit() for line in lines) == len(whole.steps)


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_seat_that_is_not_there_is_refused_with_those_that_are(run, record, seat):
    done = run("show", record, "--seat", seat)
    assert (done.code, done.out) == (2, "")
    assert done.err.endswith("seats are 0 to 2\n")


def test_views_of_a_game_that_is_not_played_here_are_refused_in_one_line(run, record, monkeypatch):
    monkeypatch.setattr(GAMES["parley"], "version", 2)
    done = run("show", record, "--state")
    assert done.code == 2
    assert done.err.endswith("this record is of parley 1; here is parley 2\n"), "the same build plays both"
    assert done.err.count("\n") == 1


def test_an_unreadable_record_is_one_line_and_exit_code_2(run, tmp_path):
    (tmp_path / "x.lsr").write_bytes(b"\x1f\x8b nonsense")
    done = run("show", tmp_path / "x.lsr")
    assert (done.code, done.out) == (2, "")
    assert done.err.count("\n") == 1


def test_numbers_get_the_names_that_the_catalogue_gives_them():
    option = parley_pb2.Steal(victim=1, amount=2)
    assert option_text(option, lambda field, number: "Bjorn" if (field, number) == ("victim", 1) else "") \
        == "Steal(victim=1 Bjorn, amount=2)"
    assert option_text(parley_pb2.Pass(), lambda _field, _number: "") == "Pass"


def nameless(_field, _number):
    return ""


def header_of(game):
    return RecordHeader(setup=setup_message(game, make_setup(game, min(game.players))))


def test_a_field_that_no_column_is_called_after_gets_its_names_from_the_column_the_catalogue_says(monkeypatch):
    @dataclass(frozen=True, slots=True)
    class Named:
        name: str

    @dataclass(frozen=True, slots=True)
    class WithNames(Catalogue):
        NAMES = MappingProxyType({"victim": "suits", "card": "nowhere", "bid": "values"})

    monkeypatch.setattr(type(PARLEY), "catalogue", WithNames((Named("Oars"), Named("Axes")), PARLEY.catalogue.values))
    names = names_in(header_of(PARLEY))
    assert [names("victim", number) for number in (-1, 0, 1, 2)] == ["", "Oars", "Axes", ""]
    assert names("suit", 1) == "Axes"
    assert (names("card", 0), names("bid", 0), names("amount", 0)) == ("", "", "")


def test_a_record_gets_its_names_if_its_setup_can_use_the_same_rows_here_whatever_its_options_are_called(monkeypatch):
    monkeypatch.setattr(type(PARLEY), "content", lambda _game, setup: f"{setup.players} {setup.options['rounds']}")
    header = header_of(PARLEY)
    assert header.setup.content_hash == "2 2"
    assert names_in(header) is not no_names
    header.setup.options.append(GameOptionValue(name="was_there_once", value="true"))
    assert names_in(header) is not no_names
    header.setup.options[0].value = "3"
    assert names_in(header) is no_names
    header.setup.options[0].value = "17"
    assert names_in(header) is no_names


@pytest.mark.parametrize("game", [Clansmen(), Northgard()], ids=lambda game: game.name)
def test_what_a_catalogue_says_of_names_is_true_and_no_part_of_what_is_sent(game):
    columns = {column.name for column in fields(game.catalogue)}
    named = getattr(game.catalogue, "NAMES", {})
    assert "NAMES" not in columns
    assert set(named.values()) <= columns
    assert named.keys() <= {field.name for option in game.option_types for field in fields(option)}


def test_the_resources_of_an_exchange_have_names():
    names = names_in(header_of(Clansmen()))
    exchange = clansmen_pb2.Exchange(give=[0, 0], take=[2])
    assert option_text(exchange, names) == "Exchange(give=[0 Food, 0 Food], take=[2 Stone])"
    assert option_text(exchange, nameless) == "Exchange(give=[0, 0], take=[2])"


def test_empty_lists_are_left_out_of_an_option_but_zero_and_false_are_not():
    assert option_text(clansmen_pb2.Hunt(), nameless) == "Hunt"
    assert option_text(clansmen_pb2.Hunt(cards=[0]), nameless) == "Hunt(cards=[0])"
    assert option_text(clansmen_pb2.FestivalOfTheSun(), nameless) == "FestivalOfTheSun(renew=false)"
    assert option_text(clansmen_pb2.CallForKin(kind=0), nameless) == "CallForKin(kind=0)"


@pytest.mark.parametrize(("seat", "count", "told"), [
    (CHANCE, 8, 8), (CHANCE, 9, 6), (CHANCE, 148, 6), (0, 148, 148),
])
def test_a_long_draw_of_chance_is_cut_and_a_players_choice_is_not(seat, count, told):
    act = Act(seat=seat)
    chosen = parley_pb2.Options(options=[parley_pb2.Option(face=parley_pb2.Face(pips=i)) for i in range(count)])
    act.chosen.Pack(chosen)
    text = taken(act, nameless)
    assert text.count("Face(") == told
    assert text.endswith(f"Face(pips={told - 1}), ... {count} in all" if told < count else f"Face(pips={count - 1})")


def test_json_holds_a_long_draw_whole(run, clansmen_record):
    path = clansmen_record
    longest = max((act for step in read_record(path).steps for act in step.acts), key=lambda act: len(act.picks))
    count = len(longest.picks)
    assert count > 8
    assert f", ... {count} in all from {longest.stream}\n" in run("show", path).out
    steps = [json.loads(line) for line in run("show", path, "--json").out.splitlines()][1:-2]
    assert max(len(act["chosen"]) for step in steps for act in step["acts"]) == count


@pytest.mark.parametrize("how", [("--state",), ("--seat", 1)])
def test_with_views_a_line_parts_the_phases_of_the_game_and_without_none_does(run, record, how):
    steps = [json.loads(line) for line in run("show", record, "--json", *how).out.splitlines()][1:-2]
    phases = [step["view"]["phase"] for step in steps]
    changes = [phase for before, phase in zip(["", *phases], phases, strict=False) if phase != before]
    lines = run("show", record, *how).out.splitlines()
    assert [line for line in lines if line.startswith("--")] == [f"-- phase {phase} --" for phase in changes]
    assert len(changes) > 3
    first = lines.index(f"-- phase {changes[0]} --")
    assert lines[first - 1].startswith("    1  chance")
    assert lines[first + 1].strip().startswith("seat: ")
    assert "\n-- " not in run("show", record).out


def test_a_period_is_told_by_the_fields_there_are_and_by_name_where_the_catalogue_has_one():
    @dataclass
    class Whole:
        phase: str
        season: int
        year: int

    @dataclass
    class Timeless:
        seat: int

    names = names_in(header_of(Clansmen()))
    assert period_text(Whole("actions", 3, 2), names) == "year 2, season 3 Winter, phase actions"
    assert period_text(Whole("actions", 3, 2), nameless) == "year 2, season 3, phase actions"
    assert period_text(Timeless(1), names) == ""


@pytest.mark.parametrize(("ranks", "places"), [
    ((1, 1), ["=", "="]), ((2, 2, 2), ["=", "=", "="]), ((2, 1, 2), ["1.", "2.", "2."]), ((1,), ["1."]),
])
def test_seats_that_all_share_one_place_get_no_number(ranks, places):
    lines = standings(ranks, [10] * len(ranks), ["random"] * len(ranks))
    assert [line.split()[0] for line in lines] == places
    assert {line.index("seat") for line in lines} == {7}


def test_the_first_lines_come_before_the_last_steps_are_made(record, monkeypatch, capsys):
    """A long record starts printing at once: a step is made when it is printed."""
    made = []
    real = StepColumns.__iter__

    def counted(self):
        for step in real(self):
            made.append(step)
            yield step

    monkeypatch.setattr(StepColumns, "__iter__", counted)
    read = read_record(record)
    lines = text_lines(read, known_policy(read), repeat(None), repeat(NO_NEWS))
    assert next(line for line in lines if "deal" in line)
    assert 0 < len(made) <= 2
