"""The greedy bot's rules of thumb for Clansmen: they know all that is asked, and what they say is sensible."""

from __future__ import annotations

import re
from pathlib import Path
from typing import ClassVar

import pytest
from google.protobuf.any_pb2 import Any

from lawspeaker.clansmen.v1 import clansmen_pb2 as pb
from lawspeaker.v1.match_pb2 import GameSetup
from lawspeaker.v1.referee_service_pb2 import DecisionRequest, MatchStarted
from lawspeaker_bot import Decision, Match
from lawspeaker_bot.random_bot import RandomBot
from lawspeaker_bots import make
from lawspeaker_bots.greedy.clansmen import scores as clansmen
from lawspeaker_bots.greedy.clansmen.build import VALUE
from lawspeaker_bots.greedy.clansmen.cards import CARD, HARM
from lawspeaker_bots.greedy.clansmen.clan import Clan
from lawspeaker_engine.games import find_game
from lawspeaker_engine.games.clansmen.buildings import BUILDINGS
from lawspeaker_engine.games.clansmen.cards.tales import TALES
from lawspeaker_engine.games.clansmen.phases.events import EVENTS
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.host import single_match
from lawspeaker_referee.host.local_bots import LocalBot
from tests.sample_sizes import first_quick

PAGE = Path(__file__).parents[2] / "docs" / "clansmen.md"
DRAWN = {"Face", "Ground", "Event", "Card"}
"""Verbs of chance alone."""
FARMER, LABORER, CRAFTSMAN, WARRIOR = range(4)
AUTUMN, WINTER = 2, 3


def packed(message):
    out = Any()
    out.Pack(message)
    return out


CATALOGUE = pb.Catalogue(
    terrains=[pb.TerrainInfo(id="lowlands", food=[1, 3, 6, 0]), pb.TerrainInfo(id="forest", food=[1, 2, 3, 0], wood=2)],
    boards=[pb.BoardInfo(players=2, q=range(8), r=[0] * 8)],
    buildings=[pb.BuildingInfo(id="watchtower", site="settlement", wood=2), pb.BuildingInfo(id="from_tomorrow")],
    cards=[pb.CardInfo(id="valor"), pb.CardInfo(id="from_tomorrow"), pb.CardInfo(id="aid_food")],
)


def decision(prompt, options, *, people=(), least=0, default=(), **view):
    """A question to seat 0; people are (tile, kind)."""
    players = [pb.PlayerView(seat=0, people=[pb.Person(tile=tile, kind=kind) for tile, kind in people],
                             **view.pop("me", {})), pb.PlayerView(seat=1)]
    whole = pb.View(players=players, map=pb.MapView(terrain=[1, 2, 1, 2, 1, 2, 0, 0]),
                    **({"year": 1, "years": 5, "event": -1} | view))
    request = DecisionRequest(
        match_id="m", prompt=prompt, options=packed(pb.Options(options=options)), option_count=len(options),
        least=least, most=1, default_picks=default, view=packed(whole),
    )
    started = MatchStarted(match_id="m", setup=GameSetup(game="clansmen", players=2), catalogue=packed(CATALOGUE))
    return Decision(request, Match(started))


def picked(*args, **fields):
    return make("greedy").decide(decision(*args, **fields))


def tiles(*numbers):
    return [pb.Option(tile=pb.Tile(tile=number)) for number in numbers]


# What is known.

def test_every_verb_that_can_be_chosen_has_a_rule():
    verbs = {field.message_type.name for field in pb.Option.DESCRIPTOR.oneofs_by_name["verb"].fields}
    assert set(clansmen.SCORE) | {"Tile"} == verbs - DRAWN


def test_every_prompt_that_the_page_says_to_offer_tiles_has_a_rule_for_them():
    rows = re.findall(r"^\| (`.*?) \|.*?\|.*?\|(.*?)\|", PAGE.read_text(), re.MULTILINE)
    cells = [prompts for prompts, options in rows if "`Tile`" in options]
    offering = {prompt for cell in cells for prompt in re.findall(r"`(.*?)`", cell)}
    assert offering == set(clansmen.TILE)


@pytest.mark.parametrize(("rules", "rows"), [(VALUE, BUILDINGS), (CARD, TALES), (HARM, EVENTS)])
def test_rules_are_for_rows_that_there_are(rules, rows):
    assert set(rules) <= {row.id for row in rows}


def test_every_building_has_a_value():
    assert set(VALUE) == {row.id for row in BUILDINGS}


class Watching(RandomBot):
    """Random answers, so that all there is comes up; what the rules of thumb say is only looked at."""

    seen: ClassVar[set[str]] = set()

    def decide(self, decision):
        worth = clansmen.scores(decision)
        assert worth is not None, f"{decision.prompt}: {decision.options}"
        assert len(worth) == decision.option_count
        assert all(isinstance(score, float) for score in worth)
        self.seen.add(decision.prompt)
        return super().decide(decision)


@pytest.mark.parametrize(("numbers", "options"), first_quick(1, [
    ((5,), {}), ((2, 4), {}), ((2, 4, 5), {"valor": "roll", "exchanges": 3, "hall_spares": "hunger"}),
    ((2, 4, 5), {"decisive": "extra", "houses_need_people": False, "specials": "season", "start_stock": 2,
                 "pray_mix": True}),
]))
def test_random_games_ask_nothing_that_has_no_rule(numbers, options, monkeypatch):
    monkeypatch.setattr(single_match, "make_local", lambda _: LocalBot(Watching()))
    monkeypatch.setattr(Watching, "seen", set())
    game = find_game("clansmen")
    for players in numbers:
        result = single_match.play_match(
            game, make_setup(game, players, options), [SeatSpec.parse("random")] * players,
            seed=bytes([players]) * 32, match_id=f"watched-{players}", move_time=None, in_process=True)
        assert not result.endings, result.endings[min(result.endings)].output.text
    assert len(Watching.seen) > 20


# What is not known.

@pytest.mark.parametrize(("prompt", "options"), [
    ("turn.action", [pb.Option(), pb.Option(**{"pass": pb.Pass()})]),
    ("turn.action", [pb.Option(card=pb.Card()), pb.Option(**{"pass": pb.Pass()})]),
    ("prompt.from_tomorrow", tiles(3, 4)),
])
def test_what_no_rule_is_for_is_answered_by_default(prompt, options):
    assert clansmen.scores(decision(prompt, options)) is None
    assert picked(prompt, options, least=1, default=[1]) == [1]


def test_a_building_or_card_that_is_not_known_is_worth_nothing():
    unknown = [pb.Option(build=pb.Build(building=1)), pb.Option(play_card=pb.PlayCard(card=1))]
    asked = decision("turn.action", [*unknown, pb.Option(**{"pass": pb.Pass()})], people=[(0, FARMER)])
    assert clansmen.scores(asked) == [0.0, 0.0, 0.0]


# What is sensible.

def test_who_was_made_a_warrior_at_the_end_is_not_reorganized_again():
    people = [(0, WARRIOR), (1, LABORER)]
    assert picked("reorganize.again", tiles(0, 1), people=people, least=1, year=5, season=WINTER) == [1]


def test_a_warrior_that_must_be_reorganized_at_the_end_moves():
    options = [*tiles(3), *(pb.Option(kind=pb.Kind(kind=kind)) for kind in (FARMER, LABORER, CRAFTSMAN))]
    about = pb.About(tile=1, kind=-1, building=-1, card=-1)
    assert picked("reorganize.to", options, people=[(1, WARRIOR)], least=1, year=5, season=WINTER, about=about) == [0]


@pytest.mark.parametrize(("year", "stock", "picks"), [
    (1, {"food": 9, "goods": 4}, [0]), (5, {"food": 9, "goods": 4}, []), (1, {"food": 1, "goods": 1}, []),
])
def test_explorers_are_paid_only_while_new_land_helps(year, stock, picks):
    people = [(tile, WARRIOR) for tile in range(6)]
    assert picked("event.explorers", tiles(6), people=people, year=year, season=AUTUMN, me=stock) == picks


@pytest.mark.parametrize(("kind", "pips", "raider", "turned"), [
    (LABORER, 2, 5, True), (LABORER, 2, 6, False), (LABORER, 4, 3, False),
    (WARRIOR, 2, 6, True), (WARRIOR, 3, 3, False),
])
def test_a_die_is_turned_to_6_only_where_that_wins_what_it_does_not(kind, pips, raider, turned):
    die = pb.DieView(seat=0, tile=1, warrior=kind == WARRIOR, raider=0, pips=pips)
    raid = pb.RaidView(raiders=[raider], opened=True, committed=[1], dice=[die])
    option = pb.Option(turn_die=pb.TurnDie(card=0, tile=1))
    assert picked("raid.reroll", [option], people=[(1, kind)], raid=raid) == [0] * turned


def test_a_promise_of_defenders_is_kept():
    people = [(0, WARRIOR), (1, WARRIOR), (2, FARMER)]
    options = [pb.Option(promise_defenders=pb.PromiseDefenders(people=count)) for count in range(4)]
    position = {"people": people, "season": AUTUMN}
    promised = picked("raid.promise", options, **position)
    asked = decision("raid.commit", tiles(0, 1, 2), **position)
    asked.most = 3
    assert len(make("greedy").decide(asked)) == promised[0] == 2


def test_a_card_that_sets_a_die_goes_with_a_warrior_that_defends_and_sends_nobody_else():
    people = [(0, FARMER), (1, WARRIOR), (2, WARRIOR)]
    cards = [pb.Option(turn_die=pb.TurnDie(card=0, tile=tile)) for tile in range(3)]
    asked = decision("raid.commit", [*tiles(0, 1, 2), *cards], people=people, season=AUTUMN)
    asked.most = 3
    assert make("greedy").decide(asked) == [4, 5, 1]


@pytest.mark.parametrize("people", [[], [(0, FARMER), (1, LABORER)]])
@pytest.mark.parametrize("season", [AUTUMN, WINTER])
def test_no_unit_is_worth_more_than_the_one_before_so_that_no_exchange_pays_both_ways(people, season):
    clan = Clan(decision("caravan.exchange", [], people=people, season=season))
    for resource in range(4):
        worth = [clan.unit(resource, have) for have in range(15)]
        assert worth == sorted(worth, reverse=True)
