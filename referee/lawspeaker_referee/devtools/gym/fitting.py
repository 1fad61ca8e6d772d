"""Leave out of a view and of a decision what an observation has no room for, the same in the same position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import gymnasium

from lawspeaker_engine.model import Decision
from lawspeaker_referee.devtools.gym.position import PartialAnswer
from lawspeaker_referee.devtools.gym.row_layout import UNKNOWN, Entries, Maybe, ObjectPart, Part, Word


class OverflowCounts(Counter[str]):
    """How often something was left out, by its list or text, such as `view.players.hand` or `options of move.step`."""

    def note(self, path: str, what: str) -> None:
        """Count one more, and warn at the first."""
        if path not in self:
            gymnasium.logger.warn(f"{path}: {what}; the environment's `left_out` counts how often, and sizes=... gives "
                                  f"more room (docs/gym.md)")
        self[path] += 1


class Fitting:
    """Makes views and decisions of one game fit."""

    def __init__(self, view: ObjectPart, options: Mapping[type, ObjectPart], prompts: Sequence[str],
                 most_options: int) -> None:
        self._view, self._options, self._most_options = view, options, most_options
        self._prompt = Word((), "prompt", tuple(prompts))

    def view(self, view: Any, left_out: OverflowCounts) -> Any:
        """Return a view without what has no room."""
        return _fitted(view, self._view, left_out)

    def picking(self, picking: PartialAnswer, left_out: OverflowCounts) -> PartialAnswer:
        """Return a decision with the first of its options, as many as have room, and what is taken of these."""
        asked, room = picking.decision, self._most_options
        if len(asked.options) > room:
            left_out.note(f"options of {asked.prompt}", f"there are more than {room}, and the others are left out")
        options = [_fitted(option, self._options[type(option)], left_out) for option in asked.options[:room]]
        shown: Decision = replace(asked, prompt=_fitted(asked.prompt, self._prompt, left_out), options=options,
                                  least=min(asked.least, room), most=min(asked.most, room))
        return PartialAnswer(shown, [pick for pick in picking.picks if pick < room])


def _fitted(value: Any, part: Part, left_out: OverflowCounts) -> Any:
    """Return the value itself if it fits, else a copy with lists cut off and unknown texts told as such."""
    match part:
        case ObjectPart():
            parts = ((name, getattr(value, name), inner) for name, inner in part.parts)
            cut = {name: (before, _fitted(before, inner, left_out)) for name, before, inner in parts}
            changed = {name: after for name, (before, after) in cut.items() if after is not before}
            return replace(value, **changed) if changed else value
        case Maybe(one=one):
            return None if value is None else _fitted(value, one, left_out)
        case Word(path=path, words=words) if value not in words and value != UNKNOWN:
            left_out.note(path, f"{value!r} is none of the {len(words)} texts that are known, and 0 stands for it")
            return UNKNOWN
        case Entries():
            return _fitted_list(value, part, left_out)
    return value


def _fitted_list(value: Sequence[Any], part: Entries, left_out: OverflowCounts) -> Sequence[Any]:
    room = part.capacity
    if len(value) > room:
        left_out.note(part.path, f"there are more than {room} entries, and the others are left out")
    entries = [_fitted(entry, part.one, left_out) for entry in value[:room]]
    same = len(entries) == len(value) and all(one is other for one, other in zip(entries, value, strict=True))
    return value if same else type(value)(entries)  # type: ignore[call-arg] # a list or a tuple
