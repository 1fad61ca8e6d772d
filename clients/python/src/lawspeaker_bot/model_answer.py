"""The answer of a language model: a JSON schema for it, and a check that says in one line what is wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from lawspeaker_bot.decision import Decision
from lawspeaker_bot.errors import WrongAnswer
from lawspeaker_bot.json_objects import json_objects

ANSWER_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "reason": {"type": "string", "description": "Why, in a few sentences; kept in the record of the match."},
        "picks": {"type": "array", "items": {"type": "integer"},
                  "description": "The numbers of the options that are taken."},
    },
    "required": ["reason", "picks"],
    "additionalProperties": False,
}
"""The schema of an answer to any decision: `{"reason": "...", "picks": [0]}`. The reason comes first, so that a model
that writes from left to right gives it before it chooses. An answer without a reason is taken as well.
"""
_THOUGHTS: Final = re.compile(r"\s*+<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL)
_THOUGHTS_END: Final = re.compile(r"</think(?:ing)?>")
_MOST_READ: Final = 256 << 10
"""Characters of an answer that are looked at, the last ones."""
_SHOWN: Final = 60
"""Characters of a wrong answer that an error quotes."""


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """The answer of a model, legal for its decision."""

    picks: tuple[int, ...]
    reason: str = ""
    notes: str | None = None
    """Notes that the model wants to be told later; None if it was not asked for notes, or gives none."""


def instruction(decision: Decision) -> str:
    """Return the line that tells a model how to answer this decision. It names no option, which a model might take."""
    form = '{"reason": "<why, in a few sentences>", "picks": [<numbers>]}'
    return f"Answer with one JSON object and nothing else: {form}, where picks has {_count(decision)}."


def parse_answer(decision: Decision, said: str, *, notes: bool = False) -> ModelAnswer:
    """Return the answer in a model's text; what stands around its JSON object is left out.

    With `notes` it may have notes for later decisions. Raises WrongAnswer, whose one line can be given to the model.
    """
    return check_answer(decision, answer_object(said, "picks"), notes=notes)


def answer_object(said: str, key: str) -> dict[str, Any]:
    """Return the last JSON object in a model's text that has this key, or else the last one. Raises WrongAnswer.

    Thoughts in front of the text are no part of it: an answer that was cut off in them is none. Some models begin to
    think in the prompt, and only say where their thoughts end.
    """
    if thoughts := _THOUGHTS.match(said):
        said = said[thoughts.end():]
    elif (end := _THOUGHTS_END.search(said)) and "<think" not in said[:end.start()]:
        said = said[end.end():]
    said = said[-_MOST_READ:]
    found = [json.loads(said[start:end]) for start, end in json_objects(said)]
    if not found:
        raise WrongAnswer(f"There is no JSON object in the answer {_shown(said)}.")
    return next((each for each in reversed(found) if key in each), found[-1])


def check_answer(decision: Decision, body: Mapping[str, Any], *, notes: bool = False) -> ModelAnswer:
    """Return an answer that has been read as JSON. Raises WrongAnswer."""
    picks, reason = body.get("picks"), body.get("reason", "")
    kept = body.get("notes") if notes else None
    if kept is not None and not isinstance(kept, str):
        raise WrongAnswer(f'"notes" must be text, not {_shown(json.dumps(kept))}.')
    if not isinstance(picks, list) or not all(type(pick) is int for pick in picks):
        raise WrongAnswer(f'"picks" must be a list of whole numbers, not {_shown(json.dumps(picks))}.')
    if not isinstance(reason, str):
        raise WrongAnswer(f'"reason" must be text, not {_shown(json.dumps(reason))}.')
    known = ["reason", "picks", "notes"] if notes else ["reason", "picks"]
    if unknown := sorted(body.keys() - set(known)):
        listed = " and ".join(f'"{name}"' for name in known)
        raise WrongAnswer(f"The object may only have {listed}, not {_shown(json.dumps(unknown[0]))}.")
    if beyond := [pick for pick in picks if not 0 <= pick < decision.option_count]:
        raise WrongAnswer(f"There is no option {_cut(str(beyond[0]))}: picks has {_count(decision)}.")
    if len(set(picks)) != len(picks) or not decision.least <= len(picks) <= decision.most:
        raise WrongAnswer(f"picks has {_count(decision)}, and not {_cut(str(picks))}.")
    # Half a surrogate pair cannot be sent.
    return ModelAnswer(tuple(picks), reason.encode(errors="replace").decode(), kept)


def _count(decision: Decision) -> str:
    """Return what picks must hold: `exactly 1 of the numbers 0 to 7`."""
    if not decision.option_count:
        return "no numbers"
    least, most = decision.least, decision.most
    many = f"exactly {most}" if least == most else f"{least} to {most}"
    return f"{many} of the numbers 0 to {decision.option_count - 1}, each at most once"


def _shown(text: str) -> str:
    """Return the beginning of a text as one printable line."""
    return repr(_cut(" ".join(text.split())))


def _cut(line: str) -> str:
    return line if len(line) <= _SHOWN else line[:_SHOWN] + "..."
