"""Writes docs/rules-<game>.md: every rule with the tests that show it. With --check only compares, for CI.

A test shows the rules whose ids stand in its name: `test_NG_MOVE_06_...` shows NG-MOVE-06. Rules are listed in
docs/rules/<game>.tsv (id, text); those that need no test in docs/rules/<game>-untested.tsv (id, reason).
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

DOCS = Path(__file__).parent
TESTS = DOCS.parent / "tests"
GAMES = ("northgard", "clansmen", "pax_viking")
RULE_IN_NAME = re.compile(
    r"NGP_WAR_(?:BEAR|GOAT|RAVEN|STAG|WOLF)(?=_)|UH_WAR_(?:DRAGON|KRAKEN|LYNX|OX|SQUIRREL)(?=_)"
    r"|AUTO_CRIT_(?:BPTS|CAMPS|CLOSED|DIST|FOOD|LEADER|NSEW|OPEN|OPENINGS|RES|ROT|SIZE|SPACES|UNITS|WOOD)(?=_)"
    r"|UH_ENV_(?:KOBOLD|THOR)(?=_)|UH_CTR_YGG(?=_)"
    r"|(?:NGP?|UH|AUTO|TC|CL|SG|AMB)(?:_[A-Z]+)*_[RTHPA]?\d+(?![a-z0-9])"
)
TEST = re.compile(r"^ *(?:async )?def (test_\w+)", re.MULTILINE)


def read_rows(path: Path) -> dict[str, str]:
    """A two-column table: id and text."""
    rows: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        rule, text = line.split("\t")
        if rule in rows:
            raise SystemExit(f"{path.name}: {rule} stands twice")
        rows[rule] = text
    return rows


def tests_by_rule() -> dict[str, list[str]]:
    """Rule id -> the tests that name it, as file::test."""
    found: dict[str, list[str]] = {}
    for file in sorted(TESTS.rglob("test_*.py")):
        for name in TEST.findall(file.read_text(encoding="utf-8")):
            for rule in RULE_IN_NAME.findall(name):
                found.setdefault(rule.replace("_", "-"), []).append(f"{file.relative_to(TESTS)}::{name}")
    return found


def table(game: str) -> tuple[str, list[str]]:
    """The page of a game, and what is wrong with it."""
    rules = read_rows(DOCS / "rules" / f"{game}.tsv")
    untested = read_rows(DOCS / "rules" / f"{game}-untested.tsv")
    tests = tests_by_rule()
    wrong = [f"{rule}: no test carries its id" for rule in rules if rule not in tests and rule not in untested]
    wrong += [f"{rule}: tested, but listed as needing no test" for rule in untested if rule in tests]
    wrong += [f"{rule}: listed as needing no test, but no such rule" for rule in untested if rule not in rules]
    lines = [
        f"# Rules of {game} and the tests that show them", "",
        "Made by `make rules`; do not edit. AMB rows say how a doubt is read.", "",
        "| rule | says | shown by |", "| --- | --- | --- |",
    ]
    for rule, text in rules.items():
        shown = "<br>".join(f"`{test}`" for test in tests.get(rule, [])) or f"*{untested.get(rule, 'nothing yet')}*"
        lines.append(f"| {rule} | {text} | {shown} |")
    examples = sorted(
        rule for rule in tests if rule.startswith("TC-") and any(f"engine/{game}/" in test for test in tests[rule])
    )
    if examples:
        lines += ["", "Worked examples:", "", "| example | shown by |", "| --- | --- |"]
        lines += [f"| {rule} | " + "<br>".join(f"`{test}`" for test in tests[rule]) + " |" for rule in examples]
    return "\n".join(lines) + "\n", wrong


def main() -> None:
    """Write or check the pages."""
    failed = False
    for game in GAMES:
        page, wrong = table(game)
        target = DOCS / f"rules-{game}.md"
        for problem in wrong:
            print(problem, file=sys.stderr)
        if "--check" in sys.argv:
            if not target.exists() or target.read_text(encoding="utf-8") != page:
                wrong.append("drift")
                print(f"{target.name} is out of date: run make rules", file=sys.stderr)
            failed |= bool(wrong)
        else:
            target.write_text(page, encoding="utf-8")
    if failed:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
