"""The cards: their rows, resolving one, the effect that resolves another card once more, and the Draw action.

Resolving, copying and drawing stand here because they look cards up, and what a card does is read from its row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.content import UnreadRow, load_unique, refuse_unknown
from lawspeaker_engine.games.northgard import clans, moments, options
from lawspeaker_engine.games.northgard.actions import build, explore, move, recruit
from lawspeaker_engine.games.northgard.cards import (
    choosing,
    deck,
    fame,
    hands,
    harvesting,
    knowledge,
    paying,
    removing,
    shifting,
    shooting,
    this_year,
    trading,
    using,
    watching,
)
from lawspeaker_engine.games.northgard.cards.special import Special
from lawspeaker_engine.games.northgard.moments import Rule
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.model import PUBLIC, Decision


@dataclass(frozen=True, slots=True)
class Counts:
    """The fame of an Achievement at the end of the game: so much for each thing in territories its owner controls."""

    small_buildings: int = 0
    large_buildings: int = 0
    small_spaces: int = 0
    """Free small spaces, those with the Carved Stone symbol included."""
    large_spaces: int = 0
    """Free large spaces."""
    food: int = 0
    """Food the territories yield at Harvest, buildings included; so too wood and lore."""
    wood: int = 0
    lore: int = 0
    lairs: int = 0
    units: int = 0
    """Own figures anywhere on the map."""
    rough: int = 0
    """Territories with a rough border; a regular one to the same neighbour hides it (as NG-MAP-10)."""
    open: int = 0
    """Open territories."""


@dataclass(frozen=True, slots=True)
class Card:
    """A row of content/cards_*.toml; its number is its index in the catalogue."""

    id: str
    name: str
    set: str
    """starting, clan, early, advanced, achievement, unrest or prototype."""
    text: str
    """The effect, in a sentence of our own."""
    effects: tuple[UnreadRow, ...] = ()
    """In printed order, as `Table.effects` has them. A card without any can be put down, but not played (AMB-R30)."""
    flash: bool = False
    fame: int = 0
    """Fame at the end of the game, negative for Unrest; 0 for Achievements, whose fame is counted."""
    clan: str = ""
    """The id of the clan it belongs to."""
    upgrade: bool = False
    """True if a clan's card is one of its two upgrades."""
    copies: int = 1
    """How many of it a starting deck or a stack holds."""
    counts: Counts = Counts()
    """The value of an Achievement."""
    reaction: bool = False
    """True if it is used when an enemy plays a card, and never in its owner's turn."""
    removable: bool = True
    """True if it can be taken out of the game (NG-ACT-15)."""
    source: str = ""
    """"ours" where the printed effect is not known and this one stands in for it."""
    module: str = ""
    """The module that brings it; empty for the base game."""
    wip: bool = False
    """True if the smaller choice of its module's cards has it."""


# Resolving a card.


def playable(state: State, seat: int, card: int) -> bool:
    """Return whether the card may be played from the hand: it has effects, and each may be (AMB-R50, NG-DRAW-05)."""
    effects = state.table.effects[card]
    if not effects or CARDS[card].reaction:
        return False
    for effect in effects:  # noqa: SIM110 - for every card of every hand, and a generator takes half as long again
        if not effect.playable(state, seat):
            return False
    return True


@dataclass(slots=True)
class ResolveCard(Frame[State]):
    """The seat resolves a card, its own or a copied one; each effect is done completely before the next (NG-ACT-04)."""

    seat: int
    card: int
    next: int = 0
    """The number of the next effect."""
    plays: bool = True
    """False if the card is resolved again by another one, and that is not to play it (AMB-H64)."""

    def step(self, state: State) -> Work:
        """Begin the next effect; one that has become impossible is left out (AMB-R50)."""
        effects = state.table.effects[self.card]
        if self.next == len(effects):
            if self.plays and moments.acts(state, Rule.after_play) and is_own(state, self.seat, self.card):
                moments.after_play(state, self.seat, self.card)
            return DONE
        effect = effects[self.next]
        self.next += 1
        if effect.playable(state, self.seat):
            effect.begin(state, self.seat, self.card)
        return ONGOING


def resolve_card(state: State, seat: int, card: int, *, plays: bool = True) -> None:
    """Push what resolves the card; before its own clan's cards a clan's power may act (NG-CLAN-SNAKE-01), or only if
    the seat `plays` them (AMB-H64).
    """
    state.push(ResolveCard(seat, card, plays=plays))
    if is_own(state, seat, card):
        moments.before_card(state, seat, card)
        if plays:
            moments.before_play(state, seat, card)


def is_own(state: State, seat: int, card: int) -> bool:
    """Return whether the card belongs to the seat's clan."""
    return card in state.table.own_cards[state.players[seat].clan]


# Resolving a card that already lies in an active area.


PLAYED = "played"
ADJACENT = "adjacent"
SCORCHED = "scorched"
WHOSE = (PLAYED, ADJACENT, SCORCHED)


@dataclass(frozen=True, slots=True)
class Copy(Special):
    """Resolve, for the own seat, a card of some active area; never one that copies, so that it comes to an end."""

    of: str
    """played: cards the seat played this year; adjacent: active areas of the owners of enemy territories adjacent to
    own ones; scorched: active area of the enemy in whose territory the Scorched Earth token lies."""

    def __post_init__(self) -> None:
        refuse_unknown("copy of", self.of, WHOSE)

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask which card is resolved."""
        state.push(ChooseCopied(seat, self.of))


@dataclass(slots=True)
class ChooseCopied(Frame[State]):
    """The seat chooses the card to resolve, among those it could play now."""

    seat: int
    of: str

    def step(self, state: State) -> Decision | Work:
        """Ask which card; if none can be resolved, nothing happens (AMB-R50)."""
        found = [
            option for option in deck.distinct(self._cards(state))
            if not copies(state, option.card) and playable(state, self.seat, option.card)
        ]
        return self.choose(state, self.seat, "card.copy", found, PUBLIC)

    def take(self, state: State, chosen: Sequence[options.Card]) -> Work:
        """Resolve the card, which stays where it is."""
        for option in chosen:
            resolve_card(state, self.seat, option.card, plays=state.settings.copies_play)
        return DONE

    def _cards(self, state: State) -> list[int]:
        if self.of == PLAYED:
            return state.players[self.seat].played
        return [card for owner in self._owners(state) for card in state.players[owner].active]

    def _owners(self, state: State) -> list[int]:
        board = state.board
        there = clans.scorched(state)
        where = board.territories if self.of == ADJACENT else [there] if there >= 0 else []
        owners = {
            board.owner[territory] for territory in where
            if state.is_enemy(self.seat, board.owner[territory])
            and (self.of == SCORCHED or removing.adjacent(state, self.seat, territory))
        }
        return sorted(owners)


def copies(state: State, card: int) -> bool:
    """Return whether the card resolves another one."""
    return any(isinstance(effect, Copy) for effect in state.table.effects[card])


# Drawing cards, which may be worth more where they have Flash.


@dataclass(slots=True)
class ShowFlash(Frame[State]):
    """The seat may show a card with Flash among those just drawn; all come into the hand, then as many more."""

    seat: int
    more: int

    def step(self, state: State) -> Decision | Work:
        """Ask which card is shown. The seat is asked also without such a card, so that nobody can tell; not if it
        could draw no more, which all can see.
        """
        player = state.players[self.seat]
        if deck.available(player):
            flash = [option for option in deck.distinct(player.drawn) if CARDS[option.card].flash]
            return Decision(self.seat, "draw.show", flash, 0, min(1, len(flash)), (), PUBLIC)
        return self.take(state, [])

    def take(self, state: State, chosen: Sequence[options.Card]) -> Work:
        """Take the cards into the hand, and draw more for the one shown."""
        player = state.players[self.seat]
        for option in chosen:
            knowledge.show_drawn(player, option.card)
        knowledge.keep_drawn(player)
        if chosen:
            state.push(deck.DrawCards(self.seat, self.more))
        return DONE


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw keep + discard + top cards and sort them so (NG-DRAW-01)."""

    keep: int
    discard: int = 0
    top: int = 0
    more_if_flash: int = 0
    """How many cards more are drawn if the seat shows one of those drawn that has Flash; only where all are kept."""

    def __post_init__(self) -> None:
        if self.more_if_flash and (self.discard or self.top):
            raise ValueError("draw with more_if_flash keeps all cards: discard and top are 0")

    def playable(self, state: State, seat: int) -> bool:
        """Return whether there are cards enough (NG-DRAW-05)."""
        return deck.available(state.players[seat]) >= self.keep + self.discard + self.top

    def begin(self, state: State, seat: int, card: int) -> None:
        """Draw the cards, and sort them unless all are kept."""
        count = self.keep + self.discard + self.top
        if self.more_if_flash:
            state.push(ShowFlash(seat, self.more_if_flash))
            state.push(deck.DrawCards(seat, count, "drawn"))
        elif count == self.keep:
            state.push(deck.DrawCards(seat, count))
        else:
            state.push(deck.SortDrawn(seat, self.discard, self.top))
            state.push(deck.DrawCards(seat, count, "drawn"))


# The rows.


VERBS: Final[dict[str, type]] = {
    "recruit": recruit.Recruit,
    "add_unit": recruit.AddUnit,
    "recruit_each": recruit.RecruitEach,
    "build": build.Build,
    "exchange_building": build.ExchangeBuilding,
    "move": move.Move,
    "march_anywhere": shifting.MarchAnywhere,
    "bribe": shifting.Bribe,
    "join_figures": shifting.JoinFigures,
    "explore": explore.ExploreEffect,
    "draw": Draw,
    "draw_for_territories": deck.DrawForTerritories,
    "take_discarded": deck.TakeDiscarded,
    "take_displayed": this_year.TakeDisplayed,
    "awaken_kaija": this_year.AwakenKaija,
    "ignore_defenses": this_year.IgnoreDefenses,
    "scorch": this_year.Scorch,
    "gain": paying.Gain,
    "exchange": trading.ExchangeResources,
    "harvest_one": harvesting.HarvestOne,
    "collect_missing": harvesting.CollectMissing,
    "use_up": using.UseUp,
    "watch": watching.Watch,
    "shoot": shooting.Shoot,
    "gain_fame": fame.GainFame,
    "pay": paying.PayFor,
    "pay_each": paying.PayEach,
    "choose": choosing.Choose,
    "may": choosing.May,
    "before_or_after": choosing.BeforeOrAfter,
    "copy": Copy,
    "spy": hands.Spy,
    "exploit": hands.Exploit,
    "extort": hands.Extort,
    "curse": hands.Curse,
    "remove_enemy": removing.RemoveEnemy,
    "collect_one": paying.CollectOne,
}
"""The verbs that the base game brings; modules bring others."""

_CONTENT: Final = Path(__file__).parent.parent / "content"
_FILES: Final = tuple(_CONTENT / f"cards_{name}.toml" for name in (
    "starting", "clan", "early", "advanced", "other", "prototype", "horizons", "warchiefs", "dragon_kraken_squirrel",
    "lynx", "ox", "automa", "creatures",
))

CARDS: Final = load_unique(_FILES, "card", Card)
"""All cards by number."""


def number_of(card: str) -> int:
    """Return the number of the card with this id. Raises ValueError if there is none."""
    return [row.id for row in CARDS].index(card)


def cards_of(kind: str, modules: Sequence[str] = ()) -> list[int]:
    """Return all cards of a set in the base game and these modules, each as often as it exists; ascending."""
    return [number for number in _sets().get(kind, ()) if CARDS[number].module in ("", *modules)]


@cache
def _sets() -> dict[str, list[int]]:
    """Return by set its cards of all modules, each as often as it exists; ascending."""
    sets: dict[str, list[int]] = {}
    for number, card in enumerate(CARDS):
        sets.setdefault(card.set, []).extend([number] * card.copies)
    return sets


UNREST: Final = number_of("unrest")

REACTIONS: Final = tuple(number for number, card in enumerate(CARDS) if card.reaction)
"""Cards that are used when an enemy plays a card."""
