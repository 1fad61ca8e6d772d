"""Writes what docs/ says of each game from where it is kept. With --check only compares, for CI.

docs/rules-<game>.md has every rule with the tests that show it. docs/play/ has a page how the game is played and one
what its cards do, for each of SETUPS; docs/<game>.md gets the table of all prompts between its two marks. They are
made from what `lawspeaker games GAME --rules`, `--cards` and `--prompts` print.

A test shows the rules whose ids stand in its name: `test_NG_MOVE_06_...` shows NG-MOVE-06. Rules are listed in
docs/rules/<game>.tsv (id, text); those that need no test in docs/rules/<game>-untested.tsv (id, reason).
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from lawspeaker_engine.games import GAMES as ENGINE
from lawspeaker_engine.guide import Guide
from lawspeaker_engine.model import Setup
from lawspeaker_engine.setups import make_setup, spell
from lawspeaker_engine.text_rows import prompts_page

DOCS = Path(__file__).parent
TESTS = DOCS.parent / "tests"
GAMES = ("northgard", "clansmen", "pax_viking")
RULE_IN_NAME = re.compile(
    r"NG_WAR_(?:BEAR|BOAR|GOAT|SNAKE)(?=_)|NGP_WAR_(?:BEAR|GOAT|RAVEN|STAG|WOLF)(?=_)|UH_WAR_(?:DRAGON|KRAKEN|LYNX|OX|SQUIRREL)(?=_)"
    r"|AUTO_CRIT_(?:BPTS|CAMPS|CLOSED|DIST|FOOD|LEADER|NSEW|OPEN|OPENINGS|RES|ROT|SIZE|SPACES|UNITS|WOOD)(?=_)"
    r"|UH_ENV_(?:KOBOLD|THOR)(?=_)|UH_CTR_YGG(?=_)"
    r"|(?:NGP?|UH|AUTO|TC|CL|SG|AMB)(?:_[A-Z]+)*_[RTHPA]?\d+(?![a-z0-9])"
)
SETUPS: dict[str, list[tuple[str, int, dict[str, bool | int | str]]]] = {
    "northgard": [
        ("northgard", 2, {}),
        ("northgard-modules", 4, {
            "clan_pool": "all", "warchiefs": True, "warchief_cards": True, "more_cards": "printed", "more_tiles": True,
            "events": "all", "victory": "jarl", "victory_cards": "all", "creatures": "horizons",
            "more_creatures": True, "environment": True, "central": "random", "sea": True, "raid_deck": 24,
        }),
        ("northgard-solo", 2, {"automa": 3}),
        ("northgard-prototype", 2, {"edition": "prototype", "warchiefs": True}),
    ],
    "clansmen": [("clansmen", 2, {})],
    "pax_viking": [("pax-viking", 2, {})],
}
"""By game: the pages of docs/play/, each with the number of players and the options that it tells."""
PROMPTS = re.compile(r"(?<=<!-- prompts, made by make rules -->\n).*(?=<!-- end of prompts -->)", re.DOTALL)
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


def guide_pages(game: str) -> dict[Path, str]:
    """The pages of a game that are made from its guide, and its page for authors with all prompts in it."""
    guide = ENGINE[game].guide()
    assert isinstance(guide, Guide), f"{game} has no guide"
    prompts = prompts_page(guide.prompts, lambda _: True)
    page = DOCS / f"{game.replace('_', '-')}.md"
    text, found = PROMPTS.subn(f"\n{prompts}\n".replace("\\", r"\\"), page.read_text(encoding="utf-8"))
    if found != 1:
        raise SystemExit(f"{page.name}: it lacks the two marks between which the prompts stand")
    pages = {page: text}
    for name, players, options in SETUPS[game]:
        pages |= setup_pages(game, guide, name, make_setup(ENGINE[game], players, options))
    return pages


def setup_pages(game: str, guide: Guide, name: str, setup: Setup) -> dict[Path, str]:
    """The two pages of one setup of a game: how it is played, and its components."""
    changed = [f"--option {option.name}={spell(setup.options[option.name])}" for option in ENGINE[game].options
               if setup.options[option.name] != option.default]
    command = " ".join(["lawspeaker games", game, "--rules", f"--players {setup.players}", *changed])
    others = ", ".join(f"[{other}]({other}.md)" for other, *_ in SETUPS[game] if other != name)
    also = f" Other pages: {others}." if others else ""
    links = (f"[Cards and tiles]({name}-cards.md). [Write a bot](../{game.replace('_', '-')}.md). "
             f"[Every rule with its tests](../rules-{game}.md).{also}")
    made = f"Made by `make rules`, as `{command}` prints it; other options tell other rules. Do not edit."
    cards = guide.cards(f"{ENGINE[game].title}: cards, tiles and other components", setup)
    components = command.replace("--rules", "--cards")
    return {
        DOCS / "play" / f"{name}.md": f"{guide.rules(setup)}\n{links} {made}\n",
        DOCS / "play" / f"{name}-cards.md": cards.replace(
            "\n", f"\n\nMade by `make rules`, as `{components}` prints it; do not edit.\n", 1),
    }


def main() -> None:
    """Write or check the pages."""
    failed = False
    for game in GAMES:
        page, wrong = table(game)
        for problem in wrong:
            print(problem, file=sys.stderr)
        for target, text in {DOCS / f"rules-{game}.md": page, **guide_pages(game)}.items():
            if "--check" not in sys.argv:
                target.write_text(text, encoding="utf-8")
            elif not target.exists() or target.read_text(encoding="utf-8") != text:
                wrong.append("drift")
                print(f"{target.relative_to(DOCS)} is out of date: run make rules", file=sys.stderr)
        failed |= bool(wrong) and "--check" in sys.argv
    if failed:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
