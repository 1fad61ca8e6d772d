"""Decisions of the organiser while a tournament runs, and what verifies afterwards."""

from __future__ import annotations

import pytest

from lawspeaker_engine.dice import match_seed
from lawspeaker_engine.games import GAMES
from lawspeaker_referee.cli.recount import RecountOptions, verify_ledger
from lawspeaker_referee.competition import organiser
from lawspeaker_referee.competition.recount import uncounted
from lawspeaker_referee.competition.report import collect_facts, html, text
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import derives
from tests.games.parley import PARLEY
from tests.referee.competition.quick_tournaments import SECRET
from tests.referee.competition.test_runner import Tournament, rounds
from tests.referee.competition.workers_here import put_workers_here

WHY = "the bot read the clock"


@pytest.fixture(autouse=True)
def _here(monkeypatch):
    monkeypatch.setitem(GAMES, PARLEY.name, PARLEY)
    put_workers_here(monkeypatch)


def records(cup):
    return {path.stem: path for path in cup.terms.records.rglob("*.lsr")}


@pytest.mark.parametrize("dice", ["block", "match"])
def test_a_voided_match_is_played_again_by_the_next_run_with_dice_that_follow_from_the_secret(tmp_path, capsys, dice):
    cup = Tournament(tmp_path, format=rounds(1) | {"dice": dice})
    cup.run(1)
    match_id = cup.ledger.results("cup")[0].match_id
    before = records(cup)[match_id.replace("/", "-")].read_bytes()
    organiser.void(cup.ledger, "cup", match_id, WHY, replay=True)
    assert (cup.status.word, cup.status.playable) == ("open", 1)
    cup.run(1)
    assert cup.status.word == "complete"
    again = next(each for each in cup.ledger.results("cup") if each.match_id == match_id)
    path = records(cup)[f"{match_id}.2".replace("/", "-")]
    record = read_record(path)
    assert again.digest == record.footer.digest.hex()
    assert record.footer.seed == match_seed(SECRET, f"{match_id}/2")
    assert derives(record, SECRET)
    assert records(cup)[match_id.replace("/", "-")].read_bytes() == before
    assert verify_ledger(cup.ledger, "cup", RecountOptions(None, (), None, (), 1), [tmp_path / "cup.head"]) == 0
    assert "differs" not in capsys.readouterr().out
    assert uncounted(cup.ledger, "cup", [cup.terms.records]) == []


def test_the_record_of_a_replay_is_not_in_the_place_of_a_match_of_a_bot_whose_name_ends_with_a_number(tmp_path):
    cup = Tournament(tmp_path, *({"name": name, "spec": "random"} for name in ("a", "b", "b-1")), format=rounds(1))
    cup.run(1)
    organiser.void(cup.ledger, "cup", "cup/r1-a+b/1", WHY, replay=True)  # and there is cup/r1-a+b-1/2
    cup.run(1)
    assert cup.status.word == "complete"
    assert len(records(cup)) == 7
    assert uncounted(cup.ledger, "cup", [cup.terms.records]) == []


def test_a_run_takes_decisions_over_while_it_plays(tmp_path):
    cup = Tournament(tmp_path, format=rounds(4))
    done: list[str] = []

    def decide(_, what):
        if "counted" in what and not done:
            done.append(what["counted"])
            organiser.void(cup.ledger, "cup", what["counted"], WHY, replay=True)
            organiser.put_out(cup.ledger, "cup", "c", "it plays no fair game")

    cup.run(1, decide)
    counted = {each.match_id: each for each in cup.ledger.results("cup")}
    assert sum("c" in each.seats for each in counted.values()) < 16
    assert all(f"cup/{round_}-a+b/{seat}" in counted for round_ in ("r1", "r2", "r3", "r4") for seat in (1, 2))
    assert cup.status.word == "ended with matches missing"
    organiser.reinstate(cup.ledger, "cup", "c")
    cup.run(1)
    assert cup.status.word == "complete"
    assert len(cup.digests) == 24
    assert {each.match_id for each in cup.ledger.results("cup") if each.attempt == 2} == {*done}
    assert cup.ledger.check_sums("cup").differences == ()


def test_reports_and_status_list_the_decisions_with_their_reasons(tmp_path):
    cup = Tournament(tmp_path, format=rounds(1))
    cup.run(1)
    match_id = cup.ledger.results("cup")[0].match_id
    organiser.void(cup.ledger, "cup", match_id, "<b>why</b>", replay=False)
    organiser.put_out(cup.ledger, "cup", "c", WHY)
    facts = collect_facts(cup.ledger, "cup")
    lines = [f"match {match_id} does not count: <b>why</b>", f"bot c plays no more: {WHY}"]
    for line in lines:
        assert line in cup.status.text()
        assert line in text(facts, 200)
    assert [each["what"] for each in cup.status.as_dict()["organiser"]] == ["voided", "put out"]
    page = html(facts, "")
    assert "does not count: &lt;b&gt;why&lt;/b&gt;" in page
    assert facts.counted == 5
    assert cup.status.word == "ended with matches missing"


def test_a_secret_is_not_told_while_a_match_is_to_be_played_again_and_nothing_is_played_once_it_is_told(tmp_path):
    from lawspeaker_referee.competition.report import NotOver
    from lawspeaker_referee.competition.tournament.state import REVEALED
    from lawspeaker_referee.config.validation import BadConfig

    cup = Tournament(tmp_path, format=rounds(1))
    cup.run(1)
    one, other, *_ = cup.ledger.results("cup")
    organiser.void(cup.ledger, "cup", one.match_id, WHY, replay=True)
    with pytest.raises(NotOver):
        collect_facts(cup.ledger, "cup", reveal=True)
    cup.run(1)
    cup.ledger.decide("cup", REVEALED, {})
    with pytest.raises(BadConfig, match="its secret was told"):
        organiser.void(cup.ledger, "cup", other.match_id, WHY, replay=True)
    organiser.void(cup.ledger, "cup", other.match_id, WHY, replay=False)
    assert cup.status.missing == 1
