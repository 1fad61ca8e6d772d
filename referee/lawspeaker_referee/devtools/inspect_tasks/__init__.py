"""Tasks of Inspect: skill positions, and matches against bots, with its model interface and logs; see docs/inspect.md.

They send what `lawspeaker-bot chat` sends and read replies as it does. Nothing else of the referee imports this.
"""

try:
    import inspect_ai as _inspect_ai
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "tasks of Inspect need inspect_ai: pip install 'lawspeaker-referee[inspect]'") from error

from lawspeaker_referee.devtools.inspect_tasks.matches import matches, play, result
from lawspeaker_referee.devtools.inspect_tasks.positions import answer, best, lost, own, position_samples, positions

__all__ = ["answer", "best", "lost", "matches", "own", "play", "position_samples", "positions", "result"]

del _inspect_ai
