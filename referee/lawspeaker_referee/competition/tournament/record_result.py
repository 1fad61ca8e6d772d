"""The result of a match, computed from its record; a record that does not verify or fit its entry has none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any

from lawspeaker.v1.match_pb2 import GameOptionValue, GameSetup
from lawspeaker.v1.record_pb2 import RecordFooter, RecordHeader, RecordSeat
from lawspeaker_engine.dice import commitment
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import CHANCE, Setup
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.codec.game_codec import setup_message
from lawspeaker_referee.competition.results import MatchDetails, PlayedMatch, ScheduledMatch, SeatDetails
from lawspeaker_referee.config.clocks import Clock, clock_of, clocks_of
from lawspeaker_referee.config.entrants import entrant_of
from lawspeaker_referee.config.fault_policies import (
    RESIGNED,
    BadPolicy,
    Policy,
    action_name,
    fault_name,
    limit_result_name,
    lost_seat_name,
    origin_name,
    policy_of,
)
from lawspeaker_referee.config.tournament import COPY, TournamentConfig
from lawspeaker_referee.match.events import AUTOMA
from lawspeaker_referee.match.places import forfeits_by_fault, resigned_in
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.file import Record, read_record
from lawspeaker_referee.record.verify.replay import verify
from lawspeaker_referee.record.verify.seat_report import SeatReport, seat_reports


@dataclass(frozen=True, slots=True)
class MatchAgreement:
    """The game, setup, clock, policy and seed that a match must have to count."""

    game: Game[Any]
    setup: Setup
    clock: Clock
    policy: Policy
    seed_commitment: bytes
    """The hash of the one seed that this match may have: 32 bytes."""
    own_clocks: Mapping[str, Clock] = field(default_factory=dict)
    """The clocks of bots that have one of their own."""

    def clock_of(self, bot: str) -> Clock:
        """Return the clock of a bot of the match."""
        return self.own_clocks.get(bot.partition(COPY)[0], self.clock)


def agreed_of(terms: TournamentConfig, seed: bytes) -> MatchAgreement:
    """Return the agreement for the match that has this seed, 32 bytes."""
    return MatchAgreement(terms.rules, terms.setup, terms.clock, terms.policy, commitment(seed), terms.own_clocks)


def played_of(path: Path, entry: ScheduledMatch, agreed: MatchAgreement) -> tuple[PlayedMatch, MatchDetails]:
    """Replay the record of an entry of the schedule; return its result and the details for reports.

    Raises RecordError, one line that names the file, if the record is not that of this entry and agreement, has not
    ended, cannot be read or replayed here, or does not verify.
    """
    record = read_record(path)
    try:
        return played_in(record, entry, agreed)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def played_in(record: Record, entry: ScheduledMatch, agreed: MatchAgreement, verified: str = "") -> tuple[PlayedMatch,
                                                                                                          MatchDetails]:
    """Return the same for a record that has been read. Raises RecordError.

    A record with the digest `verified` is not replayed: a trusted process has done so.
    """
    try:
        _check(record.header, entry, agreed)
        digest = verified if verified and _has(record, verified) else _verified(record)
    except BadPolicy as error:
        raise RecordError(str(error)) from None
    footer = record.footer
    assert footer is not None  # or it would have no digest
    played = PlayedMatch(
        entry.match_id, entry.block, entry.round, entry.seats, tuple(footer.outcome.ranks),
        tuple(footer.outcome.scores), agreed.game.teams(agreed.setup), _faults(record), digest,
        entry.attempt,
    )
    return played, _details(record, footer)


def _has(record: Record, digest: str) -> bool:
    return record.footer is not None and record.footer.digest.hex() == digest


def _verified(record: Record) -> str:
    """Replay a record and return its digest. Raises RecordError."""
    verdict = verify(record)
    if not verdict.ok:
        raise RecordError(f"does not verify: {verdict.first_difference}")
    return verdict.digest.hex()


def _check(header: RecordHeader, entry: ScheduledMatch, agreed: MatchAgreement) -> None:
    """Raise RecordError if the header does not fit the entry and agreement, and BadPolicy."""
    for what, found, right in _compared(header, entry, agreed):
        if found != right:
            raise RecordError(f"does not count as {entry.match_id}: {what} is {found!r}, should be {right!r}")


def _compared(header: RecordHeader, entry: ScheduledMatch, agreed: MatchAgreement) -> Iterator[tuple[str, object,
                                                                                                     object]]:
    """Yield (what, value in the record, value it should have). Raises BadPolicy."""
    yield "match", header.match_id, entry.attempt_id
    yield "the challenger", header.challenger, ""
    unmanned = agreed.game.unmanned(agreed.setup)
    right_bots = [AUTOMA.name if seat in unmanned else name for seat, name in enumerate(entry.seats)]
    found_bots = [_entrant(seat, right) for seat, right in zip_longest(header.seats, right_bots)]
    yield "the bots by seat", [bot for bot in found_bots if bot], right_bots
    setup, right = header.setup, setup_message(agreed.game, agreed.setup)
    if setup != right:
        yield from _compared_setups(setup, right, agreed)
    yield "clock", clock_of(header).text, agreed.clock.text
    for seat, (own, bot) in enumerate(zip(clocks_of(header), entry.seats, strict=True)):
        if not header.seats[seat].person:  # people have the clock that the referee's file gives them
            yield f"clock of seat {seat}", own.text, agreed.clock_of(bot).text
    policy = policy_of(header)
    if policy != agreed.policy:
        for fault in agreed.policy.actions:
            what = f"what follows from {fault_name(fault)}"
            yield what, _consequence(policy, fault), _consequence(agreed.policy, fault)
        yield "policy for faults", _limits(policy), _limits(agreed.policy)
    yield "seed commitment", header.seed_commitment.hex(), agreed.seed_commitment.hex()


def _compared_setups(setup: GameSetup, right: GameSetup, agreed: MatchAgreement) -> Iterator[tuple[str, object,
                                                                                                   object]]:
    yield "game", setup.game, right.game
    yield "rules version", setup.game_version, right.game_version
    yield "content", setup.content_hash, right.content_hash
    yield "number of seats", setup.players, right.players
    # Options that the game has got since the record was begun had their defaults in it.
    defaults = setup_message(agreed.game, make_setup(agreed.game, agreed.setup.players)).options
    options = [*setup.options, *defaults[len(setup.options):]]
    for given, option in zip_longest(options, right.options, fillvalue=GameOptionValue()):
        yield "option", f"{given.name}={given.value}", f"{option.name}={option.value}"


def _entrant(seat: RecordSeat | None, right: str | None) -> str:
    """Return the bot of a seat, with its version if that is expected; empty if there is no such seat.

    A tournament's token has the name of the entrant; that of a ladder has the bot's, to which its version is added.
    """
    name = "" if seat is None else seat.identity or seat.bot
    entrant = "" if seat is None else entrant_of(name, seat.version)
    return entrant if entrant == right else name


def _consequence(policy: Policy, fault: int) -> str:
    return f"{action_name(policy.actions[fault])}, strikes {policy.strikes.get(fault, 1)}"


def _limits(policy: Policy) -> str:
    return (f"most_refusals {policy.most_refusals}, disqualify_after {policy.disqualify_after}, "
            f"disqualify_rate {policy.disqualify_permille / 1000}, disqualify_minimum {policy.disqualify_minimum}, "
            f"stand_in_rate {policy.stand_in_permille / 1000}, lost_seat {lost_seat_name(policy.lost_seat)}, "
            f"limit_decisions {policy.limit_decisions}, limit_time {policy.limit_time_ms} ms, "
            f"limit_result {limit_result_name(policy.limit_result)}, resign {'allow' if policy.resign else 'refuse'}")


def _faults(record: Record) -> tuple[int, ...]:
    """Return for each seat the decisions that the referee answered."""
    faults = [0] * len(record.header.seats)
    for _, seat, fault in record.seats_and_faults():
        if seat != CHANCE and fault and fault != RESIGNED:
            faults[seat] += 1
    return tuple(faults)


def _details(record: Record, footer: RecordFooter) -> MatchDetails:
    forfeits = {each.seat: fault_name(each.fault) for each in forfeits_by_fault(footer)}
    reports = seat_reports(record, policy_of(record.header)) or [
        SeatReport(seat, who.bot) for seat, who in enumerate(record.header.seats)]
    return MatchDetails(footer.steps, footer.outcome.reason, record.header.started_unix_ms, footer.ended_unix_ms, tuple(
        _seat_details(report, forfeits.get(report.seat, "")) for report in reports), tuple(footer.substituted),
        tuple(footer.stood_in), tuple(resigned_in(footer)))


def _seat_details(report: SeatReport, forfeit: str) -> SeatDetails:
    count = report.faults
    return SeatDetails(
        count.decisions, len(report.think_us),
        {fault_name(fault): number for fault, number in sorted(count.counts.items())},
        report.refused, count.strikes, count.out, forfeit,
        report.charged_us, report.lag_us, report.compensated_us,
        {bound or 0: number for bound, number in report.histogram.items()},
        report.think_us[-1] if report.think_us else 0, report.input_tokens, report.output_tokens,
        {origin_name(origin): number for origin, number in sorted(report.origins.items())},
    )
