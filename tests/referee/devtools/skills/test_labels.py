"""The label of a position follows from what is measured of it, the first that holds."""

from __future__ import annotations

from random import Random

import pytest

from lawspeaker_referee.devtools.skills.labels import (
    DEALS,
    GAMES_A_DEAL,
    depends_on_the_deal,
    is_bargain,
    is_gamble,
    skill_of,
)

ROUNDS = DEALS * GAMES_A_DEAL
SAFE = [(0.6, 0.5)] * ROUNDS
CLEAR_AT_ONCE = [(0.2, 0.7)] * 4
"""By round, the worths of answers 0 and 1 right after them."""


def deals(lead):
    """A lead for each round by its deal."""
    return [lead(number // GAMES_A_DEAL) for number in range(ROUNDS)]


@pytest.mark.parametrize(("prompt", "bargain"), [
    ("trade.reply", True), ("turn.promise", True), ("raid.promise", True), ("althing.vote", True),
    ("card.bribe", True), ("harvest.exchange_reply", True), ("turn.action", False), ("harvest.trade", False),
    ("caravan.exchange", False)])
def test_offers_replies_promises_and_votes_are_bargains(prompt, bargain):
    assert is_bargain(prompt) == bargain
    assert (skill_of(prompt, SAFE, CLEAR_AT_ONCE, 1) == "bargaining") == bargain


def test_a_lead_that_some_deals_turn_into_a_lag_is_hidden():
    noise = Random(1)
    found = [(0.5 + lead + noise.gauss(0, 0.05), 0.5) for lead in deals(lambda deal: 0.4 if deal % 3 else -0.3)]
    assert skill_of("turn.action", found, CLEAR_AT_ONCE, 1) == "hidden"


def test_a_lead_that_only_varies_by_dice_or_never_turns_is_not_hidden():
    noise = Random(2)
    assert not depends_on_the_deal([0.1 + noise.gauss(0, 0.3) for _ in range(ROUNDS)])
    assert not depends_on_the_deal(deals(lambda deal: 0.1 + 0.05 * (deal % 3)))


def test_a_gamble_beside_something_safe_is_risk_whichever_is_better():
    noise = Random(3)
    gamble = [noise.choice((0.0, 1.0)) for _ in range(ROUNDS)]
    safe = [0.4 + noise.gauss(0, 0.01) for _ in range(ROUNDS)]
    assert skill_of("turn.action", list(zip(gamble, safe, strict=True)), CLEAR_AT_ONCE, 1) == "risk"
    assert is_gamble(safe, gamble)
    assert not is_gamble(safe, [each / 10 for each in safe]), "both are safe"


def test_what_looks_best_at_once_is_arithmetic_and_what_does_not_is_planning():
    assert skill_of("turn.action", SAFE, CLEAR_AT_ONCE, 1) == "arithmetic"
    assert skill_of("turn.action", SAFE, CLEAR_AT_ONCE, 0) == "planning"
    assert skill_of("turn.action", SAFE, [(0.5, 0.5)] * 4, 1) == "planning", "no answer looks better than another"
