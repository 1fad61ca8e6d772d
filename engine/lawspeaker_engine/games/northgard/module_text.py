"""The modules in play of a view of Northgard in plain English, one line a thing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from lawspeaker_engine.games.northgard.buildings import BUILDINGS
from lawspeaker_engine.games.northgard.cards import CARDS
from lawspeaker_engine.games.northgard.figures import FIGURES, KAIJA
from lawspeaker_engine.games.northgard.module_views import AutomaView, CreaturesView, FeatureView, SeaView, VictoryView
from lawspeaker_engine.games.northgard.modules.automa_part import AUTOMA
from lawspeaker_engine.games.northgard.modules.creature_part import CREATURES
from lawspeaker_engine.games.northgard.modules.events import EVENTS
from lawspeaker_engine.games.northgard.modules.lands import FEATURES
from lawspeaker_engine.games.northgard.modules.raid_rows import RAIDS
from lawspeaker_engine.games.northgard.modules.victory import VICTORY_CARDS
from lawspeaker_engine.games.northgard.tokens import EQUIPMENT, SCORCHED_EARTH
from lawspeaker_engine.games.northgard.view import View
from lawspeaker_engine.text import counted


def creature_name(number: int, view: View) -> str:
    """Return the name of a creature on the map, by its number."""
    line = view.creatures.line if view.creatures is not None else ()
    return next((f"the {CREATURES[each.creature].name}" for each in line if each.number == number), "a creature")


def modules_in_words(view: View) -> Iterator[str]:
    """Yield what is said of the edition and of modules in play; nothing of a retail game without any."""
    if view.edition:
        yield f"Edition: {view.edition}."
    if view.events is not None:
        for what, event in (("This year", view.events.now), ("Next year", view.events.next)):
            if event >= 0:
                yield f"{what}: {EVENTS[event].name}. {EVENTS[event].text}"
    if view.victory is not None:
        yield from _victory(view.victory, seats=len(view.players))
    yield from map(_feature, view.features)
    if view.sea is not None:
        yield from _sea(view.sea)
    if view.creatures is not None:
        yield from _creatures(view.creatures)
    if view.automa is not None:
        yield _automa(view.automa)
    yield from _figures_and_tokens(view)


def _victory(victory: VictoryView, *, seats: int) -> Iterator[str]:
    needed = "the first card and one other" if victory.mode == "thane" else "all cards"
    yield f"Who fulfils {needed} of these at the end of a year wins ({victory.mode}):"
    for place, card in enumerate(victory.cards):
        row = VICTORY_CARDS[card]
        tokens = [victory.counts[seat * len(victory.cards) + place] for seat in range(seats)] if row.counted else []
        counted_so_far = f" Tokens by seat: {', '.join(map(str, tokens))}." if tokens else ""
        yield f"- {row.name}: {row.text}{counted_so_far}"


def _feature(feature: FeatureView) -> str:
    where = f" (territory {', '.join(map(str, feature.territories))})" if feature.territories else ""
    wood = f" {feature.wood} wood lie there." if feature.wood else ""
    return f"{FEATURES[feature.feature].name}{where}: {FEATURES[feature.feature].text}{wood}"


def _creatures(creatures: CreaturesView) -> Iterator[str]:
    for each in creatures.line:
        row = CREATURES[each.creature]
        worth = f"{row.points} points, {row.fame} fame"
        yield f"{row.name} {each.number} in territory {each.territory}, {worth}: {row.text}"
    yield f"Creatures in the pile: {creatures.top_left + creatures.rest_left}; defeated: {len(creatures.defeated)}."


def _sea(sea: SeaView) -> Iterator[str]:
    for port in sea.ports:
        raid = ""
        if port.card >= 0:
            raid = f", with the Raid {RAIDS[port.card].name}: {RAIDS[port.card].text}"
        if port.units:
            raid += f" On it: {counted(port.units, 'unit')} of seat {port.seat}, year {port.year}."
        yield f"Port in territory {port.territory}{raid}"
    yield f"Raids left: {sea.raids_left}."


def _automa(automa: AutomaView) -> str:
    kept = f" It has taken {', '.join(CARDS[card].name for card in automa.kept)}." if automa.kept else ""
    return (f"Seat {AUTOMA} is the Automa, level {automa.level}: {automa.actions_left} cards left this year, "
            f"{automa.deck_left} in its deck.{kept}")


def automa_changes(before: View, after: View) -> Iterator[str]:
    """Yield where the Automa has more or fewer figures than before, and what was built in its territories.

    Nobody answers for it, so that what it does is seen from the map alone.
    """
    if "automa" not in after.modules:
        return
    was, now = _automa_figures(before), _automa_figures(after)
    moved = [f"{now[where]} {where} ({was[where]} before)" for where in sorted(was | now) if was[where] != now[where]]
    if moved:
        yield f"The Automa's figures: {', '.join(moved)}"
    own = {after.layout.territory[at] for at, owner in enumerate(after.board.owner) if owner == AUTOMA}
    for (territory, building), _ in sorted((_buildings(after) - _buildings(before)).items()):
        if territory in own and len(after.layout.tile) == len(before.layout.tile):  # or territories have grown together
            yield f"{BUILDINGS[building].name} in territory {territory} of the Automa"


def _automa_figures(view: View) -> Counter[str]:
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


def _figures_and_tokens(view: View) -> Iterator[str]:
    for figure in view.figures:
        if figure.figure != KAIJA:
            where = f"in territory {figure.territory}" if figure.territory >= 0 else "in reserve"
            yield f"{FIGURES[figure.figure].name} of seat {figure.seat}: {where}."
    for token in view.tokens:
        if token.token != SCORCHED_EARTH:
            name = "High Tide" if token.token < EQUIPMENT else f"Equipment {token.token - EQUIPMENT}"
            where = f"in territory {token.territory}" if token.territory >= 0 else "in reserve"
            yield f"{name} of seat {token.seat}: {where}{'' if token.up else ', used this year'}."
