"""The sentences that tell what seats and chance did in Pax Viking, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from lawspeaker_engine.games.pax_viking import options
from lawspeaker_engine.games.pax_viking.actions import promises
from lawspeaker_engine.games.pax_viking.board import POSTS
from lawspeaker_engine.games.pax_viking.question_context import NOTHING
from lawspeaker_engine.games.pax_viking.rows import JARLS, TILES, TYPES, VICTORIES
from lawspeaker_engine.games.pax_viking.state import FOLLOWERS, NO_TILE, NOBODY
from lawspeaker_engine.games.pax_viking.text.views import kind_text, promise_text, promised
from lawspeaker_engine.games.pax_viking.text.words import node_name, place_name, type_name, victory_text
from lawspeaker_engine.games.pax_viking.view import View
from lawspeaker_engine.text import StoryText, amounts, counted

ACTS: Final = {
    "setup.jarl": ("takes {what}", "takes no Jarl"),
    "turn.action": ("{what}", "does nothing"),
    "turn.marker": ("pays with {what}", ""),
    "turn.promise_to": ("speaks to {what}", ""),
    "turn.promise": ("promises {what}", "promises nothing"),
    "journey.home": ("starts at {what}", ""),
    "journey.step": ("{what}", "ends its journey"),
    "trade.want": ("wants {what}", "wants nothing"),
    "trade.give": ("offers {what}", "offers nothing"),
    "trade.reply": ("{what}", "declines the offer"),
    "trade.counter_want": ("wants instead: {what}", "wants nothing instead"),
    "trade.counter_give": ("offers for it: {what}", "offers nothing for it"),
    "trade.counter_reply": ("accepts the counter-offer", "declines the counter-offer"),
    "trade.tile": ("gives {what}", "gives no tile"),
    "play.post": ("plays it in {what}", ""),
    "play.space": ("puts it on {what}", ""),
    "play.counts_as": ("counts it as {what}", ""),
    "establish.type": ("establishes {what}", "establishes nobody"),
    "establish.may": ("establishes", "does not establish"),
    "challenge.rival": ("challenges {what}", ""),
    "challenge.loss": ("has returned: {what}", ""),
    "jarldom.rival": ("returns {what}", ""),
    "sweden.post": ("sets a Longship into {what}", "sets no Longship"),
    "sweden.play": ("plays what it has drawn", "keeps what it has drawn"),
    "althing.promise": ("promises {what}", ""),
    "althing.vote": ("votes {what}", ""),
    "solstice.discard": ("discards {what}", "discards nothing"),
    "effect.may": ("uses {what}", "does not use it"),
    "effect.rival": ("chooses {what}", ""),
    "effect.longship": ("chooses {what}", ""),
    "effect.step": ("{what}", "stops"),
    "effect.place": ("places a Longship: {what}", ""),
    "effect.post": ("chooses {what}", ""),
    "effect.advocate": ("loses the Follower of {what}", ""),
    "effect.buy": ("{what}", ""),
    "effect.tile": ("takes {what}", ""),
    "effect.hand": ("gives up {what}", ""),
    "effect.track": ("takes {what} for it", ""),
    "effect.order": ("puts back tiles of the pile", ""),
    "effect.copy": ("uses {what}", ""),
    "effect.play": ("{what}", ""),
}
"""By prompt: what a seat did."""

DRAWS: Final[dict[str, str | Callable[[Sequence[str]], str]]] = {
    "setup.first": "The first turn: {what}.",
    "setup.jarls": "Jarls, by seat: {what}.",
    "setup.victory": "Victory Condition cards: {what}.",
    "setup.pile": "Tiles of the saga pile: {what}.",
    "setup.venture": "On the map to begin with: {what}.",
    "setup.post": "It lies in {what}.",
    "track": "New in the track: {what}.",
    "victory": "A Victory Condition card is turned up: {what}.",
    "draw": lambda stream: f"Seat {stream[1]} draws {{what}}.",
    "peek": lambda stream: f"Seat {stream[1]} looks at {{what}}.",
}
"""By prompt of chance."""


def _where(number: int, view: View | None) -> str:
    """`Longship at Baltic`."""
    return "Longship" if view is None else f"Longship {place_name(view.longships[number].node)}"


def _ship(number: int, view: View | None) -> str:
    """`seat 1's Longship at Baltic`."""
    return f"Longship {number}" if view is None else f"seat {view.longships[number].seat}'s {_where(number, view)}"


def _sails(option: options.Sail, view: View | None) -> str:
    return "sails" if view is None else f"sails from {node_name(view.longships[option.longship].node)}"


def _bought(option: options.Buy, view: View | None) -> str:
    tile = NO_TILE if view is None else view.track[option.space]
    return f"buys {'a tile' if tile == NO_TILE else TILES[tile].name} from space {option.space + 1}"


def _of_track(option: options.TrackSpace, view: View | None) -> str:
    tile = NO_TILE if view is None else view.track[option.space]
    return "a tile" if tile == NO_TILE else TILES[tile].name


def _used(view: View | None) -> str:
    """Return the tile, place or Jarl whose ability is used."""
    if view is None:
        return "an ability"
    if view.about.tile != NOTHING:
        return TILES[view.about.tile].name
    return POSTS[view.about.post].name if view.about.post != NOTHING else "the ability of its Jarl"


def _promise(option: Any, _view: View | None) -> str:
    return promised(*promises.meaning(option))


_OPTIONS: Final[dict[type | tuple[str, type], Callable[[Any, View | None], str]]] = {
    options.InvestDraw: lambda _option, _view: "invests and draws a tile",
    options.Buy: _bought,
    options.Sail: _sails,
    options.Play: lambda option, _: f"plays {TILES[option.tile].name}",
    options.Activate: lambda option, _: f"activates {POSTS[option.post].name}",
    options.Parley: lambda option, _: f"parleys in {POSTS[option.post].name}",
    options.Jarldom: lambda option, view: (
        f"uses Jarldom: its {_where(option.longship, view)} goes to {POSTS[option.post].name}"),
    options.Sweden: lambda _option, _view: "uses Sweden",
    options.Theocracy: lambda option, _: f"uses Theocracy to establish on {POSTS[option.post].name}",
    options.Rus: lambda option, _: f"uses Rus to take {TILES[option.tile].name}",
    options.UseTile: lambda option, _: f"uses {TILES[option.tile].name}",
    options.Speak: lambda _option, _view: "",
    options.Pass: lambda _option, _view: "passes",
    options.Marker: lambda option, _: f"the marker of {type_name(option.type)}",
    options.ActionMarker: lambda _option, _view: "an Action Marker",
    options.Step: lambda option, _: f"to {node_name(option.node)}",
    options.Bargain: lambda option, _: f"trades with seat {option.seat}",
    options.Post: lambda option, _: POSTS[option.post].name,
    options.Space: lambda option, _: (
        "a free space" if option.tile == NO_TILE else f"the space of {TILES[option.tile].name}"),
    options.Ship: lambda option, view: _ship(option.longship, view),
    options.Tile: lambda option, _: TILES[option.tile].name,
    options.TrackSpace: _of_track,
    options.Accept: lambda _option, _view: "accepts the offer",
    options.Counter: lambda _option, _view: "declines with a counter-offer",
    options.TileKind: lambda option, _: kind_text(option.kind),
    options.PostFollower: lambda option, _: f"the Follower on {POSTS[option.post].name}",
    options.Silver: lambda option, _: f"{option.amount} silver",
    options.Jarl: lambda option, _: JARLS[option.jarl].name,
    options.Card: lambda option, _: f"{VICTORIES[option.card].name} ({victory_text(option.card).removesuffix('.')})",
    **dict.fromkeys((
        options.PromiseVote, options.PromiseNoChallenge, options.PromiseNoParley, options.PromiseSilver,
        options.PromisePassage, options.PromiseVeto,
    ), _promise),
    ("effect.may", options.Accept): lambda _option, view: _used(view),
    ("journey.home", options.Step): lambda option, _: node_name(option.node),
    ("effect.place", options.Step): lambda option, _: node_name(option.node),
}


def standing(view: View) -> Iterator[str]:
    """Yield what each player has, a line a seat."""
    names = [type_name(kind) for kind in range(len(TYPES))]
    for player in view.players:
        established = amounts([FOLLOWERS - left for left in player.supply], names).replace("nothing", "no Follower")
        yield (f"Seat {player.seat}{f' ({JARLS[player.jarl].name})' if player.jarl >= 0 else ''}: "
               f"{player.silver} silver; established {established}; "
               f"{len(player.duchies)} {'Duchy' if len(player.duchies) == 1 else 'Duchies'}; "
               f"{counted(view.influence.count(player.seat), 'Influence Marker')}")


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


STORY: Final = StoryText(ACTS, DRAWS, _OPTIONS, {}, standing, news)
