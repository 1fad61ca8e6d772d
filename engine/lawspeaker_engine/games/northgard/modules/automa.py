"""The Automa (AUTO-*): one player against a seat that the rules play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from lawspeaker_engine.agenda import Unmanned
from lawspeaker_engine.content import load_rows
from lawspeaker_engine.games.northgard.cards.resolving import number_of
from lawspeaker_engine.games.northgard.dealing import split
from lawspeaker_engine.games.northgard.figures import FIGURES
from lawspeaker_engine.games.northgard.module import Module
from lawspeaker_engine.games.northgard.modules import automa_answers, automa_snake
from lawspeaker_engine.games.northgard.modules.automa_cards import AUTOMA_CARDS
from lawspeaker_engine.games.northgard.modules.automa_moves import LEADERS
from lawspeaker_engine.games.northgard.modules.automa_part import AUTOMA, Automa
from lawspeaker_engine.games.northgard.modules.automa_setup import PlaceSoloTiles, TakeLeaders
from lawspeaker_engine.games.northgard.modules.automa_turn import AutomaTurn, DiscardPlayed, DrawActions
from lawspeaker_engine.games.northgard.moments import Rule
from lawspeaker_engine.games.northgard.phases.end import (
    SOLO_TERRITORIES_TO_WIN,
    TERRITORIES,
    Victory,
    able_with,
    territories_met,
)
from lawspeaker_engine.games.northgard.phases.winter import WinterPhase
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.games.northgard.table import Named, Table, insert
from lawspeaker_engine.model import Rng, Seat


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A Development card that is not in the deck (AUTO-SETUP-02, AMB-A25)."""

    card: str


@dataclass(frozen=True, slots=True)
class Replaced:
    """An upgrade, and the one that replaces it (AUTO-SNAKE-01, AUTO-SNAKE-02)."""

    card: str
    by: str


_FILE: Final = Path(__file__).parent.parent / "content/automa.toml"
LEFT_OUT: Final = tuple(number_of(row.card) for row in load_rows(_FILE, "left_out", LeftOut))
"""By number: those of the rulebook, then the one that is left out by option."""
REPLACED: Final = {number_of(row.card): number_of(row.by) for row in load_rows(_FILE, "replaced", Replaced)}
"""By the number of an upgrade: that of the one that replaces it."""


class KeepsCards(Rule):
    """The cards of the display that the Automa has taken count for it (AUTO-PASS-05)."""

    __slots__ = ()

    def kept_cards(self, state: State, seat: int) -> Sequence[int]:
        """Return them for its seat."""
        return state.part(Automa).kept if seat == AUTOMA else ()


SOLO_TERRITORIES: Final = Victory(
    TERRITORIES.reason, partial(able_with, needed=SOLO_TERRITORIES_TO_WIN), territories_met)
"""The sudden victory of level 1."""


def deal_actions(state: State, _seat: Seat, rng: Rng) -> None:
    """Deal the cards that lie face down among the Action deck and the rest."""
    part = state.part(Automa)
    part.actions, part.deck = split(part.actions + part.deck, len(part.actions), rng)


def _add_automa(table: Table) -> None:
    """Let the rules play seat 1."""
    settings = table.settings
    table.unmanned = table.over_rough = (AUTOMA,)
    if settings.automa_creatures == "neutral":
        table.unbound = (AUTOMA,)  # AUTO-MOD-01, AMB-A24
    table.answering = Unmanned(table.unmanned, automa_answers.answer)
    table.turns[AUTOMA] = AutomaTurn
    table.parts.append(Automa)
    table.deals.append(deal_actions)
    table.rules.append(KeepsCards())
    table.rows += [*AUTOMA_CARDS, *(FIGURES[leader] for leader in LEADERS)]
    table.victories = [SOLO_TERRITORIES] if settings.automa == 1 else []  # AUTO-EOY-02
    if settings.warchiefs:  # AUTO-MOD-03
        for leader in LEADERS:
            table.points[leader] = settings.leader_points
    left_out = LEFT_OUT[:settings.automa_left_out]
    table.decks = [
        replace(part, cards=tuple(card for card in part.cards if card not in left_out)) for part in table.decks
    ]
    _replace_upgrades(table)
    _change_steps(table)


def _replace_upgrades(table: Table) -> None:
    """Give clans the upgrades that are made for a solo game."""
    for clan in table.clans:
        table.upgrades[clan] = sorted(REPLACED.get(card, card) for card in table.upgrades[clan])
        table.own_cards[clan] = frozenset(REPLACED.get(card, card) for card in table.own_cards[clan])


def _change_steps(table: Table) -> None:
    """The human begins (AUTO-SETUP-05), the Automa draws cards, and has no winter to pay (AUTO-WINT-01)."""
    table.setup = [step for step in table.setup if step.name != "first"]
    for step in table.setup:
        if step.name == "tiles":
            table.setup[table.setup.index(step)] = Named("tiles", lambda _: PlaceSoloTiles())
    insert(table.setup, Named("leaders", lambda _: TakeLeaders()), before="tiles")
    insert(table.phase("start").steps, Named("automa", lambda _: DrawActions()), after="draw")
    winter = table.phase("winter")
    winter.steps = [
        Named("players", _winter_of_the_human) if step.name == "players" else step for step in winter.steps
    ]
    insert(table.phase("end").steps, Named("automa", lambda _: DiscardPlayed()), before="next_year")


def _winter_of_the_human(order: tuple[int, ...]) -> WinterPhase:
    return WinterPhase(tuple(seat for seat in order if seat != AUTOMA))


AUTOMA_MODULE: Final = Module(
    "automa", lambda settings: settings.automa > 0, _add_automa,
    verbs={"copy_automa": automa_snake.CopyAutoma, "rob_automa": automa_snake.RobAutoma},
)
