"""What an answer has lost is found, from nothing but what its seat knew."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lawspeaker_bots.search.comparison import Comparison, is_choice
from lawspeaker_bots.search.lookahead import ahead
from lawspeaker_engine import canon
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import CannotDealAnew, Decision, Picks, Setup
from lawspeaker_engine.position import Position, load
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.devtools.analysis.judgement import Effort, Task, judge, known_position, phase_of, regret, tasks
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.file import Record, read_record
from lawspeaker_referee.record.verify.fault_audit import RecordDiffers
from tests.games.guarded_parley import CLOSED_PARLEY, GUARDED_PARLEY
from tests.games.parley import PARLEY
from tests.referee.devtools.analysis.greedy_match import greedy_match
from tests.referee.match.match_driver import Drive, by_decision
from tests.sample_sizes import first_quick

GOLDEN = Path(__file__).parents[3] / "golden"
games = pytest.mark.parametrize("game", first_quick(1, ["pax_viking", "northgard", "clansmen"]))


@cache
def golden(name: str) -> Record:
    return read_record(GOLDEN / f"{name}.lsr")


@pytest.mark.slow
def test_the_same_record_has_the_same_regret_and_another_seed_plays_other_playouts():
    record = golden("pax_viking-3")
    first = regret(record, 8, 16)
    assert first == regret(record, 8, 16)
    assert {each.seat for each in first} <= {0, 1, 2}
    assert [each.step for each in first] == sorted(each.step for each in first)
    assert first != regret(record, 8, 16, b"other")


@pytest.mark.slow
def test_a_sample_is_judged_as_the_whole_is():
    record = golden("pax_viking-3")
    whole = {(each.step, each.seat): each for each in regret(record, None, 16, wanted=lambda seat: seat == 1)}
    for each in regret(record, 4, 16, wanted=lambda seat: seat == 1):
        assert each == whole[each.step, each.seat]


def test_every_decision_that_is_a_choice_is_a_task_and_others_are_none():
    record = golden("northgard-2")
    found = list(tasks(record))
    for task in found:
        [decision] = [each for each in load(task.position).decisions if each.seat == task.seat]
        assert is_choice(decision)
        assert record.steps[task.step - 1].acts[[a.seat for a in record.steps[task.step - 1].acts].index(task.seat)
                                                ].prompt == decision.prompt
    assert len({task.seed for task in found}) == len(found)


def test_a_phase_is_the_year_or_a_third_of_the_match():
    class Year:
        year = 3

    assert phase_of(Year(), 1, 100) == "year 3"
    assert [phase_of(object(), step, 9) for step in (1, 3, 4, 6, 7, 9)] == [
        "early", "early", "middle", "middle", "late", "late"]


def test_a_record_that_does_not_verify_is_not_judged():
    record = golden("pax_viking-3")
    record.footer.outcome.scores[0] += 1
    try:
        with pytest.raises(RecordDiffers, match="pax_viking"):
            list(tasks(record))
    finally:
        record.footer.outcome.scores[0] -= 1


@pytest.mark.parametrize("effort", [{}, {"playouts": 15}, {"playouts": 100, "seconds": 1.0}])
def test_an_effort_is_playouts_or_seconds(effort):
    with pytest.raises(ValueError, match="at least 16"):
        Effort(**effort)


def moments(game: str, number: int) -> Iterator[tuple[Setup, Any, Decision]]:
    """States of a random game at which somebody chooses, some steps apart."""
    position, rng = Position.start(game, 3), Random(5)
    for _ in range(number):
        for _ in range(17):
            position.advance(rng)
            if not position.decisions:
                return
            position.answer(*(each.default if rng.random() < 0.5 else _any(each, rng)
                              for each in position.decisions))
        position.advance(rng)
        for decision in position.decisions:
            if is_choice(decision):
                yield position.setup, position.game.copy(position.state), decision


def _any(decision: Decision, rng: Random) -> Picks:
    picks = rng.sample(range(len(decision.options)), rng.randint(decision.least, decision.most))
    return tuple(picks if decision.ordered else sorted(picks))


@games
def test_nothing_that_the_seat_may_not_know_has_any_effect(game):
    """A twin with other hidden cards, and the same knowledge, is judged alike."""
    rules, others = GAMES[game], 0
    for setup, state, decision in moments(game, 6):
        twin = rules.deal_anew(state, decision.seat, Random(99))
        others += canon.digest(twin) != canon.digest(state)
        one, other = (known_position(rules, setup, each, decision.seat, Random(7)) for each in (state, twin))
        assert one == other
        found = [judge(Task(each, 1, decision.seat, decision.default, True, "", "", b"seed"), Effort(16))
                 for each in (one, other)]
        assert found[0] == found[1]
    assert others, "no twin differs from the truth, so nothing was tried"


@games
@pytest.mark.slow
def test_a_planted_mistake_is_the_largest_one(game, tmp_path):
    """A match by `greedy` in which seat 0 once takes the worst of its first answers, where that surely costs most."""
    costs: list[tuple[float, Picks]] = []
    comparison = Comparison(GAMES[game], make_setup(GAMES[game], 2))

    def look(state: Any, decision: Decision) -> None:
        if decision.seat == 0 and decision.least == decision.most == 1 < len(decision.options):
            GAMES[game].pending(state)
            answers = [(option,) for option in range(len(decision.options))][:8]
            worths = list(comparison.worths(state, 0, answers, Random(3), 8))
            columns = [list(column) for column in zip(*worths, strict=True)]
            worst, best = min(columns, key=sum), max(columns, key=sum)
            cost, error = ahead(best, worst)
            costs.append((cost - 3 * error, answers[columns.index(worst)]))
        else:
            costs.append((0.0, ()))

    without = greedy_match(game, tmp_path, look)
    number = costs.index(max(costs))
    decisions = iter(range(len(costs) + 1000))
    record = greedy_match(game, tmp_path, lambda *_: costs[number][1] if next(decisions) == number else None)
    step = next(at for at, (one, other) in enumerate(zip(record.steps, without.steps, strict=False), 1)
                if [list(act.picks) for act in one.acts] != [list(act.picks) for act in other.acts])
    found = regret(record, None, 64, wanted=lambda seat: seat == 0)
    order = sorted(found, key=lambda each: -each.loss)
    place = [each.step for each in order].index(step)
    assert place < PLACES[game], [(each.step, each.prompt, each.loss) for each in order[:5]]
    assert order[place].is_mistake
    assert order[place].took == costs[number][1] != order[place].best


PLACES = {"pax_viking": 1, "northgard": 3, "clansmen": 3}
"""By game, among how many of the largest mistakes a planted one is: `greedy` has made as large ones by itself."""


def test_an_unfinished_record_is_refused():
    record = golden("pax_viking-3")
    unfinished = Record(record.header, record.steps, None)
    with pytest.raises(RecordError, match="no footer"):
        list(tasks(unfinished))


def test_what_cannot_be_dealt_anew_is_no_task_and_a_record_without_any_says_why(monkeypatch, tmp_path):
    record = Drive(2, rounds=3, game=PARLEY).play(by_decision).record(tmp_path)
    monkeypatch.setitem(GAMES, "parley", PARLEY)
    whole = list(tasks(record))
    monkeypatch.setitem(GAMES, "parley", GUARDED_PARLEY)
    assert 0 < len(list(tasks(record))) < len(whole)
    monkeypatch.setitem(GAMES, "parley", CLOSED_PARLEY)
    with pytest.raises(CannotDealAnew, match="parley cannot be dealt anew in round"):
        list(tasks(record))
