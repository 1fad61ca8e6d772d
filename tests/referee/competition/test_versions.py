"""Versions: another one is another entrant or refused, and results of two are never counted as those of one bot."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from lawspeaker_referee.competition.ledger.facts import Decided
from lawspeaker_referee.competition.tournament.pool import TournamentPool
from lawspeaker_referee.competition.tournament.setup import extended
from lawspeaker_referee.competition.tournament.state import EXTENDED, RESUMED, state_of
from lawspeaker_referee.competition.tournament.versions import check_files
from lawspeaker_referee.config.bot_files import bot_digest, command_file
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.entrants import entrant_of, split_entrant
from lawspeaker_referee.config.tournament import TournamentConfig, parse_config, read_config
from lawspeaker_referee.config.validation import BadConfig
from lawspeaker_referee.host.pooled_bot import BotAbsent

ONE, TWO = "a" * 64, "b" * 64


def cup(*bots, versions="refuse", **more) -> TournamentConfig:
    """A tournament of these bots, (name, version, digest), and of one that never changes."""
    rows = [{"name": name, "version": version, "digest": digest, "spec": "cmd:mine"} for name, version, digest in bots]
    return parse_config({
        "name": "cup", "game": "northgard", "players": 2, "versions": versions, "format": {"kind": "round-robin"},
        "bots": [*rows, {"name": "other", "spec": "random"}], **more}, "cup.toml")


def after(old, new, counted=("mine", "other"), withdrawn=()):
    return extended(old, new, counted=counted, withdrawn=withdrawn)


# --- entrants ---


@given(st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._-]{0,29}", fullmatch=True), st.text(max_size=20))
def test_an_entrant_is_split_into_what_it_was_made_of(name, version):
    entrant = entrant_of(name, version)
    assert split_entrant(entrant) == (name, version)
    assert all(char.isascii() and (char.isalnum() or char in "@._~%-") for char in entrant)


def test_the_digest_of_a_command_is_that_of_its_script_or_else_of_its_program(tmp_path):
    script, program = tmp_path / "bot.py", tmp_path / "bot"
    script.write_text("1")
    program.write_text("2")
    program.chmod(0o755)
    assert command_file(SeatSpec.parse(f"cmd:python -u {script} --level 3")) == script
    assert command_file(SeatSpec.parse(f"cmd:{program}")) == program
    before = bot_digest(SeatSpec.parse(f"cmd:python {script}"))
    script.write_text("3")
    assert bot_digest(SeatSpec.parse(f"cmd:python {script}")) != before != ""
    assert bot_digest(SeatSpec.parse("random")) == bot_digest(SeatSpec.parse("cmd:python -m x")) == ""


# --- the file of a tournament ---


def test_two_versions_of_a_name_are_two_bots_and_the_ledger_keeps_them():
    terms = cup(("mine", "1", ONE), ("mine", "2", TWO))
    assert terms.names == ("mine@1", "mine@2", "other")
    assert parse_config(terms.as_dict(), "the ledger") == terms
    with pytest.raises(BadConfig, match="two bots are called 'mine@1'; give each a name or version of its own"):
        cup(("mine", "1", ONE), ("mine", "1", TWO))


@pytest.mark.parametrize("version", ["1/2", "1 2", "x" * 41, "1+2", "@"])
def test_a_version_that_no_files_name_can_have_is_refused(version):
    with pytest.raises(BadConfig, match=r"version is .*; it is a version: up to 40 letters"):
        cup(("mine", version, ONE))


def test_terms_from_before_versions_are_read_as_they_were():
    old = cup(("mine", "", ""))
    known = {key: value for key, value in old.as_dict().items() if key != "versions"}
    assert parse_config(known, "the ledger") == old
    assert after(old, cup(("mine", "", ONE))).changes == (), "nobody knows with which file it has played"


def test_a_file_is_read_with_the_digests_of_its_bots(tmp_path):
    script = tmp_path / "mine/bot.py"
    script.parent.mkdir()
    script.write_text("print()")
    path = tmp_path / "cup.toml"
    path.write_text(f'name = "cup"\ngame = "northgard"\nplayers = 2\n[format]\nkind = "round-robin"\n'
                    f'[[bots]]\nname = "mine"\nspec = "cmd:python {script}"\n[[bots]]\nname = "o"\nspec = "random"\n')
    terms = read_config(path)
    assert [bool(bot.digest) for bot in terms.bots] == [True, False]
    check_files(terms, ())
    script.write_text("print(1)")
    with pytest.raises(BadConfig, match=r"the files of bot 'mine' .* have changed since it played"):
        check_files(terms, ())
    check_files(terms, {"mine"})
    with pytest.raises(BotAbsent, match="have changed since it played"):
        TournamentPool(terms, None, None)._entry("mine")  # type: ignore[arg-type]


# --- what changed ---


def test_another_file_under_the_same_version_is_refused_in_a_line_that_says_what_to_do():
    with pytest.raises(BadConfig) as error:
        after(cup(("mine", "", ONE)), cup(("mine", "", TWO)))
    assert "the files of bot 'mine' (cmd:mine) have changed since it played" in str(error.value)
    assert "give it another version" in str(error.value) and "\n" not in str(error.value)


def test_another_version_in_the_place_of_one_is_refused_and_beside_it_joins():
    old = cup(("mine", "1", ONE))
    with pytest.raises(BadConfig, match="bot 'mine@1' is gone from the file and 'mine@2' is there"):
        after(old, cup(("mine", "2", TWO)), counted=["mine@1"])
    found = after(old, cup(("mine", "1", ONE), ("mine", "2", TWO)), counted=["mine@1"])
    assert found.changes == ("bot mine@2 joins",) and not found.withdrawn


def test_before_a_match_is_counted_a_bot_may_have_another_file():
    found = after(cup(("mine", "", ONE)), cup(("mine", "", TWO)), counted=())
    assert found.terms.bots[0].digest == TWO
    assert found.changes == (f"bot mine has other files, with the SHA-256 {TWO[:8]}",)


@pytest.mark.parametrize(("version", "first", "second"), [("", "mine", "mine@~" + TWO[:8]),
                                                          ("1", "mine@1", "mine@1~" + TWO[:8])])
def test_where_versions_are_new_another_file_is_another_bot_that_takes_its_place(version, first, second):
    old, new = (cup(("mine", version, digest), versions="new") for digest in (ONE, TWO))
    found = after(old, new, counted=[first, "other"])
    assert found.terms.names == (first, "other", second)
    assert found.withdrawn == {first: f"{second} has taken the place of {first}"}
    assert found.changes == (f"bot {second} joins", f"bot {first} plays no more: {found.withdrawn[first]}")
    kept = parse_config(found.terms.as_dict(), "the ledger")
    assert kept == found.terms
    again = after(kept, new, counted=[first, second, "other"], withdrawn=[first])
    assert again.changes == () and again.terms.bots == kept.bots, "the same file is the same bot"
    back = after(kept, old, counted=[first, second, "other"], withdrawn=[first])
    assert back.withdrawn == {second: f"{first} has taken the place of {second}"}
    assert f"bot {first} plays again" in back.changes


def test_a_new_version_of_a_challenger_is_a_challenger():
    form = {"format": {"kind": "gauntlet", "challengers": ["mine"]}, "versions": "new"}
    old, new = (replace(cup(("mine", "", digest), **form), workers=None) for digest in (ONE, TWO))
    assert after(old, new).terms.format.challengers == ("mine", "mine@~" + TWO[:8])


def test_a_bot_that_was_replaced_stays_out_when_others_may_try_again():
    decisions = [Decided(EXTENDED, {"withdrawn": {"mine": "mine@2 has taken its place"}}, 0), Decided(RESUMED, {}, 0)]
    state = state_of(decisions)
    assert state.is_out(["mine", "other"]) and not state.is_out(["mine@2", "other"])
    assert state.withdrawn == {"mine": "mine@2 has taken its place"}
    assert not state_of([*decisions, Decided(EXTENDED, {"withdrawn": {}}, 0)]).is_out(["mine"])


def test_a_copy_of_a_version_is_found():
    assert structs.asdict(cup(("mine", "1", ONE)).bot("mine@1#2"))["digest"] == ONE
