"""A decision as text for people and language models: what its request says, and nothing more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lawspeaker.v1.match_pb2 import Act
from lawspeaker.v1.referee_service_pb2 import DecisionText
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import CHANCE, Decision, Seat
from lawspeaker_engine.text import GameText as Words
from lawspeaker_referee.codec.game_codec import GameCodec
from lawspeaker_referee.codec.option_text import drawn, names_of, option_text, view_lines
from lawspeaker_referee.config.fault_policies import fault_name


class TextWriter:
    """Writes the decisions of one game as text: in the game's own words, or else by the names of its fields."""

    def __init__(self, codec: GameCodec, *, brief: bool = False) -> None:
        """If `brief`, for a reader of the match's start (`start_text`): texts leave out what that has said."""
        self._codec, self._brief = codec, brief
        words = codec.game.text or plain_words(codec.game)
        self._words = words.in_brief() if brief else words

    def text(
        self, decision: Decision, view: object, events: Sequence[bytes], before: object | None = None,
    ) -> DecisionText:
        """Return the text of a decision; `view` is the seat's own, `events` are the serialized acts of its request.

        A brief text has no view where there is nothing to take. With the view `before`, of an earlier request, what the
        rules did since then for seats that they play follows the events.
        """
        words, unanswered = self._words, self._words.story.unanswered
        told = unanswered(before, view) if unanswered is not None and before is not None else ()
        needless = self._brief and not decision.options
        return DecisionText(
            question=question_line(decision, words.question(decision.prompt)),
            options=[words.option_at(decision.prompt, option, view) for option in decision.options],
            view="" if needless else "".join(f"{line}\n" for line in words.view_at(decision.prompt, view)),
            events=[*[self._event(Act.FromString(act), decision.seat) for act in events], *told],
        )

    def _event(self, act: Act, seat: Seat) -> str:
        who = "Chance" if act.seat == CHANCE else "You" if act.seat == seat else f"Seat {act.seat}"
        source = f" from {act.stream}" if act.stream else ""
        fault = f" [not its own answer: {fault_name(act.fault)}]" if act.fault else ""
        return f"{who} ({act.prompt}{source}): {self._taken(act)}{fault}"

    def _taken(self, act: Act) -> str:
        if act.hidden:
            return "hidden"
        taken = [self._words.option_at(act.prompt, option, None) for option in self._codec.read_options(act.chosen)]
        return "; ".join(drawn(taken) if act.seat == CHANCE else taken) or "nothing"


def plain_words(game: Game[Any]) -> Words:
    """Return words for a game that has none of its own."""
    names = names_of(game.catalogue)
    return Words({}, lambda view: view_lines(view, names), lambda option, _view: option_text(option, names))


def question_line(decision: Decision, sentence: str) -> str:
    """Return one line: the question, how many to take, if their order matters, and the default."""
    default = ", ".join(map(str, decision.default)) or "none"
    order = ["The order in which you name them matters."] if decision.ordered else []
    asked = sentence or f"Decide {decision.prompt}."
    return " ".join([asked, _count(decision), *order, f"If no answer comes: {default}."])


def _count(decision: Decision) -> str:
    least, most = decision.least, decision.most
    if not decision.options:
        return "There is nothing to take."
    if least == most:
        many = str(most) if most == 1 else f"exactly {most}"
    elif least:
        many = f"{least} to {most}"
    else:
        many = str(most) if most == 1 else f"up to {most}"
    none = ", or none" if least == 0 and most else ""
    return f"Take {many} of {len(decision.options)} option{'s' * (len(decision.options) != 1)}{none}."
