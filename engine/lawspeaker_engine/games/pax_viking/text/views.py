"""A view of Pax Viking in plain English: the turn, the cards, the players, the track and the map, one line a thing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from lawspeaker_engine.games.pax_viking.actions.offer import BundleView, OfferView
from lawspeaker_engine.games.pax_viking.actions.promises import BROKEN, KEPT, RUNNING, UNTESTED
from lawspeaker_engine.games.pax_viking.actions.promises import KINDS as PROMISES
from lawspeaker_engine.games.pax_viking.board import (
    BESIDE,
    CIRCLES,
    COSTS,
    FIRST_DUCHY,
    FIRST_REGION,
    GATES,
    HOME_GATES,
    NODES,
    NOWHERE,
    POST_REGION,
    POSTS,
    REGIONS,
    home_node,
    post_node,
    region_node,
)
from lawspeaker_engine.games.pax_viking.question_context import NOTHING
from lawspeaker_engine.games.pax_viking.rows import EVENT, JARL_HOMES, JARLS, KINDS, TILES, TYPES, VICTORIES
from lawspeaker_engine.games.pax_viking.state import (
    FOLLOWERS,
    NO_TILE,
    NOBODY,
    OWN,
    SHIP_KINDS,
    Althing,
    BoardTile,
    Longship,
    Promise,
)
from lawspeaker_engine.games.pax_viking.text.words import (
    WIND_NAMES,
    jarl_text,
    listed,
    location_name,
    node_name,
    place_name,
    place_text,
    tile_text,
    type_name,
    victory_text,
)
from lawspeaker_engine.games.pax_viking.view import PlayerView, View
from lawspeaker_engine.text import amounts, counted

ANY_KIND: Final = len(KINDS)
GOAL: Final = (
    "Who fulfils a face-up Victory card when it is checked wins. When the track cannot be refilled, all cards are "
    "checked once more and the game ends. Where several or none fulfil one, most established Followers decide, then "
    "silver."
)


def view_lines(view: View) -> Iterator[str]:
    """Yield what the seat knows, line by line."""
    yield from _turn(view)
    yield from about_question(view)
    if view.althing is not None:
        yield althing_line(view.althing)
    if view.offer is not None:
        yield offer_line(view.offer, view, tile_name)
    yield from (promise_text(each) for each in view.promises)
    yield from _cards(view)
    for player in view.players:
        yield from _player(player, view)
    yield from _track(view)
    yield from _map(view)


def said(view: View) -> dict[str, list[str]]:
    """Return by topic what is said at the table, and what the question is about."""
    return {
        "about": list(about_question(view)),
        "offer": [] if view.offer is None else [offer_line(view.offer, view, lambda tile: TILES[tile].name)],
        "peace": list(_peace(view)),
        "promises": list(map(promise_text, view.promises)),
    }


# --- names ---


def tile_name(tile: int) -> str:
    """`Market Stalls (Venture, Vina, Jarldom)`."""
    row = TILES[tile]
    what = [KINDS[row.kind].capitalize(), location_name(tile)]
    return f"{row.name} ({', '.join([*what, *([type_name(row.follower)] if row.kind != EVENT else [])])})"


def tile_line(tile: int) -> str:
    """Return a tile with what it does."""
    return f"{tile_name(tile)}: {tile_text(tile)}"


def post_name(post: int, view: View | None) -> str:
    """Return a POST with what is on it and who is there; its name and REGION alone without a view."""
    name, region = POSTS[post].name, REGIONS[POST_REGION[post]].name
    name = name if name.startswith(region) else f"{name} in {region}"
    if view is None:
        return name
    tile = [TILES[view.tiles[post]].name] if view.tiles[post] != NO_TILE else []
    there = [*tile, *present_in(post, view)]
    return f"{name} ({'; '.join(there)})" if there else name


def present_in(post: int, view: View) -> list[str]:
    """Return whose Follower and whose Longships are in a POST."""
    owner = view.owners[post]
    follower = [] if owner == NOBODY else [f"{whose(owner, view)} {type_name(view.followers[post])} Follower"]
    return [*follower, *ships_at(post_node(post), view)]


def ship_name(ship: Longship, view: View) -> str:
    """`your exhausted Longship at Baltic`."""
    state = "exhausted " if ship.exhausted else ""
    return f"{whose(ship.seat, view)} {state}{ship_kind(ship.kind)} {place_name(ship.node)}"


def ship_kind(kind: int) -> str:
    """`Longship`, `Dublin Longship`."""
    return "Longship" if kind == OWN else f"{SHIP_KINDS[kind].capitalize()} Longship"


def ships_at(node: int, view: View) -> list[str]:
    """Return who has how many Longships at a node."""
    found = []
    for player in view.players:
        here = [ship for ship in view.longships if (ship.seat, ship.node) == (player.seat, node)]
        if here:
            tired = sum(ship.exhausted for ship in here)
            many = "Longship" if len(here) == 1 else counted(len(here), "Longship")
            state = "" if not tired else " (exhausted)" if tired == len(here) else f" ({tired} exhausted)"
            found.append(f"{whose(player.seat, view)} {many}{state}")
    return found


def whose(seat: int, view: View) -> str:
    """`your`, `seat 2's`."""
    return "your" if seat == view.seat else f"seat {seat}'s"


# --- the turn ---


def _turn(view: View) -> Iterator[str]:
    when = f"turn {view.turn}, phase {view.phase}" if view.turn else "setup"
    yield f"Pax Viking, {when}. You are seat {view.seat}. Seat {view.first} had the first turn."
    if view.turn:
        spent = [type_name(kind) for kind, used in enumerate(view.influence_spent) if used]
        used = f" and has used its Influence Markers {', '.join(spent)}" if spent else ""
        yield GOAL
        yield f"Seat {view.active} is active; it has {counted(view.markers, 'Action Marker')} left{used}."
    held = [f"{type_name(kind)} {'nobody' if seat == NOBODY else f'seat {seat}'}"
            for kind, seat in enumerate(view.influence)]
    yield f"Influence Markers are held by: {', '.join(held)}."
    yield from _peace(view)
    for look in view.looks:
        yield f"You have seen seat {look.rival}'s hand: {listed([tile_name(tile) for tile in look.tiles])}."
    if view.event != NO_TILE:
        yield f"Event being played: {tile_line(view.event)}"


def _peace(view: View) -> Iterator[str]:
    for seat in view.peace:
        yield f"Nobody may challenge until seat {seat}'s next turn."


def about_question(view: View) -> Iterator[str]:
    """Yield what this question is about."""
    about = view.about
    said = []
    if about.longship != NOTHING:
        said.append(ship_name(view.longships[about.longship], view))
    if about.tile != NOTHING:
        said.append(tile_line(about.tile).removesuffix("."))
    elif about.post != NOTHING:
        said.append(post_name(about.post, view))
    if about.left != NOTHING:
        said.append(f"{counted(about.left, 'step')} left")
    if about.discount != NOTHING:
        said.append(f"{about.discount} silver less")
    if said:
        yield f"This question: {'; '.join(said)}."


def althing_line(althing: Althing) -> str:
    """Return the ALTHING that is held."""
    votes = [f"{'yes' if vote else 'no'}" for vote in althing.votes]
    said = f"; votes so far, from seat {althing.first} on: {', '.join(votes)}" if votes else ""
    return f"Althing on {TILES[althing.tile].name}: it needs half of the votes{said}."


def offer_line(offer: OfferView, view: View, tile: Callable[[int], str]) -> str:
    """Return the TRADE that is talked about; `tile` names a tile."""
    if view.seat not in (offer.seat, offer.partner) and offer.give == offer.want == offer.named:  # all empty
        return f"Seats {offer.seat} and {offer.partner} are trading."
    kind = "Counter-offer" if offer.countered else "Offer"
    state = "" if offer.complete else " (not all named yet)"
    named = bundle_text(offer.named, view, tile)
    more = f"; seat {offer.partner} now wants {named}" if named != "nothing" else ""
    return (f"{kind}: seat {offer.seat} gives seat {offer.partner} {bundle_text(offer.give, view, tile)} for "
            f"{bundle_text(offer.want, view, tile)}{state}{more}; {counted(offer.proposals, 'offer')} may follow.")


def bundle_text(bundle: BundleView, view: View, tile: Callable[[int], str]) -> str:
    """Return what a party would give, in words."""
    said = [f"{bundle.silver} silver"] if bundle.silver else []
    said += map(tile, bundle.tiles)
    said += [kind_text(kind) for kind in bundle.kinds]
    said += [f"the Follower on {post_name(post, None)}" for post in bundle.posts]
    said += [ship_name(view.longships[number], view) for number in bundle.longships]
    said += [f"the promise {promised(kind, value)}"
             for kind, value in zip(bundle.promises[::2], bundle.promises[1::2], strict=True)]
    return ", ".join(said) or "nothing"


def kind_text(kind: int) -> str:
    """`a Venture from the hand`."""
    if kind == ANY_KIND:
        return "any tile of the hand"
    name = KINDS[kind].capitalize()
    return f"{'an' if name[0] in 'AE' else 'a'} {name} of the hand"


def promised(kind: int, value: int) -> str:
    """Return a promise in words."""
    return {
        "vote": f"to vote {'yes' if value else 'no'}",
        "no_challenge": "not to challenge it",
        "no_parley": f"not to parley in {POSTS[value % len(POSTS)].name}",
        "silver": f"to give {value} silver",
        "passage": f"to leave Longships alone in {REGIONS[value % len(REGIONS)].name}",
        "veto": f"to keep seat {value} from winning",
    }[PROMISES[kind]]


_RESULTS: Final = {
    RUNNING: "Seat {} has promised {} {}; it binds nobody.",
    KEPT: "Seat {} has kept its promise to {} {}.",
    BROKEN: "Seat {} has broken its promise to {} {}.",
    UNTESTED: "Seat {}'s promise to {} {} was not put to the test.",
}


def promise_text(promise: Promise) -> str:
    """Return who promised what to whom, and what has come of it."""
    to = "all" if promise.to == NOBODY else f"seat {promise.to}"
    return _RESULTS[promise.result].format(promise.seat, to, promised(promise.kind, promise.value))


# --- cards and players ---


def _cards(view: View) -> Iterator[str]:
    for card in view.face_up:
        when = "at the end of a turn of who fulfils it" if VICTORIES[card].difficulty == "novice" else "after an Event"
        yield f"Victory card {VICTORIES[card].name}: {victory_text(card)} It is checked {when}."
    if view.face_down:
        yield f"{counted(view.face_down, 'Victory card')} face down."


def _player(player: PlayerView, view: View) -> Iterator[str]:
    mine = player.seat == view.seat
    said = [f"{player.silver} silver", f"{counted(player.hand_size, 'tile')} in hand of {player.hand_limit}"]
    established = [FOLLOWERS - left for left in player.supply]
    names = [type_name(kind) for kind in range(len(TYPES))]
    said.append(f"established {amounts(established, names)}")
    said += [f"for Influence Markers {amounts(player.influence, names)}"] if player.influence != established else []
    said += [f"Duchies {', '.join(REGIONS[region].name for region in player.duchies)}"] if player.duchies else []
    said += [f"Advocates {board_names(player.advocates)}"] if player.advocates else []
    said += [f"Gods {board_names(player.gods)}"] if player.gods else []
    aboard = sum((ship.seat, ship.node) == (player.seat, NOWHERE) for ship in view.longships)
    said += [f"{counted(aboard, 'Longship')} on the Jarlboard"] if aboard else []
    jarl = f" ({JARLS[player.jarl].name})" if player.jarl >= 0 else ""
    yield f"{'You, seat' if mine else 'Seat'} {player.seat}{jarl}: {'; '.join(said)}."
    if player.jarl >= 0:
        home = node_name(home_node(JARL_HOMES[player.jarl]))
        yield f"- {JARLS[player.jarl].name}, from {home}: {jarl_text(player.jarl)}"
    for each in [*player.advocates, *player.gods]:
        if each.established:
            yield f"- {TILES[each.tile].name}: {tile_text(each.tile)}"
    if player.hand:
        yield f"{'Your' if mine else 'Its'} hand:"
        yield from (f"- {tile_line(tile)}" for tile in player.hand)
    yield from known_lines(player, view)


def known_lines(player: PlayerView, view: View) -> Iterator[str]:
    """Yield which tiles of a hand are known: of the own one to all, of others to the seat; nothing of an open hand."""
    mine = player.seat == view.seat
    if player.known and (mine or not player.hand):
        whose = "All know of your hand" if mine else "You know of its hand"
        yield f"{whose}: {listed([tile_name(tile) for tile in player.known])}."


def board_names(tiles: list[BoardTile]) -> str:
    """Return Advocates or Gods of a Jarlboard."""
    said = []
    for each in tiles:
        chosen = f" counting as {type_name(each.counts_as)}" if each.counts_as >= 0 else ""
        said.append(f"{TILES[each.tile].name}{chosen}{'' if each.established else ' without Follower'}")
    return ", ".join(said)


# --- track and map ---


def _track(view: View) -> Iterator[str]:
    yield f"Saga pile: {counted(view.pile, 'tile')}."
    for number, tile in enumerate(view.top):
        yield f"- number {number + 1} from the top, as you have seen: {tile_name(tile)}"
    for space, tile in enumerate(view.track):
        if tile != NO_TILE:
            yield f"Track, price {space + 1}: {tile_line(tile)}"
    yield f"Discarded: {listed([TILES[tile].name for tile in view.discard])}."


def _map(view: View) -> Iterator[str]:
    yield ("Map: each Region with its Wind, the places one step away, who is there, and its posts with their prices; "
           "a post in a harbor is entered from the sea that is named.")
    for region, row in enumerate(REGIONS):
        node = region_node(region)
        wind = WIND_NAMES[("north", "west", "east", "south").index(row.wind)].removeprefix("the ")
        beside = [node_name(each) for each in BESIDE[region] if each < post_node(0)]
        homes = [node_name(home) for home in range(FIRST_REGION) if region in HOME_GATES[home]]
        near = f"; to {', '.join([*beside, *homes])}" if beside or homes else ""
        yield "; ".join([f"{row.name} ({row.kind}, {wind}){near}", *ships_at(node, view)])
        posts = [post for post, where in enumerate(POST_REGION) if where == region]
        free = [post for post in posts
                if post in CIRCLES and view.tiles[post] == NO_TILE and not present_in(post, view)]
        if free:
            yield f"- empty: {', '.join(f'{POSTS[post].name} ({_terms(post)})' for post in free)}"
        yield from (_post(post, view) for post in posts if post not in free)
    for home in (*range(FIRST_REGION), *range(FIRST_DUCHY, NODES)):
        there = ships_at(home, view)
        if there:
            yield f"{node_name(home)}: {'; '.join(there)}"


def _terms(post: int) -> str:
    """Return the price of a POST, its sea if it is in a harbor, and what it is."""
    row, region = POSTS[post], POST_REGION[post]
    said = [f"price {COSTS[post]}"]
    said += [f"from {REGIONS[GATES[post]].name}"] if GATES[post] != region else []
    said += [] if post in CIRCLES else [f"{'Key ' if row.key else ''}{_KINDS[row.kind]}"]
    return ", ".join(said)


_KINDS: Final = {"trade_center": "Trade Center", "ally": "Powerful Ally"}


def _post(post: int, view: View) -> str:
    """Return a POST with what it does and who is there."""
    tile = view.tiles[post]
    said = [] if tile == NO_TILE else [f"{TILES[tile].name} ({type_name(TILES[tile].follower)}): {tile_text(tile)}"]
    said += [place_text(post)] if place_text(post) else []
    there = "; ".join(present_in(post, view))
    said += [f"{there[0].upper()}{there[1:]}."] if there else []
    return f"- {POSTS[post].name} ({_terms(post)}): {' '.join(said)}"
