"""Victory Condition cards, and how a game ends (SG-WIN-01..07)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.games.pax_viking import followers, ships
from lawspeaker_engine.games.pax_viking.actions import promises
from lawspeaker_engine.games.pax_viking.board import ALLIES, POST_WIND, POSTS, TRADE_CENTERS, WIND_OF
from lawspeaker_engine.games.pax_viking.options import Card
from lawspeaker_engine.games.pax_viking.rows import DIFFICULTIES, METRICS, VICTORIES
from lawspeaker_engine.games.pax_viking.state import State
from lawspeaker_engine.model import PUBLIC, Chance, Outcome

NOVICE: Final = DIFFICULTIES[:1]
"""The cards that are checked at the end of a turn (SG-WIN-02)."""
AT_EVENTS: Final = DIFFICULTIES[1:]
"""Those that are checked at Events (SG-WIN-03)."""

_KEYS: Final = tuple(post for post in TRADE_CENTERS if POSTS[post].key)


def _posts(state: State, seat: int, posts: Sequence[int]) -> int:
    return sum(state.owners[post] == seat for post in posts)


_COUNT: Final[Mapping[str, Callable[[State, int], int]]] = {
    "established": followers.established,
    "winds": lambda state, seat: len({POST_WIND[post] for post, owner in enumerate(state.owners) if owner == seat}),
    "trade_centers": lambda state, seat: _posts(state, seat, TRADE_CENTERS),
    "key_trade_centers": lambda state, seat: _posts(state, seat, _KEYS),
    "allies": lambda state, seat: _posts(state, seat, ALLIES),
    "duchies": lambda state, seat: len(state.players[seat].duchies),
    "duchies_in_winds": lambda state, seat: len({WIND_OF[region] for region in state.players[seat].duchies}),
    "advocates": lambda state, seat: sum(each.established for each in state.players[seat].advocates),
    "gods": lambda state, seat: sum(each.established for each in state.players[seat].gods),
    "silver": lambda state, seat: state.players[seat].silver,
    "markers": lambda state, seat: state.influence.count(seat),
    "longships": lambda state, seat: len(ships.on_map(state, seat)),
    "fewest_of_a_type": lambda state, seat: min(followers.established_of(state, seat)),
    "most_of_a_type": lambda state, seat: max(followers.established_of(state, seat)),
}
assert tuple(_COUNT) == METRICS, "every metric of the rows is counted here"


def count(state: State, seat: int, metric: str) -> int:
    """Return how much the seat has of what a Victory Condition card counts (SG c.9)."""
    return _COUNT[metric](state, seat)


def fulfils(state: State, seat: int, card: int) -> bool:
    """Return whether the seat fulfils the card."""
    return all(count(state, seat, condition.count) >= condition.least for condition in VICTORIES[card].all_of)


def check(state: State, difficulties: Sequence[str], seats: Sequence[int] | None = None) -> bool:
    """End the game if one of these seats, by default all, fulfils a face-up card of these difficulties."""
    cards = [card for card in state.face_up if VICTORIES[card].difficulty in difficulties]
    players = range(state.settings.players) if seats is None else seats
    winners = [seat for seat in players if any(fulfils(state, seat, card) for card in cards)]
    if winners:
        finish(state, winners, "card")
    return bool(winners)


def last_check(state: State) -> None:
    """End the game because no tile remains in the track: all cards count once more, for everybody (SG-WIN-05)."""
    if not check(state, DIFFICULTIES):
        finish(state, (), "track")


def finish(state: State, winners: Sequence[int], reason: str) -> None:
    """End the game: who fulfils a card before who does not, then most ESTABLISHED, then most silver (SG-WIN-06, -07).

    The score of a seat is the number of its ESTABLISHED Followers.
    """
    seats = range(state.settings.players)
    ranks = ranking(state, winners)
    state.agenda.clear()
    state.phase = "over"
    promises.game_over(state, [seat for seat in seats if ranks[seat] == 1])
    state.outcome = Outcome(ranks, tuple(standing(state, seat)[0] for seat in seats), reason)


TIES: Final = ("ESTABLISHED Followers", "silver")
"""The criteria of `standing`, in order."""


def standing(state: State, seat: int) -> tuple[int, int]:
    """Return how many ESTABLISHED Followers the seat has, then how much silver (SG-WIN-06, SG-WIN-07)."""
    return followers.established(state, seat), state.players[seat].silver


def ranking(state: State, winners: Sequence[int]) -> tuple[int, ...]:
    """Return the place of each seat if these fulfil a card."""
    keys = [(seat in winners, standing(state, seat)) for seat in range(state.settings.players)]
    return tuple(1 + sum(other > own for other in keys) for own in keys)


@dataclass(slots=True)
class Reveal(Frame[State]):
    """A face-down Victory Condition card is turned up, if there is one (SG-SETUP-02)."""

    def step(self, state: State) -> Chance | Work:
        """Draw which; they have no order."""
        if not state.face_down:
            return DONE
        return Chance("victory", [Card(card) for card in state.face_down], 1, "victory/reveal", PUBLIC)

    def take(self, state: State, chosen: Sequence[Card]) -> Work:
        """Turn it up."""
        state.face_down.remove(chosen[0].card)
        state.face_up.append(chosen[0].card)
        return DONE
