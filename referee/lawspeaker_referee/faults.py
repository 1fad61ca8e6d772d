"""What bots do wrong, and what follows from it, as data."""

from __future__ import annotations

from typing import Final

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.referee_service_pb2 import RejectReason

MOST_REFUSALS: Final = 8
"""With this refused answer to one decision its default is taken, so that no bot can hold up a match without a clock."""

REJECT_REASONS: Final = {
    "wrong_count": RejectReason.REJECT_REASON_WRONG_COUNT,
    "out_of_range": RejectReason.REJECT_REASON_OUT_OF_RANGE,
    "duplicate_pick": RejectReason.REJECT_REASON_DUPLICATE_PICK,
}
"""The reason of an IllegalAnswer -> what the bot is told."""


def fault_name(fault: Fault | int) -> str:
    """`timeout`, `disconnected` or `illegal`: the word for reports and metrics."""
    return Fault.Name(fault).removeprefix("FAULT_").lower()


def reject_name(reason: int) -> str:
    """`stale`, `wrong_count` and so on: the word for reports and metrics."""
    return RejectReason.Name(reason).removeprefix("REJECT_REASON_").lower()
