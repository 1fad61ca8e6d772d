"""`lawspeaker evaluate` with models of a scripted endpoint: killed, stopped by its budget, extended and reported."""

from __future__ import annotations

import json
import signal
from collections.abc import Sequence
from itertools import count, repeat
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from lawspeaker_bot.shared_slots import SharedSlots
from lawspeaker_referee.competition.evaluation import calls, run
from lawspeaker_referee.competition.ledger import BadLedger
from lawspeaker_referee.competition.tournament.progress import Watch
from lawspeaker_referee.devtools.skills.files import positions_named
from measure.evaluation import counts, kill_all, lines_of, scripted, start, write_files
from tests.clients.fake_endpoint import Request, endpoint, fails, never_answers, plays, resets, says, sends
from tests.command import run_here
from tests.referee.competition.workers_here import put_workers_here

pytestmark = pytest.mark.slow
GAMES = ("northgard", "pax_viking")


def evaluate(file: Path, *words: str, code: int = 0) -> dict[str, Any]:
    """Call the command in this process."""
    done = run_here("evaluate", file.name, "--out", "out", *words, folder=file.parent)
    said = done.out + done.err
    assert done.code == code, said
    path = file.parent / "out/evaluation.json"
    return (json.loads(path.read_text()) if path.exists() else {}) | {"said": said}


def of(results: dict[str, Any], setup: str = "overall") -> dict[str, dict[str, Any]]:
    return {each["bot"]: each for each in results["bots"] if each["setup"] == setup}


def records(file: Path, setups: Sequence[str] = GAMES) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for setup in setups for path in (file.parent / "out/records" / setup).glob(
        "**/*.lsr")}


def test_an_evaluation_that_is_killed_with_all_its_processes_goes_on_where_it_was(tmp_path):
    with scripted(0.01) as (url, _):
        file = write_files(tmp_path, url, models=2, rounds=1, limit=4, games=GAMES)
        process, killed = start(file), 0
        for mark in (30, 120):
            while lines_of(tmp_path) < mark and process.poll() is None:
                sleep(0.01)
            if process.poll() is None:
                assert kill_all(process) > 4, "workers and bots too"
                killed += 1
                process = start(file)
        assert process.wait() == 0 and killed
        results, told = evaluate(file, "--report"), counts(url)
    assert told["most at once"] <= 4, "the limit holds for all bots of all setups, killed ones included"
    assert results["complete"] and [(each["counted"], each["voids"]) for each in results["setups"]] == [(4, 0), (4, 0)]
    bots = of(results)
    assert bots["random"]["matches"] == 8
    for name in ("script-1", "script-2"):
        mine = bots[name]
        assert mine["matches"] == 4 and mine["own"] == mine["decisions"] and mine["legal_at_first"] == mine["asked"]
        assert mine["faults"] == {} and mine["lost_matches"] == 0
        assert mine["money"] == pytest.approx((mine["input_tokens"] + 2 * mine["output_tokens"]) / 1e6)
        assert mine["spent"] > mine["money"] > 0, "broken off matches have cost something, too"
        assert 0 < mine["seconds_median"] <= mine["seconds_most"]
        assert sum(of(results, game)[name]["matches"] for game in GAMES) == 4
    assert len(records(file)) == 8
    assert SharedSlots(next((tmp_path / "out/places").glob("[0-9a-f]*")), 4).take() is not None, "nothing is held"
    again = evaluate(file)
    assert again["complete"] and counts_of(again) == counts_of(results), "nothing is played twice"


def counts_of(results: dict[str, Any]) -> list[tuple[str, int]]:
    return [(each["bot"], each["requests"]) for each in results["bots"]]


def test_a_budget_stops_cleanly_and_a_greater_one_goes_on(tmp_path, monkeypatch):
    put_workers_here(monkeypatch)
    with scripted(0.0) as (url, _):
        file = write_files(tmp_path, url, models=1, rounds=3, limit=1, games=("northgard",))
        text = file.read_text()
        file.write_text(f"{text}\n[budget]\ntokens = 10000\n")
        first = evaluate(file, code=1)
        assert "the budget of 10,000 tokens " in first["said"] and not first["complete"]
        counted = first["setups"][0]["counted"]
        assert 0 < counted < 6 and len(records(file, ("northgard",))) == counted, "running matches are played out"
        assert evaluate(file, code=1)["setups"][0]["counted"] == counted, "no other one begins"
        file.write_text(text)
        last = evaluate(file)
        assert last["complete"] and last["setups"][0]["counted"] == 6


def test_a_spent_budget_asks_nothing_more_neither_first_nor_positions(tmp_path, monkeypatch):
    put_workers_here(monkeypatch)
    with endpoint(plays()) as fake:
        file = write_files(tmp_path, fake.url, models=1, rounds=1, limit=1, games=("northgard",))
        text = file.read_text() + '\n[analysis]\npositions = ["pax_viking"]\n'
        file.write_text(f"{text}\n[budget]\ntokens = 100\n")
        said = evaluate(file, code=1)["said"]
        assert "the budget of 100 tokens is spent: 107 so far; no match begins" in said and len(fake.asked) == 1
        assert "the budget of 100 tokens is spent: 107 so far; no more positions are asked" in said
        evaluate(file, code=1)
        assert len(fake.asked) == 1, "though it has not played"


def test_what_the_budget_does_not_count_is_told_at_the_start(tmp_path, monkeypatch):
    put_workers_here(monkeypatch)
    file = tmp_path / "own.toml"
    text = ('name = "own"\nrounds = 1\n[[models]]\nname = "mine"\nspec = "greedy"\n[[yardsticks]]\nname = "random"\n'
            'spec = "random"\n[[setups]]\ngame = "northgard"\nplayers = 2\n')
    file.write_text(text)
    assert "the budget" not in evaluate(file)["said"]
    file.write_text(f"{text}[budget]\nmoney = 1\n")
    assert "the budget does not count what mine spend: only models with `chat` tell of it" in evaluate(file)["said"]


def test_positions_are_asked_as_long_as_the_budget_allows_it_and_the_others_later(tmp_path, monkeypatch):
    put_workers_here(monkeypatch)
    with endpoint(plays()) as fake:
        file = write_files(tmp_path, fake.url, models=2, rounds=1, limit=1, games=("northgard",))
        text = file.read_text() + '\n[analysis]\npositions = ["pax_viking"]\n'
        evaluate(file)
        asked, of_game = len(fake.asked), len(positions_named("pax_viking"))
        file.write_text(f"{text}\n[budget]\ntokens = {107 * (asked + 5)}\n")
        assert evaluate(file)["said"].count("; no more positions are asked") == 1
        assert len(fake.asked) == asked + 5
        file.write_text(f"{text}\n[budget]\ntokens = {107 * (asked + 2 * of_game)}\n")
        assert "positions are asked" not in evaluate(file)["said"], "nothing is left when the budget is spent"
        assert len(fake.asked) == asked + 2 * of_game


def test_more_rounds_and_models_are_played_and_another_model_under_the_same_name_is_refused(tmp_path, monkeypatch):
    put_workers_here(monkeypatch)
    with scripted(0.0) as (url, _), endpoint(plays()) as other:
        file = write_files(tmp_path, url, models=1, rounds=1, limit=2, games=("northgard",))
        assert evaluate(file)["setups"][0]["counted"] == 2
        models = tmp_path / "models.toml"
        models.write_text(f'{models.read_text()}[endpoints.more]\nurl = "{other.url}"\nmodel = "more"\n'.replace(
            "input_price = 1.0", "input_price = 3.0"))
        file.write_text(file.read_text().replace("limit = 2", "limit = 3").replace(
            "[[yardsticks]]", '[[models]]\nname = "more"\nchat = "models.toml"\nendpoint = "more"\n[[yardsticks]]'))
        found = evaluate(file)
        assert found["setups"][0]["counted"] == 4 and of(found)["more"]["matches"] == 2
        file.write_text(file.read_text().replace("rounds = 1", "rounds = 2"))
        assert evaluate(file)["setups"][0]["counted"] == 8
        models.write_text(models.read_text().replace('model = "script-1"', 'model = "script-9"'))
        refused = evaluate(file, code=2)["said"]
    assert "script-1 is asked in another way than when it played" in refused and "\n" not in refused.strip()


def test_money_of_matches_and_of_all_requests_have_the_price_of_what_came_from_a_cache(tmp_path, monkeypatch):
    put_workers_here(monkeypatch)
    with endpoint(plays(usage={"prompt_tokens_details": {"cached_tokens": 80}})) as fake:
        file = write_files(tmp_path, fake.url, models=1, rounds=1, limit=1, games=("northgard",))
        models = tmp_path / "models.toml"
        models.write_text(f"{models.read_text()}cached_input_price = 0.25\n")
        mine = of(evaluate(file))["script-1"]
    assert mine["cached_share"] == 0.8
    assert mine["spent"] == pytest.approx((20 + 0.25 * 80 + 2 * 7) * len(fake.asked) / 1e6)
    assert mine["money"] == pytest.approx((20 + 0.25 * 80 + 2 * 7) * (len(fake.asked) - 1) / 1e6)


def test_bad_answers_and_their_share_are_told_of_each_model(tmp_path, monkeypatch):
    put_workers_here(monkeypatch)
    with endpoint(plays(), plays(), says("no"), again=True) as fake:  # the first one is not of a match
        file = write_files(tmp_path, fake.url, models=1, rounds=1, limit=1, games=("northgard",))
        results = evaluate(file)
        mine = of(results)["script-1"]
        asked = len(fake.asked) - 1
        assert of(results, "northgard")["script-1"]["requests"] == asked and mine["requests"] == asked + 1
        assert mine["spent"] == pytest.approx((100 + 2 * 7) * len(fake.asked) / 1e6), "the first one costs as others"
        assert mine["stand_ins"] == {} and mine["own"] == mine["decisions"]
        assert mine["asked"] == asked - asked // 3 - (asked % 3 == 2)
        assert mine["asked"] - mine["legal_at_first"] == (asked + 1) // 3
        assert (mine["input_tokens"], mine["output_tokens"]) == (100 * asked, 7 * asked)
        revealed = evaluate(file, "--reveal")
        assert len(revealed["setups"][0]["secret"]) == 64
        plan = evaluate(file, "--plan")["said"]
        assert "all: 0 requests" in plan


@pytest.mark.parametrize(("behaviour", "why"), [
    (fails(401, b"no such key"), "the endpoint answered 401: 'no such key'"),
    (fails(404, b"no such model"), "the endpoint answered 404: 'no such model'"),
    (sends(b"<html>"), "the endpoint's response has no message: '<html>'"),
    (resets, "the endpoint cannot be asked: "),
])
def test_a_model_that_cannot_be_asked_plays_nothing_and_may_be_mended(tmp_path, monkeypatch, behaviour, why):
    put_workers_here(monkeypatch)
    with endpoint(behaviour, plays()) as fake:
        file = write_files(tmp_path, fake.url, models=1, rounds=1, limit=1, games=("northgard",))
        said = evaluate(file, code=2)["said"]
        assert f"script-1 cannot be asked: {why}" in said and said.endswith("; nothing was played\n"), said
        assert len(fake.asked) == 1 and not (tmp_path / "out").exists()
        again = evaluate(file)
        assert again["complete"] and of(again)["script-1"]["own"] == of(again)["script-1"]["decisions"]
        asked = len(fake.asked)
        assert evaluate(file)["complete"] and len(fake.asked) == asked, "who has played is not asked again"


def test_a_key_that_runs_out_breaks_the_evaluation_off_until_it_is_mended(tmp_path, monkeypatch):
    put_workers_here(monkeypatch)
    monkeypatch.setattr(run, "LOOK_EVERY", 0.02)
    out = fails(401, b"expired")
    with endpoint(*[plays()] * 20, out) as fake:
        file = write_files(tmp_path, fake.url, models=1, rounds=5, limit=1, games=("northgard",))
        first = evaluate(file, code=1)
        assert "script-1 cannot be asked any more: the endpoint answered 401: 'expired'; running" in first["said"]
        counted = first["setups"][0]["counted"]
        assert counted < 10 and first["setups"][0]["voids"] == 0
        asked = len(fake.asked)
        assert "script-1 cannot be asked: the endpoint answered 401: 'expired'" in evaluate(file, code=2)["said"]
        assert len(fake.asked) == asked + 1, "what has played and was refused is asked before it plays again"
        fake._behaviours = repeat(plays())
        last = evaluate(file)
        assert last["complete"] and of(last)["script-1"]["matches"] == 10
        fake._behaviours = repeat(out)
        asked = len(fake.asked)
        assert evaluate(file)["complete"] and len(fake.asked) == asked, "of a complete one nobody is asked"


def test_an_endpoint_that_refuses_prompts_and_not_the_key_stops_nothing(tmp_path, monkeypatch):
    put_workers_here(monkeypatch)
    monkeypatch.setattr(run, "LOOK_EVERY", 0.02)

    def refuses_games(request: Request) -> None:
        (fails(403, b"not this") if len(request.body["messages"]) > 1 else plays())(request)

    with endpoint(refuses_games) as fake:
        file = write_files(tmp_path, fake.url, models=1, rounds=1, limit=1, games=("northgard",))
        results = evaluate(file)
    mine = of(results)["script-1"]
    assert results["complete"] and mine["stand_ins"] == {"provider failure": mine["failed"]} and mine["failed"] > 10
    first, *again = [each for each in fake.asked if len(each["messages"]) == 1]
    assert again and all(each == first for each in again), "the same harmless question tells one from the other"
    assert mine["lost_matches"] == mine["matches"] == 2


def test_an_endpoint_that_is_down_for_long_loses_no_match(tmp_path, monkeypatch):
    put_workers_here(monkeypatch)
    monkeypatch.setattr(run, "LOOK_EVERY", 0.02)
    monkeypatch.setattr(calls, "OUTAGE", 0.0)
    with endpoint(*[plays()] * 30, resets) as fake:
        file = write_files(tmp_path, fake.url, models=1, rounds=8, limit=4, games=("northgard",))
        first = evaluate(file, code=1)
        assert "script-1 cannot be asked any more: the endpoint cannot be asked: " in first["said"]
        assert "script-1 cannot be asked: the endpoint cannot be asked: " in evaluate(file, code=2)["said"]
        fake._behaviours = repeat(plays())
        last = evaluate(file)
    assert last["complete"] and of(last)["script-1"]["stand_ins"] == {}


def test_without_its_progress_an_evaluation_does_not_play_on(tmp_path, monkeypatch):
    put_workers_here(monkeypatch)
    monkeypatch.setattr(run, "LOOK_EVERY", 0.02)
    looks = count()

    def look(watch: Watch, real: Any = Watch.snapshot) -> Any:
        if next(looks) > 2:
            raise BadLedger("the ledger is gone")
        return real(watch)

    monkeypatch.setattr(Watch, "snapshot", look)
    with endpoint(plays()) as fake:
        file = write_files(tmp_path, fake.url, models=1, rounds=50, limit=1, games=("northgard",))
        assert "the ledger is gone" in evaluate(file, code=2)["said"], "or nobody would look at the budget"


def test_an_endpoint_with_too_much_to_do_at_first_plays(tmp_path, monkeypatch):
    put_workers_here(monkeypatch)
    with endpoint(fails(429, b"later"), plays()) as fake:
        file = write_files(tmp_path, fake.url, models=1, rounds=1, limit=1, games=("northgard",))
        found = evaluate(file)
    assert "script-1: the endpoint answered 429: 'later'; its matches begin all the same" in found["said"]
    assert found["complete"]


def test_who_interrupts_before_the_first_match_waits_for_no_endpoint(tmp_path):
    with endpoint(never_answers) as fake:
        process = start(write_files(tmp_path, fake.url, models=2, rounds=1, limit=1, games=("northgard",)))
        while not fake.asked:
            sleep(0.01)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
    assert len(fake.asked) == 1, "one after another at one address"
    assert not (tmp_path / "out").exists()
