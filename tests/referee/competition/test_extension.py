"""A tournament that goes on with more rounds and more bots."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from time import time

import pytest
from msgspec import structs

from lawspeaker_referee.competition.formats import entries
from lawspeaker_referee.competition.ledger import chain
from lawspeaker_referee.competition.ledger.ledger import Ledger
from lawspeaker_referee.competition.ledger.schema import decisions
from lawspeaker_referee.competition.tournament.setup import begin, extend, extended
from lawspeaker_referee.competition.tournament.state import QUARANTINED, state_of
from lawspeaker_referee.config.clocks import parse_clock
from lawspeaker_referee.config.sandbox import Sandbox
from lawspeaker_referee.config.tournament import BotConfig, parse_config
from lawspeaker_referee.config.validation import BadConfig
from tests.referee.competition.simulated_field import result, terms_of
from tests.referee.competition.small_ledger import details


def ids(terms, played=()) -> set[str]:
    return {entry.match_id for entry in entries(terms, played)}


@pytest.mark.parametrize(("kind", "form"), [
    ("round-robin", {"rounds": 2}),
    ("round-robin", {"rounds": 2, "tables": "balanced", "self_play": True}),
    ("seed-blocks", {"rounds": 2, "self_play": True}),
    ("gauntlet", {"rounds": 2, "challengers": ["b0"]}),
    ("gauntlet", {"rounds": 2, "challengers": ["b0"], "tables": "balanced"}),
])
@pytest.mark.parametrize("players", [2, 3])
def test_a_new_bot_plays_only_the_matches_that_it_has_missed(players, kind, form):
    old = terms_of(6, players, kind, **form)
    extension = extended(old, terms_of(8, players, kind, **form))
    assert extension.changes == ("bot b6 joins", "bot b7 joins")
    before, after = entries(old), entries(extension.terms)
    assert ids(old) <= ids(extension.terms)
    seats = {entry.match_id: entry.seats for entry in before}
    for entry in after:
        if entry.match_id in seats:
            assert entry.seats == seats[entry.match_id]
        else:
            assert any(bot.partition("#")[0] in {"b6", "b7"} for bot in entry.seats)


def test_late_bots_of_balanced_rounds_play_as_much_as_the_first_ones_and_meet_all_equally():
    old = terms_of(8, 4, "round-robin", rounds=16, tables="balanced", seats=4)
    found = entries(extended(old, terms_of(10, 4, "round-robin", rounds=16, tables="balanced", seats=4)).terms)
    assert len({entry.match_id for entry in found}) == len(found)
    matches = Counter(bot for entry in found for bot in entry.seats)
    assert matches["b8"] >= 16 * 4 * 4
    assert matches["b9"] == 16 * 4 * 4
    met = Counter(bot for entry in found if "b9" in entry.seats for bot in entry.seats if bot != "b9")
    assert len(met) == 9
    assert max(met.values()) - min(met.values()) <= 0.1 * max(met.values())


def test_a_bot_joins_a_swiss_tournament_in_the_round_that_is_not_drawn_yet():
    old = terms_of(4, 2, "swiss", rounds=3)
    played = [result(entry) for entry in entries(old)]
    played += [result(entry) for entry in entries(old, played) if entry.round == 2][:1]
    terms = extended(old, terms_of(5, 2, "swiss", rounds=4), played).terms
    assert terms.bots[-1].joined == 2
    assert ids(old, played) == ids(terms, played)
    while len(found := entries(terms, played)) > len(played):
        played = [result(entry) for entry in found]
    assert min(entry.round for entry in found if "b4" in entry.seats) >= 3
    assert max(entry.round for entry in found) == 4


def test_a_file_that_says_the_same_in_another_order_changes_nothing():
    old = terms_of(["a", "b", "c"], 2, "gauntlet", challengers=["a", "b"])
    new = terms_of(["c", "b", "a"], 2, "gauntlet", challengers=["b", "a"])
    assert extended(old, new).changes == ()
    assert extended(old, new).terms.as_dict() == old.as_dict()


def test_the_ledger_keeps_when_a_bot_joined():
    terms = extended(terms_of(3, 2, "swiss"), terms_of(4, 2, "swiss", rounds=2)).terms
    assert parse_config(terms.as_dict(), "ledger") == terms
    assert extended(terms, terms_of(4, 2, "swiss", rounds=2)).changes == ()


def test_how_it_is_run_may_change():
    old = terms_of(2, 2, "round-robin")
    new = replace(old, records=Path("elsewhere"), bots=(structs.replace(old.bots[0], concurrency=4), old.bots[1]))
    assert extended(old, new).changes == (
        "bot b0 is run in another way: concurrency 4, fresh false", "records: records/cup -> elsewhere")


def test_defaults_of_the_fault_policy_may_be_written_out():
    old = terms_of(2, 2, "round-robin")
    assert extended(old, replace(old, faults={"timeout": "default"})).changes == ()


def test_a_tournament_of_a_ledger_that_knew_no_limits_has_had_the_default_ones():
    old = terms_of(2, 2, "round-robin")
    known = {key: value for key, value in old.as_dict().items() if key != "sandbox"}
    assert extended(parse_config(known, "ledger"), old).changes == ()


OLD = terms_of(4, 2, "gauntlet", rounds=2, challengers=["b0"])


@pytest.mark.parametrize(("new", "message"), [
    (replace(OLD, name="other"), "name was cup and cannot become other"),
    (replace(OLD, clock=parse_clock("2s")), "clock was 2s"),
    (replace(OLD, faults={"timeout": "random"}), "faults.timeout was default and cannot become random"),
    (replace(OLD, stop={"alpha": 0.1}), "stop was {}"),
    (replace(OLD, sandbox=Sandbox(memory=1 << 30)), "sandbox: memory was 2G and cannot become 1G"),
    (replace(OLD, sandbox=Sandbox(network="host")), "sandbox: network was auto and cannot become host"),
    (replace(OLD, sandbox=Sandbox(variables=("KEY",))), "sandbox: env was [] and cannot become ['KEY']"),
    (terms_of(4, 3, "gauntlet", rounds=2, challengers=["b0"]), "players was 2 and cannot become 3"),
    (terms_of(4, 2, "round-robin", rounds=2), "format: kind was gauntlet and cannot become round-robin"),
    (terms_of(4, 2, "gauntlet", rounds=2, challengers=["b0"], seats=1), "format: seats was 2 and cannot become 1"),
    (terms_of(4, 2, "gauntlet", rounds=1, challengers=["b0"]), "rounds was 2 and cannot become 1"),
    (terms_of(4, 2, "gauntlet", rounds=2, challengers=["b0", "b1"]), "bot 'b1' cannot change sides"),
    (terms_of(3, 2, "gauntlet", rounds=2, challengers=["b0"]), "bot 'b3' has played and is gone from the file"),
])
def test_what_would_make_results_incomparable_is_refused(new, message):
    with pytest.raises(BadConfig) as error:
        extended(OLD, new)
    assert message in str(error.value)


@pytest.mark.parametrize("change", [{"scratch": "keep"}, {"dir": "mine"}])
def test_the_place_of_a_bot_changes_only_before_a_match_of_it_is_counted(change):
    new = replace(OLD, bots=(structs.replace(OLD.bots[0], **change), *OLD.bots[1:]))
    assert [line for line in extended(OLD, new).changes if line.startswith("bot b0 has another place: dir ")]
    with pytest.raises(BadConfig, match="of bot 'b0' cannot change, as matches of it are counted"):
        extended(OLD, new, counted=["b0"])


def test_what_starts_a_bot_may_change_until_a_match_of_it_is_counted():
    new = replace(OLD, bots=(OLD.bots[0], BotConfig("b1", "greedy", fresh=True), *OLD.bots[2:]))
    others = [result(entry) for entry in entries(OLD) if "b1" not in entry.seats]
    extension = extended(OLD, new, others)
    assert others
    assert extension.changes == ("bot b1 is started by 'greedy', no longer by 'random'",
                                 "bot b1 is run in another way: concurrency 0, fresh true")
    assert (extension.specs, extension.terms.bot("b1").spec) == ({"b1": "greedy"}, "greedy")
    played = next(entry for entry in entries(OLD) if "b1" in entry.seats)
    with pytest.raises(BadConfig, match="bot 'b1' was 'random' and cannot become 'greedy', as matches of it are count"):
        extended(OLD, new, [result(played)])


def test_a_copy_that_has_played_is_the_bot_itself():
    old = terms_of(2, 2, "round-robin", self_play=True)
    mirror = next(entry for entry in entries(old) if "b0#2" in entry.seats)
    with pytest.raises(BadConfig, match="matches of it are counted"):
        extended(old, replace(old, bots=(BotConfig("b0", "greedy"), old.bots[1])), [result(mirror)])


@pytest.fixture
def begun(tmp_path):
    """A ledger with a tournament of two bots, of which b1 cannot be started and is out."""
    terms, ledger = terms_of(2, 2, "round-robin", rounds=2), Ledger.open(f"sqlite:///{tmp_path}/ledger.db")
    begin(ledger, terms)
    ledger.schedule("cup", entries(terms))
    ledger.decide("cup", QUARANTINED, {"bot": "b1", "why": "no such file", "public": "it cannot be started"})
    yield terms, ledger
    ledger.close()


def test_run_takes_a_corrected_bot_over_while_nothing_is_counted_and_its_quarantine_ends(begun):
    terms, ledger = begun
    assert state_of(ledger.decisions("cup")).out == {"b1": "no such file"}
    told: list[str] = []
    corrected = replace(terms, bots=(terms.bots[0], BotConfig("b1", "greedy")))
    assert begin(ledger, corrected, told.append).bots == corrected.bots
    state = state_of(ledger.decisions("cup"))
    assert (state.out, state.specs) == ({}, {"b1": "greedy"})
    assert told == ["bot b1 is started by 'greedy', no longer by 'random'"]
    assert ledger.decisions("cup")[-1].payload["changes"] == told


def test_an_extension_that_is_interrupted_has_changed_nothing_and_can_be_repeated(begun, monkeypatch):
    terms, ledger = begun
    corrected = replace(terms, bots=(terms.bots[0], BotConfig("b1", "greedy")))
    usual = chain.add

    def interrupted(connection, tournament, table, *more):
        if table is decisions:
            raise KeyboardInterrupt
        return usual(connection, tournament, table, *more)

    monkeypatch.setattr(chain, "add", interrupted)
    with pytest.raises(KeyboardInterrupt):
        extend(ledger, corrected)
    monkeypatch.setattr(chain, "add", usual)
    assert ledger.terms("cup") == terms.as_dict()
    assert extend(ledger, corrected).changes
    assert state_of(ledger.decisions("cup")).specs == {"b1": "greedy"}


def test_once_something_is_counted_run_leaves_changes_to_extend(begun):
    terms, ledger = begun
    entry = entries(terms)[0]
    ledger.count("cup", result(entry), "x.lsr", details())
    with pytest.raises(BadConfig, match=r"rounds: 2 -> 3.*`lawspeaker tournament extend` takes that over"):
        begin(ledger, replace(terms, format=structs.replace(terms.format, rounds=3)))


def test_a_bot_is_not_changed_while_a_match_of_it_runs(begun):
    terms, ledger = begun
    corrected = replace(terms, bots=(terms.bots[0], BotConfig("b1", "greedy")))
    ledger.lease("cup", "elsewhere", 1, time(), 60.0, whole_blocks=True)
    with pytest.raises(BadConfig, match=r"bot 'b1' is playing cup/r1-b0\+b1/1 as it was"):
        extend(ledger, corrected)
    ledger.release("cup", "elsewhere")
    assert extend(ledger, corrected).specs == {"b1": "greedy"}


def test_a_bot_of_which_a_match_is_leased_just_before_the_extension_is_not_changed(begun, monkeypatch):
    terms, ledger = begun
    usual = ledger.extend

    def leased_first(*given, **more):
        monkeypatch.setattr(ledger, "extend", usual)
        ledger.lease("cup", "elsewhere", 1, time(), 60.0, whole_blocks=True)
        return usual(*given, **more)

    monkeypatch.setattr(ledger, "extend", leased_first)
    with pytest.raises(BadConfig, match=r"bot 'b1' is playing cup/r1-b0\+b1/1 as it was"):
        extend(ledger, replace(terms, bots=(terms.bots[0], BotConfig("b1", "greedy"))))
    assert ledger.terms("cup") == terms.as_dict()


def test_nobody_joins_a_knockout():
    with pytest.raises(BadConfig, match="comes too late for a knockout"):
        extended(terms_of(4, 2, "knockout"), terms_of(5, 2, "knockout"))
