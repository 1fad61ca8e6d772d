from google.protobuf import any_pb2 as _any_pb2
from lawspeaker.v1 import match_pb2 as _match_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class PlayoutPolicy(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PLAYOUT_POLICY_UNSPECIFIED: _ClassVar[PlayoutPolicy]
    PLAYOUT_POLICY_RANDOM: _ClassVar[PlayoutPolicy]
    PLAYOUT_POLICY_GREEDY: _ClassVar[PlayoutPolicy]

class EngineErrorReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ENGINE_ERROR_REASON_UNSPECIFIED: _ClassVar[EngineErrorReason]
    ENGINE_ERROR_REASON_BAD_REQUEST: _ClassVar[EngineErrorReason]
    ENGINE_ERROR_REASON_BAD_POSITION: _ClassVar[EngineErrorReason]
    ENGINE_ERROR_REASON_BAD_SETUP: _ClassVar[EngineErrorReason]
    ENGINE_ERROR_REASON_UNKNOWN_POSITION: _ClassVar[EngineErrorReason]
    ENGINE_ERROR_REASON_ILLEGAL_PICKS: _ClassVar[EngineErrorReason]
    ENGINE_ERROR_REASON_TOO_MANY_POSITIONS: _ClassVar[EngineErrorReason]
    ENGINE_ERROR_REASON_TOO_MANY_PLAYOUTS: _ClassVar[EngineErrorReason]
PLAYOUT_POLICY_UNSPECIFIED: PlayoutPolicy
PLAYOUT_POLICY_RANDOM: PlayoutPolicy
PLAYOUT_POLICY_GREEDY: PlayoutPolicy
ENGINE_ERROR_REASON_UNSPECIFIED: EngineErrorReason
ENGINE_ERROR_REASON_BAD_REQUEST: EngineErrorReason
ENGINE_ERROR_REASON_BAD_POSITION: EngineErrorReason
ENGINE_ERROR_REASON_BAD_SETUP: EngineErrorReason
ENGINE_ERROR_REASON_UNKNOWN_POSITION: EngineErrorReason
ENGINE_ERROR_REASON_ILLEGAL_PICKS: EngineErrorReason
ENGINE_ERROR_REASON_TOO_MANY_POSITIONS: EngineErrorReason
ENGINE_ERROR_REASON_TOO_MANY_PLAYOUTS: EngineErrorReason

class SessionRequest(_message.Message):
    __slots__ = ("load", "describe", "copy", "apply", "deal_anew", "playouts", "release", "best_answers")
    LOAD_FIELD_NUMBER: _ClassVar[int]
    DESCRIBE_FIELD_NUMBER: _ClassVar[int]
    COPY_FIELD_NUMBER: _ClassVar[int]
    APPLY_FIELD_NUMBER: _ClassVar[int]
    DEAL_ANEW_FIELD_NUMBER: _ClassVar[int]
    PLAYOUTS_FIELD_NUMBER: _ClassVar[int]
    RELEASE_FIELD_NUMBER: _ClassVar[int]
    BEST_ANSWERS_FIELD_NUMBER: _ClassVar[int]
    load: LoadPositions
    describe: DescribePositions
    copy: CopyPositions
    apply: ApplyPicks
    deal_anew: DealPositionsAnew
    playouts: RunPlayouts
    release: ReleasePositions
    best_answers: FindBestAnswers
    def __init__(self, load: _Optional[_Union[LoadPositions, _Mapping]] = ..., describe: _Optional[_Union[DescribePositions, _Mapping]] = ..., copy: _Optional[_Union[CopyPositions, _Mapping]] = ..., apply: _Optional[_Union[ApplyPicks, _Mapping]] = ..., deal_anew: _Optional[_Union[DealPositionsAnew, _Mapping]] = ..., playouts: _Optional[_Union[RunPlayouts, _Mapping]] = ..., release: _Optional[_Union[ReleasePositions, _Mapping]] = ..., best_answers: _Optional[_Union[FindBestAnswers, _Mapping]] = ...) -> None: ...

class SessionResponse(_message.Message):
    __slots__ = ("positions", "playouts", "released", "error", "best_answers")
    POSITIONS_FIELD_NUMBER: _ClassVar[int]
    PLAYOUTS_FIELD_NUMBER: _ClassVar[int]
    RELEASED_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    BEST_ANSWERS_FIELD_NUMBER: _ClassVar[int]
    positions: PositionStates
    playouts: PlayoutResults
    released: ReleasedPositions
    error: EngineError
    best_answers: BestAnswers
    def __init__(self, positions: _Optional[_Union[PositionStates, _Mapping]] = ..., playouts: _Optional[_Union[PlayoutResults, _Mapping]] = ..., released: _Optional[_Union[ReleasedPositions, _Mapping]] = ..., error: _Optional[_Union[EngineError, _Mapping]] = ..., best_answers: _Optional[_Union[BestAnswers, _Mapping]] = ...) -> None: ...

class LoadPositions(_message.Message):
    __slots__ = ("positions", "starts", "seed")
    POSITIONS_FIELD_NUMBER: _ClassVar[int]
    STARTS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    positions: _containers.RepeatedScalarFieldContainer[bytes]
    starts: _containers.RepeatedCompositeFieldContainer[GameStart]
    seed: int
    def __init__(self, positions: _Optional[_Iterable[bytes]] = ..., starts: _Optional[_Iterable[_Union[GameStart, _Mapping]]] = ..., seed: _Optional[int] = ...) -> None: ...

class GameStart(_message.Message):
    __slots__ = ("game", "players", "options")
    GAME_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    game: str
    players: int
    options: _containers.RepeatedCompositeFieldContainer[_match_pb2.GameOptionValue]
    def __init__(self, game: _Optional[str] = ..., players: _Optional[int] = ..., options: _Optional[_Iterable[_Union[_match_pb2.GameOptionValue, _Mapping]]] = ...) -> None: ...

class DescribePositions(_message.Message):
    __slots__ = ("positions", "options", "views_of")
    POSITIONS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    VIEWS_OF_FIELD_NUMBER: _ClassVar[int]
    positions: _containers.RepeatedScalarFieldContainer[int]
    options: bool
    views_of: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, positions: _Optional[_Iterable[int]] = ..., options: bool = ..., views_of: _Optional[_Iterable[int]] = ...) -> None: ...

class CopyPositions(_message.Message):
    __slots__ = ("positions", "count")
    POSITIONS_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    positions: _containers.RepeatedScalarFieldContainer[int]
    count: int
    def __init__(self, positions: _Optional[_Iterable[int]] = ..., count: _Optional[int] = ...) -> None: ...

class ApplyPicks(_message.Message):
    __slots__ = ("answers", "seed")
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    answers: _containers.RepeatedCompositeFieldContainer[PositionAnswer]
    seed: int
    def __init__(self, answers: _Optional[_Iterable[_Union[PositionAnswer, _Mapping]]] = ..., seed: _Optional[int] = ...) -> None: ...

class PositionAnswer(_message.Message):
    __slots__ = ("position", "decisions")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    position: int
    decisions: _containers.RepeatedCompositeFieldContainer[DecisionPicks]
    def __init__(self, position: _Optional[int] = ..., decisions: _Optional[_Iterable[_Union[DecisionPicks, _Mapping]]] = ...) -> None: ...

class DecisionPicks(_message.Message):
    __slots__ = ("picks",)
    PICKS_FIELD_NUMBER: _ClassVar[int]
    picks: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, picks: _Optional[_Iterable[int]] = ...) -> None: ...

class DealPositionsAnew(_message.Message):
    __slots__ = ("positions", "seat", "count", "seed")
    POSITIONS_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    positions: _containers.RepeatedScalarFieldContainer[int]
    seat: int
    count: int
    seed: int
    def __init__(self, positions: _Optional[_Iterable[int]] = ..., seat: _Optional[int] = ..., count: _Optional[int] = ..., seed: _Optional[int] = ...) -> None: ...

class RunPlayouts(_message.Message):
    __slots__ = ("positions", "count", "deal_anew_for", "outcomes", "seed", "policy", "horizon", "values", "answers", "seconds")
    POSITIONS_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    DEAL_ANEW_FOR_FIELD_NUMBER: _ClassVar[int]
    OUTCOMES_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    POLICY_FIELD_NUMBER: _ClassVar[int]
    HORIZON_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    SECONDS_FIELD_NUMBER: _ClassVar[int]
    positions: _containers.RepeatedScalarFieldContainer[int]
    count: int
    deal_anew_for: int
    outcomes: bool
    seed: int
    policy: PlayoutPolicy
    horizon: PlayoutHorizon
    values: PlayoutValues
    answers: _containers.RepeatedCompositeFieldContainer[AnswersToTry]
    seconds: float
    def __init__(self, positions: _Optional[_Iterable[int]] = ..., count: _Optional[int] = ..., deal_anew_for: _Optional[int] = ..., outcomes: bool = ..., seed: _Optional[int] = ..., policy: _Optional[_Union[PlayoutPolicy, str]] = ..., horizon: _Optional[_Union[PlayoutHorizon, _Mapping]] = ..., values: _Optional[_Union[PlayoutValues, _Mapping]] = ..., answers: _Optional[_Iterable[_Union[AnswersToTry, _Mapping]]] = ..., seconds: _Optional[float] = ...) -> None: ...

class PlayoutHorizon(_message.Message):
    __slots__ = ("decisions", "stages", "as_search")
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    STAGES_FIELD_NUMBER: _ClassVar[int]
    AS_SEARCH_FIELD_NUMBER: _ClassVar[int]
    decisions: int
    stages: int
    as_search: bool
    def __init__(self, decisions: _Optional[int] = ..., stages: _Optional[int] = ..., as_search: bool = ...) -> None: ...

class PlayoutValues(_message.Message):
    __slots__ = ("parts",)
    PARTS_FIELD_NUMBER: _ClassVar[int]
    parts: _containers.RepeatedCompositeFieldContainer[PartWeights]
    def __init__(self, parts: _Optional[_Iterable[_Union[PartWeights, _Mapping]]] = ...) -> None: ...

class PartWeights(_message.Message):
    __slots__ = ("win", "succeed", "constant")
    class WinEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: float
        def __init__(self, key: _Optional[str] = ..., value: _Optional[float] = ...) -> None: ...
    class SucceedEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: float
        def __init__(self, key: _Optional[str] = ..., value: _Optional[float] = ...) -> None: ...
    WIN_FIELD_NUMBER: _ClassVar[int]
    SUCCEED_FIELD_NUMBER: _ClassVar[int]
    CONSTANT_FIELD_NUMBER: _ClassVar[int]
    win: _containers.ScalarMap[str, float]
    succeed: _containers.ScalarMap[str, float]
    constant: float
    def __init__(self, win: _Optional[_Mapping[str, float]] = ..., succeed: _Optional[_Mapping[str, float]] = ..., constant: _Optional[float] = ...) -> None: ...

class AnswersToTry(_message.Message):
    __slots__ = ("position", "seat", "answers", "scores")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    position: int
    seat: int
    answers: _containers.RepeatedCompositeFieldContainer[DecisionPicks]
    scores: _containers.RepeatedScalarFieldContainer[float]
    def __init__(self, position: _Optional[int] = ..., seat: _Optional[int] = ..., answers: _Optional[_Iterable[_Union[DecisionPicks, _Mapping]]] = ..., scores: _Optional[_Iterable[float]] = ...) -> None: ...

class FindBestAnswers(_message.Message):
    __slots__ = ("positions", "seat", "seconds", "playouts", "seed")
    POSITIONS_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SECONDS_FIELD_NUMBER: _ClassVar[int]
    PLAYOUTS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    positions: _containers.RepeatedScalarFieldContainer[int]
    seat: int
    seconds: float
    playouts: int
    seed: int
    def __init__(self, positions: _Optional[_Iterable[int]] = ..., seat: _Optional[int] = ..., seconds: _Optional[float] = ..., playouts: _Optional[int] = ..., seed: _Optional[int] = ...) -> None: ...

class ReleasePositions(_message.Message):
    __slots__ = ("positions",)
    POSITIONS_FIELD_NUMBER: _ClassVar[int]
    positions: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, positions: _Optional[_Iterable[int]] = ...) -> None: ...

class PositionStates(_message.Message):
    __slots__ = ("positions",)
    POSITIONS_FIELD_NUMBER: _ClassVar[int]
    positions: _containers.RepeatedCompositeFieldContainer[PositionState]
    def __init__(self, positions: _Optional[_Iterable[_Union[PositionState, _Mapping]]] = ...) -> None: ...

class PositionState(_message.Message):
    __slots__ = ("position", "seat", "decisions", "outcome", "views")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    VIEWS_FIELD_NUMBER: _ClassVar[int]
    position: int
    seat: int
    decisions: _containers.RepeatedCompositeFieldContainer[OpenDecision]
    outcome: _match_pb2.Outcome
    views: _containers.RepeatedCompositeFieldContainer[_any_pb2.Any]
    def __init__(self, position: _Optional[int] = ..., seat: _Optional[int] = ..., decisions: _Optional[_Iterable[_Union[OpenDecision, _Mapping]]] = ..., outcome: _Optional[_Union[_match_pb2.Outcome, _Mapping]] = ..., views: _Optional[_Iterable[_Union[_any_pb2.Any, _Mapping]]] = ...) -> None: ...

class OpenDecision(_message.Message):
    __slots__ = ("seat", "prompt", "least", "most", "ordered", "default_picks", "option_count", "options")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PROMPT_FIELD_NUMBER: _ClassVar[int]
    LEAST_FIELD_NUMBER: _ClassVar[int]
    MOST_FIELD_NUMBER: _ClassVar[int]
    ORDERED_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_PICKS_FIELD_NUMBER: _ClassVar[int]
    OPTION_COUNT_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    prompt: str
    least: int
    most: int
    ordered: bool
    default_picks: _containers.RepeatedScalarFieldContainer[int]
    option_count: int
    options: _any_pb2.Any
    def __init__(self, seat: _Optional[int] = ..., prompt: _Optional[str] = ..., least: _Optional[int] = ..., most: _Optional[int] = ..., ordered: bool = ..., default_picks: _Optional[_Iterable[int]] = ..., option_count: _Optional[int] = ..., options: _Optional[_Union[_any_pb2.Any, _Mapping]] = ...) -> None: ...

class PlayoutResults(_message.Message):
    __slots__ = ("positions",)
    POSITIONS_FIELD_NUMBER: _ClassVar[int]
    positions: _containers.RepeatedCompositeFieldContainer[PositionPlayouts]
    def __init__(self, positions: _Optional[_Iterable[_Union[PositionPlayouts, _Mapping]]] = ...) -> None: ...

class PositionPlayouts(_message.Message):
    __slots__ = ("position", "playouts", "rank_sums", "score_sums", "outcomes", "finished", "worth_sums", "answers")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    PLAYOUTS_FIELD_NUMBER: _ClassVar[int]
    RANK_SUMS_FIELD_NUMBER: _ClassVar[int]
    SCORE_SUMS_FIELD_NUMBER: _ClassVar[int]
    OUTCOMES_FIELD_NUMBER: _ClassVar[int]
    FINISHED_FIELD_NUMBER: _ClassVar[int]
    WORTH_SUMS_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    position: int
    playouts: int
    rank_sums: _containers.RepeatedScalarFieldContainer[int]
    score_sums: _containers.RepeatedScalarFieldContainer[int]
    outcomes: _containers.RepeatedCompositeFieldContainer[_match_pb2.Outcome]
    finished: int
    worth_sums: _containers.RepeatedScalarFieldContainer[float]
    answers: _containers.RepeatedCompositeFieldContainer[AnswerPlayouts]
    def __init__(self, position: _Optional[int] = ..., playouts: _Optional[int] = ..., rank_sums: _Optional[_Iterable[int]] = ..., score_sums: _Optional[_Iterable[int]] = ..., outcomes: _Optional[_Iterable[_Union[_match_pb2.Outcome, _Mapping]]] = ..., finished: _Optional[int] = ..., worth_sums: _Optional[_Iterable[float]] = ..., answers: _Optional[_Iterable[_Union[AnswerPlayouts, _Mapping]]] = ...) -> None: ...

class AnswerPlayouts(_message.Message):
    __slots__ = ("picks", "playouts", "finished", "rank_sums", "score_sums", "worth_sums", "lead_square_sum", "outcomes")
    PICKS_FIELD_NUMBER: _ClassVar[int]
    PLAYOUTS_FIELD_NUMBER: _ClassVar[int]
    FINISHED_FIELD_NUMBER: _ClassVar[int]
    RANK_SUMS_FIELD_NUMBER: _ClassVar[int]
    SCORE_SUMS_FIELD_NUMBER: _ClassVar[int]
    WORTH_SUMS_FIELD_NUMBER: _ClassVar[int]
    LEAD_SQUARE_SUM_FIELD_NUMBER: _ClassVar[int]
    OUTCOMES_FIELD_NUMBER: _ClassVar[int]
    picks: _containers.RepeatedScalarFieldContainer[int]
    playouts: int
    finished: int
    rank_sums: _containers.RepeatedScalarFieldContainer[int]
    score_sums: _containers.RepeatedScalarFieldContainer[int]
    worth_sums: _containers.RepeatedScalarFieldContainer[float]
    lead_square_sum: float
    outcomes: _containers.RepeatedCompositeFieldContainer[_match_pb2.Outcome]
    def __init__(self, picks: _Optional[_Iterable[int]] = ..., playouts: _Optional[int] = ..., finished: _Optional[int] = ..., rank_sums: _Optional[_Iterable[int]] = ..., score_sums: _Optional[_Iterable[int]] = ..., worth_sums: _Optional[_Iterable[float]] = ..., lead_square_sum: _Optional[float] = ..., outcomes: _Optional[_Iterable[_Union[_match_pb2.Outcome, _Mapping]]] = ...) -> None: ...

class BestAnswers(_message.Message):
    __slots__ = ("answers",)
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    answers: _containers.RepeatedCompositeFieldContainer[BestAnswer]
    def __init__(self, answers: _Optional[_Iterable[_Union[BestAnswer, _Mapping]]] = ...) -> None: ...

class BestAnswer(_message.Message):
    __slots__ = ("position", "seat", "picks", "tried", "playouts")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PICKS_FIELD_NUMBER: _ClassVar[int]
    TRIED_FIELD_NUMBER: _ClassVar[int]
    PLAYOUTS_FIELD_NUMBER: _ClassVar[int]
    position: int
    seat: int
    picks: _containers.RepeatedScalarFieldContainer[int]
    tried: _containers.RepeatedCompositeFieldContainer[TriedAnswer]
    playouts: int
    def __init__(self, position: _Optional[int] = ..., seat: _Optional[int] = ..., picks: _Optional[_Iterable[int]] = ..., tried: _Optional[_Iterable[_Union[TriedAnswer, _Mapping]]] = ..., playouts: _Optional[int] = ...) -> None: ...

class TriedAnswer(_message.Message):
    __slots__ = ("picks", "value", "playouts")
    PICKS_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    PLAYOUTS_FIELD_NUMBER: _ClassVar[int]
    picks: _containers.RepeatedScalarFieldContainer[int]
    value: float
    playouts: int
    def __init__(self, picks: _Optional[_Iterable[int]] = ..., value: _Optional[float] = ..., playouts: _Optional[int] = ...) -> None: ...

class ReleasedPositions(_message.Message):
    __slots__ = ("count",)
    COUNT_FIELD_NUMBER: _ClassVar[int]
    count: int
    def __init__(self, count: _Optional[int] = ...) -> None: ...

class EngineError(_message.Message):
    __slots__ = ("reason", "message")
    REASON_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    reason: EngineErrorReason
    message: str
    def __init__(self, reason: _Optional[_Union[EngineErrorReason, str]] = ..., message: _Optional[str] = ...) -> None: ...
