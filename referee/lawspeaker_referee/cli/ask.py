"""`lawspeaker ask`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from lawspeaker_bot.printable import printable
from lawspeaker_referee.cli.ask_positions import NO_ANSWER, ask_positions
from lawspeaker_referee.cli.decision_text import answer_line, known_lines, question_lines
from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.cli.options import ClockSpec, access_of, bot_access_options
from lawspeaker_referee.cli.record_words import text_width
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.fault_policies import fault_name
from lawspeaker_referee.config.sandbox import Sandbox
from lawspeaker_referee.event_loop import run_async, stopped_by_signals
from lawspeaker_referee.host.local_match import ask as ask_bot
from lawspeaker_referee.host.reopened_decision import NoDecision, ReopenedDecision, reopened_decision
from lawspeaker_referee.match.one_decision import BotAnswer
from lawspeaker_referee.record.file import read_record


@click.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--step", type=int, metavar="N", help="The step, as `lawspeaker show` numbers them.")
@click.option("--positions", multiple=True, metavar="FILE",
              help="Ask all positions of this file instead, of `lawspeaker positions`, or those of a game that come "
                   "with the referee; may be repeated.")
@click.option("--bot", required=True, metavar="SPEC",
              help="The bot to ask: random, greedy, search, or 'cmd:COMMAND LINE' for a process of your own.")
@click.option("--seat", type=int, metavar="S", help="The seat, where the step asks several.")
@click.option("--clock", type=ClockSpec(),
              help="Another clock than the match had, such as none while a debugger holds the bot.")
@click.option("--view", "with_view", is_flag=True, help="Print what the seat sees and what happened before, too.")
@bot_access_options
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
def ask(
    *, file: Path | None, step: int | None, positions: tuple[str, ...], bot: str, seat: int | None, clock: Clock | None,
    with_view: bool, as_json: bool, **access: Any,
) -> int:
    """Ask a bot for one decision of a record, and print its answer beside the recorded one.

    The bot starts as in a match and gets the request that the seat's bot got then, with as much time and, if it asks
    for them, the text and the position of that moment. It has seen nothing of the match before. Exit codes: 0 it
    answered, 1 it did not, 2 wrong input.

    With --positions it is asked for positions in which one answer is clearly the best, and its score is printed by
    skill.

    \b
      lawspeaker ask match.lsr --step 40 --bot search
      lawspeaker ask --positions pax_viking --positions mine.jsonl --bot greedy
    """  # noqa: D301 - click looks for the control character
    sandbox = access_of(access)
    if positions:
        if file is not None or step is not None or seat is not None or with_view:
            raise WrongInput("--positions takes no record, --step, --seat or --view: all positions are asked")
        return ask_positions(positions, bot, clock, sandbox, as_json=as_json)
    if file is None or step is None:
        raise WrongInput("name a record and its --step, or --positions")
    return _ask_again(file, step, bot, seat, clock, sandbox, with_view=with_view, as_json=as_json)


def _ask_again(file: Path, step: int, bot: str, seat: int | None, clock: Clock | None, sandbox: Sandbox, *,
               with_view: bool, as_json: bool) -> int:
    """Ask one decision of a record again, and return the exit code. Raises WrongInput and RecordError."""
    spec, record = SeatSpec.parse(bot), read_record(file)
    try:
        asked = reopened_decision(record, step, seat, clock)
    except NoDecision as error:
        raise WrongInput(f"{file}: {error}") from None
    with stopped_by_signals() as stop:
        answer = run_async(
            ask_bot(asked.again, spec, sandbox, lambda line: click.echo(printable(line), err=True), stop))
    match_id = record.header.match_id
    if as_json:
        click.echo(json.dumps({
            "match_id": match_id, "step": step, "seat": asked.again.seat, "prompt": asked.decision.prompt,
            "question": asked.text.question, "options": list(asked.text.options),
            "recorded": {"bot": asked.bot} | _object(asked.answer), "asked": {"bot": bot} | _object(answer),
        }))
    else:
        title = f"{match_id}, step {step}: seat {asked.again.seat} ({asked.bot}) is asked {asked.decision.prompt}"
        click.echo(printable(title) + "\n")
        for line in _lines(asked, answer, bot, with_view=with_view):
            click.echo(printable(line))
    return NO_ANSWER if answer.picks is None else 0


def _lines(asked: ReopenedDecision, answer: BotAnswer, bot: str, *, with_view: bool) -> Iterator[str]:
    width, recorded = text_width(), asked.answer
    if with_view:
        yield from known_lines(asked.text, width)
    yield from question_lines(asked.text, {"recorded": recorded.picks or (), bot: answer.picks or ()}, width)
    yield ""
    names = max(len("recorded"), len(bot))
    yield f"{'recorded':<{names}}  {answer_line(recorded)}"
    yield f"{bot:<{names}}  {answer_line(answer)}"
    if answer.picks is not None:
        yield "the same answer" if answer.picks == recorded.picks else "another answer"


def _object(answer: BotAnswer) -> dict[str, Any]:
    return {"picks": None if answer.picks is None else list(answer.picks),
            "fault": fault_name(answer.fault) if answer.fault else None, "evidence": answer.evidence,
            "think_us": round(answer.seconds * 1e6), "annotation": answer.annotation, "rejections": answer.refusals}
