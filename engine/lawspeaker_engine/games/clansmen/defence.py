"""Who defends: sealed commitments of all players, opened together (CL-RAID-03, CL-RAID-04)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import Frame
from lawspeaker_engine.games.clansmen import deck, verbs
from lawspeaker_engine.games.clansmen.options import Tile
from lawspeaker_engine.games.clansmen.state import State
from lawspeaker_engine.games.clansmen.tale import TALES, Verb
from lawspeaker_engine.model import PUBLIC, Audience, Decision

_PEOPLE, _VALOR = range(2)


@dataclass(slots=True)
class Commit(Frame[State]):
    """All name their defenders at once, then those whose die a card sets to 6; nobody sees anything before the end.

    Every seat is asked, so that being asked tells nothing.
    """

    stage: int = _PEOPLE

    def step(self, state: State) -> tuple[Decision, ...] | None:
        """People first, in the order in which their dice are to be dealt (AMB-CL-34).

        Cards only where somebody may hold one, which all can know (CL-TALES-05, AMB-CL-35).
        """
        seats = range(len(state.players))
        raid = state.running_raid()
        cards = state.settings.valor == "commit" and any(deck.may_hold(state, seat, is_six) for seat in seats)
        if self.stage == _PEOPLE:
            rows = [_defenders(state, seat) for seat in seats]
            return tuple(
                _sealed("raid.commit", seat, row, len(row), (seat,) if cards else PUBLIC, ordered=True)
                for seat, row in enumerate(rows)
            )
        if self.stage == _VALOR and cards:
            return tuple(
                _sealed("raid.valor", seat, raid.committed[seat], len(sixes(state, seat)), PUBLIC) for seat in seats
            )
        state.agenda.pop()
        _open(state)
        return None

    def take(self, state: State, chosen: Sequence[Sequence[Tile]]) -> None:
        """Kept sealed (CL-RAID-04)."""
        raid = state.running_raid()
        tiles = [[option.tile for option in options] for options in chosen]
        if self.stage == _PEOPLE:
            raid.committed = tiles
        else:
            raid.valor = tiles
        self.stage += 1


def _sealed(
    prompt: str, seat: int, tiles: Sequence[int], most: int, seen_by: Audience, *, ordered: bool = False,
) -> Decision:
    """The answers of the last question are opened as soon as all are in; those of one before it stay sealed."""
    options = [Tile(tile) for tile in tiles] if most else []
    return Decision(seat, prompt, options, 0, min(len(options), most), (), seen_by, ordered)


def _defenders(state: State, seat: int) -> list[int]:
    """Tiles of the people that may defend, ascending: Weakened ones too (AMB-CL-11)."""
    weak = state.settings.weak_defend
    return [person.tile for person in state.players[seat].people if weak or not person.weakened]


def _open(state: State) -> None:
    raid = state.running_raid()
    raid.opened = True
    for seat, tiles in enumerate(raid.valor):
        deck.discard(state, seat, sixes(state, seat)[:len(tiles)])


def is_six(verb: Verb) -> bool:
    """Whether the effect is to set a die to 6."""
    return isinstance(verb, verbs.Six)


def sixes(state: State, seat: int) -> list[int]:
    """Cards in the seat's hand that set a die to 6, every copy."""
    return [card for card in state.players[seat].hand if is_six(TALES[card].effect)]
