"""Reorganize: a population goes elsewhere or becomes another kind (CL-ACTION-01, CL-ACTION-02)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.agenda import DONE, ONGOING, Work
from lawspeaker_engine.games.clansmen import people
from lawspeaker_engine.games.clansmen.cards.companion_cards import ways
from lawspeaker_engine.games.clansmen.options import Kind, Reorganize, Tile, kind_option, reorganize_option, tile_option
from lawspeaker_engine.games.clansmen.question_context import NOTHING, About, ContextFrame
from lawspeaker_engine.games.clansmen.state import KINDS, State
from lawspeaker_engine.model import PUBLIC, Decision

NOBODY: Final = NOTHING


def offers(state: State, seat: int) -> list[Reorganize]:
    """Return every own population of who may Reorganize, with the cards that let more be reorganized (CL-TALES-15)."""
    people = state.players[seat].people
    return [reorganize_option(person.tile, cards) for cards in ways(state, seat, "reorganize") for person in people]


def targets(state: State, seat: int, tile: int) -> list[int]:
    """Return free tiles to which the population on this tile may go, ascending (AMB-CL-54).

    As for a new population, but measured from the others; the option `move_from` measures from itself too, and so does
    a lone population.
    """
    tiles = [person.tile for person in state.players[seat].people]
    if state.settings.move_from == "others" and len(tiles) > 1:
        tiles.remove(tile)
    return sorted(people.within_reach(state, seat, tiles) - people.occupied(state))


@dataclass(slots=True)
class Rearrange(ContextFrame[State]):
    """The seat moves a population or changes its kind, and then maybe more, also the same again (CL-TALES-15)."""

    seat: int
    tile: int = NOBODY
    """The tile of the population, once it is named."""
    more: int = 0
    """How many follow."""

    def step(self, state: State) -> Decision | Work:
        """Ask which population, then what becomes of it."""
        if self.tile == NOBODY:
            own = [tile_option(person.tile) for person in state.players[self.seat].people]
            return self.choose(state, self.seat, "reorganize.again", own, PUBLIC)
        person = people.person_at(state, self.seat, self.tile)
        assert person is not None
        tiles = map(tile_option, targets(state, self.seat, self.tile))
        others = [kind_option(kind) for kind in range(len(KINDS)) if kind != person.kind]
        return Decision(self.seat, "reorganize.to", [*tiles, *others], 0, 1, (), PUBLIC)

    def take(self, state: State, chosen: Sequence[Tile | Kind]) -> Work:
        """It stays healthy or Weakened as it was; nothing leaves it as it is, though the action is spent."""
        if self.tile == NOBODY:
            (named,) = chosen
            assert isinstance(named, Tile)
            self.tile = named.tile
            return ONGOING
        for option in chosen:
            if isinstance(option, Tile):
                people.move(state, self.seat, self.tile, option.tile)
            else:
                people.change(state, self.seat, self.tile, option.kind)
        if self.more:
            self.tile, self.more = NOBODY, self.more - 1
            return ONGOING
        return DONE

    def about(self, state: State) -> About:
        """Return who is reorganized, once it is named, and how many are left."""
        return About(tile=self.tile, left=1 + self.more)
