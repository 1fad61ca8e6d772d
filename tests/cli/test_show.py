import json

import pytest

from lawspeaker_engine.games import GAMES
from lawspeaker_referee.commands.telling import option_text
from lawspeaker_referee.record import read_record
from tests.games import parley_pb2


def test_text_has_a_header_a_line_an_act_with_its_options_spelt_out_and_the_result(run, record):
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
    assert [line["entry"] for line in lines] == ["header", *["step"] * len(read.steps), "footer"]
    assert (lines[0]["game"], lines[0]["options"]["rounds"], len(lines[0]["seats"])) == ("parley", "2", 3)
    bids = next(line for line in lines[1:-1] if line["acts"][0]["prompt"] == "round.bid")
    assert [act["seat"] for act in bids["acts"]] == [0, 1, 2]
    assert all(list(act["chosen"][0]) == ["bid"] for act in bids["acts"])
    assert lines[-1]["digest"] == read.footer.digest.hex()
    assert lines[-1]["steps"] == len(read.steps)


def test_state_adds_the_view_after_each_step_and_seat_that_seats_own(run, record):
    full = [json.loads(line) for line in run("show", record, "--json", "--state").out.splitlines()]
    own = [json.loads(line) for line in run("show", record, "--json", "--seat", 2).out.splitlines()]
    assert "view" not in full[0]
    deal_to_seat_2 = 3
    assert own[deal_to_seat_2]["view"]["hand"] == [next(iter(chosen.values()))["card"]
                                                   for chosen in full[deal_to_seat_2]["acts"][0]["chosen"]]
    assert own[deal_to_seat_2]["view"]["seat"] == 2
    assert full[-2]["view"]["phase"] == "over"
    text = run("show", record, "--state").out
    assert text.count("\n         phase: ") == len(full) - 2


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_seat_that_is_not_there_is_refused_with_those_that_are(run, record, seat):
    done = run("show", record, "--seat", seat)
    assert (done.code, done.out) == (2, "")
    assert done.err.endswith("seats are 0 to 2\n")


def test_views_of_a_game_that_is_not_played_here_are_refused_in_one_line(run, record, monkeypatch):
    monkeypatch.setattr(GAMES["parley"], "version", 2)
    done = run("show", record, "--state")
    assert done.code == 2
    assert "version 1" in done.err
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
