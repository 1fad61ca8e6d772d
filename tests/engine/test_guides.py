"""The texts about a game: its prompts are those that it asks, its rules and rows are those that it has."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import lawspeaker_engine
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.guide import Guide
from lawspeaker_engine.laws import all_positions
from lawspeaker_engine.model import Chance
from lawspeaker_engine.setups import make_setup
from tests.engine.test_laws import laws
from tests.engine.test_texts_follow_the_table import all_setups

GUIDES: dict[str, Guide] = {name: guide for name, game in GAMES.items() if (guide := game.guide()) is not None}
RULES = Path(__file__).parents[2] / "docs" / "rules"
RULE = re.compile(r"\b(?:NGP?|UH|AUTO|CL|SG|AMB)-[A-Z0-9-]+")
PROMPT = re.compile(r'"([a-z_]+\.[a-z_]+)"')
WORDS = "text"
"""The folder of a game whose files name its prompts without asking them."""

of_every_guide = pytest.mark.parametrize("name", GUIDES)


def cells(name: str) -> Iterator[tuple[str, set[str], str]]:
    """Each documented prompt, the classes of its options, and its default."""
    for prompt, row in GUIDES[name].prompts.items():
        yield prompt, set(re.findall(r"`([A-Z][A-Za-z]+)`", row.options)), row.default


def asked_in_the_rules(name: str) -> set[str]:
    """The prompts in the rules of a game, of players and of chance; all are written out."""
    found: set[str] = set()
    for file in (Path(lawspeaker_engine.__file__).parent / "games" / name).rglob("*.py"):
        if file.parent.name != WORDS:
            found.update(PROMPT.findall(file.read_text(encoding="utf-8")))
    return {word for word in found if not word.endswith(".toml")}


@of_every_guide
def test_every_prompt_that_the_rules_can_ask_is_documented_once_and_no_other(name: str) -> None:
    """A prompt that is no question to a player is drawn by chance."""
    text = GAMES[name].text
    assert text is not None
    documented = [prompt for prompt, _options, _default in cells(name)]
    assert documented == list(text.prompts)
    assert set(documented) <= asked_in_the_rules(name) <= set(documented) | set(text.story.draws)


@of_every_guide
def test_every_documented_option_is_one_of_the_game_and_every_prompt_has_some_and_a_default(name: str) -> None:
    """Classes of options are written as code with a capital."""
    classes = {option.__name__ for option in GAMES[name].option_types}
    for prompt, options, default in cells(name):
        assert options, prompt
        assert options <= classes, prompt
        assert default, prompt


@laws(2, of_others=1, every=2)
def test_no_prompt_offers_what_is_not_documented(
    name: str, players: int, options: Mapping[str, bool | int | str], seeds: range,
) -> None:
    """Whatever editions, modules and readings are played; a prompt that is asked stands on the page of the setup."""
    documented = {prompt: classes for prompt, classes, _default in cells(name)}
    page = GUIDES[name].prompts_page(make_setup(GAMES[name], players, options))
    for _state, question, _answers in all_positions(GAMES[name], players, options, seeds):
        for decision in () if isinstance(question, Chance) else question:
            offered = {type(option).__name__ for option in decision.options}
            assert offered <= documented[decision.prompt], decision.prompt
            assert f"| `{decision.prompt}` |" in page


@of_every_guide
def test_every_paragraph_of_the_rules_names_rules_that_there_are(name: str) -> None:
    """All but the introduction and headings, also those of options; a list names them item by item."""
    known = {line.split("\t")[0] for line in (RULES / f"{name}.tsv").read_text(encoding="utf-8").splitlines()}
    title, _introduction, *paragraphs = [line for line in GUIDES[name].play.source.splitlines() if line]
    assert title in (f"# How {GAMES[name].title} is played", "# How {title} is played")
    for paragraph in paragraphs:
        named = set(RULE.findall(paragraph))
        assert named or "## " in paragraph, paragraph
        assert named <= known, paragraph


@of_every_guide
def test_every_row_that_does_something_is_in_a_table(name: str) -> None:
    """Rows of the catalogue that have a text, in one setup or another: the engine and its readers are told the same."""
    catalogue = GAMES[name].catalogue
    page = "".join(GUIDES[name].cards(name, setup) + GUIDES[name].rules(setup) for setup in all_setups(name))
    for column in catalogue.__dataclass_fields__:  # type: ignore[attr-defined]
        for row in getattr(catalogue, column):
            if hasattr(row, "text"):
                assert row.text in page


@of_every_guide
def test_every_line_of_a_table_has_a_cell_for_every_column(name: str) -> None:
    """A bar in a text would break the table."""
    for table in (table for setup in all_setups(name) for table in GUIDES[name].tables(setup)):
        assert table.rows, table.title
        assert len(table.brief) == len(table.rows)
        for row in table.rows:
            assert len(row) == len(table.columns), row
            assert not any("|" in cell or "\n" in cell for cell in row), row
