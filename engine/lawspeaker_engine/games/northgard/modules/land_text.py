"""Features of Environment and Central tiles in plain English."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lawspeaker_engine.games.northgard.module_views import FeatureView
from lawspeaker_engine.games.northgard.modules.lands import FEATURES
from lawspeaker_engine.games.northgard.settings import Settings
from lawspeaker_engine.games.northgard.text.module_text import ModuleText
from lawspeaker_engine.games.northgard.view import View
from lawspeaker_engine.guide import ComponentTable, make_table


def _view(view: View) -> Iterator[str]:
    yield from map(_feature, view.features)


def _feature(feature: FeatureView) -> str:
    where = f" (territory {', '.join(map(str, feature.territories))})" if feature.territories else ""
    wood = f" {feature.wood} wood lie there." if feature.wood else ""
    return f"{FEATURES[feature.feature].name}{where}: {FEATURES[feature.feature].text}{wood}"


def _components(settings: Settings | None) -> Iterator[ComponentTable]:
    if settings is None or settings.environment or settings.central != "standard":
        yield make_table("Environment and Central tiles", "feature, what it does", (
            (row.name, row.text) for row in FEATURES))


TEXT: Final = ModuleText(view=_view, components=_components)
