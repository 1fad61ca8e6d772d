"""The choice of defenders: sealed commitments of all players, opened together (CL-RAID-03, CL-RAID-04)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.content import CardEffect
from lawspeaker_engine.games.clansmen.cards import deck, verbs
from lawspeaker_engine.games.clansmen.cards.tales import held
from lawspeaker_engine.games.clansmen.options import Tile, TurnDie
from lawspeaker_engine.games.clansmen.state import State
from lawspeaker_engine.model import PUBLIC, Decision


@dataclass(slots=True)
class Commit(Frame[State]):
    """All name their defenders at once, and whose die a card sets to 6; nobody sees anything before all are in.

    Every seat is asked, also one without people or cards, and nobody is asked twice: being asked tells nothing, and no
    later question tells when the last answer to this one came.
    """

    def step(self, state: State) -> tuple[Decision, ...]:
        """People in the order in which their dice are to be dealt (AMB-CL-34), each with or without a card."""
        return tuple(_ask(state, seat) for seat in range(len(state.players)))

    def take(self, state: State, chosen: Sequence[Sequence[Tile | TurnDie]]) -> Work:
        """All is opened: who is named defends; cards set dice in the order in which they are named, while they last."""
        raid = state.running_raid()
        raid.opened = True
        for seat, options in enumerate(chosen):
            raid.committed[seat] = list(dict.fromkeys(option.tile for option in options))
            for option in options:
                if isinstance(option, TurnDie) and option.card in state.players[seat].hand:
                    set_to_six(state, seat, option)
        return DONE


def _ask(state: State, seat: int) -> Decision:
    """Weakened people may defend too (AMB-CL-11); a card goes with a population by the usual reading (AMB-CL-35)."""
    weak, cards = state.settings.weak_defend, state.settings.valor == "commit"
    tiles = [person.tile for person in state.players[seat].people if weak or not person.weakened]
    options: list[Tile | TurnDie] = [Tile(tile) for tile in tiles]
    if cards:
        options += [TurnDie(card, tile) for card in held(state, seat, is_six) for tile in tiles]
    return Decision(seat, "raid.commit", options, 0, len(tiles), (), PUBLIC, ordered=True)


def set_to_six(state: State, seat: int, option: TurnDie) -> None:
    """The card is discarded, and the die of that population shows 6 (CL-TALES-05)."""
    deck.discard(state, seat, [option.card])
    valor = state.running_raid().valor
    valor[seat] = sorted([*valor[seat], option.tile])


def is_six(verb: CardEffect[State]) -> bool:
    """Return whether the effect is to set a die to 6."""
    return isinstance(verb, verbs.Six)
