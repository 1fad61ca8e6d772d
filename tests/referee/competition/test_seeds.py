"""The seeds of a tournament's matches."""

from __future__ import annotations

from pathlib import Path

from lawspeaker_engine.dice import commitment, match_seed
from lawspeaker_referee.competition.formats import entries
from lawspeaker_referee.competition.seeds import make_secret, secret_commitment, seed_of
from tests.referee.competition.simulated_field import terms_of

SECRET = bytes(range(32))


def test_all_matches_of_a_block_have_one_seed_and_every_block_another():
    terms = terms_of(3, 2, "round-robin", rounds=3)
    seeds = {(entry.block, seed_of(SECRET, entry, terms.format)) for entry in entries(terms)}
    assert len(seeds) == len({block for block, _ in seeds}) == len({seed for _, seed in seeds}) == 9


def test_every_match_has_dice_of_its_own_if_the_format_says_so():
    terms = terms_of(3, 2, "round-robin", rounds=3, dice="match")
    seeds = {seed_of(SECRET, entry, terms.format) for entry in entries(terms)}
    assert len(seeds) == len(entries(terms))


def test_seeds_follow_from_the_secret_as_those_of_any_referee():
    terms = terms_of(2, 2, "round-robin")
    entry = entries(terms)[0]
    assert seed_of(SECRET, entry, terms.format) == match_seed(SECRET, "cup/r1-b0+b1")
    assert seed_of(bytes(32), entry, terms.format) != seed_of(SECRET, entry, terms.format)
    assert commitment(seed_of(SECRET, entry, terms.format)) == commitment(match_seed(SECRET, "cup/r1-b0+b1"))


def test_a_secret_is_new_every_time_and_its_commitment_tells_nothing_of_it():
    assert make_secret() != make_secret()
    assert len(make_secret()) == len(secret_commitment(SECRET)) == 32
    assert SECRET not in secret_commitment(SECRET)


def test_the_formulas_of_the_documentation_are_those_by_which_it_is_played():
    text = (Path(__file__).parents[3] / "docs/record.md").read_text(encoding="utf-8")
    assert f"# {secret_commitment(bytes(32)).hex()[:8]}..., its commitment" in text
    assert f"# {match_seed(bytes(32), 'cup/r1-a+b').hex()[:8]}..., a seed" in text
