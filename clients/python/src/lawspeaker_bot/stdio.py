"""The bridge between the referee and a bot that reads and prints lines of JSON: see docs/stdio.md."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass

from google.protobuf.message import Message

from lawspeaker.v1.referee_service_pb2 import Answer, AnswerRejected, RejectReason
from lawspeaker_bot import aio
from lawspeaker_bot.bot import Bot
from lawspeaker_bot.command import Command, CommandFailed, started
from lawspeaker_bot.decision import Decision, Match, Rejection, Result
from lawspeaker_bot.json_lines import answer_of, line_of

LEAVE_WITHIN = 3.0
"""Seconds that the command has to end after its input was closed."""
UNLIMITED = 10.0
"""Seconds after which a decision without a time limit is reported as overdue."""
MOST_DROPPED = 100
"""Answers without a decision after which the bridge gives up."""

log = logging.getLogger("lawspeaker_bot")


@dataclass(frozen=True, slots=True)
class Question:
    """A decision that the command has not answered."""

    decision: Decision
    answered: asyncio.Future[Answer]


class Bridge(Bot):
    """Passes messages to a command, and its answers to the referee."""

    quick = True

    def __init__(self, command: Command, *, name: str, version: str = "0", games: Sequence[str] = (),
                 max_matches: int = 1, text: bool = False, positions: bool = False,
                 challengers: Sequence[str] = ()) -> None:
        self.name, self.version, self.games = name, version, tuple(games)
        self.max_matches, self.text, self.positions = max_matches, text, positions
        self.challengers = tuple(challengers)
        self._command = command
        self._open: list[Question] = []
        """Open questions, the oldest first."""
        self._under_way = self._finished = 0
        self._heard = False
        self._dropped = 0

    async def listen(self) -> None:
        """Take answers until the command ends, which it may do between matches. Raises CommandFailed, NoAnswer."""
        async for line in self._command.lines():
            if line.strip():
                self._heard = True
                self._take(answer_of(line))
        why = await self._command.ending("closed its output")
        if self._command.exit_code != 0 or self._under_way or not self._finished:
            raise CommandFailed(why)

    async def started(self, match: Match) -> None:
        """Print `matchStarted` to the command."""
        self._under_way += 1
        await self._tell("matchStarted", match.message)

    async def decide(self, decision: Decision) -> Sequence[int]:
        """Return the command's picks, however late. Raises CommandFailed."""
        loop = asyncio.get_running_loop()
        left = decision.time_left
        within = UNLIMITED if left is None else left
        question = Question(decision, loop.create_future())
        overdue = loop.call_later(within, self._overdue, question, within)
        self._open.append(question)
        try:
            await self._tell("decisionRequest", decision.message)
            answer = await question.answered
        finally:
            overdue.cancel()
            self._open.remove(question)
        decision.annotation = answer.annotation
        decision.tokens = answer.input_tokens, answer.output_tokens
        decision.origin = answer.origin  # type: ignore[assignment] # or a number of a later version
        decision.resign = answer.resign
        return answer.picks

    async def rejected(self, rejection: Rejection) -> None:
        """Print `answerRejected` to the command, and a line to stderr unless `_overdue` did already."""
        if not rejection.late:
            super().rejected(rejection)
        told = AnswerRejected(match_id=rejection.match_id, decision_id=rejection.decision_id, message=rejection.message)
        # a number is a reason of a later version; Python keeps unknown enum values
        told.reason = (int(rejection.reason) if rejection.reason.isdecimal()  # type: ignore[assignment]
                       else RejectReason.Value(f"REJECT_REASON_{rejection.reason}"))
        await self._tell("answerRejected", told)

    async def over(self, result: Result) -> None:
        """Print `matchOver` to the command."""
        self._under_way -= 1
        self._finished += 1
        await self._tell("matchOver", result.message)

    async def _tell(self, kind: str, message: Message) -> None:
        await self._command.write(line_of(kind, message))

    def _take(self, answer: Answer) -> None:
        """Give an answer to its decision, or drop it. Raises CommandFailed."""
        if not answer.match_id and self.max_matches > 1:
            raise CommandFailed(f"the command answered {list(answer.picks)} without matchId and decisionId; with "
                                f"--max-matches {self.max_matches} it must say which decision it answers")
        for question in self._open:
            names = (question.decision.match_id, question.decision.decision_id)
            if not question.answered.done() and (not answer.match_id or names == (answer.match_id, answer.decision_id)):
                question.answered.set_result(answer)
                return
        self._dropped += 1
        what = f" to decision {answer.decision_id} of {answer.match_id}" if answer.match_id else ""
        log.warning("the command's answer %s%s is dropped: no such decision waits for one", list(answer.picks), what)
        if self._dropped >= MOST_DROPPED:
            raise CommandFailed(f"the command printed {MOST_DROPPED} answers that no decision waited for")

    def _overdue(self, question: Question, within: float) -> None:
        hint = ""
        if not self._heard:
            hint = "; it has not printed a line yet: does it flush its output after every line?"
        if self._command.unfinished:
            hint = "; what it printed has no newline at its end"
        decision = question.decision
        log.warning("%s, %s: the command has not answered decision %s within %.3g s%s", decision.match_id,
                    decision.prompt, decision.decision_id, within, hint)


async def play(words: Sequence[str], *, name: str, version: str = "0", games: Sequence[str] = (),
               max_matches: int = 1, text: bool = False, positions: bool = False,
               challengers: Sequence[str] = ()) -> None:
    """Start a command and let it play until the referee says goodbye. Raises BotError."""
    async with started(words) as command:
        bridge = Bridge(command, name=name, version=version, games=games, max_matches=max_matches, text=text,
                        positions=positions, challengers=challengers)
        playing, listening = asyncio.create_task(aio.run(bridge)), asyncio.create_task(bridge.listen())
        try:
            done, _ = await asyncio.wait({playing, listening}, return_when=asyncio.FIRST_COMPLETED)
            await (playing if playing in done else listening)
        finally:
            playing.cancel()
            listening.cancel()
            await asyncio.gather(playing, listening, return_exceptions=True)
        if not await command.end(LEAVE_WITHIN):
            log.warning("the command did not end within %g s after its input had, and was killed", LEAVE_WITHIN)
