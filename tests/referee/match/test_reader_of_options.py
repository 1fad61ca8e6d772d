"""An option's line says what the option does: who has read start and decision foresees what it changes.

In games by chance every option is tried on a copy of the position. What the reader of its line expects of cards,
prices, places and amounts is what the player's view then shows.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

from lawspeaker.v1.referee_service_pb2 import DecisionRequest
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.games.clansmen.buildings import BUILDINGS
from lawspeaker_engine.games.northgard.cards.resolving import CARDS
from lawspeaker_engine.games.pax_viking.board import FIRST_POST, HOMES, POSTS, REGIONS, WINDS
from lawspeaker_engine.games.pax_viking.rows import NO_TYPE, TILES, TYPES
from lawspeaker_engine.position import load
from lawspeaker_referee.match.events import BotInfo, Joined
from tests.referee.match.match_driver import Drive
from tests.referee.match.reader.clansmen_reader import ClansmenReader
from tests.referee.match.reader.deeds import ClansmenDeeds, NorthgardDeeds, PaxVikingDeeds, Told
from tests.referee.match.reader.northgard_reader import NorthgardReader
from tests.referee.match.reader.pax_viking_reader import PaxVikingReader
from tests.sample_sizes import first_quick

READERS: dict[str, Callable[[str], Any]] = {
    "northgard": lambda text: NorthgardDeeds(NorthgardReader(text)),
    "clansmen": lambda text: ClansmenDeeds(ClansmenReader(text)),
    "pax_viking": lambda text: PaxVikingDeeds(PaxVikingReader(text)),
}
KINDS = {
    "northgard": {"wait", "replace", "remove", "upgrade", "pass", "move.step", "build.place", "recruit.place",
                  "harvest.trade"},
    "clansmen": {"hunt", "feast", "gifts", "Festival", "build", "trade.with"},
    "pax_viking": {"journey.step", "solstice.discard", "buy"},
}
"""By game: the kinds of option that are tried, by the first word of a line, or by the prompt."""
SEEDS = 4
STEPS = {"northgard": 400, "clansmen": 400, "pax_viking": 150}
"""By game: those of one match. Pax Viking has most options."""
BOT = BotInfo("reader", text=True, positions=True)


@cache
def played(name: str, seed: int) -> tuple[Drive, str]:
    """A game by chance between readers, as far as its STEPS go, and its start. Lore, which is rare, is taken."""
    drive = Drive(3, start=False, game=GAMES[name], seed=seed.to_bytes(32, "big"))
    for seat in range(3):
        drive.tell(Joined(seat, BOT))
    rng = Random(seed)

    def choose(_seat: int, request: DecisionRequest) -> list[int]:
        dear = [pick for pick, line in enumerate(request.text.options) if re.search("for 1l$|^upgrade ", line)]
        if dear and request.most == 1:
            return [rng.choice(dear)]
        least = max(request.least, min(1, request.most))
        return rng.sample(range(request.option_count), rng.randint(least, request.most))

    drive.play(choose, STEPS[name])
    return drive, next(each.match_started.text for each in drive.sent[0] if each.HasField("match_started"))


def counted(name: str, view: Any, seat: int) -> Counter[str]:
    """What a player has, by the words of a reader."""
    return {"northgard": of_northgard, "clansmen": of_clansmen, "pax_viking": of_pax_viking}[name](view, seat)


def of_northgard(view: Any, seat: int) -> Counter[str]:
    player = view.players[seat]
    found = Counter({what: getattr(player, what) for what in ("food", "wood", "lore", "reserve", "passed")})
    for place, cards in (("active", player.active), ("hand", player.hand), ("out of the game", player.boxed)):
        found.update(f"{place} {named(card)}" for card in cards)
    board = view.board
    for territory, owner, units in zip(view.layout.territory, board.owner, board.units, strict=True):
        found[f"units in {territory}"] = units if owner == seat else 0
    shorts = ("Silo", "Lodge", "Stone", "Tower", "Camp", "Fortress", "Forge", "Altar")
    found.update(f"{shorts[kind]} in {where}"
                 for kind, where in zip(board.building, board.building_territory, strict=True))
    return found


def named(card: int) -> str:
    """The name of a card, with its set if another one has the same."""
    row = CARDS[card]
    shared = sum(other.name == row.name for other in CARDS) > 1
    return f"{row.name} ({row.set})" if shared else row.name


def of_clansmen(view: Any, seat: int) -> Counter[str]:
    player = view.players[seat]
    found = Counter({what: getattr(player, what) for what in (
        "food", "wood", "stone", "goods", "respect", "blessings", "actions")})
    for row, count in zip(BUILDINGS, player.built, strict=True):
        found[f"built {row.name}"] = count
    return found


def of_pax_viking(view: Any, seat: int) -> Counter[str]:
    player = view.players[seat]
    found = Counter({"silver": player.silver, **Counter(f"hand {tile_named(tile)}" for tile in player.hand)})
    found.update(f"ships {place_named(ship.node)}" for ship in view.longships if ship.seat == seat)
    return found


def tile_named(tile: int) -> str:
    row = TILES[tile]
    where = REGIONS[row.region].name if row.region >= 0 else WINDS[row.wind].capitalize() if row.wind >= 0 else "any"
    return f"{row.name} ({where}{'' if row.follower == NO_TYPE else f' {TYPES[row.follower][0].upper()}'})"


def place_named(node: int) -> str:
    if node < 0:
        return "the Jarlboard"
    if node < len(HOMES):
        return f"{HOMES[node].name} (home)"
    if node < FIRST_POST:
        return REGIONS[node - len(HOMES)].name
    return POSTS[node - FIRST_POST].name if node - FIRST_POST < len(POSTS) else "another home"


def tried(name: str, drive: Drive, start: str, shift: int = 0) -> tuple[Counter[str], list[object]]:
    """By kind of option, how many were foreseen; and what was foreseen wrongly. With a shift an option is read by the
    line of one so many places behind it.
    """
    reader, right = READERS[name](start), Counter[str]()
    wrong: list[object] = []
    for seat in range(3):
        for request in drive.requests(seat):
            told = Told(request.prompt, request.text.view, list(request.text.events))
            position = load(request.position)
            asked = position.decisions
            if len(asked) != 1 or request.least > 1:
                continue
            before = counted(name, position.view(seat), seat)
            lines = list(request.text.options)
            for pick, line in enumerate(lines[shift:] + lines[:shift]):
                if (expected := reader.of(told, line)) is None:
                    continue
                after = position.copy()
                after.answer((pick,))
                now = counted(name, after.view(seat), seat)
                changes = {what: now[what] - before[what] for what in expected}
                if changes == expected:
                    kind = line.split(" ")[0].rstrip(":,") if request.prompt.startswith("turn.") else request.prompt
                    right[kind] += 1
                else:
                    wrong.append((request.prompt, line, expected, changes, told.events[-2:]))
    return right, wrong


CASES = [(name, seed) for seed in range(SEEDS) for name in READERS]


@pytest.mark.parametrize(("name", "seed"), first_quick(len(READERS), CASES))
def test_what_an_option_does_is_what_its_line_and_the_start_say(name: str, seed: int) -> None:
    right, wrong = tried(name, *played(name, seed))
    assert wrong == []
    assert sum(right.values()) > 100


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
def test_options_of_all_kinds_are_among_those_that_were_tried(name: str) -> None:
    kinds = {kind for seed in range(SEEDS) for kind in tried(name, *played(name, seed))[0]}
    assert kinds == KINDS[name]


@pytest.mark.parametrize("name", first_quick(1, READERS))
def test_who_reads_the_line_of_another_option_foresees_wrongly(name: str) -> None:
    """The proof can fail."""
    right, wrong = tried(name, *played(name, 0), shift=1)
    assert len(wrong) > sum(right.values())


@pytest.mark.parametrize(("name", "told", "other"), [
    ("northgard", "pay 1 lore and draw 1", "pay 2 lore and draw 1"),
    ("northgard", "(small, 1 wood)", "(small, 2 wood)"),
    ("clansmen", "Hunt: gain 2 Food", "Hunt: gain 3 Food"), ("clansmen", "Watchtower (2 wood)", "Watchtower (3 wood)"),
])
def test_who_has_a_start_with_another_price_foresees_wrongly(name: str, told: str, other: str) -> None:
    """The proof can fail."""
    drive, start = played(name, 0)
    assert told in start
    assert tried(name, drive, start.replace(told, other))[1]
