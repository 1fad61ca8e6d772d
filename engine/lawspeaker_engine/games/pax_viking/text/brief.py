"""Pax Viking for those who have read its components once: views and options without what is printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from lawspeaker_engine.games.pax_viking.abilities.verbs import TakeTile
from lawspeaker_engine.games.pax_viking.actions.play import in_location
from lawspeaker_engine.games.pax_viking.actions.promises import RESULTS
from lawspeaker_engine.games.pax_viking.board import (
    CIRCLES,
    FIRST_DUCHY,
    NODES,
    NOWHERE,
    POST_REGION,
    POSTS,
    REGIONS,
    home_node,
    post_node,
    post_of,
    region_node,
)
from lawspeaker_engine.games.pax_viking.question_context import NOTHING, About
from lawspeaker_engine.games.pax_viking.rows import JARL_HOMES, JARLS, PLACE_ABILITIES, TILES, TYPES, VENTURE, VICTORIES
from lawspeaker_engine.games.pax_viking.settings import read_settings
from lawspeaker_engine.games.pax_viking.state import (
    FOLLOWERS,
    LONGSHIPS,
    NO_TILE,
    NOBODY,
    OWN,
    SHIP_KINDS,
    BoardTile,
    Promise,
)
from lawspeaker_engine.games.pax_viking.text.facts import tiles_on
from lawspeaker_engine.games.pax_viking.text.views import althing_line, offer_line, promised, ship_kind
from lawspeaker_engine.games.pax_viking.text.words import letter, listed, node_name, place_name, short_location
from lawspeaker_engine.games.pax_viking.view import PlayerView, View
from lawspeaker_engine.model import Setup
from lawspeaker_engine.text import BriefText, OptionLine, counted


def tile_short(tile: int) -> str:
    """`Market Stalls (Volga T)`."""
    return f"{TILES[tile].name} ({short_location(tile)})"


def tile_tag(tile: int) -> str:
    """`Market Stalls T`: the Follower is enough to look up the location of a tile."""
    row = TILES[tile]
    return f"{row.name} {short_location(tile) if row.follower < 0 else letter(row.follower)}"


def who(seat: int, view: View) -> str:
    """`you`, `s2`."""
    return "you" if seat == view.seat else f"s{seat}"


def view_lines(view: View) -> Iterator[str]:
    """Yield what the seat knows and the components do not say, line by line."""
    yield from _turn(view)
    yield from _known(view)
    yield from _about(view)
    if view.althing is not None:
        yield althing_line(view.althing)
    if view.offer is not None:
        yield offer_line(view.offer, view, tile_short)
    inside = view.about != About()
    promises = [each for each in view.promises if not (inside and each.result)]
    if promises:
        yield f"Promises: {'; '.join(_promises(promises, view))}"
    cards = [VICTORIES[card].name for card in view.face_up]
    cards += [f"{view.face_down} face down"] if view.face_down else []
    yield f"Cards: {'; '.join(cards) or 'none'}"
    for player in view.players:
        yield _player(player, view, hand=player.seat == view.seat or not inside)
    yield from _track(view, inside=inside)
    yield from _map(view)


def _turn(view: View) -> Iterator[str]:
    if not view.turn:
        yield "Setup."
        return
    held = [f"{letter(kind)} {who(seat, view)}{' (used)' if view.influence_spent[kind] else ''}"
            for kind, seat in enumerate(view.influence) if seat != NOBODY]
    markers = [counted(view.markers, "Action Marker"), *([f"Influence {', '.join(held)}"] if held else [])]
    yield f"Turn {view.turn}, {who(view.active, view)}: {'; '.join(markers)}"


def _known(view: View) -> Iterator[str]:
    for seat in view.peace:
        yield f"Nobody may challenge until the next turn of s{seat}."
    for look in view.looks:
        yield f"You have seen the hand of s{look.rival}: {listed([tile_short(tile) for tile in look.tiles])}"
    if view.event != NO_TILE:
        yield f"Event being played: {tile_short(view.event)}"


def _about(view: View) -> Iterator[str]:
    """Yield what this question is about."""
    about, said = view.about, []
    if about.longship != NOTHING:
        said.append(ship_short(about.longship, view))
    if about.tile != NOTHING:
        said.append(tile_short(about.tile))
    elif about.post != NOTHING:
        said.append(POSTS[about.post].name)
    said += [f"{counted(about.left, 'step')} left"] if about.left != NOTHING else []
    said += [f"{about.discount} silver less"] if about.discount != NOTHING else []
    if said:
        yield f"Asked about: {'; '.join(said)}"


def ship_short(number: int, view: View) -> str:
    """`Longship at Baltic`, `exhausted Dublin Longship of s2 at Faroe`."""
    ship = view.longships[number]
    whose = "" if ship.seat == view.seat else f" of s{ship.seat}"
    return f"{'exhausted ' * ship.exhausted}{ship_kind(ship.kind)}{whose} {place_name(ship.node)}"


def _promises(promises: Sequence[Promise], view: View) -> Iterator[str]:
    """Yield what each player has promised another one: `s2 to you: vote yes, give 4 silver (kept)`."""
    said: dict[str, list[str]] = {}
    for each in promises:
        between = f"{who(each.seat, view)} to {'all' if each.to == NOBODY else who(each.to, view)}"
        result = f" ({RESULTS[each.result]})" if each.result else ""
        said.setdefault(between, []).append(
            f"{promised(each.kind, each.value).removeprefix('to ')}{result}")
    for between, what in said.items():
        yield f"{between}: {', '.join(what)}"


# --- players ---


def _player(player: PlayerView, view: View, *, hand: bool) -> str:
    seat = player.seat
    name = f" {JARLS[player.jarl].name}" if player.jarl >= 0 else ""
    known = f" ({', '.join(_hand(player, view))})" if hand and (player.hand or player.known) else ""
    said = [f"{player.silver} silver", f"hand {player.hand_size}/{player.hand_limit}{known}"]
    homes = [home_node(JARL_HOMES[player.jarl])] if player.jarl >= 0 else []
    for node in (NOWHERE, *homes, *range(FIRST_DUCHY, NODES)):
        there = _longships(seat, node, view)
        where = "board" if node == NOWHERE else "home" if node < FIRST_DUCHY else node_name(node).removeprefix("the ")
        said += [f"{where} {there}"] if there and (node != NOWHERE or "X" in there) else []
    established = [FOLLOWERS - left for left in player.supply]
    said += [_counts(established)] if any(count > 0 for count in established) else []
    said += [f"counts {_counts(player.influence)}"] if player.influence != established else []
    said += [f"Duchies {', '.join(REGIONS[region].name for region in player.duchies)}"] if player.duchies else []
    said += [f"Advocates {_board(player.advocates)}"] if player.advocates else []
    said += [f"Gods {_board(player.gods)}"] if player.gods else []
    return f"{'You, ' if seat == view.seat else ''}s{seat}{name}: {'; '.join(said)}"


def _hand(player: PlayerView, view: View) -> Iterator[str]:
    """Yield the tiles of a hand that the seat knows; of its own one, or of open hands, all."""
    if not player.hand:
        yield from map(tile_tag, player.known)
    mine = player.seat == view.seat
    for tile in player.hand:
        yield f"{tile_short(tile)}{'*' if mine and tile in player.known else ''}"


def _counts(numbers: Sequence[int]) -> str:
    """`J2 R1`."""
    return " ".join(f"{letter(kind)}{number}" for kind, number in enumerate(numbers) if number > 0)


def _board(tiles: Sequence[BoardTile]) -> str:
    return ", ".join(
        tile_tag(each.tile) + (f" as {letter(each.counts_as)}" if each.counts_as >= 0 else "")
        + ("" if each.established else " -") for each in tiles)


def _longships(seat: int, node: int, view: View) -> str:
    """Return a seat's Longships at a node: `3LX`, `2L Faroe`."""
    said = []
    for kind, name in enumerate(SHIP_KINDS):
        here = [ship.exhausted for ship in view.longships if (ship.seat, ship.kind, ship.node) == (seat, kind, node)]
        many = "".join(f"{count if count > 1 else ''}{sign}" for sign, count in (
            ("L", here.count(False)), ("X", here.count(True))) if count)
        said += [many if kind == OWN else f"{many} {name.capitalize()}"] if many else []
    return " ".join(said)


# --- track and map ---


def _track(view: View, *, inside: bool) -> Iterator[str]:
    """Yield the track, the pile, and the discards if they can be taken; `inside` an action none of it is for sale."""
    if not inside or view.about.discount != NOTHING:
        track = [f"{space + 1} {tile_tag(tile)}" for space, tile in enumerate(view.track) if tile != NO_TILE]
        stale = "" if view.taken else ", none taken in this round"
        yield f"Track: {', '.join(track) or 'empty'}; pile {view.pile}{stale}"
    if view.top:
        yield f"On top of the pile, as you have seen: {', '.join(map(tile_short, view.top))}"
    if view.discard and not inside and _discards_matter(view):
        yield f"Discarded: {listed([tile_tag(tile) for tile in view.discard])}"


def _discards_matter(view: View) -> bool:
    """Return whether a tile in sight, or a POST where the seat has a Longship, takes tiles from the discard pile."""
    own = [player for player in view.players if player.seat == view.seat]
    tiles = [tile for tile in view.tiles if tile != NO_TILE]
    tiles += [tile for player in own for tile in player.hand]
    tiles += [each.tile for player in own for each in (*player.advocates, *player.gods)]
    posts = [post_of(ship.node) for ship in view.longships if ship.seat == view.seat]
    abilities = [TILES[tile].ability for tile in tiles]
    abilities += [ability for post in posts if post != NOWHERE for ability in PLACE_ABILITIES[post]]
    return any(isinstance(effect, TakeTile) and effect.of == "discard"
               for ability in abilities for effect in ability.all_effects())


def _map(view: View) -> Iterator[str]:
    for region, row in enumerate(REGIONS):
        there = _present(region_node(region), view)
        if there:
            yield f"{row.name}: {there}"
        for post, where in enumerate(POST_REGION):
            if where == region:
                tile, there = view.tiles[post], _present(post_node(post), view)
                name = [POSTS[post].name]
                name += [] if tile == NO_TILE else [tile_tag(tile) if view.owners[post] == NOBODY else TILES[tile].name]
                if tile != NO_TILE or there:
                    yield ": ".join(filter(None, (" ".join(name), there)))


def _present(node: int, view: View) -> str:
    """Return whose Follower and whose Longships are at a node: `s2 T2L, you X`."""
    post, said = post_of(node), []
    for player in view.players:
        owns = post != NOWHERE and view.owners[post] == player.seat
        there = f"{letter(view.followers[post]) if owns else ''}{_longships(player.seat, node, view)}"
        said += [f"{who(player.seat, view)} {there}"] if there else []
    return ", ".join(said)


_LETTERS: Final = ", ".join(f"{letter(kind)} {name.capitalize()}" for kind, name in enumerate(TYPES))


def _notes(setup: Setup) -> Iterator[str]:
    """Yield how brief texts are written, with tiles of the setup as examples."""
    one, other = [tile for tile in tiles_on(read_settings(setup)) if TILES[tile].kind == VENTURE][:2]
    there, beside = (next(post for post in CIRCLES if in_location(TILES[tile], post)) for tile in (one, other))
    yield (f"Types of Followers and Influence Markers: {_LETTERS}; s1 is seat 1, L a Longship, X an exhausted one. A "
           f"tile is told as `{tile_short(one)}`, or as `{tile_tag(one)}` with the location in its table.")
    yield ("A player's line: silver; hand, its limit, and tiles that you know (your own with * if all know them); "
           f"Longships at home (those of the {LONGSHIPS} that are told nowhere are on the Jarlboard); established "
           "Followers; `counts`, what counts for Influence Markers if that differs; the Jarlboard, with - for a tile "
           "without Follower.")
    yield (f"A place with anything on it has a line: `{POSTS[there].name} {TILES[one].name}: s1 "
           f"{letter(TILES[one].follower)}2LX, you L` is a Venture with a Follower, 2 Longships and an exhausted one "
           f"of seat 1, and a Longship of yours; `{POSTS[beside].name} {tile_tag(other)}` has no Follower. Inside an "
           "action the track, the hands of others and promises that have ended are left out. Discards are told if a "
           "tile in sight takes them.")


def make_brief(options: Mapping[type, OptionLine]) -> BriefText:
    """Return the shorter text; `options` are the lines that differ from the long ones."""
    return BriefText(_notes, view_lines, options)
