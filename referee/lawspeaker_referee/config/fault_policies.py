"""What bots do wrong, and what follows from it, as data.

A policy is written as a table:

    illegal = "retry"             # default, random, retry, forfeit-seat, forfeit-match or void, for each fault
    timeout = "default"
    disconnected = "default"
    disqualified = "random"       # the substitute of a seat that is out: default, random or forfeit-match
    most_refusals = 8             # refused answers to one decision
    disqualify_after = 50         # strikes with which a seat is out; 0 for never
    disqualify_rate = 0.5         # or more than this share of its decisions had a fault, 0 for any,
    disqualify_minimum = 10       # once it had so many
    strikes = { illegal = 2 }     # how many a fault is; 1 if nothing is said

What is left out is as in `DEFAULT_POLICY`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from lawspeaker.v1.match_pb2 import Fault, FaultAction, FaultPolicy, FaultRule
from lawspeaker.v1.record_pb2 import RecordHeader
from lawspeaker.v1.referee_service_pb2 import RejectReason
from lawspeaker_engine.game import did_you_mean

MOST_REFUSALS: Final = 8
"""With this refused answer to one decision its default is taken, so that no bot can hold up a match without a clock."""

REJECT_REASONS: Final = {
    "wrong_count": RejectReason.REJECT_REASON_WRONG_COUNT,
    "out_of_range": RejectReason.REJECT_REASON_OUT_OF_RANGE,
    "duplicate_pick": RejectReason.REJECT_REASON_DUPLICATE_PICK,
}
"""The reason of an IllegalAnswer -> what the bot is told."""

TIMEOUT: Final = Fault.FAULT_TIMEOUT
DISCONNECTED: Final = Fault.FAULT_DISCONNECTED
ILLEGAL: Final = Fault.FAULT_ILLEGAL
MALFORMED: Final = Fault.FAULT_MALFORMED
CRASHED: Final = Fault.FAULT_CRASHED
OVERSIZED: Final = Fault.FAULT_OVERSIZED
NETWORK: Final = Fault.FAULT_NETWORK
REFEREE: Final = Fault.FAULT_REFEREE
DISQUALIFIED: Final = Fault.FAULT_DISQUALIFIED

LEAVING: Final = frozenset({DISCONNECTED, CRASHED})
"""Faults after which nobody sits on the seat any more: all its later decisions have them too."""
REFUSED: Final = frozenset({ILLEGAL, MALFORMED, OVERSIZED})
"""Faults of a message, which a bot may mend by another one."""

DEFAULT: Final = FaultAction.FAULT_ACTION_DEFAULT
RANDOM: Final = FaultAction.FAULT_ACTION_RANDOM
RETRY: Final = FaultAction.FAULT_ACTION_RETRY
FORFEIT_SEAT: Final = FaultAction.FAULT_ACTION_FORFEIT_SEAT
FORFEIT_MATCH: Final = FaultAction.FAULT_ACTION_FORFEIT_MATCH
VOID: Final = FaultAction.FAULT_ACTION_VOID


def fault_name(fault: Fault | int) -> str:
    """`timeout`, `disconnected`, `illegal` and so on: the word for reports and metrics."""
    return Fault.Name(fault).removeprefix("FAULT_").lower()


def reject_name(reason: int) -> str:
    """`stale`, `wrong_count` and so on: the word for reports and metrics."""
    return RejectReason.Name(reason).removeprefix("REJECT_REASON_").lower()


def action_name(action: int) -> str:
    """`default`, `forfeit-seat` and so on: as it stands in tables."""
    return FaultAction.Name(action).removeprefix("FAULT_ACTION_").lower().replace("_", "-")


@dataclass(frozen=True, slots=True)
class Policy:
    """What follows from each fault; see the module."""

    actions: Mapping[int, int]
    """By fault."""
    strikes: Mapping[int, int]
    """By fault; absent for 1."""
    most_refusals: int = MOST_REFUSALS
    disqualify_after: int = 0
    disqualify_permille: int = 0
    disqualify_minimum: int = 0

    def action(self, fault: int) -> int:
        """What is done about a decision."""
        return self.actions[fault]

    def substitute(self, fault: int) -> int:
        """DEFAULT or RANDOM: how a decision is answered that the fault has left open."""
        action = self.actions[fault]
        if action == FORFEIT_SEAT:
            action = self.actions[DISQUALIFIED]
        return RANDOM if action == RANDOM else DEFAULT


DEFAULT_POLICY: Final = Policy(
    actions=MappingProxyType({
        TIMEOUT: DEFAULT, DISCONNECTED: DEFAULT, ILLEGAL: RETRY, MALFORMED: RETRY, CRASHED: DEFAULT, OVERSIZED: RETRY,
        NETWORK: DEFAULT, REFEREE: VOID, DISQUALIFIED: DEFAULT,
    }),
    strikes=MappingProxyType({}), disqualify_after=50, disqualify_permille=500, disqualify_minimum=10,
)
"""Nobody is waited for twice: defaults are taken, and who mostly fails is out."""


_NAMED_ACTIONS: Final = {action_name(action): action for action in FaultAction.values() if action}
_FAULTS: Final = tuple(fault for fault in Fault.values() if fault)
_NAMED_FAULTS: Final = {fault_name(fault): fault for fault in _FAULTS}
_NUMBERS: Final = {"most_refusals": (1, 1000), "disqualify_after": (0, 1_000_000), "disqualify_minimum": (0, 1_000_000)}
_ALLOWED: Final[Mapping[int, tuple[int, ...]]] = {
    **dict.fromkeys(_FAULTS, (DEFAULT, RANDOM, FORFEIT_SEAT, FORFEIT_MATCH, VOID)),
    **dict.fromkeys(REFUSED, (RETRY, DEFAULT, RANDOM, FORFEIT_SEAT, FORFEIT_MATCH, VOID)),
    REFEREE: (VOID,),
    DISQUALIFIED: (DEFAULT, RANDOM, FORFEIT_MATCH),
}


class BadPolicy(ValueError):
    """A table that is no policy; one line that says what would be right."""


def parse_policy(table: Mapping[str, Any]) -> Policy:
    """The policy that a table means; see the module. Raises BadPolicy."""
    actions, changes = dict(DEFAULT_POLICY.actions), dict[str, Any]()
    known = [*_NAMED_FAULTS, *_NUMBERS, "disqualify_rate", "strikes"]
    for key, value in table.items():
        if key in _NAMED_FAULTS:
            actions[_NAMED_FAULTS[key]] = _action(key, value)
        elif key in _NUMBERS:
            changes[key] = _number(key, value, *_NUMBERS[key])
        elif key == "disqualify_rate":
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
                raise BadPolicy(f"faults: disqualify_rate is {value!r}; it is a share from 0 to 1, such as 0.5")
            changes["disqualify_permille"] = round(value * 1000)
        elif key == "strikes":
            changes["strikes"] = _strikes(value)
        else:
            raise BadPolicy(f"faults: there is no {key!r}{did_you_mean(key, known)}; there are {', '.join(known)}")
    return replace(DEFAULT_POLICY, actions=MappingProxyType(actions), **changes)


def _action(key: str, value: object) -> int:
    allowed = [action_name(action) for action in _ALLOWED[_NAMED_FAULTS[key]]]
    if value not in allowed:
        hint = did_you_mean(value, allowed) if isinstance(value, str) else ""
        raise BadPolicy(f"faults: {key} cannot be {value!r}{hint}; it is one of {', '.join(allowed)}")
    return _NAMED_ACTIONS[str(value)]


def _number(key: str, value: object, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise BadPolicy(f"faults: {key} is {value!r}; it is a whole number from {least} to {most}")
    return value


def _strikes(value: object) -> Mapping[int, int]:
    if not isinstance(value, Mapping):
        raise BadPolicy(f"faults: strikes is {value!r}; it is a table such as {{ illegal = 2 }}")
    for key in value:
        if key not in _NAMED_FAULTS:
            raise BadPolicy(f"faults: strikes: there is no fault {key!r}{did_you_mean(str(key), _NAMED_FAULTS)}; "
                            f"there are {', '.join(_NAMED_FAULTS)}")
    return MappingProxyType({
        _NAMED_FAULTS[key]: _number(f"strikes: {key}", number, 0, 1000) for key, number in value.items()})


def policy_table(policy: Policy) -> dict[str, Any]:
    """The table that means a policy, nothing left out."""
    return {
        **{fault_name(fault): action_name(action) for fault, action in policy.actions.items()},
        **{key: getattr(policy, key) for key in _NUMBERS},
        "disqualify_rate": policy.disqualify_permille / 1000,
        "strikes": {fault_name(fault): number for fault, number in policy.strikes.items() if number != 1},
    }


def policy_message(policy: Policy) -> FaultPolicy:
    """As it stands in a record."""
    return FaultPolicy(
        rules=[FaultRule(fault=Fault.Name(fault), action=FaultAction.Name(policy.actions[fault]),
                         strikes=policy.strikes.get(fault, 1))
               for fault in _FAULTS],
        most_refusals=policy.most_refusals, disqualify_after=policy.disqualify_after,
        disqualify_permille=policy.disqualify_permille, disqualify_minimum=policy.disqualify_minimum,
    )


def policy_of(header: RecordHeader) -> Policy:
    """The policy of a record; of one that is older than policies, defaults for ever. Raises BadPolicy."""
    if not header.HasField("policy"):
        return replace(DEFAULT_POLICY, disqualify_after=0, disqualify_permille=0)
    told = header.policy
    if [rule.fault for rule in told.rules] != list(_FAULTS):
        raise BadPolicy("the policy of its header does not say once for each fault what follows from it")
    for rule in told.rules:
        if rule.action not in _ALLOWED[rule.fault]:
            raise BadPolicy(f"the policy of its header says {rule.action} for {fault_name(rule.fault)}, "
                            "which cannot follow from it")
    return Policy(
        MappingProxyType({rule.fault: rule.action for rule in told.rules}),
        MappingProxyType({rule.fault: rule.strikes for rule in told.rules}),
        told.most_refusals, told.disqualify_after, told.disqualify_permille, told.disqualify_minimum,
    )
