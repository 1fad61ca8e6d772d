"""Templates: facts are told, parts of a match that it has not are gone, and what cannot be read is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawspeaker_engine.template import BadTemplate, Fact, Mark, Template, marks

FACTS: dict[str, Fact] = {"years": 7, "units": 1, "tiles": 3, "name": "Kaija", "teams": False, "solo": True}


@pytest.mark.parametrize(("source", "told"), [
    ("A game has {years} years.", "A game has 7 years."),
    ("{units unit} and {tiles tile}", "1 unit and 3 tiles"),
    ("{?solo}alone{/}{!solo}together{/}", "alone"),
    ("{?teams}in teams, {?solo}never{/}{/}{name}", "Kaija"),
    ("{!teams}no teams{?solo}, alone{/}{/}.", "no teams, alone."),
])
def test_marks_are_filled(source: str, told: str) -> None:
    assert Template(source).fill(FACTS) == f"{told}\n"


def test_a_heading_with_nothing_under_it_goes_and_one_with_a_part_that_is_told_stays() -> None:
    source = ("# Title\n\n## Empty\n\n{?teams}teams{/}\n\n## Full\n\n{?solo}solo{/}\n\n### Inside\n\n{?teams}t{/}\n\n"
              "## End\n")
    assert Template(source).fill(FACTS) == "# Title\n\n## Full\n\nsolo\n"


def test_a_line_of_a_list_goes_with_what_it_says() -> None:
    assert Template("- one\n{?teams}- two{/}\n- three").fill(FACTS) == "- one\n\n- three\n"


@pytest.mark.parametrize(("source", "said"), [
    ("{?teams}never closed", "not closed"), ("closed {/} too often", "closes nothing"), ("{}", "no mark"),
    ("a { brace", "no mark"), ("{?solo units}x{/}", "no mark"), ("{Years}", "no mark"),
])
def test_a_template_that_cannot_be_read_is_refused(source: str, said: str) -> None:
    with pytest.raises(BadTemplate, match=said):
        Template(source)


@pytest.mark.parametrize(("source", "said"), [
    ("{winters}", "no fact 'winters'; there are"), ("{?winters}x{/}", "no fact"), ("{name unit}", "no number of unit"),
])
def test_a_fact_that_is_missing_or_no_number_is_refused(source: str, said: str) -> None:
    with pytest.raises(BadTemplate, match=said):
        Template(source).fill(FACTS)


def test_a_fact_is_not_needed_where_its_part_is_not_told() -> None:
    assert Template("x{?teams}{winters}{/}").fill(FACTS) == "x\n"
    assert Template("x{?teams}{winters}{/}").names == {"teams", "winters"}


@given(st.text(alphabet=st.characters(blacklist_characters="{}", blacklist_categories=("Cs", "Cc")), min_size=1))
def test_text_without_braces_has_no_marks(text: str) -> None:
    assert not any(isinstance(part, Mark) for part in marks(text))
