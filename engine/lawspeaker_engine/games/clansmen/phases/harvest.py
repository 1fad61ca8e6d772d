"""Harvest (CL-SEQ-07): what the land, the cards that stay in play and Idle Hands bring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, ONGOING, Work
from lawspeaker_engine.games.clansmen.cards.tales import TALES, Attach
from lawspeaker_engine.games.clansmen.hexes import TERRAINS, Terrain
from lawspeaker_engine.games.clansmen.options import Yield
from lawspeaker_engine.games.clansmen.people import healthy, person_at
from lawspeaker_engine.games.clansmen.phases.events import in_force
from lawspeaker_engine.games.clansmen.question_context import About, ContextFrame
from lawspeaker_engine.games.clansmen.state import (
    CRAFTSMAN,
    FARMER,
    FOOD,
    GOODS,
    LABORER,
    STONE,
    WINTER,
    WOOD,
    Attached,
    State,
)
from lawspeaker_engine.model import PUBLIC, Decision


@dataclass(slots=True)
class HarvestPhase(ContextFrame[State]):
    """All who may let a Craftsman use up a Laborer's yield are asked in turn order; then all produce at once."""

    asked: int = 0
    """How many of the cards in question are answered for."""
    diverted: tuple[tuple[int, int, int], ...] = ()
    """Tile of each Laborer whose yield is used up, and the Wood and Stone that it still gives."""

    def step(self, state: State) -> Decision | Work:
        """Ask about one card after the other, in each Harvest anew (AMB-CL-44)."""
        cards = diverting(state)
        if self.asked < len(cards):
            seat, attached = cards[self.asked]
            options = remainders(terrain_at(state, attached.tile), state.season)
            return Decision(seat, "harvest.use", options, 0, 1, (len(options) - 1,), PUBLIC)
        for seat, player in enumerate(state.players):
            for resource, amount in enumerate(produce(state, seat, self.diverted)):
                player.stock[resource] += amount
        return DONE

    def take(self, state: State, chosen: Sequence[Yield]) -> Work:
        """Use the card, or leave it for this season."""
        tile = self._running(state).tile
        self.asked += 1
        self.diverted += tuple((tile, option.wood, option.stone) for option in chosen)
        return ONGOING

    def about(self, state: State) -> About:
        """Return the card in question, and the Laborer that works with it."""
        attached = self._running(state)
        return About(tile=attached.tile, card=attached.card)

    def _running(self, state: State) -> Attached:
        return diverting(state)[self.asked][1]


def terrain_at(state: State, tile: int) -> Terrain:
    """Return the terrain of the tile."""
    return TERRAINS[state.land.terrain[tile]]


def diverting(state: State) -> list[tuple[int, Attached]]:
    """Owner and place of each card that uses up a Laborer's yield and works now, in turn order."""
    return [
        (seat, attached)
        for seat in state.turn_order()
        for attached in state.players[seat].attached
        if (card := works(state, seat, attached)) and card.halves
    ]


def remainders(terrain: Terrain, season: int) -> list[Yield]:
    """Return what the Laborer may still give: one unit of what its tile shows, none in Winter (CL-TALES-06, 07)."""
    if season == WINTER:
        return [Yield(0, 0)]
    return [Yield(1, 0)] * (terrain.wood > 0) + [Yield(0, 1)] * (terrain.stone > 0)


def works(state: State, seat: int, attached: Attached) -> Attach | None:
    """Return the card's effect if its condition holds now: the healthy worker on its tile, and a healthy Craftsman if
    needed.

    While it fails the card stays where it is (CL-TALES-04, AMB-CL-43); several may use one Craftsman (AMB-CL-55).
    """
    card = TALES[attached.card].effect
    if not isinstance(card, Attach):
        return None
    worker = person_at(state, seat, attached.tile)
    if worker is None or worker.weakened or not card.wants(state, worker):
        return None
    if card.craftsman and not healthy(state, seat, CRAFTSMAN):
        return None
    if card.halves and state.season == WINTER and not state.settings.craft_in_winter:
        return None
    return card


def produce(state: State, seat: int, diverted: Sequence[tuple[int, int, int]]) -> list[int]:
    """Return what the seat's people bring in this Harvest: Food, Wood, Stone, Goods (CL-POP-02..05)."""
    stock = [0] * 4
    working = [(each.tile, card) for each in state.players[seat].attached if (card := works(state, seat, each))]
    stock[FOOD] = crops(state, seat, working)
    left = {tile: (wood, stone) for tile, wood, stone in diverted}
    if state.season != WINTER:
        for laborer in healthy(state, seat, LABORER):
            terrain = terrain_at(state, laborer.tile)
            wood, stone = left.get(laborer.tile, (terrain.wood, terrain.stone))
            stock[WOOD] += wood
            stock[STONE] += stone
    stock[GOODS] = len(healthy(state, seat, CRAFTSMAN)) + idle_goods(state, seat)
    for tile, card in working:
        stock[GOODS] += card.goods[state.season]
        stock[GOODS] += card.craftsman and (not card.halves or tile in left)
    return stock


def crops(state: State, seat: int, working: Sequence[tuple[int, Attach]]) -> int:
    """Return the Food of all Farmers by tile, cards and, but in Winter, event; never below 0 (AMB-CL-39).

    `working` are the seat's cards that work now, with their tiles; different ones on a tile add up (AMB-CL-43).
    """
    amounts = [
        terrain_at(state, farmer.tile).food[state.season]
        + sum([card.food[state.season] for tile, card in working if tile == farmer.tile])
        for farmer in healthy(state, seat, FARMER)
    ]
    change = 0 if state.season == WINTER else in_force(state, seat).farm
    if state.settings.harvest_event == "farmer":
        return sum(max(0, amount + change) for amount in amounts)
    return max(0, sum(amounts) + change) if amounts else 0


def idle_goods(state: State, seat: int) -> int:
    """Goods by Idle Hands, besides what the tile gives, of those who are still healthy Farmers or Laborers.

    AMB-CL-14.
    """
    if state.settings.idle_goods != "harvest":
        return 0
    idle = state.players[seat].idle
    return sum(person.tile in idle for person in healthy(state, seat, FARMER, LABORER))
