import json
from pathlib import Path

import pytest

from lawspeaker_engine.games.northgard.game import Northgard

GOLDEN = Path(__file__).parents[2] / "golden" / "northgard-2.lsr"
FOUR = ("--bot", "random", "random", "random", "random")


@pytest.mark.parametrize("chosen", [
    ("teams=true",), *(pytest.param(each, marks=pytest.mark.slow) for each in ((), ("years=10", "clans=random")))])
def test_a_recorded_game_verifies_whatever_its_options(run, tmp_path, chosen):
    path = tmp_path / "game.lsr"
    options = [word for value in chosen for word in ("--option", value)]
    done = run("play", "northgard", *FOUR, "--seed", 1, "--in-process", "--record", path, "--json", *options)
    assert done.code == 0, done.err
    assert run("verify", path).out == "ok {digest} {steps}\n".format(**json.loads(done.out))


def test_three_seats_for_the_team_game_are_refused_with_what_would_be_right(run, tmp_path):
    done = run("play", "northgard", "--bot", "random", "random", "random", "--option", "teams=true", "--record",
               tmp_path / "game.lsr")
    assert (done.code, done.out) == (2, "")
    assert "exactly 4 players, not 3" in done.err
    assert done.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_show_puts_the_names_of_cards_and_clans_beside_their_numbers(run):
    text = run("show", GOLDEN).out
    catalogue = Northgard().catalogue
    clan = int(text.split("ChooseClan(clan=")[1].split()[0])
    assert f"ChooseClan(clan={clan} {catalogue.clans[clan].name})" in text
    feast = next(number for number, card in enumerate(catalogue.cards) if card.name == "Feast")
    assert f"PlayCard(card={feast} Feast)" in text


@pytest.mark.slow
def test_a_seats_view_hides_what_the_full_view_shows(run):
    shown = "show", GOLDEN, "--json", "--no-report"
    full = [json.loads(line) for line in run(*shown, "--state").out.splitlines()][1:-1]
    own = [json.loads(line) for line in run(*shown, "--seat", 1).out.splitlines()][1:-1]
    assert len(full) == len(own)
    assert all(player["hand"] == [] for step in own for player in step["view"]["players"] if player["seat"] != 1)
    for a, b in zip(full, own, strict=True):
        assert a["view"]["players"][1]["hand"] == b["view"]["players"][1]["hand"]
    assert any(player["hand"] for step in full for player in step["view"]["players"] if player["seat"] != 1)
