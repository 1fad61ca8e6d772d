"""Tests of what the rows of the cards say as a whole."""

from __future__ import annotations

from collections import Counter

import pytest

from lawspeaker_engine.games.northgard.actions.recruit import RecruitEach
from lawspeaker_engine.games.northgard.cards.resolving import CARDS, REACTIONS, UNREST, Copy, Counts, number_of
from lawspeaker_engine.games.northgard.composition import CARD_EFFECTS, VERBS

BASE = [card for card in CARDS if not card.module]


def test_NG_COMP_04_UH_CLAN_00_six_starting_three_a_clan_16_early_36_advanced_7_achievements_10_unrest():
    kinds = Counter()
    for card in BASE:
        kinds[card.set] += card.copies
    assert kinds == {"starting": 6, "clan": 21, "early": 16, "advanced": 36, "achievement": 7, "unrest": 10}


def test_ids_are_unique_and_texts_are_sentences():
    assert len({card.id for card in CARDS}) == len(CARDS)
    assert all(card.text.endswith(".") and card.name for card in CARDS)


def test_NG_ACT_15_unrest_has_no_effect_cannot_be_removed_and_costs_five_fame():
    unrest = CARDS[UNREST]
    assert (unrest.effects, unrest.removable, unrest.fame) == ((), False, -5)
    assert [card.id for card in CARDS if not card.removable] == ["unrest"]


def test_every_card_has_effects_but_reactions_achievements_and_unrest():
    without = {card.id for card in CARDS if not card.effects}
    assert without == {card.id for card in CARDS if card.set in ("achievement", "unrest") or card.reaction}
    assert [CARDS[card].id for card in REACTIONS] == ["defensive_strategy"]


def test_every_verb_is_used_by_some_card():
    text = repr(CARD_EFFECTS)
    assert [word for word, verb in VERBS.verbs.items() if f"{verb.__name__}(" not in text] == []


def test_the_seven_achievements_count_what_they_say():
    counts = {card.id: card.counts for card in BASE if card.set == "achievement"}
    assert counts == {
        "builder": Counts(small_buildings=1, large_buildings=3),
        "explorer": Counts(small_spaces=1, large_spaces=3),
        "food_trader": Counts(food=2), "wood_trader": Counts(wood=2), "scholar": Counts(lore=2),
        "trapper": Counts(lairs=3), "warlord": Counts(units=1),
    }
    assert all(card.counts == Counts() for card in CARDS if card.set != "achievement")


def test_only_the_card_whose_print_is_unknown_is_ours():
    assert [card.id for card in BASE if card.source] == ["veiled_threats"]


def test_an_unknown_card_id_and_unknown_words_in_rows_are_refused():
    with pytest.raises(ValueError, match="not in list"):
        number_of("nobody")
    with pytest.raises(ValueError, match="played, adjacent, scorched"):
        Copy("everybody")
    with pytest.raises(ValueError, match="beside_enemy"):
        RecruitEach("everywhere")
