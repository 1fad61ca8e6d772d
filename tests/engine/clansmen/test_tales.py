"""Tests of what the rows of the Tales cards say as a whole."""

from __future__ import annotations

import pytest

from lawspeaker_engine.content import BadContent
from lawspeaker_engine.games.clansmen.cards.tales import TALES, VERBS, Attach, AttachCard
from lawspeaker_engine.games.clansmen.cards.verbs import Again, NeverAlone, Shield, Six, WithAction
from lawspeaker_engine.games.clansmen.phases.events import EVENTS

from .positions import A, begin, card, empty_state, run

COPIES = {
    5: {"aid_resources", "aid_food", "group_effort", "hunting_party", "healing_herbs"},
    4: {
        "wagon_train", "memorable_feast", "lavish_gifts", "brilliant_organization", "decisive_action", "valor",
        "shrewd_trading",
    },
    3: {"skilled_hunting", "stalwart", "cats", "preemptive_strike", "rich_soil", "apple_grove", "pig_herds"},
    2: {"mussels", "silver", "fine_clay", "bog_iron", "sheep_herds", "cattle_herds", "spices", "bold_move"},
}
ALONE = {
    "healing_herbs", "group_effort", "aid_resources", "aid_food", "preemptive_strike", "decisive_action",
    "hunting_party", "wagon_train",
}
WITH = {
    "shrewd_trading": "trade", "stalwart": "explore", "skilled_hunting": "hunt",
    "brilliant_organization": "reorganize", "lavish_gifts": "gifts", "memorable_feast": "feast",
    "bold_move": "special",
}
STAYING = {
    "silver", "fine_clay", "mussels", "apple_grove", "rich_soil", "bog_iron", "sheep_herds", "cattle_herds",
    "pig_herds", "spices",
}


def test_CL_TALES_03_27_kinds_in_different_numbers_make_90_cards():
    assert {count: {row.id for row in TALES if row.copies == count} for count in COPIES} == COPIES
    assert (len(TALES), sum(row.copies for row in TALES)) == (27, 90)


def test_CL_TALES_03_CL_TALES_04_ten_cards_stay_in_play_and_the_others_are_discarded():
    assert {row.id for row in TALES if isinstance(row.effect, Attach)} == STAYING
    assert len(STAYING) == 10


def test_CL_TALES_11_CL_TALES_12_CL_TALES_13_CL_TALES_15_CL_TALES_16_CL_TALES_17_CL_TALES_23_go_with_an_action():
    assert {row.id: row.effect.action for row in TALES if isinstance(row.effect, WithAction)} == WITH


def test_CL_TALES_05_CL_TALES_31_valor_is_for_raids_and_cats_are_for_rats():
    assert [row.id for row in TALES if isinstance(row.effect, Six)] == ["valor"]
    assert {row.id: row.effect.event for row in TALES if isinstance(row.effect, Shield)} == {"cats": "rat_infestation"}


def test_CL_TALES_02_each_card_is_played_alone_or_with_an_action_or_outside_the_own_turn():
    assert {"valor", "cats", *ALONE, *WITH, *STAYING} == {row.id for row in TALES}
    never = {row.id for row in TALES if isinstance(row.effect, NeverAlone)}
    assert never == {"valor", "cats", *WITH}


def test_ids_are_unique_and_texts_are_sentences():
    assert len({row.id for row in TALES}) == len(TALES)
    assert all(row.text.endswith(".") and row.name for row in TALES)


def test_every_word_is_used_by_some_card_and_names_what_there_is():
    text = repr(TALES)
    for word, verb in VERBS.verbs.items():
        assert f"{verb.__name__}(" in text, f"no card uses {word}"
    assert all(row.effect.event in [event.id for event in EVENTS] for row in TALES if isinstance(row.effect, Shield))


def test_unknown_words_in_rows_are_refused():
    with pytest.raises(BadContent, match="did you mean 'attach'"):
        VERBS.parse({"verb": "atach"}, "here")
    with pytest.raises(ValueError, match=r"'fest'; it is one of reorganize, .*did you mean 'feast'"):
        WithAction("fest")
    with pytest.raises(ValueError, match="again action = 'special'"):
        Again("special")
    with pytest.raises(ValueError, match="farmer, laborer, craftsman, warrior"):
        Attach("harvester", "hills")
    with pytest.raises(ValueError, match="lowlands, hills, forest, swamp, mountain, lake"):
        Attach("farmer", "woods")


@pytest.mark.parametrize("name", ["valor", "cats", *WITH])
def test_a_card_that_goes_with_something_else_does_nothing_alone(name):
    with pytest.raises(ValueError, match="not played by itself"):
        TALES[card(name)].effect.begin(empty_state(), A, card(name))


def test_a_card_that_does_not_stay_is_not_put_on_a_tile():
    state = empty_state()
    begin(state, AttachCard(A, card("aid_food")))
    with pytest.raises(TypeError, match="does not stay in play"):
        run(state)
