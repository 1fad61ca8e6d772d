from google.protobuf import any_pb2 as _any_pb2
from lawspeaker.v1 import match_pb2 as _match_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

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
ENGINE_ERROR_REASON_UNSPECIFIED: EngineErrorReason
ENGINE_ERROR_REASON_BAD_REQUEST: EngineErrorReason
ENGINE_ERROR_REASON_BAD_POSITION: EngineErrorReason
ENGINE_ERROR_REASON_BAD_SETUP: EngineErrorReason
ENGINE_ERROR_REASON_UNKNOWN_POSITION: EngineErrorReason
ENGINE_ERROR_REASON_ILLEGAL_PICKS: EngineErrorReason
ENGINE_ERROR_REASON_TOO_MANY_POSITIONS: EngineErrorReason
ENGINE_ERROR_REASON_TOO_MANY_PLAYOUTS: EngineErrorReason

class SessionRequest(_message.Message):
    __slots__ = ("load", "describe", "copy", "apply", "deal_anew", "playouts", "release")
    LOAD_FIELD_NUMBER: _ClassVar[int]
    DESCRIBE_FIELD_NUMBER: _ClassVar[int]
    COPY_FIELD_NUMBER: _ClassVar[int]
    APPLY_FIELD_NUMBER: _ClassVar[int]
    DEAL_ANEW_FIELD_NUMBER: _ClassVar[int]
    PLAYOUTS_FIELD_NUMBER: _ClassVar[int]
    RELEASE_FIELD_NUMBER: _ClassVar[int]
    load: LoadPositions
    describe: DescribePositions
    copy: CopyPositions
    apply: ApplyPicks
    deal_anew: DealPositionsAnew
    playouts: RunPlayouts
    release: ReleasePositions
    def __init__(self, load: _Optional[_Union[LoadPositions, _Mapping]] = ..., describe: _Optional[_Union[DescribePositions, _Mapping]] = ..., copy: _Optional[_Union[CopyPositions, _Mapping]] = ..., apply: _Optional[_Union[ApplyPicks, _Mapping]] = ..., deal_anew: _Optional[_Union[DealPositionsAnew, _Mapping]] = ..., playouts: _Optional[_Union[RunPlayouts, _Mapping]] = ..., release: _Optional[_Union[ReleasePositions, _Mapping]] = ...) -> None: ...

class SessionResponse(_message.Message):
    __slots__ = ("positions", "playouts", "released", "error")
    POSITIONS_FIELD_NUMBER: _ClassVar[int]
    PLAYOUTS_FIELD_NUMBER: _ClassVar[int]
    RELEASED_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    positions: PositionStates
    playouts: PlayoutResults
    released: ReleasedPositions
    error: EngineError
    def __init__(self, positions: _Optional[_Union[PositionStates, _Mapping]] = ..., playouts: _Optional[_Union[PlayoutResults, _Mapping]] = ..., released: _Optional[_Union[ReleasedPositions, _Mapping]] = ..., error: _Optional[_Union[EngineError, _Mapping]] = ...) -> None: ...

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
    __slots__ = ("positions", "count", "deal_anew_for", "outcomes", "seed")
    POSITIONS_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    DEAL_ANEW_FOR_FIELD_NUMBER: _ClassVar[int]
    OUTCOMES_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    positions: _containers.RepeatedScalarFieldContainer[int]
    count: int
    deal_anew_for: int
    outcomes: bool
    seed: int
    def __init__(self, positions: _Optional[_Iterable[int]] = ..., count: _Optional[int] = ..., deal_anew_for: _Optional[int] = ..., outcomes: bool = ..., seed: _Optional[int] = ...) -> None: ...

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
    __slots__ = ("position", "playouts", "rank_sums", "score_sums", "outcomes")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    PLAYOUTS_FIELD_NUMBER: _ClassVar[int]
    RANK_SUMS_FIELD_NUMBER: _ClassVar[int]
    SCORE_SUMS_FIELD_NUMBER: _ClassVar[int]
    OUTCOMES_FIELD_NUMBER: _ClassVar[int]
    position: int
    playouts: int
    rank_sums: _containers.RepeatedScalarFieldContainer[int]
    score_sums: _containers.RepeatedScalarFieldContainer[int]
    outcomes: _containers.RepeatedCompositeFieldContainer[_match_pb2.Outcome]
    def __init__(self, position: _Optional[int] = ..., playouts: _Optional[int] = ..., rank_sums: _Optional[_Iterable[int]] = ..., score_sums: _Optional[_Iterable[int]] = ..., outcomes: _Optional[_Iterable[_Union[_match_pb2.Outcome, _Mapping]]] = ...) -> None: ...

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
