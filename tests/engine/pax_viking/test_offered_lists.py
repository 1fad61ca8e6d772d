"""Each list that an ability offers, against what can be paid and done: in random positions, by a second reading.

`Reading` says it anew, straight from the map, the purses and the rows' names, and shares no rule with the engine.
"""

from __future__ import annotations

from random import Random

from lawspeaker_engine.games.pax_viking import tiles
from lawspeaker_engine.games.pax_viking.board import COSTS, POST_REGION, POST_WIND, POSTS, REGION_OF, REGIONS, post_of
from lawspeaker_engine.games.pax_viking.options import Activate, Buy, Play, Post, Seat, Ship, Tile, TrackSpace, UseTile
from lawspeaker_engine.games.pax_viking.rows import ADVOCATE, EVENT, TILES, TYPES, VENTURE
from lawspeaker_engine.games.pax_viking.state import NOBODY, State
from lawspeaker_engine.model import Chance
from tests.sample_sizes import seeds

from .conservation import census
from .positions import (
    GAME,
    A,
    B,
    answer,
    board,
    decision,
    draws,
    follow,
    hand,
    on_board,
    run,
    ship,
    table,
    turn,
    venture,
)

PLAYERS = 3
CIRCLES = [number for number, row in enumerate(POSTS) if row.kind == "empty"]
PRINTED = [row.id for row in POSTS if row.kind != "empty"]
USED = ("A06", "A10", "G03", "G07", "G12", "G18")
ACTIVATED = frozenset(
    {"V01", "V03", "V04", "V05", "V06", "V08", "V09", "V12", "V15", "V16", "V18", "V20", "V21"})
LISTS = frozenset({
    "effect.rival", "effect.longship", "effect.post", "effect.buy", "effect.tile", "effect.hand", "effect.copy",
    "effect.play",
})
"""Prompts of the first list of an ability; one with a single entry is often not asked, and then something else is."""


def rich(random: Random) -> State:
    """Return a position with many Ventures, Longships and tiles, in which silver is short for some and plenty for A."""
    state = table(PLAYERS)
    _settle(state, random)
    of_a = [POSTS[post].id for post, owner in enumerate(state.owners) if owner == A]
    for seat in range(PLAYERS):
        own = [POSTS[post].id for post, owner in enumerate(state.owners) if owner == seat and post in CIRCLES]
        anywhere = [row.id for row in POSTS] + [row.id for row in REGIONS if row.kind != "harbor"]
        for _ in range(random.randrange(2, 6)):
            at = random.choice(own if own and random.random() < 0.6 else anywhere if random.random() < 0.5 else of_a)
            ship(state, seat, at, exhausted=random.random() < 0.3)
        for number in random.sample([*state.pile, *state.box], random.choice((0, 2, 6, 20))):
            hand(state, seat, TILES[number].id)
        state.players[seat].silver = random.choice((0, 1, 2, 3, 30))
    if random.random() < 0.5:
        _only_tile_0(state)
    state.discard = random.sample(state.box, random.choice((0, 1, 5)))
    state.box = [tile for tile in state.box if tile not in state.discard]
    if random.random() < 0.2:
        state.box, state.pile = sorted(state.box + state.pile), []
    gone = [tile for tile in state.track if random.random() < 0.3]
    state.track = [-1 if tile in gone else tile for tile in state.track]
    state.box = sorted(state.box + gone)
    turn(state)
    state.influence, state.question = [NOBODY] * 4, None  # so that no question which marker pays comes first
    return state


def _only_tile_0(state: State) -> None:
    """A's hand is tile 0 alone, if nobody has it, and A has a Longship where it can be PLAYED."""
    for number in state.players[A].hand[:]:
        tiles.from_hand(state, A, number)
        state.box.append(number)
    if 0 in (*state.pile, *state.box, *state.track):
        hand(state, A, TILES[0].id)
    if on_board(state, A) >= 0:
        ship(state, A, "vina_1")
    state.box.sort()


def _settle(state: State, random: Random) -> None:
    """Lay Ventures with and without Followers, and ESTABLISH at Trade Centers, Powerful Allies and on A's Jarlboard."""
    ventures = [row for row in TILES if row.kind == VENTURE and (row.archetype in ACTIVATED or random.random() < 0.3)]
    for row in random.sample(ventures, 26):
        posts = [post for post in CIRCLES if state.tiles[post] < 0 and fits(row, post)]
        owner = random.choice((NOBODY, A, A, 1, 2))
        if posts and (owner == NOBODY or state.players[owner].supply[row.follower]):
            venture(state, row.id, POSTS[random.choice(posts)].id, owner)
    for archetype in random.sample(USED, 3):
        row = random.choice([row for row in TILES if row.archetype == archetype])
        if state.players[A].supply[row.follower]:
            board(state, A, row.id)
    for name in random.sample(PRINTED, 6):
        seat, kind = random.randrange(PLAYERS), random.choice((0, 3))
        if state.players[seat].supply[kind]:
            follow(state, seat, name, TYPES[kind])


def fits(row, post) -> bool:
    """Return whether a POST lies where a tile says."""
    return row.region in {-1, POST_REGION[post]} and row.wind in {-1, POST_WIND[post]}


class Reading:
    """The abilities that A can use in this position."""

    def __init__(self, state: State) -> None:
        self.state, self.me = state, state.players[A]
        self.boats = [(number, each) for number, each in enumerate(state.longships) if each.seat >= 0]

    def at(self, post: int) -> list[int]:
        """The owners of the Longships in a POST; Followers of tiles of V07 count as Longships."""
        watchman = [self.state.owners[post]] if self.name(post) == "V07" and self.state.owners[post] != NOBODY else []
        return watchman + [each.seat for _, each in self.boats if each.node >= 0 and post_of(each.node) == post]

    def cost(self, post: int) -> int:
        """The price of a POST for A, whose Jarl and tiles change no price."""
        return COSTS[post]

    def near(self, longship: int) -> set[int]:
        """RIVALS in the REGION of a Longship; without one, of any of A."""
        mine = [each for number, each in self.boats if each.seat == A and longship in {-1, number}]
        regions = {REGION_OF[each.node] for each in mine if each.node >= 0} - {-1}
        return {each.seat for _, each in self.boats if each.node >= 0 and REGION_OF[each.node] in regions} - {A}

    def supply(self, kind: int) -> bool:
        """Whether A has a Follower of a type left."""
        return self.me.supply[kind] > 0

    def plays(self) -> set[int]:
        """Tiles of the hand that A can PLAY."""
        return {tile for tile in self.me.hand if any(self.playable(tile, post) for post in range(len(POSTS)))}

    def playable(self, tile: int, post: int) -> bool:
        """Return whether A can PLAY a tile by its presence in a POST."""
        row = TILES[tile]
        if set(self.at(post)) != {A} or not fits(row, post):
            return False
        if row.kind == EVENT:
            return True
        if row.kind == VENTURE:
            own = self.state.owners[post] == A and self.state.followers[post] == row.follower
            return post in CIRCLES and self.me.silver >= self.cost(post) and (self.supply(row.follower) or own)
        there = self.me.advocates if row.kind == ADVOCATE else self.me.gods
        return self.supply(row.follower) or any(TILES[each.tile].follower == row.follower for each in there)

    def first(self, archetype: str, post: int, longship: int, wind: int) -> set[int] | None:
        """Return what its first question should offer; None if it does something without a choice, or one of moves."""
        state, silver, track = self.state, self.me.silver, self.state.track
        taken = {
            "V08": lambda: {seat for seat in self.near(longship) if state.players[seat].silver},
            "V09": lambda: {tile for tile in state.discard if silver >= 1},
            "V12": lambda: {number for number, each in self.boats
                            if each.seat == A and each.exhausted and number != longship},
            "V15": lambda: {other for other in CIRCLES if silver >= 2 and POST_REGION[other] == POST_REGION[post]
                            and state.owners[other] not in {A, NOBODY} and not self.guarded(other)},
            "V16": lambda: {space for space, tile in enumerate(track) if tile >= 0 and silver >= self.price(space) - 2},
            "V18": lambda: {tile for tile in track[:2] if tile >= 0},
            "V20": self.plays,
            "V21": lambda: {other for other in CIRCLES if POST_WIND[other] == wind and state.tiles[other] >= 0
                            and state.owners[other] == NOBODY and silver >= 1 + self.cost(other)
                            and self.supply(TILES[state.tiles[other]].follower)},
            "A06": lambda: {seat for seat in self.near(-1) if state.players[seat].hand},
            "A10": lambda: {other for other in CIRCLES if state.owners[other] not in {A, NOBODY}
                            and POST_WIND[other] == wind and self.can(self.name(other), other, -1, wind)},
            "G07": lambda: set(self.me.hand) if any(tile >= 0 for tile in track) else set(),
            "G12": lambda: {tile for tile in state.discard if TILES[tile].kind not in {VENTURE, EVENT}},
            "G18": lambda: {number for number, each in self.boats if each.seat != A and each.node >= 0
                            and post_of(each.node) < 0 and REGION_OF[each.node] >= 0
                            and REGIONS[REGION_OF[each.node]].kind == "sea"},
        }.get(archetype)
        return None if taken is None else set(taken())

    def can(self, archetype: str, post: int, longship: int, wind: int) -> bool:
        """Return whether an ability would do something."""
        if archetype not in ACTIVATED and archetype not in USED:
            return False
        offered = self.first(archetype, post, longship, wind)
        if offered is not None:
            return bool(offered)
        if archetype == "V03":
            return any(each.seat == A and each.kind == 0 and each.node < 0 for each in self.state.longships)
        if archetype == "V05":
            return any(self.state.owners[own] == A and POST_WIND[own] == wind and self.name(own) for own in CIRCLES)
        return archetype not in {"V04", "G03"} or len(self.state.pile) > 0

    def name(self, post: int) -> str:
        """The archetype of the Venture in a POST."""
        return TILES[self.state.tiles[post]].archetype if self.state.tiles[post] >= 0 else ""

    def price(self, space: int) -> int:
        """The price of a space of the track for A, lower with Bulghar."""
        return max(1, space + 1 - (self.state.owners[[row.id for row in POSTS].index("bulghar")] == A))

    def guarded(self, post: int) -> bool:
        """Return whether a Palisaded Landing with an owner's Longship is there."""
        return self.name(post) == "V13" and self.state.owners[post] in self.at(post)


def plain(option: object) -> int:
    """Return the number that an option points to."""
    match option:
        case Seat(seat=number) | Ship(longship=number) | Post(post=number) | Tile(tile=number) | Play(tile=number) \
                | Buy(space=number) | TrackSpace(space=number) | UseTile(tile=number):
            return number
    raise TypeError(f"{option!r} points to nothing")


def key(option: Activate | UseTile) -> tuple[str, int]:
    """Return the tile or POST that is used; of Longships that are alike only one is offered there."""
    return ("post", option.post) if isinstance(option, Activate) else ("tile", option.tile)


def abilities(state: State) -> dict[tuple[str, int], tuple[str, int, int, int]]:
    """Return by `key` each ability that A could use if it does something, as `Reading.first` wants it."""
    found: dict[tuple[str, int], tuple[str, int, int, int]] = {}
    for post in CIRCLES:
        if state.owners[post] == A:
            for number, each in enumerate(state.longships):
                if each.seat == A and each.node >= 0 and post_of(each.node) == post and not each.exhausted:
                    name = TILES[state.tiles[post]].archetype
                    found.setdefault(("post", post), (name, post, number, POST_WIND[post]))
    for held in state.players[A].board:
        row = TILES[held.tile]
        found["tile", held.tile] = (row.archetype, -1, -1, row.this_wind)
    return found


@seeds(150, 1000)
def test_every_list_of_an_ability_is_what_can_be_paid_and_done(seeds):
    tried: set[str] = set()
    for seed in seeds:
        state = rich(Random(seed))
        reading = Reading(state)
        offered = [option for option in decision(state).options if isinstance(option, Activate | UseTile)]
        offers = {key(option): option for option in reversed(offered)}
        for used, what in abilities(state).items():
            assert (used in offers) is reading.can(*what), (seed, what)
            if used in offers:
                tried.add(what[0])
                assert_done(state, offers.pop(used), reading.first(*what), seed)
        assert not offers, (seed, offers)
    assert tried == {*ACTIVATED, *USED}


def assert_done(state: State, option: object, expected: set[int] | None, seed: int) -> None:
    """Use an ability: its first list is as expected, each of its entries can be taken, and nothing is owed."""
    after = GAME.copy(state)
    answer(after, option)
    question = run(after)
    if expected is not None and not isinstance(question, Chance) and question[0].prompt in LISTS:
        found = {plain(each) for each in question[0].options}
        assert alike(after, question[0].prompt, found) == alike(after, question[0].prompt, expected), (seed, option)
    random = Random(seed)
    before = census(state)
    picks = range(1) if isinstance(question, Chance) else range(len(question[0].options))
    for pick in picks:
        one = GAME.copy(after)
        if not isinstance(question, Chance) and question[0].prompt != "turn.action":
            answer(one, *([pick] if question[0].most == 1 else question[0].default))
        for _ in range(12):
            asked = run(one)
            if isinstance(asked, Chance):
                draws(one)
            elif not asked or asked[0].prompt == "turn.action":
                break
            else:
                answer(one, *random.sample(range(len(asked[0].options)), asked[0].least))
        assert census(one).keys() == before.keys(), "nobody owes silver"


def alike(state: State, prompt: str, found: set[int]) -> set[object]:
    """Return Longships as what they are, for of those that are alike one is offered."""
    if prompt != "effect.longship":
        return set(found)
    return {
        (each.seat, each.kind, each.node, each.exhausted)
        for number in found for each in [state.longships[number]]
    }


@seeds(100, 600)
def test_AMB_SG_48_what_an_action_asks_first_does_not_depend_on_the_hand(seeds):
    """For B the hand of A may be another one: whatever A does with either, the same is asked of the same seat."""
    compared = set()
    for seed in seeds:
        state = rich(Random(seed))
        twin = GAME.deal_anew(state, B, Random(seed))
        others = decision(twin).options
        for option in decision(state).options:
            if option in others:
                asked = []
                for each in (GAME.copy(state), GAME.copy(twin)):
                    answer(each, option)
                    question = run(each)
                    asked.append((-1, question.prompt) if isinstance(question, Chance) else asked_of(question))
                assert asked[0] == asked[1], (seed, option)
                compared.add(asked[0][1])
    assert compared >= {"effect.play", "effect.copy"}


def asked_of(question):
    """Return who is asked what."""
    return (question[0].seat, question[0].prompt) if question else (-1, "")
