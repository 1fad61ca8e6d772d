"""The worth of using the abilities of Ventures, Gods and Advocates, in Followers, by what each would do now."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from lawspeaker_bots.greedy.pax_viking.position import ADVOCATE, GOD, STEPS
from lawspeaker_bots.greedy.pax_viking.values import Values

Worth = Callable[[Values, int], float]
"""Takes a position and the POST of the Venture, or the tile on the Jarlboard."""
_STOPPED: Final = 5.0
"""The loss by which a RIVAL no longer fulfils a card."""
_SEEN: Final = 0.25
"""A tile in the hand of a RIVAL that is seen: it can be asked for by name."""
_PEEKED: Final = 3
"""Tiles that the Binder of Fates looks at."""


def activated(p: Values, post: int) -> float:
    """Return the worth of using the Venture in a POST once."""
    worth = ACTIVATED.get(p.catalogue.tiles[p.view.tiles[post]].archetype)
    return worth(p, post) if worth else 0.3


def used(p: Values, tile: int) -> float:
    """Return the worth of using a God or Advocate for an Action Marker."""
    worth = USED.get(p.catalogue.tiles[tile].archetype)
    return worth(p, tile) if worth else 0.1


def _taken(p: Values, tiles: Iterable[int]) -> float:
    """Return the worth of the best of these tiles in hand."""
    return 0.75 * max((p.tile_value(tile) for tile in tiles if tile >= 0), default=0.0) - p.full


def _ventures(p: Values, post: int) -> float:
    """Fur Depot: 1 silver for each own Venture in the WIND, at most 3."""
    wind = p.wind(post)
    own = sum(owner == p.seat and p.view.tiles[each] >= 0 and p.wind(each) == wind
              for each, owner in enumerate(p.view.owners))
    return p.money(min(3, own))


def _cheaper(p: Values, _: int) -> float:
    """Signal Beacon: a tile of the track for 2 less."""
    return max((0.75 * p.tile_value(tile) - p.money(max(0, space - 1))
                for space, tile in enumerate(p.view.track) if tile >= 0), default=0.0) - p.full


def _launched(p: Values, post: int) -> float:
    """Slipway: a Longship that sails from here, in this turn if an action is left; from a HOME it might take two."""
    worth, _ = p.target(p.board.node[post], STEPS)
    return (0.6 if p.actions > 1 else 0.4) * worth + 0.1 + p.want("longships")


def _hostage(p: Values, post: int) -> float:
    """Hostage Court: a RIVAL's Follower goes from a Venture of the REGION, for 2 silver."""
    region = p.board.region[post]
    return 0.5 + max([p.harm(each) + _STOPPED * p.stops(each) for each in p.board.posts
                      if p.board.region[each] == region and p.view.tiles[each] >= 0]) - p.money(2)


def _another(p: Values, _: int) -> float:
    """Assembly Mound: a tile is PLAYED, as it would be for a marker."""
    return max((p.play_value(tile) for tile in p.me.hand), default=0.0) - 0.3


def _envoy(p: Values, post: int) -> float:
    """Envoy House: to ESTABLISH on an empty Venture of the WIND, for 1 silver more."""
    wind = p.wind(post)
    return max((p.parley_value(each) for each, owner in enumerate(p.view.owners)
                if owner < 0 and p.view.tiles[each] >= 0 and p.wind(each) == wind), default=0.0) - p.money(1)


def _copied(p: Values, tile: int) -> float:
    """Interpreter: the best Venture of a RIVAL in the WIND."""
    row = p.catalogue.tiles[tile]
    wind = row.wind if row.wind >= 0 else p.catalogue.regions[row.region].wind
    return max((activated(p, post) for post, owner in enumerate(p.view.owners)
                if owner not in {-1, p.seat} and p.view.tiles[post] >= 0 and p.wind(post) == wind
                and p.catalogue.tiles[p.view.tiles[post]].archetype in ACTIVATED), default=0.1)


def _seen(p: Values, _: int) -> float:
    """Spy: a hand, of which a tile could be wanted in a TRADE; it is seen once."""
    known = {look.rival for look in p.view.looks}
    unseen = max((p.view.players[seat].hand_size for seat in p.rivals if seat not in known), default=0)
    return (0.8 if p.wins_with_event else _SEEN) * unseen


def _peeked(p: Values, _: int) -> float:
    """Binder of Fates: good before a draw, if the top of the pile is not known yet."""
    if len(p.view.top) >= min(_PEEKED, p.view.pile) or p.actions < 2:
        return 0.05
    return p.draw_value + 0.1 if p.wins_with_event else 0.35


def _exchanged(p: Values, _: int) -> float:
    """Trickster: the least tile of the hand for the best one of the track."""
    least = min((p.tile_value(tile) for tile in p.me.hand), default=0.0)
    return 0.75 * (max((p.tile_value(tile) for tile in p.view.track if tile >= 0), default=0.0) - least)


def _returned(p: Values, _: int) -> float:
    """Queen of the Dead: the best God or Advocate of the discard pile, which is chosen and costs no silver."""
    return max((p.tile_value(tile) for tile in p.view.discard if p.catalogue.tiles[tile].kind in {ADVOCATE, GOD}),
               default=0.0) - p.full


def _driven(p: Values, _: int) -> float:
    """Storm Giant: the Longship of a RIVAL at sea that is most worth driving."""
    catalogue = p.catalogue
    return max((driven(p, ship) for ship in p.view.longships
                if ship.seat not in {p.seat, -1} and ship.node >= 0
                and (region := catalogue.nodes[ship.node].region) >= 0 and catalogue.regions[region].kind == "sea"),
               default=0.0)


def driven(p: Values, ship: Any) -> float:
    """Return the worth of driving a RIVAL's Longship a STEP away: it may reach an own Follower now, then no more."""
    steps = p.far(ship.node)
    saved = ((0.3 if far == STEPS else 0.1) * p.loss(post) for post, owner in enumerate(p.view.owners)
             if owner == p.seat and (far := steps[p.board.node[post]]) <= STEPS)
    return 0.4 + max(saved, default=0.0)


ACTIVATED: Final[dict[str, Worth]] = {
    "V01": lambda p, _: p.money(2),
    "V03": _launched,
    "V04": lambda p, _: p.draw_value + 0.05,
    "V05": _ventures,
    "V06": lambda p, _: 0.7 * max(p.target(p.ship(number).node, 2)[0] for number in p.own_ships),
    "V08": lambda p, _: p.money(2) + 0.2,
    "V09": lambda p, _: _taken(p, p.view.discard) - p.money(1),
    "V12": lambda p, _: 0.4 * max(
        (p.target(p.ship(number).node, STEPS)[0] for number in p.own_ships if p.ship(number).exhausted), default=0.0),
    "V15": _hostage,
    "V16": _cheaper,
    "V18": lambda p, _: _taken(p, p.view.track[:2]),
    "V20": _another,
    "V21": _envoy,
}
"""By archetype of Venture."""
USED: Final[dict[str, Worth]] = {
    "A06": _seen, "A10": _copied, "G03": _peeked, "G07": _exchanged, "G12": _returned,
    "G18": _driven,
}
"""By archetype of God and Advocate."""


def rival_step(p: Values, option: Any) -> float:
    """Score a STEP that a Longship of a RIVAL must take: best where few POSTS are beside."""
    nodes = p.catalogue.nodes
    return 20.0 - float(sum(nodes[node].post >= 0 for node in nodes[option.node].beside))
