"""The Automa in plain English."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from lawspeaker_engine.games.northgard.buildings import BUILDINGS
from lawspeaker_engine.games.northgard.cards.resolving import CARDS
from lawspeaker_engine.games.northgard.modules.automa_answers import TRADE_FROM
from lawspeaker_engine.games.northgard.modules.automa_cards import AUTOMA_CARDS, AutomaCard
from lawspeaker_engine.games.northgard.modules.automa_part import AUTOMA
from lawspeaker_engine.games.northgard.modules.automa_turn import CARDS_A_YEAR, PLAIN_LEVELS
from lawspeaker_engine.games.northgard.modules.automa_words import CRITERIA_TEXTS, PICKS_TEXT, text_of
from lawspeaker_engine.games.northgard.options import Action
from lawspeaker_engine.games.northgard.table import Table
from lawspeaker_engine.games.northgard.text.module_text import ModuleText
from lawspeaker_engine.games.northgard.view import PlayerView, View
from lawspeaker_engine.guide import ComponentTable, make_table
from lawspeaker_engine.template import Fact


def _view(view: View) -> Iterator[str]:
    automa = view.automa
    if automa is not None:
        kept = f" It has taken {', '.join(CARDS[card].name for card in automa.kept)}." if automa.kept else ""
        yield (f"Seat {AUTOMA} is the Automa, level {automa.level}: {automa.actions_left} cards left this year, "
               f"{automa.deck_left} in its deck.{kept}")


def _player(player: PlayerView, view: View) -> str:
    return "the Automa" if player.seat == AUTOMA and "automa" in view.modules else ""


def _changes(before: View, after: View) -> Iterator[str]:
    """Yield where the Automa has more or fewer figures than before, and what was built in its territories.

    Nobody answers for it, so that what it does is seen from the map alone.
    """
    if "automa" not in after.modules:
        return
    was, now = _figures(before), _figures(after)
    moved = [f"{now[where]} {where} ({was[where]} before)" for where in sorted(was | now) if was[where] != now[where]]
    if moved:
        yield f"The Automa's figures: {', '.join(moved)}"
    own = {after.layout.territory[at] for at, owner in enumerate(after.board.owner) if owner == AUTOMA}
    for (territory, building), _ in sorted((_buildings(after) - _buildings(before)).items()):
        if territory in own and len(after.layout.tile) == len(before.layout.tile):  # or territories have grown together
            yield f"{BUILDINGS[building].name} in territory {territory} of the Automa"


def _figures(view: View) -> Counter[str]:
    """Return how many figures stand where; those that attack are told apart."""
    found = Counter[str]()
    for at, owner in enumerate(view.board.owner):
        if owner == AUTOMA:
            found[f"in territory {view.layout.territory[at]}"] += view.board.units[at]
    for battle in view.battles:
        if battle.attacker == AUTOMA:
            found[f"attacking territory {battle.territory}"] += battle.units
    attackers = {(battle.territory, figure) for battle in view.battles for figure in battle.figures}
    for figure in view.figures:
        if figure.seat == AUTOMA and figure.territory >= 0:
            where = "attacking" if (figure.territory, figure.figure) in attackers else "in"
            found[f"{where} territory {figure.territory}"] += 1
    return found


def _buildings(view: View) -> Counter[tuple[int, int]]:
    return Counter(zip(view.board.building_territory, view.board.building, strict=True))


def _card(option: Action, _view: View | None) -> str:
    return f"Automa card {option.action + 1}. {text_of(AUTOMA_CARDS[option.action])}"


def _components(table: Table) -> Iterator[ComponentTable]:
    rows = [row for row in table.rows if isinstance(row, AutomaCard)]
    if rows:
        yield make_table("Automa cards", "card, what it does", ((row.id, text_of(row)) for row in rows), "{0}: {1}")
        yield make_table("Criteria of the Automa", "word, what is wanted", CRITERIA_TEXTS.items(), "{0}: {1}")


def _facts(table: Table) -> dict[str, Fact]:
    return {
        "automa_cards": CARDS_A_YEAR, "automa_more": max(table.settings.automa - PLAIN_LEVELS, 0),
        "trade_from": TRADE_FROM, "automa_picks": PICKS_TEXT,
    }


TEXT: Final = ModuleText(
    view=_view, changes=_changes, unanswered=_changes, player=_player, components=_components, facts=_facts,
    pieces={"automa_card": _card},
)
