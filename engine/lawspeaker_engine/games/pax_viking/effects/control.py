"""Effects for several players, optional ones, bans, copies and procedures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from lawspeaker_engine.agenda import DONE, Work
from lawspeaker_engine.games.pax_viking.abilities.effect import (
    Do,
    Source,
    all_possible,
    possible,
    push_effects,
    source_of,
)
from lawspeaker_engine.games.pax_viking.abilities.effect_table import Begins, Tests
from lawspeaker_engine.games.pax_viking.abilities.held import of_tile
from lawspeaker_engine.games.pax_viking.abilities.verbs import (
    ChooseRival,
    Copy,
    Each,
    Effect,
    Forbid,
    May,
    MostMarkers,
    Procedure,
    RevealVictoryCard,
)
from lawspeaker_engine.games.pax_viking.actions import play
from lawspeaker_engine.games.pax_viking.board import POST_WIND
from lawspeaker_engine.games.pax_viking.effects.choosing import Choose
from lawspeaker_engine.games.pax_viking.effects.money import colocated
from lawspeaker_engine.games.pax_viking.options import Accept, Play, Post, Seat
from lawspeaker_engine.games.pax_viking.phases import end
from lawspeaker_engine.games.pax_viking.question_context import About, ContextFrame
from lawspeaker_engine.games.pax_viking.state import NO_TILE, NOBODY, State
from lawspeaker_engine.model import PUBLIC, Decision


def _each(effect: Each, state: State, source: Source) -> None:
    seats = state.rivals(source.seat) if effect.who == "rivals" else state.turn_order(source.seat)
    state.push_all(*(Do(effect.effect, replace(source, seat=seat)) for seat in seats))


def _most_markers(effect: MostMarkers, state: State, source: Source) -> None:
    held = [state.influence.count(seat) for seat in range(state.settings.players)]
    most = max(held)
    if most:
        winners = [seat for seat in state.turn_order(source.seat) if held[seat] == most]
        state.push_all(*(Do(effect.effect, replace(source, seat=seat)) for seat in winners))


def _may(effect: May, state: State, source: Source) -> None:
    if possible(effect.effect, state, source):
        state.push(MayDo(source, effect.effect))


@dataclass(slots=True)
class MayDo(ContextFrame[State]):
    """Something that the player may leave."""

    source: Source
    effect: Effect

    def step(self, state: State) -> Decision:
        """Ask; nothing leaves it."""
        return Decision(self.source.seat, "effect.may", [Accept()], 0, 1, (), PUBLIC)

    def take(self, state: State, chosen: Sequence[Accept]) -> Work:
        """Do it, or leave it."""
        if chosen:
            push_effects(state, (self.effect,), self.source)
        return DONE

    def about(self, state: State) -> About:
        """Return the tile or place whose ability asks."""
        return About(tile=self.source.tile, post=self.source.post)


def _choose_rival(effect: ChooseRival, state: State, source: Source) -> None:
    state.push(ForBoth(source, effect.both))


def _can_choose_rival(effect: ChooseRival, state: State, source: Source) -> bool:
    return bool(colocated(state, source))


@dataclass(slots=True)
class ForBoth(Choose):
    """A RIVAL is chosen; the effect is for the player and for the RIVAL."""

    effect: Effect

    PROMPT = "effect.rival"

    def options(self, state: State) -> list[Seat]:
        """Return the RIVALS."""
        return [Seat(rival) for rival in colocated(state, self.source)]

    def chosen(self, state: State, option: Seat) -> None:
        """Have it for both."""
        state.push_all(Do(self.effect, self.source), Do(self.effect, replace(self.source, seat=option.seat)))


def _forbid(effect: Forbid, state: State, source: Source) -> None:
    if source.seat not in state.peace:
        state.peace.append(source.seat)


def _reveal_victory_card(effect: RevealVictoryCard, state: State, source: Source) -> None:
    state.push(end.Reveal())


def _copy(effect: Copy, state: State, source: Source) -> None:
    state.push(CopyVenture(source))


def _can_copy(effect: Copy, state: State, source: Source) -> bool:
    return bool(_copies(state, source))


def _copies(state: State, source: Source) -> list[int]:
    """Return the Ventures of RIVALS in this WIND that could be ACTIVATED to some effect (AMB-SG-37)."""
    return [
        post for post, owner in enumerate(state.owners)
        if owner not in (NOBODY, source.seat) and POST_WIND[post] == source.wind and state.tiles[post] != NO_TILE
        and (held := of_tile(source.seat, state.tiles[post], post)).ability.trigger == "activate"
        and all_possible(state, held.ability.effects, source_of(held))
    ]


@dataclass(slots=True)
class CopyVenture(Choose):
    """The ability of a RIVAL's Venture works once, as if it were an own one.

    Whether one that lets its owner PLAY can be used depends on the hand, so it is asked even if it is the only one.
    """

    PROMPT = "effect.copy"
    ALWAYS = True

    def options(self, state: State) -> list[Post]:
        """Return the Ventures."""
        return [Post(post) for post in _copies(state, self.source)]

    def chosen(self, state: State, option: Post) -> None:
        """Use it."""
        held = of_tile(self.source.seat, state.tiles[option.post], option.post)
        push_effects(state, held.ability.effects, source_of(held))


def _procedure(effect: Procedure, state: State, source: Source) -> None:
    state.push(PlayAnother(source))


def _can_procedure(effect: Procedure, state: State, source: Source) -> bool:
    return bool(_plays(state, source))


def _plays(state: State, source: Source) -> list[Play]:
    """Return the tiles of the hand that can be PLAYED now."""
    return [Play(tile) for tile in play.playable(state, source.seat, play.alone_posts(state, source.seat))]


@dataclass(slots=True)
class PlayAnother(Choose):
    """PLAY a tile inside an ability; it is no action and takes no marker (AMB-SG-48).

    Which tiles of the hand can be PLAYED is a secret, so it is asked even if that is one.
    """

    PROMPT = "effect.play"
    ALWAYS = True

    def options(self, state: State) -> list[Play]:
        """Return what can be PLAYED."""
        return _plays(state, self.source)

    def chosen(self, state: State, option: Play) -> None:
        """PLAY it."""
        play.begin(state, self.source.seat, option.tile)


BEGIN: Final[Begins] = {
    Each: _each,
    MostMarkers: _most_markers,
    May: _may,
    ChooseRival: _choose_rival,
    Forbid: _forbid,
    RevealVictoryCard: _reveal_victory_card,
    Copy: _copy,
    Procedure: _procedure,
}
POSSIBLE: Final[Tests] = {
    ChooseRival: _can_choose_rival,
    Copy: _can_copy,
    Procedure: _can_procedure,
}
