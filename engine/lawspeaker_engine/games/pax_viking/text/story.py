"""The sentences that tell what seats and chance did in Pax Viking, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator

from lawspeaker_engine.games.pax_viking.board import POSTS
from lawspeaker_engine.games.pax_viking.rows import JARLS, TILES, TYPES
from lawspeaker_engine.games.pax_viking.state import FOLLOWERS, NOBODY
from lawspeaker_engine.games.pax_viking.text.views import promise_text
from lawspeaker_engine.games.pax_viking.text.words import node_name, type_name
from lawspeaker_engine.games.pax_viking.view import View
from lawspeaker_engine.text import amounts, counted


def standing(view: View) -> Iterator[str]:
    """Yield what each player has, a line a seat."""
    names = [type_name(kind) for kind in range(len(TYPES))]
    for player in view.players:
        established = amounts([FOLLOWERS - left for left in player.supply], names).replace("nothing", "no Follower")
        yield (f"Seat {player.seat}{f' ({JARLS[player.jarl].name})' if player.jarl >= 0 else ''}: "
               f"{player.silver} silver; established {established}; "
               f"{len(player.duchies)} {'Duchy' if len(player.duchies) == 1 else 'Duchies'}; "
               f"{counted(sum(each == player.seat for each in view.influence), 'Influence Marker')}")


def changes(before: View, after: View) -> Iterator[str]:
    """Yield which Followers went, which Longships were returned, who won or lost a marker, and how a vote ended."""
    if not before.turn:
        return
    for post, (was, now) in enumerate(zip(before.owners, after.owners, strict=True)):
        if was not in (NOBODY, now):
            yield f"Seat {was}'s {type_name(before.followers[post])} Follower leaves {POSTS[post].name}."
        if now not in (NOBODY, was):
            yield f"Seat {now} has a {type_name(after.followers[post])} Follower in {POSTS[post].name}."
    for ship, moved in zip(before.longships, after.longships, strict=True):
        if ship.node >= 0 > moved.node:
            yield f"Seat {ship.seat}'s Longship at {node_name(ship.node)} is returned."
    for kind, (was_held, holder) in enumerate(zip(before.influence, after.influence, strict=True)):
        if holder != was_held:
            who = "goes back to the board" if holder == NOBODY else f"goes to seat {holder}"
            yield f"The Influence Marker of {type_name(kind)} {who}."
    if before.althing is not None and after.althing is None:
        yield f"The Althing {'discards' if before.event in after.discard else 'resolves'} {TILES[before.event].name}."


def news(before: View, after: View) -> Iterator[str]:
    """Yield silver that changed hands, and promises that have ended."""
    if not before.turn:
        return
    for was, now in zip(before.players, after.players, strict=True):
        if now.silver != was.silver:
            yield f"Seat {now.seat} has {now.silver} silver ({now.silver - was.silver:+d})"
    known = [each for each in before.promises if each.result]
    for promise in after.promises:
        if promise.result and promise not in known:
            yield promise_text(promise)
