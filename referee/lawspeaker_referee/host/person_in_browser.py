"""The bot `human` in a browser: a page shows what the seat sees, and sends the answers of the person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from lawspeaker_bot.decision import Clock, Decision, Match, Rejection, Result
from lawspeaker_engine.games import GAMES
from lawspeaker_referee.codec.game_codec import codec, snake_case
from lawspeaker_referee.config.durations import format_duration
from lawspeaker_referee.host.own_bot import BotLeft
from lawspeaker_referee.host.person import LEFT, Person, PersonsDecision
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.verify.fault_audit import RecordDiffers
from lawspeaker_referee.viewer.deltas import Plain, plain
from lawspeaker_referee.web.seat_desk import MatchEnded, OpenQuestion, OutOfTime, PersonLeft, SeatDesk

_GONE: Final = "Time is up: the default is taken, {}."


class PersonInBrowser(Person):
    """The seat of a person at a page."""

    def __init__(self, desk: SeatDesk) -> None:
        super().__init__()
        self._desk = desk
        self._facts: dict[str, Plain] = {}
        """What the page is told with each question."""

    def started(self, match: Match) -> None:
        """Introduce the match."""
        who, limit = self.introduced(match)
        self._facts = {"seat": match.seat, "who": who, "clock": [limit, *_clock_words(match.clock)]}

    def decide(self, decision: Decision) -> Sequence[int]:
        """Ask the person until there is a legal answer. Raises BotLeft; when time is up, return the default."""
        asked = self.asked(decision)
        if (picks := asked.only) is not None:
            self._desk.note(f"{asked.question} There is no choice: {asked.named(picks)}.")
            return picks
        try:
            return self._desk.ask(OpenQuestion(decision.decision_id, self._shown(asked), asked.checked, asked.until))
        except OutOfTime:
            self._desk.note(_GONE.format(asked.named(decision.default)))
            return decision.default
        except MatchEnded:
            return decision.default  # which nobody waits for; the end comes next
        except PersonLeft:
            raise BotLeft(LEFT) from None

    def rejected(self, rejection: Rejection) -> None:
        """Say why an answer was refused, unless it was late, which was said before."""
        if not rejection.late:
            self._desk.note(f"The referee refused your answer: {rejection.message}")

    def over(self, result: Result) -> None:
        """Say how the match ended."""
        self._desk.end({"void": result.void_reason or result.lost, "rank": result.rank})

    def _shown(self, asked: PersonsDecision) -> dict[str, Plain]:
        decision = asked.decision
        board = GAMES[decision.match.game].board
        options = codec(GAMES[decision.match.game]).read_options(decision.message.options)
        charged = [f"Your last answer was charged {format_duration(decision.last_charged)}."] if (
            decision.last_charged and decision.time_left is not None) else []
        bank = [f"{format_duration(decision.bank_left)} are left in your bank."] if decision.match.clock.bank else []
        return self._facts | {
            "prompt": decision.prompt, "question": asked.question, "least": decision.least, "most": decision.most,
            "ordered": decision.ordered, "default": decision.default, "period": asked.period,
            "standing": list(asked.standing), "events": list(asked.events), "charged": [*charged, *bank],
            "bank_ms": round(decision.bank_left * 1000),
            "step": self._step(), "options": [
                {"text": text, "does": _option(option)} | (
                    {} if board is None else {"places": list(board.named(decision.view, option))})
                for text, option in zip(asked.words.options, options, strict=True)]}

    def _step(self) -> int:
        """Return how many steps led here: the page shows the board after them. 0 where the record cannot be read."""
        with suppress(RecordError, RecordDiffers, OSError):
            return self._desk.match.steps() if self._desk.match is not None else 0
        return 0


def _option(option: Any) -> Mapping[str, Plain]:
    return {snake_case(type(option).__name__): plain(option)}


def _clock_words(clock: Clock) -> list[str]:
    """Return what is charged, in sentences; none without a limit."""
    if clock.move is None:
        return []
    found = []
    if clock.first not in {None, clock.move}:
        assert clock.first is not None
        found.append(f"You have {format_duration(clock.first)} for the first one.")
    if clock.reaction not in {None, clock.move}:
        assert clock.reaction is not None
        found.append(f"You have {format_duration(clock.reaction)} for a reaction out of turn.")
    if clock.bank or clock.increment:
        found.append(f"What you think longer is taken from your bank, which begins with {format_duration(clock.bank)}; "
                     f"each answer adds {format_duration(clock.increment)} to it.")
    return [*found, "When time is up, the default is taken."]
