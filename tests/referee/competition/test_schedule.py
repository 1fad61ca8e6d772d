"""The schedule of large tournaments: it begins at once, grows before it runs out, and nobody holds all of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from msgspec import structs

from lawspeaker_referee.competition.formats import WHOLE, entries, number_of_matches
from lawspeaker_referee.competition.ledger import Ledger
from lawspeaker_referee.competition.tournament import schedule as module
from lawspeaker_referee.competition.tournament.schedule import Schedule
from lawspeaker_referee.competition.tournament.state import TournamentState
from lawspeaker_referee.config.tournament import BotConfig, TournamentConfig, parse_config
from tests.referee.competition.small_ledger import details, played

HERE = TournamentState()


def terms_of(bots: int, players: int = 2, **form: object) -> TournamentConfig:
    return parse_config({"name": "cup", "game": "northgard", "players": players,
                         "format": {"kind": "round-robin", **form},
                         "bots": [{"name": f"b{number}", "spec": "random"} for number in range(bots)]}, "cup")


@pytest.fixture
def ledger(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "AT_ONCE", 20)
    ledger = Ledger.open(f"sqlite:///{tmp_path}/ledger.db")
    yield ledger
    ledger.close()


def play(ledger: Ledger, schedule: Schedule, most: int) -> None:
    for entry in [*ledger.open_entries("cup")][:most]:
        ledger.count("cup", played(entry), "x", details())
        schedule.counted()


def test_a_large_tournament_comes_into_the_ledger_in_parts_and_all_of_it_comes(ledger):
    terms = terms_of(8)
    ledger.begin("cup", terms.as_dict())
    schedule = Schedule(terms, ledger)
    assert schedule.grow(HERE)
    assert ledger.progress("cup").scheduled == 20
    while schedule.grow(HERE):
        play(ledger, schedule, 7)
        assert len([*ledger.open_entries("cup")]) <= 40
    assert [each.match_id for each in ledger.results("cup")] == [entry.match_id for entry in entries(terms)]
    assert not schedule.playable(HERE)


def test_more_is_scheduled_before_the_workers_run_out(ledger):
    terms = terms_of(10)
    ledger.begin("cup", terms.as_dict())
    schedule = Schedule(terms, ledger)
    schedule.grow(HERE)
    play(ledger, schedule, 10)
    assert ledger.progress("cup").scheduled == 40


@pytest.mark.parametrize("look", ["grow", "playable"])
@pytest.mark.parametrize("place", ["open_entries", "progress"])
def test_another_runner_that_adds_the_whole_schedule_while_one_looks_leaves_matches_to_play(
        ledger, monkeypatch, place, look):
    terms = terms_of(2)
    ledger.begin("cup", terms.as_dict())
    asked = getattr(ledger, place)

    def asked_while_another_runner_adds(name):
        found = asked(name) if place == "progress" else [*asked(name)]
        monkeypatch.undo()
        Schedule(terms, ledger).grow(HERE)
        return found

    monkeypatch.setattr(ledger, place, asked_while_another_runner_adds)
    assert getattr(Schedule(terms, ledger), look)(HERE)


@pytest.mark.slow
def test_another_process_goes_on_where_the_schedule_ended_also_after_an_extension(ledger):
    terms = terms_of(6)
    ledger.begin("cup", terms.as_dict())
    Schedule(terms, ledger).grow(HERE)
    play(ledger, Schedule(terms, ledger), 20)
    Schedule(terms, ledger).grow(HERE)
    longer = replace(terms, bots=(*terms.bots, BotConfig("new", "random", joined=1)),
                     format=structs.replace(terms.format, rounds=2))
    ledger.extend("cup", longer.as_dict())
    schedule = Schedule(longer, ledger)
    while schedule.grow(HERE):
        play(ledger, schedule, 30)
    found = Counter(each.match_id for each in ledger.results("cup"))
    assert found == Counter(entry.match_id for entry in entries(longer))


def test_matches_of_a_bot_that_is_out_do_not_hide_those_that_follow(ledger):
    terms = terms_of(10)
    ledger.begin("cup", terms.as_dict())
    schedule = Schedule(terms, ledger)
    out = TournamentState(out={f"b{number}": "gone" for number in range(8)})
    assert schedule.playable(out)
    assert schedule.grow(out)
    assert any(set(entry.seats) == {"b8", "b9"} for entry in ledger.open_entries("cup"))


@pytest.mark.parametrize("bots", [5, 8])
@pytest.mark.parametrize("form", [
    {"kind": "round-robin", "rounds": 3}, {"kind": "round-robin", "rounds": 5, "tables": "balanced"},
    {"kind": "round-robin", "rounds": 2, "self_play": True}, {"kind": "seed-blocks", "rounds": 2},
    {"kind": "gauntlet", "challengers": ["b1", "b3"], "rounds": 2},
    {"kind": "gauntlet", "challengers": ["b1"], "tables": "balanced", "rounds": 3, "self_play": True}])
@pytest.mark.parametrize("players", [2, 3])
def test_the_number_of_matches_is_known_without_making_them(bots, form, players):
    terms = terms_of(bots, players, **form)
    joined = replace(terms, bots=(*terms.bots, BotConfig("new", "random", joined=2)))
    for each in (terms, joined):
        assert number_of_matches(each) == len(entries(each))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_after_any_number_of_matches_of_a_round_all_bots_have_played_about_as_often(players):
    often: Counter[str] = Counter()
    terms = terms_of(9, players, seats=1)
    for entry in WHOLE["round-robin"](terms):
        often.update(entry.seats)
        assert max(often.values()) - min(often.get(bot, 0) for bot in terms.names) <= players
