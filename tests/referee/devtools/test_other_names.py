"""Other names for the things of games: texts have none of the old ones, say the same, and collide with nothing."""

from __future__ import annotations

import random
import re
import tomllib
from functools import cache

import pytest

from lawspeaker_bot.bot import Bot
from lawspeaker_bot.renaming import Renaming
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.setups import make_setup_for
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.devtools.renaming.names import invented, names_file, other_names
from lawspeaker_referee.host.single_match import play_match

SETUPS = [
    ("northgard", 2, {}), ("northgard", 3, {"edition": "prototype"}), ("northgard", 1, {"automa": 3}),
    ("clansmen", 2, {}), ("pax_viking", 2, {}),
]
HEARD: list[str] = []


class Listener(Bot):
    """Answers at random, and keeps all that it is told."""

    text = True

    def __init__(self) -> None:
        self._chance = random.Random(4)

    def started(self, match):
        HEARD.append(match.text)

    def decide(self, decision):
        HEARD.append(str(decision.text))
        return self._chance.sample(range(decision.option_count), decision.least)


@cache
def texts(game: str, players: int, options: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """All that one seat is told in a match."""
    HEARD.clear()
    rules = GAMES[game]
    listener = SeatSpec.parse(f"python:{__name__}:Listener", in_process=True)
    play_match(rules, make_setup_for(rules, players, dict(options)), [listener] + [SeatSpec.parse("random")] * (
        players - 1), seed=b"5" * 32, match_id="m", in_process=True, tell=lambda _: None)
    return tuple(HEARD)


def told(game, players, options):
    return texts(game, players, tuple(options.items()))


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


@pytest.mark.parametrize(("game", "players", "options"), SETUPS)
def test_texts_have_other_names_alone_and_their_old_ones_come_back_from_them(game, players, options):
    names = other_names(GAMES[game])
    to, back = Renaming(names), Renaming({other: name for name, other in names.items()})
    longest = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    old = re.compile(rf"(?<![^\W_])(?:{longest})(?:e?s)?(?![^\W_])")
    heard = told(game, players, options)
    assert len(heard) > 10
    for text in heard:
        new = to.text(text)
        assert not old.findall(new), old.findall(new)
        assert re.findall(r"\d+", new) == re.findall(r"\d+", text)
        assert [len(line.split()) > 0 for line in new.splitlines()] == [
            len(line.split()) > 0 for line in text.splitlines()]
    whole = "\n".join(heard)
    assert len({to.text(line) for line in whole.splitlines()}) >= len({line.lower() for line in whole.splitlines()})
    others = {other.lower() for other in names.values()}
    assert not others & {word.lower() for word in words(whole)}, others & {word.lower() for word in words(whole)}
    assert "viking" not in to.text(whole).lower()
    assert back.text(to.text(whole)) != to.text(whole)


@pytest.mark.parametrize("options", [
    {"clan_pool": "all", "victory": "jarl", "victory_cards": "all", "creatures": "horizons", "central": "yggdrasil"},
    {"sea": True, "central": "wyverns_den", "creatures": "base", "victory": "thane"},
])
def test_lines_of_settings_do_not_name_the_expansion_or_what_is_of_its_world(options):
    whole = Renaming(other_names(GAMES["northgard"])).text("\n".join(told("northgard", 3, options)))
    assert "Options that are not as usual" in whole
    assert not re.findall(r"(?i)uncharted|(?:jarl|thane|yggdrasil|wyvern|thors?)s?(?![a-z])", whole)


def test_places_and_the_short_names_of_buildings_have_other_names_too():
    nodes = {node.name for node in GAMES["pax_viking"].catalogue.nodes}
    homes = re.compile(rf"\b(?:{'|'.join(sorted(nodes))})\b")
    short = re.compile(r"\b(?:Silo|Lodge|Stone|Tower|Camp)\b")
    for game, old in (("pax_viking", homes), ("northgard", short)):
        whole = "\n".join(told(game, 2, {}))
        assert old.search(whole)
        assert not old.findall(Renaming(other_names(GAMES[game])).text(whole))
    names = other_names(GAMES["northgard"])
    for building in GAMES["northgard"].catalogue.buildings:
        *_, last = building.name.split()
        if last in names and building.name != last:  # who knows the long name knows the short one
            assert names[building.name].endswith(f" {names[last]}")


@pytest.mark.parametrize("game", sorted({game for game, _, _ in SETUPS}))
def test_no_two_things_get_one_name_and_another_seed_invents_others(game):
    names, others = other_names(GAMES[game]), other_names(GAMES[game], "2")
    distinct = {name.lower(): other for name, other in names.items() if name != "Northgard"}
    assert len(set(distinct.values())) == len(distinct)
    invented_ones = [name for name in names if names[name] != others[name]]
    assert len(invented_ones) > 20
    assert other_names(GAMES[game]) == names
    assert tomllib.loads(names_file(GAMES[game])) == {game: names}


def test_a_game_without_rows_gets_names_for_its_catalogue_and_title():
    from tests.games.parley import PARLEY

    assert other_names(PARLEY) == {PARLEY.title: invented(PARLEY.title)}


def test_small_letters_stand_for_capitals_and_plurals_and_names_are_taken_whole_and_longest_first():
    names = Renaming({"wolf": "lion", "wolves": "lions", "unit": "porter", "Brown Bear": "Tavo", "bear": "jackal"})
    assert names.text("WOLF, Wolves and units; a Brown Bear is no bear, reunited, Bears, neutral_units/bear_2") == (
        "LION, Lions and porters; a Tavo is no jackal, reunited, Jackals, neutral_porters/jackal_2")
    assert Renaming({}).text("as it is") == "as it is"
