"""Positions of Northgard with three territories in a row, and what the greedy bot picks in them."""

from __future__ import annotations

from lawspeaker.northgard.v1 import northgard_pb2 as pb
from lawspeaker.v1.match_pb2 import GameSetup
from lawspeaker.v1.referee_service_pb2 import DecisionRequest, MatchStarted
from lawspeaker_bot import Decision, Match
from lawspeaker_bots import make
from lawspeaker_engine.games.northgard.buildings import BUILDINGS
from lawspeaker_engine.games.northgard.cards.resolving import CARDS
from lawspeaker_engine.games.northgard.figures import FIGURES
from lawspeaker_engine.games.northgard.modules.creature_part import CREATURES
from tests.clients.scripted_referee import packed

SILO, LODGE, STONE, TOWER, CAMP, FORTRESS, FORGE, ALTAR = range(8)
BEAR, GOAT = 0, 1
KAIJA = 1
OWN, OTHER, THIRD = 1, 2, 3
"""Territories in a row, with regular borders."""


def number(name):
    return next(i for i, card in enumerate(CARDS) if card.id == name)


CATALOGUE = pb.Catalogue(
    cards=[pb.CardInfo(id=card.id, set=card.set, flash=card.flash, fame=card.fame) for card in CARDS],
    buildings=[pb.BuildingInfo(id=row.id, large=row.large, wood=row.cost) for row in BUILDINGS],
    clans=[pb.ClanInfo(id="bear"), pb.ClanInfo(id="goat")],
    figures=[pb.FigureInfo(id=row.id, points=row.points, winter=row.winter) for row in FIGURES],
    creatures=[pb.CreatureInfo(id=row.id, points=row.points, fame=row.fame, shares=row.shares) for row in CREATURES],
    tiles=[pb.TileInfo(areas=[pb.AreaInfo(food=1)]), pb.TileInfo(areas=[pb.AreaInfo(food=2, lairs=1)])],
)


def picked(prompt, options, *, owners=(0, 1, -1), units=(0, 0, 0), large=(0, 0, 0), wood=(0, 0, 0), me=None,
           enemy=None, least=0, year=1, unrest=10, kaija=-2, battles=(), buildings=(), creatures=(), combat=None,
           figures=(), sizes=(1, 1, 1), modules=(), **parts):
    """Return what the bot picks of these options on seat 0; buildings stand in the second of three territories.

    `parts` are further fields of the view, such as those that modules add.
    """
    zeros = [0, 0, 0]
    view = pb.View(
        seat=0, year=year, years=7, unrest_left=unrest, kaija=kaija, battles=battles, combat=combat,
        creatures=pb.CreaturesView(line=creatures), modules=modules,
        **parts,
        figures=[*figures, *[pb.FigureView(figure=KAIJA, territory=kaija)] * (kaija > -2)],
        players=[pb.PlayerView(seat=0, **({"clan": GOAT, "reserve": 14 - units[0]} | (me or {}))),
                 pb.PlayerView(seat=1, clan=GOAT, **(enemy or {}))],
        layout=pb.Layout(
            territory=[OWN, OTHER, THIRD], food=zeros, wood=wood, lore=zeros, lairs=zeros, size=sizes,
            open_sides=[1, 1, 1], border_from=[OWN, OTHER, OTHER, THIRD], border_to=[OTHER, OWN, THIRD, OTHER],
            border_kind=[1, 1, 1, 1],
        ),
        board=pb.BoardView(
            owner=owners, units=units, small=zeros, carved=zeros, large=large, building=buildings,
            building_territory=[OTHER] * len(buildings), building_space=[2] * len(buildings),
        ),
    )
    request = DecisionRequest(
        match_id="m", prompt=prompt, options=packed(pb.Options(options=options)), option_count=len(options),
        least=least, most=1, view=packed(view),
    )
    started = MatchStarted(match_id="m", setup=GameSetup(game="northgard", players=2), catalogue=packed(CATALOGUE))
    return [options[pick] for pick in make("greedy").decide(Decision(request, Match(started)))]
