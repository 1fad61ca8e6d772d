"""`lawspeaker ask --positions`: a bot's score in positions that have one best answer."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import click

from lawspeaker_bot.printable import printable
from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.cli.progress import reporting
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.clocks import DEFAULT_CLOCK, Clock
from lawspeaker_referee.config.fault_policies import fault_name, origin_name
from lawspeaker_referee.config.sandbox import Sandbox
from lawspeaker_referee.devtools.skills import asking
from lawspeaker_referee.devtools.skills.choosing import SkillPosition
from lawspeaker_referee.devtools.skills.files import BadPositions, positions_named
from lawspeaker_referee.devtools.skills.scores import Score, scores
from lawspeaker_referee.event_loop import run_async, stopped_by_signals
from lawspeaker_referee.match.one_decision import BotAnswer

NO_ANSWER: Final = 1

Answers = Sequence[tuple[SkillPosition, BotAnswer]]


def ask_positions(names: Sequence[str], bot: str, clock: Clock | None, sandbox: Sandbox, *, as_json: bool) -> int:
    """Ask a bot all positions of files, each once, print its score by skill, and return the exit code.

    Raises WrongInput, and OSError for a file that cannot be read.
    """
    try:
        positions = [*dict.fromkeys(each for name in names for each in positions_named(name))]
    except BadPositions as error:
        raise WrongInput(str(error)) from None
    answers = _asked(positions, bot, clock or DEFAULT_CLOCK, sandbox)
    found = scores((position, answer.own_picks) for position, answer in answers)
    if as_json:
        for line in _objects(answers, found, bot):
            click.echo(json.dumps(line))
    else:
        for text in _table(found, bot):
            click.echo(printable(text))
    return NO_ANSWER if any(answer.own_picks is None for _, answer in answers) else 0


def _asked(positions: Sequence[SkillPosition], bot: str, clock: Clock, sandbox: Sandbox) -> Answers:
    spec, found = SeatSpec.parse(bot), list[BotAnswer]()

    def tell(line: str) -> None:
        click.echo(printable(line), err=True)

    with stopped_by_signals() as stop, reporting("ask") as report:
        def answered(answer: BotAnswer) -> None:
            found.append(answer)
            report(f"{len(found)} of {len(positions)} positions")

        run_async(asking.ask_positions(spec, positions, clock, sandbox, tell, stop, answered))
    return list(zip(positions, found, strict=True))


def _table(found: dict[str, Score], bot: str) -> Iterator[str]:
    yield f"{bot}: the best answer, with 95 % intervals, and the chance to win that an answer loses"
    yield f"{'skill':<12}  positions  best answers        95 %  no answer   lost"
    for skill, score in found.items():
        low, high = score.interval
        lost = "" if score.mean_loss is None else f"{100 * score.mean_loss:.1f} %"
        yield (f"{skill:<12}  {score.positions:>9}  {score.right:>4} = {100 * score.share:>3.0f} %  "
               f"{100 * low:>3.0f} to {100 * high:>3.0f}  {score.unanswered:>9}  {lost:>6}")


def _objects(answers: Answers, found: dict[str, Score], bot: str) -> Iterable[dict[str, Any]]:
    for position, answer in answers:
        picks = answer.own_picks
        yield {"entry": "answer", "game": position.game, "skill": position.skill, "prompt": position.prompt,
               "best": list(position.best), "picks": None if picks is None else list(picks),
               "loss": None if picks is None else round(position.loss(picks), 5),
               "fault": fault_name(answer.fault) if answer.fault else None,
               "origin": origin_name(answer.origin) if answer.origin else None, "think_us": round(answer.seconds * 1e6)}
    yield {"entry": "scores", "bot": bot, "skills": {
        skill: {"positions": score.positions, "right": score.right, "unanswered": score.unanswered,
                "share": score.share, "interval": list(score.interval), "mean_loss": score.mean_loss}
        for skill, score in found.items()}}
