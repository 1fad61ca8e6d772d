"""`lawspeaker show`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import chain, repeat
from pathlib import Path
from typing import Any, Final, NamedTuple

import click
from google.protobuf.json_format import MessageToDict

from lawspeaker.v1.match_pb2 import Act
from lawspeaker.v1.match_pb2 import Outcome as OutcomeMessage
from lawspeaker.v1.record_pb2 import RecordFooter, RecordHeader, RecordStep, Timing
from lawspeaker_bot.messages import unpack_options
from lawspeaker_bot.printable import printable
from lawspeaker_engine.model import Outcome, Seat
from lawspeaker_engine.playing import changes_of
from lawspeaker_referee.cli.decision_text import answer_line, known_lines, question_lines
from lawspeaker_referee.cli.errors import WrongInput
from lawspeaker_referee.cli.output_files import check_page_output
from lawspeaker_referee.cli.record_text import Remarks, footer_lines, header_lines, names_in, step_lines
from lawspeaker_referee.cli.record_words import text_width, told_lines
from lawspeaker_referee.cli.show_html import write_page
from lawspeaker_referee.codec.game_codec import snake_case, with_parts
from lawspeaker_referee.codec.option_text import period_text, view_lines
from lawspeaker_referee.config.clocks import Clock, clock_of, clocks_of
from lawspeaker_referee.config.fault_policies import Policy, fault_name, origin_name, policy_table
from lawspeaker_referee.config.formatting import format_count, format_microseconds
from lawspeaker_referee.host.reopened_decision import NoDecision, reopened_decision
from lawspeaker_referee.match.places import forfeits_by_fault, resigned_in
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.file import Record, read_record
from lawspeaker_referee.record.signing import BadSignature, signer_of
from lawspeaker_referee.record.verify.fault_audit import RecordDiffers
from lawspeaker_referee.record.verify.replay import open_record, replay
from lawspeaker_referee.record.verify.seat_report import BOUNDS_US, SHARES, SeatReport, known_policy, seat_reports

_BAR: Final = 40
_MOST_REASONS: Final = 3


# --- as text ---


def report_lines(reports: Sequence[SeatReport], policy: Policy, header: RecordHeader) -> Iterator[str]:
    """Yield the reports as lines, an empty line before each seat; texts of bots are not escaped."""
    clocks = clocks_of(header)
    width = max((len(fault_name(fault)) for report in reports for fault, _ in report.reasons), default=0)
    for report in reports:
        answered = len(report.think_us)
        yield ""
        decisions = format_count(report.faults.decisions, "decision")
        own = f", {report.own} of them by itself" if report.origins else ""
        yield f"seat {report.seat}  {report.bot}: {decisions}, {answered} answered{own}"
        yield from _fault_lines(report, width)
        yield from _strike_lines(report, policy)
        yield from _charge_lines(report, clocks[report.seat])
        if answered:
            yield from _time_lines(report)


def _fault_lines(report: SeatReport, width: int) -> Iterator[str]:
    for origin, number in report.origins.most_common():
        yield f"  stand-ins   {number:>4} {origin_name(origin)}, as the bot says"
    label = "faults"
    for fault in sorted({fault for fault, _ in report.reasons}):
        reasons = Counter({why: number for (each, why), number in report.reasons.items() if each == fault})
        told = reasons.most_common(_MOST_REASONS)
        lines = [(number, why or "no reason given") for why, number in told]
        if rest := reasons.total() - sum(number for number, _ in lines):
            lines.append((rest, "other reasons"))
        for number, why in lines:
            yield f"  {label:<10}  {number:>4} {fault_name(fault):<{width}}  {why}"
            label = ""
    if report.refused:
        yield f"  refused     {format_count(report.refused, 'answer')}"


def _strike_lines(report: SeatReport, policy: Policy) -> Iterator[str]:
    count = report.faults
    if count.strikes:
        limits = [f"{policy.disqualify_after} strikes"] if policy.disqualify_after else []
        if policy.disqualify_permille:
            limits.append(f"faults in over {policy.disqualify_permille / 10:g} % of at least "
                          f"{format_count(policy.disqualify_minimum, 'decision')}")
        yield f"  strikes     {count.strikes}" + (f"; out with {' or '.join(limits)}" if limits else "")
    if count.mostly_stood_in(policy):
        yield (f"  lost        stand-ins or faults in over {policy.stand_in_permille / 10:g} % of its decisions; "
               f"{100 * report.own / count.decisions:.0f} % were its own answers")
    if report.resigned_at is not None:
        yield f"  out         resigned at step {report.resigned_at}"
    if report.out_at is not None:
        yield f"  out         disqualified at step {report.out_at}"


def _charge_lines(report: SeatReport, clock: Clock) -> Iterator[str]:
    bank = f"; {format_microseconds(report.bank_left_us)} left in the bank" if report.bank_left_us is not None else ""
    if clock.move_time is not None:
        yield f"  charged     {format_microseconds(report.charged_us)} in all{bank}"
    told = [f"{format_microseconds(report.lag_us)} that the referee was late"] if report.lag_us else []
    told += [f"{format_microseconds(report.compensated_us)} for round trips"] if report.compensated_us else []
    if told:
        yield f"  not charged {' and '.join(told)}"
    if report.input_tokens or report.output_tokens:
        yield f"  tokens      {report.input_tokens:,} read and {report.output_tokens:,} written, as the bot says"


def _time_lines(report: SeatReport) -> Iterator[str]:
    shares = ", ".join(f"{share} % within {format_microseconds(report.percentile(share))}" for share in SHARES)
    yield f"  answers     {shares}, the slowest {format_microseconds(report.think_us[-1])}"
    histogram = report.histogram
    most = max(histogram.values())
    for bound, number in histogram.items():
        label = f"over {format_microseconds(BOUNDS_US[-1])}" if bound is None else f"to {format_microseconds(bound)}"
        yield f"    {label:>11}  {'#' * max(1, round(_BAR * number / most))} {number}"


# --- as data ---


def report_object(reports: Sequence[SeatReport]) -> list[dict[str, Any]]:
    """Return the reports as plain data, one object for each seat."""
    return [
        {
            "seat": report.seat,
            "bot": report.bot,
            "decisions": report.faults.decisions,
            "answered": len(report.think_us),
            "own": report.own,
            "stand_ins": {origin_name(origin): number for origin, number in sorted(report.origins.items())},
            "faults": _faults_object(report),
            "refused": report.refused,
            "strikes": report.faults.strikes,
            "disqualified_at_step": report.out_at,
            "charged_us": report.charged_us,
            "lag_us": report.lag_us,
            "compensated_us": report.compensated_us,
            "input_tokens": report.input_tokens,
            "output_tokens": report.output_tokens,
            "bank_left_us": report.bank_left_us,
            "think_us": {f"p{share}": report.percentile(share) for share in SHARES} | {"max": report.think_us[-1]}
            if report.think_us else None,
            "histogram": [{"up_to_us": bound, "answers": number} for bound, number in report.histogram.items()],
        }
        for report in reports
    ]


def _faults_object(report: SeatReport) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for (fault, evidence), number in sorted(report.reasons.items()):
        each = found.setdefault(fault_name(fault), {"number": 0, "reasons": {}})
        each["number"] += number
        each["reasons"][evidence] = number
    return found


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line: header, steps, footer, report.")
@click.option("--state", "with_state", is_flag=True, help="Add the full view after each step, secrets included.")
@click.option("--seat", type=int, metavar="S", help="Add what seat S sees after each step instead.")
@click.option("--step", type=int, metavar="N",
              help="Print one decision in words instead: what its seat saw and could take, and what it took. --seat "
                   "says which one if the step asks several.")
@click.option("--words", "in_words", is_flag=True,
              help="Tell the game in sentences instead; with --seat as that seat knows it.")
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Write a page that draws the match in a browser instead; it needs no network.")
@click.option("--eyes", default="all", show_default=True, metavar="EYES",
              help="Whose views the page holds: spectator, seat:N, all, or several with commas.")
@click.option("--no-report", is_flag=True, help="Leave out the report on each seat's faults and times at the end.")
def show(
    *, file: Path, as_json: bool, with_state: bool, seat: int | None, step: int | None, in_words: bool,
    html: Path | None, eyes: str, no_report: bool,
) -> int:
    """Print a record as text, step by step.

    Ends with a report on each seat: faults with their reasons, strikes, what it was charged, and how long its answers
    took. Needs no engine, but --state, --seat, --step and --words play the game again. Where a record of these rules
    can be played again, what came of the answers is told too: who was lost, how a fight ended.

    A page of --html has the steps of a damaged file that can be read; the exit code is then 1, or 2 if there are none.
    It may hold every hand. Give others one of --eyes spectator while hands are to stay secret.
    """
    _refuse_two_ways({"--step": step is not None, "--html": html is not None, "--words": in_words, "--json": as_json,
                      "--state": with_state})
    if html is not None:
        if seat is not None:
            raise WrongInput("--html takes no --seat; --eyes says whose views the page holds")
        check_page_output("--html", html)
        return write_page(file, html, eyes)
    if eyes != "all":
        raise WrongInput("--eyes says what a page of --html holds; for text use --seat")
    record = read_record(file)
    if seat is not None and not 0 <= seat < record.header.setup.players:
        raise WrongInput(f"there is no seat {seat} in {file}; seats are 0 to {record.header.setup.players - 1}")
    policy = known_policy(record)
    if step is not None:
        _echo(_decision_lines(file, record, step, seat))
    elif in_words:
        _echo(told_lines(record, policy, seat, text_width()))
    else:
        views = views_after(record, seat) if with_state or seat is not None else repeat(None)
        news = chain(news_after(record), repeat(NO_NEWS))
        _echo(json_lines(record, policy, views, news) if as_json else text_lines(record, policy, views, news))
        reports = [] if no_report else seat_reports(record, policy)
        if reports and as_json:
            click.echo(json.dumps({"entry": "report", "seats": report_object(reports)}))
        elif reports:
            _echo(report_lines(reports, policy, record.header))
    return 0


def _echo(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(printable(line))


def _refuse_two_ways(given: Mapping[str, bool]) -> None:
    """Raises WrongInput if two options say how to print a record; --json and --state go together."""
    ways = [option for option, is_given in given.items() if is_given]
    if len(ways) > 1 and ways != ["--json", "--state"]:
        raise WrongInput(f"{ways[0]} and {ways[1]} print a record in two ways; give one of them")


def _decision_lines(file: Path, record: Record, step: int, seat: Seat | None) -> Iterator[str]:
    """Yield one decision in words. Raises WrongInput, RecordError and RecordDiffers."""
    try:
        asked = reopened_decision(record, step, seat)
    except NoDecision as error:
        raise WrongInput(f"{file}: {error}") from None
    width = text_width()
    yield f"{record.header.match_id}, step {step}: seat {asked.again.seat} ({asked.bot})"
    yield ""
    yield from known_lines(asked.text, width)
    yield from question_lines(asked.text, {"taken": asked.answer.picks or ()}, width)
    yield ""
    yield answer_line(asked.answer)


def views_after(record: Record, seat: Seat | None) -> Iterator[object]:
    """Yield the view of a seat after each step, or the full one. Raises RecordError and RecordDiffers."""
    game, _ = open_record(record)
    for played in replay(record):
        game.pending(played.state)  # works off what follows by itself, so that the view is the next question's
        yield game.full_view(played.state) if seat is None else game.view(played.state, seat)


class StepNews(NamedTuple):
    """What the rules tell of a step."""

    changes: Sequence[str]
    """The changes that it made, as all may know."""
    outcome: Outcome | None
    """How the game has ended; None if it goes on."""


NO_NEWS: Final = StepNews((), None)
"""The sentence for a step that cannot be replayed."""


def news_after(record: Record) -> Iterator[StepNews]:
    """Yield the news of each step, as far as the record can be replayed."""
    try:
        game, setup = open_record(record)
        before = game.setup(setup)
        game.pending(before)
        seen = game.view(game.copy(before), None)
        for played in replay(record):
            changes = list(changes_of(game, played.state, seen))
            game.pending(played.state)
            yield StepNews(changes, game.outcome(played.state))
            seen = game.view(game.copy(played.state), None)
    except (RecordError, RecordDiffers):
        return  # a record is shown without its rules; whether it follows them is for `verify` to say


def text_lines(
    record: Record, policy: Policy, views: Iterator[object], news: Iterator[StepNews],
) -> Iterator[str]:
    """Yield the game as lines of text."""
    names, remarks = names_in(record.header), Remarks(record.header, policy)
    period, told = "", NO_NEWS
    yield from header_lines(record, policy)
    yield ""
    for number, (step, view, told) in enumerate(zip(record.iter_steps(), views, news, strict=False), 1):
        yield from step_lines(number, step, names, remarks)
        yield from (f"{' ' * 7}{change}" for change in told.changes)
        if view is not None:
            before, period = period, period_text(view, names)
            if period != before:
                yield f"-- {period} --"
            yield from view_lines(view, names, " " * 9)
    yield ""
    if record.footer is None:
        yield f"unfinished after {record.step_count} steps"
    else:
        yield from footer_lines(record.footer, record.header, with_parts(record.footer.outcome, told.outcome))


def json_lines(
    record: Record, policy: Policy, views: Iterator[object], news: Iterator[StepNews],
) -> Iterator[str]:
    """Yield the game as JSON, one object a line."""
    told = NO_NEWS
    yield json.dumps({"entry": "header"} | header_object(record.header, policy))
    for number, (step, view, told) in enumerate(zip(record.iter_steps(), views, news, strict=False), 1):
        with_changes = {"changes": list(told.changes)} if told.changes else {}
        with_view = {} if view is None else {"view": asdict(view)}  # type: ignore[call-overload] # a dataclass
        yield json.dumps({"entry": "step", "step": number} | step_object(step) | with_changes | with_view)
    if record.footer is not None:
        yield json.dumps({"entry": "footer"} | footer_object(
            record.footer, with_parts(record.footer.outcome, told.outcome)) | signature_object(record))


def header_object(header: RecordHeader, policy: Policy) -> dict[str, Any]:
    """Return a header as plain data; bytes as hexadecimal digits."""
    return {
        "format": header.format,
        "match_id": header.match_id,
        "game": header.setup.game,
        "game_version": header.setup.game_version,
        "content_hash": header.setup.content_hash,
        "players": header.setup.players,
        "options": {option.name: option.value for option in header.setup.options},
        "engine_version": header.engine_version,
        "build": header.build,
        "seats": [{"bot": who.bot, "identity": who.identity, "version": who.version, "sdk": who.sdk,
                   "files": who.files.hex(), "in_process": who.in_process, "person": who.person,
                   "clock": clock.text}
                  for who, clock in zip(header.seats, clocks_of(header), strict=True)],
        "seed_commitment": header.seed_commitment.hex(),
        "move_time_ms": header.move_time_ms,
        "clock": clock_of(header).text,
        "faults": policy_table(policy),
        "started_unix_ms": header.started_unix_ms,
        "challenger": header.challenger,
    }


def step_object(step: RecordStep) -> dict[str, Any]:
    """Return a step as plain data: one act for each seat that was asked."""
    timings = [*step.timing, *repeat(None, len(step.acts) - len(step.timing))]
    acts = [act_object(act, timing) for act, timing in zip(step.acts, timings, strict=True)]
    return {"acts": acts, "digest": step.digest.hex()}


def act_object(act: Act, timing: Timing | None) -> dict[str, Any]:
    """Return the act of one seat, or of chance (-1), as plain data."""
    found: dict[str, Any] = {"seat": act.seat, "prompt": act.prompt, "picks": list(act.picks)}
    found["chosen"] = [
        {snake_case(option.DESCRIPTOR.name): MessageToDict(
            option, preserving_proto_field_name=True, always_print_fields_with_no_presence=True)}
        for option in unpack_options(act.chosen)
    ]
    if act.stream:
        found["stream"] = act.stream
    if act.fault:
        found["fault"] = fault_name(act.fault)
    if timing is not None:
        found |= {
            "think_us": timing.think_us, "charged_us": timing.charged_us, "lag_us": timing.lag_us,
            "transport_us": timing.transport_us, "compensated_us": timing.compensated_us,
            "bank_left_us": timing.bank_left_us, "annotation": timing.annotation, "rejections": timing.rejections,
            "evidence": timing.evidence, "input_tokens": timing.input_tokens, "output_tokens": timing.output_tokens,
            "origin": origin_name(timing.origin),
        }
    return found


def footer_object(footer: RecordFooter, outcome: OutcomeMessage) -> dict[str, Any]:
    """Return a footer as plain data, with its outcome as a replay tells it."""
    return {
        "ranks": list(outcome.ranks),
        "scores": list(outcome.scores),
        "reason": outcome.reason,
        "parts": [{part.name: part.points for part in each.parts} for each in outcome.parts],
        "decided": list(outcome.decided),
        "forfeits": [{"seat": each.seat, "fault": fault_name(each.fault), "evidence": each.evidence}
                     for each in forfeits_by_fault(footer)],
        "resigned": resigned_in(footer),
        "substituted": list(footer.substituted),
        "stood_in": list(footer.stood_in),
        "seed": footer.seed.hex(),
        "digest": footer.digest.hex(),
        "steps": footer.steps,
        "ended_unix_ms": footer.ended_unix_ms,
    }


def signature_object(record: Record) -> dict[str, Any]:
    """Return who signed a record, and what is wrong with the signature if anything is."""
    try:
        signer = signer_of(record)
    except BadSignature as error:
        return {"signed_by": None, "bad_signature": str(error)}
    return {"signed_by": signer.fingerprint if signer else None}
