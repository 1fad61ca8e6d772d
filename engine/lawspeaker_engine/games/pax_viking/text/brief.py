"""Pax Viking for those who have read its components once: views and options without what is printed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lawspeaker_engine.games.pax_viking import options
from lawspeaker_engine.games.pax_viking.board import (
    FIRST_DUCHY,
    FIRST_REGION,
    NODES,
    NOWHERE,
    POST_REGION,
    POSTS,
    REGIONS,
    region_node,
)
from lawspeaker_engine.games.pax_viking.rows import JARLS, TILES, TYPES, VICTORIES
from lawspeaker_engine.games.pax_viking.state import FOLLOWERS, NO_TILE, NOBODY
from lawspeaker_engine.games.pax_viking.text.views import (
    GOAL,
    about_question,
    althing_line,
    board_names,
    known_lines,
    offer_line,
    present_in,
    promise_text,
    ships_at,
    tile_name,
)
from lawspeaker_engine.games.pax_viking.text.words import listed, node_name, type_name
from lawspeaker_engine.games.pax_viking.view import PlayerView, View
from lawspeaker_engine.model import Setup
from lawspeaker_engine.text import BriefText, amounts, counted

NOTES: Final = (
    GOAL,
    "A tile is told as `Market Stalls (Venture, Vina, Jarldom)`: name, kind, where it can be played, its Follower.",
    ("Each Region, post and home that has anything on it has a line of its own; all others are empty. What a post "
     "costs, from where it is entered and what it does is in the table of posts; what is beside a Region in that of "
     "Regions."),
)


def view_lines(view: View) -> Iterator[str]:
    """Yield what the seat knows and the components do not say, line by line."""
    yield from _turn(view)
    yield from about_question(view)
    if view.althing is not None:
        yield althing_line(view.althing)
    if view.offer is not None:
        yield offer_line(view.offer, view)
    yield from (promise_text(each) for each in view.promises)
    cards = ", ".join(VICTORIES[card].name for card in view.face_up)
    yield f"Victory cards: {cards or 'none'}" + (f"; {view.face_down} face down" if view.face_down else "")
    for player in view.players:
        yield from _player(player, view)
    yield from _track(view)
    yield from _map(view)


def _turn(view: View) -> Iterator[str]:
    spent = [type_name(kind) for kind, used in enumerate(view.influence_spent) if used]
    used = f"; has used Influence Markers {', '.join(spent)}" if spent else ""
    left = counted(view.markers, "Action Marker")
    yield (f"Turn {view.turn}, {view.phase}. Seat {view.active} is active, with {left} left{used}."
           if view.turn else "Setup.")
    held = [f"{type_name(kind)} seat {seat}" for kind, seat in enumerate(view.influence) if seat != NOBODY]
    if held:
        yield f"Influence Markers: {', '.join(held)}"
    for seat in view.peace:
        yield f"Nobody may challenge until seat {seat}'s next turn."
    for look in view.looks:
        yield f"You have seen seat {look.rival}'s hand: {listed([tile_name(tile) for tile in look.tiles])}"
    if view.event != NO_TILE:
        yield f"Event being played: {tile_name(view.event)}"


def _player(player: PlayerView, view: View) -> Iterator[str]:
    mine = player.seat == view.seat
    established = [FOLLOWERS - left for left in player.supply]
    names = [type_name(kind) for kind in range(len(TYPES))]
    said = [f"{player.silver} silver", f"hand {player.hand_size} of {player.hand_limit}"]
    said += [f"established {amounts(established, names)}"] if any(count > 0 for count in established) else []
    said += [f"for Influence Markers {amounts(player.influence, names)}"] if player.influence != established else []
    said += [f"Duchies {', '.join(REGIONS[region].name for region in player.duchies)}"] if player.duchies else []
    said += [f"Advocates {board_names(player.advocates)}"] if player.advocates else []
    said += [f"Gods {board_names(player.gods)}"] if player.gods else []
    aboard = sum((ship.seat, ship.node) == (player.seat, NOWHERE) for ship in view.longships)
    said += [f"{counted(aboard, 'Longship')} on the Jarlboard"] if aboard else []
    jarl = f" ({JARLS[player.jarl].name})" if player.jarl >= 0 else ""
    yield f"{'You, seat' if mine else 'Seat'} {player.seat}{jarl}: {'; '.join(said)}"
    if player.hand:
        yield f"{'Your' if mine else 'Its'} hand: {listed([tile_name(tile) for tile in player.hand])}"
    yield from known_lines(player, view)


def _track(view: View) -> Iterator[str]:
    yield f"Saga pile: {counted(view.pile, 'tile')}."
    if view.top:
        yield f"On its top, as you have seen: {', '.join(map(tile_name, view.top))}"
    track = [f"{space + 1} {tile_name(tile)}" for space, tile in enumerate(view.track) if tile != NO_TILE]
    if track:
        yield f"Track, by price: {'; '.join(track)}"
    if view.discard:
        yield f"Discarded: {listed([TILES[tile].name for tile in view.discard])}"


def _map(view: View) -> Iterator[str]:
    yield "Map:"
    for region, row in enumerate(REGIONS):
        there = ships_at(region_node(region), view)
        if there:
            yield f"{row.name}: {'; '.join(there)}"
        for post, where in enumerate(POST_REGION):
            if where == region:
                tile = view.tiles[post]
                said = [f"{TILES[tile].name} ({type_name(TILES[tile].follower)})"] if tile != NO_TILE else []
                said += present_in(post, view)
                if said:
                    yield f"{POSTS[post].name}: {'; '.join(said)}"
    for home in (*range(FIRST_REGION), *range(FIRST_DUCHY, NODES)):
        there = ships_at(home, view)
        if there:
            yield f"{node_name(home)}: {'; '.join(there)}"


def _notes(setup: Setup) -> Iterator[str]:
    yield from NOTES


def _tile(tile: int, view: View | None) -> str:
    return tile_name(tile) if view is None else f"{tile_name(tile)} (number {tile})"


def _of_track(space: int, view: View | None) -> str:
    tile = NO_TILE if view is None else view.track[space]
    return f"the tile at price {space + 1}" if tile == NO_TILE else tile_name(tile)


BRIEF: Final = BriefText(_notes, view_lines, {
    options.InvestDraw: lambda _option, _view: "invest: draw a tile",
    options.Buy: lambda option, view: f"buy {_of_track(option.space, view)}",
    options.Play: lambda option, view: f"play {_tile(option.tile, view)}",
    options.UseTile: lambda option, view: f"use {_tile(option.tile, view)}",
    options.Tile: lambda option, view: _tile(option.tile, view),
    options.TrackSpace: lambda option, view: _of_track(option.space, view),
    options.Sweden: lambda _option, _view: "Sweden",
    options.Speak: lambda _option, _view: "promise something",
    options.Pass: lambda _option, _view: "pass",
    options.Jarl: lambda option, _: JARLS[option.jarl].name,
    options.Card: lambda option, _: VICTORIES[option.card].name,
})
