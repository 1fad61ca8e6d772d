"""The clans of Uncharted Horizons in plain English."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lawspeaker_engine.games.northgard.module_text import ModuleText
from lawspeaker_engine.games.northgard.settings import Settings
from lawspeaker_engine.games.northgard.text import EQUIPMENT
from lawspeaker_engine.guide import ComponentTable, make_table


def _components(settings: Settings | None) -> Iterator[ComponentTable]:
    if settings is None or settings.clan_pool != "base":
        yield make_table("Equipment of the Ox", "token, what it does", EQUIPMENT.items())


TEXT: Final = ModuleText(components=_components)
