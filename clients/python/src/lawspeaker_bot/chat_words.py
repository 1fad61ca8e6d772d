"""Moves in words: a model is not told its options, and writes what it does; the game's own words for them decide.

Who picks a number may not know the rules. Who has to name a legal move without a list of them does.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from lawspeaker_bot.decision import Decision, Text
from lawspeaker_bot.errors import WrongAnswer
from lawspeaker_bot.model_answer import ModelAnswer, answer_object, check_answer

MOVES_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "reason": {"type": "string", "description": "Why, in a few sentences; kept in the record of the match."},
        "moves": {"type": "array", "items": {"type": "string"}, "description": "What you do, in words, one a move."},
    },
    "required": ["reason", "moves"],
    "additionalProperties": False,
}
"""The schema of an answer in words."""
_COUNTED: Final = re.compile(r" Take [^.]*\.| If no answer comes: [^.]*\.")
"""The sentences of a question that tell of the options that are not told."""
_WORD: Final = re.compile(r"[^\W_]+|[+-]")
_SHOWN: Final = 60


def asked_in_words(decision: Decision) -> str:
    """Return the text of a decision without its options."""
    text = decision.text
    assert text is not None
    return str(Text(_COUNTED.sub("", text.question), (), text.view, text.events))


def words_instruction(decision: Decision) -> str:
    """Return the line that tells a model how to answer in words."""
    least, most = decision.least, decision.most
    many = f"exactly {most}" if least == most else f"{least} to {most}"
    form = '{"reason": "<why, in a few sentences>", "moves": ["<a move>"]}'
    return (f"Answer with one JSON object and nothing else: {form}, where moves has {many}. You are not told your "
            "options: name each move in the words in which the texts tell of such moves, so that it is clear which one "
            "is meant.")


def parse_words(decision: Decision, said: str, *, notes: bool = False) -> ModelAnswer:
    """Return the answer in a model's text. Raises WrongAnswer, whose line tells no option."""
    body = answer_object(said, "moves")
    moves = body.get("moves")
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise WrongAnswer(f'"moves" must be a list of texts, not {json.dumps(moves)[:_SHOWN]}.')
    text = decision.text
    assert text is not None
    picks = [option_meant(move, text.options) for move in moves]
    if len(set(picks)) != len(picks) or not decision.least <= len(picks) <= decision.most:
        least, most = decision.least, decision.most
        raise WrongAnswer(f"moves must have {most if least == most else f'{least} to {most}'} different moves, not "
                          f"{len(picks)}.")
    answer: dict[str, Any] = {key: body[key] for key in ("reason", "notes") if key in body}
    return check_answer(decision, answer | {"picks": picks}, notes=notes)


def option_meant(move: str, options: tuple[str, ...]) -> int:
    """Return the option that a text means: it is its text, or the part before its colon, or stands in it alone.

    Case and marks do not count. Raises WrongAnswer if none is meant, or several could be.
    """
    said = _words(move)
    whole = [_words(option) for option in options]
    heads = [_words(option.partition(":")[0]) for option in options]
    inside = [f" {said} " in f" {option} " for option in whole]
    fitting: list[int] = []
    for fits in ([option == said for option in whole], [head == said for head in heads], inside):
        fitting = [number for number, each in enumerate(fits) if said and each]
        if len(fitting) == 1:
            return fitting[0]
    what = repr(move if len(move) <= _SHOWN else f"{move[:_SHOWN]}...")
    raise WrongAnswer(f"{what} could mean {len(fitting)} moves; say which." if fitting
                      else f"{what} is no move that you can take now.")


def _words(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))
