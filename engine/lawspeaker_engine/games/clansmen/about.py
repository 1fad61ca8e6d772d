"""What the question being asked is about, so that a bot need not remember its last answer."""

from __future__ import annotations

from dataclasses import dataclass

from lawspeaker_engine.games.clansmen.attach import AttachCard
from lawspeaker_engine.games.clansmen.build import ChooseTiles
from lawspeaker_engine.games.clansmen.fight import Placing, next_die
from lawspeaker_engine.games.clansmen.harvest import HarvestPhase
from lawspeaker_engine.games.clansmen.people import Place
from lawspeaker_engine.games.clansmen.reorganize import Rearrange
from lawspeaker_engine.games.clansmen.state import State
from lawspeaker_engine.games.clansmen.trade import TradeAction
from lawspeaker_engine.model import Decision

NOTHING = -1


@dataclass(slots=True)
class About:
    """What the running question is about, as far as its options do not say it; each is -1 where it means nothing."""

    kind: int = NOTHING
    """The kind of the population that is placed (migrants.place, kin.place, refugees.place)."""
    tile: int = NOTHING
    """The population that is reorganized (reorganize.to), whose die is placed (raid.place), or that works with a card
    (harvest.use).
    """
    building: int = NOTHING
    """What is built (build.tiles)."""
    card: int = NOTHING
    """The Tales card that is put on a tile (card.tile), is used (harvest.use) or goes with a Trade (trade.with)."""


def about(state: State) -> About:
    """Read off the frame that asks; all of it is public, for it follows from answers and cards that lie open."""
    if not isinstance(state.question, Decision):
        return About()
    match state.agenda[-1]:
        case Place(kind=kind):
            return About(kind=kind)
        case Rearrange(tile=tile):
            return About(tile=tile)
        case ChooseTiles(building=building):
            return About(building=building)
        case AttachCard(card=card) | TradeAction(card=card):
            return About(card=card)
        case Placing():
            return About(tile=next_die(state).tile)
        case HarvestPhase() as harvest:
            attached = harvest.running(state)
            return About(tile=attached.tile, card=attached.card)
    return About()
