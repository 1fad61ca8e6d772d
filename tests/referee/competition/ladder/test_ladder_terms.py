"""Tests of what a ladder is played by, as its ledger keeps it."""

from __future__ import annotations

import asyncio
import io
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from lawspeaker_engine.games import find_game
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.competition.head_keeper import HeadKeeper
from lawspeaker_referee.competition.ladder.restoring import check_numbers, terms_of
from lawspeaker_referee.competition.ladder.service import LadderService
from lawspeaker_referee.competition.ledger import BadLedger, Ledger
from lawspeaker_referee.config.clocks import parse_clock
from lawspeaker_referee.config.fault_policies import parse_policy, policy_table
from lawspeaker_referee.config.referee import LadderSettings
from lawspeaker_referee.config.tournament import parse_config
from lawspeaker_referee.config.validation import BadConfig
from lawspeaker_referee.host.queue_config import QueueConfig
from lawspeaker_referee.host.storage import MatchNumbers
from lawspeaker_referee.logs import make_log

POLICIES: tuple[dict[str, Any], ...] = (
    {}, {"illegal": "void", "disqualified": "random", "most_refusals": 3, "disqualify_rate": 0.125,
         "disqualify_after": 0, "disqualify_minimum": 7, "strikes": {"illegal": 2, "timeout": 0}})


@pytest.mark.parametrize("table", POLICIES)
def test_the_table_of_a_policy_means_that_policy(table):
    policy = parse_policy(table)
    assert parse_policy(policy_table(policy)) == policy


@pytest.mark.parametrize("table", POLICIES)
def test_the_terms_that_the_ledger_keeps_mean_the_config_and_hold_no_secret(table):
    clansmen = find_game("clansmen")
    config = QueueConfig(clansmen, make_setup(clansmen, 3, {"years": 4}), parse_clock("2s+30s/1s"), Path("here"),
                         bytes(range(32)), "spring-ladder", policy=parse_policy(table))
    kept = terms_of(config).as_dict()
    assert bytes(range(32)).hex() not in str(kept)
    terms = parse_config(kept, "the ledger")
    assert (terms.name, terms.rules, terms.setup, terms.clock, terms.policy) == (
        "spring-ladder", clansmen, config.setup, config.clock, config.policy)
    assert (terms.format.kind, terms.bots) == ("ladder", ())


def test_matches_of_the_ledger_that_the_folder_of_records_does_not_know_are_not_begun_once_more(tmp_path):
    numbers = MatchNumbers(tmp_path, "cup", lasting=True)
    check_numbers("cup", numbers, ["other-000009"])
    with pytest.raises(BadConfig, match=r"^ladder cup: its ledger counts match 7, and the records know of 0; give the"):
        check_numbers("cup", numbers, ["cup-000002", "cup-000007-try2-of-000003", "cup-000004"])
    numbers.used(7)
    check_numbers("cup", numbers, ["cup-000007-try2-of-000003"])


def test_a_ladder_does_not_go_on_with_a_ledger_that_has_not_the_head_that_was_kept_of_it(tmp_path):
    northgard = find_game("northgard")
    config = QueueConfig(northgard, make_setup(northgard, 2, {}), parse_clock("2s"), tmp_path, bytes(32), "parley")

    async def begin() -> LadderService:
        return LadderService(config, LadderSettings(), make_log(io.StringIO()))

    asyncio.run(begin())
    keeper = HeadKeeper(tmp_path / "parley.head", "parley")
    with closing(Ledger.open(f"sqlite:///{tmp_path}/ledger.db")) as ledger:
        keeper.keep(ledger)
    asyncio.run(begin())
    (tmp_path / "ledger.db").unlink()
    with pytest.raises(BadLedger, match=r"parley\.head was written when the ledger of parley had 2 links, and this "):
        asyncio.run(begin())
