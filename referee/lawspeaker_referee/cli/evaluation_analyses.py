"""What an evaluation's report tells besides results: the value that answers have lost, and scores by skill."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

import click

from lawspeaker_bot.decision import AnswerOrigin
from lawspeaker_bot.printable import printable
from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.cli.file_jobs import results_in_order
from lawspeaker_referee.cli.progress import reporting
from lawspeaker_referee.competition.evaluation.calls import Spending
from lawspeaker_referee.competition.evaluation.results import Section
from lawspeaker_referee.competition.evaluation.run import Ahead
from lawspeaker_referee.config.formatting import format_percent
from lawspeaker_referee.devtools.analysis.evaluation import Loss, SampledMatch, mean_losses, sampled
from lawspeaker_referee.devtools.analysis.kept_lines import KeptLines
from lawspeaker_referee.devtools.skills.asking import ask_positions
from lawspeaker_referee.devtools.skills.choosing import SkillPosition
from lawspeaker_referee.devtools.skills.files import BadPositions, positions_named
from lawspeaker_referee.devtools.skills.scores import scores
from lawspeaker_referee.event_loop import run_async, stopped_by_signals

if TYPE_CHECKING:
    from lawspeaker_referee.competition.evaluation.folder import EvaluationFolder
    from lawspeaker_referee.competition.ledger.queries import LedgerQueries
    from lawspeaker_referee.config.evaluation import EvaluationConfig
    from lawspeaker_referee.config.tournament import TournamentConfig
    from lawspeaker_referee.match.one_decision import BotAnswer

_ALL: Final = "all"


class _BudgetSpent(Exception):
    """No more positions are asked; the text says why."""


def lost_values(config: EvaluationConfig, folder: EvaluationFolder, ledger: LedgerQueries) -> Iterator[Section]:
    """Yield the tables of what answers have lost; what was judged before is kept in the folder.

    Raises RecordError, RecordDiffers, BadLedger and OSError.
    """
    wanted = config.table.analysis
    if not wanted.decisions:
        return
    kept = KeptLines(folder.path / "analysis" / "losses.jsonl")
    begun = set(ledger.tournaments())
    chosen: dict[tuple[str, str], list[SampledMatch]] = {}
    for terms in folder.tournaments(config):
        played = ledger.results(terms.name) if terms.name in begun else []
        chosen |= {(terms.name, bot): sampled(terms, played, bot, wanted.decisions, wanted.playouts)
                   for bot in terms.names}
    _judge([match for matches in chosen.values() for match in matches if match.key not in kept], kept)
    rows: list[tuple[str, ...]] = []
    by_kind: list[tuple[str, ...]] = []
    for (setup, bot), matches in chosen.items():
        for each in mean_losses([[Loss(**loss) for loss in kept[match.key]] for match in matches]):
            mean = f"{100 * each.mean:.1f} %" + ("" if each.error is None else f" ± {100 * each.error:.1f}")
            told = (str(each.decisions), mean, format_percent(each.mistakes / each.decisions))
            if each.kind == _ALL:
                rows.append((bot, setup, *told))
            else:
                by_kind.append((bot, setup, each.kind, *told))
    words = (f"The chance to win that an answer loses beside the best one that {wanted.playouts} playouts find from "
             "what its seat knew, with the standard error of the mean; a mistake loses more than chance explains. "
             "Stand-ins are left out. Where search knows nothing of a game, playouts are random.")
    yield Section("Value lost", words, ("Bot", "Setup", "Decisions", "Lost by an answer", "Mistakes"), tuple(rows))
    yield Section("Value lost by kind of decision and by phase", "As above.",
                  ("Bot", "Setup", "Kind or phase", "Decisions", "Lost by an answer", "Mistakes"), tuple(by_kind))


def skill_scores(config: EvaluationConfig, folder: EvaluationFolder, *, ask: bool) -> Iterator[Section]:
    """Yield the table of models' scores in positions; with `ask` models are asked what they were not asked before, as
    long as the budget allows it.

    Raises WrongInput for positions that cannot be used, BotAbsent for a model that cannot be started, CancelledError
    when it is stopped, and OSError.
    """
    try:
        positions = [each for name in config.table.analysis.positions for each in positions_named(name)]
    except BadPositions as error:
        raise WrongInput(f"analysis: positions: {error}") from None
    if not positions:
        return
    terms, rows = folder.tournaments(config)[0], []
    ahead = Ahead(config.table.budget, Spending(folder.calls(model.name) for model in config.models))
    for model in config.models:
        kept = KeptLines(folder.path / "analysis" / "positions" / f"{model.name}.jsonl")
        if ask:
            try:
                _ask(terms, model.name, [each for each in positions if _key(each) not in kept], kept, ahead)
            except _BudgetSpent as spent:
                click.echo(f"lawspeaker: {spent}; no more positions are asked", err=True)
                ask = False
        answered = [(each, None if kept[_key(each)] is None else tuple(kept[_key(each)]))
                    for each in positions if _key(each) in kept]
        for skill, score in scores(answered).items():
            low, high = score.interval
            rows.append((model.name, skill, str(score.positions),
                         f"{100 * score.share:.0f} % ({100 * low:.0f} to {100 * high:.0f})", str(score.unanswered),
                         "none" if score.mean_loss is None else f"{100 * score.mean_loss:.1f} %"))
    words = ("Positions in which a long search finds one answer clearly the best, each asked by itself; the share of "
             "best answers with its 95 % interval, and the chance to win that an answer loses.")
    columns = ("Model", "Skill", "Positions", "Best answers", "No answer", "Lost by an answer")
    yield Section("Positions by skill", words, columns, tuple(rows))


def _judge(matches: Sequence[SampledMatch], kept: KeptLines) -> None:
    with (reporting("value lost") as report,
          results_in_order(SampledMatch.losses, matches, len(os.sched_getaffinity(0)), "judged decisions") as results):
        for number, (match, losses) in enumerate(zip(matches, results, strict=True), 1):
            kept.keep(match.key, [asdict(each) for each in losses])
            report(f"{number} of {len(matches)} matches judged")


def _ask(terms: TournamentConfig, model: str, positions: Sequence[SkillPosition], kept: KeptLines,
         ahead: Ahead) -> None:
    """Ask a model for its answers to positions, each of which is kept as it comes. Raises _BudgetSpent."""
    if not positions:
        return
    _check_budget(ahead)
    bot = next(each for each in terms.bots if each.name == model)
    waiting = iter(positions)

    def tell(line: str) -> None:
        click.echo(printable(f"{model}: {line}"), err=True)

    with stopped_by_signals() as stop, reporting(f"positions, {model}") as report:
        def answered(answer: BotAnswer) -> None:
            position = next(waiting)
            if answer.origin != AnswerOrigin.PROVIDER_FAILURE:  # else it is asked again when the evaluation goes on
                kept.keep(_key(position), None if answer.own_picks is None else list(answer.own_picks))
            report(f"asked, {sum(_key(each) in kept for each in positions)} of {len(positions)}")
            if position is not positions[-1]:
                _check_budget(ahead)

        run_async(ask_positions(bot.seat, positions, terms.clock, bot.within(terms.sandbox), tell, stop, answered))


def _check_budget(ahead: Ahead) -> None:
    ahead.spending.look()
    if why := ahead.spent_out(0, 0):
        raise _BudgetSpent(why)


def _key(position: SkillPosition) -> str:
    return blake2b(position.position, digest_size=12).hexdigest()
