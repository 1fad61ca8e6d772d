"""Asks a bot for its answers to positions, each by itself, as in a match that stands there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from itertools import groupby
from typing import Final

from lawspeaker_bot.decision import Decision
from lawspeaker_engine.position import load
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.sandbox import Sandbox
from lawspeaker_referee.devtools.skills.choosing import SkillPosition
from lawspeaker_referee.event_loop import Stop
from lawspeaker_referee.host.local_match import ask_each
from lawspeaker_referee.host.stepped_match import SteppedMatch
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.match.one_decision import BotAnswer, OneDecision
from lawspeaker_referee.version import RELEASE

_SEED_BYTES: Final = 32


def asked_at(position: SkillPosition, clock: Clock) -> OneDecision:
    """Return the decision of a position, ready to be asked of a bot: without a match before it.

    The same position is asked with the same bytes each time. Raises BadPosition.
    """
    at = load(position.position)
    seed = blake2b(position.position, digest_size=_SEED_BYTES).digest()
    match = Match(at.game, at.setup, f"position-{seed[:6].hex()}", seed, clock, until=position.seat,
                  engine_version=RELEASE, started_unix_ms=0, state=at.state)
    return OneDecision(match, position.seat)


def decision_of(position: SkillPosition) -> Decision:
    """Return the decision of a position as a bot gets it, with its text, for a program that answers it itself.

    Raises BadPosition.
    """
    found = SteppedMatch(asked_at(position, Clock(None)).match).of_seat(position.seat)
    assert found is not None, "a position stands at a decision of its seat"
    return found


async def ask_positions(
    spec: SeatSpec, positions: Sequence[SkillPosition], clock: Clock, sandbox: Sandbox, tell: Callable[[str], None],
    stop: Stop, answered: Callable[[BotAnswer], None],
) -> None:
    """Ask a bot for its answers to positions in their order; `answered` gets each, and may raise to end it. The bot is
    started once for each game, so the positions of a game should follow each other.

    Raises BotAbsent if it cannot be started or does not join, and CancelledError if it is stopped.
    """
    for _, of_game in groupby(positions, lambda each: each.game):
        await ask_each([asked_at(each, clock) for each in of_game], spec, sandbox, tell, stop, answered)
