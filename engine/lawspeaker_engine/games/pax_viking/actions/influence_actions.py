"""The four Influence Actions (SG-JARLDOM-01, SG-SWEDEN-01, SG-THEOCRACY-01, SG-RUS-01)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.games.pax_viking import followers, ships, tiles
from lawspeaker_engine.games.pax_viking.abilities import prices
from lawspeaker_engine.games.pax_viking.actions import influence, play, promises
from lawspeaker_engine.games.pax_viking.actions.establish import Establish, establish, types
from lawspeaker_engine.games.pax_viking.board import NOWHERE, POST_REGION, POSTS, TRADE_CENTERS, post_node, post_of
from lawspeaker_engine.games.pax_viking.options import Accept, Jarldom, Post, Rus, Ship, Sweden, Theocracy
from lawspeaker_engine.games.pax_viking.question_context import About, ContextFrame
from lawspeaker_engine.games.pax_viking.rows import JARLDOM, RUS, SWEDEN, THEOCRACY, TILES, VENTURE
from lawspeaker_engine.games.pax_viking.state import NOBODY, State
from lawspeaker_engine.model import PUBLIC, Decision


def offers(state: State, seat: int) -> list[Any]:
    """Return what the seat can do with the Influence Markers that it has not exhausted."""
    found: list[Any] = []
    if influence.may_use(state, seat, JARLDOM):
        found += _jarldom(state, seat)
    if influence.may_use(state, seat, SWEDEN) and tiles.left_to_draw(state):
        found.append(Sweden())
    if influence.may_use(state, seat, THEOCRACY):
        found += [Theocracy(post) for post in range(len(POSTS)) if _theocracy(state, seat, post)]
    if influence.may_use(state, seat, RUS):
        found += [Rus(tile) for rival in state.rivals(seat) for tile in _advocates(state, seat, rival)]
    return found


def begin(state: State, seat: int, option: Any) -> None:
    """Exhaust the marker and carry the action out."""
    if isinstance(option, Jarldom):
        state.influence_spent[JARLDOM] = 1
        ships.step(state, option.longship, post_node(option.post))
        state.push(ReturnRival(seat, option.post))
    elif isinstance(option, Sweden):
        state.influence_spent[SWEDEN] = 1
        state.push_all(tiles.DrawTiles(seat, 1), PlaceAndPlay(seat))
    elif isinstance(option, Theocracy):
        state.influence_spent[THEOCRACY] = 1
        establish(state, seat, option.post, THEOCRACY)
    else:
        state.influence_spent[RUS] = 1
        _take_advocate(state, seat, option.tile)


def _jarldom(state: State, seat: int) -> list[Jarldom]:
    """Return each STEP of an own Longship into a POST."""
    found = []
    for number in ships.one_of_each(state, ships.on_map(state, seat)):
        for node in ships.neighbours(state, seat, state.longships[number].node):
            post = post_of(node)
            if post != NOWHERE and (not state.settings.jarldom_needs_rival or returnable(state, seat, post)):
                found.append(Jarldom(number, post))
    return found


def returnable(state: State, seat: int, post: int) -> list[int]:
    """Return the Longships of RIVALS in the POST that JARLDOM can RETURN, one of those that are alike."""
    return ships.one_of_each(state, [
        number for rival in state.rivals(seat) if not prices.protected(state, rival, "jarldom")
        for number in ships.at_node(state, rival, post_node(post))
    ])


@dataclass(slots=True)
class ReturnRival(ContextFrame[State]):
    """JARLDOM: a RIVAL Longship of the POST is RETURNED; who is then ALONE ESTABLISHES (AMB-SG-26)."""

    seat: int
    post: int

    def step(self, state: State) -> Decision | Work:
        """Ask which Longship."""
        options = [Ship(number) for number in returnable(state, self.seat, self.post)]
        return self.choose(state, self.seat, "jarldom.rival", options, PUBLIC)

    def take(self, state: State, chosen: Sequence[Ship]) -> Work:
        """RETURN it, and ESTABLISH if that can be paid."""
        for option in chosen:
            rival = state.longships[option.longship].seat
            ships.send_back(state, option.longship)
            promises.harmed(state, self.seat, rival, POST_REGION[self.post])
        if ships.alone(state, self.seat, self.post) and types(state, self.seat, self.post):
            state.push(Establish(self.seat, self.post, may=state.settings.jarldom_establish == "may"))
        return DONE

    def about(self, state: State) -> About:
        """Return the POST."""
        return About(post=self.post)


@dataclass(slots=True)
class PlaceAndPlay(Frame[State]):
    """SWEDEN: for a Venture a Longship of the Jarlboard is set into a POST of its location; then it is PLAYED there.

    The seat is asked whatever it has drawn, so that being asked tells nothing of the tile.
    """

    seat: int

    def step(self, state: State) -> Decision:
        """Ask for the POST; without a Longship on the Jarlboard for one in which the Venture can be PLAYED."""
        tile = state.players[self.seat].drawn[-1]
        if TILES[tile].kind != VENTURE:
            return Decision(self.seat, "sweden.post", [], 0, 0, (), PUBLIC)
        posts = [post for post in range(len(POSTS)) if play.in_location(TILES[tile], post)]
        if ships.on_board(state, self.seat) < 0:
            posts = play.posts_for(state, self.seat, tile, [p for p in posts if ships.alone(state, self.seat, p)])
        options = [Post(post) for post in posts]
        default = (self._cheapest(state, tile, posts),) if posts else ()
        return Decision(self.seat, "sweden.post", options, len(default), len(default), default, PUBLIC)

    def _cheapest(self, state: State, tile: int, posts: Sequence[int]) -> int:
        """Return the index of the POST where the Venture would be PLAYED at the lowest price, else 0."""
        able = [
            (prices.establish_price(state, self.seat, post), index) for index, post in enumerate(posts)
            if not any(count for seat, count in enumerate(ships.presence(state, post)) if seat != self.seat)
            and play.posts_for(state, self.seat, tile, [post])
        ]
        return min(able)[1] if able else 0

    def take(self, state: State, chosen: Sequence[Post]) -> Work:
        """Set the Longship there and PLAY the Venture, if its REQUIREMENT and its price are met (AMB-SG-27)."""
        if not chosen:
            return DONE
        post, tile = chosen[0].post, state.players[self.seat].drawn[-1]
        number = ships.on_board(state, self.seat)
        if number >= 0:
            state.longships[number].node = post_node(post)
        if not state.settings.sweden_play_forced:
            state.push(MayPlay(self.seat, tile, post, placed=number >= 0))
        elif can_play(state, self.seat, tile, post):
            play.begin(state, self.seat, tile, [post])
        return DONE


def can_play(state: State, seat: int, tile: int, post: int) -> bool:
    """Return whether the seat is ALONE in the POST and could PLAY the Venture there."""
    return ships.alone(state, seat, post) and bool(play.posts_for(state, seat, tile, [post]))


@dataclass(slots=True)
class MayPlay(ContextFrame[State]):
    """By the option `sweden_play_forced` the Venture drawn by SWEDEN need not be PLAYED.

    The seat is asked even if it cannot be, which may tell the type of its Follower.
    """

    seat: int
    tile: int
    post: int
    placed: bool
    """True if a Longship was set there for it."""

    def step(self, state: State) -> Decision:
        """Ask."""
        accept = [Accept()] if can_play(state, self.seat, self.tile, self.post) else []
        return Decision(self.seat, "sweden.play", accept, 0, len(accept), (), PUBLIC)

    def take(self, state: State, chosen: Sequence[Accept]) -> Work:
        """PLAY it, or keep it in hand."""
        if chosen:
            play.begin(state, self.seat, self.tile, [self.post])
        return DONE

    def about(self, state: State) -> About:
        """Return the POST; the tile is in the hand, and no other seat may know it."""
        return About(post=self.post)


def _theocracy(state: State, seat: int, post: int) -> bool:
    """Return whether THEOCRACY may ESTABLISH there, at any distance but on no Trade Center (AMB-SG-28)."""
    owner = state.owners[post]
    if post in TRADE_CENTERS:
        return False
    if owner not in (NOBODY, seat) and prices.protected(state, owner, "theocracy", post):
        return False
    return THEOCRACY in types(state, seat, post)


def _advocates(state: State, seat: int, rival: int) -> list[int]:
    """Return the RIVAL's ESTABLISHED Advocates that the seat can take: ALONE in their location, with a place for it."""
    if prices.protected(state, rival, "rus"):
        return []
    alone = play.alone_posts(state, seat)
    return [
        each.tile for each in state.players[rival].advocates
        if each.established and play.spaces(state, seat, each.tile)
        and any(play.in_location(TILES[each.tile], post) for post in alone
                if ships.at_node(state, seat, post_node(post)))
    ]


def _take_advocate(state: State, seat: int, tile: int) -> None:
    """The tile changes hands and is at once PLAYED by the taker (AMB-SG-29)."""
    for rival in state.rivals(seat):
        if any(each.tile == tile for each in state.players[rival].advocates):
            followers.remove_from_board(state, rival, tile)
            tiles.to_hand(state, seat, tile, PUBLIC)
            play.begin(state, seat, tile)
            return
