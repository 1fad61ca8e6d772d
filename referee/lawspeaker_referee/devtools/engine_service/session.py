"""The positions of one program, and the answers to its requests.

A position that came as bytes may be one to which no game leads. Reading it shows most of what is wrong, but only the
rules can meet the rest, wherever they work on it; that is an error of the request, too (`_on_loaded`). A position that
began here is one that the rules made, so what they raise for it is a fault of ours and is not caught.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Any, Final

from google.protobuf.any_pb2 import Any as AnyMessage

from lawspeaker.v1.engine_service_pb2 import (
    ApplyPicks,
    BestAnswers,
    CopyPositions,
    DealPositionsAnew,
    DescribePositions,
    EngineError,
    EngineErrorReason,
    FindBestAnswers,
    GameStart,
    LoadPositions,
    OpenDecision,
    PlayoutResults,
    PositionAnswer,
    PositionState,
    PositionStates,
    ReleasedPositions,
    ReleasePositions,
    RunPlayouts,
    SessionRequest,
    SessionResponse,
)
from lawspeaker_engine.games import find_game
from lawspeaker_engine.model import BadSetup, CannotDealAnew, Decision, IllegalAnswer
from lawspeaker_engine.playing import check
from lawspeaker_engine.position import BadPosition, Position, load
from lawspeaker_engine.setups import parse_options
from lawspeaker_referee.codec.game_codec import codec, outcome_message, with_parts
from lawspeaker_referee.devtools.engine_service.looking_ahead import (
    PLAYOUTS_A_REQUEST,
    answers_by_position,
    best_of,
    check_best,
    check_playouts,
    playouts_of,
    seat_of,
    too_many_playouts,
)
from lawspeaker_referee.devtools.engine_service.refusals import CannotDo, ProgramGone

_LONGEST: Final = 500
"""Characters of an error's message, which may quote what the program sent."""

log = logging.getLogger(__name__)

_REASONS: Final[dict[type[Exception], EngineErrorReason]] = {
    BadPosition: EngineErrorReason.ENGINE_ERROR_REASON_BAD_POSITION,
    BadSetup: EngineErrorReason.ENGINE_ERROR_REASON_BAD_SETUP,
    IllegalAnswer: EngineErrorReason.ENGINE_ERROR_REASON_ILLEGAL_PICKS,
}


@dataclass(slots=True)
class _Kept:
    """A position of the program."""

    position: Position
    loaded: bool
    """True if it, or what it was made from, came as bytes."""


class EngineSession:
    """Answers the requests of one program, whose positions it keeps by number.

    It keeps `most_positions` at most. `is_wanted` returns False once nobody waits for an answer any more, which ends
    long work; `clock` returns seconds.
    """

    def __init__(
        self, most_positions: int, is_wanted: Callable[[], bool] = lambda: True,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._most = most_positions
        self._is_wanted = is_wanted
        self._clock = clock
        self._positions: dict[int, _Kept] = {}
        self._last = 0
        self._answers: dict[str, Callable[[Any], SessionResponse]] = {
            "load": self._load, "describe": self._describe, "copy": self._copy, "apply": self._apply,
            "deal_anew": self._deal_anew, "playouts": self._play_out, "release": self._release,
            "best_answers": self._best_answers,
        }

    def __len__(self) -> int:
        return len(self._positions)

    def answer(self, request: SessionRequest) -> SessionResponse:
        """Return the response to a request, which may be an error. Raises ProgramGone."""
        kind = request.WhichOneof("message")
        try:
            return self._empty() if kind is None else self._answers[kind](getattr(request, kind))
        except CannotDo as error:
            return error_response(error.reason, error)
        except tuple(_REASONS) as error:
            return error_response(_REASONS[type(error)], error)

    def _empty(self) -> SessionResponse:
        raise CannotDo(EngineErrorReason.ENGINE_ERROR_REASON_BAD_REQUEST,
                       f"the request is empty; it is one of {', '.join(self._answers)}")

    def _load(self, request: LoadPositions) -> SessionResponse:
        self._check_room(len(request.positions) + len(request.starts))
        random = _random(request)
        made = []
        for number, data in enumerate(request.positions):
            with _on_loaded(f"position {number + 1} of the request"):
                position = load(data)
                position.advance(random)
                _state(0, position, options=True, views_of=range(-1, position.setup.players))
                made.append(_Kept(position, loaded=True))
        for start in request.starts:
            made.append(_Kept(position := _begun(start), loaded=False))
            position.advance(random)
        return self._keep(made)

    def _describe(self, request: DescribePositions) -> SessionResponse:
        if len(set(request.views_of)) < len(request.views_of):
            raise CannotDo(EngineErrorReason.ENGINE_ERROR_REASON_BAD_REQUEST, "views_of names a seat twice")
        found = self._named(request.positions)
        for kept in found:
            players = kept.position.setup.players
            if wrong := [seat for seat in request.views_of if not -1 <= seat < players]:
                raise CannotDo(EngineErrorReason.ENGINE_ERROR_REASON_BAD_SETUP,
                               f"there is no seat {wrong[0]}; seats are 0 to {players - 1}, and -1 is a spectator")
        return _states(request.positions, found, options=request.options, views_of=request.views_of)

    def _copy(self, request: CopyPositions) -> SessionResponse:
        found, count = self._named(request.positions), request.count or 1
        self._check_room(len(found) * count)
        made = []
        for number, kept in zip(request.positions, found, strict=True):
            with _rules_at_work(number, kept):
                made += [_Kept(kept.position.copy(), kept.loaded) for _ in range(count)]
        return self._keep(made)

    def _apply(self, request: ApplyPicks) -> SessionResponse:
        numbers = [answer.position for answer in request.answers]
        found = self._named(numbers)
        if len(set(numbers)) < len(numbers):
            raise CannotDo(EngineErrorReason.ENGINE_ERROR_REASON_BAD_REQUEST,
                           "a position is answered twice; copy it first")
        picks = [_checked(kept.position, answer) for kept, answer in zip(found, request.answers, strict=True)]
        random, made = _random(request), []
        for number, kept, each in zip(numbers, found, picks, strict=True):
            with _rules_at_work(number, kept):
                # Only a loaded position can fail on the way, and a request that fails changes nothing.
                position = kept.position.copy() if kept.loaded else kept.position
                position.answer(*each)
                position.advance(random)
                made.append(_Kept(position, kept.loaded))
        response = _states(numbers, made)
        self._positions.update(zip(numbers, made, strict=True))
        return response

    def _deal_anew(self, request: DealPositionsAnew) -> SessionResponse:
        found, count = self._named(request.positions), request.count or 1
        self._check_room(len(found) * count)
        seats = [seat_of(kept.position, request.seat if request.HasField("seat") else kept.position.seat)
                 for kept in found]
        random, made = _random(request), []
        for number, kept, seat in zip(request.positions, found, seats, strict=True):
            with _rules_at_work(number, kept):
                made += [_Kept(kept.position.deal_anew(random, seat), kept.loaded) for _ in range(count)]
        return self._keep(made)

    def _play_out(self, request: RunPlayouts) -> SessionResponse:
        found, tried = self._named(request.positions), answers_by_position(request)
        check_playouts(request)
        self._check_playouts(len(found) * request.count)  # before the answers are made, of which there may be many
        wanted = []
        for number, kept in zip(request.positions, found, strict=True):
            deal_anew_for = seat_of(kept.position, request.deal_anew_for) if request.HasField("deal_anew_for") else None
            with _rules_at_work(number, kept):
                wanted.append(playouts_of(number, kept.position, request, tried.get(number), deal_anew_for))
        self._check_playouts(sum(max(1, len(each.answers)) for each in wanted) * request.count)
        random, results = _random(request), []
        for kept, each in zip(found, wanted, strict=True):
            with _rules_at_work(each.number, kept):
                results.append(each.run(request, random, self._is_wanted, self._clock))
        return SessionResponse(playouts=PlayoutResults(positions=results))

    @staticmethod
    def _check_playouts(count: int) -> None:
        if count > PLAYOUTS_A_REQUEST:
            raise too_many_playouts(count)

    def _best_answers(self, request: FindBestAnswers) -> SessionResponse:
        found = self._named(request.positions)
        check_best(request)
        random, answers = _random(request), []
        for number, kept in zip(request.positions, found, strict=True):
            with _rules_at_work(number, kept):
                answers.append(best_of(number, kept.position, request, random, self._is_wanted, self._clock))
        return SessionResponse(best_answers=BestAnswers(answers=answers))

    def _release(self, request: ReleasePositions) -> SessionResponse:
        numbers = list(dict.fromkeys(request.positions)) or list(self._positions)
        self._named(numbers)
        for number in numbers:
            del self._positions[number]
        return SessionResponse(released=ReleasedPositions(count=len(numbers)))

    def _named(self, numbers: Sequence[int]) -> list[_Kept]:
        """Return the positions of these numbers. Raises CannotDo."""
        if len(numbers) > self._most:
            raise CannotDo(EngineErrorReason.ENGINE_ERROR_REASON_TOO_MANY_POSITIONS,
                           f"the request names {len(numbers):,} positions; the limit is {self._most:,}")
        for number in numbers:
            if number not in self._positions:
                raise CannotDo(EngineErrorReason.ENGINE_ERROR_REASON_UNKNOWN_POSITION,
                               f"there is no position {number}; it was released, or never made on this stream")
        return [self._positions[number] for number in numbers]

    def _check_room(self, more: int) -> None:
        """Raise CannotDo if there is no room for so many more positions."""
        if len(self) + more > self._most:
            raise CannotDo(EngineErrorReason.ENGINE_ERROR_REASON_TOO_MANY_POSITIONS,
                           f"{len(self):,} positions and {more:,} more are above the limit of {self._most:,}; release "
                           "some, or start the service with a higher --most-positions")

    def _keep(self, made: Sequence[_Kept]) -> SessionResponse:
        """Keep positions under new numbers, and return what is known of them."""
        numbers = range(self._last + 1, self._last + 1 + len(made))
        response = _states(numbers, made)
        self._last += len(made)
        self._positions.update(zip(numbers, made, strict=True))
        return response


def error_response(reason: EngineErrorReason, error: Exception) -> SessionResponse:
    """Return the response that a request cannot be done."""
    line = " ".join(str(error).split())
    return SessionResponse(error=EngineError(
        reason=reason, message=line if len(line) <= _LONGEST else line[:_LONGEST] + "..."))


@contextmanager
def _on_loaded(what: str) -> Iterator[None]:
    """Work on a position that came as bytes: what the rules raise for it becomes CannotDo, and is logged.

    Rules may raise anything for what they never lead to, and nobody can say beforehand which positions those are. It
    may also be a position of a real match and a fault of the rules, so that the log has all of it.
    """
    try:
        yield
    except (CannotDo, ProgramGone, BadPosition):
        raise
    except Exception as error:
        log.warning("%s: the rules failed on a position that was loaded", what, exc_info=True)
        raise CannotDo(EngineErrorReason.ENGINE_ERROR_REASON_BAD_POSITION,
                       f"{what} is none to which a game leads: the rules end with {type(error).__name__}: {error}"
                       ) from error


@contextmanager
def _rules_at_work(number: int, kept: _Kept) -> Iterator[None]:
    """Work on a position that is kept. Raises CannotDo if its game cannot deal it anew."""
    with _on_loaded(f"position {number}") if kept.loaded else nullcontext():
        try:
            yield
        except CannotDealAnew as error:
            raise CannotDo(EngineErrorReason.ENGINE_ERROR_REASON_BAD_REQUEST, f"position {number}: {error}") from error


def _states(
    numbers: Sequence[int], found: Sequence[_Kept], *, options: bool = False, views_of: Sequence[int] = (),
) -> SessionResponse:
    """Return what is known of positions, with options and views if they are asked for. Raises CannotDo."""
    states = []
    for number, kept in zip(numbers, found, strict=True):
        with _rules_at_work(number, kept):
            states.append(_state(number, kept.position, options=options, views_of=views_of))
    return SessionResponse(positions=PositionStates(positions=states))


def _random(request: Any) -> Random:
    """Return the generator of a request, which its seed names if it has one."""
    return Random(request.seed if request.HasField("seed") else None)


def _begun(start: GameStart) -> Position:
    """Return a game at its start. Raises BadSetup."""
    texts = {option.name: option.value for option in start.options}
    return Position.start(start.game, start.players, parse_options(find_game(start.game), texts))


def _checked(position: Position, answer: PositionAnswer) -> list[Sequence[int]]:
    """Return the picks for each open decision. Raises CannotDo and IllegalAnswer."""
    asked = position.decisions
    if not asked:
        raise CannotDo(EngineErrorReason.ENGINE_ERROR_REASON_ILLEGAL_PICKS,
                       f"the game of position {answer.position} is over: nothing is asked")
    if len(asked) != len(answer.decisions):
        raise CannotDo(EngineErrorReason.ENGINE_ERROR_REASON_ILLEGAL_PICKS,
                       f"position {answer.position} waits for {len(asked)} decisions, and the answer has "
                       f"{len(answer.decisions)}")
    return [check(decision, each.picks) for decision, each in zip(asked, answer.decisions, strict=True)]


def _state(number: int, position: Position, *, options: bool, views_of: Sequence[int]) -> PositionState:
    game = codec(position.game)
    outcome = position.outcome
    return PositionState(
        position=number, seat=position.seat,
        decisions=[_open(position, decision, options=options) for decision in position.decisions],
        outcome=None if outcome is None else with_parts(outcome_message(outcome), outcome),
        views=[AnyMessage(type_url=game.view_url, value=game.view(position.game.view(
            position.state, None if seat == -1 else seat))) for seat in views_of],
    )


def _open(position: Position, decision: Decision, *, options: bool) -> OpenDecision:
    game = codec(position.game)
    return OpenDecision(
        seat=decision.seat, prompt=decision.prompt, least=decision.least, most=decision.most, ordered=decision.ordered,
        default_picks=decision.default, option_count=len(decision.options),
        options=AnyMessage(type_url=game.options_url, value=game.options(decision.options)) if options else None)
