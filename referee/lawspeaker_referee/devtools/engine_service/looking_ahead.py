"""Playouts and best answers: what requests ask for, in the terms of `lawspeaker_bots.search`, which does the work."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf, isfinite
from random import Random
from typing import Final, Literal

from lawspeaker.v1.engine_service_pb2 import (
    AnswerPlayouts,
    AnswersToTry,
    BestAnswer,
    EngineErrorReason,
    FindBestAnswers,
    PlayoutPolicy,
    PositionPlayouts,
    RunPlayouts,
    TriedAnswer,
)
from lawspeaker_bots.search.horizon import Horizon
from lawspeaker_bots.search.judge import Weights, read_weights
from lawspeaker_bots.search.lookahead import best_answer
from lawspeaker_bots.search.playouts import Playouts, Sums
from lawspeaker_bots.search.thinking_time import Budget
from lawspeaker_engine.model import IllegalAnswer, Picks, Seat
from lawspeaker_engine.playing import check
from lawspeaker_engine.position import Position
from lawspeaker_referee.codec.game_codec import outcome_message
from lawspeaker_referee.devtools.engine_service.refusals import CannotDo, ProgramGone, bad_request

PLAYOUTS_A_REQUEST: Final = 100_000
"""A minute of work and more; sums of so many scores fit into their fields."""
SECONDS_A_REQUEST: Final = 60
PARTS: Final = 100
"""Parts of a game that a request may give weights for, more than any game has."""

_POLICIES: Final[dict[int, Literal["greedy", "random"]]] = {
    PlayoutPolicy.PLAYOUT_POLICY_UNSPECIFIED: "random",
    PlayoutPolicy.PLAYOUT_POLICY_RANDOM: "random",
    PlayoutPolicy.PLAYOUT_POLICY_GREEDY: "greedy",
}


@dataclass(frozen=True, slots=True)
class PlayoutsOf:
    """The playouts of one position that a request asks for, checked."""

    number: int
    position: Position
    playouts: Playouts
    deal_anew_for: Seat | None
    seat: Seat | None = None
    answers: Sequence[Picks] = field(default=())

    def run(
        self, request: RunPlayouts, rng: Random, is_wanted: Callable[[], bool], clock: Callable[[], float],
    ) -> PositionPlayouts:
        """Return what came of them. Raises ProgramGone."""
        found = self.playouts.run(
            self.position, request.count, rng, deal_anew_for=self.deal_anew_for, seat=self.seat, answers=self.answers,
            keep_outcomes=request.outcomes, budget=_WantedBudget(request.seconds or inf, 0, clock, is_wanted))
        if self.answers:
            return PositionPlayouts(position=self.number, playouts=sum(each.playouts for each in found), answers=[
                _of_answer(each) for each in found])
        sums, = found
        return PositionPlayouts(
            position=self.number, playouts=sums.playouts, finished=sums.finished, rank_sums=sums.ranks,
            score_sums=sums.scores, worth_sums=sums.worths, outcomes=map(outcome_message, sums.outcomes))


def _of_answer(sums: Sums) -> AnswerPlayouts:
    return AnswerPlayouts(
        picks=sums.picks, playouts=sums.playouts, finished=sums.finished, rank_sums=sums.ranks, score_sums=sums.scores,
        worth_sums=sums.worths, lead_square_sum=sums.lead_squares, outcomes=map(outcome_message, sums.outcomes))


def answers_by_position(request: RunPlayouts) -> dict[int, AnswersToTry]:
    """Return the answers to try by the numbers of positions. Raises CannotDo."""
    found: dict[int, AnswersToTry] = {}
    for each in request.answers:
        if each.position in found:
            raise bad_request(f"answers are given twice for position {each.position}; put them into one message")
        found[each.position] = each
    if strange := found.keys() - set(request.positions):
        raise bad_request(f"answers are given for position {min(strange)}, which `positions` does not name")
    return found


def check_playouts(request: RunPlayouts) -> None:
    """Check what holds for all positions of a request. Raises CannotDo."""
    _check_seconds(request.seconds, len(request.positions))
    if request.policy not in _POLICIES:
        raise bad_request(f"there is no policy {request.policy}; there are PLAYOUT_POLICY_RANDOM and "
                          "PLAYOUT_POLICY_GREEDY")
    if request.HasField("values") and not 0 < len(request.values.parts) <= PARTS:
        raise bad_request(f"values have 1 to {PARTS} parts, not {len(request.values.parts)}; leave `values` out for "
                          "those of search")


def playouts_of(
    number: int, position: Position, request: RunPlayouts, tried: AnswersToTry | None, deal_anew_for: Seat | None,
) -> PlayoutsOf:
    """Return the playouts of one position. Raises CannotDo."""
    horizon = Horizon(request.horizon.decisions if request.horizon.HasField("decisions") else None,
                      request.horizon.stages, request.horizon.as_search)
    with _bad_if_wrong():
        weights = _weights(position.game.name, request)
        playouts = Playouts(position.game, position.setup, _POLICIES[request.policy], horizon, weights)
    if tried is None:
        return PlayoutsOf(number, position, playouts, deal_anew_for)
    seat = seat_of(position, tried.seat if tried.HasField("seat") else position.seat)
    if deal_anew_for not in {None, seat}:
        raise bad_request(f"seat {seat} answers in position {number}, so it is dealt anew for this seat, not for seat "
                          f"{deal_anew_for}")
    answers = _answers(number, position, playouts, tried, seat)
    return PlayoutsOf(number, position, playouts, deal_anew_for, seat, answers)


def _weights(game: str, request: RunPlayouts) -> tuple[Weights, ...]:
    """Return the program's own weights; none if it has none. Raises ValueError."""
    if not request.HasField("values"):
        return ()
    return read_weights(game, [
        {"win": part.win, "succeed": part.succeed, "constant": part.constant} for part in request.values.parts])


def _answers(
    number: int, position: Position, playouts: Playouts, tried: AnswersToTry, seat: Seat,
) -> Sequence[Picks]:
    decision = next((each for each in position.decisions if each.seat == seat), None)
    if decision is None:
        raise _asked_nothing(number, position, seat)
    if tried.answers and tried.scores:
        raise bad_request(f"position {number} has both answers and scores; give one of them")
    if tried.answers:
        try:
            return [check(decision, each.picks) for each in tried.answers]
        except IllegalAnswer as error:
            raise CannotDo(EngineErrorReason.ENGINE_ERROR_REASON_ILLEGAL_PICKS, str(error)) from error
    if tried.scores and len(tried.scores) != len(decision.options):
        raise bad_request(f"position {number} has {len(decision.options)} options and {len(tried.scores)} scores; give "
                          "one for each option")
    if not all(map(isfinite, tried.scores)):
        raise bad_request(f"a score of position {number} is no number")
    return playouts.answers_to_try(position.state, seat, tried.scores or None)


def check_best(request: FindBestAnswers) -> None:
    """Check what holds for all positions of a request. Raises CannotDo."""
    count = len(request.positions)
    _check_seconds(request.seconds, count)
    if not (request.seconds or request.playouts):
        raise bad_request("say for how long to search: give `seconds` or `playouts`")
    if count * request.playouts > PLAYOUTS_A_REQUEST:
        raise too_many_playouts(count * request.playouts)


def _check_seconds(seconds: float, positions: int) -> None:
    if not (isfinite(seconds) and seconds >= 0):
        raise bad_request(f"{seconds} are no seconds")
    if positions * seconds > SECONDS_A_REQUEST:
        raise bad_request(f"{positions * seconds:g} seconds are more than the {SECONDS_A_REQUEST} of one request; send "
                          "several")


def best_of(
    number: int, position: Position, request: FindBestAnswers, rng: Random, is_wanted: Callable[[], bool],
    clock: Callable[[], float],
) -> BestAnswer:
    """Return what `search` would answer in a position. Raises CannotDo, ProgramGone."""
    seat = seat_of(position, request.seat if request.HasField("seat") else position.seat)
    if all(each.seat != seat for each in position.decisions):
        raise _asked_nothing(number, position, seat)
    budget = _WantedBudget(request.seconds or inf, request.playouts, clock, is_wanted)
    found = best_answer(position, budget, rng, seat)
    return BestAnswer(
        position=number, seat=seat, picks=found.picks, playouts=sum(each.playouts for each in found.tried),
        tried=[TriedAnswer(picks=each.picks, value=each.value, playouts=each.playouts) for each in found.tried])


class _WantedBudget(Budget):
    """A budget that ends with ProgramGone once nobody waits for the answer."""

    def __init__(
        self, seconds: float, playouts: int, clock: Callable[[], float], is_wanted: Callable[[], bool],
    ) -> None:
        super().__init__(seconds, playouts, clock)
        self._is_wanted = is_wanted

    def count(self) -> None:
        """Note a playout. Raises ProgramGone."""
        super().count()
        if not self._is_wanted():
            raise ProgramGone


def seat_of(position: Position, seat: Seat) -> Seat:
    """Return a seat that a request names, or whose position it is. Raises CannotDo if the position has no such seat."""
    if seat == -1:
        raise CannotDo(EngineErrorReason.ENGINE_ERROR_REASON_BAD_SETUP,
                       "the position holds everything, so the request must name the seat")
    if seat >= position.setup.players:
        raise CannotDo(EngineErrorReason.ENGINE_ERROR_REASON_BAD_SETUP,
                       f"there is no seat {seat}; seats are 0 to {position.setup.players - 1}")
    return seat


def _asked_nothing(number: int, position: Position, seat: Seat) -> CannotDo:
    asked = ", ".join(str(each.seat) for each in position.decisions)
    return CannotDo(EngineErrorReason.ENGINE_ERROR_REASON_ILLEGAL_PICKS,
                    f"position {number} asks seat {seat} nothing; it asks {asked}" if asked else
                    f"the game of position {number} is over: nothing is asked")


def too_many_playouts(count: int) -> CannotDo:
    """Return the refusal of so many playouts."""
    return CannotDo(EngineErrorReason.ENGINE_ERROR_REASON_TOO_MANY_PLAYOUTS,
                    f"{count:,} playouts are more than the {PLAYOUTS_A_REQUEST:,} of one request; send several")


@contextmanager
def _bad_if_wrong() -> Iterator[None]:
    """Refuse a request for what the search says of it."""
    try:
        yield
    except ValueError as error:
        raise bad_request(str(error)) from error
