"""Trials of what the bot says when it should be silent, and of what it does when it hears something unusual."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.referee_service_pb2 import Answer, PlayResponse, RejectReason
from lawspeaker_referee.config.fault_policies import DEFAULT, MALFORMED
from lawspeaker_referee.devtools.certify.driver import Driver
from lawspeaker_referee.devtools.certify.findings import STRAY
from lawspeaker_referee.devtools.certify.play_trials import quiet
from lawspeaker_referee.devtools.certify.proxy import Action, FaultInjector
from lawspeaker_referee.devtools.certify.session import PLAYED_ON, Session
from lawspeaker_referee.server.match_runner import MatchRunner

REFUSED: Final = 2
"""Decisions whose first answer is refused."""
UNKNOWN: Final = b"\xc0\x3e\x2a\xca\x3e\x03new"
"""Two fields of a later version: number 1000, a number, and 1001, a text."""


async def silence(driver: Driver) -> str:
    """Play two matches with many opponents, for whom the bot must wait, and ask nothing for a while after each."""
    session, game = await driver.bot(), driver.games[0]
    for seat in (0, 1):
        runner = await driver.begin("silence", game, seat, players=max(game.players))
        await session.over(runner)
        await quiet(session)
    return f"{len(session.transcript.decisions)} requests, one answer to each"


# --- refusals ---


class Refusing(FaultInjector):
    """Refuses the first answers to some decisions."""

    def __init__(self, session: Session) -> None:
        self._stage = session
        self._refused: set[tuple[str, int]] = set()

    def from_bot(self, answer: Answer) -> Action:
        """Refuse each of the first REFUSED decisions' answers once, without the referee seeing it."""
        name = (answer.match_id, answer.decision_id)
        if len(self._refused) == REFUSED or name in self._refused:
            return Action.PASS
        self._refused.add(name)
        self._stage.refuse(answer, RejectReason.REJECT_REASON_MALFORMED,
                           "refused for this trial; the decision is open, answer it again")
        return Action.SWALLOW


class Disqualifying(FaultInjector):
    """Takes the bot's first answer for a fault that puts its seat out of the match, and listens whether it goes on."""

    def __init__(self, session: Session) -> None:
        self._stage = session
        self.runner: MatchRunner
        self._out = False

    def to_bot(self, message: PlayResponse) -> Action:
        """Note when the bot is told that it is disqualified."""
        if message.answer_rejected.reason == RejectReason.REJECT_REASON_DISQUALIFIED:
            self._out = True
        return Action.PASS

    def from_bot(self, answer: Answer) -> Action:
        """Report an answer as malformed; after the disqualification, note it as a finding."""
        if self._out:
            self._stage.note("answers-on", f"it answered decision {answer.decision_id} after it was told that its "
                                           "seat is out of the match")
            return Action.SWALLOW
        asyncio.get_running_loop().call_soon(self.runner.faulty, 0, Fault.FAULT_MALFORMED, "made up for this trial")
        return Action.SWALLOW


async def refusals(driver: Driver) -> str:
    """Refuse legal answers as if they were malformed; disqualify the bot in another match."""
    session, game = await driver.bot(), driver.games[0]
    session.injector = Refusing(session)
    await session.over(await driver.begin("refusals", game))
    session.begin(STRAY | {"malformed"})
    disqualifying = session.injector = Disqualifying(session)
    policy = replace(PLAYED_ON, actions={**PLAYED_ON.actions, MALFORMED: DEFAULT}, disqualify_after=1)
    disqualifying.runner = await driver.begin("refusals", game, policy=policy)
    await session.over(disqualifying.runner)
    await quiet(session)
    return "it answered again what was open, and was silent when it was out"


# --- messages of a later version ---


class Newer(FaultInjector):
    """Speaks as a later referee may: with fields and messages that the bot cannot know."""

    def rewritten(self, data: bytes) -> Sequence[bytes]:
        """Return a message of an unknown kind, and the message with unknown fields at both of its levels."""
        message = PlayResponse.FromString(data)
        if kind := message.WhichOneof("message"):
            getattr(message, kind).MergeFromString(UNKNOWN)
        return [UNKNOWN, message.SerializeToString() + UNKNOWN]


async def unknown(driver: Driver) -> str:
    """Play a match with messages and fields of a later version."""
    session, game = await driver.bot(), driver.games[0]
    session.injector = Newer()
    await session.over(await driver.begin("unknown", game))
    return "it plays on, as if they were not there"
