"""Northgard for those who have read its components once: views and options without what is printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from lawspeaker_engine.games.northgard.cards.resolving import CARDS
from lawspeaker_engine.games.northgard.clans import CLANS
from lawspeaker_engine.games.northgard.text.module_text import ModuleTexts
from lawspeaker_engine.games.northgard.text.views import (
    BUILT,
    LETTERS,
    SPACES,
    built_in,
    card_name,
    clan_name,
    fights,
    holds_kaija,
    letters,
    names,
    neighbours,
    states,
)
from lawspeaker_engine.games.northgard.tiles import TILES
from lawspeaker_engine.games.northgard.view import PlayerView, View
from lawspeaker_engine.model import Setup
from lawspeaker_engine.text import BriefText, OptionLine

STARTING: Final = {row.name: row.name[0] for row in CARDS if row.set == "starting"}
"""Letters of the starting cards in lists."""
FEW: Final = 2
"""From so few left on what may run out is told."""
NOT_OF_CARDS: Final = (
    "setup.tile", "setup.group", "explore.place", "recruit.place", "build.place", "build.replace", "move.step",
    "move.figures", "combat.order", "combat.push", "combat.food", "combat.die", "combat.casualties", "combat.retreat",
    "combat.declare", "combat.reinforce", "combat.hunt", "snake.token", "harvest.steal", "harvest.trade",
    "harvest.exchange", "harvest.exchange_reply", "harvest.swap", "harvest.camp", "second_chance.draw",
    "second_chance.tile", "second_chance.group", "card.collect", "card.add", "card.remove", "card.bribe", "card.from",
    "card.to", "card.march", "card.raze", "card.lead", "creatures.move", "creatures.loss", "creatures.appear",
    "vedrfolnir.draw", "vedrfolnir.tile", "volcano.loss", "raid.units", "raid.any", "raid.levy", "raid.sell",
    "raid.settle", "raid.raze", "raid.arrange", "automa.begin", "automa.recruit", "automa.build", "automa.leave",
    "automa.enter", "automa.reinforce", "automa.retreat", "automa.explore",
)
"""Prompts that ask about figures, land or stocks."""
NOTES: Final = (
    (f"f food, w wood, l lore; s1 seat 1. Spaces are S (small), C (small with the Carved Stone symbol), L (large). "
     f"Buildings are called {', '.join(BUILT)}; those that are running out and Unrest are told from {FEW} left "
     f"on. In lists of cards {', '.join(f'{letter} is {name}' for name, letter in STARTING.items())}, `initial` "
     "the clan's initial card."),
    ("A player's line: resources; fame, if known; r, units in reserve; h and d, cards in hand and draw pile; active "
     "and discarded cards, of others without starting and initial ones. All upgrades of a clan can be taken, unless "
     "it says which are left. Where figures, land or stocks are asked about, only active cards and your hand are "
     "told."),
    ("`12 s1 3: Silo 2fw S2L lair t3 o2 >4 7r` is a territory: number; seat 1 holds it with 3 units (`you 3`: you do; "
     "neither: neutral); buildings; 2 food and 1 wood printed; free spaces; lairs; t, tiles, if several; o, open sides "
     "(none: closed); behind > neighbours with a higher number, r behind a rough border, x behind an impassable one; "
     "those with a lower one tell it. Equal neutral ones share a line."),
    ("Options name a card after the action. An area of a tile is named by a letter, in the order of the tile's row; N, "
     "E, S, W are sides that stay open."),
)


def _view_lines(words: ModuleTexts, view: View, *, cards: bool = True) -> Iterator[str]:
    """Yield what the seat knows and the components do not say, line by line; cards that are neither in its hand nor
    active only if `cards`.
    """
    yield from _table(words, view)
    yield from fights(words, view)
    for player in view.players:
        yield _player(player, view, cards=cards)
    yield from _cards(view) if cards else _hand(view)
    yield from _map(view)


def _table(words: ModuleTexts, view: View) -> Iterator[str]:
    when = f"Year {view.year} of {view.years}, {view.phase}" if view.year else "Setup"
    few = [f"{name} {left}" for name, left in zip((*BUILT, "Unrest"), (*view.stock, view.unrest_left), strict=True)
           if left <= FEW]
    out = f"; few left: {', '.join(few)}" if few else ""
    yield f"{when}; first player seat {view.first}; tiles {view.pile_left}{out}"
    yield from words.view(view)


def _player(player: PlayerView, view: View, *, cards: bool) -> str:
    said = [letters((player.food, player.wood, player.lore)) or "nothing"]
    said += [f"{player.fame} fame"] if player.fame >= 0 else []
    said += [f"r{player.reserve} h{player.hand_size} d{player.draw_size}"]
    piles = [("active", player.active)]
    piles += [("discard", player.discard), ("out of the game", player.boxed)] if cards else []
    told = [(what, [card for card in pile if player.seat == view.seat or not _plain(card)]) for what, pile in piles]
    said += [f"{what} {_listed(pile)}" for what, pile in told if pile]
    said += _taken(player) if cards else []
    you = "You, " if player.seat == view.seat else ""
    return f"{you}s{player.seat} {clan_name(player.clan)}: {'; '.join(said + states(player, view))}"


def _listed(cards: Sequence[int]) -> str:
    """Return cards with letters for the starting ones: `EFF, Scouts, initial`."""
    starting = [STARTING[CARDS[card].name] for card in cards if CARDS[card].set == "starting"]
    others = [card for card in cards if CARDS[card].set != "starting"]
    told = names(others).replace(f"{_clan_of(others)} (initial)", "initial") if others else ""
    return ", ".join(filter(None, ["".join(sorted(starting)), told]))


def _plain(card: int) -> bool:
    """Return whether everybody has this card, or one like it, from the beginning."""
    return CARDS[card].set == "starting" or CARDS[card].name.endswith(" (initial)")


def _clan_of(cards: Sequence[int]) -> str:
    """Return the name before `(initial)` of a clan's initial card among these."""
    return next((CARDS[card].name.removesuffix(" (initial)") for card in cards
                 if CARDS[card].name.endswith(" (initial)")), "")


def _taken(player: PlayerView) -> list[str]:
    """Return which upgrades of a clan are not in its supply any more."""
    if player.clan < 0:
        return []
    left = len(player.upgrades)
    if left == len(CLANS[player.clan].cards) - 1:
        return []
    return [f"upgrades left {names(player.upgrades)}" if left else "no upgrades left"]


def _hand(view: View) -> Iterator[str]:
    for me in (player for player in view.players if player.seat == view.seat):
        if me.hand:
            yield f"Your hand: {_listed(me.hand)}"
        if me.tiles:
            yield f"Tiles in your hand: {', '.join(TILES[tile].id for tile in me.tiles)}"


def _cards(view: View) -> Iterator[str]:
    yield from _hand(view)
    for me in (player for player in view.players if player.seat == view.seat):
        for what, cards in (("Drawn, to be sorted", me.drawn), ("Your draw pile", me.draw)):
            if cards:
                yield f"{what}: {_listed(cards)}"
        if me.top:
            yield f"On top of it, next first: {', '.join(map(card_name, reversed(me.top)))}"
    yield from _known(view)
    for what, cards in (("Displayed", view.display), ("Achievements", view.achievements)):
        if cards:
            yield f"{what}: {names(cards)}"


def _known(view: View) -> Iterator[str]:
    """Yield what is known of hands and of the tops of draw piles, a line each."""
    hands = [f"{'yours (to all)' if player.seat == view.seat else f's{player.seat}'} {_listed(player.known)}"
             for player in view.players if player.known]
    tops = [f"s{player.seat} {', '.join('unknown' if card < 0 else card_name(card) for card in reversed(top))}"
            for player in view.players if (top := player.known_top) and player.seat != view.seat]
    for what, told in (("Known of hands", hands), ("Known to be drawn next", tops)):
        if told:
            yield f"{what}: {'; '.join(told)}"


def _map(view: View) -> Iterator[str]:
    layout, board = view.layout, view.board
    beside = neighbours(view, once=True)
    alike: dict[str, list[str]] = {}
    for at, territory in enumerate(layout.territory):
        lairs = layout.lairs[at]
        spaces = board.small[at], board.carved[at], board.large[at]
        printed = [*(BUILT[building] for building in built_in(territory, view)),
                   _several((layout.food[at], layout.wood[at], layout.lore[at]), LETTERS), _several(spaces, SPACES),
                   "lair" if lairs == 1 else f"{lairs}lairs" if lairs else ""]
        size = [f"t{layout.size[at]}"] if layout.size[at] > 1 else []
        size += [f"o{_more(layout.open_sides[at])}"] if layout.open_sides[at] else []
        near = [f">{' '.join(beside[territory])}"] if territory in beside else []
        who, said = f"{territory}{_force(view, at, territory)}", " ".join(filter(None, [*printed, *size, *near]))
        if near or board.owner[at] >= 0:
            yield f"{who}: {said}"
        else:
            alike.setdefault(said, []).append(who)
    yield from (f"{' '.join(numbers)}: {said}" for said, numbers in alike.items())


def _several(numbers: Sequence[int], letters: Sequence[str]) -> str:
    """Return what a territory has: `2fw`, with numbers from 2 on."""
    return "".join(f"{_more(number)}{letter}" for number, letter in zip(numbers, letters, strict=True) if number)


def _more(number: int) -> str:
    return str(number) if number > 1 else ""


def _force(view: View, at: int, territory: int) -> str:
    owner = view.board.owner[at]
    if owner < 0:
        return ""
    kaija = "+Kaija" if holds_kaija(territory, view) else ""
    snake = " Scorched Earth" if view.scorched == territory else ""
    return f" {'you' if owner == view.seat else f's{owner}'} {view.board.units[at]}{kaija}{snake}"


def _notes(_setup: Setup) -> Iterator[str]:
    """Yield how brief texts are written."""
    yield from NOTES


def make_brief(words: ModuleTexts, options: Mapping[type, OptionLine]) -> BriefText:
    """Return the shorter text, with what modules say; `options` are the lines that differ from the long ones."""
    without_cards = partial(_view_lines, words, cards=False)
    return BriefText(_notes, partial(_view_lines, words), options, dict.fromkeys(NOT_OF_CARDS, without_cards))
