"""The maps that the SDK makes of views say what the engine knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from google.protobuf.any_pb2 import Any as AnyMessage

from lawspeaker_bot import clansmen, northgard, pax_viking
from lawspeaker_bot.messages import unpack
from lawspeaker_engine.game import Game
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.games.northgard.figures import KAIJA
from lawspeaker_engine.laws import positions
from lawspeaker_referee.codec.game_codec import codec

MAPS: dict[str, Any] = {"northgard": northgard.map, "clansmen": clansmen.map, "pax_viking": pax_viking.map}
EVERY = 23


def sampled(name: str, players: int, options: dict[str, Any] | None = None) -> Iterator[tuple[Any, Any]]:
    """Yield some states of a random game, each with the map of what seat 1 sees."""
    game = GAMES[name]
    catalogue = unpack(codec(game).catalogue)
    for step, (state, *_) in enumerate(positions(game, players, 5, options)):
        if step % EVERY == 0:
            yield state, MAPS[name](seen_by(game, state, 1), catalogue)


def seen_by(game: Game[Any], state: Any, seat: int | None) -> Any:
    """Return the message of what a seat sees, or a spectator."""
    return unpack(AnyMessage(type_url=codec(game).view_url, value=codec(game).view(game.view(state, seat))))


@pytest.mark.parametrize("options", [{}, {"clan_pool": "all", "warchiefs": True, "creatures": "base"}])
def test_a_map_of_northgard_has_the_board_of_the_engine(options):
    seen = 0
    for state, land in sampled("northgard", 3, options):
        board = state.board
        assert list(land.territories) == board.territories
        for number, here in land.territories.items():
            assert here.owner == (None if board.owner[number] < 0 else board.owner[number])
            assert here.units == board.units[number]
            assert here.kaija == any(each.figure == KAIJA and each.territory == number for each in state.figures)
            assert [each.figure for each in here.figures] == [
                each.figure for each in state.figures if each.territory == number]
            assert [each.number * 4 + each.space for each in here.buildings] == list(board.buildings[number])
            assert [(each.territory, each.kind) for each in here.neighbours] == list(board.neighbours[number])
            seen += len(here.buildings)
        assert land.own == [each for each in land.territories.values() if each.owner == 1]
        assert sorted(land.hand) == sorted(state.players[1].hand)
        assert land.enemies == [0, 2]
    assert seen


def test_teammates_are_no_enemies():
    assert all(land.enemies == [0, 2] for _, land in sampled("northgard", 4, {"teams": True}))


def test_a_map_of_clansmen_has_the_people_and_the_hexes_of_the_engine():
    for state, land in sampled("clansmen", 3):
        assert [each.neighbours for each in land.hexes] == [tuple(each) for each in state.board.neighbours]
        assert [each.terrain for each in land.hexes] == [
            terrain if revealed else None
            for terrain, revealed in zip(state.land.terrain, state.revealed, strict=True)]
        people = {person.tile: (seat, person.kind, person.weakened)
                  for seat, player in enumerate(state.players) for person in player.people}
        assert people == {each.number: (each.person.seat, each.person.kind, each.person.weakened)
                          for each in land.hexes if each.person is not None}
        assert land.steps(0, 0) == 0
        assert all(land.steps(each.number, beside) == 1 for each in land.hexes for beside in each.neighbours)
        assert land.others == [0, 2]
        assert clansmen.Phase.Name(land.phase) == f"PHASE_{state.phase.upper()}"


def test_a_map_of_pax_viking_has_the_longships_and_posts_of_the_engine():
    for state, land in sampled("pax_viking", 3):
        for number, ship in enumerate(state.longships):
            assert [node.number for node in land.nodes if number in node.longships] == [ship.node] * (ship.node >= 0)
        assert all(land.nodes[post.node].post == post.number for post in land.posts)
        owned = {post.number: post.owner for post in land.posts if post.owner is not None}
        assert owned == {number: owner for number, owner in enumerate(land.view.owners) if owner >= 0}
        assert sorted(land.hand) == sorted(state.players[1].hand)
        assert land.rivals == [0, 2]


def test_a_follower_in_a_post_is_named_with_its_type_and_nobody_is_none():
    _, seen = next(sampled("pax_viking", 2))
    assert all((post.owner, post.follower) == (None, None) for post in seen.posts)
    seen.view.owners[4], seen.view.followers[4] = 0, pax_viking.InfluenceType.INFLUENCE_TYPE_JARLDOM
    land = pax_viking.map(seen.view, seen.catalogue)
    assert [(post.number, post.follower) for post in land.owned_by(0)] == [(4, 0)]
    assert len(land.owned_by(None)) == len(land.posts) - 1


@pytest.mark.parametrize("name", GAMES)
def test_a_spectator_has_no_hand_and_no_land(name):
    game = GAMES[name]
    for state, seen in sampled(name, 2):
        land = MAPS[name](seen_by(game, state, None), seen.catalogue)
        assert (land.seat, land.me, list(land.hand), land.own) == (None, None, [], [])


@pytest.mark.parametrize("name", GAMES)
def test_a_phase_of_a_later_version_is_unspecified(name):
    _, seen = next(sampled(name, 2))
    seen.view.phase = "siege"
    assert MAPS[name](seen.view, seen.catalogue).phase == 0
