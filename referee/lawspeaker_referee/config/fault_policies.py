"""Fault policies: what follows from each fault of a bot, as data.

A policy is written as a table:

    illegal = "retry"             # default, random, retry, forfeit-seat, forfeit-match or void, for each fault
    timeout = "default"
    disconnected = "default"
    disqualified = "random"       # the substitute of a seat that is out: default, random or forfeit-match
    lost_seat = "forfeit"         # the place of a seat without a bot: forfeit, last or game
    most_refusals = 8             # refused answers to one decision
    disqualify_after = 50         # strikes with which a seat is out; 0 for never
    disqualify_rate = 0.5         # or more than this share of its decisions had a fault, 0 for any,
    disqualify_minimum = 10       # once it had so many
    resign = "allow"              # or "refuse": whether bots may resign
    limit_decisions = 2000        # decisions of a match after which it ends; 0 for no limit
    limit_time = "1h"             # likewise thinking time that was charged; none for no limit
    limit_result = "scores"       # what counts then: scores (as they stand), shared (the first place) or void
    stand_in_rate = 0.5           # at the end a seat is lost if more than this share was no own answer; 0 for any
    strikes = { illegal = 2 }     # strikes of one fault; 1 for those left out

Keys that are left out are as in `DEFAULT_POLICY`. `match/faults.py` applies a policy to a match.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Any, Final

from msgspec import Meta, defstruct

from lawspeaker.v1.match_pb2 import AnswerOrigin, Fault, FaultAction, FaultPolicy, FaultRule, LimitResult, LostSeat
from lawspeaker.v1.record_pb2 import RecordHeader
from lawspeaker.v1.referee_service_pb2 import RejectReason
from lawspeaker_referee.config.durations import NO_LIMIT, BadDuration, format_duration, parse_duration
from lawspeaker_referee.config.validation import BadConfig, Table, check, one_of

MOST_REFUSALS: Final = 8
"""Refused answers to one decision after which its default is taken, so that no bot holds up a match without a clock."""

REJECT_REASONS: Final = {
    "wrong_count": RejectReason.REJECT_REASON_WRONG_COUNT,
    "out_of_range": RejectReason.REJECT_REASON_OUT_OF_RANGE,
    "duplicate_pick": RejectReason.REJECT_REASON_DUPLICATE_PICK,
}
"""Reason of an IllegalAnswer -> reason that the bot gets."""

TIMEOUT: Final = Fault.FAULT_TIMEOUT
DISCONNECTED: Final = Fault.FAULT_DISCONNECTED
ILLEGAL: Final = Fault.FAULT_ILLEGAL
MALFORMED: Final = Fault.FAULT_MALFORMED
CRASHED: Final = Fault.FAULT_CRASHED
OVERSIZED: Final = Fault.FAULT_OVERSIZED
NETWORK: Final = Fault.FAULT_NETWORK
REFEREE: Final = Fault.FAULT_REFEREE
DISQUALIFIED: Final = Fault.FAULT_DISQUALIFIED
RESIGNED: Final = Fault.FAULT_RESIGNED
"""No fault: it marks the decisions of a seat whose bot has resigned. No rule of a policy is for it."""

LEAVING: Final = frozenset({DISCONNECTED, CRASHED})
"""Faults after which the seat has no bot: all its later decisions have them too."""
_LOSING: Final = LEAVING | {DISQUALIFIED}
ABSENT: Final = _LOSING | {RESIGNED}
"""What marks all later decisions of a seat that is asked no more."""
REFUSED: Final = frozenset({ILLEGAL, MALFORMED, OVERSIZED})
"""Faults of a message, which a bot may correct by another message."""

DEFAULT: Final = FaultAction.FAULT_ACTION_DEFAULT
RANDOM: Final = FaultAction.FAULT_ACTION_RANDOM
RETRY: Final = FaultAction.FAULT_ACTION_RETRY
FORFEIT_SEAT: Final = FaultAction.FAULT_ACTION_FORFEIT_SEAT
FORFEIT_MATCH: Final = FaultAction.FAULT_ACTION_FORFEIT_MATCH
VOID: Final = FaultAction.FAULT_ACTION_VOID

LIMIT_SCORES: Final = LimitResult.LIMIT_RESULT_SCORES
LIMIT_SHARED: Final = LimitResult.LIMIT_RESULT_SHARED
LIMIT_VOID: Final = LimitResult.LIMIT_RESULT_VOID

LOST_SEAT_GAME: Final = LostSeat.LOST_SEAT_GAME
LOST_SEAT_LAST: Final = LostSeat.LOST_SEAT_LAST
LOST_SEAT_FORFEIT: Final = LostSeat.LOST_SEAT_FORFEIT


def fault_name(fault: Fault | int) -> str:
    """Return the word of a fault for tables, reports and metrics: `timeout`, `disconnected`, `illegal` and so on."""
    return Fault.Name(fault).removeprefix("FAULT_").lower()


def origin_name(origin: AnswerOrigin | int) -> str:
    """Return the words of an answer's origin for tables and reports: `provider failure`, `budget` and so on."""
    return AnswerOrigin.Name(origin).removeprefix("ANSWER_ORIGIN_").lower().replace("_", " ") if origin else "own"


def reject_name(reason: int) -> str:
    """Return the word of a reason for reports and metrics: `stale`, `wrong_count` and so on."""
    return RejectReason.Name(reason).removeprefix("REJECT_REASON_").lower()


def action_name(action: int) -> str:
    """Return the word of an action for tables: `default`, `forfeit-seat` and so on."""
    return FaultAction.Name(action).removeprefix("FAULT_ACTION_").lower().replace("_", "-")


def limit_result_name(result: int) -> str:
    """Return the word of the key `limit_result`."""
    return LimitResult.Name(result).removeprefix("LIMIT_RESULT_").lower()


def lost_seat_name(lost_seat: int) -> str:
    """Return the word of the key `lost_seat`."""
    return LostSeat.Name(lost_seat).removeprefix("LOST_SEAT_").lower()


@dataclass(frozen=True, slots=True)
class Policy:
    """The action and strikes of each fault, and when a seat is disqualified; the module explains the keys."""

    actions: Mapping[int, int]
    """Fault -> action."""
    strikes: Mapping[int, int]
    """Fault -> strikes; absent for 1."""
    most_refusals: int = MOST_REFUSALS
    disqualify_after: int = 0
    disqualify_permille: int = 0
    disqualify_minimum: int = 0
    lost_seat: int = LOST_SEAT_FORFEIT
    stand_in_permille: int = 0
    limit_decisions: int = 0
    """Decisions of a match after which it ends; 0 for no limit."""
    limit_time_ms: int = 0
    """Milliseconds that were charged, likewise."""
    limit_result: int = LIMIT_SCORES
    """What counts of a match that has reached its limit."""
    resign: bool = False
    """True if bots may resign."""
    two_sides: bool = False
    """True once it is applied to a match of two seats or two teams; no file and no record says so."""

    def action(self, fault: int) -> int:
        """Return the action that follows from a fault."""
        if fault == RESIGNED:
            return FORFEIT_MATCH if self.two_sides else DEFAULT
        action = self.actions[fault]
        forfeits = self.two_sides and self.lost_seat == LOST_SEAT_FORFEIT and fault in _LOSING
        return FORFEIT_MATCH if forfeits and action in {DEFAULT, RANDOM} else action

    @property
    def has_limit(self) -> bool:
        """Return whether matches have a limit of decisions or of time."""
        return self.limit_decisions > 0 or self.limit_time_ms > 0

    def reached(self, decisions: int, charged_us: int) -> str:
        """Return the limit that a match has reached after so many decisions and so much time; empty for none."""
        if 0 < self.limit_decisions <= decisions:
            return f"{self.limit_decisions} decisions"
        if 0 < self.limit_time_ms * 1000 <= charged_us:
            return f"{format_duration(self.limit_time_ms / 1000)} of thinking time"
        return ""

    @property
    def places_lost_last(self) -> bool:
        """Return whether lost seats are placed after the others."""
        return self.lost_seat in {LOST_SEAT_LAST, LOST_SEAT_FORFEIT}

    def substitute(self, fault: int) -> int:
        """Return DEFAULT or RANDOM: how the decision is answered that the fault left open."""
        action = self.actions[DISQUALIFIED if fault == RESIGNED else fault]
        if action == FORFEIT_SEAT:
            action = self.actions[DISQUALIFIED]
        return RANDOM if action == RANDOM else DEFAULT


DEFAULT_POLICY: Final = Policy(
    actions=MappingProxyType({
        TIMEOUT: DEFAULT, DISCONNECTED: DEFAULT, ILLEGAL: RETRY, MALFORMED: RETRY, CRASHED: DEFAULT, OVERSIZED: RETRY,
        NETWORK: DEFAULT, REFEREE: VOID, DISQUALIFIED: DEFAULT,
    }),
    strikes=MappingProxyType({}), disqualify_after=50, disqualify_permille=500, disqualify_minimum=10,
    lost_seat=LOST_SEAT_FORFEIT, stand_in_permille=500, resign=True,
)
"""The match goes on without waiting: defaults are taken, and a seat with faults in most decisions is disqualified. A
seat that has lost its bot, or gave more stand-ins than own answers, loses against those that have not. Bots may resign,
as they could leave: who may not resign would."""


_NAMED_ACTIONS: Final = {action_name(action): action for action in FaultAction.values() if action}
_FAULTS: Final = tuple(fault for fault in Fault.values() if fault and fault != RESIGNED)
_NAMED_FAULTS: Final = {fault_name(fault): fault for fault in _FAULTS}
_NAMED_LIMIT_RESULTS: Final = {limit_result_name(value): value for value in LimitResult.values() if value}
_ALLOW: Final = "allow"
_REFUSE: Final = "refuse"
_NAMED_LOST_SEATS: Final = {lost_seat_name(value): value for value in LostSeat.values() if value}
MOST_DECISIONS: Final = 1_000_000_000
"""The largest limit of decisions."""
_NUMBERS: Final = {"most_refusals": (1, 1000), "disqualify_after": (0, 1_000_000), "disqualify_minimum": (0, 1_000_000),
                   "limit_decisions": (0, MOST_DECISIONS)}
_ALLOWED: Final[Mapping[int, tuple[int, ...]]] = {
    **dict.fromkeys(_FAULTS, (DEFAULT, RANDOM, FORFEIT_SEAT, FORFEIT_MATCH, VOID)),
    **dict.fromkeys(REFUSED, (RETRY, DEFAULT, RANDOM, FORFEIT_SEAT, FORFEIT_MATCH, VOID)),
    REFEREE: (VOID,),
    DISQUALIFIED: (DEFAULT, RANDOM, FORFEIT_MATCH),
}


_LONGEST: Final = 30 * 86400.0
"""Seconds of the longest limit of a match."""

_StrikesTable: Final = defstruct(
    "StrikesTable", [(name, Annotated[int, Meta(ge=0, le=1000)], 1) for name in _NAMED_FAULTS], bases=(Table,),
    frozen=True)
_Share = Annotated[float, Meta(ge=0, le=1, description="a share from 0 to 1, such as 0.5")]
_FaultsTable: Final = defstruct("FaultsTable", [
    *((name, one_of([action_name(action) for action in _ALLOWED[fault]]), action_name(DEFAULT_POLICY.actions[fault]))
      for name, fault in _NAMED_FAULTS.items()),
    *((name, Annotated[int, Meta(ge=least, le=most)], getattr(DEFAULT_POLICY, name))
      for name, (least, most) in _NUMBERS.items()),
    ("disqualify_rate", _Share, DEFAULT_POLICY.disqualify_permille / 1000),
    ("stand_in_rate", _Share, DEFAULT_POLICY.stand_in_permille / 1000),
    ("limit_time", str, NO_LIMIT),
    ("limit_result", one_of(list(_NAMED_LIMIT_RESULTS)), limit_result_name(DEFAULT_POLICY.limit_result)),
    ("resign", one_of([_ALLOW, _REFUSE]), _ALLOW if DEFAULT_POLICY.resign else _REFUSE),
    ("lost_seat", one_of(list(_NAMED_LOST_SEATS)), lost_seat_name(DEFAULT_POLICY.lost_seat)),
    ("strikes", Annotated[_StrikesTable, Meta(description="a table such as { illegal = 2 }")], _StrikesTable()),
], bases=(Table,), frozen=True)
"""The table [faults]; the module says what its keys mean."""


class BadPolicy(ValueError):
    """A table or a record's header that is no policy; one line that says what would be right."""


def parse_policy(values: Mapping[str, Any]) -> Policy:
    """Return the policy that a table [faults] means. Raises BadPolicy."""
    try:
        table: Any = check(values, _FaultsTable, "faults: ")
    except BadConfig as error:
        raise BadPolicy(str(error)) from None
    strikes = {_NAMED_FAULTS[name]: getattr(table.strikes, name) for name in values.get("strikes", {})}
    return Policy(
        MappingProxyType({fault: _NAMED_ACTIONS[getattr(table, name)] for name, fault in _NAMED_FAULTS.items()}),
        MappingProxyType(strikes), disqualify_permille=round(table.disqualify_rate * 1000),
        lost_seat=_NAMED_LOST_SEATS[table.lost_seat], stand_in_permille=round(table.stand_in_rate * 1000),
        resign=table.resign == _ALLOW, limit_time_ms=_limit_time(table.limit_time),
        limit_result=_NAMED_LIMIT_RESULTS[table.limit_result], **{name: getattr(table, name) for name in _NUMBERS},
    )


def _limit_time(text: str) -> int:
    """Return the milliseconds of the key `limit_time`; 0 for no limit. Raises BadPolicy."""
    if text == NO_LIMIT:
        return 0
    try:
        return round(parse_duration(text, 0.001, _LONGEST) * 1000)
    except BadDuration as error:
        raise BadPolicy(f"faults: limit_time: {error}") from None


def policy_table(policy: Policy) -> dict[str, Any]:
    """Return the table [faults] of a policy, nothing left out."""
    return {
        **{fault_name(fault): action_name(action) for fault, action in policy.actions.items()},
        **{key: getattr(policy, key) for key in _NUMBERS},
        "disqualify_rate": policy.disqualify_permille / 1000,
        "stand_in_rate": policy.stand_in_permille / 1000,
        "lost_seat": lost_seat_name(policy.lost_seat),
        "limit_time": format_duration(policy.limit_time_ms / 1000) if policy.limit_time_ms else NO_LIMIT,
        "limit_result": limit_result_name(policy.limit_result),
        "resign": _ALLOW if policy.resign else _REFUSE,
        "strikes": {fault_name(fault): number for fault, number in policy.strikes.items() if number != 1},
    }


def policy_message(policy: Policy) -> FaultPolicy:
    """Return the message of a policy in a record."""
    return FaultPolicy(
        rules=[FaultRule(fault=Fault.Name(fault), action=FaultAction.Name(policy.actions[fault]),
                         strikes=policy.strikes.get(fault, 1))
               for fault in _FAULTS],
        most_refusals=policy.most_refusals, disqualify_after=policy.disqualify_after,
        disqualify_permille=policy.disqualify_permille, disqualify_minimum=policy.disqualify_minimum,
        lost_seat=LostSeat.Name(policy.lost_seat), stand_in_permille=policy.stand_in_permille,
        resign=policy.resign, limit_decisions=policy.limit_decisions, limit_time_ms=policy.limit_time_ms,
        limit_result=LimitResult.Name(policy.limit_result) if policy.has_limit else None,
    )


def policy_of(header: RecordHeader) -> Policy:
    """Return the policy of a record. Raises BadPolicy."""
    message = header.policy
    if [rule.fault for rule in message.rules] != list(_FAULTS):
        raise BadPolicy("the policy of its header does not say once for each fault what follows from it")
    if message.lost_seat not in _NAMED_LOST_SEATS.values():
        raise BadPolicy(f"the policy of its header says {message.lost_seat} for the place of a lost seat, which is "
                        "unknown here")
    limited = message.limit_decisions > 0 or message.limit_time_ms > 0
    if message.limit_result not in (_NAMED_LIMIT_RESULTS.values() if limited else (0,)):
        raise BadPolicy(f"the policy of its header says {message.limit_result} for what counts at its limit")
    for rule in message.rules:
        if rule.action not in _ALLOWED[rule.fault]:
            raise BadPolicy(f"the policy of its header says {rule.action} for {fault_name(rule.fault)}, "
                            "which cannot follow from it")
    return Policy(
        MappingProxyType({rule.fault: rule.action for rule in message.rules}),
        MappingProxyType({rule.fault: rule.strikes for rule in message.rules}),
        message.most_refusals, message.disqualify_after, message.disqualify_permille, message.disqualify_minimum,
        message.lost_seat, message.stand_in_permille, message.limit_decisions,
        message.limit_time_ms, message.limit_result or LIMIT_SCORES, message.resign,
    )
