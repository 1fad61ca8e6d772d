"""What the report of an evaluation tells of answers: the value lost and the scores by skill, each found once."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import closing
from dataclasses import replace

import pytest

from lawspeaker_referee.cli.evaluation_analyses import lost_values
from lawspeaker_referee.competition.evaluation.folder import EvaluationFolder
from lawspeaker_referee.competition.ledger import Ledger
from lawspeaker_referee.competition.results import PlayedMatch
from lawspeaker_referee.config.evaluation import read_evaluation
from lawspeaker_referee.config.validation import BadConfig
from lawspeaker_referee.devtools.analysis.evaluation import A_MATCH, Loss, mean_losses, sampled
from lawspeaker_referee.devtools.analysis.kept_lines import KeptLines
from lawspeaker_referee.devtools.skills.files import positions_named
from tests.referee.competition.evaluation.evaluation_files import FILE, write
from tests.referee.competition.quick_tournaments import SECRET, terms_of

OWN_BOTS = """
name = "paper"
rounds = 2

[analysis]
decisions = 10
playouts = 16
positions = ["pax_viking"]

[[models]]
name = "careful"
spec = "greedy"

[[models]]
name = "careless"
spec = "random"

[[setups]]
game = "pax_viking"
players = 2
"""


def played(number: int, *seats: str) -> PlayedMatch:
    return PlayedMatch(f"t/{number}", "t", 1, seats, (1, 2), (0, 0), (), (0, 0), f"{number:064x}")


def test_a_sample_has_as_many_matches_as_it_needs_and_keeps_them_when_more_are_counted(tmp_path):
    terms = terms_of(tmp_path)
    matches = [played(number, *(("a", "b") if number % 2 else ("b", "a"))) for number in range(40)]
    first = sampled(terms, matches[:30], "a", 4 * A_MATCH, 16)
    assert len(first) == 4
    assert all(each.seats == ((0,) if int(each.record.stem.rpartition("-")[2]) % 2 else (1,)) for each in first)
    keys = {each.key for each in sampled(terms, matches, "a", 12 * A_MATCH, 16)}
    assert {each.key for each in first} <= keys
    assert not keys & {each.key for each in sampled(terms, matches, "b", 40 * A_MATCH, 16)}


def test_of_a_match_that_was_played_again_the_attempt_that_counts_is_judged(tmp_path):
    [match] = sampled(terms_of(tmp_path), [replace(played(1, "a", "b"), attempt=2)], "a", 1, 16)
    assert match.record.name == "t-1-2.lsr"


def test_a_setup_that_has_not_begun_has_no_losses_yet(tmp_path):
    config = read_evaluation(write(tmp_path, f"{FILE}\n[analysis]\ndecisions = 5\n"), None)
    folder = EvaluationFolder(tmp_path / "out")
    folder.prepare(config)
    first = folder.tournaments(config)[0]
    with closing(Ledger.open(folder.ledger)) as ledger:
        ledger.begin(first.name, first.as_dict(), SECRET)
        assert [each.rows for each in lost_values(config, folder, ledger)] == [(), ()]


def test_means_are_of_decisions_and_their_errors_of_matches():
    matches = [[Loss("turn", "early", 0.1, mistake=True), Loss("vote", "late", 0.0, mistake=False)],
               [Loss("turn", "late", 0.4, mistake=True)], []]
    found = {each.kind: each for each in mean_losses(matches)}
    assert list(found) == ["all", "turn", "vote", "late", "early"]
    assert (found["all"].decisions, found["all"].mistakes) == (3, 2)
    assert found["all"].mean == pytest.approx(0.5 / 3)
    assert found["all"].error == pytest.approx(0.175)  # of the means 0.05 and 0.4
    assert found["vote"].error is None
    assert list(mean_losses([[], []])) == []


def test_what_was_kept_is_there_again_but_for_a_line_without_its_end(tmp_path):
    path = tmp_path / "folder/kept.jsonl"
    kept = KeptLines(path)
    kept.keep("one", [1])
    kept.keep("two", None)
    path.write_bytes(path.read_bytes() + b'{"key": "three", "res')
    again = KeptLines(path)
    assert "one" in again and again["one"] == [1] and again["two"] is None and "three" not in again
    again.keep("three", 3)
    assert KeptLines(path)["three"] == 3


@pytest.mark.parametrize(("table", "words"), [
    ("playouts = 15", "analysis: playouts is 15"), ("decision = 1", "did you mean 'decisions'"),
])
def test_a_table_that_cannot_be_is_refused(tmp_path, table, words):
    with pytest.raises(BadConfig, match=words):
        read_evaluation(write(tmp_path, f"{FILE}\n[analysis]\n{table}\n"), None)


@pytest.mark.slow
def test_the_report_tells_what_answers_lose_and_skills_and_asks_nothing_twice(tmp_path):
    def evaluate() -> None:
        subprocess.run([sys.executable, "-m", "lawspeaker_referee", "evaluate", "paper.toml", "--out", "out"],
                       cwd=tmp_path, check=True, capture_output=True)

    (tmp_path / "paper.toml").write_text(OWN_BOTS)
    evaluate()
    first = json.loads((tmp_path / "out/evaluation.json").read_text())["sections"]
    lost, kinds, skills = first
    (careful, *told), (careless, *other) = lost["rows"]
    assert (careful, careless) == ("careful", "careless")
    assert told[:2] == other[:2] == ["pax-viking-2", str(2 * A_MATCH)]
    for bot in (careful, careless):
        phases = [int(row[3]) for row in kinds["rows"] if row[0] == bot and row[2] in {"early", "middle", "late"}]
        assert sum(phases) == 2 * A_MATCH
    scores = {row[0]: row for row in skills["rows"] if row[1] == "all"}
    positions = len(positions_named("pax_viking"))
    assert {int(row[2]) for row in scores.values()} == {positions}
    assert int(scores["careful"][3].split()[0]) > int(scores["careless"][3].split()[0])
    kept = {path: path.read_bytes() for path in (tmp_path / "out/analysis").rglob("*.jsonl")}
    assert len(kept) == 3
    evaluate()
    assert {path: path.read_bytes() for path in kept} == kept
    assert json.loads((tmp_path / "out/evaluation.json").read_text())["sections"] == first
    page = (tmp_path / "out/evaluation.html").read_text()
    assert "Value lost" in page and "Positions by skill" in page
