"""Inspect's mock model, whose replies a test says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from inspect_ai import eval as evaluate
from inspect_ai.log import EvalLog
from inspect_ai.model import ChatMessage, Model, ModelOutput, ModelUsage, get_model

READ, WROTE = 100, 7
"""The tokens of each reply."""

Says = Callable[[Sequence[ChatMessage]], str]


def model(says: Says, *, refuses: bool = False, cut: bool = False, most: int = 1000) -> Model:
    """A model that says this of the messages that it is sent, `most` at once; its answers may be `cut` off.

    A part of what it reads is in a cache.
    """
    def reply(messages: list[ChatMessage], *_: Any) -> ModelOutput:
        if len(messages) > most:
            output = ModelOutput.from_content("mock", "prompt is too long", "model_length", "prompt is too long")
            output.usage = ModelUsage()
            return output
        reason = "content_filter" if refuses else "max_tokens" if cut else "stop"
        output = ModelOutput.from_content("mock", says(messages), reason)
        output.usage = ModelUsage(
            input_tokens=READ - 60, input_tokens_cache_read=50, input_tokens_cache_write=10, output_tokens=WROTE,
            total_tokens=READ + WROTE)
        return output

    return get_model("mockllm/model", custom_outputs=reply)


def run(task: Any, asked: Model, folder: Any, **options: Any) -> EvalLog:
    """The log of a task."""
    [log] = evaluate(task, model=asked, log_dir=str(folder / "logs"), display="none", **options)
    return log


def metrics(log: EvalLog, name: str) -> dict[str, float]:
    """The metrics of a scorer."""
    assert log.status == "success", log.error.message
    score = next(each for each in log.results.scores if each.name == name)
    return {each: metric.value for each, metric in score.metrics.items()}
