"""Features of Environment and Central tiles in plain English."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lawspeaker_engine.games.northgard.module_views import FeatureView
from lawspeaker_engine.games.northgard.modules.lands import FEATURES, Feature
from lawspeaker_engine.games.northgard.table import Table
from lawspeaker_engine.games.northgard.text.module_text import ModuleText
from lawspeaker_engine.games.northgard.view import View
from lawspeaker_engine.guide import ComponentTable, make_table


def _view(view: View) -> Iterator[str]:
    yield from map(_feature, view.features)


def _feature(feature: FeatureView) -> str:
    where = f" (territory {', '.join(map(str, feature.territories))})" if feature.territories else ""
    wood = f" {feature.wood} wood lie there." if feature.wood else ""
    return f"{FEATURES[feature.feature].name}{where}: {FEATURES[feature.feature].text}{wood}"


def _components(table: Table) -> Iterator[ComponentTable]:
    rows = [row for row in table.rows if isinstance(row, Feature)]
    if rows:
        yield make_table("Environment and Central tiles", "feature, what it does", (
            (row.name, row.text) for row in rows), "{0}: {1}")


TEXT: Final = ModuleText(view=_view, components=_components)
