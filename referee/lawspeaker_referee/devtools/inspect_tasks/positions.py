"""Skill positions as a task: the share of best answers and the chance to win that answers lose, by skill."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import get_model
from inspect_ai.scorer import Score, Scorer, Target, accuracy, grouped, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver

from lawspeaker_bot.chat import first_messages
from lawspeaker_bot.chat_memory import Memory, Remembering
from lawspeaker_bot.chat_words import parse_words
from lawspeaker_bot.decision import AnswerOrigin
from lawspeaker_bot.errors import WrongAnswer
from lawspeaker_bot.model_answer import parse_answer
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import Picks
from lawspeaker_referee.config.fault_policies import origin_name
from lawspeaker_referee.devtools.inspect_tasks.asked_model import (
    AskedModel,
    CountingBot,
    chat_config,
    in_thread,
    messages_of,
)
from lawspeaker_referee.devtools.skills.asking import decision_of
from lawspeaker_referee.devtools.skills.choosing import SkillPosition
from lawspeaker_referee.devtools.skills.files import coming_along, positions_named

_ANSWER = "lawspeaker_answer"
"""The key of the store under which the answer lies."""
_BY_SKILL = {"name_template": "{group_name}", "all_label": "all"}
_ERROR_BY_SKILL = {"name_template": "{group_name} stderr", "all_label": "all stderr"}


def position_samples(names: str | Sequence[str] = (), *, without_options: bool = False) -> Iterator[Sample]:
    """Yield the positions of files, or those that come along for games of these names, or for all games.

    The input has the messages that a chat bot sends; the target is the best answer as it would write it. Raises
    BadPositions, and OSError for a file that cannot be read.
    """
    files = [names] if isinstance(names, str) else list(names) or list(coming_along())
    number = 0
    for name in files:
        for position in positions_named(name):
            number += 1
            yield _sample(f"{position.game}-{number}", position, without_options=without_options)


def _sample(name: str, position: SkillPosition, *, without_options: bool) -> Sample:
    decision = decision_of(position)
    assert decision.text is not None
    messages = first_messages(decision, Memory(Remembering()), words=without_options)
    best = [decision.text.options[pick] for pick in position.best] if without_options else list(position.best)
    return Sample(messages_of(messages), target=", ".join(map(str, best)), id=name, metadata={
        "game": position.game, "game_version": GAMES[position.game].version, "skill": position.skill,
        "prompt": position.prompt, "seat": position.seat, "answers": [list(each) for each in position.answers],
        "values": list(position.values), "lead": position.lead, "error": position.error,
        "position": b64encode(position.position).decode(), "without_options": without_options})


def _position(metadata: Mapping[str, Any]) -> SkillPosition:
    return SkillPosition(
        metadata["game"], metadata["skill"], metadata["seat"], metadata["prompt"], b64decode(metadata["position"]),
        tuple(tuple(each) for each in metadata["answers"]), tuple(metadata["values"]), metadata["lead"],
        metadata["error"])


@solver
def answer(*, schema: bool = False) -> Solver:
    """Ask the model as `lawspeaker-bot chat` does: what is no legal answer is told to it once, then it has none.

    With `schema` it is held to the JSON schema of answers.
    """
    async def solve(state: TaskState, generate: Generate) -> TaskState:
        position, words = _position(state.metadata), state.metadata["without_options"]
        asked = AskedModel(get_model(), schema=schema)
        name = str(state.model)
        bot = CountingBot(chat_config(name, without_options=words), asked, name)
        decision = decision_of(position)
        picks = await in_thread(lambda: bot.decide(decision))
        state.messages = [*asked.asked, *([asked.output.message] if asked.output.choices else [])]
        state.output = asked.output
        state.store.set(_ANSWER, {"picks": list(picks), "reason": decision.annotation, "origin": int(decision.origin),
                                  "replies": asked.replies})
        return state

    return solve


def _answered(state: TaskState) -> tuple[SkillPosition, Picks, int, str] | None:
    """Return the position, the picks that count, their origin, and the reason; None if Inspect has ended the sample.

    What another solver has put into the output is read as an answer; if it is none, the default counts.
    """
    position = _position(state.metadata)
    found = state.store.get(_ANSWER)
    if found is None and not (state.output.choices or state.output.error):
        return None
    decision = decision_of(position)
    if found is None:
        try:
            read = (parse_words if state.metadata["without_options"] else parse_answer)(
                decision, state.output.completion)
            found = {"picks": read.picks, "reason": read.reason, "origin": AnswerOrigin.OWN}
        except WrongAnswer as error:
            found = {"picks": decision.default, "reason": str(error), "origin": AnswerOrigin.UNPARSABLE}
    picks = tuple(found["picks"] if decision.ordered else sorted(found["picks"]))
    return position, picks, found["origin"], found["reason"]


def _score(state: TaskState, value: Callable[[SkillPosition, Picks, int], float]) -> Score | None:
    answered = _answered(state)
    if answered is None:
        return None
    position, picks, origin, reason = answered
    return Score(value=value(position, picks, origin), answer=", ".join(map(str, picks)) if not origin else None,
                 explanation=reason, metadata={"picks": list(picks), "origin": origin_name(origin)})


@scorer(metrics=[grouped(accuracy(), "skill", **_BY_SKILL), grouped(stderr(), "skill", **_ERROR_BY_SKILL)])
def best() -> Scorer:
    """Score 1 for the best answer, by the model itself."""
    async def score(state: TaskState, target: Target) -> Score | None:
        return _score(state, lambda position, picks, origin: float(not origin and picks == position.best))

    return score


@scorer(metrics=[grouped(mean(), "skill", **_BY_SKILL), grouped(stderr(), "skill", **_ERROR_BY_SKILL)])
def lost() -> Scorer:
    """Score the chance to win that the answer loses, from 0 to 1; without an answer that of the default."""
    async def score(state: TaskState, target: Target) -> Score | None:
        return _score(state, lambda position, picks, origin: position.loss(picks))

    return score


@scorer(metrics=[mean()])
def own() -> Scorer:
    """Score 1 for an answer of the model's own, legal after at most two tries."""
    async def score(state: TaskState, target: Target) -> Score | None:
        return _score(state, lambda position, picks, origin: float(not origin))

    return score


@task
def positions(games: str | list[str] | None = None, *, without_options: bool = False, schema: bool = False) -> Task:
    """Return skill positions of these games or files, or of all games.

    Without options the model writes its move in words. With `schema` it is held to the JSON schema of answers.
    """
    return Task(
        dataset=MemoryDataset(list(position_samples(games or (), without_options=without_options)),
                              name="lawspeaker positions"),
        solver=answer(schema=schema), scorer=[best(), lost(), own()])
