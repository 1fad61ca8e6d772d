"""The composition of Northgard: the one list of its modules, and what follows from it.

This file and `game` are the only ones that know modules. All others get what modules bring by values: the table of a
match holds what cards do, rules, steps and parts of the state, and `ModuleTexts` what is said of them.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from lawspeaker_engine.content import Vocabulary
from lawspeaker_engine.games.northgard import clans
from lawspeaker_engine.games.northgard.cards import resolving
from lawspeaker_engine.games.northgard.editions import edition
from lawspeaker_engine.games.northgard.module import refuse_conflicts
from lawspeaker_engine.games.northgard.modules import (
    automa_text,
    creature_text,
    effect_text,
    event_text,
    land_text,
    ox_text,
    sea_text,
    victory_text,
    warchief_text,
)
from lawspeaker_engine.games.northgard.modules.automa import AUTOMA_MODULE
from lawspeaker_engine.games.northgard.modules.creatures import CREATURES_MODULE, MORE_CREATURES
from lawspeaker_engine.games.northgard.modules.events import EVENTS_MODULE
from lawspeaker_engine.games.northgard.modules.horizon_clans import HORIZON_CLANS
from lawspeaker_engine.games.northgard.modules.lands import CENTRAL_MODULE, ENVIRONMENT
from lawspeaker_engine.games.northgard.modules.more_cards import MORE_CARDS, MORE_TILES
from lawspeaker_engine.games.northgard.modules.sea import SEA_MODULE
from lawspeaker_engine.games.northgard.modules.victory import VICTORY_MODULE
from lawspeaker_engine.games.northgard.modules.warchiefs import WARCHIEF_CARDS, WARCHIEFS_MODULE
from lawspeaker_engine.games.northgard.settings import Settings
from lawspeaker_engine.games.northgard.table import Table
from lawspeaker_engine.games.northgard.tables import make_table
from lawspeaker_engine.games.northgard.text.module_text import ModuleTexts
from lawspeaker_engine.games.northgard.text.prompts import make_text

MODULES: Final = (
    HORIZON_CLANS, WARCHIEFS_MODULE, WARCHIEF_CARDS, MORE_CARDS, MORE_TILES, EVENTS_MODULE, VICTORY_MODULE,
    ENVIRONMENT, CENTRAL_MODULE, SEA_MODULE, CREATURES_MODULE, MORE_CREATURES, AUTOMA_MODULE,
)
"""In the order in which they edit the table; it is the order of their rules too."""
refuse_conflicts(MODULES)

VERBS: Final = Vocabulary(resolving.VERBS | {word: verb for module in MODULES for word, verb in module.verbs.items()})
POWERS: Final = Vocabulary(clans.POWERS | {word: rule for module in MODULES for word, rule in module.powers.items()})
CARD_EFFECTS: Final = tuple(tuple(effect.read(VERBS) for effect in card.effects) for card in resolving.CARDS)
"""By card: what it does."""
CLAN_POWERS: Final = tuple(clan.power.read(POWERS) for clan in clans.CLANS)
"""By clan: the rule that is its power."""

TEXTS: Final = (
    ox_text.TEXT, event_text.TEXT, victory_text.TEXT, land_text.TEXT, sea_text.TEXT, creature_text.TEXT,
    automa_text.TEXT, warchief_text.TEXT,
)
"""What modules say, in the order in which they say it."""
WORDS: Final = ModuleTexts(TEXTS)
TEXT: Final = make_text(WORDS, effect_text.make_pieces(CARD_EFFECTS))


@cache
def lay_table(settings: Settings) -> Table:
    """Return the table of a match with these settings; the same object for equal settings. Raises BadSetup."""
    return make_table(Table(settings, edition(settings.edition), lay_table, CARD_EFFECTS, CLAN_POWERS), MODULES)
