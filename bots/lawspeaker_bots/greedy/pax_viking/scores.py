"""Rules of thumb for Pax Viking: one function a kind of option scores it in Followers."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, Final

from lawspeaker_bot import Decision, NoStubs
from lawspeaker_bots.greedy.pax_viking.abilities import activated, driven, rival_step, used
from lawspeaker_bots.greedy.pax_viking.position import ADVOCATE, EVENT, STEPS
from lawspeaker_bots.greedy.pax_viking.trade import Trader
from lawspeaker_bots.greedy.pax_viking.values import WIN, Values

Rule = Callable[[Trader, Any], float]
_NEVER: Final = -1.0


def scores(decision: Decision) -> list[float] | None:
    """Return a score for each option; None if one is unknown, as in a newer version of the game."""
    try:
        options = decision.options
    except NoStubs:
        return None
    kinds = [type(option).__name__ for option in options]
    rules = [AT.get((decision.prompt, kind)) or SCORE.get(kind) for kind in kinds]
    if None in rules:
        return None
    position = Trader(decision)
    return [rule(position, option) for rule, option in zip(rules, options, strict=True) if rule is not None]


def _always(_: Values, __: Any) -> float:
    return 1.0


def _never(_: Values, __: Any) -> float:
    return _NEVER


# Actions.


def _pass(p: Values, _: Any) -> float:
    """Score passing: it wins where a Novice card is fulfilled, unless it can be lost on the way."""
    return WIN if p.fulfils(p.seat, novice=True) else 0.01


def _buy(p: Values, option: Any) -> float:
    """Score a tile of the track by what it brings, less its price."""
    tile, spent = p.view.track[option.space], option.space + 1
    if p.wins_with_event and p.catalogue.tiles[tile].kind == EVENT and not p.would_win(spent):
        return _NEVER
    return float(0.75 * p.tile_value(tile) - p.money(spent) - p.full)


def _sail(p: Values, option: Any) -> float:
    """Score a JOURNEY by the best POST it can head for, less what the Longship leaves behind."""
    ship = p.ship(option.longship)
    worth, _post = p.target(ship.node, STEPS)
    return float(0.75 * worth - _stay(p, ship.node) + (0.1 + p.want("longships")) * (ship.node < 0))


def _step(p: Values, option: Any) -> float:
    """Score a step: on the shortest way to where the Longship heads for; nothing where it is there."""
    number, left = p.view.about.longship, p.view.about.left
    node = p.ship(number).node
    worth, post = p.target(node, left)
    if post < 0:
        return 0.2 if node >= 0 and p.catalogue.nodes[node].home else _NEVER
    goal = p.board.node[post]
    if node == goal or worth <= _stay(p, node):
        return _NEVER
    return 1.0 if p.far(option.node)[goal] < p.far(node)[goal] else _NEVER


def _bargain(p: Trader, option: Any) -> float:
    """Score a TRADE where the turn's first JOURNEY ends, so that a RIVAL is asked once a turn; for a victory always."""
    left, number = p.view.about.left, p.view.about.longship
    if p.view.journeys > 1 and not p.wins_with_event:
        return _NEVER
    node = p.ship(number).node
    if left and any(_step(p, SimpleNamespace(node=other)) > 0 for other in p.board.beside[node]):
        return _NEVER
    return 1.0 if p.best_offer(option.seat) else _NEVER


def _want(p: Trader, option: Any) -> float:
    return 1.0 if p.names(option, wants=True) else _NEVER


def _give(p: Trader, option: Any) -> float:
    return 1.0 if p.names(option, wants=False) else _NEVER


def _stay(p: Values, node: int) -> float:
    """Return the worth of staying in the POST where a Longship is."""
    here = p.board.post_at[node] if node >= 0 else -1
    return p.value(here) if here >= 0 and not p.rivals_at(here) else 0.0


def _home(p: Values, option: Any) -> float:
    return 1.0 + p.target(option.node, STEPS)[0]


def _play_post(p: Values, option: Any) -> float:
    return 1.0 + p.laid_value(p.view.about.tile, option.post)


def _space(p: Values, option: Any) -> float:
    """Score a space of the Jarlboard: a free one, else that of the least tile."""
    return 9.0 if option.tile < 0 else 5.0 - p.held_value(option.tile)


def _parley(p: Values, option: Any) -> float:
    """Score a PARLEY; one that begins with a CHALLENGE brings less."""
    return max(0.3, p.parley_value(option.post)) if not p.rivals_at(option.post) else 0.3 + 0.5 * p.value(option.post)


def _jarldom(p: Values, option: Any) -> float:
    """Score JARLDOM: good where no more than one Longship is in the way."""
    stays = _stay(p, p.ship(option.longship).node)
    return p.parley_value(option.post) - stays if p.rivals_at(option.post) <= 1 else 0.1


def _sweden(p: Values, _: Any) -> float:
    return 1.6 if p.me.hand_size < p.me.hand_limit else 0.8


def _rus(p: Values, option: Any) -> float:
    return 1.0 + p.held_value(option.tile) if p.free_space(ADVOCATE) else 0.2


# Choices.


def _type(p: Values, option: Any) -> float:
    return 2.0 + p.type_value(option.type)


def _tile(p: Values, option: Any) -> float:
    return 1.0 + p.tile_value(option.tile)


def _least_tile(p: Values, option: Any) -> float:
    return 30.0 - p.tile_value(option.tile)


def _track(p: Values, option: Any) -> float:
    return 1.0 + p.tile_value(p.view.track[option.space])


def _post(p: Values, option: Any) -> float:
    return 1.0 + p.value(option.post)


def _may(p: Values, _: Any) -> float:
    """Score what may be done: a Longship or a tile more, or one more journey, if silver is left; a move is left."""
    archetype = p.about
    if archetype in {"", "G10"}:  # the Jarl's tile, the Huntress's journey: each costs 1 silver
        return 1.0 if p.me.silver > 2 and (archetype or p.me.hand_size < p.me.hand_limit) else _NEVER
    return 1.0 if archetype in {"E01", "E20"} else _NEVER


def _effect_step(p: Values, option: Any) -> float:
    """Score a STEP by an ability: an own Longship goes where it would sail to."""
    return _step(p, option) if p.ship(p.view.about.longship).seat == p.seat else rival_step(p, option)


def _effect_post(p: Values, option: Any) -> float:
    """Score the POST of a Follower that goes, or comes from afar."""
    return 1.0 + (p.harm(option.post) or p.parley_value(option.post))


def _rival(p: Values, option: Any) -> float:
    """Score a RIVAL: whose hand the Spy sees, from whom silver is taken; else who is least dangerous."""
    player, archetype = p.view.players[option.seat], p.about
    if archetype in {"A06", "V08"}:
        return 1.0 + float(player.hand_size if archetype == "A06" else player.silver)
    return 50.0 - p.counted("established", option.seat)


def _ship(p: Values, option: Any) -> float:
    """Score a Longship: to move or to unexhaust the one with the best goal, else one to lose."""
    ship = p.ship(option.longship)
    if ship.seat == p.seat and p.about in {"V06", "V12", "E01"}:
        return 20.0 + p.target(ship.node, STEPS)[0] - _stay(p, ship.node)
    if ship.seat == p.seat:
        return _own_ship(p, option)
    return 20.0 + (driven(p, ship) if p.about == "G18" else _stay(p, ship.node))


def _own_ship(p: Values, option: Any) -> float:
    """Score a Longship to lose or to exhaust: the one that stands worst."""
    ship = p.ship(option.longship)
    return float(20.0 - _stay(p, ship.node) + 5.0 * (ship.node < 0) + 2.0 * ship.exhausted - 3.0 * (ship.kind > 0))


def _vote(p: Values, option: Any) -> float:
    """Score a vote: yes to what helps more than it helps the others."""
    good = _helps(p, p.catalogue.tiles[p.view.event].archetype)
    return 1.0 if option.yes == good else 0.5


def _helps(p: Values, archetype: str) -> bool:
    others = [player for player in p.view.players if player.seat != p.seat]
    if archetype in {"E06", "E07"}:
        kind = 0 if archetype == "E06" else 2
        return bool(p.me.supply[kind] <= min(player.supply[kind] for player in others))
    if archetype == "E16":
        return bool(p.me.silver <= min(player.silver for player in others))
    if archetype == "E11":
        return not p.me.advocates or p.view.active == p.seat
    if archetype == "E22":
        return bool(p.counted("markers", p.seat) >= max(p.counted("markers", each.seat) for each in others))
    return bool(p.view.active == p.seat)


def _establish_may(p: Values, _: Any) -> float:
    return p.parley_value(p.view.about.post)


SCORE: Final[dict[str, Rule]] = {
    "InvestDraw": lambda p, _: p.draw_value, "Buy": _buy, "Sail": _sail,
    "Play": lambda p, option: p.play_value(option.tile),
    "Activate": lambda p, option: activated(p, option.post), "Parley": _parley,
    "Jarldom": _jarldom, "Sweden": _sweden, "Theocracy": lambda p, option: p.parley_value(option.post), "Rus": _rus,
    "UseTile": lambda p, option: used(p, option.tile),
    "Speak": _never, "Pass": _pass, "ActionMarker": _always, "Marker": _always, "Step": _step,
    "Bargain": _bargain,
    "Post": _post, "Space": _space, "FollowerType": _type, "Seat": _always, "Ship": _own_ship, "Tile": _tile,
    "TrackSpace": _track, "Accept": _may, "Counter": _never, "Vote": _vote, "Silver": _never, "TileKind": _never,
    "PostFollower": _never, "PromiseVote": _never, "PromiseNoChallenge": _never, "PromiseNoParley": _never,
    "PromiseSilver": _never, "PromisePassage": _never, "PromiseVeto": _never, "Jarl": _always,
}
"""By kind of option: its score, whatever is asked."""

AT: Final[dict[tuple[str, str], Rule]] = {
    ("journey.home", "Step"): _home,
    ("effect.step", "Step"): _effect_step,
    ("effect.longship", "Ship"): _ship,
    ("effect.rival", "Seat"): _rival,
    ("effect.post", "Post"): _effect_post,
    ("effect.copy", "Post"): lambda p, option: 1.0 + activated(p, option.post),
    ("effect.advocate", "Tile"): lambda p, option: 30.0 - p.held_value(option.tile),
    ("effect.place", "Step"): _always,
    ("play.post", "Post"): _play_post,
    ("effect.buy", "Buy"): lambda p, option: 1.0 + p.tile_value(p.view.track[option.space]),
    ("effect.play", "Play"): lambda p, option: 20.0 + p.play_value(option.tile),
    ("solstice.discard", "Tile"): _least_tile,
    ("effect.hand", "Tile"): _least_tile,
    ("trade.tile", "Tile"): _least_tile,
    **{(f"trade.{part}", kind): rule for part, rule in (("want", _want), ("give", _give))
       for kind in ("Silver", "Tile", "TileKind", "PostFollower")},
    **{(f"trade.{part}", kind): _never for part in ("counter_want", "counter_give") for kind in ("Tile", "Ship")},
    **{(f"trade.{part}", "Ship"): _never for part in ("want", "give")},
    ("effect.order", "Tile"): _tile,
    ("establish.may", "Accept"): _establish_may,
    ("sweden.play", "Accept"): _always,
    ("trade.reply", "Accept"): lambda p, _: p.takes_offer(),
    ("trade.counter_reply", "Accept"): lambda p, _: p.takes_offer(),
}
"""By prompt and kind of option: its score where that means something else than elsewhere."""
