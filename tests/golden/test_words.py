"""The golden games in words: everything that is asked has its sentence, and every option a line of its own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lawspeaker_bot.decision import Text
from lawspeaker_engine.games import GAMES
from tests.golden.game_text import RECORDS, Told, told

ROOT = Path(__file__).parents[2]
MOST_BYTES = {"northgard": 9400, "clansmen": 8600, "pax_viking": 12500}
"""Of a view, in the largest of the golden games."""

QUICK = re.compile(r"\w+-2|pax_viking-3")
"""Records that `make test` looks at: a small one of each game, and what the docs quote."""


def each_of(paths: list[Path]) -> pytest.MarkDecorator:
    """Parametrise a test by these records; those that are not QUICK are left to `make test-slow`."""
    return pytest.mark.parametrize("path", [
        pytest.param(path, id=path.stem, marks=() if QUICK.fullmatch(path.stem) else pytest.mark.slow)
        for path in paths])


records = each_of(RECORDS)
games = pytest.mark.parametrize("name", list(GAMES))


@records
def test_options_that_differ_are_told_in_lines_that_differ_and_every_text_is_clean(path):
    """One line an option, no blanks at ends of lines, views of a size that can be read."""
    for each in told(path):
        text, decision = each.text, each.decision
        assert len(text.options) == len(decision.options)
        lines = {}
        for line, option in zip(text.options, decision.options, strict=True):
            assert lines.setdefault(line, option) == option, (decision.prompt, line)
        assert text.view.endswith("\n")
        assert not text.view.endswith("\n\n")
        for line in (text.question, *text.options, *text.events, *text.view.split("\n")[:-1]):
            assert line, decision.prompt
            assert line == line.strip() and line.isprintable(), (decision.prompt, line)
        assert len(text.view.encode()) < MOST_BYTES[each.game.name], decision.prompt


@records
def test_every_question_has_a_sentence_of_its_own_and_says_how_many_to_take(path):
    for each in told(path):
        decision, words = each.decision, each.game.text
        assert words
        assert each.text.question.startswith(words.question(decision.prompt))
        rest = each.text.question.removeprefix(words.question(decision.prompt))
        many = {int(number) for number in re.findall(r"\d+", rest.partition(" of ")[0])}
        assert many == ({decision.least, decision.most} - {0}), (decision.prompt, rest)
        assert ("or none" in rest) == (decision.least == 0 < decision.most)
        assert ("order" in rest) == decision.ordered
        assert rest.endswith(f"If no answer comes: {', '.join(map(str, decision.default)) or 'none'}.")


def test_events_say_who_did_what_and_what_is_hidden_stays_so():
    """The first events of seat 1: the draws before it, seat 0's clan, its own cards and not those of the other."""
    texts = [each.text for each in told(next(path for path in RECORDS if path.stem == "northgard-2"))
             if each.decision.seat == 1]
    first = texts[0].events
    assert first[0].startswith("Chance (setup.early from setup/early): ")
    assert first[-1].startswith("Seat 0 (setup.clan): the Wolf: 1 food for each combat won as attacker")
    everything = [line for text in texts for line in text.events]
    assert any(line.startswith("You (turn.action): play ") for line in everything)
    assert "Chance (deck.draw from deck/0): hidden" in everything
    assert any(line.startswith("Chance (deck.draw from deck/1): ") and "hidden" not in line for line in everything)


@each_of([path for path in RECORDS if path.stem.startswith("northgard")])
def test_who_is_asked_for_an_effect_of_a_card_of_northgard_has_the_text_of_that_card(path):
    """The card has left the hand by then, where its text was."""
    asked, played = 0, {}
    for each in told(path):
        seat = each.decision.seat
        for event in each.text.events:
            if found := re.fullmatch(r"You \(turn\.(?:action|flash)\): play (.*)", event):
                played[seat] = found[1]
        if each.decision.prompt == "card.mode":
            (line,) = (line for line in each.text.view.splitlines() if line.startswith("Your last active card: "))
            assert line.startswith(f"Your last active card: {played[seat]}"), each.step
            asked += 1
    assert asked > 5


EXAMPLES = {"northgard": ("northgard-2", 150), "clansmen": ("clansmen-2", 200),
            "pax_viking": ("pax_viking-3", 40)}
"""By game: the record that docs/text.md quotes, and the step from which on the first turn is quoted."""


def example(name: str) -> Told:
    """The decision that is quoted."""
    stem, step = EXAMPLES[name]
    (path,) = (path for path in RECORDS if path.stem == stem)
    return next(each for each in told(path) if each.step >= step and each.decision.prompt == "turn.action")


@games
def test_the_examples_in_the_docs_are_what_a_bot_gets(name):
    text = example(name).text
    quoted = re.findall(r"```text\n(.*?)\n```", (ROOT / "docs/text.md").read_text(), re.DOTALL)
    for each in (text, *([example(name).brief] if name == "northgard" else ())):
        prompt = str(Text(each.question, tuple(each.options), each.view, tuple(each.events)))
        assert prompt in quoted, f"docs/text.md must quote this:\n{prompt}"
