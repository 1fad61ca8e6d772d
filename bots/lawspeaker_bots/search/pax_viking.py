"""Pax Viking: what a player has at any time, as numbers. A playout ends when the next turn has begun."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Final, cast

from lawspeaker_bot import Decision
from lawspeaker_bots.greedy.pax_viking.position import Position
from lawspeaker_bots.search.judge import Features, Hooks

METRICS: Final = (
    "established", "winds", "trade_centers", "key_trade_centers", "allies", "duchies", "duchies_in_winds",
    "advocates", "gods", "silver", "markers", "longships", "fewest_of_a_type", "most_of_a_type",
)
MOST: Final = 12.0
"""Lacking more counts no more."""
NAMES: Final = (*METRICS, "hand", "missing_of_nearest", "missing_of_second", "missing_of_novice", "active")


def features(view: Any, catalogue: Any) -> Features:
    """Return by seat the values of NAMES; `missing` is what is lacking of the cards that lie open."""
    position = Position(cast("Decision", SimpleNamespace(prompt="", view=view, catalogue=catalogue)))
    return [_of_player(position, seat) for seat in range(len(view.players))]


def _of_player(position: Position, seat: int) -> list[float]:
    view, cards = position.view, position.catalogue.cards
    missing: tuple[list[float], list[float]] = [], []
    for card in view.face_up:
        missing[cards[card].difficulty == "novice"].append(position.missing(card, seat))
    late = [*sorted(missing[0]), MOST, MOST]
    return [
        *(position.counted(metric, seat) for metric in METRICS), view.players[seat].hand_size,
        min(late[0], MOST), min(late[1], MOST), min([MOST, *missing[1]]), view.active == seat,
    ]


HOOKS: Final = Hooks(names=NAMES, stage=lambda view: int(view.turn), features=features)
