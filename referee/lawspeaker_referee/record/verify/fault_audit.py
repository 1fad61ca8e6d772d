"""Checks the faults in a record: what followed from each must be what the policy in the header says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from lawspeaker.v1.match_pb2 import AnswerOrigin, Fault
from lawspeaker.v1.record_pb2 import RecordFooter
from lawspeaker_engine.dice import Dice
from lawspeaker_engine.model import CHANCE, Chance, Decision, Outcome, Picks, Question
from lawspeaker_engine.playing import check
from lawspeaker_referee.config.fault_policies import (
    DISQUALIFIED,
    FORFEIT_MATCH,
    LEAVING,
    LIMIT_VOID,
    RANDOM,
    RESIGNED,
    VOID,
    fault_name,
)
from lawspeaker_referee.match.faults import FaultCount, substitute
from lawspeaker_referee.match.places import Places
from lawspeaker_referee.record.file import Record


class RecordDiffers(ValueError):
    """A record says something else than the rules; the text says where and what."""


class FaultAudit:
    """Follows the faults of the seats, step by step.

    A record cannot prove that a bot was late. But the faults in it determine when a seat is disqualified, and which
    substitutes were taken for its answers. Nor can it prove that an answer was the bot's own; but it says how often the
    bot said that it was not, from which lost seats follow.
    """

    def __init__(self, places: Places, dice: Dice | None) -> None:
        self._places, self._policy, self._dice = places, places.policy, dice
        self._seats = [FaultCount() for _ in places.sides]

    def check(self, number: int, fault: int, origin: int, decision: Decision, picks: Picks) -> None:
        """Check the act that answered this decision in step `number`. Raises RecordDiffers."""
        faults, where = self._seats[decision.seat], f"step {number}: {decision.prompt}"
        if fault not in Fault.values():
            raise RecordDiffers(f"{where} cannot have the fault {fault}")
        if origin and (fault or origin not in AnswerOrigin.values()):
            raise RecordDiffers(f"{where} cannot have the origin {origin}")
        if faults.absence and fault != faults.absence:
            found = fault_name(fault) if fault else "none"
            raise RecordDiffers(f"{where} of seat {decision.seat} has the fault {found}, should have "
                          f"{fault_name(faults.absence)}: it answers no more")
        if fault == RESIGNED and not self._policy.resign:
            raise RecordDiffers(f"{where} of seat {decision.seat} has the fault resigned, which its policy does not "
                                "allow")
        if fault == DISQUALIFIED and not faults.out:
            raise RecordDiffers(f"{where} of seat {decision.seat} has the fault disqualified, but the seat is not out")
        if fault:
            self._check_picks(number, fault, decision, picks)
        faults.add(self._policy, fault, origin)

    def _check_picks(self, number: int, fault: int, decision: Decision, picks: Picks) -> None:
        if self._policy.action(fault) in {VOID, FORFEIT_MATCH}:
            raise RecordDiffers(f"step {number}: by its policy the match ends with the fault {fault_name(fault)} "
                          f"at {decision.prompt}")
        if self._policy.substitute(fault) == RANDOM:
            if self._dice is None:
                return
            right = substitute(self._policy, fault, decision, self._dice)
        else:
            right = check(decision, decision.default)
        if picks != right:
            raise RecordDiffers(
                f"step {number}: picks after a fault at {decision.prompt} is {picks!r}, should be {right!r}")

    def outcome(self, record: Record, question: Question, by_rules: Outcome | None,
                scores: Sequence[int] | None) -> Outcome | None:
        """Return the outcome of a match that ended while `question` was asked; None if it should have gone on.

        `by_rules` is the outcome of the game, if it was over, and `scores` are its points as they stand. Raises
        RecordDiffers if the footer names other seats or faults than the policy allows.
        """
        footer, lost = record.footer, self._places.lost(self._seats)
        assert footer is not None
        limit = self._limit(record)
        self._check_forfeits(footer, question)
        kinds = {"a substitute played to the end": footer.substituted, "are lost by their stand-ins": footer.stood_in,
                 "have resigned": footer.resigned}
        without = lost.without([each.seat for each in footer.forfeits])
        for (what, found), right in zip(kinds.items(), without, strict=True):
            if list(found) != right:
                raise RecordDiffers(f"footer: the seats that {what} are {list(found)}, should be {right}")
        if footer.forfeits:
            if limit and any(each.fault != DISQUALIFIED for each in footer.forfeits):
                raise RecordDiffers(f"footer: a forfeit, but the match had reached its limit of {limit}")
            return self._places.forfeited(footer.forfeits, lost)
        if limit and question and not isinstance(question, Chance):
            if self._policy.limit_result == LIMIT_VOID:
                raise RecordDiffers(f"footer: by its policy the match is void at its limit of {limit}")
            return self._places.limited(scores, lost)
        return None if by_rules is None else self._places.finished(by_rules, lost)

    def _limit(self, record: Record) -> str:
        """Return the limit that the match has reached after its last step; empty for none.

        Raises RecordDiffers if seats were asked after it was reached.
        """
        if not self._policy.has_limit:
            return ""
        asked = Counter(number for number, seat, _ in record.seats_and_faults() if seat != CHANCE)
        charged: dict[int, int] = {}
        for number, answer in record.answers():
            charged[number] = max(charged.get(number, 0), answer.charged_us)
        decisions = spent = 0
        for number, seats in asked.items():
            if limit := self._policy.reached(decisions, spent):
                raise RecordDiffers(f"step {number}: the match had reached its limit of {limit}")
            decisions, spent = decisions + seats, spent + charged.get(number, 0)
        return self._policy.reached(decisions, spent)

    def _check_forfeits(self, footer: RecordFooter, question: Question) -> None:
        due = {seat for seat, faults in enumerate(self._seats) if faults.out}
        if self._policy.action(DISQUALIFIED) != FORFEIT_MATCH:
            due = set()
        if not footer.forfeits:
            if due and question:
                raise RecordDiffers(
                    f"footer: seat {min(due)} is out, which by the policy of the match ends it as a forfeit")
            return
        if not question:
            raise RecordDiffers("footer: a forfeit, but the game was over")
        asked = set() if isinstance(question, Chance) else {decision.seat for decision in question}
        losers = [each.seat for each in footer.forfeits]
        for each in footer.forfeits:
            known = each.fault in Fault.values() and each.fault and self._policy.action(each.fault) == FORFEIT_MATCH
            seat = self._seats[each.seat] if each.seat < len(self._seats) else None
            left = seat.gone if seat is not None else 0
            never_there = seat is not None and each.fault in LEAVING and not seat.decisions
            if (not known or losers.count(each.seat) > 1 or (each.fault == DISQUALIFIED and each.seat not in due)
                    or (each.fault != DISQUALIFIED and each.seat not in asked and not never_there)
                    or (each.fault == RESIGNED and not self._policy.resign)
                    or (left and each.fault not in LEAVING | {DISQUALIFIED})):
                raise RecordDiffers(f"footer: seat {each.seat} cannot have forfeited this match")
        if not due and asked.isdisjoint(losers):
            raise RecordDiffers("footer: no seat that was asked has forfeited this match")
        if due and due != {each.seat for each in footer.forfeits if each.fault not in LEAVING}:
            raise RecordDiffers(f"footer: the seats that forfeited are {sorted(losers)}, should be {sorted(due)}")
