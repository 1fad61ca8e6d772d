"""The questions and the options of Pax Viking in plain English."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from lawspeaker_engine.games.pax_viking import options
from lawspeaker_engine.games.pax_viking.actions import promises
from lawspeaker_engine.games.pax_viking.rows import JARLS, VICTORIES
from lawspeaker_engine.games.pax_viking.state import NO_TILE
from lawspeaker_engine.games.pax_viking.text.brief import BRIEF
from lawspeaker_engine.games.pax_viking.text.story import STORY, changes
from lawspeaker_engine.games.pax_viking.text.views import (
    kind_text,
    post_name,
    promised,
    ship_name,
    tile_line,
    tile_name,
    view_lines,
)
from lawspeaker_engine.games.pax_viking.text.words import jarl_text, node_name, type_name, victory_text
from lawspeaker_engine.games.pax_viking.view import View
from lawspeaker_engine.model import Option
from lawspeaker_engine.text import GameText

QUESTIONS: Final = {
    "setup.jarl": "Setup: which Jarl do you take?",
    "turn.action": "It is your turn: what do you do?",
    "turn.marker": "Which marker pays for the action?",
    "turn.promise_to": "To whom do you promise something?",
    "turn.promise": "What do you promise, if anything? It binds nobody.",
    "journey.home": "From which home does the Longship sail?",
    "journey.step": "Where does the Longship sail next, or with whom do you trade? Nothing ends the journey.",
    "trade.want": "What do you want of your partner? The silver that you take is added up.",
    "trade.give": "What do you give for it? The silver that you take is added up.",
    "trade.reply": "Do you accept the offer, or make another one? Nothing is a no.",
    "trade.counter_want": "Your counter-offer: what do you want? The silver that you take is added up.",
    "trade.counter_give": "Your counter-offer: what do you give? The silver that you take is added up.",
    "trade.counter_reply": "Do you accept the counter-offer? Nothing is a no.",
    "trade.tile": "Which of your tiles do you give?",
    "play.post": "In which post do you play it?",
    "play.space": "On which space of your Jarlboard do you play it?",
    "play.counts_as": "As which type of Follower does it count?",
    "establish.type": "Which type of Follower do you establish?",
    "establish.may": "You are alone now: do you establish? Nothing is a no.",
    "challenge.rival": "Whom do you challenge?",
    "challenge.loss": "Which Longship is returned?",
    "jarldom.rival": "Which Longship do you return?",
    "sweden.post": "You have drawn a tile by Sweden. If it is a Venture: into which post do you set a Longship for it?",
    "sweden.play": "Do you play the Venture that you have drawn? Nothing is a no.",
    "althing.promise": "An Althing: do you say how you will vote? It binds nobody.",
    "althing.vote": "How do you vote on the Event?",
    "solstice.discard": "Which tiles do you discard, down to your hand limit?",
    "effect.may": "Do you use it? Nothing is a no.",
    "effect.rival": "Which rival do you choose?",
    "effect.longship": "Which Longship do you choose?",
    "effect.step": "Where does it move next? If it is your own, nothing ends the move.",
    "effect.place": "Where do you place the Longship?",
    "effect.post": "Which post do you choose?",
    "effect.advocate": "Which Advocate loses its Follower?",
    "effect.buy": "Which tile do you buy?",
    "effect.tile": "Which tile do you take?",
    "effect.hand": "Which tile of your hand do you give up?",
    "effect.track": "Which tile of the track do you take for it?",
    "effect.order": "In which order do you put them back? The first one is on top.",
    "effect.copy": "Whose Venture do you use?",
    "effect.play": "Which tile do you play?",
}
"""By prompt; questions to chance need none."""


def option_line(option: Option, view: View | None) -> str:
    """Return an option in one line; with a view, also what stands where it points to."""
    return _LINES[type(option)](option, view)


def _tile_of_track(space: int, view: View | None) -> str:
    tile = NO_TILE if view is None else view.track[space]
    return f"the tile at price {space + 1}" if tile == NO_TILE else tile_line(tile)


def _ship(number: int, view: View | None) -> str:
    return f"Longship {number}" if view is None else f"{ship_name(view.longships[number], view)} (number {number})"


def _tile(tile: int, view: View | None) -> str:
    return tile_name(tile) if view is None else f"{tile_line(tile)} (number {tile})"


def _step(option: options.Step, view: View | None) -> str:
    there = [] if view is None else [ship.seat for ship in view.longships if ship.node == option.node]
    seats = sorted(set(there))
    who = f" (Longships of {', '.join(f'seat {seat}' for seat in seats)})" if seats else ""
    return f"{node_name(option.node)}{who}"


def _promise(option: Any, _view: View | None) -> str:
    return f"promise {promised(*promises.meaning(option))}"


def _space(option: options.Space, view: View | None) -> str:
    return "a free space" if option.tile == NO_TILE else f"in place of {_tile(option.tile, view)}"


_LINES: Final[dict[type, Callable[[Any, View | None], str]]] = {
    options.InvestDraw: lambda _option, _view: "invest: draw a tile; the tile at price 1 leaves the track",
    options.Buy: lambda option, view: f"buy {_tile_of_track(option.space, view)}",
    options.Sail: lambda option, view: f"journey with {_ship(option.longship, view)}",
    options.Play: lambda option, view: f"play {_tile(option.tile, view)}",
    options.Activate: lambda option, view: (
        f"activate {post_name(option.post, view)} with {_ship(option.longship, view)}"),
    options.Parley: lambda option, view: f"parley in {post_name(option.post, view)}",
    options.Jarldom: lambda option, view: (
        f"Jarldom: move {_ship(option.longship, view)} into {post_name(option.post, view)}"),
    options.Sweden: lambda _option, _view: "Sweden: draw a tile; a Venture brings a Longship and is played",
    options.Theocracy: lambda option, view: f"Theocracy: establish on {post_name(option.post, view)}",
    options.Rus: lambda option, view: f"Rus: take {_tile(option.tile, view)}",
    options.UseTile: lambda option, view: f"use {_tile(option.tile, view)}",
    options.Speak: lambda _option, _view: "promise something, which is no action and binds nobody",
    options.Pass: lambda _option, _view: "pass: end your actions",
    options.Marker: lambda option, _: f"the Influence Marker of {type_name(option.type)}",
    options.ActionMarker: lambda _option, _view: "an Action Marker",
    options.Step: _step,
    options.Bargain: lambda option, _: f"trade with seat {option.seat}",
    options.Post: lambda option, view: post_name(option.post, view),
    options.Space: _space,
    options.FollowerType: lambda option, _: type_name(option.type),
    options.Seat: lambda option, _: f"seat {option.seat}",
    options.Ship: lambda option, view: _ship(option.longship, view),
    options.Tile: lambda option, view: _tile(option.tile, view),
    options.TrackSpace: lambda option, view: _tile_of_track(option.space, view),
    options.Accept: lambda _option, _view: "yes",
    options.Counter: lambda _option, _view: "refuse it with another offer, which is named next",
    options.Vote: lambda option, _: "yes" if option.yes else "no",
    options.Silver: lambda option, _: f"{option.amount} silver (pile {option.number + 1})",
    options.TileKind: lambda option, _: kind_text(option.kind),
    options.PostFollower: lambda option, view: f"the Follower on {post_name(option.post, view)}",
    options.Jarl: lambda option, _: f"{JARLS[option.jarl].name}: {jarl_text(option.jarl)}",
    options.Card: lambda option, _: f"{VICTORIES[option.card].name}: {victory_text(option.card)}",
    **dict.fromkeys((
        options.PromiseVote, options.PromiseNoChallenge, options.PromiseNoParley, options.PromiseSilver,
        options.PromisePassage, options.PromiseVeto,
    ), _promise),
}
assert set(_LINES) == set(options.OPTION_TYPES), "every option has its words"


TEXT: Final = GameText(QUESTIONS, view_lines, option_line, changes, STORY, brief=BRIEF)
