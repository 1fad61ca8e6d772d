"""The map of a question in the middle of a transcript, in the lines that the tests of every SDK write."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from google.protobuf import proto

from lawspeaker.v1.referee_service_pb2 import DecisionRequest, MatchStarted, PlayResponse
from lawspeaker.v1.transcript_pb2 import TranscriptEntry
from lawspeaker_bot import clansmen, northgard, pax_viking
from lawspeaker_bot.messages import unpack

SUFFIX: Final = ".map"
MAPPED: Final = ("northgard-random", "northgard-modules", "clansmen-random", "pax-viking-random")
"""Transcripts that have such a file beside them."""


def map_of(transcript: Path) -> str:
    """Return the lines of a transcript: a line for all, then one for each place."""
    started, asked = middle_question(transcript)
    view, catalogue = unpack(asked.view), unpack(started.catalogue)
    lines = {
        "northgard": lambda: northgard_lines(northgard.map(view, catalogue)),
        "clansmen": lambda: clansmen_lines(clansmen.map(view, catalogue)),
        "pax_viking": lambda: pax_viking_lines(pax_viking.map(view, catalogue)),
    }[started.setup.game]()
    return "".join(f"{line}\n" for line in lines)


def middle_question(transcript: Path) -> tuple[MatchStarted, DecisionRequest]:
    """Return how the match of a transcript starts, and of its n questions the one with the number n // 2, from 0."""
    started, asked = MatchStarted(), []
    data = io.BytesIO(transcript.read_bytes())
    while (entry := proto.parse_length_prefixed(TranscriptEntry, data)) is not None:
        said = PlayResponse.FromString(entry.from_referee)
        if said.HasField("match_started"):
            started = said.match_started
        elif said.HasField("decision_request"):
            asked.append(said.decision_request)
    return started, asked[len(asked) // 2]


def northgard_lines(land: northgard.NorthgardMap) -> Iterator[str]:
    """Yield the lines of a map of Northgard."""
    yield (f"seat {_or_none(land.seat)} phase {land.phase} hand {_list(land.hand)} enemies {_list(land.enemies)} "
           f"own {_list(each.id for each in land.own)}")
    for each in land.territories.values():
        buildings = [f"{building.number}/{building.id}/{building.space}" for building in each.buildings]
        borders = [f"{border.territory}/{border.kind}" for border in each.neighbours]
        yield (f"territory {each.id} owner {_or_none(each.owner)} units {each.units} kaija {each.kaija:d} "
               f"food {each.food} wood {each.wood} lore {each.lore} lairs {each.lairs} size {each.size} "
               f"open {each.open_sides} small {each.small} carved {each.carved} large {each.large} "
               f"buildings {_list(buildings)} neighbours {_list(borders)} "
               f"figures {_list(figure.figure for figure in each.figures)} creatures {_list(each.creatures)}")


def clansmen_lines(land: clansmen.ClansmenMap) -> Iterator[str]:
    """Yield the lines of a map of Clansmen."""
    yield (f"seat {_or_none(land.seat)} phase {land.phase} hand {_list(land.hand)} others {_list(land.others)} "
           f"own {_list(each.number for each in land.own)}")
    for each in land.hexes:
        person = each.person
        who = f"{person.seat}/{person.kind}/{person.weakened:d}" if person is not None else "-"
        structures = [f"{structure.seat}/{structure.number}/{structure.id}" for structure in each.structures]
        yield (f"hex {each.number} q {each.q} r {each.r} terrain {_or_none(each.terrain)} "
               f"settlement {_or_none(each.settlement)} person {who} structures {_list(structures)} "
               f"cards {_list(each.cards)} neighbours {_list(each.neighbours)} steps {land.steps(0, each.number)}")


def pax_viking_lines(land: pax_viking.PaxVikingMap) -> Iterator[str]:
    """Yield the lines of a map of Pax Viking."""
    longships = land.longships_of(land.seat) if land.seat is not None else []
    yield (f"seat {_or_none(land.seat)} phase {land.phase} hand {_list(land.hand)} rivals {_list(land.rivals)} "
           f"own {_list(each.number for each in land.own)} longships {_list(longships)}")
    for post in land.posts:
        yield (f"post {post.number} node {post.node} region {post.region} wind {post.wind} cost {post.cost} "
               f"owner {_or_none(post.owner)} follower {_or_none(post.follower)} venture {_or_none(post.venture)}")
    for node in land.nodes:
        yield (f"node {node.number} region {_or_none(node.region)} post {_or_none(node.post)} home {node.home:d} "
               f"neighbours {_list(node.neighbours)} longships {_list(node.longships)}")


def _list(values: Iterable[object]) -> str:
    return f"[{','.join(map(str, values))}]"


def _or_none(number: int | None) -> str:
    return "-" if number is None else str(number)
