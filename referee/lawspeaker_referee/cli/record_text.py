"""A record as text for people, from its messages alone: no engine is needed to read a record.

If the game is known here with the same cards, its catalogue gives names for numbers. Texts of bots are in the lines
unescaped: the caller escapes control characters before it prints a line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any, Final

from lawspeaker.v1.match_pb2 import Act, GameSetup, Outcome
from lawspeaker.v1.record_pb2 import RecordFooter, RecordHeader, RecordStep, Timing
from lawspeaker_bot.messages import unpack_options
from lawspeaker_bot.score_parts import parts_text
from lawspeaker_engine.game import Game
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import CHANCE, BadSetup, Seat
from lawspeaker_engine.setups import make_setup, parse_options
from lawspeaker_referee.codec.option_text import Names, drawn, names_of, no_names, option_text
from lawspeaker_referee.config.clocks import PRESETS, Clock, clock_of, clocks_of, own_clocks_of
from lawspeaker_referee.config.entrants import SHOWN_DIGITS
from lawspeaker_referee.config.fault_policies import ABSENT, RANDOM, Policy, fault_name, origin_name
from lawspeaker_referee.config.formatting import format_microseconds, format_options, format_policy, format_time
from lawspeaker_referee.match.places import forfeits_by_fault, resigned_in
from lawspeaker_referee.record.file import Record
from lawspeaker_referee.record.signing import BadSignature, signer_of

WIDTH: Final = 120
"""Characters of a line that may be broken."""

STOOD_IN: Final = "too many of its answers were stand-ins, as its bot says"
"""Why a seat is lost whose bot stayed to the end."""
_PROMPT_WIDTH = 22


def names_in(header: RecordHeader) -> Names:
    """Return the names of a record's numbers, if its game is known here with the same cards."""
    game = GAMES.get(header.setup.game)
    if game is None or _content_here(game, header.setup) != header.setup.content_hash:
        return no_names
    return names_of(game.catalogue)


def _content_here(game: Game[Any], message: GameSetup) -> str:
    """Return the hash of what a setup can use here, without options that are unknown here; '' if it has none."""
    known = {option.name for option in game.options}
    texts = {option.name: option.value for option in message.options if option.name in known}
    try:
        return game.content(make_setup(game, message.players, parse_options(game, texts)))
    except BadSetup:
        return ""


def header_lines(record: Record, policy: Policy) -> list[str]:
    """Return the game, bots, clock, fault policy and signer of a record as lines."""
    header = record.header
    setup = header.setup
    title = GAMES[setup.game].title if setup.game in GAMES else setup.game
    lines = [f"{header.match_id}: {title}, {setup.players} players, rules version {setup.game_version}"]
    lines += _entry("options", format_options(setup))
    if header.challenger:
        lines += _entry("challenge", f"{header.challenger} asked for this match, which counts in no rating")
    for seat, who in enumerate(header.seats):
        sdk = f" ({who.sdk})" if who.sdk else ""
        token = f", token {who.identity}" if who.identity and who.identity != who.bot else ""
        files = f", files {who.files.hex()[:SHOWN_DIGITS]}" if who.files else ""
        here = ", in the referee's process" if who.in_process else ""
        here += ", a person" if who.person else ""
        name = f"{who.bot or 'unknown'}{f' {who.version}' if who.version else ''}"
        lines.append(f"  seat {seat}      {name}{sdk}{token}{files}{here}")
    lines += _entry("clock", _clock_text(clock_of(header)))
    for seat, clock in own_clocks_of(header).items():
        lines += _entry("", f"seat {seat}: {_clock_text(clock)}")
    lines += _entry("faults", format_policy(policy))
    lines.append(f"  began       {format_time(header.started_unix_ms)}")
    lines.append(f"  engine      {header.build or header.engine_version}, content {setup.content_hash}")
    lines.append(f"  commitment  {header.seed_commitment.hex()}")
    try:
        if (signer := signer_of(record)) is not None:
            lines.append(f"  signed by   {signer.fingerprint}")
    except BadSignature as error:
        lines += _entry("signature", f"does not hold: {error}")
    return lines


def _entry(name: str, text: str) -> list[str]:
    """Return a line of a header, broken between words if it is long."""
    return wrap(text, WIDTH, initial_indent=f"  {name:<10}  ", subsequent_indent=" " * 14, break_long_words=False,
                break_on_hyphens=False)


def _clock_text(clock: Clock) -> str:
    """Return a clock as `--clock` reads it, after the name of its preset."""
    if clock.text == "none":
        return "no limit"
    name = next((f"{name}: " for name, preset in PRESETS.items() if preset == clock), "")
    return name + clock.text.replace(",", ", ")


def step_lines(number: int, step: RecordStep, names: Names, remarks: Remarks) -> Iterator[str]:
    """Yield a line for each act of a step."""
    for index, act in enumerate(step.acts):
        timing = step.timing[index] if index < len(step.timing) else None
        who = "chance" if act.seat == CHANCE else f"seat {act.seat}"
        left = f"{number:>5}" if index == 0 else "     "
        source = f" from {act.stream}" if act.stream else ""
        yield f"{left}  {who}  {act.prompt:<{_PROMPT_WIDTH}}  {taken(act, names)}{source}{remarks.of(act, timing)}"


def taken(act: Act, names: Names) -> str:
    """Return the chosen options as text."""
    told = [option_text(option, names) for option in unpack_options(act.chosen)]
    return ", ".join(drawn(told) if act.seat == CHANCE else told) or "nothing"


class Remarks:
    """Remarks beside the acts of a record, in order: faults, charges, stand-ins, refusals and annotations of bots."""

    def __init__(self, header: RecordHeader, policy: Policy) -> None:
        self._clocks, self._policy = clocks_of(header), policy
        self._asked: set[Seat] = set()
        self._absent: dict[Seat, tuple[int, str]] = {}
        """Seat -> fault and evidence for which it answers no more, once they were printed."""

    def of(self, act: Act, timing: Timing | None) -> str:
        """Return the remarks on an act; '' if there are none."""
        first = act.seat not in self._asked
        self._asked.add(act.seat)
        found = [self._fault(act, timing.evidence if timing else "")] if act.fault else []
        if timing is not None:
            found += self._charge(act.seat, timing, first=first) if not act.fault else []
            found += [f"a stand-in: {origin_name(timing.origin)}"] if timing.origin else []
            found += [f"{timing.rejections} refused before"] if timing.rejections else []
            found += [repr(timing.annotation)] if timing.annotation else []
        return f"  [{'; '.join(found)}]" if found else ""

    def _fault(self, act: Act, evidence: str) -> str:
        """Return the fault, its evidence and the substitute; evidence that stays the same is printed once."""
        known = self._absent.get(act.seat) == (act.fault, evidence)
        if act.fault in ABSENT:
            self._absent[act.seat] = act.fault, evidence
        why = f": {evidence}" if evidence and not known else ""
        done = "drawn at random" if self._policy.substitute(act.fault) == RANDOM else "default taken"
        return f"{fault_name(act.fault)}{why}; {done}"

    def _charge(self, seat: Seat, timing: Timing, *, first: bool) -> list[str]:
        """Return the charge of a decision, if it was over half of the limit, and what is left in a bank that paid."""
        clock, charged_us = self._clocks[seat], timing.charged_us
        limit = clock.limit(first=first, reaction=False)
        if limit is None or charged_us <= (limit or clock.bank / 10) * 5e5:
            return []
        paid = ""
        if charged_us > limit * 1e6 and clock.bank:
            paid = f", {format_microseconds(timing.bank_left_us)} left in the bank"
        return [f"{format_microseconds(charged_us)} charged{paid}"]


def footer_lines(footer: RecordFooter, header: RecordHeader, outcome: Outcome) -> list[str]:
    """Return the outcome as a replay tells it, forfeits, substitutes, seed and digest as lines."""
    lines = [f"over: {outcome.reason}, after {footer.steps} steps, {format_time(footer.ended_unix_ms)}"]
    bots = [who.bot for who in header.seats]
    lines += standings(outcome.ranks, outcome.scores, bots)
    for seat, score in enumerate(outcome.parts):
        if points := parts_text(score.parts):
            lines += _entry(f"seat {seat}", points)
    lines += [line for sentence in outcome.decided for line in _entry("", sentence)]
    for each in forfeits_by_fault(footer):
        lines.append(f"  forfeit     seat {each.seat}, {fault_name(each.fault)}: {each.evidence}")
    if footer.substituted:
        lines.append(f"  substitute  {substituted_text(footer.substituted)}")
    lines += [f"  resigned    seat {seat} resigned{', a substitute went on' if seat in footer.resigned else ''}"
              for seat in resigned_in(footer)]
    lines += [f"  stand-ins   seat {seat} is lost: {STOOD_IN}" for seat in footer.stood_in]
    return [*lines, f"  seed        {footer.seed.hex()}", f"  digest      {footer.digest.hex()}"]


def substituted_text(seats: Sequence[int]) -> str:
    """Return what is said of seats that lost their bots; there must be one."""
    named = f"seat {seats[0]}" if len(seats) == 1 else f"seats {', '.join(map(str, seats))}"
    return f"{named} lost {'its bot' if len(seats) == 1 else 'their bots'} and had a substitute to the end"


def standings(ranks: Sequence[int], scores: Sequence[int], bots: Sequence[str]) -> list[str]:
    """Return a line for each seat, best first; if all seats share one place it has no number."""
    shared = len(ranks) > 1 and len(set(ranks)) == 1
    order = sorted(range(len(ranks)), key=lambda seat: (ranks[seat], seat))
    width = max(map(len, bots))
    places = [" = " if shared else f"{rank:>2}." for rank in ranks]
    return [f"  {places[seat]}  seat {seat}  {bots[seat]:<{width}}  {scores[seat]:>4}" for seat in order]
